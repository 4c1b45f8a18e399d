/* Writing to a PostgreSQL journal: all that waits in one transaction. */
#ifndef STORE_POSTGRES_WRITER_H
#define STORE_POSTGRES_WRITER_H

#include "store/postgres/connection.h"
#include "store/write.h"

struct postgres_writer;

struct postgres_writer_options {
	struct uv_loop_s *loop;
	const struct postgres_hosts *hosts;
	_Atomic(struct limits *) const *limits; /* of keys, and LIMIT_STORE_TIMEOUT */
	/* A write is over; `commit_ns` is how long the transaction took, for the first of it. */
	void (*answer)(struct store_write *write, void *context);
	/* It can write, or cannot: `why` is the server's or libpq's sentence. */
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
 * Answered later: MK_IO where the server is away. A write that was on its way when the connection
 * was lost is answered when another connection has found its outcome, or by giving up.
 */
void postgres_writer_add(struct postgres_writer *writer, struct store_write *write);

/* All that still waits is answered MK_IO. */
void postgres_writer_give_up(struct postgres_writer *writer);

/* Only when everything is answered. */
void postgres_writer_close(
	struct postgres_writer *writer, void (*closed)(void *context), void *context);

#endif
