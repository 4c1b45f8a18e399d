/*
 * Corrects a misreading: the journal is replayed with the correction.
 *
 * That may take many replays: a background job does it.
 */
#include "base/limits.h"
#include "session/changes/apply_snapshot.h"
#include "session/changes/change_job.h"
#include "session/changes/reconsider.h"
#include "session/history/events.h"
#include "session/history/path.h"
#include "session/session_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The correction ------------------------------------------------------------------------- */

/* The card that a step revealed there, as corrected since; MK_NO_CARD: none. */
static mk_card revealed_card(const struct path *path, size_t place, const struct mk_place *at)
{
	struct mk_finding finding;

	path_finding(path, place, &finding);
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
 * The last event that revealed `card`, or the entered table that contains it; 0: none. Shuffled
 * cards come up again: an earlier event may have revealed the same card correctly.
 */
static uint64_t event_of(const struct path *path, mk_card card)
{
	for (size_t i = path->taken; i-- > 0;) {
		const struct path_step *step = &path->steps[i];

		if (step->kind == EVENT_TABLE) {
			return step->version;
		}
		if (step->kind != EVENT_CORRECTION &&
			revealed_card(path, i, &(struct mk_place){.card = card}) == card) {
			return step->version;
		}
	}
	return 0;
}

static enum mk_status find_by_event(const struct session_correction *request,
	const struct path *path, struct correction *correction, struct mk_error *error)
{
	struct mk_place at = {.position = request->place.position, .index = request->place.index};

	for (size_t i = path_base(path, path->taken); i < path->taken; i++) {
		if (path->steps[i].version == request->event) {
			correction->event = request->event;
			correction->was = revealed_card(path, i, &at);
		}
	}
	return correction->was != MK_NO_CARD
		       ? MK_OK
		       : session_fail(error, SESSION_ERROR_EVENT_REVEALED_NO_CARD, "/event");
}

/* The last card that the finding reveals at a place (index 0: any of it); NULL: none. */
static const struct mk_place *last_revealed(
	const struct mk_finding *finding, const struct mk_place *at)
{
	for (int i = finding->revealed_count; i-- > 0;) {
		const struct mk_place *revealed = &finding->revealed[i];

		if (revealed->position == at->position &&
			(at->index == 0 || revealed->index == at->index)) {
			return revealed;
		}
	}
	return NULL;
}

/* For duplicate cards: the given event, or the last one, that revealed a card at the place. */
static enum mk_status find_alone(const struct session_correction *request, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	size_t origin = path_base(path, path->taken);
	const struct mk_place *revealed;
	struct mk_finding finding;

	for (size_t i = path->taken; i-- > origin;) {
		const struct path_step *step = &path->steps[i];

		if (step->kind == EVENT_TABLE || step->kind == EVENT_CORRECTION ||
			(request->by_event && step->version != request->event)) {
			continue;
		}
		path_finding(path, i, &finding);
		revealed = last_revealed(&finding, &request->place);
		if (revealed) {
			correction->alone = true;
			correction->event = step->version;
			correction->was = revealed->card;
			correction->place = *revealed;
			return MK_OK;
		}
	}
	return request->by_event
		       ? session_fail(error, SESSION_ERROR_EVENT_REVEALED_NO_CARD, "/event")
		       : session_fail(error, SESSION_ERROR_NO_EVENT_REVEALED_CARD, "/position");
}

/* The table has no pile at the position of the correction. */
static bool names_no_pile(const struct mk_game *game, const struct session_correction *request)
{
	return !request->counts && !request->by_event && game->piles &&
	       !mk_pile_kind_at(game->piles, request->place.position);
}

static enum mk_status find_by_place(const struct session *session,
	const struct session_correction *request, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	correction->was = mk_game_card_at(
		session->game, session->view, request->place.position, request->place.index);
	if (request->empty && correction->was != MK_NO_CARD) {
		return session_fail_with(error, SESSION_ERROR_CARD_SEEN, "/card",
			(struct mk_phrase_arg){.kind = MK_ARG_OBJECT, .card = correction->was});
	}
	/* A position inside a pile cannot be empty. */
	if (request->empty && request->place.index > 0) {
		return session_fail(error, SESSION_ERROR_NO_CARD_KNOWN, "/index");
	}
	if (request->empty) {
		return MK_OK;
	}
	if (correction->was == MK_NO_CARD) {
		return session_fail(error, SESSION_ERROR_NO_CARD_KNOWN, "/position");
	}
	if (session->game->has_duplicate_cards) {
		return find_alone(request, path, correction, error);
	}
	correction->event = event_of(path, correction->was);
	return correction->event
		       ? MK_OK
		       : session_fail(error, SESSION_ERROR_NO_EVENT_REVEALED_CARD, "/position");
}

static enum mk_status find_wrong(const struct session *session,
	const struct session_correction *request, const struct path *path,
	struct correction *correction, struct mk_error *error)
{
	*correction = (struct correction){
		.counts = request->counts, .card = request->place.card, .count = request->count};
	if (request->counts) {
		return MK_OK;
	}
	if (request->empty && request->by_event) {
		return session_fail(error, SESSION_ERROR_WHICH_CARD, "/card");
	}
	if (request->by_event && session->game->has_duplicate_cards) {
		return find_alone(request, path, correction, error);
	}
	return request->by_event ? find_by_event(request, path, correction, error)
				 : find_by_place(session, request, path, correction, error);
}

/* ---- Replaying ------------------------------------------------------------------------------ */

/* A misread card costs one reading; a more expensive correction may have been another move. */
enum { ONE_READING = 1 };

/* An attempted correction and its cost, the number of unexplained readings. */
struct attempt {
	enum mk_status status;
	struct correction correction;
	struct replay replay;
	int misfits;
};

/* Unexplained snapshots, which may show the corrected table. */
struct unclear {
	struct mk_tracker *pictures; /* the tracker without the correction */
	struct mk_tracker *spare;    /* a buffer for a copy */
	struct mk_snapshot_context occasion;
	struct mk_move suggested; /* referenced by the context */
	/*
	 * The resulting view if the correction is about these snapshots; NULL: it does not explain
	 * them. The explanation is not simple (several moves, or an open question): an earlier
	 * misreading, with which they show an unchanged table, is more likely.
	 */
	struct mk_view *answered;
	struct mk_finding answer;
};

/* A running correction: the request, the original path, and the best result so far. */
struct correction_job {
	struct change_job job;
	struct sessions *sessions;
	struct events events; /* of the path */
	struct limits *limits;
	struct session_correction request;
	struct path path;
	int conflicts; /* of the original path; negative: not counted yet */
	struct attempt best;
	struct unclear *unclear; /* NULL: the newest snapshot was explained */
	bool explained;          /* the unexplained snapshots show the corrected table */
	bool confirmed;          /* snapshots have confirmed the card to be corrected */
	bool counted;            /* the table already has this count */
	bool same;               /* the card is already the believed one */
	bool latest;             /* and no later event revealed the card */
	struct mk_error error;
};

static enum mk_status contradicts(
	const struct replay *replay, uint64_t version, struct mk_error *error)
{
	char where[32];

	if (error->status != MK_IO || replay->broken == 0) {
		return error->status;
	}
	if (replay->broken == version) {
		*error = replay->cause;
		error->code = "invalid_correction";
		return error->status = MK_IMPOSSIBLE;
	}
	snprintf(where, sizeof where, "/events/%llu", (unsigned long long)replay->broken);
	return session_fail_with(error, SESSION_ERROR_CONTRADICTS, where,
		(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = (long long)replay->broken});
}

static enum mk_status walk_again(struct correction_job *correcting,
	const struct correction *correction, struct replay *replay, struct mk_error *error)
{
	const struct session *session = &correcting->job.session;
	uint64_t version = session->version + 1;
	enum mk_status status;

	if (!path_correct(&correcting->path, version, correction)) {
		return fail_no_memory(error);
	}
	status = replay_finalize(session, &correcting->path, replay, error);
	return status == MK_OK ? MK_OK : contradicts(replay, version, error);
}

static void attempt_drop(struct attempt *attempt)
{
	free(attempt->replay.view);
	free(attempt->replay.before);
	attempt->replay = (struct replay){0};
}

/* The number of additional wrong readings with the attempt, which succeeded. */
static int conflicts_added(struct correction_job *correcting, const struct attempt *attempt)
{
	if (correcting->conflicts < 0) {
		correcting->conflicts = reconsider_misfits(
			&correcting->job.session, &correcting->path, &correcting->request);
	}
	return attempt->misfits - correcting->conflicts;
}

/* Replays the path with attempt->correction; the path is then restored. */
static void attempt_walk(
	struct correction_job *correcting, struct attempt *attempt, struct mk_error *error)
{
	size_t taken = correcting->path.taken;

	attempt->status = walk_again(correcting, &attempt->correction, &attempt->replay, error);
	if (attempt->status == MK_OK) {
		attempt->misfits = reconsider_misfits(
			&correcting->job.session, &correcting->path, &correcting->request);
	}
	if (correcting->path.taken > taken) {
		path_drop(&correcting->path);
	}
}

/* Tries other moves, which may have a lower cost than changed cards or counts. */
static void try_other_moves(struct correction_job *correcting)
{
	struct attempt *best = &correcting->best;
	bool counts = correcting->request.counts;
	bool plain = best->status == MK_OK && !counts;
	struct attempt other = {.correction = {.counts = false}};
	struct mk_error cause;

	if ((plain && conflicts_added(correcting, best) <= ONE_READING) ||
		!reconsider(&correcting->job.session, &correcting->path, &correcting->request,
			&other.correction)) {
		return;
	}
	attempt_walk(correcting, &other, &cause);
	if (other.status == MK_OK &&
		(best->status != MK_OK || other.misfits < best->misfits ||
			(counts && conflicts_added(correcting, &other) <= ONE_READING))) {
		attempt_drop(best);
		*best = other;
	} else {
		attempt_drop(&other);
	}
}

/* Reads the events into a path with space for the correction. */
static enum mk_status read_path(struct correction_job *correcting, struct mk_error *error)
{
	struct path *path = &correcting->path;
	uint64_t most = limits_value(correcting->limits, LIMIT_CORRECTIONS);
	enum mk_status status;

	if (!path_init(path, correcting->events.count + 1)) {
		return fail_no_memory(error);
	}
	status = events_walk(&correcting->events, correcting->job.session.game, path, error);
	if (status == MK_OK && path_active_corrections(path) >= most) {
		limits_count(correcting->limits, LIMIT_CORRECTIONS);
		return session_fail_with(error, SESSION_ERROR_TOO_MANY_CORRECTIONS, "",
			(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = (long long)most});
	}
	return status;
}

/* True if the unexplained snapshots show the corrected table without further moves. */
static bool shows_corrected_table(const struct correction_job *correcting)
{
	const struct mk_game *game = correcting->job.session.game;
	const struct unclear *unclear = correcting->unclear;
	struct mk_finding finding;
	struct mk_error error;

	memcpy(correcting->job.view, correcting->best.replay.view, game->view_size);
	memcpy(unclear->spare, unclear->pictures, game->tracker_size);
	return game->track_snapshot(correcting->job.view, unclear->spare, NULL, &unclear->occasion,
		       &finding, &error) == MK_OK &&
	       finding.explanation == MK_UNCHANGED && finding.doubt_count == 0;
}

/* True if a camera has read the card repeatedly: a misreading is then unlikely. */
static bool is_confirmed_by_pictures(
	const struct correction_job *correcting, const struct correction *correction)
{
	const struct session *session = &correcting->job.session;
	const struct path *path = &correcting->path;

	for (size_t i = path->taken; i-- > 0;) {
		const struct path_step *step = &path->steps[i];

		if (step->version == correction->event) {
			return path_is_confirmed(path, i, session, correction->was);
		}
	}
	return false;
}

/* The correction may be about the unexplained snapshots rather than an earlier reading. */
static void compare_with_unclear(struct correction_job *correcting)
{
	struct attempt *best = &correcting->best;

	correcting->explained = best->status == MK_OK && !correcting->confirmed &&
				shows_corrected_table(correcting);
	if (correcting->unclear->answered && best->status == MK_OK && !correcting->explained) {
		attempt_drop(best);
		best->status = MK_IMPOSSIBLE;
	}
}

/*
 * Rejects a count that none of several kept hypotheses has and no other moves explain: none of them
 * is the true table, and forcing the count into one would invent a table.
 */
static void refuse_lost_count(struct correction_job *correcting)
{
	const struct session *session = &correcting->job.session;
	struct attempt *best = &correcting->best;
	char where[sizeof correcting->request.count.name + 1];

	if (best->status == MK_OK && best->correction.counts && session->game->explanations &&
		session->game->explanations(session->view) > 1) {
		snprintf(where, sizeof where, "/%s", correcting->request.count.name);
		attempt_drop(best);
		best->status = session_fail(&correcting->error, SESSION_ERROR_LOST_COUNT, where);
	}
}

static void find_correction(struct correction_job *correcting)
{
	const struct change_job *job = &correcting->job;
	struct attempt *best = &correcting->best;

	best->status = read_path(correcting, &correcting->error);
	if (best->status != MK_OK) {
		return;
	}
	if (correcting->request.counts && reconsider_has_count(job->session.game, job->session.view,
						  &correcting->request.count)) {
		correcting->counted = true;
		return;
	}
	best->status = find_wrong(&job->session, &correcting->request, &correcting->path,
		&best->correction, &correcting->error);
	correcting->same = best->status == MK_OK && !best->correction.counts &&
			   best->correction.was == best->correction.card;
	if (correcting->same) {
		correcting->latest = event_of(&correcting->path, correcting->best.correction.was) ==
				     correcting->best.correction.event;
		return;
	}
	if (best->status == MK_OK) {
		correcting->confirmed = correcting->unclear && correcting->unclear->answered &&
					is_confirmed_by_pictures(correcting, &best->correction);
		attempt_walk(correcting, best, &correcting->error);
	}
	try_other_moves(correcting);
	refuse_lost_count(correcting);
	if (correcting->unclear) {
		compare_with_unclear(correcting);
	}
}

static void free_history(struct correction_job *correcting)
{
	path_finish(&correcting->path);
	events_finish(&correcting->events);
}

/* Frees the long lists here, not on the loop. */
static void compute_correction(struct change_job *job)
{
	struct correction_job *correcting = (struct correction_job *)job;

	find_correction(correcting);
	free_history(correcting);
}

/* ---- The change ----------------------------------------------------------------------------- */

static void become(struct change *change, struct attempt *best)
{
	struct replay *replay = &best->replay;

	change->event.correction = best->correction;
	change->view = replay->view;
	change->before = replay->before;
	change->event.finding = replay->observed;
	change->next.observed = replay->has_observed ? &change->event.finding : NULL;
	change->next.sync = session_sync_of(change->next.game, change->view);
	best->replay = (struct replay){0};
}

/* The believed card was correct, as the player has checked. */
static void end_same(struct correction_job *correcting)
{
	struct change *change = correcting->job.change;
	mk_card card = correcting->best.correction.card;

	if (correcting->latest && session_is_unconfirmed(&change->cached->session, card)) {
		change_confirm_card(change, card);
	} else {
		change_complete_unchanged(change);
	}
}

static void unclear_destroy(struct unclear *unclear)
{
	if (unclear) {
		free(unclear->answered);
		free(unclear->pictures);
		free(unclear->spare);
	}
	free(unclear);
}

static void take_answer(struct change *change, struct unclear *unclear)
{
	change->view = unclear->answered;
	change->event.finding = unclear->answer;
	unclear->answered = NULL;
	change_take_answer(change);
}

static void end_righting(struct change_job *job)
{
	struct correction_job *correcting = (struct correction_job *)job;
	struct change *change = job->change;
	bool corrected = !correcting->same && correcting->best.status == MK_OK;

	if (!job->ran) {
		mk_fail(&correcting->error, MK_BUSY, "busy", "", "the daemon is being stopped");
		change_fail(change, &correcting->error);
	} else if (correcting->unclear && correcting->unclear->answered && !corrected) {
		take_answer(change, correcting->unclear);
	} else if (correcting->counted) {
		change_complete_unchanged(change);
	} else if (correcting->same) {
		end_same(correcting);
	} else if (corrected && change->snapshot_first && !correcting->explained) {
		session_fail(&correcting->error, SESSION_ERROR_COUNT_BEFORE_SNAPSHOT, "");
		change_fail(change, &correcting->error);
	} else if (corrected) {
		become(change, &correcting->best);
		if (correcting->unclear && !correcting->explained) {
			change->next.sync = SESSION_LOOKING; /* until the next snapshot */
		}
		change_store(change);
	} else {
		change_fail(change, &correcting->error);
	}
}

static void righting_destroy(struct change_job *job)
{
	struct correction_job *correcting = (struct correction_job *)job;

	correcting->sessions->correcting--;
	attempt_drop(&correcting->best);
	unclear_destroy(correcting->unclear);
	free_history(correcting);
	free(correcting);
}

static void on_events(struct events *events, enum mk_status status, const struct mk_error *error)
{
	struct correction_job *correcting = events->context;
	struct change *change = correcting->job.change;
	struct cached_session *cached = change->cached;
	struct mk_error busy;

	session_turn_begin(cached);
	if (status == MK_OK) {
		status = change_job_submit(&correcting->job, change, &busy);
		error = &busy;
	}
	if (status != MK_OK) {
		if (strcmp(error->code, "not_indexed") == 0) {
			change_reindex(change);
		} else {
			change_fail(change, error);
		}
		righting_destroy(&correcting->job);
	}
	session_turn_end(cached);
}

static bool is_finding_unclear(const struct mk_finding *finding)
{
	return finding && finding->explanation >= MK_LOOK_AGAIN;
}

/* NULL: the newest snapshot was explained, or out of memory. */
static struct unclear *unclear_create(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	size_t size = cached->session.game->tracker_size;
	struct unclear *unclear;

	if (!cached->memory || !is_finding_unclear(cached->session.observed)) {
		return NULL;
	}
	unclear = calloc(1, sizeof *unclear);
	if (!unclear) {
		return NULL;
	}
	unclear->pictures = malloc(size);
	unclear->spare = malloc(size);
	if (!unclear->pictures || !unclear->spare) {
		unclear_destroy(unclear);
		return NULL;
	}
	memcpy(unclear->pictures, cached->memory, size);
	unclear->occasion = snapshot_context_of(change);
	if (unclear->occasion.suggested) {
		unclear->suggested = *unclear->occasion.suggested;
		unclear->occasion.suggested = &unclear->suggested;
	}
	return unclear;
}

static void begin(struct change *change, struct unclear *unclear)
{
	const struct cached_session *cached = change->cached;
	struct sessions *sessions = cached->sessions;
	struct correction_job *correcting = NULL;
	struct mk_error error;

	if (sessions->correcting >= MAX_CORRECTING) {
		limits_refuse(sessions->options.limits, LIMIT_CORRECTING, &error);
		change_fail(change, &error);
		unclear_destroy(unclear);
		return;
	}
	correcting = calloc(1, sizeof *correcting);
	if (!correcting) {
		fail_no_memory(&error);
		change_fail(change, &error);
		unclear_destroy(unclear);
		return;
	}
	correcting->unclear = unclear;
	sessions->correcting++;
	correcting->sessions = sessions;
	correcting->job.change = change;
	correcting->conflicts = -1;
	correcting->job.compute = compute_correction;
	correcting->job.end = end_righting;
	correcting->job.destroy = righting_destroy;
	correcting->request = change->correction;
	correcting->limits = cached->sessions->options.limits;
	correcting->events.journal = cached->sessions->options.journal;
	correcting->events.upto = cached->session.version;
	correcting->events.phases = change->condition.phases;
	correcting->events.done = on_events;
	correcting->events.context = correcting;
	memcpy(correcting->events.id, cached->session.id, sizeof correcting->events.id);
	events_read_path(&correcting->events);
}

/* True if a snapshot is unexplained and the question may be about this place. */
static bool is_answer(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct session_correction *request = &change->correction;
	bool says_something = request->empty || request->place.card != MK_NO_CARD;

	return !request->counts && !request->by_event && says_something && cached->memory &&
	       is_finding_unclear(cached->session.observed);
}

static bool is_in_question(const struct mk_finding *finding, int position)
{
	for (unsigned i = 0; i < finding->conflict_count; i++) {
		if (finding->conflicts[i].position == position) {
			return true;
		}
	}
	for (unsigned i = 0; i < finding->doubt_count; i++) {
		if (finding->doubts[i].position == position) {
			return true;
		}
	}
	return memchr(finding->unreadable, position, finding->unreadable_count) != NULL;
}

/*
 * True without a stored snapshot if the last one was unexplained at the place: the correction may
 * mean the rejected card or the card of the table. An event or an index selects the latter.
 */
static bool is_correction_ambiguous(const struct change *change)
{
	const struct session *session = &change->cached->session;
	const struct session_correction *request = &change->correction;
	bool front = !request->counts && !request->by_event && request->place.index == 0;

	return front && !session->game->track_snapshot && session->sync != SESSION_IN_SYNC &&
	       session->observed && is_in_question(session->observed, request->place.position);
}

/* True if the player confirms a believed card that no snapshot has confirmed. */
static bool is_confirmation(const struct change *change)
{
	const struct session *session = &change->cached->session;
	const struct session_correction *request = &change->correction;

	return !request->counts && !request->by_event && !request->empty &&
	       session_is_unconfirmed(session, request->place.card) &&
	       mk_game_card_at(session->game, session->view, request->place.position,
		       request->place.index) == request->place.card;
}

/* The newest snapshot does not show it: an earlier reading was wrong. */
static void correct_known(struct change *change)
{
	if (is_confirmation(change)) {
		change_confirm_card(change, change->correction.place.card);
	} else {
		change->event.kind = EVENT_CORRECTION;
		begin(change, unclear_create(change));
	}
}

/*
 * True if the snapshot is explained: by at most one move, or by any number if snapshots are missing
 * before it.
 */
static bool is_simple(const struct change *change)
{
	const struct mk_finding *finding = &change->event.finding;

	return finding->explanation < MK_LOOK_AGAIN &&
	       (finding->move_count <= 1 || snapshot_missing_pictures(change) > 0);
}

/* The correction explains the unclear snapshots, but not simply. */
static void compare_with_earlier(struct change *change)
{
	struct unclear *unclear = unclear_create(change);

	if (!unclear) {
		change_take_answer(change);
		return;
	}
	unclear->answered = change->view;
	unclear->answer = change->event.finding;
	change->view = NULL;
	change->event.kind = EVENT_CORRECTION;
	begin(change, unclear);
}

static void end_correction_look(
	struct change *change, enum mk_status status, struct mk_error *error)
{
	(void)error;
	if (status == MK_OK && is_simple(change)) {
		change_take_answer(change);
	} else if (status == MK_OK) {
		compare_with_earlier(change);
	} else if (status != MK_CONFLICT || !change_refuse_answer(change)) {
		free(change->view);
		change->view = NULL;
		correct_known(change);
	}
}

/* The player enters the proposed card at its current place, which accepts the repair. */
static void take_proposed_repair(struct change *change)
{
	const struct session *session = &change->cached->session;
	struct session_correction *request = &change->correction;
	const struct mk_repair *repair = session->repair;

	if (repair && session->sync != SESSION_IN_SYNC && !request->counts && !request->by_event &&
		repair->card != MK_NO_CARD && request->place.card == repair->card &&
		is_in_question(session->observed, request->place.position)) {
		request->by_event = true;
		request->event = repair->event;
		request->place.position = repair->position;
		request->place.index = repair->index;
	}
}

static bool settles_by_count(struct change *change)
{
	return change_explain_by_count(change) ||
	       (!change->snapshot_first && change_settle_by_count(change));
}

static bool settles_by_card(struct change *change)
{
	const struct session_correction *request = &change->correction;

	return !request->by_event && (request->empty || request->place.card != MK_NO_CARD) &&
	       change_settle_by_card(change);
}

static void carry_out_correction(struct change *change)
{
	const struct session *session = &change->cached->session;
	char where[sizeof change->correction.count.name + 1] = "/card";
	struct mk_error error;

	if (change->correction.counts) {
		snprintf(where, sizeof where, "/%s", change->correction.count.name);
	}
	if (change_fails_at_practice(change, where)) {
		return;
	}
	take_proposed_repair(change);
	if (change->correction.counts ? settles_by_count(change) : settles_by_card(change)) {
		return;
	}
	if (change->correction.counts ? !session->game->set_count
				      : !mk_game_has_card_at(session->game)) {
		session_fail(&error, SESSION_ERROR_NO_CORRECTIONS, where);
		change_fail(change, &error);
	} else if (names_no_pile(session->game, &change->correction)) {
		session_fail(&error, SESSION_ERROR_NO_CARD_KNOWN, "/position");
		change_fail(change, &error);
	} else if (is_correction_ambiguous(change)) {
		session_fail(&error, SESSION_ERROR_AMBIGUOUS_PLACE, "/position");
		change_fail(change, &error);
	} else if (is_answer(change)) {
		snapshot_apply_reported(change, &change->correction.place, end_correction_look);
	} else {
		correct_known(change);
	}
}

static const struct change_kind correction = {.carry_out = carry_out_correction};

void sessions_correct(struct sessions *sessions, const char *id,
	const struct session_correction *request, const struct change_precondition *condition,
	sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &correction, condition, answer, context, 0);

	if (change) {
		change->event.kind = EVENT_SNAPSHOT;
		change->event.camera[0] = '\0';
		change->event.numbered = false;
		change->event.line[0] = '\0';
		change->correction = *request;
		change_submit(change, sessions, id);
	}
}
