/*
 * Draws a table from above: the trick in the middle, what each player has, the last trick, and the
 * own hand in playing order.
 *
 *    Normal game, trick 2 of 12. Dealer: Right.
 *
 *                      Opposite: 10♦
 *           Left: A♠                   Right: -
 *                         You: -
 *
 *                        You        Left    Opposite       Right
 *    Team                 Re           ?           ?           ?
 *    Card points           0          28           0           0
 *    Score                 0           0           0           0
 *
 *    Last trick (25 card points): Left A♣, Opposite 10♣, Right K♣, You 9♣.
 *    The player on your left took it.
 *
 *    Your hand: 10♥ Q♣ J♦ A♦  K♠  A♥ 9♥
 */
#include "games/common/draw.h"
#include "games/doppelkopf/text/notation.h"

#include "base/unicode.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = 14, SEAT_WIDTH = 12, WORD_SIZE = 64 };

/* Columns of the middles of the places, by seat from the own one on. */
enum { LEFT_AT = 14, MIDDLE_AT = 26, RIGHT_AT = 40 };

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

void doko_pile(const struct mk_view *opaque, int position, struct mk_pile *pile)
{
	const struct doko_view *view = view_of(opaque);

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

/* ---- Texts ---------------------------------------------------------------------------------- */

/* The players as the page names them, from the own one on. */
static const struct mk_phrase places[DOKO_SEATS] = {
	MK_PHRASE("You", "Dig", "Du", "Εσύ"),
	MK_PHRASE("Left", "Venstre", "Links", "Αριστερά"),
	MK_PHRASE("Opposite", "Overfor", "Gegenüber", "Απέναντι"),
	MK_PHRASE("Right", "Højre", "Rechts", "Δεξιά"),
};

/* {0}: the game; {1}: the trick; {2}: how many there are; {3}: the dealer. */
static const struct mk_phrase title = MK_PHRASE("{0}, trick {1} of {2}. Dealer: {3}.\n",
	"{0}, stik {1} af {2}. Giver: {3}.\n", "{0}, Stich {1} von {2}. Geber: {3}.\n",
	"{0}, μπάζα {1} από {2}. Μοιράζει: {3}.\n");
/* {0}: what is done before the first trick, or the game that is over. */
static const struct mk_phrase short_title = MK_PHRASE(
	"{0}. Dealer: {3}.\n", "{0}. Giver: {3}.\n", "{0}. Geber: {3}.\n", "{0}. Μοιράζει: {3}.\n");
/* {0}: the game; {1}: its player. */
static const struct mk_phrase game_of =
	MK_PHRASE("{0} ({1})", "{0} ({1})", "{0} ({1})", "{0} ({1})");
static const struct mk_phrase reserving =
	MK_PHRASE("Reservations", "Forbehold", "Vorbehalte", "Επιφυλάξεις");

static const struct mk_phrase team_title = MK_PHRASE("Team", "Parti", "Partei", "Πλευρά");
static const struct mk_phrase teams[] = {
	[DOKO_KONTRA] = MK_PHRASE("Kontra", "Kontra", "Kontra", "Kontra"),
	[DOKO_RE] = MK_PHRASE("Re", "Re", "Re", "Re"),
	[DOKO_TEAM_UNKNOWN] = MK_PHRASE("?", "?", "?", "?"),
};
static const struct mk_phrase said_title = MK_PHRASE("Announced", "Meldt", "Angesagt", "Δήλωση");
static const struct mk_phrase points_title =
	MK_PHRASE("Card points", "Øjne", "Augen", "Πόντοι φύλλων");
static const struct mk_phrase score_title = MK_PHRASE("Score", "Point", "Punkte", "Βαθμολογία");

static const struct mk_phrase last_trick =
	MK_PHRASE("Last trick ({0} card points): ", "Sidste stik ({0} øjne): ",
		"Letzter Stich ({0} Augen): ", "Προηγούμενη μπάζα ({0} πόντοι): ");
static const struct mk_phrase own_trick =
	MK_PHRASE("You took it.", "Du tog det.", "Du hast ihn bekommen.", "Την πήρες εσύ.");
/* {0}: the player. */
static const struct mk_phrase other_trick =
	MK_PHRASE("{0} took it.", "{0} tog det.", "{0} hat ihn bekommen.", "{0} την πήρε.");
static const struct mk_phrase own_hand =
	MK_PHRASE("Your hand:", "Din hånd:", "Deine Hand:", "Τα φύλλα σου:");

/* A table that is being drawn, seen by the seat of the view. */
struct drawing {
	struct canvas canvas;
	const struct doko_view *view;
	const struct doko_table *table;
};

static int place_of(const struct drawing *drawing, int seat)
{
	return (seat - drawing->view->seat) & 3;
}

static const char *name_of(const struct drawing *drawing, int seat)
{
	return mk_phrase_in(&places[place_of(drawing, seat)], drawing->canvas.language);
}

static int letters_of(const char *text)
{
	return (int)unicode_count(text, strlen(text));
}

/* ---- The title ------------------------------------------------------------------------------ */

static bool is_before_play(const struct doko_table *table)
{
	return table->phase < DOKO_PLAYING;
}

/* The game type; with its player unless it is a normal game. */
static void write_game(char name[WORD_SIZE], const struct drawing *drawing)
{
	const struct doko_table *table = drawing->table;
	enum mk_language language = drawing->canvas.language;
	bool is_reserving = table->phase < DOKO_SHIFTING;
	struct mk_phrase_arg words[2] = {{.kind = MK_ARG_TEXT,
		.text = mk_phrase_in(is_reserving ? &reserving : &types[table->type], language)}};
	struct mk_text out;

	mk_text_fixed(&out, name, WORD_SIZE);
	if (is_reserving || table->type == DOKO_NORMAL || table->soloist == DOKO_NO_SEAT) {
		mk_text_put(&out, words[0].text);
		return;
	}
	words[1] = (struct mk_phrase_arg){
		.kind = MK_ARG_TEXT, .text = name_of(drawing, table->soloist)};
	mk_phrase_write(&out, language, &game_of, words, 2);
}

static void put_title(struct drawing *drawing)
{
	const struct doko_table *table = drawing->table;
	bool is_short = is_before_play(table) || table->phase == DOKO_OVER;
	char name[WORD_SIZE];
	const struct mk_phrase_arg words[] = {{.kind = MK_ARG_TEXT, .text = name},
		{.kind = MK_ARG_NUMBER, .number = table->tricks + 1},
		{.kind = MK_ARG_NUMBER, .number = doko_hand_size(table)},
		{.kind = MK_ARG_TEXT, .text = name_of(drawing, (table->first + 3) & 3)}};

	write_game(name, drawing);
	mk_phrase_write(drawing->canvas.out, drawing->canvas.language,
		is_short ? &short_title : &title, words, 4);
}

/* ---- The trick ------------------------------------------------------------------------------ */

/* The seat's card in a trick, DOKO_NO_KIND if it has not played. */
static int card_of(const struct doko_table *table, int trick, int seat)
{
	int at = trick * DOKO_SEATS + ((seat - table->leader[trick]) & 3);

	return trick < DOKO_TRICKS && at < table->played ? table->card[at] : DOKO_NO_KIND;
}

static mk_card shown_card(int kind)
{
	return kind == DOKO_NO_KIND ? MK_NO_CARD : doko_card(kind);
}

/* The columns of a card: one each for rank and suit; tens and Danish jacks have more. */
static int card_width(const struct drawing *drawing, mk_card card)
{
	return card == MK_NO_CARD ? 1 : 1 + letters_of(canvas_rank(&drawing->canvas, card));
}

/* Writes "Left: A♠", centred on column `middle`. */
static void put_player(struct drawing *drawing, int place, int middle)
{
	struct canvas *canvas = &drawing->canvas;
	int seat = (drawing->view->seat + place) & 3;
	mk_card card = shown_card(card_of(drawing->table, drawing->table->tricks, seat));
	const char *name = name_of(drawing, seat);
	int letters = letters_of(name), width = letters + 2 + card_width(drawing, card);
	int right = middle + (width + 1) / 2;

	canvas_put(canvas, right - width + letters, name, letters, NULL);
	canvas_put(canvas, canvas->at + 2, ": ", 2, NULL);
	canvas_put_front(canvas, right, card);
}

static void put_trick(struct drawing *drawing)
{
	put_player(drawing, 2, MIDDLE_AT);
	canvas_end_line(&drawing->canvas);
	put_player(drawing, 1, LEFT_AT);
	put_player(drawing, 3, RIGHT_AT);
	canvas_end_line(&drawing->canvas);
	put_player(drawing, 0, MIDDLE_AT);
	canvas_end_line(&drawing->canvas);
}

/* ---- The players ---------------------------------------------------------------------------- */

/* Writes the cell of a row for a seat. */
typedef const char *cell_of(char word[WORD_SIZE], const struct drawing *drawing, int seat);

static const char *team_of(char word[WORD_SIZE], const struct drawing *drawing, int seat)
{
	(void)word;
	return mk_phrase_in(
		&teams[doko_event_party(drawing->view, seat)], drawing->canvas.language);
}

/* The highest announcement of a seat; "" if it has made none. */
static const char *said_by(char word[WORD_SIZE], const struct drawing *drawing, int seat)
{
	const struct doko_said *highest = NULL;

	(void)word;
	for (int i = 0; i < drawing->table->said_count; i++) {
		const struct doko_said *said = &drawing->table->said[i];

		highest = said->seat == seat ? said : highest;
	}
	return highest ? doko_level_name(drawing->canvas.language, highest->party, highest->level)
		       : "";
}

static const char *points_of(char word[WORD_SIZE], const struct drawing *drawing, int seat)
{
	snprintf(word, WORD_SIZE, "%d", drawing->table->augen[seat]);
	return word;
}

static const char *score_of(char word[WORD_SIZE], const struct drawing *drawing, int seat)
{
	int sum = drawing->view->sheet.sum[seat];

	snprintf(word, WORD_SIZE, "%s%d", sum < 0 ? "−" : "", sum < 0 ? -sum : sum);
	return word;
}

static const char *place_name(char word[WORD_SIZE], const struct drawing *drawing, int seat)
{
	(void)word;
	return name_of(drawing, seat);
}

static void put_row(struct drawing *drawing, const char *label, cell_of *cell)
{
	int letters = letters_of(label);

	canvas_put(&drawing->canvas, letters, label, letters, NULL);
	for (int place = 0; place < DOKO_SEATS; place++) {
		char word[WORD_SIZE];
		const char *text = cell(word, drawing, (drawing->view->seat + place) & 3);

		if (*text) {
			canvas_put(&drawing->canvas, LABEL_WIDTH + SEAT_WIDTH * (place + 1), text,
				letters_of(text), NULL);
		}
	}
	canvas_end_line(&drawing->canvas);
}

static void put_numbers(struct drawing *drawing)
{
	enum mk_language language = drawing->canvas.language;

	put_row(drawing, "", place_name);
	put_row(drawing, mk_phrase_in(&team_title, language), team_of);
	if (drawing->table->said_count > 0) {
		put_row(drawing, mk_phrase_in(&said_title, language), said_by);
	}
	put_row(drawing, mk_phrase_in(&points_title, language), points_of);
	put_row(drawing, mk_phrase_in(&score_title, language), score_of);
}

/* ---- The last trick ------------------------------------------------------------------------- */

static void put_winner(struct drawing *drawing, int seat)
{
	struct mk_phrase_arg who = {.kind = MK_ARG_TEXT};
	int place = place_of(drawing, seat);

	if (place > 0) {
		who.text = doko_player_name(drawing->canvas.language, place);
	}
	mk_phrase_write(drawing->canvas.out, drawing->canvas.language,
		place > 0 ? &other_trick : &own_trick, &who, 1);
	mk_text_char(drawing->canvas.out, '\n');
}

static void put_last_trick(struct drawing *drawing)
{
	const struct doko_table *table = drawing->table;
	struct canvas *canvas = &drawing->canvas;
	int trick = table->tricks - 1;
	struct mk_phrase_arg points = {.kind = MK_ARG_NUMBER};

	for (int i = 0; i < DOKO_SEATS; i++) {
		points.number += doko_card_points[doko_trick(table, trick)[i]];
	}
	mk_phrase_write(canvas->out, canvas->language, &last_trick, &points, 1);
	for (int i = 0; i < DOKO_SEATS; i++) {
		int seat = (table->leader[trick] + i) & 3;

		mk_text_format(canvas->out, "%s%s ", i ? ", " : "", name_of(drawing, seat));
		canvas->at = 0;
		canvas_put_card(canvas, 0, doko_card(doko_trick(table, trick)[i]));
	}
	mk_text_put(canvas->out, ".\n");
	canvas->at = 0;
	put_winner(drawing, table->leader[table->tricks]);
}

/* ---- The hand ------------------------------------------------------------------------------- */

/* Trumps first, then suit by suit, each from the highest down. */
static bool comes_before(const struct doko_order *order, int one, int other)
{
	bool is_trump = order->colour_of[one] == DOKO_TRUMP;

	if (is_trump != (order->colour_of[other] == DOKO_TRUMP)) {
		return is_trump;
	}
	return is_trump ? order->power[one] > order->power[other] : one < other;
}

bool doko_lists_before(
	const struct mk_view *opaque, const struct mk_move *one, const struct mk_move *other)
{
	if (one->card == MK_NO_CARD || other->card == MK_NO_CARD) {
		return false;
	}
	return comes_before(doko_table_order(&view_of(opaque)->table), doko_kind(one->card),
		doko_kind(other->card));
}

static size_t sort_hand(const struct drawing *drawing, uint8_t cards[DOKO_TRICKS])
{
	const struct doko_order *order = doko_table_order(drawing->table);
	size_t count = 0;

	for (doko_set hand = drawing->view->hand; hand; hand &= hand - 1) {
		int kind = doko_first(hand);
		size_t at = count++;

		while (at > 0 && comes_before(order, kind, cards[at - 1])) {
			cards[at] = cards[at - 1];
			at--;
		}
		cards[at] = (uint8_t)kind;
	}
	return count;
}

/* The space between trumps and suits is wider. */
static void put_hand(struct drawing *drawing)
{
	const struct doko_order *order = doko_table_order(drawing->table);
	struct canvas *canvas = &drawing->canvas;
	uint8_t cards[DOKO_CARDS];
	size_t count = sort_hand(drawing, cards);

	mk_text_put(canvas->out, mk_phrase_in(&own_hand, canvas->language));
	for (size_t i = 0; i < count; i++) {
		bool begins = i > 0 && order->colour_of[cards[i]] != order->colour_of[cards[i - 1]];

		mk_text_put(canvas->out, begins ? "  " : " ");
		canvas->at = 0;
		canvas_put_card(canvas, 0, doko_card(cards[i]));
	}
	canvas_end_line(canvas);
}

void doko_draw(struct mk_text *out, enum mk_language language, const struct mk_view *opaque,
	struct mk_card_style style)
{
	const struct doko_view *view = view_of(opaque);
	struct drawing drawing = {.canvas = {.out = out, .language = language, .style = style},
		.view = view,
		.table = &view->table};

	put_title(&drawing);
	mk_text_char(out, '\n');
	if (view->table.phase == DOKO_PLAYING) {
		put_trick(&drawing);
		mk_text_char(out, '\n');
	}
	put_numbers(&drawing);
	if (view->table.tricks > 0) {
		mk_text_char(out, '\n');
		put_last_trick(&drawing);
	}
	if (view->hand) {
		mk_text_char(out, '\n');
		put_hand(&drawing);
	}
}
