/* Sessions as lines. */
#include "cli/session_line.h"

#include "base/arena.h"
#include "base/json.h"
#include "base/name.h"
#include "cli/json_slice.h"

#include <makker/game.h>

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Three hashes of 64 hex digits (api/pipeline/token.h), compared digit by digit. */
enum { LOCKS_LENGTH = 3 * 64, DEEPEST = 64 };

/* The end of the year 9999, the last that RFC 3339 can write. */
static const int64_t last_ms = 253402300799999;

/* ---- writing -------------------------------------------------------------------------------- */

static bool is_json_object(const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	bool is_object = json_is_object(json);

	json_decref(json);
	return is_object;
}

/* Line breaks can only stand between values: a line has none. */
static void put_json(struct mk_text *out, const char *key, const char *json)
{
	size_t from = out->length;

	mk_json_raw(out, key, json, strlen(json));
	for (size_t i = from; i < out->length; i++) {
		if (out->bytes[i] == '\n' || out->bytes[i] == '\r') {
			out->bytes[i] = ' ';
		}
	}
}

static void put_session(struct mk_text *out, const struct journal_session *session)
{
	mk_json_int(out, "makker_session", SESSION_LINE_FORM);
	mk_json_string(out, "id", session->id);
	mk_json_string(out, "game", session->game);
	mk_json_string(out, "preset", session->preset);
	mk_json_string(out, "strategy", session->strategy);
	mk_json_string(out, "language", session->language);
	mk_json_string(out, "name", session->named ? session->name : NULL);
	mk_json_string(out, "status", session->status);
	mk_json_int(out, "version", (long long)session->version);
	mk_json_int(out, "created_ms", session->created_ms);
	mk_json_int(out, "updated_ms", session->updated_ms);
	mk_json_int(out, "advised", session->advised);
	mk_json_int(out, "followed", session->followed);
	mk_json_string(out, "locks", session->locks);
	put_json(out, "rules", session->rules);
}

static void put_event(struct mk_text *out, const struct journal_event *event)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "version", (long long)event->version);
	mk_json_int(out, "at_ms", event->at_ms);
	mk_json_string(out, "kind", event->kind);
	put_json(out, "body", event->body);
	mk_json_close_object(out);
}

static enum mk_status check_kept(const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	if (!is_json_object(session->rules)) {
		return mk_fail(error, MK_IO, "session_corrupt", "", "its rules are no JSON");
	}
	for (size_t i = 0; i < count; i++) {
		if (!is_json_object(events[i].body)) {
			return mk_fail(error, MK_IO, "session_corrupt", "",
				"what is kept of version %llu is no JSON",
				(unsigned long long)events[i].version);
		}
	}
	return MK_OK;
}

enum mk_status session_line_write(struct mk_text *out, const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	enum mk_status status = check_kept(session, events, count, error);

	if (status != MK_OK) {
		return status;
	}
	mk_json_open_object(out, NULL);
	put_session(out, session);
	mk_json_open_array(out, "events");
	for (size_t i = 0; i < count; i++) {
		put_event(out, &events[i]);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
	mk_text_char(out, '\n');
	return out->truncated
		       ? mk_fail(error, MK_FULL, "too_large", "", "it is too long for a line")
		       : MK_OK;
}

/* ---- members -------------------------------------------------------------------------------- */

/* What is read from, and where that is in the line. */
struct place {
	const json_t *object;
	const char *text;
	char where[48];
	struct mk_error *error;
};

static enum mk_status fail_at(const struct place *place, const char *name, const char *wanted)
{
	char where[80];

	snprintf(where, sizeof where, "%s/%s", place->where, name);
	return mk_fail(place->error, MK_MALFORMED, "invalid_value", where, "must be %s", wanted);
}

static enum mk_status read_number(
	const struct place *place, const char *name, int64_t most, int64_t *number)
{
	const json_t *value = json_object_get(place->object, name);

	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
		json_integer_value(value) > most) {
		return fail_at(place, name, "a whole number, neither negative nor too large,");
	}
	*number = json_integer_value(value);
	return MK_OK;
}

/* A short string made of `letters` alone. */
static enum mk_status read_word(
	const struct place *place, const char *name, const char *letters, char *word, size_t room)
{
	const json_t *value = json_object_get(place->object, name);
	size_t length = json_string_length(value);

	if (!json_is_string(value) || length == 0 || length >= room ||
		strspn(json_string_value(value), letters) != length) {
		return fail_at(place, name, "a word");
	}
	memcpy(word, json_string_value(value), length + 1);
	return MK_OK;
}

static enum mk_status read_raw(
	const struct place *place, const char *name, struct mk_arena *arena, const char **text)
{
	struct slice slice = slice_member(place->text, name);

	if (!slice.at || *slice.at != '{') {
		return fail_at(place, name, "an object");
	}
	*text = mk_arena_copy(arena, slice.at, slice.length);
	return *text ? MK_OK
		     : mk_fail(place->error, MK_FULL, "too_large", "", "the line is too large");
}

/* ---- reading -------------------------------------------------------------------------------- */

static const char hex[] = "0123456789abcdef";
static const char small[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";

static enum mk_status read_words(const struct place *place, struct journal_session *session)
{
	static const struct {
		const char *name;
		size_t at, room;
	} words[] = {
#define WORD(member) #member, offsetof(struct journal_session, member), sizeof session->member
		{WORD(game)},
		{WORD(preset)},
		{WORD(strategy)},
		{WORD(language)},
		{WORD(status)},
#undef WORD
	};
	enum mk_status status = MK_OK;

	for (size_t i = 0; i < sizeof words / sizeof words[0] && status == MK_OK; i++) {
		status = read_word(
			place, words[i].name, small, (char *)session + words[i].at, words[i].room);
	}
	return status;
}

static enum mk_status read_id(const struct place *place, struct journal_session *session)
{
	if (read_word(place, "id", hex, session->id, sizeof session->id) != MK_OK ||
		strlen(session->id) != SESSION_ID_ROOM - 1) {
		return fail_at(place, "id", "an id of 32 hex digits");
	}
	return MK_OK;
}

static enum mk_status read_name(const struct place *place, struct journal_session *session)
{
	const json_t *value = json_object_get(place->object, "name");
	const char *name = json_string_value(value);

	session->named = name != NULL;
	if (json_is_null(value)) {
		return MK_OK;
	}
	if (!name) {
		return fail_at(place, "name", "null or a name");
	}
	return name_read(session->name, sizeof session->name, name, json_string_length(value),
		"/name", place->error);
}

static enum mk_status read_locks(
	const struct place *place, struct mk_arena *arena, struct journal_session *session)
{
	const json_t *value = json_object_get(place->object, "locks");
	const char *locks = json_string_value(value);

	session->locks = NULL;
	memset(session->owner, 0, sizeof session->owner);
	if (json_is_null(value)) {
		return MK_OK;
	}
	if (!locks || json_string_length(value) != LOCKS_LENGTH ||
		strspn(locks, hex) != LOCKS_LENGTH) {
		return fail_at(place, "locks", "null or three hashes");
	}
	session->locks = mk_arena_copy(arena, locks, LOCKS_LENGTH);
	return session->locks ? MK_OK
			      : mk_fail(place->error, MK_FULL, "no_memory", "", "no memory");
}

static enum mk_status read_numbers(const struct place *place, struct journal_session *session)
{
	int64_t form, version, advised, followed;

	if (read_number(place, "makker_session", INT64_MAX, &form) != MK_OK ||
		form != SESSION_LINE_FORM) {
		return fail_at(place, "makker_session", "1, as in every line of an export,");
	}
	if (read_number(place, "version", INT64_MAX, &version) != MK_OK ||
		read_number(place, "created_ms", last_ms, &session->created_ms) != MK_OK ||
		read_number(place, "updated_ms", last_ms, &session->updated_ms) != MK_OK ||
		read_number(place, "advised", UINT32_MAX, &advised) != MK_OK ||
		read_number(place, "followed", advised, &followed) != MK_OK) {
		return MK_MALFORMED;
	}
	session->version = (uint64_t)version;
	session->advised = (uint32_t)advised;
	session->followed = (uint32_t)followed;
	return MK_OK;
}

static bool is_status(const char *word)
{
	static const char *const all[] = {"waiting", "playing", "won", "lost", "drawn", "stopped"};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (strcmp(all[i], word) == 0) {
			return true;
		}
	}
	return false;
}

/* What a daemon could not read is better refused here, where somebody looks. */
static enum mk_status check_words(const struct place *place, const struct journal_session *session)
{
	const struct mk_game *game = mk_game_find(session->game);
	enum mk_language language;

	if (!game) {
		return fail_at(place, "game", "a game that is known here");
	}
	if (!mk_preset_find(game, session->preset)) {
		return fail_at(place, "preset", "a preset of its game");
	}
	if (!mk_strategy_find(game, session->strategy)) {
		return fail_at(place, "strategy", "a strategy of its game");
	}
	if (!mk_language_find(session->language, &language)) {
		return fail_at(place, "language", "en, da, de or el");
	}
	return is_status(session->status) ? MK_OK : fail_at(place, "status", "a status");
}

static enum mk_status read_rules(
	const struct place *place, struct mk_arena *arena, struct journal_session *session)
{
	const struct mk_game *game = mk_game_find(session->game);
	struct mk_rules rules = mk_preset_find(game, session->preset)->rules;
	enum mk_status status = mk_rules_read(
		game, json_object_get(place->object, "rules"), "/rules", &rules, place->error);

	return status == MK_OK ? read_raw(place, "rules", arena, &session->rules) : status;
}

static enum mk_status read_session(
	const struct place *place, struct mk_arena *arena, struct journal_session *session)
{
	enum mk_status status = read_numbers(place, session);

	if (status == MK_OK) {
		status = read_id(place, session);
	}
	if (status == MK_OK) {
		status = read_words(place, session);
	}
	if (status == MK_OK) {
		status = check_words(place, session);
	}
	if (status == MK_OK) {
		status = read_name(place, session);
	}
	if (status == MK_OK) {
		status = read_locks(place, arena, session);
	}
	return status == MK_OK ? read_rules(place, arena, session) : status;
}

static enum mk_status read_event(const struct place *place, uint64_t expected,
	struct mk_arena *arena, struct journal_event *event)
{
	int64_t version;
	enum mk_status status = read_number(place, "version", INT64_MAX, &version);

	if (status == MK_OK && (uint64_t)version != expected) {
		status = fail_at(place, "version", "the one behind that before, from 1 on,");
	}
	event->version = expected;
	if (status == MK_OK) {
		status = read_number(place, "at_ms", last_ms, &event->at_ms);
	}
	if (status == MK_OK) {
		status = read_word(place, "kind", small, event->kind, sizeof event->kind);
	}
	return status == MK_OK ? read_raw(place, "body", arena, &event->body) : status;
}

static enum mk_status read_events(const struct place *place, struct mk_arena *arena, uint64_t count,
	struct journal_event *events)
{
	const json_t *array = json_object_get(place->object, "events");
	struct slice slice = slice_first(slice_member(place->text, "events").at);

	for (size_t i = 0; i < count; i++, slice = slice_next(slice)) {
		struct place at = {json_array_get(array, i), slice.at, "", place->error};
		enum mk_status status;

		snprintf(at.where, sizeof at.where, "/events/%zu", i);
		status = read_event(&at, i + 1, arena, &events[i]);
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status read_line(const struct place *place, struct mk_arena *arena,
	struct journal_session *session, const struct journal_event **events)
{
	const json_t *array = json_object_get(place->object, "events");
	enum mk_status status = read_session(place, arena, session);
	struct journal_event *room;

	if (status != MK_OK) {
		return status;
	}
	if (!json_is_array(array) || json_array_size(array) != session->version ||
		!slice_member(place->text, "events").at) {
		return fail_at(place, "events", "a list of as many events as the version says");
	}
	room = mk_arena_alloc_zeroed(arena, (size_t)session->version * sizeof *room + 1);
	if (!room) {
		return mk_fail(place->error, MK_FULL, "too_large", "", "the line is too large");
	}
	*events = room;
	return read_events(place, arena, session->version, room);
}

/* Deep nesting costs far more memory than text; brackets in strings count, which does no harm. */
static bool is_deep(const char *line)
{
	int depth = 0;

	for (line += strcspn(line, "[{]}"); *line; line += 1 + strcspn(line + 1, "[{]}")) {
		depth += *line == '[' || *line == '{' ? 1 : -1;
		if (depth > DEEPEST) {
			return true;
		}
	}
	return false;
}

enum mk_status session_line_read(const char *line, size_t length, struct mk_arena *arena,
	struct journal_session *session, const struct journal_event **events,
	struct mk_error *error)
{
	json_error_t fault;
	json_t *json;
	enum mk_status status;

	*session = (struct journal_session){0};
	if (strlen(line) != length) {
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "there is a NUL in it");
	}
	if (is_deep(line)) {
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "it is nested too deeply");
	}
	json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &fault);
	if (!json_is_object(json)) {
		json_decref(json);
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "%.100s",
			json ? "must be an object" : fault.text);
	}
	status = read_line(&(struct place){json, line, "", error}, arena, session, events);
	json_decref(json);
	return status;
}
