/*
 * Reasons against the truth: what is said of a move from one seat's knowledge is looked up in the
 * whole table, where every card can be seen, by other means than those that found it.
 */
#include "games/doppelkopf/advice/rank.h"

#include "games/doppelkopf/knowledge/world.h"

#include <criterion/criterion.h>
#include <string.h>

enum { GAMES_A_PRESET = 400, GIVEN_OFTEN = 3 };

static int given[REASONS];

static unsigned colours(const struct doko_world *world, doko_set cards)
{
	const struct doko_order *order =
		doko_order(world->table.type, world->table.rules.of[DULLEN]);
	unsigned found = 0;

	for (; cards; cards &= cards - 1) {
		found |= 1u << order->colour_of[doko_first(cards)];
	}
	return found;
}

/* The winner of the trick, and whether a fox of `other` lies in it, in every possible continuation.
 */
struct ends {
	bool always_mine, never_trumped;
};

static void follow(const struct doko_world *world, int seat, int trick, struct ends *ends)
{
	const struct doko_table *table = &world->table;

	if (table->tricks > trick) {
		ends->always_mine &= table->leader[trick + 1] == seat;
		return;
	}
	for (doko_set left = doko_legal_cards(table, world->hand[table->turn]) & DOKO_ONE_EACH;
		left; left &= left - 1) {
		struct doko_world next = *world;
		int kind = doko_first(left);

		ends->never_trumped &=
			!(doko_table_order(table)->colour[DOKO_TRUMP] & DOKO_ONE(kind));
		doko_apply((struct mk_world *)&next, doko_card_move(DOKO_PLAY, table->turn, kind));
		follow(&next, seat, trick, ends);
	}
}

static int augen_in_trick(const struct doko_table *table)
{
	int augen = 0;

	for (int i = 0; i < (table->played & 3); i++) {
		augen += doko_card_points[table->card[(table->played & ~3) + i]];
	}
	return augen;
}

static int leading_seat(const struct doko_table *table)
{
	const uint8_t *card = table->card + (table->played & ~3);
	bool last = table->tricks == doko_hand_size(table) - 1;

	return (table->leader[table->tricks] +
		       doko_best_card(table, card, table->played & 3, last)) &
	       3;
}

static bool fox_of(const struct doko_world *world, int party)
{
	const struct doko_table *table = &world->table;

	for (int i = table->played & ~3; i < table->played; i++) {
		int seat = (table->leader[table->tricks] + i % 4) & 3;

		if (table->card[i] == DOKO_FOX && (world->re >> seat & 1) == party) {
			return true;
		}
	}
	return false;
}

static bool led_before(const struct doko_world *world, unsigned colour)
{
	for (int i = 0; i < world->table.tricks; i++) {
		if (colours(world, DOKO_ONE(world->table.card[4 * i])) == colour) {
			return true;
		}
	}
	return false;
}

static int trumps_in(const struct doko_world *world, doko_set cards)
{
	return doko_count(
		cards &
		doko_order(world->table.type, world->table.rules.of[DULLEN])->colour[DOKO_TRUMP]);
}

static bool is_cheapest(const struct doko_world *world, int seat, int kind)
{
	doko_set left = doko_legal_cards(&world->table, world->hand[seat]);

	for (; left; left &= left - 1) {
		if (doko_card_points[doko_first(left)] < doko_card_points[kind]) {
			return false;
		}
	}
	return true;
}

/* The reasons that are given for playing `kind`. */
static bool holds_of_card(const struct doko_world *world, int kind, int reason)
{
	const struct doko_table *table = &world->table;
	int seat = table->turn, party = world->re >> seat & 1, others = 0;
	unsigned colour = colours(world, DOKO_ONE(kind)), trump = 1u << DOKO_TRUMP;
	doko_set hand = world->hand[seat];
	struct doko_world next = *world;
	struct ends ends = {true, true};

	doko_apply((struct mk_world *)&next, doko_card_move(DOKO_PLAY, seat, kind));
	follow(&next, seat, table->tricks, &ends);
	for (int i = 1; i < DOKO_SEATS; i++) {
		others += trumps_in(world, world->hand[(seat + i) & 3]);
	}
	switch (reason) {
	case REASON_ONLY_MOVE:
		return doko_count(doko_legal_cards(table, hand) & DOKO_ONE_EACH) == 1;
	case REASON_WINS_TRICK:
	case REASON_FOX_HOME:
		return ends.always_mine && (reason != REASON_FOX_HOME || kind == DOKO_FOX);
	case REASON_CATCHES_FOX:
		return ends.always_mine && fox_of(world, !party);
	case REASON_TO_PARTNER:
		return (world->re >> leading_seat(table) & 1) == party &&
		       leading_seat(table) != seat && doko_card_points[kind] >= 10;
	case REASON_CHEAP:
		return is_cheapest(world, seat, kind);
	case REASON_TRUMPS_IN:
		return ends.never_trumped && colour != trump;
	case REASON_TRUMPS:
		return colour == trump && (table->played & 3) &&
		       colours(world, DOKO_ONE(table->card[table->played & ~3])) != trump &&
		       (next.table.tricks > table->tricks || leading_seat(&next.table) == seat);
	case REASON_RICH_TRICK:
		return augen_in_trick(table) + doko_card_points[kind] >= 20;
	case REASON_FRESH_ACE:
		return !(table->played & 3) && !led_before(world, colour) &&
		       kind % DOKO_RANKS == DOKO_ACE && colour != trump;
	case REASON_GETS_VOID:
		return !(colours(world, doko_remove(hand, kind)) & colour) &&
		       trumps_in(world, hand) > 0 && colour != trump;
	case REASON_HAS_TRUMPS:
		return trumps_in(world, hand) > others && others > 0 && colour == trump;
	default:
		return false;
	}
}

static bool holds_of_game(const struct doko_world *world, int type, int reason)
{
	const struct doko_rules *rules = &world->table.rules;
	const struct doko_order *order = doko_order(type, rules->of[DULLEN]);
	doko_set hand = world->hand[world->table.turn], deck = doko_deck(rules->of[NINES]);
	int mine = 0, all = 0, aces = 0;

	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		bool trump = order->colour_of[kind] == DOKO_TRUMP;

		mine += trump ? doko_copies(hand, kind) : 0;
		all += trump ? doko_copies(deck, kind) : 0;
		aces += !trump && kind % DOKO_RANKS == DOKO_ACE ? doko_copies(hand, kind) : 0;
	}
	switch (reason) {
	case REASON_MANY_TRUMPS:
		return 3 * mine > all;
	case REASON_FEW_TRUMPS:
		return 4 * mine <= all;
	case REASON_SIDE_ACES:
		return aces >= 2;
	case REASON_TOP_TRUMPS:
		for (int kind = 0; kind < DOKO_KINDS; kind++) {
			bool beaten = false;

			for (int other = 0; other < DOKO_KINDS; other++) {
				beaten |= order->colour_of[other] == DOKO_TRUMP &&
					  order->power[other] > order->power[kind];
			}
			if (order->colour_of[kind] == DOKO_TRUMP && !beaten) {
				return doko_copies(hand, kind) == 2;
			}
		}
		return false;
	default:
		return false;
	}
}

static bool holds(const struct doko_world *world, struct mk_move move, int reason)
{
	int turn = world->table.turn, said = move.to;
	doko_set hand = world->hand[turn];

	switch ((enum doko_move_kind)move.kind) {
	case DOKO_PLAY:
		return holds_of_card(world, doko_kind(move.card), reason);
	case DOKO_RESERVE:
		if (reason == REASON_ALONE) {
			return doko_copies(hand, DOKO_CLUB_QUEEN) == 2;
		}
		if (reason == REASON_POOR) {
			return trumps_in(world, hand & ~DOKO_BOTH(DOKO_FOX)) <= 3;
		}
		if (reason == REASON_NO_SOLO) {
			/* Diamonds: the trumps of the normal game. */
			return said == DOKO_HEALTHY &&
			       !(world->table.rules.of[SOLO_SUIT] &&
				       holds_of_game(
					       world, DOKO_DIAMONDS_SOLO, REASON_MANY_TRUMPS));
		}
		return reason == REASON_BAD_HAND ||
		       holds_of_game(world, said - DOKO_RESERVE_SOLO + DOKO_CLUBS_SOLO, reason);
	case DOKO_TAKE:
	case DOKO_REFUSE:
		return holds_of_game(world, DOKO_NORMAL, reason);
	case DOKO_RETURN:
		return reason == REASON_KEEPS_TRUMPS
			       ? !trumps_in(world, DOKO_ONE(doko_kind(move.card)))
			       : reason == REASON_GETS_VOID;
	case DOKO_ANNOUNCE:
		return reason == REASON_LAST_CHANCE ||
		       (reason == REASON_REPLY && world->table.level[doko_party_of(move)] == 0 &&
			       world->table.level[2 - move.cut] > 0);
	default:
		return false;
	}
}

static void check_moves(const struct doko_world *world)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = doko_world_moves((const struct mk_world *)world, moves);
	struct doko_view view;

	doko_view_of_seat(
		(const struct mk_world *)world, world->table.turn, (struct mk_view *)&view);
	for (size_t i = 0; i < count; i++) {
		uint32_t reasons = doko_reasons_for(&view, moves[i]);

		for (int reason = 0; reason < REASONS; reason++) {
			if (reasons >> reason & 1) {
				given[reason]++;
				cr_assert(holds(world, moves[i], reason), "reason %d of kind %d",
					reason, moves[i].kind);
			}
		}
	}
}

static void play(const struct mk_rules *rules, uint64_t seed)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct doko_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 21, seed);
	doko_deal((struct mk_world *)&world, rules, &rng);
	while (world.table.turn != DOKO_NO_SEAT) {
		size_t count = doko_world_moves((struct mk_world *)&world, moves);
		struct mk_move move = moves[mk_rng_below(&rng, (uint32_t)count)];

		check_moves(&world);
		if (move.kind == DOKO_RESERVE && rules->value[POVERTY]) {
			move = moves[count - 1];
		} else if (move.kind == DOKO_RESERVE && mk_rng_below(&rng, 3)) {
			move = moves[0];
		}
		doko_apply((struct mk_world *)&world, move);
	}
}

/* Where nothing goes before a poverty, some are played. */
static struct mk_rules poor_rules(void)
{
	struct mk_rules rules = doko_presets[0].rules;

	rules.value[POVERTY] = 1;
	for (int i = SOLO_SUIT; i <= SOLO_KOEHLER; i++) {
		rules.value[i] = 0;
	}
	rules.value[DUTY_SOLI] = 0;
	return rules;
}

Test(reasons, are_true_when_they_are_said_and_all_of_them_are_said)
{
	const struct mk_rules poor = poor_rules();

	for (uint64_t i = 0; i < GAMES_A_PRESET * DOKO_PRESETS; i++) {
		play(&doko_presets[i % DOKO_PRESETS].rules, i);
	}
	for (uint64_t i = 0; i < GAMES_A_PRESET; i++) {
		play(&poor, i);
	}
	for (int reason = 0; reason < REASONS; reason++) {
		cr_expect(reason == REASON_STRONG_HAND || given[reason] >= GIVEN_OFTEN,
			"reason %d was said %d times", reason, given[reason]);
	}
}
