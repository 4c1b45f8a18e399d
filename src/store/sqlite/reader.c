/* Reads from a SQLite journal; each read sees one state of it. */
#include "store/sqlite/sqlite.h"

#include "base/arena.h"
#include "base/clock.h"

#include <string.h>

enum {
	BEGIN,
	END,
	SESSION,
	EVENTS,
	LAST_STATE,
	TOPS,
	PAGE,
	PAGE_OF_KINDS,
	UNUSED,
	TALLY,
	REVIEW,
	SIMULATIONS,
	ONCE
};

#define COLUMNS \
	"id, game, preset, rules, strategy, language, name, status, version, created_ms," \
	" updated_ms, locks, number, advised, followed, deal"

static const char *const sql[SQLITE_READER_STATEMENTS] = {
	[BEGIN] = "BEGIN",
	[END] = "COMMIT",
	[SESSION] = "SELECT " COLUMNS " FROM session WHERE id = ?1",
	[EVENTS] = "SELECT version, at_ms, kind, top, body, state FROM event"
		   " WHERE session = ?1 AND version > ?2 ORDER BY version LIMIT ?3",
	[LAST_STATE] = "SELECT version FROM event INDEXED BY event_state"
		       " WHERE session = ?1 AND version <= ?2 AND state IS NOT NULL"
		       " ORDER BY version DESC LIMIT 1",
	/*
	 * Without an upper bound: to compare a row with one, SQLite would read the row's body, too.
	 */
	[TOPS] = "SELECT session, version, top FROM event"
		 " WHERE (session, version) >= (?1, 1) ORDER BY session, version",
	[PAGE] = "SELECT " COLUMNS " FROM session WHERE (created_ms, id) < (?1, ?2)"
		 " ORDER BY created_ms DESC, id DESC LIMIT ?3",
	/*
	 * One page of each requested status, merged into one page: rows of other statuses are not
	 * visited, however few match.
	 */
	[PAGE_OF_KINDS] =
		"SELECT " COLUMNS " FROM (SELECT DISTINCT game AS kind_game, status AS kind_status"
		"  FROM kind WHERE sessions > 0 AND (?4 IS NULL OR game = ?4)"
		"  AND (?5 IS NULL OR status = ?5)) CROSS JOIN session"
		" ON number IN (SELECT one.number FROM session AS one"
		"  WHERE one.game = kind_game AND one.status = kind_status"
		"  AND (one.created_ms, one.id) < (?1, ?2)"
		"  ORDER BY one.created_ms DESC, one.id DESC LIMIT ?3)"
		" ORDER BY created_ms DESC, id DESC LIMIT ?3",
	/*
	 * By the index of creation: a session that was not changed since a time was created before
	 * it.
	 */
	[UNUSED] = "SELECT " COLUMNS " FROM session WHERE created_ms < ?1 AND updated_ms < ?1"
		   " ORDER BY created_ms, id LIMIT ?2",
	[TALLY] = "SELECT game, status, advised, sessions FROM kind"
		  " WHERE sessions > 0 AND status IN ('won', 'lost', 'drawn', 'stopped')",
	[REVIEW] = "SELECT body FROM review"
		   " WHERE session = (SELECT number FROM session WHERE id = ?1)",
	[SIMULATIONS] = "SELECT id, status, created_ms, updated_ms, spec, statistics"
			" FROM simulation WHERE ?1 = '' OR id = ?1 ORDER BY created_ms, id",
	[ONCE] = "SELECT wish, at_ms, id, version, answer FROM once"
		 " WHERE key = ?1 AND at_ms > ?2",
};

enum { NUMBER = 12 }; /* its column */

/* ---- rows ----------------------------------------------------------------------------------- */

/* NULL stays NULL; false if the arena is full. */
static bool keep_optional(sqlite3_stmt *row, int column, struct mk_arena *arena, const char **text)
{
	bool absent = sqlite3_column_type(row, column) == SQLITE_NULL;

	*text = absent ? NULL : statement_keep(row, column, arena);
	return absent || *text;
}

static bool read_session(sqlite3_stmt *row, struct journal_session *session, struct mk_arena *arena)
{
	statement_copy(row, 0, session->id, sizeof session->id);
	statement_copy(row, 1, session->game, sizeof session->game);
	statement_copy(row, 2, session->preset, sizeof session->preset);
	session->rules = statement_keep(row, 3, arena);
	statement_copy(row, 4, session->strategy, sizeof session->strategy);
	statement_copy(row, 5, session->language, sizeof session->language);
	statement_copy(row, 6, session->name, sizeof session->name);
	session->named = sqlite3_column_type(row, 6) != SQLITE_NULL;
	statement_copy(row, 7, session->status, sizeof session->status);
	session->version = (uint64_t)sqlite3_column_int64(row, 8);
	session->created_ms = sqlite3_column_int64(row, 9);
	session->updated_ms = sqlite3_column_int64(row, 10);
	session->advised = (uint32_t)sqlite3_column_int64(row, 13);
	session->followed = (uint32_t)sqlite3_column_int64(row, 14);
	memset(session->owner, 0, sizeof session->owner);
	return session->rules && keep_optional(row, 11, arena, &session->token_hashes) &&
	       keep_optional(row, 15, arena, &session->deal);
}

static bool read_event(sqlite3_stmt *row, struct journal_event *event, struct mk_arena *arena)
{
	event->version = (uint64_t)sqlite3_column_int64(row, 0);
	event->at_ms = sqlite3_column_int64(row, 1);
	statement_copy(row, 2, event->kind, sizeof event->kind);
	event->top = (uint64_t)sqlite3_column_int64(row, 3);
	event->body = statement_keep(row, 4, arena);
	event->state = NULL;
	if (sqlite3_column_type(row, 5) != SQLITE_NULL) {
		event->state = statement_keep(row, 5, arena);
		return event->body && event->state;
	}
	return event->body != NULL;
}

static enum mk_status add_session(sqlite3_stmt *row, struct store_read *read)
{
	struct journal_session *session = read_reserve_session(read);

	if (!session || !read_session(row, session, read->arena)) {
		return MK_FULL;
	}
	read->count++;
	return MK_OK;
}

static enum mk_status add_event(sqlite3_stmt *row, struct store_read *read)
{
	struct journal_event *event = read_reserve_event(read);

	if (!event || !read_event(row, event, read->arena)) {
		return MK_FULL;
	}
	read->count++;
	return MK_OK;
}

/* Keeps the first failed statement with its values, for a later retry. */
static void note_failure(struct sqlite_reader *reader, sqlite3_stmt *statement, int code)
{
	if (reader->code == SQLITE_OK) {
		reader->failed = sqlite3_expanded_sql(statement);
		reader->tried_ns = clock_ticks_ns();
		reader->code = code;
	}
}

static int step(struct sqlite_reader *reader, sqlite3_stmt *statement)
{
	int code = sqlite3_step(statement);

	if (code != SQLITE_ROW && code != SQLITE_DONE) {
		note_failure(reader, statement, code);
	}
	return code;
}

/* Adds all rows of the statement and resets it. */
static enum mk_status step_rows(struct sqlite_reader *reader, sqlite3_stmt *statement,
	struct store_read *read, enum mk_status (*add)(sqlite3_stmt *row, struct store_read *read))
{
	enum mk_status status = MK_OK;
	int code = SQLITE_DONE;

	while (status == MK_OK && (code = step(reader, statement)) == SQLITE_ROW) {
		status = add(statement, read);
	}
	sqlite3_reset(statement);
	if (status == MK_OK && code != SQLITE_DONE) {
		return MK_IO;
	}
	return status;
}

/* ---- a session with its events -------------------------------------------------------------- */

static enum mk_status find_session(
	struct sqlite_reader *reader, struct store_read *read, sqlite3_int64 *number)
{
	sqlite3_stmt *session = reader->statements[SESSION];
	enum mk_status status = MK_IO;
	int code;

	statement_bind(session, 1, read->id);
	code = step(reader, session);
	if (code == SQLITE_ROW) {
		*number = sqlite3_column_int64(session, NUMBER);
		status = add_session(session, read);
	} else if (code == SQLITE_DONE) {
		status = MK_NOT_FOUND;
	}
	sqlite3_reset(session);
	return status;
}

/* 0 is no limit, which is -1 in SQL. */
static sqlite3_int64 sql_limit(unsigned limit, unsigned extra)
{
	return limit ? (sqlite3_int64)limit + extra : -1;
}

static sqlite3_int64 sql_version(uint64_t version)
{
	return version < INT64_MAX ? (sqlite3_int64)version : INT64_MAX;
}

static enum mk_status load_events(struct sqlite_reader *reader, struct store_read *read,
	sqlite3_int64 number, sqlite3_int64 after)
{
	sqlite3_stmt *events = reader->statements[EVENTS];

	sqlite3_bind_int64(events, 1, number);
	sqlite3_bind_int64(events, 2, after);
	sqlite3_bind_int64(events, 3, sql_limit(read->limit, 0));
	return step_rows(reader, events, read, add_event);
}

static void load(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_int64 number;

	read->status = find_session(reader, read, &number);
	read->count = 0;
	if (read->status == MK_OK) {
		read->status = load_events(reader, read, number, sql_version(read->after));
	}
}

/* `version` receives that of the last state up to `upto`; 0: there is none. */
static enum mk_status find_state(
	struct sqlite_reader *reader, sqlite3_int64 number, uint64_t upto, sqlite3_int64 *version)
{
	sqlite3_stmt *last = reader->statements[LAST_STATE];
	int code;

	sqlite3_bind_int64(last, 1, number);
	sqlite3_bind_int64(last, 2, sql_version(upto));
	code = step(reader, last);
	*version = code == SQLITE_ROW ? sqlite3_column_int64(last, 0) : 0;
	sqlite3_reset(last);
	return code == SQLITE_ROW || code == SQLITE_DONE ? MK_OK : MK_IO;
}

static void load_from_state(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_int64 number, version = 0;

	read->status = find_session(reader, read, &number);
	read->count = 0;
	if (read->status == MK_OK) {
		read->status = find_state(reader, number, read->upto, &version);
	}
	if (read->status == MK_OK) {
		read->status = load_events(reader, read, number, version > 0 ? version - 1 : 0);
	}
}

/* The query has no upper bound: after the rows of the session come those of the next one. */
static enum mk_status add_tops(struct sqlite_reader *reader, struct store_read *read,
	sqlite3_int64 number, sqlite3_int64 upto)
{
	sqlite3_stmt *tops = reader->statements[TOPS];
	enum mk_status status = MK_OK;
	int code = SQLITE_ROW;

	while (status == MK_OK && (sqlite3_int64)read->count < upto &&
		(code = step(reader, tops)) == SQLITE_ROW &&
		sqlite3_column_int64(tops, 0) == number) {
		status = read_add_top(read, (uint64_t)sqlite3_column_int64(tops, 1),
			(uint64_t)sqlite3_column_int64(tops, 2));
	}
	if (status == MK_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
		return MK_IO;
	}
	return status;
}

static void load_tops(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_stmt *tops = reader->statements[TOPS];
	sqlite3_int64 number;

	read->status = find_session(reader, read, &number);
	read->count = 0;
	if (read->status != MK_OK) {
		return;
	}
	sqlite3_bind_int64(tops, 1, number);
	read->status = add_tops(reader, read, number, sql_version(read->upto));
	sqlite3_reset(tops);
}

/* ---- a page of sessions --------------------------------------------------------------------- */

static sqlite3_stmt *page_of(struct sqlite_reader *reader, const struct store_read *read)
{
	sqlite3_stmt *page;

	if (!read->game[0] && !read->state[0]) {
		return reader->statements[PAGE];
	}
	page = reader->statements[PAGE_OF_KINDS];
	statement_bind(page, 4, read->game[0] ? read->game : NULL);
	statement_bind(page, 5, read->state[0] ? read->state : NULL);
	return page;
}

static void read_session_list(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_stmt *page = page_of(reader, read);

	sqlite3_bind_int64(page, 1, read->after_ms);
	statement_bind(page, 2, read->id);
	sqlite3_bind_int64(page, 3, sql_limit(read->limit, 1));
	read->status = step_rows(reader, page, read, add_session);
	read_cut_page(read);
}

static void list_unused(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_stmt *unused = reader->statements[UNUSED];

	sqlite3_bind_int64(unused, 1, read->before_ms);
	sqlite3_bind_int64(unused, 2, sql_limit(read->limit, 0));
	read->status = step_rows(reader, unused, read, add_session);
}

/* ---- ended sessions ------------------------------------------------------------------------- */

static enum mk_status add_tally(sqlite3_stmt *row, struct store_read *read)
{
	struct journal_outcome_count *tally = read_reserve_tally(read);

	if (!tally) {
		return MK_FULL;
	}
	statement_copy(row, 0, tally->game, sizeof tally->game);
	statement_copy(row, 1, tally->status, sizeof tally->status);
	tally->advised = sqlite3_column_int(row, 2) != 0;
	tally->tables = (uint64_t)sqlite3_column_int64(row, 3);
	read->count++;
	return MK_OK;
}

static void tally(struct sqlite_reader *reader, struct store_read *read)
{
	read->status = step_rows(reader, reader->statements[TALLY], read, add_tally);
}

/* ---- a review ------------------------------------------------------------------------------- */

static void load_review(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_stmt *review = reader->statements[REVIEW];
	int code;

	statement_bind(review, 1, read->id);
	code = step(reader, review);
	read->status = code == SQLITE_DONE ? MK_NOT_FOUND : MK_IO;
	/* Another program may have written a longer one, which the loop would have to copy. */
	if (code == SQLITE_ROW && sqlite3_column_bytes(review, 0) > JOURNAL_MAX_REVIEW) {
		read->status = MK_NOT_FOUND;
	} else if (code == SQLITE_ROW) {
		read->review = statement_keep(review, 0, read->arena);
		read->status = read->review ? MK_OK : MK_FULL;
	}
	sqlite3_reset(review);
}

/* ---- all simulations ------------------------------------------------------------------------ */

static enum mk_status add_simulation(sqlite3_stmt *row, struct store_read *read)
{
	struct journal_simulation *simulation = read_reserve_simulation(read);

	if (!simulation) {
		return MK_FULL;
	}
	statement_copy(row, 0, simulation->id, sizeof simulation->id);
	statement_copy(row, 1, simulation->status, sizeof simulation->status);
	simulation->created_ms = sqlite3_column_int64(row, 2);
	simulation->updated_ms = sqlite3_column_int64(row, 3);
	simulation->spec = statement_keep(row, 4, read->arena);
	simulation->statistics = statement_keep(row, 5, read->arena);
	if (!simulation->spec || !simulation->statistics) {
		return MK_FULL;
	}
	read->count++;
	return MK_OK;
}

static void load_simulations(struct sqlite_reader *reader, struct store_read *read)
{
	statement_bind(reader->statements[SIMULATIONS], 1, read->id);
	read->status = step_rows(reader, reader->statements[SIMULATIONS], read, add_simulation);
}

/* ---- idempotency records -------------------------------------------------------------------- */

static enum mk_status take_once(sqlite3_stmt *row, struct store_read *read)
{
	struct journal_idempotency *idempotency = &read->idempotency;

	/* Any program may have written to the file. */
	if (sqlite3_column_bytes(row, 0) != KEY_DIGEST_BYTES) {
		return MK_IO;
	}
	memcpy(idempotency->request_digest, sqlite3_column_blob(row, 0), KEY_DIGEST_BYTES);
	idempotency->at_ms = sqlite3_column_int64(row, 1);
	statement_copy(row, 2, idempotency->id, sizeof idempotency->id);
	idempotency->version = (uint64_t)sqlite3_column_int64(row, 3);
	idempotency->length = (size_t)sqlite3_column_bytes(row, 4);
	if (sqlite3_column_type(row, 4) != SQLITE_NULL) {
		idempotency->answer = mk_arena_copy(
			read->arena, sqlite3_column_blob(row, 4), idempotency->length);
		return idempotency->answer ? MK_OK : MK_FULL;
	}
	return MK_OK;
}

static void find_idempotency(struct sqlite_reader *reader, struct store_read *read)
{
	sqlite3_stmt *find = reader->statements[ONCE];
	int code;

	sqlite3_bind_blob(find, 1, read->idempotency.key, KEY_DIGEST_BYTES, SQLITE_STATIC);
	sqlite3_bind_int64(find, 2, read->since_ms);
	code = step(reader, find);
	read->status = code == SQLITE_ROW    ? take_once(find, read)
		       : code == SQLITE_DONE ? MK_NOT_FOUND
					     : MK_IO;
	sqlite3_reset(find);
}

/* ---- the thread ----------------------------------------------------------------------------- */

static void (*const performs[READ_KINDS])(struct sqlite_reader *reader, struct store_read *read) = {
	[READ_LOAD] = load,
	[READ_LOAD_FROM_STATE] = load_from_state,
	[READ_TOPS] = load_tops,
	[READ_LIST] = read_session_list,
	[READ_UNUSED] = list_unused,
	[READ_TALLY] = tally,
	[READ_REVIEW] = load_review,
	[READ_SIMULATIONS] = load_simulations,
	[READ_ONCE] = find_idempotency,
};

static void perform(struct sqlite_reader *reader, struct store_read *read)
{
	read->arena = read_arena(read);
	if (!read->arena) {
		read->status = MK_FULL;
		return;
	}
	if (statement_run(reader->statements[BEGIN]) != SQLITE_DONE) {
		read->status = MK_IO;
		return;
	}
	performs[read->kind](reader, read);
	statement_run(reader->statements[END]);
	if (read->status == MK_IO) {
		sqlite3_db_release_memory(reader->database);
	}
}

/* Runs the failed statement again, reading from the files. */
static int read_again(struct sqlite_reader *reader)
{
	sqlite3_stmt *statement = NULL;
	int code;

	sqlite3_db_release_memory(reader->database);
	if (!reader->failed) {
		return SQLITE_OK; /* there was no memory to keep the statement */
	}
	code = sqlite3_prepare_v2(reader->database, reader->failed, -1, &statement, NULL);
	if (code == SQLITE_OK) {
		while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		}
	}
	sqlite3_finalize(statement);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* True if a retry is due; the waiting thread may wake up a little early. */
static bool is_due(const struct sqlite_reader *reader)
{
	enum { EARLY_MS = 50 };

	return clock_ticks_ns() - reader->tried_ns >=
	       (int64_t)(SQLITE_RETRY_MS - EARLY_MS) * 1000000;
}

static void try_again(struct sqlite_reader *reader)
{
	reader->tried_ns = clock_ticks_ns();
	reader->code = read_again(reader);
	if (reader->code == SQLITE_OK) {
		sqlite3_free(reader->failed);
		reader->failed = NULL;
	}
}

bool sqlite_reader_work(struct sqlite_reader *reader, struct store_task *tasks, unsigned repairs)
{
	if (reader->repairs != repairs) {
		reader->repairs = repairs;
		sqlite3_db_release_memory(reader->database);
	}
	for (struct store_task *task = tasks; task; task = task->next) {
		perform(reader, read_of(task));
	}
	if (reader->code != SQLITE_OK && is_due(reader)) {
		try_again(reader);
	}
	return reader->code == SQLITE_OK;
}

bool sqlite_reader_init(struct sqlite_reader *reader, sqlite3 *database, struct mk_error *error)
{
	*reader = (struct sqlite_reader){.database = database};
	if (!statements_prepare(
		    database, sql, reader->statements, SQLITE_READER_STATEMENTS, error)) {
		sqlite3_close(database);
		return false;
	}
	return true;
}

void sqlite_reader_finish(struct sqlite_reader *reader)
{
	sqlite3_free(reader->failed);
	statements_finalize(reader->statements, SQLITE_READER_STATEMENTS);
	sqlite3_close(reader->database);
}
