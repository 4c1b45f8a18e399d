/* Opponents: from the view of a seat to an event of the journal. */
#include "session/opponent.h"

#include "base/arena.h"
#include "base/clock.h"
#include "port/worker_pool.h"
#include "session/change.h"
#include "session/session_error.h"

#include <makker/selfplay.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* PLAYOUTS: of a strategy with search, for a move; see docs/doppelkopf.md. */
enum { ARENA_BYTES = 4 << 20, PLAYOUTS = 2000 };

struct opponent_job {
	struct job job; /* first */
	struct opponent_job *previous, *next;
	struct cached_session *cached; /* referenced */
	uint64_t version;              /* the version that the move is for */

	/* Owned by the thread until the job is done. */
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	atomic_bool cancel;
	bool chosen;
	struct mk_move move;
	alignas(max_align_t) unsigned char view[];
};

/* ---- on the thread -------------------------------------------------------------------------- */

static bool search_move(struct opponent_job *choice, struct mk_executor *executor)
{
	struct mk_arena *arena = mk_arena_create(ARENA_BYTES);
	struct mk_search_context *context =
		arena ? mk_search_context_init(arena, choice->game, executor) : NULL;
	const struct mk_search_request request = {.strategy = choice->strategy,
		.view = (const struct mk_view *)choice->view,
		.budget = {.nodes = PLAYOUTS},
		.cancel = &choice->cancel};
	struct mk_advice *advice = malloc(sizeof *advice);
	bool found = false;

	if (context && advice) {
		mk_search_run(context, &request, advice);
		found = advice->suggestion >= 0 && !atomic_load(&choice->cancel);
	}
	if (found) {
		choice->move = advice->moves[advice->suggestion].move;
	}
	free(advice);
	mk_search_context_deinit(context);
	mk_arena_destroy(arena);
	return found;
}

static void run(struct job *job, struct mk_executor *executor)
{
	struct opponent_job *choice = (struct opponent_job *)job;

	if (!atomic_load(&choice->cancel)) {
		choice->chosen =
			choice->strategy->has_search
				? search_move(choice, executor)
				: choice->strategy->choose_move(
					  (const struct mk_view *)choice->view, &choice->move);
	}
}

/* ---- the reply ------------------------------------------------------------------------------ */

static void carry_out_reply(struct change *change)
{
	const struct mk_game *game = change->cached->session.game;
	struct event *event = &change->event;
	struct mk_error error;

	if (!change_copy_view(change)) {
		return;
	}
	if (deal_reply(game, change->world, change->view, change->reply, &event->finding, &error) !=
		MK_OK) {
		change_fail(change, &error);
		return;
	}
	event->covered =
		memcmp(&event->finding.moves[0].move, &change->reply, sizeof change->reply) != 0;
	event->whole = change->reply;
	event->shown = !mk_game_is_open(game);
	change->shown += event->shown;
	change->event.kind = EVENT_REPLY;
	change->event.advised = (struct advised){0};
	change->next.observed = &change->event.finding;
	change->next.sync = session_sync_of(game, change->view);
	change_store(change);
}

static const struct change_kind reply = {.carry_out = carry_out_reply};

/* ---- when it is tried again ----------------------------------------------------------------- */

static void set_due(struct cached_session *cached)
{
	if (!cached->opponent_due) {
		cached->opponent_due = true;
		DL_APPEND2(cached->sessions->opponents_due, cached, due_previous, due_next);
	}
}

void opponent_forget(struct cached_session *cached)
{
	if (cached->opponent_due) {
		cached->opponent_due = false;
		DL_DELETE2(cached->sessions->opponents_due, cached, due_previous, due_next);
	}
}

/*
 * A reply that could not be stored is retried in the next round; if the session has reached a
 * limit, at its next version.
 */
static void on_replied(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct cached_session *cached = context;

	(void)session;
	(void)error;
	switch (status) {
	case MK_OK:
	case MK_CONFLICT: /* another version: a move is chosen for that one */
	case MK_NOT_FOUND:
		return;
	case MK_MALFORMED:
	case MK_IMPOSSIBLE:
	case MK_OVER:
		cached->opponent_stopped = true;
		cached->opponent_stopped_at = cached->session.version;
		return;
	case MK_BUSY:
	case MK_FULL:
	case MK_IO:
		set_due(cached);
		return;
	}
}

/* ---- back on the loop ----------------------------------------------------------------------- */

static void submit_reply(struct cached_session *cached, uint64_t version, struct mk_move move)
{
	const struct sessions_options *options = &cached->sessions->options;
	const struct change_precondition condition = {.version = version,
		.session = &cached->session,
		.deadline = {.budget_ms = cached->subscribers ? options->listener_budget_ms : 0,
			.since_ns = clock_ticks_ns()}};
	struct change *change =
		change_create(cached->sessions, &reply, &condition, on_replied, cached, 0);

	if (change) {
		change->reply = move;
		change->event.numbered = false;
		change->event.line[0] = '\0';
		change_submit(change, cached->sessions, cached->session.id);
	}
}

static bool is_useful(const struct opponent_job *choice)
{
	const struct cached_session *cached = choice->cached;

	return choice->chosen && !cached->sessions->shutting_down &&
	       cached_session_is_known(cached) && cached->session.version == choice->version;
}

static void done(struct job *job)
{
	struct opponent_job *choice = (struct opponent_job *)job;
	struct cached_session *cached = choice->cached;
	struct sessions *sessions = cached->sessions;

	session_turn_begin(cached);
	cached->opponent = NULL;
	DL_DELETE2(sessions->opponents, choice, previous, next);
	sessions->figures.thinking--;
	if (is_useful(choice)) {
		submit_reply(cached, choice->version, choice->move);
	} else if (!choice->chosen && !atomic_load(&choice->cancel)) {
		set_due(cached); /* without memory */
	}
	session_turn_end(cached);
	cached_session_unref(cached);
	free(choice);
}

/* ---- beginning ------------------------------------------------------------------------------ */

static struct opponent_job *create(struct cached_session *cached, int seat)
{
	const struct mk_game *game = cached->session.game;
	struct opponent_job *choice = malloc(sizeof *choice + game->view_size);
	struct mk_view *view;
	const struct mk_view *seen;

	if (!choice) {
		return NULL;
	}
	view = (struct mk_view *)choice->view;
	seen = mk_game_view_of_seat(game, cached->world, seat, view);
	if (seen != view) {
		memcpy(view, seen, game->view_size);
	}
	/* Searches, for which clients wait, come first. */
	choice->job = (struct job){.run = run, .done = done, .gives_way = true};
	choice->cached = cached;
	choice->version = cached->session.version;
	choice->game = game;
	choice->strategy = cached->deal.opponents;
	choice->chosen = false;
	atomic_init(&choice->cancel, false);
	return choice;
}

static bool start(struct cached_session *cached, int seat)
{
	struct worker_pool *pool = cached->sessions->options.workers;
	struct opponent_job *choice = create(cached, seat);

	if (!choice) {
		return false;
	}
	if (pool && !pool->methods->submit(pool, &choice->job)) {
		cached->sessions->figures.refused++;
		free(choice);
		return false;
	}
	cached->sessions->figures.thoughts++;
	cached->sessions->figures.thinking++;
	cached->opponent = choice;
	cached_session_ref(cached);
	DL_APPEND2(cached->sessions->opponents, choice, previous, next);
	if (!pool) {
		run(&choice->job, NULL);
		done(&choice->job);
	}
	return true;
}

static bool is_stopped(const struct cached_session *cached)
{
	return cached->opponent_stopped && cached->opponent_stopped_at == cached->session.version;
}

/* Between two deals the program has no choice. */
static bool deal_next(struct cached_session *cached)
{
	const struct mk_game *game = cached->session.game;
	struct mk_move move;

	if (game->next_deal && game->next_deal(cached->world, &move)) {
		submit_reply(cached, cached->session.version, move);
	}
	return cached->changes != NULL;
}

bool opponent_begin(struct cached_session *cached)
{
	int seat;

	if (!cached->session.opponent_moves) {
		opponent_forget(cached);
		return false;
	}
	if (cached->opponent || cached->opponent_due || is_stopped(cached) ||
		cached->sessions->shutting_down) {
		return false;
	}
	seat = deal_opponent_to_move(cached->session.game, cached->world);
	if (seat == MK_NO_SEAT) {
		return deal_next(cached);
	}
	if (!start(cached, seat)) {
		set_due(cached);
	}
	return cached->changes != NULL;
}

/* False: it still cannot begin. */
static bool resume(struct cached_session *cached)
{
	opponent_forget(cached);
	session_turn_begin(cached);
	session_turn_end(cached);
	return !cached->opponent_due;
}

void sessions_resume_opponents(struct sessions *sessions)
{
	struct cached_session *last =
		sessions->opponents_due ? sessions->opponents_due->due_previous : NULL;
	bool more = last != NULL;

	/*
	 * No session is evicted meanwhile. If one does not fit into the queue, the others do not
	 * either.
	 */
	sessions->evictions_blocked++;
	while (more) {
		struct cached_session *cached = sessions->opponents_due;

		more = resume(cached) && cached != last;
	}
	sessions->evictions_blocked--;
}

/* ---- ending --------------------------------------------------------------------------------- */

void opponent_cancel(struct cached_session *cached)
{
	struct opponent_job *choice = cached->opponent;
	struct worker_pool *pool = cached->sessions->options.workers;

	if (choice) {
		atomic_store(&choice->cancel, true);
		if (pool && pool->methods->withdraw) {
			pool->methods->withdraw(pool, &choice->job);
		}
	}
}

void opponents_cancel_all(struct sessions *sessions)
{
	struct opponent_job *choice;

	DL_FOREACH2(sessions->opponents, choice, next)
	{
		atomic_store(&choice->cancel, true);
	}
}
