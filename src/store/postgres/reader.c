/*
 * Reading from a PostgreSQL journal.
 *
 * A read is sent in the next turn of the loop and completed when its rows arrive; many can be in
 * flight. Each is one statement, or several in one snapshot, so it sees a consistent state.
 */
#include "store/postgres/reader.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/turn.h"
#include "store/postgres/transaction.h"
#include "store/store_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/* Interval of checks for calls that have waited for LIMIT_STORE_TIMEOUT. */
enum { EXPIRY_MS = 100 };

enum {
	LOAD,
	LOAD_FROM_STATE,
	TOPS,
	PAGE,
	UNUSED,
	TALLY,
	REVIEW,
	SIMULATIONS,
	COUNT,
	ONCE,
	STATEMENTS
};
_Static_assert((int)STATEMENTS <= (int)POSTGRES_MAX_STATEMENTS, "a connection has room for all");

#define COLUMNS \
	"id, game, preset, rules, strategy, language, name, status, version, created_ms," \
	" updated_ms, advised, followed, locks, deal"

/*
 * The session, then its events, in the columns that postgres_take_event() reads: one statement sees
 * a consistent state.
 */
#define SESSION_WITH_EVENTS(condition) \
	"SELECT " COLUMNS " FROM makker.session WHERE id = $1" \
	" UNION ALL (SELECT NULL, NULL, NULL, body, NULL, NULL, NULL, kind, version," \
	"  at_ms, top, NULL, NULL, state, NULL FROM makker.event" \
	"  WHERE session = $1 AND version " condition " ORDER BY version LIMIT $3::bigint)"

static const char *const sql[STATEMENTS] = {
	[LOAD] = SESSION_WITH_EVENTS("> $2::bigint"),
	[LOAD_FROM_STATE] = SESSION_WITH_EVENTS(
		">= coalesce((SELECT version FROM makker.event WHERE session = $1"
		"   AND version <= $2::bigint AND state IS NOT NULL"
		"   ORDER BY version DESC LIMIT 1), 1)"),
	/* A row that says whether the session exists, then the tops. */
	[TOPS] = "SELECT NULL::bigint, NULL::bigint FROM makker.session WHERE id = $1"
		 " UNION ALL (SELECT version, top FROM makker.event"
		 "  WHERE session = $1 AND version <= $2::bigint ORDER BY version)",
	[PAGE] = "SELECT " COLUMNS " FROM makker.session"
		 " WHERE (created_ms, id) < ($5::bigint, $1)"
		 " AND ($2 = '' OR game = $2) AND ($3 = '' OR status = $3)"
		 " ORDER BY created_ms DESC, id DESC LIMIT $4::bigint",
	/* Along the index of creation: what was changed before was created before. */
	[UNUSED] = "SELECT " COLUMNS " FROM makker.session"
		   " WHERE created_ms < $1::bigint AND updated_ms < $1::bigint"
		   " ORDER BY created_ms, id LIMIT $2::bigint",
	[TALLY] = "SELECT game, status, advised::int, sum(sessions) FROM makker.kind"
		  " WHERE status IN ('won', 'lost', 'drawn', 'stopped') GROUP BY 1, 2, 3"
		  " HAVING sum(sessions) > 0",
	[REVIEW] = "SELECT body FROM makker.review WHERE session = $1",
	/* Includes the remaining lease, in milliseconds. */
	[SIMULATIONS] = "SELECT id, status, created_ms, updated_ms, spec, statistics,"
			"  greatest(0, ceil(extract(epoch FROM lease_end - now()) * 1000))::bigint"
			" FROM makker.simulation WHERE $1 = '' OR id = $1 ORDER BY created_ms, id",
	/* An error where any of the tables cannot be read. */
	[COUNT] = "SELECT coalesce(sum(sessions), 0) FROM (SELECT sessions FROM makker.kind"
		  " UNION ALL SELECT 0 FROM makker.session WHERE false"
		  " UNION ALL SELECT 0 FROM makker.event WHERE false"
		  " UNION ALL SELECT 0 FROM makker.review WHERE false"
		  " UNION ALL SELECT 0 FROM makker.simulation WHERE false"
		  " UNION ALL SELECT 0 FROM makker.once WHERE false) AS counts",
	[ONCE] = "SELECT wish, at_ms, id, version, answer FROM makker.once"
		 " WHERE key = $1 AND at_ms > $2::bigint",
};

struct postgres_reader {
	struct postgres_reader_options options;
	struct postgres_connection *connection;
	struct store_task *asked, **asked_end; /* not sent yet */
	struct store_task *sent, **sent_end;   /* the first one is receiving results */
	unsigned results;                      /* received results of the first one */
	bool unable;                           /* the tables could not be read */
	char why[128];                         /* the server's message */
	uv_idle_t turn;
	uv_timer_t expiry;
	unsigned open_handles;
	void (*closed)(void *context);
	void *closed_context;
};

/* ---- lists ---------------------------------------------------------------------------------- */

static void push(struct store_task ***end, struct store_task *task)
{
	task->next = NULL;
	**end = task;
	*end = &task->next;
}

static struct store_read *pop_read(struct store_task **first, struct store_task ***end)
{
	struct store_task *task = *first;

	*first = task->next;
	if (!*first) {
		*end = first;
	}
	return read_of(task);
}

static enum mk_status take_rows(const PGresult *rows, int first, struct store_read *read,
	bool (*take)(const PGresult *rows, int row, struct store_read *read))
{
	for (int row = first; row < PQntuples(rows); row++) {
		if (!take(rows, row, read)) {
			return MK_FULL;
		}
		read->count++;
	}
	return MK_OK;
}

/* ---- queries and results -------------------------------------------------------------------- */

/* NULL: none. */
static void put_limit(struct postgres_values *values, unsigned limit, unsigned extra)
{
	if (limit) {
		put_number(values, (int64_t)limit + extra);
	} else {
		put_text(values, NULL);
	}
}

static void put_version(struct postgres_values *values, uint64_t version)
{
	put_number(values, version < INT64_MAX ? (int64_t)version : INT64_MAX);
}

static void ask_load(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, read->id);
	put_version(&values, read->after);
	put_limit(&values, read->limit, 0);
	postgres_send(reader->connection, LOAD, &values);
}

static void ask_load_from_state(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, read->id);
	put_version(&values, read->upto);
	put_limit(&values, read->limit, 0);
	postgres_send(reader->connection, LOAD_FROM_STATE, &values);
}

/* The session's own row comes first. */
static enum mk_status take_loaded(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	if (PQntuples(rows) == 0 || PQgetisnull(rows, 0, 0)) {
		return MK_NOT_FOUND;
	}
	if (!postgres_take_session(rows, 0, read)) {
		return MK_FULL;
	}
	return take_rows(rows, 1, read, postgres_take_event);
}

static void ask_tops(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, read->id);
	put_version(&values, read->upto);
	postgres_send(reader->connection, TOPS, &values);
}

static enum mk_status take_tops(const PGresult *rows, unsigned step, struct store_read *read)
{
	enum mk_status status = PQntuples(rows) > 0 ? MK_OK : MK_NOT_FOUND;

	(void)step;
	if (status == MK_OK && !PQgetisnull(rows, 0, 0)) {
		return MK_NOT_FOUND;
	}
	for (int row = 1; status == MK_OK && row < PQntuples(rows); row++) {
		status = postgres_take_top(rows, row, read);
	}
	return status;
}

static void ask_list(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values page = {.count = 0};

	put_text(&page, read->id);
	put_text(&page, read->game);
	put_text(&page, read->state);
	put_limit(&page, read->limit, 1);
	put_number(&page, read->after_ms);
	postgres_send(reader->connection, PAGE, &page);
}

static enum mk_status take_listed(const PGresult *rows, unsigned step, struct store_read *read)
{
	enum mk_status status = take_rows(rows, 0, read, postgres_take_session);

	(void)step;
	read_cut_page(read);
	return status;
}

static void ask_unused(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_number(&values, read->before_ms);
	put_limit(&values, read->limit, 0);
	postgres_send(reader->connection, UNUSED, &values);
}

static enum mk_status take_unused(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	return take_rows(rows, 0, read, postgres_take_session);
}

static enum mk_status take_tallied(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	return take_rows(rows, 0, read, postgres_take_tally);
}

static void ask_review(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, read->id);
	postgres_send(reader->connection, REVIEW, &values);
}

static enum mk_status take_review(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	/* Another program may have written a longer one, which the loop would have to copy. */
	if (PQntuples(rows) == 0 || PQgetlength(rows, 0, 0) > JOURNAL_MAX_REVIEW) {
		return MK_NOT_FOUND;
	}
	return postgres_take_review(rows, read) ? MK_OK : MK_FULL;
}

static void ask_simulations(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, read->id);
	postgres_send(reader->connection, SIMULATIONS, &values);
}

static enum mk_status take_simulations(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	return take_rows(rows, 0, read, postgres_take_simulation);
}

static enum mk_status take_count(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	read->count = PQntuples(rows) > 0 ? (size_t)strtoull(PQgetvalue(rows, 0, 0), NULL, 10) : 0;
	return MK_OK;
}

static void ask_once(struct postgres_reader *reader, const struct store_read *read)
{
	struct postgres_values values = {.count = 0};

	put_bytes(&values, read->idempotency.key, KEY_DIGEST_BYTES);
	put_number(&values, read->since_ms);
	postgres_send(reader->connection, ONCE, &values);
}

static enum mk_status take_once(const PGresult *rows, unsigned step, struct store_read *read)
{
	(void)step;
	if (PQntuples(rows) == 0) {
		return MK_NOT_FOUND;
	}
	return postgres_take_once(rows, read) ? MK_OK : MK_IO;
}

static const struct {
	/* NULL: one statement without values. */
	void (*ask)(struct postgres_reader *reader, const struct store_read *read);
	unsigned statement;
	/* The rows of its statement number `step`. */
	enum mk_status (*take)(const PGresult *rows, unsigned step, struct store_read *read);
} kinds[READ_KINDS] = {
	[READ_LOAD] = {ask_load, LOAD, take_loaded},
	[READ_LOAD_FROM_STATE] = {ask_load_from_state, LOAD_FROM_STATE, take_loaded},
	[READ_TOPS] = {ask_tops, TOPS, take_tops},
	[READ_LIST] = {ask_list, PAGE, take_listed},
	[READ_UNUSED] = {ask_unused, UNUSED, take_unused},
	[READ_TALLY] = {NULL, TALLY, take_tallied},
	[READ_REVIEW] = {ask_review, REVIEW, take_review},
	[READ_SIMULATIONS] = {ask_simulations, SIMULATIONS, take_simulations},
	[READ_COUNT] = {NULL, COUNT, take_count},
	[READ_ONCE] = {ask_once, ONCE, take_once},
};

/* ---- sending and receiving ------------------------------------------------------------------ */

static void send_one(struct postgres_reader *reader, struct store_read *read)
{
	read->arena = read_arena(read);
	read->status = read->arena ? MK_OK : MK_FULL;
	if (kinds[read->kind].ask) {
		kinds[read->kind].ask(reader, read);
	} else {
		postgres_send(reader->connection, kinds[read->kind].statement, NULL);
	}
	postgres_sync(reader->connection);
	push(&reader->sent_end, &read->task);
}

static void fail(struct postgres_reader *reader, struct store_read *read)
{
	read->status = MK_IO;
	reader->options.answer(read, reader->options.context);
}

static bool is_read_expired(const struct postgres_reader *reader, const struct store_read *read)
{
	return clock_ticks_ns() - read->task.since_ns > postgres_timeout_ns(reader->connection);
}

/* Those that are sent end with their connection, see postgres_is_silent(). */
static void fail_expired_reads(struct postgres_reader *reader)
{
	struct store_task *asked = reader->asked;

	reader->asked = NULL;
	reader->asked_end = &reader->asked;
	while (asked) {
		struct store_read *read = read_of(asked);

		asked = asked->next;
		if (is_read_expired(reader, read)) {
			limits_count(*reader->options.limits, LIMIT_STORE_TIMEOUT);
			fail(reader, read);
		} else {
			push(&reader->asked_end, &read->task);
		}
	}
}

static void on_read_expiry(uv_timer_t *timer)
{
	fail_expired_reads(timer->data);
}

static void on_turn(uv_idle_t *turn);

/* Puts reads beyond the turn's budget before those requested meanwhile. */
static void put_back(
	struct postgres_reader *reader, struct store_task *asked, struct store_task **asked_end)
{
	if (asked) {
		*asked_end = reader->asked;
		reader->asked_end = reader->asked ? reader->asked_end : asked_end;
		reader->asked = asked;
		uv_idle_start(&reader->turn, on_turn);
	}
}

/* Reads requested within a callback wait for the next turn. */
static void on_turn(uv_idle_t *turn)
{
	struct postgres_reader *reader = turn->data;
	struct store_task *asked = reader->asked;
	struct store_task **asked_end = reader->asked_end;
	bool spent = false;

	uv_idle_stop(turn);
	reader->asked = NULL;
	reader->asked_end = &reader->asked;
	while (asked && !spent) {
		struct store_read *read = read_of(asked);

		asked = asked->next;
		if (postgres_is_open(reader->connection)) {
			send_one(reader, read);
			spent = turn_is_spent(turn->loop);
		} else if (postgres_is_away(reader->connection)) {
			fail(reader, read);
		} else {
			push(&reader->asked_end, &read->task);
		}
	}
	put_back(reader, asked, asked_end);
}

/* Notes the failure until the next count, which reads all tables. */
static void note_failure(struct postgres_reader *reader, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (state && postgres_remedy(state) == REMEDY_LATER) {
		reader->unable = true;
		postgres_copy_reason(result, reader->why, sizeof reader->why);
		reader->options.went(reader->why, reader->options.context);
	}
}

static void reader_recovered(struct postgres_reader *reader)
{
	if (reader->unable) {
		reader->unable = false;
		reader->options.came(reader->options.context);
	}
}

static void on_answered(const PGresult *result, void *context)
{
	struct postgres_reader *reader = context;
	struct store_read *read = read_of(reader->sent);
	unsigned step = reader->results++;

	if (read->status != MK_OK) {
		return;
	}
	if (!postgres_worked(result)) {
		read->status = MK_IO;
		note_failure(reader, result);
		return;
	}
	read->status = kinds[read->kind].take(result, step, read);
	if (read->kind == READ_COUNT) {
		reader_recovered(reader);
	}
}

static void on_synced(void *context)
{
	struct postgres_reader *reader = context;

	reader->results = 0;
	reader->options.answer(pop_read(&reader->sent, &reader->sent_end), reader->options.context);
}

static void on_opened(void *context)
{
	struct postgres_reader *reader = context;

	uv_idle_start(&reader->turn, on_turn);
	reader->options.came(reader->options.context);
}

/* Unanswered reads are repeated, before later ones. */
static void retry_read(struct postgres_reader *reader)
{
	for (struct store_task *task = reader->sent; task; task = task->next) {
		struct store_read *read = read_of(task);

		mk_arena_destroy(read->arena);
		read->arena = NULL;
		read_clear(read);
	}
	if (reader->sent) {
		*reader->sent_end = reader->asked;
		reader->asked_end = reader->asked ? reader->asked_end : reader->sent_end;
		reader->asked = reader->sent;
	}
	reader->sent = NULL;
	reader->sent_end = &reader->sent;
}

static void on_lost(const char *why, void *context)
{
	struct postgres_reader *reader = context;

	reader->options.went(why, reader->options.context);
	reader->results = 0;
	retry_read(reader);
	fail_expired_reads(reader);
	uv_idle_start(&reader->turn, on_turn);
}

void postgres_reader_add(struct postgres_reader *reader, struct store_read *read)
{
	read->task.since_ns = clock_ticks_ns();
	push(&reader->asked_end, &read->task);
	uv_idle_start(&reader->turn, on_turn);
}

/* ---- life ----------------------------------------------------------------------------------- */

struct postgres_reader *postgres_reader_create(const struct postgres_reader_options *options)
{
	struct postgres_reader *reader = store_realloc(NULL, sizeof *reader);

	*reader = (struct postgres_reader){.options = *options};
	reader->asked_end = &reader->asked;
	reader->sent_end = &reader->sent;
	uv_idle_init(options->loop, &reader->turn);
	uv_timer_init(options->loop, &reader->expiry);
	uv_unref((uv_handle_t *)&reader->expiry);
	reader->turn.data = reader->expiry.data = reader;
	uv_timer_start(&reader->expiry, on_read_expiry, EXPIRY_MS, EXPIRY_MS);
	reader->connection = postgres_connection_create(&(struct postgres_user){
		.loop = options->loop,
		.hosts = options->hosts,
		.limits = options->limits,
		.letter = 'r',
		.sql = sql,
		.statements = STATEMENTS,
		.opened = on_opened,
		.answered = on_answered,
		.synced = on_synced,
		.lost = on_lost,
		.context = reader,
	});
	return reader;
}

bool postgres_reader_is_open(const struct postgres_reader *reader)
{
	return postgres_is_open(reader->connection) && !postgres_is_silent(reader->connection);
}

bool postgres_reader_is_able(const struct postgres_reader *reader)
{
	return !reader->unable && postgres_reader_is_open(reader);
}

const char *postgres_reader_obstacle(const struct postgres_reader *reader)
{
	return reader->unable ? reader->why : NULL;
}

static void on_reader_handle_closed(uv_handle_t *handle)
{
	struct postgres_reader *reader = handle->data;

	if (--reader->open_handles == 0) {
		reader->closed(reader->closed_context);
		free(reader);
	}
}

static void on_connection_closed(void *context)
{
	struct postgres_reader *reader = context;

	reader->open_handles = 2;
	uv_close((uv_handle_t *)&reader->turn, on_reader_handle_closed);
	uv_close((uv_handle_t *)&reader->expiry, on_reader_handle_closed);
}

void postgres_reader_close(
	struct postgres_reader *reader, void (*closed)(void *context), void *context)
{
	reader->closed = closed;
	reader->closed_context = context;
	postgres_connection_close(reader->connection, on_connection_closed, reader);
}

/* ---- rows of results ------------------------------------------------------------------------ */

static void copy(const PGresult *rows, int row, int column, char *field, size_t capacity)
{
	snprintf(field, capacity, "%s", PQgetvalue(rows, row, column));
}

static const char *keep(const PGresult *rows, int row, int column, struct mk_arena *arena)
{
	return mk_arena_copy(
		arena, PQgetvalue(rows, row, column), (size_t)PQgetlength(rows, row, column));
}

/* NULL stays NULL; false without room. */
static bool keep_optional(
	const PGresult *rows, int row, int column, struct mk_arena *arena, const char **text)
{
	bool absent = PQgetisnull(rows, row, column);

	*text = absent ? NULL : keep(rows, row, column, arena);
	return absent || *text;
}

static int64_t number(const PGresult *rows, int row, int column)
{
	return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

bool postgres_take_session(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_session *session = read_reserve_session(read);

	if (!session) {
		return false;
	}
	*session = (struct journal_session){.version = (uint64_t)number(rows, row, 8),
		.created_ms = number(rows, row, 9),
		.updated_ms = number(rows, row, 10),
		.advised = (uint32_t)number(rows, row, 11),
		.followed = (uint32_t)number(rows, row, 12),
		.named = !PQgetisnull(rows, row, 6),
		.rules = keep(rows, row, 3, read->arena)};
	copy(rows, row, 0, session->id, sizeof session->id);
	copy(rows, row, 1, session->game, sizeof session->game);
	copy(rows, row, 2, session->preset, sizeof session->preset);
	copy(rows, row, 4, session->strategy, sizeof session->strategy);
	copy(rows, row, 5, session->language, sizeof session->language);
	copy(rows, row, 6, session->name, sizeof session->name);
	copy(rows, row, 7, session->status, sizeof session->status);
	return session->rules &&
	       keep_optional(rows, row, 13, read->arena, &session->token_hashes) &&
	       keep_optional(rows, row, 14, read->arena, &session->deal);
}

bool postgres_take_event(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_event *event = read_reserve_event(read);

	if (!event) {
		return false;
	}
	event->version = (uint64_t)number(rows, row, 8);
	event->at_ms = number(rows, row, 9);
	copy(rows, row, 7, event->kind, sizeof event->kind);
	event->top = (uint64_t)number(rows, row, 10);
	event->body = keep(rows, row, 3, read->arena);
	event->state = NULL;
	if (!PQgetisnull(rows, row, 13)) {
		event->state = keep(rows, row, 13, read->arena);
		return event->body && event->state;
	}
	return event->body != NULL;
}

enum mk_status postgres_take_top(const PGresult *rows, int row, struct store_read *read)
{
	return read_add_top(read, (uint64_t)number(rows, row, 0), (uint64_t)number(rows, row, 1));
}

bool postgres_take_tally(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_outcome_count *tally = read_reserve_tally(read);

	if (!tally) {
		return false;
	}
	copy(rows, row, 0, tally->game, sizeof tally->game);
	copy(rows, row, 1, tally->status, sizeof tally->status);
	tally->advised = number(rows, row, 2) != 0;
	tally->tables = (uint64_t)number(rows, row, 3);
	return true;
}

bool postgres_take_review(const PGresult *rows, struct store_read *read)
{
	read->review = keep(rows, 0, 0, read->arena);
	return read->review != NULL;
}

bool postgres_take_simulation(const PGresult *rows, int row, struct store_read *read)
{
	struct journal_simulation *simulation = read_reserve_simulation(read);

	if (!simulation) {
		return false;
	}
	copy(rows, row, 0, simulation->id, sizeof simulation->id);
	copy(rows, row, 1, simulation->status, sizeof simulation->status);
	simulation->created_ms = number(rows, row, 2);
	simulation->updated_ms = number(rows, row, 3);
	simulation->spec = keep(rows, row, 4, read->arena);
	simulation->statistics = keep(rows, row, 5, read->arena);
	simulation->is_new = false;
	simulation->lease_ms = (uint32_t)number(rows, row, 6);
	return simulation->spec && simulation->statistics;
}

/* Bytes are written in hexadecimal; NULL: there are none, or no memory. */
static const void *keep_bytes(
	const PGresult *rows, int column, size_t *length, struct mk_arena *arena)
{
	const char *text = PQgetvalue(rows, 0, column);
	unsigned char *bytes = NULL;
	const void *kept = NULL;

	if (!PQgetisnull(rows, 0, column)) {
		bytes = PQunescapeBytea((const unsigned char *)text, length);
	}
	if (bytes) {
		kept = mk_arena_copy(arena, (const char *)bytes, *length);
		PQfreemem(bytes);
	}
	return kept;
}

bool postgres_take_once(const PGresult *rows, struct store_read *read)
{
	struct journal_idempotency *idempotency = &read->idempotency;
	size_t length = 0;
	const void *request_digest = keep_bytes(rows, 0, &length, read->arena);

	if (!request_digest || length != KEY_DIGEST_BYTES) {
		return false;
	}
	memcpy(idempotency->request_digest, request_digest, KEY_DIGEST_BYTES);
	idempotency->at_ms = number(rows, 0, 1);
	copy(rows, 0, 2, idempotency->id, sizeof idempotency->id);
	idempotency->version = (uint64_t)number(rows, 0, 3);
	idempotency->answer = keep_bytes(rows, 4, &idempotency->length, read->arena);
	return true;
}
