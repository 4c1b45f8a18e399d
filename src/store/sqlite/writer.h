/* Writing to a SQLite journal: all that waits in one transaction. */
#ifndef STORE_SQLITE_WRITER_H
#define STORE_SQLITE_WRITER_H

#include "store/sqlite/home.h"
#include "store/sqlite/keys.h"
#include "store/sqlite/log.h"
#include "store/sqlite/statement.h"
#include "store/write.h"

#include <stdatomic.h>
#include <stdint.h>

enum { SQLITE_WRITER_STATEMENTS = 16 };

/* Why nothing can be stored. */
enum sqlite_fault {
	SQLITE_FAULT_NONE,
	SQLITE_FAULT_GIVEN, /* removed, moved or replaced: as enum sqlite_home_file */
	SQLITE_FAULT_DATABASE,
	SQLITE_FAULT_LOG,
	SQLITE_FAULT_DAMAGED,  /* the database was cut or overwritten: until a new start */
	SQLITE_FAULT_LOG_LOST, /* what another program wrote to the log cannot be read any more */
	SQLITE_FAULT_DISK,     /* SQLite cannot write: see `code` */
	SQLITE_FAULTS
};

struct sqlite_writer {
	sqlite3 *database;
	struct sqlite_home home;
	struct sqlite_log *log; /* the connection's */
	sqlite3_stmt *statements[SQLITE_WRITER_STATEMENTS];
	struct sqlite_keys keys;
	/* Counted on the thread, read on the loop. */
	_Atomic uint64_t commits;
	_Atomic uint64_t failures;
	enum sqlite_fault found;         /* the thread's, so far */
	_Atomic enum sqlite_fault fault; /* of the last work */
	_Atomic int code;                /* SQLite's, of SQLITE_FAULT_DISK */
	_Atomic unsigned repairs;        /* how often the log was written again */
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

#endif
