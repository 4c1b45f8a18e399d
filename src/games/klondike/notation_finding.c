/* Accepted findings for the journal: what replay needs, and what the player was told with it. */
#include "base/json.h"
#include "games/klondike/notation.h"

#include <jansson.h>
#include <stdio.h>

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_card(struct mk_text *out, const char *key, mk_card card)
{
	if (card != MK_NO_CARD) {
		mk_json_string_n(out, key, mk_card_code(card), 2);
	}
}

static void write_steps(struct mk_text *out, const struct mk_finding *finding)
{
	mk_json_open_array(out, "moves");
	for (int i = 0; i < finding->step_count; i++) {
		const struct mk_step *step = &finding->steps[i];

		mk_json_open_object(out, NULL);
		mk_json_int(out, "type", step->move.kind);
		mk_json_int(out, "from", step->move.from);
		mk_json_int(out, "to", step->move.to);
		mk_json_int(out, "cut", step->move.cut);
		write_card(out, "card", step->move.card);
		write_card(out, "revealed", step->revealed);
		if (step->move.more[0] == NOT_TURNED) {
			mk_json_bool(out, "not_turned", true);
		}
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_places(
	struct mk_text *out, const char *key, const struct mk_place *places, int count)
{
	mk_json_open_array(out, key);
	for (int i = 0; i < count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, "position", places[i].position);
		if (places[i].index) {
			mk_json_int(out, "index", places[i].index);
		}
		write_card(out, "card", places[i].card);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

/* Most snapshots are read in full: then there is nothing to write. */
static void write_unreadable(struct mk_text *out, const struct mk_finding *finding)
{
	if (finding->unreadable_count == 0) {
		return;
	}
	mk_json_open_array(out, "unreadable");
	for (int i = 0; i < finding->unreadable_count; i++) {
		mk_json_int(out, NULL, finding->unreadable[i]);
	}
	mk_json_close_array(out);
}

void klondike_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	mk_json_open_object(out, key);
	mk_json_string(out, "explanation", mk_explanation_name(finding->explanation));
	write_steps(out, finding);
	write_places(out, "revealed", finding->revealed, finding->revealed_count);
	write_unreadable(out, finding);
	mk_json_close_object(out);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* A finding while it is read. `where` is the member that is being read. */
struct reader {
	struct mk_finding finding;
	char where[48];
	struct mk_error *error;
};

static enum mk_status fail(const struct reader *reader, const char *what)
{
	return mk_fail(reader->error, MK_MALFORMED, "bad_finding", reader->where, "%s", what);
}

static enum mk_status read_byte(
	struct reader *reader, const json_t *json, const char *name, int most, uint8_t *byte)
{
	const json_t *member = json_object_get(json, name);

	if (!json_is_integer(member) || json_integer_value(member) < 0 ||
		json_integer_value(member) > most) {
		return fail(reader, "a number is missing, or too large");
	}
	*byte = (uint8_t)json_integer_value(member);
	return MK_OK;
}

/* A missing card is MK_NO_CARD. */
static enum mk_status read_card(
	struct reader *reader, const json_t *json, const char *name, mk_card *card)
{
	const json_t *member = json_object_get(json, name);

	if (!member) {
		return MK_OK;
	}
	*card = json_is_string(member)
			? mk_card_read(json_string_value(member), json_string_length(member))
			: MK_NO_CARD;
	return *card == MK_NO_CARD ? fail(reader, "this is no card") : MK_OK;
}

static enum mk_status read_step(struct reader *reader, const json_t *json, struct mk_step *step)
{
	struct mk_move *move = &step->move;
	enum mk_status status = read_byte(reader, json, "type", FOUNDATION_TO_COLUMN, &move->kind);

	if (status == MK_OK) {
		status = read_byte(reader, json, "from", DRAW_PILE, &move->from);
	}
	if (status == MK_OK) {
		status = read_byte(reader, json, "to", DRAW_PILE, &move->to);
	}
	if (status == MK_OK) {
		status = read_byte(reader, json, "cut", COLUMN_UP, &move->cut);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "card", &move->card);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "revealed", &step->revealed);
	}
	if (status == MK_OK && move->kind < TO_FOUNDATION) {
		status = fail(reader, "there is no such type of move");
	}
	move->more[0] = json_is_true(json_object_get(json, "not_turned")) ? NOT_TURNED : 0;
	return status;
}

static enum mk_status read_place(struct reader *reader, const json_t *json, struct mk_place *place)
{
	enum mk_status status = read_byte(reader, json, "position", DRAW_PILE, &place->position);

	if (status == MK_OK && json_object_get(json, "index")) {
		status = read_byte(reader, json, "index", PILE, &place->index);
	}
	if (status == MK_OK) {
		status = read_card(reader, json, "card", &place->card);
	}
	if (status == MK_OK && place->card == MK_NO_CARD) {
		status = fail(reader, "a card is missing");
	}
	return status;
}

/* The list `name`; NULL when it is none, or longer than `most`. */
static const json_t *find_list(
	struct reader *reader, const json_t *json, const char *name, size_t most)
{
	const json_t *list = json_object_get(json, name);

	snprintf(reader->where, sizeof reader->where, "/%s", name);
	return json_is_array(list) && json_array_size(list) <= most ? list : NULL;
}

static enum mk_status read_steps(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "moves", MK_MAX_STEPS);
	struct mk_finding *finding = &reader->finding;
	enum mk_status status = list ? MK_OK : fail(reader, "a list of moves is wanted");

	for (size_t i = 0; i < json_array_size(list) && status == MK_OK; i++) {
		snprintf(reader->where, sizeof reader->where, "/moves/%zu", i);
		status = read_step(
			reader, json_array_get(list, i), &finding->steps[finding->step_count++]);
	}
	return status;
}

static enum mk_status read_revealed(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "revealed", MK_MAX_PLACES);
	struct mk_finding *finding = &reader->finding;
	enum mk_status status = list ? MK_OK : fail(reader, "a list of places is wanted");

	for (size_t i = 0; i < json_array_size(list) && status == MK_OK; i++) {
		snprintf(reader->where, sizeof reader->where, "/revealed/%zu", i);
		status = read_place(reader, json_array_get(list, i),
			&finding->revealed[finding->revealed_count++]);
	}
	return status;
}

static enum mk_status read_unreadable(struct reader *reader, const json_t *json)
{
	const json_t *list = find_list(reader, json, "unreadable", MK_MAX_PLACES);
	struct mk_finding *finding = &reader->finding;

	if (!json_object_get(json, "unreadable")) {
		return MK_OK;
	}
	if (!list) {
		return fail(reader, "a list of positions is wanted");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *position = json_array_get(list, i);

		if (!json_is_integer(position) || json_integer_value(position) < 0 ||
			json_integer_value(position) > DRAW_PILE) {
			return fail(reader, "this is no position");
		}
		finding->unreadable[finding->unreadable_count++] =
			(uint8_t)json_integer_value(position);
	}
	return MK_OK;
}

/* Only accepted findings are ever written. */
static enum mk_status read_explanation(struct reader *reader, const json_t *json)
{
	const char *name = json_string_value(json_object_get(json, "explanation"));

	strcpy(reader->where, "/explanation");
	for (int i = MK_FIRST; i <= MK_SEVERAL_MOVES; i++) {
		if (name && strcmp(name, mk_explanation_name((enum mk_explanation)i)) == 0) {
			reader->finding.explanation = (enum mk_explanation)i;
			return MK_OK;
		}
	}
	return fail(reader, "this is no accepted finding");
}

enum mk_status klondike_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	struct reader reader = {.error = error};
	enum mk_status status = read_explanation(&reader, json);

	if (status == MK_OK) {
		status = read_steps(&reader, json);
	}
	if (status == MK_OK) {
		status = read_revealed(&reader, json);
	}
	if (status == MK_OK) {
		status = read_unreadable(&reader, json);
	}
	if (status == MK_OK) {
		*finding = reader.finding;
	}
	return status;
}
