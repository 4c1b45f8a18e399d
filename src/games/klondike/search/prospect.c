/* Certainties, and the moves of a plan. */
#include "games/klondike/search/prospect.h"

#include "games/klondike/table/sets.h"

static int face_down(const struct klondike_view *view)
{
	int count = 0;

	for (int column = 0; column < COLUMNS; column++) {
		count += view->unseen[column];
	}
	return count;
}

/*
 * Every card can be had whenever it is wanted: those of the pile one by one, as often as is
 * needed. Runs have the lower card in front, so the lowest card that is not on its foundation is
 * always free to go there.
 */
static bool is_won_anyhow(const struct klondike_view *view)
{
	bool freely = view->rules.draw == 1 && view->shuffles == MK_UNLIMITED;

	return face_down(view) == 0 && (view->pile_count == 0 || freely);
}

enum mk_certainty klondike_prove(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);

	if (is_won_anyhow(known)) {
		return MK_PROVEN_WIN;
	}
	return klondike_is_hopeless(known) ? MK_PROVEN_LOSS : MK_UNPROVEN;
}

bool klondike_is_fully_known(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	int hidden = face_down(known);

	for (int i = 0; i < known->pile_count; i++) {
		hidden += known->pile[i] == MK_NO_CARD;
	}
	return hidden <= 1;
}

size_t klondike_macro_line(struct klondike_view *table, struct klondike_macro step,
	struct mk_move line[MK_MAX_LINE], size_t length)
{
	bool completes = false;

	while (!completes && length < MK_MAX_LINE &&
		klondike_macro_next_move(table, step, &line[length], &completes)) {
		klondike_play(table, line[length], MK_NO_CARD);
		length++;
	}
	return length;
}
