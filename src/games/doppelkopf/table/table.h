/*
 * The public part of one deal: reservations, announcements, the cards played.
 *
 * Plain data. A world adds the hands, a view the knowledge of one seat; both change it by the
 * functions below, so that each rule exists once.
 */
#ifndef GAMES_DOPPELKOPF_TABLE_TABLE_H
#define GAMES_DOPPELKOPF_TABLE_TABLE_H

#include "games/doppelkopf/table/cards.h"
#include "games/doppelkopf/table/rules.h"

enum { DOKO_NO_SEAT = 4, DOKO_KONTRA = 0, DOKO_RE = 1, DOKO_MAX_SAID = 12 };

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

/* Bids of the reservation round. The solos are in the order of enum doko_type. */
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
	uint8_t turn;  /* the seat that has to speak, give or play; DOKO_NO_SEAT when it is over */
	uint8_t type;
	uint8_t soloist; /* the bridegroom and the poor player, too; DOKO_NO_SEAT: none */
	uint8_t partner; /* of the bridegroom or the poor player; DOKO_NO_SEAT: none yet, or none */
	uint8_t duty;    /* the solo is a mandatory one */
	uint8_t owed;    /* seats that have a mandatory solo to play, a bit each */
	uint8_t forced;  /* the seat whose mandatory solo is due now; DOKO_NO_SEAT: none */
	uint8_t bock;    /* what the game counts times */
	uint8_t reservation[DOKO_SEATS];
	uint8_t asked;     /* seats that have spoken: of reservations, of taking a poverty */
	uint8_t clarified; /* the trick, from 1 on, that decided a marriage; 0: not yet */
	uint8_t to_shift;  /* cards that the poor player gives away */
	uint8_t shifted;   /* that he has given */
	uint8_t returned;  /* and got back */
	uint8_t returned_trumps;
	uint8_t swines, hyperswines; /* the seat that announced them; DOKO_NO_SEAT: none */
	uint8_t swines_after, hyperswines_after; /* so many cards lay on the table by then */
	uint8_t must_announce; /* the seat that has to, after a dear first trick */
	uint8_t re, contra;    /* seats whose team is public, a bit each */
	uint8_t level[2];      /* by party */
	uint8_t late[2];       /* the party's first announcement was a late reply */
	uint8_t said_count;
	struct doko_said said[DOKO_MAX_SAID];
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

/* A card of `seat` is known: its consequence for the team in a normal game. */
void doko_know_party(struct doko_table *table, int seat, int party);

/* Play begins: sets the leader and the known teams. */
void doko_table_lead(struct doko_table *table);

/* The deal is over: all tricks are played, or the cards were thrown in. */
void doko_table_end(struct doko_table *table);

/* Is the game counted as a solo, as far as the table shows? (A silent solo is not seen.) */
bool doko_counts_as_solo(const struct doko_table *table);

/* Announcements: what may be said when, and what it binds to. */

/*
 * The levels that `seat`, of `party`, may announce now, a bit each (1 << DOKO_ANNOUNCED ...).
 * At any time from the first lead on, own turn or not.
 */
unsigned doko_allowed_levels(const struct doko_table *table, int seat, int party);

/* Would announcing level 1 now be a late reply to the other party? */
bool doko_is_reply(const struct doko_table *table, int seat, int party);

/*
 * Is it too late for `level` once `seat` has played another card? What lies between the party's
 * last level and this one can be said now, and keeps the way open.
 */
bool doko_is_last_chance(const struct doko_table *table, int seat, int party, int level);

/* `seat` announces an allowed level. */
void doko_table_announce(struct doko_table *table, int seat, int party, int level);

/* The level that `seat` has to announce before anything else, or DOKO_SILENT. */
int doko_obliged(const struct doko_table *table, int seat, int party);

/* May `seat`, holding `hand`, announce swines (hyperswines) now? */
bool doko_may_announce_swines(const struct doko_table *table, int seat, doko_set hand);
bool doko_may_announce_hyperswines(const struct doko_table *table, int seat, doko_set hand);

/* The kinds that these are in this game; DOKO_NO_KIND where there are none. */
int doko_swine_kind(const struct doko_table *table);
int doko_hyperswine_kind(const struct doko_table *table);

/* Before the first card: the reservation round, and a poverty's exchange. */

/* What `seat` may say with this hand, a bit each (1 << enum doko_reservation). */
unsigned doko_reservations(const struct doko_table *table, int seat, doko_set hand);

/* All announcements of a seat whose hand is unknown. */
unsigned doko_possible_reservations(const struct doko_table *table, int seat);

/* The type that a solo's reservation names. */
static inline int doko_solo_type(int reservation)
{
	return reservation - DOKO_RESERVE_SOLO + DOKO_CLUBS_SOLO;
}

static inline bool doko_is_solo_reservation(int reservation)
{
	return reservation >= DOKO_RESERVE_SOLO && reservation < DOKO_RESERVE_SOME;
}

/* How many cards a poor hand gives away. */
int doko_cards_to_shift(const struct doko_rules *rules, doko_set hand);

/* Trumps of the normal game. */
doko_set doko_normal_trumps(const struct doko_rules *rules);

/*
 * The seat to speak makes its reservation. `cards`: how many a poverty passes on. After the last
 * one the game is decided; a seat that has only reserved, and whose reservation no other overrides,
 * then speaks again and names it.
 */
void doko_table_reserve(struct doko_table *table, int reservation, int cards);

/* Has the seat said that there is a reservation, and not yet which? */
bool doko_has_to_name(const struct doko_table *table, int seat);

/* A seat that has said so names it; whose turn it is stays. */
void doko_table_name(struct doko_table *table, int seat, int reservation, int cards);

/* True if a seat has reserved a poverty. */
bool doko_has_poverty(const struct doko_table *table);

/* The cards of the hand of the seat to move that may be given away, or back. */
doko_set doko_passable(const struct doko_table *table, doko_set hand);

/* The poor player gives one card away; the taker gives one back. */
void doko_table_pass(struct doko_table *table);
void doko_table_return(struct doko_table *table, bool trump);

/* The seat whose turn it is takes the cards of a poverty, or does not. */
void doko_table_take(struct doko_table *table, bool takes);

/* The events at the table, as struct mk_move. */

/*
 * `kind` is one of these, `from` the seat. DOKO_PLAY, DOKO_PASS_CARD and DOKO_RETURN have `card`
 * (MK_NO_CARD where a hidden hand's card is not seen; DOKO_RETURN then has `to` 1 for a trump);
 * DOKO_ANNOUNCE has the level in `to` and the party in `cut` (1 contra, 2 re); DOKO_RESERVE has the
 * reservation in `to`, and for a poverty the number of cards in `cut`; DOKO_SWINE has `to` 1 for
 * hyperswines. DOKO_DEAL begins a deal, `from` being the seat left of the dealer.
 *
 * A move with several cards (a seat's hand, or the cards that it takes) has them in `count` and
 * `more` (doko_pack()). In a journal they are the revealed cards beside the move.
 */
enum doko_move_kind {
	DOKO_PLAY = 1,
	DOKO_ANNOUNCE,
	DOKO_RESERVE,
	DOKO_PASS_CARD,
	DOKO_TAKE,
	DOKO_REFUSE,
	DOKO_RETURN,
	DOKO_SWINE,
	DOKO_DEAL,
	DOKO_MOVE_KINDS
};

/* The cards that a move carries, and a move that carries these. */
doko_set doko_unpack(struct mk_move move);
struct mk_move doko_pack(struct mk_move move, doko_set cards);

static inline int doko_party_of(struct mk_move move)
{
	return move.cut - 1;
}

/* A move of this kind without anything else. */
struct mk_move doko_blank_move(int kind, int seat);
struct mk_move doko_card_move(int kind, int seat, int card);
struct mk_move doko_announcement(int seat, int party, int level);
struct mk_move doko_reservation(int seat, int reservation, int cards);

/* The cards of a set as moves of one kind, each kind of card once; returns how many. */
size_t doko_card_moves(int kind, int seat, doko_set cards, struct mk_move *moves);

/*
 * All that the seat to move can do, holding `hand` and being of `party` (which counts where cards
 * are played): cards first.
 */
size_t doko_own_moves(const struct doko_table *table, doko_set hand, int party,
	struct mk_move moves[MK_MAX_MOVES]);

/* The public part of a legal move of the seat to move (announcements: of any seat). */
void doko_table_apply(struct doko_table *table, struct mk_move move);

/*
 * Does a seat name the reservation of which it has only said that there is one, before all have
 * spoken?
 */
bool doko_is_naming(const struct doko_table *table, struct mk_move move);

#endif
