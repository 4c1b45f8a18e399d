/*
 * The thread with its queue: a condition variable signals tasks, a wake-up of the loop their
 * completion.
 */
#include "store/sqlite/sqlite.h"

#include "port/turn.h"
#include "port/wakeup.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <uv.h>

struct tasks {
	struct store_task *first;
	struct store_task **end;
};

struct worker {
	struct worker_options options;
	uv_thread_t thread;
	struct wakeup answers;
	void (*ended)(void *context);
	struct tasks answering; /* taken from `done` */

	uv_mutex_t mutex; /* for what follows */
	uv_cond_t wake;
	struct tasks waiting;
	struct tasks done;
	unsigned waiting_count;
	unsigned wanted; /* number of tasks that wake the thread */
	unsigned last;   /* size of the last batch */
	bool able;
	bool turned; /* `able` has changed, without a task that is answered */
	bool ending;
};

static void tasks_init(struct tasks *tasks)
{
	tasks->first = NULL;
	tasks->end = &tasks->first;
}

static void tasks_add(struct tasks *tasks, struct store_task *first)
{
	*tasks->end = first;
	while (*tasks->end) {
		tasks->end = &(*tasks->end)->next;
	}
}

static struct store_task *tasks_take(struct tasks *tasks)
{
	struct store_task *first = tasks->first;

	tasks_init(tasks);
	return first;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* Waits for tasks, for the shutdown, or until the next check is due. */
static void wait_for_news(struct worker *worker)
{
	unsigned ms = worker->able ? worker->options.idle_ms : worker->options.retry_ms;

	if (ms == 0) {
		uv_cond_wait(&worker->wake, &worker->mutex);
	} else {
		uv_cond_timedwait(&worker->wake, &worker->mutex, (uint64_t)ms * 1000000);
	}
}

/*
 * Group commit: the first task waits a moment for as many tasks as the previous batch had, because
 * a batch costs the same as one task.
 */
static void gather_batch(struct worker *worker)
{
	uint64_t end = uv_hrtime() + (uint64_t)worker->options.gather_us * 1000, now;

	worker->wanted = worker->last - worker->last / 4;
	while (!worker->ending && worker->waiting_count < worker->wanted &&
		(now = uv_hrtime()) < end) {
		uv_cond_timedwait(&worker->wake, &worker->mutex, end - now);
	}
	worker->wanted = 0;
}

static void work_once(struct worker *worker)
{
	struct store_task *batch = tasks_take(&worker->waiting);
	bool was_able = worker->able;
	bool able;

	worker->last = worker->waiting_count;
	worker->waiting_count = 0;
	uv_mutex_unlock(&worker->mutex);
	able = worker->options.work(batch, worker->options.context);
	uv_mutex_lock(&worker->mutex);
	worker->able = able;
	if (batch) {
		tasks_add(&worker->done, batch);
	} else if (able != was_able) {
		worker->turned = true;
	}
	if (batch || able != was_able) {
		wakeup_send(&worker->answers);
	}
}

static void run(void *context)
{
	struct worker *worker = context;

	uv_mutex_lock(&worker->mutex);
	for (;;) {
		if (!worker->waiting.first && !worker->ending) {
			wait_for_news(worker);
		}
		if (worker->ending) {
			break;
		}
		if (worker->waiting.first && worker->options.gather_us > 0) {
			gather_batch(worker);
		}
		if (worker->waiting.first || !worker->able || worker->options.idle_ms > 0) {
			work_once(worker);
		}
	}
	uv_mutex_unlock(&worker->mutex);
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* Tasks that this turn has no time for are answered in the next one, before new ones. */
static void answer_tasks(struct worker *worker)
{
	struct tasks *answering = &worker->answering;
	bool spent = false;

	while (answering->first && !spent) {
		struct store_task *task = answering->first;

		answering->first = task->next;
		if (!answering->first) {
			answering->end = &answering->first;
		}
		worker->options.answer(task, worker->options.context);
		spent = turn_is_spent(worker->options.loop);
	}
	if (answering->first) {
		wakeup_send(&worker->answers);
	}
}

static void on_answers(void *context)
{
	struct worker *worker = context;
	bool turned;

	uv_mutex_lock(&worker->mutex);
	tasks_add(&worker->answering, tasks_take(&worker->done));
	turned = worker->turned;
	worker->turned = false;
	uv_mutex_unlock(&worker->mutex);
	if (turned && worker->options.turned) {
		worker->options.turned(worker->options.context);
	}
	answer_tasks(worker);
}

static void join_thread(struct worker *worker)
{
	uv_mutex_lock(&worker->mutex);
	worker->ending = true;
	uv_cond_signal(&worker->wake);
	uv_mutex_unlock(&worker->mutex);
	uv_thread_join(&worker->thread);
}

static void worker_free(struct worker *worker)
{
	uv_cond_destroy(&worker->wake);
	uv_mutex_destroy(&worker->mutex);
	free(worker);
}

/* The thread waits for the mutex before it touches `answers`. */
static bool start(struct worker *worker)
{
	bool started;

	uv_mutex_lock(&worker->mutex);
	started = uv_thread_create(&worker->thread, run, worker) == 0;
	if (started && !wakeup_init(&worker->answers, worker->options.loop, on_answers, worker)) {
		uv_mutex_unlock(&worker->mutex);
		join_thread(worker);
		return false;
	}
	if (started) {
		wakeup_keep_alive(&worker->answers, false);
	}
	uv_mutex_unlock(&worker->mutex);
	return started;
}

struct worker *worker_create(const struct worker_options *options)
{
	struct worker *worker = calloc(1, sizeof *worker);

	if (!worker) {
		return NULL;
	}
	worker->options = *options;
	worker->able = true;
	tasks_init(&worker->waiting);
	tasks_init(&worker->done);
	tasks_init(&worker->answering);
	if (uv_mutex_init(&worker->mutex) != 0 || uv_cond_init(&worker->wake) != 0) {
		free(worker);
		return NULL;
	}
	if (!start(worker)) {
		worker_free(worker);
		return NULL;
	}
	return worker;
}

void worker_add(struct worker *worker, struct store_task *task)
{
	task->next = NULL;
	uv_mutex_lock(&worker->mutex);
	assert(!worker->ending);
	tasks_add(&worker->waiting, task);
	if (++worker->waiting_count >= worker->wanted) {
		uv_cond_signal(&worker->wake);
	}
	uv_mutex_unlock(&worker->mutex);
}

void worker_awaited(struct worker *worker, bool awaited)
{
	wakeup_keep_alive(&worker->answers, awaited);
}

bool worker_is_able(struct worker *worker)
{
	bool able;

	uv_mutex_lock(&worker->mutex);
	able = worker->able;
	uv_mutex_unlock(&worker->mutex);
	return able;
}

static void on_closed(void *closed)
{
	struct worker *worker = closed;
	void (*ended)(void *context) = worker->ended;
	void *context = worker->options.context;

	worker_free(worker);
	if (ended) {
		ended(context);
	}
}

void worker_end(struct worker *worker, void (*ended)(void *context))
{
	if (!worker) {
		return;
	}
	join_thread(worker);
	worker->ended = ended;
	wakeup_close(&worker->answers, on_closed);
}
