/*
 * The idempotency records of a SQLite journal, within the limits.
 *
 * The table once_use counts rows and bytes of each owner, of each session and of all. The counts
 * that a transaction needs are read into memory and written back before its commit. If one exceeds
 * its limit, the oldest rows are deleted in the same transaction.
 *
 * Functions returning bool: false if the transaction is lost.
 */
#ifndef STORE_SQLITE_KEYS_H
#define STORE_SQLITE_KEYS_H

#include "port/journal.h"

#include <sqlite3.h>

struct limits;
struct key_use;

enum { SQLITE_KEYS_STATEMENTS = 11 };

struct sqlite_keys {
	sqlite3 *database;
	struct limits *limits; /* NULL: the defaults */
	sqlite3_stmt *statements[SQLITE_KEYS_STATEMENTS];
	struct key_use *uses; /* counts in memory */
};

bool sqlite_keys_init(struct sqlite_keys *keys, sqlite3 *database, struct mk_error *error);
void sqlite_keys_finish(struct sqlite_keys *keys);

/* `*kept` is false if there is a record less than KEY_LIFETIME_MS old; that record stays. */
bool sqlite_keys_insert(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency, bool *kept);

/* Removes the key that this transaction inserted for a change that is not applied after all. */
bool sqlite_keys_delete(struct sqlite_keys *keys, const struct journal_idempotency *idempotency);

/* Adds the response to the record of the key, unless it has one. */
bool sqlite_keys_set_response(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency);

/* Removes the records up to `before_ms`, the oldest first, at most `limit` rows. */
bool sqlite_keys_purge(struct sqlite_keys *keys, int64_t before_ms, unsigned limit);

/* Writes the counts; to be called before the commit. */
bool sqlite_keys_flush(struct sqlite_keys *keys);

/* Called after a rollback: counts are read again from the database. */
void sqlite_keys_reset(struct sqlite_keys *keys);

#endif
