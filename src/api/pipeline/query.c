/* Query parameters. */
#include "api/pipeline/query.h"

#include "api/views/session_json.h"
#include "base/limits.h"
#include "base/unicode.h"
#include "base/unknown.h"
#include "http/http.h"

#include <errno.h>
#include <makker/game.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_QUOTED = 60 };

static enum mk_status bad_parameter(
	struct mk_error *error, const char *code, const char *name, const char *what)
{
	char where[40];

	snprintf(where, sizeof where, "?%s", name);
	return mk_fail(error, MK_MALFORMED, code, where, "%s: %s", name, what);
}

static enum mk_status bad_query(struct mk_error *error, const char *name, const char *what)
{
	return bad_parameter(error, "invalid_query", name, what);
}

enum mk_status query_unknown(
	const char *name, const char *code, const char *text, struct mk_error *error)
{
	char where[40];

	snprintf(where, sizeof where, "?%s", name);
	return mk_fail_unknown(error, code, where, text);
}

/* ---- names ---------------------------------------------------------------------------------- */

struct check {
	const char *const *known;
	uint32_t met; /* parameters present, one bit each */
	enum mk_status status;
	struct mk_error *error;
};

static enum mk_status refuse_parameter(const struct check *check, const char *name)
{
	char where[sizeof check->error->where];
	struct unknown unknown;
	struct mk_text pointer;

	mk_text_fixed(&pointer, where, sizeof where);
	mk_text_char(&pointer, '?');
	mk_text_put(&pointer, name);
	unknown_init(&unknown, name, strlen(name));
	for (size_t i = 0; check->known[i]; i++) {
		unknown_offer(&unknown, check->known[i]);
	}
	return unknown_fail(&unknown, MK_MALFORMED, "unknown_parameter", where, "query parameter",
		check->error);
}

static bool check_one(void *context, const char *name)
{
	struct check *check = context;
	size_t place = 0;

	while (check->known[place] &&
		(check->known[place][0] != name[0] || strcmp(check->known[place], name) != 0)) {
		place++;
	}
	if (!check->known[place]) {
		check->status = refuse_parameter(check, name);
	} else if (check->met & (uint32_t)1 << place) {
		char where[40];

		snprintf(where, sizeof where, "?%s", name);
		check->status = mk_fail(check->error, MK_MALFORMED, "duplicate_parameter", where,
			"%s: given twice", name);
	}
	check->met |= (uint32_t)1 << place;
	return check->status == MK_OK;
}

enum mk_status query_check(
	const struct http_request *request, const char *const *known, struct mk_error *error)
{
	struct check check = {.known = known, .status = MK_OK, .error = error};

	if (known) {
		http_request_each_query(request, check_one, &check);
	}
	return check.status;
}

/* ---- values --------------------------------------------------------------------------------- */

/* Reads digits only; false also for numbers beyond int64_t. */
static bool read_digits(const char *text, int64_t *number)
{
	size_t length = strspn(text, "0123456789");

	if (length == 0 || text[length]) {
		return false;
	}
	errno = 0;
	*number = strtoll(text, NULL, 10);
	return errno == 0;
}

enum mk_status query_number(
	const struct query_range *range, const char *text, int64_t *number, struct mk_error *error)
{
	char what[96];
	int64_t value = 0;
	bool beyond;

	if (!text) {
		return MK_OK;
	}
	if (!read_digits(text, &value) || value < range->least || value > range->most) {
		snprintf(what, sizeof what, "must be an integer from %lld to %lld",
			(long long)range->least, (long long)range->most);
		beyond = range->limit && value > range->most;
		return bad_parameter(
			error, beyond ? range->limit->code : "invalid_query", range->name, what);
	}
	*number = value;
	return MK_OK;
}

enum mk_status query_bool(const char *name, const char *text, bool *value, struct mk_error *error)
{
	if (!text) {
		return MK_OK;
	}
	if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
		return bad_query(error, name, "must be true or false");
	}
	*value = text[0] == 't';
	return MK_OK;
}

enum mk_status query_language(
	const char *name, const char *text, enum mk_language *language, struct mk_error *error)
{
	if (text && !mk_language_find(text, language)) {
		return query_unknown(name, "unknown_language", text, error);
	}
	return MK_OK;
}

enum mk_status query_word(const char *name, const char *text, const char *const *values,
	const char **value, struct mk_error *error)
{
	if (!text) {
		return MK_OK;
	}
	for (; *values; values++) {
		if (strcmp(*values, text) == 0) {
			*value = *values;
			return MK_OK;
		}
	}
	return bad_query(error, name, "unknown value");
}

enum mk_status query_set(const char *name, const char *text,
	int (*find)(const char *name, size_t length), uint32_t *set, struct mk_error *error)
{
	uint32_t chosen = 0;

	if (!text) {
		return MK_OK;
	}
	for (;;) {
		size_t length = strcspn(text, ",");
		int found = find(text, length);

		if (found < 0) {
			return bad_query(error, name, "unknown name");
		}
		chosen |= (uint32_t)1 << found;
		if (!text[length]) {
			*set = chosen;
			return MK_OK;
		}
		text += length + 1;
	}
}

/* ---- parameters of a response --------------------------------------------------------------- */

/* Both are checked even if the strategy does not search. */
static enum mk_status read_search_params(
	const struct http_request *request, struct request_params *params, struct mk_error *error)
{
	static const struct query_range budget = {
		"budget_ms", 0, MAX_THINK_MS, &limit_rows[LIMIT_THINK_MS]};
	enum mk_status status = query_number(
		&budget, http_request_query(request, budget.name), &params->budget_ms, error);

	return status == MK_OK ? query_bool("wait", http_request_query(request, "wait"),
					 &params->wait_for_search, error)
			       : status;
}

enum mk_status request_params_read(
	const struct http_request *request, struct request_params *params, struct mk_error *error)
{
	static const struct query_range moves = {"max_moves", 0, MK_MAX_MOVES, NULL};
	const char *language = http_request_query(request, "language");
	enum mk_status status = read_search_params(request, params, error);

	params->has_language = language != NULL;
	params->strategy_name = http_request_query(request, "strategy");
	if (status == MK_OK) {
		status = query_language("language", language, &params->language, error);
	}
	if (status == MK_OK) {
		status = query_set("fields", http_request_query(request, "fields"),
			session_json_field, &params->fields, error);
	}
	return status == MK_OK ? query_number(&moves, http_request_query(request, moves.name),
					 &params->max_moves, error)
			       : status;
}
