#include "api/pipeline/loop_monitor.h"

#include <criterion/criterion.h>
#include <time.h>

enum { TURNS = 1000, OUTSIDE_US = 100, SHORT_US = 10 };

struct fixture {
	struct loop_monitor monitor;
	uv_loop_t loop;
	uv_prepare_t outside;
	uv_idle_t next;
	int turns;
	int long_turn; /* this one takes `long_us` itself */
	int long_us;
};

static void use_processor(int us)
{
	struct timespec begin, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	} while (
		(now.tv_sec - begin.tv_sec) * 1000000L + (now.tv_nsec - begin.tv_nsec) / 1000 < us);
}

/* Between two turns, as the kernel does when the loop sleeps. */
static void on_outside(uv_prepare_t *handle)
{
	(void)handle;
	use_processor(OUTSIDE_US);
}

static void on_turn(uv_check_t *handle)
{
	struct fixture *fixture = handle->data;

	use_processor(++fixture->turns == fixture->long_turn ? fixture->long_us : SHORT_US);
	if (fixture->turns == TURNS) {
		uv_stop(handle->loop);
	}
}

static void on_idle(uv_idle_t *handle)
{
	(void)handle;
}

static void close_handle(uv_handle_t *handle, void *context)
{
	(void)context;
	uv_close(handle, NULL);
}

/* TURNS short turns of the loop, but for number `long_turn`. */
static void run_turns(struct fixture *fixture, int long_turn, int long_us)
{
	uv_check_t turn;

	*fixture = (struct fixture){.long_turn = long_turn, .long_us = long_us};
	uv_loop_init(&fixture->loop);
	/* Handles of one kind are called in the reverse order of their start. */
	uv_prepare_init(&fixture->loop, &fixture->outside);
	uv_prepare_start(&fixture->outside, on_outside);
	uv_check_init(&fixture->loop, &turn);
	turn.data = fixture;
	uv_check_start(&turn, on_turn);
	loop_monitor_start(&fixture->monitor, &fixture->loop);
	uv_idle_init(&fixture->loop, &fixture->next);
	uv_idle_start(&fixture->next, on_idle);
	uv_run(&fixture->loop, UV_RUN_DEFAULT);
	uv_walk(&fixture->loop, close_handle, NULL);
	uv_run(&fixture->loop, UV_RUN_DEFAULT);
	uv_loop_close(&fixture->loop);
}

Test(loop_monitor, processor_time_between_turns_is_no_part_of_a_turn)
{
	struct fixture fixture;

	run_turns(&fixture, 0, 0);
	cr_assert_eq(fixture.monitor.long_turns, 0);
	cr_assert_lt(loop_monitor_max_cpu(&fixture.monitor), 0.015, "%g s",
		loop_monitor_max_cpu(&fixture.monitor));
}

Test(loop_monitor, a_long_turn_is_counted_with_its_processor_time)
{
	struct fixture fixture;

	run_turns(&fixture, TURNS / 2, 30000);
	cr_assert_eq(fixture.monitor.long_turns, 1);
	cr_assert_geq(loop_monitor_max_cpu(&fixture.monitor), 0.03, "%g s",
		loop_monitor_max_cpu(&fixture.monitor));
}
