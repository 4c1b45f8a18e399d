/* Sessions as lines of JSON. */
#include "cli/session_line.h"

#include "base/arena.h"
#include "base/json.h"
#include "base/name.h"
#include "session/deal.h"

#include <jansson.h>
#include <makker/game.h>
#include <makker/members.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Three hashes of 64 hex digits (api/pipeline/token.h), compared digit by digit. */
enum { LOCKS_LENGTH = 3 * 64, MAX_DEPTH = 64 };

/* The end of the year 9999, the last that RFC 3339 can write. */
static const int64_t last_ms = 253402300799999;

/* ---- Slices of JSON text -------------------------------------------------------------------- */

/* A value within valid JSON text, byte for byte. */
struct slice {
	const char *at; /* NULL: no such value */
	size_t length;
};

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *skip_json_string(const char *at)
{
	for (at++; *at && *at != '"'; at++) {
		at += *at == '\\' && at[1];
	}
	return *at ? at + 1 : at;
}

/* The end of the array or object at `at`. */
static const char *skip_nest(const char *at)
{
	int depth = 0;

	do {
		if (*at == '"') {
			at = skip_json_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
	} while (*at && depth > 0);
	return at;
}

static const char *skip_value(const char *at)
{
	if (*at == '"') {
		return skip_json_string(at);
	}
	return *at == '{' || *at == '[' ? skip_nest(at) : at + strcspn(at, ",]} \t\r\n");
}

static struct slice value_at(const char *at)
{
	return (struct slice){at, (size_t)(skip_value(at) - at)};
}

/* A member of an object; names are compared as written, escapes included. */
static struct slice slice_member(const char *object, const char *name)
{
	size_t length = strlen(name);
	const char *at = skip_blanks(skip_blanks(object) + 1);

	while (*at == '"') {
		const char *key = at + 1;
		size_t key_length = (size_t)(skip_json_string(at) - at) - 2;
		struct slice value;

		at = skip_blanks(skip_blanks(skip_json_string(at)) + 1); /* after the colon */
		value = value_at(at);
		if (key_length == length && memcmp(key, name, length) == 0) {
			return value;
		}
		at = skip_blanks(value.at + value.length);
		at = skip_blanks(at + (*at == ','));
	}
	return (struct slice){0};
}

/* The first element of an array. */
static struct slice slice_first(const char *array)
{
	const char *at = skip_blanks(skip_blanks(array) + 1);

	return *at != ']' ? value_at(at) : (struct slice){0};
}

/* The element after another. */
static struct slice slice_next(struct slice element)
{
	const char *at = element.at ? skip_blanks(element.at + element.length) : "";

	return *at == ',' ? value_at(skip_blanks(at + 1)) : (struct slice){0};
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool is_json_object(const char *text)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	bool is_object = json_is_object(json);

	json_decref(json);
	return is_object;
}

/* Line breaks occur only between values; they become blanks. */
static void write_stored_json(struct mk_text *out, const char *key, const char *json)
{
	size_t from = out->length;

	mk_json_raw(out, key, json, strlen(json));
	for (size_t i = from; i < out->length; i++) {
		if (out->bytes[i] == '\n' || out->bytes[i] == '\r') {
			out->bytes[i] = ' ';
		}
	}
}

static void write_session_members(struct mk_text *out, const struct journal_session *session)
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
	mk_json_string(out, "locks", session->token_hashes);
	write_stored_json(out, "rules", session->rules);
	if (session->deal) {
		write_stored_json(out, "deal", session->deal);
	}
}

static void write_event_object(struct mk_text *out, const struct journal_event *event)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "version", (long long)event->version);
	mk_json_int(out, "at_ms", event->at_ms);
	mk_json_string(out, "kind", event->kind);
	write_stored_json(out, "body", event->body);
	mk_json_close_object(out);
}

static enum mk_status check_stored(const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	if (!is_json_object(session->rules)) {
		return mk_fail(
			error, MK_IO, "session_corrupt", "", "the stored rules are not JSON");
	}
	if (session->deal && !is_json_object(session->deal)) {
		return mk_fail(error, MK_IO, "session_corrupt", "", "the stored deal is not JSON");
	}
	for (size_t i = 0; i < count; i++) {
		if (!is_json_object(events[i].body)) {
			return mk_fail(error, MK_IO, "session_corrupt", "",
				"the stored event %llu is not JSON",
				(unsigned long long)events[i].version);
		}
	}
	return MK_OK;
}

enum mk_status session_line_write(struct mk_text *out, const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error)
{
	enum mk_status status = check_stored(session, events, count, error);

	if (status != MK_OK) {
		return status;
	}
	mk_json_open_object(out, NULL);
	write_session_members(out, session);
	mk_json_open_array(out, "events");
	for (size_t i = 0; i < count; i++) {
		write_event_object(out, &events[i]);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
	mk_text_char(out, '\n');
	return out->truncated ? mk_fail(error, MK_FULL, "too_large", "", "too long for a line")
			      : MK_OK;
}

/* ---- members -------------------------------------------------------------------------------- */

/* An object of the line: parsed, as text, and its JSON pointer. */
struct line_object {
	const json_t *object;
	const char *text;
	char where[48];
	struct mk_error *error;
};

static enum mk_status fail_member(
	const struct line_object *from, const char *name, const char *wanted)
{
	char where[80];

	snprintf(where, sizeof where, "%s/%s", from->where, name);
	return mk_fail(from->error, MK_MALFORMED, "invalid_value", where, "must be %s", wanted);
}

static enum mk_status read_int_member(
	const struct line_object *from, const char *name, int64_t most, int64_t *number)
{
	const json_t *value = json_object_get(from->object, name);

	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
		json_integer_value(value) > most) {
		return fail_member(from, name, "a whole number, not negative and not too large");
	}
	*number = json_integer_value(value);
	return MK_OK;
}

/* A string of `letters` that fits into `size`. */
static enum mk_status read_token(const struct line_object *from, const char *name,
	const char *letters, char *token, size_t size)
{
	const json_t *value = json_object_get(from->object, name);
	size_t length = json_string_length(value);

	if (!json_is_string(value) || length == 0 || length >= size ||
		strspn(json_string_value(value), letters) != length) {
		return fail_member(from, name, "a name");
	}
	memcpy(token, json_string_value(value), length + 1);
	return MK_OK;
}

static enum mk_status read_raw(
	const struct line_object *from, const char *name, struct mk_arena *arena, const char **text)
{
	struct slice slice = slice_member(from->text, name);

	if (!slice.at || *slice.at != '{') {
		return fail_member(from, name, "an object");
	}
	*text = mk_arena_copy(arena, slice.at, slice.length);
	return *text ? MK_OK : mk_fail(from->error, MK_FULL, "too_large", "", "line too large");
}

/* ---- reading -------------------------------------------------------------------------------- */

static const char hex_digits[] = "0123456789abcdef";
static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";

static enum mk_status read_tokens(const struct line_object *from, struct journal_session *session)
{
	static const struct {
		const char *name;
		size_t offset, size;
	} tokens[] = {
#define TOKEN(member) #member, offsetof(struct journal_session, member), sizeof session->member
		{TOKEN(game)},
		{TOKEN(preset)},
		{TOKEN(strategy)},
		{TOKEN(language)},
		{TOKEN(status)},
#undef TOKEN
	};
	enum mk_status status = MK_OK;

	for (size_t i = 0; i < sizeof tokens / sizeof tokens[0] && status == MK_OK; i++) {
		status = read_token(from, tokens[i].name, name_letters,
			(char *)session + tokens[i].offset, tokens[i].size);
	}
	return status;
}

static enum mk_status read_session_id(
	const struct line_object *from, struct journal_session *session)
{
	if (read_token(from, "id", hex_digits, session->id, sizeof session->id) != MK_OK ||
		strlen(session->id) != SESSION_ID_SIZE - 1) {
		return fail_member(from, "id", "an id of 32 hex digits");
	}
	return MK_OK;
}

static enum mk_status read_session_name(
	const struct line_object *from, struct journal_session *session)
{
	const json_t *value = json_object_get(from->object, "name");
	const char *name = json_string_value(value);

	session->named = name != NULL;
	if (json_is_null(value)) {
		return MK_OK;
	}
	if (!name) {
		return fail_member(from, "name", "null or a name");
	}
	return name_read(session->name, sizeof session->name, name, json_string_length(value),
		"/name", from->error);
}

static enum mk_status read_locks(
	const struct line_object *from, struct mk_arena *arena, struct journal_session *session)
{
	const json_t *value = json_object_get(from->object, "locks");
	const char *token_hashes = json_string_value(value);

	session->token_hashes = NULL;
	memset(session->owner, 0, sizeof session->owner);
	if (json_is_null(value)) {
		return MK_OK;
	}
	if (!token_hashes || json_string_length(value) != LOCKS_LENGTH ||
		strspn(token_hashes, hex_digits) != LOCKS_LENGTH) {
		return fail_member(from, "locks", "null or three hashes");
	}
	session->token_hashes = mk_arena_copy(arena, token_hashes, LOCKS_LENGTH);
	return session->token_hashes
		       ? MK_OK
		       : mk_fail(from->error, MK_FULL, "no_memory", "", "out of memory");
}

static enum mk_status read_session_numbers(
	const struct line_object *from, struct journal_session *session)
{
	int64_t form, version, advised, followed;

	if (read_int_member(from, "makker_session", INT64_MAX, &form) != MK_OK ||
		form != SESSION_LINE_FORM) {
		return fail_member(from, "makker_session", "1");
	}
	if (read_int_member(from, "version", INT64_MAX, &version) != MK_OK ||
		read_int_member(from, "created_ms", last_ms, &session->created_ms) != MK_OK ||
		read_int_member(from, "updated_ms", last_ms, &session->updated_ms) != MK_OK ||
		read_int_member(from, "advised", UINT32_MAX, &advised) != MK_OK ||
		read_int_member(from, "followed", advised, &followed) != MK_OK) {
		return MK_MALFORMED;
	}
	session->version = (uint64_t)version;
	session->advised = (uint32_t)advised;
	session->followed = (uint32_t)followed;
	return MK_OK;
}

static bool is_status(const char *name)
{
	static const char *const all[] = {"waiting", "playing", "won", "lost", "drawn", "stopped"};

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (strcmp(all[i], name) == 0) {
			return true;
		}
	}
	return false;
}

/* Rejects names that a daemon could not resolve. */
static enum mk_status check_names(
	const struct line_object *from, const struct journal_session *session)
{
	const struct mk_game *game = mk_game_find(session->game);
	enum mk_language language;

	if (!game) {
		return fail_member(from, "game", "a known game");
	}
	if (!mk_preset_find(game, session->preset)) {
		return fail_member(from, "preset", "a preset of its game");
	}
	if (!mk_strategy_find(game, session->strategy)) {
		return fail_member(from, "strategy", "a strategy of its game");
	}
	if (!mk_language_find(session->language, &language)) {
		return fail_member(from, "language", "en, da, de or el");
	}
	return is_status(session->status) ? MK_OK : fail_member(from, "status", "a status");
}

static enum mk_status read_session_rules(
	const struct line_object *from, struct mk_arena *arena, struct journal_session *session)
{
	const struct mk_game *game = mk_game_find(session->game);
	struct mk_rules rules = mk_preset_find(game, session->preset)->rules;
	enum mk_status status = mk_rules_read_stored(
		game, json_object_get(from->object, "rules"), "/rules", &rules, from->error);

	return status == MK_OK ? read_raw(from, "rules", arena, &session->rules) : status;
}

/* Of a practice table; without it there is none. */
static enum mk_status read_session_deal(
	const struct line_object *from, struct mk_arena *arena, struct journal_session *session)
{
	const struct mk_game *game = mk_game_find(session->game);
	enum mk_status status = MK_OK;
	struct deal deal;

	session->deal = NULL;
	if (json_object_get(from->object, "deal")) {
		status = read_raw(from, "deal", arena, &session->deal);
	}
	if (status == MK_OK && session->deal &&
		(!mk_game_can_deal(game) || !deal_read(session->deal, game, &deal))) {
		return fail_member(from, "deal", "a deal of this game");
	}
	return status;
}

static enum mk_status read_session_members(
	const struct line_object *from, struct mk_arena *arena, struct journal_session *session)
{
	enum mk_status status = read_session_numbers(from, session);

	if (status == MK_OK) {
		status = read_session_id(from, session);
	}
	if (status == MK_OK) {
		status = read_tokens(from, session);
	}
	if (status == MK_OK) {
		status = check_names(from, session);
	}
	if (status == MK_OK) {
		status = read_session_name(from, session);
	}
	if (status == MK_OK) {
		status = read_locks(from, arena, session);
	}
	if (status == MK_OK) {
		status = read_session_rules(from, arena, session);
	}
	return status == MK_OK ? read_session_deal(from, arena, session) : status;
}

static enum mk_status read_event_object(const struct line_object *from, uint64_t expected,
	struct mk_arena *arena, struct journal_event *event)
{
	int64_t version;
	enum mk_status status = read_int_member(from, "version", INT64_MAX, &version);

	if (status == MK_OK && (uint64_t)version != expected) {
		status = fail_member(from, "version", "consecutive, from 1");
	}
	event->version = expected;
	if (status == MK_OK) {
		status = read_int_member(from, "at_ms", last_ms, &event->at_ms);
	}
	if (status == MK_OK) {
		status = read_token(from, "kind", name_letters, event->kind, sizeof event->kind);
	}
	return status == MK_OK ? read_raw(from, "body", arena, &event->body) : status;
}

static enum mk_status read_event_array(const struct line_object *from, struct mk_arena *arena,
	uint64_t count, struct journal_event *events)
{
	const json_t *array = json_object_get(from->object, "events");
	struct slice list = slice_member(from->text, "events");
	struct slice slice;

	if (!list.at) {
		return fail_member(from, "events", "an array of `version` events");
	}
	slice = slice_first(list.at);
	for (size_t i = 0; i < count; i++, slice = slice_next(slice)) {
		struct line_object at = {json_array_get(array, i), slice.at, "", from->error};
		enum mk_status status;

		snprintf(at.where, sizeof at.where, "/events/%zu", i);
		status = read_event_object(&at, i + 1, arena, &events[i]);
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

/* As session_line_write() writes them. */
static const struct mk_member event_members[] = {
	{"version", NULL}, {"at_ms", NULL}, {"kind", NULL}, {"body", NULL}, {0}};
static const struct mk_member line_members[] = {{"makker_session", NULL}, {"id", NULL},
	{"game", NULL}, {"preset", NULL}, {"strategy", NULL}, {"language", NULL}, {"name", NULL},
	{"status", NULL}, {"version", NULL}, {"created_ms", NULL}, {"updated_ms", NULL},
	{"advised", NULL}, {"followed", NULL}, {"locks", NULL}, {"rules", NULL}, {"deal", NULL},
	{"events", event_members}, {0}};

static enum mk_status read_line_object(const struct line_object *from, struct mk_arena *arena,
	struct journal_session *session, const struct journal_event **events)
{
	const json_t *array = json_object_get(from->object, "events");
	enum mk_status status = mk_members_check(from->object, line_members, NULL, "", from->error);
	struct journal_event *all;

	if (status == MK_OK) {
		status = read_session_members(from, arena, session);
	}
	if (status != MK_OK) {
		return status;
	}
	if (!json_is_array(array) || json_array_size(array) != session->version) {
		return fail_member(from, "events", "an array of `version` events");
	}
	all = mk_arena_alloc_zeroed(arena, (size_t)session->version * sizeof *all + 1);
	if (!all) {
		return mk_fail(from->error, MK_FULL, "too_large", "", "line too large");
	}
	*events = all;
	return read_event_array(from, arena, session->version, all);
}

/* Deep nesting needs much more memory than its text. Brackets in strings count, too. */
static bool is_too_deep(const char *line)
{
	int depth = 0;

	for (line += strcspn(line, "[{]}"); *line; line += 1 + strcspn(line + 1, "[{]}")) {
		depth += *line == '[' || *line == '{' ? 1 : -1;
		if (depth > MAX_DEPTH) {
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
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "contains a NUL");
	}
	if (is_too_deep(line)) {
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "nested too deeply");
	}
	json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &fault);
	if (!json_is_object(json)) {
		json_decref(json);
		return mk_fail(error, MK_MALFORMED, "invalid_json", "", "%.100s",
			json ? "must be an object" : fault.text);
	}
	status = read_line_object(
		&(struct line_object){json, line, "", error}, arena, session, events);
	json_decref(json);
	return status;
}
