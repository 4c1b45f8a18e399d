/*
 * A journal in a SQLite file: the loop's side of it.
 *
 * Calls become tasks for one of two threads, one that writes and one that reads; see
 * writer.c and open.c for why there are two.
 */
#include "store/sqlite/sqlite.h"
#include "base/clock.h"
#include "base/limits.h"
#include "store/sqlite/file.h"
#include "store/store_base.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The interval of checks while nothing is written; and the delay of a group commit. */
enum { IDLE_MS = 200, GATHER_US = 1000 };

struct sqlite {
	struct store store; /* first: a journal is its store */
	long long sessions;
	struct sqlite_file file;
	struct sqlite_writer writer;
	struct sqlite_reader reader;
	struct worker *writing;
	struct worker *reading;
	struct pending {
		unsigned calls;
		int64_t since_ns; /* of the last response, or of the first call */
	} writes, reads;
	void (*stopped)(void *context); /* NULL: is not stopping */
	void *stopped_context;
	unsigned ended;          /* of the two workers */
	enum sqlite_fault fault; /* that was reported last */
	unsigned repairs;        /* of the log, that were reported */
	bool is_unreadable;      /* and that was reported; `obstacle` says why */
	char obstacle[128];
};

static struct sqlite *sqlite_of(struct journal *journal)
{
	return (struct sqlite *)(void *)journal;
}

/* ---- what waits ----------------------------------------------------------------------------- */

static void on_worker_ended(void *context)
{
	struct sqlite *sqlite = context;

	if (++sqlite->ended == 2) {
		sqlite->stopped(sqlite->stopped_context);
	}
}

static void end_workers(struct sqlite *sqlite)
{
	worker_end(sqlite->writing, on_worker_ended);
	worker_end(sqlite->reading, on_worker_ended);
}

/* Keeps the loop running while calls are pending. */
static void await(struct sqlite *sqlite, bool awaited)
{
	worker_awaited(sqlite->writing, awaited);
	worker_awaited(sqlite->reading, awaited);
}

static void add_task(struct sqlite *sqlite, struct worker *worker, struct store_task *task)
{
	struct pending *pending = worker == sqlite->writing ? &sqlite->writes : &sqlite->reads;

	if (pending->calls++ == 0) {
		pending->since_ns = clock_ticks_ns();
	}
	if (sqlite->store.figures.waiting++ == 0) {
		await(sqlite, true);
	}
	worker_add(worker, task);
}

static void task_answered(struct sqlite *sqlite, struct pending *pending)
{
	pending->calls--;
	pending->since_ns = clock_ticks_ns();
	if (--sqlite->store.figures.waiting > 0) {
		return;
	}
	await(sqlite, false);
	if (sqlite->stopped) {
		end_workers(sqlite);
	}
}

/* The disk does not respond: a thread has been in the same call for most of the timeout. */
enum { STALLED_PERCENT = 70 };

static bool is_stalled(const struct sqlite *sqlite, const struct pending *pending)
{
	int64_t timeout_ns =
		(int64_t)limits_value(sqlite->store.limits, LIMIT_STORE_TIMEOUT) * 1000000000;

	return pending->calls > 0 &&
	       clock_ticks_ns() - pending->since_ns > timeout_ns / 100 * STALLED_PERCENT;
}

static bool responds(const struct sqlite *sqlite)
{
	return !is_stalled(sqlite, &sqlite->writes) && !is_stalled(sqlite, &sqlite->reads);
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool work_writes(struct store_task *tasks, void *context)
{
	struct sqlite *sqlite = context;

	sqlite->writer.keys.limits = sqlite->store.limits;
	return sqlite_writer_work(&sqlite->writer, tasks);
}

static void count_write(struct sqlite *sqlite, const struct store_write *write)
{
	struct store_figures *figures = &sqlite->store.figures;

	figures->commits = sqlite->writer.commits;
	if (write->commit_ns > 0) {
		histogram_add(&figures->commit_durations, write->commit_ns);
	}
	store_count_write(figures, write);
	sqlite->sessions += write->kind == WRITE_CREATE && write->status == MK_OK;
	sqlite->sessions -= write->kind == WRITE_REMOVE && write->status == MK_OK;
}

static const char *const faults[SQLITE_FAULTS] = {
	[SQLITE_FAULT_GIVEN] = "the database was removed, moved or replaced: nothing is stored"
			       " until it is back in its place",
	[SQLITE_FAULT_DATABASE] =
		"the database was moved away from where a link leads to: nothing is stored"
		" until it is back in its place",
	[SQLITE_FAULT_LOG] =
		"the database's log of changes (-wal) was removed, moved or replaced: nothing"
		" is stored until it is back in its place, or makkerd is started again",
	[SQLITE_FAULT_DAMAGED] =
		"the database was damaged by another program: nothing is stored until makkerd"
		" is started again with a backup in its place",
	[SQLITE_FAULT_FOREIGN] =
		"the database was overwritten by another program: nothing is stored until makkerd"
		" is started again with a backup in its place",
	[SQLITE_FAULT_LOG_LOST] =
		"the database's log of changes (-wal) was damaged after another program had"
		" written to it: nothing is stored",
};

/* NULL: nothing keeps it from writing. */
static const char *reason_of(const struct sqlite *sqlite)
{
	enum sqlite_fault fault = sqlite->writer.fault;

	return fault == SQLITE_FAULT_DISK ? sqlite3_errstr(sqlite->writer.code) : faults[fault];
}

/* NULL: nothing keeps it from reading. */
static const char *read_error_of(const struct sqlite *sqlite)
{
	int code = sqlite->reader.code;

	return code == SQLITE_OK ? NULL : sqlite3_errstr(code);
}

static void report(const struct sqlite *sqlite, const char *what)
{
	if (sqlite->store.report) {
		sqlite->store.report(what, sqlite->store.report_context);
	}
}

/*
 * True for faults that are reported only once: those of the files are one kind, those of the disk
 * another.
 */
static bool is_alike(enum sqlite_fault one, enum sqlite_fault other)
{
	return one == other || (one != SQLITE_FAULT_NONE && other != SQLITE_FAULT_NONE &&
				       one != SQLITE_FAULT_DISK && other != SQLITE_FAULT_DISK);
}

static void report_fault(struct sqlite *sqlite)
{
	enum sqlite_fault before = sqlite->fault, fault = sqlite->writer.fault;

	if (is_alike(before, fault)) {
		return;
	}
	sqlite->fault = fault;
	if (fault == SQLITE_FAULT_DISK) {
		char what[128];

		snprintf(what, sizeof what, "nothing is stored: %s",
			sqlite3_errstr(sqlite->writer.code));
		report(sqlite, what);
	} else if (fault != SQLITE_FAULT_NONE) {
		report(sqlite, faults[fault]);
	} else {
		report(sqlite, before == SQLITE_FAULT_DISK ? "changes can be stored again"
							   : "all files are in their places again");
	}
}

static void report_repairs(struct sqlite *sqlite)
{
	unsigned repairs = sqlite->writer.repairs;

	if (repairs != sqlite->repairs) {
		sqlite->repairs = repairs;
		report(sqlite, "the database's log of changes (-wal) was cut or overwritten by"
			       " another program: it was written again, nothing is lost");
	}
}

static void on_turned(void *context)
{
	report_fault(context);
	report_repairs(context);
}

/* Reported once, however many reads fail. */
static void on_reading_turned(void *context)
{
	struct sqlite *sqlite = context;
	const char *error = read_error_of(sqlite);

	if (error) {
		snprintf(sqlite->obstacle, sizeof sqlite->obstacle, "the store cannot be read: %s",
			error);
	}
	if (sqlite->is_unreadable != (error != NULL)) {
		sqlite->is_unreadable = error != NULL;
		report(sqlite,
			error ? sqlite->obstacle : "what could not be read can be read again");
	}
}

static void answer_write(struct store_task *task, void *context)
{
	struct sqlite *sqlite = context;

	on_turned(sqlite);
	count_write(sqlite, write_of(task));
	write_answer(write_of(task));
	task_answered(sqlite, &sqlite->writes);
}

static void add_write(struct journal *journal, struct store_write *write)
{
	struct sqlite *sqlite = sqlite_of(journal);

	add_task(sqlite, sqlite->writing, &write->task);
}

static void sqlite_create(struct journal *journal, const struct journal_session *session,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	add_write(journal, write_create(session, idempotency,
				   ((struct store *)(void *)journal)->limits, done, context));
}

static void sqlite_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	add_write(journal, write_append(session, event, idempotency, done, context));
}

static void sqlite_index_events(struct journal *journal, const char *id,
	const struct journal_event *events, size_t count, journal_done *done, void *context)
{
	add_write(journal, write_index_events(id, events, count, done, context));
}

static void sqlite_remove(struct journal *journal, const char *id, int64_t before_ms,
	journal_done *done, void *context)
{
	add_write(journal, write_remove(id, before_ms, done, context));
}

static void sqlite_save_review(struct journal *journal, const char *id, const char *review,
	journal_done *done, void *context)
{
	add_write(journal, write_save_review(id, review, done, context));
}

static void sqlite_save_simulation(struct journal *journal,
	const struct journal_simulation *simulation, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	add_write(journal, write_save_simulation(simulation, idempotency, done, context));
}

static void sqlite_remove_simulation(
	struct journal *journal, const char *id, journal_done *done, void *context)
{
	add_write(journal, write_remove_simulation(id, done, context));
}

static void sqlite_save_response(struct journal *journal,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	add_write(journal, write_save_response(idempotency, done, context));
}

static void sqlite_forget_once(struct journal *journal, int64_t before_ms, unsigned limit,
	journal_done *done, void *context)
{
	add_write(journal, write_forget_once(before_ms, limit, done, context));
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool work_reads(struct store_task *tasks, void *context)
{
	struct sqlite *sqlite = context;

	return sqlite_reader_work(&sqlite->reader, tasks, sqlite->writer.repairs);
}

static void answer_read(struct store_task *task, void *context)
{
	struct sqlite *sqlite = context;

	on_reading_turned(sqlite);
	read_answer(read_of(task));
	task_answered(sqlite, &sqlite->reads);
}

static void add_read(struct journal *journal, struct store_read *read)
{
	struct sqlite *sqlite = sqlite_of(journal);

	add_task(sqlite, sqlite->reading, &read->task);
}

static void sqlite_load(struct journal *journal, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	add_read(journal, read_load(id, after, limit, loaded, context));
}

static void sqlite_load_from_state(struct journal *journal, const char *id, uint64_t upto,
	unsigned limit, journal_loaded *loaded, void *context)
{
	add_read(journal, read_load_from_state(id, upto, limit, loaded, context));
}

static void sqlite_load_tops(
	struct journal *journal, const char *id, uint64_t upto, journal_tops *loaded, void *context)
{
	add_read(journal, read_tops(id, upto, loaded, context));
}

static void sqlite_list(struct journal *journal, const struct journal_page *page,
	journal_listed *listed, void *context)
{
	add_read(journal, read_list(page, listed, context));
}

static void sqlite_list_unused(struct journal *journal, int64_t before_ms, unsigned limit,
	journal_listed *listed, void *context)
{
	add_read(journal, read_unused(before_ms, limit, listed, context));
}

static void sqlite_tally(struct journal *journal, journal_tallied *tallied, void *context)
{
	add_read(journal, read_tally(tallied, context));
}

static void sqlite_load_review(
	struct journal *journal, const char *id, journal_review_loaded *loaded, void *context)
{
	add_read(journal, read_review(id, loaded, context));
}

static void sqlite_load_simulations(
	struct journal *journal, const char *id, journal_simulations *loaded, void *context)
{
	add_read(journal, read_simulations(id, loaded, context));
}

static void sqlite_find_once(struct journal *journal, const unsigned char key[KEY_DIGEST_BYTES],
	int64_t since_ms, journal_idempotency_found *found, void *context)
{
	add_read(journal, read_once(key, since_ms, found, context));
}

/* ---- life ----------------------------------------------------------------------------------- */

static uint64_t sqlite_count(const struct journal *journal)
{
	return (uint64_t)((const struct sqlite *)(const void *)journal)->sessions;
}

static bool sqlite_ready(const struct journal *journal)
{
	const struct sqlite *sqlite = (const struct sqlite *)(const void *)journal;

	return !sqlite->stopped && worker_is_able(sqlite->writing) &&
	       worker_is_able(sqlite->reading) && responds(sqlite);
}

static const char *sqlite_obstacle(const struct journal *journal)
{
	const struct sqlite *sqlite = (const struct sqlite *)(const void *)journal;

	const char *reason = responds(sqlite) ? reason_of(sqlite) : "the disk does not respond";

	return !reason && sqlite->is_unreadable ? sqlite->obstacle : reason;
}

static void sqlite_stop(struct journal *journal, void (*done)(void *context), void *context)
{
	struct sqlite *sqlite = sqlite_of(journal);

	sqlite->stopped = done;
	sqlite->stopped_context = context;
	if (sqlite->store.figures.waiting == 0) {
		end_workers(sqlite);
	}
}

static void sqlite_destroy(struct journal *journal)
{
	struct sqlite *sqlite = sqlite_of(journal);

	/* The writer closes last: the last connection tidies up the write-ahead log. */
	sqlite_reader_finish(&sqlite->reader);
	sqlite_writer_finish(&sqlite->writer);
	sqlite_file_release(&sqlite->file);
	free(sqlite);
}

static const struct journal_methods methods = {
	.create = sqlite_create,
	.append = sqlite_append,
	.load = sqlite_load,
	.load_from_state = sqlite_load_from_state,
	.load_tops = sqlite_load_tops,
	.index_events = sqlite_index_events,
	.list = sqlite_list,
	.list_unused = sqlite_list_unused,
	.tally = sqlite_tally,
	.remove = sqlite_remove,
	.save_review = sqlite_save_review,
	.load_review = sqlite_load_review,
	.save_simulation = sqlite_save_simulation,
	.load_simulations = sqlite_load_simulations,
	.remove_simulation = sqlite_remove_simulation,
	.find_idempotency = sqlite_find_once,
	.save_response = sqlite_save_response,
	.purge_idempotency = sqlite_forget_once,
	.count = sqlite_count,
	.ready = sqlite_ready,
	.obstacle = sqlite_obstacle,
	.stop = sqlite_stop,
	.destroy = sqlite_destroy,
};

/* ---- opening -------------------------------------------------------------------------------- */

static bool start_workers(struct sqlite *sqlite, struct uv_loop_s *loop, struct mk_error *error)
{
	struct worker_options writing = {
		.loop = loop,
		.work = work_writes,
		.answer = answer_write,
		.turned = on_turned,
		.context = sqlite,
		.retry_ms = SQLITE_RETRY_MS,
		.idle_ms = IDLE_MS,
		.gather_us = GATHER_US,
	};
	struct worker_options reading = {
		.loop = loop,
		.work = work_reads,
		.answer = answer_read,
		.turned = on_reading_turned,
		.context = sqlite,
		.retry_ms = SQLITE_RETRY_MS,
	};

	sqlite->writing = worker_create(&writing);
	sqlite->reading = worker_create(&reading);
	if (sqlite->writing && sqlite->reading) {
		return true;
	}
	worker_end(sqlite->writing, NULL);
	worker_end(sqlite->reading, NULL);
	mk_fail(error, MK_FULL, "store_unusable", "", "cannot start a thread");
	return false;
}

static bool open_reader(struct sqlite *sqlite, struct mk_error *error)
{
	sqlite3 *database = sqlite_file_open_reader(&sqlite->file, error);

	if (!database) {
		return false;
	}
	if (!sqlite_number(database, "SELECT count(*) FROM session", &sqlite->sessions, error)) {
		sqlite3_close(database);
		return false;
	}
	return sqlite_reader_init(&sqlite->reader, database, error);
}

static bool open_connections(struct sqlite *sqlite, struct mk_error *error)
{
	sqlite3 *database = sqlite_file_open(&sqlite->file, error);

	if (!database || !sqlite_writer_init(&sqlite->writer, &sqlite->file, database, error)) {
		return false;
	}
	if (!open_reader(sqlite, error)) {
		sqlite_writer_finish(&sqlite->writer);
		return false;
	}
	return true;
}

struct journal *store_sqlite_open(const char *path, struct uv_loop_s *loop, struct mk_error *error)
{
	struct sqlite *sqlite = store_realloc(NULL, sizeof *sqlite);

	*sqlite = (struct sqlite){.store.journal.methods = &methods};
	if (!sqlite_file_claim(&sqlite->file, path, error) || !open_connections(sqlite, error)) {
		sqlite_file_release(&sqlite->file);
		free(sqlite);
		return NULL;
	}
	snprintf(
		sqlite->store.name, sizeof sqlite->store.name, "sqlite:%.1000s", sqlite->file.path);
	sqlite->store.is_new = sqlite->file.created;
	if (!start_workers(sqlite, loop, error)) {
		sqlite_destroy(&sqlite->store.journal);
		return NULL;
	}
	return &sqlite->store.journal;
}

bool store_sqlite_exists(const char *path, struct mk_error *error)
{
	if (access(path, F_OK) != 0) {
		mk_fail(error, MK_NOT_FOUND, "no_store", "", "'%.100s': %s", path, strerror(errno));
		return false;
	}
	return true;
}
