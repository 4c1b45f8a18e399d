/*
 * Klondike's state: what is known of a table, and a whole table with its hidden cards.
 *
 * A world is what is known plus what is hidden, so that a simulated player who has missed nothing
 * reads `world.known` and cannot reach the rest. Rules and counters: see rules.h and moves.h.
 */
#ifndef KLONDIKE_TABLE_TABLE_H
#define KLONDIKE_TABLE_TABLE_H

#include <makker/game.h>

enum {
	COLUMNS = 7,
	COLUMN_UP = 13,   /* most face-up cards in a column: king down to ace */
	COLUMN_UNDER = 6, /* most face-down cards in a column */
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
 * In `more[0]` of a move after which the player turns a card up by himself: he has not done so yet
 * (a camera saw the back, or no card). Never set in lists of legal moves.
 */
enum { NOT_TURNED = 1 };

/*
 * ... of a move that no picture showed: a draw whose card went beneath the waste's front card
 * before that one was seen, or a shuffle before which all cards that seem to be left were drawn so.
 * Only where the waste has gaps; never in lists of legal moves.
 */
enum { EARLIER = 2 };

/* The options, unpacked from struct mk_rules. */
struct klondike_rules {
	uint8_t draw;     /* 1 or 3 cards at a time */
	int16_t shuffles; /* at the start; MK_UNLIMITED */
	bool kept;        /* a shuffle keeps the order (turned over) */
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
	mk_cards face_up; /* the cards of `column` as a set: judging asks for it at every step */ \
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
	 * Draws and shuffles since the game last went forward (a card turned up, out of the pile \
	 * or to a foundation), and how much was turned when they began (0 while there are none): \
	 * against turning for ever. \
	 */ \
	uint16_t idle; \
	uint8_t turned_from; \
	/* \
	 * So many of the waste's lowest cards were counted: nothing unseen lies among them. Of \
	 * the others those with a bit in `gaps` (by their place) may lie on cards that were drawn \
	 * and that no picture showed: then more are turned than `turned`, and `left` is too high. \
	 */ \
	uint8_t counted; \
	uint32_t gaps; \
	/* \
	 * Piles from which a card may have come up and gone to its foundation between two \
	 * pictures, a bit each by position: then it has one unseen card fewer. OPEN_SHUFFLE: no \
	 * card is left, or the pile was shuffled since and the front card came up again. `gone` \
	 * are the cards that may lie on their foundations so; each that is seen elsewhere was not \
	 * one of them. \
	 */ \
	uint16_t open; \
	mk_cards gone; \
	/* \
	 * A card has come back from a foundation since a card was last turned up or left the \
	 * pile: what it came back for is still to come. \
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
	 * Cards that were read, and may have been misread, see confirm.h; klondike_play() leaves
	 * them as they are.
	 */
	mk_cards unconfirmed;
	/* The alternatives; klondike_play() leaves them as they are. */
	uint8_t alternatives;
	struct klondike_alternative alternative[MAX_ALTERNATIVES];
};

/*
 * Copying views. Alternatives are most of a view's bytes and mostly there are none: none of these
 * reads more of them than there are.
 *
 * In a view that is kept the places of alternatives that it does not have are zero, so that equal
 * views are equal byte by byte. In a copy on the way they hold anything; klondike_replace_view()
 * makes it a view that is kept.
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
 * A whole table: `under[c][0]` lies deepest; `pile` has the truth for known.pile. How the pile will
 * be mixed is hidden in the same way: applying a move needs no chance, and equal worlds stay equal.
 */
struct klondike_world {
	struct klondike_view known;
	mk_card under[COLUMNS][COLUMN_UNDER];
	mk_card pile[PILE];
	struct mk_rng mixing;
};

/* ---- The piles ------------------------------------------------------------------------------ */

extern const struct mk_pile_kind klondike_piles[];

/* The content of the pile; of a column with its face-down cards. */
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
	 * SEEN_BACK, SEEN_EMPTY or nothing given: whether face-down cards are in the stock. After
	 * real mixing the same card may come up in front: only this shows that anything happened.
	 */
	uint8_t stock_seen;
	uint8_t stock_count; /* stock_known: the order of the stock, first turned first */
	mk_card stock[PILE];
	/*
	 * The first plain code that was read before at another place: a camera has misread one of
	 * both (slots.h), a person has mistyped it. MK_NO_CARD: none. `index`: 0 is the slot, else
	 * the place in its list, from 1.
	 */
	struct mk_place twice;
};

/* The snapshot has more than front cards. */
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

/* The front card of a column or of the waste; MK_NO_CARD when there is none. */
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

/* The face-up cards of a column; MK_NO_CARD among them where one is not known. */
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

/* A table before anything was seen of it. */
void klondike_begin(struct klondike_view *view, const struct klondike_rules *rules);

/*
 * The first sight: the columns' front cards, and the waste's (MK_NO_CARD where the player has not
 * turned up any yet). A stock that is known goes into `pile` by itself.
 */
void klondike_start(struct klondike_view *view, const mk_card front[COLUMNS], mk_card waste);

/*
 * Which cards of the waste may lie on others that no picture showed. A finding says so of the cards
 * that it draws, or of all that were drawn since the waste was last counted; or that it is counted
 * now.
 */
enum klondike_gaps {
	GAPS_AS_THEY_ARE,
	GAPS_UNDER_DRAWN,
	GAPS_UNDER_ALL,
	GAPS_NONE,
	/*
	 * ... and so many more: so many cards are left; the others that seem to be left lie in the
	 * gaps, in one or another.
	 */
	GAPS_LEFT,
	GAPS_MAX = GAPS_LEFT + PILE,
};

/*
 * Other cards that pictures may not have shown, see `open` in struct klondike_view. A finding says
 * so of the piles from which its moves turn up cards, of a camera that is suspected of skipping
 * pictures or was seen to; or that all is known now.
 */
enum klondike_hidden { HIDDEN_AS_IT_IS, HIDDEN_PERHAPS, HIDDEN_SINCE, HIDDEN_NONE };

/* Bits of `open`, beside those of the positions. OPEN_SURE: the camera was seen to skip pictures.
 */
enum { OPEN_SHUFFLE = 1 << POSITIONS, OPEN_SURE = 1 << (POSITIONS + 1) };

/*
 * A picture was understood, and a move turned up a card at `position` (or MK_NO_SEAT): opens the
 * piles that `hidden` says, and closes those that the table decides.
 */
void klondike_note_hidden(struct klondike_view *view, int position, enum klondike_hidden hidden);

/* No card went to its foundation unseen, and the pile was not shuffled. */
void klondike_close_all(struct klondike_view *view);

/* The card went from the pile to its foundation. False where that cannot be. */
bool klondike_put_gone(struct klondike_view *view, int position, mk_card card);

/* The waste was counted: no card lies unseen in it. */
void klondike_count_waste(struct klondike_view *view);

/* All cards of the waste that were not counted may lie on others. */
void klondike_doubt_waste(struct klondike_view *view);

/* The unseen card that may lie beneath the card at `place` of the waste does lie there. */
void klondike_fill_gap(struct klondike_view *view, int place);

/* So many cards are left, see GAPS_LEFT. False where that cannot be. */
bool klondike_settle_left(struct klondike_view *view, int left);

/* May a card that no picture showed lie beneath the one at `place` of the waste? */
bool klondike_has_gap(const struct klondike_view *view, int place);

/*
 * A move of a finding led from `before` to `view`. With GAPS_UNDER_DRAWN a card that it draws may
 * lie on others, with HIDDEN_SINCE others may have come up since.
 */
void klondike_note_seen(struct klondike_view *view, const struct klondike_view *before,
	struct mk_move move, enum klondike_gaps gaps, enum klondike_hidden hidden);

/* Sets what is kept beside the cards for speed, where a table was put together by hand. */
void klondike_recount(struct klondike_view *view);

/*
 * Carries out a legal move with all counters. `revealed` is the card that it turned up: the next
 * card of a column, or the new front card of the waste; MK_NO_CARD where none was, or where the
 * view knows it already. Where it is not known either, the place stays MK_NO_CARD (for following
 * what might have happened): no move touches such a card.
 */
void klondike_play(struct klondike_view *view, struct mk_move move, mk_card revealed);

/*
 * Where `move` turns up a card that is not known: the position (0-6, DRAW_PILE), else MK_NO_SEAT.
 * `known` (may be NULL) gets the card where the view knows which it will be, else MK_NO_CARD.
 */
int klondike_turns_up(const struct klondike_view *view, struct mk_move move, mk_card *known);

/*
 * The present place in `pile` of the card that will be the waste's front when `move` (from the draw
 * pile) brings up another one, or -1. After mixing the places are new ones.
 */
int klondike_next_front(const struct klondike_view *view, struct mk_move move);

/* The same during replay: the waste's front card may have been misread then, and is unknown now. */
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
 * The cards that may come up at `position` (a column or the draw pile) when `move` is made: not one
 * that lies elsewhere, in a column none that is known to lie in the pile, in the pile only such
 * ones when they fill all its unknown places.
 */
mk_cards klondike_may_turn_up(const struct klondike_view *view, struct mk_move move, int position);

/*
 * How likely `card` is the one that comes up then, 0 to 1: in the pile each of its unknown places
 * is as likely to come first, and of the cards that no picture showed each is as likely to lie
 * there.
 */
float klondike_chance_to_turn_up(
	const struct klondike_view *view, struct mk_move move, int position, mk_card card);

/*
 * The card that `move` turns over where it is known which one comes; MK_NO_CARD where it is not
 * known, or none is turned over (a waste's front that is laid bare again was up before).
 */
mk_card klondike_sure_to_turn_up(const struct klondike_view *view, struct mk_move move);

/* The number of unknown places of the pile whose cards were never seen, without the loose ones. */
int klondike_unseen_in_pile(const struct klondike_view *view);

/*
 * True if `move` can turn up `revealed`. MK_NO_CARD if it turns up none, if the card is known, and
 * if it comes up in the pile and is covered again before it was seen.
 */
bool klondike_can_reveal(const struct klondike_view *view, struct mk_move move, mk_card revealed);

#endif
