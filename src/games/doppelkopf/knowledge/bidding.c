/* Static bidding rules of the policy. */
#include "games/doppelkopf/knowledge/bidding.h"

#include "games/doppelkopf/table/table.h"

#include <math.h>

enum { TRUMPS_TO_TAKE = 8 };

/*
 * Rough estimate of the tricks of a solo, in tenths, from the number and power of trumps and the
 * side aces.
 */
static int solo_strength(const struct doko_table *table, doko_set hand, int type)
{
	const struct doko_order *order = doko_order(type, table->rules.of[DULLEN]);
	int trumps = doko_count(hand & order->colour[DOKO_TRUMP]);
	int strength = 7 * trumps * 12 / (4 + doko_count(order->colour[DOKO_TRUMP]) / 2);

	for (int suit = 0; suit < DOKO_SUITS; suit++) {
		int ace = DOKO_KIND(suit, DOKO_ACE);

		if (order->colour_of[ace] != DOKO_TRUMP) {
			strength += 8 * doko_copies(hand, ace);
		}
	}
	for (doko_set left = hand & order->colour[DOKO_TRUMP]; left; left &= left - 1) {
		strength += order->power[doko_first(left)] / 12;
	}
	return strength;
}

/*
 * Logistic model of the choice of a solo. `even` is the strength at which half of the hands are
 * played as this solo; `slope` is the increase of the log-odds per tenth of a trick. Fitted to 6000
 * reservations of the search with the rules ddv; the solos that only house rules have, to 8000
 * others (docs/doppelkopf.md, "Plausible deals").
 */
static const struct {
	double even, slope;
} solo_odds[DOKO_TYPES] = {
	[DOKO_CLUBS_SOLO] = {90, 0.29},
	[DOKO_SPADES_SOLO] = {90, 0.29},
	[DOKO_HEARTS_SOLO] = {90, 0.29},
	[DOKO_DIAMONDS_SOLO] = {93, 0.29},
	[DOKO_QUEENS_SOLO] = {85, 0.17},
	[DOKO_JACKS_SOLO] = {82, 0.17},
	[DOKO_TRUMPLESS_SOLO] = {36, 0.27},
	[DOKO_KINGS_SOLO] = {94, 0.12},
	[DOKO_QUEENS_JACKS_SOLO] = {92, 0.27},
	[DOKO_KINGS_JACKS_SOLO] = {95, 0.20},
	[DOKO_KINGS_QUEENS_SOLO] = {94, 0.21},
	[DOKO_KOEHLER_SOLO] = {96, 0.22},
};

double doko_solo_chance(const struct doko_table *table, doko_set hand, int type)
{
	double above = solo_strength(table, hand, type) - solo_odds[type].even;

	return 1 / (1 + exp(-solo_odds[type].slope * above));
}

double doko_any_solo_chance(
	const struct doko_table *table, doko_set hand, unsigned allowed, int *likeliest)
{
	double none = 1, most = 0;

	*likeliest = DOKO_HEALTHY;
	for (int said = DOKO_RESERVE_SOLO; said < DOKO_RESERVE_SOME; said++) {
		double chance = allowed >> said & 1
					? doko_solo_chance(table, hand, doko_solo_type(said))
					: 0;

		none *= 1 - chance;
		if (chance > most) {
			most = chance;
			*likeliest = said;
		}
	}
	return 1 - none;
}

int doko_best_solo(const struct doko_table *table, doko_set hand, unsigned allowed)
{
	int best = DOKO_HEALTHY, most = -1;

	for (int said = DOKO_RESERVE_SOLO; said < DOKO_RESERVE_SOME; said++) {
		int strength = solo_strength(table, hand, doko_solo_type(said));

		if ((allowed >> said & 1) && strength > most) {
			best = said;
			most = strength;
		}
	}
	return best;
}

/*
 * The first allowed reservation in the policy's order of preference; the best solo if none of them
 * is allowed.
 */
static int preferred_reservation(const struct doko_table *table, doko_set hand, unsigned allowed)
{
	static const uint8_t preferred[] = {
		DOKO_RESERVE_THROW, DOKO_RESERVE_POVERTY, DOKO_MARRIAGE_FOREIGN, DOKO_HEALTHY};

	for (size_t i = 0; i < sizeof preferred; i++) {
		if (allowed >> preferred[i] & 1) {
			return preferred[i];
		}
	}
	return doko_best_solo(table, hand, allowed);
}

static int given_away(const struct doko_table *table, doko_set hand, int reservation)
{
	return reservation == DOKO_RESERVE_POVERTY ? doko_cards_to_shift(&table->rules, hand) : 0;
}

static struct mk_move reserve(const struct doko_table *table, doko_set hand)
{
	unsigned allowed = doko_reservations(table, table->turn, hand);
	int said;

	if (doko_has_to_name(table, table->turn)) {
		allowed &= ~(1u << DOKO_HEALTHY);
	}
	said = preferred_reservation(table, hand, allowed);

	return doko_reservation(table->turn, said, given_away(table, hand, said));
}

void doko_name_reservations(struct doko_table *table, const doko_set hand[DOKO_SEATS])
{
	for (int seat = 0; table->phase == DOKO_RESERVING && seat < DOKO_SEATS; seat++) {
		unsigned allowed = doko_reservations(table, seat, hand[seat]);

		if (table->reservation[seat] == DOKO_RESERVE_SOME) {
			int said = preferred_reservation(
				table, hand[seat], allowed & ~(1u << DOKO_HEALTHY));

			doko_table_name(table, seat, said, given_away(table, hand[seat], said));
		}
	}
}

/*
 * Passes the least valuable card: side-suit cards before trumps, aces of side suits after the other
 * side-suit cards, and of these the one with most card points first.
 */
static struct mk_move pass(const struct doko_table *table, doko_set hand, int kind)
{
	const struct doko_order *order = doko_order(DOKO_NORMAL, table->rules.of[DULLEN]);
	doko_set left = doko_passable(table, hand) & DOKO_ONE_EACH;
	int best = doko_first(left), least = 999;

	for (; left; left &= left - 1) {
		int card = doko_first(left);
		int keep = order->colour_of[card] == DOKO_TRUMP ? 100 + order->power[card]
			   : card % DOKO_RANKS == DOKO_ACE      ? 50
								: 10 - doko_card_points[card];

		if (keep < least) {
			least = keep;
			best = card;
		}
	}
	return doko_card_move(kind, table->turn, best);
}

static struct mk_move answer(const struct doko_table *table, doko_set hand)
{
	bool takes = doko_count(hand & doko_normal_trumps(&table->rules)) >= TRUMPS_TO_TAKE;

	return doko_blank_move(takes ? DOKO_TAKE : DOKO_REFUSE, table->turn);
}

static bool speak(const struct doko_table *table, doko_set hand, int party, struct mk_move *move)
{
	int obliged = table->must_announce == table->turn ? doko_obliged(table, table->turn, party)
							  : DOKO_SILENT;

	if (obliged) {
		*move = doko_announcement(table->turn, party, obliged);
		return true;
	}
	if (!table->rules.of[SWINES]) {
		return false;
	}
	*move = doko_blank_move(DOKO_SWINE, table->turn);
	move->to = !doko_may_announce_swines(table, table->turn, hand);
	return move->to == 0 || doko_may_announce_hyperswines(table, table->turn, hand);
}

bool doko_bid(const struct doko_table *table, doko_set hand, int party, struct mk_move *move)
{
	switch ((enum doko_phase)table->phase) {
	case DOKO_RESERVING:
		*move = reserve(table, hand);
		return true;
	case DOKO_SHIFTING:
		*move = pass(table, hand, DOKO_PASS_CARD);
		return true;
	case DOKO_ASKING:
		*move = answer(table, hand);
		return true;
	case DOKO_RETURNING:
		*move = pass(table, hand, DOKO_RETURN);
		return true;
	case DOKO_PLAYING:
		return speak(table, hand, party, move);
	case DOKO_WAITING:
	case DOKO_OVER:
		break;
	}
	return false;
}
