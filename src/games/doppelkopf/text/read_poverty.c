/* A poverty of a reported table: the cards that are passed on, offered, taken and given back. */
#include "games/doppelkopf/text/table_reader.h"

#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/read_table.h"

#include <jansson.h>
#include <stddef.h>

enum { MOST_PASSED = 5 };

enum mk_status teller_read_exchange(struct teller *teller)
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
	const json_t *json = teller_member(teller, "poverty");
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
		status = teller_tell(teller,
			passed(DOKO_PASS_CARD, seat, seat == teller->view.seat, &given),
			"/poverty/given");
	}
	return status;
}

static enum mk_status tell_offer(struct teller *teller, int taker)
{
	const struct doko_table *table = &teller->view.table;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < teller->exchange.refused; i++) {
		status = teller_tell(
			teller, doko_blank_move(DOKO_REFUSE, table->turn), "/poverty/refused");
	}
	if (status != MK_OK || taker == DOKO_NOBODY) {
		return status;
	}
	return teller_tell(teller,
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
		status = teller_tell(teller, move, gives ? "/poverty/given" : "/poverty/taken");
	}
	return status;
}

enum mk_status teller_tell_poverty(struct teller *teller)
{
	uint8_t taker = DOKO_NOBODY;
	enum mk_status status =
		doko_read_seat(teller_member(teller, "partner"), "/partner", &taker, teller->error);

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
