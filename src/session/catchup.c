/*
 * Catch-up of a cached session with the journal, a page of events in each turn of the loop.
 *
 * The replay continues from the known table. If that fails, because that table never was in the
 * journal's history, or nothing is known yet, it begins at a stored state. Subscribers are notified
 * of every version, once and in order.
 */
#include "base/clock.h"
#include "port/journal.h"
#include "session/cached_session.h"
#include "session/change.h"
#include "session/history/index.h"
#include "session/history/row.h"
#include "session/history/walk.h"
#include "session/session_error.h"
#include "session/session_search.h"

#include <stdlib.h>
#include <string.h>

/* Events per page with subscribers, which are notified of each, and without. */
enum { MAX_NOTIFIED_PER_TURN = 16, MAX_READ_PER_TURN = WALK_PAGE };

/* Maximum number of attempts to index a journal before loading fails. */
enum { MAX_INDEXINGS = 3 };

struct catchup {
	struct session session; /* game and rules of the walk */
	struct walk walk;
	bool started;       /* the walk is initialised */
	bool from_known;    /* it continues the known table; else it begins at a stored state */
	bool checked;       /* the journal has the known version in its history */
	bool table_changed; /* since the version that is shown */
	uint64_t from;      /* subscribers are notified of later versions */
	unsigned indexings;
};

/* A page of the journal, and the session as its row describes it, without a table. */
struct page {
	const struct journal_session *row;
	const struct journal_event *events;
	size_t count;
	struct session session;
};

static void read_page(struct cached_session *cached);

/* ---- the shown session ---------------------------------------------------------------------- */

static bool read_row(struct cached_session *cached, struct page *page, struct mk_error *error)
{
	struct session *session = &page->session;

	if (row_read(page->row, &cached->sessions->options, session, error) != MK_OK) {
		return false;
	}
	if (!cached_session_reserve_finding(cached) ||
		!cached_session_set_rules_json(cached, session) ||
		!cached_session_set_token_hashes(cached, session, page->row->token_hashes)) {
		fail_no_memory(error);
		return false;
	}
	if (!cached_session_set_deal(cached, session, page->row->deal)) {
		mk_fail(error, MK_IO, "session_corrupt", "",
			"the deal in the journal cannot be read");
		return false;
	}
	return true;
}

/*
 * The session at an earlier version, with the current values of properties that do not belong to
 * the table.
 */
static struct session session_at(const struct page *page, const struct journal_event *event)
{
	struct session session = page->session;

	if (event->version < session.version) {
		session.version = event->version;
		session.updated_ms = event->at_ms;
	}
	return session;
}

/* Starts a search after changes by other processes, if there are subscribers. */
static void start_search(struct cached_session *cached)
{
	const struct search_deadline deadline = {
		.budget_ms = cached->sessions->options.listener_budget_ms,
		.since_ns = clock_ticks_ns(),
	};

	if (cached->subscribers) {
		session_search_start(cached, &deadline, NULL, NULL);
	}
}

static void notify(
	struct cached_session *cached, struct broadcast *broadcast, bool is_new, bool was_over)
{
	if (is_new) {
		broadcast_send(broadcast, cached, SESSION_CHANGED,
			!was_over && outcome_is_over(cached->session.outcome));
	}
}

static void complete_load(struct cached_session *cached, bool is_new, bool was_over)
{
	struct broadcast broadcast;

	catchup_abort(cached);
	cached_session_enter(cached, CACHED_IDLE);
	start_search(cached);
	broadcast_begin(&broadcast, cached);
	pending_reads_complete(cached, NULL);
	notify(cached, &broadcast, is_new, was_over);
	broadcast_end(&broadcast, cached);
}

/* Without memory, repeated frames are taken for new ones. */
static void set_cameras(struct cached_session *cached, const struct state *state)
{
	const struct cameras *cameras = &state->cameras;

	if (cameras->count == 0) {
		return;
	}
	if (!cached->cameras) {
		cached->cameras = malloc(sizeof *cached->cameras);
	}
	if (cached->cameras) {
		*cached->cameras = *cameras;
		if (!state->complete) {
			cameras_resume(cached->cameras);
		}
	}
}

/*
 * The row, from which `next` was read, tells whether the game was given up; otherwise the outcome
 * is that of the table.
 */
static void set_outcome(struct session *next, const struct mk_view *view)
{
	if (next->outcome != MK_STOPPED) {
		next->outcome = next->game->outcome(view);
	}
}

/* The last picture, if it was no event. */
static void show_newest(struct cached_session *cached, const struct state *state)
{
	cached->stored_refused = state->refused;
	if (state->refused || state->unchanged) {
		cached_session_set_finding(cached,
			state->refused ? state->refused : cached->session.sync, &state->newest);
	}
	if (state->refused && state->repair.event) {
		cached_session_set_repair(cached, &state->repair);
	}
}

/* Sets `next` to the state's table; takes the state's views. */
static void install_state(struct cached_session *cached, struct session *next, struct state *state)
{
	struct mk_view *before = state->has_before ? state->before : NULL;

	next->observed = state->concluded ? &state->last : NULL;
	set_outcome(next, state->view);
	next->sync = state->complete ? state->sync : session_sync_of(next->game, state->view);
	next->assisted = state->assisted;
	cached_session_install(cached, next, state->view, before);
	free(cached->world);
	cached->world = state->world;
	cached->shown = state->shown;
	state->world = NULL;
	cached_session_note_turn(cached);
	cached_session_reset_tracker(cached);
	cached->memory = state->memory;
	state->memory = NULL;
	set_cameras(cached, state);
	show_newest(cached, state);
	state->view = NULL;
	if (before) {
		state->before = NULL;
	}
}

/* Only language, strategy or name have changed: the table stays, and so does its finding. */
static void install_settings(struct cached_session *cached, struct session *next)
{
	next->observed = cached->session.observed;
	next->sync = cached->session.sync;
	set_outcome(next, cached->view);
	next->assisted = cached->session.assisted;
	next->opponent_moves = next->outcome != MK_STOPPED && cached->session.opponent_moves;
	cached_session_install(cached, next, cached->view, cached->before);
}

/* Makes the walk's version the current session; `state` is the walk's, or a copy. */
static void show_version(struct cached_session *cached, struct session *next, struct state *state)
{
	struct catchup *catchup = cached->catchup;

	if (catchup->table_changed) {
		install_state(cached, next, state);
	} else {
		install_settings(cached, next);
	}
	catchup->table_changed = false;
	cached->top = catchup->walk.top;
	cached->state_at = catchup->walk.state_at;
	cached->transient_at = catchup->walk.transient_at;
	cached->transient_top = catchup->walk.transient_top;
	cached->bytes = catchup->walk.state.bytes;
}

/* Shows a copy, because the walk still needs its views. */
static enum mk_status show_passing(struct cached_session *cached, const struct page *page,
	const struct journal_event *event, struct mk_error *error)
{
	struct walk *walk = &cached->catchup->walk;
	bool was_over = !cached->view || outcome_is_over(cached->session.outcome);
	struct session next = session_at(page, event);
	struct broadcast broadcast;
	struct state copy;

	if (!state_init(&copy, &next)) {
		return fail_no_memory(error);
	}
	state_copy(&copy, &walk->state, next.game);
	show_version(cached, &next, &copy);
	state_finish(&copy);
	broadcast_begin(&broadcast, cached);
	notify(cached, &broadcast, true, was_over);
	broadcast_end(&broadcast, cached);
	return MK_OK;
}

static void show_last(struct cached_session *cached, const struct page *page)
{
	struct catchup *catchup = cached->catchup;
	bool was_over = !cached->view || outcome_is_over(cached->session.outcome);
	bool is_new = !catchup->from_known || catchup->walk.at != cached->session.version;
	struct session next = page->session;

	if (is_new) {
		show_version(cached, &next, &catchup->walk.state);
	} else {
		cached->session.updated_ms = next.updated_ms;
		cached_session_note_version(cached);
	}
	complete_load(cached, is_new, was_over);
}

/* ---- where the walk begins ------------------------------------------------------------------ */

void catchup_abort(struct cached_session *cached)
{
	if (cached->catchup) {
		walk_finish(&cached->catchup->walk);
		free(cached->catchup);
		cached->catchup = NULL;
	}
}

static struct catchup *create(struct cached_session *cached, unsigned indexings)
{
	catchup_abort(cached);
	cached->catchup = calloc(1, sizeof *cached->catchup);
	if (cached->catchup) {
		cached->catchup->indexings = indexings;
		cached->catchup->from = cached->view ? cached->session.version : UINT64_MAX;
		cached->catchup->table_changed = true;
	}
	return cached->catchup;
}

/* Restarts from a stored state, which the first page contains. */
static enum mk_status restart(struct cached_session *cached, struct mk_error *error)
{
	unsigned indexings = cached->catchup ? cached->catchup->indexings : 0;

	return create(cached, indexings) ? MK_OK : fail_no_memory(error);
}

static enum mk_status start_walk(
	struct catchup *catchup, const struct session *session, struct mk_error *error)
{
	catchup->session = *session;
	catchup->started = walk_init(&catchup->walk, &catchup->session);
	return catchup->started ? MK_OK : fail_no_memory(error);
}

static enum mk_status start_at_known(struct cached_session *cached, struct mk_error *error)
{
	struct catchup *catchup = create(cached, 0);
	const struct mk_game *game = cached->session.game;
	struct state *state;

	if (!catchup || start_walk(catchup, &cached->session, error) != MK_OK) {
		return fail_no_memory(error);
	}
	state = &catchup->walk.state;
	memcpy(state->view, cached->view, game->view_size);
	state->has_before = cached->before != NULL;
	if (cached->before) {
		memcpy(state->before, cached->before, game->view_size);
	}
	state->concluded = cached->has_concluded;
	if (state->concluded) {
		state->last = *cached_session_conclusion(cached);
	}
	if (cached->cameras) {
		state->cameras = *cached->cameras;
	}
	if (state->world) {
		memcpy(state->world, cached->world, game->world_size);
		state->shown = cached->shown;
		state->assisted = cached->session.assisted;
	}
	state->bytes = cached->bytes;
	catchup->walk.at = cached->session.version;
	catchup->walk.top = cached->top;
	catchup->walk.state_at = cached->state_at;
	catchup->walk.transient_at = cached->transient_at;
	catchup->walk.transient_top = cached->transient_top;
	catchup->from_known = true;
	catchup->table_changed = false;
	return MK_OK;
}

/* ---- pages ---------------------------------------------------------------------------------- */

/* Computes the missing index of the events, then restarts. */
static void index_and_load(struct cached_session *cached, const struct page *page)
{
	struct mk_error error;

	if (cached->catchup->indexings++ < MAX_INDEXINGS &&
		indexing_start(cached, &page->session)) {
		cached_session_enter(cached, CACHED_INDEXING);
		return;
	}
	mk_fail(&error, MK_BUSY, "busy", "",
		"the events of this session cannot be indexed now, retry later");
	cached_session_give_up(cached, &error);
}

/* The page begins with the known version, unless that is 0. */
static bool is_in_history(const struct cached_session *cached, const struct page *page)
{
	const struct session *known = &cached->session;

	return page->row->version >= known->version &&
	       (known->version == 0 ||
		       (page->count > 0 && page->events[0].version == known->version &&
			       page->events[0].at_ms == known->updated_ms));
}

static bool changes_settings_only(const struct journal_event *event)
{
	return !event->state && strcmp(event->kind, event_kind_name(EVENT_CHANGE)) == 0;
}

static enum walk_result walk_page(struct cached_session *cached, const struct page *page,
	size_t first, struct mk_error *error)
{
	struct catchup *catchup = cached->catchup;
	struct walk *walk = &catchup->walk;

	for (size_t i = first; i < page->count; i++) {
		const struct journal_event *event = &page->events[i];
		enum walk_result result = walk_take(walk, event, error);

		if (result != WALK_OK) {
			return result;
		}
		catchup->table_changed |= !changes_settings_only(event);
		if (cached->subscribers && walk->at > catchup->from &&
			walk->at < page->row->version &&
			show_passing(cached, page, event, error) != MK_OK) {
			return WALK_BROKEN;
		}
	}
	return WALK_OK;
}

/* The page is incomplete, or the row is of another version. */
static enum mk_status fail_missing(uint64_t version, struct mk_error *error)
{
	struct mk_error cause;

	mk_fail(&cause, MK_MALFORMED, "invalid_event", "", "it is missing");
	return walk_broken(version, &cause, error);
}

static enum mk_status take_page(
	struct cached_session *cached, const struct page *page, struct mk_error *error)
{
	struct catchup *catchup = cached->catchup;
	size_t first = catchup->from_known && !catchup->checked && catchup->walk.at > 0;
	uint64_t version = page->row->version;

	if (catchup->from_known && !catchup->checked && !is_in_history(cached, page)) {
		return restart(cached, error);
	}
	catchup->checked = true;
	if (!catchup->started && start_walk(catchup, &page->session, error) != MK_OK) {
		return error->status;
	}
	if (version < catchup->walk.at) {
		return restart(cached, error);
	}
	switch (walk_page(cached, page, first, error)) {
	case WALK_OK:
		break;
	case WALK_NOT_INDEXED:
		if (catchup->from_known) {
			return restart(cached, error);
		}
		index_and_load(cached, page);
		return MK_OK;
	case WALK_BROKEN:
		return catchup->from_known && error->status == MK_IO ? restart(cached, error)
								     : error->status;
	}
	if (catchup->walk.at == version) {
		show_last(cached, page);
		return MK_OK;
	}
	return page->count == first || catchup->walk.at > version
		       ? fail_missing(catchup->walk.at + 1, error)
		       : MK_OK;
}

static enum mk_status take(struct cached_session *cached, struct page *page, struct mk_error *error)
{
	if (!cached->catchup) {
		return fail_no_memory(error);
	}
	if (!read_row(cached, page, error)) {
		return error->status;
	}
	if (!cached->reindex) {
		return take_page(cached, page, error);
	}
	cached->reindex = false;
	index_and_load(cached, page);
	return MK_OK;
}

static void on_page(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct cached_session *cached = context;
	struct page page = {.row = row, .events = events, .count = count};
	struct mk_error error;

	session_turn_begin(cached);
	status = status == MK_OK ? take(cached, &page, &error) : journal_fail(status, &error);
	if (status == MK_NOT_FOUND) {
		cached_session_drop_deleted(cached);
	} else if (status != MK_OK) {
		cached_session_give_up(cached, &error);
	} else if (cached->state == CACHED_LOADING) {
		read_page(cached);
	}
	session_turn_end(cached);
	cached_session_unref(cached);
}

static void read_page(struct cached_session *cached)
{
	const struct catchup *catchup = cached->catchup;
	struct journal *journal = cached->sessions->options.journal;
	const char *id = cached->session.id;
	bool walks = catchup && (catchup->from_known || catchup->walk.at > 0);
	uint64_t along = walks && catchup->from_known && !catchup->checked && catchup->walk.at > 0;
	unsigned limit = cached->subscribers ? MAX_NOTIFIED_PER_TURN : MAX_READ_PER_TURN;

	cached_session_ref(cached);
	if (walks) {
		journal->methods->load(journal, id, catchup->walk.at - along,
			limit + (unsigned)along, on_page, cached);
	} else {
		journal->methods->load_from_state(journal, id,
			cached->subscribers && catchup ? catchup->from : UINT64_MAX, limit, on_page,
			cached);
	}
}

void catchup_start(struct cached_session *cached)
{
	struct mk_error error;
	enum mk_status status = cached->view && !cached->reindex ? start_at_known(cached, &error)
								 : restart(cached, &error);

	if (status != MK_OK) {
		catchup_abort(
			cached); /* the journal's callback then finds no catch-up, and fails */
	}
	read_page(cached);
}

void catchup_indexed(
	struct cached_session *cached, enum mk_status status, const struct mk_error *error)
{
	struct mk_error busy;

	session_turn_begin(cached);
	if (status == MK_OK) {
		cached_session_enter(cached, CACHED_LOADING);
		status = restart(cached, &busy);
		error = &busy;
	}
	if (status == MK_OK) {
		read_page(cached);
	} else {
		cached_session_give_up(cached, error);
	}
	session_turn_end(cached);
}
