/* The file of a SQLite journal: its locks, checks and tables. */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <limits.h>
#include <makker/status.h>
#include <stdbool.h>

struct sqlite3;

struct sqlite_file {
	char given[PATH_MAX]; /* the path as given */
	char path[PATH_MAX];  /* the real path, with links resolved */
	int lock;             /* held as long as the file is used; -1: not */
	int database;         /* likewise: the database itself, locked whatever its name */
	bool created;         /* it was not there */
};

/*
 * Finds or creates the file (and the folders that lead there) and makes sure that no other process
 * uses it as a journal.
 */
bool sqlite_file_claim(struct sqlite_file *file, const char *path, struct mk_error *error);
void sqlite_file_release(struct sqlite_file *file);

/* A writing connection to a locked, sound file of the current version; or NULL. */
struct sqlite3 *sqlite_file_open(const struct sqlite_file *file, struct mk_error *error);

/* A second connection, which only reads. */
struct sqlite3 *sqlite_file_open_reader(const struct sqlite_file *file, struct mk_error *error);

/*
 * Checks an open file by a connection of its own, as at the start. False with "store_corrupt" if
 * damage was found; with another code if the check failed.
 */
bool sqlite_file_check(const struct sqlite_file *file, struct mk_error *error);

/* ---- checks --------------------------------------------------------------------------------- */

/*
 * Checks the file's pages for at most `ms` milliseconds. False with MK_IO "store_corrupt" if damage
 * was found; damage elsewhere is found when it is read.
 */
bool sqlite_check(struct sqlite3 *database, unsigned ms, struct mk_error *error);

/*
 * Checks that every page is in the file or in its log; SQLite itself reads zeros beyond the end of
 * the file while there is a log. For a connection in WAL mode. False likewise.
 */
bool sqlite_check_pages(struct sqlite3 *database, struct mk_error *error);

/*
 * Before the first connection: checks that the log of `path` is as the last process has left it.
 * False with MK_IO "store_corrupt" if it was truncated or overwritten while it had changes that
 * were not in the database.
 */
bool sqlite_check_log(const char *path, struct mk_error *error);

/* Fills `error` with what is damaged. Always false. */
bool sqlite_corrupt(struct sqlite3 *database, const char *what, struct mk_error *error);

/* ---- tables --------------------------------------------------------------------------------- */

/* The application id of the file: "Mkkr". */
enum { SQLITE_APPLICATION = 0x4d6b6b72 };

/* The version of the tables that this program writes. */
int sqlite_schema_version(void);

/*
 * True if the file is empty, or a journal of this version or an older one. Reads only. MK_IO with
 * "store_foreign" or "store_newer" otherwise.
 */
bool sqlite_schema_check(struct sqlite3 *database, struct mk_error *error);

/* Brings the tables to the present version, all or nothing. */
bool sqlite_schema_update(struct sqlite3 *database, struct mk_error *error);

/* Fills `error` with SQLite's message. Always false. */
bool sqlite_unusable(struct sqlite3 *database, const char *what, struct mk_error *error);

/* Reads one number, as a PRAGMA or a SELECT answers it. */
bool sqlite_number(
	struct sqlite3 *database, const char *sql, long long *number, struct mk_error *error);

/* ---- the VFS -------------------------------------------------------------------------------- */

/*
 * The name of the VFS for sqlite3_open_v2(); NULL, SQLite's default, if it cannot be registered.
 * Only for connections with synchronous = FULL: buffered bytes are written before the sync, and
 * nothing is acknowledged before it. The first call comes from one thread alone.
 */
const char *sqlite_wal_vfs(void);

#endif
