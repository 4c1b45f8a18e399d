/* Changes: their queue and their completion. */
#include "session/change.h"

#include "base/limits.h"
#include "base/sanitizer.h"
#include "port/journal.h"
#include "session/history/row.h"
#include "session/history/walk.h"
#include "session/phases.h"
#include "session/session_error.h"
#include "session/session_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
	MAX_REPEATED = 20, /* maximum number of retries because another daemon was first */
	USUAL_MORE = 1024, /* bytes after a change: most snapshots fit */
	MAX_SPARE = 128,   /* 16 KB each */
};

/*
 * A change is too large for the allocator's caches, so freed ones are kept, as many as are in use
 * at a time under load.
 */
static struct change *allocate_change(struct sessions *sessions, size_t more)
{
	struct change *change = sessions->spare_changes;
	size_t capacity = more < USUAL_MORE ? USUAL_MORE : more;

	if (change && capacity == USUAL_MORE) {
		LL_DELETE2(sessions->spare_changes, change, later);
		sessions->spare_count--;
		return change;
	}
	change = malloc(sizeof *change + capacity);
	if (change) {
		change->capacity = capacity;
	}
	return change;
}

static void give_room_back(struct change *change)
{
	struct sessions *sessions = change->sessions;

	if (!KEEPS_SPARE || change->capacity > USUAL_MORE || sessions->spare_count == MAX_SPARE) {
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

static void begin_as_zeros(struct change *change)
{
	size_t capacity = change->capacity;

	memset(change, 0, offsetof(struct change, next));
	change->capacity = capacity;
	change->event.kind = EVENT_CHANGE;
	change->event.numbered = change->event.rated = false;
	change->event.typed = change->event.shown = false;
	change->event.line[0] = change->event.table[0] = change->event.camera[0] = '\0';
}

struct change *change_create(struct sessions *sessions, const struct change_kind *kind,
	const struct change_precondition *condition, sessions_callback *answer, void *context,
	size_t more)
{
	struct change *change = allocate_change(sessions, more);
	struct mk_error error;

	if (!change) {
		answer(context, fail_no_memory(&error), NULL, &error);
		return NULL;
	}
	begin_as_zeros(change);
	change->sessions = sessions;
	change->kind = kind;
	change->condition = *condition;
	change->answer = answer;
	change->context = context;
	return change;
}

static void change_destroy(struct change *change)
{
	if (change->kind->discard) {
		change->kind->discard(change);
	}
	if (change->cached) {
		cached_session_unref(change->cached);
	}
	free(change->view);
	free(change->before);
	free(change->world);
	free(change->memory);
	free(change->requested_hashes);
	free(change->token_hashes);
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
	struct cached_session *cached = change->cached;

	assert(cached->changes == change);
	DL_DELETE2(cached->changes, change, earlier, later);
	cached->change_count--;
	cached_session_enter(cached, CACHED_IDLE);
}

/* Removes the change from the queue and completes it. */
static void change_end(struct change *change, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	change_leave(change);
	answer_and_destroy(change, status, session, error);
}

/*
 * Completes the change with the current session: now, or after the search. A caller that waits for
 * the search is no longer part of the change.
 */
static void change_succeed(struct change *change)
{
	struct cached_session *cached = change->cached;
	enum search_start start = session_search_start(
		cached, &change->condition.deadline, change->answer, change->context);

	if (start != SEARCH_STARTED) {
		change_end(change, MK_OK, cached_session_refresh(cached), NULL);
		return;
	}
	change_leave(change);
	change_destroy(change);
}

void change_reject(struct change *change, const struct mk_error *error)
{
	answer_and_destroy(change, error->status, NULL, error);
}

/* A session deleted since it was opened is looked up again, like any other. */
static struct cached_session *acquire_for(
	const struct change *change, const char *id, struct mk_error *error)
{
	const struct session *opened = change->condition.session;
	struct cached_session *cached = opened ? cached_session_of(opened) : NULL;

	if (!cached || !cached->in_table || cached->state == CACHED_UNLOADED) {
		return cached_session_acquire_loaded(change->sessions, id, error);
	}
	cached_session_ref(cached);
	return cached;
}

void change_submit(struct change *change, struct sessions *sessions, const char *id)
{
	struct mk_error error;
	struct cached_session *cached = acquire_for(change, id, &error);

	change->cached = cached;
	if (!cached) {
		change_reject(change, &error);
		return;
	}
	/* The running change does not count as waiting. */
	if (cached->change_count > sessions->options.waiting_limit) {
		mk_fail(&error, MK_FULL, "too_many_changes", "",
			"%u changes wait for this session already",
			sessions->options.waiting_limit);
		change_reject(change, &error);
		return;
	}
	DL_APPEND2(cached->changes, change, earlier, later);
	cached->change_count++;
	session_turn_begin(cached);
	session_turn_end(cached);
}

static bool copy_world(struct change *change)
{
	const struct cached_session *cached = change->cached;
	size_t size = cached->session.game->world_size;

	if (!cached->world) {
		return true;
	}
	change->world = malloc(size);
	if (change->world) {
		memcpy(change->world, cached->world, size);
		change->shown = cached->shown;
	}
	return change->world != NULL;
}

bool change_copy_view(struct change *change)
{
	size_t size = change->cached->session.game->view_size;
	struct mk_error error;

	change->view = sessions_take_view(change->sessions, size);
	if (!change->view || !copy_world(change)) {
		fail_no_memory(&error);
		change_fail(change, &error);
		return false;
	}
	memcpy(change->view, change->cached->view, size);
	return true;
}

bool change_fails_at_practice(struct change *change, const char *where)
{
	bool dealt = change->cached->session.deal != NULL;
	struct mk_error error;

	if (dealt) {
		session_fail(&error, SESSION_ERROR_PROGRAM_DEALS, where);
		change_fail(change, &error); /* ends the change */
	}
	return dealt;
}

/* ---- the queue ------------------------------------------------------------------------------ */

void change_start(struct change *change)
{
	const struct session *session = &change->cached->session;
	struct mk_error error;

	cached_session_enter(change->cached, CACHED_CHANGING);
	phases_end(change->condition.phases, PHASE_QUEUE);
	if (!change->condition.any_version && change->condition.version != session->version) {
		mk_fail(&error, MK_CONFLICT, "version_mismatch", "",
			"the session is at version %llu, not %llu",
			(unsigned long long)session->version,
			(unsigned long long)change->condition.version);
		change_fail(change, &error);
		return;
	}
	if (change->condition.is_permitted &&
		!change->condition.is_permitted(change->context, session)) {
		mk_fail(&error, MK_IMPOSSIBLE, "not_permitted", "",
			"the right to this change was taken away");
		change_fail(change, &error);
		return;
	}
	if (session->outcome == MK_STOPPED && !change->kind->takes_stopped) {
		session_fail(&error, SESSION_ERROR_GAME_OVER, "");
		change_fail(change, &error);
		return;
	}
	change->next = *session;
	change->kind->carry_out(change);
}

void changes_fail(struct cached_session *cached, const struct mk_error *error)
{
	struct change *changes = cached->changes;

	/* Detached first: a callback may submit a change, which must not fail with the old ones. */
	cached->changes = NULL;
	cached->change_count = 0;
	while (changes) {
		struct change *change = changes;

		DL_DELETE2(changes, change, earlier, later);
		answer_and_destroy(change, error->status, NULL, error);
	}
}

/* ---- how it ends ---------------------------------------------------------------------------- */

/* If other processes write to the journal, it confirms the current version first. */
static void conclude(struct change *change, void (*end)(struct change *change))
{
	if (change->cached->sessions->shared) {
		change->end = end;
		cached_session_confirm_change(change->cached);
	} else {
		end(change);
	}
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
	struct cached_session *cached = change->cached;
	enum session_notification notification = change->notification;
	struct broadcast broadcast;

	broadcast_begin(&broadcast, cached);
	change_succeed(change);
	broadcast_send(&broadcast, cached, notification, false);
	broadcast_end(&broadcast, cached);
}

void change_report(struct change *change, enum session_notification notification)
{
	change->notification = notification;
	conclude(change, report);
}

static void refuse_snapshot(struct change *change)
{
	struct cached_session *cached = change->cached;
	struct broadcast broadcast;

	broadcast_begin(&broadcast, cached);
	change_end(change, change->error.status, cached_session_refresh(cached), &change->error);
	broadcast_send(&broadcast, cached, SESSION_CONFLICT, false);
	broadcast_end(&broadcast, cached);
}

void change_report_contradiction(struct change *change, const struct mk_error *error)
{
	change->error = *error;
	conclude(change, refuse_snapshot);
}

void change_drop_results(struct change *change)
{
	free(change->view);
	free(change->before);
	free(change->world);
	free(change->memory);
	change->view = change->before = NULL;
	change->world = NULL;
	change->memory = NULL;
	change->event.shown = false;
	change->has_proposal = false;
}

/* The table before the steps of the next finding; NULL: no steps. */
static struct mk_view *next_before(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct mk_finding *observed = change->next.observed;

	if (!change->view) {
		return cached->before;
	}
	return !change->before && observed && observed->move_count > 0 ? cached->view
								       : change->before;
}

/* ---- the tracker and the cameras ------------------------------------------------------------ */

/* True if the evidence of snapshots is still evidence about the table after the change. */
static bool keeps_evidence(const struct change *change)
{
	return !change->view || change->event.kind == EVENT_SNAPSHOT ||
	       change->event.kind == EVENT_CORRECTION || change->keeps_pictures;
}

/* The tracker after a reported move; without memory it is dropped. */
static void track_move(struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;

	if (change->event.kind != EVENT_MOVE || !game->track_move || !cached->memory) {
		return;
	}
	free(change->memory);
	change->memory = malloc(game->tracker_size);
	if (change->memory) {
		memcpy(change->memory, cached->memory, game->tracker_size);
		game->track_move(change->memory, &change->event.finding);
	}
}

/* The tracker after the change; NULL: none. */
static struct mk_tracker *next_tracker(const struct change *change)
{
	if (keeps_evidence(change)) {
		return change->cached->memory;
	}
	return change->event.kind == EVENT_MOVE ? change->memory : NULL;
}

static void install_tracker(struct cached_session *cached, struct change *change)
{
	if (!keeps_evidence(change)) {
		struct mk_tracker *next = next_tracker(change);

		free(cached->memory);
		cached->memory = next;
		change->memory = next ? NULL : change->memory;
	}
}

/* Records the picture of the change. True: another camera was evicted for it. */
static bool note_picture(const struct change *change, struct cameras *cameras)
{
	const struct event *event = &change->event;
	bool evicts = event->numbered && cameras_note(cameras, event->camera, event->frame);

	if (event->numbered && change->shows != PICTURE_UNRATED) {
		cameras_record_result(cameras, event->camera, change->shows == PICTURE_OF_MOVE);
	}
	if (event->rated) {
		cameras_set_rates(cameras, event->camera, &event->rates);
	}
	return evicts;
}

void change_note_picture(const struct change *change)
{
	struct cached_session *cached = change->cached;

	if (!cached->cameras && (change->event.numbered || change->event.rated)) {
		cached->cameras = calloc(1, sizeof *cached->cameras);
	}
	if (cached->cameras && note_picture(change, cached->cameras)) {
		limits_count(cached->sessions->options.limits, LIMIT_CAMERAS);
	}
}

/* ---- the next state ------------------------------------------------------------------------- */

static void note_state(struct cached_session *cached, const struct change *change)
{
	if (change->has_state && change->is_transient) {
		cached->transient_at = change->next.version;
		cached->transient_top = change->top;
	} else if (change->has_state) {
		cached->state_at = change->next.version;
		cached->bytes += change->state_size;
		cached->transient_at = 0;
	}
	if (change->view) {
		cached->stored_refused = SESSION_IN_SYNC;
	} else if (change->has_state) {
		cached->stored_refused = change->refused;
	}
}

static void become_next(struct cached_session *cached, struct change *change)
{
	cached->top = change->top;
	cached->bytes += change->body_size;
	note_state(cached, change);
	if (!change->view) {
		cached_session_install(cached, &change->next, cached->view, cached->before);
		return;
	}
	cached_session_install(cached, &change->next, change->view, next_before(change));
	if (change->world) {
		free(cached->world);
		cached->world = change->world;
		cached->shown = change->shown;
		change->world = NULL;
		cached_session_note_turn(cached);
	}
	install_tracker(cached, change);
	change->view = NULL;
	change->before = NULL;
}

static void commit(struct change *change)
{
	struct cached_session *cached = change->cached;
	bool ended =
		!outcome_is_over(cached->session.outcome) && outcome_is_over(change->next.outcome);
	struct broadcast broadcast;

	become_next(cached, change);
	if (change->token_hashes) {
		cached_session_take_token_hashes(cached, change->token_hashes);
		change->token_hashes = NULL;
	}
	if (change->event.kind == EVENT_SNAPSHOT) {
		cached->sessions->figures.findings[change->event.finding.explanation]++;
		change_note_picture(change);
	}
	broadcast_begin(&broadcast, cached);
	change_succeed(change);
	broadcast_send(&broadcast, cached, SESSION_CHANGED, ended);
	broadcast_end(&broadcast, cached);
}

/*
 * Another process has written a newer version. The change is applied to that, or rejected if its
 * precondition names a version; after MAX_REPEATED retries it fails.
 */
static void catch_up(struct change *change)
{
	struct cached_session *cached = change->cached;
	struct mk_error error;

	if (++change->repeated > MAX_REPEATED) {
		mk_fail(&error, MK_BUSY, "busy", "", "too many concurrent changes, retry");
		change_fail_now(change, &error);
	}
	cached_session_load(cached);
}

void change_reindex(struct change *change)
{
	struct cached_session *cached = change->cached;
	struct mk_error error;

	if (change->reindexed || cached->sessions->shutting_down) {
		walk_not_indexed(&error);
		change_fail_now(change, &error);
		return;
	}
	change->reindexed = true;
	cached->reindex = true;
	cached_session_load(cached);
}

static void not_stored(struct change *change, enum mk_status status)
{
	struct mk_error error;

	if (change->condition.idempotency) {
		change->condition.idempotency->id[0] = '\0';
	}
	switch (status) {
	case MK_NOT_FOUND:
		cached_session_drop_deleted(change->cached);
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

/* Continues after the response of the journal. */
static void settle(struct change *change, enum mk_status status, void (*done)(struct change *))
{
	struct cached_session *cached = change->cached;

	phases_end(change->condition.phases, PHASE_STORE);
	session_turn_begin(cached);
	if (status == MK_OK) {
		done(change);
	} else {
		not_stored(change, status);
	}
	session_turn_end(cached);
}

static void on_stored(void *context, enum mk_status status)
{
	settle(context, status, commit);
}

/* ---- the event ------------------------------------------------------------------------------ */

/* The texts that are stored with an event. */
struct record {
	char body[EVENT_BODY_SIZE];
	char *state; /* NULL: none */
};

static bool write_body(struct change *change, struct record *record)
{
	struct mk_text body;

	mk_text_fixed(&body, record->body, sizeof record->body);
	event_write_body(&body, &change->event, &change->cached->session, &change->next);
	change->body_size = body.length;
	return !body.truncated && body.length <= MAX_EVENT_BYTES;
}

static void find_top(struct change *change)
{
	if (walk_is_step(change->event.kind)) {
		change->top = change->next.version;
	} else if (change->event.kind == EVENT_CHANGE) {
		change->top = change->cached->top;
	}
}

/* Plain steps are stored with a state that stays only at intervals (see walk.h). */
static bool wants_lasting_state(const struct change *change)
{
	bool due = change->next.version - change->cached->state_at >= MAX_STEPS_BETWEEN_STATES;
	bool plain = walk_is_plain(change->event.kind) || change->event.kind == EVENT_CHANGE;

	return due || !plain;
}

bool session_stores_pictures(const struct session *session)
{
	return session->game->track_snapshot && !session->deal;
}

/*
 * True if the event leaves evidence of snapshots, which no event has: the tracker, and the frames
 * and rates of the cameras.
 */
static bool wants_transient_state(const struct change *change)
{
	const struct cached_session *cached = change->cached;

	if (change->event.kind == EVENT_CHANGE && cached->session.version > 0) {
		return false; /* the state of the event before it has all that */
	}
	return session_stores_pictures(&cached->session) &&
	       (next_tracker(change) || cached->cameras || change->event.numbered);
}

/* The last finding that was accepted, with this change; NULL: none. */
static const struct mk_finding *last_conclusion(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct mk_finding *observed = change->next.observed;

	if (finding_is_accepted(observed)) {
		return observed;
	}
	return observed ? cached_session_conclusion(cached) : NULL;
}

/*
 * Writes the state without the tracker: a question is then asked again, and only the next snapshot
 * answers it.
 */
static bool write_without_pictures(struct state *state, const struct mk_game *game,
	const struct state_place *place, char *text)
{
	state->memory = NULL;
	return state_write(state, game, place, text, JOURNAL_MAX_STATE);
}

/* `state` as text, with the cameras after the change; NULL without memory. */
static char *write_state(const struct change *change, struct state *state,
	const struct mk_finding *last, const struct state_place *place)
{
	const struct cached_session *cached = change->cached;
	char *text = malloc(JOURNAL_MAX_STATE);

	if (!text) {
		return NULL;
	}
	state->concluded = last != NULL;
	if (last) {
		mk_finding_copy(&state->last, last);
	}
	if (cached->cameras) {
		state->cameras = *cached->cameras;
	}
	if (change->event.kind == EVENT_SNAPSHOT) {
		note_picture(change, &state->cameras);
	}
	state->complete = session_stores_pictures(&cached->session);
	if (!state_write(state, change->next.game, place, text, JOURNAL_MAX_STATE) &&
		!write_without_pictures(state, change->next.game, place, text)) {
		free(text);
		return NULL;
	}
	return text;
}

/* `transient` of a state. No more events follow without a state that stays. */
static uint8_t events_since(uint64_t version, uint64_t next)
{
	return next - version < UINT8_MAX ? (uint8_t)(next - version) : UINT8_MAX;
}

/* The finding of an event that changed no card: an answer, or other odds of the hypotheses. */
static void add_weighed(const struct change *change, struct state *state)
{
	const struct mk_finding *observed = change->next.observed;

	state->unchanged = observed && observed->explanation == MK_UNCHANGED;
	if (state->unchanged) {
		mk_finding_copy(&state->newest, observed);
	}
}

/* What the last picture has shown, if it was no event. */
static void add_newest(const struct cached_session *cached, struct state *state)
{
	const struct session *session = &cached->session;
	const struct mk_finding *observed = session->observed;

	if (observed && observed->explanation >= MK_LOOK_AGAIN) {
		state->refused = session->sync;
	}
	state->unchanged = observed && observed->explanation == MK_UNCHANGED;
	if (state->refused || state->unchanged) {
		mk_finding_copy(&state->newest, observed);
	}
	if (state->refused && session->repair) {
		state->repair = cached->repair;
	}
}

/* The resulting state of the change as text. */
static char *write_next_state(struct change *change)
{
	const struct cached_session *cached = change->cached;
	struct mk_view *before = next_before(change);
	struct state state = {
		.view = change->view ? change->view : cached->view,
		.before = before,
		.has_before = before != NULL,
		.bytes = cached->bytes + change->body_size,
		.world = change->world ? change->world : cached->world,
		.shown = change->world ? change->shown : cached->shown,
		.assisted = change->next.assisted,
		.memory = next_tracker(change),
		.sync = change->next.sync,
	};

	if (change->is_transient) {
		state.transient = events_since(cached->state_at, change->next.version);
	}
	if (change->view) {
		add_weighed(change, &state);
	} else { /* only the settings have changed */
		add_newest(cached, &state);
		change->refused = state.refused;
	}
	return write_state(change, &state, last_conclusion(change),
		&(struct state_place){cached->session.id, change->next.version, change->top});
}

/* A session that has reached a limit can still be read and removed. */
static enum mk_status check_limits(const struct change *change, struct mk_error *error)
{
	const struct cached_session *cached = change->cached;
	struct limits *limits = cached->sessions->options.limits;
	uint64_t events = limits_value(limits, LIMIT_SESSION_EVENTS);

	if (change->next.version > events) {
		limits_count(limits, LIMIT_SESSION_EVENTS);
		return session_fail_with(error, SESSION_ERROR_TOO_MANY_EVENTS, "",
			(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = (long long)events});
	}
	if (cached->bytes + change->body_size > limits_value(limits, LIMIT_SESSION_BYTES)) {
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
			change->cached->sessions->options.limits, LIMIT_EVENT_BYTES, error);
	}
	if (check_limits(change, error) != MK_OK) {
		return error->status;
	}
	find_top(change);
	change->is_transient = !wants_lasting_state(change);
	change->has_state = !change->is_transient || wants_transient_state(change);
	change->state_size = 0;
	if (change->has_state) {
		record->state = write_next_state(change);
		change->state_size = record->state ? strlen(record->state) : 0;
	}
	return !change->has_state || record->state ? MK_OK : fail_no_memory(error);
}

/*
 * Counts whether the suggested move was played, if there was a suggestion and more than one move: a
 * forced move says nothing about the player.
 */
static void note_guidance(
	const struct event *event, const struct mk_advice *advice, struct session *next)
{
	bool tells = event->kind == EVENT_SNAPSHOT || event->kind == EVENT_MOVE;

	if (tells && advice && advice->count > 1 && event->finding.move_count > 0 &&
		event->advised.known && event->advised.suggests) {
		next->advised++;
		next->followed += memcmp(&event->advised.suggestion, &event->finding.moves[0].move,
					  sizeof event->advised.suggestion) == 0;
	}
}

/* NULL without an idempotency key. */
static const struct journal_idempotency *change_idempotency(struct change *change)
{
	struct journal_idempotency *idempotency = change->condition.idempotency;

	if (idempotency) {
		memcpy(idempotency->id, change->next.id, sizeof idempotency->id);
		idempotency->version = change->next.version;
		idempotency->at_ms = change->next.updated_ms;
	}
	return idempotency;
}

static void append(struct change *change, const struct record *record)
{
	struct journal *journal = change->cached->sessions->options.journal;
	const struct session *next = &change->next;
	struct journal_session row;
	struct journal_event event = {
		.version = next->version,
		.at_ms = next->updated_ms,
		.body = record->body,
		.top = change->top,
		.state = record->state,
		.drops_state_of = record->state ? change->cached->transient_at : 0,
	};

	row_put(event.kind, sizeof event.kind, event_kind_name(change->event.kind));
	row_write(&row, next);
	row.token_hashes = change->token_hashes;
	phases_end(change->condition.phases, PHASE_LEARN);
	cached_session_enter(change->cached, CACHED_STORING);
	journal->methods->append(
		journal, &row, &event, change_idempotency(change), on_stored, change);
}

/*
 * Rejects an event that cannot be replayed: the session could not be loaded any more. A bug of a
 * game's tracker then loses one snapshot, not the session.
 */
static enum mk_status check_replay(const struct change *change, struct mk_error *error)
{
	const struct session *session = &change->cached->session;
	const struct mk_game *game = session->game;
	enum event_kind kind = change->event.kind;
	bool is_finding = kind == EVENT_SNAPSHOT || kind == EVENT_MOVE || kind == EVENT_ANSWER ||
			  kind == EVENT_REPLY;
	struct mk_view *view = is_finding ? malloc(game->view_size) : NULL;
	struct mk_error cause;
	enum mk_status status;

	if (!is_finding) {
		return MK_OK;
	}
	if (!view) {
		return fail_no_memory(error);
	}
	memcpy(view, session->view, game->view_size);
	status = mk_game_apply_finding(game, view, &change->event.finding, &cause);
	free(view);
	return status == MK_OK ? MK_OK : session_fail(error, SESSION_ERROR_NO_REPLAY, "");
}

void change_store(struct change *change)
{
	struct session *next = &change->next;
	struct record record;
	struct mk_error error;
	enum mk_status status = check_replay(change, &error);

	if (status != MK_OK) {
		change_fail(change, &error);
		return;
	}
	record.state = NULL;
	track_move(change);
	change->shows = PICTURE_OF_MOVE;
	next->version++;
	note_guidance(&change->event, change->cached->session.advice, next);
	next->updated_ms = change->cached->sessions->options.now_ms();
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

/* ---- pictures without an event -------------------------------------------------------------- */

static void note_stored(struct change *change)
{
	struct cached_session *cached = change->cached;
	bool stays = cached->state_at == cached->session.version;

	cached->transient_at = stays ? 0 : cached->session.version;
	cached->transient_top = cached->top;
	cached->stored_refused = change->refused;
	change->end(change);
}

static void on_state_stored(void *context, enum mk_status status)
{
	settle(context, status, note_stored);
}

/* Lists the states to store; that of the previous table is dropped. */
static size_t list_states(
	const struct cached_session *cached, const char *state, struct journal_event rows[2])
{
	size_t count = 0;

	rows[count++] = (struct journal_event){
		.version = cached->session.version, .top = cached->top, .state = state};
	if (cached->transient_at && cached->transient_at != cached->session.version) {
		rows[count++] = (struct journal_event){
			.version = cached->transient_at, .top = cached->transient_top};
	}
	return count;
}

/* Stores `state` with the last event; `stored` then ends the change. No new version. */
static void store_state(
	struct change *change, struct state *state, void (*stored)(struct change *change))
{
	struct cached_session *cached = change->cached;
	struct journal *journal = cached->sessions->options.journal;
	struct journal_event rows[2];
	struct mk_error error;
	char *text;

	state->before = cached->before;
	state->has_before = cached->before != NULL;
	state->bytes = cached->bytes;
	state->memory = cached->memory;
	state->transient = events_since(cached->state_at, cached->session.version);
	change->refused = state->refused;
	change->event.kind = EVENT_SNAPSHOT;
	text = write_state(change, state, cached_session_conclusion(cached),
		&(struct state_place){cached->session.id, cached->session.version, cached->top});
	if (!text) {
		fail_no_memory(&error);
		change_fail(change, &error);
		return;
	}
	change->end = stored;
	cached_session_enter(cached, CACHED_STORING);
	journal->methods->index_events(journal, cached->session.id, rows,
		list_states(cached, text, rows), on_state_stored, change);
	free(text);
}

/* The view after a picture that showed an unchanged table: other cards are certain, or none. */
static struct mk_view *confirmed_view(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;

	return session_has_unconfirmed(&cached->session) &&
			       game->unconfirmed(cached->view) != game->unconfirmed(change->view)
		       ? change->view
		       : cached->view;
}

void change_store_confirmed(struct change *change, void (*confirmed)(struct change *change))
{
	const struct session *session = &change->cached->session;
	struct state state = {.view = confirmed_view(change), .unchanged = true};

	state.sync = session_sync_of(session->game, state.view);
	mk_finding_copy(&state.newest, &change->event.finding);
	store_state(change, &state, confirmed);
}

/* True if the refusal, and what the tracker knows after it, is in the stored state already. */
static bool is_stored(
	const struct change *change, enum session_sync sync, const struct mk_finding *finding)
{
	const struct cached_session *cached = change->cached;

	return !session_stores_pictures(&cached->session) && cached->stored_refused == sync &&
	       !cached_session_is_news(cached, sync, finding);
}

void change_store_refused(struct change *change, enum session_sync sync,
	const struct mk_finding *finding, void (*refused)(struct change *change))
{
	struct cached_session *cached = change->cached;
	struct state state = {.view = cached->view, .refused = sync, .sync = sync};

	change->refused = sync;
	if (cached->session.version == 0 || is_stored(change, sync, finding)) {
		refused(change);
		return;
	}
	mk_finding_copy(&state.newest, finding);
	if (change->has_proposal) {
		state.repair = change->proposal;
	}
	store_state(change, &state, refused);
}

void change_store_evidence(struct change *change, void (*stored)(struct change *change))
{
	struct cached_session *cached = change->cached;
	struct state state = {.view = cached->view, .sync = cached->session.sync};

	if (cached->session.version == 0 || !session_stores_pictures(&cached->session)) {
		stored(change);
		return;
	}
	add_newest(cached, &state);
	store_state(change, &state, stored);
}

static void forget(struct change *change)
{
	struct cached_session *cached = change->cached;

	cached_session_unlink(cached);
	change_end(change, MK_OK, cached_session_refresh(cached), NULL);
	cached_session_drop_deleted(cached);
}

static void on_removed(void *context, enum mk_status status)
{
	settle(context, status, forget);
}

void change_remove(struct change *change)
{
	struct journal *journal = change->cached->sessions->options.journal;

	cached_session_enter(change->cached, CACHED_STORING);
	journal->methods->remove(
		journal, change->cached->session.id, INT64_MAX, on_removed, change);
}
