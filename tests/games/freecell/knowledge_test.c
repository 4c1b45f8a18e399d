/* Snapshots: the moves between two of them, contradictions, unreadable cards. */
#include "games/freecell/freecell.h"
#include "games/freecell/game.h"

#include <criterion/criterion.h>
#include <string.h>

static struct freecell_view view;
static struct freecell_view seen; /* the table that the snapshot shows */
static int unreadable;            /* the position whose third card, or front, cannot be read */
static struct mk_finding finding;
static struct mk_error error;

static void numbered_deal(void)
{
	memset(&view, 0, sizeof view);
	view.cells = CELLS;
	freecell_lay_out(&view, 1);
	seen = view;
	unreadable = -1;
	memset(&finding, 0, sizeof finding);
}

TestSuite(knowledge, .init = numbered_deal);

/* On the snapshot's table, as a player does it: any cell or empty column is right. */
static void play(unsigned from, unsigned to, unsigned count)
{
	struct mk_move move = freecell_move(&seen, from, to, count);

	cr_assert(freecell_allows(&seen, move), "%u>%u", from, to);
	freecell_play(&seen, move);
}

static enum mk_status show(const struct mk_move *suggested)
{
	struct mk_piles piles;

	mk_piles_of_view(&freecell_game, (const struct mk_view *)&seen, &piles);
	for (unsigned cell = 0; cell < CELLS; cell++) {
		piles.pile[FIRST_CELL + cell].card[0] = seen.cell[cell];
	}
	if (unreadable >= FIRST_FOUNDATION) {
		piles.pile[unreadable] = (struct mk_pile){.count = 1, .card = {MK_CARD_UNREADABLE}};
	} else if (unreadable >= 0) {
		piles.pile[unreadable].card[2] = MK_CARD_UNREADABLE;
	}
	return freecell_apply_snapshot((struct mk_view *)&view, (const struct mk_snapshot *)&piles,
		suggested, &finding, &error);
}

static int find_in_cells(mk_card card)
{
	return memchr(view.cell, card, sizeof view.cell) != NULL;
}

/* The snapshot is explained by so many moves, which lead to what it shows. */
static void assert_explained(enum mk_explanation explanation, unsigned moves)
{
	struct freecell_view before = view;

	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, explanation);
	cr_assert_eq(finding.move_count, moves);
	view.idle = seen.idle;
	cr_assert_arr_eq(&view, &seen, sizeof view);
	cr_assert_eq(freecell_apply_finding((struct mk_view *)&before, &finding, NULL), MK_OK);
	before.idle = view.idle;
	cr_assert_arr_eq(&before, &view, sizeof view);
}

Test(knowledge, the_same_table_is_unchanged)
{
	assert_explained(MK_UNCHANGED, 0);
}

Test(knowledge, one_move_is_found_whichever_cell_it_fills)
{
	play(0, FIRST_CELL + 2, 1);
	assert_explained(MK_OTHER_MOVE, 1);
	cr_assert_eq(finding.moves[0].move.to, FIRST_CELL + 2);
}

Test(knowledge, a_suggested_move_is_known_as_such)
{
	struct mk_move suggested = freecell_move(&view, 3, FIRST_CELL, 1);

	freecell_play(&seen, suggested);
	cr_assert_eq(show(&suggested), MK_OK);
	cr_assert_eq(finding.explanation, MK_SUGGESTED_MOVE);
}

/* Of cards that a move uncovers, too. */
Test(knowledge, several_moves_are_found_in_an_order_that_the_rules_allow)
{
	play(3, FIRST_CELL, 1);
	play(2, FIRST_CELL + 1, 1);
	play(2, FIRST_CELL + 3, 1);
	assert_explained(MK_SEVERAL_MOVES, 3);
}

Test(knowledge, cells_in_another_order_are_the_same_table)
{
	play(3, FIRST_CELL, 1);
	play(2, FIRST_CELL + 1, 1);
	cr_assert_eq(show(NULL), MK_OK);
	seen.cell[0] = view.cell[1];
	seen.cell[1] = view.cell[0];
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
}

/* Four suits from eight on lie in order: the player sweeps 24 cards up and takes one picture. */
Test(knowledge, any_number_of_cards_that_go_up_is_one_snapshot)
{
	memset(view.column, 0, sizeof view.column);
	memset(view.count, 0, sizeof view.count);
	memset(view.up, 7, sizeof view.up);
	for (unsigned i = 0; i < 24; i++) {
		view.column[i % 4][view.count[i % 4]++] = MK_CARD(13 - i / 4, i % 4);
	}
	seen = view;
	memset(seen.column, 0, sizeof seen.column);
	memset(seen.count, 0, sizeof seen.count);
	memset(seen.up, MK_KING, sizeof seen.up);
	assert_explained(MK_SEVERAL_MOVES, MK_MAX_FINDING_MOVES);
	cr_assert_eq(freecell_outcome((const struct mk_view *)&view), MK_WON);
}

/* Along whole games, a snapshot after every second and third move. */
Test(knowledge, games_are_followed_from_snapshot_to_snapshot)
{
	struct mk_solver *solver = freecell_solver.create(1 << 24);
	struct mk_solution solution;
	const struct mk_move *line;
	size_t length;

	for (uint32_t number = 1; number <= 40; number++) {
		struct freecell_view world = {.cells = CELLS};

		freecell_lay_out(&world, number);
		view = seen = world;
		freecell_solver.solve(solver, (const struct mk_world *)&world, 100000, &solution);
		length = freecell_solver.line(solver, &line);
		for (size_t i = 0; i < length; i++) {
			freecell_play(&seen, line[i]);
			if (i % (2 + number % 2) == 0) {
				cr_assert_eq(show(NULL), MK_OK, "%u: %zu", number, i);
				cr_assert_eq(memcmp(view.column, seen.column, sizeof view.column),
					0, "%u: %zu", number, i);
			}
		}
	}
	freecell_solver.destroy(solver);
}

/* ---- Unreadable cards ------------------------------------------------------------------------ */

Test(knowledge, a_card_that_cannot_be_read_is_where_it_was)
{
	unreadable = 4;
	play(3, FIRST_CELL, 1);
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert(mk_is_card(view.column[4][2]));
}

/* As long as the others are as before, and so many as there are cards. */
Test(knowledge, a_cell_that_cannot_be_read_holds_what_it_held_or_what_came)
{
	mk_card first, second;

	play(0, FIRST_CELL, 1);
	first = seen.cell[0];
	cr_assert_eq(show(NULL), MK_OK);
	seen.cell[0] = MK_CARD_UNREADABLE;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	second = freecell_front(&seen, 0);
	seen.column[0][--seen.count[0]] = MK_NO_CARD;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	seen.cell[3] = MK_CARD_UNREADABLE;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(find_in_cells(first) + find_in_cells(second), 2);
}

Test(knowledge, a_foundation_that_cannot_be_read_follows_from_the_other_cards)
{
	unreadable = FIRST_FOUNDATION + MK_HEARTS;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(view.up[MK_CLUBS], 0);
}

Test(knowledge, an_unexplained_snapshot_is_unclear_if_a_card_cannot_be_read)
{
	struct freecell_view before = view;

	unreadable = 4;
	seen.column[5][0] = MK_CARD(2, MK_CLUBS);
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 1);
	cr_assert_eq(finding.unreadable[0], 4);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

static void put(unsigned column, mk_card card)
{
	view.column[column][view.count[column]++] = card;
}

/* One red seven goes to the black eight and the other one to a cell, before the next snapshot. */
static void move_two_sevens(void)
{
	memset(view.column, 0, sizeof view.column);
	memset(view.count, 0, sizeof view.count);
	put(0, MK_CARD(7, MK_HEARTS));
	put(1, MK_CARD(7, MK_DIAMONDS));
	put(2, MK_CARD(13, MK_CLUBS));
	put(2, MK_CARD(8, MK_SPADES));
	seen = view;
	play(0, 2, 1);
	play(1, FIRST_CELL, 1);
}

Test(knowledge, moves_that_may_have_been_others_are_unclear)
{
	struct freecell_view before;

	move_two_sevens();
	before = view;
	unreadable = 2;
	seen.cell[0] = MK_CARD_UNREADABLE;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 2);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(knowledge, one_readable_card_of_two_says_which_moves_they_were)
{
	move_two_sevens();
	unreadable = 2;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert_eq(view.column[2][2], MK_CARD(7, MK_HEARTS));
	cr_assert_eq(find_in_cells(MK_CARD(7, MK_DIAMONDS)), 1);
}

Test(knowledge, a_game_begins_when_all_cards_were_read)
{
	memset(&view, 0, sizeof view);
	view.cells = CELLS;
	unreadable = 4;
	cr_assert_eq(show(NULL), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(view.known, 0);
	unreadable = -1;
	freecell_lay_out(memset(&seen, 0, sizeof seen), 1);
	seen.cells = CELLS;
	assert_explained(MK_FIRST, 0);
	cr_assert_eq(finding.revealed_count, MK_DECK);
}

/* ---- Contradictions ------------------------------------------------------------------------- */

Test(knowledge, a_snapshot_that_no_moves_lead_to_names_its_columns)
{
	struct freecell_view before = view;

	seen.column[1][3] = view.column[2][3];
	seen.column[2][3] = view.column[1][3];
	cr_assert_eq(show(NULL), MK_CONFLICT);
	cr_assert_eq(finding.explanation, MK_CONTRADICTION);
	cr_assert_eq(finding.conflict_count, 2);
	cr_assert_eq(finding.conflicts[0].position, 1);
	cr_assert_eq(finding.conflicts[0].seen, view.column[2][3]);
	cr_assert_eq(finding.conflicts[0].expected[0], view.column[1][3]);
	cr_assert_str_eq(error.where, "/columns/1");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* A front card is gone, and no cell and no foundation has it. */
Test(knowledge, a_card_that_vanished_from_a_column_is_a_contradiction)
{
	struct freecell_view before = view;

	seen.column[0][--seen.count[0]] = MK_NO_CARD;
	cr_assert_eq(show(NULL), MK_CONFLICT);
	cr_assert_eq(finding.explanation, MK_CONTRADICTION);
	cr_assert_str_eq(error.where, "/columns/0");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* The cell of the first card holds no other. */
Test(knowledge, a_card_that_vanished_beside_an_occupied_cell_is_a_contradiction)
{
	struct freecell_view before;

	play(0, FIRST_CELL, 1);
	cr_assert_eq(show(NULL), MK_OK);
	before = view;
	seen.column[0][--seen.count[0]] = MK_NO_CARD;
	cr_assert_eq(show(NULL), MK_CONFLICT);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(knowledge, a_card_that_vanished_from_a_cell_is_a_contradiction)
{
	struct freecell_view before;

	play(0, FIRST_CELL, 1);
	play(1, FIRST_CELL + 1, 1);
	cr_assert_eq(show(NULL), MK_OK);
	before = view;
	seen.cell[1] = MK_NO_CARD;
	cr_assert_eq(show(NULL), MK_CONFLICT);
	cr_assert_eq(finding.conflict_count, 1);
	cr_assert_eq(finding.conflicts[0].position, FIRST_CELL + 1);
	cr_assert(finding.conflicts[0].counted);
	cr_assert_eq(finding.conflicts[0].seen_count, 0);
	cr_assert_eq(finding.conflicts[0].likely_count, 1);
	cr_assert_str_eq(error.where, "/cells/1");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* Whose columns and cells are as they were. */
Test(knowledge, a_foundation_that_lost_a_card_is_a_contradiction)
{
	struct freecell_view before;

	memset(&view, 0, sizeof view);
	view.known = 1;
	view.cells = CELLS;
	memset(view.up, MK_KING, sizeof view.up);
	view.up[MK_SPADES] = MK_KING - 1;
	view.cell[0] = MK_CARD(MK_KING, MK_SPADES);
	seen = before = view;
	seen.up[MK_HEARTS] = 0;
	cr_assert_eq(show(NULL), MK_CONFLICT);
	cr_assert_str_eq(error.where, "/foundations/2");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(knowledge, a_beginning_without_a_card_is_refused_with_its_name)
{
	memset(&view, 0, sizeof view);
	view.cells = CELLS;
	seen.column[0][--seen.count[0]] = MK_NO_CARD;
	cr_assert_eq(show(NULL), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "wrong_deck");
	cr_assert(strstr(error.detail, mk_card_name(MK_ENGLISH, mk_card_read("6S", 2))));
	cr_assert_eq(view.known, 0);
}

Test(knowledge, a_finding_that_was_never_made_is_refused)
{
	struct mk_finding false_ones[4] = {
		{.explanation = MK_OTHER_MOVE, .counted_count = 4, .counted = {1}},
		{.explanation = MK_OTHER_MOVE,
			.move_count = 1,
			.moves = {{.move = freecell_move(&view, 0, 1, 1)}},
			.counted_count = 4},
		{.explanation = MK_FIRST, .counted_count = 4},
		{.explanation = MK_UNCHANGED + 1, .counted_count = 4, .counted = {1}},
	};

	for (int i = 0; i < 4; i++) {
		struct freecell_view before = view;

		cr_expect_eq(
			freecell_apply_finding((struct mk_view *)&view, &false_ones[i], &error),
			MK_IMPOSSIBLE, "%d", i);
		cr_expect_arr_eq(&view, &before, sizeof view);
	}
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A table with these cards in the cells; 0: none. The cards come from the columns' fronts. */
static enum mk_status set_table_of_two_cells(const unsigned cells[], unsigned count)
{
	struct mk_piles piles;

	view.cells = 2;
	for (unsigned i = 0; i < count; i++) {
		play(i, FIRST_CELL + cells[i], 1);
	}
	mk_piles_of_view(&freecell_game, (const struct mk_view *)&seen, &piles);
	return freecell_set_table((struct mk_view *)&view, &piles, &error);
}

Test(knowledge, a_table_has_no_more_cards_in_cells_than_the_rules_have_cells)
{
	cr_assert_eq(set_table_of_two_cells((const unsigned[]){0, 1, 2}, 3), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "too_many_cells");
	cr_assert_str_eq(error.where, "/cells");
}

Test(knowledge, cards_in_other_cells_than_the_rules_have_lie_in_those_that_are_empty)
{
	cr_assert_eq(set_table_of_two_cells((const unsigned[]){1, 3}, 2), MK_OK);
	cr_assert_eq(view.cell[1], seen.cell[1]);
	cr_assert_eq(view.cell[0], seen.cell[3]);
	cr_assert_eq(view.cell[3], MK_NO_CARD);
}
