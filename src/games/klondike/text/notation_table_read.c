/*
 * Reads a table from JSON: the inverse of notation_table.c. The counts that follow from the cards
 * (left, removed) are optional; if given, they must agree.
 */
#include "games/klondike/table/rules.h"
#include "games/klondike/text/notation.h"

#include <jansson.h>
#include <stdio.h>

struct reader {
	struct klondike_view view;
	struct mk_error *error;
};

/* The possible errors of a member, one row each. */
struct fault {
	const char *code;
	enum mk_status status;
	struct mk_phrase what;
};

static const struct fault bad_type = {"invalid_type", MK_MALFORMED,
	MK_PHRASE("This value has the wrong type.", "Værdien har en forkert type.",
		"Dieser Wert hat den falschen Typ.", "Αυτή η τιμή έχει λάθος τύπο.")};
static const struct fault bad_card = {"invalid_card", MK_MALFORMED,
	MK_PHRASE("This is no card that can lie here.", "Det er ikke et kort, der kan ligge her.",
		"Das ist keine Karte, die hier liegen kann.",
		"Δεν είναι φύλλο που μπορεί να βρίσκεται εδώ.")};
static const struct fault bad_size = {"invalid_slot_count", MK_MALFORMED,
	MK_PHRASE("This list has the wrong length.", "Listen har en forkert længde.",
		"Diese Liste hat die falsche Länge.", "Αυτή η λίστα έχει λάθος μήκος.")};
static const struct fault bad_value = {"invalid_value", MK_MALFORMED,
	MK_PHRASE("This number is too small or too large.", "Tallet er for lille eller for stort.",
		"Diese Zahl ist zu klein oder zu groß.",
		"Αυτός ο αριθμός είναι πολύ μικρός ή πολύ μεγάλος.")};
static const struct fault wrong_count = {"wrong_count", MK_IMPOSSIBLE,
	MK_PHRASE("The cards add up to another number.", "Kortene giver et andet antal tilsammen.",
		"Die Karten ergeben zusammen eine andere Zahl.", "Τα φύλλα δίνουν άλλο αριθμό.")};

static enum mk_status fail(
	const struct reader *reader, const char *where, const struct fault *fault)
{
	return mk_fail_localized(
		reader->error, fault->status, fault->code, where, &fault->what, NULL, 0);
}

/* ---- Members -------------------------------------------------------------------------------- */

/* Reads a whole number from 0 to `most`; `number` is unchanged if the member is missing. */
static enum mk_status read_count(
	const struct reader *reader, const json_t *json, const char *where, int most, int *number)
{
	if (!json) {
		return MK_OK;
	}
	if (!json_is_integer(json)) {
		return fail(reader, where, &bad_type);
	}
	if (json_integer_value(json) < 0 || json_integer_value(json) > most) {
		return fail(reader, where, &bad_value);
	}
	*number = (int)json_integer_value(json);
	return MK_OK;
}

/* `none` is the string for no card ("XX"); NULL: JSON's null. */
static enum mk_status read_card(const struct reader *reader, const json_t *json, const char *where,
	const char *none, mk_card *card)
{
	const char *word = json_string_value(json);

	if (none ? word && strcmp(word, none) == 0 : json_is_null(json)) {
		*card = MK_NO_CARD;
		return MK_OK;
	}
	if (!word) {
		return fail(reader, where, &bad_type);
	}
	*card = mk_card_read(word, json_string_length(json));
	return *card == MK_NO_CARD ? fail(reader, where, &bad_card) : MK_OK;
}

/* A list of at most `capacity` cards; a missing one is empty. */
static enum mk_status read_cards(const struct reader *reader, const json_t *json, const char *base,
	const char *none, mk_card *cards, int capacity, int *count)
{
	int size = (int)json_array_size(json);

	*count = 0;
	if (!json) {
		return MK_OK;
	}
	if (!json_is_array(json) || size > capacity) {
		return fail(reader, base, json_is_array(json) ? &bad_size : &bad_type);
	}
	for (int i = 0; i < size; i++) {
		char where[64];
		enum mk_status status;

		snprintf(where, sizeof where, "%s/%d", base, i);
		status = read_card(reader, json_array_get(json, (size_t)i), where, none, &cards[i]);
		if (status != MK_OK) {
			return status;
		}
	}
	*count = size;
	return MK_OK;
}

/* ---- Columns and foundations ---------------------------------------------------------------- */

static enum mk_status read_column(struct reader *reader, const json_t *json, int column)
{
	char where[32];
	int unseen = 0;
	int up = 0;
	enum mk_status status;

	snprintf(where, sizeof where, "/columns/%d", column);
	if (!json_is_object(json)) {
		return fail(reader, where, &bad_type);
	}
	snprintf(where, sizeof where, "/columns/%d/cards", column);
	status = read_cards(reader, json_object_get(json, "cards"), where, "",
		reader->view.column[column], COLUMN_UP, &up);
	if (status != MK_OK) {
		return status;
	}
	snprintf(where, sizeof where, "/columns/%d/unseen", column);
	status = read_count(reader, json_object_get(json, "unseen"), where, column, &unseen);
	reader->view.up[column] = (uint8_t)up;
	reader->view.unseen[column] = (uint8_t)unseen;
	return status;
}

static enum mk_status read_columns(struct reader *reader, const json_t *json)
{
	const json_t *columns = json_object_get(json, "columns");
	enum mk_status status = MK_OK;

	if (!columns) {
		return mk_fail_missing(reader->error, "/columns");
	}
	if (!json_is_array(columns) || json_array_size(columns) != COLUMNS) {
		return fail(reader, "/columns", json_is_array(columns) ? &bad_size : &bad_type);
	}
	for (int column = 0; column < COLUMNS && status == MK_OK; column++) {
		status = read_column(reader, json_array_get(columns, (size_t)column), column);
	}
	return status;
}

static enum mk_status read_foundations(struct reader *reader, const json_t *json)
{
	static const struct {
		const char *name, *where, *empty;
	} rows[MK_SUITS] = {{"C", "/foundations/C", "XC"}, {"D", "/foundations/D", "XD"},
		{"H", "/foundations/H", "XH"}, {"S", "/foundations/S", "XS"}};
	const json_t *foundations = json_object_get(json, "foundations");

	if (foundations && !json_is_object(foundations)) {
		return fail(reader, "/foundations", &bad_type);
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		const json_t *top = json_object_get(foundations, rows[suit].name);
		mk_card card = MK_NO_CARD;
		enum mk_status status =
			top ? read_card(reader, top, rows[suit].where, rows[suit].empty, &card)
			    : MK_OK;

		if (status != MK_OK) {
			return status;
		}
		if (card != MK_NO_CARD && (int)mk_suit(card) != suit) {
			return fail(reader, rows[suit].where, &bad_card);
		}
		reader->view.foundation[suit] = (uint8_t)mk_rank(card);
	}
	return MK_OK;
}

/* ---- The draw pile -------------------------------------------------------------------------- */

/* Cards that are neither in columns nor on foundations are in the pile. */
static int count_pile(const struct klondike_view *view)
{
	int count = MK_DECK;

	for (int column = 0; column < COLUMNS; column++) {
		count -= view->unseen[column] + view->up[column];
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		count -= view->foundation[suit];
	}
	return count;
}

static enum mk_status read_shuffles(struct reader *reader, const json_t *json)
{
	const json_t *shuffles = json_object_get(json, "shuffles");
	int most = reader->view.rules.shuffles;
	int number = most;
	enum mk_status status = MK_OK;

	if (most == MK_UNLIMITED) {
		return MK_OK;
	}
	status = read_count(reader, shuffles, "/draw_pile/shuffles", most, &number);
	reader->view.shuffles = (int16_t)number;
	return status;
}

/* Checks the given counts that follow from the cards. */
static enum mk_status check_counts(const struct reader *reader, const json_t *json)
{
	const struct klondike_view *view = &reader->view;
	int left = klondike_left(view);
	int removed = PILE - view->pile_count;
	enum mk_status status =
		read_count(reader, json_object_get(json, "left"), "/draw_pile/left", PILE, &left);

	if (status == MK_OK) {
		status = read_count(reader, json_object_get(json, "removed"), "/draw_pile/removed",
			PILE, &removed);
	}
	if (status == MK_OK && left != klondike_left(view)) {
		status = fail(reader, "/draw_pile/left", &wrong_count);
	}
	if (status == MK_OK && removed != PILE - view->pile_count) {
		status = fail(reader, "/draw_pile/removed", &wrong_count);
	}
	return status;
}

static enum mk_status read_order(struct reader *reader, const json_t *json)
{
	struct klondike_view *view = &reader->view;
	int count;
	enum mk_status status =
		read_cards(reader, json_object_get(json, "known_order"), "/draw_pile/known_order",
			NULL, view->pile + view->turned, klondike_left(view), &count);

	if (status == MK_OK && count && count != klondike_left(view)) {
		status = fail(reader, "/draw_pile/known_order", &bad_size);
	}
	return status;
}

static enum mk_status read_loose(struct reader *reader, const json_t *json)
{
	mk_card cards[PILE];
	int count;
	enum mk_status status = read_cards(reader, json_object_get(json, "somewhere"),
		"/draw_pile/somewhere", "", cards, PILE, &count);

	for (int i = 0; i < count && status == MK_OK; i++) {
		reader->view.pile_loose |= MK_CARD_BIT(cards[i]);
	}
	return status;
}

static enum mk_status read_draw_pile(struct reader *reader, const json_t *json)
{
	const json_t *pile = json_object_get(json, "draw_pile");
	struct klondike_view *view = &reader->view;
	int count = count_pile(view);
	int turned;
	enum mk_status status;

	if (!pile) {
		return mk_fail_missing(reader->error, "/draw_pile");
	}
	if (!json_is_object(pile)) {
		return fail(reader, "/draw_pile", &bad_type);
	}
	if (count < 0 || count > PILE) {
		return fail(reader, "/columns", &wrong_count);
	}
	view->pile_count = (uint8_t)count;
	status = read_cards(reader, json_object_get(pile, "cards"), "/draw_pile/cards", NULL,
		view->pile, count, &turned);
	view->turned = (uint8_t)turned;
	view->counted = view->turned;
	if (status == MK_OK) {
		status = read_order(reader, pile);
	}
	if (status == MK_OK) {
		status = read_loose(reader, pile);
	}
	if (status == MK_OK) {
		status = read_shuffles(reader, pile);
	}
	return status == MK_OK ? check_counts(reader, pile) : status;
}

/* ---- The rest ------------------------------------------------------------------------------- */

static enum mk_status read_idle(struct reader *reader, const json_t *anti)
{
	int idle = 0;
	int from = 0;
	enum mk_status status = read_count(
		reader, json_object_get(anti, "idle"), "/anti_loop/idle", UINT16_MAX, &idle);

	if (status == MK_OK && idle > 0) {
		status = read_count(reader, json_object_get(anti, "turned_from"),
			"/anti_loop/turned_from", PILE, &from);
	}
	reader->view.idle = (uint16_t)idle;
	reader->view.turned_from = (uint8_t)from;
	return status;
}

static enum mk_status read_anti_loop(struct reader *reader, const json_t *json)
{
	const json_t *anti = json_object_get(json, "anti_loop");
	const json_t *moved = json_object_get(anti, "just_moved");
	const json_t *returned = json_object_get(anti, "returned");
	int moves = 0;
	enum mk_status status = MK_OK;

	if (anti && !json_is_object(anti)) {
		return fail(reader, "/anti_loop", &bad_type);
	}
	if (moved) {
		status = read_card(
			reader, moved, "/anti_loop/just_moved", "XX", &reader->view.just_moved);
	}
	if (status == MK_OK) {
		status = read_count(reader, json_object_get(anti, "column_to_column"),
			"/anti_loop/column_to_column", UINT8_MAX, &moves);
	}
	reader->view.column_to_column = (uint8_t)moves;
	if (status == MK_OK && returned && !json_is_boolean(returned)) {
		status = fail(reader, "/anti_loop/returned", &bad_type);
	}
	reader->view.returned = json_is_true(returned);
	return status == MK_OK ? read_idle(reader, anti) : status;
}

static enum mk_status check(struct reader *reader)
{
	const struct mk_phrase *flaw;

	reader->view.started = true;
	flaw = klondike_view_flaw(&reader->view);
	return flaw ? mk_fail_localized(
			      reader->error, MK_IMPOSSIBLE, "broken_table", "", flaw, NULL, 0)
		    : MK_OK;
}

/* A table without any known card has not been seen yet; it is the initial one. */
static bool is_untouched(const struct klondike_view *view)
{
	return klondike_seen_cards(view) == 0;
}

static enum mk_status read_parts(struct reader *reader, const json_t *json)
{
	enum mk_status status = read_columns(reader, json);

	if (status == MK_OK) {
		status = read_foundations(reader, json);
	}
	if (status != MK_OK) {
		return status;
	}
	klondike_recount(&reader->view);
	if (is_untouched(&reader->view)) {
		struct klondike_rules rules = reader->view.rules;

		klondike_begin(&reader->view, &rules);
		return MK_OK;
	}
	status = read_draw_pile(reader, json);
	if (status == MK_OK) {
		status = read_anti_loop(reader, json);
	}
	return status == MK_OK ? check(reader) : status;
}

enum mk_status klondike_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct reader reader = {.error = error};
	struct klondike_rules unpacked;
	enum mk_status status;

	klondike_rules_unpack(rules, &unpacked);
	klondike_begin(&reader.view, &unpacked);
	if (!json_is_object(json)) {
		return fail(&reader, "", &bad_type);
	}
	status = read_parts(&reader, json);
	if (status == MK_OK) {
		memcpy(view, &reader.view, sizeof reader.view);
	}
	return status;
}
