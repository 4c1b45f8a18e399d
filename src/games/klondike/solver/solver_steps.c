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
#include "games/klondike/solver/solver_steps.h"

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

/* Those of `cards`, all of them next on their foundations, that are safe to put up. */
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

/* Those of `tops` of foundations that would not be safe to put up again. */
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
 * Stock cards whose playing costs no turning, so that to put them up is as good as from a column:
 * all where the stock is free, the front card where single cards are turned. By threes without end
 * it is the last card when a round begins: all others then come up as before, and the new last one,
 * too.
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

/* In the order in which they are to be tried. */
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

/* Of the deepest column first. */
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

/* What the rest is worked out from. */
struct scene {
	const struct solver_deal *deal;
	const struct solver_node *node;
	ladder_set open, landing, first;
	ladder_set up;   /* what can go up from columns */
	ladder_set tops; /* what can come back from foundations if it lands */
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

/* Cards of any pair without room for which something waits that would need it. */
static ladder_set awaited(const struct scene *scene)
{
	const struct solver_node *node = scene->node;
	ladder_set children = scene->first | node->reach | scene->tops;

	return ~scene->open & (both_twins(children) << 4 | other_twins(node->shown & node->wanted));
}

/* Cards without room on them yet, on which the first card of a column could go. */
static ladder_set awaited_by_columns(const struct scene *scene)
{
	return ~scene->open & both_twins(scene->first & ~scene->landing) << 4;
}

/* What of `up` and `down` lies at these places of the stock, in their order. */
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

/* The front card, what comes up in this round, then in the next. */
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

/* With few redeals, turning is what costs most; by threes it is hard to say, so both are tried. */
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

/* What needs the room on the stock card that was just played. */
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
	struct klondike_macro steps[MOST_STEPS])
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
