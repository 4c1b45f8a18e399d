/* The reduced table: steps on it do what the real moves do, and show nothing that is hidden. */
#include "base/sanitized.h"
#include "games/klondike/helpers.h"
#include "games/klondike/search/reduced.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { GAMES = 60, MAX_MOVES = 100 };

TestSuite(reduced, .timeout = 600);

static const char *const kinds[] = {"syvkabale", "klondike-1", "klondike-3", NULL};

static struct klondike_world deal(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 77, number);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	return world;
}

static char *describe_cards(const struct reduced *table, uint32_t places, char *text)
{
	for (places &= table->rest; places; places &= places - 1) {
		int place = __builtin_ctz(places);

		text += sprintf(
			text, "%d%s ", table->stock[place], (table->known >> place & 1) ? "." : "");
	}
	return text;
}

/* The draw pile in the order of turning, '|' behind the waste's front, a dot at known cards. */
static void describe_stock(const struct reduced *table, char *text)
{
	uint32_t turned = (1u << table->turned) - 1;

	text = describe_cards(table, turned, text);
	text += sprintf(text, "| ");
	describe_cards(table, ~turned, text);
}

/* Both have the same cards; places of the stock may be numbered differently. */
static void assert_same(const struct reduced *one, const struct reduced *other)
{
	char one_stock[256], other_stock[256];

	cr_assert_eq(one->shown, other->shown);
	cr_assert_eq(one->first, other->first);
	cr_assert_eq(one->wanted, other->wanted);
	cr_assert_eq(one->hidden, other->hidden);
	cr_assert_eq(one->shuffles, other->shuffles);
	cr_assert_arr_eq(one->left, other->left, sizeof(one->left));
	describe_stock(one, one_stock);
	describe_stock(other, other_stock);
	cr_assert_str_eq(one_stock, other_stock);
	cr_assert_eq(one->seen, other->seen, "%lx %lx", one->seen, other->seen);
}

static bool is_legal(const struct klondike_world *world, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(&world->known, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof(move)) == 0) {
			return true;
		}
	}
	return false;
}

/* Steps towards unknown cards end when one shows, others when their card was played. */
static bool is_done(const struct klondike_view *before, const struct klondike_view *view,
	struct klondike_macro step, bool completes)
{
	if (step.kind != STEP_TURN) {
		return completes;
	}
	return !view->rules.kept || klondike_seen_cards(view) != klondike_seen_cards(before);
}

static void play_step(struct klondike_world *world, struct klondike_macro step)
{
	struct klondike_view before = world->known;
	struct mk_move move;
	bool completes;

	for (int i = 0; i < MAX_MOVES; i++) {
		cr_assert(klondike_macro_next_move(&world->known, step, &move, &completes));
		cr_assert(is_legal(world, move));
		klondike_apply((struct mk_world *)world, move);
		if (is_done(&before, &world->known, step, completes)) {
			return;
		}
	}
	cr_assert_fail("the step never ends");
}

/* A shuffle that mixes is left to chance: what comes then is read again. */
static bool is_mixed_by(const struct reduced *table, struct klondike_macro step)
{
	struct reduced_stock stock;
	struct reduced_fetch fetch;

	if (table->kept || step.kind != STEP_TURN) {
		return false;
	}
	reduced_see_stock(table, &stock);
	reduced_find(table, &stock, step, &fetch);
	return fetch.shuffles;
}

static void follow(const struct mk_rules *rules, uint64_t number)
{
	struct klondike_world world = deal(rules, number);
	struct klondike_macro steps[REDUCED_STEPS];
	struct reduced table, real;
	struct mk_rng rng;
	size_t count;

	mk_rng_init(&rng, 78, number);
	reduced_read(&table, &world);
	while (!reduced_is_won(&table) && (count = reduced_steps(&table, steps)) > 0) {
		struct klondike_macro step = steps[mk_rng_below(&rng, (uint32_t)count)];
		bool mixed = is_mixed_by(&table, step);

		play_step(&world, step);
		reduced_read(&real, &world);
		if (mixed) {
			table = real;
			continue;
		}
		reduced_take(&table, step, &rng);
		assert_same(&table, &real);
	}
	if (reduced_is_won(&table) && !table.cleared) {
		cr_assert_eq(klondike_outcome(&world.known), MK_WON);
	}
}

Test(reduced, steps_are_real_moves)
{
	for (int kind = 0; kinds[kind]; kind++) {
		for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
			follow(rules_of(kinds[kind]), number);
		}
	}
}

Test(reduced, steps_are_real_moves_with_other_rules)
{
	struct mk_rules kept = *rules_of("syvkabale"), known = *rules_of("klondike-3");

	kept.value[OPTION_SHUFFLE_ORDER] = 1;
	known.value[OPTION_STOCK_KNOWN] = 1;
	for (uint64_t number = 0; number < (uint64_t)games_to_play(GAMES); number++) {
		follow(&kept, number);
		follow(&known, number);
	}
}
