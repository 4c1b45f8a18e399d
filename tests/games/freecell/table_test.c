/* The rules: deals by number, what a move may carry, and the end. */
#include "games/freecell/table.h"

#include <criterion/criterion.h>
#include <string.h>

static struct freecell_view empty_table(void)
{
	return (struct freecell_view){.cells = CELLS, .known = 1};
}

static struct freecell_view numbered(uint32_t number)
{
	struct freecell_view view = {.cells = CELLS};

	freecell_lay_out(&view, number);
	return view;
}

/* Lays the cards of `text`, "KS QH", on a column, the last one in front. */
static void lay(struct freecell_view *view, unsigned column, const char *text)
{
	for (; *text; text += text[2] ? 3 : 2) {
		view->column[column][view->count[column]++] = mk_card_read(text, 2);
	}
}

/* The deal row by row, as published lists of deals have it. */
static void assert_rows(uint32_t number, const char *rows)
{
	struct freecell_view view = numbered(number);

	for (unsigned i = 0; i < MK_DECK; i++) {
		mk_card card = mk_card_read(rows + (size_t)3 * i, 2);

		cr_expect_eq(
			view.column[i % COLUMNS][i / COLUMNS], card, "card %u of %u", i, number);
	}
}

Test(table, a_deal_has_the_cards_that_its_number_has_in_microsoft_freecell)
{
	assert_rows(1, "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C "
		       "4C 5C TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC "
		       "6S 9C 2H 6H");
	assert_rows(617, "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC "
			 "KD 5H 9S 3C 8S 7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH "
			 "JD KS KC 4H");
}

Test(table, every_number_deals_one_deck)
{
	for (uint32_t number = 1; number <= 1000; number++) {
		struct freecell_view view = numbered(number * 2147483U);

		cr_assert_eq(freecell_wrong_card(&view), MK_NO_CARD, "%u", number);
	}
}

Test(table, a_missing_card_and_one_that_is_there_twice_are_named)
{
	struct freecell_view view = numbered(1);

	view.count[0]--;
	cr_assert_eq(freecell_wrong_card(&view), mk_card_read("6S", 2));
	view.column[0][view.count[0]++] = mk_card_read("6H", 2);
	cr_assert_eq(freecell_wrong_card(&view), mk_card_read("6H", 2));
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* The longest part of column 0 that may go to column 1. */
static unsigned longest_to(const struct freecell_view *view, unsigned to)
{
	unsigned longest = 0;

	for (unsigned count = 1; count <= view->count[0]; count++) {
		if (freecell_allows(view, freecell_move(view, 0, to, count))) {
			longest = count;
		}
	}
	return longest;
}

/* Column 0 has a run of nine cards; `filled` columns and `taken` cells are occupied. */
static struct freecell_view with_room(unsigned filled, unsigned taken)
{
	struct freecell_view view = empty_table();

	lay(&view, 0, "KS QH JS TH 9S 8H 7S 6H 5S");
	for (unsigned column = 1; column <= filled; column++) {
		lay(&view, column, "2C");
	}
	for (unsigned cell = 0; cell < taken; cell++) {
		view.cell[cell] = MK_CARD(MK_KING, MK_CLUBS);
	}
	return view;
}

Test(table, a_run_is_as_long_as_cells_and_empty_columns_allow)
{
	static const struct {
		unsigned filled, taken, longest;
	} rows[] = {{6, 4, 1}, {6, 3, 2}, {6, 0, 5}, {5, 4, 2}, {5, 3, 4}, {5, 0, 9}, {4, 4, 4},
		{4, 3, 8}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct freecell_view view = with_room(rows[i].filled, rows[i].taken);

		cr_expect_eq(longest_to(&view, COLUMNS - 1), rows[i].longest, "row %zu", i);
	}
}

Test(table, onto_a_card_an_empty_column_counts_twice_over)
{
	struct freecell_view view = with_room(6, 4);

	memset(view.column[1], 0, sizeof view.column[1]);
	view.count[1] = 0;
	lay(&view, 1, "7D");
	view.column[0][7] = MK_CARD(6, MK_CLUBS);
	view.column[0][8] = MK_CARD(5, MK_DIAMONDS);
	cr_expect_eq(longest_to(&view, 1), 2);
	lay(&view, 7, "2C");
	cr_expect_eq(longest_to(&view, 1), 0);
}

Test(table, columns_are_built_in_alternating_colours_or_in_suit)
{
	struct freecell_view view = empty_table();

	lay(&view, 0, "8H");
	lay(&view, 1, "9S");
	lay(&view, 2, "9D");
	lay(&view, 3, "9H");
	cr_expect(freecell_allows(&view, freecell_move(&view, 0, 1, 1)));
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 0, 2, 1)));
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 0, 3, 1)));
	view.in_suit = 1;
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 0, 1, 1)));
	cr_expect(freecell_allows(&view, freecell_move(&view, 0, 3, 1)));
}

Test(table, foundations_are_built_up_in_suit_from_the_ace)
{
	struct freecell_view view = empty_table();

	lay(&view, 0, "2S");
	lay(&view, 1, "AS");
	cr_expect_not(
		freecell_allows(&view, freecell_move(&view, 0, FIRST_FOUNDATION + MK_SPADES, 1)));
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 1, FIRST_FOUNDATION, 1)));
	freecell_play(&view, freecell_move(&view, 1, FIRST_FOUNDATION + MK_SPADES, 1));
	cr_expect(freecell_allows(&view, freecell_move(&view, 0, FIRST_FOUNDATION + MK_SPADES, 1)));
}

Test(table, fewer_cells_hold_fewer_cards)
{
	struct freecell_view view = numbered(1);

	view.cells = 1;
	cr_expect(freecell_allows(&view, freecell_move(&view, 0, FIRST_CELL, 1)));
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 0, FIRST_CELL + 1, 1)));
	freecell_play(&view, freecell_move(&view, 0, FIRST_CELL, 1));
	cr_expect_not(freecell_allows(&view, freecell_move(&view, 1, FIRST_CELL, 1)));
}

/* ---- Listed moves --------------------------------------------------------------------------- */

/* Whether the list has the move or one to an equal target. */
static bool is_listed(const struct freecell_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = freecell_moves((const struct mk_view *)view, moves);
	struct freecell_view after = *view, other;

	freecell_play(&after, move);
	for (size_t i = 0; i < count; i++) {
		other = *view;
		freecell_play(&other, moves[i]);
		if (moves[i].from == move.from && moves[i].cut == move.cut &&
			moves[i].kind == move.kind &&
			(moves[i].to == move.to || view->count[move.to % COLUMNS] == 0 ||
				move.kind == TO_CELL)) {
			return true;
		}
	}
	return false;
}

/* Every move that is allowed, except of whole columns to empty ones. */
static void assert_all_listed(const struct freecell_view *view)
{
	for (unsigned from = 0; from < FIRST_FOUNDATION; from++) {
		unsigned whole =
			from < FIRST_CELL ? view->count[from] : view->cell[from - FIRST_CELL] > 0;

		for (unsigned to = 0; to < POSITIONS; to++) {
			for (unsigned count = 1; count <= whole; count++) {
				struct mk_move move = freecell_move(view, from, to, count);
				bool is_idle = from < COLUMNS && to < COLUMNS && count == whole &&
					       view->count[to] == 0;

				if (freecell_allows(view, move) && !is_idle) {
					cr_assert(
						is_listed(view, move), "%u>%u %u", from, to, count);
				}
			}
		}
	}
}

Test(table, every_allowed_move_is_listed_once)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 1, 0);
	for (uint32_t number = 1; number <= 300; number++) {
		struct freecell_view view = numbered(number);
		struct mk_move moves[MK_MAX_MOVES];
		size_t count;

		for (int i = 0; i < 60; i++) {
			count = freecell_moves((const struct mk_view *)&view, moves);
			for (size_t a = 0; a < count; a++) {
				cr_assert(freecell_allows(&view, moves[a]));
				for (size_t b = 0; b < a; b++) {
					cr_assert_neq(
						memcmp(&moves[a], &moves[b], sizeof *moves), 0);
				}
			}
			assert_all_listed(&view);
			if (count == 0) {
				break;
			}
			freecell_play(&view, moves[mk_rng_below(&rng, (uint32_t)count)]);
			cr_assert_eq(freecell_wrong_card(&view), MK_NO_CARD);
		}
	}
}

/* ---- The end -------------------------------------------------------------------------------- */

Test(table, a_game_is_won_with_all_cards_up_and_lost_without_a_move)
{
	struct freecell_view view = {.cells = 1};

	cr_expect_eq(freecell_outcome((struct mk_view *)&view), MK_WAITING);
	view.known = 1;
	memset(view.up, MK_KING, sizeof view.up);
	cr_expect_eq(freecell_outcome((struct mk_view *)&view), MK_WON);
	view.up[MK_CLUBS] = 0;
	for (unsigned column = 0; column < COLUMNS; column++) {
		view.column[column][0] = MK_CARD(column + 3, MK_CLUBS);
		view.count[column] = 1;
	}
	view.cell[0] = MK_CARD(2, MK_CLUBS);
	view.in_suit = 1;
	cr_expect_eq(freecell_outcome((struct mk_view *)&view), MK_PLAYING);
	view.column[0][0] = MK_CARD(12, MK_CLUBS);
	view.column[2][0] = MK_CARD(13, MK_SPADES);
	view.in_suit = 0;
	cr_expect_eq(freecell_outcome((struct mk_view *)&view), MK_LOST);
}
