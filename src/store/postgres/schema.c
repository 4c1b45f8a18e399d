/*
 * The tables, by versions.
 *
 * Every key begins with the session's id, or is it: so the tables can be distributed by it, rows
 * of one session together. No statement of ours joins two sessions in a change. Ids are compared
 * as bytes, as the other stores do.
 */
#include "store/postgres/schema.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

/* Step n makes version n of version n - 1. What was released is never changed. */
static const char *const migrations[] = {
	/* 1. A row a session, a row a version, a row a run; `mark` says who has written it. */
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
	"  mark bigint NOT NULL"
	") WITH (fillfactor = 70);"
	"CREATE INDEX session_newest ON makker.session (created_ms, id);"
	"CREATE TABLE makker.event ("
	"  session text COLLATE \"C\" NOT NULL"
	"    REFERENCES makker.session (id) ON DELETE CASCADE,"
	"  version bigint NOT NULL,"
	"  at_ms bigint NOT NULL,"
	"  kind text NOT NULL,"
	"  body text NOT NULL,"
	"  mark bigint NOT NULL,"
	"  PRIMARY KEY (session, version)"
	");"
	"CREATE TABLE makker.simulation ("
	"  id text COLLATE \"C\" PRIMARY KEY,"
	"  status text NOT NULL,"
	"  created_ms bigint NOT NULL,"
	"  updated_ms bigint NOT NULL,"
	"  wish text NOT NULL,"
	"  statistics text NOT NULL"
	")",
	/*
	 * 2. A run is shared out: `games` are in its statistics, from `next_game` on nobody has
	 * taken any; between them are shares, which are being played (until when?) or delivered.
	 */
	"ALTER TABLE makker.simulation"
	"  ADD COLUMN games bigint NOT NULL DEFAULT 0,"
	"  ADD COLUMN next_game bigint NOT NULL DEFAULT 0;"
	"CREATE TABLE makker.share ("
	"  simulation text COLLATE \"C\" NOT NULL"
	"    REFERENCES makker.simulation (id) ON DELETE CASCADE,"
	"  first bigint NOT NULL,"
	"  games bigint NOT NULL,"
	"  until timestamptz NOT NULL,"
	"  statistics text,"
	"  PRIMARY KEY (simulation, first)"
	")",
	/*
	 * 3. How many sessions there are of each kind, counted as they change: counting a million
	 * takes a second. `part` is the server's process that counted, 0 for those that are gone;
	 * what one has added another may have taken away, only the sums mean something.
	 */
	"LOCK TABLE makker.session IN SHARE ROW EXCLUSIVE MODE;"
	"CREATE TABLE makker.kind ("
	"  part int NOT NULL,"
	"  game text NOT NULL,"
	"  status text NOT NULL,"
	"  advised boolean NOT NULL,"
	"  sessions bigint NOT NULL,"
	"  PRIMARY KEY (part, game, status, advised)"
	") WITH (fillfactor = 50);"
	"INSERT INTO makker.kind SELECT 0, game, status,"
	"  status IN ('won', 'lost', 'drawn') AND followed > 0 AND 4 * followed >= 3 * advised,"
	"  count(*) FROM makker.session GROUP BY 1, 2, 3, 4",
	/*
	 * 4. That an event has a session is what the statements see to, who write and remove both;
	 * having PostgreSQL look, too, costs a fifth of a write.
	 */
	"ALTER TABLE makker.event DROP CONSTRAINT event_session_fkey",
	/* 5. How far each writing connection has come: see postgres_parts.h. */
	"CREATE TABLE makker.part ("
	"  name text COLLATE \"C\" PRIMARY KEY,"
	"  number bigint NOT NULL,"
	"  at timestamptz NOT NULL"
	") WITH (fillfactor = 50)",
	/*
	 * 6. What was wanted once and was carried out: see struct journal_idempotency. Its answer
	 * is encrypted: nothing makes it shorter.
	 */
	"CREATE TABLE makker.once ("
	"  key bytea PRIMARY KEY,"
	"  wish bytea NOT NULL,"
	"  at_ms bigint NOT NULL,"
	"  id text COLLATE \"C\" NOT NULL,"
	"  version bigint NOT NULL,"
	"  answer bytea,"
	"  mark bigint NOT NULL"
	");"
	"ALTER TABLE makker.once ALTER COLUMN answer SET STORAGE EXTERNAL;"
	"CREATE INDEX once_oldest ON makker.once (at_ms)",
	/*
	 * 7. What a session is read by from its end: see `top` and `state` of struct journal_event.
	 * The last state is found without a look at the many events that have none.
	 */
	"ALTER TABLE makker.event"
	"  ADD COLUMN top bigint NOT NULL DEFAULT 0,"
	"  ADD COLUMN state text;"
	"CREATE INDEX event_state ON makker.event (session, version) WHERE state IS NOT NULL",
	/* 8. Whose keys they are, and which session they concern: see postgres_quota.h. */
	"ALTER TABLE makker.once"
	"  ADD COLUMN owner bytea NOT NULL DEFAULT '\\x00000000000000000000000000000000',"
	"  ADD COLUMN session text COLLATE \"C\" NOT NULL DEFAULT '';"
	"CREATE INDEX once_owner ON makker.once (owner, at_ms);"
	"CREATE INDEX once_session ON makker.once (session, at_ms)",
	/*
	 * 9. Who has created each session, and how many there are of each owner, in parts as in
	 * makker.kind. Older ones are counted for none: their owner is NULL.
	 */
	"ALTER TABLE makker.session ADD COLUMN owner bytea;"
	"CREATE TABLE makker.owned ("
	"  owner bytea NOT NULL,"
	"  part int NOT NULL,"
	"  sessions bigint NOT NULL,"
	"  PRIMARY KEY (owner, part)"
	") WITH (fillfactor = 50)",
};

/* The counts of processes that are gone become one; not by two at a time. */
#define FOLD \
	"WITH alone AS (SELECT pg_try_advisory_xact_lock(1298885491) AS got)," \
	" gone AS (DELETE FROM makker.kind USING alone WHERE got AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity) RETURNING game, status, advised, sessions)" \
	" INSERT INTO makker.kind SELECT 0, game, status, advised, sum(sessions) FROM gone" \
	"  GROUP BY game, status, advised"

/* The same for owners; of those that nothing has changed for since, the rows stay. */
#define FOLD_OWNED \
	"WITH alone AS (SELECT pg_try_advisory_xact_lock(1298885491) AS got)," \
	" away AS (SELECT DISTINCT owner FROM makker.owned WHERE part <> 0 AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity))," \
	" gone AS (DELETE FROM makker.owned USING alone WHERE got AND" \
	"  owner IN (SELECT owner FROM away) AND part NOT IN" \
	"  (SELECT pid FROM pg_stat_activity) RETURNING owner, sessions)" \
	" INSERT INTO makker.owned SELECT owner, 0, sum(sessions) FROM gone" \
	"  GROUP BY owner HAVING sum(sessions) <> 0"

/* What connections have written that are gone has been looked at by all by now. */
#define FORGET "DELETE FROM makker.part WHERE at < now() - interval '10 min'"

/*
 * Who migrates holds this lock (of the database), "Mkkr", until its connection ends. It is taken
 * before the transaction: one that waits in the middle of it does not see what was made meanwhile.
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

/* ---- asking --------------------------------------------------------------------------------- */

static bool run(PGconn *server, const char *sql, struct mk_error *error)
{
	PGresult *result = PQexec(server, sql);
	ExecStatusType status = PQresultStatus(result);

	PQclear(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || unusable(server, error);
}

/* The one value of a question, or "" where it is NULL or there is none. */
static bool ask(PGconn *server, const char *sql, char *value, size_t room, struct mk_error *error)
{
	PGresult *result = PQexec(server, sql);
	bool answered = PQresultStatus(result) == PGRES_TUPLES_OK;

	value[0] = '\0';
	if (answered && PQntuples(result) > 0) {
		snprintf(value, room, "%s", PQgetvalue(result, 0, 0));
	}
	PQclear(result);
	return answered || unusable(server, error);
}

/* 0: there is nothing yet. */
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

/* The schema may have been made for us by somebody who may do more. */
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

static bool migrate(PGconn *server, struct mk_error *error)
{
	char sql[64];
	int version;

	if (!ask_version(server, &version, error) || !check_version(server, version, error)) {
		return false;
	}
	if (version == 0 && !create_schema(server, error)) {
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

static bool update(PGconn *server, struct mk_error *error)
{
	int version;

	if (!check_encoding(server, error) || !ask_version(server, &version, error)) {
		return false;
	}
	if (version == postgres_schema_version()) {
		return true;
	}
	return check_version(server, version, error) && run(server, LOCK, error) &&
	       run(server, "BEGIN", error) && migrate(server, error) &&
	       run(server, "COMMIT", error);
}

/* ---- connecting ----------------------------------------------------------------------------- */

/* Notices would go to standard error. */
static void ignore_notice(void *context, const PGresult *notice)
{
	(void)context;
	(void)notice;
}

/* The first that can be written to; NULL with what the last one said. */
static PGconn *connect_to_any(const struct postgres_hosts *hosts, struct mk_error *error)
{
	for (unsigned host = 0; host < postgres_hosts_count(hosts); host++) {
		struct postgres_parameters parameters;
		PGconn *server;

		postgres_hosts_parameters(hosts, host, &parameters);
		server = PQconnectdbParams(parameters.keywords, parameters.values, 0);
		if (PQstatus(server) == CONNECTION_OK) {
			PQsetNoticeReceiver(server, ignore_notice, NULL);
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

bool postgres_schema_update(
	const struct postgres_hosts *hosts, uint64_t *sessions, struct mk_error *error)
{
	PGconn *server = connect_to_any(hosts, error);
	bool updated = server && update(server, error) && count(server, sessions, error);

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
