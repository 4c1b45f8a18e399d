/* Putting right what was read wrong: the journal is replayed with it. */
#include "session/change.h"
#include "session/fault.h"
#include "session/path.h"
#include "session/reconsider.h"
#include "session/replay.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- What is put right ---------------------------------------------------------------------- */

/* The card that a step told, as it was corrected since; MK_NO_CARD when it told none there. */
static mk_card card_told(const struct path *path, size_t place, const struct mk_place *at)
{
	struct mk_finding finding;

	path_told(path, place, &finding);
	for (int i = 0; i < finding.revealed_count; i++) {
		const struct mk_place *revealed = &finding.revealed[i];

		if (at->card == MK_NO_CARD
				? revealed->position == at->position && revealed->index == at->index
				: revealed->card == at->card) {
			return revealed->card;
		}
	}
	return MK_NO_CARD;
}

/*
 * The event that told `card` last, or the table that it came with; 0: none did. Mixed cards come up
 * again: an earlier event may have told the same card, and been right.
 */
static uint64_t event_of(const struct path *path, mk_card card)
{
	for (size_t i = path->taken; i-- > 0;) {
		const struct path_step *step = &path->steps[i];

		if (step->kind == EVENT_TABLE) {
			return step->version;
		}
		if (step->kind != EVENT_CORRECTION &&
			card_told(path, i, &(struct mk_place){.card = card}) == card) {
			return step->version;
		}
	}
	return 0;
}

static enum mk_status no_card(struct mk_error *error, const char *where, const char *what)
{
	return mk_fail(error, MK_IMPOSSIBLE, "no_card_known", where, "%s", what);
}

static enum mk_status find_by_event(const struct session_correction *wish, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	struct mk_place at = {.position = wish->place.position, .index = wish->place.index};

	for (size_t i = 0; i < path->taken; i++) {
		if (path->steps[i].version == wish->event) {
			correction->event = wish->event;
			correction->was = card_told(path, i, &at);
		}
	}
	return correction->was != MK_NO_CARD
		       ? MK_OK
		       : no_card(error, "/event", "this event told no card at this place");
}

static enum mk_status find_by_place(const struct session *session,
	const struct session_correction *wish, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	correction->was =
		session->game->card_at(session->view, wish->place.position, wish->place.index);
	if (wish->empty && correction->was != MK_NO_CARD) {
		return mk_fail(error, MK_CONFLICT, "correction_contradicts", "/card",
			"%s was seen there, and nothing explains that otherwise",
			mk_card_code(correction->was));
	}
	if (wish->empty) {
		return MK_OK;
	}
	if (correction->was == MK_NO_CARD) {
		return no_card(error, "/position", "no card is known to lie there");
	}
	correction->event = event_of(path, correction->was);
	return correction->event ? MK_OK
				 : no_card(error, "/position", "no event told the card there");
}

static enum mk_status find_wrong(const struct session *session,
	const struct session_correction *wish, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	*correction = (struct correction){
		.counts = wish->counts, .card = wish->place.card, .count = wish->count};
	if (wish->counts) {
		return MK_OK;
	}
	if (wish->empty && wish->by_event) {
		return mk_fail(error, MK_IMPOSSIBLE, "bad_correction", "/card",
			"which card it was is wanted");
	}
	return wish->by_event ? find_by_event(wish, path, correction, error)
			      : find_by_place(session, wish, path, correction, error);
}

/* ---- Replaying ------------------------------------------------------------------------------ */

static enum mk_status contradicts(
	const struct replay *replay, uint64_t version, struct mk_error *error)
{
	struct mk_error cause = *error;
	char where[32];

	if (cause.status != MK_IO || replay->broken == 0) {
		return cause.status;
	}
	if (replay->broken == version) {
		return mk_fail(error, MK_IMPOSSIBLE, "bad_correction", "", "%s", cause.what);
	}
	snprintf(where, sizeof where, "/events/%llu", (unsigned long long)replay->broken);
	return mk_fail(error, MK_CONFLICT, "correction_contradicts", where,
		"then event %llu cannot have happened", (unsigned long long)replay->broken);
}

static enum mk_status walk_again(
	struct change *change, struct path *path, struct replay *replay, struct mk_error *error)
{
	const struct session *session = &change->live->session;
	uint64_t version = session->version + 1;
	enum mk_status status = path_follow(path, version, &change->event, error);

	if (status != MK_OK) {
		return status;
	}
	status = replay_arrive(session, path, replay, error);
	return status == MK_OK ? MK_OK : contradicts(replay, version, error);
}

static void become(struct change *change, const struct replay *replay)
{
	change->view = replay->view;
	change->before = replay->before;
	change->event.finding = replay->observed;
	change->next.observed = replay->has_observed ? &change->event.finding : NULL;
	change->next.sync = SESSION_IN_SYNC;
}

/* ---- Explaining anew ------------------------------------------------------------------------ */

/* A card that was misread costs one reading; what costs more was perhaps another move. */
enum { ONE_READING = 1 };

/* A try to put right, and what it costs: the readings that are left over then. */
struct attempt {
	enum mk_status status;
	struct correction correction;
	struct replay replay;
	int misfits;
};

static void attempt_drop(struct attempt *attempt)
{
	free(attempt->replay.view);
	free(attempt->replay.before);
	attempt->replay = (struct replay){0};
}

/* Carries out attempt->correction; the path is as it was afterwards. */
static void attempt_walk(
	struct change *change, struct path *path, struct attempt *attempt, struct mk_error *error)
{
	size_t taken = path->taken;

	change->event.correction = attempt->correction;
	attempt->status = walk_again(change, path, &attempt->replay, error);
	if (path->taken > taken) {
		attempt->misfits = reconsider_misfits(&change->live->session, path);
		path_go(path, 1);
	}
}

/* The moves were other ones: better than to change the cards or counts, where that costs more? */
static void explain_anew(struct change *change, struct path *path, int before, struct attempt *best)
{
	const struct session *session = &change->live->session;
	bool plain = best->status == MK_OK && !change->correction.counts;
	struct attempt other = {.correction = {.counts = false}};
	struct mk_error cause;

	if ((plain && best->misfits - before <= ONE_READING) ||
		!reconsider(session, path, &change->correction, &other.correction)) {
		return;
	}
	attempt_walk(change, path, &other, &cause);
	if (other.status == MK_OK &&
		(best->status != MK_OK || other.misfits < best->misfits ||
			(change->correction.counts && other.misfits - before <= ONE_READING))) {
		attempt_drop(best);
		*best = other;
		change->event.correction = other.correction;
	} else {
		attempt_drop(&other);
		change->event.correction = best->correction;
	}
}

/* *same: it is known so already. */
static enum mk_status put_right_on(
	struct change *change, struct path *path, bool *same, struct mk_error *error)
{
	const struct session *session = &change->live->session;
	int before = reconsider_misfits(session, path);
	struct attempt best = {.correction = {.counts = false}};

	best.status = find_wrong(session, &change->correction, path, &best.correction, error);
	*same = best.status == MK_OK && !best.correction.counts &&
		best.correction.was == best.correction.card;
	if (*same) {
		return MK_OK;
	}
	if (best.status == MK_OK) {
		attempt_walk(change, path, &best, error);
	}
	explain_anew(change, path, before, &best);
	if (best.status == MK_OK) {
		become(change, &best.replay);
	}
	return best.status;
}

static enum mk_status put_right(struct change *change, const struct journal_event *events,
	size_t count, bool *same, struct mk_error *error)
{
	const struct session *session = &change->live->session;
	struct cameras cameras = {0};
	struct path path;
	enum mk_status status;

	*same = false;
	if (!path_init(&path, count + 1)) {
		return fault_no_memory(error);
	}
	status = replay_read(session, events, count, &path, &cameras, error);
	if (status == MK_OK) {
		status = put_right_on(change, &path, same, error);
	}
	path_finish(&path);
	return status;
}

/* ---- The change ----------------------------------------------------------------------------- */

static void on_events(void *context, enum mk_status status, const struct journal_session *row,
	const struct journal_event *events, size_t count)
{
	struct change *change = context;
	struct live *live = change->live;
	struct mk_error error;
	bool same = false;

	(void)row;
	changes_pause(live);
	if (status == MK_OK) {
		status = put_right(change, events, count, &same, &error);
	} else {
		fault_journal(status, &error);
	}
	if (status != MK_OK) {
		change_fail(change, &error);
	} else if (same) {
		change_answer(change);
	} else {
		change_store(change);
	}
	changes_resume(live);
}

/* Is a picture waiting to be understood, of which this place may be asked for? */
static bool is_answer(const struct change *change)
{
	const struct live *live = change->live;
	const struct session_correction *wish = &change->correction;
	bool says_something = wish->empty || wish->place.card != MK_NO_CARD;

	return !wish->counts && !wish->by_event && says_something && live->memory &&
	       live->session.sync != SESSION_IN_SYNC;
}

static void carry_out_correction(struct change *change)
{
	struct journal *journal = change->live->sessions->options.journal;
	const struct session *session = &change->live->session;
	struct mk_error error;

	if (change->correction.counts ? !session->game->recount : !session->game->card_at) {
		mk_fail(&error, MK_IMPOSSIBLE, "no_corrections", "",
			"tables of %s cannot be corrected", session->game->name);
		change_fail(change, &error);
	} else if (!is_answer(change) || !change_look_again(change, &change->correction.place)) {
		change->event.kind = EVENT_CORRECTION;
		journal->methods->load(journal, session->id, 0, 0, on_events, change);
	}
}

static const struct change_kind correction = {.carry_out = carry_out_correction};

void sessions_correct(struct sessions *sessions, const char *id,
	const struct session_correction *wish, const struct session_condition *condition,
	sessions_answer *answer, void *context)
{
	struct change *change = change_create(sessions, &correction, condition, answer, context, 0);

	if (change) {
		change->event.kind = EVENT_SNAPSHOT;
		change->event.numbered = false;
		change->event.line[0] = '\0';
		change->correction = *wish;
		change_submit(change, sessions, id);
	}
}
