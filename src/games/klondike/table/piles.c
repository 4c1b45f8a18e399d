/* The piles of the table, in the order of the one-line form. */
#include "games/klondike/table/table.h"

const struct mk_pile_kind klondike_piles[] = {
	{.name = "draw_pile",
		.title = MK_PHRASE("Waste", "Trækbunke", "Ziehstapel", "Στοίβα"),
		.first = DRAW_PILE,
		.count = 1,
		.single = true,
		.content = MK_PILE_FRONT,
		.max = PILE},
	{.name = "foundations",
		.title = MK_PHRASE("Foundation", "Grundbunke", "Ablagestapel", "Βάση"),
		.titles = MK_PHRASE("Foundations", "Grundbunker", "Ablagestapel", "Βάσεις"),
		.first = FIRST_FOUNDATION,
		.count = MK_SUITS,
		.content = MK_PILE_FRONT,
		.max = MK_RANKS},
	{.name = "columns",
		.title = MK_PHRASE("Column", "Kolonne", "Spalte", "Στήλη"),
		.titles = MK_PHRASE("Columns", "Kolonner", "Spalten", "Στήλες"),
		.first = 0,
		.count = COLUMNS,
		.content = MK_PILE_CARDS,
		.max = COLUMN_UNDER + COLUMN_UP},
	{0},
};

static void put_column(const struct klondike_view *view, int column, struct mk_pile *pile)
{
	pile->count = (uint32_t)(view->unseen[column] + view->up[column]);
	memset(pile->card, MK_CARD_FACE_DOWN, view->unseen[column]);
	memcpy(pile->card + view->unseen[column], view->column[column], view->up[column]);
}

void klondike_pile(const struct mk_view *known, int position, struct mk_pile *pile)
{
	const struct klondike_view *view = view_of(known);

	if (position < FIRST_FOUNDATION) {
		put_column(view, position, pile);
	} else if (position < DRAW_PILE) {
		int suit = position - FIRST_FOUNDATION, rank = view->foundation[suit];

		pile->count = rank > 0;
		pile->card[0] = rank ? MK_CARD(rank, suit) : MK_NO_CARD;
	} else {
		pile->count = view->turned;
		memcpy(pile->card, view->pile, view->turned);
	}
}
