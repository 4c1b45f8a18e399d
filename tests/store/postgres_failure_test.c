/*
 * Errors of a server, and the reactions to them. A trigger gives the answers: the SQLSTATEs are
 * those of a full disk, a deadlock, a standby.
 */
#include "store/port.h"
#include "store/postgres.h"
#include "store/store.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct port port;

static void open_port(void)
{
	port_open(&port, "postgres");
	port_becomes_ready(&port);
	port_fill(&port, 1, 1);
}

static void close_port(void)
{
	port_close(&port);
}

TestSuite(postgres_failure, .init = open_port, .fini = close_port, .timeout = 600);

/* The next `times` events are answered with this SQLSTATE. (Sequences are not rolled back.) */
static void refuse_events(const char *state, unsigned times)
{
	char sql[700];

	snprintf(sql, sizeof sql,
		"CREATE SEQUENCE public.refused;"
		"CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
		" IF nextval('public.refused') <= %u THEN RAISE EXCEPTION 'as ordered'"
		" USING ERRCODE = '%s'; END IF; RETURN NEW; END $$;"
		"CREATE TRIGGER refuse BEFORE INSERT ON makker.event"
		" FOR EACH ROW WHEN (NEW.session NOT LIKE 'check %%') EXECUTE FUNCTION public.refuse()",
		times, state);
	postgres_run(port.url, sql);
}

static uint64_t events_kept(void)
{
	static struct found found;

	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_OK);
	return found.count;
}

/* ---- one answer ----------------------------------------------------------------------------- */

Test(postgres_failure, a_deadlock_is_tried_again)
{
	refuse_events("40P01", 2);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
}

Test(postgres_failure, a_write_that_always_deadlocks_is_rejected_and_the_next_is_not)
{
	refuse_events("40001", 5);
	cr_assert_eq(append(&port, 1, 2), MK_IO);
	cr_assert_eq(events_kept(), 1);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
}

Test(postgres_failure, where_a_server_turns_out_to_only_read_another_is_looked_for)
{
	refuse_events("25006", 1);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
}

Test(postgres_failure, of_writes_that_were_sent_together_those_that_can_be_made_are)
{
	struct journal_session rows[3] = {row(1, 2), row(2, 1), row(3, 1)};
	struct journal_event events[3] = {event(2), event(1), event(1)};
	struct reply replies[3] = {{0}};

	port_fill(&port, 2, 0);
	port_fill(&port, 3, 0);
	refuse_events("40001", 2);
	for (int i = 0; i < 3; i++) {
		port.journal->methods->append(
			port.journal, &rows[i], &events[i], NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(replies[i].status, MK_OK, "%d", i);
	}
}

/* ---- what may be carried out once ------------------------------------------------------------ */

static struct journal_idempotency wanted(int key)
{
	struct journal_idempotency idempotency = {
		.at_ms = 2 * (int64_t)KEY_LIFETIME_MS, .version = 2};

	memset(idempotency.key, key, sizeof idempotency.key);
	snprintf(idempotency.id, sizeof idempotency.id, "%s", row(1, 0).id);
	return idempotency;
}

static enum mk_status append_once(const struct journal_idempotency *idempotency, uint64_t version)
{
	struct journal_session session = row(1, version);
	struct journal_event its = event(version);
	struct reply reply = {0};

	port.journal->methods->append(
		port.journal, &session, &its, idempotency, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static void note_found(
	void *context, enum mk_status status, const struct journal_idempotency *idempotency)
{
	(void)idempotency;
	*(enum mk_status *)context = status;
}

static enum mk_status find(const struct journal_idempotency *idempotency)
{
	enum mk_status status = MK_FULL;

	port.journal->methods->find_idempotency(
		port.journal, idempotency->key, 0, note_found, &status);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	return status;
}

Test(postgres_failure, a_retried_write_is_applied_once)
{
	struct journal_idempotency idempotency = wanted(1);

	refuse_events("40P01", 2);
	cr_assert_eq(append_once(&idempotency, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
	cr_assert_eq(find(&idempotency), MK_OK);
	cr_assert_eq(append_once(&idempotency, 3), MK_OVER);
	cr_assert_eq(events_kept(), 2);
}

Test(postgres_failure, an_abandoned_write_leaves_its_key_free)
{
	struct journal_idempotency idempotency = wanted(1);

	refuse_events("40001", 5);
	cr_assert_eq(append_once(&idempotency, 2), MK_IO);
	cr_assert_eq(find(&idempotency), MK_NOT_FOUND);
	cr_assert_eq(append_once(&idempotency, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
	cr_assert_eq(find(&idempotency), MK_OK);
}

/* ---- a disk --------------------------------------------------------------------------------- */

Test(postgres_failure, a_full_disk_is_reported_at_once_and_writes_continue_when_there_is_space)
{
	refuse_events("53100", 1000000);
	cr_assert_eq(append(&port, 1, 2), MK_IO);
	cr_assert_not(port_is_ready(&port));
	cr_assert_eq(events_kept(), 1, "it can still be read");
	cr_assert_eq(append(&port, 1, 2), MK_IO);
	postgres_run(port.url, "DROP TRIGGER refuse ON makker.event");
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
}

/* ---- no server at all ----------------------------------------------------------------------- */

/* From the server's other database: SQL that has this one's name in the middle. */
static void ask_server(const char *begin, const char *end, char *answer, size_t capacity)
{
	char server[160], sql[256];
	const char *name = port.url + strlen("postgresql:///");
	int length = (int)strcspn(name, "?");

	snprintf(server, sizeof server, "postgresql:///postgres%s", name + length);
	snprintf(sql, sizeof sql, "%s%.*s%s", begin, length, name, end);
	postgres_ask(server, sql, answer, capacity);
}

#define ALL_OF_OURS " FROM pg_stat_activity WHERE datname = '"

/* Waits until these processes of the server have ended, and with them their connections. */
static void wait_for_ends(char *processes)
{
	for (char *rest = processes; *rest; rest += *rest == ' ') {
		pid_t process = (pid_t)strtol(rest, &rest, 10);

		while (kill(process, 0) == 0 || errno != ESRCH) {
			usleep(5000);
		}
	}
}

/*
 * It rejects new clients, and the connected ones are gone: all of them before anything else is
 * done. The server forgets a client a little before its connection ends; writes in between are in
 * doubt.
 */
static void lock_out(void)
{
	char answer[16], processes[512];

	ask_server("ALTER DATABASE ", " ALLOW_CONNECTIONS false", answer, sizeof answer);
	do {
		ask_server("SELECT string_agg(pid::text, ' ')" ALL_OF_OURS, "'", processes,
			sizeof processes);
		ask_server(
			"SELECT pg_terminate_backend(pid)" ALL_OF_OURS, "'", answer, sizeof answer);
		wait_for_ends(processes);
	} while (*processes);
}

static void let_in(void)
{
	char answer[16];

	ask_server("ALTER DATABASE ", " ALLOW_CONNECTIONS true", answer, sizeof answer);
}

static void on_tick(uv_timer_t *tick)
{
	(void)tick;
}

/* A write that is under way when the server goes is in doubt, and waits for its return: this is for
 * those that begin later. */
static void notice(void)
{
	uv_timer_t tick;

	uv_timer_init(&port.loop, &tick);
	uv_timer_start(&tick, on_tick, 10, 10);
	for (int i = 0; i < 6000 && port_is_ready(&port); i++) {
		uv_run(&port.loop, UV_RUN_ONCE);
	}
	uv_close((uv_handle_t *)&tick, NULL);
	uv_run(&port.loop, UV_RUN_NOWAIT);
	cr_assert_not(port_is_ready(&port));
}

Test(postgres_failure, without_a_server_every_call_is_refused_until_it_is_back)
{
	struct journal_idempotency idempotency = wanted(1);
	static struct found found;

	lock_out();
	notice();
	cr_assert_eq(append(&port, 1, 2), MK_IO);
	load(&port, 1, 0, 0, &found);
	cr_assert_eq(found.status, MK_IO);
	cr_assert_eq(
		find(&idempotency), MK_IO, "no client may think that it was never carried out");
	let_in();
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
	cr_assert_eq(events_kept(), 2);
}

Test(postgres_failure, writes_that_wait_for_a_server_are_answered_before_the_end)
{
	struct journal_session session = row(1, 2);
	struct journal_event last = event(2);
	struct reply reply = {0};

	lock_out();
	port.journal->methods->append(port.journal, &session, &last, NULL, note_reply, &reply);
	port_stop(&port);
	cr_assert(reply.answered);
	cr_assert_eq(reply.status, MK_IO);
	let_in();
	cr_assert(port_reopen(&port));
	cr_assert_eq(events_kept(), 1);
}

/* ---- what is logged ---------------------------------------------------------------- */

static char reported[4][200];
static unsigned reports;

static void note_report(const char *what, void *context)
{
	(void)context;
	snprintf(reported[reports++ % 4], sizeof reported[0], "%s", what);
}

Test(postgres_failure, the_reason_for_a_missing_server_is_reported_once)
{
	store_report(port.journal, note_report, NULL);
	lock_out();
	notice();
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(append(&port, 1, 2), MK_IO);
	}
	cr_assert_geq(reports, 1);
	cr_assert_leq(reports, 3, "the end of the connection, and that no client is let in");
	cr_assert(strstr(reported[(reports - 1) % 4], "not currently accepting connections"), "%s",
		reported[(reports - 1) % 4]);
	let_in();
	port_becomes_ready(&port);
}

/* ---- names ---------------------------------------------------------------------------------- */

Test(postgres_failure, a_host_is_looked_up_by_its_name)
{
	char url[320];
	const char *host = strstr(port.url, "host=") + strlen("host=");

	/* Nothing listens there: the next is tried. */
	port_stop(&port);
	snprintf(url, sizeof url, "%.*slocalhost,%s&port=1,5432", (int)(host - port.url), port.url,
		host);
	cr_assert(strlen(url) < sizeof port.url, "the port's URL has no room");
	strcpy(port.url, url);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

Test(postgres_failure, a_url_that_cannot_be_meant_is_refused)
{
	static const struct {
		const char *url, *what;
	} bad[] = {
		{"postgresql:///x?host=a,b,c&port=1,2", "3 PostgreSQL servers, but 2 times 'port'"},
		{"postgresql:///x?host=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,a,b,c,d,"
		 "e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z",
			"PostgreSQL servers are taken"},
	};
	struct mk_error error;
	char long_url[4096];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_null(store_open(bad[i].url, &port.loop, &error));
		cr_assert_str_eq(error.code, "invalid_store");
		cr_assert(strstr(error.detail, bad[i].what), "%s", error.detail);
	}
	memset(long_url, 'x', sizeof long_url);
	memcpy(long_url, "postgres://", strlen("postgres://"));
	long_url[sizeof long_url - 1] = '\0';
	cr_assert_null(store_open(long_url, &port.loop, &error));
	cr_assert_str_eq(error.code, "invalid_store");
}

/* ---- tables that cannot be used ------------------------------------------------------------- */

static bool has_reason(const char *words)
{
	const char *reason = port.journal->methods->obstacle(port.journal);

	return reason && strstr(reason, words);
}

static void assert_reason(const char *words)
{
	const char *reason = port.journal->methods->obstacle(port.journal);

	cr_assert_not_null(reason);
	cr_assert_not_null(strstr(reason, words), "%s", reason);
}

/* Without requests, and with a reconnect. */
static void assert_noticed(
	const char *damage, const char *words, const char *mend, uint64_t version)
{
	postgres_run(port.url, damage);
	port_becomes_unready(&port);
	assert_reason(words);
	postgres_run(port.url, mend);
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, version), MK_OK);
}

Test(postgres_failure, a_table_that_is_away_shows_in_readiness)
{
	assert_noticed("ALTER TABLE makker.event RENAME TO gone", "makker.event",
		"ALTER TABLE makker.gone RENAME TO event", 2);
}

Test(postgres_failure, a_change_that_no_table_takes_shows_at_once)
{
	postgres_run(port.url, "ALTER TABLE makker.event RENAME TO gone");
	cr_assert_eq(append(&port, 1, 2), MK_IO);
	cr_assert_not(port_is_ready(&port));
	postgres_run(port.url, "ALTER TABLE makker.gone RENAME TO event");
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

static void assert_refusal_noticed(const char *table, const char *change, uint64_t version)
{
	char damage[400], mend[100];

	snprintf(damage, sizeof damage,
		"CREATE OR REPLACE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS"
		" $$ BEGIN RAISE EXCEPTION 'no rows of %s'; END $$;"
		"CREATE TRIGGER refuse BEFORE %s ON makker.%s FOR EACH ROW"
		" EXECUTE FUNCTION public.refuse()",
		table, change, table);
	snprintf(mend, sizeof mend, "DROP TRIGGER refuse ON makker.%s", table);
	assert_noticed(damage, "no rows of", mend, version);
}

Test(postgres_failure, a_trigger_that_refuses_rows_shows_in_readiness)
{
	static const char *const refused[][2] = {
		{"session", "INSERT"},
		{"session", "DELETE"},
		{"event", "UPDATE"},
		{"review", "UPDATE"},
		{"simulation", "INSERT"},
		{"kind", "UPDATE"},
		{"part", "INSERT"},
		{"owned", "DELETE"},
		{"once", "DELETE"},
	};

	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		assert_refusal_noticed(refused[i][0], refused[i][1], 2 + i);
	}
}

Test(postgres_failure, checks_leave_nothing_behind)
{
	char rows[32];

	port_turn(&port, 3000);
	postgres_ask(port.url,
		"SELECT (SELECT count(*) FROM makker.session) + (SELECT count(*) FROM"
		" makker.event) + (SELECT count(*) FROM makker.once) + (SELECT count(*) FROM"
		" makker.simulation) + (SELECT count(*) FROM makker.owned) +"
		" (SELECT count(*) FROM makker.review)",
		rows, sizeof rows);
	cr_assert_str_eq(rows, "2", "%s", rows); /* a session with an event */
}

/* Its own rows, that of a check, are not. */
Test(postgres_failure, writes_that_are_refused_one_after_another_show_in_readiness)
{
	refuse_events("P0001", 1000);
	for (int i = 0; i < 5; i++) {
		cr_assert(port_is_ready(&port), "after %d", i);
		cr_assert_eq(append(&port, 1, 2), MK_IO);
	}
	cr_assert_not(port_is_ready(&port));
	assert_reason("as ordered");
	postgres_run(port.url, "DROP TRIGGER refuse ON makker.event");
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

Test(postgres_failure, writes_that_are_refused_for_their_data_do_not_show_in_readiness)
{
	refuse_events("22003", 8);
	for (int i = 0; i < 8; i++) {
		cr_assert_eq(append(&port, 1, 2), MK_IO);
	}
	cr_assert(port_is_ready(&port));
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

/* For the connections that begin from now on. */
static void only_read(const char *how)
{
	char sql[300];

	snprintf(sql, sizeof sql,
		"SET transaction_read_only = off;"
		"DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() ||"
		" ' SET default_transaction_read_only = %s'; END $$",
		how);
	postgres_run(port.url, sql);
	postgres_run(port.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			       " WHERE datname = current_database() AND pid <> pg_backend_pid()");
}

Test(postgres_failure, a_database_that_only_reads_shows_in_readiness)
{
	only_read("on");
	/* At first it is only that the connections were lost. */
	for (int i = 0; i < 10 && !has_reason("read-only"); i++) {
		port_becomes_unready(&port);
		port_turn(&port, 500);
	}
	assert_reason("read-only");
	only_read("off");
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

/* The journal is used by a role whose rights can be taken away. */
static void be_plain(char *admin, size_t size)
{
	char sql[400];
	char *user = strstr(port.url, "user=makker");
	char rest[sizeof port.url];

	port_stop(&port);
	snprintf(admin, size, "%s", port.url);
	snprintf(sql, sizeof sql,
		"CREATE ROLE plain_%d LOGIN; GRANT ALL ON SCHEMA makker TO plain_%d;"
		"GRANT ALL ON ALL TABLES IN SCHEMA makker TO plain_%d",
		(int)getpid(), (int)getpid(), (int)getpid());
	postgres_run(admin, sql);
	cr_assert_not_null(user);
	snprintf(rest, sizeof rest, "%s", user + strlen("user=makker"));
	snprintf(user, sizeof port.url - (size_t)(user - port.url), "user=plain_%d%s",
		(int)getpid(), rest);
	cr_assert(port_reopen(&port), "%s", port.error.detail);
	port_becomes_ready(&port);
}

static void assert_right_noticed(const char *right)
{
	char admin[sizeof port.url], sql[128];

	be_plain(admin, sizeof admin);
	snprintf(
		sql, sizeof sql, "REVOKE %s ON makker.session FROM plain_%d", right, (int)getpid());
	postgres_run(admin, sql);
	port_becomes_unready(&port);
	assert_reason("permission denied");
	snprintf(sql, sizeof sql, "GRANT %s ON makker.session TO plain_%d", right, (int)getpid());
	postgres_run(admin, sql);
	port_becomes_ready(&port);
	cr_assert_eq(append(&port, 1, 2), MK_OK);
}

Test(postgres_failure, a_right_to_write_that_was_withdrawn_shows_in_readiness)
{
	assert_right_noticed("UPDATE");
}

Test(postgres_failure, a_right_to_read_that_was_withdrawn_shows_in_readiness)
{
	assert_right_noticed("SELECT");
}
