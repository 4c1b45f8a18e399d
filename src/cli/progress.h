/* A progress bar on stderr; nothing is drawn if stderr is not a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <makker/text.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool shown; /* stderr is a terminal */
	int64_t began_ns;
};

void progress_begin(struct progress *progress);

/* Draws `done` of `total` and `note` ("won 45.6 %"). */
void progress_draw(
	const struct progress *progress, uint64_t done, uint64_t total, const char *note);

/* Clears the bar. */
void progress_end(const struct progress *progress);

/*
 * Writes a line of at most `width` columns for the state after `elapsed_ns`. The remaining time is
 * the elapsed time, scaled; it appears after one second and the first finished game, because games
 * take different times.
 */
void progress_write(struct mk_text *out, int width, uint64_t done, uint64_t total,
	int64_t elapsed_ns, const char *note);

#endif
