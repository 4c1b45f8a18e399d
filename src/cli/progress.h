/* A progress bar on stderr, where stderr is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool shown; /* a terminal, so something is drawn */
	int64_t began_ns;
};

void progress_begin(struct progress *progress);

/* Draws `done` of `total`, with `note` behind it ("won 45.6 %"). */
void progress_draw(
	const struct progress *progress, uint64_t done, uint64_t total, const char *note);

/* Wipes the bar away. */
void progress_end(const struct progress *progress);

/*
 * One line of at most `width` columns for the state after `elapsed_ns`. The time left is the time
 * so far, scaled: honest when all games take about as long, so it is not told before a second has
 * passed and something is done.
 */
void progress_write(struct mk_text *out, int width, uint64_t done, uint64_t total,
	int64_t elapsed_ns, const char *note);

#endif
