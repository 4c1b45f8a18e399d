/* Is the file of a journal sound, as far as can be seen in a given time? */
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

/* Fills `error` with what is damaged. Always false. */
bool sqlite_corrupt(struct sqlite3 *database, const char *what, struct mk_error *error);

#endif
