#include "api/pipeline/route.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct route rows[] = {
	{"GET", "/v1/sessions", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"POST", "/v1/sessions", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"GET", "/v1/sessions/{id}", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"DELETE", "/v1/sessions/{id}", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"POST", "/v1/sessions/{id}/undo", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"GET", "/", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"GET", "/v1/simulations/{id}/games/{n}", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
	{"GET", "/files/{path}", NULL, NULL, 0, NULL, false, BODY_UNREAD, NULL},
};
static struct route_match match;

static const struct route *find(const char *method, const char *path)
{
	route_find(rows, sizeof rows / sizeof rows[0], method, path, &match);
	return match.route;
}

Test(route, finds_the_row_of_method_and_path)
{
	cr_assert_eq(find("GET", "/v1/sessions"), &rows[0]);
	cr_assert_eq(find("POST", "/v1/sessions"), &rows[1]);
	cr_assert_eq(find("GET", "/"), &rows[5]);
}

Test(route, takes_the_id_out_of_the_path)
{
	cr_assert_eq(find("POST", "/v1/sessions/abc/undo"), &rows[4]);
	cr_assert_eq(match.id_length, 3);
	cr_assert_eq(strncmp(match.id, "abc", 3), 0);
}

Test(route, takes_all_that_is_left_where_the_template_says_path)
{
	cr_assert_eq(find("GET", "/files/a"), &rows[7]);
	cr_assert_eq(find("GET", "/files/a/b.c"), &rows[7]);
	cr_assert_null(find("GET", "/files/"));
	cr_assert_null(find("GET", "/files"));
}

Test(route, answers_head_where_it_answers_get)
{
	cr_assert_eq(find("HEAD", "/v1/sessions/abc"), &rows[2]);
	cr_assert_null(find("HEAD", "/v1/sessions/abc/undo"));
}

Test(route, names_the_methods_of_a_path_that_does_not_know_this_one)
{
	cr_assert_null(find("PUT", "/v1/sessions/abc"));
	cr_assert_str_eq(match.allow, "GET, HEAD, DELETE, OPTIONS");
	cr_assert_str_eq(match.path, "/v1/sessions/{id}");
}

Test(route, knows_no_path_that_is_only_similar)
{
	static const char *const paths[] = {"", "/v1", "/v1/sessions/", "/v1/sessions/a/b",
		"/v1/sessions//undo", "/v1/sessions/a/undo/", "/v1/sessionsa", "/V1/sessions",
		"//"};

	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		cr_expect_null(find("GET", paths[i]), "%s", paths[i]);
		cr_expect_null(match.path, "%s", paths[i]);
		cr_expect_str_eq(match.allow, "", "%s", paths[i]);
	}
}

Test(route, a_number_at_the_end_has_digits_only)
{
	cr_assert_eq(find("GET", "/v1/simulations/abc/games/12"), &rows[6]);
	cr_assert_eq(match.id_length, 3);
	cr_assert_null(find("GET", "/v1/simulations/abc/games/"));
	cr_assert_null(find("GET", "/v1/simulations/abc/games/-1"));
	cr_assert_null(find("GET", "/v1/simulations/abc/games/1/2"));
	cr_assert_null(find("GET", "/v1/simulations/abc/games"));
}
