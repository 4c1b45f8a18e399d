/* Corrections: what they change, and how they are written. */
#include "session/correction.h"

#include "base/json.h"

#include <jansson.h>
#include <string.h>

/* ---- Mending -------------------------------------------------------------------------------- */

/* A card that is not known any more was not told. */
static void leave_out(struct mk_finding *finding, mk_card card)
{
	int kept = 0;

	for (int i = 0; i < finding->revealed_count; i++) {
		if (finding->revealed[i].card != card) {
			finding->revealed[kept++] = finding->revealed[i];
		}
	}
	finding->revealed_count = (uint8_t)kept;
}

static void mend_card(const struct correction *correction, mk_card *card)
{
	if (*card == correction->was) {
		*card = correction->card;
	}
}

void correction_mend_finding(const struct correction *correction, struct mk_finding *finding)
{
	if (correction->card == MK_NO_CARD) {
		leave_out(finding, correction->was);
	}
	for (int i = 0; i < finding->step_count; i++) {
		mend_card(correction, &finding->steps[i].move.card);
		mend_card(correction, &finding->steps[i].revealed);
	}
	for (int i = 0; i < finding->revealed_count; i++) {
		mend_card(correction, &finding->revealed[i].card);
	}
}

void correction_mend_json(const struct correction *correction, json_t *json)
{
	const char *key;
	json_t *member;
	size_t i;

	if (json_is_string(json) &&
		strcmp(json_string_value(json), mk_card_code(correction->was)) == 0) {
		json_string_set(json, mk_card_code(correction->card));
	}
	json_object_foreach(json, key, member)
	{
		correction_mend_json(correction, member);
	}
	json_array_foreach(json, i, member)
	{
		correction_mend_json(correction, member);
	}
}

/* ---- JSON ----------------------------------------------------------------------------------- */

void correction_write(struct mk_text *out, const struct correction *correction)
{
	if (correction->counts) {
		mk_json_int(out, "position", correction->count.position);
		mk_json_string(out, "count", correction->count.name);
		mk_json_int(out, "value", correction->count.value);
		return;
	}
	mk_json_int(out, "event", (long long)correction->event);
	mk_json_string(out, "was", mk_card_code(correction->was));
	mk_json_string(out, "card",
		correction->card == MK_NO_CARD ? "UU" : mk_card_code(correction->card));
}

static enum mk_status bad(struct mk_error *error, const char *where)
{
	return mk_fail(error, MK_MALFORMED, "bad_event", where, "this is no correction");
}

static mk_card read_card(const json_t *json, const char *name)
{
	const json_t *member = json_object_get(json, name);

	return json_is_string(member)
		       ? mk_card_read(json_string_value(member), json_string_length(member))
		       : MK_NO_CARD;
}

/* A card, or UU for one that is not known. */
static bool is_told(const json_t *json, const char *name)
{
	const char *word = json_string_value(json_object_get(json, name));

	return word && (strcmp(word, "UU") == 0 || read_card(json, name) != MK_NO_CARD);
}

static enum mk_status read_count(const json_t *json, struct mk_count *count, struct mk_error *error)
{
	const json_t *position = json_object_get(json, "position");
	const json_t *value = json_object_get(json, "value");
	const char *name = json_string_value(json_object_get(json, "count"));

	if (!json_is_integer(position) || json_integer_value(position) < 0 ||
		json_integer_value(position) > UINT8_MAX) {
		return bad(error, "/position");
	}
	if (!json_is_integer(value) || json_integer_value(value) < -1 ||
		json_integer_value(value) > INT16_MAX) {
		return bad(error, "/value");
	}
	if (strlen(name) >= sizeof count->name) {
		return bad(error, "/count");
	}
	count->position = (uint8_t)json_integer_value(position);
	count->value = (int)json_integer_value(value);
	strcpy(count->name, name);
	return MK_OK;
}

enum mk_status correction_read(
	const json_t *json, struct correction *correction, struct mk_error *error)
{
	const json_t *event = json_object_get(json, "event");
	struct correction read = {.counts = json_is_string(json_object_get(json, "count"))};
	enum mk_status status = MK_OK;

	if (read.counts) {
		status = read_count(json, &read.count, error);
	} else {
		read.event = (uint64_t)json_integer_value(event);
		read.was = read_card(json, "was");
		read.card = read_card(json, "card");
		if (!json_is_integer(event) || json_integer_value(event) < 1 ||
			read.was == MK_NO_CARD || !is_told(json, "card")) {
			status = bad(error, "/event");
		}
	}
	if (status == MK_OK) {
		*correction = read;
	}
	return status;
}
