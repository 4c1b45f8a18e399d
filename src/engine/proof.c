/* Proofs: without search, or by exact solving if every card is known. */
#include "engine/search.h"

#include <math.h>

enum { SOLVER_BYTES = 64 << 20, SOLVER_NODES = 100000, NODES_A_MS = 1000, NO_SEED = 0 };

void proof_finish(struct proof *proof)
{
	if (proof->solver) {
		proof->game->solver->destroy(proof->solver);
	}
	proof->solver = NULL;
}

/*
 * The solver gets the whole time if nothing else searches, otherwise a third of it at most, leaving
 * the rest to the search.
 */
static uint64_t node_limit(const struct mk_game *game, const struct mk_budget *budget)
{
	uint64_t in_time = (uint64_t)budget->ms * NODES_A_MS;

	if (!game->search) {
		return budget->ms ? in_time : SOLVER_NODES;
	}
	return budget->ms && in_time / 3 < SOLVER_NODES ? in_time / 3 : SOLVER_NODES;
}

static bool write_winning_line(struct proof *proof, struct mk_advice *advice)
{
	const struct mk_move *line;
	size_t whole = proof->game->solver->line(proof->solver, &line);
	size_t length = whole < MK_MAX_WINNING_LINE ? whole : MK_MAX_WINNING_LINE;
	size_t shown = length < MK_MAX_LINE ? length : MK_MAX_LINE;
	struct mk_ranked_move *ranked;

	if (length == 0 || !ranking_suggest(advice, line[0])) {
		return false;
	}
	memcpy(advice->winning_line, line, length * sizeof *advice->winning_line);
	advice->winning_line_length = length;
	ranked = ranking_suggestion(advice);
	memcpy(ranked->line, line, shown * sizeof *ranked->line);
	ranked->line_length = (uint8_t)shown;
	return true;
}

static enum mk_certainty solve(struct proof *proof, const struct mk_view *view,
	const struct mk_budget *budget, struct mk_world *world, struct mk_advice *advice)
{
	const struct mk_solver_api *exact = proof->game->solver;
	struct mk_solution solution;
	struct mk_rng rng;

	mk_rng_init(&rng, NO_SEED, 0);
	if (!proof->solver) {
		proof->solver = exact->create(SOLVER_BYTES);
	}
	if (!proof->solver || !mk_game_sample_world(proof->game, view, &rng, world)) {
		return MK_UNPROVEN;
	}
	exact->solve(proof->solver, world, node_limit(proof->game, budget), &solution);
	advice->nodes += solution.nodes;
	switch (solution.verdict) {
	case MK_WINNABLE:
		return write_winning_line(proof, advice) ? MK_PROVEN_WIN : MK_UNPROVEN;
	case MK_UNWINNABLE:
		return MK_PROVEN_LOSS;
	case MK_UNDECIDED:
		break;
	}
	return MK_UNPROVEN;
}

enum mk_certainty prover_run(struct proof *proof, const struct mk_view *view,
	const struct mk_budget *budget, struct mk_world *world, struct mk_advice *advice)
{
	const struct mk_search_game *game = proof->game->search;
	enum mk_certainty certain = game && game->prove ? game->prove(view) : MK_UNPROVEN;
	bool is_known = !game || (game->is_fully_known && game->is_fully_known(view));

	if (certain == MK_UNPROVEN && proof->game->solver && is_known) {
		return solve(proof, view, budget, world, advice);
	}
	return certain;
}

void advice_set_certainty(
	const struct mk_game *game, enum mk_certainty certain, struct mk_advice *advice)
{
	/* Without mk_search_game the results are 0 and 1. */
	double highest = game->search ? game->search->highest : 1;
	double lowest = game->search ? game->search->lowest : 0;
	double value = certain == MK_PROVEN_WIN ? highest : lowest;

	if (certain == MK_UNPROVEN) {
		return;
	}
	advice->certainty = certain;
	if (advice->suggestion >= 0) {
		struct mk_ranked_move *ranked = ranking_suggestion(advice);

		ranked->value = ranked->low = ranked->high = value;
	}
	advice->value = advice->low = advice->high = value;
}
