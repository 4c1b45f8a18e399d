/*
 * A column of values for a statement with many rows: an array in PostgreSQL's binary form
 * (array_recv() in its source).
 */
#ifndef STORE_POSTGRES_ARRAY_H
#define STORE_POSTGRES_ARRAY_H

#include "store/postgres/values.h"

#include <stddef.h>

/* The type of its elements, as PostgreSQL numbers it. */
enum postgres_element { ELEMENT_NUMBER = 20, ELEMENT_TEXT = 25 };

/* Zero it first; its capacity is kept until it is finished. */
struct postgres_array {
	char *bytes;
	size_t length, room;
};

void postgres_array_finish(struct postgres_array *array);

/* Clears it and announces so many elements. */
void postgres_array_begin(
	struct postgres_array *array, enum postgres_element element, unsigned count);

/* NULL is SQL's NULL. */
void postgres_array_text(struct postgres_array *array, const char *text);
void postgres_array_number(struct postgres_array *array, int64_t number);

/* Borrowed until the statement is sent. */
void put_array(struct postgres_values *values, const struct postgres_array *array);

#endif
