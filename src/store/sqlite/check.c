/*
 * SQLite's quick_check with a time limit.
 *
 * It walks whole trees in one step of SQLite's machine, which does not call the progress handler:
 * another thread interrupts it. An error that it reports before the interruption is real; after it,
 * pages are reported as missing that were only not reached.
 */
#include "store/sqlite/file.h"

#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

struct alarm {
	struct sqlite3 *database;
	uint64_t ns;
	uv_thread_t thread;
	uv_mutex_t mutex;
	uv_cond_t wake;
	bool over, rang;
};

bool sqlite_corrupt(struct sqlite3 *database, const char *what, struct mk_error *error)
{
	mk_fail(error, MK_IO, "store_corrupt", "", "'%.100s' is damaged: %.60s",
		sqlite3_db_filename(database, NULL), what);
	return false;
}

/* ---- the alarm ------------------------------------------------------------------------------ */

static void wait_for_end(void *context)
{
	struct alarm *alarm = context;
	uint64_t end = uv_hrtime() + alarm->ns;

	uv_mutex_lock(&alarm->mutex);
	while (!alarm->over && !alarm->rang) {
		uint64_t now = uv_hrtime();

		if (now >= end) {
			alarm->rang = true;
			sqlite3_interrupt(alarm->database);
		} else {
			uv_cond_timedwait(&alarm->wake, &alarm->mutex, end - now);
		}
	}
	uv_mutex_unlock(&alarm->mutex);
}

/* False without a thread for it. */
static bool set_alarm(struct alarm *alarm, struct sqlite3 *database, unsigned ms)
{
	*alarm = (struct alarm){.database = database, .ns = (uint64_t)ms * 1000000};
	if (uv_mutex_init(&alarm->mutex) != 0) {
		return false;
	}
	if (uv_cond_init(&alarm->wake) != 0) {
		goto no_condition;
	}
	if (uv_thread_create(&alarm->thread, wait_for_end, alarm) == 0) {
		return true;
	}
	uv_cond_destroy(&alarm->wake);
no_condition:
	uv_mutex_destroy(&alarm->mutex);
	return false;
}

/* True if the alarm has gone off. */
static bool stop_alarm(struct alarm *alarm)
{
	bool rang;

	uv_mutex_lock(&alarm->mutex);
	alarm->over = true;
	rang = alarm->rang;
	uv_cond_signal(&alarm->wake);
	uv_mutex_unlock(&alarm->mutex);
	uv_thread_join(&alarm->thread);
	uv_cond_destroy(&alarm->wake);
	uv_mutex_destroy(&alarm->mutex);
	return rang;
}

/* ---- the check ------------------------------------------------------------------------------ */

/* The first complaint of quick_check is enough; "ok" when there is none. */
static bool read_verdict(
	struct sqlite3 *database, sqlite3_stmt *check, struct alarm *alarm, struct mk_error *error)
{
	int code = sqlite3_step(check);
	const char *verdict = "";

	if (stop_alarm(alarm)) {
		return true;
	}
	if (code == SQLITE_ROW) {
		verdict = (const char *)sqlite3_column_text(check, 0);
		if (verdict && strcmp(verdict, "ok") == 0) {
			return true;
		}
	}
	return sqlite_corrupt(
		database, code == SQLITE_ROW ? verdict : sqlite3_errmsg(database), error);
}

bool sqlite_check(struct sqlite3 *database, unsigned ms, struct mk_error *error)
{
	struct alarm alarm;
	sqlite3_stmt *check;
	bool sound;

	if (sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &check, NULL) != SQLITE_OK) {
		return sqlite_corrupt(database, sqlite3_errmsg(database), error);
	}
	if (!set_alarm(&alarm, database, ms)) {
		sqlite3_finalize(check);
		return mk_fail(error, MK_FULL, "store_unusable", "", "cannot start a thread") ==
		       MK_OK;
	}
	sound = read_verdict(database, check, &alarm, error);
	sqlite3_finalize(check);
	return sound;
}

/* ---- completeness --------------------------------------------------------------------------- */

/*
 * Checks that a database and its log are complete.
 *
 * Formats: "The WAL File Format" and "The WAL-Index File Format" of sqlite.org. The index (-shm) of
 * a killed process has the length of its log, and how much of that was in the database: a shorter
 * log has lost acknowledged changes.
 */

enum { HEADER_SIZE = 32, FRAME_HEADER_SIZE = 24, SALT = 16, SALT_SIZE = 8, INDEX_SIZE = 48 };

static uint32_t read_be32(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       bytes[3];
}

static uint32_t native(const unsigned char *bytes)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof word);
	return word;
}

static int open_beside(const char *path, const char *end)
{
	char name[PATH_MAX + sizeof "-wal"];

	snprintf(name, sizeof name, "%s%s", path, end);
	return open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static long long size_of(int descriptor)
{
	struct stat found;

	return fstat(descriptor, &found) == 0 ? (long long)found.st_size : 0;
}

static bool read_at(int descriptor, unsigned char *bytes, size_t count, long long at)
{
	return pread(descriptor, bytes, count, (off_t)at) == (ssize_t)count;
}

/* ---- pages ---------------------------------------------------------------------------------- */

struct pages {
	long long first, count; /* those that the file does not have */
	long long size;         /* of a page */
	unsigned char *found;   /* a byte each */
	long long missing;
};

static void find_page(struct pages *pages, long long page)
{
	if (page >= pages->first && page < pages->first + pages->count &&
		!pages->found[page - pages->first]) {
		pages->found[page - pages->first] = 1;
		pages->missing--;
	}
}

/* Goes through the frames that belong to the log's present run. */
static void find_pages(int log, struct pages *pages)
{
	unsigned char header[HEADER_SIZE], frame[FRAME_HEADER_SIZE];
	long long at = HEADER_SIZE;

	if (!read_at(log, header, sizeof header, 0)) {
		return;
	}
	while (pages->missing > 0 && read_at(log, frame, sizeof frame, at) &&
		memcmp(frame + 8, header + SALT, SALT_SIZE) == 0) {
		find_page(pages, read_be32(frame));
		at += FRAME_HEADER_SIZE + pages->size;
	}
}

/* True if the log has all of them; it cannot have more than its size permits. */
static bool log_has(const char *path, struct pages *pages)
{
	int log = open_beside(path, "-wal");

	pages->missing = pages->count;
	if (log < 0) {
		return false;
	}
	if (pages->count <= size_of(log) / pages->size) {
		pages->found = calloc((size_t)pages->count, 1);
	}
	if (pages->found) {
		find_pages(log, pages);
		free(pages->found);
	}
	close(log);
	return pages->missing == 0;
}

bool sqlite_check_pages(struct sqlite3 *database, struct mk_error *error)
{
	const char *path = sqlite3_db_filename(database, NULL);
	struct pages pages = {0};
	struct stat found;
	long long count;

	if (!sqlite_number(database, "PRAGMA page_size", &pages.size, error) ||
		!sqlite_number(database, "PRAGMA page_count", &count, error)) {
		return false;
	}
	if (stat(path, &found) != 0) {
		return sqlite_corrupt(database, "it is away", error);
	}
	pages.first = (long long)found.st_size / pages.size + 1;
	pages.count = count - pages.first + 1;
	return pages.count <= 0 || log_has(path, &pages) ||
	       sqlite_corrupt(database, "it was cut: pages are missing", error);
}

/* ---- the log that is found ------------------------------------------------------------------ */

/* How many bytes of a log the index of an earlier process counts that were only there; else 0. */
static long long bytes_counted(int index)
{
	enum { COPIES = 2, BACKFILLED = 4 };
	unsigned char header[COPIES * INDEX_SIZE + BACKFILLED];
	uint16_t page_size;
	long long frames;

	if (!read_at(index, header, sizeof header, 0) ||
		memcmp(header, header + INDEX_SIZE, INDEX_SIZE) != 0 || native(header) != 3007000 ||
		!header[12]) {
		return 0;
	}
	frames = native(header + 16);
	if (frames <= native(header + COPIES * (size_t)INDEX_SIZE)) {
		return 0;
	}
	memcpy(&page_size, header + 14, sizeof page_size);
	return HEADER_SIZE + frames * (FRAME_HEADER_SIZE + (page_size == 1 ? 65536 : page_size));
}

static bool damaged(const char *path, const char *what, struct mk_error *error)
{
	mk_fail(error, MK_IO, "store_corrupt", "",
		"the log of changes '%.100s-wal' was %s: changes that were acknowledged are"
		" missing. Restore a backup; or remove '-wal' and '-shm' to go on without them",
		path, what);
	return false;
}

static bool check_log(const char *path, int log, int index, struct mk_error *error)
{
	unsigned char header[HEADER_SIZE];
	long long size = log >= 0 ? size_of(log) : 0;

	if (size < bytes_counted(index)) {
		return damaged(path, log >= 0 ? "cut" : "removed", error);
	}
	/* The header is on the disk before the first frame is written. */
	if (size > HEADER_SIZE + FRAME_HEADER_SIZE &&
		(!read_at(log, header, sizeof header, 0) ||
			read_be32(header) >> 1 != 0x377f0682 >> 1)) {
		return damaged(path, "overwritten", error);
	}
	return true;
}

/* SQLite opens any path; that it is a folder, or read-only, shows at the first write. */
static bool check_kind(int descriptor, const char *path, const char *end, struct mk_error *error)
{
	struct stat found;

	if (descriptor < 0 || (fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode))) {
		return true;
	}
	mk_fail(error, MK_IO, "store_unusable", "", "'%.100s%s' is not a regular file", path, end);
	return false;
}

bool sqlite_check_log(const char *path, struct mk_error *error)
{
	int log = open_beside(path, "-wal");
	int index = open_beside(path, "-shm");
	bool sound = check_kind(log, path, "-wal", error) &&
		     check_kind(index, path, "-shm", error) && check_log(path, log, index, error);

	if (log >= 0) {
		close(log);
	}
	if (index >= 0) {
		close(index);
	}
	return sound;
}
