/* Writes to a PostgreSQL journal: all waiting ones in one transaction. */
#ifndef STORE_POSTGRES_WRITER_H
#define STORE_POSTGRES_WRITER_H

#include "store/postgres/connection.h"
#include "store/write.h"

struct postgres_writer;

struct postgres_writer_options {
	struct uv_loop_s *loop;
	const struct postgres_hosts *hosts;
	_Atomic(struct limits *) const *limits; /* of keys, and LIMIT_STORE_TIMEOUT */
	/*
	 * A write has completed; `commit_ns` is the duration of the transaction, for its first
	 * write.
	 */
	void (*answer)(struct store_write *write, void *context);
	/*
	 * Called when writing has become possible or impossible; `why` is the message of the server
	 * or libpq.
	 */
	void (*came)(void *context);
	void (*went)(const char *why, void *context);
	void *context;
};

struct postgres_writer *postgres_writer_create(const struct postgres_writer_options *options);

/* True if the last transaction succeeded and another one is possible. */
bool postgres_writer_is_able(const struct postgres_writer *writer);

/* Why the last transaction did not work; NULL: it did. */
const char *postgres_writer_obstacle(const struct postgres_writer *writer);

/* The server process of the writing connection; its notifications are known here already. */
int postgres_writer_peer(const struct postgres_writer *writer);

/*
 * Completes later: MK_IO if the server is unreachable. A write in flight on a lost connection
 * completes when another connection has found its outcome, or by giving up.
 */
void postgres_writer_add(struct postgres_writer *writer, struct store_write *write);

/* Completes all waiting writes with MK_IO. */
void postgres_writer_give_up(struct postgres_writer *writer);

/* Only when all calls are completed. */
void postgres_writer_close(
	struct postgres_writer *writer, void (*closed)(void *context), void *context);

#endif
