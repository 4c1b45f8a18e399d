/* Moves as sentences for the player. */
#include "games/klondike/text/words.h"

enum { ALONE, WITH_ONE, WITH_MORE, CARRIES }; /* number of cards that lie on the moved one */

/* {0} the card, {1} and {2} the columns counted from 1, {3} number of cards turned up. */
static const struct mk_phrase column_to_foundation = MK_PHRASE(
	"Move {0} from column {1} to its foundation.", "Flyt {0} fra kolonne {1} til grundbunken.",
	"Lege {0} von Spalte {1} auf den Ablagestapel.",
	"Μετακίνησε {0} από τη στήλη {1} στη βάση.");
static const struct mk_phrase draw_to_foundation = MK_PHRASE(
	"Move {0} from the waste to its foundation.", "Flyt {0} fra trækbunken til grundbunken.",
	"Lege {0} vom Ziehstapel auf den Ablagestapel.", "Μετακίνησε {0} από τη στοίβα στη βάση.");
static const struct mk_phrase king_from_column[CARRIES] = {
	[ALONE] = MK_PHRASE("Move {0} from column {1} to the empty column {2}.",
		"Flyt {0} fra kolonne {1} til den tomme kolonne {2}.",
		"Lege {0} von Spalte {1} auf die leere Spalte {2}.",
		"Μετακίνησε {0} από τη στήλη {1} στην κενή στήλη {2}."),
	[WITH_ONE] = MK_PHRASE(
		"Move {0} and the card on it from column {1} to the empty column {2}.",
		"Flyt {0} og kortet ovenpå fra kolonne {1} til den tomme kolonne {2}.",
		"Lege {0} mit der Karte darauf von Spalte {1} auf die leere Spalte {2}.",
		"Μετακίνησε {0}, μαζί με το φύλλο που έχει πάνω, από τη στήλη {1} στην κενή στήλη {2}."),
	[WITH_MORE] = MK_PHRASE(
		"Move {0} and the cards on it from column {1} to the empty column {2}.",
		"Flyt {0} og kortene ovenpå fra kolonne {1} til den tomme kolonne {2}.",
		"Lege {0} mit den Karten darauf von Spalte {1} auf die leere Spalte {2}.",
		"Μετακίνησε {0}, μαζί με τα φύλλα που έχει πάνω, από τη στήλη {1} στην κενή στήλη {2}."),
};
static const struct mk_phrase king_from_draw =
	MK_PHRASE("Move {0} from the waste to the empty column {2}.",
		"Flyt {0} fra trækbunken til den tomme kolonne {2}.",
		"Lege {0} vom Ziehstapel auf die leere Spalte {2}.",
		"Μετακίνησε {0} από τη στοίβα στην κενή στήλη {2}.");
static const struct mk_phrase column_to_column[CARRIES] = {
	[ALONE] = MK_PHRASE("Move {0} from column {1} to column {2}.",
		"Flyt {0} fra kolonne {1} til kolonne {2}.",
		"Lege {0} von Spalte {1} auf Spalte {2}.",
		"Μετακίνησε {0} από τη στήλη {1} στη στήλη {2}."),
	[WITH_ONE] = MK_PHRASE("Move {0} and the card on it from column {1} to column {2}.",
		"Flyt {0} og kortet ovenpå fra kolonne {1} til kolonne {2}.",
		"Lege {0} mit der Karte darauf von Spalte {1} auf Spalte {2}.",
		"Μετακίνησε {0}, μαζί με το φύλλο που έχει πάνω, από τη στήλη {1} στη στήλη {2}."),
	[WITH_MORE] = MK_PHRASE("Move {0} and the cards on it from column {1} to column {2}.",
		"Flyt {0} og kortene ovenpå fra kolonne {1} til kolonne {2}.",
		"Lege {0} mit den Karten darauf von Spalte {1} auf Spalte {2}.",
		"Μετακίνησε {0}, μαζί με τα φύλλα που έχει πάνω, από τη στήλη {1} στη στήλη {2}."),
};
static const struct mk_phrase draw_to_column = MK_PHRASE("Move {0} from the waste to column {2}.",
	"Flyt {0} fra trækbunken til kolonne {2}.", "Lege {0} vom Ziehstapel auf Spalte {2}.",
	"Μετακίνησε {0} από τη στοίβα στη στήλη {2}.");
static const struct mk_phrase foundation_to_column =
	MK_PHRASE("Move {0} from its foundation back to column {2}.",
		"Flyt {0} fra grundbunken tilbage til kolonne {2}.",
		"Lege {0} vom Ablagestapel zurück auf Spalte {2}.",
		"Μετακίνησε {0} από τη βάση πίσω στη στήλη {2}.");
static const struct mk_phrase draw_one = MK_PHRASE("Turn over the next card of the stock.",
	"Vend næste kort i trækbunken.", "Decke die nächste Karte des Ziehstapels auf.",
	"Άνοιξε το επόμενο φύλλο της στοίβας.");
static const struct mk_phrase draw_more = MK_PHRASE("Turn over the next {3} cards of the stock.",
	"Vend de næste {3} kort i trækbunken.",
	"Decke die nächsten {3} Karten des Ziehstapels auf.",
	"Άνοιξε τα επόμενα {3} φύλλα της στοίβας.");
static const struct mk_phrase shuffle_one =
	MK_PHRASE("Shuffle the waste to form a new stock and turn over the first card.",
		"Bland trækbunken og vend det første kort.",
		"Mische den Ziehstapel und decke die erste Karte auf.",
		"Ανακάτεψε τη στοίβα και άνοιξε το πρώτο φύλλο.");
static const struct mk_phrase shuffle_more =
	MK_PHRASE("Shuffle the waste to form a new stock and turn over the first {3} cards.",
		"Bland trækbunken og vend de første {3} kort.",
		"Mische den Ziehstapel und decke die ersten {3} Karten auf.",
		"Ανακάτεψε τη στοίβα και άνοιξε τα πρώτα {3} φύλλα.");
static const struct mk_phrase turn_over_one =
	MK_PHRASE("Turn the waste over to form a new stock and turn over the first card.",
		"Vend trækbunken om og tag det første kort op.",
		"Drehe den Ziehstapel um und decke die erste Karte auf.",
		"Αναποδογύρισε τη στοίβα και άνοιξε το πρώτο φύλλο.");
static const struct mk_phrase turn_over_more =
	MK_PHRASE("Turn the waste over to form a new stock and turn over the first {3} cards.",
		"Vend trækbunken om og tag de første {3} kort op.",
		"Drehe den Ziehstapel um und decke die ersten {3} Karten auf.",
		"Αναποδογύρισε τη στοίβα και άνοιξε τα πρώτα {3} φύλλα.");

static int carried(const struct klondike_view *view, struct mk_move move)
{
	int cards = view->up[move.from] - move.cut;

	return cards <= 0 ? ALONE : cards == 1 ? WITH_ONE : WITH_MORE;
}

/* Number of cards that a draw or redeal turns up. */
static int turned_up(const struct klondike_view *view, struct mk_move move)
{
	int there = move.kind == DRAW ? klondike_left(view) : view->pile_count;

	return there < view->rules.draw ? there : view->rules.draw;
}

static const struct mk_phrase *shuffle(const struct klondike_view *view, bool one)
{
	if (view->rules.kept) {
		return one ? &turn_over_one : &turn_over_more;
	}
	return one ? &shuffle_one : &shuffle_more;
}

static const struct mk_phrase *phrase_of(const struct klondike_view *view, struct mk_move move)
{
	bool one = turned_up(view, move) <= 1;

	switch ((enum klondike_kind)move.kind) {
	case TO_FOUNDATION:
		return move.from == DRAW_PILE ? &draw_to_foundation : &column_to_foundation;
	case KING_TO_EMPTY:
		return move.from == DRAW_PILE ? &king_from_draw
					      : &king_from_column[carried(view, move)];
	case COLUMN_TO_COLUMN:
		return &column_to_column[carried(view, move)];
	case DRAW_TO_COLUMN:
		return &draw_to_column;
	case DRAW:
		return one ? &draw_one : &draw_more;
	case SHUFFLE:
		return shuffle(view, one);
	case FOUNDATION_TO_COLUMN:
		return &foundation_to_column;
	}
	return &draw_one;
}

void klondike_describe_card(struct mk_text *out, enum mk_language language, struct mk_move move)
{
	mk_text_put(out, mk_card_name(language, move.card));
}

void klondike_describe_move(struct mk_text *out, enum mk_language language,
	const struct mk_view *view, struct mk_move move)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_OBJECT, .card = move.card},
		{.kind = MK_ARG_NUMBER, .number = move.from + 1},
		{.kind = MK_ARG_NUMBER, .number = move.to + 1},
		{.kind = MK_ARG_NUMBER, .number = turned_up(view_of(view), move)},
	};

	mk_phrase_write(out, language, phrase_of(view_of(view), move), words,
		sizeof words / sizeof words[0]);
}
