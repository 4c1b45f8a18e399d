/* Accepted findings for the journal. */
#include "base/json.h"
#include "games/doppelkopf/text/notation.h"

#include <jansson.h>
#include <string.h>

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_step(struct mk_text *out, struct mk_move move)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "type", move.kind);
	mk_json_int(out, "from", move.from);
	mk_json_int(out, "to", move.to);
	mk_json_int(out, "cut", move.cut);
	if (move.card != MK_NO_CARD) {
		mk_json_literal(out, "card", mk_card_code(move.card));
	}
	mk_json_close_object(out);
}

static void write_place(struct mk_text *out, const struct mk_place *place)
{
	mk_json_open_object(out, NULL);
	mk_json_int(out, "position", place->position);
	mk_json_int(out, "index", place->index);
	mk_json_literal(out, "card", mk_card_code(place->card));
	mk_json_close_object(out);
}

void doko_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	mk_json_open_object(out, key);
	mk_json_literal(out, "explanation", mk_explanation_name(finding->explanation));
	mk_json_open_array(out, "moves");
	for (int i = 0; i < finding->move_count; i++) {
		write_step(out, finding->moves[i].move);
	}
	mk_json_close_array(out);
	mk_json_open_array(out, "revealed");
	for (int i = 0; i < finding->revealed_count; i++) {
		write_place(out, &finding->revealed[i]);
	}
	mk_json_close_array(out);
	mk_json_close_object(out);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static enum mk_status fail(struct mk_error *error, const char *where)
{
	return mk_fail(error, MK_MALFORMED, "invalid_finding", where, "this is no event");
}

static bool read_byte(const json_t *json, const char *key, uint8_t *byte)
{
	const json_t *member = json_object_get(json, key);

	if (!json_is_integer(member) || json_integer_value(member) < 0 ||
		json_integer_value(member) > UINT8_MAX) {
		return false;
	}
	*byte = (uint8_t)json_integer_value(member);
	return true;
}

/* A missing card is MK_NO_CARD. */
static bool read_card(const json_t *json, mk_card *card)
{
	const json_t *member = json_object_get(json, "card");

	*card = MK_NO_CARD;
	if (!member) {
		return true;
	}
	if (json_is_string(member)) {
		*card = mk_card_read(json_string_value(member), json_string_length(member));
	}
	return *card != MK_NO_CARD;
}

static bool read_step(const json_t *json, struct mk_played_move *step)
{
	struct mk_move *move = &step->move;

	memset(step, 0, sizeof *step);
	return read_byte(json, "type", &move->kind) && read_byte(json, "from", &move->from) &&
	       read_byte(json, "to", &move->to) && read_byte(json, "cut", &move->cut) &&
	       read_card(json, &move->card);
}

static bool read_place(const json_t *json, struct mk_place *place)
{
	return read_byte(json, "position", &place->position) &&
	       read_byte(json, "index", &place->index) && read_card(json, &place->card);
}

static bool read_explanation(const json_t *json, enum mk_explanation *explanation)
{
	const char *name = json_string_value(json_object_get(json, "explanation"));

	for (int i = MK_FIRST; name && i <= MK_CONTRADICTION; i++) {
		if (strcmp(name, mk_explanation_name((enum mk_explanation)i)) == 0) {
			*explanation = (enum mk_explanation)i;
			return true;
		}
	}
	return false;
}

enum mk_status doko_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	const json_t *moves = json_object_get(json, "moves"), *one;
	const json_t *revealed = json_object_get(json, "revealed");
	struct mk_finding read;
	size_t i;

	memset(&read, 0, sizeof read);
	if (!read_explanation(json, &read.explanation)) {
		return fail(error, "/explanation");
	}
	if (json_array_size(moves) > MK_MAX_FINDING_MOVES ||
		json_array_size(revealed) > MK_MAX_REVEALED) {
		return fail(error, "/moves");
	}
	json_array_foreach(moves, i, one)
	{
		if (!read_step(one, &read.moves[read.move_count++])) {
			return fail(error, "/moves");
		}
	}
	json_array_foreach(revealed, i, one)
	{
		if (!read_place(one, &read.revealed[read.revealed_count++])) {
			return fail(error, "/revealed");
		}
	}
	*finding = read;
	return MK_OK;
}
