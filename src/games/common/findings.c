/* Accepted findings as JSON. */
#include "games/common/findings.h"

#include "base/json.h"

#include <jansson.h>
#include <makker/piles.h>

/* ---- Members -------------------------------------------------------------------------------- */

bool finding_read_number(
	const struct json_t *json, const char *name, uint32_t max, uint32_t *number)
{
	const json_t *member = json_object_get(json, name);
	json_int_t value = json_integer_value(member);

	if (!json_is_integer(member) || value < 0 || value > (json_int_t)max) {
		return false;
	}
	*number = (uint32_t)value;
	return true;
}

bool finding_read_byte(const struct json_t *json, const char *name, uint8_t max, uint8_t *byte)
{
	uint32_t number;

	if (!finding_read_number(json, name, max, &number)) {
		return false;
	}
	*byte = (uint8_t)number;
	return true;
}

bool finding_read_card(const struct json_t *json, const char *name, mk_card *card)
{
	const json_t *member = json_object_get(json, name);

	*card = MK_NO_CARD;
	if (!member || json_is_null(member)) {
		return true;
	}
	if (json_is_string(member)) {
		*card = mk_card_read(json_string_value(member), json_string_length(member));
	}
	return *card != MK_NO_CARD;
}

bool finding_read_explanation(
	const struct json_t *json, enum mk_explanation last, enum mk_explanation *explanation)
{
	const char *name = json_string_value(json_object_get(json, "explanation"));

	for (int i = MK_FIRST; name && i <= (int)last; i++) {
		if (strcmp(name, mk_explanation_name((enum mk_explanation)i)) == 0) {
			*explanation = (enum mk_explanation)i;
			return true;
		}
	}
	return false;
}

/* ---- Moves by their bytes ------------------------------------------------------------------- */

static void write_move_bytes(struct mk_text *out, const struct mk_played_move *played)
{
	const struct mk_move *move = &played->move;

	mk_json_int(out, "type", move->kind);
	mk_json_int(out, "from", move->from);
	mk_json_int(out, "to", move->to);
	mk_json_int(out, "cut", move->cut);
	if (move->card != MK_NO_CARD) {
		mk_json_literal(out, "card", mk_card_code(move->card));
	}
	if (move->count > 0) {
		mk_json_int(out, "count", move->count);
	}
	if (played->revealed != MK_NO_CARD) {
		mk_json_literal(out, "revealed", mk_card_code(played->revealed));
	}
}

static bool read_move_bytes(const struct json_t *json, struct mk_played_move *played)
{
	struct mk_move *move = &played->move;

	*played = (struct mk_played_move){.revealed = MK_NO_CARD};
	return finding_read_byte(json, "type", UINT8_MAX, &move->kind) &&
	       finding_read_byte(json, "from", UINT8_MAX, &move->from) &&
	       finding_read_byte(json, "to", UINT8_MAX, &move->to) &&
	       finding_read_byte(json, "cut", UINT8_MAX, &move->cut) &&
	       finding_read_card(json, "card", &move->card) &&
	       (!json_object_get(json, "count") ||
		       finding_read_number(json, "count", UINT32_MAX, &move->count)) &&
	       finding_read_card(json, "revealed", &played->revealed);
}

const struct finding_form finding_general_form = {
	.write_move = write_move_bytes,
	.read_move = read_move_bytes,
	.position = "position",
	.counted = "counted",
	.max_position = UINT8_MAX,
};

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_revealed(
	struct mk_text *out, const struct mk_finding *finding, const struct finding_form *form)
{
	mk_json_open_array(out, "revealed");
	for (int i = 0; i < finding->revealed_count; i++) {
		mk_json_open_object(out, NULL);
		mk_json_int(out, form->position, finding->revealed[i].position);
		mk_json_int(out, "index", finding->revealed[i].index);
		mk_json_literal(out, "card", mk_card_code(finding->revealed[i].card));
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_counted(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	mk_json_open_array(out, key);
	for (int i = 0; i < finding->counted_count; i++) {
		if (finding->counted[i] == MK_PILE_UNSEEN) {
			mk_json_null(out, NULL);
		} else {
			mk_json_int(out, NULL, finding->counted[i]);
		}
	}
	mk_json_close_array(out);
}

void finding_write(struct mk_text *out, const char *key, const struct mk_finding *finding,
	const struct finding_form *form)
{
	mk_json_open_object(out, key);
	mk_json_literal(out, "explanation", mk_explanation_name(finding->explanation));
	if (finding->counted_count > 0 && form->counted) {
		write_counted(out, form->counted, finding);
	}
	mk_json_open_array(out, "moves");
	for (int i = 0; i < finding->move_count; i++) {
		mk_json_open_object(out, NULL);
		form->write_move(out, &finding->moves[i]);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
	if (form->position) {
		write_revealed(out, finding, form);
	}
	mk_json_close_object(out);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static bool read_moves(
	const json_t *json, struct mk_finding *finding, const struct finding_form *form)
{
	const json_t *moves = json_object_get(json, "moves");

	if (!json_is_array(moves) || json_array_size(moves) > MK_MAX_FINDING_MOVES) {
		return false;
	}
	for (size_t i = 0; i < json_array_size(moves); i++) {
		if (!form->read_move(
			    json_array_get(moves, i), &finding->moves[finding->move_count++])) {
			return false;
		}
	}
	return true;
}

static bool read_revealed(
	const json_t *json, struct mk_finding *finding, const struct finding_form *form)
{
	const json_t *revealed = json_object_get(json, "revealed");

	if (!form->position) {
		return true;
	}
	if (!json_is_array(revealed) || json_array_size(revealed) > MK_MAX_REVEALED) {
		return false;
	}
	for (size_t i = 0; i < json_array_size(revealed); i++) {
		const json_t *one = json_array_get(revealed, i);
		struct mk_place *place = &finding->revealed[finding->revealed_count++];

		if (!finding_read_byte(one, form->position, form->max_position, &place->position) ||
			!finding_read_byte(one, "index", UINT8_MAX, &place->index) ||
			!finding_read_card(one, "card", &place->card) ||
			place->card == MK_NO_CARD) {
			return false;
		}
	}
	return true;
}

static bool read_counted(
	const json_t *json, struct mk_finding *finding, const struct finding_form *form)
{
	const json_t *counted = form->counted ? json_object_get(json, form->counted) : NULL;

	if (!counted) {
		return true;
	}
	if (!json_is_array(counted) || json_array_size(counted) > MK_MAX_COUNTED) {
		return false;
	}
	for (size_t i = 0; i < json_array_size(counted); i++) {
		const json_t *one = json_array_get(counted, i);
		json_int_t number = json_is_null(one) ? MK_PILE_UNSEEN : json_integer_value(one);

		if (!(json_is_null(one) || json_is_integer(one)) || number < 0 ||
			number > MK_PILE_UNSEEN) {
			return false;
		}
		finding->counted[finding->counted_count++] = (uint32_t)number;
	}
	return true;
}

enum mk_status finding_read(const struct json_t *json, struct mk_finding *finding,
	const struct finding_form *form, struct mk_error *error)
{
	struct mk_finding read = {.move_count = 0};
	const char *where = !finding_read_explanation(json, MK_SEVERAL_MOVES, &read.explanation)
				    ? "/explanation"
			    : !read_moves(json, &read, form)    ? "/moves"
			    : !read_revealed(json, &read, form) ? "/revealed"
			    : !read_counted(json, &read, form)  ? "/counted"
								: NULL;

	if (where) {
		return mk_fail(error, MK_MALFORMED, "invalid_finding", where,
			"this is no accepted finding");
	}
	*finding = read;
	return MK_OK;
}
