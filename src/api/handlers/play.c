/* What happens at the table: snapshots, moves that are told, steps taken back. */
#include "api/handlers/change.h"

#include "api/handlers/handlers.h"
#include "api/pipeline/body.h"
#include "api/pipeline/media.h"
#include "api/pipeline/query.h"
#include "api/views/why.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/limits.h"
#include "session/session_error.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- snapshots ------------------------------------------------------------------------------ */

/* Of every game's snapshots. */
static const struct mk_member frame_members[] = {{"camera", NULL}, {"frame", NULL},
	{"taken_at", NULL}, {"done", NULL}, {"typed", NULL}, {0}};

static enum mk_status read_frame(
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

/* When the picture was taken is not needed here, but a camera that writes nonsense wants to know.
 */
static enum mk_status check_moment(const json_t *json, struct mk_error *error)
{
	const char *moment = NULL;
	enum mk_status status = body_string(json, "taken_at", &moment, error);

	if (status == MK_OK && moment && !clock_is_time(moment)) {
		return mk_fail(error, MK_MALFORMED, "invalid_value", "/taken_at",
			"must be a time like 2026-11-21T04:42:00Z (RFC 3339)");
	}
	return status;
}

static enum mk_status read_json_snapshot(struct call *call, const struct mk_game *game,
	struct mk_snapshot *seen, struct session_frame *frame, struct mk_error *error)
{
	size_t length;
	const char *body = http_request_body(call->request, &length);
	enum mk_status status;

	call->json = body_read_json(body, length, error);
	if (!call->json) {
		return error->status;
	}
	status = mk_members_check(
		call->json, game->notation->snapshot_members, frame_members, "", error);
	if (status == MK_OK) {
		status = read_frame(call->json, frame, error);
	}
	if (status == MK_OK) {
		status = check_moment(call->json, error);
	}
	return status == MK_OK ? game->notation->read_snapshot(call->json, seen, error) : status;
}

static enum mk_status read_line_snapshot(const struct call *call, const struct mk_game *game,
	struct mk_snapshot *seen, struct mk_error *error)
{
	size_t length;
	const char *body = http_request_body(call->request, &length);

	if (length == 0) {
		return session_fail(error, SESSION_ERROR_NO_SNAPSHOT, "");
	}
	return mk_snapshot_read_line(game, body, length, seen, error);
}

/* The same of the query, for lines, which have no members. */
static enum mk_status read_flags(
	struct call *call, struct session_frame *frame, struct mk_error *error)
{
	enum mk_status status =
		query_bool("done", http_request_query(call->request, "done"), &frame->done, error);

	if (status == MK_OK) {
		status = query_bool(
			"typed", http_request_query(call->request, "typed"), &frame->typed, error);
	}
	return status == MK_OK ? query_bool("explain", http_request_query(call->request, "explain"),
					 &call->request_params.explains, error)
			       : status;
}

static enum media_body body_kind(const struct call *call)
{
	size_t length;
	const char *body = http_request_body(call->request, &length);

	return media_of_body(http_request_header(call->request, "Content-Type"), body, length);
}

/* Where the snapshot is to be explained; NULL: it is not, or there is no memory for that. */
static struct mk_text *explain(
	struct call *call, const struct mk_game *game, const struct mk_snapshot *seen)
{
	const struct api_options *options = &call->api->options;

	if (call->request_params.explains ||
		(options->explains && options->explains(options->context))) {
		call->why = malloc(sizeof *call->why);
	}
	if (!call->why) {
		return NULL;
	}
	why_begin(call->why, game, seen);
	return &call->why->text;
}

static void learn(struct call *call, const struct session *session)
{
	const struct mk_game *game = session->game;
	struct mk_snapshot *seen =
		mk_arena_alloc_zeroed(http_request_arena(call->request), game->snapshot_size);
	struct session_frame frame = {.camera = NULL};
	struct mk_error error = {.status = MK_FULL};
	enum mk_status status;

	if (!seen) {
		call_fail(call, &error);
		return;
	}
	status = read_flags(call, &frame, &error);
	if (status != MK_OK) {
		call_fail(call, &error);
		return;
	}
	status = call->body == MEDIA_BODY_JSON
			 ? read_json_snapshot(call, game, seen, &frame, &error)
			 : read_line_snapshot(call, game, seen, &error);
	if (status != MK_OK) {
		sessions_record_bad_frame(call->api->options.sessions, session->id, &frame);
		call_fail(call, &error);
		return;
	}
	frame.why = explain(call, game, seen);
	sessions_post_snapshot(call->api->options.sessions, call->id, game, seen, &frame,
		&call->condition, call_complete, call);
}

void snapshot_post(struct call *call)
{
	call->body = body_kind(call);
	if (call->body == MEDIA_BODY_OTHER) {
		change_refuse_type(call);
	} else {
		change_begin(call, learn);
	}
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* Moves may be sent as they stand in an answer: what was said of them there is not read. */
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

static void tell(struct call *call, const struct session *session)
{
	const struct mk_member *members = session->game->notation->move_members;
	struct mk_error error;

	if (mk_members_check(call->json, members, ranked_members, "", &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_post_move(call->api->options.sessions, call->id, call->json, &call->condition,
		call_complete, call);
}

void move_post(struct call *call)
{
	if (change_read_json(call)) {
		change_begin(call, tell);
	}
}

/* ---- undo ----------------------------------------------------------------------------------- */

static const struct mk_member undo_members[] = {{"steps", NULL}, {0}};

static void undo(struct call *call, const struct session *session)
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
		call_complete, call);
}

void undo_post(struct call *call)
{
	if (change_read_optional_json(call)) {
		change_begin(call, undo);
	}
}
