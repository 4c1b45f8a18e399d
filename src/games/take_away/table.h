/*
 * Take-away's state: groups of cards; the players take cards from one of them in turn. All cards
 * are visible, so a world is a view.
 */
#ifndef TAKE_AWAY_TABLE_H
#define TAKE_AWAY_TABLE_H

#include <makker/game.h>

enum { GROUPS = 64, GROUP_CARDS = 1000000000 };

/* The seats: the player at the table, and the opponent, whose moves the computer chooses. */
enum { USER, ADVISOR, SEATS };

/* `kind` of the only type of move: `count` cards from group `from`. */
enum { TAKE = 1 };

struct take_away_view {
	uint32_t left[GROUPS];  /* cards of each group, 0 to GROUP_CARDS */
	uint32_t limit[GROUPS]; /* maximum that may be taken from it at once */
	uint8_t count;          /* groups; 0: not known yet */
	uint8_t turn;           /* USER or ADVISOR */
	uint8_t misere;         /* the taker of the last card loses */
	uint8_t person;         /* the opponent is a person, not the computer */
	uint8_t homework;       /* the original program's bounds apply */
	uint8_t more[3];
	uint32_t total; /* number of cards at the start by the rules; 0: any */
};

struct take_away_snapshot {
	uint32_t seen[GROUPS]; /* cards, or UNREADABLE */
	uint32_t count;
};

static const uint32_t UNREADABLE = UINT32_MAX;

static inline const struct take_away_view *view_of(const struct mk_view *view)
{
	return (const struct take_away_view *)view;
}

/* The maximum that can be taken from the group now; 0: nothing. */
static inline uint32_t most_of(const struct take_away_view *view, unsigned group)
{
	uint32_t left = view->left[group], limit = view->limit[group];

	return left < limit ? left : limit;
}

uint64_t take_away_cards(const struct take_away_view *view);

/* True if the move is legal; and the effect of a legal move. */
bool take_away_is_legal(const struct take_away_view *view, struct mk_move move);
void take_away_take(struct take_away_view *view, struct mk_move move);

static inline struct mk_move take(unsigned group, uint32_t count)
{
	return (struct mk_move){.kind = TAKE, .from = (uint8_t)group, .count = count};
}

#endif
