/* Proven results of a table, and their effect on the advice. */
#ifndef ENGINE_PROOF_H
#define ENGINE_PROOF_H

#include <makker/search.h>

/* Asks the exact solver; made when it is first needed. */
struct proof {
	const struct mk_game *game;
	struct mk_solver *solver;
};

void proof_finish(struct proof *proof);

/*
 * Looks for a proof, and where all cards are known runs the exact solver, within the budget. A win
 * that the solver found is written into `advice` with its moves; otherwise the suggestion stays.
 * `world` is a buffer for one world.
 */
enum mk_certainty prover_run(struct proof *proof, const struct mk_view *view,
	const struct mk_budget *budget, struct mk_world *world, struct mk_advice *advice);

/* The certainty of the table is the certainty of the suggestion. */
void advice_set_certainty(
	const struct mk_game *game, enum mk_certainty certain, struct mk_advice *advice);

#endif
