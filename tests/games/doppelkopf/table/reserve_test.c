/* The reservation round: what a hand may say, and whose game is played. */
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

enum { DDV, HOUSE, NO_NINES };
#define BIT(reservation) (1u << (reservation))

static void begin(struct doko_table *table, int preset, int first)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, first);
}

static bool may(const struct doko_table *table, const char *hand, int reservation)
{
	return doko_reservations(table, 0, doko_words(hand)) & BIT(reservation);
}

/* ---- Throwing ------------------------------------------------------------------------------- */

Test(throwing, is_for_the_hands_that_the_rules_name)
{
	static const struct {
		int rule, value;
		const char *hand;
		bool may;
	} rows[] = {
		{THROW_NINES, 5, "C9 C9 S9 S9 H9 CQ SQ HQ DQ CJ SJ HJ", true},
		{THROW_NINES, 5, "C9 C9 S9 S9 CQ CQ SQ HQ DQ CJ SJ HJ", false},
		{THROW_NINES, 0, "C9 C9 S9 S9 H9 H9 D9 D9 DQ CJ SJ HJ", false},
		{THROW_KINGS, 6, "CK CK SK SK HK HK CQ SQ HQ DQ CJ SJ", true},
		{THROW_KINGS, 6, "CK CK SK SK HK CQ CQ SQ HQ DQ CJ SJ", false},
		{THROW_KINGS, 5, "CK CK SK SK DK CQ CQ SQ HQ DQ CJ SJ", true}, /* trumps, too */
		{THROW_NINES_AND_KINGS, 7, "CK CK SK SK C9 C9 S9 SQ HQ DQ CJ SJ", true},
		{THROW_NINES_AND_KINGS, 7, "CK CK SK SK C9 C9 SQ SQ HQ DQ CJ SJ", false},
		{THROW_CARD_POINTS, 70, "CA CA SA SA HA HA CJ CJ SJ SJ HQ D9", true},  /* 77 */
		{THROW_CARD_POINTS, 70, "CA CA SA SA HA HA CK D9 D9 H9 H9 C9", true},  /* 70 */
		{THROW_CARD_POINTS, 70, "CA CA SA SA HA HA CQ D9 D9 H9 H9 C9", false}, /* 69 */
		{THROW_FOX_HIGHEST, 1, "DA DT D9 CA CA CT SA SA ST HA HA HK", true},
		{THROW_FOX_HIGHEST, 1, "DA DJ D9 CA CA CT SA SA ST HA HA HK", false},
		{THROW_FOX_HIGHEST, 1, "DA HT D9 CA CA CT SA SA ST HA HA HK", false},
		{THROW_FOX_HIGHEST, 1, "DT DT D9 CA CA CT SA SA ST HA HA HK", false}, /* none */
		{THROW_ONE_TRUMP, 1, "CQ CA CA CT CT SA SA ST ST HA HA HK", true},
		{THROW_ONE_TRUMP, 1, "HK CA CA CT CT SA SA ST ST HA HA HK", true},
		{THROW_ONE_TRUMP, 1, "CQ D9 CA CT CT SA SA ST ST HA HA HK", false},
		{THROW_ONE_TRUMP, 1, "CQ HT CA CT CT SA SA ST ST HA HA HK", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		begin(&table, DDV, 0);
		table.rules.of[rows[i].rule] = (uint8_t)rows[i].value;
		cr_expect_eq(
			may(&table, rows[i].hand, DOKO_RESERVE_THROW), rows[i].may, "row %zu", i);
	}
}

Test(throwing, ends_the_deal_for_the_same_dealer)
{
	struct doko_table table;

	begin(&table, HOUSE, 2);
	doko_table_reserve(&table, DOKO_RESERVE_THROW, 0);
	for (int i = 0; i < 3; i++) {
		doko_table_reserve(&table, DOKO_HEALTHY, 0);
	}
	cr_expect_eq(table.type, DOKO_THROWN);
	cr_expect_eq(table.phase, DOKO_OVER);
	cr_expect_eq(table.first, 2);
}

/* ---- Marriages, poverties, soli ------------------------------------------------------------- */

Test(reservations, are_those_of_the_hand_and_of_the_rules)
{
	static const struct {
		int preset;
		const char *hand;
		int reservation;
		bool may;
	} rows[] = {
		{DDV, "CQ CQ DA", DOKO_MARRIAGE_FOREIGN, true},
		{DDV, "CQ SQ DA", DOKO_MARRIAGE_FOREIGN, false},
		{DDV, "CQ CQ DA", DOKO_HEALTHY, true}, /* a silent solo */
		{DDV, "CQ CQ DA", DOKO_MARRIAGE_TRUMPS, false},
		{HOUSE, "CQ CQ DA", DOKO_MARRIAGE_TRUMPS, true},
		{HOUSE, "CQ CQ DA", DOKO_MARRIAGE_HEARTS, true},
		{HOUSE, "CQ CQ DA", DOKO_MARRIAGE_COLOUR, true},
		{DDV, "D9 CA SA", DOKO_RESERVE_POVERTY, false},
		{HOUSE, "D9 HT CQ", DOKO_RESERVE_POVERTY, true}, /* three trumps */
		{HOUSE, "D9 HT CQ SQ", DOKO_RESERVE_POVERTY, false},
		{HOUSE, "DA DA CQ SQ", DOKO_RESERVE_POVERTY, false},
		{DDV, "D9", DOKO_RESERVE_SOLO + 6, true},  /* meatless */
		{DDV, "D9", DOKO_RESERVE_SOLO + 7, false}, /* kings */
		{HOUSE, "D9", DOKO_RESERVE_SOLO + 7, true},
		{NO_NINES, "DK", DOKO_RESERVE_SOLO + 11, true}, /* Köhler */
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		begin(&table, rows[i].preset, 0);
		cr_expect_eq(
			may(&table, rows[i].hand, rows[i].reservation), rows[i].may, "row %zu", i);
	}
}

Test(poverty, may_leave_foxes_out_and_gives_its_trumps)
{
	static const struct {
		bool without_foxes, only_trumps, may;
		const char *hand;
		int cards;
	} rows[] = {
		{0, 0, true, "CQ D9 CA CA", 3}, /* filled up */
		{0, 1, true, "CQ D9 CA CA", 2},
		{0, 1, true, "HK CA", 0},
		{1, 0, true, "DA DA CQ D9 HT", 5},
		{1, 1, true, "DA DA CQ D9 HT", 5},
		{1, 0, false, "DA CQ D9 HT DJ", 5},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		begin(&table, HOUSE, 0);
		table.rules.of[POVERTY_WITHOUT_FOXES] = rows[i].without_foxes;
		table.rules.of[POVERTY_ONLY_TRUMP] = rows[i].only_trumps;
		cr_expect_eq(
			may(&table, rows[i].hand, DOKO_RESERVE_POVERTY), rows[i].may, "%zu", i);
		cr_expect_eq(doko_cards_to_shift(&table.rules, doko_words(rows[i].hand)),
			rows[i].cards, "row %zu", i);
	}
}

/* Clockwise the others are asked; the taker gives as many back; without a taker there is a new
 * deal. */
Test(poverty, is_offered_in_turn)
{
	for (int refusals = 0; refusals <= 3; refusals++) {
		struct doko_table table;

		begin(&table, HOUSE, 0);
		for (int seat = 0; seat < 4; seat++) {
			doko_table_reserve(&table, seat == 1 ? DOKO_RESERVE_POVERTY : DOKO_HEALTHY,
				seat == 1 ? 3 : 0);
		}
		for (int i = 0; i < 3; i++) {
			cr_assert_eq(table.phase, DOKO_SHIFTING);
			doko_table_pass(&table);
		}
		for (int i = 0; i < refusals; i++) {
			cr_expect_eq(table.turn, (2 + i) & 3);
			doko_table_take(&table, false);
		}
		if (refusals == 3) {
			cr_expect_eq(table.type, DOKO_THROWN);
			continue;
		}
		doko_table_take(&table, true);
		for (int i = 0; i < 3; i++) {
			cr_expect_eq(table.phase, DOKO_RETURNING);
			doko_table_return(&table, i == 0);
		}
		cr_expect_eq(table.phase, DOKO_PLAYING);
		cr_expect_eq(table.turn, 0); /* left of the dealer */
		cr_expect_eq(table.re, 1 << 1 | 1 << ((2 + refusals) & 3));
		cr_expect_eq(table.returned_trumps, 1);
	}
}

/* ---- Whose game ----------------------------------------------------------------------------- */

enum { CLUBS = DOKO_RESERVE_SOLO, QUEENS = DOKO_RESERVE_SOLO + 4, WEDDING = DOKO_MARRIAGE_FOREIGN };

Test(round, is_won_by_the_strongest_reservation)
{
	static const struct {
		int said[4], owed; /* from seat 2, which speaks first */
		int rule;          /* that is changed, or -1 */
		int type, soloist, turn;
	} rows[] = {
		{{0, 0, 0, 0}, 15, -1, DOKO_NORMAL, DOKO_NO_SEAT, 2},
		{{0, WEDDING, 0, 0}, 15, -1, DOKO_MARRIAGE, 3, 2},
		{{WEDDING, 0, 0, QUEENS}, 0, -1, DOKO_QUEENS_SOLO, 1, 2}, /* he need not lead */
		{{WEDDING, 0, 0, QUEENS}, 2, -1, DOKO_QUEENS_SOLO, 1, 1}, /* a mandatory one does */
		{{WEDDING, 0, 0, QUEENS}, 2, DUTY_LEADS, DOKO_QUEENS_SOLO, 1,
			2},                                            /* unless so ruled */
		{{CLUBS, QUEENS, 0, 0}, 0, -1, DOKO_CLUBS_SOLO, 2, 2}, /* the first of equals */
		{{CLUBS, QUEENS, 0, 0}, 15, -1, DOKO_CLUBS_SOLO, 2, 2},
		{{CLUBS, QUEENS, 0, 0}, 8, -1, DOKO_QUEENS_SOLO, 3,
			3}, /* mandatory before others */
		{{0, QUEENS, 0, 0}, 0, SOLO_LEADS, DOKO_QUEENS_SOLO, 3, 3},
		{{WEDDING, DOKO_RESERVE_POVERTY, 0, 0}, 0, -1, DOKO_POVERTY, 3, 3},
		{{WEDDING, DOKO_RESERVE_POVERTY, 0, 0}, 0, MARRIAGE_BEFORE_POVERTY, DOKO_MARRIAGE,
			2, 2},
		{{0, 0, DOKO_RESERVE_POVERTY, QUEENS}, 0, -1, DOKO_QUEENS_SOLO, 1, 2},
		{{0, 0, DOKO_RESERVE_THROW, QUEENS}, 0, -1, DOKO_QUEENS_SOLO, 1, 2},
		{{0, 0, DOKO_RESERVE_THROW, QUEENS}, 0, THROW_BEFORE_SOLO, DOKO_THROWN, 0,
			DOKO_NO_SEAT},
		{{0, DOKO_RESERVE_POVERTY, DOKO_RESERVE_THROW, 0}, 0, -1, DOKO_THROWN, 0,
			DOKO_NO_SEAT},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		begin(&table, DDV, 2);
		table.owed = (uint8_t)rows[i].owed;
		if (rows[i].rule >= 0) {
			table.rules.of[rows[i].rule] = !table.rules.of[rows[i].rule];
		}
		for (int k = 0; k < 4; k++) {
			int said = rows[i].said[k];

			doko_table_reserve(&table, said, said == DOKO_RESERVE_POVERTY ? 3 : 0);
		}
		cr_expect_eq(table.type, rows[i].type, "row %zu", i);
		cr_expect_eq(table.soloist, rows[i].soloist, "row %zu", i);
		cr_expect_eq(table.turn, rows[i].turn, "row %zu", i);
	}
}

Test(round, is_left_out_when_a_mandatory_solo_is_due)
{
	struct doko_table table;

	begin(&table, DDV, 1);
	table.owed = 8;
	table.forced = 3;
	table.turn = 3;
	/* Neither healthy nor a marriage. */
	cr_expect_eq(doko_reservations(&table, 3, doko_words("CQ CQ")) & (BIT(CLUBS) - 1), 0);
	doko_table_reserve(&table, QUEENS, 0);
	cr_expect_eq(table.phase, DOKO_PLAYING);
	cr_expect_eq(table.type, DOKO_QUEENS_SOLO);
	cr_expect_eq(table.turn, 3);
	cr_expect(table.duty);
}
