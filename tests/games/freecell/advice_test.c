/* Advice without a search that was asked for. */
#include "games/freecell/freecell.h"
#include "games/freecell/game.h"

#include <criterion/criterion.h>

enum { DEALS = 100, MAX_MOVES = 400 };

/* Plays the deal by the strategy, to its end or for MAX_MOVES. */
static struct freecell_view play_by(const struct mk_strategy *strategy, int32_t deal)
{
	struct mk_rules rules = freecell_presets[0].rules;
	struct freecell_view view;
	struct mk_move move;

	rules.value[OPTION_DEAL] = deal;
	freecell_init_view((struct mk_view *)&view, &rules);
	for (int i = 0;
		i < MAX_MOVES && freecell_outcome((const struct mk_view *)&view) == MK_PLAYING;
		i++) {
		cr_assert(strategy->choose_move((const struct mk_view *)&view, &move));
		cr_assert(freecell_allows(&view, move));
		freecell_play(&view, move);
	}
	return view;
}

static bool is_unwinnable(const struct freecell_view *view)
{
	struct mk_solver *solver = freecell_solver.create(64 << 20);
	struct mk_solution solution;

	freecell_solver.solve(solver, (const struct mk_world *)view, 1000000, &solution);
	freecell_solver.destroy(solver);
	return solution.verdict == MK_UNWINNABLE;
}

/* A hundred of Microsoft's deals, all of which can be won. */
Test(freecell_advice, an_instant_answer_leads_to_the_end)
{
	int won = 0;

	for (int32_t deal = 1; deal <= DEALS; deal++) {
		struct freecell_view view = play_by(&freecell_strategies[HEURISTIC], deal);

		won += freecell_is_won(&view);
		cr_assert(freecell_outcome((const struct mk_view *)&view) != MK_PLAYING ||
				  is_unwinnable(&view),
			"deal %d goes round in circles", (int)deal);
	}
	cr_assert_geq(won, DEALS * 9 / 10, "%d of %d", won, (int)DEALS);
}

Test(freecell_advice, the_move_that_is_made_is_the_first_of_the_list)
{
	struct mk_rules rules = freecell_presets[0].rules;
	struct freecell_view view;

	rules.value[OPTION_DEAL] = 617;
	freecell_init_view((struct mk_view *)&view, &rules);
	for (int i = 0; i < 60 && freecell_outcome((const struct mk_view *)&view) == MK_PLAYING;
		i++) {
		static struct mk_advice advice;
		struct mk_move moves[MK_MAX_MOVES], move;
		size_t count = freecell_moves((const struct mk_view *)&view, moves);

		freecell_strategies[SEARCH].evaluate((const struct mk_view *)&view, &advice);
		cr_assert(freecell_strategies[SEARCH].choose_move(
			(const struct mk_view *)&view, &move));
		cr_assert_eq(advice.count, count);
		cr_assert_arr_eq(&advice.moves[0].move, &move, sizeof move);
		freecell_play(&view, move);
	}
}
