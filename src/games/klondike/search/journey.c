/* Loop prevention: which plans make progress, see planning.h. */
#include "games/klondike/search/planning.h"

#include "games/klondike/table/sets.h"

/* With unlimited redeals that mix, waiting for a card ends after the draws of this many passes. */
enum { MAX_PASSES = 8 };

/* ---- Turning -------------------------------------------------------------------------------- */

static int moves_for(const struct klondike_view *view, int cards)
{
	return (cards + view->rules.draw - 1) / view->rules.draw;
}

/* True if the stock was redealt since the game last progressed. */
static bool has_come_round(const struct klondike_view *view)
{
	return view->idle > moves_for(view, view->pile_count - view->turned_from);
}

static int turned_at_start(const struct klondike_view *view)
{
	return view->idle ? view->turned_from : view->turned;
}

/*
 * The place from which a second pass shows only cards that the first one has shown: the place where
 * the first pass began, or the end of the pile if the first pass had another remainder of threes.
 */
static int end_of_journey(const struct klondike_view *view)
{
	int start = turned_at_start(view);

	return start % view->rules.draw == 0 ? start : view->pile_count;
}

/*
 * True if a draw from `turned` on brings the card to the front before place `end`; MK_NO_CARD
 * stands for an unknown card.
 */
static bool shows(const struct klondike_view *view, int turned, int end, mk_card card)
{
	while (turned < view->pile_count) {
		turned += view->rules.draw;
		turned = turned < view->pile_count ? turned : view->pile_count;
		if (turned < end && view->pile[turned - 1] == card) {
			return true;
		}
	}
	return false;
}

/*
 * True if the card comes to the front before the stock is back where the game last progressed. An
 * unknown card counts at any place: seeing it is progress.
 */
static bool still_comes(const struct klondike_view *view, mk_card card)
{
	int beyond = view->pile_count + 1;
	int end = card == MK_NO_CARD ? beyond : end_of_journey(view);

	if (has_come_round(view)) {
		return shows(view, view->turned, end, card);
	}
	return shows(view, view->turned, beyond, card) ||
	       (view->shuffles != 0 && shows(view, 0, end, card));
}

static bool may_turn(const struct klondike_view *view, struct klondike_macro step)
{
	if (klondike_turns_to_the_same(view)) {
		return false;
	}
	if (!view->rules.kept) {
		return view->shuffles != MK_UNLIMITED ||
		       view->idle < MAX_PASSES * moves_for(view, view->pile_count);
	}
	return view->idle == 0 ||
	       still_comes(view, step.kind == STEP_TURN ? MK_NO_CARD : ladder_card(step.place));
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* The card beneath the last moved card; MK_NO_CARD if it lies on none. */
static mk_card carrier_of_last(const struct klondike_view *view)
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 1; i < view->up[column]; i++) {
			if (view->column[column][i] == view->just_moved) {
				return view->column[column][i - 1];
			}
		}
	}
	return MK_NO_CARD;
}

static bool is_front(const struct klondike_view *view, mk_card card)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (klondike_front(view, column) == card) {
			return true;
		}
	}
	return false;
}

/*
 * True if the last move pushed a run aside, and the twin of the card that it went onto is a front
 * card now and can go to its foundation.
 */
static bool has_cleared(const struct klondike_view *view)
{
	mk_card carrier = view->column_to_column ? carrier_of_last(view) : MK_NO_CARD;
	mk_card twin;

	if (carrier == MK_NO_CARD) {
		return false;
	}
	twin = ladder_card(ladder_of_card(carrier) ^ 1);
	return is_front(view, twin) && cards_have(cards_next(view->foundation), twin);
}

bool klondike_is_progress(const struct klondike_view *view, struct klondike_macro step,
	struct mk_move move, bool completes)
{
	if (move.kind == DRAW || move.kind == SHUFFLE) {
		return may_turn(view, step);
	}
	return completes || !has_cleared(view);
}
