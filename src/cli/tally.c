/* Counts games and their moves. */
#include "cli/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

void tally_finish(struct tally *tally)
{
	free(tally->with);
}

static bool make_room(struct tally *tally, size_t moves)
{
	size_t room = tally->room ? tally->room : FIRST_ROOM;
	uint64_t *with;

	if (moves < tally->room) {
		return true;
	}
	while (room <= moves) {
		room *= 2;
	}
	with = realloc(tally->with, room * sizeof *with);
	if (!with) {
		return false;
	}
	memset(with + tally->room, 0, (room - tally->room) * sizeof *with);
	tally->with = with;
	tally->room = room;
	return true;
}

bool tally_add(struct tally *tally, const struct mk_result *result)
{
	if (!make_room(tally, result->moves)) {
		return false;
	}
	tally->with[result->moves]++;
	tally->games++;
	tally->won += result->payoff[0] > 0;
	tally->gave_up += result->gave_up;
	tally->endless += result->endless;
	return true;
}

bool tally_merge(struct tally *tally, const struct tally *more)
{
	if (more->room > 0 && !make_room(tally, more->room - 1)) {
		return false;
	}
	for (size_t moves = 0; moves < more->room; moves++) {
		tally->with[moves] += more->with[moves];
	}
	tally->games += more->games;
	tally->won += more->won;
	tally->gave_up += more->gave_up;
	tally->endless += more->endless;
	return true;
}

size_t tally_moves(const struct tally *tally, double share)
{
	uint64_t wanted = (uint64_t)ceil(share * (double)tally->games);
	uint64_t so_far = 0;

	for (size_t moves = 0; moves < tally->room; moves++) {
		so_far += tally->with[moves];
		if (so_far >= wanted && so_far > 0) {
			return moves;
		}
	}
	return 0;
}

size_t tally_least_moves(const struct tally *tally)
{
	size_t moves = 0;

	while (moves < tally->room && tally->with[moves] == 0) {
		moves++;
	}
	return moves < tally->room ? moves : 0;
}
