/*
 * A journal in PostgreSQL that any number of daemons share: the port's side.
 *
 * One connection writes, one reads, so that reads do not wait for commits, and one receives
 * notifications if there is a subscriber. Nothing here blocks; writer.c describes lost connections.
 */
#include "base/id.h"
#include "port/turn.h"
#include "store/postgres/coherence.h"
#include "store/postgres/hosts.h"
#include "store/postgres/listener.h"
#include "store/postgres/reader.h"
#include "store/postgres/schema.h"
#include "store/postgres/writer.h"
#include "store/store_base.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/*
 * How long the stop waits for an unreachable server to report the outcome of the last writes; and
 * how long after a failed read subscribers compare their sessions.
 */
enum { SHUTDOWN_MS = 5000, AGAIN_MS = 1000 };

/* Messages about the server for the log: the last REPORTS_KEPT are not repeated. */
enum { TROUBLE_SIZE = 256, REPORTS_KEPT = 8 };

struct postgres {
	struct store store; /* first: a journal is its store */
	struct postgres_hosts *hosts;
	struct postgres_writer *writer;
	struct postgres_reader *reader;
	struct postgres_listener *listener; /* NULL: no subscriber */
	struct postgres_coherence coherence;
	struct journal_subscriber *subscriber; /* NULL: none */
	struct postgres_count count;
	struct store_task *written, **written_end; /* completed writes, the oldest first */
	struct store_task *found, **found_end;     /* completed reads, the oldest first */
	bool is_answering;
	uv_idle_t turn; /* runs callbacks left by the previous turn */
	uv_timer_t again;
	uv_timer_t shutdown_timer; /* keeps the loop running while a call is pending */
	unsigned open;             /* connections and handles */
	bool closing;
	char process[SESSION_ID_SIZE];             /* id of this process, for its simulations */
	char trouble[TROUBLE_SIZE];                /* the last error; "": none */
	char reported[REPORTS_KEPT][TROUBLE_SIZE]; /* since then: the latest of `reports` */
	unsigned reports;
	void (*stopped)(void *context); /* NULL: not stopping */
	void *stopped_context;
};

static struct postgres *postgres_of(struct journal *journal)
{
	return (struct postgres *)(void *)journal;
}

/* ---- pending calls -------------------------------------------------------------------------- */

static void on_closed(void *context)
{
	struct postgres *postgres = context;

	if (--postgres->open == 0) {
		postgres->stopped(postgres->stopped_context);
	}
}

static void on_timer_closed(uv_handle_t *handle)
{
	on_closed(handle->data);
}

/* Called from the loop, since callbacks run within a connection's work. */
static void close_all(uv_timer_t *timer)
{
	struct postgres *postgres = timer->data;

	while (postgres_coherence_answer_next(&postgres->coherence)) {
	}
	postgres->open = postgres->listener ? 7 : 6;
	if (postgres->listener) {
		postgres_listener_close(postgres->listener, on_closed, postgres);
	}
	postgres_writer_close(postgres->writer, on_closed, postgres);
	postgres_reader_close(postgres->reader, on_closed, postgres);
	postgres->count.timer.data = postgres;
	uv_close((uv_handle_t *)&postgres->count.timer, on_timer_closed);
	uv_close((uv_handle_t *)&postgres->turn, on_timer_closed);
	uv_close((uv_handle_t *)&postgres->again, on_timer_closed);
	uv_close((uv_handle_t *)&postgres->shutdown_timer, on_timer_closed);
}

static void give_up(uv_timer_t *timer)
{
	struct postgres *postgres = timer->data;

	postgres_writer_give_up(postgres->writer);
}

static void begin_to_close(struct postgres *postgres)
{
	if (!postgres->closing) {
		postgres->closing = true;
		uv_timer_start(&postgres->shutdown_timer, close_all, 0, 0);
		uv_ref((uv_handle_t *)&postgres->shutdown_timer);
	}
}

static void never(uv_timer_t *timer)
{
	(void)timer;
}

/* Keeps the loop running while calls are pending. */
static void asked(struct postgres *postgres)
{
	if (postgres->store.figures.waiting++ == 0 && !postgres->closing) {
		uv_ref((uv_handle_t *)&postgres->shutdown_timer);
	}
}

static void answered(struct postgres *postgres)
{
	if (--postgres->store.figures.waiting > 0) {
		return;
	}
	uv_unref((uv_handle_t *)&postgres->shutdown_timer);
	if (postgres->stopped) {
		begin_to_close(postgres);
	}
}

/* ---- reports for the log ------------------------------------------------------------------- */

static void report(const struct postgres *postgres, const char *what)
{
	if (postgres->store.report && !postgres->stopped) {
		postgres->store.report(what, postgres->store.report_context);
	}
}

static bool was_reported(const struct postgres *postgres, const char *why)
{
	for (unsigned i = 0; i < postgres->reports && i < REPORTS_KEPT; i++) {
		if (strcmp(why, postgres->reported[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Each sentence once, however often it is tried again: several hosts fail in turn. */
static void on_went(const char *why, void *context)
{
	struct postgres *postgres = context;

	snprintf(postgres->trouble, sizeof postgres->trouble, "%s",
		why[0] ? why : "the connection took too long");
	if (!was_reported(postgres, postgres->trouble)) {
		memcpy(postgres->reported[postgres->reports++ % REPORTS_KEPT], postgres->trouble,
			sizeof postgres->trouble);
		report(postgres, postgres->trouble);
	}
}

static bool postgres_ready(const struct journal *journal)
{
	const struct postgres *postgres = (const struct postgres *)(const void *)journal;

	return !postgres->stopped && postgres_writer_is_able(postgres->writer) &&
	       postgres_reader_is_able(postgres->reader) &&
	       (!postgres->listener || postgres_listener_is_active(postgres->listener));
}

static const char *postgres_obstacle(const struct journal *journal)
{
	const struct postgres *postgres = (const struct postgres *)(const void *)journal;
	const char *why = postgres_writer_obstacle(postgres->writer);

	if (!why) {
		why = postgres_reader_obstacle(postgres->reader);
	}
	return why || !postgres->trouble[0] ? why : postgres->trouble;
}

static void on_came(void *context)
{
	struct postgres *postgres = context;

	if (postgres->trouble[0] && postgres_ready(&postgres->store.journal)) {
		postgres->trouble[0] = '\0';
		postgres->reports = 0;
		report(postgres, "the server is back");
	}
}

/* ---- callbacks -------------------------------------------------------------------------------
 *
 * Hundreds are due at the same time: after a transaction, a pause of the server, or a timeout.
 * Those beyond the turn's budget run in the next turn.
 */

static void queue_answer(struct store_task ***end, struct store_task *task)
{
	task->next = NULL;
	**end = task;
	*end = &task->next;
}

/* NULL: none is due. */
static struct store_task *take_answer(struct store_task **first, struct store_task ***end)
{
	struct store_task *task = *first;

	if (task) {
		*first = task->next;
		*end = task->next ? *end : first;
	}
	return task;
}

static void answer_write(struct postgres *postgres, struct store_write *write);
static void answer_read(struct postgres *postgres, struct store_read *read);

/* Runs one callback of each kind. False: none is due. */
static bool answer_some(struct postgres *postgres)
{
	bool confirmed = postgres_coherence_answer_next(&postgres->coherence);
	struct store_task *written = take_answer(&postgres->written, &postgres->written_end);
	struct store_task *found = take_answer(&postgres->found, &postgres->found_end);

	if (written) {
		answer_write(postgres, write_of(written));
	}
	if (found) {
		answer_read(postgres, read_of(found));
	}
	return confirmed || written || found;
}

static void on_turn(uv_idle_t *turn)
{
	struct postgres *postgres = turn->data;
	bool more = true, spent = false;

	postgres->is_answering = true;
	while (more && !spent) {
		more = answer_some(postgres);
		spent = turn_is_spent(turn->loop);
	}
	postgres->is_answering = false;
	if (!more) {
		uv_idle_stop(turn);
	}
}

/* Runs callbacks at once if none is waiting and the turn has time left. */
static void begin_to_answer(struct postgres *postgres)
{
	if (postgres->is_answering || uv_is_active((uv_handle_t *)&postgres->turn)) {
		return;
	}
	uv_idle_start(&postgres->turn, on_turn);
	if (!turn_is_spent(postgres->turn.loop)) {
		on_turn(&postgres->turn);
	}
}

static void complete_write(struct store_write *write, void *context)
{
	struct postgres *postgres = context;

	queue_answer(&postgres->written_end, &write->task);
	begin_to_answer(postgres);
}

static void complete_read(struct store_read *read, void *context)
{
	struct postgres *postgres = context;

	queue_answer(&postgres->found_end, &read->task);
	begin_to_answer(postgres);
}

/* ---- writing -------------------------------------------------------------------------------- */

static void answer_write(struct postgres *postgres, struct store_write *write)
{
	struct store_figures *figures = &postgres->store.figures;

	if (write->commit_ns > 0) {
		figures->commits++;
		histogram_add(&figures->commit_durations, write->commit_ns);
	}
	store_count_write(figures, write);
	postgres_count_note(&postgres->count, write);
	write_answer(write);
	answered(postgres);
}

static void queue_write(struct journal *journal, struct store_write *write)
{
	struct postgres *postgres = postgres_of(journal);

	asked(postgres);
	postgres_writer_add(postgres->writer, write);
}

static void postgres_create(struct journal *journal, const struct journal_session *session,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	queue_write(journal, write_create(session, idempotency,
				     ((struct store *)(void *)journal)->limits, done, context));
}

static void postgres_append(struct journal *journal, const struct journal_session *session,
	const struct journal_event *event, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	queue_write(journal, write_append(session, event, idempotency, done, context));
}

static void postgres_index_events(struct journal *journal, const char *id,
	const struct journal_event *events, size_t count, journal_done *done, void *context)
{
	queue_write(journal, write_index_events(id, events, count, done, context));
}

static void postgres_remove(struct journal *journal, const char *id, int64_t before_ms,
	journal_done *done, void *context)
{
	queue_write(journal, write_remove(id, before_ms, done, context));
}

static void postgres_save_review(struct journal *journal, const char *id, const char *review,
	journal_done *done, void *context)
{
	queue_write(journal, write_save_review(id, review, done, context));
}

/* Adds a write of a simulation, with the id of its process. */
static void add_owned(struct journal *journal, struct store_write *write)
{
	write->process = postgres_of(journal)->process;
	queue_write(journal, write);
}

static void postgres_save_simulation(struct journal *journal,
	const struct journal_simulation *simulation, const struct journal_idempotency *idempotency,
	journal_done *done, void *context)
{
	add_owned(journal, write_save_simulation(simulation, idempotency, done, context));
}

static void postgres_claim_simulation(struct journal *journal, const char *id, uint32_t lease_ms,
	journal_done *done, void *context)
{
	add_owned(journal, write_claim_simulation(id, lease_ms, done, context));
}

static void postgres_remove_simulation(
	struct journal *journal, const char *id, journal_done *done, void *context)
{
	queue_write(journal, write_remove_simulation(id, done, context));
}

static void postgres_save_response(struct journal *journal,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	queue_write(journal, write_save_response(idempotency, done, context));
}

static void postgres_forget_once(struct journal *journal, int64_t before_ms, unsigned limit,
	journal_done *done, void *context)
{
	queue_write(journal, write_forget_once(before_ms, limit, done, context));
}

/* ---- reading -------------------------------------------------------------------------------- */

static void report_gap(void *context)
{
	struct postgres *postgres = context;

	on_came(postgres);
	postgres_coherence_on_gap(&postgres->coherence);
	if (postgres->subscriber) {
		postgres->subscriber->on_gap(postgres->subscriber);
	}
}

static void on_again(uv_timer_t *timer)
{
	report_gap(timer->data);
}

/* A read of another process's write may have failed: it is repeated. */
static void answer_read(struct postgres *postgres, struct store_read *read)
{
	if (read->status == MK_IO && postgres->listener && !postgres->stopped) {
		uv_timer_start(&postgres->again, on_again, AGAIN_MS, 0);
	}
	read_answer(read);
	answered(postgres);
}

static void queue_read(struct journal *journal, struct store_read *read)
{
	struct postgres *postgres = postgres_of(journal);

	asked(postgres);
	postgres_reader_add(postgres->reader, read);
}

static void postgres_load(struct journal *journal, const char *id, uint64_t after, unsigned limit,
	journal_loaded *loaded, void *context)
{
	queue_read(journal, read_load(id, after, limit, loaded, context));
}

static void postgres_load_from_state(struct journal *journal, const char *id, uint64_t upto,
	unsigned limit, journal_loaded *loaded, void *context)
{
	queue_read(journal, read_load_from_state(id, upto, limit, loaded, context));
}

static void postgres_load_tops(
	struct journal *journal, const char *id, uint64_t upto, journal_tops *loaded, void *context)
{
	queue_read(journal, read_tops(id, upto, loaded, context));
}

static void postgres_list(struct journal *journal, const struct journal_page *page,
	journal_listed *listed, void *context)
{
	queue_read(journal, read_list(page, listed, context));
}

static void postgres_list_unused(struct journal *journal, int64_t before_ms, unsigned limit,
	journal_listed *listed, void *context)
{
	queue_read(journal, read_unused(before_ms, limit, listed, context));
}

static void postgres_tally(struct journal *journal, journal_tallied *tallied, void *context)
{
	queue_read(journal, read_tally(tallied, context));
}

static void postgres_load_review(
	struct journal *journal, const char *id, journal_review_loaded *loaded, void *context)
{
	queue_read(journal, read_review(id, loaded, context));
}

static void postgres_load_simulations(
	struct journal *journal, const char *id, journal_simulations *loaded, void *context)
{
	queue_read(journal, read_simulations(id, loaded, context));
}

static void postgres_find_once(struct journal *journal, const unsigned char key[KEY_DIGEST_BYTES],
	int64_t since_ms, journal_idempotency_found *found, void *context)
{
	queue_read(journal, read_once(key, since_ms, found, context));
}

/* Sends no query to an unreachable server. */
static void ask_count(struct postgres_count *count)
{
	struct postgres *postgres =
		(struct postgres *)(void *)((char *)count - offsetof(struct postgres, count));

	if (!postgres->stopped && postgres_reader_is_open(postgres->reader)) {
		queue_read(&postgres->store.journal, postgres_count_read(count));
	}
}

static uint64_t postgres_count(const struct journal *journal)
{
	return ((const struct postgres *)(const void *)journal)->count.sessions;
}

/* ---- others --------------------------------------------------------------------------------- */

static void on_announcement(int peer, char letter, const char *id, uint64_t version, void *context)
{
	struct postgres *postgres = context;

	if (peer == postgres_writer_peer(postgres->writer)) {
		return;
	}
	if (letter == 'e' || letter == 'r') {
		postgres_coherence_on_announcement(&postgres->coherence, id, version);
	} else if (letter == 's' && postgres->subscriber) {
		postgres->subscriber->on_simulation_changed(postgres->subscriber, id);
	}
}

/* Once there is something to listen for. */
static void start_listener(struct postgres *postgres)
{
	if (!postgres->listener) {
		postgres->listener = postgres_listener_create(&(struct postgres_listener_options){
			.loop = postgres->shutdown_timer.loop,
			.hosts = postgres->hosts,
			.limits = &postgres->store.limits,
			.on_announcement = on_announcement,
			.on_missed = report_gap,
			.on_started = report_gap,
			.on_stopped = on_went,
			.context = postgres,
		});
	}
}

static void postgres_confirm(struct journal *journal, const char *id, uint64_t version,
	int64_t at_ms, journal_done *done, void *context)
{
	postgres_coherence_confirm(
		&postgres_of(journal)->coherence, id, version, at_ms, done, context);
}

static void postgres_follow(struct journal *journal, struct journal_follower *follower)
{
	postgres_coherence_follow(&postgres_of(journal)->coherence, follower);
	start_listener(postgres_of(journal));
}

static void postgres_unfollow(struct journal *journal, struct journal_follower *follower)
{
	postgres_coherence_unfollow(&postgres_of(journal)->coherence, follower);
}

static void postgres_subscribe(struct journal *journal, struct journal_subscriber *subscriber)
{
	postgres_of(journal)->subscriber = subscriber;
	start_listener(postgres_of(journal));
}

/* ---- life ----------------------------------------------------------------------------------- */

static void postgres_stop(struct journal *journal, void (*done)(void *context), void *context)
{
	struct postgres *postgres = postgres_of(journal);

	postgres->stopped = done;
	postgres->stopped_context = context;
	if (postgres->store.figures.waiting == 0) {
		begin_to_close(postgres);
	} else {
		uv_timer_start(&postgres->shutdown_timer, give_up, SHUTDOWN_MS, 0);
	}
}

static void postgres_destroy(struct journal *journal)
{
	struct postgres *postgres = postgres_of(journal);

	postgres_hosts_destroy(postgres->hosts);
	free(postgres);
}

static const struct journal_methods methods = {
	.create = postgres_create,
	.append = postgres_append,
	.load = postgres_load,
	.load_from_state = postgres_load_from_state,
	.load_tops = postgres_load_tops,
	.index_events = postgres_index_events,
	.list = postgres_list,
	.list_unused = postgres_list_unused,
	.tally = postgres_tally,
	.remove = postgres_remove,
	.save_review = postgres_save_review,
	.load_review = postgres_load_review,
	.save_simulation = postgres_save_simulation,
	.load_simulations = postgres_load_simulations,
	.remove_simulation = postgres_remove_simulation,
	.claim_simulation = postgres_claim_simulation,
	.find_idempotency = postgres_find_once,
	.save_response = postgres_save_response,
	.purge_idempotency = postgres_forget_once,
	.confirm = postgres_confirm,
	.follow = postgres_follow,
	.unfollow = postgres_unfollow,
	.subscribe = postgres_subscribe,
	.count = postgres_count,
	.ready = postgres_ready,
	.obstacle = postgres_obstacle,
	.stop = postgres_stop,
	.destroy = postgres_destroy,
};

/* ---- opening -------------------------------------------------------------------------------- */

static void start(struct postgres *postgres, struct uv_loop_s *loop, uint64_t sessions)
{
	postgres_count_begin(&postgres->count, loop, sessions, ask_count);
	postgres->written_end = &postgres->written;
	postgres->found_end = &postgres->found;
	postgres->coherence.answering_end = &postgres->coherence.answering;
	uv_idle_init(loop, &postgres->turn);
	postgres->turn.data = postgres;
	uv_timer_init(loop, &postgres->again);
	postgres->again.data = postgres;
	uv_unref((uv_handle_t *)&postgres->again);
	uv_timer_init(loop, &postgres->shutdown_timer);
	postgres->shutdown_timer.data = postgres;
	uv_timer_start(&postgres->shutdown_timer, never, INT64_MAX, 0);
	uv_unref((uv_handle_t *)&postgres->shutdown_timer);
	postgres->writer = postgres_writer_create(&(struct postgres_writer_options){
		.loop = loop,
		.hosts = postgres->hosts,
		.limits = &postgres->store.limits,
		.answer = complete_write,
		.came = on_came,
		.went = on_went,
		.context = postgres,
	});
	postgres->reader = postgres_reader_create(&(struct postgres_reader_options){
		.loop = loop,
		.hosts = postgres->hosts,
		.limits = &postgres->store.limits,
		.answer = complete_read,
		.came = report_gap,
		.went = on_went,
		.context = postgres,
	});
}

static void random_bytes(void *bytes, size_t length)
{
	uv_random(NULL, NULL, bytes, length, 0, NULL);
}

struct journal *store_postgres_open(
	const char *rest, struct uv_loop_s *loop, struct mk_error *error)
{
	struct postgres_hosts *hosts = postgres_hosts_read(rest, error);
	struct postgres *postgres;
	struct mk_text name;
	uint64_t sessions;
	bool created;

	if (!hosts || !postgres_schema_update(hosts, &sessions, &created, error)) {
		postgres_hosts_destroy(hosts);
		return NULL;
	}
	postgres = store_realloc(NULL, sizeof *postgres);
	*postgres = (struct postgres){
		.store = {.journal.methods = &methods, .is_new = created}, .hosts = hosts};
	mk_text_fixed(&name, postgres->store.name, sizeof postgres->store.name);
	postgres_hosts_write(hosts, &name);
	postgres->coherence = (struct postgres_coherence){
		.load = postgres_load, .journal = &postgres->store.journal};
	id_write(postgres->process, random_bytes);
	start(postgres, loop, sessions);
	return &postgres->store.journal;
}

bool store_postgres_exists(const char *rest, struct mk_error *error)
{
	struct postgres_hosts *hosts = postgres_hosts_read(rest, error);
	bool exists = hosts && postgres_schema_exists(hosts, error);

	postgres_hosts_destroy(hosts);
	return exists;
}
