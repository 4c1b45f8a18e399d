/*
 * Locks the file of a journal.
 *
 * There are two locks. One is a flock() on PATH.lock, which also shows the owner. The other is on a
 * byte of the database, for processes that use another name (a hard link) or come after PATH.lock
 * was removed. SQLite's exclusive mode is not used: it would exclude the reading connection of this
 * process, and the sqlite3 shell. The kernel releases both locks when the process ends.
 *
 * SQLite's own locks on the database are dropped by the system as soon as any descriptor of the
 * file in this process is closed: so ours is closed after SQLite's connections, and PATH.lock is
 * taken first.
 */
#include "store/sqlite/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool unusable_lock(const char *what, const char *path, struct mk_error *error)
{
	mk_fail(error, MK_IO, "store_unusable", "", "cannot %s '%.100s': %s", what, path,
		strerror(errno));
	return false;
}

/* ---- the file ------------------------------------------------------------------------------- */

/* A new name in a folder lasts only when the folder has been written. */
static void sync_folder_of(const char *path)
{
	char folder[PATH_MAX];
	char *slash;
	int descriptor;

	snprintf(folder, sizeof folder, "%s", path);
	slash = strrchr(folder, '/');
	if (slash) {
		slash[slash == folder] = '\0';
	}
	descriptor = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (descriptor >= 0) {
		fsync(descriptor);
		close(descriptor);
	}
}

static bool is_folder(const char *path)
{
	struct stat found;

	return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Creates the folders that lead to the file, for the owner alone. */
static bool make_folders(const char *path, struct mk_error *error)
{
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%s", path);
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (!is_folder(folder)) {
			if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
				return unusable_lock("create the folder", folder, error);
			}
			sync_folder_of(folder);
		}
		*slash = '/';
	}
	return true;
}

static bool check_file(const char *path, struct mk_error *error)
{
	struct stat found;

	if (stat(path, &found) != 0 || access(path, R_OK | W_OK) != 0) {
		return unusable_lock("use", path, error);
	}
	if (!S_ISREG(found.st_mode)) {
		mk_fail(error, MK_IO, "store_unusable", "", "'%.100s' is not a file", path);
		return false;
	}
	return true;
}

/* An existing file is opened only with PATH.lock: closing it would drop locks. */
static bool make_file(const char *path, struct mk_error *error)
{
	int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (descriptor < 0) {
		return errno == EEXIST ? check_file(path, error)
				       : unusable_lock("create", path, error);
	}
	close(descriptor);
	sync_folder_of(path);
	return true;
}

/* ---- the lock ------------------------------------------------------------------------------- */

static bool taken(const struct sqlite_file *file, int lock, struct mk_error *error)
{
	char owner[16] = "";
	ssize_t length = pread(lock, owner, sizeof owner - 1, 0);

	owner[length > 0 ? (size_t)length : 0] = '\0';
	owner[strspn(owner, "0123456789")] = '\0';
	mk_fail(error, MK_IO, "store_in_use", "",
		"'%.100s' is used by another makkerd (process %s)", file->path,
		owner[0] ? owner : "unknown");
	return false;
}

/* For people who wonder, and for the message above. */
static void write_owner(int lock)
{
	char owner[16];
	int length = snprintf(owner, sizeof owner, "%ld\n", (long)getpid());

	if (ftruncate(lock, 0) == 0) {
		(void)!pwrite(lock, owner, (size_t)length, 0);
	}
}

/* An open file description lock, not one of the process: F_OFD_SETLK in fcntl(2). */
static bool lock_byte(int database)
{
	/*
	 * Beyond the bytes that SQLite locks, which begin at 0x40000000; its content is arbitrary.
	 */
	struct flock byte = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40001000, .l_len = 1};

	/* On a file system without such locks PATH.lock must do. */
	return fcntl(database, F_OFD_SETLK, &byte) == 0 || (errno != EAGAIN && errno != EACCES);
}

static bool lock_database(struct sqlite_file *file, struct mk_error *error)
{
	file->database = open(file->path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (file->database < 0) {
		return unusable_lock("open", file->path, error);
	}
	return lock_byte(file->database) || taken(file, file->lock, error);
}

/* Root may maintain the journal of a service, which then finds the lock file of root. */
static bool is_trusted(uid_t owner, const struct sqlite_file *file)
{
	struct stat database;

	return owner == 0 || owner == geteuid() ||
	       (geteuid() == 0 && stat(file->path, &database) == 0 && owner == database.st_uid);
}

/* The reason why the lock file must not be written to; NULL: none. */
static const char *lock_fault(int lock, const struct sqlite_file *file)
{
	struct stat found;

	if (fstat(lock, &found) != 0) {
		return strerror(errno);
	}
	if (!S_ISREG(found.st_mode)) {
		return "it is not a regular file";
	}
	if (found.st_nlink > 1) {
		return "it has another name";
	}
	return is_trusted(found.st_uid, file) ? NULL : "it belongs to another user";
}

/* The owner's number is written to it: it must not be what someone else has put in its place. */
static int open_lock(const char *path, const struct sqlite_file *file, struct mk_error *error)
{
	int lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	const char *why;

	if (lock < 0) {
		why = errno == ELOOP ? "it is a symbolic link" : strerror(errno);
	} else {
		why = lock_fault(lock, file);
	}
	if (!why) {
		return lock;
	}
	mk_fail(error, MK_IO, "store_unusable", "", "cannot use '%.100s' as a lock: %s", path, why);
	if (lock >= 0) {
		close(lock);
	}
	return -1;
}

static bool take_lock(struct sqlite_file *file, struct mk_error *error)
{
	char path[PATH_MAX + sizeof ".lock"];
	int lock;

	snprintf(path, sizeof path, "%s.lock", file->path);
	lock = open_lock(path, file, error);
	if (lock < 0) {
		return false;
	}
	if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
		errno == EWOULDBLOCK ? taken(file, lock, error)
				     : unusable_lock("lock", path, error);
		close(lock);
		return false;
	}
	file->lock = lock;
	if (!lock_database(file, error)) {
		sqlite_file_release(file);
		return false;
	}
	write_owner(lock);
	return true;
}

bool sqlite_file_claim(struct sqlite_file *file, const char *path, struct mk_error *error)
{
	file->lock = file->database = -1;
	if (strlen(path) >= PATH_MAX - sizeof ".lock") {
		errno = ENAMETOOLONG;
		return unusable_lock("open", path, error);
	}
	if (!make_folders(path, error) || !make_file(path, error)) {
		return false;
	}
	snprintf(file->given, sizeof file->given, "%s", path);
	if (!realpath(path, file->path)) {
		return unusable_lock("find", path, error);
	}
	return take_lock(file, error);
}

static void release_lock(int *descriptor)
{
	if (*descriptor >= 0) {
		close(*descriptor);
		*descriptor = -1;
	}
}

void sqlite_file_release(struct sqlite_file *file)
{
	release_lock(&file->database);
	release_lock(&file->lock);
}
