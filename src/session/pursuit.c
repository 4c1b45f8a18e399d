/*
 * Bringing a session in memory to where the journal is, a few events in each turn of the loop.
 *
 * What others have played since is played on the table that is known here, and told version by
 * version. Where that does not lead on (steps were taken back, something was put right, or what is
 * known here never happened) all events are read anew, from the first on, and the table is where
 * their path leads.
 */
#include "base/clock.h"
#include "session/change.h"
#include "session/fault.h"
#include "session/follow.h"
#include "session/live.h"
#include "session/path.h"
#include "session/replay.h"
#include "session/row.h"
#include "session/thinking.h"

#include <stdlib.h>
#include <string.h>

/* How many events one turn may have: that are played, told and written to who listens; and that
 * are only read. */
enum { MOST_PLAYED = 16, MOST_READ = 256 };

/* All events, read anew. */
struct pursuit {
	struct path path;
	struct cameras cameras;
	uint64_t at;   /* the version that the path has come to */
	uint64_t from; /* versions past this one are told */
	bool there;    /* the table in memory is where the path leads */
	struct event event;
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
	if (!live_make_room(live) || !live_write_rules(live, session) ||
		!live_write_locks(live, session, row->locks)) {
		fault_no_memory(error);
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

	telling_begin(&telling, live);
	telling_tell(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
	telling_end(&telling, live);
}

/* All who wait are served, and who listened to an older state hears of the new one. */
static void welcome(struct live *live, bool is_news, bool was_over)
{
	struct telling telling;

	telling_begin(&telling, live);
	errands_end(live, live->load_round, NULL);
	if (is_news) {
		telling_tell(&telling, live, SESSION_CHANGED, has_ended(live, was_over));
	}
	telling_end(&telling, live);
}

/* What others have played is thought about here, too, where somebody looks on. */
static void think(struct live *live)
{
	const struct session_patience patience = {
		.budget_ms = live->sessions->options.listener_budget_ms,
		.since_ns = clock_ticks_ns(),
	};

	if (live->listeners) {
		thinking_begin(live, &patience, NULL, NULL);
	}
}

void live_stop_loading(struct live *live)
{
	if (live->pursuit) {
		path_finish(&live->pursuit->path);
		free(live->pursuit);
		live->pursuit = NULL;
	}
}

static void arrive(struct live *live, bool is_news, bool was_over)
{
	live_stop_loading(live);
	live->state = LIVE_KNOWN;
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
	live_stop_loading(live);
	live->state = LIVE_UNKNOWN;
	errands_end(live, UINT64_MAX, error);
	changes_fail(live, error);
}

/* ---- on the table that is known ------------------------------------------------------------- */

/* Is it a step from the table before it, whatever was before that? */
static bool is_plain(const struct event *event)
{
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_CHANGE:
		return true;
	case EVENT_UNDO:
	case EVENT_TABLE:
	case EVENT_CORRECTION:
		return false;
	}
	return false;
}

/* The table stays, and so does what is seen of it. */
static void change_rest(struct live *live, struct session *next)
{
	next->observed = live->session.observed;
	next->sync = live->session.sync;
	next->outcome = live->session.outcome;
	live_become_take(live, next, live->view, live->before);
}

static enum mk_status play(struct live *live, struct session *next,
	const struct mk_finding *finding, struct mk_error *error)
{
	const struct mk_finding present = {.explanation = MK_UNCHANGED};
	const struct mk_game *game = next->game;
	struct mk_view *view = malloc(game->view_size);

	if (!view) {
		return fault_no_memory(error);
	}
	memcpy(view, live->view, game->view_size);
	if (game->replay(view, finding, error) != MK_OK ||
		game->replay(view, &present, error) != MK_OK) {
		free(view);
		return MK_IO;
	}
	next->observed = finding;
	next->outcome = game->outcome(view);
	live_become_take(live, next, view, finding->step_count > 0 ? live->view : NULL);
	live_forget_pictures(live);
	return MK_OK;
}

static enum mk_status take_step(
	struct live *live, struct session *next, const struct event *event, struct mk_error *error)
{
	enum mk_status status;

	if (event->kind == EVENT_CHANGE) {
		change_rest(live, next);
		return MK_OK;
	}
	status = play(live, next, &event->finding, error);
	if (status == MK_OK && event->numbered) {
		live_note_frame(live, event->camera, event->frame);
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
	struct event event;
	enum mk_status status = MK_IO;

	if (event_read(row, next.game, &event, error) == MK_OK && is_plain(&event)) {
		status = take_step(live, &next, &event, error);
	}
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

/* ---- all events anew ------------------------------------------------------------------------ */

static enum mk_status read_anew(struct live *live, struct mk_error *error)
{
	live_stop_loading(live);
	live->pursuit = calloc(1, sizeof *live->pursuit);
	if (!live->pursuit) {
		return fault_no_memory(error);
	}
	live->pursuit->from = live->view ? live->session.version : UINT64_MAX;
	return MK_OK;
}

static void adopt(struct live *live, struct session *next, const struct replay *replay)
{
	const struct cameras *cameras = &live->pursuit->cameras;

	next->observed = replay->has_observed ? &replay->observed : NULL;
	next->outcome = next->game->outcome(replay->view);
	live_become_take(live, next, replay->view, replay->before);
	live_forget_pictures(live);
	/* The most recent one is noted last. */
	for (unsigned i = cameras->count; i-- > 0;) {
		const struct camera *camera = &cameras->known[i];

		live_note_frame(live, camera->name, camera->frame);
	}
}

static enum mk_status go_there(struct live *live, struct session *next, struct mk_error *error)
{
	struct replay replay = {0};
	enum mk_status status = replay_arrive(next, &live->pursuit->path, &replay, error);

	if (status == MK_OK) {
		adopt(live, next, &replay);
	}
	return status;
}

/* Goes to where the path has come to. `near`: the last event leads there from the table in memory.
 */
static enum mk_status show(struct live *live, const struct answer *answer,
	const struct journal_event *row, bool near, struct mk_error *error)
{
	bool was_over = !live->view || outcome_is_over(live->session.outcome);
	struct session next = session_at(answer, row);
	enum mk_status status = near ? take_step(live, &next, &live->pursuit->event, error)
				     : go_there(live, &next, error);

	if (status == MK_OK) {
		live->pursuit->there = true;
		pass(live, answer, was_over);
	}
	return status;
}

static enum mk_status read_one(struct live *live, const struct answer *answer,
	const struct journal_event *row, struct mk_error *error)
{
	struct pursuit *pursuit = live->pursuit;
	bool near = pursuit->there;
	enum mk_status status = row->version == pursuit->at + 1
					? replay_step(&answer->session, row, &pursuit->path,
						  &pursuit->cameras, &pursuit->event, error)
					: replay_gap(pursuit->at + 1, error);

	if (status != MK_OK) {
		return status;
	}
	pursuit->at++;
	pursuit->there = false;
	if (pursuit->at == answer->row->version ||
		(live->listeners && pursuit->at > pursuit->from)) {
		return show(live, answer, row, near && is_plain(&pursuit->event), error);
	}
	return MK_OK;
}

static enum mk_status read_all(
	struct live *live, const struct answer *answer, struct mk_error *error)
{
	struct pursuit *pursuit = live->pursuit;
	enum mk_status status = MK_OK;

	if (answer->row->version < pursuit->at) {
		return read_anew(live, error);
	}
	if (!path_make_room(&pursuit->path, answer->row->version + 1)) {
		return fault_no_memory(error);
	}
	if (answer->row->version == 0) {
		return show(live, answer, NULL, false, error);
	}
	if (answer->count == 0 || answer->count > answer->row->version - pursuit->at) {
		return replay_gap(pursuit->at + 1, error);
	}
	for (size_t i = 0; i < answer->count && status == MK_OK; i++) {
		status = read_one(live, answer, &answer->events[i], error);
	}
	return status;
}

/* ---- asking --------------------------------------------------------------------------------- */

static enum mk_status go_on(struct live *live, struct answer *answer, struct mk_error *error)
{
	enum mk_status status;

	if (!read_session(live, answer, error)) {
		return error->status;
	}
	if (live->pursuit) {
		return read_all(live, answer, error);
	}
	if (live->view) {
		status = follow_all(live, answer, error);
		return status == MK_IO ? read_anew(live, error) : status;
	}
	status = read_anew(live, error);
	return status == MK_OK ? read_all(live, answer, error) : status;
}

static void on_answered(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct live *live = context;
	struct answer answer = {.row = row, .events = events, .count = count};
	struct mk_error error;

	changes_pause(live);
	status = status == MK_OK ? go_on(live, &answer, &error) : fault_journal(status, &error);
	if (status == MK_NOT_FOUND) {
		live_bury(live);
	} else if (status != MK_OK) {
		give_up(live, &error);
	} else if (live->state == LIVE_LOADING) {
		ask(live);
	}
	changes_resume(live);
	live_release(live);
}

/* Those up to `from` are only read. */
static unsigned most(const struct live *live)
{
	const struct pursuit *pursuit = live->pursuit;
	uint64_t quiet = pursuit && pursuit->from > pursuit->at ? pursuit->from - pursuit->at : 0;

	return !live->listeners || quiet > MOST_READ - MOST_PLAYED ? MOST_READ
								   : (unsigned)quiet + MOST_PLAYED;
}

/* What comes next. The version that is known comes along: is it still the same? */
static void ask(struct live *live)
{
	struct journal *journal = live->sessions->options.journal;
	uint64_t version = live->view ? live->session.version : 0, along = version > 0;
	uint64_t after = live->pursuit ? live->pursuit->at : version - along;

	live_hold(live);
	live->load_round = ++live->round;
	journal->methods->load(journal, live->session.id, after,
		most(live) + (live->pursuit ? 0 : (unsigned)along), on_answered, live);
}

void live_load(struct live *live)
{
	live->state = LIVE_LOADING;
	live->behind = false;
	changes_begin_again(live);
	ask(live);
}

void live_bury(struct live *live)
{
	struct mk_error error;

	thinking_stop(live);
	if (live->entered) {
		live_remove(live);
	}
	fault_journal(MK_NOT_FOUND, &error);
	give_up(live, &error);
	live_tell_deleted(live);
}
