/*
 * Whether the files of a journal that is open are where the next start will look for them, and as
 * they were left.
 */
#ifndef STORE_SQLITE_HOME_H
#define STORE_SQLITE_HOME_H

#include "store/sqlite/file.h"

#include <sys/types.h>
#include <time.h>

enum sqlite_home_file {
	HOME_GIVEN, /* the database by the path that was asked for, which may lead over links */
	HOME_DATABASE,
	HOME_LOG, /* what was acknowledged last is only here */
	HOME_FILES
};

/* What changes with every write and every cut. */
struct sqlite_mark {
	off_t size;
	struct timespec at;
};

enum { SQLITE_HOME_SAMPLES = 64 };

struct sqlite_home {
	const struct sqlite_file *file;
	struct {
		char path[PATH_MAX + sizeof "-wal"];
		dev_t device;
		ino_t inode;
		struct sqlite_mark found; /* at the last look */
		struct sqlite_mark noted; /* as it was left by us, or was found to be sound */
	} files[HOME_FILES];
	bool filled[SQLITE_HOME_SAMPLES]; /* blocks of the database that were not all zeros */
	off_t hole; /* where the database was not written yet; its end, where there is no such place
		     */
};

/*
 * Notes which files these are, while a connection that writes is open: it keeps the same log until
 * it is closed. False (and `error`) when one of them is away already. `file` is borrowed.
 */
bool sqlite_home_note(
	struct sqlite_home *home, const struct sqlite_file *file, struct mk_error *error);

/*
 * The first file that was removed, moved or replaced, or cannot be looked for; HOME_FILES when all
 * are in their places. Three stat() calls.
 */
enum sqlite_home_file sqlite_home_missing(struct sqlite_home *home);

/* Looks for one of them. */
bool sqlite_home_has(struct sqlite_home *home, enum sqlite_home_file which);

/* Was the file written to, or cut, since it was noted? As the last look has found it. */
bool sqlite_home_is_changed(const struct sqlite_home *home, enum sqlite_home_file which);

/* That is how it is from now on: `which` as the last look has found it. */
void sqlite_home_take(struct sqlite_home *home, enum sqlite_home_file which);

/*
 * Notes how the database is after we have written to it. False when it was cut or overwritten
 * meanwhile: it is shorter than it was, or has a hole or only zeros where it had bytes.
 */
bool sqlite_home_settle(struct sqlite_home *home);

#endif
