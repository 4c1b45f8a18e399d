/* Simulations that several daemons share, as PostgreSQL keeps them. */
#include "store/port.h"
#include "store/postgres.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct port port;
static struct journal_simulation run = {
	.id = "00000000000000000000000000000001",
	.status = "running",
	.wish = "{}",
	.statistics = "{\"games\":0}",
};

static void open_port(void)
{
	struct reply reply = {0};

	port_open(&port, "postgres");
	port.journal->methods->save_simulation(port.journal, &run, NULL, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(reply.status, MK_OK);
}

static void close_port(void)
{
	port_close(&port);
}

TestSuite(shares, .init = open_port, .fini = close_port);

struct claim {
	bool answered;
	enum mk_status status;
	uint64_t first, games;
};

static void note_claim(void *context, enum mk_status status, const struct journal_lease *share)
{
	struct claim *claim = context;

	*claim = (struct claim){.answered = true, .status = status};
	if (share) {
		claim->first = share->first;
		claim->games = share->games;
	}
}

static struct claim claimed(uint64_t games, uint64_t of)
{
	struct claim claim = {.answered = false};

	port.journal->methods->claim_lease(port.journal, run.id, games, of, note_claim, &claim);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert(claim.answered);
	return claim;
}

static void deliver(uint64_t first, uint64_t games, const char *statistics)
{
	struct journal_lease share = {first, games, statistics};
	struct reply reply = {0};

	port.journal->methods->deliver_lease(port.journal, run.id, &share, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(reply.status, MK_OK);
}

static enum mk_status add(uint64_t from, uint64_t games, const char *status, const char *statistics)
{
	struct journal_simulation row = run;
	struct reply reply = {0};

	row.statistics = statistics;
	snprintf(row.status, sizeof row.status, "%s", status);
	port.journal->methods->merge_leases(port.journal, &row, from, games, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert(reply.answered);
	return reply.status;
}

struct shares {
	enum mk_status status;
	char of_run[64], run_status[12];
	size_t count;
	uint64_t first[8];
	char statistics[8][32];
};

static void note_shares(void *context, enum mk_status status,
	const struct journal_simulation *simulation, const struct journal_lease *shares,
	size_t count)
{
	struct shares *noted = context;

	*noted = (struct shares){.status = status, .count = count};
	if (simulation) {
		snprintf(noted->of_run, sizeof noted->of_run, "%s", simulation->statistics);
		snprintf(noted->run_status, sizeof noted->run_status, "%s", simulation->status);
	}
	for (size_t i = 0; i < count; i++) {
		noted->first[i] = shares[i].first;
		snprintf(noted->statistics[i], sizeof noted->statistics[i], "%s",
			shares[i].statistics);
	}
}

static struct shares loaded(void)
{
	struct shares shares;

	port.journal->methods->load_leases(port.journal, run.id, note_shares, &shares);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	return shares;
}

Test(shares, each_game_is_claimed_once)
{
	struct claim first = claimed(4, 10), second = claimed(4, 10), third = claimed(4, 10);

	cr_assert_eq(first.first, 0);
	cr_assert_eq(second.first, 4);
	cr_assert_eq(third.first, 8);
	cr_assert_eq(third.games, 2, "there are no more");
	cr_assert_eq(claimed(4, 10).status, MK_NOT_FOUND);
}

Test(shares, what_was_left_for_long_is_claimed_again_before_anything_new)
{
	claimed(4, 10);
	postgres_run(port.url, "UPDATE makker.share SET until = now() - interval '1 s'");
	cr_assert_eq(claimed(6, 10).games, 4);
	cr_assert_eq(claimed(1, 10).first, 4, "it is somebody's again");
}

Test(shares, of_what_was_left_somebody_may_take_a_part)
{
	claimed(6, 10);
	postgres_run(port.url, "UPDATE makker.share SET until = now() - interval '1 s'");
	cr_assert_eq(claimed(2, 10).games, 2);
	deliver(0, 6, "by its first owner, after all");
	cr_assert_eq(loaded().count, 0, "its games are others' by now");
	deliver(0, 2, "two");
	cr_assert_eq(claimed(9, 10).first, 2);
	cr_assert_eq(claimed(9, 10).first, 6);
}

Test(shares, what_is_renewed_or_delivered_is_not_claimed_again)
{
	claimed(4, 8);
	claimed(4, 8);
	postgres_run(port.url, "UPDATE makker.share SET until = now() - interval '1 s'");
	deliver(0, 4, NULL); /* not yet */
	deliver(4, 4, "four");
	cr_assert_eq(claimed(4, 8).status, MK_NOT_FOUND);
}

Test(shares, what_was_delivered_first_counts)
{
	struct shares shares;

	claimed(4, 10);
	claimed(4, 10);
	deliver(4, 4, "second");
	deliver(0, 4, "first");
	deliver(0, 4, "late");
	shares = loaded();
	cr_assert_eq(shares.count, 2);
	cr_assert_eq(shares.first[1], 4);
	cr_assert_str_eq(shares.statistics[0], "first");
	cr_assert_str_eq(shares.of_run, run.statistics);
}

Test(shares, of_two_that_add_one_succeeds)
{
	struct shares shares;

	claimed(4, 10);
	claimed(4, 10);
	deliver(0, 4, "first");
	deliver(4, 4, "second");
	cr_assert_eq(add(0, 4, "running", "four games"), MK_OK);
	cr_assert_eq(add(0, 8, "running", "eight games"), MK_CONFLICT);
	shares = loaded();
	cr_assert_str_eq(shares.of_run, "four games");
	cr_assert_eq(shares.count, 1, "what was added has gone");
	cr_assert_eq(shares.first[0], 4);
	cr_assert_eq(add(4, 8, "finished", "eight games"), MK_OK);
	cr_assert_eq(add(8, 8, "running", "more"), MK_CONFLICT, "it is over");
	cr_assert_eq(claimed(2, 10).status, MK_NOT_FOUND);
}

Test(shares, what_ends_keeps_the_numbers_that_it_has)
{
	struct shares shares;

	claimed(4, 10);
	claimed(4, 10);
	deliver(0, 4, "first");
	cr_assert_eq(add(0, 4, "running", "four games"), MK_OK);
	cr_assert_eq(add(0, 0, "cancelled", NULL), MK_OK);
	shares = loaded();
	cr_assert_str_eq(shares.run_status, "cancelled");
	cr_assert_str_eq(shares.of_run, "four games");
	cr_assert_eq(shares.count, 0);
	cr_assert_eq(claimed(4, 10).status, MK_NOT_FOUND);
	deliver(4, 4, "too late");
	cr_assert_eq(loaded().count, 0);
}

Test(shares, nothing_is_shared_of_a_run_that_was_removed)
{
	struct reply reply = {0};

	claimed(4, 10);
	port.journal->methods->remove_simulation(port.journal, run.id, note_reply, &reply);
	uv_run(&port.loop, UV_RUN_DEFAULT);
	cr_assert_eq(claimed(4, 10).status, MK_NOT_FOUND);
	cr_assert_eq(loaded().status, MK_NOT_FOUND);
	cr_assert_eq(add(0, 4, "running", "x"), MK_NOT_FOUND);
	deliver(0, 4, "x");
}
