/* Changes: their queue, and the ways in which they end. */
#include "session/change.h"

#include "base/limits.h"
#include "port/journal_error.h"
#include "session/history/row.h"
#include "session/history/walk.h"
#include "session/session_error.h"
#include "session/session_search.h"
#include "session/staleness.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
	MOST_REPEATED = 20, /* a change is carried out again because another daemon was first */
	USUAL_MORE = 1024,  /* bytes behind a change: most snapshots fit */
	MOST_SPARE = 128,   /* 16 KB each */
};

/*
 * One comes with each request and is too large for the allocator to have at hand: those that are
 * over are kept for the next ones, as many as are under way where many people play.
 */
static struct change *take_room(struct sessions *sessions, size_t more)
{
	struct change *change = sessions->spare_changes;
	size_t room = more < USUAL_MORE ? USUAL_MORE : more;

	if (change && room == USUAL_MORE) {
		LL_DELETE2(sessions->spare_changes, change, later);
		sessions->spare_count--;
		return change;
	}
	change = malloc(sizeof *change + room);
	if (change) {
		change->room = room;
	}
	return change;
}

static void give_room_back(struct change *change)
{
	struct sessions *sessions = change->sessions;

	if (change->room > USUAL_MORE || sessions->spare_count == MOST_SPARE) {
		free(change);
		return;
	}
	LL_PREPEND2(sessions->spare_changes, change, later);
	sessions->spare_count++;
}

void changes_free_spare(struct sessions *sessions)
{
	struct change *change = NULL, *next = NULL;

	LL_FOREACH_SAFE2(sessions->spare_changes, change, next, later)
	{
		free(change);
	}
}

struct change *change_create(struct sessions *sessions, const struct change_kind *kind,
	const struct change_precondition *condition, sessions_answer *answer, void *context,
	size_t more)
{
	struct change *change = take_room(sessions, more);
	struct mk_error error;

	if (!change) {
		answer(context, fail_no_memory(&error), NULL, &error);
		return NULL;
	}
	change->sessions = sessions;
	change->kind = kind;
	change->condition = *condition;
	change->answer = answer;
	change->context = context;
	change->started = false;
	change->checking = false;
	change->repeated = 0;
	change->reindexed = false;
	change->done = change->typed = false;
	change->event.rated = false;
	change->why = NULL;
	change->live = NULL;
	change->view = NULL;
	change->before = NULL;
	change->memory = NULL;
	return change;
}

static void change_destroy(struct change *change)
{
	if (change->kind->discard) {
		change->kind->discard(change);
	}
	if (change->live) {
		cached_session_unref(change->live);
	}
	free(change->view);
	free(change->before);
	free(change->memory);
	give_room_back(change);
}

static void answer_and_destroy(struct change *change, enum mk_status status,
	const struct session *session, const struct mk_error *error)
{
	change->answer(change->context, status, session, error);
	change_destroy(change);
}

static void change_leave(struct change *change)
{
	struct live *live = change->live;

	assert(live->changes == change);
	DL_DELETE2(live->changes, change, earlier, later);
	live->change_count--;
}

/* Takes the change out of the queue and answers it. */
static void change_end(struct change *change, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	change_leave(change);
	answer_and_destroy(change, status, session, error);
}

/*
 * The present session is the answer: now, or when its strategy has thought about what is new. Who
 * waits for that is no longer a change.
 */
static void change_succeed(struct change *change)
{
	struct live *live = change->live;
	enum thinking_start start =
		thinking_begin(live, &change->condition.patience, change->answer, change->context);

	if (start != THINKING_LATER) {
		change_end(change, MK_OK, cached_session_refresh(live), NULL);
		return;
	}
	change_leave(change);
	change_destroy(change);
}

void change_reject(struct change *change, const struct mk_error *error)
{
	answer_and_destroy(change, error->status, NULL, error);
}

/* A session that was removed since it was opened is looked up again, like any other. */
static struct live *acquire_for(const struct change *change, const char *id, struct mk_error *error)
{
	const struct session *opened = change->condition.session;
	struct live *live = opened ? cached_session_of(opened) : NULL;

	if (!live || !live->entered || live->state == CACHED_UNKNOWN) {
		return cached_session_acquire_loaded(change->sessions, id, error);
	}
	cached_session_ref(live);
	return live;
}

void change_submit(struct change *change, struct sessions *sessions, const char *id)
{
	struct mk_error error;
	struct live *live = acquire_for(change, id, &error);

	change->live = live;
	if (!live) {
		change_reject(change, &error);
		return;
	}
	/* The one that is being carried out does not wait. */
	if (live->change_count > sessions->options.waiting_limit) {
		mk_fail(&error, MK_FULL, "too_many_changes", "",
			"%u changes wait for this session already",
			sessions->options.waiting_limit);
		change_reject(change, &error);
		return;
	}
	DL_APPEND2(live->changes, change, earlier, later);
	live->change_count++;
	if (!live->working) {
		changes_pause(live);
		changes_resume(live);
	}
}

bool change_copy_view(struct change *change)
{
	size_t size = change->live->session.game->view_size;
	struct mk_error error;

	change->view = malloc(size);
	if (!change->view) {
		fail_no_memory(&error);
		change_fail(change, &error);
		return false;
	}
	memcpy(change->view, change->live->view, size);
	return true;
}

/* ---- the queue ------------------------------------------------------------------------------ */

static void change_start(struct change *change)
{
	const struct session *session = &change->live->session;
	struct mk_error error;

	change->started = true;
	if (!change->condition.any_version && change->condition.version != session->version) {
		mk_fail(&error, MK_CONFLICT, "version_mismatch", "",
			"the session is at version %llu, not %llu",
			(unsigned long long)session->version,
			(unsigned long long)change->condition.version);
		change_fail(change, &error);
		return;
	}
	change->next = *session;
	change->kind->carry_out(change);
}

void changes_pause(struct live *live)
{
	cached_session_ref(live);
	live->working = true;
}

void changes_resume(struct live *live)
{
	/* What ends is no longer in the queue, which the analyzer loses track of. */
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	while (live->state == CACHED_KNOWN && live->changes && !live->changes->started) {
		change_start(live->changes);
	}
	live->working = false;
	if (live->reindex && live->state == CACHED_KNOWN && !live->changes) {
		cached_session_load(live);
	}
	staleness_check(live);
	cached_session_unref(live);
}

void changes_fail(struct live *live, const struct mk_error *error)
{
	struct change *changes = live->changes;

	/* Who asks again in the answer waits for something new, not for this. */
	live->changes = NULL;
	live->change_count = 0;
	while (changes) {
		struct change *change = changes;

		DL_DELETE2(changes, change, earlier, later);
		answer_and_destroy(change, error->status, NULL, error);
	}
}

/* ---- how it ends ---------------------------------------------------------------------------- */

/* follow.c goes on from here, where others may have written. */
static void conclude(struct change *change, void (*end)(struct change *change))
{
	struct live *live = change->live;

	if (!live->sessions->shared) {
		end(change);
		return;
	}
	change->end = end;
	change->checking = true;
	change->round = live->round + 1;
}

static void fail(struct change *change)
{
	change_end(change, change->error.status, NULL, &change->error);
}

void change_fail_now(struct change *change, const struct mk_error *error)
{
	change->error = *error;
	fail(change);
}

void change_fail(struct change *change, const struct mk_error *error)
{
	change->error = *error;
	conclude(change, fail);
}

void change_complete_unchanged(struct change *change)
{
	conclude(change, change_succeed);
}

static void report(struct change *change)
{
	struct live *live = change->live;
	enum session_notification news = change->news;
	struct telling telling;

	broadcast_begin(&telling, live);
	change_succeed(change);
	broadcast_send(&telling, live, news, false);
	broadcast_end(&telling, live);
}

void change_report(struct change *change, enum session_notification news)
{
	change->news = news;
	conclude(change, report);
}

static void refuse_snapshot(struct change *change)
{
	struct live *live = change->live;
	struct telling telling;

	broadcast_begin(&telling, live);
	change_end(change, change->error.status, cached_session_refresh(live), &change->error);
	broadcast_send(&telling, live, SESSION_CONFLICT, false);
	broadcast_end(&telling, live);
}

void change_report_contradiction(struct change *change, const struct mk_error *error)
{
	change->error = *error;
	conclude(change, refuse_snapshot);
}

void changes_restart_first(struct live *live)
{
	struct change *change = live->changes;

	if (change && change->started) {
		free(change->view);
		free(change->before);
		free(change->memory);
		change->view = change->before = NULL;
		change->memory = NULL;
		change->started = change->checking = false;
	}
}

/* The table before the steps of what is observed next; NULL: there are none. */
static struct mk_view *next_before(const struct change *change)
{
	const struct live *live = change->live;
	const struct mk_finding *observed = change->next.observed;

	if (!change->view) {
		return live->before;
	}
	return !change->before && observed && observed->move_count > 0 ? live->view
								       : change->before;
}

static void become_next(struct live *live, struct change *change)
{
	live->top = change->top;
	live->bytes += change->body_size;
	if (change->has_state) {
		live->state_at = change->next.version;
	}
	if (!change->view) {
		cached_session_install(live, &change->next, live->view, live->before);
		return;
	}
	cached_session_install(live, &change->next, change->view, next_before(change));
	if (change->event.kind != EVENT_SNAPSHOT && change->event.kind != EVENT_CORRECTION &&
		!change->keeps_pictures) {
		cached_session_reset_tracker(live);
	}
	change->view = NULL;
	change->before = NULL;
}

static void commit(struct change *change)
{
	struct live *live = change->live;
	bool ended =
		!outcome_is_over(live->session.outcome) && outcome_is_over(change->next.outcome);
	struct telling telling;

	become_next(live, change);
	if (change->event.kind == EVENT_SNAPSHOT) {
		live->sessions->figures.findings[change->event.finding.explanation]++;
		if (change->event.numbered) {
			cached_session_record_frame(
				live, change->event.camera, change->event.frame);
			cameras_tell(live->cameras, change->event.camera, true);
		}
		cached_session_note_rates(live, &change->event);
	}
	broadcast_begin(&telling, live);
	change_succeed(change);
	broadcast_send(&telling, live, SESSION_CHANGED, ended);
	broadcast_end(&telling, live);
}

/*
 * The journal knows another version: somebody else has written there. The change is carried out
 * again with that, or refused if it was for a certain version. Who is never first gives up.
 */
static void catch_up(struct change *change)
{
	struct live *live = change->live;
	struct mk_error error;

	if (++change->repeated > MOST_REPEATED) {
		mk_fail(&error, MK_BUSY, "busy", "", "too many concurrent changes, retry");
		change_fail_now(change, &error);
	}
	cached_session_load(live);
}

void change_reindex(struct change *change)
{
	struct live *live = change->live;
	struct mk_error error;

	if (change->reindexed || live->sessions->leaving) {
		walk_not_indexed(&error);
		change_fail_now(change, &error);
		return;
	}
	change->reindexed = true;
	live->reindex = true;
	cached_session_load(live);
}

static void not_stored(struct change *change, enum mk_status status)
{
	struct mk_error error;

	if (change->condition.once) {
		change->condition.once->id[0] = '\0';
	}
	switch (status) {
	case MK_NOT_FOUND:
		cached_session_drop_deleted(change->live);
		return;
	case MK_CONFLICT:
		catch_up(change);
		return;
	case MK_OK:
	case MK_MALFORMED:
	case MK_IMPOSSIBLE:
	case MK_OVER:
	case MK_BUSY:
	case MK_FULL:
	case MK_IO:
		journal_fail(status, &error);
		change_fail_now(change, &error);
		return;
	}
}

/* The journal has answered: carry on from there. */
static void settle(struct change *change, enum mk_status status, void (*done)(struct change *))
{
	struct live *live = change->live;

	changes_pause(live);
	if (status == MK_OK) {
		done(change);
	} else {
		not_stored(change, status);
	}
	changes_resume(live);
}

static void on_stored(void *context, enum mk_status status)
{
	settle(context, status, commit);
}

/* ---- the event ------------------------------------------------------------------------------ */

/* What a change without memory for it, or beyond a limit, ends with; and what is written of others.
 */
struct record {
	char body[EVENT_BODY_ROOM];
	char *state; /* NULL: none */
};

static bool write_body(struct change *change, struct record *record)
{
	struct mk_text body;

	mk_text_fixed(&body, record->body, sizeof record->body);
	event_write_body(&body, &change->event, &change->live->session, &change->next);
	change->body_size = body.length;
	return !body.truncated && body.length <= MAX_EVENT_BYTES;
}

static void find_top(struct change *change)
{
	if (walk_is_step(change->event.kind)) {
		change->top = change->next.version;
	} else if (change->event.kind == EVENT_CHANGE) {
		change->top = change->live->top;
	}
}

/* Steps that are played from the table before them have states only now and then (see walk.h). */
static bool wants_state(const struct change *change)
{
	bool due = change->next.version - change->live->state_at >= MAX_STEPS_BETWEEN_STATES;
	bool plain = walk_is_plain(change->event.kind) || change->event.kind == EVENT_CHANGE;

	return due || !plain;
}

/* The last finding that was accepted, with this change; NULL: none. */
static const struct mk_finding *last_conclusion(const struct change *change)
{
	const struct live *live = change->live;
	const struct mk_finding *observed = change->next.observed;

	if (finding_is_accepted(observed)) {
		return observed;
	}
	return observed && live->has_concluded ? live->concluded : NULL;
}

static bool write_state(struct change *change, struct record *record)
{
	const struct live *live = change->live;
	const struct mk_finding *last = last_conclusion(change);
	struct mk_view *before = next_before(change);
	struct state state = {
		.view = change->view ? change->view : live->view,
		.before = before,
		.has_before = before != NULL,
		.concluded = last != NULL,
		.bytes = live->bytes + change->body_size,
	};

	record->state = malloc(JOURNAL_MAX_STATE);
	if (!record->state) {
		return false;
	}
	if (last) {
		state.last = *last;
	}
	if (live->cameras) {
		state.cameras = *live->cameras;
	}
	if (change->event.kind == EVENT_SNAPSHOT && change->event.numbered) {
		cameras_note(&state.cameras, change->event.camera, change->event.frame);
	}
	if (change->event.rated) {
		cameras_set_rates(
			&state.cameras, change->event.camera, &change->event.rate_limiter);
	}
	return state_write(&state, change->next.game,
		&(struct state_place){live->session.id, change->next.version, change->top},
		record->state, JOURNAL_MAX_STATE);
}

/* A session that has reached a limit can still be read and removed. */
static enum mk_status check_limits(const struct change *change, struct mk_error *error)
{
	const struct live *live = change->live;
	struct limits *limits = live->sessions->options.limits;
	uint64_t events = limits_value(limits, LIMIT_SESSION_EVENTS);

	if (change->next.version > events) {
		limits_count(limits, LIMIT_SESSION_EVENTS);
		return session_fail_with(error, SESSION_ERROR_TOO_MANY_EVENTS, "",
			(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = (long long)events});
	}
	if (live->bytes + change->body_size > limits_value(limits, LIMIT_SESSION_BYTES)) {
		limits_count(limits, LIMIT_SESSION_BYTES);
		return session_fail(error, SESSION_ERROR_SESSION_TOO_LARGE, "");
	}
	return MK_OK;
}

static enum mk_status write_record(
	struct change *change, struct record *record, struct mk_error *error)
{
	if (!write_body(change, record)) {
		return limits_refuse(
			change->live->sessions->options.limits, LIMIT_EVENT_BYTES, error);
	}
	if (check_limits(change, error) != MK_OK) {
		return error->status;
	}
	find_top(change);
	change->has_state = wants_state(change);
	return !change->has_state || write_state(change, record) ? MK_OK : fail_no_memory(error);
}

/* Was it the suggested move? Only where one was made, and one was suggested. */
static void note_guidance(const struct event *event, struct session *next)
{
	bool tells = event->kind == EVENT_SNAPSHOT || event->kind == EVENT_MOVE;

	if (tells && event->finding.move_count > 0 && event->advised.known &&
		event->advised.suggests) {
		next->advised++;
		next->followed += memcmp(&event->advised.suggestion, &event->finding.moves[0].move,
					  sizeof event->advised.suggestion) == 0;
	}
}

/* NULL where it may be carried out any number of times. */
static const struct journal_idempotency *lead_once(struct change *change)
{
	struct journal_idempotency *once = change->condition.once;

	if (once) {
		memcpy(once->id, change->next.id, sizeof once->id);
		once->version = change->next.version;
		once->at_ms = change->next.updated_ms;
	}
	return once;
}

static void append(struct change *change, const struct record *record)
{
	struct journal *journal = change->live->sessions->options.journal;
	const struct session *next = &change->next;
	struct journal_session row;
	struct journal_event event = {
		.version = next->version,
		.at_ms = next->updated_ms,
		.body = record->body,
		.top = change->top,
		.state = record->state,
	};

	row_put(event.kind, sizeof event.kind, event_kind_name(change->event.kind));
	row_write(&row, next);
	journal->methods->append(journal, &row, &event, lead_once(change), on_stored, change);
}

void change_store(struct change *change)
{
	struct session *next = &change->next;
	struct record record;
	struct mk_error error;
	enum mk_status status;

	record.state = NULL;
	next->version++;
	note_guidance(&change->event, next);
	next->updated_ms = change->live->sessions->options.now_ms();
	if (change->view) {
		next->outcome = next->game->outcome(change->view);
	}
	status = write_record(change, &record, &error);
	if (status == MK_OK) {
		append(change, &record);
	} else {
		change_fail(change, &error);
	}
	free(record.state);
}

static void forget(struct change *change)
{
	struct live *live = change->live;

	cached_session_unlink(live);
	change_end(change, MK_OK, cached_session_refresh(live), NULL);
	cached_session_drop_deleted(live);
}

static void on_removed(void *context, enum mk_status status)
{
	settle(context, status, forget);
}

void change_remove(struct change *change)
{
	struct journal *journal = change->live->sessions->options.journal;

	journal->methods->remove(journal, change->live->session.id, INT64_MAX, on_removed, change);
}
