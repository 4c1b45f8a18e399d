/* Runs that several daemons could play: renewed, taken over, lost, ended from elsewhere. */
#include "port/worker_pool.h"
#include "simulation/simulations.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MAX_HELD = 64, TEXT = 70000 };
static const int64_t SECOND = 1000000000;

/* A journal of one row, which "us" or another process owns. Calls are answered by answer_all(). */
static struct shared {
	struct journal journal;
	struct worker_pool workers;
	struct journal_simulation row;
	char spec[TEXT], statistics[TEXT];
	bool ours;
	int64_t lease_end_ns;
	struct journal_subscriber *subscriber;
	struct {
		journal_done *done;
		journal_simulations *loaded;
		enum mk_status status;
		void *context;
	} calls[MAX_HELD];
	unsigned call_count, saves, claims;
	struct job *held[MAX_HELD];
	unsigned held_count;
	int64_t now_ns;
	struct simulations *simulations;
	struct simulation last;
} shared;

static void defer(journal_done *done, enum mk_status status, void *context)
{
	cr_assert_lt(shared.call_count, MAX_HELD);
	shared.calls[shared.call_count].done = done;
	shared.calls[shared.call_count].loaded = NULL;
	shared.calls[shared.call_count].status = status;
	shared.calls[shared.call_count++].context = context;
}

static void save_simulation(struct journal *journal, const struct journal_simulation *simulation,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	bool runs = simulation->is_new || strcmp(shared.row.status, "running") == 0;
	bool may = runs && (shared.ours || simulation->is_new || !simulation->statistics);

	(void)journal;
	(void)idempotency;
	shared.saves++;
	if (may && simulation->is_new) {
		shared.row = *simulation;
		shared.row.spec = strcpy(shared.spec, simulation->spec);
		shared.ours = true;
	}
	if (may) {
		strcpy(shared.row.status, simulation->status);
		shared.lease_end_ns = shared.now_ns + (int64_t)simulation->lease_ms * 1000000;
	}
	if (may && simulation->statistics) {
		shared.row.statistics = strcpy(shared.statistics, simulation->statistics);
	}
	defer(done, may ? MK_OK : MK_CONFLICT, context);
}

static void load_simulations(
	struct journal *journal, const char *id, journal_simulations *loaded, void *context)
{
	(void)journal;
	(void)id;
	defer(NULL, MK_OK, context);
	shared.calls[shared.call_count - 1].loaded = loaded;
}

static void remove_simulation(
	struct journal *journal, const char *id, journal_done *done, void *context)
{
	(void)journal;
	(void)id;
	defer(done, MK_OK, context);
}

static void claim_simulation(struct journal *journal, const char *id, uint32_t lease_ms,
	journal_done *done, void *context)
{
	bool may = strcmp(shared.row.status, "running") == 0 &&
		   (shared.ours || shared.lease_end_ns <= shared.now_ns);

	(void)journal;
	(void)id;
	shared.claims++;
	shared.ours = shared.ours || may;
	shared.lease_end_ns =
		may ? shared.now_ns + (int64_t)lease_ms * 1000000 : shared.lease_end_ns;
	defer(done, may ? MK_OK : MK_CONFLICT, context);
}

static void subscribe(struct journal *journal, struct journal_subscriber *subscriber)
{
	(void)journal;
	shared.subscriber = subscriber;
}

static void answer_all(void)
{
	while (shared.call_count > 0) {
		int64_t left = shared.lease_end_ns - shared.now_ns;
		journal_done *done = shared.calls[0].done;
		journal_simulations *loaded = shared.calls[0].loaded;
		enum mk_status status = shared.calls[0].status;
		void *context = shared.calls[0].context;

		shared.call_count--;
		memmove(shared.calls, shared.calls + 1, shared.call_count * sizeof *shared.calls);
		shared.row.lease_ms = left > 0 ? (uint32_t)(left / 1000000) : 0;
		shared.row.is_new = false;
		if (loaded) {
			loaded(context, MK_OK, &shared.row, shared.row.id[0] != '\0');
		} else {
			done(context, status);
		}
	}
}

static bool submit(struct worker_pool *workers, struct job *job)
{
	(void)workers;
	cr_assert_lt(shared.held_count, MAX_HELD);
	shared.held[shared.held_count++] = job;
	return true;
}

static void play(void)
{
	struct job *job = shared.held[0];

	cr_assert_gt(shared.held_count, 0);
	shared.held_count--;
	memmove(shared.held, shared.held + 1, shared.held_count * sizeof(struct job *));
	job->run(job, NULL);
	job->done(job);
}

static int64_t now_ms(void)
{
	return shared.now_ns / 1000000;
}

static int64_t ticks_ns(void)
{
	return shared.now_ns;
}

static void random_bytes(void *bytes, size_t length)
{
	memset(bytes, 7, length);
}

static void setup(void)
{
	static const struct journal_methods journal = {.save_simulation = save_simulation,
		.load_simulations = load_simulations,
		.remove_simulation = remove_simulation,
		.claim_simulation = claim_simulation,
		.subscribe = subscribe};
	static const struct worker_pool_methods workers = {.submit = submit};

	shared = (struct shared){
		.now_ns = 1000, .journal = {.methods = &journal}, .workers = {.methods = &workers}};
	shared.simulations = simulations_create(&(struct simulations_options){
		.journal = &shared.journal,
		.workers = &shared.workers,
		.threads = 2,
		.limit = 2,
		.kept = 1,
		.now_ms = now_ms,
		.ticks_ns = ticks_ns,
		.random = random_bytes,
	});
	answer_all();
}

static void stop(void)
{
	simulations_shutdown(shared.simulations);
	answer_all();
	while (shared.held_count > 0) {
		play();
	}
	answer_all();
	simulations_destroy(shared.simulations);
}

TestSuite(lease, .init = setup, .fini = stop);

static void note(void *context, enum mk_status status, const struct simulation *simulation,
	const struct mk_error *error)
{
	(void)context;
	(void)error;
	cr_assert_eq(status, MK_OK);
	shared.last = *simulation;
}

static void begin_run(void)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct simulation_spec spec = {.game = game,
		.preset = &game->presets[0],
		.rules = game->presets[0].rules,
		.strategy = mk_strategy_find(game, "classic"),
		.games = 1000,
		.seed = 7};

	simulations_start(shared.simulations, &spec, NULL, note, NULL);
	answer_all();
}

static const struct simulation *present(void)
{
	return simulations_next(shared.simulations, NULL);
}

/* Another process claims the run. */
static void lose_the_run(void)
{
	shared.ours = false;
	shared.lease_end_ns = shared.now_ns + 10 * SECOND;
}

static void notify(void)
{
	shared.subscriber->on_simulation_changed(shared.subscriber, shared.row.id);
	answer_all();
}

static void wait_ms(int64_t ms)
{
	shared.now_ns += ms * 1000000;
	simulations_poll(shared.simulations);
	answer_all();
}

Test(lease, a_run_without_progress_renews_it)
{
	unsigned before;

	begin_run();
	before = shared.saves;
	wait_ms(1000);
	cr_assert_eq(shared.saves, before, "not so soon");
	wait_ms(2000);
	cr_assert_eq(shared.saves, before + 1);
	cr_assert_gt(shared.lease_end_ns, shared.now_ns + 9 * SECOND);
}

Test(lease, a_run_that_another_daemon_has_taken_is_played_no_more)
{
	begin_run();
	play();
	lose_the_run();
	wait_ms(3000);
	while (shared.held_count > 0) {
		play();
	}
	cr_assert_eq(present()->status, SIMULATION_RUNNING);
	wait_ms(3000);
	cr_assert_eq(shared.held_count, 0);
	cr_assert_eq(shared.claims, 0);
}

Test(lease, a_run_whose_owner_is_gone_goes_on_from_its_checkpoint)
{
	uint64_t games;

	begin_run();
	play();
	wait_ms(3000);
	games = present()->statistics.games;
	cr_assert_gt(games, 0);
	lose_the_run();
	wait_ms(3000);
	while (shared.held_count > 0) {
		play();
	}
	wait_ms(6000);
	cr_assert_eq(shared.claims, 0, "its lease lasts");
	wait_ms(2000);
	cr_assert_eq(shared.claims, 1);
	cr_assert(shared.ours);
	cr_assert_eq(present()->statistics.games, games);
	cr_assert_gt(shared.held_count, 0);
	play();
	cr_assert_gt(present()->statistics.games, games);
}

Test(lease, a_run_that_is_ended_elsewhere_ends_with_the_numbers_of_the_journal)
{
	begin_run();
	play();
	cr_assert_gt(present()->statistics.games, 0);
	strcpy(shared.row.status, "cancelled");
	notify();
	cr_assert_eq(present()->status, SIMULATION_CANCELLED);
	cr_assert_eq(present()->statistics.games, 0, "of the last checkpoint");
}

Test(lease, a_run_of_another_daemon_is_cancelled_with_the_numbers_of_the_journal)
{
	begin_run();
	lose_the_run();
	wait_ms(3000);
	simulations_cancel(shared.simulations, shared.row.id, note, NULL);
	answer_all();
	cr_assert_eq(shared.last.status, SIMULATION_CANCELLED);
	cr_assert_str_eq(shared.row.status, "cancelled");
}

Test(lease, an_orderly_stop_leaves_the_run_at_once)
{
	begin_run();
	simulations_shutdown(shared.simulations);
	answer_all();
	cr_assert_leq(shared.lease_end_ns, shared.now_ns);
}
