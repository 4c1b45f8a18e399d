/* Legal moves of the seat to move, and the public effects of moves. */
#include "games/doppelkopf/table/table.h"

#include <string.h>

/* Moves are compared byte by byte, so the bytes between the members must be zero, too. */
struct mk_move doko_blank_move(int kind, int seat)
{
	struct mk_move move;

	memset(&move, 0, sizeof move);
	move.kind = (uint8_t)kind;
	move.from = (uint8_t)seat;
	return move;
}

doko_set doko_unpack(struct mk_move move)
{
	return (doko_set)move.more[0] << 40 | (doko_set)move.more[1] << 32 | move.count;
}

struct mk_move doko_pack(struct mk_move move, doko_set cards)
{
	move.count = (uint32_t)cards;
	move.more[0] = (uint8_t)(cards >> 40);
	move.more[1] = (uint8_t)(cards >> 32);
	return move;
}

struct mk_move doko_card_move(int kind, int seat, int card)
{
	struct mk_move move = doko_blank_move(kind, seat);

	move.card = doko_card(card);
	return move;
}

struct mk_move doko_announcement(int seat, int party, int level)
{
	struct mk_move move = doko_blank_move(DOKO_ANNOUNCE, seat);

	move.to = (uint8_t)level;
	move.cut = (uint8_t)(party + 1);
	return move;
}

struct mk_move doko_reservation(int seat, int reservation, int cards)
{
	struct mk_move move = doko_blank_move(DOKO_RESERVE, seat);

	move.to = (uint8_t)reservation;
	move.cut = (uint8_t)cards;
	return move;
}

size_t doko_card_moves(int kind, int seat, doko_set cards, struct mk_move *moves)
{
	size_t count = 0;

	for (cards &= DOKO_ONE_EACH; cards; cards &= cards - 1) {
		moves[count++] = doko_card_move(kind, seat, doko_first(cards));
	}
	return count;
}

static size_t reservations(const struct doko_table *table, doko_set hand, struct mk_move *moves)
{
	unsigned said = doko_reservations(table, table->turn, hand);
	size_t count = 0;

	for (; said; said &= said - 1) {
		int reservation = __builtin_ctz(said);
		int cards = reservation == DOKO_RESERVE_POVERTY
				    ? doko_cards_to_shift(&table->rules, hand)
				    : 0;

		moves[count++] = doko_reservation(table->turn, reservation, cards);
	}
	return count;
}

static size_t announcements(const struct doko_table *table, int party, struct mk_move *moves)
{
	unsigned levels = doko_allowed_levels(table, table->turn, party);
	size_t count = 0;

	for (; levels; levels &= levels - 1) {
		moves[count++] = doko_announcement(table->turn, party, __builtin_ctz(levels));
	}
	return count;
}

static size_t swines(const struct doko_table *table, doko_set hand, struct mk_move *moves)
{
	size_t count = 0;

	if (doko_may_announce_swines(table, table->turn, hand)) {
		moves[count++] = doko_blank_move(DOKO_SWINE, table->turn);
	}
	if (doko_may_announce_hyperswines(table, table->turn, hand)) {
		moves[count] = doko_blank_move(DOKO_SWINE, table->turn);
		moves[count++].to = 1;
	}
	return count;
}

static size_t plays(const struct doko_table *table, doko_set hand, int party, struct mk_move *moves)
{
	int obliged = doko_obliged(table, table->turn, party);
	size_t count;

	if (obliged) {
		moves[0] = doko_announcement(table->turn, party, obliged);
		return 1;
	}
	count = doko_card_moves(DOKO_PLAY, table->turn, doko_legal_cards(table, hand), moves);
	count += announcements(table, party, moves + count);
	return count + swines(table, hand, moves + count);
}

size_t doko_own_moves(const struct doko_table *table, doko_set hand, int party,
	struct mk_move moves[MK_MAX_MOVES])
{
	switch ((enum doko_phase)table->phase) {
	case DOKO_RESERVING:
		return reservations(table, hand, moves);
	case DOKO_SHIFTING:
		return doko_card_moves(
			DOKO_PASS_CARD, table->turn, doko_passable(table, hand), moves);
	case DOKO_ASKING:
		moves[0] = doko_blank_move(DOKO_TAKE, table->turn);
		moves[1] = doko_blank_move(DOKO_REFUSE, table->turn);
		return 2;
	case DOKO_RETURNING:
		return doko_card_moves(DOKO_RETURN, table->turn, doko_passable(table, hand), moves);
	case DOKO_PLAYING:
		return plays(table, hand, party, moves);
	case DOKO_WAITING:
	case DOKO_OVER:
		break;
	}
	return 0;
}

/* ---- public events -------------------------------------------------------------------------- */

static bool is_trump(const struct doko_table *table, struct mk_move move)
{
	int kind = doko_kind(move.card);

	return kind == DOKO_NO_KIND ? move.to != 0
				    : (doko_normal_trumps(&table->rules) & DOKO_ONE(kind)) != 0;
}

bool doko_is_naming(const struct doko_table *table, struct mk_move move)
{
	return move.kind == DOKO_RESERVE && move.from < DOKO_SEATS && move.from != table->turn &&
	       doko_has_to_name(table, move.from);
}

static void reserve(struct doko_table *table, struct mk_move move)
{
	if (doko_is_naming(table, move)) {
		doko_table_name(table, move.from, move.to, move.cut);
	} else {
		doko_table_reserve(table, move.to, move.cut);
	}
}

void doko_table_apply(struct doko_table *table, struct mk_move move)
{
	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		doko_table_play(table, doko_kind(move.card));
		return;
	case DOKO_ANNOUNCE:
		doko_table_announce(table, move.from, doko_party_of(move), move.to);
		return;
	case DOKO_RESERVE:
		reserve(table, move);
		return;
	case DOKO_PASS_CARD:
		doko_table_pass(table);
		return;
	case DOKO_TAKE:
	case DOKO_REFUSE:
		doko_table_take(table, move.kind == DOKO_TAKE);
		return;
	case DOKO_RETURN:
		doko_table_return(table, is_trump(table, move));
		return;
	case DOKO_SWINE:
		*(move.to ? &table->hyperswines : &table->swines) = move.from;
		*(move.to ? &table->hyperswines_after : &table->swines_after) = table->played;
		return;
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		return;
	}
}
