/*
 * Reads a table as somebody tells it: what happened in the deal happens again, event by event, so
 * that only what can have been is taken.
 *
 * What follows from the events (points, parties, colours that are gone, the result) is not read.
 */
#include "games/doppelkopf/notation_told.h"

#include "games/doppelkopf/codes.h"
#include "games/doppelkopf/event.h"
#include "games/doppelkopf/sheet.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { PLACE = 96, MOST_PASSED = 5, MOST_HELD = 17 };

/* The cards in the order of playing; a trick's leader, where it is told. */
struct course {
	int count;
	uint8_t card[DOKO_CARDS];
	uint8_t leader[DOKO_TRICKS + 1]; /* DOKO_NOBODY: not told */
};

/* A poverty's exchange as far as it went. */
struct exchange {
	int cards, shifted, refused, returned, trumps;
	doko_set given, taken;
};

struct teller {
	const json_t *json;
	struct mk_error *error;
	struct doko_view view;
	struct doko_sheet sheet; /* as it was told */
	struct course course;
	struct exchange exchange;
};

static enum mk_status wrong(
	const struct teller *teller, const char *code, const char *where, const char *what)
{
	return mk_fail(teller->error, MK_IMPOSSIBLE, code, where, "%s", what);
}

static const json_t *member(const struct teller *teller, const char *name)
{
	return json_object_get(teller->json, name);
}

/* Lets `move` happen; where it cannot, that is the fault of what stands at `where`. */
static enum mk_status tell(struct teller *teller, struct mk_move move, const char *where)
{
	struct mk_error cause;

	move = doko_event_complete(&teller->view, move);
	if (doko_event_check(&teller->view, move, &cause) != MK_OK) {
		return wrong(teller, cause.code, where, cause.what);
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
		return mk_fail(teller->error, MK_MALFORMED, "bad_type", place,
			"a list of %zu to %zu cards is wanted", fewest, most);
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
	const json_t *tricks = member(teller, "tricks"), *trick = member(teller, "trick"), *one;
	size_t most = teller->view.table.rules.of[NINES] ? 12 : 10, i;
	char place[PLACE];

	memset(teller->course.leader, DOKO_NOBODY, sizeof teller->course.leader);
	if (tricks && (!json_is_array(tricks) || json_array_size(tricks) > most)) {
		return mk_fail(teller->error, MK_MALFORMED, "bad_type", "/tricks",
			"a list of at most %zu tricks is wanted", most);
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

/* Counts what the own seat played. A leader that is not told is the winner of the trick before. */
static enum mk_status add_own_plays(const struct teller *teller, int copies[DOKO_KINDS])
{
	const struct course *course = &teller->course;
	char place[PLACE];

	for (int i = 0; i < course->count; i++) {
		int leader = course->leader[i / 4];

		if (leader == DOKO_NOBODY) {
			trick_place(course, i, "leader", place);
			return mk_fail(teller->error, MK_MALFORMED, "bad_type", place,
				"who led? A seat is wanted");
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
	enum mk_status status =
		doko_read_cards(member(teller, "hand"), "hand", MOST_HELD, &hand, teller->error);

	if (status == MK_OK && member(teller, "dealer")) {
		status = doko_read_number(member(teller, "dealer"), "/dealer", 0, DOKO_SEATS - 1,
			&dealer, teller->error);
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
		return wrong(teller, "card_gone", "/hand",
			"of some card that was held or played there are not so many");
	}
	return tell(
		teller, doko_pack(doko_blank_move(DOKO_DEAL, (dealer + 1) & 3), dealt), "/hand");
}

/* ---- Reservations --------------------------------------------------------------------------- */

/*
 * Where nobody's reservation is told, the soloist's is the game that is played; NULL while no game
 * is.
 */
static const char *reservation_of(const struct teller *teller, int seat)
{
	const json_t *list = member(teller, "reservations");
	const char *game = json_string_value(member(teller, "game"));
	json_int_t soloist = json_integer_value(member(teller, "soloist"));

	if (list) {
		return json_string_value(json_array_get(list, (size_t)seat));
	}
	if (!game && teller->course.count == 0) {
		return NULL;
	}
	return json_is_integer(member(teller, "soloist")) && soloist == seat && game
		       ? game
		       : doko_reservation_codes[DOKO_HEALTHY];
}

static enum mk_status tell_reservations(struct teller *teller)
{
	const json_t *list = member(teller, "reservations");
	enum mk_status status = MK_OK;
	char place[PLACE];

	if (list && json_array_size(list) != DOKO_SEATS) {
		return mk_fail(teller->error, MK_MALFORMED, "bad_type", "/reservations",
			"a list of four is wanted");
	}
	while (status == MK_OK && teller->view.table.phase == DOKO_RESERVING) {
		int seat = teller->view.table.turn;
		const char *word = reservation_of(teller, seat);
		int said = doko_code_find(doko_reservation_codes, DOKO_RESERVATIONS, word);
		int cards = said == DOKO_RESERVE_POVERTY ? teller->exchange.cards : 0;

		if (!word) {
			return MK_OK; /* it has not spoken yet */
		}
		snprintf(place, sizeof place, "/reservations/%d", seat);
		if (said < 0) {
			return mk_fail(teller->error, MK_MALFORMED, "bad_value", place,
				"there is no such reservation");
		}
		status = tell(teller, doko_reservation(seat, said, cards), place);
	}
	return status;
}

/* ---- Poverty -------------------------------------------------------------------------------- */

static enum mk_status read_exchange(struct teller *teller)
{
	static const struct {
		const char *name, *where;
		size_t offset;
		int most;
	} numbers[] = {
		{"cards", "/poverty/cards", offsetof(struct exchange, cards), MOST_PASSED},
		{"shifted", "/poverty/shifted", offsetof(struct exchange, shifted), MOST_PASSED},
		{"refused", "/poverty/refused", offsetof(struct exchange, refused), 3},
		{"returned", "/poverty/returned", offsetof(struct exchange, returned), MOST_PASSED},
		{"trumps", "/poverty/trumps", offsetof(struct exchange, trumps), MOST_PASSED},
	};
	const json_t *json = member(teller, "poverty");
	const json_t *given = json_object_get(json, "given"),
		     *taken = json_object_get(json, "taken");
	struct exchange *exchange = &teller->exchange;
	enum mk_status status = MK_OK;

	exchange->cards = 3;
	for (size_t i = 0; status == MK_OK && i < sizeof numbers / sizeof *numbers; i++) {
		const json_t *number = json_object_get(json, numbers[i].name);
		int *read = (int *)((char *)exchange + numbers[i].offset);

		if (number) {
			status = doko_read_number(
				number, numbers[i].where, 0, numbers[i].most, read, teller->error);
		}
	}
	if (status == MK_OK && given) {
		status = doko_read_cards(
			given, "poverty/given", MOST_PASSED, &exchange->given, teller->error);
	}
	if (status == MK_OK && taken) {
		status = doko_read_cards(
			taken, "poverty/taken", MOST_PASSED, &exchange->taken, teller->error);
	}
	return status;
}

/* The next card of `cards` that the own seat saw passed, or a hidden one. */
static struct mk_move passed(int kind, int seat, bool seen, doko_set *cards)
{
	struct mk_move move = doko_blank_move(kind, seat);

	if (seen && *cards) {
		move = doko_card_move(kind, seat, doko_first(*cards));
		*cards = doko_remove(*cards, doko_first(*cards));
	}
	return move;
}

static enum mk_status tell_shift(struct teller *teller)
{
	int seat = teller->view.table.turn;
	doko_set given = teller->exchange.given;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < teller->exchange.shifted; i++) {
		status = tell(teller, passed(DOKO_SHIFT, seat, seat == teller->view.seat, &given),
			"/poverty/given");
	}
	return status;
}

static enum mk_status tell_offer(struct teller *teller, int taker)
{
	const struct doko_table *table = &teller->view.table;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < teller->exchange.refused; i++) {
		status =
			tell(teller, doko_blank_move(DOKO_REFUSE, table->turn), "/poverty/refused");
	}
	if (status != MK_OK || taker == DOKO_NOBODY) {
		return status;
	}
	return tell(teller,
		doko_pack(doko_blank_move(DOKO_TAKE, taker),
			taker == teller->view.seat ? teller->exchange.taken : 0),
		"/poverty/taken");
}

static enum mk_status tell_return(struct teller *teller)
{
	const struct doko_table *table = &teller->view.table;
	int seat = teller->view.seat;
	bool gives = table->partner == seat, gets = table->soloist == seat;
	doko_set seen = gives ? teller->exchange.given : teller->exchange.taken;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < teller->exchange.returned; i++) {
		struct mk_move move = passed(DOKO_RETURN, table->turn, gives || gets, &seen);

		if (!gives && !gets) {
			move.to = i < teller->exchange.trumps;
		}
		status = tell(teller, move, gives ? "/poverty/given" : "/poverty/taken");
	}
	return status;
}

static enum mk_status tell_poverty(struct teller *teller)
{
	uint8_t taker = DOKO_NOBODY;
	enum mk_status status =
		doko_read_seat(member(teller, "partner"), "/partner", &taker, teller->error);

	if (status == MK_OK && teller->view.table.phase == DOKO_SHIFTING) {
		status = tell_shift(teller);
	}
	if (status == MK_OK && teller->view.table.phase == DOKO_ASKING) {
		status = tell_offer(teller, taker);
	}
	if (status == MK_OK && teller->view.table.phase == DOKO_RETURNING) {
		status = tell_return(teller);
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
		return mk_fail(teller->error, status, cause.code, place, "%s", cause.what);
	}
	if (said.move[0].kind != DOKO_ANNOUNCE) {
		return mk_fail(teller->error, MK_MALFORMED, "bad_value", place,
			"an announcement is wanted");
	}
	return tell(teller, said.move[0], place);
}

/* What was announced when so many cards lay. */
static enum mk_status tell_announcements(struct teller *teller, int played)
{
	const json_t *list = member(teller, "announcements"), *one;
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
	status = doko_read_seat(member(teller, names[hyper]), place, &move.from, teller->error);
	if (status != MK_OK || move.from == DOKO_NOBODY) {
		return status;
	}
	if (member(teller, times[hyper])) {
		snprintf(place, sizeof place, "/%s", times[hyper]);
		status = doko_read_number(member(teller, times[hyper]), place, 0,
			teller->course.count, &when, teller->error);
	}
	move.to = (uint8_t)hyper;
	return status == MK_OK && when == played ? tell(teller, move, place) : status;
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
		return wrong(teller, "other_turn", place, "another seat leads this trick");
	}
	snprintf(name, sizeof name, "cards/%d", number % 4);
	trick_place(course, number, name, place);
	return tell(teller, doko_card_move(DOKO_PLAY, table->turn, course->card[number]), place);
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
	return status == MK_OK && teller->view.table.phase == DOKO_PLAYING
		       ? tell_sayings(teller, teller->course.count)
		       : status;
}

/* ---- The party ------------------------------------------------------------------------------ */

static bool is_phase(const struct teller *teller, int phase)
{
	const char *word = json_string_value(member(teller, "phase"));

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
	if (json_is_true(member(teller, "mandatory_solo")) && soloist < DOKO_SEATS) {
		sheet->owes[soloist]++;
	}
}

static enum mk_status read_party(struct teller *teller)
{
	const char *game = json_string_value(member(teller, "game"));
	bool thrown = game && strcmp(game, doko_type_codes[DOKO_THROWN]) == 0;
	uint8_t soloist = DOKO_NOBODY;
	int bock = 1;
	enum mk_status status = MK_OK;

	if (member(teller, "score_table")) {
		status = doko_read_sheet(member(teller, "score_table"), &teller->view.table.rules,
			&teller->view.sheet, teller->error);
	}
	teller->sheet = teller->view.sheet;
	if (status == MK_OK && member(teller, "bock")) {
		status = doko_read_number(
			member(teller, "bock"), "/bock", 1, 64, &bock, teller->error);
	}
	if (status == MK_OK) {
		status = doko_read_seat(
			member(teller, "soloist"), "/soloist", &soloist, teller->error);
	}
	if (status == MK_OK && !thrown) {
		take_back_row(teller, soloist);
	}
	if (bock > 1 || is_phase(teller, DOKO_OVER)) {
		teller->view.sheet.bock[0] = (uint8_t)bock;
	}
	return status;
}

/* The score table as it was told, where it was; the dealer is that of the deal. */
static void restore_sheet(struct teller *teller)
{
	uint8_t first = teller->view.sheet.first;

	if (member(teller, "score_table") && is_phase(teller, DOKO_OVER)) {
		teller->view.sheet = teller->sheet;
	} else {
		teller->view.sheet.first = first;
	}
}

/* ---- The whole ------------------------------------------------------------------------------ */

static enum mk_status tell_all(struct teller *teller)
{
	enum mk_status status = read_exchange(teller);

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
		status = tell_poverty(teller);
	}
	return status == MK_OK ? tell_play(teller) : status;
}

static enum mk_status check_phase(const struct teller *teller)
{
	return !member(teller, "phase") || is_phase(teller, teller->view.table.phase)
		       ? MK_OK
		       : wrong(teller, "wrong_phase", "/phase",
				 "by what is told of the deal it is another one");
}

enum mk_status doko_read_table(const struct json_t *json, const struct mk_rules *rules,
	struct mk_view *view, struct mk_error *error)
{
	struct teller teller = {.json = json, .error = error};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail(error, MK_MALFORMED, "bad_type", "", "an object is wanted");
	}
	doko_begin((struct mk_view *)&teller.view, rules);
	status = doko_read_seat(member(&teller, "seat"), "/seat", &teller.view.seat, error);
	if (status == MK_OK) {
		status = read_party(&teller);
	}
	if (status == MK_OK && !is_phase(&teller, DOKO_WAITING)) {
		status = tell_all(&teller);
		restore_sheet(&teller);
	}
	if (status == MK_OK) {
		status = check_phase(&teller);
	}
	if (status == MK_OK) {
		memcpy(view, &teller.view, sizeof teller.view);
	}
	return status;
}
