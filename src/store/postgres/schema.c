/*
 * The tables, by version.
 *
 * Every key is the session's id or begins with it, so the tables can be distributed by it, with all
 * rows of a session together. No statement that changes rows joins two sessions. Ids are compared
 * as bytes, like in the other stores.
 */
#include "store/postgres/schema.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

/*
 * See step 5. With more than about ten parts, the locks slow down each statement that reads events.
 */
#define EVENT_PART(number) \
	"CREATE TABLE makker.event_" number " PARTITION OF makker.event" \
	"  FOR VALUES WITH (MODULUS 8, REMAINDER " number ");"
#define EVENT_PARTS \
	EVENT_PART("0") \
	EVENT_PART("1") \
	EVENT_PART("2") \
	EVENT_PART("3") EVENT_PART("4") EVENT_PART("5") EVENT_PART("6") EVENT_PART("7")

/* Step n makes version n of version n - 1. A released step is never changed. */
static const char *const migrations[] = {
	/*
	 * 1. A row a session, a row a version, a row a simulation; `mark` is the id of the write
	 * that made a row. That an event has a session is ensured by the statements, which write
	 * and remove both: a foreign key would cost a fifth of a write.
	 */
	"CREATE TABLE makker.session ("
	"  id text COLLATE \"C\" PRIMARY KEY,"
	"  game text NOT NULL,"
	"  preset text NOT NULL,"
	"  rules text NOT NULL,"
	"  strategy text NOT NULL,"
	"  language text NOT NULL,"
	"  name text,"
	"  status text NOT NULL,"
	"  version bigint NOT NULL,"
	"  created_ms bigint NOT NULL,"
	"  updated_ms bigint NOT NULL,"
	"  advised bigint NOT NULL DEFAULT 0,"
	"  followed bigint NOT NULL DEFAULT 0,"
	"  locks text,"
	"  mark bigint NOT NULL,"
	"  owner bytea"
	") WITH (fillfactor = 70);"
	"CREATE INDEX session_newest ON makker.session (created_ms, id);"
	/* See `top` and `state` of struct journal_event. */
	"CREATE TABLE makker.event ("
	"  session text COLLATE \"C\" NOT NULL,"
	"  version bigint NOT NULL,"
	"  at_ms bigint NOT NULL,"
	"  kind text NOT NULL,"
	"  body text NOT NULL,"
	"  mark bigint NOT NULL,"
	"  top bigint NOT NULL DEFAULT 0,"
	"  state text,"
	"  PRIMARY KEY (session, version)"
	");"
	/* A simulation belongs to one process until its lease ends, unless that renews it. */
	"CREATE TABLE makker.simulation ("
	"  id text COLLATE \"C\" PRIMARY KEY,"
	"  status text NOT NULL,"
	"  created_ms bigint NOT NULL,"
	"  updated_ms bigint NOT NULL,"
	"  spec text NOT NULL,"
	"  statistics text NOT NULL,"
	"  process text NOT NULL,"
	"  lease_end timestamptz NOT NULL"
	");"
	/*
	 * Sessions by kinds, counted as they change, because counting a million takes a second.
	 * `part` is the server process that counted, 0 for those that have ended; one may subtract
	 * what another has added, so that only the sums mean something. Likewise by owners.
	 */
	"CREATE TABLE makker.kind ("
	"  part int NOT NULL,"
	"  game text NOT NULL,"
	"  status text NOT NULL,"
	"  advised boolean NOT NULL,"
	"  sessions bigint NOT NULL,"
	"  PRIMARY KEY (part, game, status, advised)"
	") WITH (fillfactor = 50);"
	"CREATE TABLE makker.owned ("
	"  owner bytea NOT NULL,"
	"  part int NOT NULL,"
	"  sessions bigint NOT NULL,"
	"  PRIMARY KEY (owner, part)"
	") WITH (fillfactor = 50);"
	/* The last transaction of each writing connection: see parts.h. */
	"CREATE TABLE makker.part ("
	"  name text COLLATE \"C\" PRIMARY KEY,"
	"  number bigint NOT NULL,"
	"  at timestamptz NOT NULL"
	") WITH (fillfactor = 50);"
	/* See struct journal_idempotency. The answer is encrypted: compressing it is useless. */
	"CREATE TABLE makker.once ("
	"  key bytea PRIMARY KEY,"
	"  wish bytea NOT NULL,"
	"  at_ms bigint NOT NULL,"
	"  id text COLLATE \"C\" NOT NULL,"
	"  version bigint NOT NULL,"
	"  answer bytea,"
	"  mark bigint NOT NULL,"
	"  owner bytea NOT NULL,"
	"  session text COLLATE \"C\" NOT NULL"
	");"
	"ALTER TABLE makker.once ALTER COLUMN answer SET STORAGE EXTERNAL;"
	"CREATE INDEX once_oldest ON makker.once (at_ms);"
	"CREATE INDEX once_owner ON makker.once (owner, at_ms);"
	"CREATE INDEX once_session ON makker.once (session, at_ms)",
	/* 2. The few events that have a state: the last one is found without reading the others. */
	"CREATE INDEX event_state ON makker.event (session, version) WHERE state IS NOT NULL",
	/* 3. `deal` of struct journal_session. */
	"ALTER TABLE makker.session ADD COLUMN deal text",
	/* 4. Events leave out unknown values and empty lists, which an older makkerd wants. */
	"SELECT 1",
	/*
	 * 5. The events, nearly all there is, in eight tables by their session: each is vacuumed,
	 * and its index rebuilt, for itself. Those of an older database are copied. Also: `deal` of
	 * a session may have a deck, which an older makkerd would not deal.
	 */
	"ALTER TABLE makker.event RENAME TO event_whole;"
	"CREATE TABLE makker.event ("
	"  session text COLLATE \"C\" NOT NULL,"
	"  version bigint NOT NULL,"
	"  at_ms bigint NOT NULL,"
	"  kind text NOT NULL,"
	"  body text NOT NULL,"
	"  mark bigint NOT NULL,"
	"  top bigint NOT NULL DEFAULT 0,"
	"  state text"
	") PARTITION BY HASH (session);" EVENT_PARTS "INSERT INTO makker.event"
	"  SELECT session, version, at_ms, kind, body, mark, top, state FROM makker.event_whole;"
	"DROP TABLE makker.event_whole;"
	"ALTER TABLE makker.event ADD PRIMARY KEY (session, version);"
	"CREATE INDEX event_state ON makker.event (session, version) WHERE state IS NOT NULL",
	/* 6. The last review of each session, as far as it was computed; hexadecimal. */
	"CREATE TABLE makker.review ("
	"  session text COLLATE \"C\" PRIMARY KEY,"
	"  body text NOT NULL"
	")",
};

/* Merges the counts of ended processes, by one process at a time. */
#define FOLD \
	"WITH alone AS (SELECT pg_try_advisory_xact_lock(1298885491) AS got)," \
	" gone AS (DELETE FROM makker.kind USING alone WHERE got AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity) RETURNING game, status, advised, sessions)" \
	" INSERT INTO makker.kind SELECT 0, game, status, advised, sum(sessions) FROM gone" \
	"  GROUP BY game, status, advised"

/* The same for owners; rows of unchanged owners stay. */
#define FOLD_OWNED \
	"WITH alone AS (SELECT pg_try_advisory_xact_lock(1298885491) AS got)," \
	" away AS (SELECT DISTINCT owner FROM makker.owned WHERE part <> 0 AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity))," \
	" gone AS (DELETE FROM makker.owned USING alone WHERE got AND" \
	"  owner IN (SELECT owner FROM away) AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity) RETURNING owner, sessions)" \
	" INSERT INTO makker.owned SELECT owner, 0, sum(sessions) FROM gone" \
	"  GROUP BY owner HAVING sum(sessions) <> 0"

/* Removes the sequences of connections that ended long ago, which all daemons have seen. */
#define FORGET "DELETE FROM makker.part WHERE at < now() - interval '10 min'"

/*
 * A migration holds this advisory lock ("Mkkr") until its connection ends. It is taken before the
 * transaction, whose snapshot would not include changes made while it waited.
 */
#define LOCK "SELECT pg_advisory_lock(1298885490)"

int postgres_schema_version(void)
{
	return sizeof migrations / sizeof migrations[0];
}

static bool unusable(PGconn *server, struct mk_error *error)
{
	const char *why = PQerrorMessage(server);

	mk_fail(error, MK_IO, "store_unusable", "", "PostgreSQL: %.*s", (int)strcspn(why, "\n"),
		why);
	return false;
}

/* ---- queries -------------------------------------------------------------------------------- */

static bool run(PGconn *server, const char *sql, struct mk_error *error)
{
	PGresult *result = PQexec(server, sql);
	ExecStatusType status = PQresultStatus(result);

	PQclear(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || unusable(server, error);
}

/* Runs a query for one value; "" if it is NULL or missing. */
static bool ask(
	PGconn *server, const char *sql, char *value, size_t capacity, struct mk_error *error)
{
	PGresult *result = PQexec(server, sql);
	bool answered = PQresultStatus(result) == PGRES_TUPLES_OK;

	value[0] = '\0';
	if (answered && PQntuples(result) > 0) {
		snprintf(value, capacity, "%s", PQgetvalue(result, 0, 0));
	}
	PQclear(result);
	return answered || unusable(server, error);
}

/* Version 0: no tables yet. */
static bool ask_version(PGconn *server, int *version, struct mk_error *error)
{
	char value[24];

	if (!ask(server, "SELECT to_regclass('makker.schema')", value, sizeof value, error)) {
		return false;
	}
	*version = 0;
	if (value[0]) {
		if (!ask(server, "SELECT version FROM makker.schema", value, sizeof value, error)) {
			return false;
		}
		*version = (int)strtol(value, NULL, 10);
	}
	return true;
}

/* ---- migrating ------------------------------------------------------------------------------ */

static bool check_encoding(PGconn *server, struct mk_error *error)
{
	const char *encoding = PQparameterStatus(server, "server_encoding");

	if (encoding && strcmp(encoding, "UTF8") == 0) {
		return true;
	}
	mk_fail(error, MK_IO, "store_unusable", "",
		"the database '%.60s' is not encoded in UTF8, but in %.20s", PQdb(server),
		encoding ? encoding : "what it does not say");
	return false;
}

static bool check_version(PGconn *server, int version, struct mk_error *error)
{
	if (version <= postgres_schema_version()) {
		return true;
	}
	mk_fail(error, MK_IO, "store_newer", "",
		"the database '%.60s' was written by a newer makkerd (version %d, here %d)",
		PQdb(server), version, postgres_schema_version());
	return false;
}

/* Another role with more rights may have created the schema. */
static bool create_schema(PGconn *server, struct mk_error *error)
{
	char name[24];

	if (!ask(server, "SELECT to_regnamespace('makker')", name, sizeof name, error)) {
		return false;
	}
	return (name[0] || run(server, "CREATE SCHEMA makker", error)) &&
	       run(server,
		       "CREATE TABLE makker.schema (version int NOT NULL);"
		       "INSERT INTO makker.schema VALUES (0)",
		       error);
}

static bool migrate(PGconn *server, bool *created, struct mk_error *error)
{
	char sql[64];
	int version;

	if (!ask_version(server, &version, error) || !check_version(server, version, error)) {
		return false;
	}
	*created = version == 0;
	if (version == 0 && !create_schema(server, error)) {
		return false;
	}
	/* Until the transactions of older daemons have ended; later ones are refused (change.c). */
	if (!run(server, "LOCK TABLE makker.schema IN ACCESS EXCLUSIVE MODE", error)) {
		return false;
	}
	for (; version < postgres_schema_version(); version++) {
		if (!run(server, migrations[version], error)) {
			return false;
		}
	}
	snprintf(sql, sizeof sql, "UPDATE makker.schema SET version = %d", version);
	return run(server, sql, error);
}

static bool update(PGconn *server, bool *created, struct mk_error *error)
{
	int version;

	if (!check_encoding(server, error) || !ask_version(server, &version, error)) {
		return false;
	}
	if (version == postgres_schema_version()) {
		return true;
	}
	return check_version(server, version, error) && run(server, LOCK, error) &&
	       run(server, "BEGIN", error) && migrate(server, created, error) &&
	       run(server, "COMMIT", error);
}

/* ---- connecting ----------------------------------------------------------------------------- */

/* Notices would go to standard error. */
static void drop_notice(void *context, const PGresult *notice)
{
	(void)context;
	(void)notice;
}

/* The first host that can be written to; NULL with the error of the last one. */
static PGconn *connect_to_any(const struct postgres_hosts *hosts, struct mk_error *error)
{
	for (unsigned host = 0; host < postgres_hosts_count(hosts); host++) {
		struct postgres_parameters parameters;
		PGconn *server;

		postgres_hosts_parameters(hosts, host, &parameters);
		server = PQconnectdbParams(parameters.keywords, parameters.values, 0);
		if (PQstatus(server) == CONNECTION_OK) {
			PQsetNoticeReceiver(server, drop_notice, NULL);
			return server;
		}
		unusable(server, error);
		PQfinish(server);
	}
	return NULL;
}

static bool count(PGconn *server, uint64_t *sessions, struct mk_error *error)
{
	char value[24];

	if (!run(server, FOLD, error) || !run(server, FOLD_OWNED, error) ||
		!run(server, FORGET, error) ||
		!ask(server, "SELECT coalesce(sum(sessions), 0) FROM makker.kind", value,
			sizeof value, error)) {
		return false;
	}
	*sessions = strtoull(value, NULL, 10);
	return true;
}

bool postgres_schema_update(const struct postgres_hosts *hosts, uint64_t *sessions, bool *created,
	struct mk_error *error)
{
	PGconn *server = connect_to_any(hosts, error);
	bool updated;

	*created = false;
	updated = server && update(server, created, error) && count(server, sessions, error);

	PQfinish(server);
	return updated;
}

static bool exists(PGconn *server, struct mk_error *error)
{
	int version;

	if (!ask_version(server, &version, error)) {
		return false;
	}
	if (version == 0) {
		mk_fail(error, MK_NOT_FOUND, "no_store", "", "the database '%.60s' has no journal",
			PQdb(server));
	}
	return version > 0;
}

bool postgres_schema_exists(const struct postgres_hosts *hosts, struct mk_error *error)
{
	PGconn *server = connect_to_any(hosts, error);
	bool found = server && exists(server, error);

	PQfinish(server);
	return found;
}
