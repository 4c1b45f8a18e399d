/*
 * Take-away's state: groups of cards, of which players in turn take some from one. Everything lies
 * open: a world is a view.
 */
#ifndef TAKE_AWAY_TABLE_H
#define TAKE_AWAY_TABLE_H

#include <makker/game.h>

enum { GROUPS = 64, GROUP_CARDS = 1000000000 };

/* The seats: the player at the table, and the one across it, whose moves the computer chooses. */
enum { USER, ADVISOR, SEATS };

/* `kind` of the only sort of moves: `count` cards from group `from`. */
enum { TAKE = 1 };

struct take_away_view {
	uint32_t left[GROUPS];  /* cards of each group, 0 to GROUP_CARDS */
	uint32_t limit[GROUPS]; /* the most that may be taken from it at once */
	uint8_t count;          /* groups; 0: not known yet */
	uint8_t turn;           /* USER or ADVISOR */
	uint8_t misere;         /* the taker of the last card loses */
	uint8_t person;         /* the other one is a person, not the computer */
	uint8_t homework;       /* the original program's bounds hold */
	uint8_t more[3];
	uint32_t total; /* how many cards there shall be at first; 0: any */
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

/* The most that can be taken from the group now; 0: nothing. */
static inline uint32_t most_of(const struct take_away_view *view, unsigned group)
{
	uint32_t left = view->left[group], limit = view->limit[group];

	return left < limit ? left : limit;
}

uint64_t take_away_cards(const struct take_away_view *view);

/* Whether the move is legal, and what it does. */
bool take_away_is_legal(const struct take_away_view *view, struct mk_move move);
void take_away_take(struct take_away_view *view, struct mk_move move);

static inline struct mk_move take(unsigned group, uint32_t count)
{
	return (struct mk_move){.kind = TAKE, .from = (uint8_t)group, .count = count};
}

#endif
