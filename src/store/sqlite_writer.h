/* Writing to a SQLite journal: all that waits in one transaction. */
#ifndef STORE_SQLITE_WRITER_H
#define STORE_SQLITE_WRITER_H

#include "store/sqlite_home.h"
#include "store/sqlite_keys.h"
#include "store/sqlite_statement.h"
#include "store/write.h"

#include <stdatomic.h>
#include <stdint.h>

enum { SQLITE_WRITER_STATEMENTS = 13 };

struct sqlite_writer {
	sqlite3 *database;
	struct sqlite_home home;
	sqlite3_stmt *statements[SQLITE_WRITER_STATEMENTS];
	struct sqlite_keys keys;
	/* Counted on the thread, read on the loop. */
	_Atomic uint64_t commits;
	_Atomic uint64_t failures;
	_Atomic enum sqlite_home_file missing; /* at the last look; HOME_FILES: none */
};

/* Takes the connection to `file`; closes it on failure. */
bool sqlite_writer_init(struct sqlite_writer *writer, const struct sqlite_file *file,
	sqlite3 *database, struct mk_error *error);
void sqlite_writer_finish(struct sqlite_writer *writer);

/*
 * The work of the thread. Either all writes take place, each with its own status, or none, all with
 * MK_IO and the answer false. Without tasks (NULL) it tries whether writing is possible.
 */
bool sqlite_writer_work(struct sqlite_writer *writer, struct store_task *tasks);

#endif
