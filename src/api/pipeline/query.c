/* Reading of query parameters. */
#include "api/pipeline/query.h"

#include "base/limits.h"
#include "base/unicode.h"
#include "base/unknown.h"
#include "http/http.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_QUOTED = 60 };

static enum mk_status bad_as(
	struct mk_error *error, const char *code, const char *name, const char *what)
{
	char where[40];

	snprintf(where, sizeof where, "?%s", name);
	return mk_fail(error, MK_MALFORMED, code, where, "%s: %s", name, what);
}

static enum mk_status bad(struct mk_error *error, const char *name, const char *what)
{
	return bad_as(error, "invalid_query", name, what);
}

enum mk_status query_unknown(
	const char *name, const char *code, const char *text, struct mk_error *error)
{
	char where[40];
	char word[96];
	struct mk_text quoted;

	snprintf(where, sizeof where, "?%s", name);
	mk_text_fixed(&quoted, word, sizeof word);
	unicode_put_quoted(&quoted, text, strlen(text), MOST_QUOTED);
	return mk_fail(error, MK_IMPOSSIBLE, code, where, "%s is unknown here", word);
}

/* ---- which there are ------------------------------------------------------------------------ */

struct check {
	const char *const *known;
	uint32_t met; /* a bit for each of them */
	enum mk_status status;
	struct mk_error *error;
};

static enum mk_status refuse_unknown(const struct check *check, const char *name)
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

	while (check->known[place] && strcmp(check->known[place], name) != 0) {
		place++;
	}
	if (!check->known[place]) {
		check->status = refuse_unknown(check, name);
	} else if (check->met & (uint32_t)1 << place) {
		char where[40];

		snprintf(where, sizeof where, "?%s", name);
		check->status = mk_fail(check->error, MK_MALFORMED, "duplicate_parameter", where,
			"%s: the query has it twice", name);
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

/* ---- what they say -------------------------------------------------------------------------- */

/* Digits alone, at most 18 of them, so that nothing overflows. */
static bool read_digits(const char *text, int64_t *number)
{
	size_t length = strspn(text, "0123456789");
	int64_t value = 0;

	if (length == 0 || length > 18 || text[length]) {
		return false;
	}
	for (; *text; text++) {
		value = value * 10 + (*text - '0');
	}
	*number = value;
	return true;
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
		return bad_as(
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
		return bad(error, name, "must be true or false");
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

enum mk_status query_word(const char *name, const char *text, const char *const *words,
	const char **word, struct mk_error *error)
{
	if (!text) {
		return MK_OK;
	}
	for (; *words; words++) {
		if (strcmp(*words, text) == 0) {
			*word = *words;
			return MK_OK;
		}
	}
	return bad(error, name, "this is none of the words that are known here");
}

enum mk_status query_set(const char *name, const char *text,
	int (*find)(const char *word, size_t length), uint32_t *set, struct mk_error *error)
{
	uint32_t chosen = 0;

	if (!text) {
		return MK_OK;
	}
	for (;;) {
		size_t length = strcspn(text, ",");
		int found = find(text, length);

		if (found < 0) {
			return bad(error, name, "this is none of the names that are known here");
		}
		chosen |= (uint32_t)1 << found;
		if (!text[length]) {
			*set = chosen;
			return MK_OK;
		}
		text += length + 1;
	}
}
