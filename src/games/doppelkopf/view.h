/* What one seat knows: the deal as everybody sees it, its own cards, and the party so far. */
#ifndef GAMES_DOPPELKOPF_VIEW_H
#define GAMES_DOPPELKOPF_VIEW_H

#include "games/doppelkopf/moves.h"

enum { DOKO_MOST_ROWS = 40, DOKO_PARTY_UNKNOWN = 2 };

/* A finished game on the score table. */
struct doko_row {
	uint8_t type;
	uint8_t soloist; /* DOKO_NOBODY: none */
	uint8_t re;      /* seats, a bit each */
	uint8_t bock;
	int16_t value; /* for the winners, before a solo's three */
	int16_t points[DOKO_SEATS];
};

/* The games of a session. `row` has the last ones, oldest first. */
struct doko_sheet {
	uint16_t games; /* finished, thrown deals not counted */
	uint8_t rows;
	uint8_t first;                /* the seat left of the next dealer */
	uint8_t owes[DOKO_SEATS];     /* mandatory soli still to play */
	uint8_t bock[DOKO_MOST_ROWS]; /* what the next games count times; 0 where nothing is known
				       */
	int32_t sum[DOKO_SEATS];
	int32_t spent; /* points that were played for, all games together */
	struct doko_row row[DOKO_MOST_ROWS];
};

struct doko_view {
	struct doko_table table;
	uint8_t seat;
	uint8_t party;     /* its own; DOKO_PARTY_UNKNOWN until it knows */
	uint8_t last_kind; /* the last event, as struct doko_world has it */
	uint8_t last_card;
	uint8_t last_seat;
	uint16_t events;
	doko_set hand;
	doko_set given; /* what it gave away (back) in a poverty */
	doko_set taken; /* what it was given */
	struct doko_sheet sheet;
};

static inline const struct doko_view *view_of(const struct mk_view *view)
{
	return (const struct doko_view *)view;
}

#endif
