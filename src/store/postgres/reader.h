/* Reads of a PostgreSQL journal; each read sees a consistent state. */
#ifndef STORE_POSTGRES_READER_H
#define STORE_POSTGRES_READER_H

#include "store/postgres/connection.h"
#include "store/read.h"

#include <libpq-fe.h>

struct postgres_reader;

struct postgres_reader_options {
	struct uv_loop_s *loop;
	const struct postgres_hosts *hosts;
	_Atomic(struct limits *) const *limits; /* with LIMIT_STORE_TIMEOUT */
	/* A read has completed: MK_IO if the server is unreachable. */
	void (*answer)(struct store_read *read, void *context);
	/*
	 * Called when reading has become possible or impossible; `why` is the message of the server
	 * or libpq.
	 */
	void (*came)(void *context);
	void (*went)(const char *why, void *context);
	void *context;
};

struct postgres_reader *postgres_reader_create(const struct postgres_reader_options *options);

/* True if the server is reachable. */
bool postgres_reader_is_open(const struct postgres_reader *reader);

/* And if it permits reading all tables, as the last count has shown. */
bool postgres_reader_is_able(const struct postgres_reader *reader);

/* Why it did not; NULL: it did. */
const char *postgres_reader_obstacle(const struct postgres_reader *reader);

/* Completes later, also if the server is unreachable. */
void postgres_reader_add(struct postgres_reader *reader, struct store_read *read);

/* Only when all calls are completed. */
void postgres_reader_close(
	struct postgres_reader *reader, void (*closed)(void *context), void *context);

/* ---- rows of results ------------------------------------------------------------------------ */

/* The columns are those of the reader's statements. False: over the limit, or out of memory. */
bool postgres_take_session(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_event(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_tally(const PGresult *rows, int row, struct store_read *read);
bool postgres_take_simulation(const PGresult *rows, int row, struct store_read *read);

/* A version and its top. MK_FULL; MK_IO where it is not the next version. */
enum mk_status postgres_take_top(const PGresult *rows, int row, struct store_read *read);

/* The first row, as the read's `idempotency`. False also for a row that no daemon has written. */
bool postgres_take_review(const PGresult *rows, struct store_read *read);
bool postgres_take_once(const PGresult *rows, struct store_read *read);

#endif
