/* A world: the course of a deal with the cards of all seats. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_WORLD_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_WORLD_H

#include "games/doppelkopf/knowledge/view.h"
#include "games/doppelkopf/table/table.h"

/*
 * `hand` are the present hands. `re` is the bit mask of the re seats that results from the hands or
 * the contract, public or not; a bridegroom is alone until his marriage is decided. `shifted` are
 * the cards of a poverty that lie face down on the table.
 */
struct doko_world {
	struct doko_table table;
	doko_set hand[DOKO_SEATS];
	doko_set shifted;
	doko_set given[DOKO_SEATS]; /* cards that each seat gave away or returned */
	doko_set taken[DOKO_SEATS]; /* cards that it received, likewise */
	uint8_t re;
	uint16_t events;     /* number of events of this deal; the deal is the first */
	struct mk_move last; /* the last event; all zero for the deal */

	/* The match; only in dealt worlds, zero in sampled ones. */
	struct doko_sheet sheet; /* the score table before this deal */
	uint64_t seed;           /* of the next deals */
	uint16_t deals;          /* deals before this one, thrown ones included */
};

static inline const struct doko_world *world_of(const struct mk_world *world)
{
	return (const struct doko_world *)world;
}

/*
 * Begins the first deal of a match with these hands. `table` keeps its contents (rules, dealer,
 * owed solos).
 */
void doko_world_begin(struct doko_world *world, const doko_set hand[DOKO_SEATS]);

/* The functions of struct mk_game of these names. */
void doko_deal(struct mk_world *opaque, const struct mk_rules *rules, struct mk_rng *rng);
mk_cards doko_deck_cards(const struct mk_rules *rules);
void doko_deal_deck(struct mk_world *opaque, const struct mk_rules *rules, const mk_card *deck,
	struct mk_rng *rng);
int doko_seat_to_move(const struct mk_world *world);
size_t doko_world_moves(const struct mk_world *opaque, struct mk_move moves[MK_MAX_MOVES]);
void doko_apply(struct mk_world *opaque, struct mk_move move);
void doko_payoff(const struct mk_world *opaque, double payoff[MK_MAX_SEATS]);
const char *doko_check_invariants(const struct mk_world *opaque);
const struct mk_view *doko_view_of_seat(
	const struct mk_world *opaque, int seat, struct mk_view *out);
void doko_observe(const struct mk_world *opaque, int seat, struct mk_snapshot *snapshot);
enum mk_status doko_complete_move(const struct mk_world *opaque, struct mk_move reported,
	struct mk_move *move, struct mk_error *error);
bool doko_next_deal(const struct mk_world *opaque, struct mk_move *move);

/* The score table, with this deal if it is over. */
struct doko_sheet doko_world_sheet(const struct doko_world *world);

/* The re seats during the play, as a bit mask. */
unsigned doko_re_seats(const struct doko_table *table, const doko_set hand[DOKO_SEATS]);

/* Updates the teams of a world after a change of its table. */
void doko_world_settle(struct doko_world *world);

#endif
