/* Groups of threads: each runs once, signals stay with the main thread, an executor returns last.
 */
#include "base/threads.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_uint calls, blocked;

static void count_call(void *context)
{
	sigset_t mask;

	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	blocked += sigismember(&mask, SIGTERM) && sigismember(&mask, SIGINT) &&
		   !sigismember(&mask, SIGSEGV);
	calls += *(unsigned *)context;
}

Test(threads, each_thread_of_a_group_runs_once_with_signals_blocked)
{
	struct thread_group group;
	unsigned step = 3;
	sigset_t mask;

	cr_assert_eq(threads_start(&group, 5, count_call, &step), 5);
	threads_join(&group);
	cr_assert_eq(calls, 15);
	cr_assert_eq(blocked, 5);
	cr_assert_eq(group.count, 0);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	cr_assert(!sigismember(&mask, SIGTERM), "the caller's mask is as it was");
}

static void use_stack(void *context)
{
	volatile char deep[6 << 20];

	for (size_t i = 0; i < sizeof deep; i += 4096) {
		deep[i] = 1;
	}
	calls += deep[0] && *(unsigned *)context;
}

/* As where the process has no limit: the system's default is small then. */
Test(threads, each_thread_has_enough_stack_with_any_default)
{
	struct thread_group group;
	pthread_attr_t small;
	unsigned one = 1;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 2 << 20);
	cr_assert_eq(pthread_setattr_default_np(&small), 0);
	cr_assert_eq(threads_start(&group, 2, use_stack, &one), 2);
	threads_join(&group);
	cr_assert_eq(calls, 2);
}

static void run_slowly(void *context)
{
	usleep(2000);
	count_call(context);
}

Test(threads, an_executor_returns_when_all_calls_have_returned)
{
	struct mk_executor executor = threads_executor(4);
	unsigned step = 1;

	executor.run_parallel(&executor, run_slowly, &step);
	cr_assert_eq(calls, 4);
	cr_assert_eq(blocked, 3, "the fourth is the caller's own thread");
}

Test(threads, an_executor_of_one_uses_the_thread_of_the_caller)
{
	struct mk_executor executor = threads_executor(1);
	unsigned step = 1;

	executor.run_parallel(&executor, count_call, &step);
	cr_assert_eq(calls, 1);
	cr_assert_eq(blocked, 0);
}

Test(threads, more_than_the_limit_are_not_started)
{
	static struct thread_group group;
	unsigned step = 0;

	cr_assert_leq(threads_start(&group, MAX_THREADS + 10, count_call, &step), MAX_THREADS);
	threads_join(&group);
}
