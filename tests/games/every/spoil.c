/* Documents spoilt at one place. */
#include "games/every/spoil.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_TOO_MANY = 300 };

/* The replacements: values of every type, the ends of their ranges, cards and near-words.
 */
static const char *const values[] = {"null", "true", "-1", "0", "1", "7", "52", "4000000000", "1.5",
	"\"\"", "\"zz\"", "\"QS\"", "\"qs?\"", "\"UU\"", "\"BACK\"", "\"none\"", "\"unlimited\"",
	"\"QS\\u0000\"", "[]", "[null]", "[\"QS\",\"QS\",\"QS\"]", "[[]]", "[3,3]", "{}",
	"{\"card\":\"QS\",\"weight\":2}", "{\"0\":1}"};

struct spoiling {
	const json_t *document;
	void (*check)(void *context, const json_t *spoilt, const char *pointer, const char *as);
	void *context;
};

/* The value at `pointer`; keys of our documents need no escapes. */
static json_t *value_at(const json_t *document, const char *pointer)
{
	const json_t *at = document;
	char parts[SPOIL_POINTER], *rest = parts + 1, *part;

	snprintf(parts, sizeof parts, "%s", pointer);
	while (*pointer && (part = strsep(&rest, "/"))) {
		at = json_is_array(at) ? json_array_get(at, strtoul(part, NULL, 10))
				       : json_object_get(at, part);
	}
	return (json_t *)at;
}

/* The container of what is at `pointer` in a copy of the document, and its key there. */
static json_t *copy_to_change(
	const json_t *document, const char *pointer, json_t **container, const char **key)
{
	json_t *copy = json_deep_copy(document);
	char above[SPOIL_POINTER];

	*key = strrchr(pointer, '/') + 1;
	snprintf(above, sizeof above, "%.*s", (int)(*key - 1 - pointer), pointer);
	*container = value_at(copy, above);
	return copy;
}

/* `value` is taken; NULL: nothing stands there. */
static void put(json_t *container, const char *key, json_t *value)
{
	if (json_is_array(container)) {
		size_t place = strtoul(key, NULL, 10);

		(void)(value ? json_array_set_new(container, place, value)
			     : json_array_remove(container, place));
	} else {
		(void)(value ? json_object_set_new(container, key, value)
			     : json_object_del(container, key));
	}
}

static void try_missing(const struct spoiling *spoiling, const char *pointer)
{
	json_t *container;
	const char *key;
	json_t *copy = copy_to_change(spoiling->document, pointer, &container, &key);

	put(container, key, NULL);
	spoiling->check(spoiling->context, copy, pointer, "missing");
	json_decref(copy);
}

/* One copy for all: each value takes the place of the one before. */
static void try_values(const struct spoiling *spoiling, const char *pointer)
{
	json_t *container;
	const char *key;
	json_t *copy = copy_to_change(spoiling->document, pointer, &container, &key);

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		put(container, key, json_loads(values[i], JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL));
		spoiling->check(spoiling->context, copy, pointer, values[i]);
	}
	json_decref(copy);
}

/* The array at `pointer` with `more` copies of its last element. */
static void lengthen(
	const struct spoiling *spoiling, const char *pointer, size_t more, const char *as)
{
	json_t *copy = json_deep_copy(spoiling->document);
	json_t *array = value_at(copy, pointer);
	json_t *last = json_array_get(array, json_array_size(array) - 1);

	for (size_t i = 0; i < more; i++) {
		json_array_append_new(array, last ? json_deep_copy(last) : json_string("QS"));
	}
	spoiling->check(spoiling->context, copy, pointer, as);
	json_decref(copy);
}

static void spoil_place(const struct spoiling *spoiling, const char *pointer)
{
	try_missing(spoiling, pointer);
	try_values(spoiling, pointer);
	if (json_is_array(value_at(spoiling->document, pointer))) {
		lengthen(spoiling, pointer, 1, "one more");
		lengthen(spoiling, pointer, FAR_TOO_MANY, "far too many");
	}
}

static void spoil_below(const struct spoiling *spoiling, const json_t *at, const char *pointer)
{
	char below[SPOIL_POINTER];
	const char *key;
	json_t *value;
	size_t i;

	json_object_foreach((json_t *)at, key, value)
	{
		snprintf(below, sizeof below, "%.80s/%.40s", pointer, key);
		spoil_place(spoiling, below);
		spoil_below(spoiling, value, below);
	}
	json_array_foreach(at, i, value)
	{
		snprintf(below, sizeof below, "%.80s/%zu", pointer, i);
		spoil_place(spoiling, below);
		spoil_below(spoiling, value, below);
	}
}

void on_every_spoilt(const json_t *document,
	void (*check)(void *context, const json_t *spoilt, const char *pointer, const char *as),
	void *context)
{
	struct spoiling spoiling = {document, check, context};

	spoil_below(&spoiling, document, "");
}
