/* The strategy `heuristic`. */
#ifndef KLONDIKE_ADVICE_HEURISTIC_H
#define KLONDIKE_ADVICE_HEURISTIC_H

#include "games/klondike/advice/look.h"
#include "games/klondike/advice/plan.h"

/* The pile brings nothing any more. */
enum { HORIZON_NONE = LAST_PASS - 1 };

int find_pass_horizon(const struct look *look);

bool klondike_heuristic_pick(const struct mk_view *view, struct mk_move *move);

/* How good each of the table's legal moves is, more being better, for ordering those not picked. */
void klondike_heuristic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

#endif
