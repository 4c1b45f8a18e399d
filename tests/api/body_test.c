#include "api/views/body.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static struct mk_error error;

static json_t *read_text(const char *text)
{
	return body_read_json(text, strlen(text), &error);
}

static void refuses(const char *text, const char *code)
{
	cr_expect_null(read_text(text), "%s", text);
	cr_expect_eq(error.status, MK_MALFORMED);
	cr_expect_str_eq(error.code, code, "%s: %s", text, error.code);
}

Test(body, an_object_is_read)
{
	json_t *json = read_text(" {\"a\":[1,\"]\\\"{\"]}\n");

	cr_assert_not_null(json);
	json_decref(json);
}

Test(body, a_body_that_is_no_json_object_is_rejected)
{
	refuses("", "empty_body");
	refuses("{", "invalid_json");
	refuses("{}{}", "invalid_json");
	refuses("{\"a\":1,\"a\":2}", "invalid_json");
	refuses("{\"a\":\"\\u0000\"}", "invalid_json");
	refuses("{\"a\":\"\xff\"}", "invalid_json");
	refuses("{\"a\":NaN}", "invalid_json");
	refuses("{\"a\":1e999}", "invalid_json");
	refuses("\"text\"", "invalid_json");
	refuses("7", "invalid_json");
	refuses("  ", "invalid_json");
	refuses("[]", "invalid_type");
}

Test(body, a_nul_byte_ends_nothing)
{
	static const char text[] = "{}\0{";

	cr_assert_null(body_read_json(text, sizeof text - 1, &error));
}

Test(body, sixteen_levels_are_read_and_seventeen_refused)
{
	char text[64] = "{\"a\":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}";
	json_t *json = read_text(text);

	cr_assert_not_null(json);
	json_decref(json);
	refuses("{\"a\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}", "invalid_json");
}

Test(body, too_many_values_are_refused_before_they_cost_memory)
{
	char text[3 * MAX_JSON_VALUES + 16] = "{\"a\":[";
	size_t length = strlen(text);

	for (int i = 0; i < MAX_JSON_VALUES; i++) {
		memcpy(text + length, "0,", 2);
		length += 2;
	}
	memcpy(text + length, "0]}", 4);
	refuses(text, "invalid_json");
}

Test(body, a_member_of_the_wrong_type_is_named)
{
	json_t *json = read_text("{\"a\":1,\"b\":\"x\",\"c\":1.5,\"d\":null}");
	const char *text = "before";
	long long number = 5;

	cr_assert_eq(body_string(json, "b", &text, &error), MK_OK);
	cr_assert_str_eq(text, "x");
	cr_assert_eq(body_integer(json, "a", &number, &error), MK_OK);
	cr_assert_eq(number, 1);
	cr_assert_eq(body_string(json, "none", &text, &error), MK_OK);
	cr_assert_eq(body_string(json, "a", &text, &error), MK_MALFORMED);
	cr_assert_str_eq(error.where, "/a");
	cr_assert_str_eq(error.code, "invalid_type");
	cr_assert_eq(body_integer(json, "c", &number, &error), MK_MALFORMED);
	cr_assert_eq(body_string(json, "d", &text, &error), MK_MALFORMED);
	json_decref(json);
}

static enum mk_status read_name(const char *text, const char **name)
{
	json_t *json = read_text(text);
	enum mk_status status = body_name(json, "name", LIMIT_CAMERA_LENGTH, name, &error);
	static char kept[MAX_CAMERA_LENGTH + 1];

	cr_assert_not_null(json);
	snprintf(kept, sizeof kept, "%s", status == MK_OK && *name ? *name : "");
	*name = status == MK_OK && *name ? kept : *name;
	json_decref(json);
	return status;
}

Test(body, a_name_is_normalised_where_it_stands)
{
	const char *name = NULL;

	cr_assert_eq(read_name("{}", &name), MK_OK);
	cr_assert_null(name);
	cr_assert_eq(read_name("{\"name\":\"  k\u00f8k \"}", &name), MK_OK);
	cr_assert_str_eq(name, "k\u00f8k");
}

Test(body, an_invalid_name_is_rejected_with_its_place)
{
	const char *name = NULL;

	char text[128];

	snprintf(text, sizeof text, "{\"name\":\"%0*d\"}", MAX_CAMERA_LENGTH + 1, 0);
	cr_assert_eq(read_name(text, &name), MK_MALFORMED);
	cr_assert_str_eq(error.code, "invalid_name");
	cr_assert_eq(error.code, limit_rows[LIMIT_CAMERA_LENGTH].code, "it is counted");
	cr_assert_str_eq(error.where, "/name");
	cr_assert_eq(read_name("{\"name\":\"a\\u202e\"}", &name), MK_MALFORMED);
	cr_assert_str_eq(error.code, "invalid_name");
	cr_assert_neq(error.code, limit_rows[LIMIT_CAMERA_LENGTH].code);
	cr_assert_eq(read_name("{\"name\":7}", &name), MK_MALFORMED);
	cr_assert_str_eq(error.code, "invalid_type");
	cr_assert_null(name);
}
