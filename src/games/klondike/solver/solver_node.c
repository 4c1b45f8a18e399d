/* Positions of the solver: setup, the stock, and the effect of a macro-move. */
#include "games/klondike/solver/solver_node.h"

#include <assert.h>
#include <string.h>

enum { COLUMN_BITS = 16, STOCK_BITS = 32, TURNED_BITS = 56, MAX_REDEALS = 25 };

/* The place of the waste's front card with draws of one; -1 if there is none. */
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

/*
 * True if the `n`-th of `count` remaining cards comes to the front in this pass, with `turned`
 * cards turned.
 */
static bool is_front_now(int n, int count, int turned)
{
	return n == turned - 1 || (n >= turned && ((n - turned) % 3 == 2 || n == count - 1));
}

/* Every third card of `rest`, and the last one. */
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
 * A king that lies in an empty column counts as moved: it does not matter whether it was dealt
 * there.
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

/*
 * True if a whole number of threes, or every card, is turned: the next pass then shows the same
 * cards.
 */
static bool is_whole_round(const struct solver_node *node)
{
	return node->turned % 3 == 0 || node->turned == __builtin_popcount(node->rest);
}

/*
 * Normalizes how far the stock is turned: cleared if it does not matter, part of the key if
 * positions cannot be ordered by it, otherwise ordered by the clock.
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

/* Each useful redeal plays a card, so as many redeals as cards are equivalent to unlimited ones. */
static int redeals_of(const struct klondike_view *known)
{
	if (!known->rules.kept && known->pile_count > 0) {
		return 0;
	}
	return known->shuffles >= MAX_REDEALS ? MK_UNLIMITED : known->shuffles;
}

void solver_set_up(
	struct solver_deal *deal, struct solver_node *root, const struct klondike_world *world)
{
	*deal = (struct solver_deal){
		.redeals = redeals_of(&world->known),
		.three = world->known.rules.draw == 3,
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

void solver_ease(struct solver_deal *deal, struct solver_node *root)
{
	deal->redeals = MK_UNLIMITED;
	deal->three = false;
	deal->stock_is_free = true;
	root->key &= ((uint64_t)1 << TURNED_BITS) - 1;
	root->used = 0;
	root->reach = cards_at(deal, root->rest);
	note_turned(deal, root);
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
	/* Ends the waste at its highest remaining card, so that equal tables have equal clocks. */
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

/* The first card of a column has left: turns up the next one. */
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

/*
 * The steps of the exact solver.
 *
 * Steps are those that cannot be undone, and moves between foundations and columns; moves between
 * columns that turn nothing up are implied (ladder.h). In what follows the room of a pair is how
 * many more runs it can carry: its face-up cards less the free cards of the pair below it. A step
 * needs room at some pairs and gives room to others, and nothing else of the columns matters. What
 * is left out is left out by proof, and each proof is about a shortest win:
 *   - A safe card goes up at once, alone (ladder_is_safe): from a column, or from the stock if
 *     playing it costs no turning.
 *   - A card that would be safe again is not brought back (Blake and Gent, corollary 2); nor does a
 *     card that just went up come back, or the other way round: the win would not be shortest.
 *   - Where every stock card can be had at any time, one is played to a column only for what
 *     follows at once and needs it: a run or a card that lands on it, or its twin going up. Played
 *     earlier it changes nothing but the room of two pairs: less for the pair that it lands on,
 * more for its own. So any next step that does not need its pair to have room can come before it,
 * and it before that step's followers; and a step needs room at no more than one pair that lacks
 * it. If its own pair has room already, no step can need it. (Put up later, it goes up from the
 *     stock.)
 * The order is only a matter of speed: what turns up cards in the deepest columns comes first.
 */

static ladder_set both_twins(ladder_set set)
{
	set |= (set >> 1) & LADDER_EVEN;
	set &= LADDER_EVEN;
	return set | set << 1;
}

static ladder_set other_twins(ladder_set set)
{
	return (set & LADDER_EVEN) << 1 | ((set >> 1) & LADDER_EVEN);
}

static void read_heights(const struct solver_node *node, uint8_t height[MK_SUITS])
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		height[suit] = (uint8_t)solver_height(node, suit);
	}
}

/* Those of `cards`, the next ones of their foundations, that are safe to put up. */
static ladder_set safe_of(
	const struct solver_deal *deal, const struct solver_node *node, ladder_set cards)
{
	uint8_t height[MK_SUITS];
	ladder_set safe = 0;

	if (!cards) {
		return 0;
	}
	read_heights(node, height);
	for (; cards; cards &= cards - 1) {
		int place = ladder_low(cards);

		if (ladder_is_safe(height, ladder_suit(place), deal->returns)) {
			safe |= LADDER_BIT(place);
		}
	}
	return safe;
}

/* Those of the foundations' top cards `tops` that would not be safe to put up again. */
static ladder_set unsafe_of(const struct solver_node *node, ladder_set tops)
{
	uint8_t height[MK_SUITS];
	ladder_set unsafe = 0;

	if (!tops) {
		return 0;
	}
	read_heights(node, height);
	for (; tops; tops &= tops - 1) {
		int suit = ladder_suit(ladder_low(tops));

		height[suit]--;
		if (!ladder_is_safe(height, suit, true)) {
			unsafe |= tops & -tops;
		}
		height[suit]++;
	}
	return unsafe;
}

/*
 * Stock cards that can be played without a cost in turning, so that putting them up is as good as
 * from a column: all if the stock is free; the front card with draws of one; with draws of three
 * and unlimited redeals, at the start of a pass, the last card, since all others, the new last one
 * included, come up as before.
 */
static ladder_set free_stock(const struct solver_deal *deal, const struct solver_node *node)
{
	uint32_t places = node->rest & ((1u << node->turned) - 1);

	if (deal->stock_is_free) {
		return node->reach;
	}
	if (deal->three) {
		places = deal->redeals == MK_UNLIMITED && node->turned == 0 ? node->rest : 0;
	}
	return places ? LADDER_BIT(deal->stock[31 - __builtin_clz(places)]) : 0;
}

/* Macro-moves in the order in which they are tried. */
struct solver_steps {
	unsigned count;
	bool highest_first;
	struct klondike_macro *steps;
};

/* ---- The list ------------------------------------------------------------------------------- */

static void add(struct solver_steps *steps, enum step_kind kind, int place)
{
	steps->steps[steps->count++] = (struct klondike_macro){(uint8_t)kind, (uint8_t)place};
}

static void add_all(struct solver_steps *steps, enum step_kind kind, ladder_set cards)
{
	if (steps->highest_first) {
		for (; cards; cards &= ~LADDER_BIT(ladder_high(cards))) {
			add(steps, kind, ladder_high(cards));
		}
		return;
	}
	for (; cards; cards &= cards - 1) {
		add(steps, kind, ladder_low(cards));
	}
}

/* Adds the columns by decreasing depth. */
static void add_turning_up(const struct solver_deal *deal, const struct solver_node *node,
	struct solver_steps *steps, ladder_set cards)
{
	unsigned first = steps->count;

	for (; cards; cards &= cards - 1) {
		int place = ladder_low(cards);
		int depth = node->left[deal->column_of[place]];
		unsigned at = steps->count++;

		for (; at > first; at--) {
			int before = steps->steps[at - 1].place;

			if (node->left[deal->column_of[before]] >= depth) {
				break;
			}
			steps->steps[at] = steps->steps[at - 1];
		}
		steps->steps[at] = (struct klondike_macro){STEP_TURN_UP, (uint8_t)place};
	}
}

/* ---- What can be done ----------------------------------------------------------------------- */

/* Intermediate results for listing macro-moves. */
struct scene {
	const struct solver_deal *deal;
	const struct solver_node *node;
	ladder_set open, landing, first;
	ladder_set up;   /* cards that can go up from columns */
	ladder_set tops; /* cards that could return from foundations */
};

static void look(
	struct scene *scene, const struct solver_deal *deal, const struct solver_node *node)
{
	scene->deal = deal;
	scene->node = node;
	scene->open = ladder_open(node->shown, node->first);
	scene->landing = ladder_landing(scene->open, node->shown, node->first);
	scene->up = scene->open & node->shown & node->wanted;
	scene->first = node->first & node->shown;
	scene->tops = deal->returns ? ladder_below(node->wanted) : 0;
}

/* Cards of each pair without room for which another card waits. */
static ladder_set awaited(const struct scene *scene)
{
	const struct solver_node *node = scene->node;
	ladder_set children = scene->first | node->reach | scene->tops;

	return ~scene->open & (both_twins(children) << 4 | other_twins(node->shown & node->wanted));
}

/* Cards without room onto which the first card of a column could go. */
static ladder_set awaited_by_columns(const struct scene *scene)
{
	return ~scene->open & both_twins(scene->first & ~scene->landing) << 4;
}

/* Adds the cards of `up` and `down` at these places of the stock, in the order of the places. */
static void add_places(const struct scene *scene, struct solver_steps *steps, ladder_set up,
	ladder_set down, uint32_t places)
{
	for (; places; places &= places - 1) {
		int place = scene->deal->stock[__builtin_ctz(places)];

		if (up & LADDER_BIT(place)) {
			add(steps, STEP_STOCK_UP, place);
		}
		if (down & LADDER_BIT(place)) {
			add(steps, STEP_STOCK_DOWN, place);
		}
	}
}

/* Adds the front card, then the cards of this pass, then those of the next. */
static void add_stock_by_turn(
	const struct scene *scene, struct solver_steps *steps, ladder_set up, ladder_set down)
{
	uint32_t rest = scene->node->rest;
	uint32_t later = rest >> scene->node->turned << scene->node->turned;
	uint32_t waste = rest ^ later;
	uint32_t front = waste ? 0x80000000u >> __builtin_clz(waste) : 0;

	add_places(scene, steps, up, down, front);
	add_places(scene, steps, up, down, later);
	add_places(scene, steps, up, down, waste ^ front);
}

static void add_stock_by_use(
	const struct scene *scene, struct solver_steps *steps, ladder_set up, ladder_set down)
{
	ladder_set soon = down & awaited_by_columns(scene);

	add_all(steps, STEP_STOCK_UP, up);
	add_all(steps, STEP_STOCK_DOWN, soon);
	add_all(steps, STEP_STOCK_DOWN, down & ~soon);
}

/*
 * With limited redeals, turning is the scarce resource, so cards are tried in the order of turning;
 * with draws of three both orders are tried in turn.
 */
static void add_stock(
	const struct scene *scene, struct solver_steps *steps, ladder_set up, ladder_set down)
{
	bool is_limited = scene->deal->redeals != MK_UNLIMITED;

	if (is_limited && !(scene->deal->three && steps->highest_first)) {
		add_stock_by_turn(scene, steps, up, down);
	} else {
		add_stock_by_use(scene, steps, up, down);
	}
}

static void add_steps(const struct scene *scene, struct solver_steps *steps)
{
	const struct solver_node *node = scene->node;
	ladder_set undone = LADDER_BIT(node->undone);
	ladder_set down = node->reach & scene->landing;

	add_turning_up(scene->deal, node, steps, scene->first & scene->landing);
	add_all(steps, STEP_UP, scene->up & node->first);
	add_all(steps, STEP_UP, scene->up & ~node->first & ~undone);
	if (scene->deal->stock_is_free) {
		down &= awaited(scene);
	}
	add_stock(scene, steps, node->reach & node->wanted, down);
	add_all(steps, STEP_BACK, unsafe_of(node, scene->tops & scene->landing & ~undone));
}

/* Adds the cards that need the place on the stock card that was just played. */
static void add_followers(const struct scene *scene, struct solver_steps *steps)
{
	const struct solver_node *node = scene->node;
	ladder_set children = ladder_children(node->step.place);

	add_turning_up(scene->deal, node, steps, scene->first & children);
	add_all(steps, STEP_UP, scene->up & LADDER_BIT(node->step.place ^ 1));
	add_all(steps, STEP_BACK, unsafe_of(node, scene->tops & children & scene->landing));
	add_all(steps, STEP_STOCK_DOWN, node->reach & children & awaited(scene));
}

unsigned solver_find_steps(const struct solver_deal *deal, const struct solver_node *node,
	struct klondike_macro steps[MAX_STEPS])
{
	struct solver_steps list = {0, deal->highest_first, steps};
	struct scene scene;
	ladder_set safe;

	look(&scene, deal, node);
	if (solver_is_passing(deal, node)) {
		add_followers(&scene, &list);
		return list.count;
	}
	safe = safe_of(deal, node, scene.up | (free_stock(deal, node) & node->wanted));
	if (safe) {
		bool is_column = (safe & node->shown) != 0;

		add(&list, is_column ? STEP_UP : STEP_STOCK_UP,
			ladder_low(is_column ? safe & node->shown : safe));
		return list.count;
	}
	add_steps(&scene, &list);
	return list.count;
}
