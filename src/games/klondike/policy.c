/* The playouts' policy: features of steps, and the choice by their weights. */
#include "games/klondike/policy.h"

enum { MOST_STEPS = 2000 };

static int at_most(int number, int most)
{
	return number > most ? most : number;
}

/* ---- The scene ------------------------------------------------------------------------------ */

static int phase_of(const struct reduced *table)
{
	if (table->shuffles == MK_UNLIMITED) {
		return (table->rest & ~table->known) ? 0 : 1;
	}
	return at_most(table->shuffles, POLICY_PHASES - 1);
}

static ladder_set stock_cards(const struct reduced *table)
{
	ladder_set cards = 0;

	for (uint32_t rest = table->rest; rest; rest &= rest - 1) {
		cards |= LADDER_BIT(table->stock[__builtin_ctz(rest)]);
	}
	return cards;
}

/* Where is a card that could carry the stuck one? The best first. */
static int wait_of(const struct policy_scene *scene, const struct reduced *table, int place)
{
	ladder_set parents = ladder_parents(place);
	int unseen;

	if (parents & scene->in_stock) {
		return 0;
	}
	unseen = ladder_count(parents & scene->unseen);
	if (unseen > 0) {
		return unseen == 2 ? 1 : 2;
	}
	return (parents & table->shown) ? 3 : 4;
}

static void count_waits(struct policy_scene *scene, const struct reduced *table)
{
	int waits[5] = {0};

	for (ladder_set cards = scene->stuck & ~LADDER_KINGS; cards; cards &= cards - 1) {
		int place = ladder_low(cards);

		if (table->left[table->column_of[place]] > 1) {
			waits[wait_of(scene, table, place)]++;
		}
	}
	for (int i = 0; i < 5; i++) {
		scene->features[8 + i] = (uint16_t)(SCENE_WAITS + 6 * i + at_most(waits[i], 5));
	}
}

static int spread_of(const uint8_t height[MK_SUITS])
{
	int lowest = MK_RANKS, highest = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		lowest = height[suit] < lowest ? height[suit] : lowest;
		highest = height[suit] > highest ? height[suit] : highest;
	}
	return highest - lowest;
}

static void count_scene(struct policy_scene *scene, const struct reduced *table)
{
	int ahead = __builtin_popcount(table->rest >> table->turned);
	int empty = COLUMNS - ladder_count(table->shown & (table->first | LADDER_KINGS));
	uint16_t *features = scene->features;

	features[0] = (uint16_t)(SCENE_STUCK + ladder_count(scene->stuck));
	features[1] = (uint16_t)(SCENE_HIDDEN + at_most((table->hidden + 2) / 3, 7));
	features[2] = (uint16_t)(SCENE_AHEAD + (ahead + 2) / 3);
	features[3] =
		(uint16_t)(SCENE_LANDING + at_most(ladder_count(scene->landing & LADDER_EVEN), 7));
	features[4] = (uint16_t)(SCENE_KINGS + ladder_count(scene->kings));
	features[5] = (uint16_t)(SCENE_EMPTY + at_most(empty, 3));
	features[6] = (uint16_t)(SCENE_SPREAD + at_most(spread_of(table->height), 5));
	features[7] = SCENE_CONSTANT;
	count_waits(scene, table);
}

void policy_look(struct policy_scene *scene, const struct reduced *table)
{
	ladder_set first = table->shown & table->first;

	scene->open = ladder_open(table->shown, table->first);
	scene->landing = ladder_landing(scene->open, table->shown, table->first);
	scene->stuck = first & ~scene->landing;
	scene->kings = first & LADDER_KINGS;
	scene->unseen = LADDER_DECK & ~table->seen;
	scene->in_stock = stock_cards(table) & table->seen;
	scene->front = reduced_front(table);
	scene->phase = phase_of(table);
	count_scene(scene, table);
}

/* ---- A step's features ---------------------------------------------------------------------- */

static enum card_state state_of(
	const struct policy_scene *scene, const struct reduced *table, int place)
{
	ladder_set card = LADDER_BIT(place);

	if (table->shown & card) {
		if (table->first & card) {
			return table->left[table->column_of[place]] > 1 ? STATE_LOCKED : STATE_BASE;
		}
		return STATE_FREE;
	}
	if (scene->front & card) {
		return STATE_FRONT;
	}
	if (scene->in_stock & card) {
		return STATE_STOCK;
	}
	return (scene->unseen & card) ? STATE_UNSEEN : STATE_UP;
}

/* The states of a pair of twins, in any order: 0 to PAIR_STATES - 1. */
static int pair_of(const struct policy_scene *scene, const struct reduced *table, int lower)
{
	int one, two;

	if (lower < 0 || lower >= LADDER_PLACES) {
		return 0;
	}
	one = state_of(scene, table, lower);
	two = state_of(scene, table, lower + 1);
	if (one > two) {
		int swap = one;

		one = two;
		two = swap;
	}
	return one * CARD_STATES - one * (one - 1) / 2 + two - one;
}

static int depth_of(const struct reduced *table, int place)
{
	return (table->first >> place & 1) ? table->left[table->column_of[place]] : 0;
}

/* Open places that would carry the card. */
static int places_for(const struct reduced *table, int place)
{
	int places;

	if (place >= FIRST_KING) {
		return 3;
	}
	places = ladder_count(table->shown & ladder_parents(place)) -
		 ladder_count(table->shown & ~table->first & ((ladder_set)3 << (place & ~1)));
	return places < 0 ? 0 : places;
}

static int helps(const struct policy_scene *scene, const struct reduced *table, int place)
{
	int deepest = 0;

	for (ladder_set cards = ladder_children(place) & scene->stuck; cards; cards &= cards - 1) {
		int depth = table->left[table->column_of[ladder_low(cards)]];

		deepest = depth > deepest ? depth : deepest;
	}
	return deepest;
}

static int other_gap(const struct reduced *table, int place)
{
	int other = (ladder_suit(place) & 2) ^ 2;
	int lowest = table->height[other] < table->height[other + 1] ? table->height[other]
								     : table->height[other + 1];
	int gap = ladder_rank(place) - lowest;

	return gap < 0 ? 0 : at_most(gap, 5);
}

static int above(const struct policy_scene *scene, const struct reduced *table, int place)
{
	int next = ladder_next(place);

	if (next >= LADDER_PLACES) {
		return 0;
	}
	return 2 * (int)state_of(scene, table, next) + (int)(scene->open >> next & 1);
}

static int below(const struct policy_scene *scene, const struct reduced *table, int place)
{
	return place >= 4 ? (int)state_of(scene, table, (place - 4) ^ 2) : STATE_NONE;
}

static int rival(
	const struct policy_scene *scene, const struct reduced *table, int place, int places)
{
	int twin = place ^ 1;

	return 6 * at_most(depth_of(table, twin), 5) + 2 * at_most(places, 2) +
	       (int)(scene->landing >> twin & 1);
}

size_t policy_features(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_step step, uint16_t features[MOST_FEATURES])
{
	int place = step.place, pair = place & ~1;
	int depth, places, help, king;
	uint16_t *next = features;

	for (int i = 0; i < SCENE_FEATURES; i++) {
		*next++ = scene->features[i];
	}
	if (step.kind == STEP_TURN) {
		return SCENE_FEATURES;
	}
	depth = depth_of(table, place);
	places = places_for(table, place);
	help = helps(scene, table, place);
	king = ((scene->kings | scene->front) & LADDER_KINGS) != 0;
	*next++ = (uint16_t)(FEATURE_TWIN + (int)state_of(scene, table, place ^ 1));
	*next++ = (uint16_t)(FEATURE_PARENTS +
			     pair_of(scene, table, place < FIRST_KING ? pair + 4 : -1));
	*next++ = (uint16_t)(FEATURE_CHILDREN + pair_of(scene, table, pair - 4));
	*next++ = (uint16_t)(FEATURE_BELOW + below(scene, table, place));
	*next++ = (uint16_t)(FEATURE_ABOVE + above(scene, table, place));
	*next++ = (uint16_t)(FEATURE_GRANDPARENTS + pair_of(scene, table, pair + 8));
	*next++ = (uint16_t)(FEATURE_OWN_GAP +
			     at_most(ladder_rank(place) - table->height[ladder_suit(place)], 5));
	*next++ = (uint16_t)(FEATURE_OTHER_GAP + other_gap(table, place));
	*next++ = (uint16_t)(FEATURE_DEPTH + depth);
	*next++ = (uint16_t)(FEATURE_PLACES + places);
	*next++ = (uint16_t)(FEATURE_HELPS + help);
	*next++ = (uint16_t)(FEATURE_RANK + ladder_rank(place));
	*next++ = (uint16_t)(FEATURE_RIVAL + rival(scene, table, place, places));
	*next++ = (uint16_t)(FEATURE_COUSINS + pair_of(scene, table, pair ^ 2));
	*next++ = (uint16_t)(FEATURE_GAIN + 8 * at_most(depth, 4) + 2 * at_most(help, 2) + king);
	return (size_t)(next - features);
}

/* ---- The choice ----------------------------------------------------------------------------- */

static int32_t judge(const struct policy *policy, const struct policy_scene *scene,
	const struct reduced *table, struct klondike_step step)
{
	const int16_t *weight = policy->weight[scene->phase][step.kind];
	uint16_t features[MOST_FEATURES];
	size_t count = policy_features(scene, table, step, features);
	int32_t sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += weight[features[i]];
	}
	return sum;
}

struct klondike_step policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_step *steps, size_t count)
{
	struct klondike_step best = steps[0];
	struct policy_scene scene;
	int32_t best_value;

	if (count == 1) {
		return best;
	}
	policy_look(&scene, table);
	best_value = judge(policy, &scene, table, best);
	for (size_t i = 1; i < count; i++) {
		int32_t value = judge(policy, &scene, table, steps[i]);

		if (value > best_value) {
			best_value = value;
			best = steps[i];
		}
	}
	return best;
}

bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng)
{
	struct klondike_step steps[REDUCED_STEPS];

	/* Every step is progress, so there is an end; the bound is for broken tables. */
	for (int i = 0; i < MOST_STEPS && !reduced_is_won(table); i++) {
		size_t count = reduced_steps(table, steps);

		if (count == 0) {
			return false;
		}
		reduced_take(table, policy_choose(policy, table, steps, count), rng);
	}
	return reduced_is_won(table);
}
