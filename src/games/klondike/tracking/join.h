/* Findings one after another, told as one: what followed pictures that were not clear by
 * themselves. */
#ifndef KLONDIKE_TRACKING_JOIN_H
#define KLONDIKE_TRACKING_JOIN_H

#include "games/klondike/table/table.h"

/* How one of the explanations kept now follows from those that were kept at first. */
struct path {
	struct mk_revision revised; /* before the steps */
	struct mk_played_move steps[MK_MAX_FINDING_MOVES];
	uint8_t step_count;
	uint8_t from; /* the explanation kept at first that they go on from */
	int16_t odds; /* as in struct mk_alternative */
};

struct paths {
	struct path path[1 + MAX_ALTERNATIVES];
	int count;
};

/* Nothing has followed yet. */
void paths_begin(struct paths *paths, const struct klondike_view *view);

/*
 * The finding follows. False where all of them together are more than a finding has places for, or
 * a card is revised after the first of them: then `paths` says nothing more.
 */
bool paths_add(struct paths *paths, const struct mk_finding *finding);

/* Makes `finding`, the last one added, one that tells all that followed `view`. */
void paths_tell(
	const struct paths *paths, const struct klondike_view *view, struct mk_finding *finding);

#endif
