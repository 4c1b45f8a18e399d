/* Tests of which each ends in its own way; tests/runner/verdicts.sh knows the verdicts. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(void)
{
	cr_assert(0, "fixture");
}

static void end_the_process(void)
{
	exit(0);
}

Test(verdict, passes)
{
	cr_assert_eq(1, 1);
}

Test(verdict, fails_an_assertion)
{
	cr_assert_eq(1, 2, "one is %d", 1);
	exit(0);
}

Test(verdict, fails_an_expectation)
{
	cr_expect_str_eq("a", "b");
}

Test(verdict, fails_in_a_child)
{
	if (fork() == 0) {
		cr_assert(0, "child");
	}
	while (wait(NULL) > 0) {
	}
}

Test(verdict, fails_before, .init = fail)
{
}

Test(verdict, fails_behind, .fini = fail)
{
}

Test(verdict, fails_without_its_signal, .signal = SIGABRT)
{
}

Test(verdict, passes_by_its_signal, .signal = SIGABRT)
{
	abort();
}

Test(verdict, crashes)
{
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

Test(verdict, crashes_by_an_early_exit)
{
	end_the_process();
}

Test(verdict, crashes_by_its_exit_code)
{
	exit(3);
}

Test(verdict, hangs, .timeout = 1)
{
	pause();
}

Test(verdict, is_skipped)
{
	cr_skip_test("no %s", "data");
}

ParameterizedTestParameters(verdict, fails_if_even)
{
	static int numbers[] = {1, 2, 3};

	return cr_make_param_array(int, numbers, 3);
}

ParameterizedTest(int *number, verdict, fails_if_even)
{
	cr_assert(*number % 2, "%d", *number);
}
