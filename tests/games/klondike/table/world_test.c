/* Worlds: how they are dealt and observed, and that errors in them are found. */
#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"

#include <criterion/criterion.h>

static struct klondike_world dealt(const char *preset)
{
	struct mk_rules rules = rules_with(preset, "draw", strcmp(preset, "klondike-3") ? 1 : 3);
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 7, 0);
	klondike_deal((struct mk_world *)&world, &rules, &rng);
	return world;
}

static const char *broken(const struct klondike_world *world)
{
	return klondike_check_invariants((const struct mk_world *)world);
}

/* ---- Dealing -------------------------------------------------------------------------------- */

Test(klondike_world, column_n_has_n_cards_the_last_face_up)
{
	struct klondike_world world = dealt("syvkabale");

	for (int column = 0; column < COLUMNS; column++) {
		cr_assert_eq(world.known.unseen[column], column);
		cr_assert_eq(world.known.up[column], 1);
	}
	cr_assert_eq(world.known.pile_count, 24);
	cr_assert_null(broken(&world));
}

Test(klondike_world, the_same_seed_deals_the_same_table)
{
	struct klondike_world one = dealt("syvkabale");
	struct klondike_world other = dealt("syvkabale");

	cr_assert_arr_eq(&one, &other, sizeof one);
}

Test(klondike_world, equal_worlds_stay_equal_through_mixing)
{
	struct klondike_world one = dealt("syvkabale");
	struct klondike_world other = one;

	for (int i = 0; i < 23; i++) {
		klondike_apply((struct mk_world *)&one, move_of(&one.known, "draw"));
		klondike_apply((struct mk_world *)&other, move_of(&other.known, "draw"));
	}
	klondike_apply((struct mk_world *)&one, move_of(&one.known, "shuffle"));
	klondike_apply((struct mk_world *)&other, move_of(&other.known, "shuffle"));
	cr_assert_arr_eq(&one, &other, sizeof one);
}

Test(klondike_world, mixing_really_mixes)
{
	struct klondike_world world = dealt("syvkabale");
	mk_card before[PILE];
	int same = 0;

	memcpy(before, world.pile, PILE);
	while (klondike_left(&world.known)) {
		klondike_apply((struct mk_world *)&world, move_of(&world.known, "draw"));
	}
	klondike_apply((struct mk_world *)&world, move_of(&world.known, "shuffle"));
	for (int i = 0; i < PILE; i++) {
		same += before[i] == world.pile[i];
	}
	cr_assert_lt(same, PILE / 2);
}

/* ---- Looking -------------------------------------------------------------------------------- */

static struct klondike_snapshot look(const struct klondike_world *world)
{
	struct klondike_snapshot seen;

	klondike_observe((const struct mk_world *)world, 0, as_snapshot(&seen));
	return seen;
}

Test(klondike_observe, the_front_cards_are_seen)
{
	struct klondike_world world = dealt("syvkabale");
	struct klondike_snapshot seen = look(&world);

	for (int column = 0; column < COLUMNS; column++) {
		cr_assert_eq(seen.slot[column].seen, SEEN_CARD);
		cr_assert_eq(
			seen.slot[column].candidate[0].card, klondike_front(&world.known, column));
	}
	cr_assert_eq(seen.slot[FIRST_FOUNDATION].seen, SEEN_EMPTY);
	cr_assert_eq(seen.slot[DRAW_PILE].candidate[0].card, world.pile[0]);
}

Test(klondike_observe, of_three_cards_drawn_the_front_one_is_seen)
{
	struct klondike_world world = dealt("klondike-3");
	struct klondike_snapshot seen;

	klondike_apply((struct mk_world *)&world, move_of(&world.known, "draw"));
	seen = look(&world);
	cr_assert_eq(seen.slot[DRAW_PILE].candidate[0].card, world.pile[2]);
	cr_assert_eq(seen.waste_count, 0);
}

Test(klondike_observe, a_pile_that_nothing_was_turned_from_shows_its_back)
{
	struct klondike_world world = dealt("klondike-1");

	cr_assert_eq(look(&world).slot[DRAW_PILE].seen, SEEN_BACK);
}

Test(klondike_observe, a_known_stock_is_shown_before_the_first_move_only)
{
	struct mk_rules rules = rules_with("klondike-1", "stock_known", 1);
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 7, 0);
	klondike_deal((struct mk_world *)&world, &rules, &rng);
	cr_assert_eq(look(&world).stock_count, PILE);
	klondike_apply((struct mk_world *)&world, move_of(&world.known, "draw"));
	cr_assert_eq(look(&world).stock_count, 0);
}

/* ---- Finding faults ------------------------------------------------------------------------- */

/* A table in the middle of a game, with a loose card and cards at every kind of place. */
static struct klondike_world in_the_middle(void)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 3, 1);
	for (;;) {
		struct mk_rules rules = rules_with("syvkabale", "shuffles", 3);
		const struct klondike_view *known = &world.known;

		klondike_deal((struct mk_world *)&world, &rules, &rng);
		while (random_step(&world, &rng)) {
			if (known->pile_loose && known->foundation[0] && known->unseen[6] > 2 &&
				known->up[3] > 1 && known->turned > 1 && klondike_left(known)) {
				cr_assert_null(broken(&world));
				return world;
			}
		}
	}
}

Test(klondike_check_invariants, a_card_that_lies_twice_is_found)
{
	struct klondike_world world = in_the_middle();

	world.under[6][0] = world.under[6][1];
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, a_missing_card_is_found)
{
	struct klondike_world world = in_the_middle();

	world.under[6][0] = MK_NO_CARD;
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, a_known_card_of_the_pile_that_is_another_one_is_found)
{
	struct klondike_world world = in_the_middle();
	mk_card held = world.pile[0];

	world.pile[0] = world.pile[1];
	world.pile[1] = held;
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, a_loose_card_that_lies_in_a_column_is_found)
{
	struct klondike_world world = in_the_middle();
	int place = world.known.pile_count - 1;
	mk_card held = world.under[6][0];

	world.under[6][0] = world.pile[place];
	world.pile[place] = held;
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, a_column_that_is_no_run_is_found)
{
	struct klondike_world world = in_the_middle();
	mk_card held = world.known.column[3][0];

	world.known.column[3][0] = world.known.column[3][1];
	world.known.column[3][1] = held;
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, wrong_counters_are_found)
{
	struct klondike_world world = in_the_middle();
	struct klondike_world fault = world;

	fault.known.unseen[6]++;
	cr_assert_not_null(broken(&fault));
	fault = world;
	fault.known.turned = 0;
	fault.known.pile_count--;
	cr_assert_not_null(broken(&fault));
	fault = world;
	fault.known.shuffles = 4;
	cr_assert_not_null(broken(&fault));
	fault = world;
	fault.known.foundation[0]++;
	cr_assert_not_null(broken(&fault));
}

Test(klondike_check_invariants, a_waste_whose_front_is_not_known_is_found)
{
	struct klondike_world world = in_the_middle();

	world.known.pile[world.known.turned - 1] = MK_NO_CARD;
	cr_assert_not_null(broken(&world));
}

Test(klondike_check_invariants, a_table_that_has_not_begun_is_no_world)
{
	struct klondike_world world = in_the_middle();

	world.known.started = false;
	cr_assert_not_null(broken(&world));
}
