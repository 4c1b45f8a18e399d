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

/* The game that is played, as the page names it. */
static const struct mk_phrase types[DOKO_TYPES + 1] = {
	[DOKO_NORMAL] = MK_PHRASE("Normal game", "Normalspil", "Normalspiel", "Κανονικό"),
	[DOKO_MARRIAGE] = MK_PHRASE("Marriage", "Bryllup", "Hochzeit", "Γάμος"),
	[DOKO_POVERTY] = MK_PHRASE("Poverty", "Fattigdom", "Armut", "Φτώχεια"),
	[DOKO_CLUBS_SOLO] = MK_PHRASE("Clubs solo", "Klørsolo", "Kreuzsolo", "Σόλο σπαθί"),
	[DOKO_SPADES_SOLO] = MK_PHRASE("Spades solo", "Sparsolo", "Piksolo", "Σόλο μπαστούνι"),
	[DOKO_HEARTS_SOLO] = MK_PHRASE("Hearts solo", "Hjertersolo", "Herzsolo", "Σόλο κούπα"),
	[DOKO_DIAMONDS_SOLO] = MK_PHRASE("Diamonds solo", "Rudersolo", "Karosolo", "Σόλο καρό"),
	[DOKO_QUEENS_SOLO] = MK_PHRASE("Queens solo", "Damesolo", "Damensolo", "Σόλο με ντάμες"),
	[DOKO_JACKS_SOLO] = MK_PHRASE("Jacks solo", "Knægtesolo", "Bubensolo", "Σόλο με βαλέδες"),
	[DOKO_TRUMPLESS_SOLO] =
		MK_PHRASE("Without trumps", "Uden trumf", "Fleischlos", "Χωρίς ατού"),
	[DOKO_KINGS_SOLO] = MK_PHRASE("Kings solo", "Kongesolo", "Königssolo", "Σόλο με ρηγάδες"),
	[DOKO_QUEENS_JACKS_SOLO] = MK_PHRASE(
		"Queens and jacks", "Damer og knægte", "Damen und Buben", "Ντάμες και βαλέδες"),
	[DOKO_KINGS_JACKS_SOLO] = MK_PHRASE(
		"Kings and jacks", "Konger og knægte", "Könige und Buben", "Ρηγάδες και βαλέδες"),
	[DOKO_KINGS_QUEENS_SOLO] = MK_PHRASE(
		"Kings and queens", "Konger og damer", "Könige und Damen", "Ρηγάδες και ντάμες"),
	[DOKO_KOEHLER_SOLO] = MK_PHRASE("Köhler", "Köhler", "Köhler", "Köhler"),
	[DOKO_THROWN] = MK_PHRASE("Thrown in", "Kastet ind", "Geschmissen", "Ακυρώθηκε"),
};

static void put_card(struct canvas *canvas, int kind)
{
	static const char *const suits[DOKO_SUITS] = {"♣", "♠", "♥", "♦"};
	int suit = kind / DOKO_RANKS;
	bool is_red = canvas->colour && suit >= DOKO_HEARTS;

	mk_text_put(canvas->out, is_red ? draw_red : "");
	mk_text_put(canvas->out, suits[suit]);
	mk_text_put(canvas->out, mk_rank_sign(canvas->language, mk_rank(doko_card(kind))));
	mk_text_put(canvas->out, is_red ? draw_plain : "");
}

static void put_spaces(struct mk_text *out, int count)
{
	for (; count > 0; count--) {
		mk_text_char(out, ' ');
	}
}

/* The card of a seat in the trick, "-" where it has not played. */
static void put_seat(struct canvas *canvas, const struct doko_table *table, int seat)
{
	struct mk_text *out = canvas->out;
	int first = table->played & ~3;

	mk_text_int(out, seat);
	mk_text_put(out, ": ");
	for (int i = first; i < table->played; i++) {
		if (((table->leader[table->tricks] + i - first) & 3) == seat) {
			put_card(canvas, table->card[i]);
			return;
		}
	}
	mk_text_put(out, "-  ");
}

static void put_trick(struct canvas *canvas, const struct doko_table *table)
{
	struct mk_text *out = canvas->out;

	put_spaces(out, MIDDLE);
	put_seat(canvas, table, 2);
	mk_text_char(out, '\n');
	put_spaces(out, MIDDLE / 2);
	put_seat(canvas, table, 1);
	put_spaces(out, MIDDLE);
	put_seat(canvas, table, 3);
	mk_text_char(out, '\n');
	put_spaces(out, MIDDLE);
	put_seat(canvas, table, 0);
	mk_text_char(out, '\n');
}

static void put_numbers(
	struct mk_text *out, enum mk_language language, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	mk_text_put(out, mk_phrase_in(&types[table->type], language));
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		mk_text_put(out, seat ? " | " : "   ");
		mk_text_int(out, table->augen[seat]);
		mk_text_put(out, " (");
		mk_text_int(out, view->sheet.sum[seat]);
		mk_text_put(out, ")");
	}
	mk_text_char(out, '\n');
}

void doko_draw(
	struct mk_text *out, enum mk_language language, const struct mk_view *room, bool colour)
{
	const struct doko_view *view = view_of(room);
	struct canvas canvas = {.out = out, .language = language, .colour = colour};

	put_numbers(out, language, view);
	put_trick(&canvas, &view->table);
	mk_text_char(out, '\n');
	for (doko_set hand = view->hand; hand; hand &= hand - 1) {
		put_card(&canvas, doko_first(hand));
		mk_text_char(out, ' ');
	}
	mk_text_char(out, '\n');
}
