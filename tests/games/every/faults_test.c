/*
 * The tests of this folder against games with one deliberate fault each: a run of this program by
 * itself, without these tests, for every fault. A fault is caught where that run fails:
 * one of a fifth of the games, which hardly ever misses what a whole run catches, and then the
 * whole run.
 */
#include "base/sanitized.h"
#include "games/every/faults.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MISSED_AT_MOST = 3, LISTED_AT_LEAST = 25 };

static void run_tests(const struct fault *fault, bool is_quick)
{
	static char program[] = "/proc/self/exe", fast[] = "--fail-fast", jobs[] = "-j1",
		    filter[] = "--filter", others[] = "!(faults)/*";
	char *arguments[] = {program, fast, jobs, filter, others, NULL};
	int nothing = open("/dev/null", O_WRONLY);

	dup2(nothing, STDOUT_FILENO);
	dup2(nothing, STDERR_FILENO);
	setenv("FAULT", fault->name, 1);
	setenv("GAME", fault->game, 1);
	if (is_quick) {
		unsetenv("MAKKER_LONG");
		setenv("MAKKER_QUICK", "1", 1);
	}
	execv(program, arguments);
	_exit(0); /* counts as missed */
}

static bool fails_with(const struct fault *fault, bool is_quick)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		run_tests(fault, is_quick);
	}
	cr_assert_gt(child, 0);
	cr_assert_eq(waitpid(child, &status, 0), child);
	return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static bool is_caught(const struct fault *fault)
{
	return fails_with(fault, true) || fails_with(fault, false);
}

static bool is_new_game(size_t number)
{
	return number == 0 || strcmp(faults[number].game, faults[number - 1].game) != 0;
}

Test(faults, hardly_any_deliberate_fault_of_a_game_is_missed, .timeout = 1200)
{
	size_t missed = 0;

	if (IS_WATCHED || getenv("MAKKER_QUICK")) {
		cr_skip_test("each fault is a run of the whole program: `make test` runs them in "
			     "the release build");
	}
	cr_assert_geq(fault_count, LISTED_AT_LEAST);
	for (size_t i = 0; i < fault_count; i++) {
		struct fault none = {.name = "", .game = faults[i].game};

		/* The other tests of this program are the whole run without a fault. */
		cr_assert(!is_new_game(i) || !fails_with(&none, true), "%s fails without a fault",
			none.game);
	}
	for (size_t i = 0; i < fault_count; i++) {
		bool caught = is_caught(&faults[i]);

		fprintf(stderr, "%s: %s: %s\n", caught ? "caught" : "missed", faults[i].game,
			faults[i].name);
		missed += !caught;
	}
	cr_assert_leq(missed, MISSED_AT_MOST, "%zu of %zu faults are missed", missed, fault_count);
}
