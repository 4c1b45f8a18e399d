/* Ranked moves, from searched plans. */
#include "engine/search.h"

#include <math.h>

static bool is_same(const struct mk_move *a, const struct mk_move *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The index of `move` from `first` on; the count if it is not found. */
static size_t find(const struct mk_advice *advice, size_t first, const struct mk_move *move)
{
	size_t place = first;

	while (place < advice->count && !is_same(&advice->moves[place].move, move)) {
		place++;
	}
	return place;
}

/* Moves an entry forward; the others keep their order. */
static void bring_move_to(struct mk_advice *advice, size_t from, size_t to)
{
	struct mk_ranked_move moving = advice->moves[from];

	memmove(&advice->moves[to + 1], &advice->moves[to], (from - to) * sizeof moving);
	advice->moves[to] = moving;
}

static double calibrated(const struct search *search, double value)
{
	const struct mk_search_game *game = search->game->search;

	return isnan(value) || !game->calibrate ? value : game->calibrate(search->view, value);
}

static void judge(const struct search *search, size_t arm, struct mk_ranked_move *ranked)
{
	const struct mk_plan *plan = &search->arms[arm].plan;

	search_judge(search, arm, &ranked->value, &ranked->low, &ranked->high);
	ranked->value = calibrated(search, ranked->value);
	ranked->low = calibrated(search, ranked->low);
	ranked->high = calibrated(search, ranked->high);
	ranked->visits = atomic_load(&search->arms[arm].visits);
	ranked->line_length =
		(uint8_t)search->game->search->plan_moves(search->view, plan, ranked->line);
}

void ranking_merge(
	const struct search *search, const size_t order[MK_MAX_MOVES], struct mk_advice *advice)
{
	size_t ranked = 0;

	for (size_t i = 0; i < search->count; i++) {
		size_t from = find(advice, ranked, &search->arms[order[i]].plan.first);

		/* Already placed if a better plan begins with the same move. */
		if (from < advice->count) {
			bring_move_to(advice, from, ranked);
			judge(search, order[i], &advice->moves[ranked++]);
		}
	}
	advice->suggestion = ranked > 0 ? 0 : -1;
	advice->worlds = atomic_load(&search->tried);
	advice->nodes = search_playouts(search);
	advice_set_value(advice);
}

bool ranking_suggest(struct mk_advice *advice, struct mk_move move)
{
	size_t from = find(advice, 0, &move);

	if (from == advice->count) {
		return false;
	}
	bring_move_to(advice, from, 0);
	advice->suggestion = 0;
	return true;
}

struct mk_ranked_move *ranking_suggestion(struct mk_advice *advice)
{
	return &advice->moves[advice->suggestion];
}

void advice_set_value(struct mk_advice *advice)
{
	const struct mk_ranked_move *ranked;

	advice->value = advice->low = advice->high = NAN;
	if (advice->suggestion >= 0) {
		ranked = ranking_suggestion(advice);
		advice->value = ranked->value;
		advice->low = ranked->low;
		advice->high = ranked->high;
	}
}
