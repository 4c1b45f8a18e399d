/* Whether the files of a journal that is open are where the next start will look for them. */
#ifndef STORE_SQLITE_HOME_H
#define STORE_SQLITE_HOME_H

#include "store/sqlite_file.h"

#include <sys/types.h>

enum sqlite_home_file {
	HOME_GIVEN, /* the database by the path that was asked for, which may lead over links */
	HOME_DATABASE,
	HOME_LOG, /* what was acknowledged last is only here */
	HOME_FILES
};

struct sqlite_home {
	struct {
		char path[PATH_MAX + sizeof "-wal"];
		dev_t device;
		ino_t inode;
	} files[HOME_FILES];
};

/*
 * Notes which files these are, while a connection that writes is open: it keeps the same log until
 * it is closed. False (and `error`) when one of them is away already.
 */
bool sqlite_home_note(
	struct sqlite_home *home, const struct sqlite_file *file, struct mk_error *error);

/*
 * The first file that was removed, moved or replaced, or cannot be looked for; HOME_FILES when all
 * are in their places. Three stat() calls.
 */
enum sqlite_home_file sqlite_home_missing(const struct sqlite_home *home);

#endif
