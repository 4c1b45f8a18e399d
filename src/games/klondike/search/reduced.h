/*
 * A whole table in 280 bytes for playing it out quickly: what lies where, and what the player knows
 * of it.
 *
 * The player of a playout knows what a player at a real table knows. Everything that may be asked
 * before a choice (reduced_steps, the policy) reads the known part only; `original` and `stock` at
 * places that are not `known` are read when a card is turned up, never before.
 */
#ifndef KLONDIKE_SEARCH_REDUCED_H
#define KLONDIKE_SEARCH_REDUCED_H

#include "games/klondike/table/ladder.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/table.h"

enum { REDUCED_STEPS = 48 };

struct reduced {
	ladder_set shown;  /* face up in columns */
	ladder_set first;  /* of these: still in their first places */
	ladder_set wanted; /* the next card of each foundation */
	ladder_set seen;   /* all cards that are not unseen (klondike_seen_cards) */
	uint32_t rest;     /* places of the draw pile that still hold a card */
	uint32_t known;    /* of these: the player knows which card */
	uint8_t height[MK_SUITS];
	uint8_t left[COLUMNS]; /* cards in their first places, the face-up one counted */
	uint8_t hidden;        /* face-down cards in columns */
	uint8_t turned;        /* places of the draw pile that are turned */
	int16_t shuffles;
	bool three;
	bool kept;
	bool cleared;
	uint8_t original[COLUMNS][COLUMN_UNDER + 1];
	uint8_t stock[PILE];
	uint8_t column_of[64]; /* of cards in their first places */
};

void reduced_read(struct reduced *table, const struct klondike_world *world);

static inline bool reduced_is_won(const struct reduced *table)
{
	if (table->hidden > 0) {
		return false;
	}
	/* All face up: only a draw pile that cannot be had card by card still hinders. */
	return !table->cleared || table->rest == 0 ||
	       (!table->three && table->shuffles == MK_UNLIMITED);
}

/* Where in the draw pile the waste's front card is, or -1. */
static inline int reduced_front_place(const struct reduced *table)
{
	uint32_t waste = table->rest & ((1u << table->turned) - 1);

	return waste ? 31 - __builtin_clz(waste) : -1;
}

/* The front card of the waste as a set of one, or none. */
static inline ladder_set reduced_front(const struct reduced *table)
{
	int place = reduced_front_place(table);

	return place >= 0 ? LADDER_BIT(table->stock[place]) : 0;
}

/*
 * Known cards of the draw pile that can be had by turning, with at most one shuffle that keeps the
 * order. Not those behind an unknown one: the player sees that one first and may decide again.
 */
ladder_set reduced_reach(const struct reduced *table);

/* Places of the draw pile that come to the front in this pass, and (while a shuffle is left) in the
 * next, when nothing is played. */
uint32_t reduced_ahead(const struct reduced *table);
uint32_t reduced_later(const struct reduced *table);

/* The places of the draw pile that can be had, the same for all steps of a table. */
struct reduced_stock {
	uint32_t ahead, later; /* reduced_ahead(), reduced_later() */
	int front;             /* reduced_front_place() */
	bool limited;          /* some of it can be lost by the order in which it is played */
	uint32_t reach;        /* where it is limited: all places that can be had; else 0 */
};
void reduced_see_stock(const struct reduced *table, struct reduced_stock *stock);

/* The moves to get to a card of the stock, or to the next unknown one. */
struct reduced_fetch {
	int draws;
	bool shuffles;  /* a shuffle is among them */
	int under;      /* place of the card that would then be the waste's front, or -1 */
	uint32_t reach; /* as of struct reduced_stock, after it was played */
};
void reduced_find(const struct reduced *table, const struct reduced_stock *stock,
	struct klondike_macro step, struct reduced_fetch *fetch);

/* Would turning on show a card that is not known? */
bool reduced_can_turn(const struct reduced *table);

/* Is this card certainly right to put up at once (ladder_is_safe, no return)? */
static inline bool reduced_is_safe(const struct reduced *table, int place)
{
	return ladder_is_safe(table->height, ladder_suit(place), false);
}

/* Safe cards of the draw pile go up at once where playing them cannot spoil the order of threes or
 * a pass. */
static inline bool reduced_stock_is_free(const struct reduced *table)
{
	return !table->kept || (!table->three && table->shuffles == MK_UNLIMITED);
}

/* The steps that are worth thinking about; a safe card alone. 0: nothing is left to do. */
size_t reduced_steps(const struct reduced *table, struct klondike_macro steps[REDUCED_STEPS]);

/* Carries out a step that was offered. `rng` mixes the draw pile where a shuffle does. */
void reduced_take(struct reduced *table, struct klondike_macro step, struct mk_rng *rng);

#endif
