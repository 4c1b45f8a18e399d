#include "base/limits.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <makker/text.h>

static struct limits limits;

static void start(void)
{
	limits_init(&limits);
}

TestSuite(limits, .init = start);

Test(limits, every_row_describes_the_rejection)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		const struct limit_row *row = &limit_rows[i];

		cr_expect((row->http != 0) != (row->effect != NULL), "%s", row->name);
		cr_expect_eq(row->http != 0, row->code[0] != '\0', "%s", row->name);
		cr_expect(row->least <= row->value && row->value <= row->most, "%s", row->name);
	}
}

Test(limits, every_name_is_there_once)
{
	for (int i = 0; i < LIMIT_COUNT; i++) {
		for (int other = 0; other < i; other++) {
			cr_expect_str_neq(limit_rows[i].name, limit_rows[other].name);
		}
	}
}

Test(limits, as_much_as_the_limit_is_taken_and_one_more_is_refused)
{
	limits.value[LIMIT_BODY_BYTES_TOTAL] = 10;
	cr_assert(limits_take(&limits, LIMIT_BODY_BYTES_TOTAL, 10));
	cr_assert_not(limits_take(&limits, LIMIT_BODY_BYTES_TOTAL, 1));
	cr_assert_eq(limits.refused[LIMIT_BODY_BYTES_TOTAL], 1);
	limits_give(&limits, LIMIT_BODY_BYTES_TOTAL, 1);
	cr_assert(limits_take(&limits, LIMIT_BODY_BYTES_TOTAL, 1));
	cr_assert_not(limits_take(&limits, LIMIT_BODY_BYTES_TOTAL, 1));
}

Test(limits, zero_is_no_limit)
{
	limits.value[LIMIT_BODY_BYTES_TOTAL] = 0;
	cr_assert(limits_take(&limits, LIMIT_BODY_BYTES_TOTAL, UINT32_MAX));
}

Test(limits, a_refusal_has_the_code_of_its_row_and_is_counted)
{
	struct mk_error error;

	cr_assert_eq(limits_refuse(&limits, LIMIT_TOKEN_POLLS, &error), MK_FULL);
	cr_assert_str_eq(error.code, "too_many_polls");
	cr_assert_not_null(strstr(error.detail, "token_polls"));
	cr_assert_eq(limits_refuse(&limits, LIMIT_SESSION_EVENTS, &error), MK_CONFLICT);
	cr_assert_eq(limits_refuse(&limits, LIMIT_MAX_QUEUED_WRITES, NULL), MK_BUSY);
	cr_assert_eq(limits.refused[LIMIT_TOKEN_POLLS], 1);
}

Test(limits, without_values_of_its_own_the_defaults_hold)
{
	cr_assert_eq(limits_value(NULL, LIMIT_CONNECTIONS), 8000);
	cr_assert(limits_take(NULL, LIMIT_BODY_BYTES_TOTAL, 1));
	limits_give(NULL, LIMIT_BODY_BYTES_TOTAL, 1);
	cr_assert_eq(limits_refuse(NULL, LIMIT_TOKEN_POLLS, NULL), MK_FULL);
}

/* A session's tokens are shared by many, and one of them must leave places for the others. */
Test(limits, a_session_has_room_for_more_than_one_token_takes)
{
	cr_assert_gt(
		limits_value(NULL, LIMIT_SESSION_POLLS), limits_value(NULL, LIMIT_TOKEN_POLLS));
	cr_assert_gt(limits_value(NULL, LIMIT_SESSION_SUBSCRIBERS),
		limits_value(NULL, LIMIT_TOKEN_SUBSCRIBERS));
}

Test(limits, the_document_matches_the_table)
{
	static char wanted[64 * 1024], is[64 * 1024];
	FILE *file = fopen("docs/limits.md", "r");
	struct mk_text text;

	mk_text_fixed(&text, wanted, sizeof wanted);
	limits_write(&text);
	cr_assert_not(text.truncated);
	cr_assert_not_null(file);
	is[fread(is, 1, sizeof is - 1, file)] = '\0';
	fclose(file);
	cr_assert_str_eq(is, wanted, "write it anew: makkerd --limits > docs/limits.md");
}
