/* As long as the game can go forward a move is suggested, and what is suggested leads there. */
#include "base/sanitized.h"
#include "games/klondike/exhaust.h"
#include "games/klondike/helpers.h"
#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"
#include "games/klondike/rank.h"
#include "games/klondike/table/progress.h"

#include <criterion/criterion.h>
#include <makker/selfplay.h>

TestSuite(klondike_progress, .timeout = 600);

enum {
	TABLES = 6000,
	EXHAUSTED_TABLES = 1500,
	CHANCE_STEPS = 300,
	MAX_SUGGESTED = 3000,
	MAX_REARRANGING = 64
};

static bool pick(int strategy, const struct klondike_view *view, struct mk_move *move)
{
	return klondike_strategies[strategy].choose_move((const struct mk_view *)view, move);
}

/* A table somewhere in a game that is played by chance, by rules of chance. */
static void deal_and_play(struct klondike_world *world, struct mk_rng *rng)
{
	uint32_t steps = mk_rng_below(rng, CHANCE_STEPS);

	random_deal(world, rng);
	for (uint32_t i = 0; i < steps && random_step(world, rng); i++) {
	}
}

/* ---- The way -------------------------------------------------------------------------------- */

static void assert_way(const char *preset, const char *text, int shuffles, const char *const *moves)
{
	struct klondike_view view = position(preset, text);
	struct mk_move move, wanted;

	view.shuffles = (int16_t)shuffles;
	for (size_t i = 0; moves[i]; i++) {
		cr_assert(klondike_progress_move(&view, &move), "before %s", moves[i]);
		wanted = move_of(&view, moves[i]);
		cr_assert_arr_eq(&move, &wanted, sizeof move, "not %s", moves[i]);
		klondike_play(&view, move, MK_NO_CARD);
	}
}

Test(klondike_progress, a_run_moves_aside_and_the_card_under_it_goes_up)
{
	static const char *const moves[] = {"7C 1>2", "8D 1>f", NULL};

	assert_way(NULL, "1? 8D 7C | 3? 8H | 2C; up 7D; pile KC /", 0, moves);
}

Test(klondike_progress, two_cards_come_back_one_onto_the_other)
{
	static const char *const moves[] = {"6H f>2", "5C f>2", "4D 1>2", NULL};

	assert_way(
		"klondike-1", "1? 4D | 7S | 2S | KC | KD | KH | KS; up 5C 6H; pile 9D /", 0, moves);
}

Test(klondike_progress, a_known_card_of_the_pile_is_turned_to)
{
	static const char *const moves[] = {"draw", "draw", "4H p>1", NULL};

	assert_way("klondike-1", "1? 5S | 1? 5C; pile 9D / QS 4H 8C", MK_UNLIMITED, moves);
}

/* Against everything that can really happen, on tables of all rules. */
Test(klondike_progress, a_game_is_never_given_up_while_something_can_happen)
{
	struct mk_rng rng;
	int ends = 0;

	mk_rng_init(&rng, 61, 0);
	for (int i = 0; i < games_to_play(EXHAUSTED_TABLES); i++) {
		struct klondike_world world;
		enum exhausted end;

		deal_and_play(&world, &rng);
		if (klondike_outcome(&world.known) == MK_WON) {
			continue;
		}
		end = klondike_is_hopeless(&world.known) ? exhaust(&world.known) : TOO_MANY_TABLES;
		cr_assert_neq(end, SOMETHING_MAY_HAPPEN);
		ends += end == NOTHING_HAPPENS;
	}
	cr_assert_gt(ends, games_to_play(EXHAUSTED_TABLES / 120));
}

static int to_come(const struct klondike_view *view)
{
	int count = view->pile_count;

	for (int column = 0; column < COLUMNS; column++) {
		count += view->unseen[column];
	}
	return count;
}

static bool is_turning(struct mk_move move)
{
	return move.kind == DRAW || move.kind == SHUFFLE;
}

/* Rearranges only so much before a card is turned up or leaves the pile. */
static void assert_goes_forward(struct klondike_world *world)
{
	int before = to_come(&world->known);
	int rearranged = 0;
	struct mk_move move;

	for (int step = 0; to_come(&world->known) == before; step++) {
		if (!klondike_progress_move(&world->known, &move)) {
			return;
		}
		cr_assert(klondike_is_legal(&world->known, move));
		rearranged += !is_turning(move);
		cr_assert_lt(rearranged, MAX_REARRANGING);
		cr_assert_lt(step, MAX_SUGGESTED);
		klondike_apply((struct mk_world *)world, move);
	}
}

Test(klondike_progress, the_way_comes_to_its_end)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 62, 0);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		struct klondike_world world;

		deal_and_play(&world, &rng);
		assert_goes_forward(&world);
	}
}

/* ---- Strategies ----------------------------------------------------------------------------- */

static void assert_suggests(const struct klondike_view *view)
{
	static struct mk_advice advice;

	if (klondike_outcome(view) != MK_PLAYING) {
		return;
	}
	for (int strategy = 0; strategy < STRATEGIES; strategy++) {
		mk_advise(&klondike_strategies[strategy], (const struct mk_view *)view, &advice);
		cr_assert_geq(advice.suggestion, 0, "%s", klondike_strategies[strategy].name);
		cr_assert(klondike_is_legal(view, advice.moves[advice.suggestion].move));
	}
}

Test(klondike_progress, every_strategy_suggests_a_move_on_any_table_that_is_played)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 63, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(60000); i++) {
		assert_suggests(&world.known);
		if (!random_step(&world, &rng)) {
			random_deal(&world, &rng);
		}
	}
}

static void assert_ends(int strategy, struct klondike_world *world)
{
	struct mk_move move;

	for (int step = 0; klondike_seat_to_move((struct mk_world *)world) != MK_NO_SEAT; step++) {
		cr_assert_lt(
			step, MAX_SUGGESTED, "%s does not end", klondike_strategies[strategy].name);
		cr_assert(pick(strategy, &world->known, &move));
		klondike_apply((struct mk_world *)world, move);
	}
}

Test(klondike_progress, from_any_table_the_suggestions_lead_to_the_end)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 64, 0);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		struct klondike_world world;

		deal_and_play(&world, &rng);
		for (int strategy = 0; strategy < STRATEGIES; strategy++) {
			struct klondike_world played = world;

			assert_ends(strategy, &played);
		}
	}
}

/* ---- Putting up in vain --------------------------------------------------------------------- */

Test(klondike_progress, a_card_is_not_put_up_to_come_back)
{
	/* 6H holds 5S, on which 4D could lie; once 6H is up, both would have to come back. */
	struct klondike_view view = position(
		"klondike-1", "1? 4D | 7C 6H | 2C | 9S | KC | KS | 9C; up 5S 5H; pile KD /");

	view.shuffles = 0;
	cr_assert(klondike_puts_up_in_vain(&view, move_of(&view, "6H 2>f")));
	for (int strategy = 0; strategy < STRATEGIES; strategy++) {
		struct mk_move move;

		cr_assert(pick(strategy, &view, &move));
		cr_assert_neq(move.kind, TO_FOUNDATION, "%s", klondike_strategies[strategy].name);
	}
}

Test(klondike_progress, what_came_back_stays_until_it_has_served)
{
	struct klondike_view view =
		position("klondike-1", "1? 4D | 7C | 2C | 9S | KC | KS | 9C; up 5S 6H; pile KD /");

	view.shuffles = 0;
	play(&view, "6H f>2", NULL);
	cr_assert(klondike_must_progress(&view));
	for (int strategy = 0; strategy < STRATEGIES; strategy++) {
		struct mk_move move, wanted = move_of(&view, "5S f>2");

		cr_assert(pick(strategy, &view, &move));
		cr_assert_arr_eq(&move, &wanted, sizeof move);
	}
	play(&view, "5S f>2", NULL);
	play(&view, "4D 1>2", "0H");
	cr_assert_not(klondike_must_progress(&view));
}
