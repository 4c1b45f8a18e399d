/* Writing to a SQLite journal: all that waits in one transaction. */
#ifndef STORE_SQLITE_WRITER_H
#define STORE_SQLITE_WRITER_H

#include "session/journal.h"
#include "store/sqlite_statement.h"
#include "store/sqlite_worker.h"

#include <stdatomic.h>
#include <stdint.h>

enum sqlite_write_kind {
	SQLITE_WRITE_CREATE,
	SQLITE_WRITE_APPEND,
	SQLITE_WRITE_REMOVE,
	SQLITE_WRITE_SAVE_SIMULATION,
	SQLITE_WRITE_REMOVE_SIMULATION
};

/* One write, with copies of all that it needs. */
struct sqlite_write {
	struct worker_task task; /* first: a task is its write */
	enum sqlite_write_kind kind;
	enum mk_status status; /* once it is done */
	journal_done *done;
	void *context;
	int64_t commit_ns; /* of the first of each transaction: how long it took */
	union {
		struct {
			struct journal_session session; /* for a removal the id alone */
			struct journal_event event;     /* for an append */
		};
		struct journal_simulation simulation; /* likewise */
	};
	char *locks; /* of a new session, or NULL */
	char text[]; /* the session's rules, the event's body, the simulation's texts */
};

enum { SQLITE_WRITER_STATEMENTS = 10 };

struct sqlite_writer {
	sqlite3 *database;
	sqlite3_stmt *statements[SQLITE_WRITER_STATEMENTS];
	/* Counted on the thread, read on the loop. */
	_Atomic uint64_t commits;
	_Atomic uint64_t failures;
};

/* Takes the connection; closes it on failure. */
bool sqlite_writer_init(struct sqlite_writer *writer, sqlite3 *database, struct mk_error *error);
void sqlite_writer_finish(struct sqlite_writer *writer);

/*
 * The work of the thread. Either all writes take place, each with its own status, or none, all with
 * MK_IO and the answer false. Without tasks (NULL) it tries whether writing is possible.
 */
bool sqlite_writer_work(struct sqlite_writer *writer, struct worker_task *tasks);

#endif
