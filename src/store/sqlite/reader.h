/* Reading from a SQLite journal. */
#ifndef STORE_SQLITE_READER_H
#define STORE_SQLITE_READER_H

#include "store/read.h"
#include "store/sqlite/statement.h"

enum { SQLITE_READER_STATEMENTS = 13 };

struct sqlite_reader {
	sqlite3 *database;
	sqlite3_stmt *statements[SQLITE_READER_STATEMENTS];
	unsigned repairs; /* of the log, that it knows of */
};

/* Takes the connection; closes it on failure. */
bool sqlite_reader_init(struct sqlite_reader *reader, sqlite3 *database, struct mk_error *error);
void sqlite_reader_finish(struct sqlite_reader *reader);

/*
 * The work of the thread. After another repair of the log nothing of what was read before counts:
 * it may have been read while the log was damaged.
 */
void sqlite_reader_work(struct sqlite_reader *reader, struct store_task *tasks, unsigned repairs);

#endif
