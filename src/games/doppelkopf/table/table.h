/*
 * The public part of one deal: reservations, announcements, played cards.
 *
 * Plain data. A world adds the hands, a view the knowledge of one seat; both change it with the
 * functions below, so that each rule is implemented once.
 */
#ifndef GAMES_DOPPELKOPF_TABLE_TABLE_H
#define GAMES_DOPPELKOPF_TABLE_TABLE_H

#include "games/doppelkopf/table/cards.h"
#include "games/doppelkopf/table/rules.h"

enum { DOKO_NO_SEAT = 4, DOKO_KONTRA = 0, DOKO_RE = 1, DOKO_MAX_SAID = 12 };

enum doko_phase {
	DOKO_WAITING,   /* no deal yet */
	DOKO_RESERVING, /* each seat in turn makes its reservation, or none */
	DOKO_SHIFTING,  /* the poor player passes cards, one at a time */
	DOKO_ASKING,    /* the others are asked whether they take the cards */
	DOKO_RETURNING, /* the taker returns as many cards */
	DOKO_PLAYING,
	DOKO_OVER
};

/* Bids of the reservation round. The solos are in the order of enum doko_type. */
enum doko_reservation {
	DOKO_HEALTHY,
	DOKO_MARRIAGE_FOREIGN, /* the partner wins the first trick of another player */
	DOKO_MARRIAGE_COLOUR,  /* the first such trick that is led with a side suit */
	DOKO_MARRIAGE_CLUBS,
	DOKO_MARRIAGE_SPADES,
	DOKO_MARRIAGE_HEARTS,
	DOKO_MARRIAGE_TRUMPS,
	DOKO_RESERVE_POVERTY,
	DOKO_RESERVE_THROW,
	DOKO_RESERVE_SOLO, /* of clubs; + type - DOKO_CLUBS_SOLO for the others */
	DOKO_RESERVE_SOME = DOKO_RESERVE_SOLO + DOKO_TYPES - DOKO_CLUBS_SOLO, /* not named yet */
	DOKO_RESERVATIONS
};

static inline bool doko_is_marriage(int reservation)
{
	return reservation >= DOKO_MARRIAGE_FOREIGN && reservation <= DOKO_MARRIAGE_TRUMPS;
}

/* Levels of announcements; each includes all lower ones. */
enum doko_level { DOKO_SILENT, DOKO_ANNOUNCED, DOKO_NO_90, DOKO_NO_60, DOKO_NO_30, DOKO_BLACK };

/* One announcement; `played` cards were on the table before it. */
struct doko_said {
	uint8_t seat, party, level, played;
};

struct doko_table {
	struct doko_rules rules;
	uint8_t phase;
	uint8_t first; /* the seat left of the dealer */
	uint8_t turn;  /* the seat that must speak, pass or play; DOKO_NO_SEAT at the end */
	uint8_t type;
	uint8_t soloist; /* also the bridegroom and the poor player; DOKO_NO_SEAT: none */
	uint8_t partner; /* of the bridegroom or the poor player; DOKO_NO_SEAT: none (yet) */
	uint8_t duty;    /* the solo is a mandatory one */
	uint8_t owed;    /* seats that owe a mandatory solo, as a bit mask */
	uint8_t forced;  /* the seat whose mandatory solo is due; DOKO_NO_SEAT: none */
	uint8_t bock;    /* multiplier of the game */
	uint8_t reservation[DOKO_SEATS];
	uint8_t asked;     /* number of seats that have spoken: reservations, taking a poverty */
	uint8_t clarified; /* number of the trick that decided a marriage; 0: not decided */
	uint8_t to_shift;  /* cards that the poor player passes */
	uint8_t shifted;   /* cards passed so far */
	uint8_t returned;  /* cards returned so far */
	uint8_t returned_trumps;
	uint8_t swines, hyperswines; /* the seats that announced them; DOKO_NO_SEAT: none */
	uint8_t swines_after, hyperswines_after; /* number of cards played before that */
	uint8_t must_announce; /* the seat that must announce after a first trick of 30 or more */
	uint8_t re, contra;    /* seats whose team is public, as bit masks */
	uint8_t level[2];      /* highest announcement, by team */
	uint8_t late[2];       /* the first announcement of the team was a late reply */
	uint8_t said_count;
	struct doko_said said[DOKO_MAX_SAID];
	uint8_t played; /* number of cards */
	uint8_t tricks; /* number of full tricks */
	uint8_t card[DOKO_CARDS];
	uint8_t leader[DOKO_TRICKS + 1];
	uint8_t augen[DOKO_SEATS];
	uint8_t won[DOKO_SEATS]; /* tricks */
};

/* Begins a deal with the reservation round. */
void doko_table_begin(struct doko_table *table, const struct doko_rules *rules, int first);

static inline const struct doko_order *doko_table_order(const struct doko_table *table)
{
	return doko_order(table->type, table->rules.of[DULLEN]);
}

/* The number of cards in a hand, which is also the number of tricks. */
static inline int doko_hand_size(const struct doko_table *table)
{
	return table->rules.of[NINES] ? 12 : 10;
}

/* The cards of a trick, in the order of play. */
static inline const uint8_t *doko_trick(const struct doko_table *table, int trick)
{
	return table->card + (size_t)trick * DOKO_SEATS;
}

/* The number of cards in the hand of `seat` during the play. */
int doko_cards_left(const struct doko_table *table, int seat);

/* The cards of a hand that are legal now. */
doko_set doko_legal_cards(const struct doko_table *table, doko_set hand);

/* The power of `kind`, announced swines included. */
int doko_power(const struct doko_table *table, const struct doko_order *order, int kind);

/*
 * Index (0 to 3, in the order of play) of the winning card among the first `count` cards of the
 * trick that begins at `card`; `last`: it is the last trick.
 */
int doko_best_card(const struct doko_table *table, const uint8_t *card, int count, bool last);

/* The seat to move plays a card. */
void doko_table_play(struct doko_table *table, int kind);

/* How many cards of `kind` `seat` has played. */
int doko_copies_played(const struct doko_table *table, int seat, int kind);

/* Makes the team of a seat public, with the teams of the others that follow from it. */
void doko_know_party(struct doko_table *table, int seat, int party);

/* Play begins: sets the leader and the known teams. */
void doko_table_lead(struct doko_table *table);

/* The deal is over: all tricks are played, or the cards were thrown in. */
void doko_table_end(struct doko_table *table);

/* True if the game counts as a solo, as far as the table shows; a silent solo is not visible. */
bool doko_counts_as_solo(const struct doko_table *table);

/* Announcements: when each level is allowed, and which are mandatory. */

/*
 * The levels that `seat`, of team `party`, may announce now, as a bit mask (1 << DOKO_ANNOUNCED
 * ...). Announcements need not be made in turn; they are allowed from the first lead on.
 */
unsigned doko_allowed_levels(const struct doko_table *table, int seat, int party);

/* True if announcing level 1 now is a late reply to the other team. */
bool doko_is_reply(const struct doko_table *table, int seat, int party);

/*
 * True if it is too late for `level` once `seat` has played another card. An announcement of a
 * level below it, which is allowed now, keeps it possible.
 */
bool doko_is_last_chance(const struct doko_table *table, int seat, int party, int level);

/* `seat` announces an allowed level. */
void doko_table_announce(struct doko_table *table, int seat, int party, int level);

/* The level that `seat` must announce before any other move; DOKO_SILENT: none. */
int doko_obliged(const struct doko_table *table, int seat, int party);

/* True if `seat`, with `hand`, may announce swines (hyperswines) now. */
bool doko_may_announce_swines(const struct doko_table *table, int seat, doko_set hand);
bool doko_may_announce_hyperswines(const struct doko_table *table, int seat, doko_set hand);

/* The kinds of swines and hyperswines in this game; DOKO_NO_KIND if it has none. */
int doko_swine_kind(const struct doko_table *table);
int doko_hyperswine_kind(const struct doko_table *table);

/* Before the first card: the reservation round, and the exchange of a poverty. */

/* The reservations allowed to `seat` with this hand, as a bit mask (1 << enum doko_reservation). */
unsigned doko_reservations(const struct doko_table *table, int seat, doko_set hand);

/* All reservations of a seat whose hand is hidden. */
unsigned doko_possible_reservations(const struct doko_table *table, int seat);

/* The game type of a solo reservation. */
static inline int doko_solo_type(int reservation)
{
	return reservation - DOKO_RESERVE_SOLO + DOKO_CLUBS_SOLO;
}

static inline bool doko_is_solo_reservation(int reservation)
{
	return reservation >= DOKO_RESERVE_SOLO && reservation < DOKO_RESERVE_SOME;
}

/* The number of cards that a poor hand passes. */
int doko_cards_to_shift(const struct doko_rules *rules, doko_set hand);

/* Trumps of the normal game. */
doko_set doko_normal_trumps(const struct doko_rules *rules);

/*
 * The seat to speak makes its reservation; `cards` is the number of cards that a poverty passes.
 * After the last seat the game is decided. If no named reservation has precedence, a seat with an
 * unnamed one speaks again and names it.
 */
void doko_table_reserve(struct doko_table *table, int reservation, int cards);

/* True if the seat has announced a reservation without naming it. */
bool doko_has_to_name(const struct doko_table *table, int seat);

/* Names the reservation of such a seat; the turn does not change. */
void doko_table_name(struct doko_table *table, int seat, int reservation, int cards);

/* True if a seat has reserved a poverty. */
bool doko_has_poverty(const struct doko_table *table);

/* The cards of `hand`, that of the seat to move, that may be passed or returned. */
doko_set doko_passable(const struct doko_table *table, doko_set hand);

/* The poor player passes one card; the taker returns one. */
void doko_table_pass(struct doko_table *table);
void doko_table_return(struct doko_table *table, bool trump);

/* The seat to move takes the cards of a poverty, or refuses them. */
void doko_table_take(struct doko_table *table, bool takes);

/* Events at the table, as struct mk_move. */

/*
 * `kind` is one of these, `from` the seat. DOKO_PLAY, DOKO_PASS_CARD and DOKO_RETURN have `card`
 * (MK_NO_CARD if the card is hidden; DOKO_RETURN then has `to` 1 for a trump). DOKO_ANNOUNCE has
 * the level in `to` and the team in `cut` (1 kontra, 2 re). DOKO_RESERVE has the reservation in
 * `to`, and for a poverty the number of cards in `cut`. DOKO_SWINE has `to` 1 for hyperswines.
 * DOKO_DEAL begins a deal; `from` is the seat left of the dealer.
 *
 * A move with several cards (the hand of a seat, or the cards that it takes) has them in `count`
 * and `more` (doko_pack()). In a journal they are the revealed cards next to the move.
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

/* The cards that a move carries, and the move with these cards. */
doko_set doko_unpack(struct mk_move move);
struct mk_move doko_pack(struct mk_move move, doko_set cards);

static inline int doko_party_of(struct mk_move move)
{
	return move.cut - 1;
}

/* A move of this kind; all other members are 0. */
struct mk_move doko_blank_move(int kind, int seat);
struct mk_move doko_card_move(int kind, int seat, int card);
struct mk_move doko_announcement(int seat, int party, int level);
struct mk_move doko_reservation(int seat, int reservation, int cards);

/* The cards of a set as moves of one kind, one per kind of card; returns their number. */
size_t doko_card_moves(int kind, int seat, doko_set cards, struct mk_move *moves);

/*
 * All moves of the seat to move with `hand` and team `party` (which matters only during the play):
 * cards first.
 */
size_t doko_own_moves(const struct doko_table *table, doko_set hand, int party,
	struct mk_move moves[MK_MAX_MOVES]);

/* Applies the public part of a legal move of the seat to move (announcements: of any seat). */
void doko_table_apply(struct doko_table *table, struct mk_move move);

/* True if a seat names its announced reservation although it is not the seat to move. */
bool doko_is_naming(const struct doko_table *table, struct mk_move move);

#endif
