/* Replays recorded Doppelkopf games and compares them with the recorded results. */
#ifndef GAMES_DOPPELKOPF_RECORDS_RECORD_H
#define GAMES_DOPPELKOPF_RECORDS_RECORD_H

#include "games/common/camera_sim.h"
#include "games/doppelkopf/knowledge/world.h"

#include <jansson.h>

extern const struct mk_game_records doko_records;

/* The record that is checked, and the receiver of the differences. */
struct record {
	const json_t *json;
	size_t number;
	struct mk_record_counts *sum;
	void (*differs)(void *owner, size_t record, const char *what);
	void *owner;
};

/* Reports a difference. */
void record_differs(const struct record *record, const char *what, ...)
	__attribute__((format(printf, 2, 3)));

/* Checks a recorded deal from the reservations to the score. */
void record_check_game(const struct record *record);

/* Checks one recorded question about scoring. */
void record_check_case(const struct record *record);

/*
 * Checks the steps of one game, `first` to `end` - 1 of the array, with the recorded legal moves.
 */
void record_check_steps(const struct record *record, size_t first, size_t end, const json_t *all);

/* The options of a named rule set; NULL if the name is unknown. */
const struct mk_rules *record_rules(const char *name);

/* Members of an object; NULL or `missing` if they are missing or of another type. */
const char *record_text(const json_t *json, const char *key);
int record_number(const json_t *json, const char *key, int missing);

/* An element of an array as a number. */
int record_element(const json_t *array, size_t place, int missing);

/* Reads "CA D9 ..." as a set. False for an invalid card and for a card that occurs three times. */
bool record_read_cards(const char *text, doko_set *cards);
int record_read_card(const char *text);

/* The code of a card in the records, such as "CA". Static text. */
const char *record_card(int kind);

/* Writes a set the same way. */
void record_write_cards(doko_set cards, char *text, size_t capacity);

/*
 * Applies the reservations of all seats, in the order of speaking, to a fresh world; `said` is by
 * seat, with the values of enum doko_reservation. A reservation that is not allowed is a
 * difference.
 */
void record_reserve(
	const struct record *record, struct doko_world *world, const int said[DOKO_SEATS]);

#endif
