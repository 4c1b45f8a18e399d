/* The winner: by theory, by minimax, and by published results. */
#include "base/sanitized.h"
#include "games/take_away/theory.h"

#include "games/take_away/minimax.h"
#include "games/take_away/positions.h"
#include "games/take_away/world.h"

#include "base/clock.h"

#include <criterion/criterion.h>
#include <makker/selfplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Groups with limits are counted like plane partitions: these are the numbers of tables with up to
 * FEW_CARDS and with MINIMAX_CARDS cards.
 */
enum { FEW_CARDS = 15, TABLES_OF_FEW_CARDS = 16993, TABLES_OF_MANY_CARDS = 75278 };

/* Positions of the largest tree: what a decision costs the loop. */
enum { MAX_POSITIONS = 7217 };

static unsigned tables;
static uint64_t most_nodes;

static size_t wins_after(const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;
	struct mk_move replies[GROUPS];

	take_away_take(&after, move);
	return take_away_wins(&after, replies);
}

static void compare(const struct take_away_view *view)
{
	struct mk_move moves[MK_MAX_MOVES];
	bool wins[MK_MAX_MOVES];
	size_t count = take_away_view_moves((const struct mk_view *)view, moves);
	bool won = view->count == 0 && view->misere;
	uint64_t nodes;

	tables++;
	nodes = take_away_minimax(view, moves, count, wins);
	most_nodes = nodes > most_nodes ? nodes : most_nodes;
	for (size_t i = 0; i < count; i++) {
		cr_assert_eq(wins[i], take_away_is_winning(view, moves[i]));
		cr_assert_eq(take_away_replies(view, moves[i]), wins_after(view, moves[i]));
		won = won || wins[i];
	}
	cr_assert_eq(take_away_is_won(view), won);
}

static void compare_large(const struct take_away_view *view)
{
	uint32_t cards = 0;

	for (unsigned group = 0; group < view->count; group++) {
		cards += view->left[group];
	}
	if (cards == MINIMAX_CARDS) {
		compare(view);
	}
}

/*
 * All tables that minimax accepts: as the table itself, or as what a move leaves of a table of
 * MINIMAX_CARDS cards, since every smaller table is one of these less a group that is taken whole.
 */
static void compare_all(bool misere)
{
	on_every_position(FEW_CARDS, misere, compare);
	cr_assert_eq(tables, TABLES_OF_FEW_CARDS);
	if (!IS_WATCHED && !getenv("MAKKER_QUICK")) {
		on_every_position(MINIMAX_CARDS, misere, compare_large);
		cr_assert_eq(tables, TABLES_OF_FEW_CARDS + TABLES_OF_MANY_CARDS);
		cr_assert_eq(most_nodes, MAX_POSITIONS, "%llu", (unsigned long long)most_nodes);
	}
}

Test(take_away, minimax_agrees_with_the_theory_on_every_table)
{
	compare_all(false);
}

Test(take_away, minimax_agrees_with_the_theory_where_the_last_card_loses)
{
	compare_all(true);
}

/* ---- What others have computed -------------------------------------------------------------- */

/* "1-2,3-1": groups from 1 and how many to take; "-": none wins. */
static void assert_wins(const struct take_away_view *view, const char *verdict, const char *wins)
{
	struct mk_move moves[GROUPS];
	size_t count = take_away_wins(view, moves);
	char written[256] = "";

	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(written);

		snprintf(written + length, sizeof written - length, "%s%u-%u", i ? "," : "",
			moves[i].from + 1U, (unsigned)moves[i].count);
	}
	cr_assert_eq(take_away_is_won(view), verdict[0] == 'W');
	cr_assert_str_eq(count ? written : "-", wins);
}

static void check_row(char *line)
{
	char *groups = strsep(&line, "\t"), *normal = strsep(&line, "\t");
	char *normal_wins = strsep(&line, "\t"), *misere = strsep(&line, "\t");
	char *misere_wins = strsep(&line, "\t\n");
	struct take_away_view view = table_of(groups);

	assert_wins(&view, normal, normal_wins);
	view.misere = 1;
	assert_wins(&view, misere, misere_wins);
}

Test(take_away, all_verdicts_that_others_have_computed_agree)
{
	FILE *file = fopen("../shared/data/takeaway.tsv", "r");
	char line[512];
	int rows = 0;

	if (!file) {
		file = fopen("../../shared/data/takeaway.tsv", "r");
	}
	if (!file) {
		cr_skip_test("there is no ../shared/data/takeaway.tsv");
	}
	while (fgets(line, sizeof line, file)) {
		if (line[0] != '#') {
			check_row(line);
			rows++;
		}
	}
	fclose(file);
	cr_assert_eq(rows, 911);
}

/* ---- Large tables --------------------------------------------------------------------------- */

static struct take_away_view largest_table(void)
{
	struct take_away_view view = {.count = GROUPS, .turn = USER};

	for (unsigned group = 0; group < GROUPS; group++) {
		view.left[group] = GROUP_CARDS - 7919 * group;
		view.limit[group] = group % 2 ? view.left[group] : 1000 + 977 * group;
	}
	return view;
}

Test(take_away, what_is_suggested_on_the_largest_table_wins)
{
	struct take_away_view view = largest_table();
	const struct mk_strategy *theory = mk_game_find("take-away")->strategies;
	static struct mk_advice advice;

	mk_advise(theory, (const struct mk_view *)&view, &advice);
	cr_assert_leq(advice.count, MK_MAX_MOVES);
	cr_assert_eq(advice.suggestion, 0);
	cr_assert_eq(advice.moves[0].value, 1);
	cr_assert(take_away_is_legal(&view, advice.moves[0].move));
	take_away_take(&view, advice.moves[0].move);
	cr_assert_eq(take_away_grundy(&view), 0);
	cr_assert_not(take_away_is_won(&view));
}

Test(take_away, a_lost_table_too_large_to_be_listed_has_a_suggestion_and_all_replies_win)
{
	struct take_away_view view = table_of("1000000000 1000000000");
	static struct mk_advice advice;

	mk_advise(mk_game_find("take-away")->strategies, (const struct mk_view *)&view, &advice);
	cr_assert_eq(advice.suggestion, 0);
	cr_assert_eq(advice.moves[0].value, 0);
	cr_assert_eq(advice.certainty, MK_PROVEN_LOSS);
	cr_assert_eq(take_away_replies(&view, advice.moves[0].move), 1);
}

/* ---- Lost tables ---------------------------------------------------------------------------- */

Test(take_away, of_lost_moves_the_one_with_the_fewest_right_answers_comes_first)
{
	struct take_away_view view = table_of("1 2 3");
	static struct mk_advice advice;
	size_t fewest = SIZE_MAX;

	mk_advise(mk_game_find("take-away")->strategies, (const struct mk_view *)&view, &advice);
	cr_assert_eq(advice.count, 6);
	for (size_t i = 0; i < advice.count; i++) {
		size_t replies = take_away_replies(&view, advice.moves[i].move);

		cr_assert_eq(advice.moves[i].value, 0);
		fewest = replies < fewest ? replies : fewest;
	}
	cr_assert_eq(take_away_replies(&view, advice.moves[0].move), fewest);
}
