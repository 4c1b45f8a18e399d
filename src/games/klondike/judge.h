/* Which explanation is believed, and what must be seen better before any is. */
#ifndef KLONDIKE_JUDGE_H
#define KLONDIKE_JUDGE_H

#include "games/klondike/explain.h"

/*
 * Chooses among explanations (at least one) of what happened since `view`. NULL: the table must be
 * looked at again, and `finding` says where. `all` keeps the chosen one and those that it does not
 * clearly beat; `alike` gets the others that no picture of this camera can tell from it, the
 * likeliest first.
 */
const struct explanation *klondike_judge(struct explanations *all, struct explanations *alike,
	const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

#endif
