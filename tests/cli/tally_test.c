/* Counting games: how they ended, and their moves. */
#include "cli/tally.c" /* the program's own part, in no library */

#include <criterion/criterion.h>

static struct tally ten_games(unsigned won)
{
	struct tally tally = {0};

	for (unsigned i = 0; i < 10; i++) {
		tally_add(&tally, &(struct mk_result){.payoff = {i < won}, .moves = 100 + i});
	}
	return tally;
}

Test(tally, no_games_took_no_moves)
{
	struct tally tally = {0};

	cr_assert_eq(tally_moves(&tally, 0.5), 0);
	cr_assert_eq(tally_least_moves(&tally), 0);
}

Test(tally, the_median_is_the_first_number_that_half_of_the_games_did_not_exceed)
{
	struct tally tally = ten_games(5);

	cr_assert_eq(tally_least_moves(&tally), 100);
	cr_assert_eq(tally_moves(&tally, 0.5), 104);
	cr_assert_eq(tally_moves(&tally, 0.95), 109);
	cr_assert_eq(tally_moves(&tally, 1), 109);
	tally_finish(&tally);
}

Test(tally, two_halves_are_the_whole)
{
	struct tally whole = ten_games(3);
	struct tally other = {0};

	tally_add(&other, &(struct mk_result){.payoff = {1}, .moves = 5000, .endless = true});
	cr_assert(tally_merge(&whole, &other));
	cr_assert_eq(whole.games, 11);
	cr_assert_eq(whole.won, 4);
	cr_assert_eq(whole.endless, 1);
	cr_assert_eq(whole.gave_up, 0);
	cr_assert_eq(tally_moves(&whole, 1), 5000);
	cr_assert_eq(tally_least_moves(&whole), 100);
	tally_finish(&whole);
	tally_finish(&other);
}
