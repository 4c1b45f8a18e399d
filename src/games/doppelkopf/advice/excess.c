/*
 * The amount that reviews subtract from the values of the search.
 *
 * Playouts are games of the policy: the present decision of the seat is better than those of the
 * other seats and than all later ones. So if all four seats search, the value is too high, most of
 * all in a solo. Measured in 350 games with all four seats, `makker-lab review-drift ddv 350 1000
 * 8810000007 games=1,mandatory_soli=0` (docs/review.md).
 */
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/bidding.h"

#include "games/doppelkopf/table/table.h"

/* In game points: during the first trick, and later until the last tricks. */
static const struct {
	double first, later;
} excess[DOKO_REVIEW_CLASSES] = {
	[DOKO_REVIEW_NORMAL] = {0.38, 0.62},
	[DOKO_REVIEW_OTHER] = {0.2, 0.2},
	[DOKO_REVIEW_SOLOIST] = {5.1, 3.9},
	[DOKO_REVIEW_AGAINST_SOLO] = {-1.2, -0.25},
};

/*
 * Before the first card: for hands with a solo probability of 0 and of 1. The mean is 0.25, since
 * the mean probability is 0.105.
 */
static const double excess_of_health = -0.25, excess_of_solo = 4.6;

/* Factor by the number of tricks left; the last three are solved exactly. */
static const double part_left[] = {0, 0, 0.15, 0.35, 0.7};
enum { LAST_TRICKS = sizeof part_left / sizeof *part_left };

enum doko_review_class doko_review_class(const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	if (table->phase == DOKO_RESERVING) {
		return DOKO_REVIEW_BEFORE;
	}
	if (table->phase != DOKO_PLAYING || table->type == DOKO_MARRIAGE ||
		table->type == DOKO_POVERTY) {
		return DOKO_REVIEW_OTHER;
	}
	if (table->type == DOKO_NORMAL) {
		return DOKO_REVIEW_NORMAL;
	}
	return table->soloist == view->seat ? DOKO_REVIEW_SOLOIST : DOKO_REVIEW_AGAINST_SOLO;
}

static double excess_before(const struct doko_view *view)
{
	int likeliest;
	double chance = doko_any_solo_chance(&view->table, view->hand,
		doko_reservations(&view->table, view->seat, view->hand), &likeliest);

	return excess_of_health + chance * (excess_of_solo - excess_of_health);
}

double doko_review_excess(const struct mk_view *view)
{
	const struct doko_view *known = view_of(view);
	enum doko_review_class class = doko_review_class(known);
	int left = doko_hand_size(&known->table) - known->table.tricks;

	if (class == DOKO_REVIEW_BEFORE) {
		return excess_before(known);
	}
	if (known->table.tricks == 0) {
		return excess[class].first;
	}
	return excess[class].later * (left < LAST_TRICKS ? part_left[left] : 1);
}
