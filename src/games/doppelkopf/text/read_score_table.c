/* Reads the score table of a match in progress. */
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/read_table.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { PLACE = 96, MAX_SUM = 1000000, MAX_POINTS = 10000, MAX_BOCK = 64 };

enum mk_status doko_read_seat(
	const struct json_t *json, const char *where, uint8_t *seat, struct mk_error *error)
{
	int read = DOKO_NO_SEAT;
	enum mk_status status = !json || json_is_null(json) ? MK_OK
							    : doko_read_number(json, where, 0,
								      DOKO_SEATS - 1, &read, error);

	if (status == MK_OK && json) {
		*seat = (uint8_t)read;
	}
	return status;
}

static const struct mk_phrase no_such_game = MK_PHRASE("There is no such game.",
	"Det spil findes ikke.", "Dieses Spiel gibt es nicht.", "Δεν υπάρχει τέτοιο παιχνίδι.");

static enum mk_status bad_list(struct mk_error *error, const char *where, int most)
{
	return mk_fail_expected_in(error, "invalid_type", where, MK_WANTED_LIST_UP_TO, most, 0);
}

/* Reads an optional number; `*number` is unchanged if it is missing. */
static enum mk_status read_optional(const json_t *json, const char *where, int least, int most,
	int *number, struct mk_error *error)
{
	return json ? doko_read_number(json, where, least, most, number, error) : MK_OK;
}

/* Reads one number per seat. */
static enum mk_status read_four(const json_t *list, const char *where, int most,
	int number[DOKO_SEATS], struct mk_error *error)
{
	enum mk_status status = MK_OK;
	char place[PLACE];

	if (json_array_size(list) != DOKO_SEATS) {
		return mk_fail_expected_in(
			error, "invalid_type", where, MK_WANTED_NUMBERS_OF, DOKO_SEATS, 0);
	}
	for (size_t seat = 0; status == MK_OK && seat < DOKO_SEATS; seat++) {
		snprintf(place, sizeof place, "%.64s/%zu", where, seat);
		status = doko_read_number(
			json_array_get(list, seat), place, -most, most, &number[seat], error);
	}
	return status;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static enum mk_status read_re(
	const json_t *list, const char *where, uint8_t *re, struct mk_error *error)
{
	enum mk_status status = MK_OK;
	const json_t *member;
	char place[PLACE];
	size_t i;

	if (!json_is_array(list) || json_array_size(list) > DOKO_SEATS) {
		return bad_list(error, where, DOKO_SEATS);
	}
	*re = 0;
	json_array_foreach(list, i, member)
	{
		int seat = 0;

		snprintf(place, sizeof place, "%.64s/%zu", where, i);
		status = doko_read_number(member, place, 0, DOKO_SEATS - 1, &seat, error);
		if (status != MK_OK) {
			return status;
		}
		*re |= (uint8_t)(1 << seat);
	}
	return MK_OK;
}

static enum mk_status read_type(
	const json_t *json, const char *where, uint8_t *type, struct mk_error *error)
{
	int found = doko_code_find(doko_type_codes, DOKO_TYPES, json_string_value(json));

	if (found < 0) {
		return mk_fail_localized(
			error, MK_MALFORMED, "invalid_value", where, &no_such_game, NULL, 0);
	}
	*type = (uint8_t)found;
	return MK_OK;
}

static enum mk_status read_points(
	const json_t *json, const char *where, struct doko_row *row, struct mk_error *error)
{
	int points[DOKO_SEATS];
	enum mk_status status = read_four(json, where, MAX_POINTS, points, error);

	for (int seat = 0; status == MK_OK && seat < DOKO_SEATS; seat++) {
		row->points[seat] = (int16_t)points[seat];
	}
	return status;
}

/* A member of a row, and its JSON pointer. */
static const json_t *part(const json_t *row, const char *base, const char *name, char place[PLACE])
{
	snprintf(place, PLACE, "%.64s/%.20s", base, name);
	return json_object_get(row, name);
}

static enum mk_status read_row(
	const json_t *json, const char *base, struct doko_row *row, struct mk_error *error)
{
	int value = 0, bock = 1;
	char at[PLACE];
	const json_t *member = part(json, base, "game", at);
	enum mk_status status = read_type(member, at, &row->type, error);

	row->soloist = DOKO_NO_SEAT;
	if (status == MK_OK) {
		member = part(json, base, "soloist", at);
		status = doko_read_seat(member, at, &row->soloist, error);
	}
	if (status == MK_OK) {
		member = part(json, base, "re", at);
		status = read_re(member, at, &row->re, error);
	}
	if (status == MK_OK) {
		member = part(json, base, "value", at);
		status = read_optional(member, at, -MAX_POINTS, MAX_POINTS, &value, error);
	}
	if (status == MK_OK) {
		member = part(json, base, "bock", at);
		status = read_optional(member, at, 1, MAX_BOCK, &bock, error);
	}
	row->value = (int16_t)value;
	row->bock = (uint8_t)bock;
	member = part(json, base, "points", at);
	return status == MK_OK ? read_points(member, at, row, error) : status;
}

static enum mk_status read_rows(
	const json_t *list, struct doko_sheet *sheet, struct mk_error *error)
{
	const json_t *member;
	char place[PLACE];
	size_t i;

	if (!list) {
		return MK_OK;
	}
	if (!json_is_array(list) || json_array_size(list) > DOKO_MAX_ROWS) {
		return bad_list(error, "/score_table/rows", DOKO_MAX_ROWS);
	}
	json_array_foreach(list, i, member)
	{
		struct doko_row *row = &sheet->row[sheet->rows++];
		enum mk_status status;

		snprintf(place, sizeof place, "/score_table/rows/%zu", i);
		status = read_row(member, place, row, error);
		if (status != MK_OK) {
			return status;
		}
		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			sheet->sum[seat] += row->points[seat];
		}
		sheet->spent += row->value > 0 ? row->value : -row->value;
	}
	return MK_OK;
}

/* ---- Other members -------------------------------------------------------------------------- */

static enum mk_status read_sums(
	const json_t *list, struct doko_sheet *sheet, struct mk_error *error)
{
	int sum[DOKO_SEATS];
	enum mk_status status;

	if (!list) {
		return MK_OK;
	}
	status = read_four(list, "/score_table/sums", MAX_SUM, sum, error);
	for (int seat = 0; status == MK_OK && seat < DOKO_SEATS; seat++) {
		sheet->sum[seat] = sum[seat];
	}
	return status;
}

static enum mk_status read_soli(const json_t *list, const struct doko_rules *rules,
	struct doko_sheet *sheet, struct mk_error *error)
{
	static const char where[] = "/score_table/mandatory_soli_left";
	int owes[DOKO_SEATS];
	enum mk_status status;

	if (!list) {
		return MK_OK;
	}
	status = read_four(list, where, rules->of[DUTY_SOLI], owes, error);
	for (int seat = 0; status == MK_OK && seat < DOKO_SEATS; seat++) {
		if (owes[seat] < 0) {
			return mk_fail_expected_in(error, "invalid_value", where,
				MK_WANTED_NUMBER_IN, 0, rules->of[DUTY_SOLI]);
		}
		sheet->owes[seat] = (uint8_t)owes[seat];
	}
	return status;
}

static enum mk_status read_bock(
	const json_t *list, struct doko_sheet *sheet, struct mk_error *error)
{
	enum mk_status status = MK_OK;
	const json_t *member;
	char place[PLACE];
	size_t i;

	if (!list) {
		return MK_OK;
	}
	if (!json_is_array(list) || json_array_size(list) > DOKO_MAX_ROWS) {
		return bad_list(error, "/score_table/bock_games", DOKO_MAX_ROWS);
	}
	json_array_foreach(list, i, member)
	{
		int times = 0;

		snprintf(place, sizeof place, "/score_table/bock_games/%zu", i);
		status = doko_read_number(member, place, 0, MAX_BOCK, &times, error);
		if (status != MK_OK) {
			return status;
		}
		sheet->bock[i] = (uint8_t)times;
	}
	return MK_OK;
}

/* Reads the number of games played: at least the number of rows, at most the games of the match. */
static enum mk_status read_games(const json_t *json, const struct doko_rules *rules,
	struct doko_sheet *sheet, struct mk_error *error)
{
	int games = sheet->rows;
	int most = rules->of[GAMES] ? rules->of[GAMES] : UINT16_MAX;
	enum mk_status status =
		read_optional(json, "/score_table/games", sheet->rows, most, &games, error);

	sheet->games = (uint16_t)games;
	return status;
}

enum mk_status doko_read_sheet(const struct json_t *json, const struct doko_rules *rules,
	struct doko_sheet *sheet, struct mk_error *error)
{
	int dealer = (sheet->first + 3) & 3, spent;
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "/score_table", MK_WANTED_OBJECT);
	}
	status = read_rows(json_object_get(json, "rows"), sheet, error);
	spent = sheet->spent;
	if (status == MK_OK) {
		status = read_sums(json_object_get(json, "sums"), sheet, error);
	}
	if (status == MK_OK) {
		status = read_games(json_object_get(json, "games"), rules, sheet, error);
	}
	if (status == MK_OK) {
		status = read_soli(
			json_object_get(json, "mandatory_soli_left"), rules, sheet, error);
	}
	if (status == MK_OK) {
		status = read_bock(json_object_get(json, "bock_games"), sheet, error);
	}
	if (status == MK_OK) {
		status = read_optional(json_object_get(json, "points_played"),
			"/score_table/points_played", 0, MAX_SUM, &spent, error);
	}
	if (status == MK_OK) {
		status = read_optional(json_object_get(json, "next_dealer"),
			"/score_table/next_dealer", 0, DOKO_SEATS - 1, &dealer, error);
	}
	sheet->spent = spent;
	sheet->first = (uint8_t)((dealer + 1) & 3);
	return status;
}
