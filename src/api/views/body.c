/* Reading of JSON bodies. */
#include "api/views/body.h"

#include "base/limits.h"
#include "base/name.h"

#include <assert.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAME = 256 };

/* Computed before any allocation. */
struct size {
	int depth;
	int deepest;
	int values;
};

/* The closing quote of the string that begins at `at`, or `end`. */
static const char *skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++) {
		if (*at == '\\' && at + 1 < end) {
			at++;
		}
	}
	return at;
}

static struct size measure_json(const char *at, const char *end)
{
	struct size size = {.values = 1};

	for (; at < end; at++) {
		if (*at == '"') {
			at = skip_string(at, end);
		} else if (*at == '{' || *at == '[') {
			size.values++;
			size.deepest = ++size.depth > size.deepest ? size.depth : size.deepest;
		} else if (*at == '}' || *at == ']') {
			size.depth--;
		} else if (*at == ',') {
			size.values++;
		}
	}
	return size;
}

static enum mk_status check_size(const char *body, size_t length, struct mk_error *error)
{
	struct size size;

	if (length == 0) {
		return mk_fail_expected(error, "empty_body", "", MK_WANTED_BODY);
	}
	size = measure_json(body, body + length);
	if (size.deepest > MAX_JSON_DEPTH) {
		return mk_fail(error, MK_MALFORMED, limit_rows[LIMIT_JSON_DEPTH].code, "",
			"JSON may be nested %d levels deep", MAX_JSON_DEPTH);
	}
	if (size.values > MAX_JSON_VALUES) {
		return mk_fail(error, MK_MALFORMED, limit_rows[LIMIT_JSON_VALUES].code, "",
			"JSON may have %d values", MAX_JSON_VALUES);
	}
	return MK_OK;
}

struct json_t *body_read_json(const char *body, size_t length, struct mk_error *error)
{
	json_error_t fault;
	json_t *json;

	if (check_size(body, length, error) != MK_OK) {
		return NULL;
	}
	json = json_loadb(body, length, JSON_REJECT_DUPLICATES, &fault);
	if (!json) {
		mk_fail(error, MK_MALFORMED, "invalid_json", "", "line %d, column %d: %s",
			fault.line, fault.column, fault.text);
		return NULL;
	}
	if (!json_is_object(json)) {
		mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
		json_decref(json);
		return NULL;
	}
	return json;
}

static enum mk_status bad_type(struct mk_error *error, const char *name, enum mk_wanted wanted)
{
	char where[96];

	snprintf(where, sizeof where, "/%s", name);
	return mk_fail_expected(error, "invalid_type", where, wanted);
}

enum mk_status body_string(
	const struct json_t *object, const char *name, const char **value, struct mk_error *error)
{
	const json_t *member = json_object_get(object, name);

	if (!member) {
		return MK_OK;
	}
	if (!json_is_string(member)) {
		return bad_type(error, name, MK_WANTED_TEXT);
	}
	*value = json_string_value(member);
	return MK_OK;
}

enum mk_status body_bool(
	const struct json_t *object, const char *name, bool *value, struct mk_error *error)
{
	const json_t *member = json_object_get(object, name);

	if (!member) {
		return MK_OK;
	}
	if (!json_is_boolean(member)) {
		return bad_type(error, name, MK_WANTED_BOOL);
	}
	*value = json_is_true(member);
	return MK_OK;
}

enum mk_status body_integer(
	const struct json_t *object, const char *name, long long *value, struct mk_error *error)
{
	const json_t *member = json_object_get(object, name);

	if (!member) {
		return MK_OK;
	}
	if (!json_is_integer(member)) {
		return bad_type(error, name, MK_WANTED_NUMBER);
	}
	*value = json_integer_value(member);
	return MK_OK;
}

enum mk_status body_name(const struct json_t *object, const char *name, enum limit_id limit,
	const char **value, struct mk_error *error)
{
	size_t size = (size_t)limit_rows[limit].value + 1;
	json_t *member = json_object_get(object, name);
	char read[MAX_NAME];
	char where[96];
	enum mk_status status;

	if (!member) {
		return MK_OK;
	}
	if (!json_is_string(member)) {
		return bad_type(error, name, MK_WANTED_TEXT);
	}
	assert(size <= sizeof read);
	snprintf(where, sizeof where, "/%s", name);
	status = name_read(
		read, size, json_string_value(member), json_string_length(member), where, error);
	if (status != MK_OK) {
		error->code = error->code == name_too_long ? limit_rows[limit].code : error->code;
		return status;
	}
	if (json_string_set(member, read) != 0) {
		return mk_fail(error, MK_BUSY, "busy", "", "out of memory just now");
	}
	*value = json_string_value(member);
	return MK_OK;
}
