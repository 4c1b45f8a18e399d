/*
 * Statements that change the journal.
 *
 * None of them raises an error because of concurrent changes, which would abort the transaction and
 * with it the writes of others. Instead they change nothing and return so.
 */
#include "store/postgres/change.h"

#include "store/postgres/appends.h"
#include "store/postgres/keys.h"

#include <stdlib.h>
#include <string.h>

/*
 * Each transaction that writes reads the version of the schema, with the error POSTGRES_FENCED
 * where a newer makkerd has changed it while this one was running. The lock of this read lasts
 * until the transaction ends, and a migration waits for it (schema.c): no transaction of an older
 * program commits after a migration.
 */
#define IS_KNOWN_SCHEMA(version) "1 / (" version "::bigint >= version)::int = 1"

/*
 * Sessions are counted by kinds (game, status, played as advised: see journal_followed_advice()),
 * in the same transaction. Each writing connection has rows of its own, so that none waits for
 * another's commit; their sums are what counts.
 */
#define AS_ADVISED(of) \
	"(" of "status IN ('won', 'lost', 'drawn') AND " of "followed > 0" \
	" AND 4 * " of "followed >= 3 * " of "advised)"
#define KIND "game, status, " AS_ADVISED("") " AS advised"
#define COUNT_EACH(sum, changes) \
	"INSERT INTO makker.kind (part, game, status, advised, sessions)" \
	" SELECT pg_backend_pid(), game, status, advised, " sum " FROM " changes \
	" ON CONFLICT (part, game, status, advised)" \
	" DO UPDATE SET sessions = kind.sessions + excluded.sessions"

/*
 * The same by owner. A row with zero is removed, because owners may be addresses, whose number is
 * unbounded.
 */
#define COUNT_OWNED(change, changes) \
	" emptied AS (DELETE FROM makker.owned USING " changes " AS by" \
	"  WHERE part = pg_backend_pid() AND owned.owner = by.owner" \
	"   AND sessions + (" change ") = 0)," \
	" owned AS (INSERT INTO makker.owned AS kept (owner, part, sessions)" \
	"  SELECT owner, pg_backend_pid(), " change " FROM " changes " AS by" \
	"  WHERE owner IS NOT NULL AND NOT EXISTS (SELECT FROM makker.owned" \
	"   WHERE part = pg_backend_pid() AND owned.owner = by.owner" \
	"    AND sessions + (" change ") = 0)" \
	"  ON CONFLICT (owner, part) DO UPDATE SET sessions = kept.sessions + excluded.sessions)"

/* True if the owner ($14) may have one more session, of at most $15. */
#define MAY_OWN \
	"($14::bytea IS NULL OR $15::bigint = 0 OR (SELECT coalesce(sum(sessions), 0)" \
	"  FROM makker.owned WHERE owner = $14::bytea) < $15::bigint)"

/* Inserts a session; returns whether it was created, and whether its id existed. */
#define ADD_SESSION(conditions, answers) \
	"WITH made AS (INSERT INTO makker.session (id, game, preset, rules, strategy," \
	"  language, name, status, version, created_ms, updated_ms, locks, mark, owner," \
	"  deal)" \
	"  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $10::bigint, $11::bigint, $12," \
	"   $13::bigint, $14::bytea, $16::text WHERE " MAY_OWN conditions \
	"  ON CONFLICT (id) DO NOTHING RETURNING owner, " KIND ")," \
	" counted AS (" COUNT_EACH("1", "made") ")," COUNT_OWNED( \
		"1", "made") " SELECT (SELECT count(*) FROM made)," \
			     "  EXISTS (SELECT FROM makker.session WHERE id = $1)::int" answers

/* With additional conditions and result columns. */
#define APPEND(conditions, answers) \
	"WITH was AS (SELECT " KIND " FROM makker.session WHERE id = $1)," \
	" moved AS (UPDATE makker.session SET strategy = $2, language = $3, name = $4," \
	"  status = $5, version = $6::bigint, updated_ms = $7, advised = $8, followed = $9," \
	"  locks = coalesce($16, locks)" \
	"  WHERE id = $1 AND version = $6::bigint - 1" conditions " RETURNING id, " KIND ")," \
	" changes AS (SELECT moved.game, moved.status, moved.advised, 1 AS sessions" \
	"  FROM moved UNION ALL SELECT was.game, was.status, was.advised, -1 FROM moved, was)," \
	" counted AS (" COUNT_EACH("sum(sessions)", \
		"changes GROUP BY game, status, advised HAVING sum(sessions) <> 0") ")," \
										    " added AS (INSERT INTO makker.event (session, version, at_ms, kind, body, mark, top, state)" \
										    "  SELECT id, $6::bigint, $10::bigint, $11::text, $12::text, $13::bigint," \
										    "   $14::bigint, $15::text" \
										    "  FROM moved)," \
										    " dropped AS (UPDATE makker.event SET state = NULL FROM moved WHERE session = $1" \
										    "  AND version = $17::bigint)" \
										    " SELECT (SELECT count(*) FROM moved)," \
										    "  EXISTS (SELECT FROM makker.session WHERE id = $1)::int" answers

/* Whether the key of an idempotent write was free, and whether this write has it now. */
#define IS_OURS(key, mark) \
	"EXISTS (SELECT FROM makker.once WHERE key = " key "::bytea AND mark = " mark "::bigint)"

/* The end of a lease of this many milliseconds. */
#define LEASE_END(ms) "now() + " ms "::bigint * interval '1 ms'"

/*
 * The row of a check, in each table: its name is unique to the connection, and triggers,
 * constraints and policies of the database treat it like a permanent row.
 */
#define CHECKED "'check ' || pg_backend_pid()"
#define CHECKED_BYTES "convert_to(" CHECKED ", 'UTF8')"
#define CHECK_ADD(table, columns, values) \
	table "_added AS (INSERT INTO makker." table " (" columns ") VALUES (" values "))"
#define CHECK_UPDATE(table, column, key, value) \
	table "_changed AS (UPDATE makker." table " SET " column " = " column " WHERE " key \
	      " = " value ")"
#define CHECK_REMOVE(table, key, value) \
	table "_removed AS (DELETE FROM makker." table " WHERE " key " = " value ")"
/*
 * Of the keys for which `condition` holds the newest stay: at most $1, and those whose rows and
 * answers together have at most $2 bytes, but one in any case. A row that another daemon just
 * removes is left to it.
 */
#define DROP_BEYOND(condition) \
	"DELETE FROM makker.once WHERE key = ANY (ARRAY(SELECT key FROM makker.once" \
	" WHERE key = ANY (ARRAY(SELECT key FROM (SELECT key," \
	"   row_number() OVER newest AS place," \
	"   sum(256 + coalesce(octet_length(answer), 0)) OVER newest AS bytes" \
	"  FROM makker.once WHERE " condition \
	"  WINDOW newest AS (ORDER BY at_ms DESC, key ROWS UNBOUNDED PRECEDING)) AS kept" \
	"  WHERE place > $1::bigint OR (bytes > $2::bigint AND place > 1) LIMIT 100000))" \
	" FOR UPDATE SKIP LOCKED))"

const char *const postgres_change_sql[CHANGE_STATEMENTS] = {
	[CHANGE_BEGIN] = "BEGIN",
	[CHANGE_COMMIT] = "COMMIT",
	[CHANGE_ROLLBACK] = "ROLLBACK",
	/* Used alone in transactions without CHANGE_COUNT. */
	[CHANGE_FENCE] = "SELECT FROM makker.schema WHERE " IS_KNOWN_SCHEMA("$1"),
	/* The sequence number of this connection: see parts.h. */
	[CHANGE_COUNT] = "INSERT INTO makker.part (name, number, at)"
			 " SELECT $1, $2::bigint, now() FROM makker.schema WHERE " IS_KNOWN_SCHEMA(
				 "$3") " ON CONFLICT (name) DO UPDATE SET number = $2::bigint,"
				       " at = now()",
	/* A transaction of its own that need not be durable. */
	[CHANGE_ANNOUNCE] =
		"SELECT set_config('synchronous_commit', 'off', true), pg_notify('makker', $1)",
	[CHANGE_CHECK_ADD] = "WITH " CHECK_ADD("session",
		"id, game, preset, rules, strategy, language, name, status, version,"
		" created_ms, updated_ms, locks, mark, owner",
		CHECKED
		", '', '', '', '', '', NULL, '', 0, 0, 0, NULL, 0, NULL") ", " CHECK_ADD("event",
		"session, version, at_ms, kind, body, mark, top, state",
		CHECKED ", 0, 0, '', '', 0, 0, NULL") ", " CHECK_ADD("review", "session, body",
		CHECKED ", ''") ", " CHECK_ADD("simulation",
		"id, status, created_ms, updated_ms, spec, statistics, process, lease_end",
		CHECKED ", '', 0, 0, '', '', '', now()") ", " CHECK_ADD("kind",
		"part, game, status, advised, sessions",
		"pg_backend_pid(), " CHECKED ", '', false, 0") ", " CHECK_ADD("part",
		"name, number, at",
		CHECKED ", 0, now()") ", " CHECK_ADD("owned", "owner, part, sessions",
		CHECKED_BYTES ", pg_backend_pid(), 0") ", " CHECK_ADD("once",
		"key, wish, at_ms, id, version, mark, owner, session",
		CHECKED_BYTES ", '', 0, '', 0, 0, '', ''") " SELECT 1",
	[CHANGE_CHECK_UPDATE] =
		"WITH " CHECK_UPDATE("session", "version", "id", CHECKED) ", " CHECK_UPDATE(
			"event", "top", "session", CHECKED) ", " CHECK_UPDATE("review", "body",
			"session", CHECKED) ", " CHECK_UPDATE("simulation", "status", "id",
			CHECKED) ", " CHECK_UPDATE("kind", "sessions", "game",
			CHECKED) ", " CHECK_UPDATE("part", "number", "name",
			CHECKED) ", " CHECK_UPDATE("owned", "sessions", "owner",
			CHECKED_BYTES) ", " CHECK_UPDATE("once", "version", "key",
			CHECKED_BYTES) " SELECT 1",
	[CHANGE_CHECK_REMOVE] = "WITH " CHECK_REMOVE("session", "id", CHECKED) ", " CHECK_REMOVE(
		"event", "session", CHECKED) ", " CHECK_REMOVE("review", "session",
		CHECKED) ", " CHECK_REMOVE("simulation", "id", CHECKED) ", " CHECK_REMOVE("kind",
		"game",
		CHECKED) ", " CHECK_REMOVE("part", "name", CHECKED) ", " CHECK_REMOVE("owned",
		"owner", CHECKED_BYTES) ", " CHECK_REMOVE("once", "key", CHECKED_BYTES) " SELECT 1",
	[CHANGE_PROBE] = "UPDATE makker.schema SET version = version",
	[CHANGE_ADD_SESSION] = ADD_SESSION("", ""),
	/*
	 * Changes the row and inserts the event, both or neither; returns whether the session
	 * exists.
	 */
	[CHANGE_APPEND] = APPEND("", ""),
	/*
	 * The same for many, each of another session; then those that were refused. A kind is
	 * counted where the session has become one of another.
	 */
	[CHANGE_APPEND_ALL] =
		"WITH moved AS (UPDATE makker.session AS session SET strategy = given.strategy,"
		"  language = given.language, name = given.name, status = given.status,"
		"  version = given.version, updated_ms = given.updated_ms,"
		"  advised = given.advised, followed = given.followed,"
		"  locks = coalesce(given.locks, session.locks)"
		"  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[],"
		"    $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],"
		"    $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::text[],"
		"    $16::text[], $17::bigint[])"
		"   AS given (id, strategy, language, name, status, version, updated_ms, advised,"
		"    followed, at_ms, kind, body, mark, top, state, locks, drops_state_of)"
		"   JOIN makker.session AS was ON was.id = given.id"
		"  WHERE session.id = given.id AND session.version = given.version - 1"
		"  RETURNING session.id, session.version, given.at_ms, given.kind, given.body,"
		"   given.mark, given.top, given.state, given.drops_state_of, session.game, session.status, " AS_ADVISED(
			"session.") " AS advised,"
				    "   was.status AS was_status, " AS_ADVISED(
					    "was.") " AS was_advised),"
						    " changes AS (SELECT game, each.status, each.advised, each.sessions FROM moved,"
						    "  LATERAL (VALUES (moved.status, moved.advised, 1), (was_status, was_advised, -1))"
						    "   AS each (status, advised, sessions)"
						    "  WHERE moved.status <> was_status OR moved.advised <> was_advised),"
						    " counted AS (" COUNT_EACH("sum(sessions)",
							    "changes GROUP BY game, status, advised HAVING sum(sessions) <> 0") "),"
																" added AS (INSERT INTO makker.event (session, version, at_ms, kind, body, mark, top, state)"
																"  SELECT id, version, at_ms, kind, body, mark, top, state FROM moved),"
																" dropped AS (UPDATE makker.event AS event SET state = NULL FROM moved"
																"  WHERE event.session = moved.id AND event.version = moved.drops_state_of)"
																" SELECT place, EXISTS (SELECT FROM makker.session WHERE session.id = given.id)::int"
																"  FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place)"
																"  WHERE id NOT IN (SELECT id FROM moved)",
	/*
	 * Changes all events or none; returns whether they existed. The session is locked first, as
	 * by every writer of it: otherwise two transactions could wait for each other's events
	 * forever.
	 */
	[CHANGE_INDEX_EVENTS] =
		"WITH held AS (SELECT id FROM makker.session WHERE id = $1 FOR NO KEY UPDATE),"
		" given AS (SELECT * FROM unnest($2::bigint[], $3::bigint[], $4::text[])"
		"   AS given (version, top, state)),"
		" missing AS (SELECT FROM given WHERE NOT EXISTS (SELECT FROM makker.event"
		"   WHERE session = $1 AND event.version = given.version)),"
		" changed AS (UPDATE makker.event AS event SET top = given.top, state = given.state"
		"   FROM given WHERE event.session = (SELECT id FROM held)"
		"   AND event.version = given.version AND NOT EXISTS (SELECT FROM missing))"
		" SELECT (EXISTS (SELECT FROM held) AND NOT EXISTS (SELECT FROM missing))::int",
	[CHANGE_DROP_SESSION] =
		"WITH gone AS (DELETE FROM makker.session WHERE id = $1 AND"
		"  updated_ms < $2::bigint RETURNING owner, " KIND "),"
		" counted AS (" COUNT_EACH("-1", "gone") ")," COUNT_OWNED(
			"-1", "gone") " SELECT (SELECT count(*) FROM gone),"
				      "  EXISTS (SELECT FROM makker.session WHERE id = $1)::int",
	/*
	 * After it, so that this one sees also what was written while that one waited for the lock.
	 * Later ones find no row.
	 */
	[CHANGE_DROP_EVENTS] = "WITH reviews AS (DELETE FROM makker.review WHERE session = $1"
			       "  AND NOT EXISTS (SELECT FROM makker.session WHERE id = $1))"
			       " DELETE FROM makker.event WHERE session = $1"
			       " AND NOT EXISTS (SELECT FROM makker.session WHERE id = $1)",
	/*
	 * The lock keeps the session from being deleted until this transaction ends; it does not
	 * block appends.
	 */
	[CHANGE_SAVE_REVIEW] =
		"WITH held AS (SELECT id FROM makker.session WHERE id = $1 FOR KEY SHARE)"
		" INSERT INTO makker.review (session, body) SELECT id, $2::text FROM held"
		" ON CONFLICT (session) DO UPDATE SET body = excluded.body RETURNING 1",
	/*
	 * A new one is inserted; one that is there is updated by its owner while it runs, and by
	 * any process that only ends it. A repetition after a lost connection changes nothing.
	 */
	[CHANGE_SAVE_SIMULATION] =
		"WITH made AS (INSERT INTO makker.simulation"
		"  (id, status, created_ms, updated_ms, spec, statistics, process, lease_end)"
		"  SELECT $1, $2, $3::bigint, $4::bigint, $5, $6, $7, " LEASE_END(
			"$8") ""
			      "  WHERE $9::bigint = 1 ON CONFLICT (id) DO NOTHING RETURNING 1),"
			      " kept AS (UPDATE makker.simulation SET status = $2, updated_ms = $4::bigint,"
			      "   statistics = coalesce($6, statistics), lease_end = " LEASE_END(
				      "$8") ""
					    "  WHERE id = $1 AND (status = 'running' OR status = $2)"
					    "   AND (process = $7 OR ($6 IS NULL AND status = 'running')) RETURNING 1)"
					    " SELECT (SELECT count(*) FROM made) + (SELECT count(*) FROM kept),"
					    "  EXISTS (SELECT FROM makker.simulation WHERE id = $1)::int",
	[CHANGE_DROP_SIMULATION] = "DELETE FROM makker.simulation WHERE id = $1 RETURNING 1",
	[CHANGE_CLAIM_SIMULATION] =
		"WITH claimed AS (UPDATE makker.simulation SET process = $2,"
		"   lease_end = " LEASE_END(
			"$3") "   WHERE id = $1 AND status = 'running'"
			      "    AND (lease_end < now() OR process = $2) RETURNING 1)"
			      " SELECT (SELECT count(*) FROM claimed),"
			      "  EXISTS (SELECT FROM makker.simulation WHERE id = $1)::int",
	[CHANGE_ADD_SESSION_ONCE] =
		ADD_SESSION(" AND " IS_OURS("$17", "$13"), ", " IS_OURS("$17", "$13") "::int"),
	[CHANGE_APPEND_ONCE] =
		APPEND(" AND " IS_OURS("$18", "$13"), ", " IS_OURS("$18", "$13") "::int"),
	/* Inserts a simulation, which an earlier attempt may have created. */
	[CHANGE_SAVE_SIMULATION_ONCE] =
		"WITH made AS (INSERT INTO makker.simulation"
		"  (id, status, created_ms, updated_ms, spec, statistics, process, lease_end)"
		"  SELECT $1, $2, $3::bigint, $4::bigint, $5, $6, $7, " LEASE_END(
			"$8") ""
			      "  WHERE " IS_OURS("$10",
				      "$9") "  ON CONFLICT (id) DO NOTHING)"
					    " SELECT " IS_OURS("$10", "$9") "::int, 1, " IS_OURS(
						    "$10", "$9") "::int",
	/* An expired record is replaced. */
	[CHANGE_KEEP_ONCE] =
		"INSERT INTO makker.once AS kept (key, wish, at_ms, id, version, answer, mark,"
		"  owner, session)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (key) DO UPDATE SET"
		"  wish = excluded.wish, at_ms = excluded.at_ms, id = excluded.id,"
		"  version = excluded.version, answer = excluded.answer, mark = excluded.mark,"
		"  owner = excluded.owner, session = excluded.session"
		"  WHERE kept.at_ms <= excluded.at_ms - 86400000",
	/* Sent after a refused write. */
	[CHANGE_DELETE_KEY_OF_CREATION] =
		"DELETE FROM makker.once WHERE key = $1 AND mark = $2::bigint"
		" AND NOT EXISTS (SELECT FROM makker.session"
		"  WHERE id = $3 AND mark = $2::bigint)",
	[CHANGE_DELETE_KEY_OF_APPEND] =
		"DELETE FROM makker.once WHERE key = $1 AND mark = $2::bigint"
		" AND NOT EXISTS (SELECT FROM makker.event WHERE session = $3"
		"  AND version = $4::bigint AND mark = $2::bigint)",
	[CHANGE_SAVE_RESPONSE] = "UPDATE makker.once SET answer = $4"
				 " WHERE key = $1 AND id = $2 AND version = $3 AND answer IS NULL",
	/* Skips rows that other transactions have locked. */
	[CHANGE_PURGE_KEYS] = "DELETE FROM makker.once WHERE key = ANY (ARRAY("
			      "SELECT key FROM makker.once WHERE at_ms <= $1::bigint"
			      " ORDER BY at_ms LIMIT $2::bigint FOR UPDATE SKIP LOCKED))",
	[CHANGE_DROP_OF_OWNER] = DROP_BEYOND("owner = $3"),
	[CHANGE_DROP_OF_SESSION] = DROP_BEYOND("session = $3"),
	/* All rows are read, so only where the table is so large that it can be: a row occupies
	 * more than it is counted as. */
	[CHANGE_DROP_OLDEST] = DROP_BEYOND("(SELECT pg_total_relation_size('makker.once') >"
					   "  least(256 * $1::bigint, $2::bigint))"),
	[CHANGE_LOOK_SESSION] = "SELECT count(*) FROM makker.session WHERE id = $1 AND mark = $2",
	[CHANGE_LOOK_EVENT] = "SELECT count(*) FROM makker.event"
			      " WHERE session = $1 AND version = $2 AND mark = $3",
};

_Static_assert(
	(int)CHANGE_STATEMENTS <= (int)POSTGRES_MAX_STATEMENTS, "a connection has room for all");

/* ---- statements ----------------------------------------------------------------------------- */

void put_creation(struct postgres_values *values, const struct store_write *write)
{
	const struct journal_session *session = &write->session;

	put_text(values, session->id);
	put_text(values, session->game);
	put_text(values, session->preset);
	put_text(values, session->rules);
	put_text(values, session->strategy);
	put_text(values, session->language);
	put_text(values, session->named ? session->name : NULL);
	put_text(values, session->status);
	put_number(values, (int64_t)session->version);
	put_number(values, session->created_ms);
	put_number(values, session->updated_ms);
	put_text(values, session->token_hashes);
	put_number(values, write->mark);
	put_bytes(values, journal_is_owned(session) ? session->owner : NULL, OWNER_DIGEST_BYTES);
	put_number(values, (int64_t)write->max_owned);
	put_text(values, session->deal);
}

static void send_create(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_creation(&values, write);
	postgres_send(connection, CHANGE_ADD_SESSION, &values);
}

void put_append(struct postgres_values *values, const struct store_write *write)
{
	const struct journal_session *session = &write->session;
	const struct journal_event *event = &write->event;

	put_text(values, session->id);
	put_text(values, session->strategy);
	put_text(values, session->language);
	put_text(values, session->named ? session->name : NULL);
	put_text(values, session->status);
	put_number(values, (int64_t)event->version);
	put_number(values, session->updated_ms);
	put_number(values, session->advised);
	put_number(values, session->followed);
	put_number(values, event->at_ms);
	put_text(values, event->kind);
	put_text(values, event->body);
	put_number(values, write->mark);
	put_number(values, (int64_t)event->top);
	put_text(values, event->state);
	put_text(values, session->token_hashes);
	put_number(values, (int64_t)event->drops_state_of);
}

static void send_append(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_append(&values, write);
	postgres_send(connection, CHANGE_APPEND, &values);
}

static void send_index(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_array versions = {0}, tops = {0}, states = {0};
	struct postgres_values values = {.count = 0};
	unsigned count = (unsigned)write->indexed_count;

	postgres_array_begin(&versions, ELEMENT_NUMBER, count);
	postgres_array_begin(&tops, ELEMENT_NUMBER, count);
	postgres_array_begin(&states, ELEMENT_TEXT, count);
	for (unsigned i = 0; i < count; i++) {
		postgres_array_number(&versions, (int64_t)write->indexed[i].version);
		postgres_array_number(&tops, (int64_t)write->indexed[i].top);
		postgres_array_text(&states, write->indexed[i].state);
	}
	put_text(&values, write->session.id);
	put_array(&values, &versions);
	put_array(&values, &tops);
	put_array(&values, &states);
	postgres_send(connection, CHANGE_INDEX_EVENTS, &values);
	postgres_array_finish(&versions);
	postgres_array_finish(&tops);
	postgres_array_finish(&states);
}

static void send_remove(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->session.id);
	put_number(&values, write->before_ms);
	postgres_send(connection, CHANGE_DROP_SESSION, &values);
}

static void remove_events(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->session.id);
	postgres_send(connection, CHANGE_DROP_EVENTS, &values);
}

static void send_save_review(
	struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->session.id);
	put_text(&values, write->text);
	postgres_send(connection, CHANGE_SAVE_REVIEW, &values);
}

void put_simulation(struct postgres_values *values, const struct store_write *write)
{
	const struct journal_simulation *simulation = &write->simulation;

	put_text(values, simulation->id);
	put_text(values, simulation->status);
	put_number(values, simulation->created_ms);
	put_number(values, simulation->updated_ms);
	put_text(values, simulation->spec);
	put_text(values, simulation->statistics);
	put_text(values, write->process);
	put_number(values, simulation->lease_ms);
}

static void send_save_simulation(
	struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_simulation(&values, write);
	put_number(&values, write->simulation.is_new);
	postgres_send(connection, CHANGE_SAVE_SIMULATION, &values);
}

static void send_remove_simulation(
	struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->simulation.id);
	postgres_send(connection, CHANGE_DROP_SIMULATION, &values);
}

static void send_claim(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->simulation.id);
	put_text(&values, write->process);
	put_number(&values, write->simulation.lease_ms);
	postgres_send(connection, CHANGE_CLAIM_SIMULATION, &values);
}

void look_for_session(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->session.id);
	put_number(&values, write->mark);
	postgres_send(connection, CHANGE_LOOK_SESSION, &values);
}

void look_for_event(struct postgres_connection *connection, const struct store_write *write)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, write->session.id);
	put_number(&values, (int64_t)write->event.version);
	put_number(&values, write->mark);
	postgres_send(connection, CHANGE_LOOK_EVENT, &values);
}

/* ---- results -------------------------------------------------------------------------------- */

/* The result: whether the row was changed, and whether it existed. */
static enum mk_status take_changed(const PGresult *result, struct store_write *write)
{
	(void)write;
	if (PQntuples(result) == 1 && PQgetvalue(result, 0, 0)[0] != '0') {
		return MK_OK;
	}
	return PQntuples(result) == 1 && PQgetvalue(result, 0, 1)[0] == '1' ? MK_CONFLICT
									    : MK_NOT_FOUND;
}

/* If the id was free but no row was created, its owner has reached its limit. */
static enum mk_status take_created(const PGresult *result, struct store_write *write)
{
	enum mk_status status = take_changed(result, write);

	return status == MK_NOT_FOUND ? MK_FULL : status;
}

static enum mk_status take_indexed(const PGresult *result, struct store_write *write)
{
	(void)write;
	return PQntuples(result) == 1 && PQgetvalue(result, 0, 0)[0] == '1' ? MK_OK : MK_NOT_FOUND;
}

static enum mk_status take_done(const PGresult *result, struct store_write *write)
{
	(void)write;
	(void)result;
	return MK_OK;
}

static enum mk_status take_row(const PGresult *result, struct store_write *write)
{
	(void)write;
	return PQntuples(result) > 0 ? MK_OK : MK_NOT_FOUND;
}

const struct postgres_change postgres_changes[WRITE_KINDS] = {
	[WRITE_CREATE] = {send_create, take_created, look_for_session, NULL, 0},
	[WRITE_APPEND] = {send_append, take_changed, look_for_event, NULL, 'e'},
	[WRITE_INDEX_EVENTS] = {send_index, take_indexed, NULL, NULL, 0},
	[WRITE_REMOVE] = {send_remove, take_changed, NULL, remove_events, 'r'},
	[WRITE_SAVE_REVIEW] = {send_save_review, take_row, NULL, NULL, 0},
	[WRITE_SAVE_SIMULATION] = {send_save_simulation, take_changed, NULL, NULL, 's'},
	[WRITE_REMOVE_SIMULATION] = {send_remove_simulation, take_row, NULL, NULL, 's'},
	[WRITE_CLAIM_SIMULATION] = {send_claim, take_changed, NULL, NULL, 's'},
	[WRITE_SAVE_RESPONSE] = {postgres_send_tell_once, take_done, NULL, NULL, 0},
	[WRITE_FORGET_ONCE] = {postgres_send_forget_once, take_done, NULL, NULL, 0},
};

const struct postgres_change *postgres_change_of(const struct store_write *write)
{
	return postgres_is_once(write) ? &postgres_changes_once[write->kind]
				       : &postgres_changes[write->kind];
}

const char *postgres_change_key(const struct store_write *write)
{
	if (write->kind >= WRITE_SAVE_RESPONSE) {
		return "";
	}
	return write->kind >= WRITE_SAVE_SIMULATION ? write->simulation.id : write->session.id;
}
