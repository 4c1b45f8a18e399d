/* Why a move is good, as far as the table shows it. */
#include "games/doppelkopf/reasons.h"

#include "games/doppelkopf/announce.h"
#include "games/doppelkopf/facts.h"
#include "games/doppelkopf/rank.h"

static uint32_t bit(int reason)
{
	return 1u << reason;
}

/* What has not been seen of a colour's cards above this one, swines included. */
static bool can_be_beaten(const struct doko_view *view, const struct doko_facts *facts, int kind)
{
	const struct doko_table *table = &view->table;
	const struct doko_order *order = doko_table_order(table);
	int power = doko_power(table, order, kind), behind = 3 - (table->played & 3);

	for (int i = 1; i <= behind; i++) {
		doko_set held = facts->unseen & facts->can[(view->seat + i) & 3];

		for (doko_set left = held & DOKO_ONE_EACH; left; left &= left - 1) {
			int other = doko_first(left), colour = order->colour_of[other];

			if ((colour == DOKO_TRUMP || colour == order->colour_of[kind]) &&
				doko_power(table, order, other) > power) {
				return true;
			}
		}
	}
	return false;
}

/* Does the card take the trick as it lies? */
static bool takes(const struct doko_view *view, int kind)
{
	const struct doko_table *table = &view->table;
	int count = table->played & 3;
	bool last = table->tricks == doko_hand_size(table) - 1;
	uint8_t card[4];

	for (int i = 0; i < count; i++) {
		card[i] = table->card[(table->played & ~3) + i];
	}
	card[count] = (uint8_t)kind;
	return doko_best_card(table, card, count + 1, last) == count;
}

static bool partner_leads(const struct doko_view *view)
{
	const struct doko_table *table = &view->table;
	unsigned own = view->party == DOKO_RE ? table->re : table->contra;
	int count = table->played & 3;
	int best;

	if (count == 0 || view->party == DOKO_PARTY_UNKNOWN) {
		return false;
	}
	best = doko_best_card(table, table->card + (table->played & ~3), count, false);
	return own >> ((table->leader[table->tricks] + best) & 3) & 1;
}

static bool is_cheapest(const struct doko_view *view, int kind)
{
	doko_set left = doko_legal_cards(&view->table, view->hand) & DOKO_ONE_EACH;

	for (; left; left &= left - 1) {
		if (doko_augen[doko_first(left)] < doko_augen[kind]) {
			return false;
		}
	}
	return true;
}

static bool nobody_trumps(const struct doko_view *view, const struct doko_facts *facts)
{
	const struct doko_table *table = &view->table;
	doko_set trumps = doko_table_order(table)->colour[DOKO_TRUMP];

	for (int i = 1; i <= 3 - (table->played & 3); i++) {
		if (facts->unseen & facts->can[(view->seat + i) & 3] & trumps) {
			return false;
		}
	}
	return (table->played & 3) < 3;
}

static uint32_t card_reasons(const struct doko_view *view, int kind)
{
	const struct doko_order *order = doko_table_order(&view->table);
	struct doko_facts facts;
	uint32_t reasons = 0;

	doko_facts(view, &facts);
	if (takes(view, kind) && !can_be_beaten(view, &facts, kind)) {
		reasons |= bit(REASON_WINS_TRICK);
	}
	if (!takes(view, kind)) {
		if (partner_leads(view)) {
			reasons |= doko_augen[kind] >= 10 ? bit(REASON_TO_PARTNER) : 0;
		} else if (is_cheapest(view, kind)) {
			reasons |= bit(REASON_CHEAP);
		}
	} else if (order->colour_of[kind] != DOKO_TRUMP && nobody_trumps(view, &facts)) {
		reasons |= bit(REASON_TRUMPS_IN);
	}
	return reasons;
}

uint32_t doko_reasons_for(const struct doko_view *view, struct mk_move move)
{
	if (move.kind == DOKO_PLAY) {
		doko_set legal = doko_legal_cards(&view->table, view->hand) & DOKO_ONE_EACH;
		uint32_t only = legal & (legal - 1) ? 0 : bit(REASON_ONLY_MOVE);

		return only | card_reasons(view, doko_kind(move.card));
	}
	if (move.kind == DOKO_ANNOUNCE &&
		doko_is_last_chance(&view->table, view->seat, doko_party_of(move))) {
		return bit(REASON_LAST_CHANCE);
	}
	return 0;
}
