/* Which explanation is believed, and what must be seen better before any is. */
#ifndef KLONDIKE_JUDGE_H
#define KLONDIKE_JUDGE_H

#include "games/klondike/explain.h"

/*
 * Chooses among explanations (at least one) of what happened since `view`. NULL: the table must be
 * looked at again, and `finding` says where. `all` keeps only those that the best one does not
 * clearly beat.
 */
const struct explanation *klondike_judge(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested, struct mk_finding *finding);

#endif
