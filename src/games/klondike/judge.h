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

/*
 * Is it kept beside the chosen one, which no picture tells from it? One that is too unlikely is
 * not, nor a revision: an alternative goes on from what was known. Where more than a view has
 * places for would be kept, klondike_judge() chooses none.
 */
bool klondike_is_kept_beside(const struct explanation *chosen, const struct explanation *other);

#endif
