/* Moves, tables and findings as JSON. */
#include "games/ten_twenty_thirty/notation.h"

#include "base/json.h"
#include "games/common/findings.h"
#include "games/common/move_error.h"
#include "games/ten_twenty_thirty/rank.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <jansson.h>
#include <stdio.h>

enum { NOT_GIVEN = -1 };

/* ---- Moves ---------------------------------------------------------------------------------- */

static const struct mk_phrase no_kind = MK_PHRASE("The kind of the move must be remove or deal.",
	"Trækkets art skal være remove eller deal.",
	"Die Art des Zuges muss remove oder deal sein.",
	"Το είδος της κίνησης πρέπει να είναι remove ή deal.");
static const struct mk_phrase no_word =
	MK_PHRASE("This is none of the known words.", "Det er ikke et af de kendte ord.",
		"Das ist keines der bekannten Wörter.", "Δεν είναι μία από τις γνωστές λέξεις.");

static const struct mk_phrase several_moves =
	MK_PHRASE("Several legal moves match: specify column and combo.",
		"Flere lovlige træk passer: angiv column og combo.",
		"Mehrere erlaubte Züge passen: Gib column und combo an.",
		"Ταιριάζουν αρκετές επιτρεπτές κινήσεις: δώσε column και combo.");

/* The members of a move that the client has given. */
struct reported_move {
	int kind, column, combo;
	mk_card revealed;
};

/* The index of the word in the list; NOT_GIVEN if there is no such member. */
static enum mk_status read_word(const json_t *json, const char *name, const char *const *words,
	int *word, struct mk_error *error)
{
	const json_t *member = json_object_get(json, name);
	char where[16];

	snprintf(where, sizeof where, "/%s", name);
	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	if (!json_is_string(member)) {
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_TEXT);
	}
	for (int i = 0; words[i]; i++) {
		if (strcmp(words[i], json_string_value(member)) == 0) {
			*word = i;
			return MK_OK;
		}
	}
	return mk_fail_localized(error, MK_MALFORMED, "invalid_value", where, &no_word, NULL, 0);
}

static enum mk_status read_column(const json_t *json, int *column, struct mk_error *error)
{
	const json_t *member = json_object_get(json, "column");

	if (!member || json_is_null(member)) {
		return MK_OK;
	}
	if (!json_is_integer(member) || json_integer_value(member) < 0 ||
		json_integer_value(member) >= COLUMNS) {
		return mk_fail_expected_in(error,
			json_is_integer(member) ? "invalid_value" : "invalid_type", "/column",
			MK_WANTED_NUMBER_IN, 0, COLUMNS - 1);
	}
	*column = (int)json_integer_value(member);
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
	*card = json_is_string(member)
			? mk_card_read(json_string_value(member), json_string_length(member))
			: MK_NO_CARD;
	return *card != MK_NO_CARD ? MK_OK
				   : mk_fail_bad_card(error, where, json_string_value(member),
					     json_string_length(member));
}

static enum mk_status read_reported_move(
	const json_t *json, struct reported_move *reported, struct mk_error *error)
{
	static const char *const kinds[] = {"", "remove", "deal", NULL};
	enum mk_status status = read_word(json, "kind", kinds, &reported->kind, error);

	if (status == MK_OK) {
		status = read_column(json, &reported->column, error);
	}
	if (status == MK_OK) {
		status = read_word(json, "combo", tens_combo_names, &reported->combo, error);
	}
	if (status == MK_OK) {
		status = read_card(json, "revealed", &reported->revealed, error);
	}
	if (status == MK_OK && reported->kind < REMOVE) {
		return mk_fail_localized(
			error, MK_MALFORMED, "missing_field", "/kind", &no_kind, NULL, 0);
	}
	return status;
}

/* In a column of three cards, every combo names these three. */
static bool is_combo(const struct tens_view *view, int combo, const struct mk_move *move)
{
	return combo == move->cut ||
	       (view->core.count[move->from] == 3 && tens_combos(view, move->from) >> combo & 1);
}

/* The identifying members of a move, in the order in which they are compared. */
static const char *const mark_places[] = {"/kind", "/column", "/combo"};
enum { MARKS = sizeof mark_places / sizeof *mark_places };

/* Number of members that agree with the move, before the first that does not. */
static size_t common_marks(const struct tens_view *view, const struct reported_move *reported,
	const struct mk_move *move)
{
	int column = move->kind == DEAL ? move->to : move->from;

	if (reported->kind != move->kind) {
		return 0;
	}
	if (reported->column != NOT_GIVEN && reported->column != column) {
		return 1;
	}
	if (reported->combo != NOT_GIVEN &&
		(move->kind != REMOVE || !is_combo(view, reported->combo, move))) {
		return 2;
	}
	return MARKS;
}

static enum mk_status find_move(const struct reported_move *reported, const struct mk_view *view,
	struct mk_move *move, struct mk_error *error)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = tens_moves(view_of(view), moves);
	const struct mk_move *found = NULL;
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		size_t common = common_marks(view_of(view), reported, &moves[i]);

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
		return move_error_illegal(error, mark_places[most]);
	}
	*move = *found;
	return MK_OK;
}

enum mk_status tens_read_move(const struct json_t *json, const struct mk_view *view,
	struct mk_move *move, mk_card *revealed, struct mk_error *error)
{
	struct reported_move reported = {
		.kind = NOT_GIVEN, .column = NOT_GIVEN, .combo = NOT_GIVEN};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	status = read_reported_move(json, &reported, error);
	if (status == MK_OK) {
		status = find_move(&reported, view, move, error);
	}
	if (status == MK_OK) {
		*revealed = reported.revealed;
	}
	return status;
}

static void write_card(struct mk_text *out, const char *key, mk_card card)
{
	if (card == MK_NO_CARD) {
		mk_json_null(out, key);
	} else {
		mk_json_literal(out, key, mk_card_code(card));
	}
}

void tens_write_move(struct mk_text *out, const struct mk_view *view, struct mk_move move)
{
	const struct tens_view *table = view_of(view);
	int place[3];

	if (move.kind == DEAL) {
		mk_json_literal(out, "kind", "deal");
		mk_json_int(out, "column", move.to);
		write_card(out, "card", tens_next_card(table));
		return;
	}
	mk_json_literal(out, "kind", "remove");
	mk_json_int(out, "column", move.from);
	mk_json_literal(out, "combo", tens_combo_names[move.cut]);
	mk_json_open_array(out, "cards");
	combo_places((enum combo)move.cut, table->core.count[move.from], place);
	for (int i = 0; i < 3; i++) {
		write_card(out, NULL, core_card(&table->core, move.from, place[i]));
	}
	mk_json_close_array(out);
}

void tens_write_short(struct mk_text *out, struct mk_move move)
{
	if (move.kind == DEAL) {
		mk_text_put(out, "deal ");
		mk_text_int(out, move.to + 1);
	} else {
		mk_text_put(out, tens_combo_names[move.cut]);
		mk_text_char(out, ' ');
		mk_text_int(out, move.from + 1);
	}
}

/* ---- Tables --------------------------------------------------------------------------------- */

static const char *outlook(enum mk_certainty certain)
{
	switch (certain) {
	case MK_PROVEN_WIN:
		return "winnable";
	case MK_PROVEN_LOSS:
		return "no_longer_winnable";
	case MK_UNPROVEN:
		break;
	}
	return "unknown";
}

static enum mk_certainty certainty(const struct tens_view *view, const struct mk_advice *advice)
{
	return advice && advice->certainty != MK_UNPROVEN ? advice->certainty : tens_prove(view);
}

void tens_write_forecast(
	struct mk_text *out, const struct mk_view *view, const struct mk_advice *advice)
{
	mk_json_literal(out, "outlook", outlook(certainty(view_of(view), advice)));
}

void tens_write_table(struct mk_text *out, const struct mk_view *opaque)
{
	const struct tens_view *view = view_of(opaque);
	const struct core *core = &view->core;
	struct mk_piles piles;

	mk_piles_of_view(&ten_twenty_thirty_game, opaque, &piles);
	mk_piles_write(out, tens_piles, &piles);
	mk_json_open_array(out, "known_deck");
	for (int i = 0; i < core->left; i++) {
		write_card(out, NULL, core_upcoming(core, i));
	}
	mk_json_close_array(out);
	mk_json_int(out, "next_column", core->next);
	if (view->last < NO_COLUMN) {
		mk_json_int(out, "last_column", view->last);
	} else {
		mk_json_null(out, "last_column");
	}
	mk_json_int(out, "dealt", view->dealt);
}

/* ---- Findings ------------------------------------------------------------------------------- */

static void write_step(struct mk_text *out, const struct mk_played_move *step)
{
	if (step->move.kind == DEAL) {
		mk_json_int(out, "deal", step->move.to);
		write_card(out, "card", step->revealed);
	} else {
		mk_json_int(out, "remove", step->move.from);
		mk_json_literal(out, "combo", tens_combo_names[step->move.cut]);
	}
}

static bool read_step(const json_t *json, struct mk_played_move *step)
{
	uint8_t column;
	int combo = NOT_GIVEN;

	if (finding_read_byte(json, "deal", COLUMNS - 1, &column)) {
		step->move = (struct mk_move){.kind = DEAL, .from = DECK_POSITION, .to = column};
		return finding_read_card(json, "card", &step->revealed);
	}
	if (!finding_read_byte(json, "remove", COLUMNS - 1, &column) ||
		read_word(json, "combo", tens_combo_names, &combo, NULL) != MK_OK || combo < 0) {
		return false;
	}
	step->move = remove_move(column, combo);
	return true;
}

static const struct finding_form form = {.write_move = write_step,
	.read_move = read_step,
	.position = "column",
	.max_position = COLUMNS - 1};

void tens_write_finding(struct mk_text *out, const char *key, const struct mk_finding *finding)
{
	finding_write(out, key, finding, &form);
}

enum mk_status tens_read_finding(
	const struct json_t *json, struct mk_finding *finding, struct mk_error *error)
{
	return finding_read(json, finding, &form, error);
}
