/* Opening the file of a journal: connections, and whether the file is sound. */
#include "store/sqlite/check.h"
#include "store/sqlite/file.h"
#include "store/sqlite/gather.h"
#include "store/sqlite/schema.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

enum {
	PATIENCE_MS = 5000, /* for people who write with another program */
	CHECK_MS = 500,     /* looking through a huge file may not keep the daemon from starting */
	LONGEST_ROW = 1024 * 1024 /* far more than any event; a limit for hostile files */
};

/*
 * Two connections: one thread writes, another reads. In WAL mode neither waits for the other, so
 * that a long history is no delay for a snapshot, and no fdatasync one for a reader.
 */
static struct sqlite3 *connect(const char *path, int flags, const char *vfs, struct mk_error *error)
{
	struct sqlite3 *database;

	if (sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
		    vfs) != SQLITE_OK) {
		mk_fail(error, MK_IO, "store_unusable", "", "cannot open '%.100s': %s", path,
			database ? sqlite3_errmsg(database) : "no memory");
		sqlite3_close(database);
		return NULL;
	}
	sqlite3_busy_timeout(database, PATIENCE_MS);
	sqlite3_limit(database, SQLITE_LIMIT_LENGTH, LONGEST_ROW);
	sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return database;
}

/* ---- is it sound? --------------------------------------------------------------------------- */

/* The first read of the file, by which SQLite checks that it is a database. */
static bool check_file_header(struct sqlite3 *database, struct mk_error *error)
{
	int code = sqlite3_exec(database, "PRAGMA schema_version", NULL, NULL, NULL);

	if ((code & 0xff) == SQLITE_NOTADB) {
		mk_fail(error, MK_IO, "store_foreign", "", "'%.100s' is not a database",
			sqlite3_db_filename(database, NULL));
		return false;
	}
	if ((code & 0xff) == SQLITE_CORRUPT) {
		return sqlite_corrupt(database, sqlite3_errmsg(database), error);
	}
	return code == SQLITE_OK || sqlite_unusable(database, "read", error);
}

/* ---- the connections ------------------------------------------------------------------------ */

/*
 * Without a write-ahead log commits would cost twice as much and readers would wait for them.
 * SQLite returns "wal" before that is on disk: only the next step shows whether it is.
 */
static bool log_ahead(struct sqlite3 *database, struct mk_error *error)
{
	sqlite3_stmt *mode = NULL;
	bool ahead = sqlite3_prepare_v2(database, "PRAGMA journal_mode = WAL", -1, &mode, NULL) ==
			     SQLITE_OK &&
		     sqlite3_step(mode) == SQLITE_ROW &&
		     strcmp((const char *)sqlite3_column_text(mode, 0), "wal") == 0 &&
		     sqlite3_step(mode) == SQLITE_DONE;

	if (!ahead) {
		sqlite_unusable(database, "keep a write-ahead log for", error);
	}
	sqlite3_finalize(mode);
	return ahead;
}

/*
 * FULL: every commit is on disk before it is acknowledged. The writer runs the checkpoints itself,
 * because it checks the files before and after. It takes a page of zeros for damage, so
 * secure_delete, which Debian turns on, must be off: it fills the pages of deleted sessions with
 * zeros.
 */
static const char pragmas[] = "PRAGMA synchronous = FULL;"
			      "PRAGMA foreign_keys = ON;"
			      "PRAGMA secure_delete = OFF;"
			      "PRAGMA wal_autocheckpoint = 0;";

static bool settle(struct sqlite3 *database, struct mk_error *error)
{
	if (!check_file_header(database, error) || !sqlite_check_pages(database, error) ||
		!sqlite_schema_check(database, error) || !sqlite_check(database, CHECK_MS, error) ||
		!log_ahead(database, error)) {
		return false;
	}
	if (sqlite3_exec(database, pragmas, NULL, NULL, NULL) != SQLITE_OK) {
		return sqlite_unusable(database, "use", error);
	}
	return sqlite_schema_update(database, error);
}

struct sqlite3 *sqlite_file_open(const struct sqlite_file *file, struct mk_error *error)
{
	struct sqlite3 *database = NULL;

	if (sqlite_check_log(file->path, error)) {
		database = connect(file->path, SQLITE_OPEN_READWRITE, sqlite_gather(), error);
	}
	if (database && !settle(database, error)) {
		sqlite3_close(database);
		return NULL;
	}
	return database;
}

struct sqlite3 *sqlite_file_open_reader(const struct sqlite_file *file, struct mk_error *error)
{
	return connect(file->path, SQLITE_OPEN_READONLY, NULL, error);
}

bool sqlite_file_check(const struct sqlite_file *file, struct mk_error *error)
{
	struct sqlite3 *database = sqlite_file_open_reader(file, error);
	bool sound = database && check_file_header(database, error) &&
		     sqlite_check_pages(database, error) && sqlite_check(database, CHECK_MS, error);

	sqlite3_close(database);
	return sound;
}
