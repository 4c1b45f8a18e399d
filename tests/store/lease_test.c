/* Simulations that several processes could play, as PostgreSQL keeps them: each has one owner. */
#include "store/port.h"
#include "store/postgres.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { LEASE = 10000 };

static struct port port, other;

static struct journal_simulation run_of(const char *status, const char *statistics)
{
	struct journal_simulation run = {.id = "00000000000000000000000000000001",
		.spec = "{}",
		.statistics = statistics,
		.lease_ms = LEASE};

	snprintf(run.status, sizeof run.status, "%s", status);
	return run;
}

static enum mk_status save_row(struct port *at, const struct journal_simulation *run)
{
	struct reply reply = {0};

	at->journal->methods->save_simulation(at->journal, run, NULL, note_reply, &reply);
	uv_run(&at->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static enum mk_status save(struct port *at, const char *status, const char *statistics)
{
	struct journal_simulation run = run_of(status, statistics);

	return save_row(at, &run);
}

static enum mk_status claim(struct port *at)
{
	struct journal_simulation run = run_of("running", "");
	struct reply reply = {0};

	at->journal->methods->claim_simulation(at->journal, run.id, LEASE, note_reply, &reply);
	uv_run(&at->loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

static struct loaded {
	size_t count;
	char status[12], statistics[64];
	uint32_t lease_ms;
} loaded;

static void note_loaded(
	void *context, enum mk_status status, const struct journal_simulation *rows, size_t count)
{
	(void)context;
	cr_assert_eq(status, MK_OK);
	loaded = (struct loaded){.count = count};
	if (count > 0) {
		snprintf(loaded.status, sizeof loaded.status, "%s", rows[0].status);
		snprintf(loaded.statistics, sizeof loaded.statistics, "%s", rows[0].statistics);
		loaded.lease_ms = rows[0].lease_ms;
	}
}

static struct loaded row_at(struct port *at)
{
	struct journal_simulation run = run_of("running", "");

	at->journal->methods->load_simulations(at->journal, run.id, note_loaded, NULL);
	uv_run(&at->loop, UV_RUN_DEFAULT);
	return loaded;
}

static void let_the_lease_end(void)
{
	postgres_run(port.url, "UPDATE makker.simulation SET lease_end = now() - interval '1 s'");
}

/* The first process has begun a run. */
static void open_ports(void)
{
	struct journal_simulation run = run_of("running", "none");

	port_open(&port, "postgres");
	memcpy(other.url, port.url, sizeof other.url);
	cr_assert(port_reopen(&other), "%s", other.error.detail);
	run.is_new = true;
	cr_assert_eq(save_row(&port, &run), MK_OK);
}

static void close_ports(void)
{
	port_stop(&other);
	port_close(&port);
}

TestSuite(lease, .init = open_ports, .fini = close_ports);

Test(lease, a_run_belongs_to_the_process_that_has_begun_it)
{
	cr_assert_eq(claim(&other), MK_CONFLICT);
	cr_assert_eq(save(&other, "running", "of another"), MK_CONFLICT);
	cr_assert_eq(save(&port, "running", "four games"), MK_OK);
	cr_assert_str_eq(row_at(&other).statistics, "four games");
}

Test(lease, a_row_says_how_long_the_lease_lasts)
{
	uint32_t left = row_at(&other).lease_ms;

	cr_assert(left > 0 && left <= LEASE, "%u", left);
	let_the_lease_end();
	cr_assert_eq(row_at(&other).lease_ms, 0);
}

Test(lease, after_its_end_another_process_takes_the_run_over)
{
	let_the_lease_end();
	cr_assert_eq(claim(&other), MK_OK);
	cr_assert_eq(save(&port, "running", "too late"), MK_CONFLICT);
	cr_assert_eq(claim(&port), MK_CONFLICT);
	cr_assert_eq(save(&other, "running", "on"), MK_OK);
	cr_assert_str_eq(row_at(&port).statistics, "on");
}

Test(lease, a_checkpoint_renews_it)
{
	let_the_lease_end();
	cr_assert_eq(save(&port, "running", "four games"), MK_OK);
	cr_assert_eq(claim(&other), MK_CONFLICT);
}

Test(lease, an_orderly_end_leaves_the_run_to_any_process_at_once)
{
	struct journal_simulation run = run_of("running", "last");

	run.lease_ms = 0;
	cr_assert_eq(save_row(&port, &run), MK_OK);
	cr_assert_eq(claim(&other), MK_OK);
}

Test(lease, any_process_ends_a_run_which_keeps_its_numbers)
{
	cr_assert_eq(save(&port, "running", "four games"), MK_OK);
	cr_assert_eq(save(&other, "cancelled", NULL), MK_OK);
	cr_assert_str_eq(row_at(&port).status, "cancelled");
	cr_assert_str_eq(loaded.statistics, "four games");
	cr_assert_eq(save(&port, "running", "five games"), MK_CONFLICT);
	cr_assert_eq(save(&port, "finished", "all"), MK_CONFLICT);
	let_the_lease_end();
	cr_assert_eq(claim(&other), MK_CONFLICT, "it is over");
}

Test(lease, a_run_that_was_removed_does_not_come_back)
{
	struct journal_simulation run = run_of("running", "x");
	struct reply reply = {0};

	port.journal->methods->remove_simulation(port.journal, run.id, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(save(&port, "running", "x"), MK_NOT_FOUND);
	cr_assert_eq(claim(&other), MK_NOT_FOUND);
	cr_assert_eq(row_at(&other).count, 0);
}
