/* Plans: what may be planned two steps ahead, and what not. */
#include "base/sanitized.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/helpers.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>

enum { GAMES = 60, MAX_MOVES = 200 };

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

static bool offers(const struct reduced *table, struct klondike_macro step)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);

	for (size_t i = 0; i < count; i++) {
		if (steps[i].kind == step.kind && steps[i].place == step.place) {
			return true;
		}
	}
	return false;
}

static int steps_of(const struct mk_plan *plan)
{
	int count = 0;

	while (count < PLAN_STEPS && klondike_plan_step(plan->tag, count).kind != STEP_NONE) {
		count++;
	}
	return count;
}

/* Whatever lies hidden, each step can be made after those before it, which show no card. */
static void assert_steps(const struct klondike_view *view, const struct mk_plan *plan)
{
	for (uint64_t number = 0; number < 3; number++) {
		struct reduced before, after;
		struct mk_rng rng;

		mk_rng_init(&rng, 12, number);
		imagine(view, number, &before);
		after = before;
		for (int i = 1; i < steps_of(plan); i++) {
			struct klondike_macro step = klondike_plan_step(plan->tag, i - 1);

			reduced_take(&after, step, &rng);
			cr_assert_eq(after.seen, before.seen);
			cr_assert_eq(after.known & ~before.known, 0);
			cr_assert(offers(&after, klondike_plan_step(plan->tag, i)));
		}
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
		cr_assert_leq(steps_of(&plans[i]), 2);
		if (steps_of(&plans[i]) == 2) {
			assert_steps(view, &plans[i]);
			pairs++;
		}
	}
	return pairs;
}

/* Where the plan's steps lead, in the first world that fits. */
static void take_all(
	const struct klondike_view *view, const struct mk_plan *plan, struct reduced *table)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 14, 0);
	imagine(view, 0, table);
	klondike_plan_take(table, plan, &rng);
}

/* Different steps, so different tables: these have equal bytes otherwise. */
static void assert_other_end(
	const struct klondike_view *view, const struct mk_plan *plan, const struct mk_plan *other)
{
	struct reduced one, two;

	if (klondike_plan_step(plan->tag, steps_of(plan) - 1).kind == STEP_TURN) {
		return;
	}
	take_all(view, plan, &one);
	take_all(view, other, &two);
	cr_assert(one.shown != two.shown || one.first != two.first || one.wanted != two.wanted ||
		  one.rest != two.rest || one.turned != two.turned);
}

static bool has_plan(const struct klondike_view *view, uint32_t tag)
{
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count = klondike_plans((const struct mk_view *)view, plans);

	for (size_t i = 0; i < count; i++) {
		if (plans[i].tag == tag) {
			return true;
		}
	}
	return false;
}

/* A longer plan is found again as long as its first step is a plan, and not after that. */
static void assert_resumed(const struct klondike_view *view, const struct mk_plan *plan)
{
	struct klondike_macro first = klondike_plan_step(plan->tag, 0);
	struct klondike_view table = *view;
	struct mk_plan again;
	bool completes = false;

	for (int i = 0; i < MAX_MOVES && !completes; i++) {
		bool resumed = klondike_resume_plan((struct mk_view *)&table, plan->tag, &again);
		struct mk_move move;

		cr_assert(resumed == has_plan(&table, klondike_plan_tag(first)));
		cr_assert(klondike_macro_next_move(&table, first, &move, &completes));
		if (resumed) {
			cr_assert_eq(again.tag, plan->tag);
			cr_assert_arr_eq(&again.first, &move, sizeof move);
		}
		klondike_play(&table, move, MK_NO_CARD);
	}
	cr_assert(!klondike_resume_plan((struct mk_view *)&table, plan->tag, &again));
}

/* Returns the number of plans that continue these. */
static int assert_longer_plans(const struct klondike_view *view)
{
	struct mk_plan plans[MK_MAX_MOVES];
	size_t begun = klondike_plans((const struct mk_view *)view, plans), count = begun;

	for (size_t from = 0; from < begun && from < 4; from++) {
		size_t more = klondike_longer_plans((const struct mk_view *)view, &plans[from],
			plans, count, plans + count, MK_MAX_MOVES - count);

		for (size_t i = count; i < count + more; i++) {
			cr_assert_gt(steps_of(&plans[i]), steps_of(&plans[from]));
			cr_assert_arr_eq(
				&plans[i].first, &plans[from].first, sizeof plans[i].first);
			assert_steps(view, &plans[i]);
			assert_line(view, &plans[i]);
			assert_resumed(view, &plans[i]);
			for (size_t other = 0; other < i; other++) {
				assert_other_end(view, &plans[i], &plans[other]);
			}
		}
		count += more;
	}
	return (int)(count - begun);
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

struct found {
	int pairs, longer;
};

static struct found assert_game(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;
	struct mk_move move;
	struct found found = {0, 0};

	mk_rng_init(&rng, 10, number);
	klondike_deal((struct mk_world *)(void *)&world, rules, &rng);
	for (int i = 0; i < MAX_MOVES && klondike_outcome(&world.known) == MK_PLAYING; i++) {
		found.pairs += assert_plans(&world.known);
		found.longer += assert_longer_plans(&world.known);
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
	return found;
}

Test(planning, all_steps_but_the_last_show_no_card_and_the_next_can_follow)
{
	int games = games_to_play(GAMES), pairs = 0, longer = 0;

	for (uint64_t number = 0; number < (uint64_t)games; number++) {
		struct found found = assert_game(rules_of("klondike-3"), number);

		pairs += found.pairs;
		longer += found.longer;
	}
	cr_assert_gt(pairs, games);
	cr_assert_gt(longer, games);
}

Test(planning, single_cards_are_planned_a_step_at_a_time)
{
	for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
		struct found found = assert_game(rules_of("syvkabale"), number);

		cr_assert_eq(found.pairs + found.longer, 0);
		found = assert_game(rules_of("klondike-1"), number);
		cr_assert_eq(found.pairs + found.longer, 0);
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
	cr_assert_eq(plans[0].tag, klondike_plan_tag(chosen));
}
