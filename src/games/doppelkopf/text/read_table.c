/*
 * Reads a reported table: its events are applied again one by one, so that only a possible course
 * is accepted.
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

enum { PLACE = 96, MOST_HELD = 17 };

const struct json_t *teller_member(const struct teller *teller, const char *name)
{
	return json_object_get(teller->json, name);
}

enum mk_status teller_tell(struct teller *teller, struct mk_move move, const char *where)
{
	struct mk_error cause;

	move = doko_event_complete(&teller->view, move);
	if (doko_event_check(&teller->view, move, &cause) != MK_OK) {
		return mk_fail_at(teller->error, &cause, where);
	}
	doko_event_apply(&teller->view, move);
	return MK_OK;
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static enum mk_status read_trick(
	struct teller *teller, const json_t *trick, const char *base, size_t fewest, size_t most)
{
	struct course *course = &teller->course;
	const json_t *cards = json_object_get(trick, "cards"), *card;
	char place[PLACE];
	enum mk_status status;
	size_t i;

	snprintf(place, sizeof place, "%.64s/leader", base);
	status = doko_read_seat(json_object_get(trick, "leader"), place,
		&course->leader[course->count / 4], teller->error);
	if (status != MK_OK) {
		return status;
	}
	snprintf(place, sizeof place, "%.64s/cards", base);
	if (!json_is_array(cards) || json_array_size(cards) < fewest ||
		json_array_size(cards) > most) {
		return mk_fail(teller->error, MK_MALFORMED, "invalid_type", place,
			"must be a list of %zu to %zu cards", fewest, most);
	}
	json_array_foreach(cards, i, card)
	{
		int kind = 0;

		snprintf(place, sizeof place, "%.64s/cards/%zu", base, i);
		status = doko_read_card(card, place, &kind, teller->error);
		if (status != MK_OK) {
			return status;
		}
		course->card[course->count++] = (uint8_t)kind;
	}
	return MK_OK;
}

static enum mk_status read_course(struct teller *teller)
{
	const json_t *tricks = teller_member(teller, "tricks"),
		     *trick = teller_member(teller, "trick"), *one;
	size_t most = teller->view.table.rules.of[NINES] ? 12 : 10, i;
	char place[PLACE];

	memset(teller->course.leader, DOKO_NOBODY, sizeof teller->course.leader);
	if (tricks && (!json_is_array(tricks) || json_array_size(tricks) > most)) {
		return mk_fail(teller->error, MK_MALFORMED, "invalid_type", "/tricks",
			"must be a list of at most %zu tricks", most);
	}
	json_array_foreach(tricks, i, one)
	{
		enum mk_status status;

		snprintf(place, sizeof place, "/tricks/%zu", i);
		status = read_trick(teller, one, place, 4, 4);
		if (status != MK_OK) {
			return status;
		}
	}
	most = json_array_size(tricks) < most ? 3 : 0;
	return trick ? read_trick(teller, trick, "/trick", 0, most) : MK_OK;
}

/* The pointer of what stands under `name` in the trick of that card. */
static void trick_place(const struct course *course, int card, const char *name, char place[PLACE])
{
	if (card / 4 < course->count / 4) {
		snprintf(place, PLACE, "/tricks/%d/%.16s", card / 4, name);
	} else {
		snprintf(place, PLACE, "/trick/%.16s", name);
	}
}

/* ---- The hand that was dealt ---------------------------------------------------------------- */

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

/* Counts the own seat's plays. A missing leader is the winner of the trick before. */
static enum mk_status add_own_plays(const struct teller *teller, int copies[DOKO_KINDS])
{
	const struct course *course = &teller->course;
	char place[PLACE];

	for (int i = 0; i < course->count; i++) {
		int leader = course->leader[i / 4];

		if (leader == DOKO_NOBODY) {
			trick_place(course, i, "leader", place);
			return mk_fail(teller->error, MK_MALFORMED, "missing_field", place,
				"missing leader: must be a seat");
		}
		copies[course->card[i]] += ((leader + i) & 3) == teller->view.seat;
	}
	return MK_OK;
}

static enum mk_status tell_deal(struct teller *teller)
{
	int copies[DOKO_KINDS] = {0};
	int first = (teller->view.sheet.first) & 3, dealer = (first + 3) & 3;
	doko_set hand = 0, dealt;
	enum mk_status status = doko_read_cards(
		teller_member(teller, "hand"), "hand", MOST_HELD, &hand, teller->error);

	if (status == MK_OK && teller_member(teller, "dealer")) {
		status = doko_read_number(teller_member(teller, "dealer"), "/dealer", 0,
			DOKO_SEATS - 1, &dealer, teller->error);
	}
	if (status == MK_OK) {
		status = add_own_plays(teller, copies);
	}
	if (status != MK_OK) {
		return status;
	}
	add_set(copies, hand, 1);
	add_set(copies, teller->exchange.given, 1);
	add_set(copies, teller->exchange.taken, -1);
	if (!collect(copies, &dealt)) {
		return doko_refuse(teller->error, REFUSED_TOLD_TOO_OFTEN, "/hand");
	}
	return teller_tell(
		teller, doko_pack(doko_blank_move(DOKO_DEAL, (dealer + 1) & 3), dealt), "/hand");
}

/* ---- Reservations --------------------------------------------------------------------------- */

/*
 * If no reservations are given, the soloist's is the game that is played; NULL while there is no
 * game.
 */
static const char *reservation_of(const struct teller *teller, int seat)
{
	const json_t *list = teller_member(teller, "reservations");
	const char *game = json_string_value(teller_member(teller, "game"));
	json_int_t soloist = json_integer_value(teller_member(teller, "soloist"));

	if (list) {
		return json_string_value(json_array_get(list, (size_t)seat));
	}
	if (!game && teller->course.count == 0) {
		return NULL;
	}
	return json_is_integer(teller_member(teller, "soloist")) && soloist == seat && game
		       ? game
		       : doko_reservation_codes[DOKO_HEALTHY];
}

static enum mk_status tell_reservations(struct teller *teller)
{
	const json_t *list = teller_member(teller, "reservations");
	enum mk_status status = MK_OK;
	char place[PLACE];

	if (list && json_array_size(list) != DOKO_SEATS) {
		return mk_fail(teller->error, MK_MALFORMED, "invalid_type", "/reservations",
			"must be a list of four");
	}
	while (status == MK_OK && teller->view.table.phase == DOKO_RESERVING) {
		int seat = teller->view.table.turn;
		const char *word = reservation_of(teller, seat);
		int said = doko_code_find(doko_reservation_codes, DOKO_RESERVATIONS, word);
		int cards = said == DOKO_RESERVE_POVERTY ? teller->exchange.cards : 0;

		if (!word || doko_has_to_name(&teller->view.table, seat)) {
			return MK_OK; /* it has not spoken, or not named it yet */
		}
		snprintf(place, sizeof place, "/reservations/%d", seat);
		if (said < 0) {
			return mk_fail(teller->error, MK_MALFORMED, "invalid_value", place,
				"there is no such reservation");
		}
		status = teller_tell(teller, doko_reservation(seat, said, cards), place);
	}
	return status;
}

/* ---- Announcements and cards ---------------------------------------------------------------- */

static enum mk_status tell_announcement(struct teller *teller, const json_t *one, size_t number)
{
	char place[PLACE];
	struct doko_sighting said;
	struct mk_error cause;
	enum mk_status status = doko_read_events(one, &said, &cause);

	snprintf(place, sizeof place, "/announcements/%zu", number);
	if (status != MK_OK) {
		return mk_fail_at(teller->error, &cause, place);
	}
	if (said.move[0].kind != DOKO_ANNOUNCE) {
		return mk_fail(teller->error, MK_MALFORMED, "invalid_value", place,
			"must be an announcement");
	}
	return teller_tell(teller, said.move[0], place);
}

/* The announcements made when so many cards were played. */
static enum mk_status tell_announcements(struct teller *teller, int played)
{
	const json_t *list = teller_member(teller, "announcements"), *one;
	enum mk_status status = MK_OK;
	char place[PLACE];
	size_t i;

	json_array_foreach(list, i, one)
	{
		int when = 0;

		snprintf(place, sizeof place, "/announcements/%zu/cards_played", i);
		status = doko_read_number(json_object_get(one, "cards_played"), place, 0,
			teller->course.count, &when, teller->error);
		if (status == MK_OK && when == played) {
			status = tell_announcement(teller, one, i);
		}
		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

static enum mk_status tell_swines(struct teller *teller, int hyper, int played)
{
	static const char *const names[] = {"swines", "hyperswines"};
	static const char *const times[] = {"swines_after", "hyperswines_after"};
	struct mk_move move = doko_blank_move(DOKO_SWINE, DOKO_NOBODY);
	int when = 0;
	char place[PLACE];
	enum mk_status status;

	snprintf(place, sizeof place, "/%s", names[hyper]);
	status = doko_read_seat(
		teller_member(teller, names[hyper]), place, &move.from, teller->error);
	if (status != MK_OK || move.from == DOKO_NOBODY) {
		return status;
	}
	if (teller_member(teller, times[hyper])) {
		snprintf(place, sizeof place, "/%s", times[hyper]);
		status = doko_read_number(teller_member(teller, times[hyper]), place, 0,
			teller->course.count, &when, teller->error);
	}
	move.to = (uint8_t)hyper;
	return status == MK_OK && when == played ? teller_tell(teller, move, place) : status;
}

static enum mk_status tell_sayings(struct teller *teller, int played)
{
	enum mk_status status = tell_swines(teller, 0, played);

	if (status == MK_OK) {
		status = tell_swines(teller, 1, played);
	}
	return status == MK_OK ? tell_announcements(teller, played) : status;
}

static enum mk_status tell_card(struct teller *teller, int number)
{
	const struct course *course = &teller->course;
	const struct doko_table *table = &teller->view.table;
	char place[PLACE], name[16];

	if (number % 4 == 0 && table->phase == DOKO_PLAYING &&
		course->leader[number / 4] != table->turn) {
		trick_place(course, number, "leader", place);
		return doko_refuse(teller->error, REFUSED_OTHER_LEADER, place);
	}
	snprintf(name, sizeof name, "cards/%d", number % 4);
	trick_place(course, number, name, place);
	return teller_tell(
		teller, doko_card_move(DOKO_PLAY, table->turn, course->card[number]), place);
}

/* From the exchange of a poverty on swines may be announced. */
static bool is_announcing(const struct teller *teller)
{
	int phase = teller->view.table.phase;

	return phase >= DOKO_SHIFTING && phase <= DOKO_PLAYING;
}

static enum mk_status tell_play(struct teller *teller)
{
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < teller->course.count; i++) {
		status = tell_sayings(teller, i);
		if (status == MK_OK) {
			status = tell_card(teller, i);
		}
	}
	return status == MK_OK && is_announcing(teller) ? tell_sayings(teller, teller->course.count)
							: status;
}

/* ---- The party ------------------------------------------------------------------------------ */

static bool is_phase(const struct teller *teller, int phase)
{
	const char *word = json_string_value(teller_member(teller, "phase"));

	return word && strcmp(word, doko_phase_codes[phase]) == 0;
}

/* A deal that is over stands on the score table: as it was when that deal began. */
static void take_back_row(struct teller *teller, int soloist)
{
	struct doko_sheet *sheet = &teller->view.sheet;
	const struct doko_row *last;

	if (!is_phase(teller, DOKO_OVER) || sheet->games == 0 || sheet->rows == 0) {
		return;
	}
	last = &sheet->row[--sheet->rows];
	sheet->games--;
	sheet->spent -= last->value > 0 ? last->value : -last->value;
	if (json_is_true(teller_member(teller, "mandatory_solo")) && soloist < DOKO_SEATS) {
		sheet->owes[soloist]++;
	}
}

static enum mk_status read_party(struct teller *teller)
{
	const char *game = json_string_value(teller_member(teller, "game"));
	bool thrown = game && strcmp(game, doko_type_codes[DOKO_THROWN]) == 0;
	uint8_t soloist = DOKO_NOBODY;
	int bock = 1;
	enum mk_status status = MK_OK;

	if (teller_member(teller, "score_table")) {
		status = doko_read_sheet(teller_member(teller, "score_table"),
			&teller->view.table.rules, &teller->view.sheet, teller->error);
	}
	teller->sheet = teller->view.sheet;
	if (status == MK_OK && teller_member(teller, "bock")) {
		status = doko_read_number(
			teller_member(teller, "bock"), "/bock", 1, 64, &bock, teller->error);
	}
	if (status == MK_OK) {
		status = doko_read_seat(
			teller_member(teller, "soloist"), "/soloist", &soloist, teller->error);
	}
	if (status == MK_OK && !thrown) {
		take_back_row(teller, soloist);
	}
	if (bock > 1 || is_phase(teller, DOKO_OVER)) {
		teller->view.sheet.bock[0] = (uint8_t)bock;
	}
	return status;
}

/* The score sheet, if given; the dealer is that of the deal. */
static void restore_sheet(struct teller *teller)
{
	uint8_t first = teller->view.sheet.first;

	if (teller_member(teller, "score_table") && is_phase(teller, DOKO_OVER)) {
		teller->view.sheet = teller->sheet;
	} else {
		teller->view.sheet.first = first;
	}
}

/* ---- The whole ------------------------------------------------------------------------------ */

static enum mk_status tell_all(struct teller *teller)
{
	enum mk_status status = teller_read_exchange(teller);

	if (status == MK_OK) {
		status = read_course(teller);
	}
	if (status == MK_OK) {
		status = tell_deal(teller);
	}
	if (status == MK_OK) {
		status = tell_reservations(teller);
	}
	if (status == MK_OK) {
		status = teller_tell_poverty(teller);
	}
	return status == MK_OK ? tell_play(teller) : status;
}

static enum mk_status check_phase(const struct teller *teller)
{
	return !teller_member(teller, "phase") || is_phase(teller, teller->view.table.phase)
		       ? MK_OK
		       : doko_refuse(teller->error, REFUSED_TOLD_PHASE, "/phase");
}

/*
 * Restores the number of the last event: a seat that has only reserved spoke once more than is
 * given now. An impossible number is ignored.
 */
static void take_number(struct teller *teller)
{
	const json_t *json = teller_member(teller, "event");
	json_int_t number = json_integer_value(json);
	uint16_t *events = &teller->view.events;

	if (json_is_integer(json) && number > *events && number <= *events + DOKO_SEATS) {
		*events = (uint16_t)number;
	}
}

/* The player has a seat: null, which others may have, is not valid for it. */
static enum mk_status read_own_seat(struct teller *teller)
{
	int seat = 0;
	enum mk_status status = MK_OK;

	if (teller_member(teller, "seat")) {
		status = doko_read_number(teller_member(teller, "seat"), "/seat", 0, DOKO_SEATS - 1,
			&seat, teller->error);
	}
	teller->view.seat = (uint8_t)seat;
	return status;
}

enum mk_status doko_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct teller teller = {.json = json, .error = error};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail(error, MK_MALFORMED, "invalid_type", "", "must be an object");
	}
	doko_begin((struct mk_view *)&teller.view, rules);
	status = read_own_seat(&teller);
	if (status == MK_OK) {
		status = read_party(&teller);
	}
	if (status == MK_OK && !is_phase(&teller, DOKO_WAITING)) {
		status = tell_all(&teller);
		restore_sheet(&teller);
		take_number(&teller);
	}
	if (status == MK_OK) {
		status = check_phase(&teller);
	}
	if (status == MK_OK) {
		memcpy(view, &teller.view, sizeof teller.view);
	}
	return status;
}
