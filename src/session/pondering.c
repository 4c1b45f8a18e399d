/* Pondering: jobs, and the use of their results. */
#include "session/pondering.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/worker_pool.h"

#include <assert.h>
#include <makker/pondering.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/*
 * SLICE_NS: processor time after which a job goes to the end of the queue, so that all sessions
 * have their turns. REST_FACTOR: a search that had to wait for the processor is followed by a pause
 * of this multiple of the wait, REST_MAX_MS at most. REST_STEP_MS: maximum delay of a cancellation
 * during a pause.
 */
enum {
	ARENA_BYTES = 4 << 20,
	NS_A_MS = 1000000,
	SLICE_NS = 200000000,
	REST_FACTOR = 4,
	REST_MAX_MS = 1000,
	REST_STEP_MS = 10
};

/* The thread writes in state PUBLISHING, the loop reads in state TAKEN; neither waits. */
enum result_state { NO_RESULT, PUBLISHING, RESULT, TAKEN };

/* One of the expected tables, and the result of its last search. */
struct expected_table {
	alignas(max_align_t) unsigned char view[MK_MAX_VIEW_SIZE];
	atomic_int state;
	uint32_t budget_ms; /* equivalent budget of a search with a player waiting */
	struct mk_advice advice;
	struct mk_search_memo memo;
};

/*
 * The tables are last and have 2.5 MB, which the system provides page by page as they are written.
 */
struct pondering {
	struct job job;                    /* first */
	struct pondering *previous, *next; /* of sessions->ponderings */
	struct cached_session *cached;     /* NULL: dropped */
	struct worker_pool *workers;
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	struct mk_move suggestion; /* the suggestion that leads to the tables */
	uint32_t budget_ms;        /* of a search with a player waiting */
	unsigned threads;          /* that such a search has */
	int64_t limit_ns;          /* of processor time, for all tables */
	bool gives_way;
	bool over; /* the job is finished: neither queued nor running */

	/* Owned by the thread while it runs, except atomic members. */
	atomic_bool cancel;
	atomic_bool listed;     /* `tables` is complete */
	unsigned round, number; /* of the table that is searched next */
	int64_t spent_ns;       /* of limit_ns */
	bool more;              /* neither cancelled nor finished */
	/* Of `view`; then of the table that is searched. */
	struct mk_advice advice;
	struct mk_search_memo memo;
	alignas(max_align_t) unsigned char view[MK_MAX_VIEW_SIZE];
	atomic_uint count; /* of `tables`, which are complete up to there */
	struct expected_table tables[MK_MAX_EXPECTED_TABLES];
};

/* ---- on the thread -------------------------------------------------------------------------- */

static void add_table(void *owner, const struct mk_view *view)
{
	struct pondering *pondering = owner;
	unsigned count = atomic_load_explicit(&pondering->count, memory_order_relaxed);
	struct expected_table *table = &pondering->tables[count];

	assert(count < MK_MAX_EXPECTED_TABLES);
	memcpy(table->view, view, pondering->game->view_size);
	atomic_init(&table->state, NO_RESULT);
	atomic_store_explicit(&pondering->count, count + 1, memory_order_release);
}

/* The loop takes a result once, when the table is reached; later ones are dropped. */
static void publish(struct pondering *pondering, struct expected_table *table, uint32_t budget_ms)
{
	int state = atomic_load(&table->state);

	if (state != TAKEN && atomic_compare_exchange_strong(&table->state, &state, PUBLISHING)) {
		table->advice = pondering->advice;
		table->memo = pondering->memo;
		table->budget_ms = budget_ms;
		atomic_store(&table->state, RESULT);
	}
}

/* False: it was cancelled. */
static bool search_table(struct pondering *pondering, struct mk_search_context *thinker,
	struct expected_table *table, uint32_t budget_ms)
{
	const struct mk_search_request thought = {.strategy = pondering->strategy,
		.view = (const struct mk_view *)table->view,
		.budget = {.ms = budget_ms * pondering->threads, .is_of_processor = true},
		.memo = &pondering->memo,
		.cancel = &pondering->cancel};

	pondering->memo.valid = false;
	mk_search_run(thinker, &thought, &pondering->advice);
	if (!pondering->advice.final) {
		return false;
	}
	pondering->advice.pondered = pondering->advice.nodes > 0;
	publish(pondering, table, budget_ms);
	return true;
}

/*
 * The priority of a thread counts among the threads of its control group alone (a service, a
 * container, a terminal's session): with the whole machine busy a daemon that only ponders would
 * have the share of a busy program. So it pauses voluntarily.
 */
static void rest(const struct pondering *pondering, int64_t waited_ns)
{
	int64_t rest_ms = waited_ns * REST_FACTOR / NS_A_MS;

	rest_ms = rest_ms < REST_MAX_MS ? rest_ms : REST_MAX_MS;
	for (; rest_ms > 0 && !atomic_load(&pondering->cancel); rest_ms -= REST_STEP_MS) {
		clock_sleep_ms(REST_STEP_MS);
	}
}

/* search_table(), followed by a pause if other programs need the processor. */
static bool search_and_rest(struct pondering *pondering, struct mk_search_context *thinker,
	struct expected_table *table, uint32_t budget_ms)
{
	int64_t began_ns = clock_ticks_ns(), began_cpu_ns = clock_thread_ns();
	bool found = search_table(pondering, thinker, table, budget_ms);

	if (found && pondering->gives_way) {
		rest(pondering, clock_ticks_ns() - began_ns - (clock_thread_ns() - began_cpu_ns));
	}
	return found;
}

/* Of the next search. */
static int64_t duration_ns(const struct pondering *pondering)
{
	return (int64_t)mk_pondering_budget(pondering->budget_ms, pondering->round) *
	       pondering->threads * NS_A_MS;
}

/* Selects the next table; after the last one, the first one of the next round. */
static bool find_next(struct pondering *pondering)
{
	unsigned count = atomic_load_explicit(&pondering->count, memory_order_relaxed);

	if (count > 0 && pondering->number == count) {
		pondering->number = 0;
		pondering->round++;
	}
	return count > 0 && pondering->round < MK_PONDERING_ROUNDS;
}

/*
 * True if another slice has more to search. A search that does not fit into the remaining processor
 * time is not started.
 */
static bool run_slice(
	struct pondering *pondering, struct mk_search_context *thinker, int64_t began_ns)
{
	while (find_next(pondering)) {
		uint32_t budget_ms =
			(uint32_t)mk_pondering_budget(pondering->budget_ms, pondering->round);
		int64_t slice_ns = clock_thread_ns() - began_ns;

		if (pondering->spent_ns + slice_ns + duration_ns(pondering) > pondering->limit_ns) {
			return false;
		}
		if (slice_ns >= SLICE_NS) {
			return true;
		}
		if (!search_and_rest(
			    pondering, thinker, &pondering->tables[pondering->number], budget_ms)) {
			return false;
		}
		pondering->number++;
	}
	return false;
}

static void run(struct job *job, struct mk_executor *executor)
{
	struct pondering *pondering = (struct pondering *)job;
	int64_t began_ns = clock_thread_ns();
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_search_context *thinker =
		arena ? mk_search_context_init(arena, pondering->game, NULL) : NULL;

	(void)executor;
	if (!atomic_load(&pondering->listed)) {
		mk_expected_tables(pondering->game, pondering->strategy,
			(const struct mk_view *)pondering->view, &pondering->advice,
			&pondering->memo, add_table, pondering);
		atomic_store(&pondering->listed, true);
	}
	pondering->more = thinker && !atomic_load(&pondering->cancel) &&
			  run_slice(pondering, thinker, began_ns);
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
	pondering->spent_ns += clock_thread_ns() - began_ns;
}

/* ---- on the loop ---------------------------------------------------------------------------- */

static bool submit(struct pondering *pondering)
{
	return pondering->workers->methods->submit(pondering->workers, &pondering->job);
}

static void done(struct job *job)
{
	struct pondering *pondering = (struct pondering *)job;

	if (!pondering->cached) {
		free(pondering);
		return;
	}
	pondering->over = !pondering->more || atomic_load(&pondering->cancel) || !submit(pondering);
}

static struct pondering *create(struct cached_session *cached, uint32_t budget_ms)
{
	const struct sessions_options *options = &cached->sessions->options;
	const struct session *session = &cached->session;
	struct pondering *pondering = malloc(sizeof *pondering);

	if (!pondering) {
		return NULL;
	}
	pondering->job = (struct job){.run = run, .done = done};
	pondering->cached = cached;
	pondering->workers = options->ponderers;
	pondering->game = session->game;
	pondering->strategy = session->strategy;
	pondering->suggestion = session->advice->moves[session->advice->suggestion].move;
	pondering->budget_ms = budget_ms;
	pondering->threads = options->search_threads;
	pondering->limit_ns = (int64_t)options->pondering_ms * NS_A_MS;
	pondering->gives_way = options->pondering_gives_way;
	pondering->over = false;
	pondering->round = pondering->number = 0;
	pondering->spent_ns = 0;
	pondering->more = false;
	atomic_init(&pondering->cancel, false);
	atomic_init(&pondering->listed, false);
	atomic_init(&pondering->count, 0);
	pondering->advice = *session->advice;
	pondering->memo.valid = false;
	if (cached->intent) {
		pondering->memo = *cached->intent;
	}
	memcpy(pondering->view, session->view, session->game->view_size);
	return pondering;
}

static bool is_worth_pondering(const struct cached_session *cached, uint32_t budget_ms)
{
	const struct sessions *sessions = cached->sessions;
	const struct session *session = &cached->session;

	return sessions->options.ponderers && sessions->options.pondering_ms > 0 &&
	       !sessions->shutting_down && budget_ms > 0 && session->outcome == MK_PLAYING &&
	       session->strategy->has_search && session->game->seats == 1 &&
	       session->game->view_size <= MK_MAX_VIEW_SIZE && advice_cache_budget(session) > 0 &&
	       session->advice->suggestion >= 0 && session->advice->winning_line_length == 0;
}

/* Drops the oldest one to free a place. */
static void make_room(struct sessions *sessions)
{
	struct limits *limits = sessions->options.limits;

	while (!limits_take(limits, LIMIT_PONDERED_SESSIONS, 1) && sessions->ponderings) {
		pondering_drop(sessions->ponderings->cached);
	}
}

/* Requests may have any budget; no search may take more than the time for all. */
static uint32_t longest_ms(const struct sessions *sessions)
{
	uint32_t longest = sessions->options.pondering_ms / sessions->options.search_threads;

	return longest > 0 ? longest : 1;
}

/*
 * True if it ponders after the current suggestion, with searches of `budget_ms` or more. A longer
 * search of the same table may have changed the suggestion.
 */
static bool serves(
	const struct pondering *pondering, const struct cached_session *cached, uint32_t budget_ms)
{
	const struct mk_advice *advice = cached->session.advice;

	return pondering->budget_ms >= budget_ms &&
	       memcmp(&pondering->suggestion, &advice->moves[advice->suggestion].move,
		       sizeof pondering->suggestion) == 0;
}

void pondering_begin(struct cached_session *cached, uint32_t budget_ms)
{
	struct sessions *sessions = cached->sessions;
	struct pondering *pondering;

	if (!is_worth_pondering(cached, budget_ms)) {
		return;
	}
	budget_ms = budget_ms < longest_ms(sessions) ? budget_ms : longest_ms(sessions);
	if (cached->pondering && serves(cached->pondering, cached, budget_ms)) {
		return;
	}
	pondering_drop(cached);
	pondering = create(cached, budget_ms);
	if (!pondering) {
		return;
	}
	make_room(sessions);
	if (!submit(pondering)) {
		limits_give(sessions->options.limits, LIMIT_PONDERED_SESSIONS, 1);
		free(pondering);
		return;
	}
	cached->pondering = pondering;
	DL_APPEND2(sessions->ponderings, pondering, previous, next);
	sessions->figures.ponderings++;
}

void pondering_drop(struct cached_session *cached)
{
	struct pondering *pondering = cached->pondering;
	struct sessions *sessions = cached->sessions;

	if (!pondering) {
		return;
	}
	cached->pondering = NULL;
	DL_DELETE2(sessions->ponderings, pondering, previous, next);
	limits_give(sessions->options.limits, LIMIT_PONDERED_SESSIONS, 1);
	pondering->cached = NULL;
	if (pondering->over) {
		free(pondering);
		return;
	}
	atomic_store(&pondering->cancel, true);
	if (pondering->workers->methods->withdraw) {
		pondering->workers->methods->withdraw(pondering->workers, &pondering->job);
	}
}

static struct expected_table *find_table(struct pondering *pondering, const struct mk_view *view)
{
	const struct mk_game *game = pondering->game;
	unsigned count = atomic_load_explicit(&pondering->count, memory_order_acquire);
	alignas(max_align_t) unsigned char met[MK_MAX_VIEW_SIZE];

	mk_confirmed_table(game, view, (struct mk_view *)met);
	for (unsigned i = 0; i < count; i++) {
		if (memcmp(met, pondering->tables[i].view, game->view_size) == 0) {
			return &pondering->tables[i];
		}
	}
	return NULL;
}

/*
 * If its search was shorter than the usual one, the usual one follows, and this advice is kept if
 * that has fewer playouts (session_search.c).
 */
static void take_result(struct cached_session *cached, struct expected_table *table)
{
	struct sessions_figures *figures = &cached->sessions->figures;
	int state = RESULT;
	bool whole;

	if (!atomic_compare_exchange_strong(&table->state, &state, TAKEN)) {
		figures->ponderings_early++;
		return;
	}
	whole = table->budget_ms >= cached->pondering->budget_ms;
	figures->ponderings_met += whole;
	figures->ponderings_early += !whole;
	cached_session_remember_plan(cached, &table->memo);
	table->advice.final = whole;
	advice_cache_put(&cached->sessions->advice_cache, &cached->session, &table->advice,
		table->budget_ms);
}

/* True on the way to the expected tables, while the search follows its plan. */
static bool is_planned(const struct cached_session *cached)
{
	const struct session *session = &cached->session;

	return cached->intent && mk_search_follows_plan(session->game, session->strategy,
					 session->view, cached->intent);
}

void pondering_meet(struct cached_session *cached)
{
	struct pondering *pondering = cached->pondering;
	bool same = pondering && cached->session.outcome == MK_PLAYING &&
		    pondering->strategy == cached->session.strategy;
	struct expected_table *table;

	if (!pondering || (same && is_planned(cached))) {
		return;
	}
	table = same ? find_table(pondering, cached->session.view) : NULL;
	if (table) {
		take_result(cached, table);
	} else if (same && atomic_load(&pondering->listed)) {
		cached->sessions->figures.ponderings_missed++;
	} else if (same) {
		cached->sessions->figures.ponderings_early++;
	}
	pondering_drop(cached);
}

void pondering_cancel_all(struct sessions *sessions)
{
	struct pondering *pondering;

	DL_FOREACH2(sessions->ponderings, pondering, next)
	{
		atomic_store(&pondering->cancel, true);
	}
}
