/* Reads and checks the lines of a file of game records. */
#include "games/doppelkopf/records/record.h"

#include "games/doppelkopf/table/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void record_differs(const struct record *record, const char *what, ...)
{
	char text[400];
	va_list arguments;

	va_start(arguments, what);
	vsnprintf(text, sizeof text, what, arguments);
	va_end(arguments);
	record->sum->differences++;
	record->differs(record->owner, record->number, text);
}

/* ---- Members -------------------------------------------------------------------------------- */

const char *record_text(const json_t *json, const char *key)
{
	return json_string_value(json_object_get(json, key));
}

static int number_of(const json_t *json, int missing)
{
	json_int_t number = json_integer_value(json);

	return json_is_integer(json) && number >= -10000 && number <= 10000 ? (int)number : missing;
}

int record_number(const json_t *json, const char *key, int missing)
{
	return number_of(json_object_get(json, key), missing);
}

int record_element(const json_t *array, size_t place, int missing)
{
	return number_of(json_array_get(array, place), missing);
}

const struct mk_rules *record_rules(const char *name)
{
	static const struct {
		const char *name, *preset;
	} sets[] = {{"ddv", "ddv"}, {"house", "freedoko"}, {"nonines", "nonines"}};

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		if (strcmp(sets[i].name, name ? name : "ddv") != 0) {
			continue;
		}
		for (size_t preset = 0; preset < DOKO_PRESETS; preset++) {
			if (strcmp(doko_presets[preset].name, sets[i].preset) == 0) {
				return &doko_presets[preset].rules;
			}
		}
	}
	return NULL;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static const char suits[] = "CSHD", ranks[] = "ATKQJ9";

int record_read_card(const char *text)
{
	const char *suit = text && *text ? strchr(suits, text[0]) : NULL;
	const char *rank = suit && text[1] ? strchr(ranks, text[1]) : NULL;

	if (!rank || (text[2] != '\0' && text[2] != ' ')) {
		return DOKO_NO_KIND;
	}
	return DOKO_KIND((int)(suit - suits), (int)(rank - ranks));
}

bool record_read_cards(const char *text, doko_set *cards)
{
	doko_set read = 0;

	while (text && *text) {
		int kind = record_read_card(text);

		if (kind == DOKO_NO_KIND || doko_copies(read, kind) == 2) {
			return false;
		}
		read = doko_add(read, kind);
		text += 2 + (text[2] == ' ');
	}
	*cards = read;
	return text != NULL;
}

const char *record_card(int kind)
{
	static const char codes[DOKO_KINDS][3] = {"CA", "CT", "CK", "CQ", "CJ", "C9", "SA", "ST",
		"SK", "SQ", "SJ", "S9", "HA", "HT", "HK", "HQ", "HJ", "H9", "DA", "DT", "DK", "DQ",
		"DJ", "D9"};

	return codes[kind];
}

void record_write_cards(doko_set cards, char *text, size_t capacity)
{
	size_t length = 0;

	*text = '\0';
	for (; cards && length + 4 <= capacity; cards &= cards - 1) {
		length += (size_t)snprintf(text + length, capacity - length, "%s%s",
			length ? " " : "", record_card(doko_first(cards)));
	}
}

/* ---- Reservations --------------------------------------------------------------------------- */

void record_reserve(
	const struct record *record, struct doko_world *world, const int said[DOKO_SEATS])
{
	int first = world->table.first;

	for (int i = 0; i < DOKO_SEATS; i++) {
		int seat = (first + i) & 3;
		doko_set hand = world->hand[seat];
		int cards = doko_cards_to_shift(&world->table.rules, hand);

		record->sum->moves++;
		if (!(doko_reservations(&world->table, seat, hand) & 1u << said[seat])) {
			record_differs(
				record, "seat %d: reservation %d is not allowed", seat, said[seat]);
		}
		doko_apply((struct mk_world *)world, doko_reservation(seat, said[seat], cards));
	}
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static bool same_game(const json_t *first, const json_t *other)
{
	const char *name = record_text(other, "game");

	return name && record_text(other, "phase") && strcmp(record_text(first, "game"), name) == 0;
}

/*
 * Checks all steps of one game, which are consecutive records. Returns the index of the next
 * record.
 */
static size_t check_steps(const struct record *record, const json_t *all)
{
	size_t end = record->number;

	while (end < json_array_size(all) && same_game(record->json, json_array_get(all, end))) {
		end++;
	}
	record_check_steps(record, record->number, end, all);
	return end;
}

static void check(const json_t *all, struct mk_record_counts *sum,
	void (*differs)(void *owner, size_t record, const char *what), void *owner)
{
	for (size_t i = 0; i < json_array_size(all);) {
		struct record record = {json_array_get(all, i), i, sum, differs, owner};

		if (record_text(record.json, "phase") && record_text(record.json, "game")) {
			i = check_steps(&record, all);
			continue;
		}
		if (record_text(record.json, "q")) {
			record_check_case(&record);
		} else {
			record_check_game(&record);
		}
		i++;
	}
}

const struct mk_game_records doko_records = {.check = check};
