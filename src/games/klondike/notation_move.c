/* Moves as JSON and in short. */
#include "base/json.h"
#include "games/klondike/notation.h"

#include <jansson.h>
#include <stdio.h>

static const char *const kinds[] = {
	[TO_FOUNDATION] = "to_foundation",
	[KING_TO_EMPTY] = "king_to_empty",
	[COLUMN_TO_COLUMN] = "column_to_column",
	[DRAW_TO_COLUMN] = "draw_to_column",
	[DRAW] = "draw",
	[SHUFFLE] = "shuffle",
	[FOUNDATION_TO_COLUMN] = "foundation_to_column",
};

/* ---- Reading -------------------------------------------------------------------------------- */

enum { NOT_SAID = -1 };

/* A move as far as the client told it. */
struct told {
	int type, from, to, cut;
	mk_card card;
	mk_card revealed;
};

/* A whole number from `least` to `most` in the member `name`, which may be missing. */
static enum mk_status read_number(const json_t *json, const char *name, int least, int most,
	int *number, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[16];

	snprintf(where, sizeof where, "/%s", name);
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	if (!json_is_integer(member)) {
		return mk_fail(error, MK_MALFORMED, "bad_type", where, "a whole number is wanted");
	}
	if (json_integer_value(member) < least || json_integer_value(member) > most) {
		return mk_fail(error, MK_MALFORMED, "bad_value", where,
			"a whole number from %d to %d is wanted", least, most);
	}
	*number = (int)json_integer_value(member);
	return MK_OK;
}

static int find_kind(const char *name)
{
	for (int kind = TO_FOUNDATION; kind <= FOUNDATION_TO_COLUMN; kind++) {
		if (strcmp(kinds[kind], name) == 0) {
			return kind;
		}
	}
	return NOT_SAID;
}

/* `type` is the seed's number, `kind` its name: either, both or none may be told. */
static enum mk_status read_type(const json_t *json, int *type, struct mk_error *error)
{
	const json_t *name = json_object_get(json, "kind");
	enum mk_status status =
		read_number(json, "type", TO_FOUNDATION, FOUNDATION_TO_COLUMN, type, error);
	int kind;

	if (status != MK_OK) {
		return status;
	}
	if (!name) {
		return MK_OK;
	}
	if (!json_is_string(name)) {
		return mk_fail(error, MK_MALFORMED, "bad_type", "/kind", "a string is wanted");
	}
	kind = find_kind(json_string_value(name));
	if (kind == NOT_SAID || (*type != NOT_SAID && *type != kind)) {
		return mk_fail(error, MK_MALFORMED, "bad_value", "/kind",
			kind == NOT_SAID ? "there is no such kind of move"
					 : "this is not the name of the type");
	}
	*type = kind;
	return MK_OK;
}

static enum mk_status read_card(
	const json_t *json, const char *name, mk_card *card, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[16];

	snprintf(where, sizeof where, "/%s", name);
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	if (!json_is_string(member)) {
		return mk_fail(error, MK_MALFORMED, "bad_type", where, "a card is wanted");
	}
	*card = mk_card_read(json_string_value(member), json_string_length(member));
	return *card != MK_NO_CARD
		       ? MK_OK
		       : mk_fail(error, MK_MALFORMED, "bad_card", where, "this is no card");
}

static enum mk_status read_told(const json_t *json, struct told *told, struct mk_error *error)
{
	enum mk_status status = read_type(json, &told->type, error);

	if (status == MK_OK) {
		status = read_number(json, "from", 0, DRAW_PILE, &told->from, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "to", 0, DRAW_PILE, &told->to, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "cut", 0, COLUMN_UP, &told->cut, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "card", &told->card, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "revealed", &told->revealed, error);
	}
	return status;
}

static bool agrees(int told, int number)
{
	return told == NOT_SAID || told == number;
}

/* The card that a draw or shuffle will show, where the view knows it. */
static mk_card next_card(const struct klondike_view *view, struct mk_move move)
{
	mk_card card = MK_NO_CARD;

	(void)klondike_turns_up(view, move, &card);
	return card;
}

/* The card that a move is told by, as write_move() writes it: it is read back. */
static mk_card shown_card(const struct klondike_view *view, struct mk_move move)
{
	return move.kind == DRAW || move.kind == SHUFFLE ? next_card(view, move) : move.card;
}

static bool is_told(
	const struct told *told, const struct klondike_view *view, const struct mk_move *move)
{
	return agrees(told->type, move->kind) && agrees(told->from, move->from) &&
	       agrees(told->to, move->to) && agrees(told->cut, move->cut) &&
	       (told->card == MK_NO_CARD || told->card == shown_card(view, *move));
}

static enum mk_status find_move(const struct told *told, const struct klondike_view *view,
	struct mk_move *move, struct mk_error *error)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);
	const struct mk_move *found = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!is_told(told, view, &moves[i])) {
			continue;
		}
		if (found) {
			return mk_fail(error, MK_IMPOSSIBLE, "ambiguous_move", "",
				"several legal moves are like this: say from, to and cut");
		}
		found = &moves[i];
	}
	if (!found) {
		return mk_fail(error, MK_IMPOSSIBLE, "illegal_move", "",
			"this move is not legal at the present table");
	}
	*move = *found;
	return MK_OK;
}

enum mk_status klondike_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	struct told told = {.type = NOT_SAID, .from = NOT_SAID, .to = NOT_SAID, .cut = NOT_SAID};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail(error, MK_MALFORMED, "bad_type", "", "a JSON object is wanted");
	}
	status = read_told(json, &told, error);
	if (status == MK_OK) {
		status = find_move(&told, view_of(view), move, error);
	}
	if (status == MK_OK) {
		*revealed = told.revealed;
	}
	return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_card(struct mk_text *out, const char *key, mk_card card)
{
	if (card == MK_NO_CARD) {
		mk_json_null(out, key);
	} else {
		mk_json_string_n(out, key, mk_card_code(card), 2);
	}
}

static void write_cards(struct mk_text *out, const struct klondike_view *view, struct mk_move move)
{
	mk_json_open_array(out, "cards");
	if (move.from < COLUMNS) {
		for (int i = move.cut ? move.cut - 1 : 0; i < view->up[move.from]; i++) {
			mk_json_string_n(out, NULL, mk_card_code(view->column[move.from][i]), 2);
		}
	} else if (move.card != MK_NO_CARD) {
		mk_json_string_n(out, NULL, mk_card_code(move.card), 2);
	}
	mk_json_close_array(out);
}

void klondike_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	struct mk_move shown = move;

	shown.card = shown_card(view_of(view), move);
	mk_json_int(out, "type", move.kind);
	mk_json_string_n(out, "kind", kinds[move.kind], strlen(kinds[move.kind]));
	mk_json_int(out, "from", move.from);
	mk_json_int(out, "to", move.to);
	mk_json_int(out, "cut", move.cut);
	write_card(out, "card", shown.card);
	write_cards(out, view_of(view), shown);
}

static void write_pile(struct mk_text *out, int position)
{
	if (position < COLUMNS) {
		mk_text_int(out, position + 1);
	} else {
		mk_text_char(out, position == DRAW_PILE ? 'P' : 'F');
	}
}

void klondike_write_short(struct mk_text *out, struct mk_move move)
{
	if (move.kind == DRAW || move.kind == SHUFFLE) {
		mk_text_put(out, kinds[move.kind]);
		return;
	}
	mk_text_put(out, mk_card_code(move.card));
	mk_text_char(out, ' ');
	write_pile(out, move.from);
	mk_text_char(out, '>');
	write_pile(out, move.to);
}
