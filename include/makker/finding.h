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

/* MK_STOPPED: the player has given up. Only sessions have this outcome, tables do not. */
enum mk_outcome { MK_WAITING, MK_PLAYING, MK_WON, MK_LOST, MK_DRAWN, MK_STOPPED };

enum mk_explanation {
	MK_FIRST,
	MK_UNCHANGED,
	MK_SUGGESTED_MOVE,
	MK_OTHER_MOVE,
	MK_SEVERAL_MOVES,
	MK_LOOK_AGAIN,    /* ambiguous: the view is unchanged, another snapshot is needed */
	MK_CONTRADICTION, /* no hypothesis explains it: the view is unchanged */
};

/* "first", "unchanged", ... as the service writes them. */
const char *mk_explanation_name(enum mk_explanation explanation);

/*
 * A card at a position (the game numbers the positions). `index` 0 is the front card; other cards
 * of the pile count from 1.
 */
struct mk_place {
	uint8_t position;
	mk_card card;
	uint8_t index;
};

/* A named count of the table, such as the unseen cards of a column or the remaining redeals. */
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
 * A card of a pile, mostly its front card, that is now believed to be `card` instead of `was`.
 * Where `card` already lies directly beneath, `was` was never put on the pile.
 */
struct mk_revision {
	uint8_t position;
	mk_card was; /* MK_NO_CARD: nothing was revised */
	mk_card card;
};

/*
 * Another hypothesis, kept because no snapshot distinguishes it from the chosen one: the moves that
 * lead to it from hypothesis `from` of the previous view (0 is the likeliest).
 */
struct mk_alternative {
	uint8_t from;
	uint8_t move_count;
	int16_t odds; /* MK_ODDS_PER_NAT times the log-odds against the chosen one; at most 0 */
	struct mk_revision revised; /* a revised card, applied before the moves */
	struct mk_played_move moves[MK_MAX_ALTERNATIVE_MOVES];
};

/*
 * A slot where a snapshot contradicts the view: in a card or (`counted`) in the number of cards.
 * `reason` is the game's code; `other` and `at` are arguments of its sentence.
 */
struct mk_conflict {
	uint8_t position;
	uint8_t reason;
	uint8_t at;
	mk_card seen; /* MK_NO_CARD: seen to be empty */
	mk_card other;
	uint8_t expected_count;
	mk_card expected[4]; /* MK_NO_CARD: expected to be empty */
	bool counted;        /* true: the cards are unused, the next two members are valid */
	uint32_t seen_count, likely_count;
};

/* A proposed correction: a card that was misread some moves ago. */
struct mk_repair {
	uint64_t event; /* the event that revealed it; position and index at that time */
	uint8_t position;
	uint8_t index;
	mk_card was;  /* as it was read */
	mk_card card; /* the true card; MK_NO_CARD: another one, not known which */
	bool unique;  /* no other repair explains the snapshot */
	unsigned moves_ago;
};

/* Counts of correct and wrong readings in the snapshots that led to a finding. */
struct mk_reading_tally {
	uint16_t readings; /* readings of plain codes at slots whose card is known by now */
	uint16_t misread;  /* of `readings`, the wrong ones */
	uint16_t chances;  /* misreadings that the next snapshot of the same table could repeat */
	uint16_t again;    /* of `chances`, the repeated ones */
	/* Snapshots after an ambiguous one that show the same table, and that show another one. */
	uint16_t as_wanted;
	uint16_t went_on;
};

/*
 * The interpretation of one snapshot or reported move. Accepted findings (MK_FIRST to
 * MK_SEVERAL_MOVES) are stored in the journal: applying `moves` and `revealed` to the older view
 * gives the newer one, even if a later version of the program interprets snapshots differently.
 */
struct mk_finding {
	enum mk_explanation explanation;
	uint8_t move_count;
	uint8_t revealed_count;
	uint8_t unreadable_count;
	uint8_t doubt_count;
	uint8_t conflict_count;
	uint8_t counted_count;
	uint8_t pictures; /* consecutive snapshots that showed a contradiction or were ambiguous */
	/*
	 * The resulting hypotheses: hypothesis `from` of the previous view with the `revised` card
	 * and then the `moves`, and the `alternatives`; all others are dropped. With `weighed`,
	 * MK_UNCHANGED also changes the view: the odds of the hypotheses, the likeliest one, or a
	 * card.
	 */
	struct mk_revision revised;
	uint8_t from;
	uint8_t alternative_count;
	bool weighed;
	/* Slots that may hold cards that no snapshot showed, numbered by the game; 0: as before. */
	uint8_t gaps;
	/* Piles that may have lost such a card, numbered by the game; 0: as before. */
	uint8_t hidden;
	/*
	 * With MK_LOOK_AGAIN: the snapshot leaves more hypotheses than can be kept, because several
	 * were kept before. Further snapshots do not help; an answer to which of those is true
	 * does. Not stored in the journal.
	 */
	bool crowded;
	/*
	 * With MK_LOOK_AGAIN: more moves may have been made than the tracker searches for, and
	 * there is no open question to ask. Further snapshots do not help: the player has to enter
	 * the whole table. Not stored in the journal.
	 */
	bool wants_table;
	/* Cards of the resulting view that may have been misread. */
	mk_cards unconfirmed;
	/*
	 * Of a contradiction: cards of the view that may have been misread, but are more likely
	 * right than wrong by the snapshots, the contradicting ones included. Not stored in the
	 * journal.
	 */
	mk_cards well_read;
	struct mk_reading_tally tally; /* not stored in the journal */
	/* The arrays; elements beyond a count are undefined. */
	struct mk_played_move moves[MK_MAX_FINDING_MOVES];
	/* All newly seen cards, in the order in which they were seen. */
	struct mk_place revealed[MK_MAX_REVEALED];
	uint8_t unreadable[MK_MAX_PLACES];     /* positions that could not be read */
	struct mk_place doubts[MK_MAX_PLACES]; /* cards that may or may not lie there */
	struct mk_conflict conflicts[MK_MAX_PLACES];
	struct mk_alternative alternatives[MK_MAX_ALTERNATIVES];
	/*
	 * Of a first snapshot: the number of cards of each pile of which only the number is
	 * visible.
	 */
	uint32_t counted[MK_MAX_COUNTED];
};

/* Copies what `from` holds. Beyond the counts the arrays of `to` stay as they are. */
void mk_finding_copy(struct mk_finding *to, const struct mk_finding *from);

/*
 * The same for a finding whose arrays are zero beyond their counts, and remain so: equal findings
 * then have equal bytes.
 */
void mk_finding_replace(struct mk_finding *finding, const struct mk_finding *next);

struct mk_text;

/* The context of a snapshot. */
struct mk_snapshot_context {
	/*
	 * The suggested move; NULL: none. It may be illegal in the view: it belongs to one of
	 * several hypotheses, or to an earlier view.
	 */
	const struct mk_move *suggested;
	int missed;       /* snapshots taken since the last one that never arrived */
	float confidence; /* probability that a plain code is correct, above 0 and below 1 */
	const struct mk_place *hint; /* the player's answer about the card at a place (MK_NO_CARD:
					none); NULL: no answer */
	float misread_repeat_rate;   /* probability that a misreading recurs in the next snapshot,
					above 0 and below 1 */
	float followed; /* fraction of decisions in which this player follows the suggestion; 0: not
			   known */
	float unchanged; /* fraction of this camera's snapshots that show an unchanged table, above
			    0 and below 1 */
	float as_wanted; /* fraction of snapshots after an ambiguous one that show the same table,
			    at most 1; 0: not known */
	float several;   /* fraction of snapshots of a change that show more than one move although
			    none is missing, below 1; 0: not known */
	float missing_moved; /* probability that a missing snapshot would have shown a move, below
				1; 0: the same as for a snapshot that arrives */
	float next_moved; /* probability that the snapshot that arrives after it shows another move;
			     range and 0 as above */
	bool may_skip; /* this camera may have skipped snapshots: it does not number them, and there
			  is no evidence that it skips none */
	bool skips;    /* there is evidence that this camera skips snapshots */
	float suspected; /* probability that this camera skips snapshots without evidence of it; 0:
			    it numbers them, or there is evidence */
	float most_suspected; /* the same for any camera that has shown this table; 1: there is
				 evidence for one; 0: not known */
	bool typed;           /* a person typed the snapshot: it has no misreadings of a camera */
	bool done;            /* the player reports that a move was made */
	int most_tables; /* node budget: maximum number of tables to examine; beyond it the status
			    is MK_BUSY and the view unchanged. 0: the game's own bound */
	struct mk_text
		*why; /* receives the weighed hypotheses, one line of English each; may be NULL */
};

#endif
