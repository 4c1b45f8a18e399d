/* Advice as it is kept with a move. */
#include "session/advice_record.h"

#include "session/history/history.h"
#include "session/session_fixture.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

static const struct advised given = {.known = true,
	.table = {.5, .25, .75},
	.suggests = true,
	.suggestion = {1, 2, 3, 4, 5, {6, 7, 8}, 4000000000},
	.suggested = {1, 1, 1},
	.ranked = true,
	.made = {.125, 0, NAN}};

static char body[512];
static struct mk_error fault;

static const char *written(const struct advised *advised)
{
	struct mk_text text;

	mk_text_fixed(&text, body, sizeof body);
	mk_text_char(&text, '{');
	advised_write(&text, advised);
	mk_text_char(&text, '}');
	return body;
}

static enum mk_status read(const char *words, struct advised *advised)
{
	json_t *json = json_loads(words, 0, NULL);
	enum mk_status status = advised_read(json, advised, &fault);

	json_decref(json);
	return status;
}

Test(advised, comes_back_as_it_was_written)
{
	struct advised back;

	cr_assert_eq(read(written(&given), &back), MK_OK, "%s", body);
	cr_assert(back.known && back.suggests && back.ranked);
	cr_assert_eq(memcmp(&back.suggestion, &given.suggestion, sizeof back.suggestion), 0);
	cr_assert_eq(back.table.value, .5);
	cr_assert_eq(back.suggested.high, 1);
	cr_assert_eq(back.made.value, .125);
	cr_assert(isnan(back.made.high));
}

Test(advised, a_value_that_was_not_estimated_stays_unknown)
{
	struct advised advised = {.known = true, .table = {NAN, NAN, NAN}};
	struct advised back;

	cr_assert_str_eq(written(&advised), "{\"advised\":{}}");
	cr_assert_eq(read(body, &back), MK_OK);
	cr_assert(back.known && isnan(back.table.value));
	cr_assert_not(back.suggests || back.ranked);
}

Test(advised, the_zeros_at_the_end_of_a_move_are_left_out)
{
	const struct expected unknown = {NAN, NAN, NAN};
	struct advised advised = {.known = true,
		.suggests = true,
		.ranked = true,
		.table = unknown,
		.suggestion = {.kind = 3, .to = 5},
		.suggested = unknown,
		.made = unknown};
	struct advised back;

	cr_assert_str_eq(written(&advised), "{\"advised\":{\"move\":[3,0,5],\"made\":[]}}");
	cr_assert_eq(read(body, &back), MK_OK);
	cr_assert(back.suggests && back.ranked && isnan(back.suggested.value));
	cr_assert_eq(memcmp(&back.suggestion, &advised.suggestion, sizeof back.suggestion), 0);
	advised.suggestion = (struct mk_move){0};
	cr_assert_str_eq(written(&advised), "{\"advised\":{\"move\":[0],\"made\":[]}}");
}

Test(advised, the_first_form_with_empty_lists_is_read_too)
{
	struct advised back;

	cr_assert_eq(read("{\"advised\":{\"table\":[],\"move\":[1,2,3,4,5,6,7,8,9],"
			  "\"suggested\":[],\"made\":[]}}",
			     &back),
		MK_OK);
	cr_assert(back.suggests && back.ranked && isnan(back.table.value) &&
		  isnan(back.suggested.value));
	cr_assert_eq(back.suggestion.count, 9);
}

Test(advised, an_event_without_it_was_made_without_advice)
{
	struct advised back = given;

	cr_assert_eq(read("{}", &back), MK_OK);
	cr_assert_not(back.known);
	cr_assert_str_eq(written(&back), "{}");
}

Test(advised, an_invalid_text_is_rejected)
{
	static const char *const bodies[] = {"{\"advised\":1}", "{\"advised\":{\"table\":[1]}}",
		"{\"advised\":{\"table\":[1,2,\"3\"]}}", "{\"advised\":{\"table\":{}}}",
		"{\"advised\":{\"table\":[],\"made\":null}}",
		"{\"advised\":{\"table\":[],\"move\":[]}}",
		"{\"advised\":{\"move\":[1,2,3,4,5,6,7,8,9,0]}}",
		"{\"advised\":{\"table\":[],\"move\":[256,2,3,4,5,6,7,8,9],\"suggested\":[]}}",
		"{\"advised\":{\"table\":[],\"move\":[-1,2,3,4,5,6,7,8,9],\"suggested\":[]}}",
		"{\"advised\":{\"table\":[],\"move\":[1.5,2,3,4,5,6,7,8,9],\"suggested\":[]}}"};
	struct advised back = given;

	for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
		cr_expect_eq(read(bodies[i], &back), MK_MALFORMED, "%s", bodies[i]);
	}
	cr_assert_eq(back.made.value, given.made.value);
}

Test(advised, the_advice_of_a_session_has_the_suggestion_and_the_move)
{
	struct mk_advice advice = {.value = .4, .low = .3, .high = .5, .suggestion = 1, .count = 3};
	struct mk_finding made = {.move_count = 1, .moves = {{.move = {.kind = 2}}}};
	struct session session = {.advice = &advice};
	struct advised advised;

	for (uint8_t kind = 0; kind < 3; kind++) {
		advice.moves[kind] =
			(struct mk_ranked_move){.move = {.kind = kind}, .value = kind / 4.};
	}
	advised = advised_of(&session, &made);
	cr_assert_eq(advised.table.low, .3);
	cr_assert_eq(advised.suggestion.kind, 1);
	cr_assert_eq(advised.suggested.value, .25);
	cr_assert_eq(advised.made.value, .5);
	made.moves[0].move.kind = 9;
	cr_assert_not(advised_of(&session, &made).ranked);
	made.move_count = 0;
	cr_assert_not(advised_of(&session, &made).known);
	made.move_count = 1;
	session.advice = NULL;
	cr_assert_not(advised_of(&session, &made).known);
}
