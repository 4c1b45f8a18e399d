/*
 * Draws a table from above: the trick in the middle, the own hand below, the score at the side.
 *
 *              2: ♥10
 *      1: ♠A            3: -
 *              0: -
 *
 *    ♥10 ♣Q ♦A ...
 */
#include "games/common/draw.h"
#include "games/doppelkopf/text/codes.h"
#include "games/doppelkopf/text/notation.h"

enum { MIDDLE = 12 };

const struct mk_pile_kind doko_piles[] = {
	{.name = "tricks_won",
		.title = MK_PHRASE(
			"Tricks of seat", "Stik på plads", "Stiche von Platz", "Μπάζες στη θέση"),
		.titles = MK_PHRASE("Tricks", "Stik", "Stiche", "Μπάζες"),
		.first = 0,
		.count = DOKO_SEATS,
		.content = MK_PILE_NUMBER,
		.max = DOKO_TRICKS},
	{.name = "hand",
		.title = MK_PHRASE("Hand", "Hånd", "Blatt", "Χέρι"),
		.first = DOKO_SEATS,
		.count = 1,
		.single = true,
		.content = MK_PILE_CARDS,
		.max = DOKO_TRICKS},
	{0},
};

void doko_pile(const struct mk_view *room, int position, struct mk_pile *pile)
{
	const struct doko_view *view = view_of(room);

	if (position < DOKO_SEATS) {
		pile->count = view->table.won[position];
		return;
	}
	for (doko_set hand = view->hand; hand; hand &= hand - 1) {
		pile->card[pile->count++] = doko_card(doko_first(hand));
	}
}

static void put_card(struct mk_text *out, int kind, bool colour)
{
	static const char *const suits[DOKO_SUITS] = {"♣", "♠", "♥", "♦"};
	static const char *const ranks[DOKO_RANKS] = {"A", "10", "K", "Q", "J", "9"};
	int suit = kind / DOKO_RANKS;
	bool is_red = colour && suit >= DOKO_HEARTS;

	mk_text_put(out, is_red ? draw_red : "");
	mk_text_put(out, suits[suit]);
	mk_text_put(out, ranks[kind % DOKO_RANKS]);
	mk_text_put(out, is_red ? draw_plain : "");
}

static void put_spaces(struct mk_text *out, int count)
{
	for (; count > 0; count--) {
		mk_text_char(out, ' ');
	}
}

/* The card of a seat in the trick, "-" where it has not played. */
static void put_seat(struct mk_text *out, const struct doko_table *table, int seat, bool colour)
{
	int first = table->played & ~3;

	mk_text_int(out, seat);
	mk_text_put(out, ": ");
	for (int i = first; i < table->played; i++) {
		if (((table->leader[table->tricks] + i - first) & 3) == seat) {
			put_card(out, table->card[i], colour);
			return;
		}
	}
	mk_text_put(out, "-  ");
}

static void put_trick(struct mk_text *out, const struct doko_table *table, bool colour)
{
	put_spaces(out, MIDDLE);
	put_seat(out, table, 2, colour);
	mk_text_char(out, '\n');
	put_spaces(out, MIDDLE / 2);
	put_seat(out, table, 1, colour);
	put_spaces(out, MIDDLE);
	put_seat(out, table, 3, colour);
	mk_text_char(out, '\n');
	put_spaces(out, MIDDLE);
	put_seat(out, table, 0, colour);
	mk_text_char(out, '\n');
}

static void put_numbers(struct mk_text *out, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	mk_text_put(out, doko_type_codes[table->type]);
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_text_put(out, seat ? " | " : "   ");
		mk_text_int(out, table->augen[seat]);
		mk_text_put(out, " (");
		mk_text_int(out, view->sheet.sum[seat]);
		mk_text_put(out, ")");
	}
	mk_text_char(out, '\n');
}

void doko_draw(struct mk_text *out, const struct mk_view *room, bool colour)
{
	const struct doko_view *view = view_of(room);

	put_numbers(out, view);
	put_trick(out, &view->table, colour);
	mk_text_char(out, '\n');
	for (doko_set hand = view->hand; hand; hand &= hand - 1) {
		put_card(out, doko_first(hand), colour);
		mk_text_char(out, ' ');
	}
	mk_text_char(out, '\n');
}
