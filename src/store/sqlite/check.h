/* Are the files of a journal sound, as far as can be seen in a given time? */
#ifndef STORE_SQLITE_CHECK_H
#define STORE_SQLITE_CHECK_H

#include <makker/status.h>
#include <stdbool.h>

struct sqlite3;

/*
 * Looks at the file's pages, for at most `ms` milliseconds. False with MK_IO "store_corrupt" when
 * damage was seen; what it had no time for is met when it is read.
 */
bool sqlite_check(struct sqlite3 *database, unsigned ms, struct mk_error *error);

/*
 * Is every page there, in the file or in its log? SQLite itself takes zeros for what is beyond the
 * file's end while there is a log. For a connection in WAL mode. False likewise.
 */
bool sqlite_check_pages(struct sqlite3 *database, struct mk_error *error);

/*
 * Before the first connection: is the log of `path` as the last process has left it? False with
 * MK_IO "store_corrupt" where it was cut or overwritten while there were changes in it that were
 * not in the database yet.
 */
bool sqlite_check_log(const char *path, struct mk_error *error);

/* Fills `error` with what is damaged. Always false. */
bool sqlite_corrupt(struct sqlite3 *database, const char *what, struct mk_error *error);

#endif
