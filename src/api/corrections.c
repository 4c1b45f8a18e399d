/* What the player puts right: a card, a count that no picture shows, or the whole table. */
#include "api/change.h"

#include "api/body.h"
#include "api/handlers.h"

#include <jansson.h>
#include <string.h>
#include <strings.h>

enum { MOST_POSITION = 63, MOST_INDEX = 52 };

static enum mk_status read_number(const json_t *json, const char *name, long long least,
	long long most, long long *number, struct mk_error *error)
{
	char where[32] = "/";
	enum mk_status status = body_integer(json, name, number, error);

	if (status == MK_OK && (*number < least || *number > most)) {
		strncat(where, name, sizeof where - 2);
		return mk_fail(error, MK_MALFORMED, "bad_value", where,
			"a number from %lld to %lld is wanted", least, most);
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
		return mk_refuse_spelling(error, "/card", word, strlen(word));
	}
	return status;
}

/* The one member that is neither a place nor a card: what it counts, the game knows. */
static enum mk_status read_count(
	const json_t *json, struct session_correction *wish, struct mk_error *error)
{
	const char *key;
	json_t *member;

	json_object_foreach((json_t *)json, key, member)
	{
		long long value = 0;

		if (strcmp(key, "position") == 0 || strlen(key) >= sizeof wish->count.name ||
			!json_is_integer(member)) {
			continue;
		}
		memcpy(wish->count.name, key, strlen(key) + 1);
		wish->counts = true;
		wish->count.position = wish->place.position;
		if (read_number(json, key, -1, INT16_MAX, &value, error) != MK_OK) {
			return error->status;
		}
		wish->count.value = (int)value;
		return MK_OK;
	}
	return mk_fail(error, MK_MALFORMED, "missing_field", "/card",
		"a card is wanted, or a count of the table");
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
			: mk_fail(error, MK_MALFORMED, "missing_field", "/position",
				  "position is missing");

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
	if (status == MK_OK && !json_object_get(json, "card")) {
		status = read_count(json, wish, error);
	}
	return status;
}

static void correct(struct call *call, const struct session *session)
{
	const json_t *table = json_object_get(call->json, "table");
	struct session_correction wish = {.counts = false};
	struct mk_error error;

	(void)session;
	if (table) {
		sessions_adopt(call->api->options.sessions, call->id, table, &call->condition,
			call_answer, call);
		return;
	}
	if (read_wish(call->json, &wish, &error) != MK_OK) {
		call_fail(call, &error);
		return;
	}
	sessions_correct(
		call->api->options.sessions, call->id, &wish, &call->condition, call_answer, call);
}

void correction_post(struct call *call)
{
	if (change_read_json(call)) {
		change_begin(call, correct);
	}
}
