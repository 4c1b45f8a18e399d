/*
 * What is seen of 10-20-30: {"dealt":"7H"} or {"columns":[["7H","KD"],...],"deck_left":38}; on one
 * line "7H", or the columns, cards apart by blanks: "7H KD,5C,...", "-" for an empty one.
 */
#include "games/ten_twenty_thirty/notation.h"

#include "base/json.h"
#include "games/common/move_error.h"
#include "games/ten_twenty_thirty/sighting.h"

#include <jansson.h>
#include <stdio.h>
#include <strings.h>

struct reader {
	struct tens_sighting seen;
	mk_cards told;
	struct mk_error *error;
};

static const struct mk_phrase other_line =
	MK_PHRASE("The line is the card that was dealt, or seven columns.",
		"Linjen er kortet, der blev lagt, eller syv søjler.",
		"Die Zeile ist die ausgelegte Karte, oder sieben Spalten.",
		"Η γραμμή είναι το φύλλο που μοιράστηκε, ή επτά στήλες.");
static const struct mk_phrase other_columns = MK_PHRASE("There are seven columns.",
	"Der er syv søjler.", "Es gibt sieben Spalten.", "Υπάρχουν επτά στήλες.");

static enum mk_status bad(const struct reader *reader, enum mk_status status, const char *code,
	const char *where, const char *what)
{
	return mk_fail(reader->error, status, code, where, "%s", what);
}

/* A card, "UU" or "BACK". */
static enum mk_status read_slot(
	struct reader *reader, const char *word, size_t length, const char *where, uint8_t *slot)
{
	if (length == 2 && strncasecmp(word, "UU", 2) == 0) {
		*slot = SLOT_UNREADABLE;
		return MK_OK;
	}
	if (length == 4 && strncasecmp(word, "BACK", 4) == 0) {
		*slot = SLOT_KNOWN;
		return MK_OK;
	}
	*slot = mk_card_read(word, length);
	if (*slot == MK_NO_CARD) {
		return mk_fail_bad_card(reader->error, where, word, length);
	}
	if (reader->told >> *slot & 1) {
		return move_error_duplicate_card(reader->error, where, *slot);
	}
	reader->told |= MK_CARD_BIT(*slot);
	return MK_OK;
}

static enum mk_status read_column(struct reader *reader, const json_t *json, int column)
{
	struct tens_sighting *seen = &reader->seen;
	char where[48];

	snprintf(where, sizeof where, "/columns/%d", column);
	if (!json_is_array(json)) {
		return bad(reader, MK_MALFORMED, "invalid_type", where, "must be a list of cards");
	}
	if (json_array_size(json) > MK_DECK) {
		return bad(reader, MK_MALFORMED, "invalid_slot_count", where, "there are 52 cards");
	}
	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *member = json_array_get(json, i);
		enum mk_status status;

		snprintf(where, sizeof where, "/columns/%d/%zu", column, i);
		if (!json_is_string(member)) {
			return mk_fail_expected(
				reader->error, "invalid_type", where, MK_WANTED_CARD);
		}
		status = read_slot(reader, json_string_value(member), json_string_length(member),
			where, &seen->column[column][seen->count[column]++]);
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status check_total(const struct reader *reader)
{
	int total = 0;

	for (int column = 0; column < COLUMNS; column++) {
		total += reader->seen.count[column];
	}
	return total <= MK_DECK ? MK_OK
				: bad(reader, MK_MALFORMED, "invalid_slot_count", "/columns",
					  "there are 52 cards");
}

static enum mk_status read_left(struct reader *reader, const json_t *json)
{
	json_int_t left = json_integer_value(json);

	if (!json) {
		return MK_OK;
	}
	if (!json_is_integer(json) || left < 0 || left > MK_DECK) {
		return bad(reader, MK_MALFORMED, "invalid_value", "/deck_left",
			"must be a number from 0 to 52");
	}
	reader->seen.left = (int8_t)left;
	return MK_OK;
}

static enum mk_status read_columns(struct reader *reader, const json_t *json)
{
	const json_t *columns = json_object_get(json, "columns");
	enum mk_status status = MK_OK;

	if (!json_is_array(columns) || json_array_size(columns) != COLUMNS) {
		return bad(reader, MK_MALFORMED, columns ? "invalid_slot_count" : "missing_field",
			"/columns", "seven columns are wanted");
	}
	for (int column = 0; column < COLUMNS && status == MK_OK; column++) {
		status = read_column(reader, json_array_get(columns, (size_t)column), column);
	}
	if (status == MK_OK) {
		status = check_total(reader);
	}
	return status == MK_OK ? read_left(reader, json_object_get(json, "deck_left")) : status;
}

static enum mk_status read_dealt(struct reader *reader, const json_t *dealt)
{
	if (!json_is_string(dealt)) {
		return mk_fail_expected(reader->error, "invalid_type", "/dealt", MK_WANTED_CARD);
	}
	reader->seen.dealt = mk_card_read(json_string_value(dealt), json_string_length(dealt));
	return reader->seen.dealt != MK_NO_CARD
		       ? MK_OK
		       : mk_fail_bad_card(reader->error, "/dealt", json_string_value(dealt),
				 json_string_length(dealt));
}

enum mk_status tens_read_columns(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	struct reader reader = {.seen = {.left = LEFT_NOT_SEEN}, .error = error};
	enum mk_status status = read_columns(&reader, json);

	if (status == MK_OK) {
		memcpy(seen, &reader.seen, sizeof reader.seen);
	}
	return status;
}

enum mk_status tens_read_sighting(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	struct reader reader = {.seen = {.left = LEFT_NOT_SEEN}, .error = error};
	const json_t *dealt = json_object_get(json, "dealt");
	enum mk_status status;

	if (!dealt) {
		return tens_read_columns(json, seen, error);
	}
	status = read_dealt(&reader, dealt);
	if (status == MK_OK && json_object_get(json, "columns")) {
		status = bad(&reader, MK_MALFORMED, "invalid_value", "/columns",
			"must have either dealt or columns");
	}
	if (status == MK_OK) {
		memcpy(seen, &reader.seen, sizeof reader.seen);
	}
	return status;
}

static const char *slot_code(uint8_t slot)
{
	return slot == SLOT_UNREADABLE ? "UU" : slot == SLOT_KNOWN ? "BACK" : mk_card_code(slot);
}

void tens_write_sighting(struct mk_text *out, const char *key, const struct mk_snapshot *sighting)
{
	const struct tens_sighting *seen = (const struct tens_sighting *)sighting;

	mk_json_open_object(out, key);
	if (seen->dealt != MK_NO_CARD) {
		mk_json_literal(out, "dealt", mk_card_code(seen->dealt));
		mk_json_close_object(out);
		return;
	}
	mk_json_open_array(out, "columns");
	for (int column = 0; column < COLUMNS; column++) {
		mk_json_open_array(out, NULL);
		for (int i = 0; i < seen->count[column]; i++) {
			mk_json_literal(out, NULL, slot_code(seen->column[column][i]));
		}
		mk_json_close_array(out);
	}
	mk_json_close_array(out);
	if (seen->left != LEFT_NOT_SEEN) {
		mk_json_int(out, "deck_left", seen->left);
	}
	mk_json_close_object(out);
}

/* ---- One line ------------------------------------------------------------------------------- */

static bool is_blank(char letter)
{
	return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

/* The cards of one column, apart by blanks. */
static enum mk_status read_words(
	struct reader *reader, const char *text, const char *end, int column)
{
	struct tens_sighting *seen = &reader->seen;
	char where[16];

	snprintf(where, sizeof where, "/%d", column);
	while (text < end) {
		const char *word = text;
		enum mk_status status;

		if (is_blank(*text)) {
			text++;
			continue;
		}
		while (text < end && !is_blank(*text)) {
			text++;
		}
		if (text - word == 1 && *word == '-') {
			continue;
		}
		if (seen->count[column] == MK_DECK) {
			return bad(reader, MK_MALFORMED, "invalid_slot_count", where,
				"there are 52 cards");
		}
		status = read_slot(reader, word, (size_t)(text - word), where,
			&seen->column[column][seen->count[column]++]);
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status read_one(struct reader *reader, const char *line, size_t length)
{
	enum mk_status status = read_words(reader, line, line + length, 0);

	if (status != MK_OK) {
		return status;
	}
	if (reader->seen.count[0] != 1 || !mk_is_card(reader->seen.column[0][0])) {
		return mk_fail_localized(
			reader->error, MK_MALFORMED, "invalid_line", "", &other_line, NULL, 0);
	}
	reader->seen.dealt = reader->seen.column[0][0];
	reader->seen.count[0] = 0;
	reader->seen.column[0][0] = MK_NO_CARD;
	return MK_OK;
}

static enum mk_status read_seven(struct reader *reader, const char *line, const char *end)
{
	enum mk_status status = MK_OK;
	int commas = 0;

	for (const char *at = line; at < end; at++) {
		commas += *at == ',';
	}
	if (commas != COLUMNS - 1) {
		return mk_fail_localized(reader->error, MK_MALFORMED, "invalid_slot_count", "",
			&other_columns, NULL, 0);
	}
	for (int column = 0; column < COLUMNS && status == MK_OK; column++) {
		const char *comma = memchr(line, ',', (size_t)(end - line));

		status = read_words(reader, line, comma ? comma : end, column);
		line = comma ? comma + 1 : end;
	}
	return status == MK_OK ? check_total(reader) : status;
}

enum mk_status tens_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct reader reader = {.seen = {.left = LEFT_NOT_SEEN}, .error = error};
	enum mk_status status = memchr(line, ',', length) ? read_seven(&reader, line, line + length)
							  : read_one(&reader, line, length);

	if (status == MK_OK) {
		memcpy(seen, &reader.seen, sizeof reader.seen);
	}
	return status;
}

void tens_write_line(struct mk_text *out, const struct mk_snapshot *sighting)
{
	const struct tens_sighting *seen = (const struct tens_sighting *)sighting;

	if (seen->dealt != MK_NO_CARD) {
		mk_text_put(out, mk_card_code(seen->dealt));
		return;
	}
	for (int column = 0; column < COLUMNS; column++) {
		mk_text_put(out, column ? "," : "");
		mk_text_put(out, seen->count[column] ? "" : "-");
		for (int i = 0; i < seen->count[column]; i++) {
			mk_text_put(out, i ? " " : "");
			mk_text_put(out, slot_code(seen->column[column][i]));
		}
	}
}

void tens_write_place(struct mk_text *out, int position)
{
	if (position == DECK_POSITION) {
		mk_text_put(out, "/deck_left");
	} else {
		mk_text_put(out, "/columns/");
		mk_text_int(out, position);
	}
}
