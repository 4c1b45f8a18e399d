/* The reduced table: reading it from a world, listing macro-moves and carrying them out. */
#include "games/klondike/search/reduced.h"

#include <assert.h>

/* ---- Reading -------------------------------------------------------------------------------- */

static ladder_set ladder_of_cards(mk_cards cards)
{
	ladder_set set = 0;

	for (; cards; cards &= cards - 1) {
		set |= LADDER_BIT(ladder_of_card((mk_card)__builtin_ctzll(cards)));
	}
	return set;
}

static void read_column(struct reduced *table, const struct klondike_world *world, int column)
{
	const struct klondike_view *known = &world->known;
	int unseen = known->unseen[column];
	int first;

	for (int i = 0; i < unseen; i++) {
		table->original[column][i] = (uint8_t)ladder_of_card(world->under[column][i]);
	}
	for (int i = 0; i < known->up[column]; i++) {
		table->shown |= LADDER_BIT(ladder_of_card(known->column[column][i]));
	}
	table->hidden = (uint8_t)(table->hidden + unseen);
	if (known->up[column] == 0) {
		return;
	}
	first = ladder_of_card(known->column[column][0]);
	if (first < FIRST_KING || unseen > 0) {
		table->first |= LADDER_BIT(first);
		table->original[column][unseen] = (uint8_t)first;
		table->column_of[first] = (uint8_t)column;
		table->left[column] = (uint8_t)(unseen + 1);
	}
}

static void read_stock(struct reduced *table, const struct klondike_world *world)
{
	for (int i = 0; i < world->known.pile_count; i++) {
		table->stock[i] = (uint8_t)ladder_of_card(world->pile[i]);
		if (world->known.pile[i] != MK_NO_CARD) {
			table->known |= 1u << i;
		}
	}
	table->rest = (1u << world->known.pile_count) - 1;
	table->turned = world->known.turned;
}

void reduced_read(struct reduced *table, const struct klondike_world *world)
{
	const struct klondike_view *known = &world->known;

	*table = (struct reduced){
		.seen = ladder_of_cards(klondike_seen_cards(known)),
		.shuffles = known->shuffles,
		.three = known->rules.draw == 3,
		.kept = known->rules.kept,
		.cleared = known->rules.cleared,
	};
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int ladder_suit = ladder_suit_of((enum mk_suit)suit);

		table->height[ladder_suit] = known->foundation[suit];
		table->wanted |= LADDER_BIT(ladder_place(known->foundation[suit], ladder_suit));
	}
	for (int column = 0; column < COLUMNS; column++) {
		read_column(table, world, column);
	}
	read_stock(table, world);
}

/* ---- The draw pile -------------------------------------------------------------------------- */

static uint32_t ahead(const struct reduced *table)
{
	return table->rest >> table->turned << table->turned;
}

/*
 * The places among these that come to the front when they are turned in order from the first one.
 */
static uint32_t fronts(const struct reduced *table, uint32_t places)
{
	uint32_t found = 0;

	if (!table->three) {
		return places;
	}
	while (places) {
		uint32_t second = places & (places - 1);
		uint32_t third = second & (second - 1);

		/* the last one if only one or two are left */
		found |= third ? third & -third : second ? second : places;
		places = third & (third - 1);
	}
	return found;
}

uint32_t reduced_ahead(const struct reduced *table)
{
	return fronts(table, ahead(table));
}

uint32_t reduced_later(const struct reduced *table)
{
	return table->shuffles != 0 ? fronts(table, table->rest) : 0;
}

/* The places before the first unknown one. */
static uint32_t before_unknown(const struct reduced *table, uint32_t places)
{
	uint32_t unknown = places & ~table->known;

	return unknown ? places & ((unknown & -unknown) - 1) : places;
}

ladder_set reduced_reach(const struct reduced *table)
{
	ladder_set reach = reduced_front(table);
	uint32_t places, soon;

	if (!table->kept) {
		return reach;
	}
	soon = reduced_ahead(table);
	places = before_unknown(table, soon);
	if (places == soon) {
		places |= before_unknown(table, reduced_later(table));
	}
	for (; places; places &= places - 1) {
		reach |= LADDER_BIT(table->stock[__builtin_ctz(places)]);
	}
	return reach;
}

bool reduced_can_turn(const struct reduced *table)
{
	if (!table->kept) {
		return ahead(table) || (table->shuffles != 0 && table->rest);
	}
	if (fronts(table, ahead(table)) & ~table->known) {
		return true;
	}
	return table->shuffles != 0 && (fronts(table, table->rest) & ~table->known);
}

static void show_front(struct reduced *table)
{
	int front = reduced_front_place(table);

	if (front >= 0) {
		table->known |= 1u << front;
		table->seen |= LADDER_BIT(table->stock[front]);
	}
}

static void mix(struct reduced *table, struct mk_rng *rng)
{
	uint8_t places[PILE];
	uint32_t count = 0;

	for (uint32_t rest = table->rest; rest; rest &= rest - 1) {
		places[count++] = (uint8_t)__builtin_ctz(rest);
	}
	for (; count > 1; count--) {
		uint8_t *one = &table->stock[places[mk_rng_below(rng, count)]];
		uint8_t *last = &table->stock[places[count - 1]];
		uint8_t card = *one;

		*one = *last;
		*last = card;
	}
	table->known = 0;
}

static void start_again(struct reduced *table, struct mk_rng *rng)
{
	if (table->shuffles > 0) {
		table->shuffles--;
	}
	table->turned = 0;
	if (!table->kept) {
		mix(table, rng);
	}
}

static void turn(struct reduced *table, struct mk_rng *rng)
{
	uint32_t places = ahead(table);

	if (!places) {
		start_again(table, rng);
		places = table->rest;
	}
	if (table->three) {
		/* the third one, or the last if fewer are left */
		for (int n = 1; n < 3 && (places & (places - 1)); n++) {
			places &= places - 1;
		}
	}
	table->turned = (uint8_t)(__builtin_ctz(places) + 1);
	show_front(table);
}

/* Turns until an unknown card comes to the front. */
static void turn_on(struct reduced *table, struct mk_rng *rng)
{
	uint32_t known = table->known;
	bool mixes = !table->kept;

	do {
		turn(table, rng);
	} while (!mixes && (known >> reduced_front_place(table) & 1));
}

static int place_in_stock(const struct reduced *table, int card)
{
	uint32_t rest = table->rest;

	while (table->stock[__builtin_ctz(rest)] != card) {
		rest &= rest - 1;
	}
	return __builtin_ctz(rest);
}

/* True if a redeal is needed to reach this place. */
static bool comes_later(const struct reduced *table, int place)
{
	assert(place >= 0);
	return place != reduced_front_place(table) && !(reduced_ahead(table) >> place & 1);
}

static void take_from_stock(struct reduced *table, int card, struct mk_rng *rng)
{
	int place = place_in_stock(table, card);

	if (comes_later(table, place) && table->shuffles > 0) {
		table->shuffles--;
	}
	table->rest &= ~(1u << place);
	table->turned = (uint8_t)place;
	table->turned = (uint8_t)(reduced_front_place(table) + 1);
	if (reduced_front_place(table) >= 0) {
		show_front(table);
	} else if (ahead(table)) {
		turn(table, rng);
	}
}

static uint32_t up_to(int place)
{
	return (2u << place) - 1;
}

/* Accessible places: the front one, and those that come to the front. */
static uint32_t reach_of(const struct reduced_stock *stock)
{
	return stock->ahead | stock->later | (stock->front >= 0 ? 1u << stock->front : 0);
}

void reduced_see_stock(const struct reduced *table, struct reduced_stock *stock)
{
	*stock = (struct reduced_stock){.ahead = reduced_ahead(table),
		.later = reduced_later(table),
		.front = reduced_front_place(table)};
	stock->limited = table->kept && (table->three || table->shuffles != MK_UNLIMITED);
	stock->reach = stock->limited ? reach_of(stock) : 0;
}

/* The first unknown place that would come to the front; PILE - 1 if there is none. */
static int next_unknown(const struct reduced *table, const struct reduced_stock *stock)
{
	uint32_t soon = stock->ahead & ~table->known;

	if (!soon) {
		soon = stock->later & ~table->known;
	}
	return soon ? __builtin_ctz(soon) : PILE - 1;
}

/* Accessible places after the card at `place` has been played. */
static uint32_t reach_without(const struct reduced *table, int place, int under, bool was_shuffled)
{
	uint32_t rest = table->rest & ~(1u << place);
	bool shuffles = table->shuffles - (was_shuffled && table->shuffles > 0) != 0;
	const struct reduced_stock stock = {
		.ahead = fronts(table, rest >> (under + 1) << (under + 1)),
		.later = shuffles ? fronts(table, rest) : 0,
		.front = under};

	return reach_of(&stock);
}

void reduced_find(const struct reduced *table, const struct reduced_stock *stock,
	struct klondike_macro step, struct reduced_fetch *fetch)
{
	uint32_t waste;
	int place;

	*fetch = (struct reduced_fetch){.under = -1};
	if (!table->kept && step.kind == STEP_TURN) {
		fetch->draws = 1;
		fetch->shuffles = stock->ahead == 0;
		return;
	}
	place = step.kind == STEP_TURN ? next_unknown(table, stock)
				       : place_in_stock(table, step.place);
	if (place != stock->front) {
		fetch->shuffles = !(stock->ahead >> place & 1);
		fetch->draws = fetch->shuffles
				       ? __builtin_popcount(stock->ahead) +
						 __builtin_popcount(stock->later & up_to(place))
				       : __builtin_popcount(stock->ahead & up_to(place));
	}
	waste = table->rest & ((1u << place) - 1);
	fetch->under = waste ? 31 - __builtin_clz(waste) : -1;
	if (stock->limited) {
		fetch->reach = reach_without(table, place, fetch->under, fetch->shuffles);
	}
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static void uncover(struct reduced *table, int place)
{
	int column = table->column_of[place];
	int left = --table->left[column];
	int next;

	table->first &= ~LADDER_BIT(place);
	if (left == 0) {
		return;
	}
	next = table->original[column][left - 1];
	table->hidden--;
	table->shown |= LADDER_BIT(next);
	table->seen |= LADDER_BIT(next);
	table->column_of[next] = (uint8_t)column;
	if (left == 1 && next >= FIRST_KING) {
		table->left[column] = 0;
	} else {
		table->first |= LADDER_BIT(next);
	}
}

static void put_up(struct reduced *table, int place)
{
	table->wanted ^= LADDER_BIT(place) | LADDER_BIT(ladder_next(place));
	table->height[ladder_suit(place)]++;
}

void reduced_take(struct reduced *table, struct klondike_macro step, struct mk_rng *rng)
{
	int place = step.place;

	switch ((enum step_kind)step.kind) {
	case STEP_TURN_UP:
		uncover(table, place);
		break;
	case STEP_UP:
		table->shown &= ~LADDER_BIT(place);
		if (table->first & LADDER_BIT(place)) {
			uncover(table, place);
		}
		put_up(table, place);
		break;
	case STEP_STOCK_UP:
		take_from_stock(table, place, rng);
		put_up(table, place);
		break;
	case STEP_STOCK_DOWN:
		take_from_stock(table, place, rng);
		table->shown |= LADDER_BIT(place);
		break;
	case STEP_TURN:
		turn_on(table, rng);
		break;
	case STEP_BACK:
		table->wanted ^= LADDER_BIT(place) | LADDER_BIT(ladder_next(place));
		table->height[ladder_suit(place)]--;
		table->shown |= LADDER_BIT(place);
		break;
	case STEP_NONE:
	case STEP_KINDS:
		break;
	}
}

static size_t add(struct klondike_macro *steps, size_t count, enum step_kind kind, ladder_set cards)
{
	for (; cards; cards &= cards - 1) {
		steps[count++] = (struct klondike_macro){(uint8_t)kind, (uint8_t)ladder_low(cards)};
	}
	return count;
}

static ladder_set safe_ones(const struct reduced *table, ladder_set cards)
{
	ladder_set safe = 0;

	for (; cards; cards &= cards - 1) {
		if (reduced_is_safe(table, ladder_low(cards))) {
			safe |= cards & -cards;
		}
	}
	return safe;
}

size_t reduced_steps(const struct reduced *table, struct klondike_macro steps[REDUCED_STEPS])
{
	ladder_set open = ladder_open(table->shown, table->first);
	ladder_set landing = ladder_landing(open, table->shown, table->first);
	ladder_set reach = reduced_reach(table);
	ladder_set up = open & table->shown & table->wanted;
	ladder_set safe = safe_ones(table, up);
	size_t count;

	if (safe) {
		return add(steps, 0, STEP_UP, safe & -safe);
	}
	safe = reduced_stock_is_free(table) ? safe_ones(table, reach & table->wanted) : 0;
	if (safe) {
		return add(steps, 0, STEP_STOCK_UP, safe & -safe);
	}
	count = add(steps, 0, STEP_UP, up);
	count = add(steps, count, STEP_STOCK_UP, reach & table->wanted);
	count = add(steps, count, STEP_TURN_UP, table->shown & table->first & landing);
	count = add(steps, count, STEP_STOCK_DOWN, reach & landing);
	if (reduced_can_turn(table)) {
		steps[count++] = (struct klondike_macro){STEP_TURN, 0};
	}
	return count;
}
