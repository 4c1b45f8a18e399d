/*
 * Every call to the disk fails once, one after another. Acknowledged writes are there
 * afterwards, refused ones are not, and the journal works again without a restart when the disk
 * does.
 */
#include "store/faulty.h"
#include "store/port.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CALLS = 400, APPENDS = 6 };

static struct port port;

static void open_port(void)
{
	faulty_register();
	port_open(&port, "sqlite");
}

static void close_port(void)
{
	faulty_heal();
	port_close(&port);
}

TestSuite(faults, .init = open_port, .fini = close_port, .timeout = 600);

/* How a call may fail, and as what. */
struct way {
	const char *name;
	unsigned kinds;
	int code;
};
static const struct way ways[] = {
	{"reading", FAULTY_READ, SQLITE_IOERR_READ},
	{"a damaged file system", FAULTY_READ, SQLITE_IOERR_CORRUPTFS},
	{"writing", FAULTY_WRITE, SQLITE_IOERR_WRITE},
	{"a full disk", FAULTY_WRITE, SQLITE_FULL},
	{"syncing", FAULTY_SYNC, SQLITE_IOERR_FSYNC},
	{"truncating", FAULTY_TRUNCATE, SQLITE_IOERR_TRUNCATE},
	{"opening", FAULTY_OPEN, SQLITE_CANTOPEN},
	{"locking", FAULTY_LOCK, SQLITE_IOERR_LOCK},
	{"mapping", FAULTY_MEMORY, SQLITE_IOERR_SHMMAP},
	{"memory", FAULTY_ANY, SQLITE_IOERR_NOMEM},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* ---- readiness ------------------------------------------------------------------------------ */

/* Only reading fails: nothing is written. */
Test(faults, a_failed_read_is_the_reason_until_reads_succeed)
{
	struct found found;
	const char *reason;

	port_fill(&port, 1, 3);
	faulty_fail(FAULTY_READ, 0, -1, SQLITE_IOERR_READ);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_IO);
	cr_assert_not(port_is_ready(&port));
	reason = port.journal->methods->obstacle(port.journal);
	cr_assert_str_eq(reason, "the store cannot be read: disk I/O error");
	port_turn(&port, 1500);
	cr_assert_not(port_is_ready(&port));
	faulty_heal();
	port_becomes_ready(&port);
	cr_assert_null(port.journal->methods->obstacle(port.journal));
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	cr_assert_eq(found.count, 3);
}

/* Reads arrive all the time: the thread never waits as long as between two tries. */
Test(faults, a_failed_read_is_retried_beside_other_reads)
{
	struct found found;
	int reads = 0;

	port_fill(&port, 1, 3);
	faulty_fail(FAULTY_READ, 0, 1, SQLITE_IOERR_READ);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_IO);
	cr_assert_not(port_is_ready(&port));
	while (!port_is_ready(&port) && reads < 500) {
		load(&port, 1, 0, 0, &found);
		cr_assert_eq(found.status, MK_OK);
		port_turn(&port, 20);
		reads++;
	}
	cr_assert(port_is_ready(&port), "%d reads", reads);
}

/* ---- while it runs -------------------------------------------------------------------------- */

/* Session 1 gets on as far as the disk lets it; gives the last version that was acknowledged. */
static uint64_t get_on(uint64_t version)
{
	for (int i = 0; i < APPENDS; i++) {
		enum mk_status status = append(&port, 1, version + 1);

		cr_assert(status == MK_OK || status == MK_IO, "answered %d", (int)status);
		version += status == MK_OK;
	}
	return version;
}

static void assert_version(uint64_t version, const char *when, const struct way *way, int call)
{
	struct found found;

	load(&port, 1, version > 50 ? version - 50 : 0, 0, &found);
	cr_assert_eq(found.status, MK_OK, "%s, %s, call %d", when, way->name, call);
	cr_assert_eq(found.rows[0].version, version, "%s, %s, call %d: %llu, not %llu", when,
		way->name, call, (unsigned long long)found.rows[0].version,
		(unsigned long long)version);
	cr_assert_eq(found.events[found.count - 1].version, version);
}

/* True while there was a call to fail. */
static bool fail_once(const struct way *way, int call, uint64_t *version)
{
	struct found found;
	int failed;

	faulty_fail(way->kinds, call, 1, way->code);
	*version = get_on(*version);
	load(&port, 1, 0, 1, &found);
	cr_assert(found.status == MK_OK || found.status == MK_IO);
	failed = faulty_heal();
	port_becomes_ready(&port);
	assert_version(*version, "after it", way, call);
	return failed > 0;
}

/* One place of `ways` each: Criterion copies parameters to other processes. */
static struct criterion_test_params each_way(void)
{
	static size_t places[WAYS];

	for (size_t i = 0; i < WAYS; i++) {
		places[i] = i;
	}
	return cr_make_param_array(size_t, places, WAYS);
}

ParameterizedTestParameters(faults, one_failing_call_loses_nothing_and_is_got_over)
{
	return each_way();
}

ParameterizedTest(size_t *place, faults, one_failing_call_loses_nothing_and_is_got_over)
{
	const struct way *way = &ways[*place];
	uint64_t version = 1;
	int call = 0;

	port_fill(&port, 1, 1);
	while (call < MAX_CALLS && fail_once(way, call, &version)) {
		if (++call % 8 == 0) {
			port_stop(&port);
			cr_assert(port_reopen(&port), "%s", port.error.detail);
			assert_version(version, "after a new start", way, call);
		}
	}
	cr_assert_eq(append(&port, 1, version + 1), MK_OK);
}

ParameterizedTestParameters(faults, a_disk_that_stays_unavailable_is_reported_and_comes_back)
{
	return each_way();
}

ParameterizedTest(size_t *place, faults, a_disk_that_stays_unavailable_is_reported_and_comes_back)
{
	const struct way *way = &ways[*place];
	uint64_t version;

	port_fill(&port, 1, 1);
	faulty_fail(way->kinds, 0, -1, way->code);
	version = get_on(1);
	cr_assert(version == 1 + APPENDS || !port_is_ready(&port), "%s", way->name);
	faulty_heal();
	port_becomes_ready(&port);
	assert_version(version, "when it is back", way, 0);
	cr_assert_eq(append(&port, 1, version + 1), MK_OK);
}

/* ---- events that are indexed ---------------------------------------------------------------- */

enum { INDEXED = 40, STATE_LENGTH = 200 };

/* All events of session 1 get `top`, and each a state of its digits. */
static enum mk_status index_all(uint64_t top)
{
	struct journal_event events[INDEXED];
	char state[STATE_LENGTH + 1];

	snprintf(state, sizeof state, "%0*llu", STATE_LENGTH, (unsigned long long)top);
	for (size_t i = 0; i < INDEXED; i++) {
		events[i] = (struct journal_event){.version = i + 1, .top = top, .state = state};
	}
	return index_events(&port, 1, events, INDEXED);
}

static void assert_indexed(uint64_t top, const struct way *way, int call)
{
	struct found found;

	load_from_state(&port, 1, 1, 0, &found);
	cr_assert_eq(found.status, MK_OK, "%s, call %d", way->name, call);
	cr_assert_eq(found.count, INDEXED);
	for (size_t i = 0; i < INDEXED; i++) {
		cr_assert_eq(found.events[i].top, top, "%s, call %d, version %zu: %llu, not %llu",
			way->name, call, i + 1, (unsigned long long)found.events[i].top,
			(unsigned long long)top);
		cr_assert_eq(strtoull(found.states[i], NULL, 10), top);
	}
	load_tops(&port, 1, UINT64_MAX, &found);
	for (size_t i = 0; i < INDEXED; i++) {
		cr_assert_eq(found.tops[i], top);
	}
}

/* True while there was a call to fail. */
static bool fail_indexing(const struct way *way, int call, uint64_t *top)
{
	struct found found;
	enum mk_status status;
	int failed;

	faulty_fail(way->kinds, call, 1, way->code);
	status = index_all(*top + 1);
	cr_assert(status == MK_OK || status == MK_IO, "answered %d", (int)status);
	load_from_state(&port, 1, INDEXED, 1, &found);
	cr_assert(found.status == MK_OK || found.status == MK_IO);
	load_tops(&port, 1, INDEXED, &found);
	cr_assert(found.status == MK_OK || found.status == MK_IO);
	failed = faulty_heal();
	port_becomes_ready(&port);
	*top += status == MK_OK;
	assert_indexed(*top, way, call);
	return failed > 0;
}

ParameterizedTestParameters(faults, all_events_are_indexed_or_none)
{
	return each_way();
}

ParameterizedTest(size_t *place, faults, all_events_are_indexed_or_none)
{
	const struct way *way = &ways[*place];
	uint64_t top = 1;
	int call = 0;

	port_fill(&port, 1, INDEXED);
	cr_assert_eq(index_all(top), MK_OK);
	while (call < MAX_CALLS && fail_indexing(way, call, &top)) {
		if (++call % 8 == 0) {
			port_stop(&port);
			cr_assert(port_reopen(&port), "%s", port.error.detail);
			assert_indexed(top, way, call);
		}
	}
	cr_assert_lt(call, MAX_CALLS);
	cr_assert_eq(index_all(top + 1), MK_OK);
}

/* ---- at the start --------------------------------------------------------------------------- */

/* True while there was a call to fail. */
static bool fail_opening(const struct way *way, int call)
{
	bool opened;
	int failed;

	faulty_fail(way->kinds, call, 1, way->code);
	opened = port_reopen(&port);
	failed = faulty_heal();
	if (!opened) {
		cr_assert_eq(strncmp(port.error.code, "store_", 6), 0, "%s", port.error.code);
		cr_assert_neq(port.error.detail[0], '\0');
		port_stop(&port);
		cr_assert(port_reopen(&port), "%s", port.error.detail);
	}
	assert_version(3, "after the start", way, call);
	port_stop(&port);
	return failed > 0;
}

ParameterizedTestParameters(faults, a_start_succeeds_or_is_refused_with_its_reason)
{
	return each_way();
}

ParameterizedTest(size_t *place, faults, a_start_succeeds_or_is_refused_with_its_reason)
{
	const struct way *way = &ways[*place];
	int call = 0;

	port_fill(&port, 1, 3);
	port_stop(&port);
	while (call < MAX_CALLS && fail_opening(way, call)) {
		call++;
	}
	cr_assert_lt(call, MAX_CALLS);
	cr_assert(port_reopen(&port));
}

static void remove_files(void)
{
	static const char *const ends[] = {"", "-wal", "-shm"};
	char path[128];

	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		snprintf(path, sizeof path, "%s%s", port_path(&port), ends[i]);
		unlink(path);
	}
}

/* True while there was a call to fail. */
static bool fail_making(const struct way *way, int call)
{
	struct journal_session session = row(1, 0);
	bool opened;
	int failed;

	faulty_fail(way->kinds, call, 1, way->code);
	opened = port_reopen(&port);
	failed = faulty_heal();
	if (!opened) {
		port_stop(&port);
		cr_assert(
			port_reopen(&port), "%s, call %d: %s", way->name, call, port.error.detail);
	}
	cr_assert_eq(create(&port, &session), MK_OK, "%s, call %d", way->name, call);
	port_stop(&port);
	remove_files();
	return failed > 0;
}

ParameterizedTestParameters(faults, a_new_journal_that_could_not_be_made_is_made_next_time)
{
	return each_way();
}

ParameterizedTest(size_t *place, faults, a_new_journal_that_could_not_be_made_is_made_next_time)
{
	const struct way *way = &ways[*place];
	int call = 0;

	port_stop(&port);
	remove_files();
	while (call < MAX_CALLS && fail_making(way, call)) {
		call++;
	}
	cr_assert_lt(call, MAX_CALLS);
	cr_assert(port_reopen(&port));
}
