/* Findings: the result of interpreting a snapshot or a reported move. */
#ifndef MAKKER_FINDING_H
#define MAKKER_FINDING_H

#include <makker/advice.h>
#include <makker/card.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	MK_MAX_FINDING_MOVES = 8,
	MK_MAX_PLACES = 32,
	MK_MAX_REVEALED = 64,
	MK_MAX_COUNTED = 64,
	MK_MAX_ALTERNATIVES = 31,
	MK_MAX_ALTERNATIVE_MOVES = 5,
	MK_ODDS_PER_NAT = 100,
};

/* MK_STOPPED: the player has given the game up. Only sessions have it: a table never shows it. */
enum mk_outcome { MK_WAITING, MK_PLAYING, MK_WON, MK_LOST, MK_DRAWN, MK_STOPPED };

enum mk_explanation {
	MK_FIRST,
	MK_UNCHANGED,
	MK_SUGGESTED_MOVE,
	MK_OTHER_MOVE,
	MK_SEVERAL_MOVES,
	MK_LOOK_AGAIN,    /* not clear enough: nothing was changed, another snapshot is wanted */
	MK_CONTRADICTION, /* nothing explains it: nothing was changed */
};

/* "first", "unchanged", ... as the service writes them. */
const char *mk_explanation_name(enum mk_explanation explanation);

/*
 * A card at a position (positions are numbered by the game). `index` counts from 1 where a card
 * other than the front one is meant; 0 is the front.
 */
struct mk_place {
	uint8_t position;
	mk_card card;
	uint8_t index;
};

/* A count of the table, as the game names it: the unseen cards of a column, the shuffles left. */
struct mk_count {
	char name[16];
	int value;
	uint8_t position;
};

/* A move and the card that it turned up (MK_NO_CARD: none, or not read). */
struct mk_played_move {
	struct mk_move move;
	mk_card revealed;
};

/*
 * A card of a pile that is believed to be another one now; mostly it is the pile's front card.
 * Where that one lies beneath it already, the card was never laid there.
 */
struct mk_revision {
	uint8_t position;
	mk_card was; /* MK_NO_CARD: nothing was revised */
	mk_card card;
};

/*
 * Another hypothesis that is kept because no snapshot distinguishes it from the chosen one: the
 * moves that lead to it from one of those kept before (`from`: 0 is the likeliest).
 */
struct mk_alternative {
	uint8_t from;
	uint8_t move_count;
	int16_t odds; /* MK_ODDS_PER_NAT times the log-odds against the chosen one; at most 0 */
	struct mk_revision revised; /* what is another card there, before the steps */
	struct mk_played_move moves[MK_MAX_ALTERNATIVE_MOVES];
};

/*
 * Where a snapshot contradicts what is known: a card, or (`counted`) how many cards lie there.
 * `reason` is the game's code, `card` and `at` its words.
 */
struct mk_conflict {
	uint8_t position;
	uint8_t reason;
	uint8_t at;
	mk_card seen; /* MK_NO_CARD: seen to be empty */
	mk_card other;
	uint8_t expected_count;
	mk_card expected[4]; /* MK_NO_CARD: expected to be empty */
	bool counted;        /* then the two cards mean nothing, but these two: */
	uint32_t seen_count, likely_count;
};

/* A card that was read as another one, some moves ago. */
struct mk_repair {
	uint64_t event; /* the event that revealed it, and its place at that time */
	uint8_t position;
	uint8_t index;
	mk_card was;  /* as it was read */
	mk_card card; /* as it is; MK_NO_CARD: another one, but it is not known which */
	bool unique;  /* nothing else would explain what is seen */
	unsigned moves_ago;
};

/* How well a camera read the pictures that led to a finding. */
struct mk_reading_tally {
	uint16_t readings; /* of plain codes, at places where it is known now what lay there */
	uint16_t misread;  /* those that were wrong */
	uint16_t chances;  /* misreadings that the next picture of the same table could repeat */
	uint16_t again;    /* those that it did */
	/* Pictures after one that was not clear: of the same table, and of another one. */
	uint16_t as_wanted;
	uint16_t went_on;
};

/*
 * The interpretation of one snapshot or reported move. Accepted findings (MK_FIRST to
 * MK_SEVERAL_MOVES) are stored in the journal: applying `moves` and `revealed` to the older view
 * gives the newer one, whatever later versions of the program would conclude.
 */
struct mk_finding {
	enum mk_explanation explanation;
	uint8_t move_count;
	uint8_t revealed_count;
	uint8_t unreadable_count;
	uint8_t doubt_count;
	uint8_t conflict_count;
	uint8_t counted_count;
	uint8_t pictures; /* how many in a row have shown a contradiction, or were not clear */
	/*
	 * The resulting knowledge: `moves` after the hypothesis `from` of those kept before, and
	 * `alternatives`; all others are dropped. The moves come after the `revised` card. With
	 * `weighed`, MK_UNCHANGED changes knowledge, too: the odds of the hypotheses, which is the
	 * likeliest, or a card.
	 */
	struct mk_revision revised;
	uint8_t from;
	uint8_t alternative_count;
	bool weighed;
	/* Where cards may lie that no snapshot showed, as the game numbers it; 0: as before. */
	uint8_t gaps;
	/* ... and which piles may have lost a card so, likewise. */
	uint8_t hidden;
	/*
	 * With MK_LOOK_AGAIN: the snapshot leaves more hypotheses than can be kept, because several
	 * were kept before. No other one helps, but to know which of those is true. In no journal.
	 */
	bool crowded;
	/*
	 * With MK_LOOK_AGAIN: more may have been done than is looked for, and nothing else is open
	 * that could be asked about. No other snapshot of the table helps: the player has to enter
	 * the whole table. In no journal.
	 */
	bool wants_table;
	/* The cards of the table that may have been misread: those of the view afterwards. */
	mk_cards unconfirmed;
	/*
	 * Of a contradiction: cards of the view that may have been misread, but that the pictures,
	 * with those that contradict, show to be right rather than wrong. In no journal.
	 */
	mk_cards well_read;
	struct mk_reading_tally tally; /* in no journal */
	/* The arrays; what lies beyond a count means nothing. */
	struct mk_played_move moves[MK_MAX_FINDING_MOVES];
	/* All newly seen cards, in the order of seeing. */
	struct mk_place revealed[MK_MAX_REVEALED];
	uint8_t unreadable[MK_MAX_PLACES];     /* positions that could not be read */
	struct mk_place doubts[MK_MAX_PLACES]; /* cards that may lie there, or may not */
	struct mk_conflict conflicts[MK_MAX_PLACES];
	struct mk_alternative alternatives[MK_MAX_ALTERNATIVES];
	/* Of a first sight: how many cards lie at each place, where only that can be seen. */
	uint32_t counted[MK_MAX_COUNTED];
};

/* Copies what `from` holds. Beyond the counts the arrays of `to` stay as they are. */
void mk_finding_copy(struct mk_finding *to, const struct mk_finding *from);

/*
 * The same for a finding whose arrays hold zeros beyond their counts: they do so afterwards, too,
 * so that equal findings are equal byte by byte.
 */
void mk_finding_replace(struct mk_finding *finding, const struct mk_finding *next);

struct mk_text;

/* The context of a snapshot. */
struct mk_snapshot_context {
	/*
	 * The suggested move; NULL: none. The view may not allow it: it belongs to one of several
	 * hypotheses, or to an earlier one.
	 */
	const struct mk_move *suggested;
	int missed;       /* pictures that were taken since the last one and never came */
	float confidence; /* how far a plain code is trusted, above 0 and below 1 */
	const struct mk_place
		*hint; /* what the player said lies at a place (MK_NO_CARD: none); NULL: nothing */
	float misread_repeat_rate; /* how often a misreading comes again in the next picture,
				      likewise */
	float followed;  /* how often this player does what is suggested; 0: it is not known */
	float unchanged; /* how often this camera sends a picture of a table on which nothing was
			  * done, above 0 and below 1 */
	float as_wanted; /* how often a picture after one that was not clear shows the same table,
			  * at most 1; 0: it is not known */
	float several;   /* how often a picture of a change shows more than one move although none
			  * is missing, below 1; 0: it is not known */
	float missing_moved; /* how often a missing picture would have shown a move, below 1; 0: as
			      * often as a picture that arrives */
	float next_moved;    /* how often the picture that arrives after it shows another move,
			      * likewise */
	bool may_skip;   /* snapshots of this camera may have been skipped: it does not number them
			  * and was not seen to skip none */
	bool skips;      /* ... and it was seen to skip some */
	float suspected; /* how likely this camera skips some although it was not seen to; 0: it
			  * numbers them, or was seen to */
	float most_suspected; /* ... any camera that has shown this table; 1: one was seen to; 0:
			       * it is not known */
	bool typed;           /* a person typed what is seen: no camera has misread it */
	bool done;            /* the player says that something was done */
	int most_tables; /* so many tables may be looked at; where more would have to be, the status
			  * is MK_BUSY and the view unchanged. 0: the game's own bound */
	struct mk_text *why; /* takes what was weighed, a line of English each; NULL: not wanted */
};

#endif
