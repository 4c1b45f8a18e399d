/* Thoughts: from the table on the loop to a thread and back. */
#include "session/session_search.h"

#include "base/arena.h"
#include "base/clock.h"

#include <makker/selfplay.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/*
 * ANSWER_NS: what is left of a budget for the way back and the answer. LITTLE: a thought that lacks
 * less than this part of its budget had its time. CROWDED_MS: no thought lasts longer while
 * others wait for a thread, however large its budget.
 */
enum {
	ARENA_BYTES = 4 << 20,
	NS_A_MS = 1000000,
	ANSWER_NS = 700000,
	LITTLE = 4,
	CROWDED_MS = 1000
};

/* Who waits for the end of a thought. */
struct asker {
	sessions_answer *answer;
	void *context;
	struct asker *next;
};

struct thinking {
	struct job job; /* first */
	struct thinking *previous, *next;
	struct live *live; /* held */
	uint64_t tables;   /* live->tables when it began */
	struct asker *askers;
	uint32_t budget_ms;

	/* The thread's, until it is done. */
	struct worker_pool *workers;
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	int64_t deadline_ns;
	bool hurried; /* it ended early for others */
	atomic_bool cancel;
	atomic_bool drafted; /* `draft` is the loop's; else the thread's */
	struct mk_advice draft;
	struct mk_advice advice;
	struct mk_search_memo intent;
	alignas(max_align_t) unsigned char view[];
};

/* ---- on the thread -------------------------------------------------------------------------- */

/* What was found so far is kept: it is no worse than what others get. */
static void let_others_think(struct thinking *thinking, double elapsed_ms)
{
	if (elapsed_ms >= CROWDED_MS &&
		thinking->workers->methods->queue_factor(thinking->workers) > 1) {
		thinking->hurried = true;
		atomic_store(&thinking->cancel, true);
	}
}

static void on_progress(void *owner, const struct mk_advice *advice)
{
	struct thinking *thinking = owner;

	let_others_think(thinking, advice->elapsed_ms);
	if (!atomic_load(&thinking->drafted)) {
		thinking->draft = *advice;
		atomic_store(&thinking->drafted, true);
		thinking->workers->methods->post_progress(thinking->workers, &thinking->job);
	}
}

/* What is left of the time; less where others wait for a thread. */
static uint32_t time_left(const struct thinking *thinking)
{
	int64_t left = (thinking->deadline_ns - ANSWER_NS - clock_ticks_ns()) / NS_A_MS;
	unsigned crowd = thinking->workers->methods->queue_factor(thinking->workers);
	int64_t share = thinking->budget_ms / crowd;

	left = left < share ? left : share;
	return left > 0 ? (uint32_t)left : 1;
}

/* The way here and back takes a little always: that is not worth telling. */
static void note_time(const struct thinking *thinking, uint32_t given_ms, struct mk_advice *advice)
{
	if (given_ms < thinking->budget_ms - thinking->budget_ms / LITTLE) {
		advice->shortened.requested_ms = thinking->budget_ms;
		advice->shortened.granted_ms = given_ms;
	}
}

/* No better advice follows, but who wants as much again has it thought about anew. */
static void end_hurried(struct thinking *thinking)
{
	struct mk_advice *advice = &thinking->advice;
	uint32_t given_ms = (uint32_t)advice->elapsed_ms;

	note_time(thinking, given_ms, advice);
	advice->final = true;
	thinking->budget_ms = given_ms;
}

static void run(struct job *job, struct mk_executor *crew)
{
	struct thinking *thinking = (struct thinking *)job;
	struct mk_view *view = (struct mk_view *)thinking->view;
	uint32_t given_ms = time_left(thinking);
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_search_context *thinker =
		arena ? mk_search_context_init(arena, thinking->game, crew) : NULL;
	struct mk_search_request thought = {.strategy = thinking->strategy,
		.view = view,
		.budget = {.ms = given_ms},
		.memo = &thinking->intent,
		.cancel = &thinking->cancel,
		.progress = on_progress,
		.owner = thinking};

	if (thinker) {
		mk_search_run(thinker, &thought, &thinking->advice);
	} else {
		mk_advise(thinking->strategy, view, &thinking->advice);
		given_ms = 0;
	}
	note_time(thinking, given_ms, &thinking->advice);
	if (thinking->hurried) {
		end_hurried(thinking);
	}
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
}

/* ---- back on the loop ----------------------------------------------------------------------- */

static bool is_own(const struct thinking *thinking)
{
	return thinking->live->thinking == thinking;
}

static void show_advice(
	struct thinking *thinking, const struct mk_advice *advice, uint32_t budget_ms)
{
	struct live *live = thinking->live;
	const struct mk_advice *before = live->session.advice;

	/* What was final is so no longer. */
	if (before && before->final) {
		cached_session_bump_revision(live);
	}
	advice_cache_put(&live->sessions->advice_cache, &live->session, advice, budget_ms);
}

static void on_draft(struct job *job)
{
	struct thinking *thinking = (struct thinking *)job;

	if (is_own(thinking) && atomic_load(&thinking->drafted)) {
		show_advice(thinking, &thinking->draft, 0);
		cached_session_broadcast(thinking->live, SESSION_ADVICE);
	}
	atomic_store(&thinking->drafted, false);
}

/* Who asks again in the answer waits for something new. */
static void answer_askers(struct thinking *thinking, const struct session *session)
{
	while (thinking->askers) {
		struct asker *asker = thinking->askers;

		LL_DELETE(thinking->askers, asker);
		asker->answer(asker->context, MK_OK, session, NULL);
		free(asker);
	}
}

static void remember(struct live *live, const struct mk_search_memo *intent)
{
	if (!live->intent) {
		live->intent = malloc(sizeof *live->intent);
	}
	if (live->intent) {
		*live->intent = *intent;
	}
}

static void finish_own(struct thinking *thinking)
{
	struct live *live = thinking->live;

	live->thinking = NULL;
	remember(live, &thinking->intent);
	show_advice(thinking, &thinking->advice, thinking->budget_ms);
	answer_askers(thinking, cached_session_refresh(live));
	cached_session_broadcast(live, SESSION_ADVICE);
}

/* Another strategy's advice is for the one who asked. The table may be another one by now. */
static void finish_other(struct thinking *thinking)
{
	struct live *live = thinking->live;
	struct session shown = *cached_session_refresh(live);

	if (thinking->tables != live->tables) {
		mk_advise(thinking->strategy, shown.view, &thinking->advice);
	}
	shown.advice = &thinking->advice;
	answer_askers(thinking, &shown);
}

/* All games together have fewer strategies than there are rows. */
static void count_advice(struct sessions_figures *figures, const struct thinking *thinking)
{
	struct strategy_figures *row = figures->strategies;
	struct strategy_figures *end = row + SESSIONS_STRATEGIES;

	while (row < end && row->strategy &&
		(row->strategy != thinking->strategy || row->game != thinking->game)) {
		row++;
	}
	if (row < end) {
		row->game = thinking->game;
		row->strategy = thinking->strategy;
		row->advices++;
		row->worlds += thinking->advice.worlds;
		row->nodes += thinking->advice.nodes;
		row->seconds += thinking->advice.elapsed_ms / 1000;
		row->shortened += thinking->advice.shortened.requested_ms > 0;
	}
}

static void done(struct job *job)
{
	struct thinking *thinking = (struct thinking *)job;
	struct live *live = thinking->live;

	DL_DELETE2(live->sessions->thoughts, thinking, previous, next);
	live->sessions->figures.thinking--;
	count_advice(&live->sessions->figures, thinking);
	if (is_own(thinking)) {
		finish_own(thinking);
	} else {
		finish_other(thinking);
	}
	cached_session_unref(live);
	free(thinking);
}

/* ---- beginning ------------------------------------------------------------------------------ */

static struct thinking *create(struct live *live, const struct mk_strategy *strategy,
	const struct search_deadline *patience)
{
	const struct mk_game *game = live->session.game;
	struct thinking *thinking = malloc(sizeof *thinking + game->view_size);

	if (!thinking) {
		return NULL;
	}
	thinking->job = (struct job){.run = run, .on_progress = on_draft, .done = done};
	thinking->live = live;
	thinking->tables = live->tables;
	thinking->askers = NULL;
	thinking->budget_ms = patience->budget_ms;
	thinking->workers = live->sessions->options.workers;
	thinking->game = game;
	thinking->strategy = strategy;
	thinking->deadline_ns = patience->since_ns + (int64_t)patience->budget_ms * NS_A_MS;
	thinking->hurried = false;
	atomic_init(&thinking->cancel, false);
	atomic_init(&thinking->drafted, false);
	thinking->intent.valid = false;
	memcpy(thinking->view, live->session.view, game->view_size);
	return thinking;
}

/* It may never run: what it then answers with is the instant judgement. */
static struct thinking *start(struct live *live, const struct mk_strategy *strategy,
	const struct search_deadline *patience)
{
	struct sessions_figures *figures = &live->sessions->figures;
	struct thinking *thinking = create(live, strategy, patience);

	if (!thinking) {
		return NULL;
	}
	mk_advise(strategy, live->session.view, &thinking->advice);
	note_time(thinking, 0, &thinking->advice);
	if (live->intent && strategy == live->session.strategy) {
		thinking->intent = *live->intent;
	}
	if (!thinking->workers->methods->submit(thinking->workers, &thinking->job)) {
		figures->refused++;
		free(thinking);
		return NULL;
	}
	figures->thoughts++;
	figures->thinking++;
	cached_session_ref(live);
	DL_APPEND2(live->sessions->thoughts, thinking, previous, next);
	return thinking;
}

static bool is_thinkable(const struct live *live, const struct mk_strategy *strategy,
	const struct search_deadline *patience)
{
	return strategy->has_search && patience->budget_ms > 0 && live->sessions->options.workers &&
	       live->session.outcome == MK_PLAYING;
}

/* What can only be judged at once says that it was to be thought about. */
static enum thinking_start report_overload(
	struct live *live, const struct search_deadline *patience)
{
	cached_session_refresh(live);
	advice_cache_mark_shortened(&live->session, patience->budget_ms);
	return THINKING_BUSY;
}

static bool ask(struct thinking *thinking, sessions_answer *answer, void *context)
{
	struct asker *asker = malloc(sizeof *asker);

	if (asker) {
		*asker = (struct asker){.answer = answer, .context = context};
		LL_APPEND(thinking->askers, asker);
	}
	return asker != NULL;
}

enum thinking_start thinking_begin(struct live *live, const struct search_deadline *patience,
	sessions_answer *answer, void *context)
{
	const struct session *session = &live->session;

	if (!is_thinkable(live, session->strategy, patience) ||
		advice_cache_budget(session) >= patience->budget_ms) {
		return THINKING_NEEDLESS;
	}
	if (!live->thinking) {
		live->thinking = start(live, session->strategy, patience);
	}
	if (!live->thinking) {
		return report_overload(live, patience);
	}
	return patience->waits && ask(live->thinking, answer, context) ? THINKING_LATER
								       : THINKING_NEEDLESS;
}

enum thinking_start thinking_begin_other(struct live *live, const struct mk_strategy *strategy,
	const struct search_deadline *patience, sessions_answer *answer, void *context)
{
	struct thinking *thinking;

	if (!is_thinkable(live, strategy, patience) || !patience->waits) {
		return THINKING_NEEDLESS;
	}
	thinking = start(live, strategy, patience);
	if (!thinking) {
		return THINKING_BUSY;
	}
	/* Without memory for the asker nobody hears of it, and it is dropped. */
	return ask(thinking, answer, context) ? THINKING_LATER : THINKING_BUSY;
}

/* ---- ending --------------------------------------------------------------------------------- */

void thinking_stop(struct live *live)
{
	struct thinking *thinking = live->thinking;

	if (thinking) {
		atomic_store(&thinking->cancel, true);
		answer_askers(thinking, cached_session_refresh(live));
		live->thinking = NULL;
	}
}

void thinking_stop_all(struct sessions *sessions)
{
	struct thinking *thinking;

	DL_FOREACH2(sessions->thoughts, thinking, next)
	{
		atomic_store(&thinking->cancel, true);
	}
}
