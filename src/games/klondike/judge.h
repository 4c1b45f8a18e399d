/* Which explanation is believed, and what must be seen better before any is. */
#ifndef KLONDIKE_JUDGE_H
#define KLONDIKE_JUDGE_H

#include "games/klondike/explain.h"

/*
 * Chooses among explanations of the same length (at least one). NULL: the table must be looked at
 * again, and `finding` says where. `all` loses those that are founded worse than others.
 */
const struct explanation *klondike_judge(struct explanations *all, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

#endif
