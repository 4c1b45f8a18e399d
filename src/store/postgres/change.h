/* The statements of each kind of write, and the meaning of their results. */
#ifndef STORE_POSTGRES_CHANGE_H
#define STORE_POSTGRES_CHANGE_H

#include "store/postgres/connection.h"
#include "store/write.h"

enum postgres_change_statement {
	CHANGE_BEGIN,
	CHANGE_COMMIT,
	CHANGE_ROLLBACK,
	CHANGE_FENCE,
	CHANGE_COUNT,
	CHANGE_ANNOUNCE,
	CHANGE_CHECK_ADD, /* in this order: a row of each table, of which nothing remains */
	CHANGE_CHECK_UPDATE,
	CHANGE_CHECK_REMOVE,
	CHANGE_PROBE,
	CHANGE_ADD_SESSION,
	CHANGE_APPEND,
	CHANGE_APPEND_ALL, /* see appends.h */
	CHANGE_INDEX_EVENTS,
	CHANGE_DROP_SESSION,
	CHANGE_DROP_EVENTS,
	CHANGE_SAVE_REVIEW,
	CHANGE_SAVE_SIMULATION,
	CHANGE_DROP_SIMULATION,
	CHANGE_CLAIM_SIMULATION,
	CHANGE_ADD_SESSION_ONCE, /* statements with this suffix: see keys.h */
	CHANGE_APPEND_ONCE,
	CHANGE_SAVE_SIMULATION_ONCE,
	CHANGE_KEEP_ONCE,
	CHANGE_DELETE_KEY_OF_CREATION,
	CHANGE_DELETE_KEY_OF_APPEND,
	CHANGE_SAVE_RESPONSE,
	CHANGE_PURGE_KEYS,
	CHANGE_DROP_OF_OWNER,
	CHANGE_DROP_OF_SESSION,
	CHANGE_DROP_OLDEST,
	CHANGE_LOOK_SESSION,
	CHANGE_LOOK_EVENT,
	CHANGE_STATEMENTS
};

extern const char *const postgres_change_sql[CHANGE_STATEMENTS];

/* Sends a kind of write, and converts its rows to its status. */
struct postgres_change {
	void (*send)(struct postgres_connection *connection, const struct store_write *write);
	enum mk_status (*take)(const PGresult *result, struct store_write *write);
	/*
	 * Verification: sent after a write whose outcome is unknown; its row is 1 if the stored row
	 * is this write's. NULL: the write is idempotent.
	 */
	void (*look)(struct postgres_connection *connection, const struct store_write *write);
	/* Statements that follow in its transaction, without a result; or NULL. */
	void (*follow)(struct postgres_connection *connection, const struct store_write *write);
	/* The letter of its notification; 0: none. */
	char announced;
};

extern const struct postgres_change postgres_changes[WRITE_KINDS];

/* The change of a write, also of those in keys.h. */
const struct postgres_change *postgres_change_of(const struct store_write *write);

/* Shared with keys.c. */
void put_creation(struct postgres_values *values, const struct store_write *write);
void put_append(struct postgres_values *values, const struct store_write *write);
void put_simulation(struct postgres_values *values, const struct store_write *write);
void look_for_session(struct postgres_connection *connection, const struct store_write *write);
void look_for_event(struct postgres_connection *connection, const struct store_write *write);

/* The rows of a change in the order of locks, which is the same for all writers. */
const char *postgres_change_key(const struct store_write *write);

#endif
