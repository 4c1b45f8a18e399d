/* Which explanation is believed, and what must be seen better before any is. */
#ifndef KLONDIKE_TRACKING_JUDGE_H
#define KLONDIKE_TRACKING_JUDGE_H

#include "games/klondike/tracking/explain.h"

/*
 * Chooses among explanations (at least one) of what happened since `view`. NULL: the table must be
 * looked at again, and `finding` says where. `all` keeps the chosen one and those that it does not
 * clearly beat; `alike` gets the others that no picture of this camera can tell from it, the
 * likeliest first. Of those some are kept beside it, but none that is too unlikely. Where they are
 * more than a view has places for none is chosen.
 */
const struct explanation *hypothesis_select(struct explanations *all, struct explanations *alike,
	const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/*
 * Of a picture after which the player went on although it was not clear: the likeliest explanation,
 * with all others in `alike`, those too that take a slot for misread. NULL where some that are not
 * much less likely cannot be kept.
 */
const struct explanation *klondike_judge_passed(
	struct explanations *all, struct explanations *alike, const struct scene *scene);

#endif
