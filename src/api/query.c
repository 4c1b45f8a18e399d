/* Reading of query parameters. */
#include "api/query.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static enum mk_status bad(struct mk_error *error, const char *name, const char *what)
{
	char where[40];

	snprintf(where, sizeof where, "?%s", name);
	return mk_fail(error, MK_MALFORMED, "bad_query", where, "%s: %s", name, what);
}

enum mk_status query_unknown(
	const char *name, const char *code, const char *text, struct mk_error *error)
{
	char where[40];

	snprintf(where, sizeof where, "?%s", name);
	return mk_fail(error, MK_IMPOSSIBLE, code, where, "'%.80s' is unknown here", text);
}

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
	int64_t value;

	if (!text) {
		return MK_OK;
	}
	if (!read_digits(text, &value) || value < range->least || value > range->most) {
		snprintf(what, sizeof what, "a whole number from %lld to %lld is wanted",
			(long long)range->least, (long long)range->most);
		return bad(error, range->name, what);
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
		return bad(error, name, "true or false is wanted");
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
