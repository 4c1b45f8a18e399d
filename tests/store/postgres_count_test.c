/* Sessions in PostgreSQL, counted by all who write there: always as many as there are rows. */
#include "store/port.h"
#include "store/postgres.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct port port, other;

static void open_ports(void)
{
	port_open(&port, "postgres");
	port_becomes_ready(&port);
	memset(&other, 0, sizeof other);
	memcpy(other.url, port.url, sizeof other.url);
	cr_assert(port_reopen(&other));
	port_becomes_ready(&other);
}

static void close_ports(void)
{
	port_stop(&other);
	port_close(&port);
}

TestSuite(postgres_count, .init = open_ports, .fini = close_ports);

static int ask_number(const char *sql)
{
	char value[32];

	postgres_ask(port.url, sql, value, sizeof value);
	return atoi(value);
}

static unsigned count(const struct port *where)
{
	return (unsigned)where->journal->methods->count(where->journal);
}

/* The counts of each kind add up to the stored sessions. */
static void assert_true(void)
{
	cr_assert_eq(
		ask_number(
			"SELECT count(*) FROM"
			" (SELECT game, status, status IN ('won', 'lost', 'drawn')"
			"  AND followed > 0 AND 4 * followed >= 3 * advised AS advised,"
			"  count(*) AS sessions FROM makker.session GROUP BY 1, 2, 3) AS held"
			" FULL JOIN (SELECT game, status, advised, sum(sessions) AS sessions"
			"  FROM makker.kind GROUP BY 1, 2, 3 HAVING sum(sessions) <> 0) AS counted"
			" USING (game, status, advised, sessions)"
			" WHERE held.sessions IS NULL OR counted.sessions IS NULL"),
		0);
}

static enum mk_status end(struct port *where, int number, uint64_t version, const char *how)
{
	struct journal_session session = row(number, version);
	struct journal_event its = event(version);
	struct reply reply = {.answered = false};

	strcpy(session.status, how);
	session.advised = session.followed = 3;
	where->journal->methods->append(where->journal, &session, &its, NULL, note_reply, &reply);
	while (!reply.answered) {
		uv_run(&where->loop, UV_RUN_ONCE);
	}
	return reply.status;
}

Test(postgres_count, own_changes_are_counted_at_once)
{
	port_fill(&port, 1, 1);
	port_fill(&port, 2, 0);
	cr_assert_eq(count(&port), 2);
	cr_assert_eq(drop(&port, 1), MK_OK);
	cr_assert_eq(count(&port), 1);
	assert_true();
}

Test(postgres_count, changes_of_others_are_counted_a_moment_later)
{
	struct found found;

	port_fill(&port, 1, 1);
	port_fill(&other, 2, 1);
	port_fill(&other, 3, 1);
	cr_assert_eq(drop(&other, 1), MK_OK);
	for (int i = 0; i < 6000 && count(&port) != 2; i++) {
		load(&port, 2, 0, 1, &found); /* the loop turns only while something waits */
		usleep(10000);
	}
	cr_assert_eq(count(&port), 2);
	assert_true();
}

Test(postgres_count, a_new_connection_has_the_present_count)
{
	port_fill(&port, 1, 1);
	port_fill(&other, 2, 1);
	port_stop(&other);
	cr_assert(port_reopen(&other));
	cr_assert_eq(count(&other), 2);
}

Test(postgres_count, counts_of_two_writers_stay_correct_when_ends_are_undone)
{
	struct journal_session again = row(1, 0);

	port_fill(&port, 1, 1);
	port_fill(&other, 2, 1);
	cr_assert_eq(end(&other, 1, 2, "won"), MK_OK);
	cr_assert_eq(end(&port, 1, 2, "lost"), MK_CONFLICT);
	cr_assert_eq(end(&port, 1, 3, "playing"), MK_OK);
	cr_assert_eq(end(&port, 2, 2, "lost"), MK_OK);
	cr_assert_eq(create(&other, &again), MK_CONFLICT);
	cr_assert_eq(drop(&other, 2), MK_OK);
	cr_assert_eq(drop(&other, 2), MK_NOT_FOUND);
	assert_true();
}

Test(postgres_count, the_counts_of_connections_that_are_gone_are_put_together)
{
	port_fill(&port, 1, 1);
	port_fill(&other, 2, 1);
	port_stop(&other);
	port_stop(&port);
	/* The server's processes end a moment later. */
	for (int i = 0;
		i < 6000 &&
		ask_number("SELECT count(*) FROM makker.kind, pg_stat_activity WHERE part = pid");
		i++) {
		usleep(10000);
	}
	cr_assert(port_reopen(&port));
	cr_assert(port_reopen(&other));
	cr_assert_eq(ask_number("SELECT count(*) FROM makker.kind WHERE part <> 0"), 0);
	cr_assert_eq(count(&port), 2);
	assert_true();
}

/* All at once, of three tables each: one is won, one is lost, one is unfinished. */
Test(postgres_count, changes_of_one_transaction_are_counted_separately)
{
	static const char *const ends[] = {"won", "lost", "playing", "won", "waiting", "lost"};
	struct reply replies[6] = {{0}};

	for (int i = 0; i < 6; i++) {
		port_fill(&port, i + 1, 1);
	}
	for (int i = 0; i < 6; i++) {
		struct journal_session session = row(i + 1, 2);
		struct journal_event its = event(2);

		strcpy(session.status, ends[i]);
		session.advised = session.followed = (uint32_t)i;
		port.journal->methods->append(
			port.journal, &session, &its, NULL, note_reply, &replies[i]);
	}
	uv_run(&port.loop, UV_RUN_DEFAULT);
	for (int i = 0; i < 6; i++) {
		cr_assert_eq(replies[i].status, MK_OK, "%d", i);
	}
	assert_true();
	cr_assert_eq(ask_number("SELECT sum(sessions) FROM makker.kind WHERE status = 'won'"), 2);
	cr_assert_eq(ask_number("SELECT sum(sessions) FROM makker.kind WHERE advised"), 3);
}
