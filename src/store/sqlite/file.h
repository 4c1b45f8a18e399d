/* The file of a SQLite journal: who may use it, and whether it is sound. */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include <limits.h>
#include <makker/status.h>
#include <stdbool.h>

struct sqlite3;

struct sqlite_file {
	char given[PATH_MAX]; /* the path that was asked for */
	char path[PATH_MAX];  /* the real one, whatever links led there */
	int lock;             /* held as long as the file is used; -1: not */
	int database; /* likewise: the file itself, locked under whatever name it is found */
};

/*
 * Finds or creates the file (and the folders that lead there) and makes sure that no other process
 * uses it as a journal.
 */
bool sqlite_file_claim(struct sqlite_file *file, const char *path, struct mk_error *error);
void sqlite_file_release(struct sqlite_file *file);

/* A connection that writes, to a file that is ours, sound and of the present version; or NULL. */
struct sqlite3 *sqlite_file_open(const struct sqlite_file *file, struct mk_error *error);

/* A second connection, which only reads. */
struct sqlite3 *sqlite_file_open_reader(const struct sqlite_file *file, struct mk_error *error);

/*
 * Looks through a file that is open, by a connection of its own, as at the start. False with
 * "store_corrupt" when damage was seen; with another code when it could not be looked at.
 */
bool sqlite_file_check(const struct sqlite_file *file, struct mk_error *error);

#endif
