/*
 * Each slice of a verdict starts the search again, with eight times the positions of the previous
 * one.
 */
#include "session/verdict.h"

#include <makker/search.h>
#include <makker/selfplay.h>
#include <stdlib.h>

/*
 * The last slice takes about 0.5 s, the first a few milliseconds; half of all deals need a few
 * hundred positions. docs/review.md has figures.
 */
enum { FIRST_NODES = 5000, MAX_NODES = 2560000, SLICE_FACTOR = 8, SOLVER_BYTES = 32 << 20 };

bool verdict_is_possible(const struct mk_game *game)
{
	return game->seats == 1 && !game->has_points &&
	       (game->solver || (game->reveal_all && game->strategies[0].search));
}

static enum mk_verdict verdict_of(enum mk_certainty certainty)
{
	switch (certainty) {
	case MK_PROVEN_WIN:
		return MK_WINNABLE;
	case MK_PROVEN_LOSS:
		return MK_UNWINNABLE;
	case MK_UNPROVEN:
		break;
	}
	return MK_UNDECIDED;
}

static enum mk_verdict ask_search(const struct verdict *verdict, const struct mk_game *game,
	struct mk_world *world, const atomic_bool *cancel)
{
	const struct mk_strategy *strategy = &game->strategies[0];
	const struct mk_budget budget = {.nodes = verdict->nodes, .is_of_processor = true};
	struct mk_view *view = calloc(1, game->view_size);
	struct mk_advice *advice = malloc(sizeof *advice);
	enum mk_verdict found = MK_UNDECIDED;

	if (view && advice) {
		game->reveal_all(world);
		mk_advise(strategy, mk_game_view_of_seat(game, world, DEAL_OWN_SEAT, view), advice);
		strategy->search(mk_game_view_of_seat(game, world, DEAL_OWN_SEAT, view), &budget,
			cancel, advice);
		found = verdict_of(advice->certainty);
	}
	free(advice);
	free(view);
	return found;
}

/* The solver is not kept for the next slice, because slices of other reviews may run before it. */
static enum mk_verdict ask_solver(
	const struct verdict *verdict, const struct mk_game *game, const struct mk_world *world)
{
	struct mk_solver *solver = game->solver->create(SOLVER_BYTES);
	struct mk_solution solution;

	if (!solver) {
		return MK_UNDECIDED;
	}
	game->solver->solve(solver, world, verdict->nodes, &solution);
	game->solver->destroy(solver);
	return solution.verdict;
}

bool verdict_continue(struct verdict *verdict, const struct deal *deal, const struct mk_game *game,
	const struct mk_rules *rules, const atomic_bool *cancel)
{
	struct mk_world *world = calloc(1, game->world_size);

	verdict->verdict = MK_UNDECIDED;
	if (!world) {
		return true;
	}
	verdict->nodes = verdict->nodes ? SLICE_FACTOR * verdict->nodes : FIRST_NODES;
	deal_world(deal, game, rules, world);
	verdict->verdict = game->solver ? ask_solver(verdict, game, world)
					: ask_search(verdict, game, world, cancel);
	free(world);
	return verdict->verdict != MK_UNDECIDED || SLICE_FACTOR * verdict->nodes > MAX_NODES;
}
