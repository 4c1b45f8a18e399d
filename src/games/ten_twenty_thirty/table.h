/*
 * 10-20-30: the view of a table, and a world. Unknown are the cards that were never dealt: they
 * come before those that were put under the deck, in an unknown order.
 */
#ifndef TENS_TABLE_H
#define TENS_TABLE_H

#include "games/ten_twenty_thirty/core.h"

#include <makker/game.h>

/*
 * Positions: 0 to 6 the columns, 7 the deck. In a snapshot of a dealt card alone, 8 has that card
 * and the other piles are not seen.
 */
enum { DECK_POSITION = 7, POSITIONS = 8, DEALT_POSITION = 8 };

/* `kind` of moves: a triplet from column `from`, its combo in `cut`; a card to column `to`. */
enum { REMOVE = 1, DEAL };

enum removal { OPTIONAL, MANDATORY, FORCED };

enum { LOG = 1152, NO_COLUMN = COLUMNS };

struct tens_view {
	struct core core;
	uint8_t unknown; /* number of cards at the front of the deck that are unknown */
	uint8_t last;    /* the column that was dealt to last, or NO_COLUMN */
	uint8_t removal; /* enum removal */
	uint8_t late;    /* triplets may be removed from any column, not only from the last one */
	uint8_t order[COMBOS];
	uint8_t repeated;    /* the state has repeated: the game is stuck */
	uint8_t stuck_loses; /* a stuck game is lost, otherwise drawn */
	uint32_t dealt;
	/*
	 * The history, the newest entry last: a deal to a column, or a triplet. It is read
	 * backwards to find repetitions; the oldest part of very long games is dropped.
	 */
	uint16_t log_length;
	uint8_t log[LOG];
};

struct tens_world {
	struct tens_view known;
	uint8_t hidden[MK_DECK]; /* the unknown cards, in the order of dealing */
};

static inline const struct tens_view *view_of(const struct mk_view *view)
{
	return (const struct tens_view *)view;
}

static inline const struct tens_world *world_of(const struct mk_world *world)
{
	return (const struct tens_world *)world;
}

/* The card of a snapshot of a dealt card alone; MK_NO_CARD for one of columns. */
static inline mk_card tens_dealt(const struct mk_snapshot *seen)
{
	return ((const struct mk_piles *)seen)->pile[DEALT_POSITION].card[0];
}

/* Bit mask of the combos that the player may remove from the column now. */
unsigned tens_combos(const struct tens_view *view, int column);

/* All cards that were never seen. */
mk_cards tens_unseen(const struct tens_view *view);

enum mk_outcome tens_outcome(const struct mk_view *opaque);

/* All legal moves in the order of the preset; a deal is the last one. */
size_t tens_moves(const struct tens_view *view, struct mk_move moves[MK_MAX_MOVES]);
bool tens_is_legal(const struct tens_view *view, struct mk_move move);

/* Plays a legal move; `card` is the dealt card (or it is known). */
void tens_play(struct tens_view *view, struct mk_move move, uint8_t card);

/* The card that a deal brings; MK_NO_CARD if it is unknown. */
static inline uint8_t tens_next_card(const struct tens_view *view)
{
	return view->core.left ? core_upcoming(&view->core, 0) : MK_NO_CARD;
}

/* If only one card was never seen, its place is known: enters it. */
void tens_know_last(struct tens_view *view);

/*
 * Takes over the columns of `seen`, which must all be readable. The order of the deck is unknown;
 * `dealt` cards were dealt in total (0: those in the columns). False if such a table is impossible.
 */
bool tens_set_table(struct tens_view *view, const struct mk_piles *seen, uint32_t dealt);

static inline struct mk_move remove_move(int column, int combo)
{
	return (struct mk_move){.kind = REMOVE, .from = (uint8_t)column, .cut = (uint8_t)combo};
}

static inline struct mk_move deal_move(const struct core *core)
{
	return (struct mk_move){.kind = DEAL, .from = DECK_POSITION, .to = core->next};
}

#endif
