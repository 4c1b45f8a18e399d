/* Searches: from the table on the loop to a thread and back. */
#include "session/session_search.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/hash.h"
#include "session/pondering.h"

#include <makker/selfplay.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/*
 * ANSWER_NS: share of a budget that is reserved for the response. LITTLE: a search that lacks less
 * than this part of its budget counts as complete. CROWDED_MS: maximum search time while others
 * wait for a thread. GRACE_NS: a search that gets a thread so long after its budget still runs, for
 * a millisecond; later the static evaluation is the response.
 */
enum {
	GRACE_NS = 20000000,
	ARENA_BYTES = 4 << 20,
	NS_A_MS = 1000000,
	ANSWER_NS = 700000,
	LITTLE = 4,
	CROWDED_MS = 300
};

/* A caller that waits for the end of a search. */
struct search_waiter {
	sessions_callback *answer;
	void *context;
	int64_t deadline_ns; /* a thread must be available by then */
	uint32_t budget_ms;
	struct search_waiter *next;
};

struct session_search {
	struct job job; /* first */
	struct session_search *previous, *next;
	struct cached_session *cached; /* referenced */
	uint64_t tables;               /* cached->tables at the beginning */
	struct search_waiter *waiters;
	uint32_t budget_ms;

	/* Owned by the thread until the job is done. */
	struct worker_pool *workers;
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	int64_t deadline_ns;
	bool hurried; /* ended early because other searches waited */
	atomic_bool cancel;
	atomic_bool crowded; /* another search found no thread before its deadline, and left the
				queue */
	atomic_bool drafted; /* the loop owns `draft`; false: the thread */
	struct mk_advice draft;
	struct mk_advice advice;
	struct mk_search_memo intent;
	alignas(max_align_t) unsigned char view[];
};

/* ---- on the thread -------------------------------------------------------------------------- */

/* Ends the search early if others wait; its advice so far is as good as theirs will be. */
static void let_others_think(struct session_search *search, double elapsed_ms)
{
	if (elapsed_ms >= CROWDED_MS &&
		(atomic_load(&search->crowded) ||
			search->workers->methods->queue_factor(search->workers) > 1)) {
		search->hurried = true;
		atomic_store(&search->cancel, true);
	}
}

static void on_progress(void *owner, const struct mk_advice *advice)
{
	struct session_search *search = owner;

	let_others_think(search, advice->elapsed_ms);
	if (!atomic_load(&search->drafted)) {
		search->draft = *advice;
		atomic_store(&search->drafted, true);
		search->workers->methods->post_progress(search->workers, &search->job);
	}
}

/* The rest of the budget; less while other searches wait for a thread. */
static uint32_t time_left(const struct session_search *search)
{
	int64_t left = (search->deadline_ns - ANSWER_NS - clock_ticks_ns()) / NS_A_MS;
	unsigned crowd = search->workers->methods->queue_factor(search->workers);
	int64_t share = search->budget_ms / crowd;

	left = left < share ? left : share;
	return left > 0 ? (uint32_t)left : 1;
}

/* A small loss of time is not reported. */
static void note_time(
	const struct session_search *search, uint32_t given_ms, struct mk_advice *advice)
{
	if (given_ms < search->budget_ms - search->budget_ms / LITTLE) {
		advice->shortened.requested_ms = search->budget_ms;
		advice->shortened.granted_ms = given_ms;
	}
}

/* No better advice follows. A later request with the same budget starts a new search. */
static void end_hurried(struct session_search *search)
{
	struct mk_advice *advice = &search->advice;
	uint32_t given_ms = (uint32_t)advice->elapsed_ms;

	note_time(search, given_ms, advice);
	advice->final = true;
	search->budget_ms = given_ms;
}

static void run(struct job *job, struct mk_executor *executor)
{
	struct session_search *search = (struct session_search *)job;
	struct mk_view *view = (struct mk_view *)search->view;
	uint32_t given_ms = time_left(search);
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_search_context *thinker =
		arena ? mk_search_context_init(arena, search->game, executor) : NULL;
	struct mk_search_request thought = {.strategy = search->strategy,
		.view = view,
		.budget = {.ms = given_ms},
		.memo = &search->intent,
		.cancel = &search->cancel,
		.progress = on_progress,
		.owner = search};

	if (thinker) {
		mk_search_run(thinker, &thought, &search->advice);
	} else {
		mk_advise(search->strategy, view, &search->advice);
		given_ms = 0;
	}
	note_time(search, given_ms, &search->advice);
	if (search->hurried) {
		end_hurried(search);
	}
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
}

/* ---- back on the loop ----------------------------------------------------------------------- */

static bool is_own(const struct session_search *search)
{
	return search->cached->search == search;
}

static void show_advice(
	struct session_search *search, const struct mk_advice *advice, uint32_t budget_ms)
{
	struct cached_session *cached = search->cached;
	const struct mk_advice *before = cached->session.advice;

	/* The advice was final until now. */
	if (before && before->final) {
		cached_session_bump_revision(cached);
	}
	advice_cache_put(&cached->sessions->advice_cache, &cached->session, advice, budget_ms);
}

/*
 * True if the pondered advice for this table comes from more playouts than `advice`: that of a
 * search that was shortened, or had little processor time on a busy machine.
 */
static bool is_surpassed(const struct session_search *search, const struct mk_advice *advice)
{
	const struct mk_advice *before = search->cached->session.advice;

	return before && before->pondered && before->nodes > advice->nodes &&
	       advice->certainty == MK_UNPROVEN;
}

/* No better advice follows the pondered one. */
static void show_pondered(struct session_search *search)
{
	struct mk_advice advice = *search->cached->session.advice;

	advice.final = true;
	advice.shortened = search->advice.shortened;
	show_advice(search, &advice, search->budget_ms);
}

static void on_draft(struct job *job)
{
	struct session_search *search = (struct session_search *)job;

	if (is_own(search) && atomic_load(&search->drafted) &&
		!is_surpassed(search, &search->draft)) {
		show_advice(search, &search->draft, 0);
		cached_session_broadcast(search->cached, SESSION_ADVICE);
	}
	atomic_store(&search->drafted, false);
}

/* A request within a callback starts a new wait. */
static void answer_waiters(struct session_search *search, const struct session *session)
{
	while (search->waiters) {
		struct search_waiter *waiter = search->waiters;

		LL_DELETE(search->waiters, waiter);
		waiter->answer(waiter->context, MK_OK, session, NULL);
		free(waiter);
	}
}

static void finish_own(struct session_search *search)
{
	struct cached_session *cached = search->cached;

	cached->search = NULL;
	if (is_surpassed(search, &search->advice)) {
		show_pondered(search);
	} else {
		cached_session_remember_plan(cached, &search->intent);
		show_advice(search, &search->advice, search->budget_ms);
	}
	answer_waiters(search, cached_session_refresh(cached));
	cached_session_broadcast(cached, SESSION_ADVICE);
	pondering_begin(cached, search->budget_ms);
}

/* Advice of another strategy goes only to its caller. The table may have changed. */
static void finish_other(struct session_search *search)
{
	struct cached_session *cached = search->cached;
	struct session shown = *cached_session_refresh(cached);

	if (search->tables != cached->tables) {
		mk_advise(search->strategy, shown.view, &search->advice);
	}
	shown.advice = &search->advice;
	answer_waiters(search, &shown);
}

/* All games together have fewer strategies than there are rows. */
static void count_advice(struct sessions_figures *figures, const struct session_search *search)
{
	struct strategy_figures *row = figures->strategies;
	struct strategy_figures *end = row + SESSIONS_STRATEGIES;

	while (row < end && row->strategy &&
		(row->strategy != search->strategy || row->game != search->game)) {
		row++;
	}
	if (row < end) {
		row->game = search->game;
		row->strategy = search->strategy;
		row->advices++;
		row->worlds += search->advice.worlds;
		row->nodes += search->advice.nodes;
		row->seconds += search->advice.elapsed_ms / 1000;
		row->shortened += search->advice.shortened.requested_ms > 0;
	}
}

static void done(struct job *job)
{
	struct session_search *search = (struct session_search *)job;
	struct cached_session *cached = search->cached;

	DL_DELETE2(cached->sessions->searches, search, previous, next);
	cached->sessions->figures.thinking--;
	count_advice(&cached->sessions->figures, search);
	if (is_own(search)) {
		finish_own(search);
	} else {
		finish_other(search);
	}
	cached_session_unref(cached);
	free(search);
}

/* ---- without a thread ----------------------------------------------------------------------- */

/* The search may still begin: its advice then goes to the subscribers. */
static void expect_thread(struct session_search *search)
{
	const struct worker_pool_methods *methods = search->workers->methods;
	int64_t first_ns = 0;
	struct search_waiter *waiter;

	LL_FOREACH(search->waiters, waiter)
	{
		if (first_ns == 0 || waiter->deadline_ns < first_ns) {
			first_ns = waiter->deadline_ns;
		}
	}
	if (methods->expect) {
		methods->expect(search->workers, &search->job, first_ns);
	}
}

/* Responds with the static evaluation of the current table, marked as such. */
static void answer_statically(struct session_search *search, struct search_waiter *waiter)
{
	struct cached_session *cached = search->cached;
	struct session shown = *cached_session_refresh(cached);
	struct mk_advice advice;

	if (is_own(search)) {
		advice_cache_mark_shortened(&cached->session, waiter->budget_ms);
		waiter->answer(waiter->context, MK_OK, &cached->session, NULL);
		return;
	}
	mk_advise(search->strategy, shown.view, &advice);
	note_time(search, 0, &advice);
	shown.advice = &advice;
	waiter->answer(waiter->context, MK_OK, &shown, NULL);
}

/* Removes the search from the queue to free its place. False: it is already running. */
static bool withdraw(struct session_search *search)
{
	const struct worker_pool_methods *methods = search->workers->methods;

	return methods->withdraw && methods->withdraw(search->workers, &search->job);
}

/* True if there is a receiver; advice for subscribers is sent even if it is late. */
static bool has_receiver(const struct session_search *search)
{
	return search->waiters || (is_own(search) && search->cached->subscribers);
}

/* Makes running searches end soon, as while others wait. */
static void note_crowd(struct sessions *sessions)
{
	struct session_search *search;

	DL_FOREACH2(sessions->searches, search, next)
	{
		atomic_store(&search->crowded, true);
	}
}

/* All threads are busy: responds without a search to waiters whose budget is used up. */
static void late(struct job *job)
{
	struct session_search *search = (struct session_search *)job;
	int64_t now_ns = clock_ticks_ns();
	struct search_waiter *waiters = search->waiters, *waiter;

	search->waiters = NULL;
	while ((waiter = waiters) != NULL) {
		waiters = waiter->next;
		if (waiter->deadline_ns <= now_ns) {
			search->cached->sessions->figures.refused++;
			answer_statically(search, waiter);
			free(waiter);
		} else {
			LL_APPEND(search->waiters, waiter);
		}
	}
	if (has_receiver(search)) {
		expect_thread(search);
		return;
	}
	if (withdraw(search)) {
		note_crowd(search->cached->sessions);
		search->cached->search = is_own(search) ? NULL : search->cached->search;
	}
}

/* ---- beginning ------------------------------------------------------------------------------ */

static struct session_search *create(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *deadline)
{
	const struct mk_game *game = cached->session.game;
	struct session_search *search = malloc(sizeof *search + game->view_size);

	if (!search) {
		return NULL;
	}
	search->job = (struct job){.run = run,
		.on_progress = on_draft,
		.late = late,
		.done = done,
		.share = fnv1a_add(fnv1a_start, cached->session.id, strlen(cached->session.id))};
	search->cached = cached;
	search->tables = cached->tables;
	search->waiters = NULL;
	search->budget_ms = deadline->budget_ms;
	search->workers = cached->sessions->options.workers;
	search->game = game;
	search->strategy = strategy;
	search->deadline_ns = deadline->since_ns + (int64_t)deadline->budget_ms * NS_A_MS;
	search->hurried = false;
	atomic_init(&search->cancel, false);
	atomic_init(&search->crowded, false);
	atomic_init(&search->drafted, false);
	search->intent.valid = false;
	memcpy(search->view, cached->session.view, game->view_size);
	return search;
}

/* The search may never run: the response is then the static evaluation. */
static struct session_search *start(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *deadline)
{
	struct sessions_figures *figures = &cached->sessions->figures;
	struct session_search *search = create(cached, strategy, deadline);

	if (!search) {
		return NULL;
	}
	mk_advise(strategy, cached->session.view, &search->advice);
	note_time(search, 0, &search->advice);
	if (cached->intent && strategy == cached->session.strategy) {
		search->intent = *cached->intent;
	}
	if (!search->workers->methods->submit(search->workers, &search->job)) {
		figures->refused++;
		free(search);
		return NULL;
	}
	figures->thoughts++;
	figures->thinking++;
	cached_session_ref(cached);
	DL_APPEND2(cached->sessions->searches, search, previous, next);
	return search;
}

static bool is_thinkable(const struct cached_session *cached, const struct mk_strategy *strategy,
	const struct search_deadline *deadline)
{
	return strategy->has_search && deadline->budget_ms > 0 &&
	       cached->sessions->options.workers && cached->session.outcome == MK_PLAYING &&
	       !cached->session.opponent_moves;
}

/* The static evaluation reports that a search was requested. */
static enum search_start report_overload(
	struct cached_session *cached, const struct search_deadline *deadline)
{
	cached_session_refresh(cached);
	advice_cache_mark_shortened(&cached->session, deadline->budget_ms);
	return SEARCH_OVERLOADED;
}

static bool ask(struct session_search *search, const struct search_deadline *deadline,
	sessions_callback *answer, void *context)
{
	struct search_waiter *waiter = malloc(sizeof *waiter);

	if (waiter) {
		*waiter = (struct search_waiter){
			.answer = answer,
			.context = context,
			.deadline_ns = deadline->since_ns + (int64_t)deadline->budget_ms * NS_A_MS +
				       GRACE_NS,
			.budget_ms = deadline->budget_ms,
		};
		LL_APPEND(search->waiters, waiter);
		expect_thread(search);
	}
	return waiter != NULL;
}

enum search_start session_search_start(struct cached_session *cached,
	const struct search_deadline *deadline, sessions_callback *answer, void *context)
{
	const struct session *session = &cached->session;

	if (!is_thinkable(cached, session->strategy, deadline)) {
		return SEARCH_NOT_NEEDED;
	}
	if (advice_cache_budget(session) >= deadline->budget_ms) {
		pondering_begin(cached, deadline->budget_ms);
		return SEARCH_NOT_NEEDED;
	}
	if (!cached->search) {
		cached->search = start(cached, session->strategy, deadline);
	}
	if (!cached->search) {
		return report_overload(cached, deadline);
	}
	return deadline->waits && ask(cached->search, deadline, answer, context)
		       ? SEARCH_STARTED
		       : SEARCH_NOT_NEEDED;
}

enum search_start session_search_start_with(struct cached_session *cached,
	const struct mk_strategy *strategy, const struct search_deadline *deadline,
	sessions_callback *answer, void *context)
{
	struct session_search *search;

	if (!is_thinkable(cached, strategy, deadline) || !deadline->waits) {
		return SEARCH_NOT_NEEDED;
	}
	search = start(cached, strategy, deadline);
	if (!search) {
		return SEARCH_OVERLOADED;
	}
	/* Without memory for the waiter the search is dropped. */
	return ask(search, deadline, answer, context) ? SEARCH_STARTED : SEARCH_OVERLOADED;
}

/* ---- ending --------------------------------------------------------------------------------- */

void session_search_cancel(struct cached_session *cached)
{
	struct session_search *search = cached->search;

	if (search) {
		atomic_store(&search->cancel, true);
		answer_waiters(search, cached_session_refresh(cached));
		cached->search = NULL;
		withdraw(search);
	}
}

void session_search_cancel_all(struct sessions *sessions)
{
	struct session_search *search;

	DL_FOREACH2(sessions->searches, search, next)
	{
		atomic_store(&search->cancel, true);
	}
}
