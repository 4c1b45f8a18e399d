/*
 * A scene: one picture, or several of the same table, each slot with all plausible values. The
 * search compares scenes with tables; weigh.h says how well they fit.
 */
#ifndef KLONDIKE_TRACKING_SCENE_H
#define KLONDIKE_TRACKING_SCENE_H

#include "games/klondike/tracking/likelihood.h"

struct last_draw;

enum {
	ALL_SLOTS = (1 << POSITIONS) - 1,
	COLUMN_SLOTS = (1 << COLUMNS) - 1,
	FOUNDATION_SLOTS = (1 << DRAW_PILE) - (1 << FIRST_FOUNDATION),
};

/* Pictures of one table, the newest last. */
struct pictures {
	const struct klondike_snapshot *const *seen;
	int count;
	float confidence; /* how far a plain code is trusted */
	float repeats;    /* how often a misreading comes again */
	/*
	 * Slots whose card was misread in the picture before the first one: the reading, and the
	 * card.
	 */
	unsigned misread;
	const mk_card *misread_as;
	mk_card misread_card[POSITIONS];
};

struct scene {
	uint8_t seen[POSITIONS]; /* enum klondike_seen, by the likeliest value */
	mk_card card[POSITIONS]; /* the likeliest one, with SEEN_CARD */
	mk_cards may[POSITIONS]; /* all plausible values; SLOT_ANYTHING where nothing is read */
	mk_cards cards;          /* all cards that are plausible anywhere */
	unsigned unreadable; /* slots that the picture has but that cannot be read, a bit each */
	unsigned ambiguous;  /* slots of which pictures say different things */
	unsigned backs;      /* columns whose front card lies face down */
	unsigned blanked;    /* slots whose readings were discarded */
	bool clear;          /* each slot that the camera sees shows one card or none */
	float clearest;      /* how much likelier that is than all else, at least (logarithm) */
	bool hinted;         /* a hint of the player was added, see evidence_add_hint() */
	mk_cards reported;   /* cards that may have come up although another reading was typed */
	uint8_t stock_seen;  /* do face-down cards lie in the draw pile? as in a snapshot */
	bool stock_sure;     /* ... or is that one reading of a camera that misreads? */
	int missed;          /* pictures that are known to be missing before this one */
	int *tables;         /* so many may still be looked at for it; NULL: MAX_TABLES */
	bool look_twice;     /* so few pictures of an unchanged table prove nothing */
	bool typed;          /* a person typed the newest picture */
	bool may_skip;   /* the camera may have skipped pictures, see klondike_gaps in table.h */
	bool skips;      /* ... and has skipped some */
	float suspected; /* ... how likely, if it was not seen to skip any; 0: as above */
	float most_suspected; /* ... of any camera: gaps close when it is low. 1: they do not */
	bool goes_on;         /* the client rarely takes another picture of the same table */
	bool follows;         /* another unclear picture: the suggestion is older */
	float wrong;          /* the logarithm of how likely a plain code is wrong */
	const float *doubt;   /* ... each unconfirmed card is, by the pictures of it; or NULL */
	const struct last_draw *draw; /* of the tracker; NULL: it is not known */
	float followed;               /* how often the player follows the suggestion */
	float unchanged;     /* how likely it is that nothing was done since the last one */
	float several;       /* how likely a change is one of several moves, none being missing */
	float missing_moved; /* how likely a missing picture would have shown a move; 0: as others
			      */
	float next_moved;    /* ... and the picture after it shows another move */
	mk_card beneath[COLUMNS][COLUMN_UP];    /* cards that the player named, by their places */
	float slip;                             /* the score of a list of cards that is wrong */
	const struct klondike_snapshot *newest; /* the newest picture: its lists of cards */
	struct mk_text *why; /* receives the weighed explanations, see why.h; NULL: not wanted */
	struct likelihood likelihood; /* large, and for weighing alone: the search does without */
};

/* The newest picture outlives the scene. */
void scene_read(struct scene *scene, const struct pictures *pictures);

/*
 * The card that the player named is certain: the front of a slot, or (with an index) one beneath
 * it.
 */
void evidence_add_hint(struct scene *scene, const struct mk_place *hint);

/* Discards the readings of `slots`, as if they were unreadable. */
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

/* Does the slot's front card fit, whatever else is listed of its pile? */
bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position);

/* The slots whose front card is face up but has not been read yet. */
unsigned klondike_unknown_fronts(const struct klondike_view *view);

/* The cards of the table that the pictures show just where they lie. */
mk_cards evidence_confirmed_cards(const struct scene *scene, const struct klondike_view *view);

/* The front value of a slot: a card, MK_NO_CARD where it is empty, -1 for a card not read yet. */
int klondike_front_value(const struct klondike_view *view, int position);

/* The slots that a move can change. */
static inline unsigned scene_touched(struct mk_move move)
{
	return 1U << move.from | 1U << move.to;
}

#endif
