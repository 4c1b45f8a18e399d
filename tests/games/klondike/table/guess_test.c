/* Guessed tables: consistent with all that is known, and all that are so equally likely. */
#include "base/sanitized.h"
#include "games/klondike/position.h"
#include "games/klondike/random_tables.h"

#include <criterion/criterion.h>

enum { TABLES = 20000, GUESSES = 24000, MAX_DEALS = 64 };

Test(klondike_guess, holds_what_is_known_and_is_not_broken)
{
	struct klondike_world world, guess;
	struct mk_rng rng;

	mk_rng_init(&rng, 21, 0);
	random_deal(&world, &rng);
	for (int i = 0; i < games_to_play(TABLES); i++) {
		const char *broken;

		cr_assert(klondike_guess(as_view(&world.known), &rng, (struct mk_world *)&guess));
		broken = klondike_check_invariants((struct mk_world *)&guess);
		cr_assert_null(broken, "%s", broken);
		cr_assert_arr_eq(&guess.known, &world.known, sizeof guess.known);
		if (!random_step(&world, &rng)) {
			random_deal(&world, &rng);
		}
	}
}

/* A deal of the hidden cards of the table below, as one number. */
static uint64_t deal_number(const struct klondike_world *world)
{
	const mk_card places[] = {world->under[2][0], world->under[2][1], world->under[1][0],
		world->pile[1], world->pile[2]};
	uint64_t number = 0;

	for (size_t i = 0; i < sizeof places; i++) {
		number = number * 64 + places[i];
	}
	return number;
}

struct census {
	uint64_t deal[MAX_DEALS];
	int count[MAX_DEALS];
	int deals;
};

static void add_to(struct census *census, uint64_t deal)
{
	int i = 0;

	while (i < census->deals && census->deal[i] != deal) {
		i++;
	}
	cr_assert_lt(i, MAX_DEALS);
	if (i == census->deals) {
		census->deal[census->deals++] = deal;
	}
	census->count[i]++;
}

/*
 * Five hidden places: three under columns, two in the pile, of which one holds the loose 3D. The
 * four unseen cards KH QH JH 0H fill the others: 2 places for the 3D times 4! = 48 deals.
 */
static struct klondike_view small_table(void)
{
	return position("syvkabale",
		"5D 4S | 1? 4D | 2? 2D | 6D | 7D; up KC 9H 3S AD;"
		"pile 8D / ? ? 5S 6S 7S 8S 9S 0S JS QS KS 9D 0D JD QD KD; loose 3D");
}

Test(klondike_guess, makes_all_consistent_deals_equally_likely)
{
	struct klondike_view view = small_table();
	struct klondike_world guess;
	struct census census = {.deals = 0};
	double expected = GUESSES / 48.0;
	double chi_square = 0;
	struct mk_rng rng;

	cr_assert_null(klondike_view_broken(&view), "%s", klondike_view_broken(&view));
	mk_rng_init(&rng, 22, 0);
	for (int i = 0; i < GUESSES; i++) {
		cr_assert(klondike_guess(as_view(&view), &rng, (struct mk_world *)&guess));
		add_to(&census, deal_number(&guess));
	}
	cr_assert_eq(census.deals, 48);
	for (int i = 0; i < census.deals; i++) {
		double off = census.count[i] - expected;

		chi_square += off * off / expected;
	}
	/* 47 degrees of freedom: 82.7 is passed by chance once in a thousand seeds. */
	cr_assert_lt(chi_square, 82.7, "%f", chi_square);
}

Test(klondike_guess, refuses_what_no_deal_can_be)
{
	struct klondike_view view = small_table();
	struct klondike_world guess;
	struct mk_rng rng;

	mk_rng_init(&rng, 23, 0);
	view.unseen[0]++;
	cr_assert_not(klondike_guess(as_view(&view), &rng, (struct mk_world *)&guess));
	view = small_table();
	view.pile[1] = card("3D");
	view.pile[2] = card("KH");
	cr_assert_not(klondike_guess(as_view(&view), &rng, (struct mk_world *)&guess));
	view = begun(NULL);
	cr_assert_not(klondike_guess(as_view(&view), &rng, (struct mk_world *)&guess));
}
