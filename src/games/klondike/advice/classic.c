/*
 * The strategy `classic`: the first legal move in the order of the move types 1 to 4 that is not
 * suppressed, otherwise the next draw. Kept unchanged as a baseline, with two exceptions: it does
 * not turn a pile endlessly without effect, and it does not give up. If the order has no move
 * although the game can still progress, it takes the shortest way to progress.
 */
#include "games/klondike/advice/classic.h"

#include "games/klondike/table/progress.h"
#include "games/klondike/table/sets.h"

enum klondike_held_back klondike_holds_back(const struct klondike_view *view, struct mk_move move)
{
	if (move.kind == KING_TO_EMPTY && move.from < COLUMNS && view->unseen[move.from] == 0) {
		return HELD_POINTLESS_KING;
	}
	if (move.kind != COLUMN_TO_COLUMN) {
		return HELD_NOT;
	}
	if (view->column_to_column >= view->rules.max_column_to_column) {
		return HELD_COLUMN_TO_COLUMN_LIMIT;
	}
	return move.card == view->just_moved ? HELD_JUST_MOVED : HELD_NOT;
}

static bool may_turn_helpfully(const struct klondike_view *view)
{
	struct klondike_reachable_stock coming = klondike_reachable_stock(view);
	mk_cards fronts = 0;
	bool empty = false;

	for (int column = 0; column < COLUMNS; column++) {
		fronts |= MK_CARD_BIT(klondike_front(view, column));
		empty |= klondike_is_empty(view, column);
	}
	return coming.unseen ||
	       coming.cards & (cards_onto(fronts & MK_WHOLE_DECK) | (empty ? KINGS : 0) |
				      cards_next(view->foundation));
}

/*
 * True for moves that the order never chooses. Cards did not return from foundations in the classic
 * rules.
 */
static bool is_never_chosen(const struct klondike_view *view, struct mk_move move)
{
	if (move.kind == DRAW || move.kind == SHUFFLE) {
		return klondike_turns_to_the_same(view) ||
		       (view->shuffles == MK_UNLIMITED && !may_turn_helpfully(view));
	}
	return move.kind == FOUNDATION_TO_COLUMN || klondike_holds_back(view, move) != HELD_NOT ||
	       klondike_puts_up_in_vain(view, move);
}

bool klondike_classic_first(const struct klondike_view *view, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);

	for (size_t i = 0; i < count; i++) {
		if (!is_never_chosen(view, moves[i])) {
			*move = moves[i];
			return true;
		}
	}
	return false;
}

bool klondike_classic_pick(const struct mk_view *view, struct mk_move *move)
{
	const struct klondike_view *known = view_of(view);

	if (klondike_must_progress(known) && klondike_progress_move(known, move)) {
		return true;
	}
	return klondike_classic_first(known, move) || klondike_progress_move(known, move);
}

void klondike_classic_order(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth)
{
	for (size_t i = 0; i < count; i++) {
		worth[i] = (is_never_chosen(view, moves[i]) ? -MK_MAX_MOVES : 0) - (int)i;
	}
}
