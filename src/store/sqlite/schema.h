/* The tables of a SQLite journal, and how older files become like new ones. */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include <makker/status.h>
#include <stdbool.h>

struct sqlite3;

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

#endif
