/* The strategy heuristic: what it prefers, that it ends, and how often it wins. */
#include "base/sanitized.h"
#include "games/klondike/advice/heuristic.h"

#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"

#include <criterion/criterion.h>

static bool pick(const struct klondike_view *view, struct mk_move *move)
{
	return klondike_heuristic_pick((const struct mk_view *)view, move);
}

static void assert_picks(const struct klondike_view *view, const char *text)
{
	struct mk_move picked;
	struct mk_move expected = move_of(view, text);

	cr_assert(pick(view, &picked), "no move instead of %s", text);
	cr_assert_arr_eq(&picked, &expected, sizeof picked, "%s %d>%d instead of %s",
		mk_card_code(picked.card), picked.from + 1, picked.to + 1, text);
}

static void assert_gives_up(const struct klondike_view *view)
{
	struct mk_move picked;

	cr_assert_not(pick(view, &picked), "%s %d>%d", mk_card_code(picked.card), picked.from + 1,
		picked.to + 1);
}

/* ---- Turning up cards ----------------------------------------------------------------------- */

Test(klondike_heuristic, turns_up_a_card_where_most_are_unseen)
{
	struct klondike_view view = position(NULL, "8S | 1? 7D | 2? KC | 5? 7H; pile 9C / ? ?");

	assert_picks(&view, "7H 4>1");
}

Test(klondike_heuristic, turns_up_a_card_by_its_foundation)
{
	struct klondike_view view = position(NULL, "2? 4D | 5? JC; up 3D; pile 9C / ? ?");

	assert_picks(&view, "4D 1>f");
}

Test(klondike_heuristic, turns_up_a_card_with_a_king_on_an_empty_column)
{
	struct klondike_view view = position(NULL, "2? KD QS | - | 5S; pile 9C / ? ?");

	assert_picks(&view, "KD 1>2");
}

Test(klondike_heuristic, a_king_at_the_end_of_its_column_stays)
{
	struct klondike_view view = position(NULL, "KD QS | - | 5? 5S; pile 9C / ? ?");

	assert_picks(&view, "draw");
}

/* ---- Putting up ----------------------------------------------------------------------------- */

Test(klondike_heuristic, puts_up_cards_that_no_other_needs)
{
	struct klondike_view view = position(NULL, "5C 4D | 5? 9S; up 3D 2C 2S; pile 9C / ? ?");

	assert_picks(&view, "4D 1>f");
}

Test(klondike_heuristic, keeps_a_card_that_others_could_lie_on)
{
	struct klondike_view view =
		position(NULL, "9C 8D | 5? 9S | 4? QH; up 7D; pile 2C / 7C 7S ? ?");

	assert_picks(&view, "draw");
}

/* ---- Plans ---------------------------------------------------------------------------------- */

Test(klondike_heuristic, moves_a_run_aside_to_put_up_the_card_under_it)
{
	struct klondike_view view =
		position(NULL, "7C 6H 5C | 4? 6D 5S 4H; up 5D 4S; pile 2C / ? ?");

	assert_picks(&view, "4H 2>1");
	play(&view, "4H 2>1", NULL);
	assert_picks(&view, "5S 2>f");
	play(&view, "5S 2>f", NULL);
	assert_picks(&view, "6D 2>f");
}

Test(klondike_heuristic, frees_a_landing_place_by_putting_up_what_lies_on_it)
{
	struct klondike_view view = position(NULL, "9S 8D | 3? 8H; up 7D; pile 2C / ? ?");

	assert_picks(&view, "8D 1>f");
	play(&view, "8D 1>f", NULL);
	assert_picks(&view, "8H 2>1");
}

Test(klondike_heuristic, splits_a_run_of_which_a_part_is_in_the_way)
{
	struct klondike_view view = position(NULL, "9S 8D 7C | 3? 8H; up 7D; pile 2C / ? ?");

	assert_picks(&view, "7C 1>2");
	play(&view, "7C 1>2", NULL);
	assert_picks(&view, "8D 1>f");
	play(&view, "8D 1>f", NULL);
	assert_picks(&view, "8H 2>1");
}

Test(klondike_heuristic, plays_the_pile_where_it_lets_a_card_be_turned_up)
{
	struct klondike_view view = position(NULL, "9D | 3? 7H; pile 8C / ? ?");

	assert_picks(&view, "8C p>1");
	play(&view, "8C p>1", "2D");
	assert_picks(&view, "7H 2>1");
}

Test(klondike_heuristic, empties_a_column_for_a_king_that_a_queen_waits_for)
{
	struct klondike_view view =
		position(NULL, "8D | 9S | 3? QH | 2? 3C | 2? 3S | 2? 5C | 2? 5S; pile KC / ? ?");

	assert_picks(&view, "8D 1>2");
	play(&view, "8D 1>2", NULL);
	assert_picks(&view, "KC p>1");
	play(&view, "KC p>1", "2D");
	assert_picks(&view, "QH 3>1");
}

Test(klondike_heuristic, takes_a_card_back_where_it_lets_another_be_turned_up)
{
	struct klondike_view view = position("klondike-1", "9S | 3? 7C; up 8D; pile 2H / ? ?");

	assert_picks(&view, "8D f>1");
	play(&view, "8D f>1", NULL);
	assert_picks(&view, "7C 2>1");
}

Test(klondike_heuristic, does_not_take_a_card_back_for_nothing)
{
	struct klondike_view view = position("klondike-1", "9S | 3? 6C; up 8D; pile 2H / ? ?");

	assert_picks(&view, "draw");
}

/* ---- Patience ------------------------------------------------------------------------------- */

Test(klondike_heuristic, leaves_a_card_in_the_pile_that_comes_round_again)
{
	struct klondike_view view = position(NULL, "9D | 3? 5H; pile 8C / ? ?");

	assert_picks(&view, "draw");
}

Test(klondike_heuristic, plays_the_same_card_on_the_last_pass)
{
	struct klondike_view view = position(NULL, "9D | 3? 5H; pile 8C / ? ?");

	view.shuffles = 0;
	assert_picks(&view, "8C p>1");
}

Test(klondike_heuristic, turns_a_known_pile_only_towards_a_card_that_it_wants)
{
	struct klondike_view wanted = position("klondike-1", "9D | 3? 7H; pile 2C 3C / 8C 4S");
	struct klondike_view nothing = position("klondike-1", "9D | 3? 7H; pile 2C 3C / 3S 4S");

	assert_picks(&wanted, "draw");
	assert_gives_up(&nothing);
}

Test(klondike_heuristic, gives_up_rather_than_turn_for_ever)
{
	struct klondike_view view = position("klondike-1", "9D | 3? 7H; pile 2C 3C 3S 4S /");

	assert_gives_up(&view);
}

/* ---- Whole games ---------------------------------------------------------------------------- */

/* Everything that can be seen of a table, its order included; counters do not make another table.
 */
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

enum { MAX_STEPS = 1000 };

static struct table_key history[MAX_STEPS];

/* A pile of few cards that is mixed for ever may by chance be as it was. */
static bool may_repeat_by_chance(const struct klondike_view *view)
{
	return !view->rules.kept && view->shuffles == MK_UNLIMITED;
}

static void play_one_game(struct klondike_world *world)
{
	for (int step = 0; klondike_seat_to_move((struct mk_world *)world) != MK_NO_SEAT; step++) {
		struct mk_move move;

		cr_assert_lt(step, MAX_STEPS, "endless");
		history[step] = key_of(world);
		for (int i = 0; i < step && !may_repeat_by_chance(&world->known); i++) {
			cr_assert(memcmp(&history[i], &history[step], sizeof *history) != 0,
				"step %d comes back to %d", step, i);
		}
		if (!pick(&world->known, &move)) {
			return;
		}
		cr_assert(klondike_is_legal(&world->known, move));
		cr_assert_not(move.kind == KING_TO_EMPTY && move.from < COLUMNS &&
			      world->known.unseen[move.from] == 0);
		klondike_apply((struct mk_world *)world, move);
	}
}

Test(klondike_heuristic, is_never_illegal_never_endless_and_never_back_at_a_table)
{
	for (int preset = 0; preset < PRESETS; preset++) {
		for (uint64_t i = 0; i < (uint64_t)games_to_play(2000); i++) {
			struct klondike_world world;
			struct mk_rng rng;

			mk_rng_init(&rng, 41, i);
			klondike_deal(
				(struct mk_world *)&world, &klondike_presets[preset].rules, &rng);
			play_one_game(&world);
		}
	}
}

Test(klondike_heuristic, is_never_illegal_never_endless_and_never_back_under_any_rules)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 42, 0);
	for (int i = 0; i < games_to_play(6000); i++) {
		struct klondike_world world;

		random_deal(&world, &rng);
		play_one_game(&world);
	}
}

Test(klondike_heuristic, finds_a_legal_move_from_any_table)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 43, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(50000); i++) {
		struct mk_move move;

		if (pick(&world.known, &move)) {
			cr_assert(klondike_is_legal(&world.known, move));
		}
		if (!random_step(&world, &rng)) {
			random_deal(&world, &rng);
		}
	}
}

enum { DEALS = 3000 };

/* At least so many of DEALS deals, or of as many as are played that share of them. */
static void assert_wins(const struct mk_rules *rules, int least)
{
	int games = games_to_play(DEALS), won = 0;
	int slack = games < DEALS ? games / 25 : 0; /* three standard errors of a fifth */

	for (uint64_t i = 0; i < (uint64_t)games; i++) {
		struct klondike_world world;
		struct mk_move move;
		struct mk_rng rng;

		mk_rng_init(&rng, 44, i);
		klondike_deal((struct mk_world *)&world, rules, &rng);
		while (klondike_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT &&
			pick(&world.known, &move)) {
			klondike_apply((struct mk_world *)&world, move);
		}
		won += klondike_outcome(&world.known) == MK_WON;
	}
	cr_assert_gt(won, games * least / DEALS - slack);
}

/* Three standard errors below what 100,000 deals give. */
Test(klondike_heuristic, wins_as_often_as_it_is_known_for)
{
	struct mk_rules kept = rules_with("syvkabale", "shuffle_order", 1);

	assert_wins(&klondike_presets[0].rules, 1530);
	assert_wins(&kept, 1600);
	assert_wins(&klondike_presets[1].rules, 1770);
	assert_wins(&klondike_presets[2].rules, 570);
}
