/* The tables: one migration per version, each from the version before. */
#include "store/sqlite/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

/* Parts of the triggers, of `row` ("new." or "old."). */
#define AS_ADVISED(row) \
	row "status IN ('won', 'lost', 'drawn') AND " row "followed > 0" \
	    " AND 4 * " row "followed >= 3 * " row "advised"
#define COUNT_IN \
	"INSERT INTO kind VALUES (new.game, new.status, " AS_ADVISED( \
		"new.") ", 1)" \
			" ON CONFLICT DO UPDATE SET sessions = sessions + 1;"
#define COUNT_OUT \
	"UPDATE kind SET sessions = sessions - 1 WHERE game = old.game" \
	" AND status = old.status AND advised = (" AS_ADVISED("old.") ");"

/*
 * `top` and `state` of struct journal_event. The body, which may be on pages of its own, comes
 * after `top`, so that reading `top` alone does not read these pages.
 */
#define EVENT_TABLE \
	"CREATE TABLE event (" \
	"  session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE," \
	"  version INTEGER NOT NULL," \
	"  at_ms INTEGER NOT NULL," \
	"  kind TEXT NOT NULL," \
	"  top INTEGER NOT NULL DEFAULT 0," \
	"  body TEXT NOT NULL," \
	"  state TEXT," \
	"  PRIMARY KEY (session, version)" \
	") STRICT, WITHOUT ROWID;"

/* Likewise, the number of sessions of each owner (NULL: none). */
#define OWNED_TABLE \
	"CREATE TABLE owned (" \
	"  owner BLOB PRIMARY KEY," \
	"  sessions INTEGER NOT NULL" \
	") STRICT, WITHOUT ROWID;" \
	"CREATE TRIGGER session_owned AFTER INSERT ON session WHEN new.owner IS NOT NULL BEGIN" \
	"  INSERT INTO owned VALUES (new.owner, 1)" \
	"   ON CONFLICT DO UPDATE SET sessions = sessions + 1;" \
	" END;" \
	"CREATE TRIGGER session_disowned AFTER DELETE ON session WHEN old.owner IS NOT NULL BEGIN" \
	"  UPDATE owned SET sessions = sessions - 1 WHERE owner = old.owner;" \
	"  DELETE FROM owned WHERE owner = old.owner AND sessions <= 0;" \
	" END;"

/*
 * See struct journal_idempotency. Also the number of rows and bytes of each owner ('t' and 16
 * bytes), of each session ('s' and its id) and in all ('a'): see keys.h.
 */
#define ONCE_TABLES \
	"CREATE TABLE once (" \
	"  number INTEGER PRIMARY KEY," \
	"  key BLOB NOT NULL UNIQUE," \
	"  wish BLOB NOT NULL," \
	"  at_ms INTEGER NOT NULL," \
	"  id TEXT NOT NULL," \
	"  version INTEGER NOT NULL," \
	"  answer BLOB," \
	"  owner BLOB NOT NULL," \
	"  session TEXT NOT NULL" \
	") STRICT;" \
	"CREATE INDEX once_oldest ON once (at_ms);" \
	"CREATE INDEX once_owner ON once (owner);" \
	"CREATE INDEX once_session ON once (session);" \
	"CREATE TABLE once_use (" \
	"  who BLOB PRIMARY KEY," \
	"  keys INTEGER NOT NULL," \
	"  bytes INTEGER NOT NULL" \
	") STRICT, WITHOUT ROWID;"

/* Step n migrates version n - 1 to version n. A released step is never changed. */
static const char *const migrations[] = {
	/* 1. Events refer to their session by a small number; its id would be in every row. */
	"CREATE TABLE session ("
	"  number INTEGER PRIMARY KEY,"
	"  id TEXT NOT NULL UNIQUE,"
	"  game TEXT NOT NULL,"
	"  preset TEXT NOT NULL,"
	"  rules TEXT NOT NULL,"
	"  strategy TEXT NOT NULL,"
	"  language TEXT NOT NULL,"
	"  name TEXT,"
	"  status TEXT NOT NULL,"
	"  version INTEGER NOT NULL,"
	"  created_ms INTEGER NOT NULL,"
	"  updated_ms INTEGER NOT NULL,"
	"  locks TEXT,"
	"  advised INTEGER NOT NULL DEFAULT 0,"
	"  followed INTEGER NOT NULL DEFAULT 0,"
	"  owner BLOB"
	") STRICT;"
	"CREATE INDEX session_newest ON session (created_ms, id);" EVENT_TABLE
	/* One row per simulation, with its last checkpoint. */
	"CREATE TABLE simulation ("
	"  id TEXT PRIMARY KEY,"
	"  status TEXT NOT NULL,"
	"  created_ms INTEGER NOT NULL,"
	"  updated_ms INTEGER NOT NULL,"
	"  spec TEXT NOT NULL,"
	"  statistics TEXT NOT NULL"
	") STRICT, WITHOUT ROWID;"
	/*
	 * Numbers of sessions by kind, updated with each change, because counting a million takes
	 * seconds; and an index to find the sessions of a kind. `advised` is as of
	 * journal_followed_advice(), for sessions that have ended.
	 */
	"CREATE TABLE kind ("
	"  game TEXT NOT NULL,"
	"  status TEXT NOT NULL,"
	"  advised INTEGER NOT NULL,"
	"  sessions INTEGER NOT NULL,"
	"  PRIMARY KEY (game, status, advised)"
	") STRICT, WITHOUT ROWID;"
	"CREATE INDEX session_kind ON session (game, status, created_ms, id);"
	"CREATE TRIGGER session_created AFTER INSERT ON session BEGIN " COUNT_IN " END;"
	"CREATE TRIGGER session_changed AFTER UPDATE OF status ON session BEGIN " COUNT_OUT COUNT_IN
	" END;"
	"CREATE TRIGGER session_removed AFTER DELETE ON session BEGIN " COUNT_OUT
	" END;" OWNED_TABLE ONCE_TABLES,
	/*
	 * 2. An index of the few events that have a state, to find the last one without the others.
	 */
	"CREATE INDEX event_state ON event (session, version) WHERE state IS NOT NULL;",
	/* 3. `deal` of struct journal_session. */
	"ALTER TABLE session ADD COLUMN deal TEXT;",
	/* 4. Events omit unknown values and empty lists, which an older makkerd requires. */
	"SELECT 1;",
	/* 5. `deal` of a session may have a deck, which an older makkerd cannot deal. */
	"SELECT 1;",
	/* 6. Empty: the tables of makkerd 0.1 had this number. */
	"SELECT 1;",
	/* 7. The last review of each session, as far as it was computed. */
	"CREATE TABLE review ("
	"  session INTEGER PRIMARY KEY REFERENCES session (number) ON DELETE CASCADE,"
	"  body TEXT NOT NULL"
	") STRICT;",
};

/*
 * Migrates the tables of makkerd 0.1, whose version was 6 in a numbering of its own, to version 1.
 * Idempotency keys are dropped, because their digests are made of other bytes now.
 */
enum { VERSION_OF_0_1 = 6 };
static const char from_0_1[] = "ALTER TABLE session ADD COLUMN owner BLOB;"
			       "ALTER TABLE event RENAME TO event_of_0_1;" EVENT_TABLE
			       "INSERT INTO event (session, version, at_ms, kind, body)"
			       " SELECT session, version, at_ms, kind, body FROM event_of_0_1;"
			       "DROP TABLE event_of_0_1;"
			       "ALTER TABLE simulation RENAME COLUMN wish TO spec;"
			       "DROP TABLE once;" OWNED_TABLE ONCE_TABLES;

int sqlite_schema_version(void)
{
	return sizeof migrations / sizeof migrations[0];
}

bool sqlite_unusable(struct sqlite3 *database, const char *what, struct mk_error *error)
{
	int code = database ? sqlite3_errcode(database) & 0xff : SQLITE_OK;

	/* If the schema itself has more than one page, a truncated file fails here already. */
	if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
		return sqlite_corrupt(database, sqlite3_errmsg(database), error);
	}
	mk_fail(error, MK_IO, "store_unusable", "", "cannot %s '%.100s': %s", what,
		sqlite3_db_filename(database, NULL), sqlite3_errmsg(database));
	return false;
}

bool sqlite_number(
	struct sqlite3 *database, const char *sql, long long *number, struct mk_error *error)
{
	sqlite3_stmt *statement = NULL;
	bool found = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK &&
		     sqlite3_step(statement) == SQLITE_ROW;

	if (found) {
		*number = sqlite3_column_int64(statement, 0);
	} else {
		sqlite_unusable(database, "read", error);
	}
	sqlite3_finalize(statement);
	return found;
}

/* 0: there are no tables yet; -1: they are those of 0.1. */
static bool read_version(struct sqlite3 *database, long long *version, struct mk_error *error)
{
	long long columns;

	if (!sqlite_number(database, "PRAGMA user_version", version, error)) {
		return false;
	}
	if (*version != VERSION_OF_0_1) {
		return true;
	}
	if (!sqlite_number(database,
		    "SELECT count(*) FROM pragma_table_info('event') WHERE name = 'top'", &columns,
		    error)) {
		return false;
	}
	*version = columns == 0 ? -1 : *version;
	return true;
}

bool sqlite_schema_check(struct sqlite3 *database, struct mk_error *error)
{
	const char *path = sqlite3_db_filename(database, NULL);
	long long application, version, tables;

	if (!sqlite_number(database, "PRAGMA application_id", &application, error) ||
		!read_version(database, &version, error) ||
		!sqlite_number(database, "SELECT count(*) FROM sqlite_schema", &tables, error)) {
		return false;
	}
	if (application != SQLITE_APPLICATION && (application != 0 || tables > 0)) {
		mk_fail(error, MK_IO, "store_foreign", "",
			"'%.100s' is the database of another program", path);
		return false;
	}
	if (version > sqlite_schema_version()) {
		mk_fail(error, MK_IO, "store_newer", "",
			"'%.100s' was written by a newer makkerd (version %lld, here %d)", path,
			version, sqlite_schema_version());
		return false;
	}
	return true;
}

static bool run(struct sqlite3 *database, const char *sql, struct mk_error *error)
{
	return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       sqlite_unusable(database, "update", error);
}

static bool migrate_file(struct sqlite3 *database, long long version, struct mk_error *error)
{
	char sql[96];

	if (version < 0) {
		if (!run(database, from_0_1, error)) {
			return false;
		}
		version = 1;
	}
	for (; version < sqlite_schema_version(); version++) {
		if (!run(database, migrations[version], error)) {
			return false;
		}
	}
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
		SQLITE_APPLICATION, sqlite_schema_version());
	return run(database, sql, error);
}

/* Creates an empty file, accessible to its user only: the copy has token hashes. */
static bool make_private_file(const char *path)
{
	int descriptor;

	if (unlink(path) != 0 && errno != ENOENT) {
		return false;
	}
	descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	if (descriptor >= 0) {
		close(descriptor);
	}
	return descriptor >= 0;
}

static bool sync_path(const char *path, int flags)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | flags);
	bool synced = descriptor >= 0 && fsync(descriptor) == 0;

	if (descriptor >= 0) {
		close(descriptor);
	}
	return synced;
}

/* SQLite does not sync what VACUUM INTO writes. */
static bool publish_copy(const char *incomplete, const char *copy)
{
	char *parent = sqlite3_mprintf("%s", copy);
	bool published = parent && sync_path(incomplete, 0) && rename(incomplete, copy) == 0 &&
			 sync_path(dirname(parent), O_DIRECTORY);

	sqlite3_free(parent);
	return published;
}

/*
 * Keeps the present file as PATH.before-VERSION, complete or not at all, for an older makkerd. An
 * existing copy was made by an update that did not finish, and is replaced.
 */
static bool keep_copy(struct sqlite3 *database, struct mk_error *error)
{
	const char *path = sqlite3_db_filename(database, NULL);
	char *copy = sqlite3_mprintf("%s.before-%d", path, sqlite_schema_version());
	char *incomplete = sqlite3_mprintf("%s.new", copy);
	char *sql = sqlite3_mprintf("VACUUM INTO %Q", incomplete);
	bool kept = copy && incomplete && sql && make_private_file(incomplete) &&
		    sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK &&
		    publish_copy(incomplete, copy);

	if (!kept) {
		sqlite_unusable(database, "keep a copy before the update of", error);
	}
	sqlite3_free(sql);
	sqlite3_free(incomplete);
	sqlite3_free(copy);
	return kept;
}

bool sqlite_schema_update(struct sqlite3 *database, struct mk_error *error)
{
	long long version;

	if (!read_version(database, &version, error)) {
		return false;
	}
	if (version == sqlite_schema_version()) {
		return true;
	}
	if (version != 0 && !keep_copy(database, error)) {
		return false;
	}
	if (!run(database, "BEGIN IMMEDIATE", error)) {
		return false;
	}
	if (!migrate_file(database, version, error) || !run(database, "COMMIT", error)) {
		sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
		return false;
	}
	return true;
}
