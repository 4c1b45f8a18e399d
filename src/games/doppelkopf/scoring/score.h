/* The score of a finished game: winner, value, special points, points of the seats. */
#ifndef GAMES_DOPPELKOPF_SCORING_SCORE_H
#define GAMES_DOPPELKOPF_SCORING_SCORE_H

#include "games/doppelkopf/table/table.h"

enum { DOKO_NO_WINNER = 2, DOKO_MAX_SPECIAL = 40 };

/* All sources of points, in the order of the report. */
enum doko_special {
	DOKO_WON,
	DOKO_BELOW_90,
	DOKO_BELOW_60,
	DOKO_BELOW_30,
	DOKO_NO_TRICK,
	DOKO_RE_SAID,
	DOKO_CONTRA_SAID,
	DOKO_NO_90_SAID,
	DOKO_NO_60_SAID,
	DOKO_NO_30_SAID,
	DOKO_BLACK_SAID,
	DOKO_REACHED_120, /* against no 90 */
	DOKO_REACHED_90,
	DOKO_REACHED_60,
	DOKO_REACHED_30,
	DOKO_AGAINST_OLD, /* kontra has won; not in a solo */
	DOKO_DOPPELKOPF,
	DOKO_FOX_CAUGHT,
	DOKO_FOX_LAST,
	DOKO_CHARLIE,
	DOKO_CHARLIE_CAUGHT,
	DOKO_DULLE_CAUGHT,
	DOKO_HEART_TRICK,
	DOKO_SPECIALS
};

struct doko_point {
	uint8_t what;  /* enum doko_special */
	uint8_t party; /* the team it counts for */
};

struct doko_score {
	uint8_t winner; /* DOKO_RE, DOKO_KONTRA or DOKO_NO_WINNER */
	bool solo;      /* one against three: counts threefold */
	int value;      /* for the winner (re if there is none), before a solo counts threefold */
	int seat[DOKO_SEATS];    /* game points */
	int heart_tricks;        /* tricks of four hearts, which may start Bock games */
	int augen[2], tricks[2]; /* by team */
	int count;
	struct doko_point point[DOKO_MAX_SPECIAL];
};

/* The basis of winner and value: card points, tricks and the highest announcements. */
struct doko_account {
	int augen[2], tricks[2], level[2]; /* by team */
	int all;                           /* tricks of the game */
};
int doko_winner(const struct doko_account *account);

/* Scores a finished deal; `re` is the bit mask of the re seats. */
void doko_score(const struct doko_table *table, unsigned re, struct doko_score *score);

/*
 * The points of `seat` in a game of `value` for re: threefold for one against three, and 0 instead
 * of those that the rule of counting leaves out.
 */
int doko_points(const struct doko_rules *rules, unsigned re, int value, int seat);

/* The value for re if `winner` won, without special points of tricks. */
int doko_basic_value(
	const struct doko_rules *rules, const struct doko_account *account, int winner);

/* Special points of single tricks. */

/* Adds one point to the list. */
void doko_score_add(struct doko_score *score, int what, int party);

/* Adds the special points of a full trick, numbered from 0. */
void doko_score_trick(
	const struct doko_table *table, unsigned re, int number, struct doko_score *score);

/*
 * Adds the special points of the first `tricks` of a finished deal; `re` is the bit mask of the re
 * seats.
 */
void doko_score_tricks(
	const struct doko_table *table, unsigned re, int tricks, struct doko_score *score);

/* The number of tricks in which all four cards are side-suit hearts. */
int doko_heart_tricks(const struct doko_table *table);

#endif
