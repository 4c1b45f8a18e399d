/*
 * Looking for the files of a journal by their paths.
 *
 * A file that was removed or renamed can be written to as before, but nobody will find there what
 * was acknowledged. SQLite offers SQLITE_FCNTL_HAS_MOVED for that: it knows nothing of the log, and
 * takes a file of another file system for the same when its inode has the same number.
 */
#include "store/sqlite_home.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool note(struct sqlite_home *home, enum sqlite_home_file which, struct mk_error *error)
{
	struct stat found;

	if (stat(home->files[which].path, &found) != 0) {
		mk_fail(error, MK_IO, "store_unusable", "", "cannot find '%.100s': %s",
			home->files[which].path, strerror(errno));
		return false;
	}
	home->files[which].device = found.st_dev;
	home->files[which].inode = found.st_ino;
	return true;
}

bool sqlite_home_note(
	struct sqlite_home *home, const struct sqlite_file *file, struct mk_error *error)
{
	const size_t room = sizeof home->files[0].path;

	snprintf(home->files[HOME_GIVEN].path, room, "%s", file->given);
	snprintf(home->files[HOME_DATABASE].path, room, "%s", file->path);
	snprintf(home->files[HOME_LOG].path, room, "%s-wal", file->path);
	return note(home, HOME_GIVEN, error) && note(home, HOME_DATABASE, error) &&
	       note(home, HOME_LOG, error);
}

enum sqlite_home_file sqlite_home_missing(const struct sqlite_home *home)
{
	enum sqlite_home_file which = HOME_GIVEN;
	struct stat found;

	while (which < HOME_FILES && stat(home->files[which].path, &found) == 0 &&
		found.st_dev == home->files[which].device &&
		found.st_ino == home->files[which].inode) {
		which++;
	}
	return which;
}
