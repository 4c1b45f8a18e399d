/* Plans: what may be planned two steps ahead, and what not. */
#include "base/sanitized.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/helpers.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

enum { GAMES = 60, MOST_MOVES = 200 };

TestSuite(planning, .timeout = 600);

/* Another truth behind the same knowledge. */
static void imagine(const struct klondike_view *view, uint64_t number, struct reduced *table)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 11, number);
	cr_assert(klondike_guess(
		(const struct mk_view *)view, &rng, (struct mk_world *)(void *)&world));
	reduced_read(table, &world);
}

static bool offers(const struct reduced *table, uint32_t tag)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);

	for (size_t i = 0; i < count; i++) {
		if (((uint32_t)steps[i].kind << 8 | steps[i].place) == tag) {
			return true;
		}
	}
	return false;
}

static uint32_t first_of(const struct mk_plan *plan)
{
	return plan->tag & 0xffff;
}

static uint32_t second_of(const struct mk_plan *plan)
{
	return plan->tag >> 16;
}

/* Whatever lies hidden, the second step can be made after the first, which shows no card. */
static void assert_pair(const struct klondike_view *view, const struct mk_plan *plan)
{
	for (uint64_t number = 0; number < 3; number++) {
		struct mk_plan first = {.tag = first_of(plan)};
		struct reduced before, after;
		struct mk_rng rng;

		mk_rng_init(&rng, 12, number);
		imagine(view, number, &before);
		after = before;
		klondike_plan_take(&after, &first, &rng);
		cr_assert_eq(after.seen, before.seen);
		cr_assert_eq(after.known & ~before.known, 0);
		cr_assert(offers(&after, second_of(plan)));
	}
}

/* Real moves, one after the other, until one shows a card. */
static void assert_line(const struct klondike_view *view, const struct mk_plan *plan)
{
	struct klondike_view table = *view;
	struct mk_move line[MK_MAX_LINE];
	size_t length = klondike_plan_line((const struct mk_view *)view, plan, line);

	cr_assert_gt(length, 0);
	cr_assert_arr_eq(&line[0], &plan->first, sizeof line[0]);
	for (size_t i = 0; i < length; i++) {
		cr_assert(klondike_is_legal(&table, line[i]));
		klondike_play(&table, line[i], MK_NO_CARD);
	}
}

/* Returns how many of the plans are pairs. */
static int assert_plans(const struct klondike_view *view)
{
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count = klondike_plans((const struct mk_view *)view, plans);
	int pairs = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t other = 0; other < i; other++) {
			cr_assert_neq(plans[i].tag, plans[other].tag);
		}
		assert_line(view, &plans[i]);
		if (second_of(&plans[i])) {
			assert_pair(view, &plans[i]);
			pairs++;
		}
	}
	return pairs;
}

/* The policy chooses by what is known: the same in whatever world the rest lies. */
static void assert_policy(const struct klondike_view *view)
{
	struct klondike_macro steps[REDUCED_STEPS], choice = {STEP_NONE, 0};
	struct mk_plan plans[MK_MAX_MOVES];
	struct mk_move move;
	struct reduced table;

	for (uint64_t number = 0; number < 3; number++) {
		struct klondike_macro chosen;
		size_t count;

		imagine(view, number, &table);
		count = reduced_steps(&table, steps);
		if (count == 0) {
			return;
		}
		chosen = policy_choose(policy_for(&view->rules), &table, steps, count);
		cr_assert(number == 0 ||
			  (chosen.kind == choice.kind && chosen.place == choice.place));
		choice = chosen;
	}
	if (klondike_plans((const struct mk_view *)view, plans) > 0) {
		cr_assert(klondike_policy_pick((const struct mk_view *)view, &move));
		cr_assert_arr_eq(&move, &plans[0].first, sizeof move);
	}
}

static int assert_game(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;
	struct mk_move move;
	int pairs = 0;

	mk_rng_init(&rng, 10, number);
	klondike_deal((struct mk_world *)(void *)&world, rules, &rng);
	for (int i = 0; i < MOST_MOVES && klondike_outcome(&world.known) == MK_PLAYING; i++) {
		pairs += assert_plans(&world.known);
		assert_policy(&world.known);
		if (i % 3 == 2) {
			struct mk_move moves[MK_MAX_MOVES];
			size_t count = klondike_moves(&world.known, moves);

			if (count == 0) {
				break;
			}
			move = moves[mk_rng_below(&rng, (uint32_t)count)];
		} else if (!klondike_heuristic_pick((struct mk_view *)&world.known, &move)) {
			break;
		}
		klondike_apply((struct mk_world *)(void *)&world, move);
	}
	return pairs;
}

Test(planning, the_first_of_two_steps_shows_no_card_and_the_second_can_follow)
{
	int pairs = 0;

	for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
		pairs += assert_game(rules_of("klondike-3"), number);
	}
	cr_assert_gt(pairs, games_to_play(GAMES));
}

Test(planning, single_cards_are_planned_a_step_at_a_time)
{
	for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
		cr_assert_eq(assert_game(rules_of("syvkabale"), number), 0);
		cr_assert_eq(assert_game(rules_of("klondike-1"), number), 0);
	}
}

Test(planning, the_policys_own_step_comes_first)
{
	struct klondike_macro steps[REDUCED_STEPS];
	struct mk_plan plans[MK_MAX_MOVES];
	struct klondike_world world;
	struct klondike_macro chosen;
	struct reduced table;
	struct mk_rng rng;
	size_t count;

	mk_rng_init(&rng, 13, 0);
	do {
		klondike_deal((struct mk_world *)(void *)&world, rules_of("klondike-3"), &rng);
		reduced_read(&table, &world);
		count = reduced_steps(&table, steps);
	} while (count < 2);
	chosen = policy_choose(policy_for(&world.known.rules), &table, steps, count);
	cr_assert_gt(klondike_plans((const struct mk_view *)&world.known, plans), 1);
	cr_assert_eq(plans[0].tag, (uint32_t)chosen.kind << 8 | chosen.place);
}
