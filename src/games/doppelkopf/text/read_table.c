/*
 * Reads a reported table: applies its events one by one, so that only a possible course is
 * accepted.
 *
 * Consequences of the events (points, teams, missing suits, the result) are not read.
 */
#include "games/doppelkopf/text/read_table.h"

#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/refusal.h"
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/table_reader.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { PLACE = 96, MAX_HELD = 17 };

const struct json_t *table_reader_member(const struct table_reader *reader, const char *name)
{
	return json_object_get(reader->json, name);
}

enum mk_status table_reader_apply(
	struct table_reader *reader, struct mk_move move, const char *where)
{
	struct mk_error cause;

	move = doko_event_complete(&reader->view, move);
	if (doko_event_check(&reader->view, move, &cause) != MK_OK) {
		return mk_fail_at(reader->error, &cause, where);
	}
	doko_event_apply(&reader->view, move);
	return MK_OK;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static enum mk_status read_trick(struct table_reader *reader, const json_t *trick, const char *base,
	size_t fewest, size_t most)
{
	struct course *course = &reader->course;
	const json_t *cards = json_object_get(trick, "cards"), *card;
	char place[PLACE];
	enum mk_status status;
	size_t i;

	snprintf(place, sizeof place, "%.64s/leader", base);
	status = doko_read_seat(json_object_get(trick, "leader"), place,
		&course->leader[course->count / 4], reader->error);
	if (status != MK_OK) {
		return status;
	}
	snprintf(place, sizeof place, "%.64s/cards", base);
	if (!json_is_array(cards) || json_array_size(cards) < fewest ||
		json_array_size(cards) > most) {
		return mk_fail_expected_in(reader->error, "invalid_type", place,
			fewest > 0 ? MK_WANTED_CARDS_OF : MK_WANTED_CARDS_UP_TO, (long long)most,
			0);
	}
	json_array_foreach(cards, i, card)
	{
		int kind = 0;

		snprintf(place, sizeof place, "%.64s/cards/%zu", base, i);
		status = doko_read_card(card, place, &kind, reader->error);
		if (status != MK_OK) {
			return status;
		}
		course->card[course->count++] = (uint8_t)kind;
	}
	return MK_OK;
}

static enum mk_status read_course(struct table_reader *reader)
{
	const json_t *tricks = table_reader_member(reader, "tricks"),
		     *trick = table_reader_member(reader, "trick"), *one;
	size_t most = reader->view.table.rules.of[NINES] ? 12 : 10, i;
	char place[PLACE];

	memset(reader->course.leader, DOKO_NO_SEAT, sizeof reader->course.leader);
	if (tricks && (!json_is_array(tricks) || json_array_size(tricks) > most)) {
		return mk_fail_expected_in(reader->error, "invalid_type", "/tricks",
			MK_WANTED_LIST_UP_TO, (long long)most, 0);
	}
	json_array_foreach(tricks, i, one)
	{
		enum mk_status status;

		snprintf(place, sizeof place, "/tricks/%zu", i);
		status = read_trick(reader, one, place, 4, 4);
		if (status != MK_OK) {
			return status;
		}
	}
	most = json_array_size(tricks) < most ? 3 : 0;
	return trick ? read_trick(reader, trick, "/trick", 0, most) : MK_OK;
}

/* The JSON pointer of the member `name` in the trick of the card. */
static void trick_place(const struct course *course, int card, const char *name, char place[PLACE])
{
	if (card / 4 < course->count / 4) {
		snprintf(place, PLACE, "/tricks/%d/%.16s", card / 4, name);
	} else {
		snprintf(place, PLACE, "/trick/%.16s", name);
	}
}

/* ---- The dealt hand ------------------------------------------------------------------------- */

static void add_set(int copies[DOKO_KINDS], doko_set cards, int times)
{
	for (; cards; cards &= cards - 1) {
		copies[doko_first(cards)] += times;
	}
}

static bool collect(const int copies[DOKO_KINDS], doko_set *cards)
{
	*cards = 0;
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		if (copies[kind] < 0 || copies[kind] > 2) {
			return false;
		}
		*cards |= copies[kind] == 2 ? DOKO_BOTH(kind) : copies[kind] ? DOKO_ONE(kind) : 0;
	}
	return true;
}

/* Counts the plays of the own seat. A missing leader is the winner of the previous trick. */
static enum mk_status add_own_plays(const struct table_reader *reader, int copies[DOKO_KINDS])
{
	const struct course *course = &reader->course;
	char place[PLACE];

	for (int i = 0; i < course->count; i++) {
		int leader = course->leader[i / 4];

		if (leader == DOKO_NO_SEAT) {
			trick_place(course, i, "leader", place);
			return mk_fail_expected_in(reader->error, "missing_field", place,
				MK_WANTED_NUMBER_IN, 0, DOKO_SEATS - 1);
		}
		copies[course->card[i]] += ((leader + i) & 3) == reader->view.seat;
	}
	return MK_OK;
}

static enum mk_status apply_deal(struct table_reader *reader)
{
	int copies[DOKO_KINDS] = {0};
	int first = (reader->view.sheet.first) & 3, dealer = (first + 3) & 3;
	doko_set hand = 0, dealt;
	enum mk_status status = doko_read_cards(
		table_reader_member(reader, "hand"), "hand", MAX_HELD, &hand, reader->error);

	if (status == MK_OK && table_reader_member(reader, "dealer")) {
		status = doko_read_number(table_reader_member(reader, "dealer"), "/dealer", 0,
			DOKO_SEATS - 1, &dealer, reader->error);
	}
	if (status == MK_OK) {
		status = add_own_plays(reader, copies);
	}
	if (status != MK_OK) {
		return status;
	}
	add_set(copies, hand, 1);
	add_set(copies, reader->exchange.given, 1);
	add_set(copies, reader->exchange.taken, -1);
	if (!collect(copies, &dealt)) {
		return doko_refuse(reader->error, REFUSED_CARD_TOO_OFTEN, "/hand");
	}
	return table_reader_apply(
		reader, doko_pack(doko_blank_move(DOKO_DEAL, (dealer + 1) & 3), dealt), "/hand");
}

/* ---- Reservations --------------------------------------------------------------------------- */

/*
 * The code of a seat's reservation. Without given reservations, that of the soloist is the game
 * type and the others are healthy. NULL if there is no game yet.
 */
static const char *reservation_of(const struct table_reader *reader, int seat)
{
	const json_t *list = table_reader_member(reader, "reservations");
	const char *game = json_string_value(table_reader_member(reader, "game"));
	json_int_t soloist = json_integer_value(table_reader_member(reader, "soloist"));

	if (list) {
		return json_string_value(json_array_get(list, (size_t)seat));
	}
	if (!game && reader->course.count == 0) {
		return NULL;
	}
	return json_is_integer(table_reader_member(reader, "soloist")) && soloist == seat && game
		       ? game
		       : doko_reservation_codes[DOKO_HEALTHY];
}

static enum mk_status apply_reservations(struct table_reader *reader)
{
	const json_t *list = table_reader_member(reader, "reservations");
	enum mk_status status = MK_OK;
	char place[PLACE];

	if (list && json_array_size(list) != DOKO_SEATS) {
		return mk_fail_expected_in(reader->error, "invalid_type", "/reservations",
			MK_WANTED_SLOTS, DOKO_SEATS, 0);
	}
	while (status == MK_OK && reader->view.table.phase == DOKO_RESERVING) {
		int seat = reader->view.table.turn;
		const char *word = reservation_of(reader, seat);
		int said = doko_code_find(doko_reservation_codes, DOKO_RESERVATIONS, word);
		int cards = said == DOKO_RESERVE_POVERTY ? reader->exchange.cards : 0;

		if (!word || doko_has_to_name(&reader->view.table, seat)) {
			return MK_OK; /* the seat has not spoken or named its reservation */
		}
		snprintf(place, sizeof place, "/reservations/%d", seat);
		if (said < 0) {
			return mk_fail_localized(reader->error, MK_MALFORMED, "invalid_value",
				place, &doko_no_such_reservation, NULL, 0);
		}
		status = table_reader_apply(reader, doko_reservation(seat, said, cards), place);
	}
	return status;
}

/* ---- Announcements and cards ---------------------------------------------------------------- */

static enum mk_status apply_announcement(
	struct table_reader *reader, const json_t *one, size_t number)
{
	char place[PLACE];
	struct doko_snapshot said;
	struct mk_error cause;
	enum mk_status status = doko_read_events(one, &said, &cause);

	snprintf(place, sizeof place, "/announcements/%zu", number);
	if (status != MK_OK) {
		return mk_fail_at(reader->error, &cause, place);
	}
	if (said.move[0].kind != DOKO_ANNOUNCE) {
		return mk_fail_localized(reader->error, MK_MALFORMED, "invalid_value", place,
			&doko_no_such_announcement, NULL, 0);
	}
	return table_reader_apply(reader, said.move[0], place);
}

/* Applies the announcements that were made after `played` cards. */
static enum mk_status apply_announcements(struct table_reader *reader, int played)
{
	const json_t *list = table_reader_member(reader, "announcements"), *one;
	enum mk_status status = MK_OK;
	char place[PLACE];
	size_t i;

	json_array_foreach(list, i, one)
	{
		int when = 0;

		snprintf(place, sizeof place, "/announcements/%zu/cards_played", i);
		status = doko_read_number(json_object_get(one, "cards_played"), place, 0,
			reader->course.count, &when, reader->error);
		if (status == MK_OK && when == played) {
			status = apply_announcement(reader, one, i);
		}
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status apply_swines(struct table_reader *reader, int hyper, int played)
{
	static const char *const names[] = {"swines", "hyperswines"};
	static const char *const times[] = {"swines_after", "hyperswines_after"};
	struct mk_move move = doko_blank_move(DOKO_SWINE, DOKO_NO_SEAT);
	int when = 0;
	char place[PLACE];
	enum mk_status status;

	snprintf(place, sizeof place, "/%s", names[hyper]);
	status = doko_read_seat(
		table_reader_member(reader, names[hyper]), place, &move.from, reader->error);
	if (status != MK_OK || move.from == DOKO_NO_SEAT) {
		return status;
	}
	if (table_reader_member(reader, times[hyper])) {
		snprintf(place, sizeof place, "/%s", times[hyper]);
		status = doko_read_number(table_reader_member(reader, times[hyper]), place, 0,
			reader->course.count, &when, reader->error);
	}
	move.to = (uint8_t)hyper;
	return status == MK_OK && when == played ? table_reader_apply(reader, move, place) : status;
}

static enum mk_status apply_sayings(struct table_reader *reader, int played)
{
	enum mk_status status = apply_swines(reader, 0, played);

	if (status == MK_OK) {
		status = apply_swines(reader, 1, played);
	}
	return status == MK_OK ? apply_announcements(reader, played) : status;
}

static enum mk_status apply_card(struct table_reader *reader, int number)
{
	const struct course *course = &reader->course;
	const struct doko_table *table = &reader->view.table;
	char place[PLACE], name[16];

	if (number % 4 == 0 && table->phase == DOKO_PLAYING &&
		course->leader[number / 4] != table->turn) {
		trick_place(course, number, "leader", place);
		return doko_refuse(reader->error, REFUSED_OTHER_LEADER, place);
	}
	snprintf(name, sizeof name, "cards/%d", number % 4);
	trick_place(course, number, name, place);
	return table_reader_apply(
		reader, doko_card_move(DOKO_PLAY, table->turn, course->card[number]), place);
}

/* True if swines may be announced: from the exchange of a poverty on. */
static bool is_announcing(const struct table_reader *reader)
{
	int phase = reader->view.table.phase;

	return phase >= DOKO_SHIFTING && phase <= DOKO_PLAYING;
}

static enum mk_status apply_play(struct table_reader *reader)
{
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < reader->course.count; i++) {
		status = apply_sayings(reader, i);
		if (status == MK_OK) {
			status = apply_card(reader, i);
		}
	}
	return status == MK_OK && is_announcing(reader)
		       ? apply_sayings(reader, reader->course.count)
		       : status;
}

/* ---- The match ------------------------------------------------------------------------------ */

static bool is_phase(const struct table_reader *reader, int phase)
{
	const char *word = json_string_value(table_reader_member(reader, "phase"));

	return word && strcmp(word, doko_phase_codes[phase]) == 0;
}

/*
 * The score table of a finished deal includes it: removes its row, to get the table as it was
 * before.
 */
static void take_back_row(struct table_reader *reader, int soloist)
{
	struct doko_sheet *sheet = &reader->view.sheet;
	const struct doko_row *last;

	if (!is_phase(reader, DOKO_OVER) || sheet->games == 0 || sheet->rows == 0) {
		return;
	}
	last = &sheet->row[--sheet->rows];
	sheet->games--;
	sheet->spent -= last->value > 0 ? last->value : -last->value;
	if (json_is_true(table_reader_member(reader, "mandatory_solo")) && soloist < DOKO_SEATS) {
		sheet->owes[soloist]++;
	}
}

static enum mk_status read_party(struct table_reader *reader)
{
	const char *game = json_string_value(table_reader_member(reader, "game"));
	bool thrown = game && strcmp(game, doko_type_codes[DOKO_THROWN]) == 0;
	uint8_t soloist = DOKO_NO_SEAT;
	int bock = 1;
	enum mk_status status = MK_OK;

	if (table_reader_member(reader, "score_table")) {
		status = doko_read_sheet(table_reader_member(reader, "score_table"),
			&reader->view.table.rules, &reader->view.sheet, reader->error);
	}
	reader->sheet = reader->view.sheet;
	if (status == MK_OK && table_reader_member(reader, "bock")) {
		status = doko_read_number(
			table_reader_member(reader, "bock"), "/bock", 1, 64, &bock, reader->error);
	}
	if (status == MK_OK) {
		status = doko_read_seat(table_reader_member(reader, "soloist"), "/soloist",
			&soloist, reader->error);
	}
	if (status == MK_OK && !thrown) {
		take_back_row(reader, soloist);
	}
	if (bock > 1 || is_phase(reader, DOKO_OVER)) {
		reader->view.sheet.bock[0] = (uint8_t)bock;
	}
	return status;
}

/* If the deal is over, the score table is the given one, in which it is included. */
static void restore_sheet(struct table_reader *reader)
{
	uint8_t first = reader->view.sheet.first;

	if (table_reader_member(reader, "score_table") && is_phase(reader, DOKO_OVER)) {
		reader->view.sheet = reader->sheet;
	} else {
		reader->view.sheet.first = first;
	}
}

/* ---- The whole table ------------------------------------------------------------------------ */

static enum mk_status apply_all(struct table_reader *reader)
{
	enum mk_status status = table_reader_read_exchange(reader);

	if (status == MK_OK) {
		status = read_course(reader);
	}
	if (status == MK_OK) {
		status = apply_deal(reader);
	}
	if (status == MK_OK) {
		status = apply_reservations(reader);
	}
	if (status == MK_OK) {
		status = table_reader_apply_poverty(reader);
	}
	return status == MK_OK ? apply_play(reader) : status;
}

static enum mk_status check_phase(const struct table_reader *reader)
{
	return !table_reader_member(reader, "phase") || is_phase(reader, reader->view.table.phase)
		       ? MK_OK
		       : doko_refuse(reader->error, REFUSED_WRONG_PHASE, "/phase");
}

/*
 * Restores the number of the last event. It is higher than the number of applied events if seats
 * announced a reservation before they named it. An impossible number is ignored.
 */
static void take_number(struct table_reader *reader)
{
	const json_t *json = table_reader_member(reader, "event");
	json_int_t number = json_integer_value(json);
	uint16_t *events = &reader->view.events;

	if (json_is_integer(json) && number > *events && number <= *events + DOKO_SEATS) {
		*events = (uint16_t)number;
	}
}

/* The own seat is required: null is valid only for other members. */
static enum mk_status read_own_seat(struct table_reader *reader)
{
	int seat = 0;
	enum mk_status status = MK_OK;

	if (table_reader_member(reader, "seat")) {
		status = doko_read_number(table_reader_member(reader, "seat"), "/seat", 0,
			DOKO_SEATS - 1, &seat, reader->error);
	}
	reader->view.seat = (uint8_t)seat;
	return status;
}

enum mk_status doko_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct table_reader reader = {.json = json, .error = error};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	doko_init_view((struct mk_view *)&reader.view, rules);
	status = read_own_seat(&reader);
	if (status == MK_OK) {
		status = read_party(&reader);
	}
	if (status == MK_OK && !is_phase(&reader, DOKO_WAITING)) {
		status = apply_all(&reader);
		restore_sheet(&reader);
		take_number(&reader);
	}
	if (status == MK_OK) {
		status = check_phase(&reader);
	}
	if (status == MK_OK) {
		memcpy(view, &reader.view, sizeof reader.view);
	}
	return status;
}
