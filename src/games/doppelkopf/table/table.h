/*
 * What everybody at the table sees of one deal: reservations, announcements, the cards played.
 *
 * Plain data. A world adds the hands, a view what one seat knows; both change it by the functions
 * below, so that the rules exist once.
 */
#ifndef GAMES_DOPPELKOPF_TABLE_TABLE_H
#define GAMES_DOPPELKOPF_TABLE_TABLE_H

#include "games/doppelkopf/table/order.h"
#include "games/doppelkopf/table/rules.h"

enum { DOKO_NOBODY = 4, DOKO_KONTRA = 0, DOKO_RE = 1, DOKO_MOST_SAID = 12 };

enum doko_phase {
	DOKO_WAITING,   /* for a deal */
	DOKO_RESERVING, /* each seat in turn says whether it wants another game than the normal one
			 */
	DOKO_SHIFTING,  /* the poor player gives cards away, one at a time */
	DOKO_ASKING,    /* the others are asked whether they take them */
	DOKO_RETURNING, /* the taker gives as many back */
	DOKO_PLAYING,
	DOKO_OVER
};

/* What can be said in the reservation round. The soli stand in the order of enum doko_type. */
enum doko_reservation {
	DOKO_HEALTHY,
	DOKO_MARRIAGE_FOREIGN, /* the first trick that another wins */
	DOKO_MARRIAGE_COLOUR,  /* that begins with a side suit */
	DOKO_MARRIAGE_CLUBS,
	DOKO_MARRIAGE_SPADES,
	DOKO_MARRIAGE_HEARTS,
	DOKO_MARRIAGE_TRUMPS,
	DOKO_RESERVE_POVERTY,
	DOKO_RESERVE_THROW,
	DOKO_RESERVE_SOLO, /* of clubs; + type - DOKO_CLUBS_SOLO */
	DOKO_RESERVE_SOME = DOKO_RESERVE_SOLO + DOKO_TYPES - DOKO_CLUBS_SOLO, /* not named */
	DOKO_RESERVATIONS
};

static inline bool doko_is_marriage(int reservation)
{
	return reservation >= DOKO_MARRIAGE_FOREIGN && reservation <= DOKO_MARRIAGE_TRUMPS;
}

/* Levels of announcements; a party that says one has said all below it. */
enum doko_level { DOKO_SILENT, DOKO_ANNOUNCED, DOKO_NO_90, DOKO_NO_60, DOKO_NO_30, DOKO_BLACK };

/* One announcement, `played` cards lying on the table by then. */
struct doko_said {
	uint8_t seat, party, level, played;
};

struct doko_table {
	struct doko_rules rules;
	uint8_t phase;
	uint8_t first; /* the seat left of the dealer */
	uint8_t turn;  /* the seat that has to speak, give or play; DOKO_NOBODY when it is over */
	uint8_t type;
	uint8_t soloist; /* the bridegroom and the poor player, too; DOKO_NOBODY: none */
	uint8_t partner; /* of the bridegroom or the poor player; DOKO_NOBODY: none yet, or none */
	uint8_t duty;    /* the solo is a mandatory one */
	uint8_t owed;    /* seats that have a mandatory solo to play, a bit each */
	uint8_t forced;  /* the seat whose mandatory solo is due now; DOKO_NOBODY: none */
	uint8_t bock;    /* what the game counts times */
	uint8_t reservation[DOKO_SEATS];
	uint8_t asked;     /* seats that have spoken: of reservations, of taking a poverty */
	uint8_t clarified; /* the trick, from 1 on, that decided a marriage; 0: not yet */
	uint8_t to_shift;  /* cards that the poor player gives away */
	uint8_t shifted;   /* that he has given */
	uint8_t returned;  /* and got back */
	uint8_t returned_trumps;
	uint8_t swines, hyperswines; /* the seat that announced them; DOKO_NOBODY: none */
	uint8_t swines_after, hyperswines_after; /* so many cards lay on the table by then */
	uint8_t must_announce; /* the seat that has to, after a dear first trick */
	uint8_t re, contra;    /* seats whose party everybody knows, a bit each */
	uint8_t level[2];      /* by party */
	uint8_t late[2];       /* the party's first announcement was a late reply */
	uint8_t said_count;
	struct doko_said said[DOKO_MOST_SAID];
	uint8_t played; /* cards */
	uint8_t tricks; /* full ones */
	uint8_t card[DOKO_CARDS];
	uint8_t leader[DOKO_TRICKS + 1];
	uint8_t augen[DOKO_SEATS];
	uint8_t won[DOKO_SEATS]; /* tricks */
};

/* A new deal: reservations come next. */
void doko_table_begin(struct doko_table *table, const struct doko_rules *rules, int first);

static inline const struct doko_order *doko_table_order(const struct doko_table *table)
{
	return doko_order(table->type, table->rules.of[DULLEN]);
}

/* Tricks of this deck, and cards a hand. */
static inline int doko_hand_size(const struct doko_table *table)
{
	return table->rules.of[NINES] ? 12 : 10;
}

/* The cards of a trick, in the order of playing. */
static inline const uint8_t *doko_trick(const struct doko_table *table, int trick)
{
	return table->card + (size_t)trick * DOKO_SEATS;
}

/* Cards that `seat` has in hand while cards are played. */
int doko_cards_left(const struct doko_table *table, int seat);

/* Of a hand, the cards that may be played now. */
doko_set doko_legal_cards(const struct doko_table *table, doko_set hand);

/* What `kind` is worth in comparison, swines included. */
int doko_power(const struct doko_table *table, const struct doko_order *order, int kind);

/*
 * The place (0 to 3, in the order of playing) of the card that wins among the first `count` cards
 * of the trick that begins at `card`; `last` is the last trick.
 */
int doko_best_card(const struct doko_table *table, const uint8_t *card, int count, bool last);

/* The seat whose turn it is plays a card. */
void doko_table_play(struct doko_table *table, int kind);

/* How many cards of `kind` `seat` has played. */
int doko_copies_played(const struct doko_table *table, int seat, int kind);

/* A card of `seat` is known: what that tells of its party in a normal game. */
void doko_know_party(struct doko_table *table, int seat, int party);

/* Play begins: who leads, which parties are known. */
void doko_table_lead(struct doko_table *table);

/* Nobody plays any more: all tricks are made, or the cards were thrown in. */
void doko_table_end(struct doko_table *table);

/* Is the game counted as a solo, as far as the table shows? (A silent solo is not seen.) */
bool doko_counts_as_solo(const struct doko_table *table);

#endif
