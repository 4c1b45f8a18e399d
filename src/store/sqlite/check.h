/* Checks of a journal's files within a given time. */
#ifndef STORE_SQLITE_CHECK_H
#define STORE_SQLITE_CHECK_H

#include <makker/status.h>
#include <stdbool.h>

struct sqlite3;

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

#endif
