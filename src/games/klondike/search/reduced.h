/*
 * A complete table in 280 bytes for fast playouts: the position of all cards, and the player's
 * knowledge.
 *
 * The player of a playout knows what a player at a real table knows. Everything that is read before
 * a choice (reduced_steps(), the policy) uses only the known part. `original`, and `stock` at
 * places that are not `known`, are read only when a card is turned up.
 */
#ifndef KLONDIKE_SEARCH_REDUCED_H
#define KLONDIKE_SEARCH_REDUCED_H

#include "games/klondike/table/ladder.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/table.h"

enum { REDUCED_STEPS = 48 };

struct reduced {
	ladder_set shown;  /* face up in columns */
	ladder_set first;  /* those of `shown` that are still in their first places */
	ladder_set wanted; /* the next card of each foundation */
	ladder_set seen;   /* all cards that are not unseen (klondike_seen_cards) */
	uint32_t rest;     /* places of the draw pile that still hold a card */
	uint32_t known;    /* those of `rest` whose card the player knows */
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
	uint8_t column_of[64]; /* column of each card that is in its first place */
};

void reduced_read(struct reduced *table, const struct klondike_world *world);

static inline bool reduced_is_won(const struct reduced *table)
{
	if (table->hidden > 0) {
		return false;
	}
	/*
	 * All cards are face up: only a draw pile whose cards are not accessible one by one
	 * prevents the win.
	 */
	return !table->cleared || table->rest == 0 ||
	       (!table->three && table->shuffles == MK_UNLIMITED);
}

/* The place of the waste's front card in the draw pile; -1 if there is none. */
static inline int reduced_front_place(const struct reduced *table)
{
	uint32_t waste = table->rest & ((1u << table->turned) - 1);

	return waste ? 31 - __builtin_clz(waste) : -1;
}

/* The front card of the waste as a set with at most one card. */
static inline ladder_set reduced_front(const struct reduced *table)
{
	int place = reduced_front_place(table);

	return place >= 0 ? LADDER_BIT(table->stock[place]) : 0;
}

/*
 * Known cards of the draw pile that are accessible by turning, with at most one redeal that keeps
 * the order. Cards behind an unknown one are left out: the player sees that one first and may
 * decide again.
 */
ladder_set reduced_reach(const struct reduced *table);

/*
 * Places of the draw pile that come to the front in this pass, and (if a redeal is left) in the
 * next one, if no card is played.
 */
uint32_t reduced_ahead(const struct reduced *table);
uint32_t reduced_later(const struct reduced *table);

/* Accessible places of the draw pile; the same for all macro-moves of a table. */
struct reduced_stock {
	uint32_t ahead, later; /* reduced_ahead(), reduced_later() */
	int front;             /* reduced_front_place() */
	bool limited;          /* the order of play can make some of them inaccessible */
	uint32_t reach;        /* all accessible places if `limited`; else 0 */
};
void reduced_see_stock(const struct reduced *table, struct reduced_stock *stock);

/* The draws to reach a card of the stock, or the next unknown one. */
struct reduced_fetch {
	int draws;
	bool shuffles;  /* a redeal is among them */
	int under;      /* place of the card that would then be the front of the waste, or -1 */
	uint32_t reach; /* as in struct reduced_stock, after the card was played */
};
void reduced_find(const struct reduced *table, const struct reduced_stock *stock,
	struct klondike_macro step, struct reduced_fetch *fetch);

/* True if turning would show an unknown card. */
bool reduced_can_turn(const struct reduced *table);

/* True if it is proven right to put the card up at once (ladder_is_safe(), without return). */
static inline bool reduced_is_safe(const struct reduced *table, int place)
{
	return ladder_is_safe(table->height, ladder_suit(place), false);
}

/*
 * True if safe cards of the draw pile go up at once, because playing them cannot change the
 * accessible cards of a pass.
 */
static inline bool reduced_stock_is_free(const struct reduced *table)
{
	return !table->kept || (!table->three && table->shuffles == MK_UNLIMITED);
}

/* Lists the useful macro-moves; if a card is safe, only that one. 0: none is left. */
size_t reduced_steps(const struct reduced *table, struct klondike_macro steps[REDUCED_STEPS]);

/* Carries out a listed macro-move. `rng` mixes the draw pile if a redeal does. */
void reduced_take(struct reduced *table, struct klondike_macro step, struct mk_rng *rng);

#endif
