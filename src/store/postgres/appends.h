/* Appends to many sessions in one statement, at half the cost of separate statements. */
#ifndef STORE_POSTGRES_APPENDS_H
#define STORE_POSTGRES_APPENDS_H

#include "store/postgres/connection.h"
#include "store/postgres/values.h"
#include "store/write.h"

#include <stddef.h>

/*
 * A column of values for a statement with many rows: an array in PostgreSQL's binary form
 * (array_recv() in its source).
 */

/* The type of its elements: OIDs of PostgreSQL. */
enum postgres_element { ELEMENT_NUMBER = 20, ELEMENT_TEXT = 25 };

/* Zero-initialized; its capacity is reused until it is freed. */
struct postgres_array {
	char *bytes;
	size_t length, capacity;
};

void postgres_array_finish(struct postgres_array *array);

/* Clears it and sets the number of elements. */
void postgres_array_begin(
	struct postgres_array *array, enum postgres_element element, unsigned count);

/* NULL is SQL's NULL. */
void postgres_array_text(struct postgres_array *array, const char *text);
void postgres_array_number(struct postgres_array *array, int64_t number);

/* Borrowed until the statement is sent. */
void put_array(struct postgres_values *values, const struct postgres_array *array);

enum { APPENDS_COLUMNS = 17 };

/* Buffers for the sent columns. Zero-initialized. */
struct postgres_appends {
	struct postgres_array columns[APPENDS_COLUMNS];
};

void postgres_appends_finish(struct postgres_appends *appends);

/*
 * The number of writes, from the first on, that are appends to different sessions and need no
 * verification. The writes are sorted by session.
 */
unsigned postgres_appends_count(struct store_write *const writes[], unsigned count);

/* Sends `count` appends as one statement. */
void postgres_appends_send(struct postgres_appends *appends, struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count);

/* Sets the status of each. */
void postgres_appends_take(
	const PGresult *result, struct store_write *const writes[], unsigned count);

#endif
