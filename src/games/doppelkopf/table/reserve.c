/* The reservation round, the choice of the game, and the exchange of a poverty. */
#include "games/doppelkopf/table/table.h"

enum { MAX_POOR_TRUMPS = 3, ROUND = DOKO_SEATS };

static unsigned bit(int reservation)
{
	return 1u << reservation;
}

doko_set doko_normal_trumps(const struct doko_rules *rules)
{
	return doko_order(DOKO_NORMAL, rules->of[DULLEN])->colour[DOKO_TRUMP];
}

/* ---- Allowed reservations ------------------------------------------------------------------- */

/* The option that allows each solo. */
static const uint8_t option_of[DOKO_TYPES] = {
	[DOKO_CLUBS_SOLO] = SOLO_SUIT,
	[DOKO_SPADES_SOLO] = SOLO_SUIT,
	[DOKO_HEARTS_SOLO] = SOLO_SUIT,
	[DOKO_DIAMONDS_SOLO] = SOLO_SUIT,
	[DOKO_QUEENS_SOLO] = SOLO_QUEENS,
	[DOKO_JACKS_SOLO] = SOLO_JACKS,
	[DOKO_TRUMPLESS_SOLO] = SOLO_MEATLESS,
	[DOKO_KINGS_SOLO] = SOLO_KINGS,
	[DOKO_QUEENS_JACKS_SOLO] = SOLO_QUEENS_JACKS,
	[DOKO_KINGS_JACKS_SOLO] = SOLO_KINGS_JACKS,
	[DOKO_KINGS_QUEENS_SOLO] = SOLO_KINGS_QUEENS,
	[DOKO_KOEHLER_SOLO] = SOLO_KOEHLER,
};

static unsigned soli(const struct doko_rules *rules)
{
	unsigned said = 0;

	for (int type = DOKO_CLUBS_SOLO; type < DOKO_TYPES; type++) {
		if (rules->of[option_of[type]]) {
			said |= bit(DOKO_RESERVE_SOLO + type - DOKO_CLUBS_SOLO);
		}
	}
	return said;
}

static unsigned marriages(const struct doko_rules *rules)
{
	unsigned said = bit(DOKO_MARRIAGE_FOREIGN);

	if (rules->of[MARRIAGE_SUIT]) {
		said |= bit(DOKO_MARRIAGE_COLOUR);
	}
	if (rules->of[MARRIAGE_SINGLE]) {
		said |= bit(DOKO_MARRIAGE_CLUBS) | bit(DOKO_MARRIAGE_SPADES) |
			bit(DOKO_MARRIAGE_HEARTS);
	}
	if (rules->of[MARRIAGE_TRUMP]) {
		said |= bit(DOKO_MARRIAGE_TRUMPS);
	}
	return said;
}

static int count_rank(doko_set hand, int rank)
{
	int count = 0;

	for (int suit = 0; suit < DOKO_SUITS; suit++) {
		count += doko_copies(hand, DOKO_KIND(suit, rank));
	}
	return count;
}

static bool reaches(int count, int least)
{
	return least > 0 && count >= least;
}

/* True if the ace of diamonds is the highest trump of the hand. */
static bool has_fox_highest(doko_set hand, doko_set trumps)
{
	doko_set below = 0;

	for (int rank = DOKO_ACE; rank < DOKO_RANKS; rank++) {
		if (rank != DOKO_QUEEN && rank != DOKO_JACK) {
			below |= DOKO_BOTH(DOKO_KIND(DOKO_DIAMONDS, rank));
		}
	}
	return doko_copies(hand, DOKO_FOX) > 0 && !(hand & trumps & ~below);
}

static bool may_throw(const struct doko_rules *rules, doko_set hand)
{
	const uint8_t *rule = rules->of;
	doko_set trumps = doko_normal_trumps(rules);
	int nines = count_rank(hand, DOKO_NINE), kings = count_rank(hand, DOKO_KING);

	return reaches(nines, rule[THROW_NINES]) || reaches(kings, rule[THROW_KINGS]) ||
	       reaches(nines + kings, rule[THROW_NINES_AND_KINGS]) ||
	       reaches(doko_set_augen(hand), rule[THROW_CARD_POINTS]) ||
	       (rule[THROW_FOX_HIGHEST] && has_fox_highest(hand, trumps)) ||
	       (rule[THROW_ONE_TRUMP] && doko_count(hand & trumps) <= 1);
}

static bool can_throw(const struct doko_rules *rules)
{
	const uint8_t *rule = rules->of;

	return rule[THROW_NINES] || rule[THROW_KINGS] || rule[THROW_NINES_AND_KINGS] ||
	       rule[THROW_CARD_POINTS] || rule[THROW_FOX_HIGHEST] || rule[THROW_ONE_TRUMP];
}

static bool is_poor(const struct doko_rules *rules, doko_set hand)
{
	doko_set trumps = hand & doko_normal_trumps(rules);

	if (rules->of[POVERTY_WITHOUT_FOXES]) {
		trumps &= ~DOKO_BOTH(DOKO_FOX);
	}
	return rules->of[POVERTY] && doko_count(trumps) <= MAX_POOR_TRUMPS;
}

unsigned doko_reservations(const struct doko_table *table, int seat, doko_set hand)
{
	const struct doko_rules *rules = &table->rules;
	unsigned said = bit(DOKO_HEALTHY) | soli(rules);

	if (table->forced == seat) {
		return soli(rules);
	}
	if (doko_copies(hand, DOKO_CLUB_QUEEN) == 2) {
		said |= marriages(rules);
	}
	if (is_poor(rules, hand)) {
		said |= bit(DOKO_RESERVE_POVERTY);
	}
	if (may_throw(rules, hand)) {
		said |= bit(DOKO_RESERVE_THROW);
	}
	return said;
}

unsigned doko_possible_reservations(const struct doko_table *table, int seat)
{
	const struct doko_rules *rules = &table->rules;
	unsigned said = bit(DOKO_HEALTHY) | bit(DOKO_RESERVE_SOME) | soli(rules) | marriages(rules);

	if (table->forced == seat) {
		return soli(rules);
	}
	if (doko_has_to_name(table, seat)) {
		said &= ~(bit(DOKO_HEALTHY) | bit(DOKO_RESERVE_SOME));
	}
	if (rules->of[POVERTY]) {
		said |= bit(DOKO_RESERVE_POVERTY);
	}
	if (can_throw(rules)) {
		said |= bit(DOKO_RESERVE_THROW);
	}
	return said;
}

int doko_cards_to_shift(const struct doko_rules *rules, doko_set hand)
{
	int trumps = doko_count(hand & doko_normal_trumps(rules));

	return rules->of[POVERTY_ONLY_TRUMP] || trumps > MAX_POOR_TRUMPS ? trumps : MAX_POOR_TRUMPS;
}

/* ---- Precedence ----------------------------------------------------------------------------- */

/*
 * The precedence of a reservation; the highest wins. Options move a throw before solos, and a
 * marriage before a poverty.
 */
static int claim(const struct doko_table *table, int seat)
{
	int said = table->reservation[seat];

	if (doko_is_solo_reservation(said)) {
		return table->owed & 1 << seat ? 6 : 5;
	}
	if (said == DOKO_RESERVE_THROW) {
		return table->rules.of[THROW_BEFORE_SOLO] ? 7 : 4;
	}
	if (said == DOKO_RESERVE_POVERTY) {
		return 2;
	}
	if (doko_is_marriage(said)) {
		return table->rules.of[MARRIAGE_BEFORE_POVERTY] ? 3 : 1;
	}
	return 0;
}

/* The seat with the highest precedence; of several, the first in the order of speaking. */
static int strongest(const struct doko_table *table)
{
	int best = table->first;

	for (int i = 1; i < ROUND; i++) {
		int seat = (table->first + i) & 3;

		if (claim(table, seat) > claim(table, best)) {
			best = seat;
		}
	}
	return best;
}

static void decide(struct doko_table *table, int seat)
{
	int said = table->reservation[seat];

	if (claim(table, seat) == 0) {
		doko_table_lead(table);
		return;
	}
	table->soloist = (uint8_t)seat;
	if (said == DOKO_RESERVE_THROW) {
		table->type = DOKO_THROWN;
		doko_table_end(table);
	} else if (said == DOKO_RESERVE_POVERTY) {
		table->type = DOKO_POVERTY;
		table->phase = table->to_shift ? DOKO_SHIFTING : DOKO_ASKING;
		table->turn = (uint8_t)(table->to_shift ? seat : (seat + 1) & 3);
		table->asked = 0;
	} else if (doko_is_marriage(said)) {
		table->type = DOKO_MARRIAGE;
		doko_table_lead(table);
	} else {
		table->type = (uint8_t)doko_solo_type(said);
		table->duty = (table->owed & 1 << seat) != 0;
		doko_table_lead(table);
	}
}

/* Of several poverties only the first is played: the others pass no cards. */
bool doko_has_poverty(const struct doko_table *table)
{
	bool some = false;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		some |= table->reservation[seat] == DOKO_RESERVE_POVERTY;
	}
	return some;
}

/*
 * The first seat, in the order of speaking, that has not named its reservation; DOKO_NO_SEAT: none.
 */
static int unnamed(const struct doko_table *table)
{
	for (int i = 0; i < ROUND; i++) {
		int seat = (table->first + i) & 3;

		if (table->reservation[seat] == DOKO_RESERVE_SOME) {
			return seat;
		}
	}
	return DOKO_NO_SEAT;
}

bool doko_has_to_name(const struct doko_table *table, int seat)
{
	return table->phase == DOKO_RESERVING && table->reservation[seat] == DOKO_RESERVE_SOME;
}

void doko_table_name(struct doko_table *table, int seat, int reservation, int cards)
{
	if (reservation == DOKO_RESERVE_POVERTY && !doko_has_poverty(table)) {
		table->to_shift = (uint8_t)cards;
	}
	table->reservation[seat] = (uint8_t)reservation;
}

/*
 * After all have spoken: if no named reservation has precedence, the next seat with an unnamed one
 * must name it; else the game is decided.
 */
static void end_round(struct doko_table *table)
{
	int best = strongest(table), seat = unnamed(table);

	if (seat != DOKO_NO_SEAT && claim(table, best) == 0) {
		table->turn = (uint8_t)seat;
	} else {
		decide(table, best);
	}
}

void doko_table_reserve(struct doko_table *table, int reservation, int cards)
{
	int seat = table->turn;

	doko_table_name(table, seat, reservation, cards);
	if (table->asked < ROUND) {
		table->asked++;
	}
	if (table->forced == seat) {
		decide(table, seat);
		return;
	}
	table->turn = (uint8_t)((seat + 1) & 3);
	if (table->asked == ROUND) {
		end_round(table);
	}
}

/* ---- Poverty -------------------------------------------------------------------------------- */

doko_set doko_passable(const struct doko_table *table, doko_set hand)
{
	doko_set trumps = hand & doko_normal_trumps(&table->rules);

	return table->phase == DOKO_SHIFTING && trumps ? trumps : hand;
}

/*
 * Withdraws announced swines when a card passes that may be one of them; hyperswines end with them.
 * A seat that has both cards after the exchange must announce again.
 */
static void withdraw_swines(struct doko_table *table, int seat)
{
	if (table->swines == seat) {
		table->swines = DOKO_NO_SEAT;
		table->hyperswines = DOKO_NO_SEAT;
	}
	if (table->hyperswines == seat) {
		table->hyperswines = DOKO_NO_SEAT;
	}
}

void doko_table_pass(struct doko_table *table)
{
	withdraw_swines(table, table->soloist);
	table->shifted++;
	if (table->shifted == table->to_shift) {
		table->phase = DOKO_ASKING;
		table->turn = (table->soloist + 1) & 3;
	}
}

void doko_table_take(struct doko_table *table, bool takes)
{
	if (takes) {
		table->partner = table->turn;
		table->phase = DOKO_RETURNING;
		if (table->to_shift == 0) {
			doko_table_lead(table);
		}
		return;
	}
	table->asked++;
	table->turn = (table->turn + 1) & 3;
	if (table->turn == table->soloist) {
		table->type = DOKO_THROWN;
		doko_table_end(table);
	}
}

void doko_table_return(struct doko_table *table, bool trump)
{
	if (trump) {
		withdraw_swines(table, table->partner);
	}
	table->returned++;
	table->returned_trumps += trump;
	if (table->returned == table->to_shift) {
		doko_table_lead(table);
	}
}
