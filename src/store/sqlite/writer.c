/*
 * Writes to a SQLite journal.
 *
 * A commit costs milliseconds of disk time, whatever it contains. So all writes that arrive during
 * a commit share the next one. After a failure everything is rolled back and completes with MK_IO;
 * the next writes are a new attempt, and without writes the worker tries a transaction that changes
 * nothing.
 *
 * Nothing is acknowledged that the next start would not find. Each transaction begins with a check
 * of the files: their paths, changes of the database by other programs, and the content of the log
 * if it has changed since the last commit. The log is read back when the commit is on disk
 * (sqlite_wal_confirm()), before SQLite counts it.
 */
#include "store/sqlite/sqlite.h"

#include "base/clock.h"
#include "store/sqlite/file.h"
#include "store/sqlite/wal.h"

#include <stdio.h>
#include <string.h>

enum {
	BEGIN,
	COMMIT,
	ROLLBACK,
	ADD_SESSION,
	FIND_OWNED,
	FIND_SESSION,
	ADD_EVENT,
	FIND_EVENT,
	INDEX_EVENT,
	DROP_STATE,
	ADVANCE_SESSION,
	UPDATE_SESSION,
	DROP_SESSION,
	SAVE_REVIEW,
	ADD_SIMULATION,
	SAVE_SIMULATION,
	FIND_SIMULATION,
	DROP_SIMULATION,
};

static const char *const sql[SQLITE_WRITER_STATEMENTS] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[ADD_SESSION] = "INSERT INTO session (id, game, preset, rules, strategy, language, name,"
			" status, version, created_ms, updated_ms, locks, owner,"
			" deal)"
			" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
			" ON CONFLICT (id) DO NOTHING",
	[FIND_OWNED] = "SELECT sessions FROM owned WHERE owner = ?1",
	[FIND_SESSION] = "SELECT number, version, updated_ms, strategy, language, name, status"
			 " FROM session WHERE id = ?1",
	[ADD_EVENT] = "INSERT INTO event (session, version, at_ms, kind, top, body, state)"
		      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	[FIND_EVENT] = "SELECT 1 FROM event WHERE session = ?1 AND version = ?2",
	[INDEX_EVENT] = "UPDATE event SET top = ?3, state = ?4 WHERE session = ?1 AND version = ?2",
	[DROP_STATE] = "UPDATE event SET state = NULL WHERE session = ?1 AND version = ?2",
	/* Columns of every change; no index and no count depends on them. */
	[ADVANCE_SESSION] = "UPDATE session SET version = ?2, updated_ms = ?3, advised = ?4,"
			    " followed = ?5 WHERE number = ?1",
	[UPDATE_SESSION] = "UPDATE session SET version = ?2, updated_ms = ?3, advised = ?4,"
			   " followed = ?5, strategy = ?6, language = ?7, name = ?8, status = ?9,"
			   " locks = ifnull(?10, locks)"
			   " WHERE number = ?1",
	[DROP_SESSION] = "DELETE FROM session WHERE number = ?1",
	[SAVE_REVIEW] = "INSERT INTO review (session, body) VALUES (?1, ?2)"
			" ON CONFLICT (session) DO UPDATE SET body = excluded.body",
	[ADD_SIMULATION] = "INSERT INTO simulation"
			   " (status, updated_ms, statistics, id, created_ms, spec)"
			   " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	[SAVE_SIMULATION] = "UPDATE simulation SET status = ?1, updated_ms = ?2,"
			    " statistics = ifnull(?3, statistics)"
			    " WHERE id = ?4 AND status = 'running'",
	[FIND_SIMULATION] = "SELECT 1 FROM simulation WHERE id = ?1",
	[DROP_SIMULATION] = "DELETE FROM simulation WHERE id = ?1",
};

/* ---- idempotency; false: the whole transaction is lost -------------------------------------- */

/*
 * Called before any other change. If there is a record already, `may` is false and the status of
 * the write is MK_OVER.
 */
static bool begin_once(struct sqlite_writer *writer, struct store_write *write, bool *may)
{
	*may = true;
	if (write->idempotency && !sqlite_keys_insert(&writer->keys, write->idempotency, may)) {
		return false;
	}
	write->status = *may ? MK_OK : MK_OVER;
	return true;
}

/* Removes the record of a change that is not applied after all. */
static bool lose_once(struct sqlite_writer *writer, const struct store_write *write)
{
	return !write->idempotency || sqlite_keys_delete(&writer->keys, write->idempotency);
}

static bool update_response(struct sqlite_writer *writer, struct store_write *write)
{
	const struct journal_idempotency *idempotency = write->idempotency;
	bool kept;

	write->status = MK_OK;
	return idempotency->id[0] ? sqlite_keys_set_response(&writer->keys, idempotency)
				  : sqlite_keys_insert(&writer->keys, idempotency, &kept);
}

static bool purge_idempotency(struct sqlite_writer *writer, struct store_write *write)
{
	write->status = MK_OK;
	return sqlite_keys_purge(&writer->keys, write->before_ms, write->limit);
}

/* ---- one write; false likewise -------------------------------------------------------------- */

/* True if the owner has as many sessions as it may have. */
static bool check_owned(
	struct sqlite_writer *writer, const struct store_write *write, bool *is_full)
{
	sqlite3_stmt *find = writer->statements[FIND_OWNED];
	int code;

	*is_full = false;
	if (write->max_owned == 0 || !journal_is_owned(&write->session)) {
		return true;
	}
	sqlite3_bind_blob(find, 1, write->session.owner, OWNER_DIGEST_BYTES, SQLITE_STATIC);
	code = sqlite3_step(find);
	*is_full =
		code == SQLITE_ROW && (uint64_t)sqlite3_column_int64(find, 0) >= write->max_owned;
	sqlite3_reset(find);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool refuse(struct sqlite_writer *writer, struct store_write *write, enum mk_status status)
{
	write->status = status;
	return lose_once(writer, write);
}

static bool create(struct sqlite_writer *writer, struct store_write *write)
{
	const struct journal_session *session = &write->session;
	sqlite3_stmt *add = writer->statements[ADD_SESSION];
	bool may, is_full;

	if (!begin_once(writer, write, &may) || !may) {
		return !may;
	}
	if (!check_owned(writer, write, &is_full)) {
		return false;
	}
	if (is_full) {
		return refuse(writer, write, MK_FULL);
	}
	statement_bind(add, 1, session->id);
	statement_bind(add, 2, session->game);
	statement_bind(add, 3, session->preset);
	statement_bind(add, 4, session->rules);
	statement_bind(add, 5, session->strategy);
	statement_bind(add, 6, session->language);
	statement_bind(add, 7, session->named ? session->name : NULL);
	statement_bind(add, 8, session->status);
	sqlite3_bind_int64(add, 9, (sqlite3_int64)session->version);
	sqlite3_bind_int64(add, 10, session->created_ms);
	sqlite3_bind_int64(add, 11, session->updated_ms);
	statement_bind(add, 12, session->token_hashes);
	statement_bind(add, 14, session->deal);
	sqlite3_bind_null(add, 13);
	if (journal_is_owned(session)) {
		sqlite3_bind_blob(add, 13, session->owner, OWNER_DIGEST_BYTES, SQLITE_STATIC);
	}
	if (statement_run(add) != SQLITE_DONE) {
		return false;
	}
	return sqlite3_changes(writer->database) ? true : refuse(writer, write, MK_CONFLICT);
}

/* A session's row as it was before the write. */
struct present {
	sqlite3_int64 number; /* 0: there is none */
	uint64_t version;
	int64_t updated_ms;
	bool same; /* indexed and counted columns do not change, nor do the tokens */
};

static bool has_text(sqlite3_stmt *row, int column, const char *text)
{
	const char *present = (const char *)sqlite3_column_text(row, column);

	return present && text ? strcmp(present, text) == 0 : !present && !text;
}

/* False for ended sessions: they are also counted by how far the player followed the advice. */
static bool will_be_same(sqlite3_stmt *row, const struct journal_session *session)
{
	return !session->token_hashes && has_text(row, 3, session->strategy) &&
	       has_text(row, 4, session->language) &&
	       has_text(row, 5, session->named ? session->name : NULL) &&
	       has_text(row, 6, session->status) && !journal_has_ended(session->status);
}

static bool find_present(
	struct sqlite_writer *writer, const struct store_write *write, struct present *present)
{
	sqlite3_stmt *find = writer->statements[FIND_SESSION];
	int code;

	*present = (struct present){.number = 0};
	statement_bind(find, 1, write->session.id);
	code = sqlite3_step(find);
	if (code == SQLITE_ROW) {
		present->number = sqlite3_column_int64(find, 0);
		present->version = (uint64_t)sqlite3_column_int64(find, 1);
		present->updated_ms = sqlite3_column_int64(find, 2);
		present->same = write->kind == WRITE_APPEND && will_be_same(find, &write->session);
	}
	sqlite3_reset(find);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool update_session(struct sqlite_writer *writer, const struct store_write *write,
	const struct present *present)
{
	const struct journal_session *session = &write->session;
	sqlite3_stmt *update = writer->statements[present->same ? ADVANCE_SESSION : UPDATE_SESSION];

	sqlite3_bind_int64(update, 1, present->number);
	sqlite3_bind_int64(update, 2, (sqlite3_int64)write->event.version);
	sqlite3_bind_int64(update, 3, session->updated_ms);
	sqlite3_bind_int64(update, 4, session->advised);
	sqlite3_bind_int64(update, 5, session->followed);
	if (!present->same) {
		statement_bind(update, 6, session->strategy);
		statement_bind(update, 7, session->language);
		statement_bind(update, 8, session->named ? session->name : NULL);
		statement_bind(update, 9, session->status);
		statement_bind(update, 10, session->token_hashes);
	}
	return statement_run(update) == SQLITE_DONE;
}

static int insert_event(
	struct sqlite_writer *writer, sqlite3_int64 number, const struct journal_event *event)
{
	sqlite3_stmt *add = writer->statements[ADD_EVENT];

	sqlite3_bind_int64(add, 1, number);
	sqlite3_bind_int64(add, 2, (sqlite3_int64)event->version);
	sqlite3_bind_int64(add, 3, event->at_ms);
	statement_bind(add, 4, event->kind);
	sqlite3_bind_int64(add, 5, (sqlite3_int64)event->top);
	statement_bind(add, 6, event->body);
	statement_bind(add, 7, event->state);
	return statement_run(add);
}

static bool drop_state(struct sqlite_writer *writer, sqlite3_int64 number, uint64_t version)
{
	sqlite3_stmt *drop = writer->statements[DROP_STATE];

	if (version == 0) {
		return true;
	}
	sqlite3_bind_int64(drop, 1, number);
	sqlite3_bind_int64(drop, 2, (sqlite3_int64)version);
	return statement_run(drop) == SQLITE_DONE;
}

static bool append_event(struct sqlite_writer *writer, struct store_write *write)
{
	struct present present;
	bool may;
	int code;

	if (!find_present(writer, write, &present)) {
		return false;
	}
	if (!present.number || present.version + 1 != write->event.version) {
		write->status = present.number ? MK_CONFLICT : MK_NOT_FOUND;
		return true;
	}
	if (!begin_once(writer, write, &may) || !may) {
		return !may;
	}
	code = insert_event(writer, present.number, &write->event);
	if ((code & 0xff) == SQLITE_CONSTRAINT) {
		/*
		 * The event exists, but the version of its session says otherwise: the journal is
		 * corrupt, and the statement has undone itself. The other writes are not affected.
		 */
		write->status = MK_IO;
		return lose_once(writer, write);
	}
	return code == SQLITE_DONE &&
	       drop_state(writer, present.number, write->event.drops_state_of) &&
	       update_session(writer, write, &present);
}

static bool find_event(struct sqlite_writer *writer, sqlite3_int64 number,
	const struct journal_event *event, bool *found)
{
	sqlite3_stmt *find = writer->statements[FIND_EVENT];
	int code;

	sqlite3_bind_int64(find, 1, number);
	sqlite3_bind_int64(find, 2, (sqlite3_int64)event->version);
	code = statement_run(find);
	*found = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool find_events(struct sqlite_writer *writer, sqlite3_int64 number,
	const struct store_write *write, bool *found)
{
	*found = number != 0;
	for (size_t i = 0; *found && i < write->indexed_count; i++) {
		if (!find_event(writer, number, &write->indexed[i], found)) {
			return false;
		}
	}
	return true;
}

static bool index_event(
	struct sqlite_writer *writer, sqlite3_int64 number, const struct journal_event *event)
{
	sqlite3_stmt *index = writer->statements[INDEX_EVENT];

	sqlite3_bind_int64(index, 1, number);
	sqlite3_bind_int64(index, 2, (sqlite3_int64)event->version);
	sqlite3_bind_int64(index, 3, (sqlite3_int64)event->top);
	statement_bind(index, 4, event->state);
	return statement_run(index) == SQLITE_DONE;
}

/*
 * Finds all events before it changes the first one, because the transaction has other writes, too.
 */
static bool index_events(struct sqlite_writer *writer, struct store_write *write)
{
	struct present present;
	bool found;

	if (!find_present(writer, write, &present) ||
		!find_events(writer, present.number, write, &found)) {
		return false;
	}
	write->status = found ? MK_OK : MK_NOT_FOUND;
	for (size_t i = 0; found && i < write->indexed_count; i++) {
		if (!index_event(writer, present.number, &write->indexed[i])) {
			return false;
		}
	}
	return true;
}

static bool delete_session(struct sqlite_writer *writer, struct store_write *write)
{
	sqlite3_stmt *drop_session = writer->statements[DROP_SESSION];
	struct present present;

	if (!find_present(writer, write, &present)) {
		return false;
	}
	if (!present.number || present.updated_ms >= write->before_ms) {
		write->status = present.number ? MK_CONFLICT : MK_NOT_FOUND;
		return true;
	}
	write->status = MK_OK;
	sqlite3_bind_int64(drop_session, 1, present.number);
	return statement_run(drop_session) == SQLITE_DONE;
}

static bool save_review(struct sqlite_writer *writer, struct store_write *write)
{
	sqlite3_stmt *save = writer->statements[SAVE_REVIEW];
	struct present present;

	if (!find_present(writer, write, &present)) {
		return false;
	}
	if (!present.number) {
		write->status = MK_NOT_FOUND;
		return true;
	}
	write->status = MK_OK;
	sqlite3_bind_int64(save, 1, present.number);
	statement_bind(save, 2, write->text);
	return statement_run(save) == SQLITE_DONE;
}

static bool insert_simulation_row(struct sqlite_writer *writer, struct store_write *write)
{
	sqlite3_stmt *add = writer->statements[ADD_SIMULATION];
	bool may;

	if (!begin_once(writer, write, &may) || !may) {
		return !may;
	}
	sqlite3_bind_int64(add, 5, write->simulation.created_ms);
	statement_bind(add, 6, write->simulation.spec);
	return statement_run(add) == SQLITE_DONE;
}

static bool update_simulation(struct sqlite_writer *writer, struct store_write *write)
{
	sqlite3_stmt *find = writer->statements[FIND_SIMULATION];
	int found;

	if (statement_run(writer->statements[SAVE_SIMULATION]) != SQLITE_DONE) {
		return false;
	}
	write->status = MK_OK;
	if (sqlite3_changes(writer->database) > 0) {
		return true;
	}
	statement_bind(find, 1, write->simulation.id);
	found = sqlite3_step(find);
	sqlite3_reset(find);
	write->status = found == SQLITE_ROW ? MK_CONFLICT : MK_NOT_FOUND;
	return found == SQLITE_ROW || found == SQLITE_DONE;
}

static bool save_simulation(struct sqlite_writer *writer, struct store_write *write)
{
	const struct journal_simulation *simulation = &write->simulation;
	sqlite3_stmt *save =
		writer->statements[simulation->is_new ? ADD_SIMULATION : SAVE_SIMULATION];

	statement_bind(save, 1, simulation->status);
	sqlite3_bind_int64(save, 2, simulation->updated_ms);
	statement_bind(save, 3, simulation->statistics);
	statement_bind(save, 4, simulation->id);
	return simulation->is_new ? insert_simulation_row(writer, write)
				  : update_simulation(writer, write);
}

static bool drop_simulation(struct sqlite_writer *writer, struct store_write *write)
{
	statement_bind(writer->statements[DROP_SIMULATION], 1, write->simulation.id);
	if (statement_run(writer->statements[DROP_SIMULATION]) != SQLITE_DONE) {
		return false;
	}
	write->status = sqlite3_changes(writer->database) ? MK_OK : MK_NOT_FOUND;
	return true;
}

/* ---- all writes ----------------------------------------------------------------------------- */

static bool (*const perform[WRITE_KINDS])(
	struct sqlite_writer *writer, struct store_write *write) = {
	[WRITE_CREATE] = create,
	[WRITE_APPEND] = append_event,
	[WRITE_INDEX_EVENTS] = index_events,
	[WRITE_REMOVE] = delete_session,
	[WRITE_SAVE_REVIEW] = save_review,
	[WRITE_SAVE_SIMULATION] = save_simulation,
	[WRITE_REMOVE_SIMULATION] = drop_simulation,
	[WRITE_SAVE_RESPONSE] = update_response,
	[WRITE_FORGET_ONCE] = purge_idempotency,
};

static bool run(struct sqlite_writer *writer, int statement)
{
	return statement_run(writer->statements[statement]) == SQLITE_DONE;
}

/* ---- the files ------------------------------------------------------------------------------ */

static bool find_fault(struct sqlite_writer *writer, enum sqlite_fault fault)
{
	writer->found = fault;
	return fault == SQLITE_FAULT_NONE;
}

static bool find_disk_fault(struct sqlite_writer *writer, int code)
{
	writer->code = code;
	return find_fault(writer, SQLITE_FAULT_DISK);
}

/* Checks a database to which another program has written, by SQLite's rules or by overwriting. */
static bool check_change(struct sqlite_writer *writer)
{
	struct mk_error error;

	if (sqlite_file_check(writer->home.file, &error)) {
		sqlite_file_watch_take(&writer->home, WATCHED_DATABASE);
		return true;
	}
	return find_fault(writer, strcmp(error.code, "store_unusable") == 0 ? SQLITE_FAULT_DISK
									    : SQLITE_FAULT_DAMAGED);
}

static bool has_progress(struct sqlite_writer *writer)
{
	struct sqlite_wal_progress now;

	return writer->has_progress && sqlite_wal_find_progress(writer->database, &now) &&
	       memcmp(&now, &writer->progress, sizeof now) == 0;
}

static void note_progress(struct sqlite_writer *writer)
{
	writer->has_progress = sqlite_wal_find_progress(writer->database, &writer->progress);
}

/* Checks again while no checkpoint can run: then the database and the index belong together. */
static bool compare_with_progress(struct sqlite_writer *writer)
{
	bool is_there, is_foreign;

	if (!sqlite_wal_hold_checkpoints(writer->database)) {
		writer->has_progress = false;
		return !sqlite_file_watch_is_changed(&writer->home, WATCHED_DATABASE) ||
		       check_change(writer);
	}
	is_there = sqlite_file_watch_has(&writer->home, WATCHED_DATABASE);
	is_foreign = sqlite_file_watch_is_written(&writer->home, WATCHED_DATABASE) &&
		     has_progress(writer);
	note_progress(writer);
	sqlite_wal_release_checkpoints(writer->database);
	if (!is_there) {
		return find_fault(writer, SQLITE_FAULT_GIVEN);
	}
	if (!sqlite_file_watch_is_changed(&writer->home, WATCHED_DATABASE)) {
		return true;
	}
	return check_change(writer) && (!is_foreign || find_fault(writer, SQLITE_FAULT_FOREIGN));
}

/*
 * By SQLite's rules only checkpoints write to the database, and each changes the index. A database
 * that changed without that was overwritten, even if it is valid: with an older copy of itself by
 * cp, for example.
 */
static bool check_database(struct sqlite_writer *writer)
{
	return (!sqlite_file_watch_is_changed(&writer->home, WATCHED_DATABASE) &&
		       has_progress(writer)) ||
	       compare_with_progress(writer);
}

/* A call of SQLite has failed. If the error means a damaged file, the file is checked. */
static bool fail_disk(struct sqlite_writer *writer)
{
	int code = sqlite3_errcode(writer->database);
	bool looks_damaged = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;

	return (!looks_damaged || check_change(writer)) && find_disk_fault(writer, code);
}

/* `missing`: the result of sqlite_file_watch_missing(). */
static bool check_found(struct sqlite_writer *writer, enum sqlite_watched_file missing)
{
	static const enum sqlite_fault faults[WATCHED_FILES] = {
		[WATCHED_GIVEN] = SQLITE_FAULT_GIVEN,
		[WATCHED_DATABASE] = SQLITE_FAULT_DATABASE,
		[WATCHED_LOG] = SQLITE_FAULT_LOG,
	};

	if (missing < WATCHED_FILES) {
		return find_fault(writer, faults[missing]);
	}
	return check_database(writer);
}

static bool confirm_files(void *context, sqlite3_int64 *log_size)
{
	struct sqlite_writer *writer = context;

	if (!check_found(writer, sqlite_file_watch_missing(&writer->home))) {
		return false;
	}
	*log_size = writer->home.files[WATCHED_LOG].found.size;
	return true;
}

/* Drops pages read while the log was damaged. */
static void note_repairs(struct sqlite_writer *writer)
{
	if (writer->log->repairs != writer->repairs) {
		writer->repairs = writer->log->repairs;
		sqlite3_db_release_memory(writer->database);
	}
}

static bool check_written_log(struct sqlite_writer *writer, bool changed)
{
	enum sqlite_wal_state state = sqlite_wal_hold(writer->log, writer->database, changed);

	note_repairs(writer);
	switch (state) {
	case SQLITE_WAL_SOUND:
		return true;
	case SQLITE_WAL_UNREADABLE:
		return find_disk_fault(writer, SQLITE_IOERR);
	case SQLITE_WAL_LOST:
		break;
	}
	return find_fault(writer, SQLITE_FAULT_LOG_LOST);
}

/*
 * Checkpoints a long log. Each session has pages of its own, which change with every commit: with a
 * longer log (16 MB), a page is written to the database once for many commits.
 */
static void put_in_place(struct sqlite_writer *writer)
{
	bool is_held, is_whole;

	sqlite_file_watch_has(&writer->home, WATCHED_DATABASE);
	if (sqlite_file_watch_is_changed(&writer->home, WATCHED_DATABASE) ||
		!sqlite_wal_is_indexed(writer->log, writer->database)) {
		return;
	}
	sqlite3_wal_checkpoint_v2(writer->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	is_held = sqlite_wal_hold_checkpoints(writer->database);
	is_whole = sqlite_file_watch_settle(&writer->home);
	note_progress(writer);
	writer->has_progress &= is_held;
	if (is_held) {
		sqlite_wal_release_checkpoints(writer->database);
	}
	if (!is_whole) {
		check_change(writer);
	}
}

/* ---- transactions --------------------------------------------------------------------------- */

/* Number of frames from which the log is checkpointed. */
enum { LONG_LOG = 4000 };

static bool begin(struct sqlite_writer *writer, bool whole)
{
	enum sqlite_watched_file missing;

	if (writer->found == SQLITE_FAULT_DAMAGED || writer->found == SQLITE_FAULT_FOREIGN) {
		return false;
	}
	if (!run(writer, BEGIN)) {
		return fail_disk(writer);
	}
	writer->found = SQLITE_FAULT_NONE;
	missing = sqlite_file_watch_missing(&writer->home);
	/* Other programs may have written since the last commit. */
	whole |=
		missing < WATCHED_FILES || sqlite_file_watch_is_changed(&writer->home, WATCHED_LOG);
	return check_written_log(writer, whole) && check_found(writer, missing);
}

static bool commit_writes(struct sqlite_writer *writer)
{
	if (!run(writer, COMMIT)) {
		/* Unless the check of the files has found the cause. */
		return writer->found == SQLITE_FAULT_NONE ? fail_disk(writer) : false;
	}
	sqlite_wal_release(writer->log, true);
	/* The state as confirmed; the next transaction finds later changes. */
	sqlite_file_watch_take(&writer->home, WATCHED_LOG);
	note_repairs(writer);
	/*
	 * The commit may have restarted the log, which is recorded now; a fault fails the next one.
	 */
	check_database(writer);
	if (sqlite_wal_frames(writer->log) >= LONG_LOG) {
		put_in_place(writer);
	}
	return true;
}

/*
 * If only the log is missing, its content is written to the database while the file is open, so
 * that no acknowledged change is lost.
 */
static void rescue(struct sqlite_writer *writer)
{
	if (writer->found == SQLITE_FAULT_LOG) {
		put_in_place(writer);
	}
}

static bool write_all(struct sqlite_writer *writer, struct store_task *tasks)
{
	if (!begin(writer, false)) {
		return false;
	}
	for (struct store_task *task = tasks; task; task = task->next) {
		struct store_write *write = write_of(task);

		if (!perform[write->kind](writer, write)) {
			return fail_disk(writer);
		}
	}
	return sqlite_keys_flush(&writer->keys) && commit_writes(writer);
}

static void roll_back(struct sqlite_writer *writer, struct store_task *tasks)
{
	/* After some failures SQLite has rolled back already. */
	if (!sqlite3_get_autocommit(writer->database)) {
		run(writer, ROLLBACK);
	}
	sqlite_wal_release(writer->log, false);
	/* The cache may have pages that were read from a damaged file. */
	sqlite3_db_release_memory(writer->database);
	sqlite_keys_reset(&writer->keys);
	rescue(writer);
	for (struct store_task *task = tasks; task; task = task->next) {
		write_of(task)->status = MK_IO;
	}
}

/* Writes a value to the file that it already has. */
static bool touch(struct sqlite_writer *writer)
{
	char pragma[48];

	snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", sqlite_schema_version());
	return sqlite3_exec(writer->database, pragma, NULL, NULL, NULL) == SQLITE_OK ||
	       fail_disk(writer);
}

static bool try_to_write(struct sqlite_writer *writer)
{
	bool able = begin(writer, true) && touch(writer) && commit_writes(writer);

	if (!able) {
		roll_back(writer, NULL);
	}
	return able;
}

/*
 * Checks the files without writing. If one is missing or changed, the check runs in a transaction,
 * so that no other program is writing at the same time.
 */
static bool look(struct sqlite_writer *writer)
{
	bool sound;

	if (sqlite_file_watch_missing(&writer->home) == WATCHED_FILES &&
		!sqlite_file_watch_is_changed(&writer->home, WATCHED_DATABASE) &&
		!sqlite_file_watch_is_changed(&writer->home, WATCHED_LOG)) {
		return check_database(writer);
	}
	sound = begin(writer, true);
	if (sound) {
		sqlite_file_watch_take(&writer->home, WATCHED_LOG);
	}
	roll_back(writer, NULL);
	return sound;
}

static bool write_tasks(struct sqlite_writer *writer, struct store_task *tasks)
{
	int64_t start = clock_ticks_ns();

	if (!write_all(writer, tasks)) {
		roll_back(writer, tasks);
		return false;
	}
	writer->commits++;
	write_of(tasks)->commit_ns = clock_ticks_ns() - start;
	return true;
}

bool sqlite_writer_work(struct sqlite_writer *writer, struct store_task *tasks)
{
	bool able = tasks                                ? write_tasks(writer, tasks)
		    : writer->found == SQLITE_FAULT_NONE ? look(writer)
							 : try_to_write(writer);

	writer->fault = writer->found;
	return able;
}

/* ---- life ----------------------------------------------------------------------------------- */

bool sqlite_writer_init(struct sqlite_writer *writer, const struct sqlite_file *file,
	sqlite3 *database, struct mk_error *error)
{
	*writer = (struct sqlite_writer){.database = database, .log = sqlite_wal_of(database)};
	if (!sqlite_file_watch_note(&writer->home, file, error) ||
		!statements_prepare(
			database, sql, writer->statements, SQLITE_WRITER_STATEMENTS, error)) {
		sqlite3_close(database);
		return false;
	}
	if (!writer->log) {
		statements_finalize(writer->statements, SQLITE_WRITER_STATEMENTS);
		sqlite_unusable(database, "watch the log of", error);
		sqlite3_close(database);
		return false;
	}
	if (!sqlite_keys_init(&writer->keys, database, error)) {
		statements_finalize(writer->statements, SQLITE_WRITER_STATEMENTS);
		sqlite3_close(database);
		return false;
	}
	writer->log->confirm = confirm_files;
	writer->log->context = writer;
	check_database(writer);
	sqlite_rescue_begin(writer->log, writer->home.files[WATCHED_LOG].path);
	return true;
}

/* When the last connection closes, SQLite checkpoints the log and removes it; not after a fault. */
static void close_database(struct sqlite_writer *writer)
{
	bool sound = begin(writer, true);

	roll_back(writer, NULL);
	writer->log->confirm = NULL;
	if (!sound) {
		sqlite3_db_config(writer->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	}
}

void sqlite_writer_finish(struct sqlite_writer *writer)
{
	close_database(writer);
	sqlite_rescue_end(writer->log);
	sqlite_keys_finish(&writer->keys);
	statements_finalize(writer->statements, SQLITE_WRITER_STATEMENTS);
	sqlite3_close(writer->database);
}
