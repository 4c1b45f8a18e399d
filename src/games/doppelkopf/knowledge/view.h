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
	uint8_t re;      /* seats, as a bit mask */
	uint8_t bock;
	int16_t value; /* for the winners (re if there are none), before a solo counts threefold */
	int16_t points[DOKO_SEATS];
};

/* The score table of a session. `row` holds the last games, oldest first. */
struct doko_sheet {
	uint16_t games; /* finished games; thrown deals are not counted */
	uint8_t rows;
	uint8_t first;               /* the seat left of the next dealer */
	uint8_t owes[DOKO_SEATS];    /* mandatory solos still to play */
	uint8_t bock[DOKO_MAX_ROWS]; /* multipliers of the next games; 0: none */
	int32_t sum[DOKO_SEATS];
	int32_t spent; /* sum of the values of all games, taken from the pot */
	struct doko_row row[DOKO_MAX_ROWS];
};

struct doko_view {
	struct doko_table table;
	uint8_t seat;
	uint8_t party;   /* the own team; DOKO_TEAM_UNKNOWN until it is known */
	uint16_t events; /* events of this deal, as in struct doko_world; 0 before the first deal */
	struct mk_move last; /* the last event as the seat saw it */
	doko_set hand;
	doko_set dealt; /* the own hand as dealt */
	doko_set given; /* cards that the seat gave away or returned in a poverty */
	doko_set taken; /* cards that it received */
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

/* The match: score table, mandatory solos, Bock games, and its end. */

/* Begins an empty score table; the first dealer sits to the right of `first`. */
void doko_sheet_begin(struct doko_sheet *sheet, const struct doko_rules *rules, int first);

/*
 * Sets what the match determines for the next deal: multiplier, owed solos, and the seat of a
 * mandatory solo that is due, which then has the turn.
 */
void doko_sheet_deal(const struct doko_sheet *sheet, struct doko_table *table);

/* Enters a finished deal; `re` is the bit mask of the re seats. A thrown deal changes nothing. */
void doko_sheet_add(struct doko_sheet *sheet, const struct doko_table *table, unsigned re);

/* True if all games are played, or if the pot is empty and no seat owes a solo any more. */
bool doko_sheet_is_full(const struct doko_sheet *sheet, const struct doko_rules *rules);

/*
 * Result of a finished match: won with more points than each other seat, drawn if no seat has more
 * but one has as many.
 */
enum mk_outcome doko_sheet_outcome(const struct doko_sheet *sheet, int seat);

#endif
