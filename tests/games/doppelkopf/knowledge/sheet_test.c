/* From game to game: mandatory soli, Bock games, the pot, and when a party is over. */
#include "games/doppelkopf/knowledge/view.h"

#include <criterion/criterion.h>
#include <string.h>

enum { DDV, HOUSE, RE_ARE_TWO = 3, RE_IS_ONE = 1 };

static struct doko_rules rules_of(int preset)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	return rules;
}

/* The next game of the party, `re` card points for re; a solo is that of the seat `soloist`. */
static void add(struct doko_sheet *sheet, const struct doko_rules *rules, int soloist, int re)
{
	struct doko_table table;
	int seat = soloist == DOKO_NO_SEAT ? 0 : soloist;

	doko_table_begin(&table, rules, sheet->first);
	doko_sheet_deal(sheet, &table);
	table.type = soloist == DOKO_NO_SEAT ? DOKO_NORMAL : DOKO_QUEENS_SOLO;
	table.soloist = (uint8_t)soloist;
	table.duty = soloist != DOKO_NO_SEAT && (table.owed >> soloist & 1);
	table.augen[seat] = (uint8_t)re;
	table.augen[(seat + 2) & 3] = (uint8_t)(240 - re);
	table.won[seat] = re ? 6 : 0;
	table.won[(seat + 2) & 3] = re ? 6 : 12;
	doko_table_end(&table);
	doko_sheet_add(sheet, &table, soloist == DOKO_NO_SEAT ? RE_ARE_TWO : 1u << soloist);
}

static struct doko_table next_of(const struct doko_sheet *sheet, const struct doko_rules *rules)
{
	struct doko_table table;

	doko_table_begin(&table, rules, sheet->first);
	doko_sheet_deal(sheet, &table);
	return table;
}

/* ---- Mandatory soli ------------------------------------------------------------------------- */

Test(soli, leave_the_deal_where_it_is_when_they_are_mandatory)
{
	struct doko_rules rules = rules_of(DDV);
	struct doko_sheet sheet;

	doko_sheet_begin(&sheet, &rules, 1);
	add(&sheet, &rules, DOKO_NO_SEAT, 130);
	cr_expect_eq(sheet.first, 2);
	add(&sheet, &rules, 0, 130); /* his mandatory one */
	cr_expect_eq(sheet.first, 2);
	cr_expect_eq(sheet.owes[0], 0);
	add(&sheet, &rules, 0, 130); /* one that he need not play */
	cr_expect_eq(sheet.first, 3);
	cr_expect_eq(next_of(&sheet, &rules).owed, 14);
}

Test(soli, are_due_when_no_more_games_are_left)
{
	struct doko_rules rules = rules_of(DDV);
	struct doko_sheet sheet;

	rules.of[GAMES] = 5;
	doko_sheet_begin(&sheet, &rules, 2);
	cr_expect_eq(next_of(&sheet, &rules).forced, DOKO_NO_SEAT);
	add(&sheet, &rules, DOKO_NO_SEAT, 130);
	for (int seat = 3; seat < 7; seat++) { /* from the dealer's left on */
		struct doko_table table = next_of(&sheet, &rules);

		cr_assert_not(doko_sheet_is_full(&sheet, &rules));
		cr_expect_eq(table.forced, seat & 3);
		cr_expect_eq(table.turn, seat & 3);
		add(&sheet, &rules, seat & 3, 130);
		cr_expect_eq(sheet.first, (seat + 1) & 3,
			"after a mandatory solo the deal order continues");
	}
	cr_expect(doko_sheet_is_full(&sheet, &rules));
}

Test(soli, are_due_after_the_pot_is_empty)
{
	struct doko_rules rules = rules_of(DDV);
	struct doko_sheet sheet;

	rules.of[GAMES] = 0;
	rules.of[POINTS] = 3;
	doko_sheet_begin(&sheet, &rules, 0);
	add(&sheet, &rules, 2, 130);            /* 1 */
	add(&sheet, &rules, DOKO_NO_SEAT, 110); /* 1 and against the old */
	for (int i = 0; i < 3; i++) {
		int forced = next_of(&sheet, &rules).forced;

		cr_assert_not(doko_sheet_is_full(&sheet, &rules));
		cr_assert_neq(forced, DOKO_NO_SEAT);
		cr_assert_neq(forced, 2);
		add(&sheet, &rules, forced, 130);
	}
	cr_expect(doko_sheet_is_full(&sheet, &rules));
}

Test(pot, ends_a_party_without_mandatory_soli_at_once)
{
	struct doko_rules rules = rules_of(HOUSE);
	struct doko_sheet sheet;

	rules.of[GAMES] = 0;
	rules.of[BOCK] = 1;
	rules.of[POINTS] = 4;
	doko_sheet_begin(&sheet, &rules, 0);
	add(&sheet, &rules, DOKO_NO_SEAT, 185); /* 1, below 90, below 60 */
	cr_expect_not(doko_sheet_is_full(&sheet, &rules));
	add(&sheet, &rules, 1, 130); /* a solo takes its value once */
	cr_expect_eq(sheet.spent, 4);
	cr_expect(doko_sheet_is_full(&sheet, &rules));
}

Test(thrown, deals_leave_everything_as_it_was)
{
	struct doko_rules rules = rules_of(HOUSE);
	struct doko_sheet sheet, before;
	struct doko_table table;

	doko_sheet_begin(&sheet, &rules, 3);
	add(&sheet, &rules, DOKO_NO_SEAT, 120); /* Bock games */
	before = sheet;
	table = next_of(&sheet, &rules);
	table.type = DOKO_THROWN;
	doko_table_end(&table);
	doko_sheet_add(&sheet, &table, 0);
	cr_expect_arr_eq(&sheet, &before, sizeof sheet);
}

/* ---- Bock ----------------------------------------------------------------------------------- */

/* The factors of the next games, as digits; 1 where they count once. */
static void check_bock(const struct doko_sheet *sheet, const char *wanted)
{
	char found[10] = "";

	for (size_t i = 0; i < strlen(wanted); i++) {
		found[i] = (char)('0' + (sheet->bock[i] ? sheet->bock[i] : 1));
	}
	cr_expect_str_eq(found, wanted);
}

Test(bock, multiplies_the_next_four_games_and_those_that_run)
{
	struct doko_rules rules = rules_of(HOUSE);
	struct doko_sheet sheet;

	doko_sheet_begin(&sheet, &rules, 0);
	add(&sheet, &rules, DOKO_NO_SEAT, 130);
	check_bock(&sheet, "11111");
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	check_bock(&sheet, "22221");
	add(&sheet, &rules, DOKO_NO_SEAT, 130);
	cr_expect_eq(sheet.row[2].value, 2);
	check_bock(&sheet, "22211");
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	check_bock(&sheet, "442211"); /* two of the four were left */
}

Test(bock, may_be_queued)
{
	struct doko_rules rules = rules_of(HOUSE);
	struct doko_sheet sheet;

	rules.of[BOCK_APPEND] = 1;
	doko_sheet_begin(&sheet, &rules, 0);
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	check_bock(&sheet, "222222211"); /* three are left, four follow */
}

Test(bock, ends_with_the_party)
{
	struct doko_rules rules = rules_of(HOUSE);
	struct doko_sheet sheet;

	rules.of[GAMES] = 4;
	doko_sheet_begin(&sheet, &rules, 0);
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	add(&sheet, &rules, DOKO_NO_SEAT, 120);
	check_bock(&sheet, "4411");
}

/* How often a game starts Bock games: one for each reason. */
static int times_of(const struct doko_table *table, unsigned re)
{
	struct doko_sheet sheet;

	doko_sheet_begin(&sheet, &table->rules, 0);
	doko_sheet_add(&sheet, table, re);
	return sheet.bock[0] ? __builtin_ctz(sheet.bock[0]) : 0;
}

Test(bock, starts_once_for_each_reason)
{
	static const struct {
		int re, won, type, level_re, level_contra, reasons;
	} rows[] = {
		{121, 6, DOKO_NORMAL, 0, 0, 0},
		{120, 6, DOKO_NORMAL, 0, 0, 1},
		{120, 6, DOKO_NORMAL, 1, 0, 2}, /* and re is lost */
		{120, 6, DOKO_NORMAL, 0, 1, 2}, /* and contra is lost */
		{130, 6, DOKO_NORMAL, 1, 0, 0},
		{130, 6, DOKO_NORMAL, 1, 1, 1},
		{240, 12, DOKO_NORMAL, 0, 0, 1},
		{0, 0, DOKO_NORMAL, 0, 0, 1},
		{100, 6, DOKO_CLUBS_SOLO, 0, 0, 1},
		{100, 6, DOKO_CLUBS_SOLO, 1, 0, 2},
		{0, 0, DOKO_CLUBS_SOLO, 1, 0, 3},
		{130, 6, DOKO_CLUBS_SOLO, 0, 0, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_rules rules = rules_of(HOUSE);
		struct doko_table table;
		bool solo = rows[i].type != DOKO_NORMAL;

		doko_table_begin(&table, &rules, 0);
		table.type = (uint8_t)rows[i].type;
		table.soloist = solo ? 0 : DOKO_NO_SEAT;
		table.augen[0] = (uint8_t)rows[i].re;
		table.augen[2] = (uint8_t)(240 - rows[i].re);
		table.won[0] = (uint8_t)rows[i].won;
		table.won[2] = (uint8_t)(12 - rows[i].won);
		table.level[DOKO_RE] = (uint8_t)rows[i].level_re;
		table.level[DOKO_KONTRA] = (uint8_t)rows[i].level_contra;
		doko_table_end(&table);
		cr_expect_eq(times_of(&table, solo ? RE_IS_ONE : RE_ARE_TWO), rows[i].reasons,
			"row %zu", i);
	}
}

Test(bock, starts_with_a_heart_trick_that_all_follow)
{
	static const uint8_t hearts[] = {DOKO_KIND(DOKO_HEARTS, DOKO_ACE),
		DOKO_KIND(DOKO_HEARTS, DOKO_KING), DOKO_KIND(DOKO_HEARTS, DOKO_NINE),
		DOKO_KIND(DOKO_HEARTS, DOKO_KING)};
	static const struct {
		int type, last, reasons;
	} rows[] = {
		{DOKO_NORMAL, DOKO_KIND(DOKO_HEARTS, DOKO_KING), 1},
		{DOKO_NORMAL, DOKO_DULLE, 0}, /* a trump */
		{DOKO_NORMAL, DOKO_KIND(DOKO_SPADES, DOKO_NINE), 0},
		{DOKO_HEARTS_SOLO, DOKO_KIND(DOKO_HEARTS, DOKO_KING), 0}, /* all trumps */
		{DOKO_TRUMPLESS_SOLO, DOKO_DULLE, 1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_rules rules = rules_of(HOUSE);
		struct doko_table table;

		doko_table_begin(&table, &rules, 0);
		table.type = (uint8_t)rows[i].type;
		memcpy(table.card, hearts, sizeof hearts);
		table.card[3] = (uint8_t)rows[i].last;
		table.tricks = 1;
		table.augen[0] = 130;
		table.augen[2] = 110;
		table.won[0] = table.won[2] = 6;
		doko_table_end(&table);
		cr_expect_eq(times_of(&table, i < 3 ? RE_ARE_TWO : RE_IS_ONE), rows[i].reasons,
			"row %zu", i);
	}
}
