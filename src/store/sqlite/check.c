/*
 * SQLite's quick_check with a time limit.
 *
 * It walks whole trees in one step of SQLite's machine, which does not call the progress handler:
 * another thread interrupts it. An error that it reports before the interruption is real; after it,
 * pages are reported as missing that were only not reached.
 */
#include "store/sqlite/check.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <uv.h>

struct alarm {
	struct sqlite3 *database;
	uint64_t ns;
	uv_thread_t thread;
	uv_mutex_t mutex;
	uv_cond_t news;
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
			uv_cond_timedwait(&alarm->news, &alarm->mutex, end - now);
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
	if (uv_cond_init(&alarm->news) != 0) {
		goto no_condition;
	}
	if (uv_thread_create(&alarm->thread, wait_for_end, alarm) == 0) {
		return true;
	}
	uv_cond_destroy(&alarm->news);
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
	uv_cond_signal(&alarm->news);
	uv_mutex_unlock(&alarm->mutex);
	uv_thread_join(&alarm->thread);
	uv_cond_destroy(&alarm->news);
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
