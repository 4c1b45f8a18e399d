/* Events to JSON and back. */
#include "session/history/event.h"

#include "base/json.h"
#include "base/json_fragment.h"
#include "base/json_memory.h"

#include <jansson.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

static const char *const kind_names[] = {
	[EVENT_SNAPSHOT] = "snapshot",
	[EVENT_MOVE] = "move",
	[EVENT_UNDO] = "undo",
	[EVENT_TABLE] = "table",
	[EVENT_CORRECTION] = "correction",
	[EVENT_ANSWER] = "answer",
	[EVENT_REPLY] = "reply",
	[EVENT_CHANGE] = "change",
};
enum { KINDS = sizeof kind_names / sizeof kind_names[0] };

const char *event_kind_name(enum event_kind kind)
{
	return kind_names[kind];
}

/* ---- to JSON -------------------------------------------------------------------------------- */

/* Older journals have only the first ones; the others are 0. */
enum { RATES = sizeof(struct camera_rates) / sizeof(uint32_t), MIN_RATES = 9 };

static void write_rates(struct mk_text *out, const struct event *event)
{
	const struct camera_rates *rates = &event->rates;
	const uint32_t numbers[RATES] = {rates->readings, rates->misread, rates->chances,
		rates->again, rates->moved, rates->idle, rates->retaken, rates->unasked,
		rates->several, rates->as_wanted, rates->went_on, rates->gaps, rates->no_move,
		rates->some_moves, rates->all_moves};

	char *at;

	mk_json_string(out, "rated", event->camera);
	at = mk_json_fragments_begin(out, sizeof "\"rates\":[]," + (size_t)RATES * MK_NUMBER_PIECE);
	if (!at) {
		return;
	}
	at = mk_put(at, "\"rates\":[");
	for (int i = 0; i < RATES; i++) {
		at = mk_put_number(at, numbers[i]);
	}
	mk_json_fragments_end(out, mk_put_close(at, "],"));
}

static void write_finding(
	struct mk_text *out, const struct event *event, const struct mk_game *game)
{
	mk_finding_write(out, "finding", game, &event->finding);
	if (event->line[0]) {
		mk_json_string(out, "line", event->line);
	}
	if (event->typed) {
		mk_json_bool(out, "typed", true);
	}
	if (event->shown) {
		mk_json_bool(out, "shown", true);
	}
	if (event->kind == EVENT_REPLY && event->covered) {
		advised_write_move(out, "covered", &event->whole);
	}
	if (event->numbered) {
		mk_json_string(out, "camera", event->camera);
		mk_json_int(out, "frame", event->frame);
	}
	if (event->rated) {
		write_rates(out, event);
	}
	advised_write(out, &event->advised);
}

static void write_change(
	struct mk_text *out, const struct session *before, const struct session *after)
{
	if (after->language != before->language) {
		mk_json_string(out, "language", mk_language_code(after->language));
	}
	if (after->strategy != before->strategy) {
		mk_json_string(out, "strategy", after->strategy->name);
	}
	if (after->named != before->named || strcmp(after->name, before->name) != 0) {
		mk_json_string(out, "name", after->named ? after->name : NULL);
	}
	if (after->outcome != before->outcome) {
		mk_json_string(out, "status", session_status_name(after->outcome));
	}
}

void event_write_body(struct mk_text *out, const struct event *event, const struct session *before,
	const struct session *after)
{
	mk_json_open_object(out, NULL);
	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
		write_finding(out, event, after->game);
		break;
	case EVENT_UNDO:
		mk_json_int(out, "steps", event->steps);
		break;
	case EVENT_TABLE:
		mk_json_raw(out, "table", event->table, strlen(event->table));
		break;
	case EVENT_CORRECTION:
		correction_write(out, &event->correction);
		correction_write_revised(out, after->game, &event->correction);
		break;
	case EVENT_CHANGE:
		write_change(out, before, after);
		break;
	}
	mk_json_close_object(out);
}

/* ---- and back ------------------------------------------------------------------------------- */

static enum mk_status read_frame(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *camera = json_object_get(body, "camera");
	const json_t *frame = json_object_get(body, "frame");

	if (!camera && !frame) {
		return MK_OK;
	}
	if (!json_is_integer(frame) || !json_is_string(camera) ||
		json_string_length(camera) >= sizeof event->camera) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/frame",
			"a camera's name and a frame's number are wanted");
	}
	event->numbered = true;
	event->frame = json_integer_value(frame);
	memcpy(event->camera, json_string_value(camera), json_string_length(camera) + 1);
	return MK_OK;
}

static enum mk_status read_rates(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *list = json_object_get(body, "rates");
	const json_t *camera = json_object_get(body, "rated");
	uint32_t numbers[RATES] = {0};

	if (!list && !camera) {
		return MK_OK;
	}
	if (json_array_size(list) < MIN_RATES || json_array_size(list) > RATES ||
		!json_is_string(camera) || json_string_length(camera) >= sizeof event->camera) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/rates",
			"a camera's name and its counts, nine to fifteen, are wanted");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *number = json_array_get(list, i);

		if (!json_is_integer(number) || json_integer_value(number) < 0 ||
			json_integer_value(number) > UINT32_MAX) {
			return mk_fail(error, MK_MALFORMED, "invalid_event", "/rates",
				"a count is a whole number");
		}
		numbers[i] = (uint32_t)json_integer_value(number);
	}
	memcpy(event->camera, json_string_value(camera), json_string_length(camera) + 1);
	event->rates = (struct camera_rates){numbers[0], numbers[1], numbers[2], numbers[3],
		numbers[4], numbers[5], numbers[6], numbers[7], numbers[8], numbers[9], numbers[10],
		numbers[11], numbers[12], numbers[13], numbers[14]};
	event->rated = true;
	return MK_OK;
}

/* False where it is missing. */
static enum mk_status read_flag(
	const json_t *body, const char *name, bool *flag, struct mk_error *error)
{
	const json_t *value = json_object_get(body, name);
	char where[16] = "/";

	*flag = json_is_true(value);
	if (value && !json_is_boolean(value)) {
		strncat(where, name, sizeof where - 2);
		return mk_fail(
			error, MK_MALFORMED, "invalid_event", where, "must be true or false");
	}
	return MK_OK;
}

static enum mk_status read_line(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *line = json_object_get(body, "line");

	if (read_flag(body, "typed", &event->typed, error) != MK_OK ||
		read_flag(body, "shown", &event->shown, error) != MK_OK) {
		return error->status;
	}
	if (!line) {
		return MK_OK;
	}
	if (!json_is_string(line) || json_string_length(line) >= sizeof event->line) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/line", "must be a line");
	}
	memcpy(event->line, json_string_value(line), json_string_length(line) + 1);
	return MK_OK;
}

static enum mk_status read_covered(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *move = json_object_get(body, "covered");

	event->covered = move != NULL;
	if (move && !advised_read_move(move, &event->whole)) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/covered", "must be a move");
	}
	return MK_OK;
}

static enum mk_status read_steps(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *steps = json_object_get(body, "steps");
	json_int_t number = json_integer_value(steps);

	if (!json_is_integer(steps) || number == 0 || number < -INT_MAX || number > INT_MAX) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/steps",
			"must be an integer other than 0");
	}
	event->steps = (int)number;
	return MK_OK;
}

static enum mk_status read_table(const json_t *body, struct event *event, struct mk_error *error)
{
	const json_t *table = json_object_get(body, "table");
	size_t length =
		table ? json_dumpb(table, event->table, sizeof event->table - 1, JSON_COMPACT) : 0;

	if (length == 0 || length >= sizeof event->table) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "/table", "must be a table");
	}
	event->table[length] = '\0';
	return MK_OK;
}

/* Other changed members are in the session's row. */
static void read_change(const json_t *body, struct event *event)
{
	static const enum mk_outcome outcomes[] = {MK_STOPPED, MK_PLAYING};
	const char *status = json_string_value(json_object_get(body, "status"));

	for (size_t i = 0; status && i < sizeof outcomes / sizeof outcomes[0]; i++) {
		if (strcmp(status, session_status_name(outcomes[i])) == 0) {
			event->status = session_status_name(outcomes[i]);
		}
	}
}

static enum mk_status read_body(
	const json_t *body, const struct mk_game *game, struct event *event, struct mk_error *error)
{
	enum mk_status status;

	switch (event->kind) {
	case EVENT_SNAPSHOT:
	case EVENT_MOVE:
	case EVENT_ANSWER:
	case EVENT_REPLY:
		status = mk_finding_read(
			game, json_object_get(body, "finding"), &event->finding, error);
		if (status == MK_OK) {
			status = read_line(body, event, error);
		}
		if (status == MK_OK) {
			status = read_covered(body, event, error);
		}
		if (status == MK_OK) {
			status = read_rates(body, event, error);
		}
		if (status == MK_OK) {
			status = read_frame(body, event, error);
		}
		return status == MK_OK ? advised_read(body, &event->advised, error) : status;
	case EVENT_UNDO:
		return read_steps(body, event, error);
	case EVENT_TABLE:
		return read_table(body, event, error);
	case EVENT_CORRECTION:
		return correction_read(body, game, &event->correction, error);
	case EVENT_CHANGE:
		read_change(body, event);
		return MK_OK;
	}
	return MK_MALFORMED;
}

static unsigned find_kind(const char *name)
{
	unsigned kind = 0;

	while (kind < KINDS && strcmp(kind_names[kind], name) != 0) {
		kind++;
	}
	return kind;
}

enum mk_status event_read(const struct journal_event *row, const struct mk_game *game,
	struct event *event, struct mk_error *error)
{
	unsigned kind = find_kind(row->kind);
	json_t *body;
	enum mk_status status;

	if (kind == KINDS) {
		return mk_fail(error, MK_MALFORMED, "invalid_event", "", "this kind is unknown");
	}
	json_scratch_begin();
	body = json_loads(row->body, JSON_REJECT_DUPLICATES, NULL);
	if (!json_is_object(body)) {
		json_decref(body);
		json_scratch_end();
		return mk_fail(error, MK_MALFORMED, "invalid_event", "", "this is no JSON object");
	}
	/* The table, two thirds of an event, is set only if there is one. */
	memset(event, 0, offsetof(struct event, table));
	event->table[0] = '\0';
	event->kind = (enum event_kind)kind;
	status = read_body(body, game, event, error);
	json_decref(body);
	json_scratch_end();
	return status;
}
