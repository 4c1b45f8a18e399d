/*
 * Checks that the files of a journal are still at their paths.
 *
 * A removed or renamed file can still be written to, but the next start would not find the changes.
 * SQLITE_FCNTL_HAS_MOVED does not cover the log, and mistakes a file of another file system with
 * the same inode number for the same file.
 *
 * Only checkpoints write to the database, so its size and times show whether another program has
 * written to it or truncated it. They do not show it during a checkpoint: then a truncation leaves
 * a hole, because later writes do not fill it.
 */
#include "store/sqlite/file_watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct sqlite_mark mark_of(const struct stat *found)
{
	return (struct sqlite_mark){
		.size = found->st_size,
		.content = found->st_mtim,
		.attributes = found->st_ctim,
	};
}

static bool is_same_time(const struct timespec *one, const struct timespec *other)
{
	return one->tv_sec == other->tv_sec && one->tv_nsec == other->tv_nsec;
}

/*
 * The path of the database is the real one, and the log is next to it. Symbolic links are not
 * followed there: a link in place of a file leads SQLite to another log at the next start.
 */
static bool find(
	const struct sqlite_file_watch *home, enum sqlite_watched_file which, struct stat *found)
{
	const char *path = home->files[which].path;

	return (which == WATCHED_GIVEN ? stat(path, found) : lstat(path, found)) == 0;
}

static bool note(
	struct sqlite_file_watch *home, enum sqlite_watched_file which, struct mk_error *error)
{
	struct stat found;

	if (!find(home, which, &found)) {
		mk_fail(error, MK_IO, "store_unusable", "", "cannot find '%.100s': %s",
			home->files[which].path, strerror(errno));
		return false;
	}
	home->files[which].device = found.st_dev;
	home->files[which].inode = found.st_ino;
	home->files[which].found = home->files[which].noted = mark_of(&found);
	return true;
}

/* The first byte without a disk block; the end of the file if that is unknown. */
static off_t first_hole(const struct sqlite_file_watch *home)
{
	off_t hole = lseek(home->file->database, 0, SEEK_HOLE);

	return hole >= 0 ? hole : home->files[WATCHED_DATABASE].found.size;
}

/* True if a sample block is not all zeros. SQLite never overwrites a block with zeros only. */
static bool is_filled(const struct sqlite_file_watch *home, off_t size, unsigned place)
{
	enum { BLOCK = 4096 };
	static const unsigned char zeros[BLOCK];
	unsigned char block[BLOCK];
	off_t at = size / BLOCK * place / SQLITE_FILE_WATCH_SAMPLES * BLOCK;

	return pread(home->file->database, block, sizeof block, at) == (ssize_t)sizeof block &&
	       memcmp(block, zeros, sizeof block) != 0;
}

static void take_samples(struct sqlite_file_watch *home)
{
	for (unsigned i = 0; i < SQLITE_FILE_WATCH_SAMPLES; i++) {
		home->filled[i] = is_filled(home, home->files[WATCHED_DATABASE].noted.size, i);
	}
}

bool sqlite_file_watch_note(
	struct sqlite_file_watch *home, const struct sqlite_file *file, struct mk_error *error)
{
	const size_t size = sizeof home->files[0].path;

	home->file = file;
	snprintf(home->files[WATCHED_GIVEN].path, size, "%s", file->given);
	snprintf(home->files[WATCHED_DATABASE].path, size, "%s", file->path);
	snprintf(home->files[WATCHED_LOG].path, size, "%s-wal", file->path);
	home->is_plain = strcmp(file->given, file->path) == 0;
	if (!note(home, WATCHED_GIVEN, error) || !note(home, WATCHED_DATABASE, error) ||
		!note(home, WATCHED_LOG, error)) {
		return false;
	}
	home->hole = first_hole(home);
	take_samples(home);
	return true;
}

bool sqlite_file_watch_has(struct sqlite_file_watch *home, enum sqlite_watched_file which)
{
	struct stat found;

	if (!find(home, which, &found) || found.st_dev != home->files[which].device ||
		found.st_ino != home->files[which].inode) {
		return false;
	}
	home->files[which].found = mark_of(&found);
	return true;
}

/* True if the given path is the real one and the database is still there. */
static bool has_given(struct sqlite_file_watch *home)
{
	return home->is_plain && sqlite_file_watch_has(home, WATCHED_DATABASE);
}

enum sqlite_watched_file sqlite_file_watch_missing(struct sqlite_file_watch *home)
{
	enum sqlite_watched_file which = has_given(home) ? WATCHED_LOG : WATCHED_GIVEN;

	while (which < WATCHED_FILES && sqlite_file_watch_has(home, which)) {
		which++;
	}
	return which;
}

bool sqlite_file_watch_is_written(
	const struct sqlite_file_watch *home, enum sqlite_watched_file which)
{
	const struct sqlite_mark *found = &home->files[which].found;
	const struct sqlite_mark *noted = &home->files[which].noted;

	return found->size != noted->size || !is_same_time(&found->content, &noted->content);
}

bool sqlite_file_watch_is_changed(
	const struct sqlite_file_watch *home, enum sqlite_watched_file which)
{
	const struct sqlite_mark *found = &home->files[which].found;
	const struct sqlite_mark *noted = &home->files[which].noted;

	return sqlite_file_watch_is_written(home, which) ||
	       !is_same_time(&found->attributes, &noted->attributes);
}

void sqlite_file_watch_take(struct sqlite_file_watch *home, enum sqlite_watched_file which)
{
	home->files[which].noted = home->files[which].found;
	if (which == WATCHED_DATABASE) {
		home->hole = first_hole(home);
		take_samples(home);
	}
}

static bool has_samples(const struct sqlite_file_watch *home, off_t size)
{
	for (unsigned i = 0; i < SQLITE_FILE_WATCH_SAMPLES; i++) {
		if (home->filled[i] && !is_filled(home, size, i)) {
			return false;
		}
	}
	return true;
}

bool sqlite_file_watch_settle(struct sqlite_file_watch *home)
{
	off_t size = home->files[WATCHED_DATABASE].noted.size;
	off_t hole = home->hole;
	bool filled = has_samples(home, size);

	if (!sqlite_file_watch_has(home, WATCHED_DATABASE)) {
		return false;
	}
	sqlite_file_watch_take(home, WATCHED_DATABASE);
	return home->files[WATCHED_DATABASE].found.size >= size && home->hole >= hole && filled;
}
