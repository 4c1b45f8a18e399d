/*
 * A scene: one or several snapshots of the same table, with all plausible values of each slot. The
 * search compares scenes with tables; weigh.h scores how well they fit.
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

/* Snapshots of one table, the newest last. */
struct pictures {
	const struct klondike_snapshot *const *seen;
	int count;
	float confidence; /* trust in a plain code */
	float repeats;    /* probability that a misreading repeats */
	/*
	 * Slots whose card was misread in the snapshot before the first one, with the reading and
	 * the card.
	 */
	unsigned misread;
	const mk_card *misread_as;
	mk_card misread_card[POSITIONS];
	/* Slots whose front card that snapshot showed as it is known, and the cards it showed. */
	unsigned known;
	const mk_card *shown;
};

struct scene {
	uint8_t seen[POSITIONS]; /* enum klondike_seen of the likeliest value */
	mk_card card[POSITIONS]; /* likeliest card, for SEEN_CARD */
	mk_cards may[POSITIONS]; /* all plausible values; SLOT_ANYTHING for a slot that is not read
				  */
	mk_cards cards;          /* all cards that are plausible at any slot */
	unsigned unreadable; /* bit mask of slots that the snapshot has but that cannot be read */
	unsigned ambiguous;  /* slots with more than one plausible value */
	unsigned backs;      /* columns whose front card lies face down */
	unsigned blanked;    /* slots whose readings were discarded */
	unsigned repeated;   /* slots at which the first snapshot has candidates, of which the
				likeliest is the front card that the snapshot before showed */
	bool clear;          /* true if each visible slot shows one card or none */
	float clearest;      /* minimum log-odds of the values of the read slots */
	bool hinted;         /* a hint was added, see evidence_add_hint() */
	mk_cards reported;   /* cards that may have come up although another reading was typed */
	uint8_t stock_seen;  /* whether face-down cards lie in the stock, as in a snapshot */
	bool stock_sure; /* `stock_seen` is beyond doubt; false if it rests on a single uncertain
			    reading */
	int missed;      /* number of snapshots known to be missing before this one */
	int *tables;     /* remaining node budget for this snapshot; NULL: MAX_TABLES */
	bool look_twice; /* too few snapshots to accept an unchanged table */
	bool typed;      /* a person typed the newest picture */
	bool may_skip;   /* the camera may have skipped snapshots, see klondike_gaps in table.h */
	bool skips;      /* it has been seen to skip some */
	float suspected; /* probability that it skips some although it was not seen to; 0: it
			    numbers them, or was seen to */
	float most_suspected; /* the maximum over all cameras of the table: gaps close when it is
				 low; 1: they never close */
	bool goes_on;         /* the client rarely takes another snapshot of the same table */
	bool follows;         /* follows another unclear snapshot, so the suggestion is older */
	float wrong;          /* log-probability that a plain code is wrong */
	const float *doubt;   /* log-odds that each unconfirmed card is wrong; or NULL */
	const struct last_draw *draw; /* last draw of the tracker; NULL: unknown */
	float followed;               /* probability that the player follows the suggestion */
	float unchanged; /* probability that nothing was done since the last snapshot */
	float several;   /* probability that a change is several moves, if no snapshot is missing */
	float missing_moved; /* probability that a missing snapshot would have shown a move; 0: as
				other snapshots */
	float next_moved; /* probability that the snapshot after a missing one shows another move */
	mk_card beneath[COLUMNS][COLUMN_UP];    /* covered cards named by the player, by place */
	float slip;                             /* score of a wrong list of cards */
	const struct klondike_snapshot *newest; /* newest snapshot, for its lists of cards */
	struct mk_text *why; /* receives the scored hypotheses, see why.h; NULL: not wanted */
	struct likelihood likelihood; /* large; used for scores only, not by the search */
};

/* Reads the snapshots into the scene. The newest snapshot must outlive the scene. */
void scene_read(struct scene *scene, const struct pictures *pictures);

/*
 * Adds a card that the player named as certain: the front card of a slot or, with an index, one
 * beneath it.
 */
void evidence_add_hint(struct scene *scene, const struct mk_place *hint);

/* Discards the readings of `slots`; they become unreadable. */
void evidence_discard(struct scene *scene, unsigned slots);

/* The plausible cards of a slot; none if it is not read. */
static inline mk_cards scene_cards(const struct scene *scene, int position)
{
	return scene->seen[position] > UNREADABLE ? scene->may[position] & MK_WHOLE_DECK : 0;
}

/*
 * Returns those of `slots` at which the table does not fit the scene. An unknown front card fits no
 * reading of a card.
 */
unsigned scene_differences(
	const struct scene *scene, const struct klondike_view *view, unsigned slots);

/* True if the front card of the slot fits, regardless of the listed cards of its pile. */
bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position);

/* The slots with a face-up front card that has not been read yet. */
unsigned klondike_unknown_fronts(const struct klondike_view *view);

/* The cards of the table that the snapshots show at their place. */
mk_cards evidence_confirmed_cards(const struct scene *scene, const struct klondike_view *view);

/*
 * The front value of a slot: a card, MK_NO_CARD if it is empty, -1 for a card that was not read
 * yet.
 */
int klondike_front_value(const struct klondike_view *view, int position);

/* The slots that the move can change. */
static inline unsigned scene_touched(struct mk_move move)
{
	return 1U << move.from | 1U << move.to;
}

#endif
