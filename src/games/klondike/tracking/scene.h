/*
 * What is compared with tables: one picture, or several of the same table, each slot with all that
 * its readings leave plausible. What fits is sorted out here; how well it fits is for weigh.h.
 */
#ifndef KLONDIKE_TRACKING_SCENE_H
#define KLONDIKE_TRACKING_SCENE_H

#include "games/klondike/tracking/likelihood.h"

enum {
	ALL_SLOTS = (1 << POSITIONS) - 1,
	COLUMN_SLOTS = (1 << COLUMNS) - 1,
	FOUNDATION_SLOTS = (1 << DRAW_PILE) - (1 << FIRST_FOUNDATION),
};

/* Pictures of one table, the newest last. */
struct pictures {
	const struct klondike_sighting *const *seen;
	int count;
	float confidence; /* how far a plain code is trusted */
	float repeats;    /* how often a misreading comes again */
	/* Slots whose card was misread in the picture before the first one: as which, and what it
	 * is. */
	unsigned misread;
	const mk_card *misread_as;
	mk_card misread_card[POSITIONS];
};

struct scene {
	uint8_t seen[POSITIONS]; /* enum klondike_seen, by the likeliest value */
	mk_card card[POSITIONS]; /* the likeliest one, with SEEN_CARD */
	mk_cards may[POSITIONS]; /* all plausible values; SLOT_ANYTHING where nothing is read */
	mk_cards cards;          /* all cards that are plausible anywhere */
	unsigned unreadable;     /* slots that were told but say nothing, a bit each */
	unsigned ambiguous;      /* slots of which pictures say different things */
	unsigned backs;          /* columns whose front card lies face down */
	unsigned blanked;        /* slots whose readings were let go of */
	bool clear;              /* each slot that the camera sees shows one card or none */
	float clearest;          /* how much likelier that is than all else, at least (logarithm) */
	bool hinted;             /* a hint of the player was added, see evidence_add_hint() */
	uint8_t stock_seen;      /* do face-down cards lie in the draw pile? as in a sighting */
	bool stock_sure;         /* ... or was that only seen once by somebody who misreads? */
	int missed;              /* pictures that are known to be missing before this one */
	int *tables;             /* so many may still be looked at for it; NULL: MAX_TABLES */
	bool look_twice;         /* so few pictures on which nothing was done are not believed */
	bool follows;            /* another unclear picture: what was suggested came before that */
	float wrong;             /* the logarithm of how likely a plain code is wrong */
	const float *doubt;      /* ... each unconfirmed card is, by the pictures of it; or NULL */
	float followed;          /* how often the player does what is suggested */
	float unchanged;         /* how likely it is that nothing was done since the last one */
	float several; /* how likely a change is one of several moves, none being missing */
	mk_card beneath[COLUMNS][COLUMN_UP];  /* cards that the player told, by their places */
	float slip;                           /* the score of a list of cards that is wrong */
	const struct klondike_sighting *told; /* the newest picture: its lists of cards */
	struct mk_text *why;          /* takes what is weighed, see why.h; NULL: not wanted */
	struct likelihood likelihood; /* large, and for weighing alone: the search does without */
};

/* `told` lives as long as the scene is used. */
void scene_read(struct scene *scene, const struct pictures *pictures);

/* What the player said is certain: the front card of a slot, or (with an index) one beneath it. */
void evidence_add_hint(struct scene *scene, const struct mk_place *told);

/* Lets go of what is read at `slots`, as if nothing could be read there. */
void evidence_discard(struct scene *scene, unsigned slots);

/* The cards that the readings leave plausible at a slot; none where nothing is read. */
static inline mk_cards scene_cards(const struct scene *scene, int position)
{
	return scene->seen[position] > UNREADABLE ? scene->may[position] & MK_WHOLE_DECK : 0;
}

/* Those of `slots` that are not as the table would look. An unknown front card is like no card
 * read. */
unsigned scene_differences(
	const struct scene *scene, const struct klondike_view *view, unsigned slots);

/* Is the slot's front card right, whatever else was told of its pile? */
bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position);

/* The slots whose front card lies face up but is not known: a card that nobody has read yet. */
unsigned klondike_unknown_fronts(const struct klondike_view *view);

/* The cards of the table that the pictures show just where they lie. */
mk_cards evidence_confirmed_cards(const struct scene *scene, const struct klondike_view *view);

/* What lies in front at a slot: a card, MK_NO_CARD where it is empty, -1 for one nobody has read.
 */
int klondike_front_value(const struct klondike_view *view, int position);

/* The slots that a move can change. */
static inline unsigned scene_touched(struct mk_move move)
{
	return 1U << move.from | 1U << move.to;
}

#endif
