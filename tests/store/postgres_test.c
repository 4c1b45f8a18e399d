/* Features of the journal in PostgreSQL alone, and failures of a server. */
#include "base/clock.h"
#include "port/turn.h"
#include "store/port.h"
#include "store/postgres.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct port port;

static void open_port(void)
{
	port_open(&port, "postgres");
	port_becomes_ready(&port);
}

static void close_port(void)
{
	port_close(&port);
}

TestSuite(postgres, .init = open_port, .fini = close_port);

#define ALL_OF_OURS \
	"FROM pg_stat_activity WHERE datname = current_database()" \
	" AND application_name = 'makkerd' AND pid <> pg_backend_pid()"

static void cut_connections(void)
{
	postgres_run(port.url, "SELECT pg_terminate_backend(pid) " ALL_OF_OURS);
}

static int ask_number(const char *sql)
{
	char value[32];

	postgres_ask(port.url, sql, value, sizeof value);
	return atoi(value);
}

/* ---- the connection ------------------------------------------------------------------------- */

Test(postgres, everything_is_there_after_reopening)
{
	struct found found;

	port_fill(&port, 1, 12);
	port_stop(&port);
	cr_assert(port_reopen(&port));
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 12);
	cr_assert_str_eq(found.bodies[11], event(12).body);
}

Test(postgres, a_connection_that_is_cut_is_not_noticed)
{
	struct found found;

	port_fill(&port, 1, 2);
	cut_connections();
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 2);
	cr_assert_eq(append(&port, 1, 3), MK_OK);
	cut_connections();
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cr_assert_eq(append(&port, 1, 4), MK_CONFLICT);
}

/* In a child process that exits on its own: the row is locked, then our connections are cut. */
static void lock_and_cut(void)
{
	char command[512];

	snprintf(command, sizeof command,
		"psql -X -q '%s' -c \"BEGIN\" -c \"SELECT FROM makker.session FOR UPDATE\""
		" -c \"SELECT pg_sleep(0.7)\" -c \"SELECT pg_terminate_backend(pid) " ALL_OF_OURS
		"\" -c COMMIT >/dev/null & sleep 0.3",
		port.url);
	cr_assert_eq(system(command), 0);
}

Test(postgres, a_write_that_was_under_way_when_its_connection_was_cut_is_made_once)
{
	struct found found;

	port_fill(&port, 1, 1);
	lock_and_cut();
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.count, 2);
}

/* ---- what is written together --------------------------------------------------------------- */

Test(postgres, a_write_that_cannot_be_stored_harms_no_other)
{
	struct journal_session rows[3] = {row(1, 1), row(2, 1), row(3, 1)};
	struct journal_event events[3] = {event(1), event(1), event(1)};
	struct reply replies[3] = {{0}};

	events[1].body = "\xff is no UTF-8";
	for (int i = 0; i < 3; i++) {
		port_fill(&port, i + 1, 0);
	}
	for (int i = 0; i < 3; i++) {
		port.journal->methods->append(
			port.journal, &rows[i], &events[i], NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(replies[0].status, MK_OK);
	cr_assert_eq(replies[1].status, MK_IO);
	cr_assert_eq(replies[2].status, MK_OK);
	cr_assert(replies[0].turn < replies[1].turn && replies[1].turn < replies[2].turn);
	cr_assert_eq(ask_number("SELECT count(*) FROM makker.event"), 2);
}

/* Sessions 1 and 2 have one event each, 3 and 5 have none, there is no session 4. */
enum { WRITES = 7 };
struct together {
	struct journal_session rows[WRITES];
	struct journal_event events[WRITES];
	struct reply replies[WRITES];
};
static struct together together = {.replies = {{0}}};
static const struct {
	int session;
	uint64_t version;
	enum mk_status status;
} writes[WRITES] = {
	{2, 2, MK_OK},
	{4, 1, MK_NOT_FOUND},
	{1, 3, MK_CONFLICT},
	{2, 3, MK_OK},
	{3, 1, MK_OK},
	{2, 3, MK_CONFLICT},
	{5, 1, MK_OK},
};

static void append_together(void)
{
	port_fill(&port, 1, 1);
	port_fill(&port, 2, 1);
	port_fill(&port, 3, 0);
	port_fill(&port, 5, 0);
	for (int i = 0; i < WRITES; i++) {
		together.rows[i] = row(writes[i].session, writes[i].version);
		together.events[i] = event(writes[i].version);
		port.journal->methods->append(port.journal, &together.rows[i], &together.events[i],
			NULL, note_reply, &together.replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
}

static void assert_as_requested(void)
{
	struct found found;

	for (int i = 0; i < WRITES; i++) {
		cr_assert_eq(together.replies[i].status, writes[i].status, "%d", i);
	}
	cr_assert_eq(ask_number("SELECT count(*) FROM makker.event"), 6);
	load(&port, 2, 0, 0, &found);
	cr_assert_eq(found.rows[0].version, 3);
	cr_assert_eq(found.count, 3);
	cr_assert_str_eq(found.bodies[2], event(3).body);
	cr_assert_str_eq(found.rows[0].name, row(2, 3).name);
}

Test(postgres, of_changes_that_come_together_each_is_answered_for_itself)
{
	append_together();
	assert_as_requested();
}

/* Those of one session follow each other; the last statement has one of 2, and 3, 4 and 5. */
Test(postgres, changes_of_many_sessions_are_made_by_one_statement)
{
	postgres_run(port.url,
		"CREATE TABLE public.statement (sessions int);"
		"CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS"
		" $$ BEGIN INSERT INTO public.statement SELECT count(*) FROM changed;"
		" RETURN NULL; END $$;"
		"CREATE TRIGGER note AFTER INSERT ON makker.event REFERENCING NEW TABLE AS changed"
		" FOR EACH STATEMENT EXECUTE FUNCTION public.note()");
	append_together();
	cr_assert_eq(ask_number("SELECT max(sessions) FROM public.statement"), 2);
	assert_as_requested();
}

/* Some engines that distribute the tables change one session by a statement, or refuse it. */
Test(postgres, where_one_statement_cannot_change_many_sessions_each_has_its_own)
{
	postgres_run(port.url,
		"CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS"
		" $$ BEGIN IF (SELECT count(*) FROM changed) > 1 THEN"
		" RAISE EXCEPTION 'not here' USING ERRCODE = '0A000'; END IF; RETURN NULL; END $$;"
		"CREATE TRIGGER refuse AFTER UPDATE ON makker.session"
		" REFERENCING NEW TABLE AS changed"
		" FOR EACH STATEMENT EXECUTE FUNCTION public.refuse()");
	append_together();
	assert_as_requested();
}

/* After the commit of a batch the store waits for as many: they come once more, then only one. */
Test(postgres, a_single_write_after_a_batch_is_answered)
{
	enum { CROWD = 24 };
	struct reply replies[CROWD + 1] = {{0}};

	for (int i = 0; i < CROWD; i++) {
		struct journal_session session = row(i + 1, 0);

		port.journal->methods->create(
			port.journal, &session, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	for (uint64_t version = 1; version <= 3; version++) {
		memset(replies, 0, sizeof replies);
		for (int i = 0; i < CROWD; i++) {
			struct journal_session session = row(i + 1, version);
			struct journal_event its = event(version);

			port.journal->methods->append(
				port.journal, &session, &its, NULL, note_reply, &replies[i]);
		}
		uv_run(&port.loop, UV_RUN_DEFAULT);
		for (int i = 0; i < CROWD; i++) {
			cr_assert_eq(replies[i].status, MK_OK, "%d", i);
		}
	}
	cr_assert_eq(append(&port, 1, 4), MK_OK);
	cr_assert_eq(ask_number("SELECT count(*) FROM makker.event"), 3 * CROWD + 1);
}

Test(postgres, a_conflicting_row_is_reported_as_corrupt)
{
	port_fill(&port, 1, 1);
	postgres_run(port.url, "UPDATE makker.session SET version = 0");
	cr_assert_eq(append(&port, 1, 1), MK_IO, "the event is there already");
}

Test(postgres, commits_are_durable_whatever_the_server_thinks)
{
	cr_assert_eq(ask_number("SELECT count(*) FROM pg_settings"
				" WHERE name = 'synchronous_commit'"),
		1);
	port_stop(&port);
	postgres_run(port.url, "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() ||"
			       " ' SET synchronous_commit = off'; END $$");
	postgres_run(port.url, "CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS"
			       " $$ BEGIN NEW.rules := current_setting('synchronous_commit');"
			       " RETURN NEW; END $$;"
			       "CREATE TRIGGER note BEFORE INSERT ON makker.session"
			       " FOR EACH ROW EXECUTE FUNCTION public.note()");
	cr_assert(port_reopen(&port));
	port_fill(&port, 1, 0);
	cr_assert_eq(ask_number("SELECT count(*) FROM makker.session WHERE rules = 'on'"), 1);
}

/* ---- tables --------------------------------------------------------------------------------- */

Test(postgres, tables_of_a_newer_program_are_left_alone)
{
	port_stop(&port);
	postgres_run(port.url, "UPDATE makker.schema SET version = 99");
	cr_assert_not(port_reopen(&port));
	cr_assert_str_eq(port.error.code, "store_newer");
	cr_assert_eq(ask_number("SELECT version FROM makker.schema"), 99);
}

Test(postgres, a_database_without_a_journal_is_none)
{
	struct mk_error error;
	char url[160];

	postgres_database(url, sizeof url);
	cr_assert_not(store_exists(url, &error));
	cr_assert_str_eq(error.code, "no_store");
	cr_assert(store_exists(port.url, &error));
}

Test(postgres, an_unreachable_server_is_reported)
{
	struct mk_error error;
	uv_loop_t loop;

	uv_loop_init(&loop);
	cr_assert_null(store_open("postgres:///x?host=/nowhere", &loop, &error));
	cr_assert_str_eq(error.code, "store_unusable");
	cr_assert_null(store_open("postgres://h/x?nonsense=1", &loop, &error));
	cr_assert_str_eq(error.code, "invalid_store");
	cr_assert_null(store_open("postgres://a,b,c:1,2/x", &loop, &error));
	uv_loop_close(&loop);
}

Test(postgres, the_host_that_can_be_written_to_is_found)
{
	char url[320];
	const char *host = strstr(port.url, "host=") + strlen("host=");

	port_stop(&port);
	snprintf(url, sizeof url, "%.*s/nowhere,%s,/nowhere/either", (int)(host - port.url),
		port.url, host);
	cr_assert(strlen(url) < sizeof port.url, "the port's URL has no room");
	strcpy(port.url, url);
	cr_assert(port_reopen(&port));
	port_fill(&port, 1, 3);
}

/* ---- others --------------------------------------------------------------------------------- */

struct witness {
	struct journal_follower follower;
	struct journal_subscriber subscriber;
	unsigned changes, gaps;
};

static void note_newer(struct journal_follower *follower)
{
	((struct witness *)follower->context)->changes++;
}

static void ignore_simulation(struct journal_subscriber *subscriber, const char *id)
{
	(void)subscriber;
	(void)id;
}

static void note_gap(struct journal_subscriber *subscriber)
{
	((struct witness *)subscriber->context)->gaps++;
}

/* Follows session 1, which is at that version. */
static void follow(struct witness *witness, uint64_t version)
{
	witness->subscriber = (struct journal_subscriber){
		.on_simulation_changed = ignore_simulation, .on_gap = note_gap, .context = witness};
	witness->follower = (struct journal_follower){
		.version = version, .on_newer = note_newer, .context = witness};
	memcpy(witness->follower.id, row(1, 0).id, sizeof witness->follower.id);
	witness->follower.at_ms = row(1, version).updated_ms;
	port.journal->methods->subscribe(port.journal, &witness->subscriber);
	port.journal->methods->follow(port.journal, &witness->follower);
	port_becomes_ready(&port);
}

static enum mk_status confirmed(struct port *at, uint64_t version, int64_t at_ms)
{
	struct reply reply = {0};

	at->journal->methods->confirm(
		at->journal, row(1, 0).id, version, at_ms, note_reply, &reply);
	uv_run(&at->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static void wait_for_change(struct witness *witness, unsigned changes)
{
	struct found found;

	for (int i = 0; i < 1000 && witness->changes < changes; i++) {
		load(&port, 1, 0, 1, &found);
	}
	cr_assert_eq(witness->changes, changes);
}

Test(postgres, writes_of_others_are_reported_and_own_ones_are_not)
{
	struct witness witness = {.changes = 0};
	struct port other = {.journal = NULL};

	port_fill(&port, 1, 1);
	follow(&witness, 1);
	cr_assert_gt(witness.gaps, 0, "what was before may have been missed");
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	witness.follower.version = 2;
	witness.follower.at_ms = row(1, 2).updated_ms;
	memcpy(other.url, port.url, sizeof other.url);
	cr_assert(port_reopen(&other));
	witness.changes = 0;
	cr_assert_eq(append(&other, 1, 3), MK_OK);
	wait_for_change(&witness, 1);
	witness.follower.version = 3;
	cr_assert_eq(drop(&other, 1), MK_OK);
	wait_for_change(&witness, 2);
	port.journal->methods->unfollow(port.journal, &witness.follower);
	port_stop(&other);
}

Test(postgres, after_a_cut_connection_subscribed_sessions_are_compared)
{
	struct witness witness = {.changes = 0};
	unsigned before;

	port_fill(&port, 1, 2);
	follow(&witness, 2);
	cr_assert_eq(witness.changes, 0, "it is the newest");
	witness.follower.version = 1;
	before = witness.gaps;
	cut_connections();
	port_fill(&port, 2, 1);
	port_becomes_ready(&port);
	cr_assert_gt(witness.gaps, before);
	for (int i = 0; i < 1000 && witness.changes == 0; i++) {
		port_turn(&port, 10);
	}
	cr_assert_gt(witness.changes, 0);
	port.journal->methods->unfollow(port.journal, &witness.follower);
}

Test(postgres, a_version_is_confirmed_only_while_it_is_the_newest)
{
	struct port other = {.journal = NULL};

	port_fill(&port, 1, 1);
	memcpy(other.url, port.url, sizeof other.url);
	cr_assert(port_reopen(&other));
	cr_assert_eq(confirmed(&port, 1, row(1, 1).updated_ms), MK_OK);
	cr_assert_eq(confirmed(&port, 1, row(1, 1).updated_ms + 1), MK_CONFLICT);
	cr_assert_eq(append(&other, 1, 2), MK_OK);
	cr_assert_eq(confirmed(&port, 1, row(1, 1).updated_ms), MK_CONFLICT);
	cr_assert_eq(confirmed(&port, 2, row(1, 2).updated_ms), MK_OK);
	cr_assert_eq(drop(&other, 1), MK_OK);
	cr_assert_eq(confirmed(&port, 2, row(1, 2).updated_ms), MK_NOT_FOUND);
	port_stop(&other);
}

Test(postgres, many_confirmations_at_once_are_all_answered)
{
	enum { MANY = 100 };
	struct reply replies[MANY] = {{0}};

	port_fill(&port, 1, 1);
	for (int i = 0; i < MANY; i++) {
		port.journal->methods->confirm(port.journal, row(1, 0).id, 1 + (uint64_t)(i % 2),
			row(1, 1).updated_ms, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	for (int i = 0; i < MANY; i++) {
		cr_assert(replies[i].answered);
		cr_assert_eq(replies[i].status, i % 2 ? MK_CONFLICT : MK_OK);
	}
}

Test(postgres, indexing_is_not_announced)
{
	const struct journal_event its = {.version = 1, .top = 1, .state = "state"};
	struct witness witness = {.changes = 0};
	struct port other = port;

	cr_assert(port_reopen(&other), "%s", other.error.detail);
	port_fill(&other, 1, 1);
	follow(&witness, 1);
	witness.changes = 0;
	cr_assert_eq(index_events(&other, 1, &its, 1), MK_OK);
	port_turn(&port, 100);
	cr_assert_eq(witness.changes, 0);
	cr_assert_eq(append(&other, 1, 2), MK_OK);
	wait_for_change(&witness, 1);
	port.journal->methods->unfollow(port.journal, &witness.follower);
	port_stop(&other);
}

/* The events in one table, as up to version 4. */
#define EVENTS_IN_ONE_TABLE \
	"CREATE TABLE makker.one (LIKE makker.event INCLUDING DEFAULTS);" \
	"INSERT INTO makker.one SELECT * FROM makker.event; DROP TABLE makker.event;" \
	"ALTER TABLE makker.one RENAME TO event;" \
	"ALTER TABLE makker.event ADD PRIMARY KEY (session, version);"

Test(postgres, a_database_of_the_first_version_can_be_used)
{
	struct found found;

	for (int session = 1; session <= 20; session++) {
		port_fill(&port, session, 2);
	}
	port_stop(&port);
	postgres_run(port.url, EVENTS_IN_ONE_TABLE "ALTER TABLE makker.session DROP deal;"
						   " DROP TABLE makker.review;"
						   " UPDATE makker.schema SET version = 1");
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	cr_assert_eq(ask_number("SELECT count(*) FROM pg_inherits"
				" WHERE inhparent = 'makker.event'::regclass"),
		8);
	for (int session = 1; session <= 20; session++) {
		load_from_state(&port, session, UINT64_MAX, 0, &found);
		cr_assert_eq(found.count, 2);
		cr_assert_str_eq(found.bodies[1], event(2).body);
		cr_assert_eq(append(&port, session, 3), MK_OK);
	}
	cr_assert_eq(ask_number("SELECT count(*) FROM pg_class WHERE relname = 'event_state'"), 1);
}

/* ---- batches -------------------------------------------------------------------------------- */

enum {
	CROWD = 40,
	/* Each takes TURN_ENTRY_NS; one of each kind before the turn is checked. */
	MAX_A_TURN = 3 + TURN_QUEUES_NS / TURN_ENTRY_NS,
};

static unsigned crowd_answered;

static void take_time(void)
{
	int64_t until_ns = clock_ticks_ns() + TURN_ENTRY_NS;

	crowd_answered++;
	while (clock_ticks_ns() < until_ns) {
	}
}

static void take_time_done(void *context, enum mk_status status)
{
	cr_assert_eq(status, *(const enum mk_status *)context);
	take_time();
}

static void take_time_loaded(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count)
{
	(void)context;
	(void)session;
	(void)events;
	(void)count;
	cr_assert_eq(status, MK_OK);
	take_time();
}

static void assert_answered_in_turns(void)
{
	int64_t end_ns = clock_ticks_ns() + 60 * INT64_C(1000000000);

	for (unsigned before = 0; crowd_answered < CROWD; before = crowd_answered) {
		uv_run(&port.loop, UV_RUN_NOWAIT);
		cr_assert_leq(crowd_answered - before, MAX_A_TURN);
		cr_assert_lt(clock_ticks_ns(), end_ns);
	}
}

Test(postgres, the_writes_of_a_transaction_are_answered_in_several_turns_of_the_loop)
{
	static const enum mk_status wanted = MK_OK;
	struct journal_session sessions[CROWD];

	for (int i = 0; i < CROWD; i++) {
		sessions[i] = row(100 + i, 0);
		port.journal->methods->create(port.journal, &sessions[i], NULL, take_time_done,
			(void *)(uintptr_t)&wanted);
	}
	assert_answered_in_turns();
}

Test(postgres, so_are_reads)
{
	const struct journal_session session = row(100, 0);

	cr_assert_eq(create(&port, &session), MK_OK);
	for (int i = 0; i < CROWD; i++) {
		port.journal->methods->load(port.journal, session.id, 0, 1, take_time_loaded, NULL);
	}
	assert_answered_in_turns();
}

Test(postgres, so_are_the_confirmations_of_one_version)
{
	static const enum mk_status wanted = MK_OK;
	const struct journal_session session = row(100, 0);

	cr_assert_eq(create(&port, &session), MK_OK);
	for (int i = 0; i < CROWD; i++) {
		port.journal->methods->confirm(port.journal, session.id, session.version,
			session.updated_ms, take_time_done, (void *)(uintptr_t)&wanted);
	}
	assert_answered_in_turns();
}

Test(postgres, of_two_that_follow_a_session_the_one_that_stays_is_notified)
{
	struct witness leaves = {.changes = 0}, stays = {.changes = 0};
	struct port other = {.journal = NULL};

	port_fill(&port, 1, 1);
	follow(&leaves, 1);
	follow(&stays, 1);
	port.journal->methods->unfollow(port.journal, &leaves.follower);
	memcpy(other.url, port.url, sizeof other.url);
	cr_assert(port_reopen(&other));
	stays.changes = 0;
	cr_assert_eq(append(&other, 1, 2), MK_OK);
	wait_for_change(&stays, 1);
	cr_assert_eq(leaves.changes, 0);
	port.journal->methods->unfollow(port.journal, &stays.follower);
	port_stop(&other);
}
