/* Moves as JSON and in short. */
#include "games/common/move_error.h"
#include "games/klondike/text/notation.h"

#include <jansson.h>
#include <stdio.h>

#define NAMED(word) \
	{ \
		word, sizeof(word) - 1 \
	}
static const struct kind {
	const char *name;
	size_t length;
} kinds[] = {
	[TO_FOUNDATION] = NAMED("to_foundation"),
	[KING_TO_EMPTY] = NAMED("king_to_empty"),
	[COLUMN_TO_COLUMN] = NAMED("column_to_column"),
	[DRAW_TO_COLUMN] = NAMED("draw_to_column"),
	[DRAW] = NAMED("draw"),
	[SHUFFLE] = NAMED("shuffle"),
	[FOUNDATION_TO_COLUMN] = NAMED("foundation_to_column"),
};

/* ---- Reading -------------------------------------------------------------------------------- */

enum { NOT_GIVEN = -1 };

/* The members of a move that the client has given. */
struct reported_move {
	int type, from, to, cut;
	mk_card card;
	mk_card revealed;
	bool by_kind; /* `type` is not given as a number */
};

/* A whole number from `least` to `most` in the member `name`, which is optional. */
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
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_NUMBER);
	}
	if (json_integer_value(member) < least || json_integer_value(member) > most) {
		return mk_fail_expected_in(
			error, "invalid_value", where, MK_WANTED_NUMBER_IN, least, most);
	}
	*number = (int)json_integer_value(member);
	return MK_OK;
}

static const struct mk_phrase no_such_kind =
	MK_PHRASE("There is no such kind of move.", "Den slags træk findes ikke.",
		"Diese Art von Zug gibt es nicht.", "Δεν υπάρχει τέτοιο είδος κίνησης.");
static const struct mk_phrase other_kind =
	MK_PHRASE("The kind and the type of the move do not match.",
		"Trækkets art (kind) og type passer ikke sammen.",
		"Art (kind) und Typ (type) des Zuges passen nicht zusammen.",
		"Το είδος (kind) και ο τύπος (type) της κίνησης δεν ταιριάζουν.");

static int find_kind(const char *name)
{
	for (int kind = TO_FOUNDATION; kind <= FOUNDATION_TO_COLUMN; kind++) {
		if (strcmp(kinds[kind].name, name) == 0) {
			return kind;
		}
	}
	return NOT_GIVEN;
}

/* `type` is the original program's number, `kind` its name: either, both or none may be given. */
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
		return mk_fail_expected(error, "invalid_type", "/kind", MK_WANTED_TEXT);
	}
	kind = find_kind(json_string_value(name));
	if (kind == NOT_GIVEN || (*type != NOT_GIVEN && *type != kind)) {
		return mk_fail_localized(error, MK_MALFORMED, "invalid_value", "/kind",
			kind == NOT_GIVEN ? &no_such_kind : &other_kind, NULL, 0);
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
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_CARD);
	}
	*card = mk_card_read(json_string_value(member), json_string_length(member));
	return *card != MK_NO_CARD ? MK_OK
				   : mk_fail_bad_card(error, where, json_string_value(member),
					     json_string_length(member));
}

static enum mk_status read_reported_move(
	const json_t *json, struct reported_move *reported, struct mk_error *error)
{
	enum mk_status status = read_type(json, &reported->type, error);

	reported->by_kind = !json_is_integer(json_object_get(json, "type"));
	if (status == MK_OK) {
		status = read_number(json, "from", 0, DRAW_PILE, &reported->from, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "to", 0, DRAW_PILE, &reported->to, error);
	}
	if (status == MK_OK) {
		status = read_number(json, "cut", 0, COLUMN_UP, &reported->cut, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "card", &reported->card, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "revealed", &reported->revealed, error);
	}
	return status;
}

/* True if at least one member that identifies a move is given. */
static bool is_named(const struct reported_move *reported)
{
	return reported->type != NOT_GIVEN || reported->from != NOT_GIVEN ||
	       reported->to != NOT_GIVEN || reported->cut != NOT_GIVEN ||
	       reported->card != MK_NO_CARD;
}

static bool agrees(int given, int number)
{
	return given == NOT_GIVEN || given == number;
}

/* The card that a draw or redeal will show, if the view knows it. */
static mk_card next_card(const struct klondike_view *view, struct mk_move move)
{
	mk_card card = MK_NO_CARD;

	(void)klondike_turns_up(view, move, &card);
	return card;
}

/* The card of a move as write_move() writes it, for reading it back. */
static mk_card shown_card(const struct klondike_view *view, struct mk_move move)
{
	return move.kind == DRAW || move.kind == SHUFFLE ? next_card(view, move) : move.card;
}

/* The identifying members of a move, in the order in which they are compared. */
static const char *const mark_places[] = {"/type", "/from", "/to", "/cut", "/card"};
enum { MARKS = sizeof mark_places / sizeof *mark_places };

/* Number of members that agree with the move, before the first that does not. */
static size_t common_marks(const struct reported_move *reported, const struct klondike_view *view,
	const struct mk_move *move)
{
	const bool agreed[MARKS] = {
		agrees(reported->type, move->kind),
		agrees(reported->from, move->from),
		agrees(reported->to, move->to),
		agrees(reported->cut, move->cut),
		reported->card == MK_NO_CARD || reported->card == shown_card(view, *move),
	};
	size_t count = 0;

	while (count < MARKS && agreed[count]) {
		count++;
	}
	return count;
}

static const struct mk_phrase several_moves =
	MK_PHRASE("Several legal moves match: specify from, to and cut.",
		"Flere lovlige træk passer: angiv from, to og cut.",
		"Mehrere erlaubte Züge passen: Gib from, to und cut an.",
		"Ταιριάζουν αρκετές επιτρεπτές κινήσεις: δώσε from, to και cut.");

/* The first member for which no legal move has this value together with those before it. */
static const char *place_of_mark(size_t moves, size_t mark, bool by_kind)
{
	if (moves == 0) {
		return "";
	}
	return mark == 0 && by_kind ? "/kind" : mark_places[mark];
}

static enum mk_status find_move(const struct reported_move *reported,
	const struct klondike_view *view, struct mk_move *move, struct mk_error *error)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);
	const struct mk_move *found = NULL;
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		size_t common = common_marks(reported, view, &moves[i]);

		most = common > most ? common : most;
		if (common < MARKS) {
			continue;
		}
		if (found) {
			return mk_fail_localized(error, MK_IMPOSSIBLE, "ambiguous_move", "",
				&several_moves, NULL, 0);
		}
		found = &moves[i];
	}
	if (!found) {
		return move_error_illegal(error, place_of_mark(count, most, reported->by_kind));
	}
	*move = *found;
	return MK_OK;
}

enum mk_status klondike_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	struct reported_move reported = {
		.type = NOT_GIVEN, .from = NOT_GIVEN, .to = NOT_GIVEN, .cut = NOT_GIVEN};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	status = read_reported_move(json, &reported, error);
	if (status == MK_OK && !is_named(&reported)) {
		return mk_fail_missing(error, "/kind");
	}
	if (status == MK_OK) {
		status = find_move(&reported, view_of(view), move, error);
	}
	if (status == MK_OK) {
		*revealed = reported.revealed;
	}
	return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Names and numbers of the members, and what closes them: at most 96 bytes. */
enum { MOVE_SIZE = (COLUMN_UP + 1) * CARD_PIECE + 128 };

static char *put_cards(char *at, const struct klondike_view *view, struct mk_move move)
{
	at = mk_put(at, "\"cards\":[");
	if (move.from < COLUMNS) {
		for (int i = move.cut ? move.cut - 1 : 0; i < view->up[move.from]; i++) {
			at = klondike_put_card(at, view->column[move.from][i]);
		}
	} else if (move.card != MK_NO_CARD) {
		at = klondike_put_card(at, move.card);
	}
	return mk_put_close(at, "],");
}

void klondike_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	const struct kind *kind = &kinds[move.kind];
	char *at = mk_json_fragments_begin(out, MOVE_SIZE);

	if (!at) {
		return;
	}
	move.card = shown_card(view_of(view), move);
	at = mk_put_key(at, "type");
	at = mk_put_number(at, move.kind);
	at = mk_put_key(at, "kind");
	at = mk_put_literal(at, kind->name, kind->length);
	at = mk_put_key(at, "from");
	at = mk_put_number(at, move.from);
	at = mk_put_key(at, "to");
	at = mk_put_number(at, move.to);
	at = mk_put_key(at, "cut");
	at = mk_put_number(at, move.cut);
	at = mk_put_key(at, "card");
	at = klondike_put_known(at, move.card);
	mk_json_fragments_end(out, put_cards(at, view_of(view), move));
}

static char pile_letter(int position)
{
	if (position < COLUMNS) {
		return (char)('1' + position);
	}
	return position == DRAW_PILE ? 'P' : 'F';
}

void klondike_write_short(struct mk_text *out, struct mk_move move)
{
	const char *code = mk_card_code(move.card);
	char pair[] = {code[0], code[1], ' ', pile_letter(move.from), '>', pile_letter(move.to)};

	if (move.kind == DRAW || move.kind == SHUFFLE) {
		mk_text_add(out, kinds[move.kind].name, kinds[move.kind].length);
	} else {
		mk_text_add(out, pair, sizeof pair);
	}
}
