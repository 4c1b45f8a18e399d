/* The poverty of a reported table: the cards that are passed, refused or taken, and returned. */
#include "games/doppelkopf/text/table_reader.h"

#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/read_table.h"

#include <jansson.h>
#include <stddef.h>

enum { MAX_PASSED = 5 };

enum mk_status table_reader_read_exchange(struct table_reader *reader)
{
	static const struct {
		const char *name, *where;
		size_t offset;
		int most;
	} numbers[] = {
		{"cards", "/poverty/cards", offsetof(struct exchange, cards), MAX_PASSED},
		{"shifted", "/poverty/shifted", offsetof(struct exchange, shifted), MAX_PASSED},
		{"refused", "/poverty/refused", offsetof(struct exchange, refused), 3},
		{"returned", "/poverty/returned", offsetof(struct exchange, returned), MAX_PASSED},
		{"trumps", "/poverty/trumps", offsetof(struct exchange, trumps), MAX_PASSED},
	};
	const json_t *json = table_reader_member(reader, "poverty");
	const json_t *given = json_object_get(json, "given"),
		     *taken = json_object_get(json, "taken");
	struct exchange *exchange = &reader->exchange;
	enum mk_status status = MK_OK;

	exchange->cards = 3;
	for (size_t i = 0; status == MK_OK && i < sizeof numbers / sizeof *numbers; i++) {
		const json_t *number = json_object_get(json, numbers[i].name);
		int *read = (int *)((char *)exchange + numbers[i].offset);

		if (number) {
			status = doko_read_number(
				number, numbers[i].where, 0, numbers[i].most, read, reader->error);
		}
	}
	if (status == MK_OK && given) {
		status = doko_read_cards(
			given, "poverty/given", MAX_PASSED, &exchange->given, reader->error);
	}
	if (status == MK_OK && taken) {
		status = doko_read_cards(
			taken, "poverty/taken", MAX_PASSED, &exchange->taken, reader->error);
	}
	return status;
}

/* The next of the `cards` that the own seat has seen, or a hidden one. */
static struct mk_move passed(int kind, int seat, bool seen, doko_set *cards)
{
	struct mk_move move = doko_blank_move(kind, seat);

	if (seen && *cards) {
		move = doko_card_move(kind, seat, doko_first(*cards));
		*cards = doko_remove(*cards, doko_first(*cards));
	}
	return move;
}

static enum mk_status apply_shift(struct table_reader *reader)
{
	int seat = reader->view.table.turn;
	doko_set given = reader->exchange.given;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < reader->exchange.shifted; i++) {
		status = table_reader_apply(reader,
			passed(DOKO_PASS_CARD, seat, seat == reader->view.seat, &given),
			"/poverty/given");
	}
	return status;
}

static enum mk_status apply_offer(struct table_reader *reader, int taker)
{
	const struct doko_table *table = &reader->view.table;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < reader->exchange.refused; i++) {
		status = table_reader_apply(
			reader, doko_blank_move(DOKO_REFUSE, table->turn), "/poverty/refused");
	}
	if (status != MK_OK || taker == DOKO_NO_SEAT) {
		return status;
	}
	return table_reader_apply(reader,
		doko_pack(doko_blank_move(DOKO_TAKE, taker),
			taker == reader->view.seat ? reader->exchange.taken : 0),
		"/poverty/taken");
}

static enum mk_status apply_return(struct table_reader *reader)
{
	const struct doko_table *table = &reader->view.table;
	int seat = reader->view.seat;
	bool gives = table->partner == seat, gets = table->soloist == seat;
	doko_set seen = gives ? reader->exchange.given : reader->exchange.taken;
	enum mk_status status = MK_OK;

	for (int i = 0; status == MK_OK && i < reader->exchange.returned; i++) {
		struct mk_move move = passed(DOKO_RETURN, table->turn, gives || gets, &seen);

		if (!gives && !gets) {
			move.to = i < reader->exchange.trumps;
		}
		status = table_reader_apply(
			reader, move, gives ? "/poverty/given" : "/poverty/taken");
	}
	return status;
}

enum mk_status table_reader_apply_poverty(struct table_reader *reader)
{
	uint8_t taker = DOKO_NO_SEAT;
	enum mk_status status = doko_read_seat(
		table_reader_member(reader, "partner"), "/partner", &taker, reader->error);

	if (status == MK_OK && reader->view.table.phase == DOKO_SHIFTING) {
		status = apply_shift(reader);
	}
	if (status == MK_OK && reader->view.table.phase == DOKO_ASKING) {
		status = apply_offer(reader, taker);
	}
	if (status == MK_OK && reader->view.table.phase == DOKO_RETURNING) {
		status = apply_return(reader);
	}
	return status;
}
