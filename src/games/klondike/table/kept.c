/* The tables that a view keeps. */
#include "games/klondike/table/kept.h"

#include <math.h>

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

float klondike_weight(const struct klondike_view *view, int number)
{
	return expf((float)klondike_odds(view, number) / MK_ODDS_PER_NAT);
}

/* Minimum share of the total weight for klondike_is_likely(). */
static const float min_likely_share = 0.7F;

bool klondike_is_likely(const struct klondike_view *view, const struct mk_move *move)
{
	float together = 0, legal = 0;
	struct klondike_view table;

	for (int number = 0; number <= view->alternatives; number++) {
		if (klondike_explanation(view, number, &table)) {
			float weight = klondike_weight(view, number);

			together += weight;
			legal += klondike_is_legal(&table, *move) ? weight : 0;
		}
	}
	return legal >= min_likely_share * together;
}
