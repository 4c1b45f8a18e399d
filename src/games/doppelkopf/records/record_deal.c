/* The reservations and the game type of a recorded deal. */
#include "games/doppelkopf/records/record_deal.h"

#include "games/doppelkopf/table/table.h"

#include <stdio.h>
#include <string.h>

/* Names in the sources; solos from a reservation round begin with "solo". */
static const struct {
	const char *name;
	int reservation;
} names[] = {
	{"normal", DOKO_HEALTHY},
	{"silent solo", DOKO_HEALTHY},
	{"marriage", DOKO_MARRIAGE_FOREIGN},
	{"marriage solo", DOKO_MARRIAGE_FOREIGN},
	{"poverty", DOKO_RESERVE_POVERTY},
	{"clubs solo", DOKO_RESERVE_SOLO},
	{"solo club", DOKO_RESERVE_SOLO},
	{"spades solo", DOKO_RESERVE_SOLO + 1},
	{"solo spade", DOKO_RESERVE_SOLO + 1},
	{"hearts solo", DOKO_RESERVE_SOLO + 2},
	{"solo heart", DOKO_RESERVE_SOLO + 2},
	{"diamonds solo", DOKO_RESERVE_SOLO + 3},
	{"solo diamond", DOKO_RESERVE_SOLO + 3},
	{"queens solo", DOKO_RESERVE_SOLO + 4},
	{"solo queen", DOKO_RESERVE_SOLO + 4},
	{"jacks solo", DOKO_RESERVE_SOLO + 5},
	{"solo jack", DOKO_RESERVE_SOLO + 5},
	{"aces solo", DOKO_RESERVE_SOLO + 6},
	{"solo meatless", DOKO_RESERVE_SOLO + 6},
	{"solo king", DOKO_RESERVE_SOLO + 7},
	{"solo queen-jack", DOKO_RESERVE_SOLO + 8},
	{"solo king-jack", DOKO_RESERVE_SOLO + 9},
	{"solo king-queen", DOKO_RESERVE_SOLO + 10},
	{"solo koehler", DOKO_RESERVE_SOLO + 11},
};
enum { NAMES = sizeof names / sizeof *names };

static const struct {
	const char *name;
	int reservation;
} selectors[] = {
	{"first foreign", DOKO_MARRIAGE_FOREIGN},
	{"first color", DOKO_MARRIAGE_COLOUR},
	{"first club", DOKO_MARRIAGE_CLUBS},
	{"first spade", DOKO_MARRIAGE_SPADES},
	{"first heart", DOKO_MARRIAGE_HEARTS},
	{"first trump", DOKO_MARRIAGE_TRUMPS},
};
enum { SELECTORS = sizeof selectors / sizeof *selectors };

static int find_reservation(const struct record *record, const char *name, const char *selector)
{
	for (int i = 0; name && selector && i < SELECTORS; i++) {
		if (strcmp(name, "marriage") == 0 && strcmp(selectors[i].name, selector) == 0) {
			return selectors[i].reservation;
		}
	}
	for (int i = 0; name && i < NAMES; i++) {
		if (strcmp(names[i].name, name) == 0) {
			return names[i].reservation;
		}
	}
	if (name && strncmp(name, "thrown", 6) == 0) {
		return DOKO_RESERVE_THROW;
	}
	record_differs(record, "there is no reservation '%.30s'", name ? name : "");
	return DOKO_HEALTHY;
}

/* Without a recorded round, the soloist has reserved and all others are healthy. */
static void follow_type(const struct record *record, int said[DOKO_SEATS])
{
	int solo = record_number(record->json, "solo", -1);
	const char *type = record_text(record->json, "type");

	if (solo >= 0 && solo < DOKO_SEATS) {
		said[solo] = find_reservation(record, type, NULL);
	}
}

void record_follow_reservations(const struct record *record, struct doko_world *world)
{
	const json_t *all = json_object_get(record->json, "res"), *one;
	int said[DOKO_SEATS] = {DOKO_HEALTHY, DOKO_HEALTHY, DOKO_HEALTHY, DOKO_HEALTHY};
	size_t i;

	json_array_foreach(all, i, one)
	{
		said[record_element(one, 0, 0) & 3] =
			find_reservation(record, json_string_value(json_array_get(one, 1)),
				json_string_value(json_array_get(one, 2)));
	}
	if (!all) {
		follow_type(record, said);
	}
	record_reserve(record, world, said);
}

/* The game type that results from find_reservation() of the recorded type. */
static int type_of(int reservation)
{
	if (doko_is_solo_reservation(reservation)) {
		return doko_solo_type(reservation);
	}
	if (reservation == DOKO_RESERVE_POVERTY) {
		return DOKO_POVERTY;
	}
	return doko_is_marriage(reservation) ? DOKO_MARRIAGE : DOKO_NORMAL;
}

bool record_check_type(const struct record *record, const struct doko_world *world)
{
	const struct doko_table *table = &world->table;
	const char *type = record_text(record->json, "type");
	int wanted = record_text(record->json, "thrown")
			     ? DOKO_THROWN
			     : type_of(find_reservation(record, type, NULL));

	if (table->type != wanted) {
		record_differs(record, "the game is of kind %d, recorded: %d", table->type, wanted);
		return false;
	}
	if (wanted != DOKO_THROWN && table->phase != DOKO_PLAYING) {
		record_differs(record, "the first trick cannot begin yet");
		return false;
	}
	return wanted != DOKO_THROWN;
}
