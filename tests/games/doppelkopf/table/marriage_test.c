/* A marriage finds its partner, or doesn't: trick after trick for each way to ask. */
#include "games/doppelkopf/table/table.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

enum { DDV, HOUSE, NO_NINES, BRIDEGROOM = 0, ALONE = DOKO_NO_SEAT, OPEN = 9 };

static void marry(struct doko_table *table, int preset, int reservation)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, BRIDEGROOM);
	doko_table_reserve(table, reservation, 0);
	for (int i = 0; i < 3; i++) {
		doko_table_reserve(table, DOKO_HEALTHY, 0);
	}
	cr_assert_eq(table->type, DOKO_MARRIAGE);
}

static void play(struct doko_table *table, const char *text)
{
	for (; *text; text += text[2] ? 3 : 2) {
		doko_table_play(table, doko_word(text));
	}
}

/* Tricks, each lead by its winner before: the bridegroom, seat 0, leads the first. */
static const struct {
	int preset, asks;
	const char *tricks;
	int partner, clarified; /* ALONE; OPEN where it is not decided yet */
} rows[] = {
	/* The first that another wins, any colour, even of a ten of hearts. */
	{DDV, DOKO_MARRIAGE_FOREIGN, "CK CA C9 CT", 1, 1},
	{DDV, DOKO_MARRIAGE_FOREIGN, "DK DQ HT D9", 2, 1},
	{DDV, DOKO_MARRIAGE_FOREIGN, "CA CK C9 CT", OPEN, 0},
	{DDV, DOKO_MARRIAGE_FOREIGN, "CA CK C9 CT SA SK S9 S9", OPEN, 0},
	{DDV, DOKO_MARRIAGE_FOREIGN, "CA CK C9 CT SA SK S9 S9 SK ST ST SA", 3, 3},
	{DDV, DOKO_MARRIAGE_FOREIGN, "CA CK C9 CT SA SK S9 S9 HT CJ D9 CQ", ALONE, 3},
	{DDV, DOKO_MARRIAGE_FOREIGN, "CA CK C9 CT HT CJ D9 CQ HK HA H9 H9", 1, 3},
	/* A side suit; a trump trick that another wins decides nothing. */
	{HOUSE, DOKO_MARRIAGE_COLOUR, "DK DQ HT D9", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_COLOUR, "DK DQ HT D9 SK CK SA S9", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_COLOUR, "DK DQ HT D9 SK S9 S9 SA", 1, 2},
	{HOUSE, DOKO_MARRIAGE_COLOUR, "CK DJ C9 CT", 1, 1}, /* trumped */
	/* A named suit. */
	{HOUSE, DOKO_MARRIAGE_SPADES, "CK CA C9 CT", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_SPADES, "CK CA C9 CT SK SA S9 ST", 2, 2},
	{HOUSE, DOKO_MARRIAGE_HEARTS, "SK SA S9 ST HK HA H9 H9", 2, 2},
	{HOUSE, DOKO_MARRIAGE_CLUBS, "SK SA S9 ST CK C9 CA C9", 3, 2},
	/* A lead of the ten of hearts is no heart. */
	{HOUSE, DOKO_MARRIAGE_HEARTS, "CK C9 CA CT HT D9 D9 DK", OPEN, 0},
	/* Trumps. */
	{HOUSE, DOKO_MARRIAGE_TRUMPS, "CK CA C9 CT", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_TRUMPS, "CK CA C9 CT D9 DJ DQ HT", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_TRUMPS, "CK CA C9 CT D9 HT DQ DJ", 2, 2},
	/* Only within so many tricks: three without nines, six in the house. */
	{NO_NINES, DOKO_MARRIAGE_TRUMPS, "CK CA CT CT SK SA ST ST HK HA HK HA", ALONE, 3},
	{HOUSE, DOKO_MARRIAGE_TRUMPS, "CK CA C9 CT SK SA S9 ST HK HA H9 H9 C9 CT CK CA SK SA S9 ST",
		OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_TRUMPS,
		"CK CA C9 CT SK SA S9 ST HK HA H9 H9 C9 CT CK CA SK SA S9 ST HK HA D9 D9", ALONE,
		6},
	/* No heart is left to ask with. */
	{HOUSE, DOKO_MARRIAGE_HEARTS, "CK HA HA HK", OPEN, 0},
	{HOUSE, DOKO_MARRIAGE_HEARTS, "CK HA HA HK CK HK H9 H9", ALONE, 2},
};

static int state_of(const struct doko_table *table)
{
	return table->clarified ? table->partner : OPEN;
}

Test(marriage, finds_its_partner_by_the_trick_that_it_asks_for)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		marry(&table, rows[i].preset, rows[i].asks);
		play(&table, rows[i].tricks);
		cr_expect_eq(state_of(&table), rows[i].partner, "row %zu: %d", i, table.partner);
		cr_expect_eq(table.clarified, rows[i].clarified, "row %zu: %d", i, table.clarified);
	}
}

Test(marriage, without_a_partner_is_a_solo_that_is_not_mandatory)
{
	struct doko_table table;

	marry(&table, DDV, DOKO_MARRIAGE_FOREIGN);
	play(&table, "CA CK C9 CT SA SK S9 S9 HT CJ D9 CQ");
	cr_expect(doko_counts_as_solo(&table));
	cr_expect_eq(table.re, 1 << BRIDEGROOM);
	cr_expect_eq(table.contra, 14);
	cr_expect_not(table.duty);
}

/* The later it is clear, the more time is left: a trick more for each trick. */
Test(marriage, announcements_open_when_it_is_clear_and_close_later)
{
	static const struct {
		const char *tricks;
		unsigned before, after; /* levels of seat 1, then when it has played once more */
	} times[] = {
		{"CK CA C9 CT", 62, 0},
		{"CA CK C9 CT SK SA S9 ST", 62, 0},
		{"CA CK C9 CT SA SK S9 S9 SK SA ST ST", 62, 0},
		{"CA CK C9 CT SA SK S9 S9", 0, 0},
	};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct doko_table table;

		marry(&table, DDV, DOKO_MARRIAGE_FOREIGN);
		play(&table, times[i].tricks);
		cr_expect_eq(doko_allowed_levels(&table, 1, DOKO_RE), times[i].before, "%zu", i);
		play(&table, table.turn == 1 ? "HA" : "HK HA");
		cr_expect_eq(doko_allowed_levels(&table, 1, DOKO_RE), times[i].after, "%zu", i);
	}
}
