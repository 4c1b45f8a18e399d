/*
 * Klondike's state: the knowledge of a table, and a complete table with its hidden cards.
 *
 * A world is a view plus the hidden cards. A simulated player with complete knowledge of the events
 * reads `world.known` and has no access to the rest. Rules and counters: see rules.h and moves.c.
 */
#ifndef KLONDIKE_TABLE_TABLE_H
#define KLONDIKE_TABLE_TABLE_H

#include <makker/game.h>

enum {
	COLUMNS = 7,
	COLUMN_UP = 13,   /* maximum of face-up cards in a column: king to ace */
	COLUMN_UNDER = 6, /* maximum of face-down cards in a column */
	PILE = 24,
};

/* The original program's positions. */
enum { FIRST_FOUNDATION = 7, DRAW_PILE = 11, POSITIONS = 12 };

/* The original program's move types 1-4, then ours; they are `kind` in struct mk_move. */
enum klondike_kind {
	TO_FOUNDATION = 1,
	KING_TO_EMPTY,
	COLUMN_TO_COLUMN,
	DRAW_TO_COLUMN,
	DRAW,
	SHUFFLE,
	FOUNDATION_TO_COLUMN,
};

/*
 * In `more[0]` of a move after which the player usually turns up the next card: this has not
 * happened yet (a camera saw the back, or no card). Never set in lists of legal moves.
 */
enum { NOT_TURNED = 1 };

/*
 * In `more[0]` of a move that no snapshot showed: a draw whose card was covered by the front card
 * of the waste before that one was seen, or a redeal before which all cards that seem to be left
 * were drawn like that. Only if the waste has gaps; never in lists of legal moves.
 */
enum { EARLIER = 2 };

/* The options, unpacked from struct mk_rules. */
struct klondike_rules {
	uint8_t draw;     /* 1 or 3 cards per draw */
	int16_t shuffles; /* at the start; MK_UNLIMITED */
	bool kept;        /* a redeal keeps the order (turned over) */
	bool foundation_return;
	bool cleared; /* goal: 52 cards on the foundations; else: no unseen card left */
	bool stock_known;
	bool first_card_up;
	uint8_t max_column_to_column;
};

/*
 * The known cards and counters. Columns hold their face-up cards, the deepest first; they are
 * always one run (alternating colours, each a rank lower), and all of them are known. `pile` is
 * stock and waste in the order of turning: the first `turned` cards are face up (the waste, its
 * front card last), the rest face down; MK_NO_CARD for unknown cards. The front card of the waste
 * is always known. `pile_loose` are cards known to be at one of the unknown places of the pile.
 *
 * The original program's counters: left = pile_count - turned, removed = 24 - pile_count.
 *
 * A macro, since these are members of struct klondike_view and a struct of their own as well.
 */
#define KLONDIKE_STATE \
	mk_cards face_up; /* the cards of `column` as a set, since every evaluation needs it */ \
	mk_cards pile_loose; \
	uint8_t unseen[COLUMNS]; \
	uint8_t up[COLUMNS]; \
	mk_card column[COLUMNS][COLUMN_UP]; \
	uint8_t foundation[MK_SUITS]; /* rank of the top card, 0 for none */ \
	uint8_t pile_count; \
	uint8_t turned; \
	mk_card pile[PILE]; \
	int16_t shuffles; /* still allowed; MK_UNLIMITED */ \
	mk_card just_moved; \
	uint8_t column_to_column; \
	/* \
	 * Loop prevention: number of draws and redeals since the game last progressed (a card \
	 * turned up, taken from the pile or put on a foundation), and the value of `turned` when \
	 * they began (0 while there are none). \
	 */ \
	uint16_t idle; \
	uint8_t turned_from; \
	/* \
	 * The lowest `counted` cards of the waste were counted: no unseen card lies among them. \
	 * `gaps` is a bit mask of places: beneath these cards may lie others that were drawn \
	 * unseen. If so, more cards are turned than `turned`, and `left` is too high. \
	 */ \
	uint8_t counted; \
	uint32_t gaps; \
	/* \
	 * Bit mask, by position, of the piles from which a card may have come up and gone to its \
	 * foundation between two snapshots; the pile then has one unseen card fewer. \
	 * OPEN_SHUFFLE: no card is left in the stock, or a redeal since brought the same front \
	 * card. `gone` are the cards that may be on their foundations unseen; one that is seen \
	 * elsewhere is removed. \
	 */ \
	uint16_t open; \
	mk_cards gone; \
	/* \
	 * A card has returned from a foundation since a card was last turned up or taken from the \
	 * pile: the purpose of the return is not fulfilled yet. \
	 */ \
	bool returned;

struct klondike_state {
	KLONDIKE_STATE
};

/*
 * Alternatives to the state in struct klondike_view that look the same: no snapshot has
 * distinguished them (the same card came up after a redeal, two draws looked like one, a card was
 * put on a foundation that the camera does not see). The indices in `alternative` are stable while
 * one event is applied; `dropped` marks one that turned out to be impossible.
 */
enum { MAX_ALTERNATIVES = 31 };
struct klondike_alternative {
	struct klondike_state state;
	int16_t odds; /* MK_ODDS_PER_NAT times the log-odds against the likeliest; at most 0 */
	bool dropped;
};

struct klondike_view {
	struct klondike_rules rules;
	bool started; /* a first snapshot was accepted */
	union {
		struct klondike_state state;
		struct {
			KLONDIKE_STATE
		};
	};
	/*
	 * Cards that were read and may have been misread, see confirm.h; klondike_play() does not
	 * change them.
	 */
	mk_cards unconfirmed;
	/* The alternatives; klondike_play() does not change them. */
	uint8_t alternatives;
	struct klondike_alternative alternative[MAX_ALTERNATIVES];
};

/*
 * Copies of views. Alternatives are most of a view's bytes, and usually there are none, so these
 * functions copy only those in use.
 *
 * In a stored view the unused alternatives are zero, so that equal views are equal byte by byte. In
 * a temporary copy they are undefined; klondike_replace_view() turns it into a view that can be
 * stored.
 */

/* Copies `from` without its alternatives; `to` has none. */
static inline void klondike_copy_table(struct klondike_view *to, const struct klondike_view *from)
{
	memcpy(to, from, offsetof(struct klondike_view, alternatives));
	to->alternatives = 0;
}

static inline void klondike_copy_view(struct klondike_view *to, const struct klondike_view *from)
{
	klondike_copy_table(to, from);
	to->alternatives = from->alternatives;
	memcpy(to->alternative, from->alternative,
		from->alternatives * sizeof from->alternative[0]);
}

/* Replaces the state by `next`. */
static inline void klondike_replace_view(
	struct klondike_view *view, const struct klondike_view *next)
{
	memset(view->alternative, 0, view->alternatives * sizeof view->alternative[0]);
	klondike_copy_view(view, next);
}

/*
 * A complete table: `under[c][0]` is the deepest card; `pile` has all cards of known.pile. The
 * state of the generator for redeals is part of it: applying a move needs no other chance, and
 * equal worlds stay equal.
 */
struct klondike_world {
	struct klondike_view known;
	mk_card under[COLUMNS][COLUMN_UNDER];
	mk_card pile[PILE];
	struct mk_rng mixing;
};

/* ---- The piles ------------------------------------------------------------------------------ */

extern const struct mk_pile_kind klondike_piles[];

/* The content of the pile; for a column with its face-down cards. */
void klondike_pile(const struct mk_view *known, int position, struct mk_pile *pile);

/* ---- A snapshot ----------------------------------------------------------------------------- */

enum klondike_seen { NOT_SHOWN, UNREADABLE, SEEN_EMPTY, SEEN_BACK, SEEN_CARD };

/* One slot of a snapshot. With SEEN_CARD: candidates, the most probable first (a plain code: one, p
 * 1). */
struct klondike_reading {
	uint8_t seen;
	uint8_t candidates;
	struct {
		mk_card card;
		float p;
	} candidate[4];
};

struct klondike_snapshot {
	struct klondike_reading slot[POSITIONS]; /* the front cards, by position */
	uint8_t run[COLUMNS];           /* number of face-up cards given; 0: the front alone */
	mk_card up[COLUMNS][COLUMN_UP]; /* those, the deepest first; MK_NO_CARD: unreadable */
	uint8_t waste_count;            /* the same for the draw pile's waste, front last */
	mk_card waste[PILE];
	/*
	 * SEEN_BACK, SEEN_EMPTY or NOT_SHOWN: whether face-down cards are in the stock. After a
	 * redeal that mixes, the same card may be in front again; only this shows the redeal.
	 */
	uint8_t stock_seen;
	uint8_t stock_count; /* stock_known: the order of the stock, first turned first */
	mk_card stock[PILE];
	/*
	 * The first plain code that occurred before at another place: a camera has misread one of
	 * the two (slots.h), or a person has mistyped it. MK_NO_CARD: none. `index`: 0 is the slot,
	 * otherwise the place in its list, from 1.
	 */
	struct mk_place twice;
};

/* True if the snapshot has lists of cards beyond the front cards. */
static inline bool klondike_has_lists(const struct klondike_snapshot *seen)
{
	static const uint8_t none[COLUMNS];

	return seen->waste_count || memcmp(seen->run, none, sizeof none) != 0;
}

/* ---- Between the opaque types and these ----------------------------------------------------- */

static inline const struct klondike_view *view_of(const struct mk_view *view)
{
	return (const struct klondike_view *)view;
}

static inline const struct klondike_world *world_of(const struct mk_world *world)
{
	return (const struct klondike_world *)world;
}

static inline const struct klondike_snapshot *snapshot_of(const struct mk_snapshot *seen)
{
	return (const struct klondike_snapshot *)seen;
}

/* ---- Questions ------------------------------------------------------------------------------ */

static inline int klondike_left(const struct klondike_view *view)
{
	return view->pile_count - view->turned;
}

/* The front card of a column or of the waste; MK_NO_CARD if there is none. */
static inline mk_card klondike_front(const struct klondike_view *view, int position)
{
	if (position == DRAW_PILE) {
		return view->turned ? view->pile[view->turned - 1] : MK_NO_CARD;
	}
	return view->up[position] ? view->column[position][view->up[position] - 1] : MK_NO_CARD;
}

static inline bool klondike_is_empty(const struct klondike_view *view, int column)
{
	return view->up[column] == 0 && view->unseen[column] == 0;
}

/* The face-up cards of a column; MK_NO_CARD is among them if one is unknown. */
static inline mk_cards klondike_column_cards(const struct klondike_view *view, int column)
{
	mk_cards cards = 0;

	for (int place = 0; place < view->up[column]; place++) {
		cards |= MK_CARD_BIT(view->column[column][place]);
	}
	return cards;
}

/* Cards whose place is known or that are known to lie in the pile. All others are unseen. */
mk_cards klondike_seen_cards(const struct klondike_view *view);

mk_cards klondike_foundation_cards(const struct klondike_view *view);

/* ---- Changes -------------------------------------------------------------------------------- */

/* Initializes a table of which nothing is known. */
void klondike_begin(struct klondike_view *view, const struct klondike_rules *rules);

/*
 * Starts the game with the front cards of the columns and of the waste (MK_NO_CARD if the player
 * has not turned one up yet). The caller writes a known stock to `pile`.
 */
void klondike_start(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste);

/*
 * Gaps: cards of the waste that may lie on others that no snapshot showed. A finding opens gaps
 * beneath the cards that it draws, or beneath all that were drawn since the waste was last counted;
 * or it closes all gaps, because the waste is counted.
 */
enum klondike_gaps {
	GAPS_AS_THEY_ARE,
	GAPS_UNDER_DRAWN,
	GAPS_UNDER_ALL,
	GAPS_NONE,
	/*
	 * GAPS_LEFT + n: n cards are left; the others that seemed to be left lie in the gaps, it is
	 * not known in which.
	 */
	GAPS_LEFT,
	GAPS_MAX = GAPS_LEFT + PILE,
};

/*
 * Other cards that no snapshot may have shown, see `open` in struct klondike_view. A finding opens
 * the piles from which its moves turn up cards, if the camera is suspected of skipping snapshots or
 * was seen to; or it closes all of them.
 */
enum klondike_hidden { HIDDEN_AS_IT_IS, HIDDEN_PERHAPS, HIDDEN_SINCE, HIDDEN_NONE };

/*
 * Bits of `open` besides those of the positions. OPEN_SURE: the camera was seen to skip snapshots.
 */
enum { OPEN_SHUFFLE = 1 << POSITIONS, OPEN_SURE = 1 << (POSITIONS + 1) };

/*
 * Called after an accepted snapshot; a move turned up a card at `position` (or MK_NO_SEAT). Opens
 * piles according to `hidden`, and closes those for which the table rules out hidden cards.
 */
void klondike_note_hidden(struct klondike_view *view, int position, enum klondike_hidden hidden);

/* Closes all piles: no card went unseen to its foundation, and there was no unseen redeal. */
void klondike_close_all(struct klondike_view *view);

/* Moves an unseen card from the pile to its foundation; false if that is not possible. */
bool klondike_put_gone(struct klondike_view *view, int position, mk_card card);

/* Records that the waste was counted: no card lies unseen in it. */
void klondike_count_waste(struct klondike_view *view);

/* Opens a gap beneath each card of the waste that was not counted. */
void klondike_doubt_waste(struct klondike_view *view);

/* Fills a gap: an unseen card does lie beneath the card at `place` of the waste. */
void klondike_fill_gap(struct klondike_view *view, int place);

/* Settles the number of cards left, see GAPS_LEFT; false if it is not possible. */
bool klondike_settle_left(struct klondike_view *view, int left);

/* True if an unseen card may lie beneath the card at `place` of the waste. */
bool klondike_has_gap(const struct klondike_view *view, int place);

/*
 * Called for a move of a finding from `before` to `view`. With GAPS_UNDER_DRAWN a drawn card may
 * lie on others; with HIDDEN_SINCE others may have come up since.
 */
void klondike_note_seen(struct klondike_view *view, const struct klondike_view *before,
	struct mk_move move, enum klondike_gaps gaps, enum klondike_hidden hidden);

/*
 * Recomputes the members that are derived from the cards, for tables that were not made by moves.
 */
void klondike_recount(struct klondike_view *view);

/*
 * Carries out a legal move with all counters. `revealed` is the card that it turned up: the next
 * card of a column, or the new front card of the waste; MK_NO_CARD if there was none or the view
 * knows it. If the card is unknown, its place stays MK_NO_CARD (used by searches for hypotheses);
 * no legal move touches such a card.
 */
void klondike_play(struct klondike_view *view, struct mk_move move, mk_card revealed);

/*
 * The position (0-6, DRAW_PILE) at which `move` turns up an unknown card, otherwise MK_NO_SEAT.
 * `known` (may be NULL) gets the card if the view knows which one it will be, otherwise MK_NO_CARD.
 */
int klondike_turns_up(const struct klondike_view *view, struct mk_move move, mk_card *known);

/*
 * The present place in `pile` of the card that `move` (of the draw pile) brings to the front of the
 * waste; -1 if none. After mixing, the places are different.
 */
int klondike_next_front(const struct klondike_view *view, struct mk_move move);

/*
 * The same during replay, when the front card of the waste may be unknown because it was misread.
 */
const char *klondike_view_torn(const struct klondike_view *view);

/* The first broken invariant of a view in English, or NULL. */
const char *klondike_view_broken(const struct klondike_view *view);

/* The same for players: the faults of an entered table have sentences in every language. */
const struct mk_phrase *klondike_view_flaw(const struct klondike_view *view);

/*
 * All legal moves in the classic order (types 1, 2, 3, 4, then 7, draw, shuffle). A card that comes
 * back from a foundation has cut 1, as one from the draw pile.
 */
size_t klondike_moves(const struct klondike_view *view, struct mk_move moves[MK_MAX_MOVES]);

bool klondike_is_legal(const struct klondike_view *view, struct mk_move move);

/* Goal reached; or proven that it cannot be reached any more; else playing (waiting before the
 * start). */
enum mk_outcome klondike_outcome(const struct klondike_view *view);

/* Proven: the goal cannot be reached, although cards may still be turned. */
bool klondike_is_hopeless(const struct klondike_view *view);

/* Which cards a move may turn up. */

/*
 * The cards that may come up at `position` (a column or the draw pile) when `move` is made. Cards
 * with a known place are excluded; for a column also cards known to lie in the pile; for the pile
 * all other cards, if those fill all its unknown places.
 */
mk_cards klondike_may_turn_up(const struct klondike_view *view, struct mk_move move, int position);

/*
 * The probability, 0 to 1, that `card` comes up: each unknown place of the pile is equally likely
 * to come first, and each unseen card is equally likely to lie there.
 */
float klondike_chance_to_turn_up(
	const struct klondike_view *view, struct mk_move move, int position, mk_card card);

/*
 * The card that `move` turns over if it is known; MK_NO_CARD if it is unknown or no card is turned
 * over (a waste card that is uncovered again was face up before).
 */
mk_card klondike_sure_to_turn_up(const struct klondike_view *view, struct mk_move move);

/* The number of unknown places of the pile whose cards were never seen, without the loose ones. */
int klondike_unseen_in_pile(const struct klondike_view *view);

/*
 * True if `move` can turn up `revealed`. MK_NO_CARD is possible if it turns up none, if the card is
 * known, and if it comes up in the pile and is covered again before it was seen.
 */
bool klondike_can_reveal(const struct klondike_view *view, struct mk_move move, mk_card revealed);

#endif
