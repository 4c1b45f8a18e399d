/* Kinds of mistakes in FreeCell: what a move uses up, or leaves undone. */
#include "games/common/mistakes.h"
#include "games/freecell/game.h"

enum {
	OTHER = MK_OTHER_MISTAKE,
	CELL_TOO_EARLY,
	WRONG_CELL_CARD,
	COLUMN_FILLED,
	FOUNDATION_TOO_EARLY,
	FOUNDATION_TOO_LATE,
	WRONG_COLUMN,
	KINDS
};

static const struct mk_mistake_kind kinds[KINDS] = {
	[OTHER] = MISTAKE_OTHER,
	[CELL_TOO_EARLY] = {"cell_too_early",
		MK_PHRASE("You fill free cells too early", "Du bruger de frie celler for tidligt",
			"Du belegst freie Zellen zu früh", "Γεμίζεις ελεύθερα κελιά πολύ νωρίς")},
	[WRONG_CELL_CARD] = {"wrong_cell_card",
		MK_PHRASE("You put the wrong card into a free cell",
			"Du lægger det forkerte kort i en fri celle",
			"Du legst die falsche Karte in eine freie Zelle",
			"Βάζεις λάθος φύλλο σε ελεύθερο κελί")},
	[COLUMN_FILLED] = {"column_filled",
		MK_PHRASE("You fill empty columns too early, or with the wrong card",
			"Du fylder tomme kolonner for tidligt eller med det forkerte kort",
			"Du belegst leere Spalten zu früh oder mit der falschen Karte",
			"Γεμίζεις κενές στήλες πολύ νωρίς ή με λάθος φύλλο")},
	[FOUNDATION_TOO_EARLY] = MISTAKE_FOUNDATION_TOO_EARLY,
	[FOUNDATION_TOO_LATE] = MISTAKE_FOUNDATION_TOO_LATE,
	[WRONG_COLUMN] = {"wrong_column",
		MK_PHRASE("You move the wrong cards between the columns",
			"Du flytter de forkerte kort mellem kolonnerne",
			"Du verschiebst die falschen Karten zwischen den Spalten",
			"Μετακινείς λάθος φύλλα ανάμεσα στις στήλες")},
};

static bool fills_empty_column(const struct freecell_view *view, const struct mk_move *move)
{
	return move->kind == TO_COLUMN && view->count[move->to] == 0;
}

static unsigned kind_of_mistake(
	const struct mk_view *view, const struct mk_move *made, const struct mk_move *better)
{
	if (made->kind == TO_FOUNDATION) {
		return better->kind == TO_FOUNDATION ? OTHER : FOUNDATION_TOO_EARLY;
	}
	if (better->kind == TO_FOUNDATION) {
		return FOUNDATION_TOO_LATE;
	}
	if (made->kind == TO_CELL) {
		return better->kind == TO_CELL ? WRONG_CELL_CARD : CELL_TOO_EARLY;
	}
	return fills_empty_column(freecell_of(view), made) ? COLUMN_FILLED : WRONG_COLUMN;
}

const struct mk_mistakes freecell_mistakes = {
	.count = KINDS, .kinds = kinds, .kind_of = kind_of_mistake};
