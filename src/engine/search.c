/* Sequential halving over common worlds. */
#include "engine/search.h"

#include "base/clock.h"

#include <math.h>

enum { WORLDS_BETWEEN_LOOKS = 16 };

struct search {
	const struct mk_game *game;
	const struct mk_view *view;
	const struct search_budget *budget;
	struct mk_world *world;
	struct search_outcome *outcome;
	uint64_t seed;
};

static bool is_over_time(const struct search *search)
{
	const struct search_budget *budget = search->budget;

	if (budget->cancel && atomic_load_explicit(budget->cancel, memory_order_relaxed)) {
		return true;
	}
	return budget->deadline_ns && clock_ticks_ns() >= budget->deadline_ns;
}

/* One world, the same chance for every plan that is still in. False when no world fits. */
static bool try_world(struct search *search, size_t alive)
{
	struct search_outcome *outcome = search->outcome;
	struct mk_rng rng;

	mk_rng_init(&rng, search->seed, outcome->worlds);
	if (!search->game->guess(search->view, &rng, search->world)) {
		return false;
	}
	outcome->worlds++;
	for (size_t i = 0; i < alive; i++) {
		struct search_result *result = &outcome->results[i];
		struct mk_rng same = rng;

		result->sum += search->game->search->play_out(search->world, &result->plan, &same);
		result->visits++;
		outcome->playouts++;
	}
	return true;
}

static double mean(const struct search_result *result)
{
	return result->visits ? result->sum / (double)result->visits : -INFINITY;
}

/* By value; equal ones stay in the game's order, so that nothing flickers. */
static void sort(struct search_result *results, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct search_result moving = results[i];
		size_t to = i;

		for (; to > 0 && mean(&results[to - 1]) < mean(&moving); to--) {
			results[to] = results[to - 1];
		}
		results[to] = moving;
	}
}

static bool try_round(struct search *search, size_t alive, uint64_t worlds)
{
	for (uint64_t i = 0; i < worlds; i++) {
		bool looks = i % WORLDS_BETWEEN_LOOKS == 0 && search->outcome->worlds > 0;

		if ((looks && is_over_time(search)) || !try_world(search, alive)) {
			return false;
		}
	}
	return true;
}

static unsigned rounds_for(size_t plans)
{
	unsigned rounds = 1;

	while (((size_t)1 << rounds) < plans) {
		rounds++;
	}
	return rounds;
}

static void halve(struct search *search)
{
	struct search_outcome *outcome = search->outcome;
	unsigned rounds = rounds_for(outcome->count);
	size_t alive = outcome->count;

	for (unsigned round = 0; round < rounds && outcome->finished; round++) {
		uint64_t worlds = search->budget->playouts / rounds / alive;

		outcome->finished = try_round(search, alive, worlds ? worlds : 1);
		sort(outcome->results, alive);
		alive = (alive + 1) / 2;
	}
}

/* Mean and 95 % interval by Wilson's score, which holds near the ends of the range too. */
static void conclude(const struct mk_search_game *game, struct search_result *result)
{
	const double z = 1.959963984540054;
	double n = (double)result->visits, range = game->highest - game->lowest;
	double share, centre, half;

	result->value = result->low = result->high = NAN;
	if (result->visits == 0) {
		return;
	}
	share = (result->sum / n - game->lowest) / range;
	centre = (share + z * z / (2 * n)) / (1 + z * z / n);
	half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
	result->value = result->sum / n;
	result->low = game->lowest + range * fmax(0, centre - half);
	result->high = game->lowest + range * fmin(1, centre + half);
}

void search_run(const struct mk_game *game, const struct mk_view *view,
	const struct search_budget *budget, bool value_of_only_plan, struct mk_world *world,
	struct search_outcome *outcome)
{
	struct mk_plan plans[MK_MAX_MOVES];
	struct search search = {
		.game = game,
		.view = view,
		.budget = budget,
		.world = world,
		.outcome = outcome,
		.seed = budget->seed ^ game->search->digest(view),
	};

	outcome->count = game->search->plans(view, plans);
	outcome->worlds = outcome->playouts = 0;
	outcome->finished = true;
	for (size_t i = 0; i < outcome->count; i++) {
		outcome->results[i] = (struct search_result){.plan = plans[i]};
	}
	if (outcome->count > 1 || (outcome->count == 1 && value_of_only_plan)) {
		halve(&search);
	}
	for (size_t i = 0; i < outcome->count; i++) {
		conclude(game->search, &outcome->results[i]);
	}
}
