/*
 * SQLite's quick_check with a time limit.
 *
 * It walks whole trees in one step of SQLite's virtual machine, which does not call the progress
 * handler, so another thread interrupts it. An error that it reports before the interruption is
 * real; after it, it reports pages as missing that it has only not reached.
 */
#include "store/sqlite/file.h"
#include "store/sqlite/wal_format.h"

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

/* False if the thread cannot be started. */
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

/* True if the alarm has interrupted the check. */
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

/* Reads the first line of quick_check, which is its first error, or "ok". */
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
 * a killed process has the number of frames in its log, and how many of them were in the database:
 * a shorter log has lost acknowledged changes.
 */

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
	long long first, count; /* page numbers beyond the end of the file */
	long long size;         /* of a page */
	unsigned char *found;   /* one byte per page */
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

/* Visits the frames with the salt of the header, which are those since the last restart. */
static void find_pages(int log, struct pages *pages)
{
	unsigned char header[WAL_HEADER_SIZE], frame[WAL_FRAME_HEADER_SIZE];
	long long at = WAL_HEADER_SIZE;

	if (!read_at(log, header, sizeof header, 0)) {
		return;
	}
	while (pages->missing > 0 && read_at(log, frame, sizeof frame, at) &&
		memcmp(frame + 8, header + WAL_SALT, WAL_SALT_SIZE) == 0) {
		find_page(pages, wal_number(frame));
		at += WAL_FRAME_HEADER_SIZE + pages->size;
	}
}

/*
 * True if the log has all missing pages. Their number is first compared with the size of the log.
 */
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

/* ---- the log of an earlier process ---------------------------------------------------------- */

/* The index of an earlier process. */
struct found_index {
	struct wal_index_header header[2];
	struct wal_index_progress progress;
};

/* False if there is no index, or if its two headers are not a valid pair. */
static bool read_index(int descriptor, struct found_index *index)
{
	return read_at(descriptor, (unsigned char *)index, sizeof *index, 0) &&
	       wal_index_is_sound(index->header);
}

static bool damaged(const char *path, const char *what, struct mk_error *error)
{
	mk_fail(error, MK_IO, "store_corrupt", "",
		"the log of changes '%.100s-wal' was %s: changes that were acknowledged are"
		" missing. Restore a backup; or remove '-wal' and '-shm' to go on without them",
		path, what);
	return false;
}

/* True if the file begins like a log. The header is on disk before the first frame is written. */
static bool is_log(int log)
{
	unsigned char header[WAL_HEADER_SIZE];

	return read_at(log, header, sizeof header, 0) && wal_number(header) >> 1 == 0x377f0682 >> 1;
}

/* The number of valid consecutive frames from the start of the log, at most `most`. */
static uint32_t count_frames(int log, size_t size, const unsigned char salt[WAL_SALT_SIZE],
	uint32_t most, struct wal_checksum *checksum)
{
	unsigned char *frame = malloc(size);
	uint32_t count = 0;

	while (frame && count < most &&
		read_at(log, frame, size, WAL_HEADER_SIZE + (long long)count * (long long)size) &&
		wal_check_frame(frame, size, salt, checksum)) {
		count++;
	}
	free(frame);
	return count;
}

/*
 * After a power failure the index may be older than the log, which has been restarted since. A
 * restart adds one to the first number of the salt; otherwise the log needs a valid header and a
 * valid first frame with its salt.
 */
static bool is_restarted(
	const unsigned char *header, const struct wal_index_header *index, int log, size_t size)
{
	struct wal_checksum checksum;

	return (int32_t)(wal_number(header + WAL_SALT) - wal_number(index->salt)) == 1 ||
	       (wal_check_header(header, &checksum) &&
		       count_frames(log, size, header + WAL_SALT, 1, &checksum) == 1);
}

/* Describes the damage to a log for which the index counts frames; NULL: none. */
static const char *log_fault(int log, const struct wal_index_header *index)
{
	unsigned char header[WAL_HEADER_SIZE];
	size_t size = (size_t)wal_frame_size(index);
	struct wal_checksum checksum;

	if (!read_at(log, header, sizeof header, 0) || !wal_check_header(header, &checksum)) {
		return "overwritten";
	}
	if (memcmp(header + WAL_SALT, index->salt, WAL_SALT_SIZE) != 0) {
		return is_restarted(header, index, log, size) ? NULL : "overwritten";
	}
	if (size_of(log) < WAL_HEADER_SIZE + (long long)index->frames * (long long)size) {
		return "cut";
	}
	if (count_frames(log, size, index->salt, index->frames, &checksum) < index->frames ||
		memcmp(checksum.sums, index->frame_checksum, sizeof checksum.sums) != 0) {
		return "overwritten";
	}
	return NULL;
}

/*
 * SQLite reads a log up to the first frame that does not follow those before it. If the index of a
 * killed process counts more frames, acknowledged changes are missing; if the database has these
 * changes already, older pages in the log would hide them.
 */
static bool check_log(const char *path, int log, int index, struct mk_error *error)
{
	struct found_index found;
	const struct wal_index_header *header = found.header;
	bool is_counted = read_index(index, &found) && header->frames > 0;
	const char *fault = NULL;

	if (log < 0 || size_of(log) <= WAL_HEADER_SIZE + WAL_FRAME_HEADER_SIZE) {
		return !is_counted || found.progress.written >= header->frames ||
		       damaged(path, log >= 0 ? "cut" : "removed", error);
	}
	if (is_counted) {
		fault = log_fault(log, header);
	} else if (!is_log(log)) {
		fault = "overwritten";
	}
	return !fault || damaged(path, fault, error);
}

/*
 * SQLite opens any path; whether it is a directory, or read-only, would show only at the first
 * write.
 */
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
