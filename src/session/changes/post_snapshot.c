/* Changes that report play: a snapshot or a move. */
#include "base/alloc.h"
#include "session/change.h"
#include "session/changes/apply_snapshot.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Stores the change's view and finding. */
static void accept(struct change *change, enum event_kind kind)
{
	change->event.kind = kind;
	change->event.advised = advised_of(&change->cached->session, &change->event.finding);
	change->next.observed = &change->event.finding;
	change->next.sync = change->awaits_next
				    ? SESSION_LOOKING
				    : session_sync_of(change->cached->session.game, change->view);
	change_store(change);
}

/* ---- a snapshot ----------------------------------------------------------------------------- */

/* True if the previous snapshot had no unreadable or doubtful slot, but was not accepted alone. */
static bool was_looked_at_twice(const struct session *session)
{
	const struct mk_finding *last = session->observed;

	return last && last->explanation == MK_LOOK_AGAIN && last->unreadable_count == 0 &&
	       last->doubt_count == 0;
}

/* True without uncertainty, except perhaps draws that no snapshot showed. */
static bool is_settled(const struct session *session)
{
	bool unclear = session->observed && session->observed->explanation >= MK_LOOK_AGAIN;

	return session->sync == SESSION_IN_SYNC ||
	       (session->sync == SESSION_LOOKING && !unclear && !session_asks_which(session) &&
		       !session_has_unconfirmed(session));
}

/* Counts a snapshot while a question is open: the same table, or the player has continued. */
static void rate_while_asking(struct camera_rates *rates, const struct mk_finding *finding)
{
	rates->as_wanted += finding->explanation == MK_UNCHANGED;
	rates->went_on += finding->move_count > 0;
}

/* True if all kept hypotheses have the same number of moves. */
static bool has_sure_length(const struct mk_finding *finding)
{
	for (int i = 0; i < finding->alternative_count; i++) {
		if (finding->alternatives[i].move_count != finding->move_count) {
			return false;
		}
	}
	return true;
}

/* Counts a snapshot that arrived after missing ones. */
static void rate_gap(const struct change *change, struct camera_rates *rates)
{
	const struct mk_finding *finding = &change->event.finding;
	bool unchanged = finding->explanation == MK_UNCHANGED;
	int missed = snapshot_missing_pictures(change);

	if (missed == 0 || finding->tally.went_on > 0 || (!unchanged && finding->move_count == 0)) {
		return;
	}
	rates->gaps++;
	rates->no_move += unchanged;
	if (has_sure_length(finding)) {
		rates->all_moves += finding->move_count == missed + 1;
		rates->some_moves += finding->move_count > 0 && finding->move_count <= missed;
	}
}

/* Updates the rates of the camera with this snapshot. */
static void rate_camera(struct change *change)
{
	const struct session *session = &change->cached->session;
	bool unconfirmed = session_has_unconfirmed(session) && !session_asks_which(session);
	const struct mk_finding *finding = &change->event.finding;
	const struct mk_reading_tally *tally = &finding->tally;
	struct event *event = &change->event;
	bool idle = finding->explanation == MK_UNCHANGED &&
		    (!finding->weighed || finding->hidden) &&
		    (is_settled(session) ||
			    (was_looked_at_twice(session) && !session_has_unconfirmed(session))) &&
		    !change->done;

	if (change->typed || (tally->readings == 0 && tally->went_on == 0)) {
		return;
	}
	event->rates = cameras_rates(change->cached->cameras, event->camera);
	event->rates.readings += tally->readings;
	event->rates.misread += tally->misread;
	event->rates.chances += tally->chances;
	event->rates.again += tally->again;
	event->rates.moved += finding->move_count > 0;
	event->rates.several += finding->move_count > 1 && snapshot_missing_pictures(change) == 0 &&
				tally->went_on == 0;
	rate_gap(change, &event->rates);
	event->rates.idle += idle;
	event->rates.retaken += unconfirmed && finding->move_count == 0;
	event->rates.unasked += unconfirmed && finding->move_count > 0;
	event->rates.as_wanted += tally->as_wanted;
	event->rates.went_on += tally->went_on;
	if (tally->went_on == 0 && session_asks_which(session)) {
		rate_while_asking(&event->rates, finding);
	}
	event->rated = true;
}

/* Ends without an event; the finding is the response to the camera. */
static void conclude(struct change *change, enum session_sync sync)
{
	const struct mk_finding *finding = &change->event.finding;

	change->cached->sessions->figures.findings[finding->explanation]++;
	cached_session_set_finding(change->cached, sync, finding);
	change_note_picture(change);
}

/* Stores that fewer cards may have been misread than before this snapshot. */
static void confirm_cards(struct change *change)
{
	struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;

	if (session_has_unconfirmed(&cached->session) &&
		game->unconfirmed(cached->view) != game->unconfirmed(change->view)) {
		memcpy(cached->view, change->view, game->view_size);
		cached_session_bump_revision(cached);
	}
}

/* The table is unchanged: subscribers are notified only if the snapshot before was unclear. */
static void confirm(struct change *change)
{
	const struct session *session = &change->cached->session;
	enum session_sync before = session->sync;

	confirm_cards(change);
	conclude(change, session_sync_of(session->game, session->view));
	if (session->sync != before) {
		change_report(change, SESSION_CHANGED);
	} else {
		change_complete_unchanged(change);
	}
}

/* Like conclude(), for a snapshot that was not accepted; its state is already stored. */
static void refuse(struct change *change)
{
	conclude(change, change->refused);
	change_report(change, SESSION_CONFLICT);
}

/* True if the state with this snapshot differs from the stored one. */
static bool is_to_be_stored(const struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct session *session = &cached->session;

	return session->version > 0 &&
	       (session_stores_pictures(session) || change->event.numbered ||
		       cached_session_is_news(cached, session->sync, &change->event.finding));
}

static void take_unchanged(struct change *change)
{
	const struct session *session = &change->cached->session;

	if (change->event.finding.weighed) {
		accept(change, EVENT_SNAPSHOT);
		return;
	}
	if (session->sync == SESSION_IN_SYNC &&
		session_sync_of(session->game, change->view) == SESSION_IN_SYNC) {
		change->shows = PICTURE_UNCHANGED;
	}
	if (is_to_be_stored(change)) {
		change_store_confirmed(change, confirm);
	} else {
		confirm(change);
	}
}

static void accept_snapshot(struct change *change)
{
	switch (change->event.finding.explanation) {
	case MK_FIRST:
	case MK_SUGGESTED_MOVE:
	case MK_OTHER_MOVE:
	case MK_SEVERAL_MOVES:
		accept(change, EVENT_SNAPSHOT);
		return;
	case MK_UNCHANGED:
		take_unchanged(change);
		return;
	case MK_LOOK_AGAIN:
	case MK_CONTRADICTION:
		change->event.rated = false;
		change_store_refused(change, session_sync_after_refusal(&change->event.finding),
			&change->event.finding, refuse);
		return;
	}
}

static void fail_snapshot(struct change *change)
{
	change_fail(change, &change->refusal);
}

static void reject_snapshot(struct change *change, struct mk_error *error)
{
	if (error->status != MK_CONFLICT) {
		if (change->event.numbered) {
			cameras_refuse(
				change->cached->cameras, change->event.camera, change->event.frame);
		}
		change->event.numbered = false;
		change->refusal = *error;
		change_store_evidence(change, fail_snapshot);
		return;
	}
	error->code = "snapshot_contradiction";
	change_repair(change, error);
}

static void contradict(struct change *change)
{
	conclude(change, SESSION_DESYNCED);
	if (change->has_proposal) {
		cached_session_set_repair(change->cached, &change->proposal);
	}
	change_report_contradiction(change, &change->refusal);
}

void change_end_contradiction(struct change *change, const struct mk_repair *proposal)
{
	change->has_proposal = proposal != NULL;
	if (proposal) {
		change->proposal = *proposal;
	}
	change_store_refused(change, SESSION_DESYNCED, &change->event.finding, contradict);
}

/* The known card at the place. */
static mk_card known_at(const struct session *session, const struct mk_place *place)
{
	return mk_game_has_card_at(session->game) ? mk_game_card_at(session->game, session->view,
							    place->position, place->index)
						  : MK_NO_CARD;
}

/*
 * True if nothing was played and the player reports a believed card that is unconfirmed, which
 * snapshots alone would not store.
 */
static bool is_confirmed(const struct change *change, const struct mk_place *reported)
{
	const struct session *session = &change->cached->session;
	const struct mk_finding *finding = &change->event.finding;

	return finding->explanation == MK_UNCHANGED && !finding->weighed &&
	       session_is_unconfirmed(session, reported->card) &&
	       known_at(session, reported) == reported->card;
}

/*
 * True if the rejected snapshot shows the card of `place` elsewhere: then it was not misread but
 * moved against the rules, and must not be corrected.
 */
static bool has_moved_wrongly(const struct change *change, const struct mk_place *place)
{
	const struct mk_finding *refused = &change->event.finding;
	mk_card known = known_at(&change->cached->session, place);

	for (int i = 0; i < refused->conflict_count && known != MK_NO_CARD; i++) {
		if (refused->conflicts[i].seen == known &&
			refused->conflicts[i].position != place->position) {
			return true;
		}
	}
	return false;
}

/* The snapshot contradicts the known table, with the reported card. */
static void refuse_answer(struct change *change)
{
	change_store_refused(change, SESSION_DESYNCED, &change->event.finding, refuse);
}

void change_take_answer(struct change *change)
{
	snapshot_keep_evidence(change);
	if (is_confirmed(change, &change->correction.place)) {
		change_confirm_card(change, change->correction.place.card);
	} else {
		accept_snapshot(change);
	}
}

bool change_refuse_answer(struct change *change)
{
	const struct mk_place *reported = &change->correction.place;

	/* The player reports the known card: the snapshot is wrong. */
	if (known_at(&change->cached->session, reported) == reported->card) {
		snapshot_keep_evidence(change);
		refuse_answer(change);
		return true;
	}
	/* The reported card does not apply to the next snapshot, which may be right again. */
	if (has_moved_wrongly(change, reported)) {
		refuse_answer(change);
		return true;
	}
	return false;
}

/* A misread card may have ended the game. */
static bool is_over(const struct session *session)
{
	return outcome_is_over(session->outcome) && !session_has_unconfirmed(session);
}

static void end_snapshot(struct change *change, enum mk_status status, struct mk_error *error)
{
	bool same = status == MK_OK && change->event.finding.explanation == MK_UNCHANGED;

	if (is_over(&change->cached->session) && !same) {
		status = session_fail(error, SESSION_ERROR_GAME_OVER, "");
	}
	if (status == MK_OK) {
		rate_camera(change);
		accept_snapshot(change);
	} else {
		reject_snapshot(change, error);
	}
}

static void carry_out_snapshot(struct change *change)
{
	const struct cached_session *cached = change->cached;
	const struct event *event = &change->event;
	bool is_sent =
		event->numbered && cameras_sent(cached->cameras, event->camera, event->frame);
	struct mk_error error;

	if (cached->session.outcome == MK_STOPPED && !is_sent) {
		session_fail(&error, SESSION_ERROR_GAME_OVER, "");
		change_fail(change, &error);
		return;
	}
	if (change_fails_at_practice(change, "")) {
		return;
	}
	if (change->snapshot.game != cached->session.game) {
		session_fail_with(&error, SESSION_ERROR_OTHER_GAME, "",
			(struct mk_phrase_arg){
				.kind = MK_ARG_TEXT, .text = cached->session.game->name});
		change_fail(change, &error);
	} else if (is_sent) {
		change_complete_unchanged(change);
	} else {
		snapshot_apply(change, end_snapshot);
	}
}

static const struct change_kind snapshot = {.carry_out = carry_out_snapshot, .takes_stopped = true};

static const struct mk_phrase long_camera = MK_PHRASE("The name of a camera has at most {0} bytes.",
	"Et kameras navn har højst {0} byte.", "Der Name einer Kamera hat höchstens {0} Byte.",
	"Το όνομα μιας κάμερας έχει το πολύ {0} byte.");

static enum mk_status take_frame(
	const struct session_frame *frame, struct event *event, struct mk_error *error)
{
	const char *camera = frame->camera ? frame->camera : "";
	struct mk_phrase_arg most = {.kind = MK_ARG_NUMBER, .number = CAMERA_NAME_SIZE - 1};
	size_t length = strlen(camera);

	if (length >= sizeof event->camera) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_camera", "/camera", &long_camera, &most, 1);
	}
	event->numbered = frame->numbered;
	event->frame = frame->number;
	memcpy(event->camera, camera, length + 1);
	return MK_OK;
}

/* Stores the snapshot in the one-line form, for the history. */
static void take_line(
	const struct mk_game *game, const struct mk_snapshot *seen, struct event *event)
{
	struct mk_text line;

	mk_text_fixed(&line, event->line, sizeof event->line);
	if (mk_game_writes_lines(game)) {
		mk_snapshot_write_line(&line, game, seen);
	}
	if (line.truncated) {
		event->line[0] = '\0';
	}
}

void sessions_post_snapshot(struct sessions *sessions, const char *id, const struct mk_game *game,
	const struct mk_snapshot *seen, const struct session_frame *frame,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change =
		change_create(sessions, &snapshot, condition, answer, context, game->snapshot_size);
	struct mk_error error;

	if (!change) {
		return;
	}
	take_line(game, seen, &change->event);
	change->snapshot.game = game;
	change->done = frame->done;
	change->event.typed = change->typed = frame->typed;
	change->why = frame->why;
	change->snapshot.seen = memcpy(change->more, seen, game->snapshot_size);
	if (take_frame(frame, &change->event, &error) != MK_OK) {
		change_reject(change, &error);
		return;
	}
	change_submit(change, sessions, id);
}

/* ---- a move --------------------------------------------------------------------------------- */

/* At a practice table the world determines the revealed cards. */
static enum mk_status play(
	struct change *change, struct mk_move move, mk_card revealed, struct mk_error *error)
{
	const struct mk_game *game = change->cached->session.game;
	struct mk_finding *finding = &change->event.finding;
	enum mk_status status;

	if (!change->world) {
		return mk_game_apply_reported_move(
			game, change->view, move, revealed, finding, error);
	}
	if (revealed != MK_NO_CARD) {
		return session_fail(error, SESSION_ERROR_PROGRAM_DEALS, "/revealed");
	}
	status = deal_play(
		game, change->world, change->view, move, finding, &change->event.shown, error);
	change->shown += change->event.shown;
	return status;
}

static enum mk_status apply_move(struct change *change, struct mk_error *error)
{
	const struct session *session = &change->cached->session;
	const struct mk_move *suggestion = cached_session_suggestion(change->cached);
	struct mk_finding *finding = &change->event.finding;
	struct mk_move move;
	mk_card revealed;
	enum mk_status status;

	if (outcome_is_over(session->outcome)) {
		return session_fail(error, SESSION_ERROR_GAME_OVER, "");
	}
	if (session->opponent_moves) {
		return session_fail(error, SESSION_ERROR_NOT_YOUR_TURN, "");
	}
	status = mk_move_read(session->game, change->move, session->view, &move, &revealed, error);
	if (status == MK_OK) {
		status = play(change, move, revealed, error);
	}
	if (status == MK_OK && finding->move_count == 1) {
		move = finding->moves[0].move; /* completed from the view */
	}
	if (status == MK_OK && finding->explanation == MK_OTHER_MOVE && suggestion &&
		memcmp(&move, suggestion, sizeof move) == 0) {
		finding->explanation = MK_SUGGESTED_MOVE;
	}
	return status;
}

static void carry_out_move(struct change *change)
{
	struct mk_error error;

	if (!change_copy_view(change)) {
		return;
	}
	if (apply_move(change, &error) == MK_OK) {
		accept(change, EVENT_MOVE);
	} else {
		change_fail(change, &error);
	}
}

static void discard_move(struct change *change)
{
	json_decref(change->move);
}

static const struct change_kind reported_move = {
	.carry_out = carry_out_move, .discard = discard_move};

void sessions_post_move(struct sessions *sessions, const char *id, struct json_t *json,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change =
		change_create(sessions, &reported_move, condition, answer, context, 0);

	if (change) {
		change->event.numbered = false;
		change->event.line[0] = '\0';
		change->move = json_incref(json);
		change_submit(change, sessions, id);
	}
}

/* ---- an answer ------------------------------------------------------------------------------ */

static bool is_newest_unclear(const struct cached_session *cached)
{
	const struct mk_finding *finding = cached->session.observed;

	return cached->memory && finding && finding->explanation >= MK_LOOK_AGAIN;
}

/* True if every card that is certain on the table before the answer is certain after it. */
static bool keeps_certainty(const struct change *change)
{
	const struct session *session = &change->cached->session;
	const struct mk_game *game = session->game;

	return !game->unconfirmed ||
	       (game->unconfirmed(change->view) & ~game->unconfirmed(session->view)) == 0;
}

/*
 * Accepts the table before an unexplained snapshot: that may show later moves, and is interpreted
 * again with the next one. Without such a snapshot the evidence of earlier ones is kept, unless a
 * card that was certain becomes unconfirmed.
 */
static void accept_answer(struct change *change)
{
	if (is_newest_unclear(change->cached)) {
		change->keeps_pictures = true;
		change->awaits_next = true;
	} else if (keeps_certainty(change)) {
		change->keeps_pictures = true;
	} else {
		cached_session_reset_tracker(change->cached);
	}
	accept(change, EVENT_ANSWER);
}

void change_choose(struct change *change)
{
	const struct session *session = &change->cached->session;
	const struct mk_game *game = session->game;
	const struct session_choice *choice = &change->choice;
	struct mk_error error;

	if (session->version != choice->question || !game->explanations ||
		game->explanations(session->view) < 2) {
		session_fail(&error, SESSION_ERROR_QUESTION_GONE, "/question");
		change_fail(change, &error);
	} else if (!change_copy_view(change)) {
		return;
	} else if (game->choose(change->view, choice->number, &change->event.finding, &error) ==
		   MK_OK) {
		accept_answer(change);
	} else {
		change_fail(change, &error);
	}
}

bool change_explain_by_count(struct change *change)
{
	struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;
	enum mk_status status;

	if (!game->explain_by_count || !is_newest_unclear(cached)) {
		return false;
	}
	if (!change_copy_view(change)) {
		return true;
	}
	status = game->explain_by_count(
		change->view, cached->memory, &change->correction.count, &change->event.finding);
	if (status == MK_OK) {
		cached_session_reset_tracker(cached);
		accept(change, EVENT_SNAPSHOT);
		return true;
	}
	change->snapshot_first = status == MK_CONFLICT;
	free(change->view);
	change->view = NULL;
	return false;
}

bool change_settle_by_count(struct change *change)
{
	const struct session *session = &change->cached->session;
	const struct mk_game *game = session->game;
	struct mk_view *view;
	bool settled;

	if (!game->settle_by_count ||
		(!game->is_open(session->view) &&
			(!game->explanations || game->explanations(session->view) < 2))) {
		return false;
	}
	view = xmalloc(game->view_size);
	memcpy(view, session->view, game->view_size);
	settled = game->settle_by_count(view, &change->correction.count, &change->event.finding);
	if (!settled) {
		free(view);
		return false;
	}
	change->view = view;
	accept_answer(change);
	return true;
}

bool change_settle_by_card(struct change *change)
{
	struct cached_session *cached = change->cached;
	const struct mk_game *game = cached->session.game;

	if (!game->settle_by_card || is_newest_unclear(cached) ||
		game->explanations(cached->session.view) < 2) {
		return false;
	}
	if (!change_copy_view(change)) {
		return true;
	}
	if (!game->settle_by_card(
		    change->view, &change->correction.place, &change->event.finding)) {
		free(change->view);
		change->view = NULL;
		return false;
	}
	accept_answer(change);
	return true;
}

void change_confirm_card(struct change *change, mk_card card)
{
	const struct mk_game *game = change->cached->session.game;

	if (!change->view && !change_copy_view(change)) {
		return;
	}
	game->confirm_card(change->view, card, &change->event.finding);
	change->keeps_pictures = true;
	accept(change, EVENT_ANSWER);
}

static const struct change_kind answered = {.carry_out = change_choose};

void sessions_choose(struct sessions *sessions, const char *id, uint64_t question, int number,
	const struct change_precondition *condition, sessions_callback *answer, void *context)
{
	struct change *change = change_create(sessions, &answered, condition, answer, context, 0);

	if (change) {
		change->event.numbered = false;
		change->event.line[0] = '\0';
		change->choice = (struct session_choice){question, number};
		change_submit(change, sessions, id);
	}
}
