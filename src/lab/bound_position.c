/*
 * A player's knowledge and macro-moves. The macro-moves are those of the exact solver. Those that
 * it prunes by proof (solver_node.c) are never needed without perfect information either: each
 * proof replaces one sequence by another that reveals no less and no later, whatever comes up, so a
 * player's whole plan can be changed in the same way. In addition:
 * - Turning the stock is free if it restores the table. With single cards and unlimited redeals the
 *   whole stock is known from the start; with three cards and unlimited redeals, all cards that
 *   come to the front in a pass from the first card on are known as soon as such a pass can begin.
 * - A known card of the stock behind an unknown one is not offered: the player first turns to the
 *   unknown one and sees it.
 * - Moves of the tableau that are possible while a pass goes over known cards are made before it. A
 *   player sees a card of the stock when it comes to the front of the waste, as in the program.
 */
#include "lab/bound_position.h"

#include <string.h>

static uint32_t ahead(const struct solver_node *node)
{
	return node->rest >> node->turned << node->turned;
}

static uint32_t lowest(uint32_t places)
{
	return places & -places;
}

/* The place of the `n`-th remaining card. */
static uint32_t place_of(const struct solver_node *node, int n)
{
	uint32_t rest = node->rest;

	for (; n > 0; n--) {
		rest &= rest - 1;
	}
	return lowest(rest);
}

/* The places that come to the front with draws of three, from the `n`-th remaining card on. */
static uint32_t fronts_from(const struct solver_node *node, int n)
{
	int count = __builtin_popcount(node->rest);
	uint32_t fronts = 0;

	for (int i = n; i < count; i++) {
		if ((i - n) % 3 == 2 || i == count - 1) {
			fronts |= place_of(node, i);
		}
	}
	return fronts;
}

/* The places that come to the front in the rest of this pass. */
static uint32_t coming(const struct solver_deal *deal, const struct solver_node *node)
{
	return deal->three ? fronts_from(node, node->turned) : ahead(node);
}

/* The place of the waste's front card as a set; empty if there is none. */
static uint32_t front_of(const struct solver_deal *deal, const struct solver_node *node)
{
	uint32_t waste = node->rest & ((1u << node->turned) - 1);

	if (deal->three) {
		return node->turned ? place_of(node, node->turned - 1) : 0;
	}
	return waste ? 0x80000000u >> __builtin_clz(waste) : 0;
}

/* Turns the stock until the card at `place` is in front. */
static void turn_to(const struct solver_deal *deal, struct solver_node *node, uint32_t place)
{
	if (!deal->three) {
		node->turned = (uint8_t)(__builtin_ctz(place) + 1);
		return;
	}
	node->turned = (uint8_t)(__builtin_popcount(node->rest & (place - 1)) + 1);
	if (node->turned % 3 == 0 || node->turned == __builtin_popcount(node->rest)) {
		node->turned = 0;
	}
}

/* Records what the player sees now. If the waste is empty, the rules turn up its next card. */
static void settle(const struct solver_deal *deal, struct bound_position *position)
{
	struct solver_node *node = &position->node;

	if (deal->stock_is_free) {
		position->known = node->rest;
		return;
	}
	if (deal->three) {
		position->known |= node->turned ? front_of(deal, node) : fronts_from(node, 0);
	} else {
		if (!front_of(deal, node) && ahead(node)) {
			turn_to(deal, node, lowest(ahead(node)));
		}
		position->known |= front_of(deal, node);
	}
	position->known &= node->rest;
	solver_note_reach(deal, node);
}

void bound_position_begin(struct solver_deal *deal, struct bound_position *position,
	const struct klondike_world *world)
{
	solver_set_up(deal, &position->node, world);
	if (!world->known.rules.kept) {
		solver_ease(deal, &position->node);
	}
	position->known = 0;
	for (int i = 0; i < world->known.pile_count; i++) {
		position->known |= world->known.pile[i] != MK_NO_CARD ? 1u << i : 0;
	}
	settle(deal, position);
}

bool bound_position_is_known(const struct solver_deal *deal, const struct bound_position *position)
{
	return bound_position_hidden(position) <= 1 ||
	       (position->node.hidden == 0 && !deal->cleared);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static ladder_set cards_at(const struct solver_deal *deal, uint32_t places)
{
	ladder_set cards = 0;

	for (; places; places &= places - 1) {
		cards |= LADDER_BIT(deal->stock[__builtin_ctz(places)]);
	}
	return cards;
}

/* Turns to the next unknown card; false if there is none. */
static bool turn_on(const struct solver_deal *deal, const struct bound_position *position,
	struct solver_node *node)
{
	uint32_t unknown = node->rest & ~position->known;
	uint32_t soon = coming(deal, node) & unknown;

	if (soon) {
		turn_to(deal, node, lowest(soon));
		return true;
	}
	if (deal->three && node->turned && (fronts_from(node, 0) & unknown)) {
		node->turned = 0;
		return true;
	}
	return false;
}

/* The stock cards that are accessible before an unknown one. */
static ladder_set reach_of(const struct solver_deal *deal, const struct bound_position *position)
{
	const struct solver_node *node = &position->node;
	uint32_t soon = coming(deal, node);
	uint32_t unknown = soon & ~position->known;

	return cards_at(
		deal, front_of(deal, node) | (unknown ? soon & (lowest(unknown) - 1) : soon));
}

size_t bound_position_steps(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro steps[BOUND_STEPS])
{
	struct solver_node node = position->node, turned = position->node;
	bool turns = turn_on(deal, position, &turned);
	size_t count;

	if (turns) {
		node.reach = reach_of(deal, position);
	}
	count = solver_find_steps(deal, &node, steps);
	if (turns) {
		steps[count++] = (struct klondike_macro){STEP_TURN, 0};
	}
	return count;
}

void bound_position_take(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step, struct bound_position *after)
{
	after->known = position->known;
	if (step.kind == STEP_TURN) {
		after->node = position->node;
		after->node.step = step;
		after->node.undone = NO_PLACE;
		turn_on(deal, position, &after->node);
	} else {
		solver_take_step(deal, &position->node, step, &after->node);
	}
	settle(deal, after);
}

/* True for a card of a column, or one that is always accessible: the others cost turning. */
bool bound_position_is_safe(const struct solver_deal *deal, const struct bound_position *position,
	struct klondike_macro step)
{
	uint8_t height[MK_SUITS];

	if (step.kind != STEP_UP && !(step.kind == STEP_STOCK_UP && deal->stock_is_free)) {
		return false;
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		height[suit] = (uint8_t)solver_height(&position->node, suit);
	}
	return ladder_is_safe(height, ladder_suit(step.place), deal->returns);
}

/* ---- What is hidden ------------------------------------------------------------------------- */

static size_t find_hidden(
	const struct bound_position *position, struct solver_deal *deal, uint8_t **places)
{
	size_t count = 0;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i + 1 < position->node.left[column]; i++) {
			places[count++] = &deal->original[column][i];
		}
	}
	for (uint32_t unknown = position->node.rest & ~position->known; unknown;
		unknown &= unknown - 1) {
		places[count++] = &deal->stock[__builtin_ctz(unknown)];
	}
	return count;
}

static void note_places(const struct bound_position *position, struct solver_deal *deal)
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < position->node.left[column]; i++) {
			deal->column_of[deal->original[column][i]] = (uint8_t)column;
		}
	}
	for (uint32_t rest = position->node.rest; rest; rest &= rest - 1) {
		int place = __builtin_ctz(rest);

		deal->stock_place[deal->stock[place]] = (uint8_t)place;
	}
}

size_t bound_position_hidden_cards(const struct solver_deal *deal,
	const struct bound_position *position, uint8_t cards[BOUND_HIDDEN_PLACES])
{
	struct solver_deal copy = *deal;
	uint8_t *places[BOUND_HIDDEN_PLACES];
	size_t count = find_hidden(position, &copy, places);

	for (size_t i = 0; i < count; i++) {
		cards[i] = *places[i];
	}
	return count;
}

void bound_position_arrange(const struct solver_deal *deal, const struct bound_position *position,
	const uint8_t *cards, struct solver_deal *arranged)
{
	uint8_t *places[BOUND_HIDDEN_PLACES];
	size_t count;

	*arranged = *deal;
	count = find_hidden(position, arranged, places);
	for (size_t i = 0; i < count; i++) {
		*places[i] = cards[i];
	}
	note_places(position, arranged);
}

static ladder_set set_of(const uint8_t *cards, size_t count)
{
	ladder_set set = 0;

	for (size_t i = 0; i < count; i++) {
		set |= LADDER_BIT(cards[i]);
	}
	return set;
}

/* The cards are sorted, so that their order gives no information about the deal. */
void bound_position_guess(const struct solver_deal *deal, const struct bound_position *position,
	struct mk_rng *rng, struct solver_deal *guess)
{
	uint8_t cards[BOUND_HIDDEN_PLACES];
	size_t count = bound_position_hidden_cards(deal, position, cards);
	ladder_set hidden = set_of(cards, count);

	for (size_t i = 0; i < count; i++, hidden &= hidden - 1) {
		size_t other = mk_rng_below(rng, (uint32_t)i + 1);

		cards[i] = cards[other];
		cards[other] = (uint8_t)ladder_low(hidden);
	}
	bound_position_arrange(deal, position, cards, guess);
}

uint64_t bound_hash(const void *parts, size_t size)
{
	uint64_t hash = 0;

	for (size_t i = 0; i + sizeof hash <= size; i += sizeof hash) {
		uint64_t part;

		memcpy(&part, (const char *)parts + i, sizeof part);
		hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
	}
	return hash;
}

uint64_t bound_position_knowledge(
	const struct solver_deal *deal, const struct bound_position *position)
{
	uint8_t cards[BOUND_HIDDEN_PLACES];
	size_t count = bound_position_hidden_cards(deal, position, cards);
	struct {
		ladder_set hidden;
		uint8_t under[COLUMNS + 1]; /* number of face-down cards of each column */
		uint32_t unknown, unused;
	} parts = {
		.hidden = set_of(cards, count), .unknown = position->node.rest & ~position->known};

	for (int column = 0; column < COLUMNS; column++) {
		int left = position->node.left[column];

		parts.under[column] = (uint8_t)(left > 0 ? left - 1 : 0);
	}
	return bound_hash(&parts, sizeof parts);
}

struct bound_key bound_position_key(
	const struct solver_deal *deal, const struct bound_position *position)
{
	const struct solver_node *node = &position->node;

	return (struct bound_key){.table = node->key,
		.known = position->known,
		.turned = node->turned,
		.used = node->used,
		.passing = solver_is_passing(deal, node) ? (uint8_t)(node->step.place + 1) : 0};
}
