/* Comparing a snapshot with a table. */
#include "games/klondike/scene.h"

#include "games/klondike/reading.h"
#include "games/klondike/reveal.h"

static mk_cards list_cards(const mk_card *card, int count)
{
	mk_cards cards = 0;

	for (int i = 0; i < count; i++) {
		cards |= MK_CARD_BIT(card[i]);
	}
	return cards;
}

static mk_cards told_cards(const struct scene *scene)
{
	mk_cards cards = list_cards(scene->card, POSITIONS) |
			 list_cards(scene->told->waste, scene->told->waste_count);

	for (int column = 0; column < COLUMNS; column++) {
		cards |= list_cards(scene->told->up[column], scene->told->run[column]);
	}
	return cards & MK_WHOLE_DECK;
}

/*
 * A camera that reads none of the four foundations does not look there, like the seed's, whose
 * lines have UU for them. Another picture would tell no more: they count as not told.
 */
static void leave_out_foundations(struct scene *scene)
{
	if ((scene->unreadable & FOUNDATION_SLOTS) != FOUNDATION_SLOTS) {
		return;
	}
	scene->unreadable &= ~(unsigned)FOUNDATION_SLOTS;
	memset(scene->seen + FIRST_FOUNDATION, NOT_TOLD, MK_SUITS);
}

void scene_read(struct scene *scene, const struct klondike_sighting *seen)
{
	scene->told = seen;
	scene->unreadable = 0;
	scene->backs = 0;
	for (int position = 0; position < POSITIONS; position++) {
		const struct klondike_reading *reading = &seen->slot[position];

		scene->seen[position] = (uint8_t)reading_seen(reading);
		scene->card[position] = reading_card(reading);
		if (scene->seen[position] == UNREADABLE) {
			scene->unreadable |= 1U << position;
		} else if (position < COLUMNS && scene->seen[position] == SEEN_BACK) {
			scene->backs |= 1U << position;
		}
	}
	leave_out_foundations(scene);
	scene->cards = told_cards(scene);
}

/* ---- One slot ------------------------------------------------------------------------------- */

static bool column_fits(const struct scene *scene, const struct klondike_view *view, int column)
{
	switch ((enum klondike_seen)scene->seen[column]) {
	case SEEN_CARD:
		return klondike_front(view, column) == scene->card[column];
	case SEEN_EMPTY:
		return klondike_is_empty(view, column);
	case SEEN_BACK: /* the player will turn it up: wait for that, like for a hand to go away */
	case UNREADABLE:
	case NOT_TOLD:
		break;
	}
	return true;
}

static bool foundation_fits(const struct scene *scene, const struct klondike_view *view, int suit)
{
	int position = FIRST_FOUNDATION + suit;
	int rank = view->foundation[suit];

	switch ((enum klondike_seen)scene->seen[position]) {
	case SEEN_CARD:
		return rank && scene->card[position] == MK_CARD(rank, suit);
	case SEEN_EMPTY:
		return rank == 0;
	case SEEN_BACK: /* nobody turns cards down there: it says nothing */
	case UNREADABLE:
	case NOT_TOLD:
		break;
	}
	return true;
}

static bool pile_fits(const struct scene *scene, const struct klondike_view *view)
{
	switch ((enum klondike_seen)scene->seen[DRAW_PILE]) {
	case SEEN_CARD:
		return klondike_front(view, DRAW_PILE) == scene->card[DRAW_PILE];
	case SEEN_EMPTY:
		return view->turned == 0;
	case SEEN_BACK:
		return view->turned == 0 && view->pile_count;
	case UNREADABLE:
	case NOT_TOLD:
		break;
	}
	return true;
}

bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position)
{
	if (position < COLUMNS) {
		return column_fits(scene, view, position);
	}
	return position == DRAW_PILE ? pile_fits(scene, view)
				     : foundation_fits(scene, view, position - FIRST_FOUNDATION);
}

/* ---- Whole piles ---------------------------------------------------------------------------- */

static bool run_fits(
	const struct klondike_sighting *told, const struct klondike_view *view, int column)
{
	if (told->run[column] != view->up[column]) {
		return false;
	}
	for (int i = 0; i < view->up[column]; i++) {
		if (told->up[column][i] != MK_NO_CARD &&
			told->up[column][i] != view->column[column][i]) {
			return false;
		}
	}
	return true;
}

/* Places of the waste that the view does not know may hold any card that may lie in the pile. */
static bool waste_fits(const struct klondike_sighting *told, const struct klondike_view *view)
{
	mk_cards placed = klondike_seen_cards(view) & ~view->pile_loose;
	int unseen = klondike_unseen_in_pile(view);

	if (told->waste_count != view->turned) {
		return false;
	}
	for (int i = 0; i < view->turned; i++) {
		mk_cards bit = MK_CARD_BIT(told->waste[i]);

		if (told->waste[i] == MK_NO_CARD || told->waste[i] == view->pile[i]) {
			continue;
		}
		unseen -= (bit & view->pile_loose) == 0;
		if (view->pile[i] != MK_NO_CARD || bit & placed || unseen < 0) {
			return false;
		}
	}
	return true;
}

static bool stock_fits(const struct klondike_sighting *told, const struct klondike_view *view)
{
	int left = klondike_left(view);

	return told->stock_seen == SEEN_EMPTY ? left == 0 : told->stock_seen != SEEN_BACK || left;
}

static bool slot_fits(const struct scene *scene, const struct klondike_view *view, int position)
{
	if (!scene_front_fits(scene, view, position)) {
		return false;
	}
	if (position < COLUMNS && scene->told->run[position]) {
		return run_fits(scene->told, view, position);
	}
	if (position == DRAW_PILE) {
		return stock_fits(scene->told, view) &&
		       (scene->told->waste_count == 0 || waste_fits(scene->told, view));
	}
	return true;
}

unsigned scene_differences(
	const struct scene *scene, const struct klondike_view *view, unsigned slots)
{
	unsigned differences = 0;

	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		if (!slot_fits(scene, view, position)) {
			differences |= 1U << position;
		}
	}
	return differences;
}

unsigned klondike_unknown_fronts(const struct klondike_view *view)
{
	unsigned unknown = 0;

	for (int column = 0; column < COLUMNS; column++) {
		if (view->up[column] && klondike_front(view, column) == MK_NO_CARD) {
			unknown |= 1U << column;
		}
	}
	if (view->turned && klondike_front(view, DRAW_PILE) == MK_NO_CARD) {
		unknown |= 1U << DRAW_PILE;
	}
	return unknown;
}
