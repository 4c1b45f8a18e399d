/*
 * Writes to a PostgreSQL journal.
 *
 * A commit costs the same whatever it contains: one connection writes, and all writes that arrive
 * during a transaction share the next one.
 *
 * A failed transaction is repeated write by write, so that one bad write harms no other. If the
 * connection is lost during a commit, the outcome is unknown: its writes are sent again, each
 * followed by a verification of its id.
 */
#include "store/postgres/writer.h"

#include "base/clock.h"
#include "base/limits.h"
#include "store/postgres/change.h"
#include "store/postgres/transaction.h"
#include "store/store_base.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

/*
 * PROBE_MS, CHECK_MS: intervals of checks whether writing is possible, after a failure and while
 * idle; the latter at least five times within LIMIT_STORE_TIMEOUT. EXPIRY_MS: interval of checks
 * for writes that have waited for that long.
 */
enum { MAX_TRIES = 4, PROBE_MS = 1000, CHECK_MS = 2000, EXPIRY_MS = 100 };

/*
 * Number of consecutive refusals after which writing counts as impossible, even if checks succeed.
 */
enum { MAX_REFUSALS = 5 };

/*
 * Group commit: from CROWD writes in a transaction on, the next one waits up to GATHER_MS for more;
 * if that was useless, the next AT_ONCE transactions do not wait.
 */
enum { CROWD = 16, GATHER_MS = 2, AT_ONCE = 16 };

struct postgres_writer {
	struct postgres_writer_options options;
	struct postgres_connection *connection;
	struct store_task *first, **end; /* not sent yet */
	unsigned waiting;                /* number of waiting writes */
	unsigned alone;                  /* number of them that need own transactions */

	unsigned wanted;  /* minimum number to send before the end of `gather`; 0: it has ended */
	unsigned enough;  /* minimum number of waiting writes for which the wait was useful */
	unsigned at_once; /* number of transactions without waiting */

	struct postgres_transaction transaction;

	bool able;
	bool suspects; /* the next transaction is a check, although writes are waiting */
	/* Refused writes and checks. One that is made forgets them all; a check that passes
	 * while writing is not possible forgets one, so that writes are tried again. */
	unsigned refusals;
	int64_t next_mark;
	uv_idle_t turn;
	uv_timer_t gather;
	uv_timer_t probe;
	uv_timer_t expiry;
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
	writer->waiting++;
}

static struct store_write *pop(struct postgres_writer *writer)
{
	struct store_task *task = writer->first;

	writer->first = task->next;
	writer->waiting--;
	if (!writer->first) {
		writer->end = &writer->first;
	}
	return write_of(task);
}

/* The transaction's writes come first again, in their order. */
static void requeue_writes(struct postgres_writer *writer)
{
	for (unsigned i = writer->transaction.count; i-- > 0;) {
		struct store_task *task = &writer->transaction.writes[i]->task;

		task->next = writer->first;
		if (!writer->first) {
			writer->end = &task->next;
		}
		writer->first = task;
		writer->waiting++;
	}
	writer->transaction.count = 0;
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

/* Fails the writes that certainly had no effect; or all. */
static void fail_waiting(struct postgres_writer *writer, bool doubtful_too)
{
	struct store_task *task = writer->first;

	writer->first = NULL;
	writer->end = &writer->first;
	writer->waiting = writer->alone = 0;
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

static bool is_write_expired(const struct postgres_writer *writer, const struct store_write *write)
{
	return clock_ticks_ns() - write->task.since_ns > postgres_timeout_ns(writer->connection);
}

/*
 * A write that is in doubt fails like the others: whether it was applied is seen by its version and
 * its key. Those that are sent end with their connection, see postgres_is_silent().
 */
static void fail_expired_writes(struct postgres_writer *writer)
{
	struct store_task *task = writer->first;
	unsigned alone = writer->alone;

	writer->first = NULL;
	writer->end = &writer->first;
	writer->waiting = writer->alone = 0;
	for (unsigned i = 0; task; i++) {
		struct store_write *write = write_of(task);

		task = task->next;
		if (is_write_expired(writer, write)) {
			limits_count(*writer->options.limits, LIMIT_STORE_TIMEOUT);
			answer(writer, write, write->doubtful ? MK_BUSY : MK_IO);
		} else {
			push(writer, write);
			writer->alone += i < alone;
		}
	}
}

static void on_write_expiry(uv_timer_t *timer)
{
	fail_expired_writes(timer->data);
}

/* ---- group commit --------------------------------------------------------------------------- */

static bool gathers(const struct postgres_writer *writer)
{
	return writer->alone == 0 && writer->waiting < writer->wanted;
}

static void on_gathered(uv_timer_t *timer)
{
	struct postgres_writer *writer = timer->data;

	if (writer->waiting < writer->enough) {
		writer->at_once = AT_ONCE;
	}
	writer->wanted = 0;
	wake(writer);
}

/*
 * Group commit. Clients that were just answered are likely to write again at once, so the
 * transaction waits for them for at most half the time of a commit. On a busy processor they take
 * longer, and waiting does not help.
 */
static void gather(struct postgres_writer *writer, unsigned answered, int64_t commit_ns)
{
	int64_t patience_ms = commit_ns / 2 / 1000000;
	unsigned all = writer->waiting + answered;

	if (writer->at_once > 0) {
		writer->at_once--;
	} else if (answered >= CROWD && patience_ms > 0) {
		writer->wanted = all < TRANSACTION_MAX_WRITES ? all : TRANSACTION_MAX_WRITES;
		writer->enough = writer->waiting + answered / 2;
		uv_timer_start(&writer->gather, on_gathered,
			(uint64_t)(patience_ms < GATHER_MS ? patience_ms : GATHER_MS), 0);
	}
}

/* ---- sending -------------------------------------------------------------------------------- */

static void fill_batch(struct postgres_writer *writer)
{
	struct postgres_transaction *transaction = &writer->transaction;
	unsigned most = writer->alone > 0 ? 1 : TRANSACTION_MAX_WRITES;

	transaction->count = 0;
	while (writer->first && transaction->count < most) {
		transaction->writes[transaction->count++] = pop(writer);
	}
	writer->alone -= writer->alone > 0;
}

static void send_check(struct postgres_writer *writer)
{
	writer->suspects = false;
	writer->transaction.count = 0;
	writer->transaction.is_check = writer->able;
	postgres_transaction_send(&writer->transaction);
}

static void on_turn(uv_idle_t *turn)
{
	struct postgres_writer *writer = turn->data;

	uv_idle_stop(turn);
	if (postgres_is_open(writer->connection)) {
		if (!writer->transaction.under_way && writer->suspects) {
			send_check(writer);
		} else if (!writer->transaction.under_way && writer->first && !gathers(writer)) {
			fill_batch(writer);
			writer->transaction.limits = *writer->options.limits;
			postgres_transaction_send(&writer->transaction);
		}
	} else if (postgres_is_away(writer->connection)) {
		fail_waiting(writer, false);
	}
}

static void on_probe(uv_timer_t *timer)
{
	struct postgres_writer *writer = timer->data;

	if (postgres_is_open(writer->connection) && !writer->transaction.under_way &&
		writer->waiting == 0) {
		send_check(writer);
	}
}

static void start_checks(struct postgres_writer *writer)
{
	int64_t timeout_ms = postgres_timeout_ns(writer->connection) / 1000000;
	uint64_t check_ms = timeout_ms / 5 < CHECK_MS ? (uint64_t)timeout_ms / 5 : CHECK_MS;

	uv_timer_start(&writer->probe, on_probe, check_ms, check_ms);
}

/* ---- the end of a transaction --------------------------------------------------------------- */

/* A second verification knows more than that this attempt changed nothing. */
static void settle_doubt(struct store_write *write)
{
	bool removes = write->kind == WRITE_REMOVE || write->kind == WRITE_REMOVE_SIMULATION;

	if (write->doubtful && removes && write->status == MK_NOT_FOUND) {
		write->status = MK_OK;
	}
}

static void become_able(struct postgres_writer *writer)
{
	if (!writer->able) {
		writer->able = true;
		start_checks(writer);
		writer->options.came(writer->options.context);
	}
}

static void become_unable(struct postgres_writer *writer)
{
	writer->able = false;
	uv_timer_start(&writer->probe, on_probe, PROBE_MS, PROBE_MS);
	writer->options.went(writer->transaction.why, writer->options.context);
}

static void forget_refusals(struct postgres_writer *writer)
{
	if (writer->transaction.count > 0) {
		writer->refusals = 0;
	} else if (!writer->able && writer->refusals > 0) {
		writer->refusals--;
	}
}

static void succeed(struct postgres_writer *writer)
{
	struct store_write **writes = writer->transaction.writes;
	unsigned count = writer->transaction.count;

	forget_refusals(writer);
	if (writer->refusals < MAX_REFUSALS) {
		become_able(writer);
	}
	writer->transaction.count = 0;
	if (count > 0) {
		writes[0]->commit_ns = clock_ticks_ns() - writer->transaction.since_ns;
		gather(writer, count, writes[0]->commit_ns);
	}
	for (unsigned i = 0; i < count; i++) {
		settle_doubt(writes[i]);
		answer(writer, writes[i], writes[i]->status);
	}
}

static bool may_try_again(const struct postgres_writer *writer)
{
	for (unsigned i = 0; i < writer->transaction.count; i++) {
		const struct store_write *write = writer->transaction.writes[i];

		if (!write->doubtful && write->tries >= MAX_TRIES) {
			return false;
		}
	}
	return true;
}

static void fail_batch(struct postgres_writer *writer)
{
	unsigned count = writer->transaction.count;

	writer->transaction.count = 0;
	for (unsigned i = 0; i < count; i++) {
		answer(writer, writer->transaction.writes[i], MK_IO);
	}
}

static void send_again(struct postgres_writer *writer, unsigned alone)
{
	for (unsigned i = 0; i < writer->transaction.count; i++) {
		writer->transaction.writes[i]->tries++;
	}
	writer->alone = alone;
	requeue_writes(writer);
}

static void note_refusal(struct postgres_writer *writer)
{
	if (writer->refusals < 2 * MAX_REFUSALS) {
		writer->refusals++;
	}
	if (writer->refusals >= MAX_REFUSALS) {
		become_unable(writer);
	}
}

/* Without writes: what only came at a bad moment will be tried again anyway. */
static void fail_check(struct postgres_writer *writer, enum postgres_remedy remedy)
{
	if (remedy == REMEDY_AGAIN) {
		note_refusal(writer);
	} else {
		become_unable(writer);
	}
	if (remedy == REMEDY_ELSEWHERE) {
		postgres_drop(writer->connection);
	}
}

/* A write is given up. A check finds out whether it is only this one: a trigger may refuse all. */
static void suspect(struct postgres_writer *writer, enum postgres_remedy remedy)
{
	if (remedy != REMEDY_ALONE) {
		note_refusal(writer);
	}
	/* If writing has become impossible, the next probe checks it, not an immediate one. */
	writer->suspects = writer->able;
}

/* Recovers from a transaction that had no effect. */
static void recover(struct postgres_writer *writer)
{
	enum postgres_remedy remedy = postgres_remedy(writer->transaction.failure);

	if (writer->transaction.count == 0) {
		fail_check(writer, remedy);
	} else if (remedy == REMEDY_ELSEWHERE) {
		requeue_writes(writer);
		postgres_drop(writer->connection);
	} else if (remedy == REMEDY_LATER) {
		become_unable(writer);
		fail_batch(writer);
	} else if (remedy == REMEDY_SINGLY && !writer->transaction.singly) {
		writer->transaction.singly = true;
		send_again(writer, writer->alone);
	} else if (writer->transaction.count > 1) {
		send_again(
			writer, remedy == REMEDY_AGAIN ? writer->alone : writer->transaction.count);
	} else if (remedy == REMEDY_AGAIN && may_try_again(writer)) {
		send_again(writer, writer->alone + 1);
	} else {
		suspect(writer, remedy);
		fail_batch(writer);
	}
}

/* ---- the connection ------------------------------------------------------------------------- */

static void on_answered(const PGresult *result, void *context)
{
	struct postgres_writer *writer = context;

	postgres_transaction_take(&writer->transaction, result);
}

static void on_synced(void *context)
{
	struct postgres_writer *writer = context;

	if (!postgres_transaction_ends(&writer->transaction)) {
		return;
	}
	if (writer->transaction.committed) {
		succeed(writer);
	} else {
		recover(writer);
	}
	wake(writer);
}

static void on_opened(void *context)
{
	struct postgres_writer *writer = context;

	postgres_transaction_begin_part(&writer->transaction);
	writer->options.came(writer->options.context);
	wake(writer);
}

/* During a rollback nothing has taken effect; before it, the outcome is unknown. */
static void on_lost(const char *why, void *context)
{
	struct postgres_writer *writer = context;

	writer->options.went(why, writer->options.context);
	for (unsigned i = 0; writer->transaction.under_way && i < writer->transaction.count; i++) {
		writer->transaction.writes[i]->doubtful |= !writer->transaction.rolling_back;
	}
	writer->transaction.under_way = false;
	requeue_writes(writer);
	fail_expired_writes(writer);
	wake(writer);
}

void postgres_writer_add(struct postgres_writer *writer, struct store_write *write)
{
	write->task.since_ns = clock_ticks_ns();
	write->mark = writer->next_mark++;
	push(writer, write);
	wake(writer);
}

void postgres_writer_give_up(struct postgres_writer *writer)
{
	postgres_drop(writer->connection);
	requeue_writes(writer);
	writer->transaction.under_way = false;
	fail_waiting(writer, true);
}

bool postgres_writer_is_able(const struct postgres_writer *writer)
{
	return writer->able && postgres_is_open(writer->connection) &&
	       !postgres_is_silent(writer->connection);
}

const char *postgres_writer_obstacle(const struct postgres_writer *writer)
{
	return writer->able ? NULL : writer->transaction.why;
}

int postgres_writer_peer(const struct postgres_writer *writer)
{
	return postgres_is_open(writer->connection) ? postgres_peer(writer->connection) : 0;
}

/* ---- life ----------------------------------------------------------------------------------- */

struct postgres_writer *postgres_writer_create(const struct postgres_writer_options *options)
{
	struct postgres_writer *writer = store_realloc(NULL, sizeof *writer);

	*writer = (struct postgres_writer){.options = *options, .able = true};
	writer->end = &writer->first;
	/* Write ids of other daemons, and of earlier processes, differ. */
	uv_random(NULL, NULL, &writer->next_mark, sizeof writer->next_mark, 0, NULL);
	writer->next_mark &= INT64_MAX >> 1;
	uv_idle_init(options->loop, &writer->turn);
	uv_timer_init(options->loop, &writer->gather);
	uv_unref((uv_handle_t *)&writer->gather);
	uv_timer_init(options->loop, &writer->probe);
	uv_unref((uv_handle_t *)&writer->probe);
	uv_timer_init(options->loop, &writer->expiry);
	uv_unref((uv_handle_t *)&writer->expiry);
	uv_timer_start(&writer->expiry, on_write_expiry, EXPIRY_MS, EXPIRY_MS);
	writer->turn.data = writer->gather.data = writer;
	writer->probe.data = writer->expiry.data = writer;
	writer->connection = writer->transaction.connection =
		postgres_connection_create(&(struct postgres_user){
			.loop = options->loop,
			.hosts = options->hosts,
			.limits = options->limits,
			.letter = 'w',
			.sql = postgres_change_sql,
			.statements = CHANGE_STATEMENTS,
			.opened = on_opened,
			.answered = on_answered,
			.synced = on_synced,
			.lost = on_lost,
			.context = writer,
		});
	start_checks(writer);
	return writer;
}

static void on_handle_closed(uv_handle_t *handle)
{
	struct postgres_writer *writer = handle->data;

	if (--writer->open_handles == 0) {
		writer->closed(writer->closed_context);
		postgres_transaction_finish(&writer->transaction);
		free(writer);
	}
}

static void on_connection_closed(void *context)
{
	struct postgres_writer *writer = context;

	writer->open_handles = 4;
	uv_close((uv_handle_t *)&writer->expiry, on_handle_closed);
	uv_close((uv_handle_t *)&writer->gather, on_handle_closed);
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
