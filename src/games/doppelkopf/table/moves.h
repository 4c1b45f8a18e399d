/* What can happen at the table, as struct mk_move. */
#ifndef GAMES_DOPPELKOPF_TABLE_MOVES_H
#define GAMES_DOPPELKOPF_TABLE_MOVES_H

#include "games/doppelkopf/table/table.h"

/*
 * `kind` is one of these, `from` the seat. DOKO_PLAY, DOKO_PASS_CARD and DOKO_RETURN have `card`
 * (MK_NO_CARD where a hidden hand's card is not seen; DOKO_RETURN then has `to` 1 for a trump);
 * DOKO_ANNOUNCE has the level in `to` and the party in `cut` (1 contra, 2 re); DOKO_RESERVE has the
 * reservation in `to`, and for a poverty the number of cards in `cut`; DOKO_SWINE has `to` 1 for
 * hyperswines. DOKO_DEAL begins a deal, `from` being the seat left of the dealer.
 *
 * Where a seat is told of several cards at once, its hand or what it takes, they stand in `count`
 * and `more` (doko_pack()). In a journal they stand beside the move, as revealed cards.
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
