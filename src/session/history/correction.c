/* Corrections: their effect on findings, and their JSON. */
#include "session/history/correction.h"

#include "base/json.h"

#include <jansson.h>
#include <string.h>

/* ---- Applying ------------------------------------------------------------------------------- */

/* Removes a card that becomes unknown from the revealed ones. */
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

/* Findings of old journals may have invalid values in place of a card. */
static mk_cards bit_of(mk_card card)
{
	return mk_is_card(card) ? MK_CARD_BIT(card) : 0;
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
	for (int i = 0; i < finding->move_count; i++) {
		mend_card(correction, &finding->moves[i].move.card);
		mend_card(correction, &finding->moves[i].revealed);
	}
	for (int i = 0; i < finding->revealed_count; i++) {
		mend_card(correction, &finding->revealed[i].card);
	}
	mend_card(correction, &finding->revised.was);
	mend_card(correction, &finding->revised.card);
	finding->unconfirmed &= ~(bit_of(correction->was) | bit_of(correction->card));
}

/* The one card, and the step that it was played with. */
static void mend_alone(const struct correction *correction, struct mk_finding *finding)
{
	const struct mk_place *at = &correction->place;

	for (int i = 0; i < finding->revealed_count; i++) {
		struct mk_place *revealed = &finding->revealed[i];

		if (revealed->position == at->position && revealed->index == at->index) {
			mend_card(correction, &revealed->card);
		}
	}
	for (int i = 0; i < finding->move_count; i++) {
		if (finding->moves[i].move.card == correction->was) {
			finding->moves[i].move.card = correction->card;
			return;
		}
	}
}

/* ---- Revised events ------------------------------------------------------------------------- */

bool revised_event_init(
	struct revised_event *revised, uint64_t event, const struct mk_finding *finding)
{
	if (finding->move_count > REVISED_STEPS || finding->revealed_count > REVISED_CARDS) {
		return false;
	}
	*revised = (struct revised_event){.event = event,
		.explanation = (uint8_t)finding->explanation,
		.step_count = finding->move_count,
		.revealed_count = finding->revealed_count};
	memcpy(revised->steps, finding->moves, sizeof revised->steps);
	memcpy(revised->revealed, finding->revealed, sizeof revised->revealed);
	return true;
}

/* The reading stays as uncertain as it was. */
static struct mk_finding finding_of(const struct revised_event *revised, mk_cards unconfirmed)
{
	struct mk_finding finding = {.explanation = (enum mk_explanation)revised->explanation,
		.move_count = revised->step_count,
		.revealed_count = revised->revealed_count};

	memcpy(finding.moves, revised->steps, sizeof revised->steps);
	memcpy(finding.revealed, revised->revealed, sizeof revised->revealed);
	finding.unconfirmed = unconfirmed;
	for (int i = 0; i < finding.revealed_count && unconfirmed; i++) {
		finding.unconfirmed |= bit_of(finding.revealed[i].card);
	}
	return finding;
}

void correction_mend(
	const struct correction *correction, uint64_t version, struct mk_finding *finding)
{
	for (unsigned i = 0; i < correction->revised_count; i++) {
		if (correction->revised[i].event == version) {
			*finding = finding_of(&correction->revised[i], finding->unconfirmed);
		}
	}
	finding->unconfirmed &= ~bit_of(correction->place.card);
	if (correction->revised_count || correction->counts) {
		return;
	}
	if (correction->alone && correction->event == version) {
		mend_alone(correction, finding);
	} else if (!correction->alone && correction->event <= version) {
		correction_mend_finding(correction, finding);
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
	if (correction->revised_count > 0) {
		mk_json_int(out, "position", correction->place.position);
		mk_json_int(out, "index", correction->place.index);
		mk_json_string(out, "card", mk_card_code(correction->place.card));
		return;
	}
	mk_json_int(out, "event", (long long)correction->event);
	if (correction->alone) {
		mk_json_int(out, "position", correction->place.position);
		mk_json_int(out, "index", correction->place.index);
	}
	mk_json_string(out, "was", mk_card_code(correction->was));
	mk_json_string(out, "card",
		correction->card == MK_NO_CARD ? "UU" : mk_card_code(correction->card));
}

void correction_write_revised(
	struct mk_text *out, const struct mk_game *game, const struct correction *correction)
{
	if (correction->revised_count == 0) {
		return;
	}
	mk_json_open_array(out, "anew");
	for (unsigned i = 0; i < correction->revised_count; i++) {
		struct mk_finding finding = finding_of(&correction->revised[i], 0);

		mk_json_open_object(out, NULL);
		mk_json_int(out, "event", (long long)correction->revised[i].event);
		mk_finding_write(out, "finding", game, &finding);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static enum mk_status bad(struct mk_error *error, const char *where)
{
	return mk_fail(error, MK_MALFORMED, "invalid_event", where, "this is no correction");
}

static mk_card read_card(const json_t *json, const char *name)
{
	const json_t *member = json_object_get(json, name);

	return json_is_string(member)
		       ? mk_card_read(json_string_value(member), json_string_length(member))
		       : MK_NO_CARD;
}

/* A card, or UU for an unknown one. */
static bool is_card_or_unknown(const json_t *json, const char *name)
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
	memcpy(count->name, name, strlen(name) + 1);
	return MK_OK;
}

static bool read_byte(const json_t *json, const char *name, uint8_t *byte)
{
	const json_t *member = json_object_get(json, name);

	if (!json_is_integer(member) || json_integer_value(member) < 0 ||
		json_integer_value(member) > UINT8_MAX) {
		return false;
	}
	*byte = (uint8_t)json_integer_value(member);
	return true;
}

static enum mk_status read_revised(const json_t *list, const struct mk_game *game,
	struct correction *correction, struct mk_error *error)
{
	const json_t *one;
	size_t i;

	if (!json_is_array(list) || json_array_size(list) > MAX_REVISED_EVENTS) {
		return bad(error, "/anew");
	}
	json_array_foreach(list, i, one)
	{
		const json_t *event = json_object_get(one, "event");
		struct mk_finding finding;

		if (!json_is_integer(event) || json_integer_value(event) < 1 ||
			mk_finding_read(game, json_object_get(one, "finding"), &finding, error) !=
				MK_OK ||
			!revised_event_init(&correction->revised[correction->revised_count++],
				(uint64_t)json_integer_value(event), &finding)) {
			return bad(error, "/anew");
		}
	}
	return correction->revised_count ? MK_OK : bad(error, "/anew");
}

static enum mk_status read_place(
	const json_t *json, struct correction *correction, struct mk_error *error)
{
	correction->place.card = read_card(json, "card");
	return read_byte(json, "position", &correction->place.position) &&
			       read_byte(json, "index", &correction->place.index)
		       ? MK_OK
		       : bad(error, "/position");
}

static enum mk_status read_mended(
	const json_t *json, struct correction *correction, struct mk_error *error)
{
	const json_t *event = json_object_get(json, "event");

	correction->event = (uint64_t)json_integer_value(event);
	correction->was = read_card(json, "was");
	correction->card = read_card(json, "card");
	correction->alone = json_object_get(json, "position") != NULL;
	if (correction->alone && read_place(json, correction, error) != MK_OK) {
		return MK_MALFORMED;
	}
	return json_is_integer(event) && json_integer_value(event) >= 1 &&
			       correction->was != MK_NO_CARD && is_card_or_unknown(json, "card")
		       ? MK_OK
		       : bad(error, "/event");
}

/* A journal may have been written by another version or by hand. */
static enum mk_status check_possible(
	const struct mk_game *game, bool counts, struct mk_error *error)
{
	if (counts ? game->set_count != NULL : mk_game_has_card_at(game)) {
		return MK_OK;
	}
	return mk_fail(error, MK_MALFORMED, "invalid_event", counts ? "/count" : "",
		"in this game nothing of the kind can be corrected");
}

enum mk_status correction_read(const json_t *json, const struct mk_game *game,
	struct correction *correction, struct mk_error *error)
{
	const json_t *revised = json_object_get(json, "anew");
	struct correction read = {.counts = json_is_string(json_object_get(json, "count"))};
	enum mk_status status = check_possible(game, read.counts, error);

	if (status == MK_OK && revised) {
		status = read_revised(revised, game, &read, error);
	}
	if (status == MK_OK && read.counts) {
		status = read_count(json, &read.count, error);
	} else if (status == MK_OK) {
		status = (revised ? read_place : read_mended)(json, &read, error);
	}
	if (status == MK_OK) {
		*correction = read;
	}
	return status;
}
