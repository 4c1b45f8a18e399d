/* Playouts that meet: each has the result that it would have had alone. */
#include "base/sanitized.h"
#include "games/klondike/helpers.h"
#include "games/klondike/random_tables.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

static struct mk_world *as_world(struct klondike_world *world)
{
	return (struct mk_world *)(void *)world;
}

enum { TABLES = 60, WORLDS = 12, MAX_RANDOM_STEPS = 90 };

TestSuite(merging, .timeout = 600);

static const struct {
	const char *preset;
	int32_t kept, stock_known;
} rule_sets[] = {
	{"syvkabale", 0, 0},
	{"syvkabale", 1, 0},
	{"klondike-1", 1, 0},
	{"klondike-3", 1, 0},
	{"klondike-1", 1, 1},
	{"klondike-3", 1, 1},
};
enum { RULE_SETS = sizeof(rule_sets) / sizeof(rule_sets[0]) };

static struct mk_rules rule_set(int number)
{
	struct mk_rules rules = *rules_of(rule_sets[number].preset);

	rules.value[OPTION_SHUFFLE_ORDER] = rule_sets[number].kept;
	rules.value[OPTION_STOCK_KNOWN] = rule_sets[number].stock_known;
	return rules;
}

/* How many playouts of the table's plans were compared. */
static int assert_same_results(const struct klondike_view *view, uint64_t seed)
{
	const struct mk_search_game *game = &klondike_search;
	struct mk_plan plans[MK_MAX_MOVES];
	const struct mk_plan *each[MK_MAX_MOVES];
	double results[MK_MAX_MOVES];
	size_t count = game->plans((const struct mk_view *)view, plans);
	int compared = 0;

	for (size_t i = 0; i < count; i++) {
		each[i] = &plans[i];
	}
	for (uint64_t number = 0; count > 0 && number < WORLDS; number++) {
		struct klondike_world world;
		struct mk_rng rng;

		mk_rng_init(&rng, seed, number);
		cr_assert(klondike_guess(
			(const struct mk_view *)view, &rng, (struct mk_world *)(void *)&world));
		game->playouts(as_world(&world), each, count, &rng, results);
		for (size_t i = 0; i < count; i++) {
			struct mk_rng same = rng;

			cr_assert_eq(results[i], game->playout(as_world(&world), each[i], &same),
				"world %d of %d, plan %zu", (int)number, (int)seed, i);
			compared++;
		}
	}
	return compared;
}

static int compare_on_random_table(const struct mk_rules *rules, uint64_t seed)
{
	struct klondike_world world;
	struct mk_rng rng;
	uint32_t steps;

	mk_rng_init(&rng, 31, seed);
	if (rules) {
		klondike_deal(as_world(&world), rules, &rng);
	} else {
		random_deal(&world, &rng);
	}
	steps = mk_rng_below(&rng, MAX_RANDOM_STEPS);
	while (steps-- > 0 && random_step(&world, &rng)) {
	}
	return klondike_outcome(&world.known) == MK_PLAYING
		       ? assert_same_results(&world.known, seed)
		       : 0;
}

Test(merging, each_plan_has_the_result_that_it_has_alone)
{
	for (int set = 0; set < RULE_SETS; set++) {
		struct mk_rules rules = rule_set(set);
		int tables = games_to_play(TABLES), compared = 0;

		for (int i = 0; i < tables; i++) {
			compared +=
				compare_on_random_table(&rules, (uint64_t)(1000 * (set + 1) + i));
		}
		cr_assert_gt(compared, 10 * tables, "rule set %d", set);
	}
}

Test(merging, by_any_rules)
{
	int tables = games_to_play(4 * TABLES), compared = 0;

	for (int i = 0; i < tables; i++) {
		compared += compare_on_random_table(NULL, (uint64_t)i);
	}
	cr_assert_gt(compared, 10 * tables);
}

/* Steps without a choice, before the first decision. */
static void take_forced_steps(struct reduced *table, struct mk_rng *rng)
{
	struct klondike_macro steps[REDUCED_STEPS];

	while (reduced_steps(table, steps) == 1) {
		reduced_take(table, steps[0], rng);
	}
}

/* The second of two that begin alike stops at its first decision. */
Test(merging, a_playout_that_meets_another_plays_no_further)
{
	static struct merging merging;

	for (int set = 0; set < RULE_SETS; set++) {
		struct mk_rules rules = rule_set(set);
		const struct policy *policy;
		struct klondike_world world;
		struct reduced first, second, begun;
		struct mk_rng rng, same;
		bool won;

		mk_rng_init(&rng, 32, (uint64_t)set);
		klondike_deal(as_world(&world), &rules, &rng);
		policy = policy_for(&world.known.rules);
		reduced_read(&first, &world);
		second = begun = first;
		merging_begin(&merging);
		same = rng;
		won = policy_play_out(policy, &first, &same, &merging);
		merging_end_playout(&merging, won);
		same = rng;
		cr_assert_eq(policy_play_out(policy, &second, &same, &merging), won);
		take_forced_steps(&begun, &rng);
		cr_assert_arr_eq(&second, &begun, sizeof(begun));
		cr_assert_arr_neq(&first, &begun, sizeof(begun));
	}
}

/* ---- What makes another table ---------------------------------------------------------------- */

static struct merging memory;
static struct reduced remembered;
static struct mk_rng chance;

/* A playout has been at a new table of `syvkabale`, and has won. */
static void remember_a_table(void)
{
	struct klondike_world world;
	struct mk_rules rules = rule_set(0);
	bool won;

	mk_rng_init(&chance, 33, 0);
	klondike_deal(as_world(&world), &rules, &chance);
	reduced_read(&remembered, &world);
	merging_begin(&memory);
	cr_assert_not(merging_meets(&memory, &remembered, &chance, &won));
	merging_end_playout(&memory, true);
}

static bool meets(const struct reduced *table, const struct mk_rng *rng)
{
	bool won = false;
	bool met = merging_meets(&memory, table, rng, &won);

	cr_assert_eq(won, met);
	return met;
}

Test(merging, the_same_table_with_the_same_chance_is_met)
{
	remember_a_table();
	cr_assert(meets(&remembered, &chance));
}

Test(merging, a_playout_does_not_meet_itself)
{
	bool won;

	remember_a_table();
	merging_begin(&memory);
	cr_assert_not(merging_meets(&memory, &remembered, &chance, &won));
	cr_assert_not(merging_meets(&memory, &remembered, &chance, &won));
}

#define ASSERT_ANOTHER(change) \
	do { \
		struct reduced table = remembered; \
		struct mk_rng rng = chance; \
\
		change; \
		cr_expect_not(meets(&table, &rng), #change); \
		(void)rng; \
	} while (0)

Test(merging, what_differs_in_anything_that_the_game_depends_on_is_another_table)
{
	remember_a_table();
	ASSERT_ANOTHER(table.shown ^= 1);
	ASSERT_ANOTHER(table.first ^= 1);
	ASSERT_ANOTHER(table.wanted ^= 1);
	ASSERT_ANOTHER(table.seen ^= 1);
	ASSERT_ANOTHER(table.rest ^= 1);
	ASSERT_ANOTHER(table.known ^= 1);
	ASSERT_ANOTHER(table.turned ^= 1);
	ASSERT_ANOTHER(table.shuffles ^= 1);
	ASSERT_ANOTHER(table.stock[0] ^= 1);
	ASSERT_ANOTHER(table.stock[PILE - 1] ^= 1);
	ASSERT_ANOTHER(rng.state[0] ^= 1);
	ASSERT_ANOTHER(rng.state[3] ^= 1);
}
