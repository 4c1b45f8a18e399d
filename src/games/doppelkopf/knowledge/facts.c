/* Derives constraints on the hidden hands from the course of a deal. */
#include "games/doppelkopf/knowledge/facts.h"

#include "games/doppelkopf/table/table.h"

#include <string.h>

enum { MAX_POOR_TRUMPS = 3 };

/* The cards that each seat has played. */
static void add_played(const struct doko_table *table, doko_set played[DOKO_SEATS])
{
	memset(played, 0, DOKO_SEATS * sizeof *played);
	for (int i = 0; i < table->played; i++) {
		int seat = (table->leader[i / 4] + i % 4) & 3;

		played[seat] = doko_add(played[seat], table->card[i]);
	}
}

/*
 * The seat had at least `copies` of a kind. The `played` copies count as some of them; the others
 * are still in the hand.
 */
static void require(struct doko_constraints *facts, int seat, int kind, int copies, doko_set played)
{
	int left = copies - doko_copies(played, kind);

	while (doko_copies(facts->must[seat], kind) < left) {
		facts->must[seat] = doko_add(facts->must[seat], kind);
	}
}

static void forbid(struct doko_constraints *facts, int seat, doko_set kinds)
{
	facts->can[seat] &= ~kinds;
}

/* ---- Sizes ---------------------------------------------------------------------------------- */

static void take_sizes(const struct doko_view *view, struct doko_constraints *facts)
{
	const struct doko_table *table = &view->table;
	int size = doko_hand_size(table);

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		facts->size[seat] =
			(uint8_t)(table->phase == DOKO_PLAYING ? doko_cards_left(table, seat)
							       : size);
	}
	if (table->phase == DOKO_RETURNING) {
		facts->size[table->partner] = (uint8_t)(size + table->shifted - table->returned);
		facts->size[table->soloist] = (uint8_t)(size - table->shifted + table->returned);
	}
}

/* ---- Single facts --------------------------------------------------------------------------- */

static void add_voids(const struct doko_table *table, struct doko_constraints *facts)
{
	const struct doko_order *order = doko_table_order(table);

	for (int i = 0; i < table->played; i++) {
		int seat = (table->leader[i / 4] + i % 4) & 3;
		int led = order->colour_of[table->card[i & ~3]];

		if (order->colour_of[table->card[i]] != led) {
			forbid(facts, seat, order->colour[led]);
		}
	}
}

/*
 * A seat that reserved a marriage has both queens of clubs. If it took a poverty instead, it may
 * have returned them: then only the two seats outside the exchange cannot have any.
 */
static void add_marriage(const struct doko_table *table, const doko_set played[DOKO_SEATS],
	int bridegroom, struct doko_constraints *facts)
{
	if (table->type != DOKO_POVERTY || table->partner != bridegroom) {
		require(facts, bridegroom, DOKO_CLUB_QUEEN, 2, played[bridegroom]);
		return;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		if (seat != bridegroom && seat != table->soloist) {
			forbid(facts, seat, DOKO_BOTH(DOKO_CLUB_QUEEN));
		}
	}
}

/*
 * In a normal game the queens of clubs decide the teams: a known kontra player has none, and a
 * known re player still holds one until it is played. A player with a marriage holds both queens.
 */
static void add_queens(const struct doko_table *table, const doko_set played[DOKO_SEATS],
	struct doko_constraints *facts)
{
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		if (doko_is_marriage(table->reservation[seat])) {
			add_marriage(table, played, seat, facts);
		}
		if (table->type != DOKO_NORMAL) {
			continue;
		}
		if (table->contra >> seat & 1) {
			forbid(facts, seat, DOKO_BOTH(DOKO_CLUB_QUEEN));
		} else if ((table->re >> seat & 1) &&
			   doko_copies(played[seat], DOKO_CLUB_QUEEN) == 0) {
			facts->queen |= (uint8_t)(1 << seat);
		}
	}
}

static void add_swines(const struct doko_table *table, const doko_set played[DOKO_SEATS],
	struct doko_constraints *facts)
{
	int swine = doko_swine_kind(table), hyperswine = doko_hyperswine_kind(table);

	/* DOKO_NO_KIND: the present game has no such cards, for example before the first deal. */
	if (table->swines != DOKO_NO_SEAT && swine != DOKO_NO_KIND) {
		require(facts, table->swines, swine, 2, played[table->swines]);
	}
	if (table->hyperswines != DOKO_NO_SEAT && hyperswine != DOKO_NO_KIND) {
		require(facts, table->hyperswines, hyperswine, 2, played[table->hyperswines]);
	}
}

/* ---- Poverty -------------------------------------------------------------------------------- */

/*
 * The hand of a poverty, as dealt, has at most three trumps; foxes are not counted if the rules say
 * so.
 */
static void add_poor_deal(
	const struct doko_table *table, int seat, doko_set played, struct doko_constraints *facts)
{
	doko_set counted = doko_normal_trumps(&table->rules);
	int shown;

	if (table->rules.of[POVERTY_WITHOUT_FOXES]) {
		counted &= ~DOKO_BOTH(DOKO_FOX);
	}
	shown = doko_count(played & counted);
	facts->counted_seat = (uint8_t)seat;
	facts->counted = counted;
	facts->fewest = 0;
	facts->most = (uint8_t)(shown < MAX_POOR_TRUMPS ? MAX_POOR_TRUMPS - shown : 0);
}

/* Once the cards are taken, the trumps of the poor hand are exactly those that were returned. */
static void add_poor_rest(
	const struct doko_table *table, doko_set played, struct doko_constraints *facts)
{
	doko_set trumps = doko_normal_trumps(&table->rules);
	int left = table->returned_trumps - doko_count(played & trumps);

	facts->counted_seat = table->soloist;
	facts->counted = trumps;
	facts->fewest = (uint8_t)(left > 0 ? left : 0);
	facts->most = facts->fewest;
}

/*
 * The cards that the own seat passed, and did not get back, are in the hand of the other player of
 * the exchange or were played from it.
 */
static void add_passed(const struct doko_view *view, const doko_set played[DOKO_SEATS],
	struct doko_constraints *facts)
{
	const struct doko_table *table = &view->table;
	bool poor = view->seat == table->soloist;
	int other = poor ? table->partner : table->soloist;
	doko_set kept = view->given;

	if (other == DOKO_NO_SEAT || (!poor && view->seat != table->partner)) {
		return;
	}
	for (doko_set back = poor ? view->taken : 0; back; back &= back - 1) {
		int kind = doko_first(back);

		kept = doko_copies(kept, kind) ? doko_remove(kept, kind) : kept;
	}
	for (doko_set left = kept & DOKO_ONE_EACH; left; left &= left - 1) {
		int kind = doko_first(left);

		require(facts, other, kind, doko_copies(kept, kind), played[other]);
	}
}

static void add_poverty(const struct doko_view *view, const doko_set played[DOKO_SEATS],
	struct doko_constraints *facts)
{
	const struct doko_table *table = &view->table;
	bool open = table->phase == DOKO_SHIFTING || table->phase == DOKO_ASKING;

	if (table->type != DOKO_POVERTY) {
		for (int seat = 0; seat < DOKO_SEATS; seat++) {
			if (table->reservation[seat] == DOKO_RESERVE_POVERTY &&
				seat != view->seat) {
				add_poor_deal(table, seat, played[seat], facts);
			}
		}
		return;
	}
	facts->dealt_poverty = open && view->seat != table->soloist;
	if (facts->dealt_poverty) {
		add_poor_deal(table, table->soloist, 0, facts);
	} else if (!open && view->seat != table->soloist) {
		add_poor_rest(table, played[table->soloist], facts);
	}
	add_passed(view, played, facts);
}

/* ---- All constraints ------------------------------------------------------------------------ */

static doko_set unseen_cards(const struct doko_view *view, const doko_set played[DOKO_SEATS])
{
	const struct doko_table *table = &view->table;
	doko_set unseen = doko_without(doko_deck(table->rules.of[NINES]), view->hand);
	bool open = table->phase == DOKO_SHIFTING || table->phase == DOKO_ASKING;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		unseen = doko_without(unseen, played[seat]);
	}
	return open ? doko_without(unseen, view->given) : unseen;
}

void doko_constraints(const struct doko_view *view, struct doko_constraints *facts)
{
	doko_set played[DOKO_SEATS];

	memset(facts, 0, sizeof *facts);
	add_played(&view->table, played);
	facts->unseen = unseen_cards(view, played);
	facts->counted_seat = DOKO_NO_SEAT;
	facts->most = DOKO_ANY_NUMBER;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		facts->can[seat] = DOKO_ALL;
	}
	take_sizes(view, facts);
	add_voids(&view->table, facts);
	add_queens(&view->table, played, facts);
	add_swines(&view->table, played, facts);
	add_poverty(view, played, facts);
	facts->queen &= (uint8_t) ~(1 << view->seat);
	facts->size[view->seat] = 0;
	facts->must[view->seat] = 0;
	facts->can[view->seat] = 0;
}
