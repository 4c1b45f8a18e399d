/* The options and presets, and what each option changes. */
#include "games/klondike/position.h"
#include "games/klondike/table/world.h"

#include <criterion/criterion.h>
#include <string.h>

static int value_of(const char *preset, const char *option)
{
	for (int p = 0; p < PRESETS; p++) {
		for (int i = 0; i < OPTIONS; i++) {
			if (strcmp(klondike_presets[p].name, preset) == 0 &&
				strcmp(klondike_options[i].name, option) == 0) {
				return klondike_presets[p].rules.value[i];
			}
		}
	}
	cr_assert_fail("no %s of %s", option, preset);
	return 0;
}

static struct klondike_world dealt(const struct mk_rules *rules)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 0);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	return world;
}

Test(klondike_rules, the_presets_have_the_values_of_the_specification)
{
	static const struct {
		const char *option;
		int syvkabale, klondike_1, klondike_3;
	} rows[] = {
		{"draw", 1, 1, 3},
		{"shuffles", 3, MK_UNLIMITED, MK_UNLIMITED},
		{"shuffle_order", 0, 1, 1},
		{"foundation_return", 0, 1, 1},
		{"goal", 0, 1, 1},
		{"stock_known", 0, 0, 0},
		{"first_card_up", 1, 0, 0},
		{"max_column_to_column", 2, 2, 2},
	};

	cr_assert_eq(sizeof rows / sizeof *rows, OPTIONS);
	for (int i = 0; i < OPTIONS; i++) {
		cr_assert_eq(value_of("syvkabale", rows[i].option), rows[i].syvkabale);
		cr_assert_eq(value_of("klondike-1", rows[i].option), rows[i].klondike_1);
		cr_assert_eq(value_of("klondike-3", rows[i].option), rows[i].klondike_3);
	}
}

Test(klondike_rules, choices_are_named_in_the_order_of_their_values)
{
	const struct mk_option *order = &klondike_options[OPTION_SHUFFLE_ORDER];
	const struct mk_option *goal = &klondike_options[OPTION_GOAL];

	cr_assert_str_eq(order->choices[0], "shuffled");
	cr_assert_str_eq(order->choices[1], "kept");
	cr_assert_str_eq(goal->choices[0], "turned_up");
	cr_assert_str_eq(goal->choices[1], "cleared");
}

Test(klondike_rules, no_options_exclude_each_other)
{
	struct mk_rules rules = rules_with("syvkabale", "stock_known", 1);

	cr_assert_eq(klondike_check_rules(&rules, NULL), MK_OK);
}

Test(klondike_rules, a_game_begins_with_one_card_of_the_pile_up_or_none)
{
	struct mk_rules up = rules_with("syvkabale", "first_card_up", 1);
	struct mk_rules down = rules_with("syvkabale", "first_card_up", 0);
	struct klondike_world with = dealt(&up);
	struct klondike_world without = dealt(&down);

	cr_assert_eq(klondike_left(&with.known), 23);
	cr_assert_neq(klondike_front(&with.known, DRAW_PILE), MK_NO_CARD);
	cr_assert_eq(klondike_left(&without.known), 24);
	cr_assert_eq(klondike_front(&without.known, DRAW_PILE), MK_NO_CARD);
}

Test(klondike_rules, three_are_up_at_once_where_three_are_drawn)
{
	struct mk_rules rules = rules_with("klondike-3", "first_card_up", 1);
	struct klondike_world world = dealt(&rules);

	cr_assert_eq(world.known.turned, 3);
	cr_assert_eq(world.known.pile[2], world.pile[2]);
	cr_assert_eq(world.known.pile[1], MK_NO_CARD);
}

Test(klondike_rules, a_known_stock_is_known_in_its_order)
{
	struct mk_rules rules = rules_with("klondike-1", "stock_known", 1);
	struct klondike_world world = dealt(&rules);

	cr_assert_arr_eq(world.known.pile, world.pile, PILE);
	cr_assert_eq(world.known.turned, 0);
}

Test(klondike_rules, the_number_of_shuffles_is_the_options)
{
	struct mk_rules rules = rules_with("syvkabale", "shuffles", 7);
	struct klondike_world world = dealt(&rules);

	cr_assert_eq(world.known.shuffles, 7);
}

Test(klondike_rules, the_goal_is_reached_when_every_card_is_up_or_when_all_are_cleared)
{
	struct klondike_view view = position("syvkabale", "KS | KD; pile 3C /");

	cr_assert_eq(klondike_outcome(&view), MK_WON);
	view.rules.cleared = true;
	cr_assert_neq(klondike_outcome(&view), MK_WON);
	view = position("klondike-1", "; up KC KD KH KS");
	cr_assert_eq(klondike_outcome(&view), MK_WON);
}
