/*
 * Reads a table from JSON. Columns are required, as in a snapshot. Missing members get the values
 * of minimal knowledge; given members must agree with the columns.
 */
#include "games/common/move_error.h"
#include "games/ten_twenty_thirty/notation.h"
#include "games/ten_twenty_thirty/refusal.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <jansson.h>
#include <stdio.h>

enum { NOT_SHOWN = -1 };

struct reader {
	const json_t *json;
	struct tens_view view;
	struct mk_error *error;
};

static const struct mk_phrase card_or_null =
	MK_PHRASE("A card or null is expected here.", "Her skal stå et kort eller null.",
		"Hier wird eine Karte oder null erwartet.", "Εδώ χρειάζεται ένα φύλλο ή null.");

/* Reads a whole number from 0 to `most`; `number` is unchanged if the member is missing. */
static enum mk_status read_number(
	const struct reader *reader, const char *name, json_int_t most, json_int_t *number)
{
	const json_t *member = json_object_get(reader->json, name);
	char where[24];

	snprintf(where, sizeof where, "/%s", name);
	if (!member) {
		return MK_OK;
	}
	if (!json_is_integer(member)) {
		return mk_fail_expected(reader->error, "invalid_type", where, MK_WANTED_NUMBER);
	}
	if (json_integer_value(member) < 0 || json_integer_value(member) > most) {
		return mk_fail_expected_in(
			reader->error, "invalid_value", where, MK_WANTED_NUMBER_IN, 0, most);
	}
	*number = json_integer_value(member);
	return MK_OK;
}

/* ---- Columns -------------------------------------------------------------------------------- */

static enum mk_status read_columns(const struct reader *reader, struct mk_piles *seen)
{
	enum mk_status status =
		mk_piles_read(&ten_twenty_thirty_game, reader->json, seen, reader->error);

	return status == MK_OK ? mk_piles_check_readable(tens_piles, seen, reader->error) : status;
}

/* Cards that are no longer in columns went back to the deck three at a time. */
static bool fits_dealt(json_int_t dealt, int total)
{
	return dealt >= total && (dealt - total) % 3 == 0;
}

/* All columns are empty: the table before the first card, or a won one. */
static void take_empty(struct tens_view *view, json_int_t dealt)
{
	view->core.opened = dealt > 0 ? (1 << COLUMNS) - 1 : 0;
	view->dealt = (uint32_t)dealt;
}

static enum mk_status take_columns(
	struct reader *reader, const struct mk_piles *seen, json_int_t dealt)
{
	uint32_t left = seen->pile[DECK_POSITION].count;
	int total = 0;

	for (int column = 0; column < COLUMNS; column++) {
		total += (int)seen->pile[column].count;
	}
	if (left != MK_PILE_UNSEEN && (int)left != MK_DECK - total) {
		return tens_refuse_count(
			reader->error, REFUSED_DECK_LEFT, "/deck_left", MK_DECK - total);
	}
	dealt = dealt == NOT_SHOWN ? total : dealt;
	if (!fits_dealt(dealt, total)) {
		return tens_refuse(reader->error, REFUSED_DEALT, "/dealt");
	}
	if (total == 0) {
		take_empty(&reader->view, dealt);
		return MK_OK;
	}
	return tens_set_table(&reader->view, seen, (uint32_t)dealt)
		       ? MK_OK
		       : tens_refuse(reader->error, REFUSED_COLUMNS, "/columns");
}

/* ---- The deck ------------------------------------------------------------------------------- */

static enum mk_status read_known(
	struct reader *reader, const json_t *member, int place, mk_cards *unseen)
{
	struct core *core = &reader->view.core;
	char where[32];
	mk_card card;

	snprintf(where, sizeof where, "/known_deck/%d", place);
	if (json_is_null(member)) {
		return place == reader->view.unknown++
			       ? MK_OK
			       : tens_refuse(reader->error, REFUSED_UNKNOWN_LAST, where);
	}
	card = mk_card_read(json_string_value(member), json_string_length(member));
	if (card == MK_NO_CARD) {
		return mk_fail_localized(
			reader->error, MK_MALFORMED, "invalid_card", where, &card_or_null, NULL, 0);
	}
	if (!(*unseen >> card & 1)) {
		return move_error_duplicate_card(reader->error, where, card);
	}
	*unseen &= ~MK_CARD_BIT(card);
	core->deck[(core->front + place) & RING_MASK] = card;
	return MK_OK;
}

/* Without a given deck, its cards stay as known so far. */
static enum mk_status read_deck(struct reader *reader)
{
	const json_t *deck = json_object_get(reader->json, "known_deck");
	struct tens_view *view = &reader->view;
	mk_cards unseen;
	enum mk_status status = MK_OK;

	if (!deck) {
		return MK_OK;
	}
	if (!json_is_array(deck) || json_array_size(deck) != view->core.left) {
		return mk_fail_expected_in(reader->error,
			json_is_array(deck) ? "invalid_slot_count" : "invalid_type", "/known_deck",
			MK_WANTED_SLOTS, view->core.left, 0);
	}
	view->unknown = view->core.left;
	unseen = tens_unseen(view);
	view->unknown = 0;
	for (int i = 0; i < view->core.left && status == MK_OK; i++) {
		status = read_known(reader, json_array_get(deck, (size_t)i), i, &unseen);
	}
	tens_know_last(view);
	return status;
}

/* ---- Whose turn it is among the columns ----------------------------------------------------- */

static bool is_won(const struct tens_view *view)
{
	return core_is_cleared(&view->core);
}

/* The next column follows from the columns; for a won game it has no meaning. */
static enum mk_status check_next(struct reader *reader)
{
	json_int_t next = reader->view.core.next;
	enum mk_status status = read_number(reader, "next_column", COLUMNS - 1, &next);

	if (status != MK_OK || next == reader->view.core.next || is_won(&reader->view)) {
		return status;
	}
	return tens_refuse_count(
		reader->error, REFUSED_NEXT_COLUMN, "/next_column", reader->view.core.next + 1);
}

/* The column that was dealt to last may be empty by now, so it must be given. */
static enum mk_status read_last(struct reader *reader)
{
	struct tens_view *view = &reader->view;
	json_int_t last = view->last;
	enum mk_status status = json_is_null(json_object_get(reader->json, "last_column"))
					? MK_OK
					: read_number(reader, "last_column", COLUMNS - 1, &last);

	if (status == MK_OK && last < COLUMNS && !(view->core.opened >> last & 1)) {
		return tens_refuse(reader->error, REFUSED_LAST_COLUMN, "/last_column");
	}
	view->last = (uint8_t)last;
	return status;
}

enum mk_status tens_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct reader reader = {.json = json, .error = error};
	struct mk_piles seen;
	json_int_t dealt = NOT_SHOWN;
	enum mk_status status = read_columns(&reader, &seen);

	tens_init_view((struct mk_view *)&reader.view, rules);
	if (status == MK_OK) {
		status = read_number(&reader, "dealt", UINT32_MAX / 2, &dealt);
	}
	if (status == MK_OK) {
		status = take_columns(&reader, &seen, dealt);
	}
	if (status == MK_OK) {
		status = read_deck(&reader);
	}
	if (status == MK_OK) {
		status = check_next(&reader);
	}
	if (status == MK_OK) {
		status = read_last(&reader);
	}
	if (status == MK_OK) {
		memcpy(view, &reader.view, sizeof reader.view);
	}
	return status;
}
