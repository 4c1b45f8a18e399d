/* Opens the file of a journal: connections, checks of its integrity, locks. */
#include "store/sqlite/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	PATIENCE_MS = 5000, /* busy timeout, for people who write with another program */
	CHECK_MS = 500,     /* limit of the integrity check: a huge file must not delay the start */
	MAX_ROW_LENGTH = 1024 * 1024 /* far more than any event; a limit for hostile files */
};

/*
 * Configures SQLite for the whole process, before its first use. Statistics of its memory would
 * cost a mutex with each allocation. The page caches have memory of their own: with malloc(), the
 * writer's thread would continually return memory to the system and fault it in again.
 */
static void configure(void)
{
	enum { PAGES = 512, PAGE_SIZE = 4096 }; /* the writer's cache has at most about 480 */
	static void *pages;
	int header = 0;

	if (pages || sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK ||
		sqlite3_config(SQLITE_CONFIG_PCACHE_HDRSZ, &header) != SQLITE_OK) {
		return;
	}
	pages = malloc(PAGES * (size_t)(PAGE_SIZE + header));
	if (pages && sqlite3_config(SQLITE_CONFIG_PAGECACHE, pages, PAGE_SIZE + header,
			     (int)PAGES) != SQLITE_OK) {
		free(pages);
		pages = NULL;
	}
}

/*
 * Opens a connection. A journal has two: one thread writes, another reads. In WAL mode neither
 * waits for the other: reading a long history does not delay a snapshot, and fdatasync() does not
 * delay a reader.
 */
static struct sqlite3 *connect(const char *path, int flags, const char *vfs, struct mk_error *error)
{
	struct sqlite3 *database;

	if (sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
		    vfs) != SQLITE_OK) {
		mk_fail(error, MK_IO, "store_unusable", "", "cannot open '%.100s': %s", path,
			database ? sqlite3_errmsg(database) : "no memory");
		sqlite3_close(database);
		return NULL;
	}
	sqlite3_busy_timeout(database, PATIENCE_MS);
	sqlite3_limit(database, SQLITE_LIMIT_LENGTH, MAX_ROW_LENGTH);
	sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return database;
}

/* ---- integrity ------------------------------------------------------------------------------ */

/* The first read of the file, by which SQLite checks that it is a database. */
static bool check_file_header(struct sqlite3 *database, struct mk_error *error)
{
	int code = sqlite3_exec(database, "PRAGMA schema_version", NULL, NULL, NULL);

	if ((code & 0xff) == SQLITE_NOTADB) {
		mk_fail(error, MK_IO, "store_foreign", "", "'%.100s' is not a database",
			sqlite3_db_filename(database, NULL));
		return false;
	}
	if ((code & 0xff) == SQLITE_CORRUPT) {
		return sqlite_corrupt(database, sqlite3_errmsg(database), error);
	}
	return code == SQLITE_OK || sqlite_unusable(database, "read", error);
}

/* ---- the connections ------------------------------------------------------------------------ */

/*
 * Without a write-ahead log, commits would take twice as long and readers would wait for them.
 * SQLite returns "wal" before that is on disk; only the next step shows whether it is.
 */
static bool log_ahead(struct sqlite3 *database, struct mk_error *error)
{
	sqlite3_stmt *mode = NULL;
	bool ahead = sqlite3_prepare_v2(database, "PRAGMA journal_mode = WAL", -1, &mode, NULL) ==
			     SQLITE_OK &&
		     sqlite3_step(mode) == SQLITE_ROW &&
		     strcmp((const char *)sqlite3_column_text(mode, 0), "wal") == 0 &&
		     sqlite3_step(mode) == SQLITE_DONE;

	if (!ahead) {
		sqlite_unusable(database, "keep a write-ahead log for", error);
	}
	sqlite3_finalize(mode);
	return ahead;
}

/*
 * FULL: every commit is on disk before it is acknowledged. The writer runs the checkpoints itself,
 * because it checks the files before and after. It treats a page of zeros as damage, so
 * secure_delete, which Debian enables, must be off: it fills the pages of deleted sessions with
 * zeros.
 */
static const char pragmas[] = "PRAGMA synchronous = FULL;"
			      "PRAGMA foreign_keys = ON;"
			      "PRAGMA secure_delete = OFF;"
			      "PRAGMA wal_autocheckpoint = 0;";

static bool settle(struct sqlite3 *database, struct mk_error *error)
{
	if (!check_file_header(database, error) || !sqlite_check_pages(database, error) ||
		!sqlite_schema_check(database, error) || !sqlite_check(database, CHECK_MS, error) ||
		!log_ahead(database, error)) {
		return false;
	}
	if (sqlite3_exec(database, pragmas, NULL, NULL, NULL) != SQLITE_OK) {
		return sqlite_unusable(database, "use", error);
	}
	return sqlite_schema_update(database, error);
}

struct sqlite3 *sqlite_file_open(const struct sqlite_file *file, struct mk_error *error)
{
	struct sqlite3 *database = NULL;

	configure();
	if (sqlite_check_log(file->path, error)) {
		database = connect(file->path, SQLITE_OPEN_READWRITE, sqlite_wal_vfs(), error);
	}
	if (database && !settle(database, error)) {
		sqlite3_close(database);
		return NULL;
	}
	return database;
}

struct sqlite3 *sqlite_file_open_reader(const struct sqlite_file *file, struct mk_error *error)
{
	return connect(file->path, SQLITE_OPEN_READONLY, NULL, error);
}

bool sqlite_file_check(const struct sqlite_file *file, struct mk_error *error)
{
	struct sqlite3 *database = sqlite_file_open_reader(file, error);
	bool sound = database && check_file_header(database, error) &&
		     sqlite_check_pages(database, error) && sqlite_check(database, CHECK_MS, error);

	sqlite3_close(database);
	return sound;
}

/* ---- locks ---------------------------------------------------------------------------------- */

/*
 * Locks the file of a journal.
 *
 * There are two locks. One is a flock() on PATH.lock, which also shows the owner. The other is on a
 * byte of the database, for processes that use another name (a hard link) or that start after
 * PATH.lock was removed. SQLite's exclusive mode is not used: it would exclude the reading
 * connection of this process, and the sqlite3 shell. The kernel releases both locks when the
 * process ends.
 *
 * The system drops SQLite's own locks on the database as soon as any descriptor of the file in this
 * process is closed. So ours is closed after SQLite's connections, and PATH.lock is taken first.
 */

static bool unusable_lock(const char *what, const char *path, struct mk_error *error)
{
	mk_fail(error, MK_IO, "store_unusable", "", "cannot %s '%.100s': %s", what, path,
		strerror(errno));
	return false;
}

/* ---- the file ------------------------------------------------------------------------------- */

/* A new name in a directory is durable only after the directory is synced. */
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

/* Creates the directories of the path, accessible to the owner only. */
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

/*
 * Rejects a write-ahead log without its database. A new database would replace the log, which may
 * have all changes acknowledged since the last checkpoint. Next to a symbolic link it belongs to a
 * file that was moved.
 */
static bool check_stray_log(const char *path, struct mk_error *error)
{
	char log[PATH_MAX + sizeof "-wal"];
	struct stat found;

	if (lstat(path, &found) == 0 && !S_ISLNK(found.st_mode)) {
		return true;
	}
	snprintf(log, sizeof log, "%s-wal", path);
	if (lstat(log, &found) != 0 || found.st_size == 0) {
		return true;
	}
	mk_fail(error, MK_IO, "store_corrupt", "",
		"there is a log of changes '%.100s', but not the database that it belongs to. Put the"
		" database back in its place, or remove '-wal' and '-shm' to go on without those changes",
		log);
	return false;
}

/*
 * Creates the file. An existing one is opened only while PATH.lock is held: closing it would drop
 * locks.
 */
static bool make_file(const char *path, bool *created, struct mk_error *error)
{
	int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	*created = descriptor >= 0;
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

/* Writes the process id of the owner, for administrators and for the message above. */
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

	/* If the file system has no such locks, PATH.lock must suffice. */
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

/*
 * True for root and the own user; for a process of root also for the owner of the database. Root
 * may maintain the journal of a service, which then finds root's lock file.
 */
static bool is_trusted(uid_t owner, const struct sqlite_file *file)
{
	struct stat database;

	return owner == 0 || owner == geteuid() ||
	       (geteuid() == 0 && stat(file->path, &database) == 0 && owner == database.st_uid);
}

/* The reason not to write to the lock file; NULL: none. */
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

/*
 * Opens the lock file. The owner's process id is written to it, so it must not be a file that
 * another user has put there.
 */
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
	if (!make_folders(path, error) || !check_stray_log(path, error) ||
		!make_file(path, &file->created, error)) {
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
