/* Alpha-beta search to the end of the deal. */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/scoring/score.h"

#include <limits.h>
#include <string.h>

struct position {
	struct doko_table table;
	doko_set hand[DOKO_SEATS];
};

static int value_for_re(const struct position *position, unsigned re)
{
	struct doko_score score;

	doko_score(&position->table, re, &score);
	return score.winner == DOKO_KONTRA ? -score.value : score.value;
}

/* The value for re; exact if it lies between `low` and `high`, else the bound it exceeds. */
static int best(const struct position *position, unsigned re, int low, int high)
{
	int seat = position->table.turn;
	doko_set left;

	if (seat == DOKO_NO_SEAT) {
		return value_for_re(position, re);
	}
	left = doko_legal_cards(&position->table, position->hand[seat]) & DOKO_ONE_EACH;
	for (; left && low < high; left &= left - 1) {
		struct position next = *position;
		int reached;

		next.hand[seat] = doko_remove(next.hand[seat], doko_first(left));
		doko_table_play(&next.table, doko_first(left));
		reached = best(&next, re, low, high);
		if (re >> seat & 1) {
			low = reached > low ? reached : low;
		} else {
			high = reached < high ? reached : high;
		}
	}
	return re >> seat & 1 ? low : high;
}

bool doko_can_solve_points(const struct doko_table *table)
{
	bool settled = table->type != DOKO_MARRIAGE || table->clarified;

	return table->phase == DOKO_PLAYING && settled &&
	       doko_hand_size(table) - table->tricks <= DOKO_FINISH_TRICKS;
}

int doko_finish_points(const struct doko_world *world, int seat)
{
	struct position position = {.table = world->table};

	memcpy(position.hand, world->hand, sizeof position.hand);
	return doko_points(
		&world->table.rules, world->re, best(&position, world->re, INT_MIN, INT_MAX), seat);
}
