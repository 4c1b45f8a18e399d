/*
 * The cards of 10-20-30: seven columns and a deck, each a ring of 64 places, so that dealing, and
 * taking cards from either end of a column, changes only a few bytes. The rules are in table.h;
 * this file has their effect on the cards.
 */
#ifndef TENS_CORE_H
#define TENS_CORE_H

#include <makker/card.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { COLUMNS = 7, RING = 64, RING_MASK = RING - 1 };

/* Positions of a triplet in a column, numbered in the order of the contest's rules. */
enum combo { T2B1, T1B2, B3, COMBOS };

/* Cards are mk_card; MK_NO_CARD is an unknown card of the deck. */
struct core {
	uint8_t column[COLUMNS][RING];
	uint8_t deck[RING];
	uint8_t start[COLUMNS]; /* the place of the top card */
	uint8_t count[COLUMNS];
	uint8_t front; /* the place of the next card */
	uint8_t left;
	uint8_t next;   /* the column that is dealt to next */
	uint8_t opened; /* bit mask of the columns that have been dealt to */
};

/* Ace 1, court cards 10; 0 for no card. */
static inline int card_value(uint8_t card)
{
	int rank = card >> 2;

	return rank < 10 ? rank : 10;
}

/* The card of a column at a place; the top card is at 0. */
static inline uint8_t core_card(const struct core *core, int column, int place)
{
	return core->column[column][(core->start[column] + place) & RING_MASK];
}

static inline uint8_t core_bottom(const struct core *core, int column)
{
	return core_card(core, column, core->count[column] - 1);
}

/* The card of the deck that is dealt after `later` other cards. */
static inline uint8_t core_upcoming(const struct core *core, int later)
{
	return core->deck[(core->front + later) & RING_MASK];
}

/* True if the column was emptied. */
static inline bool core_is_gone(const struct core *core, int column)
{
	return core->count[column] == 0 && (core->opened >> column & 1);
}

static inline bool core_is_cleared(const struct core *core)
{
	uint64_t counts = 0;

	memcpy(&counts, core->count, sizeof core->count);
	return counts == 0 && core->opened == (1 << COLUMNS) - 1;
}

/* The places of the triplet's cards in the column, the top one first. */
static inline void combo_places(enum combo combo, int count, int place[3])
{
	place[0] = combo == B3 ? count - 3 : 0;
	place[1] = combo == T2B1 ? 1 : count - 2;
	place[2] = count - 1;
}

static inline bool core_can_remove(const struct core *core, int column, enum combo combo)
{
	int place[3], sum = 0;

	if (core->count[column] < 3) {
		return false;
	}
	combo_places(combo, core->count[column], place);
	for (int i = 0; i < 3; i++) {
		sum += card_value(core_card(core, column, place[i]));
	}
	return sum == 10 || sum == 20 || sum == 30;
}

/* Bit mask of the combos that can be removed from the column. */
unsigned core_combos(const struct core *core, int column);

/* Deals the front card of the deck, which is then `card`. */
void core_deal(struct core *core, uint8_t card);

/* Moves the three cards under the deck. */
void core_remove(struct core *core, int column, enum combo combo);

/* Undoes the last deal, which was to `column`, and the last removal. `next` is not restored. */
void core_undeal(struct core *core, int column);
void core_unremove(struct core *core, int column, enum combo combo);

/* True if columns and deck have the same values, which is all that matters for the game. */
bool core_is_same(const struct core *a, const struct core *b);

/* Hash that is equal for tables that are the same by core_is_same(). */
uint64_t core_hash(const struct core *core);

/* The table before the first deal from these 52 cards, the front one first. */
void core_init(struct core *core, const uint8_t deck[MK_DECK]);

#endif
