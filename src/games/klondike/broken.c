/* What always holds for what is known of a table. */
#include "games/klondike/table.h"

static bool is_run(const mk_card *card, int count)
{
	for (int i = 0; i + 1 < count; i++) {
		if (mk_rank(card[i]) != mk_rank(card[i + 1]) + 1 ||
			mk_is_red(card[i]) == mk_is_red(card[i + 1])) {
			return false;
		}
	}
	return true;
}

static const char *column_broken(const struct klondike_view *view, int column)
{
	const mk_card *card = view->column[column];
	int up = view->up[column];

	if (view->unseen[column] > column) {
		return "a column has more unseen cards than it was dealt";
	}
	if (up > COLUMN_UP) {
		return "a column has more face-up cards than there are ranks";
	}
	for (int i = 0; i < COLUMN_UP; i++) {
		if (i < up ? !mk_is_card(card[i]) : card[i] != MK_NO_CARD) {
			return "a column has a face-up place without a card, or a card behind its end";
		}
	}
	if (up == 0 && view->unseen[column]) {
		return "a column has unseen cards but no face-up one";
	}
	return is_run(card, up) ? NULL : "a column's face-up cards are no run";
}

static const char *pile_broken(const struct klondike_view *view)
{
	if (view->pile_count > PILE || view->turned > view->pile_count) {
		return "the draw pile's counts are impossible";
	}
	for (int i = 0; i < PILE; i++) {
		bool card = mk_is_card(view->pile[i]);

		if (i < view->pile_count ? !card && view->pile[i] != MK_NO_CARD
					 : view->pile[i] != MK_NO_CARD) {
			return "the draw pile holds something that is no card, or a card behind its end";
		}
	}
	if (view->shuffles < MK_UNLIMITED || view->shuffles > view->rules.shuffles ||
		(view->rules.shuffles == MK_UNLIMITED && view->shuffles != MK_UNLIMITED)) {
		return "the shuffles left are impossible";
	}
	return NULL;
}

/* Adds `card` to `cards`; false when it was there. */
static bool put(mk_cards *cards, mk_card card)
{
	bool is_new = (*cards & MK_CARD_BIT(card)) == 0;

	*cards |= MK_CARD_BIT(card);
	return is_new;
}

/* Are all known cards different? `unknown` gets the pile's places without one. */
static bool all_different(const struct klondike_view *view, int *unknown)
{
	mk_cards cards = klondike_foundation_cards(view);
	bool different = (cards & view->pile_loose) == 0;

	cards |= view->pile_loose;
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < view->up[column]; i++) {
			different &= put(&cards, view->column[column][i]);
		}
	}
	*unknown = 0;
	for (int i = 0; i < view->pile_count; i++) {
		if (view->pile[i] == MK_NO_CARD) {
			++*unknown;
		} else {
			different &= put(&cards, view->pile[i]);
		}
	}
	return different;
}

static int card_count(const struct klondike_view *view)
{
	int count = view->pile_count;

	for (int column = 0; column < COLUMNS; column++) {
		count += view->unseen[column] + view->up[column];
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		count += view->foundation[suit];
	}
	return count;
}

static const char *cards_broken(const struct klondike_view *view)
{
	int unknown;

	struct klondike_view counted = *view;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (view->foundation[suit] > MK_KING) {
			return "a foundation is higher than a king";
		}
	}
	klondike_recount(&counted);
	if (view->face_up != counted.face_up) {
		return "the set of face-up cards is not that of the columns";
	}
	if (!all_different(view, &unknown)) {
		return "a card lies at two places";
	}
	if (view->pile_loose & ~MK_WHOLE_DECK || __builtin_popcountll(view->pile_loose) > unknown) {
		return "more cards are known to lie in the draw pile than it has places for";
	}
	return card_count(view) == MK_DECK ? NULL : "the cards do not add up to 52";
}

const char *klondike_view_torn(const struct klondike_view *view)
{
	const char *broken = NULL;

	if (!view->started) {
		return NULL;
	}
	for (int column = 0; column < COLUMNS && !broken; column++) {
		broken = column_broken(view, column);
	}
	if (!broken) {
		broken = pile_broken(view);
	}
	return broken ? broken : cards_broken(view);
}

const char *klondike_view_broken(const struct klondike_view *view)
{
	if (view->started && view->turned && view->pile[view->turned - 1] == MK_NO_CARD) {
		return "the waste's front card is not known";
	}
	return klondike_view_torn(view);
}
