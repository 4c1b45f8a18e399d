/*
 * The numbers of Klondike's stable codes: reasons of moves, suppression of moves, reasons of
 * conflicts.
 */
#ifndef KLONDIKE_TABLE_CODES_H
#define KLONDIKE_TABLE_CODES_H

/* Bits of `reasons` in struct mk_ranked_move: 1 << REASON_... */
enum klondike_reason {
	REASON_TURNS_UP_CARD,
	REASON_TO_FOUNDATION,
	REASON_FREES_COLUMN,
	REASON_KING_TO_EMPTY,
	REASON_UNBLOCKS,
	REASON_KEEPS_OPTION,
	REASON_DRAWS,
	REASON_ONLY_MOVE,
	REASON_NO_PROGRESS,
	REASONS
};

/* Why the classic rules suppress a legal move: `suppressed_by` in struct mk_ranked_move. */
enum klondike_held_back {
	HELD_NOT,
	HELD_JUST_MOVED,
	HELD_COLUMN_TO_COLUMN_LIMIT,
	HELD_POINTLESS_KING,
	HELD_BACKS
};

/*
 * `reason` in struct mk_conflict. `at` is the position and `other` the card that the sentence
 * names; for a reason without them they are the conflict's own position and MK_NO_CARD.
 */
enum klondike_conflict {
	CONFLICT_LIES_UNDER,     /* the card lies in column `at` under `other` */
	CONFLICT_LIES_ELSEWHERE, /* the card is the front card of `at`, or lies in the draw pile */
	CONFLICT_ON_FOUNDATION,  /* the card went to its foundation (`at`) */
	CONFLICT_SEEN_TWICE,     /* the same snapshot shows it at `at` too */
	CONFLICT_WRONG_ORDER,    /* the order of the draw pile is known: `other` comes next */
	CONFLICT_NOT_EMPTY,      /* read as empty, but cards lie there */
	CONFLICT_EMPTY,          /* a card is read where none can lie */
	CONFLICT_NOT_REACHABLE,  /* no legal move brings this card there */
	CONFLICT_NOT_AT_START,   /* at the start, foundations are empty and a column has one face-up
				    card */
	CONFLICT_OTHER_CARDS,    /* the front may be right, but not the cards given beneath it */
	CONFLICTS
};

#endif
