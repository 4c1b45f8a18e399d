/*
 * Snapshots of 10-20-30: all columns in the library's form for piles, or the dealt card alone,
 * {"dealt":"7H"} or the line "7H".
 */
#include "games/ten_twenty_thirty/notation.h"

#include "base/json.h"
#include "games/common/line.h"
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include <jansson.h>

static const struct mk_phrase other_line =
	MK_PHRASE("The line is the card that was dealt, or seven columns.",
		"Linjen er kortet, der blev lagt, eller syv kolonner.",
		"Die Zeile ist die ausgelegte Karte, oder sieben Spalten.",
		"Η γραμμή είναι το φύλλο που μοιράστηκε, ή επτά στήλες.");

const struct mk_pile_kind tens_piles[] = {
	{.name = "columns",
		.title = MK_PHRASE("Column", "Kolonne", "Spalte", "Στήλη"),
		.titles = MK_PHRASE("Columns", "Kolonner", "Spalten", "Στήλες"),
		.first = 0,
		.count = COLUMNS,
		.content = MK_PILE_CARDS,
		.max = MK_DECK},
	{.name = "deck_left",
		.title = MK_PHRASE("Deck", "Bunke", "Stapel", "Τράπουλα"),
		.first = DECK_POSITION,
		.count = 1,
		.single = true,
		.content = MK_PILE_NUMBER,
		.max = MK_DECK,
		.optional = true},
	{0},
};

void tens_pile(const struct mk_view *view, int position, struct mk_pile *pile)
{
	const struct core *core = &view_of(view)->core;

	pile->count = position == DECK_POSITION ? core->left : core->count[position];
	for (int i = 0; position < COLUMNS && i < core->count[position]; i++) {
		pile->card[i] = core_card(core, position, i);
	}
}

/* Writes a snapshot of a dealt card with nothing else visible. */
static void see_dealt(struct mk_snapshot *seen, mk_card card)
{
	struct mk_piles *piles = (struct mk_piles *)seen;

	memset(piles, 0, sizeof *piles);
	piles->pile[DECK_POSITION].count = MK_PILE_UNSEEN;
	piles->pile[DEALT_POSITION] = (struct mk_pile){.count = 1, .card = {card}};
}

static enum mk_status check_total(const struct mk_piles *piles, struct mk_error *error)
{
	uint32_t total = 0;

	for (int column = 0; column < COLUMNS; column++) {
		total += piles->pile[column].count;
	}
	return total <= MK_DECK ? MK_OK
				: mk_fail_expected_in(error, "invalid_slot_count", "/columns",
					  MK_WANTED_SLOT_COUNT, MK_DECK, total);
}

/* Takes over the columns that were read. */
static enum mk_status take_piles(enum mk_status status, const struct mk_piles *piles,
	struct mk_snapshot *seen, struct mk_error *error)
{
	if (status == MK_OK) {
		status = check_total(piles, error);
	}
	if (status == MK_OK) {
		memcpy(seen, piles, sizeof *piles);
	}
	return status;
}

static const struct mk_phrase one_of_two = MK_PHRASE("Give either dealt or columns, not both.",
	"Angiv enten dealt eller columns, ikke begge dele.",
	"Gib entweder dealt oder columns an, nicht beides.",
	"Δώσε ή dealt ή columns, όχι και τα δύο.");

enum mk_status tens_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	const json_t *dealt = json_object_get(json, "dealt");
	struct mk_piles piles;
	mk_card card;

	if (!dealt) {
		return take_piles(mk_piles_read(&ten_twenty_thirty_game, json, &piles, error),
			&piles, seen, error);
	}
	if (!json_is_string(dealt)) {
		return mk_fail_expected(error, "invalid_type", "/dealt", MK_WANTED_CARD);
	}
	card = mk_card_read(json_string_value(dealt), json_string_length(dealt));
	if (card == MK_NO_CARD) {
		return mk_fail_bad_card(
			error, "/dealt", json_string_value(dealt), json_string_length(dealt));
	}
	if (json_object_get(json, "columns")) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", "/columns", &one_of_two, NULL, 0);
	}
	see_dealt(seen, card);
	return MK_OK;
}

void tens_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen)
{
	mk_json_open_object(out, key);
	if (tens_dealt(seen) != MK_NO_CARD) {
		mk_json_literal(out, "dealt", mk_card_code(tens_dealt(seen)));
	} else {
		mk_piles_write(out, tens_piles, (const struct mk_piles *)seen);
	}
	mk_json_close_object(out);
}

enum mk_status tens_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct line_part rest = {line, length}, slot, word;
	struct mk_piles piles;
	mk_card card;

	if (line_count_slots(rest) > 1) {
		return take_piles(
			mk_piles_read_line(&ten_twenty_thirty_game, line, length, &piles, error),
			&piles, seen, error);
	}
	slot = line_take_slot(&rest);
	if (!line_take_word(&slot, &word) || slot.length > 0) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_line", "", &other_line, NULL, 0);
	}
	card = mk_card_read(word.text, word.length);
	if (card == MK_NO_CARD) {
		return mk_fail_bad_card(error, "/0", word.text, word.length);
	}
	see_dealt(seen, card);
	return MK_OK;
}

void tens_write_line(struct mk_text *out, const struct mk_snapshot *seen)
{
	if (tens_dealt(seen) != MK_NO_CARD) {
		mk_text_put(out, mk_card_code(tens_dealt(seen)));
	} else {
		mk_piles_write_line(out, tens_piles, (const struct mk_piles *)seen);
	}
}
