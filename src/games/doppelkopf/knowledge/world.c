/* Whole tables: dealing them, playing on them. */
#include "games/doppelkopf/knowledge/world.h"

#include "games/doppelkopf/knowledge/sheet.h"
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/table/reserve.h"

#include <string.h>

/* ---- Dealing -------------------------------------------------------------------------------- */

static int fill_deck(const struct doko_rules *rules, uint8_t deck[DOKO_CARDS])
{
	int count = 0;

	for (doko_set left = doko_deck(rules->of[NINES]); left; left &= left - 1) {
		deck[count++] = (uint8_t)doko_first(left);
	}
	return count;
}

static void deal_hands(
	const struct doko_rules *rules, struct mk_rng *rng, doko_set hand[DOKO_SEATS])
{
	uint8_t deck[DOKO_CARDS];
	int count = fill_deck(rules, deck);

	memset(hand, 0, DOKO_SEATS * sizeof *hand);
	for (int i = 0; i < count; i++) {
		int other = i + (int)mk_rng_below(rng, (uint32_t)(count - i));
		uint8_t card = deck[other];

		deck[other] = deck[i];
		hand[i & 3] = doko_add(hand[i & 3], card);
	}
}

void doko_world_begin(struct doko_world *world, const doko_set hand[DOKO_SEATS])
{
	struct doko_table table = world->table;

	memset(world, 0, sizeof *world);
	world->table = table;
	memcpy(world->hand, hand, sizeof world->hand);
	world->events = 1;
}

void doko_deal(struct mk_world *room, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct doko_world *world = (struct doko_world *)room;
	struct doko_rules unpacked;
	struct doko_sheet sheet;
	doko_set hand[DOKO_SEATS];

	doko_rules_unpack(rules, &unpacked);
	deal_hands(&unpacked, rng, hand);
	doko_sheet_begin(&sheet, &unpacked, (int)mk_rng_below(rng, DOKO_SEATS));
	doko_table_begin(&world->table, &unpacked, sheet.first);
	doko_sheet_deal(&sheet, &world->table);
	doko_world_begin(world, hand);
}

/* ---- Playing -------------------------------------------------------------------------------- */

int doko_turn(const struct mk_world *world)
{
	int turn = world_of(world)->table.turn;

	return turn == DOKO_NOBODY ? MK_NO_SEAT : turn;
}

size_t doko_world_moves(const struct mk_world *room, struct mk_move moves[MK_MAX_MOVES])
{
	const struct doko_world *world = world_of(room);
	int turn = world->table.turn;

	if (turn == DOKO_NOBODY) {
		return 0;
	}
	return doko_own_moves(&world->table, world->hand[turn], world->re >> turn & 1, moves);
}

unsigned doko_re_seats(const struct doko_table *table, const doko_set hand[DOKO_SEATS])
{
	unsigned re = 0;

	if (table->type != DOKO_NORMAL) {
		return table->re;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		re |= (unsigned)(doko_copies(hand[seat], DOKO_CLUB_QUEEN) > 0) << seat;
	}
	return re;
}

void doko_world_settle(struct doko_world *world)
{
	if (world->table.phase != DOKO_PLAYING && world->table.phase != DOKO_OVER) {
		return;
	}
	if (world->table.played == 0 || world->table.type != DOKO_NORMAL) {
		world->re = (uint8_t)doko_re_seats(&world->table, world->hand);
	}
}

static void give(struct doko_world *world, int seat, int kind)
{
	world->hand[seat] = doko_remove(world->hand[seat], kind);
	world->given[seat] = doko_add(world->given[seat], kind);
}

static void receive(struct doko_world *world, int seat, doko_set cards)
{
	world->hand[seat] = doko_join(world->hand[seat], cards);
	world->taken[seat] = doko_join(world->taken[seat], cards);
}

/* What a move does to the hands. */
static void move_cards(struct doko_world *world, struct mk_move move, int kind)
{
	int seat = move.from;

	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		world->hand[seat] = doko_remove(world->hand[seat], kind);
		return;
	case DOKO_PASS_CARD:
		give(world, seat, kind);
		world->shifted = doko_add(world->shifted, kind);
		return;
	case DOKO_TAKE:
		receive(world, seat, world->shifted);
		world->shifted = 0;
		return;
	case DOKO_RETURN:
		give(world, seat, kind);
		receive(world, world->table.soloist, DOKO_ONE(kind));
		return;
	case DOKO_ANNOUNCE:
	case DOKO_RESERVE:
	case DOKO_REFUSE:
	case DOKO_SWINE:
	case DOKO_DEAL:
	case DOKO_MOVE_KINDS:
		return;
	}
}

void doko_apply(struct mk_world *room, struct mk_move move)
{
	struct doko_world *world = (struct doko_world *)room;
	int kind = move.card ? doko_kind(move.card) : 0;
	int tricks = world->table.tricks;

	move_cards(world, move, kind);
	doko_table_apply(&world->table, move);
	if (move.kind != DOKO_PLAY || world->table.tricks != tricks) {
		doko_world_settle(world);
	}
	world->events++;
	world->last = move;
}

void doko_payoff(const struct mk_world *room, double payoff[MK_MAX_SEATS])
{
	const struct doko_world *world = world_of(room);
	struct doko_score score;

	memset(&score, 0, sizeof score);
	if (world->table.phase == DOKO_OVER) {
		doko_score(&world->table, world->re, &score);
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		payoff[seat] = score.seat[seat];
	}
}
