/*
 * A connection to PostgreSQL on the loop, in pipeline mode, with automatic reconnection.
 *
 * Statements are prepared when it opens. Statements sent up to postgres_sync() are answered in
 * order, one result each, then `synced` is called. When the connection is lost, pending statements
 * get no result; the hosts are tried one after another until one accepts.
 */
#ifndef STORE_POSTGRES_CONNECTION_H
#define STORE_POSTGRES_CONNECTION_H

#include "store/postgres/hosts.h"
#include "store/postgres/values.h"

#include <libpq-fe.h>
#include <stdbool.h>

struct uv_loop_s;
struct limits;
struct postgres_connection;

/* Prepared statements of one connection. */
enum { POSTGRES_MAX_STATEMENTS = 40 };

/* The user of a connection. Callbacks are never called from within a call to the connection. */
struct postgres_user {
	struct uv_loop_s *loop;
	const struct postgres_hosts *hosts;
	_Atomic(struct limits *) const *limits; /* with LIMIT_STORE_TIMEOUT */
	char letter;                            /* its statements' names begin with it */
	const char *const *sql;                 /* the statements, by their numbers */
	unsigned statements;                    /* 32 at most */
	void (*opened)(void *context);
	void (*answered)(const PGresult *result, void *context);
	void (*synced)(void *context);
	void (*notified)(const PGnotify *notice, void *context); /* NULL: does not listen */
	/* It was open, or could not be opened, or its session of the server is not its own: `why`
	 * is libpq's or the server's sentence, or ours. */
	void (*lost)(const char *why, void *context);
	void *context;
};

/* Begins to connect. */
struct postgres_connection *postgres_connection_create(const struct postgres_user *user);

bool postgres_is_open(const struct postgres_connection *connection);

/* LIMIT_STORE_TIMEOUT in nanoseconds: a call that waits longer fails. */
int64_t postgres_timeout_ns(const struct postgres_connection *connection);

/*
 * True if results are pending and the server has sent nothing for 0.7 of the timeout. After the
 * whole timeout the connection is dropped.
 */
bool postgres_is_silent(const struct postgres_connection *connection);

/* It is not open, and could not be opened at any host, or was lost because the server did not
 * respond: a call that needs it fails at once. */
bool postgres_is_away(const struct postgres_connection *connection);

/* The process id of the server's end, which notifications name as their sender. */
int postgres_peer(const struct postgres_connection *connection);

/* `values` may be NULL. Only while it is open. */
void postgres_send(struct postgres_connection *connection, unsigned statement,
	const struct postgres_values *values);
void postgres_sync(struct postgres_connection *connection);

/* Drops this connection to open another: `lost` follows. */
void postgres_drop(struct postgres_connection *connection);

/* Closes and frees it, then calls `closed`. No other callback is called. */
void postgres_connection_close(
	struct postgres_connection *connection, void (*closed)(void *context), void *context);

/* True if the statement succeeded. */
bool postgres_worked(const PGresult *result);

/* The server's sentence for what failed, cut to `size`. */
void postgres_copy_reason(const PGresult *result, char *why, size_t size);

#endif
