/* The two threads of a SQLite journal, and their statements. */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/read.h"
#include "store/sqlite/file_watch.h"
#include "store/sqlite/keys.h"
#include "store/sqlite/wal.h"
#include "store/store_base.h"
#include "store/write.h"

#include <makker/status.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mk_arena;

/* Prepares all or none. */
bool statements_prepare(sqlite3 *database, const char *const sql[], sqlite3_stmt *statements[],
	size_t count, struct mk_error *error);
void statements_finalize(sqlite3_stmt *statements[], size_t count);

/* Binds borrowed text; NULL is SQL's NULL. */
void statement_bind(sqlite3_stmt *statement, int place, const char *text);

/* Runs a statement that answers no rows; SQLITE_DONE when it worked. It is ready for the next run.
 */
int statement_run(sqlite3_stmt *statement);

/* Copies a text of the present row into a field (cut to its size), or into the arena (NULL: full).
 */
void statement_copy(sqlite3_stmt *statement, int column, char *field, size_t capacity);
const char *statement_keep(sqlite3_stmt *statement, int column, struct mk_arena *arena);

/* ---- reading -------------------------------------------------------------------------------- */

enum { SQLITE_READER_STATEMENTS = 13 };

struct sqlite_reader {
	sqlite3 *database;
	sqlite3_stmt *statements[SQLITE_READER_STATEMENTS];
	unsigned repairs; /* of the log, that it knows of */
	char *failed;     /* a statement that failed, with its values; NULL: none */
	int64_t tried_ns; /* it was carried out last, by clock_ticks_ns() */
	_Atomic int code; /* its error, read on the loop; SQLITE_OK: none */
};

/* Takes the connection; closes it on failure. */
bool sqlite_reader_init(struct sqlite_reader *reader, sqlite3 *database, struct mk_error *error);
void sqlite_reader_finish(struct sqlite_reader *reader);

/*
 * The work of the thread. After another repair of the log nothing of what was read before counts:
 * it may have been read while the log was damaged.
 *
 * False after a failure, until the statement that failed succeeds: it is repeated every
 * SQLITE_RETRY_MS, beside tasks or without them (NULL).
 */
enum { SQLITE_RETRY_MS = 1000 };
bool sqlite_reader_work(struct sqlite_reader *reader, struct store_task *tasks, unsigned repairs);

/* ---- writing -------------------------------------------------------------------------------- */

enum { SQLITE_WRITER_STATEMENTS = 18 };

/* The reasons why nothing can be stored. */
enum sqlite_fault {
	SQLITE_FAULT_NONE,
	SQLITE_FAULT_GIVEN, /* removed, moved or replaced: as enum sqlite_watched_file */
	SQLITE_FAULT_DATABASE,
	SQLITE_FAULT_LOG,
	SQLITE_FAULT_DAMAGED,  /* the database was truncated or overwritten: until a restart */
	SQLITE_FAULT_FOREIGN,  /* the database was overwritten with another one: until a restart */
	SQLITE_FAULT_LOG_LOST, /* the changes of another program in the log cannot be read any more
				*/
	SQLITE_FAULT_DISK,     /* SQLite cannot write: see `code` */
	SQLITE_FAULTS
};

struct sqlite_writer {
	sqlite3 *database;
	struct sqlite_file_watch home;
	struct sqlite_wal *log;              /* the connection's */
	struct sqlite_wal_progress progress; /* when the database was last as recorded */
	bool has_progress;                   /* false: unknown */
	sqlite3_stmt *statements[SQLITE_WRITER_STATEMENTS];
	struct sqlite_keys keys;
	/* Counted on the thread, read on the loop. */
	_Atomic uint64_t commits;
	enum sqlite_fault found;         /* the thread's, so far */
	_Atomic enum sqlite_fault fault; /* of the last work */
	_Atomic int code;                /* SQLite's, of SQLITE_FAULT_DISK */
	_Atomic unsigned repairs;        /* number of times the log was rewritten */
};

/* Takes the connection to `file`; closes it on failure. */
bool sqlite_writer_init(struct sqlite_writer *writer, const struct sqlite_file *file,
	sqlite3 *database, struct mk_error *error);
void sqlite_writer_finish(struct sqlite_writer *writer);

/*
 * The work of the thread. Either all writes take effect, each with its own status, or none, with
 * MK_IO and false. Without tasks (NULL) it checks the files, and after a failure it tests whether
 * writing is possible.
 */
bool sqlite_writer_work(struct sqlite_writer *writer, struct store_task *tasks);

/* ---- threads -------------------------------------------------------------------------------- */

struct uv_loop_s;
struct worker;

struct worker_options {
	struct uv_loop_s *loop;
	/*
	 * On the thread: processes all queued tasks, the oldest first, linked by `next`. False when
	 * that is impossible at present; it is then called without tasks (NULL) every `retry_ms`.
	 * While the queue is empty it is called without tasks every `idle_ms`, too.
	 */
	bool (*work)(struct store_task *tasks, void *context);
	/* On the loop, for each processed task, in order. */
	void (*answer)(struct store_task *task, void *context);
	/* On the loop, after work without any task has found that this has changed; may be NULL. */
	void (*turned)(void *context);
	void *context;
	unsigned retry_ms;
	unsigned idle_ms;   /* 0: not */
	unsigned gather_us; /* maximum wait of the first task for as many tasks as the last batch
			       had */
};

/* NULL when the thread cannot be started. */
struct worker *worker_create(const struct worker_options *options);

void worker_add(struct worker *worker, struct store_task *task);

/* Sets whether the loop is kept running for the worker's results; initially it is not. */
void worker_awaited(struct worker *worker, bool awaited);

/* True if the last batch succeeded. */
bool worker_is_able(struct worker *worker);

/* Ends a worker that has no task (or is NULL); frees it, then calls `ended` (may be NULL) on the
 * loop. */
void worker_end(struct worker *worker, void (*ended)(void *context));

#endif
