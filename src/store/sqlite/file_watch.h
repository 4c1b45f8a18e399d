/* Checks that the files of an open journal are at their paths, and unchanged by other programs. */
#ifndef STORE_SQLITE_FILE_WATCH_H
#define STORE_SQLITE_FILE_WATCH_H

#include "store/sqlite/file.h"

#include <sys/types.h>
#include <time.h>

enum sqlite_watched_file {
	WATCHED_GIVEN, /* the database by the path as given, which may contain links */
	WATCHED_DATABASE,
	WATCHED_LOG, /* only the log has the latest acknowledged changes */
	WATCHED_FILES
};

/*
 * Attributes that change with every write and truncation. A program can set the modification time
 * back, but not the time of the last status change.
 */
struct sqlite_mark {
	off_t size;
	struct timespec content, attributes;
};

enum { SQLITE_FILE_WATCH_SAMPLES = 64 };

struct sqlite_file_watch {
	const struct sqlite_file *file;
	struct {
		char path[PATH_MAX + sizeof "-wal"];
		dev_t device;
		ino_t inode;
		struct sqlite_mark found; /* at the last check */
		struct sqlite_mark noted; /* as this process left it, or as it was checked */
	} files[WATCHED_FILES];
	bool is_plain;                          /* the path as given is the real one */
	bool filled[SQLITE_FILE_WATCH_SAMPLES]; /* database blocks that were not all zeros */
	off_t hole; /* first hole of the database; its end without a hole */
};

/*
 * Records the identity of the files while a connection that writes is open, which keeps the same
 * log until it is closed. False with `error` if a file is missing. `file` is borrowed.
 */
bool sqlite_file_watch_note(
	struct sqlite_file_watch *home, const struct sqlite_file *file, struct mk_error *error);

/*
 * The first file that was removed, moved or replaced, or that stat() fails for; WATCHED_FILES if
 * all are in place. Two stat() calls, three if the path as given contains links.
 */
enum sqlite_watched_file sqlite_file_watch_missing(struct sqlite_file_watch *home);

/* True if this file is in place; updates its state. */
bool sqlite_file_watch_has(struct sqlite_file_watch *home, enum sqlite_watched_file which);

/* True if, at the last check, the file had been written to or truncated since it was recorded. */
bool sqlite_file_watch_is_changed(
	const struct sqlite_file_watch *home, enum sqlite_watched_file which);

/*
 * True if its content was changed, by size and modification time; a new name or owner does not
 * count.
 */
bool sqlite_file_watch_is_written(
	const struct sqlite_file_watch *home, enum sqlite_watched_file which);

/* Records the state of `which` at the last check as the expected one. */
void sqlite_file_watch_take(struct sqlite_file_watch *home, enum sqlite_watched_file which);

/*
 * Records the database after this process has written to it. False if it was truncated or
 * overwritten meanwhile: it is shorter than before, or has a hole or only zeros where it had bytes.
 */
bool sqlite_file_watch_settle(struct sqlite_file_watch *home);

#endif
