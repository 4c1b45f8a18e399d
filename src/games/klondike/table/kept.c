/* The explanations that a view keeps. */
#include "games/klondike/table/kept.h"

bool klondike_explanation(const struct klondike_view *view, int number, struct klondike_view *out)
{
	if (number < 0 || number > view->alternatives ||
		(number > 0 && view->alternative[number - 1].dropped)) {
		return false;
	}
	klondike_copy_table(out, view);
	if (number > 0) {
		out->state = view->alternative[number - 1].state;
	}
	return true;
}

int klondike_odds(const struct klondike_view *view, int number)
{
	return number == 0 ? 0 : view->alternative[number - 1].odds;
}
