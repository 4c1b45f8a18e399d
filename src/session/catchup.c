/*
 * Bringing a session in memory to where the journal is, a few events in each turn of the loop.
 *
 * What others have played since is played on the table that is known here, and reported version by
 * version; an event with a stored state leads there at once. Where that does not work (what is
 * known here never happened, or nothing is known yet) the session is loaded from a stored state
 * on.
 */
#include "base/clock.h"
#include "port/journal_error.h"
#include "session/cached_session.h"
#include "session/change.h"
#include "session/history/indexing.h"
#include "session/history/row.h"
#include "session/history/walk.h"
#include "session/session_error.h"
#include "session/session_search.h"
#include "session/staleness.h"

#include <stdlib.h>
#include <string.h>

/* How many events one turn may have: that are played, reported and written to subscribers; and
 * that are played only. */
enum { MOST_PLAYED = 16, MOST_READ = WALK_PAGE };

/* A journal whose index does not suffice although it was just written is given up. */
enum { MAX_INDEXINGS = 3 };

/* Loading from a stored state on. */
struct pursuit {
	struct session session; /* whose game and rules the walk has */
	struct walk walk;
	bool started;
	uint64_t from; /* later versions are reported to subscribers */
	unsigned indexings;
};

/* What the journal has answered, and the session as its row has it, without a table. */
struct answer {
	const struct journal_session *row;
	const struct journal_event *events;
	size_t count;
	struct session session;
};

static void ask(struct live *live);

/* ---- where it has come to ------------------------------------------------------------------- */

static bool read_session(struct live *live, struct answer *answer, struct mk_error *error)
{
	const struct journal_session *row = answer->row;
	struct session *session = &answer->session;

	if (row_read(row, &live->sessions->options, session, error) != MK_OK) {
		return false;
	}
	if (!cached_session_reserve_finding(live) ||
		!cached_session_set_rules_json(live, session) ||
		!cached_session_set_token_hashes(live, session, row->locks)) {
		fail_no_memory(error);
		return false;
	}
	return true;
}

/* As it was at an earlier version; what changes without the table is that of now. */
static struct session session_at(const struct answer *answer, const struct journal_event *event)
{
	struct session session = answer->session;

	if (event && event->version < session.version) {
		session.version = event->version;
		session.updated_ms = event->at_ms;
	}
	return session;
}

/* Does what was over before not end once more? */
static bool has_ended(const struct live *live, bool was_over)
{
	return !was_over && outcome_is_over(live->session.outcome);
}

static void tell(struct live *live, bool was_over)
{
	struct telling telling;

	broadcast_begin(&telling, live);
	broadcast_send(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
	broadcast_end(&telling, live);
}

/* All who wait are served, and who listened to an older state hears of the new one. */
static void welcome(struct live *live, bool is_news, bool was_over)
{
	struct telling telling;

	broadcast_begin(&telling, live);
	pending_reads_complete(live, live->load_round, NULL);
	if (is_news) {
		broadcast_send(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
	}
	broadcast_end(&telling, live);
}

/* What others have played is thought about here, too, where somebody looks on. */
static void think(struct live *live)
{
	const struct search_deadline patience = {
		.budget_ms = live->sessions->options.listener_budget_ms,
		.since_ns = clock_ticks_ns(),
	};

	if (live->listeners) {
		thinking_begin(live, &patience, NULL, NULL);
	}
}

void cached_session_abort_load(struct live *live)
{
	if (live->pursuit) {
		walk_finish(&live->pursuit->walk);
		free(live->pursuit);
		live->pursuit = NULL;
	}
}

static void arrive(struct live *live, bool is_news, bool was_over)
{
	cached_session_abort_load(live);
	live->state = CACHED_KNOWN;
	think(live);
	welcome(live, is_news, was_over);
}

/* One of several versions, or the last: that is told when nothing is left to be done. */
static void pass(struct live *live, const struct answer *answer, bool was_over)
{
	if (live->session.version == answer->row->version) {
		arrive(live, true, was_over);
	} else {
		tell(live, was_over);
	}
}

static void give_up(struct live *live, const struct mk_error *error)
{
	cached_session_abort_load(live);
	live->state = CACHED_UNKNOWN;
	pending_reads_complete(live, UINT64_MAX, error);
	changes_fail(live, error);
}

/* ---- on the table that is known ------------------------------------------------------------- */

/* What the session stands on after an event. */
static void note_event(struct live *live, const struct journal_event *row)
{
	live->top = row->top;
	if (row->state) {
		live->state_at = row->version;
	}
}

/* The table stays, and so does what is seen of it. */
static void change_rest(struct live *live, struct session *next)
{
	next->observed = live->session.observed;
	next->sync = live->session.sync;
	next->outcome = live->session.outcome;
	cached_session_install(live, next, live->view, live->before);
}

static bool take_cameras(struct live *live, const struct cameras *cameras)
{
	if (cameras->count == 0) {
		return true;
	}
	if (!live->cameras) {
		live->cameras = malloc(sizeof *live->cameras);
	}
	if (live->cameras) {
		*live->cameras = *cameras;
	}
	return live->cameras != NULL;
}

/* `next` becomes what the state says; its views are taken. */
static void become_state(struct live *live, struct session *next, struct state *state)
{
	struct mk_view *before = state->has_before ? state->before : NULL;

	next->observed = state->concluded ? &state->last : NULL;
	next->outcome = next->game->outcome(state->view);
	next->sync = session_sync_of(next->game, state->view);
	cached_session_install(live, next, state->view, before);
	cached_session_reset_tracker(live);
	/* Without memory for them, frames that come again are taken for new ones. */
	take_cameras(live, &state->cameras);
	live->bytes = state->bytes;
	state->view = NULL;
	if (before) {
		state->before = NULL;
	}
}

static enum mk_status play(struct live *live, struct session *next,
	const struct mk_finding *finding, struct mk_error *error)
{
	const struct mk_finding present = {.explanation = MK_UNCHANGED};
	const struct mk_game *game = next->game;
	struct mk_view *view = malloc(game->view_size);

	if (!view) {
		return fail_no_memory(error);
	}
	memcpy(view, live->view, game->view_size);
	if (game->apply_finding(view, finding, error) != MK_OK ||
		game->apply_finding(view, &present, error) != MK_OK) {
		free(view);
		return MK_IO;
	}
	next->observed = finding;
	next->outcome = game->outcome(view);
	next->sync = session_sync_of(game, view);
	cached_session_install(live, next, view, finding->move_count > 0 ? live->view : NULL);
	cached_session_reset_tracker(live);
	return MK_OK;
}

/* A step that is stored without a state. MK_IO: it does not lead on from here. */
static enum mk_status take_plain(struct live *live, struct session *next,
	const struct journal_event *row, struct mk_error *error)
{
	struct event event;
	enum mk_status status;

	if (event_read(row, next->game, &event, error) != MK_OK) {
		return MK_IO;
	}
	if (event.kind == EVENT_CHANGE) {
		change_rest(live, next);
		return row->top == live->top ? MK_OK : MK_IO;
	}
	if (!walk_is_plain(event.kind) || row->top != row->version) {
		return MK_IO;
	}
	status = play(live, next, &event.finding, error);
	if (status == MK_OK) {
		cached_session_note_rates(live, &event);
	}
	if (status == MK_OK && event.numbered) {
		cached_session_record_frame(live, event.camera, event.frame);
	}
	return status;
}

static enum mk_status take_state(struct live *live, struct session *next,
	const struct journal_event *row, struct mk_error *error)
{
	struct state state;
	bool read;

	if (!state_init(&state, next->game)) {
		return fail_no_memory(error);
	}
	read = state_read(&state, next->game,
		&(struct state_place){live->session.id, row->version, row->top}, row->state);
	if (read) {
		become_state(live, next, &state);
	}
	state_finish(&state);
	return read ? MK_OK : MK_IO;
}

static enum mk_status take_event(struct live *live, struct session *next,
	const struct journal_event *row, struct mk_error *error)
{
	enum mk_status status = row->state ? take_state(live, next, row, error)
					   : take_plain(live, next, row, error);

	if (status == MK_OK) {
		if (!row->state) {
			live->bytes += strlen(row->body);
		}
		note_event(live, row);
	}
	return status;
}

/* Is the last version that is known here the one that the journal has? It comes along, but for 0.
 */
static bool is_history(const struct session *known, const struct answer *answer)
{
	const struct journal_event *events = answer->events;

	return known->version == 0 || (answer->count > 0 && events[0].version == known->version &&
					      events[0].at_ms == known->updated_ms);
}

/* And are those the next ones that come behind it? */
static bool leads_on(const struct session *known, const struct answer *answer)
{
	uint64_t first = known->version > 0, news = answer->count - first;

	if (!is_history(known, answer) || answer->row->version < known->version ||
		news > answer->row->version - known->version) {
		return false;
	}
	for (uint64_t i = first; i < answer->count; i++) {
		if (answer->events[i].version != known->version + 1 + i - first) {
			return false;
		}
	}
	return news > 0 || answer->row->version == known->version;
}

/* MK_IO: there is no way from here. */
static enum mk_status follow_one(struct live *live, const struct answer *answer,
	const struct journal_event *row, struct mk_error *error)
{
	bool was_over = outcome_is_over(live->session.outcome);
	struct session next = session_at(answer, row);
	enum mk_status status = take_event(live, &next, row, error);

	if (status == MK_OK) {
		pass(live, answer, was_over);
	}
	return status;
}

static enum mk_status follow_all(
	struct live *live, const struct answer *answer, struct mk_error *error)
{
	size_t first = live->session.version > 0;
	enum mk_status status = leads_on(&live->session, answer) ? MK_OK : MK_IO;

	if (status == MK_OK && live->session.version == answer->row->version) {
		arrive(live, false, false);
	}
	for (size_t i = first; i < answer->count && status == MK_OK; i++) {
		status = follow_one(live, answer, &answer->events[i], error);
	}
	return status;
}

/* ---- from a stored state -------------------------------------------------------------------- */

/* The events lack what they should be stored with: that is computed, then all begins again. */
static void index_and_load(struct live *live, const struct answer *answer)
{
	struct mk_error error;

	if (live->pursuit->indexings++ == MAX_INDEXINGS ||
		!indexing_start(live, &answer->session)) {
		mk_fail(&error, MK_BUSY, "busy", "",
			"the events of this session cannot be indexed now, retry later");
		give_up(live, &error);
	}
}

static enum mk_status load_anew(struct live *live, struct mk_error *error)
{
	unsigned indexings = live->pursuit ? live->pursuit->indexings : 0;

	cached_session_abort_load(live);
	live->pursuit = calloc(1, sizeof *live->pursuit);
	if (!live->pursuit) {
		return fail_no_memory(error);
	}
	live->pursuit->indexings = indexings;
	live->pursuit->from = live->view ? live->session.version : UINT64_MAX;
	return MK_OK;
}

static enum mk_status start_walk(
	struct pursuit *pursuit, const struct answer *answer, struct mk_error *error)
{
	pursuit->session = answer->session;
	pursuit->started = walk_init(&pursuit->walk, &pursuit->session);
	return pursuit->started ? MK_OK : fail_no_memory(error);
}

/* What the walk has come to becomes the session; the walk's views are taken. */
static void show_walk(struct live *live, const struct answer *answer, struct session *next)
{
	struct walk *walk = &live->pursuit->walk;
	bool was_over = !live->view || outcome_is_over(live->session.outcome);

	become_state(live, next, &walk->state);
	live->top = walk->top;
	live->state_at = walk->state_at;
	pass(live, answer, was_over);
}

/* One of several versions that subscribers are to receive: the walk goes on with a copy. */
static enum mk_status show_passing(struct live *live, const struct answer *answer,
	const struct journal_event *row, struct mk_error *error)
{
	struct walk *walk = &live->pursuit->walk;
	struct session next = session_at(answer, row);
	struct state copy;

	if (!state_init(&copy, next.game)) {
		return fail_no_memory(error);
	}
	state_copy(&copy, &walk->state, next.game);
	show_walk(live, answer, &next);
	state_finish(&walk->state);
	walk->state = copy;
	return MK_OK;
}

static enum mk_status missing(uint64_t version, struct mk_error *error)
{
	struct mk_error cause;

	mk_fail(&cause, MK_MALFORMED, "invalid_event", "", "it is missing");
	return walk_broken(version, &cause, error);
}

static enum mk_status walk_page(
	struct live *live, const struct answer *answer, struct mk_error *error)
{
	struct walk *walk = &live->pursuit->walk;

	struct session next = answer->session;

	for (size_t i = 0; i < answer->count; i++) {
		const struct journal_event *event = &answer->events[i];

		switch (walk_take(walk, event, error)) {
		case WALK_OK:
			break;
		case WALK_NOT_INDEXED:
			index_and_load(live, answer);
			return MK_OK;
		case WALK_BROKEN:
			return error->status;
		}
		if (live->listeners && walk->at > live->pursuit->from &&
			walk->at < answer->row->version &&
			show_passing(live, answer, event, error) != MK_OK) {
			return error->status;
		}
	}
	if (walk->at == answer->row->version) {
		show_walk(live, answer, &next);
		return MK_OK;
	}
	/* The page ended early, or the row is of another moment. */
	return answer->count == 0 || walk->at > answer->row->version ? missing(walk->at + 1, error)
								     : MK_OK;
}

static enum mk_status load_on(
	struct live *live, const struct answer *answer, struct mk_error *error)
{
	struct pursuit *pursuit = live->pursuit;

	if (!pursuit->started && start_walk(pursuit, answer, error) != MK_OK) {
		return error->status;
	}
	if (answer->row->version < pursuit->walk.at) {
		return load_anew(live, error);
	}
	return walk_page(live, answer, error);
}

/* ---- asking --------------------------------------------------------------------------------- */

static enum mk_status go_on(struct live *live, struct answer *answer, struct mk_error *error)
{
	enum mk_status status;

	if (!read_session(live, answer, error)) {
		return error->status;
	}
	if ((!live->view || live->reindex) && !live->pursuit && load_anew(live, error) != MK_OK) {
		return error->status;
	}
	if (live->reindex) {
		live->reindex = false;
		index_and_load(live, answer);
		return MK_OK;
	}
	if (live->pursuit) {
		return load_on(live, answer, error);
	}
	status = follow_all(live, answer, error);
	return status == MK_IO ? load_anew(live, error) : status;
}

static void on_answered(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct live *live = context;
	struct answer answer = {.row = row, .events = events, .count = count};
	struct mk_error error;

	changes_pause(live);
	status = status == MK_OK ? go_on(live, &answer, &error) : journal_fail(status, &error);
	if (status == MK_NOT_FOUND) {
		cached_session_drop_deleted(live);
	} else if (status != MK_OK) {
		give_up(live, &error);
	} else if (live->state == CACHED_LOADING && !live->indexing) {
		ask(live);
	}
	changes_resume(live);
	cached_session_unref(live);
}

/* What comes next. The version that is known comes along: is it still the same? */
static void ask(struct live *live)
{
	struct journal *journal = live->sessions->options.journal;
	const struct pursuit *pursuit = live->pursuit;
	uint64_t version = live->session.version, along = version > 0;
	unsigned limit = live->listeners ? MOST_PLAYED : MOST_READ;

	cached_session_ref(live);
	live->load_round = ++live->round;
	if (!pursuit && live->view) {
		journal->methods->load(journal, live->session.id, version - along,
			limit + (unsigned)along, on_answered, live);
	} else if (!pursuit || pursuit->walk.at == 0) {
		journal->methods->load_from_state(journal, live->session.id,
			pursuit && live->listeners ? pursuit->from : UINT64_MAX, limit, on_answered,
			live);
	} else {
		journal->methods->load(
			journal, live->session.id, pursuit->walk.at, limit, on_answered, live);
	}
}

void cached_session_indexed(struct live *live, enum mk_status status, const struct mk_error *error)
{
	struct mk_error busy;

	changes_pause(live);
	if (status != MK_OK) {
		give_up(live, error);
	} else if (load_anew(live, &busy) != MK_OK) {
		give_up(live, &busy);
	} else {
		ask(live);
	}
	changes_resume(live);
}

void cached_session_load(struct live *live)
{
	live->state = CACHED_LOADING;
	live->behind = false;
	changes_restart_first(live);
	ask(live);
}

void cached_session_reindex(struct sessions *sessions, const char *id)
{
	struct mk_error error;
	struct live *live = cached_session_acquire(sessions, id, &error);

	if (live) {
		changes_pause(live);
		live->reindex = true;
		changes_resume(live);
		cached_session_unref(live);
	}
}

void cached_session_drop_deleted(struct live *live)
{
	struct mk_error error;

	thinking_stop(live);
	if (live->entered) {
		cached_session_unlink(live);
	}
	journal_fail(MK_NOT_FOUND, &error);
	give_up(live, &error);
	cached_session_broadcast_deleted(live);
}
