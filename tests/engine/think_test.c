/* Thinking: what is found, what it may cost, and that it is always the same. */
#include "base/arena.h"
#include "base/clock.h"
#include "engine/doors.h"

#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>

enum { ARENA_BYTES = 1 << 20, MAX_HANDS = 4 };

static struct mk_arena *arena;
static struct mk_advice advice;

static void begin(void)
{
	arena = mk_arena_create(ARENA_BYTES);
	doors_cancel_after = 0;
	doors_lengthen = false;
	atomic_store(&doors_cancel, false);
	atomic_store(&doors_played, 0);
}

static void end(void)
{
	mk_arena_destroy(arena);
}

TestSuite(think, .init = begin, .fini = end);

static void think_with(struct mk_executor *executor, const struct mk_search_request *thought)
{
	struct mk_search_context *thinker = mk_search_context_init(arena, &doors, executor);

	cr_assert_not_null(thinker);
	mk_search_run(thinker, thought, &advice);
	mk_search_context_deinit(thinker);
}

static struct mk_search_request thought_of(const struct mk_view *view, struct mk_budget budget)
{
	return (struct mk_search_request){
		.strategy = &doors.strategies[0], .view = view, .budget = budget};
}

static void think(const struct mk_view *view, struct mk_budget budget)
{
	struct mk_search_request thought = thought_of(view, budget);

	think_with(NULL, &thought);
}

static uint32_t suggested(void)
{
	cr_assert_geq(advice.suggestion, 0);
	return advice.moves[advice.suggestion].move.count;
}

/* ---- What is found -------------------------------------------------------------------------- */

Test(think, the_likeliest_plan_is_suggested)
{
	struct mk_view view = {0};

	think(&view, (struct mk_budget){.nodes = 6000});
	cr_assert_eq(suggested(), 1);
	cr_assert(advice.final);
	cr_assert_float_eq(advice.value, 11.0 / 36 / 2 + 0.5, 0.03, "calibrated");
	cr_assert(advice.low < advice.value && advice.value < advice.high);
}

Test(think, moves_that_begin_a_plan_come_first_by_value_the_others_after_them)
{
	struct mk_view view = {.opened = 1 << 3};

	think(&view, (struct mk_budget){.nodes = 6000});
	cr_assert_eq(advice.count, DOORS);
	cr_assert_eq(advice.moves[DOORS - 1].move.kind, 3);
	cr_assert(isnan(advice.moves[DOORS - 1].value));
	for (int i = 0; i + 1 < DOORS; i++) {
		cr_assert_gt(advice.moves[i].visits, 0);
		cr_assert_eq(advice.moves[i].line_length, advice.moves[i].move.kind);
	}
	cr_assert_eq(advice.moves[0].move.count, 1);
	cr_assert_eq(advice.moves[1].move.count, 2);
}

Test(think, the_best_get_most_of_the_budget)
{
	struct mk_view view = {0};

	think(&view, (struct mk_budget){.nodes = 3000});
	/* The last is the favourite, by which all others are measured. */
	cr_assert_gt(advice.moves[0].visits, 2 * advice.moves[DOORS - 2].visits);
}

static const struct mk_ranked_move *suggestion(void)
{
	cr_assert_geq(advice.suggestion, 0);
	return &advice.moves[advice.suggestion];
}

Test(think, with_many_playouts_the_best_plans_are_made_longer)
{
	struct mk_view view = {0};

	doors_lengthen = true;
	think(&view, (struct mk_budget){.nodes = 3000});
	cr_assert_eq(suggestion()->line_length, 1, "too few for that");
	think(&view, (struct mk_budget){.nodes = 12000});
	cr_assert_eq(suggestion()->line_length, 2);
	/* The likeliest two, in either order. */
	cr_assert_eq(suggestion()->line[0].count + suggestion()->line[1].count, 3);
	cr_assert_float_eq(advice.value, 20.0 / 36 / 2 + 0.5, 0.03);
	for (size_t i = 1; i < advice.count; i++) {
		cr_assert(!(advice.moves[i].value > advice.value));
	}
}

Test(think, equal_plans_stay_in_the_order_of_the_game)
{
	struct mk_view view = {.known = 3};

	for (uint64_t seed = 0; seed < 20; seed++) {
		think(&view, (struct mk_budget){.nodes = 300, .seed = seed});
		cr_assert_eq(suggested(), 3);
		cr_assert_eq(advice.moves[1].move.count, 6, "the first of those worth nothing");
	}
}

Test(think, without_any_world_the_answer_is_the_first_plan)
{
	struct mk_view view = {.impossible = 1};

	think(&view, (struct mk_budget){.nodes = 300});
	cr_assert_eq(suggested(), 6);
	cr_assert(isnan(advice.value));
	cr_assert_eq(atomic_load(&doors_played), 0);
}

/* ---- What it costs -------------------------------------------------------------------------- */

Test(think, without_a_budget_there_is_no_search)
{
	struct mk_view view = {0};

	think(&view, (struct mk_budget){.seed = 7});
	cr_assert_eq(atomic_load(&doors_played), 0);
	cr_assert(advice.final);
	cr_assert_eq(advice.moves[0].move.kind, 3);
}

Test(think, instant_strategies_do_not_search)
{
	struct mk_view view = {0};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.nodes = 300});

	thought.strategy = &doors.strategies[1];
	think_with(NULL, &thought);
	cr_assert_eq(atomic_load(&doors_played), 0);
	cr_assert_str_eq(advice.strategy, "idle");
}

Test(think, no_more_is_played_than_the_nodes_allow)
{
	struct mk_view view = {0};

	for (uint64_t nodes = 20; nodes < 2000; nodes += 77) {
		atomic_store(&doors_played, 0);
		think(&view, (struct mk_budget){.nodes = nodes});
		cr_assert_leq(atomic_load(&doors_played), nodes);
		cr_assert_gt(atomic_load(&doors_played), nodes - 20);
		cr_assert_eq(advice.nodes, atomic_load(&doors_played));
	}
}

Test(think, no_more_worlds_are_tried_than_allowed)
{
	struct mk_view view = {0};

	think(&view, (struct mk_budget){.worlds = 90});
	cr_assert_eq(advice.worlds, 90);
	cr_assert_eq(advice.moves[0].visits, 90);
	think(&view, (struct mk_budget){.worlds = 90, .nodes = 60});
	cr_assert_leq(advice.nodes, 60);
}

Test(think, time_is_kept)
{
	struct mk_view view = {0};
	int64_t began = clock_ticks_ns();

	think(&view, (struct mk_budget){.ms = 30});
	cr_assert_geq(clock_ticks_ns() - began, 29000000);
	cr_assert_gt(advice.nodes, 0);
	cr_assert_geq(advice.elapsed_ms, 29);
}

Test(think, an_only_plan_is_worth_a_look_but_no_time)
{
	struct mk_view view = {.opened = 0x3e};

	think(&view, (struct mk_budget){.ms = 5000});
	cr_assert_eq(suggested(), 6);
	cr_assert_eq(advice.nodes, 200);
	think(&view, (struct mk_budget){.nodes = 5000});
	cr_assert_eq(advice.nodes, 0, "no caller asks for its value");
}

Test(think, a_cancelled_search_returns_its_present_result)
{
	struct mk_view view = {0};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.ms = 60000});

	doors_cancel_after = 500;
	thought.cancel = &doors_cancel;
	think_with(NULL, &thought);
	cr_assert_not(advice.final);
	cr_assert_geq(suggested(), 1);
	cr_assert_leq(atomic_load(&doors_played), 600);
}

/* ---- On the way ----------------------------------------------------------------------------- */

struct watcher {
	unsigned calls;
	unsigned changes;
	struct mk_move last;
};

static void watch(void *owner, const struct mk_advice *draft)
{
	struct watcher *watcher = owner;
	const struct mk_move *move = &draft->moves[draft->suggestion].move;

	cr_assert_not(draft->final);
	cr_assert_eq(draft->count, DOORS + 1);
	watcher->changes += watcher->calls && memcmp(move, &watcher->last, sizeof *move) != 0;
	watcher->last = *move;
	watcher->calls++;
}

Test(think, intermediate_advice_comes_several_times_a_second_and_is_steady)
{
	struct mk_view view = {0};
	struct watcher watcher = {0};
	uint32_t ms = 350;

	/* On a busy machine a short thought may be over before anything can be said. */
	do {
		struct mk_search_request thought =
			thought_of(&view, (struct mk_budget){.ms = ms *= 2});

		thought.progress = watch;
		thought.owner = &watcher;
		think_with(NULL, &thought);
	} while (watcher.calls == 0 && ms < 60000);
	cr_assert_geq(watcher.calls, 1);
	cr_assert_leq(watcher.calls, ms / 100);
	cr_assert_eq(watcher.changes, 0);
}

/* ---- Together ------------------------------------------------------------------------------- */

struct shared {
	void (*work)(void *task);
	void *task;
};

static void *lend_a_hand(void *context)
{
	const struct shared *shared = context;

	shared->work(shared->task);
	return NULL;
}

static void together(struct mk_executor *executor, void (*work)(void *task), void *task)
{
	struct shared shared = {work, task};
	pthread_t threads[MAX_HANDS];

	for (unsigned i = 1; i < executor->size; i++) {
		pthread_create(&threads[i], NULL, lend_a_hand, &shared);
	}
	work(task);
	for (unsigned i = 1; i < executor->size; i++) {
		pthread_join(threads[i], NULL);
	}
}

Test(think, the_number_of_threads_changes_nothing)
{
	struct mk_view view = {0};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.nodes = 7777});
	static struct mk_advice alone;

	think(&view, thought.budget);
	alone = advice;
	for (unsigned size = 1; size <= MAX_HANDS; size++) {
		struct mk_executor executor = {.size = size, .run_parallel = together};

		think_with(&executor, &thought);
		cr_assert_eq(advice.nodes, alone.nodes);
		cr_assert_eq(advice.worlds, alone.worlds);
		cr_assert_arr_eq(advice.moves, alone.moves, alone.count * sizeof *alone.moves);
	}
}

Test(think, longer_plans_keep_to_the_nodes_and_do_not_depend_on_the_threads)
{
	struct mk_view view = {0};
	static struct mk_advice alone;

	doors_lengthen = true;
	for (uint64_t nodes = 4000; nodes < 20000; nodes += 1777) {
		struct mk_executor executor = {.size = 3, .run_parallel = together};
		struct mk_search_request thought =
			thought_of(&view, (struct mk_budget){.nodes = nodes});

		atomic_store(&doors_played, 0);
		think(&view, thought.budget);
		cr_assert_leq(atomic_load(&doors_played), nodes);
		alone = advice;
		think_with(&executor, &thought);
		cr_assert_eq(advice.nodes, alone.nodes);
		cr_assert_arr_eq(advice.moves, alone.moves, alone.count * sizeof *alone.moves);
	}
}

Test(think, another_seed_is_another_answer)
{
	struct mk_view view = {0};
	double value;

	think(&view, (struct mk_budget){.nodes = 300, .seed = 1});
	value = advice.value;
	think(&view, (struct mk_budget){.nodes = 300, .seed = 1});
	cr_assert_eq(advice.value, value);
	think(&view, (struct mk_budget){.nodes = 300, .seed = 2});
	cr_assert_neq(advice.value, value);
}

/* ---- Proof and intent ----------------------------------------------------------------------- */

Test(think, a_proven_result_needs_no_search)
{
	struct mk_view won = {.sure = MK_PROVEN_WIN};
	struct mk_view lost = {.sure = MK_PROVEN_LOSS};

	think(&won, (struct mk_budget){.nodes = 300});
	cr_assert_eq(advice.certainty, MK_PROVEN_WIN);
	cr_assert_eq(advice.value, 1);
	cr_assert_eq(advice.low, 1);
	think(&lost, (struct mk_budget){.nodes = 300});
	cr_assert_eq(advice.certainty, MK_PROVEN_LOSS);
	cr_assert_eq(advice.value, 0);
	cr_assert_geq(advice.suggestion, 0);
	cr_assert_eq(atomic_load(&doors_played), 0);
}

Test(think, a_plan_that_was_begun_is_carried_on_without_thinking)
{
	struct mk_view view = {.opened = 1 << 1 | 1 << 2};
	struct mk_search_memo intent = {.valid = false};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.nodes = 600});
	unsigned played;
	double value;

	thought.memo = &intent;
	think_with(NULL, &thought);
	cr_assert_eq(advice.moves[0].move.kind, 2, "a curtain");
	cr_assert_eq(suggested(), 3);
	cr_assert(intent.valid);
	value = advice.value;
	played = atomic_load(&doors_played);
	view.pulled |= 1 << 3;
	think_with(NULL, &thought);
	cr_assert_eq(advice.moves[0].move.kind, 1);
	cr_assert_eq(suggested(), 3);
	cr_assert_eq(advice.value, value);
	cr_assert_eq(atomic_load(&doors_played), played);
	cr_assert_not(intent.valid, "what is behind the door is not known");
}

Test(think, a_longer_plan_that_was_begun_is_carried_on_too)
{
	struct mk_view view = {.opened = 1 << 1 | 1 << 2};
	struct mk_search_memo intent = {.valid = false};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.nodes = 12000});
	unsigned played;

	doors_lengthen = true;
	thought.memo = &intent;
	think_with(NULL, &thought);
	cr_assert_eq(suggestion()->move.kind, 2, "a curtain");
	cr_assert_eq(suggestion()->line_length, 3);
	played = atomic_load(&doors_played);
	view.pulled |= 1 << suggestion()->move.count;
	think_with(NULL, &thought);
	cr_assert_eq(suggestion()->move.kind, 1);
	cr_assert_eq(suggestion()->line_length, 2);
	cr_assert_eq(atomic_load(&doors_played), played);
}

Test(think, another_move_starts_a_new_search)
{
	struct mk_view view = {.opened = 1 << 1 | 1 << 2};
	struct mk_search_memo intent = {.valid = false};
	struct mk_search_request thought = thought_of(&view, (struct mk_budget){.nodes = 600});
	unsigned played;

	thought.memo = &intent;
	think_with(NULL, &thought);
	played = atomic_load(&doors_played);
	view.pulled |= 1 << 4;
	think_with(NULL, &thought);
	cr_assert_gt(atomic_load(&doors_played), played);
}

Test(think, a_budget_of_the_processor_is_not_spent_by_waiting)
{
	const struct mk_budget clock = {.ms = 1}, processor = {.ms = 1, .is_of_processor = true};
	const struct timespec pause = {.tv_nsec = 50000000};
	int64_t ticks = mk_budget_clock_ns(&clock), used = mk_budget_clock_ns(&processor);

	nanosleep(&pause, NULL);
	cr_assert_geq(mk_budget_clock_ns(&clock) - ticks, 50000000);
	cr_assert_lt(mk_budget_clock_ns(&processor) - used, 25000000);
}
