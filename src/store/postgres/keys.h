/*
 * Idempotent writes.
 *
 * A transaction begins with the keys of all its writes, in order, so that daemons cannot deadlock.
 * It waits for a key that another transaction has just inserted; the write id shows which write has
 * it. A write takes effect if it has its key, and releases the key if it is rejected for another
 * reason.
 */
#ifndef STORE_POSTGRES_KEYS_H
#define STORE_POSTGRES_KEYS_H

#include "store/postgres/change.h"

struct limits;

/* True if it is one of those, not the response of one. */
static inline bool postgres_is_once(const struct store_write *write)
{
	return write->idempotency && write->kind != WRITE_SAVE_RESPONSE;
}

/* The changes of idempotent writes; other kinds have no row. */
extern const struct postgres_change postgres_changes_once[WRITE_KINDS];

/* The key of a write that has one. */
void postgres_send_key(struct postgres_connection *connection, const struct store_write *write);

void postgres_send_tell_once(
	struct postgres_connection *connection, const struct store_write *write);
void postgres_send_forget_once(
	struct postgres_connection *connection, const struct store_write *write);

/* Removes the oldest keys beyond the limits of the owner, of the session, and of all. */
void postgres_send_owner_limit(struct postgres_connection *connection,
	const struct journal_idempotency *idempotency, struct limits *limits);
void postgres_send_session_limit(struct postgres_connection *connection,
	const struct journal_idempotency *idempotency, struct limits *limits);
void postgres_send_limit(struct postgres_connection *connection, struct limits *limits);

/* Removes up to `limit` keys that were stored at `at_ms` or before, the oldest first. */
void postgres_send_purge(struct postgres_connection *connection, int64_t at_ms, unsigned limit);

#endif
