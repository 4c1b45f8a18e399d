/* Whether a game is won, lost for certain, or still open. */
#include "games/klondike/sets.h"

/*
 * The proof that a game is lost.
 *
 * A game goes on for good only by one of three events: a card of a column is turned up, a card
 * leaves the draw pile, or the goal is reached. Without one, the same cards are pushed to and fro
 * for ever. So it is lost when none of them can come next, by whatever moves before it.
 *
 * What those moves could reach is taken too large rather than too small: nothing that became
 * possible is ever taken back. A card that was a column's front once counts as a landing place
 * from then on, a foundation only grows, an empty column stays empty. This closure grows
 * with every step, at most 52 cards large, and holds whatever real moves can reach: if even it has
 * no event, there is none.
 */
struct closure {
	const struct klondike_view *view;
	mk_cards fronts;              /* may lie in front of a column at some time */
	uint8_t foundation[MK_SUITS]; /* how high each may grow */
	bool empty;                   /* a column may be empty at some time */
	bool event;
};

static bool may_land(const struct closure *closure, mk_card card)
{
	if (mk_rank(card) == MK_KING) {
		return closure->empty;
	}
	return (cards_below(MK_CARD_BIT(card)) & closure->fronts) != 0;
}

static bool may_go_up(const struct closure *closure, mk_card card)
{
	return mk_rank(card) <= closure->foundation[mk_suit(card)] + 1;
}

/* The card at `place` and all on it leave their column. A king that lies at its end has no reason
 * to. */
static bool may_leave(const struct closure *closure, int column, int place)
{
	const struct klondike_view *view = closure->view;
	mk_card card = view->column[column][place];

	if (mk_rank(card) == MK_KING && view->unseen[column] == 0) {
		return may_go_up(closure, card) && cards_have(closure->fronts, card);
	}
	return may_land(closure, card) ||
	       (cards_have(closure->fronts, card) && may_go_up(closure, card));
}

static void raise_foundation(struct closure *closure, mk_card card)
{
	uint8_t *foundation = &closure->foundation[mk_suit(card)];

	if (cards_have(closure->fronts, card) && mk_rank(card) == *foundation + 1) {
		++*foundation;
	}
}

static void grow_column(struct closure *closure, int column)
{
	const struct klondike_view *view = closure->view;

	for (int place = view->up[column]; place-- > 0;) {
		raise_foundation(closure, view->column[column][place]);
		if (!may_leave(closure, column, place)) {
			continue;
		}
		if (place > 0) {
			closure->fronts |= MK_CARD_BIT(view->column[column][place - 1]);
		} else if (view->unseen[column]) {
			closure->event = true;
		} else {
			closure->empty = true;
		}
	}
}

/* Where the rules let cards come back, each that may lie on a foundation may become a front. */
static void grow_returns(struct closure *closure)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		for (int rank = MK_ACE; rank <= closure->foundation[suit]; rank++) {
			mk_card card = MK_CARD(rank, suit);

			if (may_land(closure, card)) {
				closure->fronts |= MK_CARD_BIT(card);
			}
		}
	}
}

static void grow(struct closure *closure)
{
	for (int column = 0; column < COLUMNS; column++) {
		grow_column(closure, column);
	}
	if (closure->view->rules.foundation_return) {
		grow_returns(closure);
	}
}

static bool is_same(const struct closure *a, const struct closure *b)
{
	return a->fronts == b->fronts && a->empty == b->empty && a->event == b->event &&
	       memcmp(a->foundation, b->foundation, sizeof(a->foundation)) == 0;
}

/* May a card of the pile leave it? Other foundation cards are in the way only upwards. */
static bool pile_has_event(const struct closure *closure, mk_cards coming)
{
	for (; coming; coming &= coming - 1) {
		mk_card card = cards_first(coming);

		if (may_land(closure, card) || may_go_up(closure, card)) {
			return true;
		}
	}
	return false;
}

static bool event_may_come(
	const struct klondike_view *view, mk_cards fronts, bool empty, mk_cards coming)
{
	struct closure before;
	struct closure closure = {.view = view, .fronts = fronts, .empty = empty};

	memcpy(closure.foundation, view->foundation, sizeof(closure.foundation));
	do {
		before = closure;
		grow(&closure);
	} while (!closure.event && !is_same(&before, &closure));
	return closure.event || pile_has_event(&closure, coming);
}

static bool is_won(const struct klondike_view *view)
{
	if (view->rules.cleared) {
		return view->foundation[0] + view->foundation[1] + view->foundation[2] +
			       view->foundation[3] ==
		       MK_DECK;
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (view->unseen[column]) {
			return false;
		}
	}
	return true;
}

/* All cards face up in columns and foundations: the lowest can always go up. */
static bool is_open_to_the_end(const struct klondike_view *view)
{
	int unseen = 0;

	for (int column = 0; column < COLUMNS; column++) {
		unseen += view->unseen[column];
	}
	return unseen == 0 && view->pile_count == 0;
}

bool klondike_is_hopeless(const struct klondike_view *view)
{
	mk_cards fronts = 0;
	mk_cards bases = 0;
	bool empty = false;
	mk_cards land;
	struct klondike_coming coming;

	for (int column = 0; column < COLUMNS; column++) {
		if (view->up[column] == 0) {
			empty = true;
			continue;
		}
		fronts |= MK_CARD_BIT(view->column[column][view->up[column] - 1]);
		if (view->unseen[column]) {
			bases |= MK_CARD_BIT(view->column[column][0]);
		}
	}
	land = cards_onto(fronts) | (empty ? KINGS : 0);
	if (bases & land) {
		return false;
	}
	coming = klondike_coming(view);
	if (coming.unseen || coming.cards & (land | cards_next(view->foundation))) {
		return false;
	}
	return !is_open_to_the_end(view) && !event_may_come(view, fronts, empty, coming.cards);
}

/*
 * While cards can be turned nobody is told that the game is over, whatever could be proven: it ends
 * when there is no draw and no shuffle left. Where shuffles never run out, only the proof can end
 * it.
 */
static bool may_still_turn(const struct klondike_view *view)
{
	if (view->shuffles == MK_UNLIMITED) {
		return false;
	}
	return klondike_left(view) > 0 || (view->shuffles > 0 && !klondike_turns_to_the_same(view));
}

enum mk_outcome klondike_outcome(const struct klondike_view *view)
{
	if (!view->started) {
		return MK_WAITING;
	}
	if (is_won(view)) {
		return MK_WON;
	}
	return may_still_turn(view) || !klondike_is_hopeless(view) ? MK_PLAYING : MK_LOST;
}
