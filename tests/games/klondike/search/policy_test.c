/* The playouts' policy: it sees no more than the player, and plays better than the heuristic. */
#include "base/sanitized.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/helpers.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

enum { GAMES = 100, PLAYED = 3000 };

TestSuite(policy, .timeout = 600);

static struct mk_world *as_world(struct klondike_world *world)
{
	return (struct mk_world *)world;
}

/* The same player's knowledge over another truth. */
static void deal_anew(struct klondike_world *world, uint64_t number)
{
	struct klondike_world other;
	struct mk_rng rng;

	mk_rng_init(&rng, 5, number);
	cr_assert(klondike_guess((struct mk_view *)&world->known, &rng, as_world(&other)));
	*world = other;
}

static size_t choose_at(const struct klondike_world *world, struct klondike_macro *chosen,
	struct klondike_macro steps[REDUCED_STEPS])
{
	struct reduced table;
	size_t count;

	reduced_read(&table, world);
	count = reduced_steps(&table, steps);
	if (count > 0) {
		*chosen = policy_choose(policy_for(&world->known.rules), &table, steps, count);
	}
	return count;
}

static void assert_blind(struct klondike_world world, uint64_t number)
{
	struct klondike_macro steps[REDUCED_STEPS], again[REDUCED_STEPS];
	struct klondike_macro chosen = {0}, chosen_again = {0};
	size_t count = choose_at(&world, &chosen, steps);

	deal_anew(&world, number);
	cr_assert_eq(choose_at(&world, &chosen_again, again), count);
	cr_assert_arr_eq(steps, again, count * sizeof(*steps));
	cr_assert_eq(chosen.kind, chosen_again.kind);
	cr_assert_eq(chosen.place, chosen_again.place);
}

static void assert_blind_game(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;
	struct mk_move move;

	mk_rng_init(&rng, 6, number);
	klondike_deal(as_world(&world), rules, &rng);
	for (int i = 0; i < 200 && klondike_outcome(&world.known) == MK_PLAYING; i++) {
		assert_blind(world, number);
		if (!klondike_heuristic_pick((struct mk_view *)&world.known, &move)) {
			return;
		}
		klondike_apply(as_world(&world), move);
	}
}

Test(policy, never_reads_what_is_hidden)
{
	struct mk_rules kept = *rules_of("syvkabale");

	kept.value[OPTION_SHUFFLE_ORDER] = 1;
	for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
		assert_blind_game(rules_of("syvkabale"), number);
		assert_blind_game(rules_of("klondike-1"), number);
		assert_blind_game(rules_of("klondike-3"), number);
		assert_blind_game(&kept, number);
	}
}

static int won_by_policy(const struct mk_rules *rules)
{
	int won = 0;

	for (uint64_t number = 0; number < (uint64_t)games_to_play(PLAYED); number++) {
		struct klondike_world world;
		struct reduced table;
		struct mk_rng rng;

		mk_rng_init(&rng, 7, number);
		klondike_deal(as_world(&world), rules, &rng);
		reduced_read(&table, &world);
		won += policy_play_out(policy_for(&world.known.rules), &table, &rng, NULL);
	}
	return won;
}

extern const char policy_networks[], policy_networks_end[];

Test(policy, networks_lie_in_the_file_as_the_program_reads_them)
{
	cr_assert_eq(policy_networks_end - policy_networks,
		(ptrdiff_t)sizeof(struct policy) * POLICY_NETWORKS);
}

/* The wins of each network over 20,000 deals or more when it was trained, less three deviations of
 * 3,000. */
static const struct learned {
	const char *preset;
	int32_t kept, stock_known;
	int least; /* in thousandths */
} learned[] = {
	{"syvkabale", 0, 0, 617 - 27},
	{"syvkabale", 1, 0, 643 - 27},
	{"klondike-1", 1, 0, 713 - 27},
	{"klondike-3", 1, 0, 311 - 27},
	{"klondike-1", 1, 1, 713 - 27},
	{"klondike-3", 1, 1, 358 - 27},
};

/* Plays as policy_play_out() does, but evaluates each table from scratch. */
static void play_slowly(const struct policy *policy, struct reduced *table, struct mk_rng *rng)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count;

	while (!reduced_is_won(table) && (count = reduced_steps(table, steps)) > 0) {
		reduced_take(table, policy_choose(policy, table, steps, count), rng);
	}
}

/* Playouts keep the sums of the table before: they choose as if they had begun anew. */
Test(policy, plays_out_as_it_chooses)
{
	for (int i = 0; i < (int)PRESETS; i++) {
		for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
			const struct policy *policy;
			struct klondike_world world;
			struct reduced one, other;
			struct mk_rng rng, same;

			mk_rng_init(&rng, 8, number);
			klondike_deal(as_world(&world), &klondike_presets[i].rules, &rng);
			policy = policy_for(&world.known.rules);
			reduced_read(&one, &world);
			other = one;
			same = rng;
			policy_play_out(policy, &one, &rng, NULL);
			play_slowly(policy, &other, &same);
			cr_assert_arr_eq(&one, &other, sizeof(one));
			cr_assert_arr_eq(&rng, &same, sizeof(rng));
		}
	}
}

Test(policy, wins_by_every_rule_what_it_won_when_it_was_learned)
{
	int played = games_to_play(PLAYED);
	int slack = played < PLAYED ? 34 : 0; /* three deviations of a fifth */

	for (size_t i = 0; i < sizeof(learned) / sizeof(learned[0]); i++) {
		struct mk_rules rules = *rules_of(learned[i].preset);

		rules.value[OPTION_SHUFFLE_ORDER] = learned[i].kept;
		rules.value[OPTION_STOCK_KNOWN] = learned[i].stock_known;
		cr_expect_gt(won_by_policy(&rules), played * (learned[i].least - slack) / 1000,
			"network %zu", i);
	}
}
