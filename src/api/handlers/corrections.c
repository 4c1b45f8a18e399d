/*
 * What the player puts right: a card, a count that no picture shows, or the whole table; and his
 * answers to questions.
 */
#include "api/handlers/change.h"

#include "api/handlers/handlers.h"
#include "api/pipeline/body.h"

#include <jansson.h>
#include <string.h>
#include <strings.h>

enum { MOST_POSITION = 63, MOST_INDEX = 52, MAX_ANSWERS = 64 };

static enum mk_status read_number(const json_t *json, const char *name, long long least,
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

/* A card; XX where none lies, UU where it is not known which. */
static enum mk_status read_card(
	const json_t *json, struct session_correction *wish, struct mk_error *error)
{
	const char *word = NULL;
	enum mk_status status = body_string(json, "card", &word, error);

	if (status != MK_OK || !word || strcasecmp(word, "UU") == 0) {
		return status;
	}
	wish->empty = strcasecmp(word, "XX") == 0;
	wish->place.card = mk_card_read(word, strlen(word));
	if (wish->place.card == MK_NO_CARD && !wish->empty) {
		return mk_fail_bad_card(error, "/card", word, strlen(word));
	}
	return status;
}

/* A repair may be sent as it stands in an answer: what was said of it there is not read. */
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

static bool is_of_place(const char *name)
{
	for (const struct mk_member *member = place_members; member->name; member++) {
		if (strcmp(member->name, name) == 0) {
			return true;
		}
	}
	return false;
}

static enum mk_status read_one_count(const json_t *json, const char *name,
	struct session_correction *wish, struct mk_error *error)
{
	char where[32] = "/";
	long long value = 0;

	strncat(where, name, sizeof where - 2);
	if (wish->counts || json_object_get(json, "card")) {
		return mk_fail(error, MK_MALFORMED, "invalid_value", where,
			"a correction has one card or one count");
	}
	if (read_number(json, name, -1, INT16_MAX, &value, error) != MK_OK) {
		return error->status;
	}
	if (strlen(name) >= sizeof wish->count.name) {
		return mk_fail(
			error, MK_MALFORMED, "invalid_value", where, "there is no such count");
	}
	memcpy(wish->count.name, name, strlen(name) + 1);
	wish->counts = true;
	wish->count.position = wish->place.position;
	wish->count.value = (int)value;
	return MK_OK;
}

/* The one member that is neither a place nor a card: what it counts, the game knows. */
static enum mk_status read_count(
	const json_t *json, struct session_correction *wish, struct mk_error *error)
{
	const char *name;
	json_t *member;

	json_object_foreach((json_t *)json, name, member)
	{
		if (!is_of_place(name) && read_one_count(json, name, wish, error) != MK_OK) {
			return error->status;
		}
	}
	if (wish->counts || json_object_get(json, "card")) {
		return MK_OK;
	}
	return mk_fail_expected(error, "missing_field", "/card", MK_WANTED_CARD_OR_COUNT);
}

static enum mk_status read_place(
	const json_t *json, struct session_correction *wish, struct mk_error *error)
{
	long long position = 0;
	long long index = 0;
	long long event = 1;
	enum mk_status status =
		json_object_get(json, "position")
			? read_number(json, "position", 0, MOST_POSITION, &position, error)
			: mk_fail_missing(error, "/position");

	if (status == MK_OK) {
		status = read_number(json, "index", 0, MOST_INDEX, &index, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "event", 1, INT64_MAX, &event, error);
	}
	wish->by_event = json_object_get(json, "event") != NULL;
	wish->event = (uint64_t)event;
	wish->place.position = (uint8_t)position;
	wish->place.index = (uint8_t)index;
	return status;
}

static enum mk_status read_wish(
	const json_t *json, struct session_correction *wish, struct mk_error *error)
{
	enum mk_status status = read_place(json, wish, error);

	if (status == MK_OK) {
		status = read_card(json, wish, error);
	}
	return status == MK_OK ? read_count(json, wish, error) : status;
}

static const struct mk_member table_member[] = {{"table", NULL}, {0}};
static const struct mk_member answer_members[] = {{"question", NULL}, {"answer", NULL}, {0}};

/* The whole table, or a place with its card or one of the counts that the game knows. */
static enum mk_status check_members(
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

/* The answer to a question, as "asks" has it: answers are counted from 1. */
static void answer(struct call *call)
{
	long long question = 0, number = 0;
	struct mk_error error;

	if (!json_object_get(call->json, "answer")) {
		mk_fail_missing(&error, "/answer");
		call_fail(call, &error);
		return;
	}
	if (read_number(call->json, "question", 0, INT64_MAX, &question, &error) != MK_OK ||
		read_number(call->json, "answer", 1, MAX_ANSWERS, &number, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_choose(call->api->options.sessions, call->id, (uint64_t)question, (int)number - 1,
		&call->condition, call_complete, call);
}

static void correct(struct call *call, const struct session *session)
{
	const json_t *table = json_object_get(call->json, "table");
	struct session_correction wish = {.counts = false};
	struct mk_error error;

	if (check_members(call->json, session->game, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	if (json_object_get(call->json, "question")) {
		answer(call);
		return;
	}
	if (table) {
		sessions_set_table(call->api->options.sessions, call->id, table, &call->condition,
			call_complete, call);
		return;
	}
	if (read_wish(call->json, &wish, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_correct(call->api->options.sessions, call->id, &wish, &call->condition,
		call_complete, call);
}

void correction_post(struct call *call)
{
	if (change_read_json(call)) {
		change_begin(call, correct);
	}
}
