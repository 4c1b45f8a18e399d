/* Snapshots of take-away: as JSON, {"groups":[3,4,5]}, and on one line, "3,4,5". */
#include "games/take_away/notation.h"

#include "base/json.h"
#include "games/common/line.h"

#include <jansson.h>
#include <stdio.h>
#include <strings.h>

static const struct mk_phrase too_many_groups = MK_PHRASE("There are 1 to 64 groups.",
	"Der er 1 til 64 grupper.", "Es gibt 1 bis 64 Gruppen.", "Υπάρχουν 1 ως 64 ομάδες.");
static const struct mk_phrase too_many_cards =
	MK_PHRASE("A number of cards from {0} to {1} belongs here.",
		"Her skal der stå et antal kort fra {0} til {1}.",
		"Hierhin gehört eine Kartenzahl von {0} bis {1}.",
		"Εδώ μπαίνει πλήθος φύλλων από {0} ως {1}.");

static enum mk_status read_group(const json_t *json, const char *list, size_t group, uint32_t least,
	uint32_t *cards, struct mk_error *error)
{
	struct mk_phrase_arg limits[] = {{.kind = MK_ARG_NUMBER, .number = least},
		{.kind = MK_ARG_NUMBER, .number = GROUP_CARDS}};
	json_int_t number = json_integer_value(json);
	char where[64];

	snprintf(where, sizeof where, "%.30s/%zu", list, group);
	if (!json_is_integer(json)) {
		return mk_fail_expected(error, "invalid_type", where, MK_WANTED_NUMBER);
	}
	if (number < (json_int_t)least || number > GROUP_CARDS) {
		return mk_fail_localized(
			error, MK_IMPOSSIBLE, "invalid_value", where, &too_many_cards, limits, 2);
	}
	*cards = (uint32_t)number;
	return MK_OK;
}

static bool is_unreadable(const json_t *json)
{
	return json_is_string(json) && strcasecmp(json_string_value(json), "UU") == 0;
}

enum mk_status take_away_read_groups(const struct json_t *json, const char *where, uint32_t least,
	bool doubts, uint32_t groups[GROUPS], uint32_t *count, struct mk_error *error)
{
	size_t length = json_array_size(json);

	if (!json_is_array(json)) {
		return mk_fail_expected(
			error, json ? "invalid_type" : "missing_field", where, MK_WANTED_NUMBERS);
	}
	if (length == 0 || length > GROUPS) {
		return mk_fail_localized(error, MK_MALFORMED, "invalid_group_count", where,
			&too_many_groups, NULL, 0);
	}
	for (size_t i = 0; i < length; i++) {
		const json_t *member = json_array_get(json, i);

		if (doubts && is_unreadable(member)) {
			groups[i] = UNREADABLE;
			continue;
		}
		if (read_group(member, where, i, least, &groups[i], error) != MK_OK) {
			return json_is_integer(member) ? MK_IMPOSSIBLE : MK_MALFORMED;
		}
	}
	*count = (uint32_t)length;
	return MK_OK;
}

enum mk_status take_away_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	struct take_away_snapshot snapshot = {.count = 0};
	enum mk_status status = take_away_read_groups(json_object_get(json, "groups"), "/groups", 0,
		true, snapshot.seen, &snapshot.count, error);

	if (status == MK_OK) {
		memcpy(seen, &snapshot, sizeof snapshot);
	}
	return status;
}

void take_away_write_groups(
	struct mk_text *out, const char *key, const uint32_t *groups, unsigned count)
{
	mk_json_open_array(out, key);
	for (unsigned i = 0; i < count; i++) {
		if (groups[i] == UNREADABLE) {
			mk_json_literal(out, NULL, "UU");
		} else {
			mk_json_int(out, NULL, groups[i]);
		}
	}
	mk_json_close_array(out);
}

void take_away_write_snapshot(struct mk_text *out, const char *key, const struct mk_snapshot *seen)
{
	const struct take_away_snapshot *snapshot = (const struct take_away_snapshot *)seen;

	mk_json_open_object(out, key);
	take_away_write_groups(out, "groups", snapshot->seen, snapshot->count);
	mk_json_close_object(out);
}

/* ---- One line ------------------------------------------------------------------------------- */

static const struct mk_phrase no_number =
	MK_PHRASE("A number of cards from 0 to 1000000000 belongs here, or UU.",
		"Her skal der stå et antal kort fra 0 til 1000000000, eller UU.",
		"Hierhin gehört eine Kartenzahl von 0 bis 1000000000, oder UU.",
		"Εδώ μπαίνει πλήθος φύλλων από 0 ως 1000000000, ή UU.");

static enum mk_status bad_slot(struct mk_error *error, unsigned slot)
{
	char where[16];

	snprintf(where, sizeof where, "/%u", slot);
	return mk_fail_localized(error, MK_MALFORMED, "invalid_value", where, &no_number, NULL, 0);
}

/* Reads a number of cards or "UU"; false if it is neither. */
static bool read_slot(struct line_part slot, uint32_t *cards)
{
	uint64_t number = 0;

	if (line_is_word(slot.text, slot.length, "UU")) {
		*cards = UNREADABLE;
		return true;
	}
	for (size_t i = 0; i < slot.length; i++) {
		if (slot.text[i] < '0' || slot.text[i] > '9' || number > GROUP_CARDS) {
			return false;
		}
		number = 10 * number + (uint64_t)(slot.text[i] - '0');
	}
	*cards = (uint32_t)number;
	return slot.length > 0 && number <= GROUP_CARDS;
}

enum mk_status take_away_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct take_away_snapshot snapshot = {.count = 0};
	struct line_part rest = {line, length};
	unsigned count = (unsigned)line_count_slots(rest);

	for (; snapshot.count < count; snapshot.count++) {
		if (snapshot.count == GROUPS) {
			return mk_fail_localized(error, MK_MALFORMED, "invalid_group_count", "",
				&too_many_groups, NULL, 0);
		}
		if (!read_slot(line_take_slot(&rest), &snapshot.seen[snapshot.count])) {
			return bad_slot(error, snapshot.count);
		}
	}
	memcpy(seen, &snapshot, sizeof snapshot);
	return MK_OK;
}

void take_away_write_line(struct mk_text *out, const struct mk_snapshot *seen)
{
	const struct take_away_snapshot *snapshot = (const struct take_away_snapshot *)seen;

	for (unsigned i = 0; i < snapshot->count; i++) {
		if (i > 0) {
			mk_text_char(out, ',');
		}
		if (snapshot->seen[i] == UNREADABLE) {
			mk_text_put(out, "UU");
		} else {
			mk_text_int(out, snapshot->seen[i]);
		}
	}
}
