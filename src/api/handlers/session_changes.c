/*
 * Changes of a session by its players and cameras: snapshots, moves, corrections and answers to
 * questions, undo.
 */
#include "api/handlers/session_response.h"

#include "api/handlers/handlers.h"
#include "api/pipeline/authorization.h"
#include "api/pipeline/idempotency.h"
#include "api/views/body.h"
#include "api/views/explanation.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "port/journal.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the precondition ----------------------------------------------------------------------- */

/* The versions of If-Match, as a list of tags; NULL: any. */
static const char *required_versions(const struct call *call)
{
	const char *if_match = http_request_header(call->request, "If-Match");

	return if_match && !etag_is_any(if_match) ? if_match : NULL;
}

static void fail_mismatch(struct call *call, const struct session *session)
{
	struct mk_error error;

	session_fail_with(&error, SESSION_ERROR_OTHER_VERSION, "",
		(struct mk_phrase_arg){
			.kind = MK_ARG_NUMBER, .number = (long long)session->version});
	call_fail(call, &error);
}

static void set_precondition(struct call *call, const struct session *session, bool any_version)
{
	struct change_precondition *condition = &call->condition;

	condition->any_version = any_version;
	condition->version = session->version;
	condition->idempotency = idempotency_record(call);
	condition->session = call->session;
	condition->is_permitted = authorization_holds;
	condition->phases = &call->phases;
	condition->deadline = request_params_deadline(call);
	condition->deadline.waits &= !request_params_has_other_strategy(call, session);
	if (condition->deadline.waits && session->strategy->has_search &&
		!request_params_claim_search(call)) {
		condition->deadline.budget_ms = 0;
	}
}

/* Checks the precondition and the strategy, then applies the change. (The session checks the
 * version once more.) */
static void apply_change(struct call *call, const struct session *session)
{
	const char *versions = required_versions(call);
	struct mk_error error;

	if (versions && !etag_names_version(versions, session->version)) {
		fail_mismatch(call, session);
	} else if (request_params_find_strategy(call, session, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		set_precondition(call, session, !versions);
		call->apply(call, session);
	}
}

static void on_current(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_OK) {
		apply_change(call, session);
	} else {
		call_fail(call, error);
	}
}

void change_begin(
	struct call *call, void (*apply)(struct call *call, const struct session *session))
{
	const char *if_match = http_request_header(call->request, "If-Match");
	struct mk_error error;

	call->apply = apply;
	if (if_match && etag_check(if_match, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (required_versions(call)) {
		call_read_session(call, on_current);
	} else {
		apply_change(call, call->session);
	}
}

/* ---- responses to repeated requests --------------------------------------------------------- */

static void on_session_of_effect(void *context, enum mk_status status,
	const struct session *session, const struct mk_error *cause)
{
	struct call *call = context;
	struct mk_error error;

	if (!call_is_connected(call)) {
		return;
	}
	if (status == MK_NOT_FOUND) {
		idempotency_fail_no_response(call, "the session is gone");
	} else if (status != MK_OK) {
		call_fail(call, cause);
	} else if (idempotency_has_changed(call) &&
		   session->version != idempotency_record(call)->version) {
		idempotency_fail_no_response(call, "the session is at another version now");
	} else if (request_params_find_strategy(call, session, &error) != MK_OK) {
		call_fail(call, &error);
	} else {
		call->apply(call, session);
	}
}

void change_reconstruct(
	struct call *call, void (*respond)(struct call *call, const struct session *session))
{
	call->apply = respond;
	sessions_get(call->api->options.sessions,
		idempotency_has_changed(call) ? idempotency_record(call)->id : call->id,
		on_session_of_effect, call);
}

static void respond_ok(struct call *call, const struct session *session)
{
	respond_session(call, 200, session);
}

void session_reconstruct(struct call *call)
{
	change_reconstruct(call, respond_ok);
}

/* ---- snapshots ------------------------------------------------------------------------------ */

/* Members of the snapshots of every game. */
static const struct mk_member frame_members[] = {{"camera", NULL}, {"frame", NULL},
	{"taken_at", NULL}, {"done", NULL}, {"typed", NULL}, {0}};

static enum mk_status read_frame_members(
	const json_t *json, struct session_frame *frame, struct mk_error *error)
{
	long long number = 0;
	enum mk_status status =
		body_name(json, "camera", LIMIT_CAMERA_LENGTH, &frame->camera, error);

	if (status == MK_OK) {
		status = body_integer(json, "frame", &number, error);
	}
	if (status == MK_OK) {
		status = body_bool(json, "done", &frame->done, error);
	}
	if (status == MK_OK) {
		status = body_bool(json, "typed", &frame->typed, error);
	}
	frame->numbered = json_object_get(json, "frame") != NULL;
	frame->number = number;
	return status;
}

static const struct mk_phrase no_time =
	MK_PHRASE("A time like 2026-11-21T04:42:00Z (RFC 3339) is expected here.",
		"Her skal stå et tidspunkt som 2026-11-21T04:42:00Z (RFC 3339).",
		"Hier wird ein Zeitpunkt wie 2026-11-21T04:42:00Z (RFC 3339) erwartet.",
		"Εδώ χρειάζεται μια ώρα όπως 2026-11-21T04:42:00Z (RFC 3339).");

/* The time of the snapshot is not used, but a malformed one is rejected. */
static enum mk_status check_taken_at(const json_t *json, struct mk_error *error)
{
	const char *taken_at = NULL;
	enum mk_status status = body_string(json, "taken_at", &taken_at, error);

	if (status == MK_OK && taken_at && !clock_is_time(taken_at)) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/taken_at", &no_time, NULL, 0);
	}
	return status;
}

static enum mk_status read_json_members(const json_t *json, const struct mk_game *game,
	struct mk_snapshot *seen, struct session_frame *frame, struct mk_error *error)
{
	enum mk_status status =
		mk_members_check(json, game->notation->snapshot_members, frame_members, "", error);

	if (status == MK_OK) {
		status = read_frame_members(json, frame, error);
	}
	if (status == MK_OK) {
		status = check_taken_at(json, error);
	}
	return status == MK_OK ? mk_snapshot_read(game, json, seen, error) : status;
}

static enum mk_status read_snapshot(const struct call *call, const struct mk_game *game,
	struct mk_snapshot *seen, struct session_frame *frame, struct mk_error *error)
{
	size_t length;
	const char *body = http_request_body(call->request, &length);

	if (call->json) {
		return read_json_members(call->json, game, seen, frame, error);
	}
	return length > 0 ? mk_snapshot_read_line(game, body, length, seen, error)
			  : session_fail(error, SESSION_ERROR_NO_SNAPSHOT, "");
}

/* The same flags in the query, for lines, which have no members. */
static enum mk_status read_query_flags(
	struct call *call, struct session_frame *frame, struct mk_error *error)
{
	const struct http_request *request = call->request;
	enum mk_status status =
		query_bool("done", http_request_query(request, "done"), &frame->done, error);

	if (status == MK_OK) {
		status = query_bool(
			"typed", http_request_query(request, "typed"), &frame->typed, error);
	}
	return status == MK_OK ? query_bool("explain", http_request_query(request, "explain"),
					 &call->params.explains, error)
			       : status;
}

/* Starts the explanation of the snapshot. NULL: it is not explained, or there is no memory for it.
 */
static struct mk_text *start_explanation(
	struct call *call, const struct mk_game *game, const struct mk_snapshot *seen)
{
	const struct api_options *options = &call->api->options;

	if (call->params.explains || (options->explains && options->explains(options->context))) {
		call->why = malloc(sizeof *call->why);
	}
	if (!call->why) {
		return NULL;
	}
	why_begin(call->why, game, seen);
	return &call->why->text;
}

static void apply_snapshot(struct call *call, const struct session *session)
{
	const struct mk_game *game = session->game;
	struct sessions *sessions = call->api->options.sessions;
	struct mk_snapshot *seen =
		mk_arena_alloc_zeroed(http_request_arena(call->request), game->snapshot_size);
	struct session_frame frame = {.camera = NULL};
	struct mk_error error = {.status = MK_FULL};

	if (!seen || read_query_flags(call, &frame, &error) != MK_OK) {
		call_fail(call, &error);
	} else if (read_snapshot(call, game, seen, &frame, &error) != MK_OK) {
		sessions_record_bad_frame(sessions, session->id, &frame);
		call_fail(call, &error);
	} else {
		frame.why = start_explanation(call, game, seen);
		sessions_post_snapshot(sessions, call->id, game, seen, &frame, &call->condition,
			respond_session_result, call);
	}
}

void snapshot_post(struct call *call)
{
	change_begin(call, apply_snapshot);
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* A move may be sent as a response has it: the members that describe it are ignored. */
static const struct mk_member ranked_members[] = {
	{"rank", NULL},
	{"plain_text", NULL},
	{"instruction", NULL},
	{"value", NULL},
	{"low", NULL},
	{"high", NULL},
	{"visits", NULL},
	{"odds", NULL},
	{"held_back", NULL},
	{"reasons", NULL},
	{"why", NULL},
	{"line", NULL},
	{0},
};

static void apply_reported_move(struct call *call, const struct session *session)
{
	const struct mk_member *members = session->game->notation->move_members;
	struct mk_error error;

	if (mk_members_check(call->json, members, ranked_members, "", &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_post_move(call->api->options.sessions, call->id, call->json, &call->condition,
		respond_session_result, call);
}

void move_post(struct call *call)
{
	change_begin(call, apply_reported_move);
}

/* ---- corrections ---------------------------------------------------------------------------- */

enum { MAX_POSITION = 63, MAX_INDEX = 52, MAX_ANSWERS = 64 };

static enum mk_status read_member_number(const json_t *json, const char *name, long long least,
	long long most, long long *number, struct mk_error *error)
{
	char where[32] = "/";
	enum mk_status status = body_integer(json, name, number, error);

	if (status == MK_OK && (*number < least || *number > most)) {
		strncat(where, name, sizeof where - 2);
		return mk_fail_expected_in(
			error, "invalid_value", where, MK_WANTED_NUMBER_IN, least, most);
	}
	return status;
}

/* A card; XX: no card, UU: an unknown card. */
static enum mk_status read_correction_card(
	const json_t *json, struct session_correction *correction, struct mk_error *error)
{
	const char *word = NULL;
	enum mk_status status = body_string(json, "card", &word, error);

	if (status != MK_OK || !word || strcasecmp(word, "UU") == 0) {
		return status;
	}
	correction->empty = strcasecmp(word, "XX") == 0;
	correction->place.card = mk_card_read(word, strlen(word));
	if (correction->place.card == MK_NO_CARD && !correction->empty) {
		return mk_fail_bad_card(error, "/card", word, strlen(word));
	}
	return status;
}

/* A repair may be sent as a response has it: the members that describe it are ignored. */
static const struct mk_member place_members[] = {
	{"position", NULL},
	{"index", NULL},
	{"event", NULL},
	{"card", NULL},
	{"was", NULL},
	{"moves_ago", NULL},
	{"unique", NULL},
	{"now", NULL},
	{0},
};

static bool is_place_member(const char *name)
{
	for (const struct mk_member *member = place_members; member->name; member++) {
		if (strcmp(member->name, name) == 0) {
			return true;
		}
	}
	return false;
}

static const struct mk_phrase one_of_two = MK_PHRASE("A correction has one card or one count.",
	"En rettelse har ét kort eller ét tal.", "Eine Korrektur hat eine Karte oder eine Zahl.",
	"Μια διόρθωση έχει ένα φύλλο ή έναν αριθμό.");
static const struct mk_phrase no_such_count = MK_PHRASE("This game has no such count.",
	"Det tal findes ikke i dette spil.", "Diese Zahl gibt es in diesem Spiel nicht.",
	"Αυτό το παιχνίδι δεν έχει τέτοιον αριθμό.");

static enum mk_status read_count_member(const json_t *json, const char *name,
	struct session_correction *correction, struct mk_error *error)
{
	char where[32] = "/";
	long long value = 0;

	strncat(where, name, sizeof where - 2);
	if (correction->counts || json_object_get(json, "card")) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", where, &one_of_two, NULL, 0);
	}
	if (read_member_number(json, name, -1, INT16_MAX, &value, error) != MK_OK) {
		return error->status;
	}
	if (strlen(name) >= sizeof correction->count.name) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", where, &no_such_count, NULL, 0);
	}
	memcpy(correction->count.name, name, strlen(name) + 1);
	correction->counts = true;
	correction->count.position = correction->place.position;
	correction->count.value = (int)value;
	return MK_OK;
}

/* The member that is neither a place nor a card is a count of the game. */
static enum mk_status read_counts(
	const json_t *json, struct session_correction *correction, struct mk_error *error)
{
	const char *name;
	json_t *member;

	json_object_foreach((json_t *)json, name, member)
	{
		if (!is_place_member(name) &&
			read_count_member(json, name, correction, error) != MK_OK) {
			return error->status;
		}
	}
	if (correction->counts || json_object_get(json, "card")) {
		return MK_OK;
	}
	return mk_fail_expected(error, "missing_field", "/card", MK_WANTED_CARD_OR_COUNT);
}

static enum mk_status read_correction_place(
	const json_t *json, struct session_correction *correction, struct mk_error *error)
{
	long long position = 0;
	long long index = 0;
	long long event = 1;
	enum mk_status status =
		json_object_get(json, "position")
			? read_member_number(json, "position", 0, MAX_POSITION, &position, error)
			: mk_fail_missing(error, "/position");

	if (status == MK_OK) {
		status = read_member_number(json, "index", 0, MAX_INDEX, &index, error);
	}
	if (status == MK_OK) {
		status = read_member_number(json, "event", 1, INT64_MAX, &event, error);
	}
	correction->by_event = json_object_get(json, "event") != NULL;
	correction->event = (uint64_t)event;
	correction->place.position = (uint8_t)position;
	correction->place.index = (uint8_t)index;
	return status;
}

static enum mk_status read_correction(
	const json_t *json, struct session_correction *correction, struct mk_error *error)
{
	enum mk_status status = read_correction_place(json, correction, error);

	if (status == MK_OK) {
		status = read_correction_card(json, correction, error);
	}
	return status == MK_OK ? read_counts(json, correction, error) : status;
}

static const struct mk_member table_member[] = {{"table", NULL}, {0}};
static const struct mk_member answer_members[] = {{"question", NULL}, {"answer", NULL}, {0}};

/* The whole table, or a place with its card or a count of the game. */
static enum mk_status check_correction_members(
	const json_t *json, const struct mk_game *game, struct mk_error *error)
{
	const json_t *table = json_object_get(json, "table");
	enum mk_status status;

	if (json_object_get(json, "question")) {
		return mk_members_check(json, answer_members, NULL, "", error);
	}
	if (!table) {
		return mk_members_check(
			json, place_members, game->notation->count_members, "", error);
	}
	status = mk_members_check(json, table_member, NULL, "", error);
	return status == MK_OK ? mk_members_check(table, game->notation->table_members, NULL,
					 "/table", error)
			       : status;
}

/* The answer to a question of "asks", counted from 1. */
static void apply_answer(struct call *call)
{
	long long question = 0, number = 0;
	struct mk_error error;

	if (!json_object_get(call->json, "answer")) {
		mk_fail_missing(&error, "/answer");
		call_fail(call, &error);
		return;
	}
	if (read_member_number(call->json, "question", 0, INT64_MAX, &question, &error) != MK_OK ||
		read_member_number(call->json, "answer", 1, MAX_ANSWERS, &number, &error) !=
			MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_choose(call->api->options.sessions, call->id, (uint64_t)question, (int)number - 1,
		&call->condition, respond_session_result, call);
}

static void apply_correction(struct call *call, const struct session *session)
{
	const json_t *table = json_object_get(call->json, "table");
	struct session_correction correction = {.counts = false};
	struct mk_error error;

	if (check_correction_members(call->json, session->game, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	if (json_object_get(call->json, "question")) {
		apply_answer(call);
		return;
	}
	if (table) {
		sessions_set_table(call->api->options.sessions, call->id, table, &call->condition,
			respond_session_result, call);
		return;
	}
	if (read_correction(call->json, &correction, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_correct(call->api->options.sessions, call->id, &correction, &call->condition,
		respond_session_result, call);
}

void correction_post(struct call *call)
{
	change_begin(call, apply_correction);
}

/* ---- undo ----------------------------------------------------------------------------------- */

static const struct mk_member undo_members[] = {{"steps", NULL}, {0}};

static void apply_undo(struct call *call, const struct session *session)
{
	long long steps = 1;
	struct mk_error error;

	(void)session;
	if (mk_members_check(call->json, undo_members, NULL, "", &error) != MK_OK ||
		body_integer(call->json, "steps", &steps, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	if (steps == 0 || steps < -MAX_UNDO_STEPS || steps > MAX_UNDO_STEPS) {
		mk_fail_expected_in(&error,
			steps == 0 ? "invalid_value" : limit_rows[LIMIT_UNDO_STEPS].code, "/steps",
			MK_WANTED_STEPS, MAX_UNDO_STEPS, 0);
		call_fail(call, &error);
		return;
	}
	sessions_undo(call->api->options.sessions, call->id, (int)steps, &call->condition,
		respond_session_result, call);
}

void undo_post(struct call *call)
{
	change_begin(call, apply_undo);
}
