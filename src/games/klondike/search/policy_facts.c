/* The inputs of the policy: facts about the table and about a macro-move. */
#include "games/klondike/search/policy.h"

#include <string.h>

static int at_most(int number, int most)
{
	return number > most ? most : number;
}

/* ---- How each card stands ------------------------------------------------------------------- */

static void mark(struct policy_scene *scene, int place, int situation)
{
	scene->situation[place] = (uint8_t)situation;
}

static void mark_all(struct policy_scene *scene, ladder_set cards, enum situation situation)
{
	for (; cards; cards &= cards - 1) {
		mark(scene, ladder_low(cards), (int)situation);
	}
}

/*
 * Situation of a seen card with redeals that mix: a place that is not turned yet comes up in this
 * pass.
 */
static enum situation mixed_stock(const struct reduced *table, int place)
{
	if (place >= table->turned) {
		return SITUATION_AHEAD;
	}
	return table->shuffles != 0 ? SITUATION_LATER : SITUATION_BLOCKED;
}

static void mark_mixed_stock(
	struct policy_scene *scene, const struct reduced *table, uint32_t places)
{
	for (uint32_t rest = places; rest; rest &= rest - 1) {
		int place = __builtin_ctz(rest);

		if (table->seen >> table->stock[place] & 1) {
			mark(scene, table->stock[place], (int)mixed_stock(table, place));
		}
	}
}

static void mark_kept_stock(
	struct policy_scene *scene, const struct reduced *table, uint32_t places)
{
	uint32_t soon = scene->stock.ahead, later = scene->stock.later;

	for (uint32_t known = places & table->known; known; known &= known - 1) {
		int place = __builtin_ctz(known);
		enum situation as = SITUATION_BLOCKED;

		if (soon >> place & 1) {
			as = SITUATION_AHEAD;
		} else if (later >> place & 1) {
			as = SITUATION_LATER;
		}
		mark(scene, table->stock[place], (int)as);
	}
}

static void mark_stock(struct policy_scene *scene, const struct reduced *table)
{
	int front = reduced_front_place(table);
	uint32_t places = table->rest;

	if (front >= 0) {
		mark(scene, table->stock[front], SITUATION_FRONT);
		places &= ~(1u << front);
	}
	if (table->kept) {
		mark_kept_stock(scene, table, places);
	} else {
		mark_mixed_stock(scene, table, places);
	}
}

static void mark_cards(struct policy_scene *scene, const struct reduced *table)
{
	memset(scene->situation, SITUATION_NONE, sizeof(scene->situation));
	memset(scene->situation, SITUATION_UP, LADDER_PLACES);
	mark_all(scene, table->shown & ~table->first, SITUATION_FREE);
	for (ladder_set cards = table->first; cards; cards &= cards - 1) {
		int place = ladder_low(cards);

		mark(scene, place, SITUATION_FIRST + table->left[table->column_of[place]] - 1);
	}
	mark_all(scene, LADDER_DECK & ~table->seen, SITUATION_UNSEEN);
	mark_stock(scene, table);
}

/* ---- The table ------------------------------------------------------------------------------ */

/* Class of the place of a card that could carry the stuck one, the best class first. */
static int wait_of(const struct policy_scene *scene, int place)
{
	int one = scene->situation[(place & ~1) + 4], two = scene->situation[(place | 1) + 4];

	if ((one >= SITUATION_FRONT && one <= SITUATION_BLOCKED) ||
		(two >= SITUATION_FRONT && two <= SITUATION_BLOCKED)) {
		return 0;
	}
	if (one == SITUATION_UNSEEN || two == SITUATION_UNSEEN) {
		return one == two ? 1 : 2;
	}
	return (one != SITUATION_UP || two != SITUATION_UP) ? 3 : 4;
}

/* Writes one row for each class of places that stuck cards wait for. */
static uint16_t *count_waits(
	const struct policy_scene *scene, const struct reduced *table, uint16_t *next)
{
	int waits[5] = {0};

	for (ladder_set cards = scene->stuck & ~LADDER_KINGS; cards; cards &= cards - 1) {
		int place = ladder_low(cards);

		if (table->left[table->column_of[place]] > 1) {
			waits[wait_of(scene, place)]++;
		}
	}
	for (int i = 0; i < 5; i++) {
		*next++ = (uint16_t)(ROW_WAITS + 6 * i + at_most(waits[i], 5));
	}
	return next;
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

static uint16_t *count_cards(
	const struct policy_scene *scene, const struct reduced *table, uint16_t *next)
{
	int empty = COLUMNS - ladder_count(table->shown & (table->first | LADDER_KINGS));
	int shuffles = table->shuffles == MK_UNLIMITED ? 5 : at_most(table->shuffles, 4);
	const int rows[] = {
		ROW_STUCK + ladder_count(scene->stuck),
		ROW_HIDDEN + at_most(table->hidden, 21),
		ROW_AHEAD + __builtin_popcount(table->rest >> table->turned),
		ROW_UNKNOWN + __builtin_popcount(table->rest & ~table->known),
		ROW_LANDING + at_most(ladder_count(scene->landing & LADDER_EVEN), 9),
		ROW_KINGS + ladder_count(scene->kings),
		ROW_EMPTY + at_most(empty, 7),
		ROW_SPREAD + at_most(spread_of(table->height), 7),
		ROW_SHUFFLES + shuffles,
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		*next++ = (uint16_t)rows[i];
	}
	return next;
}

/* Number of known cards at these places that could be played at once. */
static int useful(const struct policy_scene *scene, const struct reduced *table, uint32_t places)
{
	int count = 0;

	for (places &= table->known; places; places &= places - 1) {
		count += ((scene->wanted | scene->landing) >> table->stock[__builtin_ctz(places)] &
				 1) != 0;
	}
	return count;
}

void policy_look(struct policy_scene *scene, const struct reduced *table)
{
	ladder_set first = table->shown & table->first;

	scene->open = ladder_open(table->shown, table->first);
	scene->landing = ladder_landing(scene->open, table->shown, table->first);
	scene->stuck = first & ~scene->landing;
	scene->kings = first & LADDER_KINGS;
	scene->wanted = table->wanted;
	reduced_see_stock(table, &scene->stock);
	scene->useful = useful(scene, table, scene->stock.reach);
	mark_cards(scene, table);
	count_waits(scene, table, count_cards(scene, table, scene->counts));
}

size_t policy_table_facts(const struct policy_scene *scene, uint16_t facts[MAX_TABLE_FACTS])
{
	size_t count = 0;

	for (int place = 0; place < LADDER_PLACES; place++) {
		if (scene->situation[place] != SITUATION_UP) {
			facts[count++] = policy_card_row(place, scene->situation[place]);
		}
	}
	for (ladder_set pairs = scene->landing & LADDER_EVEN; pairs; pairs &= pairs - 1) {
		facts[count++] = (uint16_t)(ROW_OPEN + ladder_low(pairs) / 2);
	}
	memcpy(facts + count, scene->counts, sizeof(scene->counts));
	return count + TABLE_COUNTS;
}

/* ---- A step --------------------------------------------------------------------------------- */

static int state_of(const struct policy_scene *scene, int place)
{
	static const uint8_t states[SITUATIONS] = {
		[SITUATION_UP] = STATE_UP,
		[SITUATION_FREE] = STATE_FREE,
		[SITUATION_FIRST] = STATE_BASE,
		[SITUATION_FIRST + 1] = STATE_LOCKED,
		[SITUATION_FIRST + 2] = STATE_LOCKED,
		[SITUATION_FIRST + 3] = STATE_LOCKED,
		[SITUATION_FIRST + 4] = STATE_LOCKED,
		[SITUATION_FIRST + 5] = STATE_LOCKED,
		[SITUATION_FIRST + 6] = STATE_LOCKED,
		[SITUATION_FRONT] = STATE_FRONT,
		[SITUATION_AHEAD] = STATE_STOCK,
		[SITUATION_LATER] = STATE_STOCK,
		[SITUATION_BLOCKED] = STATE_STOCK,
		[SITUATION_UNSEEN] = STATE_UNSEEN,
		[SITUATION_NONE] = STATE_NONE,
	};

	return states[scene->situation[place]];
}

/* Code of the states of a pair of twins, in either order: 0 to PAIR_STATES - 1. */
static int pair_of(const struct policy_scene *scene, int lower)
{
	int one, two, low, high;

	if (lower < 0 || lower >= LADDER_PLACES) {
		return 0;
	}
	one = state_of(scene, lower);
	two = state_of(scene, lower + 1);
	low = one < two ? one : two;
	high = one < two ? two : one;
	return low * CARD_STATES - low * (low - 1) / 2 + high - low;
}

static int depth_of(const struct reduced *table, int place)
{
	return (table->first >> place & 1) ? table->left[table->column_of[place]] : 0;
}

/* Number of open places that could carry the card. */
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

static int above(const struct policy_scene *scene, int place)
{
	int next = ladder_next(place);

	if (next >= LADDER_PLACES) {
		return 0;
	}
	return 2 * state_of(scene, next) + (int)(scene->open >> next & 1);
}

static int below(const struct policy_scene *scene, int place)
{
	return place >= 4 ? state_of(scene, (place - 4) ^ 2) : STATE_NONE;
}

static int rival(
	const struct policy_scene *scene, const struct reduced *table, int place, int places)
{
	int twin = place ^ 1;

	return 6 * at_most(depth_of(table, twin), 5) + 2 * at_most(places, 2) +
	       (int)(scene->landing >> twin & 1);
}

/* Code of the use of the card: none there, unknown, foundation, column, no use. */
static int use_of(const struct policy_scene *scene, const struct reduced *table, int place)
{
	if (place < 0) {
		return 0;
	}
	if (!(table->known >> place & 1)) {
		return 1;
	}
	if (scene->wanted >> table->stock[place] & 1) {
		return 2;
	}
	return (scene->landing >> table->stock[place] & 1) ? 3 : 4;
}

static size_t stock_facts(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_macro step, uint16_t *facts)
{
	struct reduced_fetch fetch;
	int gain;

	reduced_find(table, &scene->stock, step, &fetch);
	facts[0] = (uint16_t)(STEP_COST + (fetch.shuffles ? 10 : 0) +
			      at_most((fetch.draws + 1) / 2, 9));
	if (step.kind == STEP_TURN) {
		return 1;
	}
	facts[1] = (uint16_t)(STEP_UNDER + use_of(scene, table, fetch.under));
	if (!table->kept) {
		return 2;
	}
	gain = useful(scene, table, fetch.reach) - scene->useful;
	gain = gain < -3 ? -3 : at_most(gain, 3);
	facts[2] = (uint16_t)(STEP_REACH + 3 + gain);
	return 3;
}

static size_t card_facts(
	const struct policy_scene *scene, const struct reduced *table, int place, uint16_t *next)
{
	uint16_t *begin = next;
	int pair = place & ~1;
	int depth = depth_of(table, place);
	int places = places_for(table, place);
	int help = helps(scene, table, place);
	int king = ((scene->kings | reduced_front(table)) & LADDER_KINGS) != 0;

	*next++ = (uint16_t)(STEP_CARD + place);
	*next++ = (uint16_t)(STEP_TWIN + state_of(scene, place ^ 1));
	*next++ = (uint16_t)(STEP_PARENTS + pair_of(scene, place < FIRST_KING ? pair + 4 : -1));
	*next++ = (uint16_t)(STEP_CHILDREN + pair_of(scene, pair - 4));
	*next++ = (uint16_t)(STEP_BELOW + below(scene, place));
	*next++ = (uint16_t)(STEP_ABOVE + above(scene, place));
	*next++ = (uint16_t)(STEP_GRANDPARENTS + pair_of(scene, pair + 8));
	*next++ = (uint16_t)(STEP_OWN_GAP +
			     at_most(ladder_rank(place) - table->height[ladder_suit(place)], 5));
	*next++ = (uint16_t)(STEP_OTHER_GAP + other_gap(table, place));
	*next++ = (uint16_t)(STEP_DEPTH + depth);
	*next++ = (uint16_t)(STEP_PLACES + places);
	*next++ = (uint16_t)(STEP_HELPS + help);
	*next++ = (uint16_t)(STEP_RIVAL + rival(scene, table, place, places));
	*next++ = (uint16_t)(STEP_COUSINS + pair_of(scene, pair ^ 2));
	*next++ = (uint16_t)(STEP_GAIN + 8 * at_most(depth, 4) + 2 * at_most(help, 2) + king);
	return (size_t)(next - begin);
}

size_t policy_facts(const struct policy_scene *scene, const struct reduced *table,
	struct klondike_macro step, uint16_t facts[MAX_STEP_FACTS])
{
	int base = TABLE_ROWS + (step.kind - 1) * STEP_ROWS;
	size_t count = 0;

	if (step.kind != STEP_TURN) {
		count = card_facts(scene, table, step.place, facts);
	}
	if (step.kind >= STEP_STOCK_UP && step.kind <= STEP_TURN) {
		count += stock_facts(scene, table, step, facts + count);
	}
	for (size_t i = 0; i < count; i++) {
		facts[i] = (uint16_t)(facts[i] + base);
	}
	return count;
}
