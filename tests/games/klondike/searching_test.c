/* The strategy search: it keeps to the rules, comes to an end, and says only what is proven. */
#include "base/arena.h"
#include "games/klondike/chance.h"
#include "games/klondike/position.h"
#include "games/klondike/prospect.h"
#include "games/klondike/rules.h"

#include <criterion/criterion.h>
#include <makker/think.h>
#include <math.h>

enum { ARENA_BYTES = 1 << 20, MOST_STEPS = 1500 };

static struct mk_arena *arena;
static struct mk_thinker *thinker;
static struct mk_intent intent;
static struct mk_advice advice;

static void begin(void)
{
	arena = mk_arena_create(ARENA_BYTES);
	thinker = mk_thinker_init(arena, mk_game_find("klondike"), NULL);
	intent.holds = false;
}

static void end(void)
{
	mk_thinker_finish(thinker);
	mk_arena_destroy(arena);
}

TestSuite(klondike_search, .init = begin, .fini = end);

static void think(const struct klondike_view *view, uint64_t nodes, uint64_t seed)
{
	struct mk_thought thought = {
		.strategy = mk_strategy_find(mk_game_find("klondike"), "search"),
		.view = (const struct mk_view *)view,
		.budget = {.nodes = nodes, .seed = seed},
		.intent = &intent};

	mk_think(thinker, &thought, &advice);
}

/* ---- Whole games ---------------------------------------------------------------------------- */

/* Everything that can be seen of a table, and what is known of it; counters make no other table. */
struct table_key {
	struct klondike_view known;
	mk_card pile[PILE];
};

static struct table_key key_of(const struct klondike_world *world)
{
	struct table_key key;

	memset(&key, 0, sizeof key);
	memcpy(&key.known, &world->known, sizeof key.known);
	key.known.just_moved = MK_NO_CARD;
	key.known.column_to_column = 0;
	key.known.idle = 0;
	key.known.turned_from = 0;
	memcpy(key.pile, world->pile, sizeof key.pile);
	return key;
}

static struct table_key history[MOST_STEPS];

/* A pile of few cards that is mixed for ever may by chance be as it was. */
static bool may_repeat_by_chance(const struct klondike_view *view)
{
	return !view->rules.kept && view->shuffles == MK_UNLIMITED;
}

static void assert_new(const struct klondike_world *world, int step)
{
	cr_assert_lt(step, MOST_STEPS, "endless");
	history[step] = key_of(world);
	for (int i = 0; i < step && !may_repeat_by_chance(&world->known); i++) {
		cr_assert(memcmp(&history[i], &history[step], sizeof *history) != 0,
			"step %d comes back to %d", step, i);
	}
}

static size_t times_ranked(struct mk_move move)
{
	size_t times = 0;

	for (size_t i = 0; i < advice.count; i++) {
		times += memcmp(&advice.moves[i].move, &move, sizeof move) == 0;
	}
	return times;
}

static void assert_ranks_all(const struct klondike_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(view, moves);

	cr_assert_eq(advice.count, count);
	for (size_t i = 0; i < count; i++) {
		cr_assert_eq(times_ranked(moves[i]), 1);
	}
	cr_assert(advice.final);
}

/*
 * `rng` NULL: the same seed at each table. Else each thought finds something else, and only a
 * certain win is remembered.
 */
static void play_one_game(struct klondike_world *world, uint64_t nodes, struct mk_rng *rng)
{
	enum mk_certainty certain = MK_OPEN;

	intent.holds = false;
	for (int step = 0; klondike_turn((struct mk_world *)world) != MK_NOBODY; step++) {
		struct mk_move move;

		assert_new(world, step);
		intent.holds = intent.holds && (!rng || intent.win_length > 0);
		think(&world->known, nodes, rng ? mk_rng_next(rng) : 0);
		assert_ranks_all(&world->known);
		cr_assert(certain != MK_CERTAIN_LOSS || advice.certain != MK_CERTAIN_WIN);
		certain = advice.certain != MK_OPEN ? advice.certain : certain;
		if (advice.suggestion < 0) {
			break;
		}
		move = advice.moves[advice.suggestion].move;
		cr_assert(klondike_is_legal(&world->known, move));
		cr_assert_not(move.kind == KING_TO_EMPTY && move.from < COLUMNS &&
			      world->known.unseen[move.from] == 0);
		klondike_apply((struct mk_world *)world, move);
	}
	if (certain != MK_OPEN) {
		cr_assert_eq(klondike_outcome(&world->known) == MK_WON, certain == MK_CERTAIN_WIN);
	}
}

Test(klondike_search, is_never_illegal_never_endless_and_never_back_at_a_table)
{
	for (int preset = 0; preset < PRESETS; preset++) {
		for (uint64_t i = 0; i < 150; i++) {
			struct klondike_world world;
			struct mk_rng rng;

			mk_rng_init(&rng, 51, i);
			klondike_deal(
				(struct mk_world *)&world, &klondike_presets[preset].rules, &rng);
			play_one_game(&world, 40, NULL);
		}
	}
}

Test(klondike_search, never_comes_back_under_any_rules)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 52, 0);
	for (int i = 0; i < 1000; i++) {
		struct klondike_world world;

		random_deal(&world, &rng);
		play_one_game(&world, 40, NULL);
	}
}

/* As when the clock gives every thought another number of worlds, and no plan is remembered. */
Test(klondike_search, never_comes_back_however_often_it_changes_its_mind)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 53, 0);
	for (int i = 0; i < 1000; i++) {
		struct klondike_world world;

		random_deal(&world, &rng);
		play_one_game(&world, 10, &rng);
	}
}
