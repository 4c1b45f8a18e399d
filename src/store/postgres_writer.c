/*
 * Writing to a PostgreSQL journal.
 *
 * A commit costs as much whatever it contains, and announcing changes makes commits wait for each
 * other: so one connection writes, and all that came in while the last transaction was on its way
 * shares the next one. Within it the writes are sorted by their rows, so that daemons that write
 * the same sessions never wait for each other in a circle.
 *
 * A transaction that fails is tried again write by write, so that one bad write harms no other. One
 * that was on its way when the connection was lost may have taken place: its writes are sent again,
 * each followed by a look for our own mark.
 */
#include "store/postgres_writer.h"

#include "base/clock.h"
#include "store/opened.h"
#include "store/postgres_announce.h"
#include "store/postgres_change.h"
#include "store/postgres_remedy.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { MOST_WRITES = 256, MOST_TRIES = 4, PROBE_MS = 1000 };

/* What an answer is about. */
enum expected_kind { EXPECT_NOTHING, EXPECT_CHANGE, EXPECT_LOOK, EXPECT_COMMIT };
struct expected {
	enum expected_kind kind;
	struct store_write *write;
};

struct postgres_writer {
	struct postgres_writer_options options;
	struct postgres_connection *connection;
	struct store_task *first, **end; /* not sent yet */
	unsigned alone;                  /* so many of them go in transactions of their own */

	/* The transaction that is on its way. */
	struct store_write *batch[MOST_WRITES]; /* in the order of the calls; none: probing */
	unsigned count;
	struct expected expected[2 * MOST_WRITES + 16];
	unsigned expected_count, answered;
	bool under_way;
	bool committed;
	bool rolling_back;
	char failure[6]; /* SQLSTATE; "": none */
	int64_t since_ns;

	bool able;
	int64_t next_mark;
	uv_idle_t turn;
	uv_timer_t probe; /* while it is not able */
	unsigned open_handles;
	void (*closed)(void *context);
	void *closed_context;
};

static void on_turn(uv_idle_t *turn);

/* ---- the queue ------------------------------------------------------------------------------ */

static void push(struct postgres_writer *writer, struct store_write *write)
{
	write->task.next = NULL;
	*writer->end = &write->task;
	writer->end = &write->task.next;
}

static struct store_write *pop(struct postgres_writer *writer)
{
	struct store_task *task = writer->first;

	writer->first = task->next;
	if (!writer->first) {
		writer->end = &writer->first;
	}
	return write_of(task);
}

/* The transaction's writes come first again, in their order. */
static void take_back(struct postgres_writer *writer)
{
	for (unsigned i = writer->count; i-- > 0;) {
		struct store_task *task = &writer->batch[i]->task;

		task->next = writer->first;
		if (!writer->first) {
			writer->end = &task->next;
		}
		writer->first = task;
	}
	writer->count = 0;
}

static void wake(struct postgres_writer *writer)
{
	uv_idle_start(&writer->turn, on_turn);
}

static void answer(struct postgres_writer *writer, struct store_write *write, enum mk_status status)
{
	write->status = status;
	writer->options.answer(write, writer->options.context);
}

/* Those that have certainly not taken place; or all. */
static void fail_waiting(struct postgres_writer *writer, bool doubtful_too)
{
	struct store_task *task = writer->first;

	writer->first = NULL;
	writer->end = &writer->first;
	writer->alone = 0;
	while (task) {
		struct store_write *write = write_of(task);

		task = task->next;
		if (write->doubtful && !doubtful_too) {
			push(writer, write);
		} else {
			answer(writer, write, MK_IO);
		}
	}
}

/* ---- sending -------------------------------------------------------------------------------- */

static void expect(
	struct postgres_writer *writer, enum expected_kind kind, struct store_write *write)
{
	assert(writer->expected_count < sizeof writer->expected / sizeof writer->expected[0]);
	writer->expected[writer->expected_count++] = (struct expected){kind, write};
}

static void send_plain(struct postgres_writer *writer, enum postgres_change_statement statement,
	enum expected_kind kind)
{
	postgres_send(writer->connection, statement, NULL);
	expect(writer, kind, NULL);
}

static void send_write(struct postgres_writer *writer, struct store_write *write)
{
	const struct postgres_change *change = &postgres_changes[write->kind];

	change->send(writer->connection, write);
	expect(writer, EXPECT_CHANGE, write);
	if (write->doubtful && change->look) {
		change->look(writer->connection, write);
		expect(writer, EXPECT_LOOK, write);
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

static void send_writes(struct postgres_writer *writer)
{
	struct store_write *sorted[MOST_WRITES];

	memcpy(sorted, writer->batch, sizeof sorted);
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted. */
	qsort(sorted, writer->count, sizeof sorted[0], compare_keys);
	for (unsigned i = 0; i < writer->count; i++) {
		send_write(writer, sorted[i]);
	}
}

static void announce_all(struct postgres_writer *writer)
{
	unsigned sent = postgres_announce(writer->connection, writer->batch, writer->count);

	for (; sent > 0; sent--) {
		expect(writer, EXPECT_NOTHING, NULL);
	}
}

static void fill_batch(struct postgres_writer *writer)
{
	unsigned most = writer->alone > 0 ? 1 : MOST_WRITES;

	writer->count = 0;
	while (writer->first && writer->count < most) {
		writer->batch[writer->count++] = pop(writer);
	}
	writer->alone -= writer->alone > 0;
}

/* Without writes it tries whether writing is possible. */
static void send_batch(struct postgres_writer *writer)
{
	writer->under_way = true;
	writer->committed = writer->rolling_back = false;
	writer->failure[0] = '\0';
	writer->expected_count = writer->answered = 0;
	writer->since_ns = clock_ticks_ns();
	send_plain(writer, CHANGE_BEGIN, EXPECT_NOTHING);
	if (writer->count == 0) {
		send_plain(writer, CHANGE_PROBE, EXPECT_NOTHING);
	}
	send_writes(writer);
	announce_all(writer);
	send_plain(writer, CHANGE_COMMIT, EXPECT_COMMIT);
	postgres_sync(writer->connection);
}

static void on_turn(uv_idle_t *turn)
{
	struct postgres_writer *writer = turn->data;

	uv_idle_stop(turn);
	if (postgres_is_open(writer->connection)) {
		if (!writer->under_way && writer->first) {
			fill_batch(writer);
			send_batch(writer);
		}
	} else if (postgres_is_away(writer->connection)) {
		fail_waiting(writer, false);
	}
}

static void on_probe(uv_timer_t *timer)
{
	struct postgres_writer *writer = timer->data;

	if (postgres_is_open(writer->connection) && !writer->under_way && !writer->able) {
		writer->count = 0;
		send_batch(writer);
	}
}

/* ---- the end of a transaction --------------------------------------------------------------- */

/* Another look says more than that nothing was changed this time. */
static void settle_doubt(struct store_write *write)
{
	bool removes = write->kind == WRITE_REMOVE || write->kind == WRITE_REMOVE_SIMULATION;

	if (write->doubtful && removes && write->status == MK_NOT_FOUND) {
		write->status = MK_OK;
	}
}

static void succeed(struct postgres_writer *writer)
{
	unsigned count = writer->count;

	writer->able = true;
	uv_timer_stop(&writer->probe);
	writer->count = 0;
	if (count > 0) {
		writer->batch[0]->commit_ns = clock_ticks_ns() - writer->since_ns;
	}
	for (unsigned i = 0; i < count; i++) {
		settle_doubt(writer->batch[i]);
		answer(writer, writer->batch[i], writer->batch[i]->status);
	}
}

static bool may_try_again(const struct postgres_writer *writer)
{
	for (unsigned i = 0; i < writer->count; i++) {
		if (!writer->batch[i]->doubtful && writer->batch[i]->tries >= MOST_TRIES) {
			return false;
		}
	}
	return true;
}

static void fail_batch(struct postgres_writer *writer)
{
	unsigned count = writer->count;

	writer->count = 0;
	for (unsigned i = 0; i < count; i++) {
		answer(writer, writer->batch[i], MK_IO);
	}
}

static void become_unable(struct postgres_writer *writer)
{
	writer->able = false;
	uv_timer_start(&writer->probe, on_probe, PROBE_MS, PROBE_MS);
}

static void send_again(struct postgres_writer *writer, unsigned alone)
{
	for (unsigned i = 0; i < writer->count; i++) {
		writer->batch[i]->tries++;
	}
	writer->alone = alone;
	take_back(writer);
}

/* Nothing of it has taken place this time. */
static void recover(struct postgres_writer *writer)
{
	enum postgres_remedy remedy = postgres_remedy(writer->failure);

	writer->options.failed(writer->options.context);
	if (remedy == REMEDY_ELSEWHERE) {
		take_back(writer);
		postgres_drop(writer->connection);
	} else if (remedy == REMEDY_LATER) {
		become_unable(writer);
		fail_batch(writer);
	} else if (writer->count > 1) {
		send_again(writer, remedy == REMEDY_ALONE ? writer->count : writer->alone);
	} else if (remedy == REMEDY_AGAIN && may_try_again(writer)) {
		send_again(writer, writer->alone + 1);
	} else {
		fail_batch(writer);
	}
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

static void take_answer(
	struct postgres_writer *writer, const struct expected *expected, const PGresult *result)
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
		writer->committed = is_commit(result);
		return;
	}
}

/* A commit that failed may have taken place on the disk all the same. */
static void take_failure(
	struct postgres_writer *writer, const struct expected *expected, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (PQresultStatus(result) == PGRES_PIPELINE_ABORTED || writer->failure[0]) {
		return;
	}
	snprintf(writer->failure, sizeof writer->failure, "%s", state ? state : "08000");
	if (expected->kind == EXPECT_COMMIT) {
		postgres_drop(writer->connection);
	}
}

static void on_answered(const PGresult *result, void *context)
{
	struct postgres_writer *writer = context;
	const struct expected *expected;

	if (writer->rolling_back) {
		return;
	}
	expected = &writer->expected[writer->answered++];
	if (postgres_worked(result)) {
		take_answer(writer, expected, result);
	} else {
		take_failure(writer, expected, result);
	}
}

static void on_synced(void *context)
{
	struct postgres_writer *writer = context;

	if (!writer->committed && !writer->rolling_back) {
		writer->rolling_back = true;
		postgres_send(writer->connection, CHANGE_ROLLBACK, NULL);
		postgres_sync(writer->connection);
		return;
	}
	writer->under_way = false;
	if (writer->committed) {
		succeed(writer);
	} else {
		recover(writer);
	}
	wake(writer);
}

/* ---- the connection ------------------------------------------------------------------------- */

static void on_opened(void *context)
{
	struct postgres_writer *writer = context;

	writer->options.came(writer->options.context);
	wake(writer);
}

/* Once it is rolling back nothing has taken place; before, who knows. */
static void on_lost(const char *why, void *context)
{
	struct postgres_writer *writer = context;

	writer->options.went(why, writer->options.context);
	for (unsigned i = 0; writer->under_way && i < writer->count; i++) {
		writer->batch[i]->doubtful |= !writer->rolling_back;
	}
	writer->under_way = false;
	take_back(writer);
	wake(writer);
}

void postgres_writer_add(struct postgres_writer *writer, struct store_write *write)
{
	write->mark = writer->next_mark++;
	push(writer, write);
	wake(writer);
}

void postgres_writer_give_up(struct postgres_writer *writer)
{
	postgres_drop(writer->connection);
	take_back(writer);
	writer->under_way = false;
	fail_waiting(writer, true);
}

bool postgres_writer_is_able(const struct postgres_writer *writer)
{
	return writer->able && postgres_is_open(writer->connection) &&
	       !postgres_is_silent(writer->connection);
}

int postgres_writer_peer(const struct postgres_writer *writer)
{
	return postgres_is_open(writer->connection) ? postgres_peer(writer->connection) : 0;
}

/* ---- life ----------------------------------------------------------------------------------- */

struct postgres_writer *postgres_writer_create(const struct postgres_writer_options *options)
{
	struct postgres_writer *writer = store_room(NULL, sizeof *writer);

	*writer = (struct postgres_writer){.options = *options, .able = true};
	writer->end = &writer->first;
	/* Marks of other daemons, and of our earlier lives, are others. */
	uv_random(NULL, NULL, &writer->next_mark, sizeof writer->next_mark, 0, NULL);
	writer->next_mark &= INT64_MAX >> 1;
	uv_idle_init(options->loop, &writer->turn);
	uv_timer_init(options->loop, &writer->probe);
	uv_unref((uv_handle_t *)&writer->probe);
	writer->turn.data = writer->probe.data = writer;
	writer->connection = postgres_connection_create(&(struct postgres_user){
		.loop = options->loop,
		.hosts = options->hosts,
		.sql = postgres_change_sql,
		.statements = CHANGE_STATEMENTS,
		.opened = on_opened,
		.answered = on_answered,
		.synced = on_synced,
		.lost = on_lost,
		.context = writer,
	});
	return writer;
}

static void on_handle_closed(uv_handle_t *handle)
{
	struct postgres_writer *writer = handle->data;

	if (--writer->open_handles == 0) {
		writer->closed(writer->closed_context);
		free(writer);
	}
}

static void on_connection_closed(void *context)
{
	struct postgres_writer *writer = context;

	writer->open_handles = 2;
	uv_close((uv_handle_t *)&writer->turn, on_handle_closed);
	uv_close((uv_handle_t *)&writer->probe, on_handle_closed);
}

void postgres_writer_close(
	struct postgres_writer *writer, void (*closed)(void *context), void *context)
{
	writer->closed = closed;
	writer->closed_context = context;
	postgres_connection_close(writer->connection, on_connection_closed, writer);
}
