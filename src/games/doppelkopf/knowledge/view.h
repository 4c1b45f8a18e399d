/* The knowledge of one seat: the public course of the deal, its own cards, and the match so far. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_VIEW_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_VIEW_H

#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/table.h"

enum { DOKO_MAX_ROWS = 40, DOKO_TEAM_UNKNOWN = 2 };

/* A finished game on the score table. */
struct doko_row {
	uint8_t type;
	uint8_t soloist; /* DOKO_NO_SEAT: none */
	uint8_t re;      /* seats, a bit each */
	uint8_t bock;
	int16_t value; /* for the winners, before a solo's three */
	int16_t points[DOKO_SEATS];
};

/* The games of a session. `row` has the last ones, oldest first. */
struct doko_sheet {
	uint16_t games; /* finished, thrown deals not counted */
	uint8_t rows;
	uint8_t first;               /* the seat left of the next dealer */
	uint8_t owes[DOKO_SEATS];    /* mandatory soli still to play */
	uint8_t bock[DOKO_MAX_ROWS]; /* what the next games count times; 0 where nothing is known
				      */
	int32_t sum[DOKO_SEATS];
	int32_t spent; /* points that were played for, all games together */
	struct doko_row row[DOKO_MAX_ROWS];
};

struct doko_view {
	struct doko_table table;
	uint8_t seat;
	uint8_t party;       /* its own; DOKO_TEAM_UNKNOWN until it knows */
	uint16_t events;     /* of this deal, as in struct doko_world; 0 before the first */
	struct mk_move last; /* what the seat saw of the last one */
	doko_set hand;
	doko_set dealt; /* its hand before anything was passed or played */
	doko_set given; /* what it gave away (back) in a poverty */
	doko_set taken; /* what it was given */
	struct doko_sheet sheet;
};

_Static_assert(sizeof(struct doko_view) <= 1024, "views are copied often");

/* The functions of struct mk_game of these names. */
void doko_init_view(struct mk_view *opaque, const struct mk_rules *rules);
size_t doko_view_moves(const struct mk_view *opaque, struct mk_move moves[MK_MAX_MOVES]);
enum mk_outcome doko_outcome(const struct mk_view *opaque);
bool doko_is_own_move(const struct mk_view *opaque, const struct mk_move *move);
bool doko_points_won(const struct mk_view *opaque, double *points);

static inline const struct doko_view *view_of(const struct mk_view *view)
{
	return (const struct doko_view *)view;
}

/* The party: score table, mandatory soli, Bock games, and when it is over. */

/* An empty table; the first dealer sits right of `first`. */
void doko_sheet_begin(struct doko_sheet *sheet, const struct doko_rules *rules, int first);

/* The next deal's dealer, mandatory solos and multiplier, from the match so far. */
void doko_sheet_deal(const struct doko_sheet *sheet, struct doko_table *table);

/* A finished (or thrown) deal is entered; `re` are its seats of re, a bit each. */
void doko_sheet_add(struct doko_sheet *sheet, const struct doko_table *table, unsigned re);

/* All games are played, or the pot is empty and no seat owes a solo any more. */
bool doko_sheet_is_full(const struct doko_sheet *sheet, const struct doko_rules *rules);

/* How a full party ended for `seat`: more than all others have is won, as much is drawn. */
enum mk_outcome doko_sheet_outcome(const struct doko_sheet *sheet, int seat);

#endif
