/*
 * A snapshot as it is compared with tables: each slot taken as certain or as nothing (reading.h).
 * Every comparison of a predicted slot with a reading is made here, so that likelihoods will have
 * one place.
 */
#ifndef KLONDIKE_SCENE_H
#define KLONDIKE_SCENE_H

#include "games/klondike/table.h"

enum {
	ALL_SLOTS = (1 << POSITIONS) - 1,
	COLUMN_SLOTS = (1 << COLUMNS) - 1,
	FOUNDATION_SLOTS = (1 << DRAW_PILE) - (1 << FIRST_FOUNDATION),
};

struct scene {
	uint8_t seen[POSITIONS]; /* enum klondike_seen */
	mk_card card[POSITIONS]; /* with SEEN_CARD */
	mk_cards cards;          /* all cards that are read anywhere */
	unsigned unreadable;     /* slots that were told but say nothing, a bit each */
	unsigned backs;          /* columns whose front card lies face down */
	const struct klondike_sighting *told;
};

void scene_read(struct scene *scene, const struct klondike_sighting *seen);

/* Those of `slots` that are not as the table would look. An unknown front card is like no card
 * read. */
unsigned scene_differences(
	const struct scene *scene, const struct klondike_view *view, unsigned slots);

/* Is the slot's front card right, whatever else was told of its pile? */
bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position);

/* The slots whose front card lies face up but is not known: a card that nobody has read yet. */
unsigned klondike_unknown_fronts(const struct klondike_view *view);

/* The slots that a move can change. */
static inline unsigned scene_touched(struct mk_move move)
{
	return 1U << move.from | 1U << move.to;
}

#endif
