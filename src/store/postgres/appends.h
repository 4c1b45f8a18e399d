/* Appends to many sessions in one statement: it costs half of what as many statements do. */
#ifndef STORE_POSTGRES_APPENDS_H
#define STORE_POSTGRES_APPENDS_H

#include "store/postgres/array.h"
#include "store/postgres/connection.h"
#include "store/write.h"

enum { APPENDS_COLUMNS = 15 };

/* Room for what is sent. Zeroed at first. */
struct postgres_appends {
	struct postgres_array columns[APPENDS_COLUMNS];
};

void postgres_appends_finish(struct postgres_appends *appends);

/*
 * The number of writes, from the first on, that are appends to different sessions and need no
 * verification. The writes are sorted by session.
 */
unsigned postgres_appends_count(struct store_write *const writes[], unsigned count);

/* Sends that many as one statement. */
void postgres_appends_send(struct postgres_appends *appends, struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count);

/* Sets the status of each. */
void postgres_appends_take(
	const PGresult *result, struct store_write *const writes[], unsigned count);

#endif
