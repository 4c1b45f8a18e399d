/* Deals from a file, to be played instead of random ones. */
#ifndef CLI_DEALS_H
#define CLI_DEALS_H

#include <makker/game.h>

struct deals {
	size_t world_size;
	size_t count;
	unsigned char *worlds;
};

/*
 * A deal a line, as `makker solve` reads them; what stands behind a tab is not read: the games are
 * played by `rules`. On failure nothing is to be finished; `error` has the line as its place.
 */
enum mk_status deals_read(const char *file, const struct mk_game *game,
	const struct mk_rules *rules, struct deals *deals, struct mk_error *error);
void deals_finish(struct deals *deals);

/* A copy of deal `number`. */
void deals_copy(const struct deals *deals, uint64_t number, struct mk_world *world);

#endif
