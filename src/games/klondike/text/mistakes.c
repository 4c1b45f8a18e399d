/* Kinds of mistakes in Klondike: moves too early or too late, and moves of the wrong cards. */
#include "games/common/mistakes.h"
#include "games/klondike/text/words.h"

enum {
	OTHER = MK_OTHER_MISTAKE,
	STOCK_TOO_EARLY,
	STOCK_TOO_LATE,
	FOUNDATION_TOO_EARLY,
	FOUNDATION_TOO_LATE,
	FOUNDATION_RETURNED,
	WASTE_TOO_EARLY,
	WASTE_TOO_LATE,
	WRONG_KING,
	WRONG_COLUMN,
	KINDS
};

static const struct mk_mistake_kind kinds[KINDS] = {
	[OTHER] = MISTAKE_OTHER,
	[STOCK_TOO_EARLY] = {"stock_too_early",
		MK_PHRASE("You turn the stock too early", "Du vender trækbunken for tidligt",
			"Du deckst zu früh vom Ziehstapel auf", "Ανοίγεις τη στοίβα πολύ νωρίς")},
	[STOCK_TOO_LATE] = {"stock_too_late",
		MK_PHRASE("You turn the stock too late", "Du vender trækbunken for sent",
			"Du deckst zu spät vom Ziehstapel auf", "Ανοίγεις τη στοίβα πολύ αργά")},
	[FOUNDATION_TOO_EARLY] = MISTAKE_FOUNDATION_TOO_EARLY,
	[FOUNDATION_TOO_LATE] = MISTAKE_FOUNDATION_TOO_LATE,
	[FOUNDATION_RETURNED] = {"foundation_returned",
		MK_PHRASE("You take cards back from the foundations needlessly",
			"Du tager kort tilbage fra grundbunkerne uden grund",
			"Du holst unnötig Karten von den Ablagestapeln zurück",
			"Κατεβάζεις φύλλα από τις βάσεις χωρίς λόγο")},
	[WASTE_TOO_EARLY] = {"waste_too_early", MK_PHRASE("You take cards from the waste too early",
							"Du tager kort fra trækbunken for tidligt",
							"Du nimmst Karten zu früh vom Ziehstapel",
							"Παίρνεις φύλλα από τη στοίβα πολύ νωρίς")},
	[WASTE_TOO_LATE] = {"waste_too_late", MK_PHRASE("You take cards from the waste too late",
						      "Du tager kort fra trækbunken for sent",
						      "Du nimmst Karten zu spät vom Ziehstapel",
						      "Παίρνεις φύλλα από τη στοίβα πολύ αργά")},
	[WRONG_KING] = {"wrong_king",
		MK_PHRASE("You fill empty columns with the wrong king, or too early",
			"Du fylder tomme kolonner med den forkerte konge eller for tidligt",
			"Du belegst leere Spalten mit dem falschen König oder zu früh",
			"Γεμίζεις κενές στήλες με λάθος ρήγα ή πολύ νωρίς")},
	[WRONG_COLUMN] = {"wrong_column",
		MK_PHRASE("You move the wrong column, or to the wrong place",
			"Du flytter den forkerte kolonne eller til det forkerte sted",
			"Du verschiebst die falsche Spalte oder an die falsche Stelle",
			"Μετακινείς λάθος στήλη ή σε λάθος θέση")},
};

static bool turns_stock(const struct mk_move *move)
{
	return move->kind == DRAW || move->kind == SHUFFLE;
}

static bool takes_waste(const struct mk_move *move)
{
	return !turns_stock(move) && move->from == DRAW_PILE;
}

/* A mistake with the stock: either the player turned it, or the better move would have. */
static unsigned kind_of_stock_mistake(const struct mk_move *made)
{
	return turns_stock(made)             ? STOCK_TOO_EARLY
	       : made->kind == TO_FOUNDATION ? FOUNDATION_TOO_EARLY
	       : takes_waste(made)           ? WASTE_TOO_EARLY
					     : STOCK_TOO_LATE;
}

static unsigned kind_of_mistake(
	const struct mk_view *view, const struct mk_move *made, const struct mk_move *better)
{
	bool goes_up = made->kind == TO_FOUNDATION, should_go_up = better->kind == TO_FOUNDATION;

	(void)view;
	if (turns_stock(made) != turns_stock(better)) {
		return should_go_up ? FOUNDATION_TOO_LATE : kind_of_stock_mistake(made);
	}
	if (turns_stock(made) || (goes_up && should_go_up)) {
		return OTHER;
	}
	if (goes_up || should_go_up) {
		return goes_up ? FOUNDATION_TOO_EARLY : FOUNDATION_TOO_LATE;
	}
	if (made->kind == FOUNDATION_TO_COLUMN) {
		return FOUNDATION_RETURNED;
	}
	if (made->kind == KING_TO_EMPTY) {
		return WRONG_KING;
	}
	if (takes_waste(made) != takes_waste(better)) {
		return takes_waste(made) ? WASTE_TOO_EARLY : WASTE_TOO_LATE;
	}
	return WRONG_COLUMN;
}

const struct mk_mistakes klondike_mistakes = {
	.count = KINDS, .kinds = kinds, .kind_of = kind_of_mistake};
