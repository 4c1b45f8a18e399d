/* Idempotency keys in a SQLite journal: insertion, responses, removal, counts. */
#include "store/sqlite/keys.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "store/sqlite/sqlite.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum {
	KEEP,
	LOSE,
	TELL,
	FORGET,
	DROP_EXPIRED,
	DROP_OF_OWNER,
	DROP_OF_SESSION,
	DROP_OLDEST,
	READ_USE,
	WRITE_USE,
	REMOVE_USE,
};

/* The counted values of a removed row. */
#define REMOVED " RETURNING owner, session, length(answer)"

static const char *const sql[SQLITE_KEYS_STATEMENTS] = {
	[KEEP] = "INSERT INTO once (key, wish, at_ms, id, version, answer, owner, session)"
		 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (key) DO NOTHING",
	[LOSE] = "DELETE FROM once WHERE key = ?1" REMOVED,
	[TELL] = "UPDATE once SET answer = ?4"
		 " WHERE key = ?1 AND id = ?2 AND version = ?3 AND answer IS NULL",
	[FORGET] = "DELETE FROM once WHERE number IN"
		   " (SELECT number FROM once WHERE at_ms <= ?1 ORDER BY at_ms LIMIT ?2)" REMOVED,
	[DROP_EXPIRED] = "DELETE FROM once WHERE key = ?1 AND at_ms <= ?2" REMOVED,
	[DROP_OF_OWNER] =
		"DELETE FROM once WHERE number ="
		" (SELECT number FROM once WHERE owner = ?1 ORDER BY number LIMIT 1)" REMOVED,
	[DROP_OF_SESSION] =
		"DELETE FROM once WHERE number ="
		" (SELECT number FROM once WHERE session = ?1 ORDER BY number LIMIT 1)" REMOVED,
	[DROP_OLDEST] = "DELETE FROM once WHERE number = (SELECT min(number) FROM once)" REMOVED,
	[READ_USE] = "SELECT keys, bytes FROM once_use WHERE who = ?1",
	[WRITE_USE] = "INSERT INTO once_use (who, keys, bytes) VALUES (?1, ?2, ?3)"
		      " ON CONFLICT (who) DO UPDATE SET keys = ?2, bytes = ?3",
	[REMOVE_USE] = "DELETE FROM once_use WHERE who = ?1",
};

/*
 * FORGOTTEN_WITH_EACH: expired keys removed with each new key, so that there are never many.
 * DROPPED_WITH_EACH: maximum of keys removed for one limit with each new key, so that a lowered
 * limit is reached step by step. A row counts as ROW_BYTES plus its response.
 */
enum { FORGOTTEN_WITH_EACH = 2, DROPPED_WITH_EACH = 16, ROW_BYTES = 256, MAX_USES = 4096 };

/* ---- counts --------------------------------------------------------------------------------- */

/* Identifies a count: 't' and an owner, 's' and a session's id, or 'a' for all. */
struct who {
	char kind;
	char name[SESSION_ID_SIZE];
};

struct key_use {
	struct who who;
	int64_t keys, bytes;
	bool changed;
	UT_hash_handle hh;
};

static struct who who_owns(const unsigned char owner[OWNER_DIGEST_BYTES])
{
	struct who who = {.kind = 't'};

	_Static_assert(OWNER_DIGEST_BYTES <= sizeof who.name, "an owner must fit");
	memcpy(who.name, owner, OWNER_DIGEST_BYTES);
	return who;
}

static struct who session_of(const char *session)
{
	struct who who = {.kind = 's'};

	memcpy(who.name, session, strnlen(session, sizeof who.name - 1));
	return who;
}

static size_t owner_length(const struct who *who)
{
	return who->kind == 't'   ? 1 + OWNER_DIGEST_BYTES
	       : who->kind == 's' ? 1 + strlen(who->name)
				  : 1;
}

/* NOLINTNEXTLINE(readability-function-size): uthash writes the code. */
void sqlite_keys_reset(struct sqlite_keys *keys)
{
	struct key_use *use = keys->uses;

	HASH_CLEAR(hh, keys->uses);
	while (use) {
		struct key_use *next = use->hh.next;

		free(use);
		use = next;
	}
}

static bool read_use(struct sqlite_keys *keys, struct key_use *use)
{
	sqlite3_stmt *read = keys->statements[READ_USE];
	int code;

	sqlite3_bind_blob(read, 1, &use->who, (int)owner_length(&use->who), SQLITE_STATIC);
	code = sqlite3_step(read);
	if (code == SQLITE_ROW) {
		use->keys = sqlite3_column_int64(read, 0);
		use->bytes = sqlite3_column_int64(read, 1);
	}
	sqlite3_reset(read);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

/* NULL: the transaction is lost. NOLINTNEXTLINE(readability-function-size): uthash. */
static struct key_use *find_use(struct sqlite_keys *keys, const struct who *who)
{
	struct key_use *use;

	HASH_FIND(hh, keys->uses, who, sizeof *who, use);
	if (use) {
		return use;
	}
	use = xrealloc(NULL, sizeof *use);
	*use = (struct key_use){.who = *who};
	if (!read_use(keys, use)) {
		free(use);
		return NULL;
	}
	HASH_ADD(hh, keys->uses, who, sizeof *who, use);
	return use;
}

static bool add_to(struct sqlite_keys *keys, const struct who *who, int64_t rows, int64_t bytes)
{
	struct key_use *use = find_use(keys, who);

	if (!use) {
		return false;
	}
	use->keys += rows;
	use->bytes += bytes;
	use->changed = true;
	return true;
}

static bool count(struct sqlite_keys *keys, const unsigned char owner[OWNER_DIGEST_BYTES],
	const char *session, int64_t rows, int64_t bytes)
{
	const struct who of_owner = who_owns(owner), all = {.kind = 'a'};
	const struct who of_session = session_of(session);

	return add_to(keys, &of_owner, rows, bytes) && add_to(keys, &all, rows, bytes) &&
	       (!session[0] || add_to(keys, &of_session, rows, bytes));
}

static bool write_use(struct sqlite_keys *keys, const struct key_use *use)
{
	sqlite3_stmt *write = keys->statements[use->keys > 0 ? WRITE_USE : REMOVE_USE];

	sqlite3_bind_blob(write, 1, &use->who, (int)owner_length(&use->who), SQLITE_STATIC);
	if (use->keys > 0) {
		sqlite3_bind_int64(write, 2, use->keys);
		sqlite3_bind_int64(write, 3, use->bytes);
	}
	return statement_run(write) == SQLITE_DONE;
}

static void publish(const struct sqlite_keys *keys, const struct key_use *use)
{
	if (keys->limits && use->who.kind == 'a') {
		atomic_store(&keys->limits->used[LIMIT_KEYS], (uint64_t)use->keys);
		atomic_store(&keys->limits->used[LIMIT_KEY_BYTES], (uint64_t)use->bytes);
	}
}

bool sqlite_keys_flush(struct sqlite_keys *keys)
{
	for (struct key_use *use = keys->uses; use; use = use->hh.next) {
		if (use->changed && !write_use(keys, use)) {
			return false;
		}
		use->changed = false;
		publish(keys, use);
	}
	if (HASH_COUNT(keys->uses) > MAX_USES) {
		sqlite_keys_reset(keys);
	}
	return true;
}

/* ---- removing ------------------------------------------------------------------------------- */

/* Subtracts a removed row from the counts; its owner may be any bytes. */
static bool count_removed(struct sqlite_keys *keys, sqlite3_stmt *row)
{
	unsigned char owner[OWNER_DIGEST_BYTES] = {0};
	char session[SESSION_ID_SIZE];

	if (sqlite3_column_bytes(row, 0) == OWNER_DIGEST_BYTES) {
		memcpy(owner, sqlite3_column_blob(row, 0), OWNER_DIGEST_BYTES);
	}
	statement_copy(row, 1, session, sizeof session);
	return count(keys, owner, session, -1, -(ROW_BYTES + sqlite3_column_int64(row, 2)));
}

/* Runs a statement that returns the rows it has removed. */
static bool remove_rows(struct sqlite_keys *keys, int statement, unsigned *removed)
{
	sqlite3_stmt *remove = keys->statements[statement];
	bool counted = true;
	int code;

	*removed = 0;
	while (counted && (code = sqlite3_step(remove)) == SQLITE_ROW) {
		counted = count_removed(keys, remove);
		++*removed;
	}
	sqlite3_reset(remove);
	return counted && code == SQLITE_DONE;
}

bool sqlite_keys_purge(struct sqlite_keys *keys, int64_t before_ms, unsigned limit)
{
	sqlite3_stmt *forget = keys->statements[FORGET];
	unsigned removed;

	sqlite3_bind_int64(forget, 1, before_ms);
	sqlite3_bind_int64(forget, 2, limit);
	return remove_rows(keys, FORGET, &removed);
}

bool sqlite_keys_delete(struct sqlite_keys *keys, const struct journal_idempotency *idempotency)
{
	unsigned removed;

	sqlite3_bind_blob(
		keys->statements[LOSE], 1, idempotency->key, KEY_DIGEST_BYTES, SQLITE_STATIC);
	return remove_rows(keys, LOSE, &removed);
}

/* ---- limits --------------------------------------------------------------------------------- */

static bool is_over(const struct sqlite_keys *keys, const struct key_use *use, enum limit_id rows,
	enum limit_id bytes, enum limit_id *which)
{
	if (use->keys > (int64_t)limits_value(keys->limits, rows)) {
		*which = rows;
		return true;
	}
	*which = bytes;
	/* The newest is kept, whatever its size. */
	return use->keys > 1 && use->bytes > (int64_t)limits_value(keys->limits, bytes);
}

static bool drop_beyond(struct sqlite_keys *keys, const struct who *who, int statement,
	enum limit_id rows, enum limit_id bytes)
{
	struct key_use *use = find_use(keys, who);
	enum limit_id which;
	unsigned removed = 1;

	if (!use) {
		return false;
	}
	for (int i = 0; i < DROPPED_WITH_EACH && removed > 0; i++) {
		if (!is_over(keys, use, rows, bytes, &which)) {
			return true;
		}
		if (!remove_rows(keys, statement, &removed)) {
			return false;
		}
		limits_count(keys->limits, which);
	}
	return true;
}

static bool keep_limits(struct sqlite_keys *keys, const struct journal_idempotency *idempotency)
{
	const struct who owner = who_owns(idempotency->owner), all = {.kind = 'a'};
	const struct who session = session_of(idempotency->session);

	sqlite3_bind_blob(keys->statements[DROP_OF_OWNER], 1, idempotency->owner,
		OWNER_DIGEST_BYTES, SQLITE_STATIC);
	statement_bind(keys->statements[DROP_OF_SESSION], 1, idempotency->session);
	return drop_beyond(keys, &owner, DROP_OF_OWNER, LIMIT_TOKEN_KEYS, LIMIT_TOKEN_KEY_BYTES) &&
	       (!idempotency->session[0] || drop_beyond(keys, &session, DROP_OF_SESSION,
						    LIMIT_SESSION_KEYS, LIMIT_SESSION_KEY_BYTES)) &&
	       drop_beyond(keys, &all, DROP_OLDEST, LIMIT_KEYS, LIMIT_KEY_BYTES);
}

/* ---- insertion ------------------------------------------------------------------------------ */

static bool insert(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency, bool *inserted)
{
	sqlite3_stmt *keep = keys->statements[KEEP];

	sqlite3_bind_blob(keep, 1, idempotency->key, KEY_DIGEST_BYTES, SQLITE_STATIC);
	sqlite3_bind_blob(keep, 2, idempotency->request_digest, KEY_DIGEST_BYTES, SQLITE_STATIC);
	sqlite3_bind_int64(keep, 3, idempotency->at_ms);
	statement_bind(keep, 4, idempotency->id);
	sqlite3_bind_int64(keep, 5, (sqlite3_int64)idempotency->version);
	sqlite3_bind_blob(keep, 6, idempotency->answer, (int)idempotency->length, SQLITE_STATIC);
	sqlite3_bind_blob(keep, 7, idempotency->owner, OWNER_DIGEST_BYTES, SQLITE_STATIC);
	statement_bind(keep, 8, idempotency->session);
	if (statement_run(keep) != SQLITE_DONE) {
		return false;
	}
	*inserted = sqlite3_changes(keys->database) > 0;
	return true;
}

/* Inserts the key again after removing an expired record of it. */
static bool insert_again(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency, bool *inserted)
{
	sqlite3_stmt *drop = keys->statements[DROP_EXPIRED];
	unsigned removed;

	sqlite3_bind_blob(drop, 1, idempotency->key, KEY_DIGEST_BYTES, SQLITE_STATIC);
	sqlite3_bind_int64(drop, 2, idempotency->at_ms - KEY_LIFETIME_MS);
	return remove_rows(keys, DROP_EXPIRED, &removed) &&
	       (removed == 0 || insert(keys, idempotency, inserted));
}

bool sqlite_keys_insert(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency, bool *kept)
{
	int64_t bytes = ROW_BYTES + (idempotency->answer ? (int64_t)idempotency->length : 0);

	if (!insert(keys, idempotency, kept) ||
		(!*kept && !insert_again(keys, idempotency, kept))) {
		return false;
	}
	if (!*kept) {
		return true;
	}
	return count(keys, idempotency->owner, idempotency->session, 1, bytes) &&
	       sqlite_keys_purge(keys, idempotency->at_ms - KEY_LIFETIME_MS, FORGOTTEN_WITH_EACH) &&
	       keep_limits(keys, idempotency);
}

bool sqlite_keys_set_response(
	struct sqlite_keys *keys, const struct journal_idempotency *idempotency)
{
	sqlite3_stmt *tell = keys->statements[TELL];

	sqlite3_bind_blob(tell, 1, idempotency->key, KEY_DIGEST_BYTES, SQLITE_STATIC);
	statement_bind(tell, 2, idempotency->id);
	sqlite3_bind_int64(tell, 3, (sqlite3_int64)idempotency->version);
	sqlite3_bind_blob(tell, 4, idempotency->answer, (int)idempotency->length, SQLITE_STATIC);
	if (statement_run(tell) != SQLITE_DONE) {
		return false;
	}
	return sqlite3_changes(keys->database) == 0 ||
	       (count(keys, idempotency->owner, idempotency->session, 0,
			(int64_t)idempotency->length) &&
		       keep_limits(keys, idempotency));
}

/* ---- life ----------------------------------------------------------------------------------- */

bool sqlite_keys_init(struct sqlite_keys *keys, sqlite3 *database, struct mk_error *error)
{
	*keys = (struct sqlite_keys){.database = database};
	return statements_prepare(database, sql, keys->statements, SQLITE_KEYS_STATEMENTS, error);
}

void sqlite_keys_finish(struct sqlite_keys *keys)
{
	sqlite_keys_reset(keys);
	statements_finalize(keys->statements, SQLITE_KEYS_STATEMENTS);
}
