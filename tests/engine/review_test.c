/* Reviews: what a decision was worth, and that luck and choice are all that there is. */
#include "engine/doors.h"

#include <criterion/criterion.h>
#include <makker/review.h>
#include <makker/selfplay.h>
#include <math.h>
#include <stdlib.h>

enum { PLAYOUTS = 8000 };

static struct mk_valuation valuation;

static void value(struct mk_review_table table)
{
	struct mk_reviewer *reviewer = mk_reviewer_create(&doors);

	cr_assert_not_null(reviewer);
	table.budget.nodes = table.budget.nodes ? table.budget.nodes : PLAYOUTS;
	mk_reviewer_value(reviewer, &table, &valuation);
	mk_reviewer_destroy(reviewer);
}

/* ---- one decision --------------------------------------------------------------------------- */

Test(review, the_best_move_costs_nothing)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(1);

	value((struct mk_review_table){.view = &view, .made = &made});
	cr_assert(valuation.is_best && valuation.is_known && valuation.is_compared);
	cr_assert_float_eq(valuation.value, 0.5 + 11.0 / 36 / 2, 0.03);
	cr_assert_eq(valuation.made, valuation.value);
	cr_assert_eq(valuation.error, 0);
}

Test(review, a_worse_move_is_valued_in_the_same_worlds_as_the_best)
{
	const struct mk_view view = {0};
	const struct mk_move made = curtain_move(6);

	value((struct mk_review_table){.view = &view, .made = &made});
	cr_assert(!valuation.is_best && valuation.is_compared);
	cr_assert_eq(valuation.better.count, 1);
	cr_assert_float_eq(valuation.value - valuation.made, 10.0 / 36 / 2, 0.03);
	cr_assert_gt(valuation.error, 0);
	cr_assert_lt(valuation.error, 0.01);
}

Test(review, a_move_that_changes_nothing_is_no_mistake)
{
	const struct mk_view view = {0};
	const struct mk_move made = {.kind = 3};

	value((struct mk_review_table){.view = &view, .made = &made, .after = &view});
	cr_assert(!valuation.is_best && valuation.is_compared);
	cr_assert_leq(valuation.value - valuation.made, 2 * valuation.error);
}

Test(review, the_same_budget_in_playouts_gives_the_same_values)
{
	const struct mk_view view = {0};
	const struct mk_move made = curtain_move(4);
	struct mk_valuation first;

	value((struct mk_review_table){.view = &view, .made = &made});
	first = valuation;
	value((struct mk_review_table){.view = &view, .made = &made});
	cr_assert_eq(first.value, valuation.value);
	cr_assert_eq(first.made, valuation.made);
	cr_assert_eq(first.error, valuation.error);
	cr_assert_eq(first.nodes, valuation.nodes);
}

Test(review, no_more_is_played_than_the_budget_allows)
{
	const struct mk_view view = {0};
	const struct mk_move made = curtain_move(4);

	for (uint64_t nodes = 200; nodes < 3000; nodes += 331) {
		atomic_store(&doors_played, 0);
		value((struct mk_review_table){
			.view = &view, .made = &made, .budget = {.nodes = nodes}});
		cr_assert_leq(atomic_load(&doors_played), nodes + 2 * 8);
		cr_assert_eq(atomic_load(&doors_played), valuation.nodes);
	}
}

Test(review, no_move_is_better_than_the_best_beyond_doubt)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(1);
	unsigned others = 0;

	for (uint64_t seed = 0; seed < 400; seed++) {
		value((struct mk_review_table){
			.view = &view, .made = &made, .budget = {.nodes = 40, .seed = seed}});
		others += !valuation.is_best;
		cr_assert_leq(valuation.made - valuation.value, 4 * valuation.error + 1e-9);
	}
	cr_assert_gt(others, 0, "so few playouts choose other doors, too");
}

/*
 * One in two comparisons of equal moves has the made one in front. Where that counted as the best
 * move at once, its positive errors would be lost and the negative ones would stay.
 */
Test(review, a_made_move_that_is_ahead_within_the_error_is_not_taken_for_the_best)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(2);
	unsigned ahead = 0, far_ahead = 0, mistakes = 0;

	for (uint64_t seed = 0; seed < 400; seed++) {
		struct mk_review_account account = {0};
		struct mk_review_step step;

		value((struct mk_review_table){
			.view = &view, .made = &made, .budget = {.nodes = 40, .seed = seed}});
		ahead += !valuation.is_best && valuation.made > valuation.value;
		far_ahead += !valuation.is_best &&
			     valuation.made - valuation.value > 2 * valuation.error;
		mk_review_add(&account, &valuation, true, &step, NULL);
		mistakes += valuation.made > valuation.value && mk_review_is_loss(&step);
	}
	cr_assert_gt(ahead, 20);
	cr_assert_gt(far_ahead, 0, "beyond two errors, which is no proof in 400 comparisons");
	cr_assert_eq(mistakes, 0);
}

Test(review, a_value_that_is_known_is_not_played_out_again)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(1);
	unsigned played;

	value((struct mk_review_table){.view = &view, .made = &made});
	played = atomic_exchange(&doors_played, 0);
	value((struct mk_review_table){.view = &view, .made = &made, .has_value = true});
	cr_assert(valuation.is_best);
	cr_assert_lt(atomic_load(&doors_played), played * 2 / 3);
}

/* Values `made` after three decisions whose best move was made. */
static void value_after_easy_ones(const struct mk_move *made, uint64_t seed)
{
	const struct mk_view view = {0};
	const struct mk_move best = door_move(1);
	struct mk_reviewer *reviewer = mk_reviewer_create(&doors);
	const struct mk_review_table easy = {
		.view = &view, .made = &best, .has_value = true, .budget = {.nodes = 1000}};
	const struct mk_review_table hard = {
		.view = &view, .made = made, .budget = {.nodes = 1000, .seed = seed}};

	for (int i = 0; i < 3; i++) {
		mk_reviewer_value(reviewer, &easy, &valuation);
	}
	mk_reviewer_value(reviewer, &hard, &valuation);
	mk_reviewer_destroy(reviewer);
}

/* The second door is worse than the first by 0.028. */
Test(review, the_rest_of_the_budget_goes_to_uncertain_comparisons)
{
	const struct mk_move made = door_move(2);
	unsigned compared = 0, open = 0;

	for (uint64_t seed = 0; seed < 40; seed++) {
		value_after_easy_ones(&made, seed);
		cr_assert_leq(valuation.nodes, 4000 + 2 * 8);
		compared += !valuation.is_best;
		open += !valuation.is_best && valuation.nodes > 2000;
	}
	cr_assert_gt(compared, 20);
	cr_assert_gt(open, compared * 3 / 4);
}

Test(review, a_clear_loss_gets_none_of_the_rest_of_the_budget)
{
	const struct mk_move made = curtain_move(6);

	value_after_easy_ones(&made, 0);
	cr_assert_gt(valuation.value - valuation.made, 3 * valuation.error);
	cr_assert_leq(valuation.nodes, 1000 + 2 * 8);
}

Test(review, proven_values_are_exact)
{
	const struct mk_view won = {.sure = MK_PROVEN_WIN}, lost = {.sure = MK_PROVEN_LOSS};
	const struct mk_view open = {0};
	const struct mk_move made = {.kind = 3};

	value((struct mk_review_table){.view = &lost, .made = &made, .after = &lost});
	cr_assert(valuation.is_proven && valuation.value == 0 && valuation.made == 0);
	value((struct mk_review_table){.view = &won, .made = &made, .after = &won});
	cr_assert(valuation.is_proven && valuation.value == 1 && valuation.made == 1);
	value((struct mk_review_table){.view = &open, .made = &made, .after = &won});
	cr_assert(valuation.is_proven && valuation.is_best && valuation.value == 1);
	value((struct mk_review_table){.view = &open, .made = &made, .after = &lost});
	cr_assert(valuation.is_made_proven && valuation.made == 0 && valuation.value > 0.5);
}

Test(review, a_table_that_cannot_be_has_no_value)
{
	const struct mk_view view = {.impossible = 1};
	const struct mk_move made = door_move(1);

	value((struct mk_review_table){.view = &view, .made = &made});
	cr_assert(!valuation.is_known && !valuation.is_best);
}

Test(review, games_of_several_seats_have_none_without_their_points_and_whose_move_it_was)
{
	struct mk_game game = *mk_game_find("doppelkopf");

	cr_assert(mk_review_is_possible(&game));
	game.points_won = NULL;
	cr_assert_not(mk_review_is_possible(&game));
	game = *mk_game_find("doppelkopf");
	game.is_own_move = NULL;
	cr_assert_not(mk_review_is_possible(&game));
	cr_assert(mk_review_is_possible(mk_game_find("klondike")));
	cr_assert(mk_review_is_possible(mk_game_find("freecell")));
	cr_assert(mk_review_is_possible(mk_game_find("ten-twenty-thirty")));
	cr_assert(mk_review_is_possible(mk_game_find("take-away")));
}

/* By a strategy's own search: in the first of two it suggests door 1, in the second door 2 is far
 * better. */
static void search_twice(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	static const double means[2] = {0.3, 0.6};

	(void)view, (void)budget, (void)cancel;
	advice->count = 2;
	advice->suggestion = 0;
	advice->certainty = MK_UNPROVEN;
	for (int door = 1; door <= 2; door++) {
		advice->moves[door - 1] = (struct mk_ranked_move){.move = door_move(door),
			.value = means[door - 1],
			.low = means[door - 1] - 0.04,
			.high = means[door - 1] + 0.04};
	}
}

Test(review, no_move_is_better_than_the_best_beyond_doubt_by_a_search_of_its_own)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(2);
	struct mk_strategy strategy = doors.strategies[0];
	struct mk_game game = doors;
	struct mk_reviewer *reviewer;

	strategy.search = search_twice;
	game.strategies = &strategy;
	reviewer = mk_reviewer_create(&game);
	cr_assert_not_null(reviewer);
	mk_reviewer_value(reviewer,
		&(struct mk_review_table){.view = &view, .made = &made, .budget = {.nodes = 100}},
		&valuation);
	mk_reviewer_destroy(reviewer);
	cr_assert(valuation.is_best && valuation.is_compared);
	cr_assert_eq(valuation.value, 0.6);
	cr_assert_eq(valuation.made, 0.6);
	cr_assert_eq(valuation.error, 0);
}

/*
 * By a strategy's own search, door 2 always loses a little less than can be marked; what a search
 * says is as exact as its playouts are many.
 */
static uint64_t budgets[16];
static size_t searches;
static double loss_found;

static void search_closely(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	double within = 1 / sqrt((double)budget->nodes);

	(void)view, (void)cancel;
	budgets[searches++ % 16] = budget->nodes;
	advice->count = 2;
	advice->suggestion = 0;
	advice->certainty = MK_UNPROVEN;
	advice->worlds = budget->nodes;
	for (int door = 1; door <= 2; door++) {
		double mean = door == 1 ? 0.5 : 0.5 - loss_found;

		advice->moves[door - 1] = (struct mk_ranked_move){.move = door_move(door),
			.value = mean,
			.low = mean - within,
			.high = mean + within};
	}
}

static void value_closely(struct mk_reviewer *reviewer, double loss)
{
	const struct mk_view view = {0};
	const struct mk_move made = door_move(2);

	searches = 0;
	loss_found = loss;
	mk_reviewer_value(reviewer,
		&(struct mk_review_table){.view = &view, .made = &made, .budget = {.nodes = 100}},
		&valuation);
}

Test(review, open_comparisons_are_searched_once_more_with_budgets_of_other_decisions)
{
	struct mk_strategy strategy = doors.strategies[0];
	struct mk_game game = doors;
	struct mk_reviewer *reviewer;
	struct mk_reviewer_progress progress;
	double error;

	strategy.search = search_closely;
	game.strategies = &strategy;
	reviewer = mk_reviewer_create(&game);
	cr_assert_not_null(reviewer);
	value_closely(reviewer, 0.45);
	cr_assert_eq(searches, 2, "what is lost is beyond doubt");
	cr_assert_eq(budgets[0] + budgets[1], 100);
	error = valuation.error;
	value_closely(reviewer, 0.03);
	cr_assert_eq(searches, 3);
	cr_assert_eq(budgets[2], 600);
	cr_assert_float_eq(valuation.value - valuation.made, 0.03, 1e-9);
	cr_assert_lt(valuation.error, error / 2);
	mk_reviewer_get_progress(reviewer, &progress);
	cr_assert_eq(progress.saved_playouts, -600);
	value_closely(reviewer, 0.03);
	cr_assert_eq(searches, 2, "all is used that others may leave");
	mk_reviewer_destroy(reviewer);
}

static double half_a_point_too_much(const struct mk_view *view)
{
	(void)view;
	return 0.5;
}

Test(review, the_optimism_of_a_search_is_subtracted_from_both_moves)
{
	struct mk_strategy strategy = doors.strategies[0];
	struct mk_game game = doors;
	struct mk_reviewer *reviewer;

	strategy.search = search_closely;
	game.strategies = &strategy;
	game.review_excess = half_a_point_too_much;
	reviewer = mk_reviewer_create(&game);
	cr_assert_not_null(reviewer);
	value_closely(reviewer, 0.45);
	mk_reviewer_destroy(reviewer);
	cr_assert_float_eq(valuation.value, 0, 1e-9);
	cr_assert_float_eq(valuation.made, -0.45, 1e-9);
}

/* ---- the account ---------------------------------------------------------------------------- */

static struct mk_valuation valued(double best, double made, double error)
{
	return (struct mk_valuation){.is_known = true,
		.is_compared = true,
		.is_best = best == made,
		.value = best,
		.made = made,
		.error = error};
}

static enum mk_review_mark mark_of(double loss, double error)
{
	struct mk_review_account account = {0};
	const struct mk_valuation one = valued(0.5, 0.5 - loss, error);
	struct mk_review_step step;

	mk_review_add(&account, &one, true, &step, NULL);
	return step.mark;
}

Test(review, marks_are_by_points_lost)
{
	cr_assert_eq(mark_of(0, 0), MK_MARK_BEST);
	cr_assert_eq(mark_of(0.0199, 0), MK_MARK_GOOD);
	cr_assert_eq(mark_of(0.02, 0), MK_MARK_INACCURACY);
	cr_assert_eq(mark_of(0.05, 0), MK_MARK_MISTAKE);
	cr_assert_eq(mark_of(0.1, 0), MK_MARK_BLUNDER);
	cr_assert_eq(mark_of(-0.1, 0), MK_MARK_GOOD);
}

Test(review, moves_that_are_equal_within_the_error_are_no_mistake)
{
	cr_assert_eq(mark_of(0.1, 0.06), MK_MARK_GOOD);
	cr_assert_eq(mark_of(0.1, 0.05), MK_MARK_BLUNDER);
}

Test(review, where_nothing_came_up_there_is_no_luck)
{
	struct mk_review_account account = {0};
	const struct mk_valuation one = valued(0.5, 0.4, 0), two = valued(0.47, 0.37, 0);
	struct mk_review_step steps[2];

	mk_review_add(&account, &one, true, &steps[0], NULL);
	mk_review_add(&account, &two, false, &steps[1], &steps[0]);
	cr_assert_eq(mk_review_luck(&steps[0]), 0);
	cr_assert_eq(steps[1].before, 400000);
	cr_assert_eq(mk_review_choice(&steps[1]), -100000);
}

Test(review, revealed_cards_are_luck)
{
	struct mk_review_account account = {0};
	const struct mk_valuation one = valued(0.5, 0.4, 0), two = valued(0.7, 0.7, 0);
	struct mk_review_step steps[2];

	mk_review_add(&account, &one, true, &steps[0], NULL);
	mk_review_add(&account, &two, true, &steps[1], &steps[0]);
	cr_assert_eq(mk_review_luck(&steps[0]), 300000);
	cr_assert_eq(mk_review_choice(&steps[0]), -100000);
}

Test(review, chances_stay_between_none_and_all)
{
	struct mk_review_account account = {0}, points = {.has_points = true};
	const struct mk_valuation one = valued(0.5, 0.47, 0), two = valued(0.9, 0.1, 0);
	struct mk_review_step steps[2];

	mk_review_add(&account, &one, true, &steps[0], NULL);
	mk_review_add(&account, &two, false, &steps[1], &steps[0]);
	cr_assert_eq(steps[1].made, 0);
	mk_review_add(&points, &one, true, &steps[0], NULL);
	mk_review_add(&points, &two, false, &steps[1], &steps[0]);
	cr_assert_eq(steps[1].made, -330000);
}

Test(review, decisions_before_the_first_value_do_not_count)
{
	struct mk_review_account account = {0};
	const struct mk_valuation unknown = {0}, one = valued(0.5, 0.4, 0);
	const struct mk_valuation end = {.is_known = true, .is_proven = true, .value = 1};
	struct mk_review_step steps[2];
	struct mk_review_sums sums;

	mk_review_add(&account, &unknown, true, &steps[0], NULL);
	mk_review_add(&account, &one, true, &steps[1], &steps[0]);
	mk_review_close(&account, &end, true, &steps[1]);
	cr_assert_not(steps[0].is_known);
	mk_review_sum(steps, 2, &sums);
	cr_assert_eq(sums.decisions, 1);
	cr_assert_eq(sums.start, 500000);
	cr_assert_eq(sums.end, 1000000);
	cr_assert_eq(sums.luck, 600000);
	cr_assert_eq(sums.choice, -100000);
}

Test(review, a_kind_has_the_choices_where_another_move_was_best)
{
	static const double losses[] = {0.3, 0.005, 0.01};
	struct mk_review_account account = {0};
	struct mk_review_kind_sum sum = {0};
	const struct mk_valuation best = {.is_known = true,
		.is_compared = true,
		.is_best = true,
		.value = 0.59,
		.made = 0.59};
	struct mk_review_step step;

	for (int i = 0; i < 3; i++) {
		const struct mk_valuation one = valued(0.9, 0.9 - losses[i], 0.03);

		mk_review_add(&account, &one, false, &step, NULL);
		mk_review_kind_add(&sum, &step);
	}
	mk_review_add(&account, &best, false, &step, NULL);
	mk_review_kind_add(&sum, &step);
	cr_assert_eq(sum.decisions, 3);
	cr_assert_eq(sum.losses, 1);
	cr_assert_eq(sum.choice, -315000);
	cr_assert_float_eq(sum.error, 1e6 * 0.03 * sqrt(3), 1);
}

Test(review, the_costliest_decisions_are_sorted_by_cost)
{
	static const double losses[] = {0.03, 0, 0.3, 0.01, 0.2, 0.05, 0.25};
	struct mk_review_step steps[7];
	struct mk_review_account account = {0};
	size_t dearest[MK_REVIEW_DEAREST];

	for (int i = 0; i < 7; i++) {
		const struct mk_valuation one = valued(0.9, 0.9 - losses[i], 0);

		mk_review_add(&account, &one, true, &steps[i], i > 0 ? &steps[i - 1] : NULL);
	}
	cr_assert_eq(mk_review_dearest(steps, 7, dearest), 3);
	cr_assert(dearest[0] == 2 && dearest[1] == 6 && dearest[2] == 4);
	cr_assert_eq(mk_review_dearest(steps, 2, dearest), 1);
	cr_assert_eq(dearest[0], 0);
}

/* ---- whole games ---------------------------------------------------------------------------- */

enum { GAMES = 1000, MAX_DECISIONS = 400, WORLD_BYTES = 4096 };

/* A game that both sides play at random, with the review of the first seat. */
static size_t play_and_review(const struct mk_game *game, uint64_t seed,
	struct mk_reviewer *reviewer, struct mk_review_step *steps, unsigned *kinds)
{
	alignas(max_align_t) static unsigned char bytes[WORLD_BYTES], next[WORLD_BYTES];
	struct mk_world *world = (struct mk_world *)(void *)bytes;
	const struct mk_view *view = (const struct mk_view *)(void *)bytes;
	struct mk_view *after = (struct mk_view *)(void *)next;
	struct mk_review_account account = {0};
	struct mk_review_table end = {.view = view};
	size_t count = 0;
	bool came_up = false;
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 0);
	game->deal(world, &game->presets[0].rules, &rng);
	while (game->outcome(view) == MK_PLAYING) {
		struct mk_move moves[MK_MAX_MOVES];
		size_t legal = game->view_moves(view, moves);
		struct mk_move made = moves[mk_rng_below(&rng, (uint32_t)legal)];
		const struct mk_review_table table = {.view = view, .made = &made, .after = after};

		memcpy(next, bytes, game->world_size);
		game->apply((struct mk_world *)(void *)next, made);
		if (mk_game_seat_to_move(game, world) == 0) {
			mk_reviewer_value(reviewer, &table, &valuation);
			mk_review_add(&account, &valuation, came_up, &steps[count],
				count > 0 ? &steps[count - 1] : NULL);
			kinds[count] = mk_review_kind(game, view, &made, &valuation);
			count++;
		}
		came_up = mk_game_seat_to_move(game, world) != 0;
		memcpy(bytes, next, game->world_size);
	}
	mk_reviewer_value(reviewer, &end, &valuation);
	mk_review_close(&account, &valuation, came_up, count > 0 ? &steps[count - 1] : NULL);
	cr_assert_eq(account.level, game->outcome(view) == MK_WON ? MK_REVIEW_UNIT : 0);
	return count;
}

Test(review, luck_and_choice_add_up_to_the_whole_change_in_1000_games, .timeout = 120)
{
	const struct mk_game *game = mk_game_find("take-away");
	struct mk_reviewer *reviewer = mk_reviewer_create(game);
	static struct mk_review_step steps[MAX_DECISIONS];
	int64_t lost_by_choice = 0, luck_of_opponent = 0;

	for (uint64_t seed = 0; seed < GAMES; seed++) {
		static unsigned kinds[MAX_DECISIONS];
		size_t count = play_and_review(game, seed, reviewer, steps, kinds);
		struct mk_review_kind_sum by_kind[MK_MAX_MISTAKE_KINDS] = {0};
		int64_t of_all_kinds = 0;
		struct mk_review_sums sums;

		mk_review_sum(steps, count, &sums);
		cr_assert_eq(sums.decisions, count);
		cr_assert_eq(sums.luck + sums.choice, sums.end - sums.start);
		for (size_t i = 0; i < count; i++) {
			cr_assert(mk_review_choice(&steps[i]) == 0 ||
				  mk_review_choice(&steps[i]) == -MK_REVIEW_UNIT);
			cr_assert_geq(mk_review_luck(&steps[i]), 0, "others can only give");
			cr_assert(i + 1 == count || steps[i].after == steps[i + 1].before);
			mk_review_kind_add(&by_kind[kinds[i]], &steps[i]);
		}
		for (size_t i = 0; i < game->mistakes->count; i++) {
			of_all_kinds += by_kind[i].choice;
		}
		cr_assert_eq(of_all_kinds, sums.choice);
		cr_assert_eq(by_kind[MK_OTHER_MISTAKE].choice, 0);
		lost_by_choice -= sums.choice;
		luck_of_opponent += sums.luck;
	}
	cr_assert_gt(lost_by_choice, (int64_t)GAMES * MK_REVIEW_UNIT / 10);
	cr_assert_gt(luck_of_opponent, (int64_t)GAMES * MK_REVIEW_UNIT / 10);
	mk_reviewer_destroy(reviewer);
}
