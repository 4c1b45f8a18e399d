/*
 * A thread pool. A thread takes a job; without one it helps another thread.
 *
 * A job that can use several threads is one `task` that they call into; its owner waits until the
 * last helper has left. New jobs come before helping.
 */
#include "daemon/pool.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/threads.h"
#include "port/turn.h"
#include "port/wakeup.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

/*
 * GIVE_WAY_NS: interval at which a thread that gives way checks again. FREE_THREAD_NS: interval at
 * which a late job is checked again while a thread is free.
 */
enum { TAKEN_IN_A_ROW = 8 }; /* then one of those that give way, to prevent starvation */

enum {
	MAX_POOL_THREADS = 64,
	GIVE_WAY_NS = 5000000,
	FREE_THREAD_NS = 10000000,
	NEXT_TURN_NS = 1000000, /* a timer without delay would run again within this turn */
};

/* Something that helpers may join: on the stack of the thread that leads it. */
struct together {
	void (*work)(void *task);
	void *task;
	unsigned seats;   /* that are left for helpers */
	unsigned helpers; /* that are inside */
	struct together *next;
};

struct works {
	struct job *first;
	struct job **end;
};

struct pool {
	struct worker_pool workers; /* first */
	struct mk_executor executor;
	struct uv_loop_s *loop;
	struct wakeup wakeup;
	uv_timer_t late;
	struct thread_group group;
	unsigned threads;
	unsigned waiting_limit;
	struct limits *limits;
	bool idle;
	struct worker_pool *before;

	uv_mutex_t mutex; /* for what follows */
	uv_cond_t wake;   /* a job, a task to help with, or the shutdown */
	uv_cond_t left;   /* a helper has left, or a job has been run */
	struct works waiting, done;
	struct works giving_way; /* waiting, behind all of `waiting` */
	unsigned waiting_count, giving_way_count;
	unsigned taken_in_a_row; /* of `waiting` */
	unsigned shares;         /* with jobs in `waiting` */
	uint64_t round, served;  /* round and share of the job that was taken last */
	unsigned busy;           /* threads that run or help */
	struct job *reporting;   /* jobs with progress that the loop has not seen */
	struct together *open;
	bool ending;
};

static void works_init(struct works *works)
{
	works->first = NULL;
	works->end = &works->first;
}

static void works_add(struct works *works, struct job *work)
{
	work->next = NULL;
	*works->end = work;
	works->end = &work->next;
}

static struct job *works_take(struct works *works)
{
	struct job *work = works->first;

	works->first = work->next;
	if (!works->first) {
		works->end = &works->first;
	}
	return work;
}

/* ---- turns ---------------------------------------------------------------------------------- */

static bool has_share(const struct works *works, uint64_t share)
{
	const struct job *work = works->first;

	while (work && work->share != share) {
		work = work->next;
	}
	return work != NULL;
}

/*
 * Fair queueing: a share's first job follows those of this round, each further one is a round
 * later, so that others wait for at most one job of a session. The queue is short
 * (`waiting_limit`).
 */
static void take_turn(struct pool *pool, struct job *work)
{
	struct job **place = &pool->waiting.first;
	bool others = work->share && has_share(&pool->waiting, work->share);

	work->round = pool->round + (work->share && work->share == pool->served);
	for (const struct job *other = pool->waiting.first; others && other; other = other->next) {
		if (other->share == work->share && other->round >= work->round) {
			work->round = other->round + 1;
		}
	}
	while (*place && (*place)->round <= work->round) {
		place = &(*place)->next;
	}
	work->next = *place;
	*place = work;
	if (!work->next) {
		pool->waiting.end = &work->next;
	}
	pool->waiting_count++;
	pool->shares += !others;
}

/* Updates the rounds after `work` has left the queue. */
static void leave_turns(struct pool *pool, const struct job *work)
{
	pool->waiting_count--;
	pool->shares -= !work->share || !has_share(&pool->waiting, work->share);
}

/* ---- together ------------------------------------------------------------------------------- */

static void close_up(struct pool *pool, struct together *together)
{
	struct together **place = &pool->open;

	while (*place != together) {
		place = &(*place)->next;
	}
	*place = together->next;
	while (together->helpers > 0) {
		uv_cond_wait(&pool->left, &pool->mutex);
	}
}

static void work_together(struct mk_executor *executor, void (*work)(void *task), void *task)
{
	struct pool *pool = (struct pool *)((char *)executor - offsetof(struct pool, executor));
	struct together together = {.work = work, .task = task, .seats = executor->size - 1};

	uv_mutex_lock(&pool->mutex);
	together.next = pool->open;
	pool->open = &together;
	uv_cond_broadcast(&pool->wake);
	uv_mutex_unlock(&pool->mutex);
	work(task);
	uv_mutex_lock(&pool->mutex);
	close_up(pool, &together);
	uv_mutex_unlock(&pool->mutex);
}

static struct together *find_open(const struct pool *pool)
{
	struct together *together = pool->open;

	while (together && together->seats == 0) {
		together = together->next;
	}
	return together;
}

static void help(struct pool *pool, struct together *together)
{
	together->seats--;
	together->helpers++;
	pool->busy++;
	uv_mutex_unlock(&pool->mutex);
	together->work(together->task);
	uv_mutex_lock(&pool->mutex);
	pool->busy--;
	together->helpers--;
	uv_cond_broadcast(&pool->left);
}

/* ---- a thread ------------------------------------------------------------------------------- */

static bool has_waiting(const struct pool *pool)
{
	return pool->waiting.first || pool->giving_way.first;
}

static struct job *take_next(struct pool *pool)
{
	bool others_had_their_turn =
		pool->giving_way.first && pool->taken_in_a_row >= TAKEN_IN_A_ROW;

	if (pool->waiting.first && !others_had_their_turn) {
		struct job *work = works_take(&pool->waiting);

		pool->taken_in_a_row++;
		pool->round = work->round;
		pool->served = work->share;
		leave_turns(pool, work);
		return work;
	}
	pool->taken_in_a_row = 0;
	pool->giving_way_count--;
	return works_take(&pool->giving_way);
}

static void run_next(struct pool *pool)
{
	struct job *work = take_next(pool);

	pool->busy++;
	uv_mutex_unlock(&pool->mutex);
	work->run(work, pool->executor.size > 1 ? &pool->executor : NULL);
	uv_mutex_lock(&pool->mutex);
	pool->busy--;
	works_add(&pool->done, work);
	uv_cond_broadcast(&pool->left);
	/*
	 * The mutex is released first: the loop needs it, and would have to wait for a thread of
	 * idle priority that holds it.
	 */
	uv_mutex_unlock(&pool->mutex);
	wakeup_send(&pool->wakeup);
	uv_mutex_lock(&pool->mutex);
}

/*
 * Gives the thread idle priority, below the loop, searches and other programs. If SCHED_IDLE is
 * forbidden, it gets the lowest nice level (on Linux each thread has its own).
 */
static void give_way(void)
{
	struct sched_param none = {0};

	if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) {
		(void)!nice(19);
	}
}

/*
 * The loop's requests take microseconds and come before thoughts that take a tenth of a second: a
 * thread of its own place in the queue is woken over, not waited for. The last place: where the
 * loop has no moment's rest, others would be given slices of milliseconds beside it. Programs that
 * have a control group of their own (a service, a container) are not concerned by that.
 */
static void yield_to_loop(void)
{
	(void)!nice(19);
}

/* Only queued jobs change their order; running ones stay. */
static bool lets_others_first(const struct pool *pool)
{
	return pool->before && pool->before->methods->queue_factor(pool->before) > 1;
}

static void serve(void *context)
{
	struct pool *pool = context;

	if (pool->idle) {
		give_way();
	} else {
		yield_to_loop();
	}
	uv_mutex_lock(&pool->mutex);
	while (!pool->ending) {
		struct together *together = find_open(pool);

		if (has_waiting(pool) && lets_others_first(pool)) {
			uv_cond_timedwait(&pool->wake, &pool->mutex, GIVE_WAY_NS);
		} else if (has_waiting(pool)) {
			run_next(pool);
		} else if (together) {
			help(pool, together);
		} else {
			uv_cond_wait(&pool->wake, &pool->mutex);
		}
	}
	uv_mutex_unlock(&pool->mutex);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static bool is_full_for(const struct pool *pool, const struct job *work)
{
	return pool->waiting_count + pool->giving_way_count >= pool->waiting_limit ||
	       (work->gives_way && pool->giving_way_count >= (pool->waiting_limit + 1) / 2);
}

static bool submit(struct worker_pool *workers, struct job *work)
{
	struct pool *pool = (struct pool *)workers;
	bool full, takes;

	work->has_progress = false;
	work->begin_by_ns = 0;
	uv_mutex_lock(&pool->mutex);
	full = is_full_for(pool, work);
	takes = !full && !pool->ending;
	if (takes && work->gives_way) {
		works_add(&pool->giving_way, work);
		pool->giving_way_count++;
	} else if (takes) {
		take_turn(pool, work);
	}
	if (takes) {
		uv_cond_signal(&pool->wake);
	}
	uv_mutex_unlock(&pool->mutex);
	if (full) {
		limits_count(pool->limits, LIMIT_MAX_QUEUED_SEARCHES);
	}
	return takes;
}

/* False: `work` is not in the queue any more. */
static bool works_remove(struct works *works, const struct job *work)
{
	struct job **place = &works->first;

	while (*place && *place != work) {
		place = &(*place)->next;
	}
	if (!*place) {
		return false;
	}
	*place = work->next;
	if (works->end == &work->next) {
		works->end = place;
	}
	return true;
}

static bool withdraw(struct worker_pool *workers, struct job *work)
{
	struct pool *pool = (struct pool *)workers;
	bool queued;

	uv_mutex_lock(&pool->mutex);
	queued = works_remove(work->gives_way ? &pool->giving_way : &pool->waiting, work);
	if (queued && work->gives_way) {
		pool->giving_way_count--;
	} else if (queued) {
		leave_turns(pool, work);
	}
	if (queued) {
		works_add(&pool->done, work);
	}
	uv_mutex_unlock(&pool->mutex);
	if (queued) {
		wakeup_send(&pool->wakeup);
	}
	return queued;
}

static void post_progress(struct worker_pool *workers, struct job *work)
{
	struct pool *pool = (struct pool *)workers;

	uv_mutex_lock(&pool->mutex);
	if (!work->has_progress) {
		work->has_progress = true;
		work->next_progress = pool->reporting;
		pool->reporting = work;
	}
	uv_mutex_unlock(&pool->mutex);
	wakeup_send(&pool->wakeup);
}

static unsigned queue_factor(struct worker_pool *workers)
{
	struct pool *pool = (struct pool *)workers;
	unsigned shares;

	uv_mutex_lock(&pool->mutex);
	shares = pool->shares;
	uv_mutex_unlock(&pool->mutex);
	return 1 + shares / pool->threads;
}

/* ---- jobs that get no thread in time --------------------------------------------------------- */

/* A free thread takes the next job as soon as it is scheduled. */
static bool has_free_thread(const struct pool *pool)
{
	return pool->busy < pool->threads;
}

/* The first late job; NULL with the time of the next check, 0 for none. */
static struct job *find_late(struct pool *pool, int64_t now_ns, int64_t *next_ns)
{
	struct job *late = NULL;

	*next_ns = 0;
	uv_mutex_lock(&pool->mutex);
	for (struct job *work = pool->waiting.first; work && !late; work = work->next) {
		int64_t at_ns = work->begin_by_ns;

		if (at_ns > 0 && at_ns <= now_ns && !has_free_thread(pool)) {
			late = work;
		} else if (at_ns > 0) {
			at_ns = at_ns > now_ns ? at_ns : now_ns + FREE_THREAD_NS;
			*next_ns = *next_ns == 0 || at_ns < *next_ns ? at_ns : *next_ns;
		}
	}
	uv_mutex_unlock(&pool->mutex);
	return late;
}

static void on_late(uv_timer_t *timer);

static void arm(struct pool *pool, int64_t at_ns)
{
	int64_t left_ns = at_ns - clock_ticks_ns();
	uint64_t left_ms = left_ns > 0 ? (uint64_t)left_ns / 1000000 + 1 : 0;

	if (!uv_is_active((uv_handle_t *)&pool->late) ||
		uv_timer_get_due_in(&pool->late) > left_ms) {
		uv_timer_start(&pool->late, on_late, left_ms, 0);
	}
}

/*
 * It may begin meanwhile, but is done on the loop only: it stays valid here. Each costs a look at
 * the queue and a static evaluation: those that this turn has no time for are late in the next one.
 */
static void on_late(uv_timer_t *timer)
{
	struct pool *pool = timer->data;
	int64_t now_ns = clock_ticks_ns(), next_ns;
	bool spent = false;
	struct job *work;

	while (!spent && (work = find_late(pool, now_ns, &next_ns)) != NULL) {
		work->begin_by_ns = 0;
		work->late(work);
		spent = turn_is_spent(pool->loop);
	}
	if (spent) {
		next_ns = clock_ticks_ns() + NEXT_TURN_NS;
	}
	if (next_ns > 0) {
		arm(pool, next_ns);
	}
}

static void expect(struct worker_pool *workers, struct job *work, int64_t begin_by_ns)
{
	struct pool *pool = (struct pool *)workers;

	work->begin_by_ns = begin_by_ns;
	if (begin_by_ns > 0) {
		arm(pool, begin_by_ns);
	}
}

/* ---- back on the loop ----------------------------------------------------------------------- */

/* Progress is reported before the end of the job. False: there is nothing to report. */
static bool report_one(struct pool *pool)
{
	struct job *reporting, *done = NULL;

	uv_mutex_lock(&pool->mutex);
	reporting = pool->reporting;
	if (reporting) {
		pool->reporting = reporting->next_progress;
		reporting->has_progress = false;
	} else if (pool->done.first) {
		done = works_take(&pool->done);
	}
	uv_mutex_unlock(&pool->mutex);
	if (reporting) {
		reporting->on_progress(reporting);
	} else if (done) {
		done->done(done);
	}
	return reporting || done;
}

static void on_news(void *context)
{
	struct pool *pool = context;
	bool spent = false, more = true;

	while (more && !spent) {
		more = report_one(pool);
		spent = more && turn_is_spent(pool->loop);
	}
	if (more) {
		wakeup_send(&pool->wakeup);
	}
}

/* ---- life ----------------------------------------------------------------------------------- */

unsigned pool_default_threads(void)
{
	unsigned processors = uv_available_parallelism();

	return processors > 2 ? processors - 1 : 1;
}

static void on_closed(void *context)
{
	struct pool *pool = context;

	uv_cond_destroy(&pool->left);
	uv_cond_destroy(&pool->wake);
	uv_mutex_destroy(&pool->mutex);
	free(pool);
}

static void on_late_closed(uv_handle_t *handle)
{
	struct pool *pool = handle->data;

	wakeup_close(&pool->wakeup, on_closed);
}

/* The pool's mutex is held. */
static void begin_end(struct pool *pool)
{
	pool->ending = true;
	uv_cond_broadcast(&pool->wake);
}

bool pool_finish_running(struct worker_pool *workers, int64_t until_ns)
{
	struct pool *pool = (struct pool *)workers;
	int64_t left_ns = 1;
	bool idle;

	if (!pool) {
		return true;
	}
	uv_mutex_lock(&pool->mutex);
	begin_end(pool);
	while (pool->busy > 0 && left_ns > 0) {
		left_ns = until_ns - clock_ticks_ns();
		if (left_ns > 0) {
			uv_cond_timedwait(&pool->left, &pool->mutex, (uint64_t)left_ns);
		}
	}
	idle = pool->busy == 0;
	uv_mutex_unlock(&pool->mutex);
	return idle;
}

void pool_destroy(struct worker_pool *workers)
{
	struct pool *pool = (struct pool *)workers;

	if (!pool) {
		return;
	}
	uv_mutex_lock(&pool->mutex);
	begin_end(pool);
	uv_mutex_unlock(&pool->mutex);
	threads_join(&pool->group);
	while (report_one(pool)) {
	}
	while (has_waiting(pool)) {
		struct job *work = take_next(pool);

		work->done(work);
	}
	uv_close((uv_handle_t *)&pool->late, on_late_closed);
}

struct worker_pool *pool_create(const struct pool_options *options)
{
	static const struct worker_pool_methods methods = {
		submit, post_progress, queue_factor, expect, withdraw};
	unsigned threads = options->threads ? options->threads : pool_default_threads();
	struct pool *pool = calloc(1, sizeof *pool);

	if (!pool || !wakeup_init(&pool->wakeup, options->loop, on_news, pool)) {
		free(pool);
		return NULL;
	}
	pool->workers.methods = &methods;
	pool->loop = options->loop;
	pool->executor = (struct mk_executor){.size = threads, .run_parallel = work_together};
	pool->waiting_limit = options->waiting_limit;
	pool->limits = options->limits;
	pool->idle = options->idle;
	pool->before = options->before;
	works_init(&pool->waiting);
	works_init(&pool->giving_way);
	works_init(&pool->done);
	uv_mutex_init(&pool->mutex);
	uv_cond_init(&pool->wake);
	uv_cond_init(&pool->left);
	uv_timer_init(options->loop, &pool->late);
	pool->late.data = pool;
	pool->threads = threads_start(
		&pool->group, threads < MAX_POOL_THREADS ? threads : MAX_POOL_THREADS, serve, pool);
	if (pool->threads == 0) {
		pool_destroy(&pool->workers);
		return NULL;
	}
	return &pool->workers;
}
