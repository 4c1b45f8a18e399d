#include "api/views/problem.h"

#include <criterion/criterion.h>

static char buffer[1024];
static struct mk_text out;

static void start(void)
{
	mk_text_fixed(&out, buffer, sizeof buffer);
}

TestSuite(problem, .init = start);

Test(problem, an_error_with_a_place_becomes_a_whole_problem)
{
	struct mk_error error;
	struct problem problem;

	mk_fail(&error, MK_MALFORMED, "invalid_card", "/columns/3", "'%s' is no card", "9X");
	problem = problem_of(&error);
	problem_write(&out, &problem, "00f3a1b2c4d5e6f7");
	cr_assert_str_eq(buffer,
		"{\"type\":\"/problems/invalid-card\",\"title\":\"Invalid card\",\"status\":400,"
		"\"code\":\"invalid_card\",\"detail\":\"'9X' is no card\",\"errors\":[{\"pointer\":"
		"\"/columns/3\",\"code\":\"invalid_card\",\"detail\":\"'9X' is no card\"}],"
		"\"request_id\":\"00f3a1b2c4d5e6f7\"}");
}

Test(problem, an_error_without_a_place_names_none)
{
	struct mk_error error;
	struct problem problem;

	mk_fail(&error, MK_NOT_FOUND, "unknown_session", "", "there is no such session");
	problem = problem_of(&error);
	problem_write(&out, &problem, "0");
	cr_assert_not_null(strstr(buffer, "\"errors\":[]"));
	cr_assert_not_null(strstr(buffer, "\"status\":404"));
}

Test(problem, statuses_have_their_codes)
{
	cr_expect_eq(problem_http(MK_IMPOSSIBLE, "illegal_move"), 422);
	cr_expect_eq(problem_http(MK_CONFLICT, "snapshot_contradiction"), 409);
	cr_expect_eq(problem_http(MK_CONFLICT, "version_mismatch"), 412);
	cr_expect_eq(problem_http(MK_OVER, "game_over"), 409);
	cr_expect_eq(problem_http(MK_BUSY, "busy"), 503);
	cr_expect_eq(problem_http(MK_FULL, "too_many_changes"), 429);
	cr_expect_eq(problem_http(MK_IO, "store_unavailable"), 503);
}

Test(problem, temporary_errors_are_retryable)
{
	cr_expect(problem_is_retryable(&(struct problem){.http = 429}));
	cr_expect(problem_is_retryable(&(struct problem){.http = 503}));
	cr_expect_not(problem_is_retryable(&(struct problem){.http = 500}));
	cr_expect_not(problem_is_retryable(&(struct problem){.http = 409}));
}

Test(problem, a_line_stays_one_line)
{
	problem_write_line(&out, &(struct problem){.detail = "a\r\nb\tc"});
	cr_assert_str_eq(buffer, "a  b c\n");
}
