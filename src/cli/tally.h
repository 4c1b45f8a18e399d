/* What became of many games: how many were won, and how many moves they took. */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include <makker/play.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `with[m]` games took m moves. Memory is bounded by the longest game, not by their number. */
struct tally {
	uint64_t games;
	uint64_t won;
	uint64_t gave_up;
	uint64_t endless;
	uint64_t *with;
	size_t room;
};

void tally_finish(struct tally *tally);

/* False when there is not enough memory. */
bool tally_add(struct tally *tally, const struct mk_result *result);
bool tally_merge(struct tally *tally, const struct tally *more);

/* The least number of moves that `share` (above 0, to 1) of the games did not exceed; 0 of no
 * games.
 */
size_t tally_moves(const struct tally *tally, double share);
size_t tally_least_moves(const struct tally *tally);

#endif
