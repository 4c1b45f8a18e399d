/* The strategy search: it keeps to the rules, comes to an end, and says only what is proven. */
#include "base/arena.h"
#include "base/sanitized.h"
#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/table/rules.h"

#include <criterion/criterion.h>
#include <makker/search.h>
#include <math.h>

enum { ARENA_BYTES = 1 << 20, MAX_STEPS = 1500 };

static struct mk_arena *arena;
static struct mk_search_context *thinker;
static struct mk_search_memo intent;
static struct mk_advice advice;

static void begin(void)
{
	arena = mk_arena_create(ARENA_BYTES);
	thinker = mk_search_context_init(arena, mk_game_find("klondike"), NULL);
	intent.valid = false;
}

static void end(void)
{
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
}

TestSuite(klondike_search, .init = begin, .fini = end);

/* A stored table must be a whole one; small ones are searched once. */
static void think_with(struct mk_search_memo *remembered, const struct klondike_view *view,
	uint64_t nodes, uint64_t seed)
{
	struct mk_search_request thought = {
		.strategy = mk_strategy_find(mk_game_find("klondike"), "search"),
		.view = (const struct mk_view *)view,
		.budget = {.nodes = nodes, .seed = seed},
		.memo = remembered};

	mk_search_run(thinker, &thought, &advice);
}

static void think(const struct klondike_view *view, uint64_t nodes, uint64_t seed)
{
	think_with(&intent, view, nodes, seed);
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
	key.known.returned = false;
	memcpy(key.pile, world->pile, sizeof key.pile);
	return key;
}

static struct table_key history[MAX_STEPS];

/* A pile of few cards that is mixed for ever may by chance be as it was. */
static bool may_repeat_by_chance(const struct klondike_view *view)
{
	return !view->rules.kept && view->shuffles == MK_UNLIMITED;
}

static void assert_new(const struct klondike_world *world, int step)
{
	cr_assert_lt(step, MAX_STEPS, "endless");
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
	enum mk_certainty certain = MK_UNPROVEN;

	intent.valid = false;
	for (int step = 0; klondike_seat_to_move((struct mk_world *)world) != MK_NO_SEAT; step++) {
		struct mk_move move;

		assert_new(world, step);
		intent.valid = intent.valid && (!rng || intent.winning_line_length > 0);
		think(&world->known, nodes, rng ? mk_rng_next(rng) : 0);
		assert_ranks_all(&world->known);
		cr_assert(certain != MK_PROVEN_LOSS || advice.certainty != MK_PROVEN_WIN);
		certain = advice.certainty != MK_UNPROVEN ? advice.certainty : certain;
		if (advice.suggestion < 0) {
			break;
		}
		move = advice.moves[advice.suggestion].move;
		cr_assert(klondike_is_legal(&world->known, move));
		cr_assert_not(move.kind == KING_TO_EMPTY && move.from < COLUMNS &&
			      world->known.unseen[move.from] == 0);
		klondike_apply((struct mk_world *)world, move);
	}
	if (certain != MK_UNPROVEN) {
		cr_assert_eq(klondike_outcome(&world->known) == MK_WON, certain == MK_PROVEN_WIN);
	}
}

Test(klondike_search, is_never_illegal_never_endless_and_never_back_at_a_table)
{
	for (int preset = 0; preset < PRESETS; preset++) {
		for (uint64_t i = 0; i < (uint64_t)games_to_play(30); i++) {
			struct klondike_world world;
			struct mk_rng rng;

			mk_rng_init(&rng, 51, i);
			klondike_deal(
				(struct mk_world *)&world, &klondike_presets[preset].rules, &rng);
			play_one_game(&world, 24, NULL);
		}
	}
}

Test(klondike_search, never_comes_back_under_any_rules)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 52, 0);
	for (int i = 0; i < games_to_play(200); i++) {
		struct klondike_world world;

		random_deal(&world, &rng);
		play_one_game(&world, 24, NULL);
	}
}

/* As when the clock gives every thought another number of worlds, and no plan is remembered. */
Test(klondike_search, never_comes_back_however_often_it_changes_its_mind)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 53, 0);
	for (int i = 0; i < games_to_play(200); i++) {
		struct klondike_world world;

		random_deal(&world, &rng);
		play_one_game(&world, 10, &rng);
	}
}

/* ---- What is certain ------------------------------------------------------------------------ */

Test(klondike_search, a_game_of_which_every_card_can_be_had_is_won_for_certain)
{
	struct klondike_view view = position("klondike-1", "KS QH | KH QS | KD QC | KC QD; up 0C "
							   "0D 0H 0S; pile JC JD / JH ?");

	think_with(NULL, &view, 100, 0);
	cr_assert_eq(advice.certainty, MK_PROVEN_WIN);
	cr_assert_eq(advice.value, 1);
	cr_assert_eq(advice.nodes, 0, "no playout is needed");
	cr_assert_geq(advice.suggestion, 0);
}

Test(klondike_search, but_not_by_threes_or_with_cards_face_down)
{
	struct klondike_view threes = position("klondike-3", "KS QH | KH QS | KD QC | KC QD; up 0C "
							     "0D 0H 0S; pile ? JD / ? ?");
	struct klondike_view down = position("klondike-1", "1? KS QH | KH QS | KD QC | KC QD; up "
							   "0C 0D 0H 0S; pile JC / ? ?");

	cr_assert_eq(klondike_prove(as_view(&threes)), MK_UNPROVEN);
	cr_assert_eq(klondike_prove(as_view(&down)), MK_UNPROVEN);
}

Test(klondike_search, where_all_cards_are_known_the_whole_way_to_the_end_is_given)
{
	struct klondike_view view = position(
		"klondike-3", "KS QH JS | KH QS JH | KD QC JD | KC QD; up 0C 0D 0H 0S; pile JC /");

	think_with(NULL, &view, 100, 0);
	cr_assert_eq(advice.certainty, MK_PROVEN_WIN);
	for (size_t i = 0; i < advice.winning_line_length; i++) {
		cr_assert(klondike_is_legal(&view, advice.winning_line[i]));
		klondike_play(&view, advice.winning_line[i], MK_NO_CARD);
	}
	cr_assert_eq(klondike_outcome(&view), MK_WON);
}

Test(klondike_search, a_hopeless_game_is_lost_for_certain_although_cards_can_be_turned)
{
	struct klondike_view view = position("syvkabale",
		"2? KS | 2? KC | 2? QS | 2? QC | 2? 9S | 2? 9C | 2? 7S; pile 4D / 3H 4H");

	cr_assert_eq(klondike_outcome(&view), MK_PLAYING);
	cr_assert_eq(klondike_prove(as_view(&view)), MK_PROVEN_LOSS);
	think_with(NULL, &view, 100, 0);
	cr_assert_eq(advice.certainty, MK_PROVEN_LOSS);
	cr_assert_eq(advice.value, 0);
}

/* One hidden card is known by elimination: the last one must be what is missing. */
Test(klondike_search, the_last_hidden_card_is_known)
{
	struct klondike_world world;
	struct mk_rng rng;
	int open = 0;

	for (uint64_t i = 0; i < (uint64_t)games_to_play(100); i++) {
		mk_rng_init(&rng, 54, i);
		klondike_deal((struct mk_world *)&world, &klondike_presets[1].rules, &rng);
		for (int step = 0; step < 300 && random_step(&world, &rng); step++) {
			struct klondike_world guess[2];
			bool is_open = klondike_is_fully_known((struct mk_view *)&world.known);

			klondike_guess(
				(struct mk_view *)&world.known, &rng, (struct mk_world *)&guess[0]);
			klondike_guess(
				(struct mk_view *)&world.known, &rng, (struct mk_world *)&guess[1]);
			cr_assert(!is_open || memcmp(guess[0].under, guess[1].under,
						      sizeof guess[0].under) == 0);
			cr_assert(!is_open ||
				  memcmp(guess[0].pile, world.pile, sizeof world.pile) == 0);
			open += is_open;
		}
	}
	cr_assert_gt(open, 0);
}

/* Plays to the end; counts tables that were won in all that was tried, and not proven. */
static int tables_that_seem_won(struct klondike_world *world)
{
	int seem = 0;

	while (klondike_seat_to_move((struct mk_world *)world) != MK_NO_SEAT) {
		think(&world->known, 60, 0);
		seem += advice.certainty == MK_UNPROVEN && advice.value == 1;
		if (advice.suggestion < 0) {
			break;
		}
		klondike_apply((struct mk_world *)world, advice.moves[advice.suggestion].move);
	}
	return seem;
}

Test(klondike_search, what_wins_in_every_world_that_was_tried_is_not_certain)
{
	struct klondike_world world;
	struct mk_rng rng;
	int seem = 0;

	for (uint64_t i = 0; i < (uint64_t)games_to_play(30); i++) {
		mk_rng_init(&rng, 55, i);
		klondike_deal((struct mk_world *)&world, &klondike_presets[0].rules, &rng);
		seem += tables_that_seem_won(&world);
	}
	cr_assert_gt(seem, 0);
}
