/* The solver's positions: set-up, the stock, and what a step changes. */
#include "games/klondike/solver/solver_node.h"

#include <assert.h>
#include <string.h>

enum { COLUMN_BITS = 16, STOCK_BITS = 32, TURNED_BITS = 56, MOST_REDEALS = 25 };

/* The place of the waste's front card when single cards are turned; -1 when there is none. */
static int waste_front(const struct solver_node *node)
{
	uint32_t below = node->rest & ((1u << node->turned) - 1);

	return below ? 31 - __builtin_clz(below) : -1;
}

static ladder_set cards_at(const struct solver_deal *deal, uint32_t places)
{
	ladder_set cards = 0;

	for (; places; places &= places - 1) {
		cards |= LADDER_BIT(deal->stock[__builtin_ctz(places)]);
	}
	return cards;
}

/* Is the `n`-th of `count` remaining cards a front card of this round, `turned` being turned? */
static bool is_front_now(int n, int count, int turned)
{
	return n == turned - 1 || (n >= turned && ((n - turned) % 3 == 2 || n == count - 1));
}

/* Every third of `rest`, and its last card. */
static ladder_set fronts_of(const struct solver_deal *deal, uint32_t rest)
{
	ladder_set cards = 0;

	while (rest) {
		uint32_t two = rest & (rest - 1);
		uint32_t three = two & (two - 1);
		uint32_t front = three ? three : two ? two : rest;

		cards |= LADDER_BIT(deal->stock[__builtin_ctz(front)]);
		rest = front & (front - 1);
	}
	return cards;
}

static ladder_set reach_by_threes(const struct solver_deal *deal, const struct solver_node *node)
{
	ladder_set cards = 0;
	uint32_t rest = node->rest;
	uint32_t front = 0;

	if (deal->redeals == MK_UNLIMITED || node->used < deal->redeals) {
		cards = fronts_of(deal, rest);
		if (node->turned == 0) {
			return cards;
		}
	}
	for (int n = 0; n < node->turned; n++) {
		front = rest & -rest;
		rest ^= front;
	}
	if (front) {
		cards |= LADDER_BIT(deal->stock[__builtin_ctz(front)]);
	}
	return cards | fronts_of(deal, rest);
}

static ladder_set reach_of_singles(const struct solver_deal *deal, const struct solver_node *node)
{
	uint32_t places = node->rest >> node->turned << node->turned;
	int front = waste_front(node);

	if (node->used < deal->redeals) {
		return cards_at(deal, node->rest);
	}
	return cards_at(deal, front >= 0 ? places | 1u << front : places);
}

void solver_note_reach(const struct solver_deal *deal, struct solver_node *node)
{
	if (deal->three) {
		node->reach = reach_by_threes(deal, node);
	} else if (!deal->stock_is_free) {
		node->reach = reach_of_singles(deal, node);
	}
}

/* ---- Set-up --------------------------------------------------------------------------------- */

/*
 * A king that lies on the bare table counts as moved: whether it was dealt there makes no
 * difference any more.
 */
static void set_up_column(struct solver_deal *deal, struct solver_node *root,
	const struct klondike_world *world, int column)
{
	const struct klondike_view *known = &world->known;
	int unseen = known->unseen[column];

	for (int i = 0; i < unseen; i++) {
		deal->original[column][i] = (uint8_t)ladder_of_card(world->under[column][i]);
	}
	for (int i = 0; i < known->up[column]; i++) {
		root->shown |= LADDER_BIT(ladder_of_card(known->column[column][i]));
	}
	root->hidden = (uint8_t)(root->hidden + unseen);
	if (known->up[column] > 0) {
		int first = ladder_of_card(known->column[column][0]);

		if (first < FIRST_KING || unseen > 0) {
			deal->original[column][unseen] = (uint8_t)first;
			root->first |= LADDER_BIT(first);
			root->left[column] = (uint8_t)(unseen + 1);
		}
	}
	for (int i = 0; i < root->left[column]; i++) {
		deal->column_of[deal->original[column][i]] = (uint8_t)column;
	}
}

static void set_up_columns(
	struct solver_deal *deal, struct solver_node *root, const struct klondike_world *world)
{
	unsigned weight = 1;

	for (int column = 0; column < COLUMNS; column++) {
		set_up_column(deal, root, world, column);
		deal->weight[column] = (uint16_t)weight;
		root->key += (uint64_t)root->left[column] * weight << COLUMN_BITS;
		weight *= root->left[column] + 1u;
	}
}

static void set_up_foundations(struct solver_node *root, const struct klondike_view *known)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		int ladder_suit = ladder_suit_of((enum mk_suit)suit);
		int height = known->foundation[suit];

		root->key |= (uint64_t)height << (4 * ladder_suit);
		root->wanted |= LADDER_BIT(ladder_place(height, ladder_suit));
	}
}

static void set_up_stock(
	struct solver_deal *deal, struct solver_node *root, const struct klondike_world *world)
{
	int count = world->known.pile_count;

	for (int i = 0; i < count; i++) {
		int place = ladder_of_card(world->pile[i]);

		deal->stock[i] = (uint8_t)place;
		deal->stock_place[place] = (uint8_t)i;
		root->reach |= LADDER_BIT(place);
	}
	root->rest = (1u << count) - 1;
	root->turned = world->known.turned;
	root->key |= (uint64_t)root->rest << STOCK_BITS;
}

/* Where every card is turned, or a whole number of threes, the next round turns up the same. */
static bool is_whole_round(const struct solver_node *node)
{
	return node->turned % 3 == 0 || node->turned == __builtin_popcount(node->rest);
}

/*
 * How far the stock is turned: forgotten where it does not matter, part of the key where positions
 * cannot be ordered by it, otherwise left to the clock.
 */
static void note_turned(const struct solver_deal *deal, struct solver_node *node)
{
	bool endless = deal->redeals == MK_UNLIMITED;

	if (endless && (!deal->three || is_whole_round(node))) {
		node->turned = 0;
	}
	if (deal->three && !endless) {
		node->key &= ((uint64_t)1 << TURNED_BITS) - 1;
		node->key |= (uint64_t)(node->turned % 3 ? node->turned : 0) << TURNED_BITS;
	}
}

/* Each useful redeal plays a card: more than there are cards are as good as unlimited. */
static int redeals_of(const struct klondike_view *known)
{
	if (!known->rules.kept && known->pile_count > 0) {
		return 0;
	}
	return known->shuffles >= MOST_REDEALS ? MK_UNLIMITED : known->shuffles;
}

void solver_set_up(struct solver_deal *deal, struct solver_node *root,
	const struct klondike_world *world, enum solver_rules rules)
{
	bool easiest = rules == SOLVER_EASIEST_RULES;

	*deal = (struct solver_deal){
		.redeals = easiest ? MK_UNLIMITED : redeals_of(&world->known),
		.three = !easiest && world->known.rules.draw == 3,
		.returns = world->known.rules.foundation_return,
		.cleared = world->known.rules.cleared,
	};
	deal->stock_is_free = !deal->three && deal->redeals == MK_UNLIMITED;
	*root = (struct solver_node){.undone = NO_PLACE};
	set_up_columns(deal, root, world);
	set_up_foundations(root, &world->known);
	set_up_stock(deal, root, world);
	note_turned(deal, root);
	solver_note_reach(deal, root);
}

/* ---- The stock ------------------------------------------------------------------------------ */

static void take_single(const struct solver_deal *deal, struct solver_node *node, int place)
{
	int at = deal->stock_place[place];

	assert(at >= 0);
	if (deal->redeals != MK_UNLIMITED) {
		bool behind = at < node->turned && at != waste_front(node);

		node->used = (uint8_t)(node->used + behind);
	}
	node->rest &= ~(1u << at);
	/* The waste ends at its highest card: equal tables get equal clocks. */
	node->turned = (uint8_t)at;
	node->turned = (uint8_t)(waste_front(node) + 1);
}

static void take_of_three(const struct solver_deal *deal, struct solver_node *node, int place)
{
	int at = deal->stock_place[place];
	int n = __builtin_popcount(node->rest & ((1u << at) - 1));

	if (deal->redeals != MK_UNLIMITED) {
		bool now = is_front_now(n, __builtin_popcount(node->rest), node->turned);

		node->used = (uint8_t)(node->used + !now);
	}
	node->rest &= ~(1u << at);
	node->turned = (uint8_t)n;
}

static void take_from_stock(const struct solver_deal *deal, struct solver_node *node, int place)
{
	node->reach &= ~LADDER_BIT(place);
	node->key -= (uint64_t)1 << (STOCK_BITS + deal->stock_place[place]);
	if (deal->three) {
		take_of_three(deal, node, place);
	} else {
		take_single(deal, node, place);
	}
	note_turned(deal, node);
}

/* ---- Columns and foundations ---------------------------------------------------------------- */

/* The first card of a column has left its first place: the next one is turned up. */
static void uncover(const struct solver_deal *deal, struct solver_node *node, int column)
{
	int left = --node->left[column];
	int next;

	node->key -= (uint64_t)deal->weight[column] << COLUMN_BITS;
	if (left == 0) {
		return;
	}
	next = deal->original[column][left - 1];
	node->hidden--;
	node->shown |= LADDER_BIT(next);
	if (left == 1 && next >= FIRST_KING) {
		node->left[column] = 0;
		node->key -= (uint64_t)deal->weight[column] << COLUMN_BITS;
	} else {
		node->first |= LADDER_BIT(next);
	}
}

static void leave_first_place(const struct solver_deal *deal, struct solver_node *node, int place)
{
	if (node->first & LADDER_BIT(place)) {
		node->first &= ~LADDER_BIT(place);
		uncover(deal, node, deal->column_of[place]);
	}
}

static void put_up(struct solver_node *node, int place)
{
	node->wanted ^= LADDER_BIT(place) | LADDER_BIT(ladder_next(place));
	node->key += (uint64_t)1 << (4 * ladder_suit(place));
}

static void take_back(struct solver_node *node, int place)
{
	node->wanted ^= LADDER_BIT(place) | LADDER_BIT(ladder_next(place));
	node->key -= (uint64_t)1 << (4 * ladder_suit(place));
	node->shown |= LADDER_BIT(place);
}

void solver_take_step(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro step, struct solver_node *after)
{
	int place = step.place;

	*after = *node;
	after->step = step;
	after->undone = NO_PLACE;
	switch ((enum step_kind)step.kind) {
	case STEP_NONE:
	case STEP_TURN:
	case STEP_KINDS:
		break;
	case STEP_TURN_UP:
		leave_first_place(deal, after, place);
		break;
	case STEP_UP:
		after->undone = node->first & LADDER_BIT(place) ? NO_PLACE : (uint8_t)place;
		after->shown &= ~LADDER_BIT(place);
		leave_first_place(deal, after, place);
		put_up(after, place);
		break;
	case STEP_STOCK_DOWN:
		take_from_stock(deal, after, place);
		after->shown |= LADDER_BIT(place);
		break;
	case STEP_STOCK_UP:
		take_from_stock(deal, after, place);
		put_up(after, place);
		break;
	case STEP_BACK:
		take_back(after, place);
		after->undone = (uint8_t)place;
		break;
	}
}
