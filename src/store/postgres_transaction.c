/*
 * Transactions.
 *
 * The writes are sorted by their rows, so that daemons that write the same sessions never wait for
 * each other in a circle.
 */
#include "store/postgres_transaction.h"

#include "base/clock.h"
#include "store/postgres_announce.h"
#include "store/postgres_change.h"

#include <stdlib.h>
#include <string.h>

/* ---- sending -------------------------------------------------------------------------------- */

static void expect(struct postgres_transaction *transaction, enum postgres_expectation kind,
	struct store_write *write)
{
	assert(transaction->expected_count <
		sizeof transaction->expected / sizeof transaction->expected[0]);
	transaction->expected[transaction->expected_count++] =
		(struct postgres_expected){kind, write};
}

static void send_plain(struct postgres_transaction *transaction,
	enum postgres_change_statement statement, enum postgres_expectation kind)
{
	postgres_send(transaction->connection, statement, NULL);
	expect(transaction, kind, NULL);
}

static void send_write(struct postgres_transaction *transaction, struct store_write *write)
{
	const struct postgres_change *change = &postgres_changes[write->kind];

	change->send(transaction->connection, write);
	expect(transaction, EXPECT_CHANGE, write);
	if (write->doubtful && change->look) {
		change->look(transaction->connection, write);
		expect(transaction, EXPECT_LOOK, write);
	}
}

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
	struct store_write *sorted[TRANSACTION_MOST_WRITES];

	memcpy(sorted, transaction->writes, sizeof sorted);
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted. */
	qsort(sorted, transaction->count, sizeof sorted[0], compare_keys);
	for (unsigned i = 0; i < transaction->count; i++) {
		send_write(transaction, sorted[i]);
	}
}

static void announce_all(struct postgres_transaction *transaction)
{
	unsigned sent =
		postgres_announce(transaction->connection, transaction->writes, transaction->count);

	for (; sent > 0; sent--) {
		expect(transaction, EXPECT_NOTHING, NULL);
	}
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
		send_plain(transaction, CHANGE_PROBE, EXPECT_NOTHING);
	}
	send_writes(transaction);
	announce_all(transaction);
	send_plain(transaction, CHANGE_COMMIT, EXPECT_COMMIT);
	postgres_sync(transaction->connection);
}

/* ---- answers -------------------------------------------------------------------------------- */

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

static void take_answer(struct postgres_transaction *transaction,
	const struct postgres_expected *expected, const PGresult *result)
{
	switch (expected->kind) {
	case EXPECT_NOTHING:
		return;
	case EXPECT_CHANGE:
		expected->write->status =
			postgres_changes[expected->write->kind].take(result, expected->write);
		return;
	case EXPECT_LOOK:
		take_look(result, expected->write);
		return;
	case EXPECT_COMMIT:
		transaction->committed = is_commit(result);
		return;
	}
}

/* A commit that failed may have taken place on the disk all the same. */
static void take_failure(struct postgres_transaction *transaction,
	const struct postgres_expected *expected, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (PQresultStatus(result) == PGRES_PIPELINE_ABORTED || transaction->failure[0]) {
		return;
	}
	snprintf(transaction->failure, sizeof transaction->failure, "%s", state ? state : "08000");
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
