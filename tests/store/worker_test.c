/* The answers of a thread of the store: in order, and no more in a turn of the loop than it has
 * time for. */
#include "base/clock.h"
#include "port/turn.h"
#include "store/sqlite/sqlite.h"
#include "store/store_base.h"

#include <criterion/criterion.h>
#include <uv.h>

enum {
	TASKS = 12,
	ANSWER_NS = TURN_QUEUES_NS / 2,
	MAX_A_TURN = 3, /* the time begins with the first answer's end */
};

static uv_loop_t loop;
static struct worker *worker;
static struct store_task tasks[TASKS];
static unsigned answered, turn, answered_in[TASKS], ended;
static uv_prepare_t turns;

static bool work(struct store_task *first, void *context)
{
	(void)first;
	(void)context;
	return true;
}

static void answer(struct store_task *task, void *context)
{
	int64_t end_ns = clock_ticks_ns() + ANSWER_NS;

	(void)context;
	cr_assert_eq(task, &tasks[answered], "in order");
	while (clock_ticks_ns() < end_ns) {
	}
	answered_in[answered++] = turn;
	if (answered == TASKS) {
		worker_awaited(worker, false);
	}
}

static void on_turn(uv_prepare_t *handle)
{
	(void)handle;
	turn++;
}

static void on_ended(void *context)
{
	(void)context;
	ended++;
}

static void begin(void)
{
	uv_loop_init(&loop);
	uv_prepare_init(&loop, &turns);
	uv_prepare_start(&turns, on_turn);
	uv_unref((uv_handle_t *)&turns);
	worker = worker_create(
		&(struct worker_options){.loop = &loop, .work = work, .answer = answer});
	cr_assert(worker);
	worker_awaited(worker, true);
}

static void end(void)
{
	worker_end(worker, on_ended);
	uv_close((uv_handle_t *)&turns, NULL);
	uv_run(&loop, UV_RUN_DEFAULT);
	cr_assert_eq(ended, 1);
	cr_assert_eq(uv_loop_close(&loop), 0);
}

Test(worker, long_answers_that_come_together_take_several_turns_and_keep_their_order)
{
	begin();
	for (int i = 0; i < TASKS; i++) {
		worker_add(worker, &tasks[i]);
	}
	uv_sleep(50);
	uv_run(&loop, UV_RUN_DEFAULT);
	cr_assert_eq(answered, TASKS);
	for (int i = MAX_A_TURN; i < TASKS; i++) {
		cr_assert_gt(answered_in[i], answered_in[i - MAX_A_TURN]);
	}
	end();
}

static void add_another(uv_timer_t *timer)
{
	(void)timer;
	worker_add(worker, &tasks[TASKS - 1]);
}

Test(worker, a_new_task_is_answered_after_the_waiting_ones)
{
	uv_timer_t timer;

	begin();
	uv_timer_init(&loop, &timer);
	for (int i = 0; i < TASKS - 1; i++) {
		worker_add(worker, &tasks[i]);
	}
	uv_timer_start(&timer, add_another, 5, 0);
	uv_run(&loop, UV_RUN_DEFAULT);
	cr_assert_eq(answered, TASKS);
	uv_close((uv_handle_t *)&timer, NULL);
	end();
}
