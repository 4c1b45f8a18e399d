/*
 * Random games of all rules against the slow rules: every legal card, every trick, every end.
 *
 * DOPPELKOPF_GAMES in the environment plays more of them (a million were).
 */
#include "base/sanitized.h"
#include "games/doppelkopf/naive.h"

#include "games/doppelkopf/scoring/score.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#if IS_WATCHED
enum { GAMES_A_TEST = 300 };
#else
enum { GAMES_A_TEST = 6000 };
#endif

static long games_wanted(void)
{
	const char *count = getenv("DOPPELKOPF_GAMES");

	return count ? atol(count) : GAMES_A_TEST;
}

static void check_cards(const struct doko_world *world, const struct mk_move *moves, size_t count)
{
	const struct doko_table *table = &world->table;
	int in_trick = table->played & 3, led = table->card[table->played & ~3];
	doko_set hand = world->hand[table->turn], listed = 0;

	for (size_t i = 0; i < count; i++) {
		if (moves[i].kind == DOKO_PLAY) {
			listed |= DOKO_ONE(doko_kind(moves[i].card));
		}
	}
	for (int kind = 0; listed && kind < DOKO_KINDS; kind++) {
		cr_assert_eq((listed & DOKO_ONE(kind)) != 0,
			naive_is_legal(table, hand, in_trick, led, kind), "kind %d", kind);
	}
}

static void check_trick(const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	int trick = table->tricks - 1;
	bool last = table->phase == DOKO_OVER;
	int place = naive_winner(table, table->card + 4 * trick, last);

	cr_assert_eq(table->leader[trick + 1], (table->leader[trick] + place) & 3);
}

static void check_end(const struct doko_world *world)
{
	double payoff[MK_MAX_SEATS], sum = 0;
	int augen = 0;

	doko_payoff((const struct mk_world *)world, payoff);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		sum += payoff[seat];
		augen += world->table.augen[seat];
	}
	cr_assert_eq(sum, 0);
	cr_assert(augen == 240 || world->table.type == DOKO_THROWN);
}

/* Half of all moves that are no cards are left out, so that games come to cards at all. */
static struct mk_move choose(const struct mk_move *moves, size_t count, struct mk_rng *rng)
{
	struct mk_move move = moves[mk_rng_below(rng, (uint32_t)count)];

	if ((move.kind == DOKO_RESERVE || move.kind == DOKO_ANNOUNCE) && mk_rng_below(rng, 4)) {
		move = moves[0];
	}
	return move;
}

static void play(struct doko_world *world, struct mk_rng *rng)
{
	struct mk_world *buffer = (struct mk_world *)world;
	struct mk_move moves[MK_MAX_MOVES];

	while (doko_seat_to_move(buffer) != MK_NO_SEAT) {
		size_t count = doko_world_moves(buffer, moves);
		int tricks = world->table.tricks;

		cr_assert_null(doko_check_invariants(buffer), "%s", doko_check_invariants(buffer));
		cr_assert_gt(count, 0);
		check_cards(world, moves, count);
		doko_apply(buffer, choose(moves, count, rng));
		if (world->table.tricks > tricks) {
			check_trick(world);
		}
	}
	check_end(world);
}

static void play_preset(const struct mk_rules *rules, uint64_t seed)
{
	struct doko_world world;
	struct mk_rng rng;

	for (long i = 0; i < games_wanted(); i++) {
		mk_rng_init(&rng, seed, (uint64_t)i);
		doko_deal((struct mk_world *)&world, rules, &rng);
		play(&world, &rng);
	}
}

Test(random, tournament_games_agree_with_the_slow_rules)
{
	play_preset(&doko_presets[0].rules, 1);
}

Test(random, house_games_agree_with_the_slow_rules)
{
	play_preset(&doko_presets[1].rules, 2);
}

Test(random, games_without_nines_agree_with_the_slow_rules)
{
	play_preset(&doko_presets[2].rules, 3);
}

/* Every option at any of its values, as far as they go together. */
static void pick_rules(struct mk_rules *rules, struct mk_rng *rng)
{
	do {
		*rules = doko_presets[mk_rng_below(rng, DOKO_PRESETS)].rules;
		for (int i = 0; i < DOKO_OPTIONS; i++) {
			const struct mk_option *option = &doko_options[i];
			uint32_t span = (uint32_t)(option->max - option->min + 1);

			if (mk_rng_below(rng, 2) && !(i >= CARDS_RE && i <= CARDS_BLACK) &&
				i != COUNTING) {
				rules->value[i] = option->min + (int32_t)mk_rng_below(rng, span);
			}
		}
	} while (doko_check_rules(rules, NULL) != MK_OK);
}

Test(random, games_of_any_rules_agree_with_the_slow_rules)
{
	struct doko_world world;
	struct mk_rules rules;
	struct mk_rng rng;

	for (long i = 0; i < games_wanted(); i++) {
		mk_rng_init(&rng, 4, (uint64_t)i);
		pick_rules(&rules, &rng);
		doko_deal((struct mk_world *)&world, &rules, &rng);
		play(&world, &rng);
	}
}
