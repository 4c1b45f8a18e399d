/* Special points of single tricks, for both sides, by the rules that name them. */
#include "games/doppelkopf/scoring/score.h"
#include "games/doppelkopf/words.h"

#include <criterion/criterion.h>

enum { DDV, HOUSE, NO_NINES, FIRST_TRICK = 0, LAST_TRICK = 1, NO_RULE = -1 };

/* Seats 0 and 1 are re; seat 0 leads. Re wins 130 to 110: one point, and what the trick counts. */
static int value_of(struct doko_table *table, const char *cards, bool last, unsigned re)
{
	struct doko_score score;
	int at = last ? doko_hand_size(table) - 1 : 0;

	table->tricks = (uint8_t)doko_hand_size(table);
	memset(table->card, DOKO_KIND(DOKO_CLUBS, DOKO_KING), sizeof table->card);
	for (int i = 0; i < 4; i++) {
		table->card[4 * at + i] = (uint8_t)doko_word(cards + 3 * i);
	}
	table->leader[at + 1] = (uint8_t)doko_best_card(table, table->card + 4 * at, 4, last);
	table->augen[0] = 130;
	table->augen[2] = 110;
	table->won[0] = table->won[2] = 5;
	doko_score(table, re, &score);
	cr_assert_eq(score.winner, DOKO_RE);
	return score.value;
}

static void set(struct doko_table *table, int preset, int type)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, 0);
	table->type = (uint8_t)type;
	table->phase = DOKO_OVER;
}

Test(special, points_are_those_of_the_trick)
{
	static const struct {
		int preset, last;
		const char *cards;
		int points, rule, value; /* an option that is set to something else */
	} rows[] = {
		{DDV, 0, "CA CT CA CT", 1, NO_RULE, 0},  /* 42 */
		{DDV, 0, "CT CT ST HT", -1, NO_RULE, 0}, /* 40, to contra */
		{DDV, 0, "CA CA CT CK", 0, NO_RULE, 0},  /* 36 */
		{DDV, 0, "HT D9 DA DK", 1, NO_RULE, 0},
		{DDV, 0, "HT DA D9 DK", 0, NO_RULE, 0}, /* the partner's fox */
		{DDV, 0, "HT D9 DA DA", 2, NO_RULE, 0},
		{DDV, 0, "D9 DA HT D9", -1, NO_RULE, 0},
		{DDV, 0, "HT D9 DA DK", 0, FOX, 0},
		{DDV, 1, "CJ D9 D9 DK", 1, NO_RULE, 0},
		{DDV, 0, "CJ D9 D9 DK", 0, NO_RULE, 0},
		{DDV, 1, "D9 D9 CJ DK", -1, NO_RULE, 0},
		{DDV, 1, "CQ D9 CJ DK", 0, NO_RULE, 0}, /* caught: not by these rules */
		{DDV, 1, "CJ CJ D9 DK", 1, NO_RULE, 0},
		{HOUSE, 1, "CJ CJ D9 DK", 2, NO_RULE, 0},
		{HOUSE, 1, "CJ D9 CJ DK", 2, NO_RULE, 0}, /* wins, and catches the other's */
		{HOUSE, 1, "CJ D9 CJ DK", 1, CATCH_CHARLIE, 0},
		{HOUSE, 1, "CJ D9 CJ DK", 1, CHARLIE, 0},
		{HOUSE, 1, "CJ D9 CJ DK", 1, CATCH_CHARLIE_BY_QUEEN, 1},
		{NO_NINES, 1, "CJ DT CJ DK", 2, NO_RULE, 0},
		{NO_NINES, 1, "CJ CJ DT DK", 1, NO_RULE, 0}, /* the partner's is not caught */
		{DDV, 1, "CJ D9 CJ DK", 1, NO_RULE, 0},
		{HOUSE, 1, "CQ D9 CJ DK", 1, NO_RULE, 0},
		{HOUSE, 1, "CQ CJ D9 DK", 0, NO_RULE, 0}, /* the own one is not caught */
		{HOUSE, 1, "CQ D9 CJ CJ", 2, NO_RULE, 0},
		{NO_NINES, 1, "CQ DT CJ CJ", 1, NO_RULE, 0},
		{HOUSE, 1, "CQ D9 CJ DK", 0, CATCH_CHARLIE_BY_QUEEN, 1},
		{HOUSE, 1, "DQ D9 CJ DK", 1, CATCH_CHARLIE_BY_QUEEN, 1},
		{HOUSE, 1, "DA D9 DK DK", 1, NO_RULE, 0},
		{HOUSE, 0, "DA D9 DK DK", 0, NO_RULE, 0},
		{HOUSE, 1, "DA DA DK DK", 2, NO_RULE, 0},
		{HOUSE, 1, "DA DA DK DK", 1, FOX_LAST_DOUBLE, 0},
		{HOUSE, 1, "DA D9 DA DK", 1 + 1, NO_RULE, 0}, /* wins, and catches the other */
		{HOUSE, 0, "HT D9 HT DK", -1, NO_RULE, 0},    /* the second wins */
		{HOUSE, 0, "HT HT D9 DK", 0, NO_RULE, 0},     /* the partner's */
		{HOUSE, 1, "HT D9 HT DK", 1, NO_RULE, 0},
		{DDV, 0, "HT D9 HT DK", 0, NO_RULE, 0},
		{DDV, 0, "HA HK H9 HK", 1, HEART_TRICK, 1},
		{DDV, 0, "HA HK H9 HT", 0, HEART_TRICK, 1},
		{DDV, 0, "CA CK C9 CK", 0, HEART_TRICK, 1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, rows[i].preset, DOKO_NORMAL);
		if (rows[i].rule != NO_RULE) {
			table.rules.of[rows[i].rule] = (uint8_t)rows[i].value;
		}
		cr_expect_eq(value_of(&table, rows[i].cards, rows[i].last, 3), 1 + rows[i].points,
			"row %zu", i);
	}
}

Test(special, points_of_swines_are_none)
{
	struct doko_table table;

	set(&table, HOUSE, DOKO_NORMAL);
	table.swines = 2;
	table.hyperswines = 0;
	cr_expect_eq(value_of(&table, "D9 HT DA DA", false, 3), 1);
}

/* Neither a solo nor a silent one has any; of a marriage without a partner the house counts those
 * of the tricks until that was clear. */
Test(special, points_do_not_exist_in_a_solo)
{
	static const struct {
		int preset, type, clarified, last, points;
	} rows[] = {
		{DDV, DOKO_CLUBS_SOLO, 0, 0, 0},
		{HOUSE, DOKO_DIAMONDS_SOLO, 0, 0, 0},
		{DDV, DOKO_NORMAL, 0, 0, 0},
		{DDV, DOKO_MARRIAGE, 3, 0, 0},
		{HOUSE, DOKO_MARRIAGE, 3, 0, 1},
		{HOUSE, DOKO_MARRIAGE, 3, 1, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, rows[i].preset, rows[i].type);
		table.soloist = 0;
		table.clarified = (uint8_t)rows[i].clarified;
		cr_expect_eq(value_of(&table, "HT D9 DA DK", rows[i].last, 1), 1 + rows[i].points,
			"row %zu", i);
	}
}
