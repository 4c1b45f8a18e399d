/* The order of cards under the house's rules: tens of hearts, swines, hyperswines. */
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

enum { DDV, HOUSE, NO_NINES, NO_SWINES = DOKO_NO_SEAT };

static void set(struct doko_table *table, int preset, int type)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, 0);
	table->type = (uint8_t)type;
	table->soloist = doko_is_solo(type) ? 0 : DOKO_NO_SEAT;
	doko_table_lead(table);
}

static int winner(const struct doko_table *table, const char *text, bool last)
{
	uint8_t card[4];

	for (int i = 0; i < 4; i++) {
		card[i] = (uint8_t)doko_word(text + 3 * i);
	}
	return doko_best_card(table, card, 4, last);
}

/* ---- Tens of hearts ------------------------------------------------------------------------- */

Test(dullen, beat_each_other_as_the_rules_say)
{
	static const struct {
		bool dullen, second, not_last, first_with_swines, swines, last;
		int type;
		const char *cards;
		int winner;
	} rows[] = {
		{1, 0, 0, 0, 0, 0, DOKO_NORMAL, "CQ HT HT D9", 1},
		{1, 1, 0, 0, 0, 0, DOKO_NORMAL, "CQ HT HT D9", 2},
		{1, 1, 0, 0, 0, 0, DOKO_NORMAL, "HT CQ D9 D9", 0}, /* only one lies in the trick */
		{1, 1, 0, 0, 0, 1, DOKO_NORMAL, "CQ HT HT D9", 2},
		{1, 1, 1, 0, 0, 1, DOKO_NORMAL, "CQ HT HT D9", 1},
		{1, 1, 1, 0, 0, 0, DOKO_NORMAL, "CQ HT HT D9", 2},
		{1, 1, 0, 1, 0, 0, DOKO_NORMAL, "CQ HT HT D9", 2},
		{1, 1, 0, 1, 1, 0, DOKO_NORMAL, "CQ HT HT D9", 1},
		{1, 1, 0, 0, 1, 0, DOKO_NORMAL, "CQ HT HT D9", 2},
		{1, 1, 0, 0, 1, 0, DOKO_NORMAL, "DA HT HT D9", 0},
		{1, 1, 0, 0, 0, 0, DOKO_CLUBS_SOLO, "CA HT HT C9", 2},
		/* An ordinary heart where no suit is trump: the first is higher, the ace above it.
		 */
		{1, 1, 0, 0, 0, 0, DOKO_QUEENS_SOLO, "HT HT HK H9", 0},
		{1, 1, 0, 0, 0, 0, DOKO_TRUMPLESS_SOLO, "HT HA HT H9", 1},
		/* Without Dullen: hearts, and in a hearts solo trumps of their suit. */
		{0, 1, 0, 0, 0, 0, DOKO_NORMAL, "HT HA D9 H9", 2},
		{0, 1, 0, 0, 0, 0, DOKO_NORMAL, "HT HK HT H9", 0},
		{0, 1, 0, 0, 0, 0, DOKO_HEARTS_SOLO, "HT HK HT H9", 0},
		{0, 1, 0, 0, 0, 0, DOKO_HEARTS_SOLO, "HT DJ HT H9", 1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, HOUSE, rows[i].type);
		table.rules.of[DULLEN] = rows[i].dullen;
		table.rules.of[SECOND_DULLE] = rows[i].second;
		table.rules.of[SECOND_DULLE_NOT_LAST] = rows[i].not_last;
		table.rules.of[FIRST_DULLE_WITH_SWINES] = rows[i].first_with_swines;
		table.swines = rows[i].swines ? 0 : NO_SWINES;
		cr_expect_eq(
			winner(&table, rows[i].cards, rows[i].last), rows[i].winner, "row %zu", i);
	}
}

Test(dullen, are_in_the_last_trick_alone_the_other_way_round)
{
	struct doko_table table;

	set(&table, NO_NINES, DOKO_NORMAL);
	for (int i = 0; i < 9; i++) {
		for (int place = 0; place < 4; place++) {
			doko_table_play(&table, doko_word(i == 8 && place < 2 ? "HT" : "CK"));
		}
	}
	cr_assert_eq(table.turn, 1); /* the second of the ninth trick */
	for (int place = 0; place < 4; place++) {
		doko_table_play(&table, doko_word(place < 2 ? "HT" : "CK"));
	}
	cr_expect_eq(table.phase, DOKO_OVER);
	cr_expect_eq(table.leader[10], 1); /* the first of the tenth */
}

/* ---- Swines --------------------------------------------------------------------------------- */

Test(swines, lie_above_the_tens_and_hyperswines_above_them)
{
	static const struct {
		int preset, type;
		bool swines, hyperswines;
		const char *cards;
		int winner;
	} rows[] = {
		{HOUSE, DOKO_NORMAL, 0, 0, "DA HT D9 DK", 1},
		{HOUSE, DOKO_NORMAL, 1, 0, "D9 HT DA DA", 2},
		{HOUSE, DOKO_NORMAL, 1, 1, "DA HT D9 D9", 2},
		{HOUSE, DOKO_NORMAL, 1, 1, "DK HT DK CQ", 1},
		{NO_NINES, DOKO_NORMAL, 1, 1, "DA HT DK CQ", 2}, /* the kings */
		{HOUSE, DOKO_CLUBS_SOLO, 1, 1, "CA HT C9 DA", 2},
		{HOUSE, DOKO_CLUBS_SOLO, 1, 1, "DA D9 D9 DA", 0}, /* no trumps here */
		{HOUSE, DOKO_HEARTS_SOLO, 1, 0, "HT HT HA CQ", 2},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, rows[i].preset, rows[i].type);
		table.swines = rows[i].swines ? 0 : NO_SWINES;
		table.hyperswines = rows[i].hyperswines ? 1 : NO_SWINES;
		cr_expect_eq(winner(&table, rows[i].cards, false), rows[i].winner, "row %zu", i);
	}
}

Test(swines, are_announced_by_the_holder_of_both_if_the_rules_have_them)
{
	static const struct {
		int type, rule, value;
		const char *hand;
		bool may;
	} rows[] = {
		{DOKO_NORMAL, SWINES, 1, "DA DA CK", true},
		{DOKO_NORMAL, SWINES, 1, "DA DT CK", false},
		{DOKO_NORMAL, SWINES, 0, "DA DA CK", false},
		{DOKO_MARRIAGE, SWINES, 1, "DA DA CK", true},
		{DOKO_POVERTY, SWINES_IN_POVERTY, 1, "DA DA CK", true},
		{DOKO_POVERTY, SWINES_IN_POVERTY, 0, "DA DA CK", false},
		{DOKO_SPADES_SOLO, SWINES_IN_SOLO, 1, "SA SA CK", true},
		{DOKO_SPADES_SOLO, SWINES_IN_SOLO, 1, "DA DA CK", false},
		{DOKO_SPADES_SOLO, SWINES_IN_SOLO, 0, "SA SA CK", false},
		{DOKO_QUEENS_SOLO, SWINES_IN_SOLO, 1, "DA DA CK", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, HOUSE, rows[i].type);
		if (rows[i].type == DOKO_MARRIAGE || rows[i].type == DOKO_POVERTY) {
			table.soloist = 3;
		}
		table.rules.of[rows[i].rule] = (uint8_t)rows[i].value;
		cr_expect_eq(doko_may_announce_swines(&table, 1, doko_words(rows[i].hand)),
			rows[i].may, "row %zu", i);
	}
}

Test(swines, are_announced_before_the_own_first_card_or_before_the_first_of_them)
{
	struct doko_table table;

	for (int at_start = 0; at_start <= 1; at_start++) {
		set(&table, HOUSE, DOKO_NORMAL);
		table.rules.of[SWINES_AT_START] = (uint8_t)at_start;
		cr_expect(doko_may_announce_swines(&table, 0, doko_words("DA DA CK")));
		doko_table_play(&table, doko_word("D9"));
		cr_expect(doko_may_announce_swines(&table, 1, doko_words("DA DA CK")));
		cr_expect_eq(
			doko_may_announce_swines(&table, 0, doko_words("DA DA CK")), !at_start);
		doko_table_play(&table, doko_word("DA"));
		cr_expect_not(doko_may_announce_swines(&table, 1, doko_words("DA CK")));
		/* Of a hidden hand not more is known than that the other might be there. */
		cr_expect_not(doko_may_announce_swines(&table, 1, doko_words("DA DA")));
	}
}

Test(hyperswines, come_after_swines_and_from_another_seat_unless_joint)
{
	static const struct {
		int seat, swines, type, rule, value;
		const char *hand;
		bool may;
	} rows[] = {
		{1, 2, DOKO_NORMAL, HYPERSWINES, 1, "D9 D9", true},
		{1, NO_SWINES, DOKO_NORMAL, HYPERSWINES, 1, "D9 D9", false},
		{1, 2, DOKO_NORMAL, HYPERSWINES, 0, "D9 D9", false},
		{1, 2, DOKO_NORMAL, HYPERSWINES, 1, "D9 DK", false},
		{1, 2, DOKO_NORMAL, NINES, 0, "DK DK", true},
		{1, 1, DOKO_NORMAL, HYPERSWINES_JOINT, 0, "D9 D9 DA DA", false},
		{1, 1, DOKO_NORMAL, HYPERSWINES_JOINT, 1, "D9 D9 DA DA", true},
		{1, 2, DOKO_SPADES_SOLO, HYPERSWINES_IN_SOLO, 1, "S9 S9", true},
		{1, 2, DOKO_SPADES_SOLO, HYPERSWINES_IN_SOLO, 0, "S9 S9", false},
		{1, 2, DOKO_POVERTY, HYPERSWINES_IN_POVERTY, 1, "D9 D9", true},
		{1, 2, DOKO_POVERTY, HYPERSWINES_IN_POVERTY, 0, "D9 D9", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, HOUSE, rows[i].type == DOKO_POVERTY ? DOKO_NORMAL : rows[i].type);
		table.type = (uint8_t)rows[i].type;
		table.swines = (uint8_t)rows[i].swines;
		table.rules.of[rows[i].rule] = (uint8_t)rows[i].value;
		cr_expect_eq(doko_may_announce_hyperswines(
				     &table, rows[i].seat, doko_words(rows[i].hand)),
			rows[i].may, "row %zu", i);
	}
}

/* The file of house rules that the recorded games were played by has them in soli. */
Test(hyperswines, are_there_in_soli_of_the_house)
{
	cr_expect_eq(doko_presets[HOUSE].rules.value[HYPERSWINES_IN_SOLO], 1);
}
