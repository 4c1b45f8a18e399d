/* The pool: jobs run once, in the background, and idle threads help. */
#include "daemon/pool.h"

#include "base/clock.h"
#include "base/limits.h"
#include "port/turn.h"

#include <criterion/criterion.h>
#include <uv.h>

struct test_job {
	struct job work; /* first */
	struct worker_pool *workers;
	uv_thread_t ran_on;
	atomic_uint calls;
	unsigned executor;
	unsigned notified; /* progress callbacks, or its place in the order of starts */
	unsigned done;
	bool reports;
	atomic_bool has_reported;
};

static uv_loop_t loop;

/* Stays until two are here, so that the second must come from another thread. */
static void meet(void *task)
{
	struct test_job *job = task;

	atomic_fetch_add(&job->calls, 1);
	for (int i = 0; i < 60000 && atomic_load(&job->calls) < 2; i++) {
		uv_sleep(1);
	}
}

static void run(struct job *work, struct mk_executor *executor)
{
	struct test_job *job = (struct test_job *)work;

	job->ran_on = uv_thread_self();
	job->executor = executor ? executor->size : 1;
	if (job->reports) {
		job->workers->methods->post_progress(job->workers, work);
		job->workers->methods->post_progress(job->workers, work);
		atomic_store(&job->has_reported, true);
	}
	if (executor) {
		executor->run_parallel(executor, meet, job);
	}
}

static void on_progress(struct job *work)
{
	struct test_job *job = (struct test_job *)work;

	cr_assert_eq(job->done, 0);
	job->notified++;
}

static void done(struct job *work)
{
	struct test_job *job = (struct test_job *)work;

	job->done++;
	uv_stop(&loop);
}

static struct test_job job_for(struct worker_pool *workers)
{
	return (struct test_job){
		.work = {.run = run, .on_progress = on_progress, .done = done}, .workers = workers};
}

static void end(struct worker_pool *workers)
{
	pool_destroy(workers);
	while (uv_loop_close(&loop) != 0) {
		uv_run(&loop, UV_RUN_DEFAULT);
	}
}

Test(pool, work_runs_on_another_thread_and_is_done_on_the_loop)
{
	struct worker_pool *workers;
	struct test_job job;
	uv_thread_t here = uv_thread_self();

	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 4, false, NULL, NULL});
	job = job_for(workers);
	job.reports = true;
	cr_assert(workers->methods->submit(workers, &job.work));
	while (!atomic_load(&job.has_reported)) {
		uv_sleep(1);
	}
	uv_run(&loop, UV_RUN_DEFAULT);
	cr_assert_eq(job.done, 1);
	cr_assert_eq(job.notified, 1, "two reports in a row are one callback");
	cr_assert_not(uv_thread_equal(&job.ran_on, &here));
	cr_assert_eq(job.executor, 1);
	end(workers);
}

Test(pool, idle_threads_help)
{
	struct worker_pool *workers;
	struct test_job job;

	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 3, 4, false, NULL, NULL});
	job = job_for(workers);
	cr_assert(workers->methods->submit(workers, &job.work));
	uv_run(&loop, UV_RUN_DEFAULT);
	cr_assert_eq(job.done, 1);
	cr_assert_eq(job.executor, 3);
	cr_assert_geq(job.calls, 2);
	end(workers);
}

Test(pool, pending_jobs_are_done_at_the_end)
{
	struct worker_pool *workers;
	struct test_job jobs[3];

	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 4, false, NULL, NULL});
	for (int i = 0; i < 3; i++) {
		jobs[i] = job_for(workers);
		cr_assert(workers->methods->submit(workers, &jobs[i].work));
	}
	end(workers);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(jobs[i].done, 1);
	}
}

/* Holds its thread until the test lets it go. */
static atomic_bool let_go;

static void hold(struct job *work, struct mk_executor *executor)
{
	(void)work;
	(void)executor;
	while (!atomic_load(&let_go)) {
		uv_sleep(1);
	}
}

Test(pool, no_more_waits_than_is_allowed)
{
	struct worker_pool *workers;
	struct test_job jobs[8];
	struct limits limits;
	int taken = 0;

	limits_init(&limits);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 2, false, NULL, &limits});
	for (int i = 0; i < 8; i++) {
		jobs[i] = job_for(workers);
		jobs[i].work.run = hold;
		taken += workers->methods->submit(workers, &jobs[i].work);
	}
	cr_assert(taken == 2 || taken == 3, "one may have begun");
	cr_assert_eq(limits.refused[LIMIT_MAX_QUEUED_SEARCHES], 8 - taken);
	cr_assert_geq(workers->methods->queue_factor(workers), 3);
	atomic_store(&let_go, true);
	end(workers);
}

static const int64_t a_minute_ns = 60000000000;

Test(pool, a_job_that_does_not_end_is_waited_for_until_a_time_and_none_begins_after_it)
{
	struct worker_pool *workers;
	struct test_job holding, waiting;
	int64_t since_ns;

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 2, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	waiting = job_for(workers);
	cr_assert(workers->methods->submit(workers, &holding.work));
	while (workers->methods->queue_factor(workers) > 1) {
		uv_sleep(1);
	}
	cr_assert(workers->methods->submit(workers, &waiting.work));
	since_ns = clock_ticks_ns();
	cr_assert_not(pool_finish_running(workers, since_ns + 20000000));
	cr_assert_geq(clock_ticks_ns() - since_ns, 20000000);
	cr_assert_not(pool_finish_running(workers, 0), "a time that has passed");
	atomic_store(&let_go, true);
	cr_assert(pool_finish_running(workers, clock_ticks_ns() + a_minute_ns));
	cr_assert_eq(waiting.executor, 0, "it has not begun");
	end(workers);
	cr_assert_eq(holding.done + waiting.done, 2);
}

Test(pool, a_pool_without_jobs_or_no_pool_is_finished_at_once)
{
	struct worker_pool *workers;

	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 2, 2, false, NULL, NULL});
	cr_assert(pool_finish_running(workers, 0));
	cr_assert(pool_finish_running(NULL, 0));
	end(workers);
}

static bool withdrawn(struct worker_pool *workers, struct test_job *job)
{
	return workers->methods->withdraw(workers, &job->work);
}

Test(pool, a_job_that_is_withdrawn_frees_its_place_in_the_queue_and_ends_without_a_run)
{
	struct worker_pool *workers;
	struct test_job holding, jobs[3];

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 2, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	cr_assert(workers->methods->submit(workers, &holding.work));
	while (workers->methods->queue_factor(workers) > 1) {
		uv_sleep(1);
	}
	cr_assert_not(withdrawn(workers, &holding), "it has begun");
	for (int i = 0; i < 2; i++) {
		jobs[i] = job_for(workers);
		cr_assert(workers->methods->submit(workers, &jobs[i].work));
	}
	jobs[2] = job_for(workers);
	cr_assert_not(workers->methods->submit(workers, &jobs[2].work));
	cr_assert(withdrawn(workers, &jobs[1]), "the last of the queue");
	cr_assert_not(withdrawn(workers, &jobs[1]));
	cr_assert_eq(jobs[1].done, 0, "not from within the call");
	cr_assert(workers->methods->submit(workers, &jobs[2].work), "in its place");
	cr_assert(withdrawn(workers, &jobs[0]), "the first of the queue");
	while (jobs[0].done + jobs[1].done < 2) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	cr_assert_eq(jobs[2].done, 0);
	atomic_store(&let_go, true);
	while (jobs[2].done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	end(workers);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(jobs[i].done, 1);
		cr_assert_eq(jobs[i].executor, i == 2, "only the one that stayed has run");
	}
}

static unsigned begun;

static void note_place(struct job *work, struct mk_executor *executor)
{
	(void)executor;
	((struct test_job *)work)->notified = ++begun; /* on the only thread */
}

Test(pool, jobs_that_give_way_begin_behind_the_others_have_half_of_the_places_and_come_to_their_end)
{
	enum { PLACES = 24, GIVING_WAY = 12, OTHERS = 12 };
	struct worker_pool *workers;
	struct test_job holding, giving[GIVING_WAY + 1], others[OTHERS + 1];

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, PLACES, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	cr_assert(workers->methods->submit(workers, &holding.work));
	while (workers->methods->queue_factor(workers) > 1) {
		uv_sleep(1);
	}
	for (int i = 0; i <= GIVING_WAY; i++) {
		giving[i] = job_for(workers);
		giving[i].work.run = note_place;
		giving[i].work.gives_way = true;
		cr_assert_eq(workers->methods->submit(workers, &giving[i].work), i < GIVING_WAY);
	}
	cr_assert_eq(workers->methods->queue_factor(workers), 1, "no job has to wait for them");
	for (int i = 0; i <= OTHERS; i++) {
		others[i] = job_for(workers);
		others[i].work.run = note_place;
		cr_assert_eq(workers->methods->submit(workers, &others[i].work), i < OTHERS);
	}
	cr_assert_eq(workers->methods->queue_factor(workers), 1 + OTHERS);
	cr_assert(withdrawn(workers, &giving[GIVING_WAY - 1]));
	atomic_store(&let_go, true);
	while (giving[GIVING_WAY - 2].done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	end(workers);
	cr_assert_eq(others[0].notified, 1);
	cr_assert_eq(others[6].notified, 7, "the one that held the thread was the first of eight");
	cr_assert_eq(giving[0].notified, 8, "one of them after eight others");
	cr_assert_eq(others[OTHERS - 1].notified, OTHERS + 1);
	cr_assert_eq(giving[1].notified, OTHERS + 2);
	cr_assert_eq(giving[GIVING_WAY - 1].notified, 0);
	cr_assert_eq(giving[GIVING_WAY - 1].done, 1);
}

Test(pool, jobs_of_one_share_take_turns_with_those_of_others)
{
	enum { COUNT = 8 };
	static const uint64_t shares[COUNT] = {1, 1, 1, 2, 0, 2, 1, 0};
	/* Share 1 has just had its turn; 0 is each time another. */
	static const unsigned places[COUNT] = {4, 6, 7, 1, 2, 5, 8, 3};
	struct worker_pool *workers;
	struct test_job holding, jobs[COUNT], gone;

	begun = 0;
	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 16, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	holding.work.share = 1;
	cr_assert(workers->methods->submit(workers, &holding.work));
	while (workers->methods->queue_factor(workers) > 1) {
		uv_sleep(1);
	}
	for (int i = 0; i < COUNT; i++) {
		jobs[i] = job_for(workers);
		jobs[i].work.run = note_place;
		jobs[i].work.share = shares[i];
		cr_assert(workers->methods->submit(workers, &jobs[i].work));
	}
	gone = job_for(workers);
	gone.work.share = 3;
	cr_assert(workers->methods->submit(workers, &gone.work));
	cr_assert_eq(workers->methods->queue_factor(workers), 1 + 5, "1, 2, 3, and each of 0");
	cr_assert(withdrawn(workers, &gone));
	cr_assert_eq(workers->methods->queue_factor(workers), 1 + 4);
	atomic_store(&let_go, true);
	while (jobs[6].done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	cr_assert_eq(workers->methods->queue_factor(workers), 1);
	end(workers);
	for (int i = 0; i < COUNT; i++) {
		cr_assert_eq(
			jobs[i].notified, places[i], "job %d was number %u", i, jobs[i].notified);
	}
}

static struct job *late_job;

static void be_late(struct job *work)
{
	late_job = work;
	atomic_store(&let_go, true);
}

Test(pool, a_job_that_has_no_thread_in_time_is_late_once_and_runs_all_the_same)
{
	struct worker_pool *workers;
	struct test_job holding, waiting, patient;

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, 4, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	waiting = patient = job_for(workers);
	waiting.work.late = patient.work.late = be_late;
	cr_assert(workers->methods->submit(workers, &holding.work));
	cr_assert(workers->methods->submit(workers, &patient.work));
	workers->methods->expect(workers, &patient.work, clock_ticks_ns() + 3600 * 1000000000LL);
	cr_assert(workers->methods->submit(workers, &waiting.work));
	workers->methods->expect(workers, &waiting.work, clock_ticks_ns() + 30000000);
	while (waiting.done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
		cr_assert(late_job || waiting.done == 0);
	}
	cr_assert_eq(late_job, &waiting.work);
	cr_assert_eq(waiting.work.begin_by_ns, 0);
	cr_assert_eq(patient.done, 1);
	end(workers);
}

static unsigned late_now;

static void take_time(struct job *work)
{
	int64_t until_ns = clock_ticks_ns() + TURN_ENTRY_NS;

	(void)work;
	late_now++;
	while (clock_ticks_ns() < until_ns) {
	}
}

Test(pool, jobs_that_are_late_together_are_so_in_several_turns_of_the_loop)
{
	enum { LATE = 12, MAX_A_TURN = 1 + TURN_QUEUES_NS / TURN_ENTRY_NS };
	struct worker_pool *workers;
	struct test_job holding, late[LATE];

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, LATE, false, NULL, NULL});
	holding = job_for(workers);
	holding.work.run = hold;
	cr_assert(workers->methods->submit(workers, &holding.work));
	while (workers->methods->queue_factor(workers) > 1) {
		uv_sleep(1);
	}
	for (int i = 0; i < LATE; i++) {
		late[i] = job_for(workers);
		late[i].work.late = take_time;
		cr_assert(workers->methods->submit(workers, &late[i].work));
		workers->methods->expect(workers, &late[i].work, clock_ticks_ns());
	}
	for (unsigned before = 0; late_now < LATE; before = late_now) {
		uv_sleep(1);
		uv_run(&loop, UV_RUN_NOWAIT); /* UV_RUN_ONCE may call timers twice */
		cr_assert_leq(late_now - before, MAX_A_TURN);
	}
	atomic_store(&let_go, true);
	while (late[LATE - 1].done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	cr_assert_eq(late_now, LATE, "each once");
	end(workers);
}

Test(pool, no_job_starts_while_the_pool_it_yields_to_has_jobs)
{
	struct worker_pool *first, *second;
	struct test_job holding, waiting, late;

	atomic_store(&let_go, false);
	uv_loop_init(&loop);
	first = pool_create(&(struct pool_options){&loop, 1, 4, false, NULL, NULL});
	second = pool_create(&(struct pool_options){&loop, 1, 4, false, first, NULL});
	holding = job_for(first);
	waiting = job_for(first);
	late = job_for(second);
	holding.work.run = hold;
	waiting.work.run = hold;
	cr_assert(first->methods->submit(first, &holding.work));
	cr_assert(first->methods->submit(first, &waiting.work));
	cr_assert(second->methods->submit(second, &late.work));
	uv_sleep(50);
	uv_run(&loop, UV_RUN_NOWAIT);
	cr_assert_eq(late.done, 0);
	atomic_store(&let_go, true);
	while (late.done == 0) {
		uv_run(&loop, UV_RUN_ONCE);
	}
	pool_destroy(second);
	end(first);
}

enum { MANY = 12, MAX_A_TURN = 3 /* the time begins with the end of the first */ };

static struct test_job many[MANY];
static unsigned turn, done_in[MANY], done_count;

static void run_at_once(struct job *work, struct mk_executor *executor)
{
	(void)work;
	(void)executor;
}

static void take_long(struct job *work)
{
	int64_t end_ns = clock_ticks_ns() + TURN_QUEUES_NS / 2;

	cr_assert_eq(work, &many[done_count].work, "in order");
	while (clock_ticks_ns() < end_ns) {
	}
	done_in[done_count++] = turn;
}

Test(pool, jobs_that_end_together_take_several_turns_of_the_loop_and_keep_their_order)
{
	struct worker_pool *workers;

	uv_loop_init(&loop);
	workers = pool_create(&(struct pool_options){&loop, 1, MANY, false, NULL, NULL});
	for (int i = 0; i < MANY; i++) {
		many[i] = job_for(workers);
		many[i].work.run = run_at_once;
		many[i].work.done = take_long;
		cr_assert(workers->methods->submit(workers, &many[i].work));
	}
	uv_sleep(50);
	while (done_count < MANY) {
		uv_run(&loop, UV_RUN_ONCE);
		turn++;
	}
	for (int i = MAX_A_TURN; i < MANY; i++) {
		cr_assert_gt(done_in[i], done_in[i - MAX_A_TURN]);
	}
	end(workers);
}
