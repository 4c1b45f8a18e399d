/* What is certain of a table, and what follows for the advice. */
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
 * Asks what can be proven, and where all cards are known the exact solver, within the budget. A
 * certain win that the solver found is written into `advice` with its moves; otherwise the
 * suggestion stays as it was. `world` is room for one.
 */
enum mk_certainty prover_run(struct proof *proof, const struct mk_view *view,
	const struct mk_budget *budget, struct mk_world *world, struct mk_advice *advice);

/* What is certain of the table is certain of the suggestion. */
void advice_set_certainty(
	const struct mk_game *game, enum mk_certainty certain, struct mk_advice *advice);

#endif
