/* Pieces of JSON text. */
#include "cli/json_slice.h"

#include <string.h>

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++) {
		at += *at == '\\' && at[1];
	}
	return *at ? at + 1 : at;
}

/* The end of the list or object that begins here. */
static const char *skip_nest(const char *at)
{
	int depth = 0;

	do {
		if (*at == '"') {
			at = skip_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
	} while (*at && depth > 0);
	return at;
}

static const char *skip_value(const char *at)
{
	if (*at == '"') {
		return skip_string(at);
	}
	return *at == '{' || *at == '[' ? skip_nest(at) : at + strcspn(at, ",]} \t\r\n");
}

static struct slice value_at(const char *at)
{
	return (struct slice){at, (size_t)(skip_value(at) - at)};
}

struct slice slice_member(const char *object, const char *name)
{
	size_t length = strlen(name);
	const char *at = skip_blanks(skip_blanks(object) + 1);

	while (*at == '"') {
		const char *key = at + 1;
		size_t key_length = (size_t)(skip_string(at) - at) - 2;
		struct slice value;

		at = skip_blanks(skip_blanks(skip_string(at)) + 1); /* behind the colon */
		value = value_at(at);
		if (key_length == length && memcmp(key, name, length) == 0) {
			return value;
		}
		at = skip_blanks(value.at + value.length);
		at = skip_blanks(at + (*at == ','));
	}
	return (struct slice){0};
}

struct slice slice_first(const char *array)
{
	const char *at = skip_blanks(skip_blanks(array) + 1);

	return *at != ']' ? value_at(at) : (struct slice){0};
}

struct slice slice_next(struct slice element)
{
	const char *at = skip_blanks(element.at + element.length);

	return *at == ',' ? value_at(skip_blanks(at + 1)) : (struct slice){0};
}
