/* Arrays: a head of five numbers, then each element behind its length. */
#include "store/postgres/array.h"

#include "store/opened.h"

#include <arpa/inet.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

static void add(struct postgres_array *array, const void *bytes, size_t length)
{
	if (array->length + length > array->room) {
		array->room = 2 * (array->length + length);
		array->bytes = store_realloc(array->bytes, array->room);
	}
	memcpy(array->bytes + array->length, bytes, length);
	array->length += length;
}

static void add_word(struct postgres_array *array, uint32_t word)
{
	word = htonl(word);
	add(array, &word, sizeof word);
}

void postgres_array_finish(struct postgres_array *array)
{
	free(array->bytes);
	*array = (struct postgres_array){.bytes = NULL};
}

void postgres_array_begin(
	struct postgres_array *array, enum postgres_element element, unsigned count)
{
	const uint32_t dimensions = 1, may_be_null = 1, first = 1;

	array->length = 0;
	add_word(array, dimensions);
	add_word(array, may_be_null);
	add_word(array, element);
	add_word(array, count);
	add_word(array, first);
}

void postgres_array_text(struct postgres_array *array, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	add_word(array, text ? (uint32_t)length : UINT32_MAX);
	add(array, text ? text : "", length);
}

void postgres_array_number(struct postgres_array *array, int64_t number)
{
	uint64_t bytes = htobe64((uint64_t)number);

	add_word(array, sizeof bytes);
	add(array, &bytes, sizeof bytes);
}

void put_array(struct postgres_values *values, const struct postgres_array *array)
{
	put_bytes(values, array->bytes, array->length);
}
