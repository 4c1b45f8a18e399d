/*
 * The usual picture: one legal move explains it, and nothing else comes near.
 *
 * The likelihood of all other explanations is bounded, not searched and weighed. Where the bounds
 * do not decide, explain.h and judge.h do; where they do, both would conclude the same.
 */
#ifndef KLONDIKE_TRACKING_SINGLE_MOVE_H
#define KLONDIKE_TRACKING_SINGLE_MOVE_H

#include "games/klondike/tracking/explain.h"

/*
 * True if exactly one legal move leads from `view` to the scene and hypothesis_select() would
 * choose it, with no alternative beside it and no slot to be seen better. `found` gets it.
 */
bool single_move_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanation *found);

#endif
