/*
 * The search of any game with hidden cards: plans tried in the same sampled worlds.
 *
 * Flat Monte Carlo with sequential halving (Karnin, Koren and Somekh 2013): all plans are played
 * out in common worlds, the worse half is left out, the rest gets new worlds, until one is left.
 * Playouts follow the game's policy, which sees only what a player would see, so values are not
 * those of a clairvoyant. For the same view, seed and number of playouts the answer is always the
 * same.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <makker/game.h>
#include <stdatomic.h>

struct search_budget {
	uint64_t playouts;         /* at most about so many */
	int64_t deadline_ns;       /* on clock_ticks_ns()'s clock; 0: none */
	uint64_t seed;             /* mixed with the view's digest */
	const atomic_bool *cancel; /* may be NULL */
};

/* A plan and how it did. `value` is NAN when it was never tried. */
struct search_result {
	struct mk_plan plan;
	uint64_t visits;
	double sum;
	double value, low, high; /* mean with its 95 % interval */
};

/* The plans, the best first. */
struct search_outcome {
	size_t count;
	uint64_t worlds, playouts;
	bool finished; /* not cut short by time or cancel */
	struct search_result results[MK_MAX_MOVES];
};

/*
 * Searches; `world` is room for one world of the game. Where there is only one plan it is played
 * out too if `value_of_only_plan` asks what it is worth.
 */
void search_run(const struct mk_game *game, const struct mk_view *view,
	const struct search_budget *budget, bool value_of_only_plan, struct mk_world *world,
	struct search_outcome *outcome);

#endif
