/* Simulations on a journal and workers of the test: games played, added, stored and reported. */
#include "port/worker_pool.h"
#include "simulation/simulations.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, TEXT = 70000 };

/* A journal that keeps one simulation and answers when the test says so; workers likewise. */
static struct fixture {
	struct journal journal;
	struct worker_pool workers;
	struct journal_simulation kept;
	char spec[TEXT], statistics[TEXT];
	bool keeps, away;
	journal_simulations *loaded;
	void *loaded_context;
	struct {
		journal_done *done;
		void *context;
	} saves[MOST];
	unsigned save_count;
	struct job *held[MOST];
	unsigned held_count;
	_Atomic int64_t now_ns;
	struct simulations *simulations;
	struct simulation last; /* that was answered */
	enum mk_status status;
	unsigned answers;
	char code[32];
} fixture;

static void keep_simulation(struct journal *journal, const struct journal_simulation *simulation,
	const struct journal_idempotency *idempotency, journal_done *done, void *context)
{
	(void)journal;
	(void)idempotency;
	cr_assert_lt(fixture.save_count, MOST);
	if (!fixture.away) {
		fixture.kept = *simulation;
		fixture.kept.spec = strcpy(fixture.spec, simulation->spec);
		fixture.kept.statistics = strcpy(fixture.statistics, simulation->statistics);
		fixture.keeps = true;
	}
	fixture.saves[fixture.save_count].done = done;
	fixture.saves[fixture.save_count++].context = context;
}

static void load_simulations(
	struct journal *journal, const char *id, journal_simulations *loaded, void *context)
{
	(void)journal;
	(void)id;
	fixture.loaded = loaded;
	fixture.loaded_context = context;
}

static void remove_simulation(
	struct journal *journal, const char *id, journal_done *done, void *context)
{
	(void)journal;
	fixture.keeps = strcmp(id, fixture.kept.id) != 0;
	done(context, MK_OK);
}

static bool submit(struct worker_pool *workers, struct job *job)
{
	(void)workers;
	cr_assert_lt(fixture.held_count, MOST);
	fixture.held[fixture.held_count++] = job;
	return true;
}

static void answer_saves(void)
{
	unsigned count = fixture.save_count;

	fixture.save_count = 0;
	for (unsigned i = 0; i < count; i++) {
		fixture.saves[i].done(fixture.saves[i].context, fixture.away ? MK_IO : MK_OK);
	}
}

/* Plays what a thread has in that place, the oldest being 0. */
static void play(unsigned place)
{
	struct job *job = fixture.held[place];

	cr_assert_lt(place, fixture.held_count);
	fixture.held_count--;
	memmove(fixture.held + place, fixture.held + place + 1,
		(fixture.held_count - place) * sizeof *fixture.held);
	job->run(job, NULL);
	job->done(job);
}

static int64_t now_ms(void)
{
	return fixture.now_ns / 1000000;
}

static int64_t ticks_ns(void)
{
	return fixture.now_ns;
}

static void random_bytes(void *bytes, size_t length)
{
	static unsigned char next;

	memset(bytes, ++next, length);
}

static void start(void)
{
	static const struct journal_methods journal = {.save_simulation = keep_simulation,
		.load_simulations = load_simulations,
		.remove_simulation = remove_simulation};
	static const struct worker_pool_methods workers = {.submit = submit};

	fixture.journal.methods = &journal;
	fixture.workers.methods = &workers;
	fixture.simulations = simulations_create(&(struct simulations_options){
		.journal = &fixture.journal,
		.workers = &fixture.workers,
		.threads = 2,
		.limit = 2,
		.kept = 1,
		.now_ms = now_ms,
		.ticks_ns = ticks_ns,
		.random = random_bytes,
	});
	fixture.loaded(fixture.loaded_context, MK_OK, &fixture.kept, fixture.keeps);
}

static void setup(void)
{
	fixture = (struct fixture){.now_ns = 1000};
	start();
}

/* An orderly end: what was added is kept, what was played beyond that is gone. */
static void stop(void)
{
	simulations_shutdown(fixture.simulations);
	answer_saves();
	while (fixture.held_count > 0) {
		play(0);
	}
	simulations_destroy(fixture.simulations);
}

TestSuite(simulations, .init = setup, .fini = stop);

static void note(void *context, enum mk_status status, const struct simulation *simulation,
	const struct mk_error *error)
{
	(void)context;
	fixture.answers++;
	fixture.status = status;
	if (simulation) {
		fixture.last = *simulation;
	} else {
		snprintf(fixture.code, sizeof fixture.code, "%s", error->code);
	}
}

static void begin(uint64_t games)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct simulation_spec spec = {.game = game,
		.preset = &game->presets[0],
		.rules = game->presets[0].rules,
		.strategy = mk_strategy_find(game, "classic"),
		.games = games,
		.seed = 7};

	simulations_start(fixture.simulations, &spec, NULL, note, NULL);
}

static const struct simulation *present(void)
{
	struct mk_error error;

	return simulations_find(fixture.simulations, fixture.last.id, &error);
}

static void play_to_the_end(void)
{
	while (present()->status == SIMULATION_RUNNING) {
		play(fixture.held_count - 1);
		answer_saves();
	}
}

/* The same games in one go. */
static void assert_as_in_one_go(const struct mk_statistics *found, uint64_t games)
{
	struct mk_statistics whole;

	begin(games);
	answer_saves();
	while (present()->status == SIMULATION_RUNNING) {
		play(0);
		answer_saves();
	}
	whole = present()->statistics;
	whole.cpu_ns = found->cpu_ns;
	memcpy(whole.of_time, found->of_time, sizeof whole.of_time);
	cr_assert_arr_eq(&whole, found, sizeof whole);
}

Test(simulations, a_new_one_is_answered_when_it_is_durable)
{
	begin(10);
	cr_assert_eq(fixture.answers, 0);
	cr_assert_eq(fixture.held_count, 0, "nothing is played before");
	answer_saves();
	cr_assert_eq(fixture.answers, 1);
	cr_assert_eq(fixture.status, MK_OK);
	cr_assert_gt(fixture.held_count, 0);
}

Test(simulations, chunks_that_come_back_in_any_order_add_up_to_the_same)
{
	struct mk_statistics found;

	begin(200);
	answer_saves();
	play_to_the_end();
	found = present()->statistics;
	cr_assert_eq(found.games, 200);
	assert_as_in_one_go(&found, 200);
}

Test(simulations, an_interrupted_one_continues_from_its_checkpoint_to_the_same_end)
{
	struct mk_statistics found;

	begin(200);
	answer_saves();
	for (int i = 0; i < 4; i++) {
		play(0);
	}
	cr_assert_gt(present()->statistics.games, 0);
	stop();
	start();
	cr_assert_gt(present()->statistics.games, 0);
	cr_assert_lt(present()->statistics.games, 200);
	play_to_the_end();
	found = present()->statistics;
	assert_as_in_one_go(&found, 200);
}

Test(simulations, a_row_from_before_there_was_a_first_game_goes_on_from_game_0)
{
	static const char member[] = "\"first\":0,";
	struct mk_statistics found;
	char *place;

	begin(200);
	answer_saves();
	for (int i = 0; i < 4; i++) {
		play(0);
	}
	stop();
	place = strstr(fixture.spec, member);
	cr_assert_not_null(place);
	memmove(place, place + strlen(member), strlen(place + strlen(member)) + 1);
	start();
	cr_assert_gt(present()->statistics.games, 0);
	play_to_the_end();
	found = present()->statistics;
	assert_as_in_one_go(&found, 200);
}

Test(simulations, a_checkpoint_is_made_every_second)
{
	begin(1000);
	answer_saves();
	play(0);
	cr_assert_eq(fixture.save_count, 0);
	fixture.now_ns += 1000000000;
	play(0);
	cr_assert_eq(fixture.save_count, 1);
}

Test(simulations, the_numbers_stand_still_while_one_is_being_cancelled)
{
	uint64_t games;

	begin(1000);
	answer_saves();
	play(0);
	games = present()->statistics.games;
	simulations_cancel(fixture.simulations, fixture.last.id, note, NULL);
	play(0);
	cr_assert_eq(present()->statistics.games, games);
	answer_saves();
	cr_assert_eq(fixture.last.status, SIMULATION_CANCELLED);
	cr_assert_eq(fixture.last.statistics.games, games);
	cr_assert_str_eq(fixture.kept.status, "cancelled");
}

Test(simulations, one_whose_cancellation_cannot_be_stored_continues)
{
	begin(100);
	answer_saves();
	fixture.away = true;
	simulations_cancel(fixture.simulations, fixture.last.id, note, NULL);
	answer_saves();
	cr_assert_eq(fixture.status, MK_IO);
	cr_assert_str_eq(fixture.code, "store_unavailable");
	fixture.away = false;
	play_to_the_end();
	cr_assert_eq(present()->status, SIMULATION_FINISHED);
	cr_assert_eq(present()->statistics.games, 100);
}

Test(simulations, no_more_run_than_are_allowed)
{
	begin(1000);
	begin(1000);
	begin(1000);
	cr_assert_eq(fixture.status, MK_FULL);
	cr_assert_str_eq(fixture.code, "too_many_simulations");
}

Test(simulations, one_that_cannot_be_stored_is_not_started)
{
	fixture.away = true;
	begin(1000);
	answer_saves();
	cr_assert_eq(fixture.status, MK_IO);
	cr_assert_null(simulations_next(fixture.simulations, NULL));
	cr_assert_eq(fixture.held_count, 0);
}

static struct recorder {
	struct simulation_subscriber subscriber; /* first */
	unsigned count;
	enum simulation_notification notification[MOST];
} recorder;

static void notify(struct simulation_subscriber *subscriber,
	enum simulation_notification notification, const struct simulation *simulation)
{
	(void)subscriber;
	(void)simulation;
	cr_assert_lt(recorder.count, MOST);
	recorder.notification[recorder.count++] = notification;
}

Test(simulations, a_subscriber_receives_the_present_state_then_some_updates_then_the_end)
{
	struct mk_error error;

	recorder = (struct recorder){.subscriber = {.notify = notify}};
	begin(500);
	answer_saves();
	simulations_subscribe(fixture.simulations, fixture.last.id, &recorder.subscriber, &error);
	cr_assert_eq(recorder.count, 1);
	play(0);
	cr_assert_eq(recorder.count, 1, "not so soon");
	fixture.now_ns += 250000000;
	play(0);
	cr_assert_eq(recorder.count, 2);
	cr_assert_eq(recorder.notification[1], SIMULATION_PROGRESS);
	play_to_the_end();
	cr_assert_eq(recorder.notification[recorder.count - 1], SIMULATION_ENDED);
	simulations_unsubscribe(&recorder.subscriber);
	simulations_unsubscribe(&recorder.subscriber);
}

/* The journal may have stored the simulation when the daemon began to stop already. */
Test(simulations, a_subscriber_after_the_shutdown_is_notified_of_it)
{
	struct mk_error error;

	recorder = (struct recorder){.subscriber = {.notify = notify}};
	begin(500);
	answer_saves();
	simulations_shutdown(fixture.simulations);
	simulations_subscribe(fixture.simulations, fixture.last.id, &recorder.subscriber, &error);
	cr_assert_eq(recorder.count, 1);
	cr_assert_eq(recorder.notification[0], SIMULATION_SHUTDOWN);
}

Test(simulations, a_broken_row_is_left_out)
{
	begin(100);
	answer_saves();
	stop();
	fixture.statistics[1] = '!';
	start();
	cr_assert_null(simulations_next(fixture.simulations, NULL));
}

/* ---- replays -------------------------------------------------------------------------------- */

static struct {
	enum mk_status status;
	char code[32];
	unsigned answers;
} replayed;

static void note_replay(void *context, enum mk_status status, const struct simulation_game *game,
	const struct mk_error *error)
{
	(void)context;
	(void)game;
	replayed.answers++;
	replayed.status = status;
	snprintf(replayed.code, sizeof replayed.code, "%s", error ? error->code : "");
}

static atomic_bool begun;

static void *run_job(void *job)
{
	atomic_store(&begun, true);
	((struct job *)job)->run(job, NULL);
	return NULL;
}

/* Each decision takes hours. */
static void begin_with_long_decisions(void)
{
	const struct mk_game *game = mk_game_find("klondike");
	struct simulation_spec spec = {.game = game,
		.preset = &game->presets[0],
		.rules = game->presets[0].rules,
		.strategy = mk_strategy_find(game, "search"),
		.games = 1,
		.seed = 1,
		.budget = {.nodes = UINT64_MAX / 2}};

	simulations_start(fixture.simulations, &spec, NULL, note, NULL);
	answer_saves();
}

static void wait_50_ms(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

/* The job runs on a thread of its own, which has begun; on a busy machine that takes a while. */
static pthread_t start_job(struct job *job)
{
	pthread_t thread;

	atomic_store(&begun, false);
	pthread_create(&thread, NULL, run_job, job);
	while (!atomic_load(&begun)) {
		wait_50_ms();
	}
	wait_50_ms();
	return thread;
}

/* A replay with such decisions begins on a thread; `interfere` ends it. */
static void replay_until(void (*interfere)(void))
{
	struct job *job;
	pthread_t thread;

	begin_with_long_decisions();
	replayed.answers = 0;
	simulations_replay_game(
		fixture.simulations, fixture.last.id, 0, MK_ENGLISH, note_replay, &replayed);
	job = fixture.held[--fixture.held_count];
	thread = start_job(job);
	interfere();
	pthread_join(thread, NULL);
	job->done(job);
	cr_assert_eq(replayed.answers, 1);
}

/* Several times: on a busy machine the thread may be late. */
static void let_21_seconds_pass(void)
{
	for (int i = 0; i < 20; i++) {
		fixture.now_ns += INT64_C(21000000000);
		simulations_poll(fixture.simulations);
		wait_50_ms();
	}
}

static void cancel_simulation(void)
{
	simulations_cancel(fixture.simulations, fixture.last.id, note, NULL);
	answer_saves();
}

static void cancel_replay(void)
{
	simulations_cancel_replay(fixture.simulations, &replayed);
}

Test(simulations, a_replay_ends_after_20_seconds_in_the_middle_of_a_decision, .timeout = 60)
{
	replay_until(let_21_seconds_pass);
	cr_assert_eq(replayed.status, MK_IMPOSSIBLE);
	cr_assert_str_eq(replayed.code, "game_too_long");
	cancel_simulation();
}

Test(simulations, a_replay_that_gets_no_thread_within_20_seconds_is_to_be_tried_again)
{
	struct job *job;

	begin_with_long_decisions();
	replayed.answers = 0;
	simulations_replay_game(
		fixture.simulations, fixture.last.id, 0, MK_ENGLISH, note_replay, &replayed);
	job = fixture.held[--fixture.held_count];
	fixture.now_ns += INT64_C(19000000000);
	simulations_poll(fixture.simulations);
	cr_assert_eq(replayed.answers, 0);
	fixture.now_ns += INT64_C(2000000000);
	simulations_poll(fixture.simulations);
	cr_assert_eq(replayed.answers, 1);
	cr_assert_eq(replayed.status, MK_BUSY);
	cr_assert_str_eq(replayed.code, "busy");
	run_job(job);
	job->done(job);
	cr_assert_eq(replayed.answers, 1);
	cancel_simulation();
}

/* The test lets the thread begin only after a part of the time. */
Test(simulations, a_replay_that_waited_long_for_its_thread_is_to_be_tried_again, .timeout = 60)
{
	struct job *job;
	pthread_t thread;

	begin_with_long_decisions();
	replayed.answers = 0;
	simulations_replay_game(
		fixture.simulations, fixture.last.id, 0, MK_ENGLISH, note_replay, &replayed);
	job = fixture.held[--fixture.held_count];
	fixture.now_ns += INT64_C(15000000000);
	thread = start_job(job);
	fixture.now_ns += INT64_C(6000000000);
	simulations_poll(fixture.simulations);
	pthread_join(thread, NULL);
	job->done(job);
	cr_assert_eq(replayed.answers, 1);
	cr_assert_eq(replayed.status, MK_BUSY);
	cancel_simulation();
}

Test(simulations, a_replay_ends_with_its_simulation, .timeout = 60)
{
	replay_until(cancel_simulation);
	cr_assert_eq(replayed.status, MK_BUSY);
}

Test(simulations, a_replay_without_a_client_is_cancelled, .timeout = 60)
{
	replay_until(cancel_replay);
	cr_assert_eq(replayed.status, MK_BUSY);
	cancel_simulation();
}
