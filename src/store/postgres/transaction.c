/*
 * Transactions.
 *
 * The writes are sorted by their rows, so that daemons that write the same sessions cannot
 * deadlock.
 *
 * Notifications are sent right after the commit, in the same batch: NOTIFY holds a lock of the
 * whole server until its commit is on disk, so within the transaction it would keep daemons from
 * sharing a sync. If the connection ends in between, the sequence reveals it (parts.h).
 */
#include "store/postgres/transaction.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "store/postgres/change.h"
#include "store/postgres/keys.h"
#include "store/postgres/schema.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/* ---- sending -------------------------------------------------------------------------------- */

static void expect(struct postgres_transaction *transaction, enum postgres_expectation kind,
	struct store_write **writes, unsigned count)
{
	assert(transaction->expected_count <
		sizeof transaction->expected / sizeof transaction->expected[0]);
	transaction->expected[transaction->expected_count++] =
		(struct postgres_expected){kind, writes, count, 0};
}

static void expect_dropped(struct postgres_transaction *transaction, enum limit_id limit)
{
	expect(transaction, EXPECT_DROPPED, NULL, 0);
	transaction->expected[transaction->expected_count - 1].limit = limit;
}

static void send_plain(struct postgres_transaction *transaction,
	enum postgres_change_statement statement, enum postgres_expectation kind)
{
	postgres_send(transaction->connection, statement, NULL);
	expect(transaction, kind, NULL, 0);
}

static void send_write(struct postgres_transaction *transaction, struct store_write **write)
{
	const struct postgres_change *change = postgres_change_of(*write);

	change->send(transaction->connection, *write);
	expect(transaction, EXPECT_CHANGE, write, 1);
	if (change->follow) {
		change->follow(transaction->connection, *write);
		expect(transaction, EXPECT_NOTHING, NULL, 0);
	}
	if ((*write)->kind == WRITE_FORGET_ONCE) {
		postgres_send_limit(transaction->connection, transaction->limits);
		expect_dropped(transaction, LIMIT_KEYS);
	}
	if ((*write)->doubtful && change->look) {
		change->look(transaction->connection, *write);
		expect(transaction, EXPECT_LOOK, write, 1);
	}
}

/* Sends the leading writes that fit into one statement; returns their number. */
static unsigned send_some(
	struct postgres_transaction *transaction, struct store_write **writes, unsigned count)
{
	unsigned together = transaction->singly ? 0 : postgres_appends_count(writes, count);

	if (together < 2) {
		send_write(transaction, writes);
		return 1;
	}
	postgres_appends_send(&transaction->appends, transaction->connection, writes, together);
	expect(transaction, EXPECT_APPENDS, writes, together);
	return together;
}

/* ---- the keys of owners and sessions between two removals ------------------------------------ */

enum { QUOTA_PARTS = 64 };

/* An owner is a digest already, a session's id is random. Never 0. */
static uint64_t hash_of(const void *who, size_t length)
{
	return fnv1a_add(fnv1a_start, who, length) | 1;
}

static bool quota_note(struct postgres_quota *quota, const void *who, size_t length, uint64_t bytes,
	uint64_t max_keys, uint64_t max_bytes)
{
	uint64_t hash = hash_of(who, length);
	size_t place = hash / 2 % QUOTA_PLACES;
	bool is_known = quota->places[place].who == hash;
	uint64_t keys = is_known ? quota->places[place].keys + 1 : 1;
	uint64_t all = is_known ? quota->places[place].bytes + bytes : bytes;
	bool is_due = !is_known || keys >= max_keys / QUOTA_PARTS || all >= max_bytes / QUOTA_PARTS;

	quota->places[place].who = hash;
	quota->places[place].keys = is_due ? 0 : keys;
	quota->places[place].bytes = is_due ? 0 : all;
	return is_due;
}

/* ---- idempotency keys ----------------------------------------------------------------------- */

/* Number of expired keys removed with each new one, so that never many more remain. */
enum { FORGOTTEN_WITH_EACH = 2 };

static int compare_onces(const void *one, const void *other)
{
	const struct store_write *a = *(struct store_write *const *)one;
	const struct store_write *b = *(struct store_write *const *)other;
	int order = memcmp(a->idempotency->key, b->idempotency->key, KEY_DIGEST_BYTES);

	return order ? order : (a->mark > b->mark) - (a->mark < b->mark);
}

static unsigned find_keyed(struct postgres_transaction *transaction)
{
	unsigned count = 0;

	for (unsigned i = 0; i < transaction->count; i++) {
		if (transaction->writes[i]->idempotency) {
			transaction->keyed[count++] = transaction->writes[i];
		}
	}
	return count;
}

/* Sent after the writes: keys of refused writes are already removed. */
static void send_limits(
	struct postgres_transaction *transaction, const struct journal_idempotency *idempotency)
{
	struct limits *limits = transaction->limits;
	uint64_t bytes = 256 + (idempotency->answer ? idempotency->length : 0);

	if (quota_note(&transaction->quota, idempotency->owner, OWNER_DIGEST_BYTES, bytes,
		    limits_value(limits, LIMIT_TOKEN_KEYS),
		    limits_value(limits, LIMIT_TOKEN_KEY_BYTES))) {
		postgres_send_owner_limit(transaction->connection, idempotency, limits);
		expect_dropped(transaction, LIMIT_TOKEN_KEYS);
	}
	if (idempotency->session[0] &&
		quota_note(&transaction->quota, idempotency->session, strlen(idempotency->session),
			bytes, limits_value(limits, LIMIT_SESSION_KEYS),
			limits_value(limits, LIMIT_SESSION_KEY_BYTES))) {
		postgres_send_session_limit(transaction->connection, idempotency, limits);
		expect_dropped(transaction, LIMIT_SESSION_KEYS);
	}
}

/* The response of a key is one of the writes itself. */
static void send_keys(struct postgres_transaction *transaction)
{
	struct store_write **keyed = transaction->keyed;
	unsigned count = find_keyed(transaction);

	if (count == 0) {
		return;
	}
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted. */
	qsort(keyed, count, sizeof keyed[0], compare_onces);
	for (unsigned i = 0; i < count; i++) {
		if (keyed[i]->kind == WRITE_SAVE_RESPONSE) {
			send_write(transaction, &keyed[i]);
		} else {
			postgres_send_key(transaction->connection, keyed[i]);
			expect(transaction, EXPECT_NOTHING, NULL, 0);
		}
	}
	postgres_send_purge(transaction->connection, keyed[0]->idempotency->at_ms - KEY_LIFETIME_MS,
		count * FORGOTTEN_WITH_EACH);
	expect(transaction, EXPECT_NOTHING, NULL, 0);
}

/* ---- all writes ----------------------------------------------------------------------------- */

static int compare_keys(const void *one, const void *other)
{
	const struct store_write *a = *(struct store_write *const *)one;
	const struct store_write *b = *(struct store_write *const *)other;
	int order = strcmp(postgres_change_key(a), postgres_change_key(b));

	/* Writes of one row stay in the order of the calls. */
	return order ? order : (a->mark > b->mark) - (a->mark < b->mark);
}

static void send_writes(struct postgres_transaction *transaction)
{
	struct store_write **sorted = transaction->sorted;
	unsigned count = transaction->count;

	memcpy(sorted, transaction->writes, sizeof transaction->sorted);
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted. */
	qsort(sorted, count, sizeof sorted[0], compare_keys);
	send_keys(transaction);
	for (unsigned i = 0; i < count;) {
		/* Already sent with the keys. */
		bool is_sent = sorted[i]->kind == WRITE_SAVE_RESPONSE;

		i += is_sent ? 1 : send_some(transaction, sorted + i, count - i);
	}
	for (unsigned i = 0; i < count; i++) {
		if (sorted[i]->idempotency) {
			send_limits(transaction, sorted[i]->idempotency);
		}
	}
}

/* ---- announcements: as many words in each as PostgreSQL takes -------------------------------- */

/*
 * A word for each write: a letter, the id, the version ("e<id>:<version>"); last
 * "n<part>:<number>", see parts.h. A write that turns out not to have taken place is announced,
 * too: its receiver finds nothing new.
 */
enum { ANNOUNCEMENT = 7600, WORD_SIZE = 64 }; /* PostgreSQL takes less than 8000 bytes */

static void send_announcement(struct postgres_connection *connection, const char *words)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, words);
	postgres_send(connection, CHANGE_ANNOUNCE, &values);
}

static size_t put_word(char *at, char letter, const char *id, uint64_t number)
{
	return (size_t)snprintf(
		at, WORD_SIZE, "%c%s:%llu ", letter, id, (unsigned long long)number);
}

/* Appends the word and a blank; nothing for a write that other processes need not know. */
static size_t put_write(char *at, const struct store_write *write)
{
	char letter = postgres_changes[write->kind].announced;
	uint64_t version = write->kind == WRITE_APPEND ? write->event.version : 0;

	return letter ? put_word(at, letter, postgres_change_key(write), version) : 0;
}

static bool needs_announcement(struct store_write *const writes[], unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (postgres_changes[writes[i]->kind].announced) {
			return true;
		}
	}
	return false;
}

/* Returns the number of statements. */
static unsigned announce_writes(struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count, const char *part, uint64_t number)
{
	char words[ANNOUNCEMENT];
	size_t length = 0;
	unsigned sent = 0;

	for (unsigned i = 0; i < count; i++) {
		if (length + WORD_SIZE + WORD_SIZE > sizeof words) {
			send_announcement(connection, words);
			sent++;
			length = 0;
		}
		length += put_write(words + length, writes[i]);
	}
	put_word(words + length, 'n', part, number);
	send_announcement(connection, words);
	return sent + 1;
}

/* ---- what others need to know --------------------------------------------------------------- */

void postgres_transaction_begin_part(struct postgres_transaction *transaction)
{
	uint64_t chance[2];

	uv_random(NULL, NULL, chance, sizeof chance, 0, NULL);
	snprintf(transaction->part, sizeof transaction->part, "%016" PRIx64 "%016" PRIx64,
		chance[0], chance[1]);
	transaction->number = 0;
}

static void count(struct postgres_transaction *transaction)
{
	struct postgres_values values = {.count = 0};

	put_text(&values, transaction->part);
	put_number(&values, (int64_t)++transaction->number);
	put_number(&values, postgres_schema_version());
	postgres_send(transaction->connection, CHANGE_COUNT, &values);
	expect(transaction, EXPECT_NOTHING, NULL, 0);
}

static void send_fence(struct postgres_transaction *transaction)
{
	struct postgres_values values = {.count = 0};

	put_number(&values, postgres_schema_version());
	postgres_send(transaction->connection, CHANGE_FENCE, &values);
	expect(transaction, EXPECT_NOTHING, NULL, 0);
}

static void announce(struct postgres_transaction *transaction)
{
	unsigned sent = announce_writes(transaction->connection, transaction->writes,
		transaction->count, transaction->part, transaction->number);

	for (; sent > 0; sent--) {
		expect(transaction, EXPECT_NOTHING, NULL, 0);
	}
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void send_end(struct postgres_transaction *transaction)
{
	bool is_news = needs_announcement(transaction->writes, transaction->count);

	if (is_news) {
		count(transaction);
	} else {
		send_fence(transaction);
	}
	if (transaction->count == 0 && transaction->is_check) {
		send_plain(transaction, CHANGE_ROLLBACK, EXPECT_ROLLBACK);
	} else {
		send_plain(transaction, CHANGE_COMMIT, EXPECT_COMMIT);
	}
	if (is_news) {
		announce(transaction);
	}
}

void postgres_transaction_finish(struct postgres_transaction *transaction)
{
	postgres_appends_finish(&transaction->appends);
}

void postgres_transaction_send(struct postgres_transaction *transaction)
{
	transaction->under_way = true;
	transaction->committed = transaction->rolling_back = false;
	transaction->failure[0] = '\0';
	transaction->expected_count = transaction->answered = 0;
	transaction->since_ns = clock_ticks_ns();
	send_plain(transaction, CHANGE_BEGIN, EXPECT_NOTHING);
	if (transaction->count == 0) {
		send_plain(transaction, CHANGE_CHECK_ADD, EXPECT_NOTHING);
		send_plain(transaction, CHANGE_CHECK_UPDATE, EXPECT_NOTHING);
		send_plain(transaction, CHANGE_CHECK_REMOVE, EXPECT_NOTHING);
		if (!transaction->is_check) {
			send_plain(transaction, CHANGE_PROBE, EXPECT_NOTHING);
		}
	}
	send_writes(transaction);
	send_end(transaction);
	postgres_sync(transaction->connection);
}

/* ---- answers -------------------------------------------------------------------------------- */

static void take_change(const PGresult *result, struct store_write *write)
{
	write->status = postgres_change_of(write)->take(result, write);
}

static void take_look(const PGresult *result, struct store_write *write)
{
	if (PQntuples(result) == 1 && PQgetvalue(result, 0, 0)[0] == '1') {
		write->status = MK_OK;
	}
}

/* A transaction that has failed before answers ROLLBACK, and no error. libpq forgot a const. */
static bool is_commit(const PGresult *result)
{
	return strcmp(PQcmdStatus((PGresult *)result), "COMMIT") == 0;
}

static void take_dropped(struct limits *limits, enum limit_id limit, const PGresult *result)
{
	unsigned long dropped = strtoul(PQcmdTuples((PGresult *)result), NULL, 10);

	for (; dropped > 0; dropped--) {
		limits_count(limits, limit);
	}
}

static void take_answer(struct postgres_transaction *transaction,
	const struct postgres_expected *expected, const PGresult *result)
{
	switch (expected->kind) {
	case EXPECT_NOTHING:
		return;
	case EXPECT_CHANGE:
		take_change(result, expected->writes[0]);
		return;
	case EXPECT_APPENDS:
		postgres_appends_take(result, expected->writes, expected->count);
		return;
	case EXPECT_LOOK:
		take_look(result, expected->writes[0]);
		return;
	case EXPECT_DROPPED:
		take_dropped(transaction->limits, (enum limit_id)expected->limit, result);
		return;
	case EXPECT_COMMIT:
		transaction->committed = is_commit(result);
		return;
	case EXPECT_ROLLBACK: /* not reached after a failure */
		transaction->committed = true;
		return;
	}
}

/* A failed commit may have reached the disk all the same. */
static void take_failure(struct postgres_transaction *transaction,
	const struct postgres_expected *expected, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (PQresultStatus(result) == PGRES_PIPELINE_ABORTED || transaction->failure[0]) {
		return;
	}
	snprintf(transaction->failure, sizeof transaction->failure, "%s", state ? state : "08000");
	if (strcmp(transaction->failure, POSTGRES_FENCED) == 0) {
		snprintf(transaction->why, sizeof transaction->why, "%s",
			"a newer makkerd has changed the schema of the database");
	} else {
		postgres_copy_reason(result, transaction->why, sizeof transaction->why);
	}
	if (expected->kind == EXPECT_COMMIT) {
		postgres_drop(transaction->connection);
	}
}

void postgres_transaction_take(struct postgres_transaction *transaction, const PGresult *result)
{
	const struct postgres_expected *expected;

	if (transaction->rolling_back) {
		return;
	}
	expected = &transaction->expected[transaction->answered++];
	if (postgres_worked(result)) {
		take_answer(transaction, expected, result);
	} else {
		take_failure(transaction, expected, result);
	}
}

bool postgres_transaction_ends(struct postgres_transaction *transaction)
{
	if (!transaction->committed && !transaction->rolling_back) {
		transaction->rolling_back = true;
		postgres_send(transaction->connection, CHANGE_ROLLBACK, NULL);
		postgres_sync(transaction->connection);
		return false;
	}
	transaction->under_way = false;
	return true;
}

/* ---- remedies ------------------------------------------------------------------------------- */

static const struct {
	const char *state;
	enum postgres_remedy remedy;
} remedies[] = {
	{"0A000", REMEDY_SINGLY}, /* an engine that distributes sessions, perhaps */
	{POSTGRES_FENCED, REMEDY_LATER},
	{"22", REMEDY_ALONE},        /* its data, */
	{"23", REMEDY_ALONE},        /* a constraint on it */
	{"54", REMEDY_ALONE},        /* or its size */
	{"40", REMEDY_AGAIN},        /* a deadlock with another program, ... */
	{"55P03", REMEDY_AGAIN},     /* a row is locked for long */
	{"25006", REMEDY_ELSEWHERE}, /* this server only reads */
	{"57P", REMEDY_ELSEWHERE},   /* it is shutting down, or starting */
	{"08", REMEDY_ELSEWHERE},
	{"53", REMEDY_LATER}, /* disk full, ... */
	{"58", REMEDY_LATER},
	{"42501", REMEDY_LATER}, /* a right was withdrawn */
	{"42P01", REMEDY_LATER}, /* a table is away, or */
	{"42703", REMEDY_LATER}, /* a column of it, or */
	{"3F000", REMEDY_LATER}, /* the schema */
	{"XX", REMEDY_LATER},
};

enum postgres_remedy postgres_remedy(const char *state)
{
	for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; i++) {
		if (strncmp(state, remedies[i].state, strlen(remedies[i].state)) == 0) {
			return remedies[i].remedy;
		}
	}
	return REMEDY_REFUSED;
}
