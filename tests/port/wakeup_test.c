/* Wake-ups of a loop by other threads. */
#include "port/wakeup.h"

#include <criterion/criterion.h>

struct sleeper {
	uv_loop_t loop;
	struct wakeup wakeup;
	int woken, closed;
	int awaited; /* so many calls end the loop */
};

static void on_woken(void *context)
{
	struct sleeper *sleeper = context;

	if (++sleeper->woken == sleeper->awaited) {
		uv_stop(&sleeper->loop);
	}
}

static void on_closed(void *context)
{
	struct sleeper *sleeper = context;

	sleeper->closed++;
}

static void sleeper_init(struct sleeper *sleeper)
{
	*sleeper = (struct sleeper){.awaited = 1};
	cr_assert_eq(uv_loop_init(&sleeper->loop), 0);
	cr_assert(wakeup_init(&sleeper->wakeup, &sleeper->loop, on_woken, sleeper));
}

static void sleeper_finish(struct sleeper *sleeper)
{
	wakeup_close(&sleeper->wakeup, on_closed);
	uv_run(&sleeper->loop, UV_RUN_DEFAULT);
	cr_assert_eq(sleeper->closed, 1);
	cr_assert_eq(uv_loop_close(&sleeper->loop), 0);
}

static void send_once(void *context)
{
	struct sleeper *sleeper = context;

	wakeup_send(&sleeper->wakeup);
}

Test(wakeup, of_another_thread_ends_the_sleep_of_the_loop)
{
	struct sleeper sleeper;
	uv_thread_t thread;

	sleeper_init(&sleeper);
	cr_assert_eq(uv_thread_create(&thread, send_once, &sleeper), 0);
	uv_run(&sleeper.loop, UV_RUN_DEFAULT);
	uv_thread_join(&thread);
	cr_assert_eq(sleeper.woken, 1);
	sleeper_finish(&sleeper);
}

Test(wakeup, several_before_the_loop_runs_are_one_call)
{
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	for (int i = 0; i < 5; i++) {
		wakeup_send(&sleeper.wakeup);
	}
	uv_run(&sleeper.loop, UV_RUN_DEFAULT);
	uv_run(&sleeper.loop, UV_RUN_NOWAIT);
	cr_assert_eq(sleeper.woken, 1);
	sleeper_finish(&sleeper);
}

static void send_again(void *context)
{
	struct sleeper *sleeper = context;

	on_woken(context);
	if (sleeper->woken < sleeper->awaited) {
		wakeup_send(&sleeper->wakeup);
	}
}

Test(wakeup, one_that_comes_during_the_call_leads_to_another_call)
{
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	sleeper.awaited = 3;
	sleeper.wakeup.woken = send_again;
	wakeup_send(&sleeper.wakeup);
	uv_run(&sleeper.loop, UV_RUN_DEFAULT);
	cr_assert_eq(sleeper.woken, 3);
	sleeper_finish(&sleeper);
}

Test(wakeup, keeps_the_loop_running_only_where_that_is_wanted)
{
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	wakeup_keep_alive(&sleeper.wakeup, false);
	cr_assert_eq(uv_loop_alive(&sleeper.loop), 0);
	wakeup_keep_alive(&sleeper.wakeup, true);
	cr_assert_neq(uv_loop_alive(&sleeper.loop), 0);
	sleeper_finish(&sleeper);
}

Test(wakeup, is_not_called_after_it_was_closed)
{
	struct sleeper sleeper;

	sleeper_init(&sleeper);
	wakeup_send(&sleeper.wakeup);
	sleeper_finish(&sleeper);
	cr_assert_eq(sleeper.woken, 0);
}
