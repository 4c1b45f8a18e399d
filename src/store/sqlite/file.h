/* The file of a SQLite journal: who may use it, and whether it is sound. */
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

#endif
