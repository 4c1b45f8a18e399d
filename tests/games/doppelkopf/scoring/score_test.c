/* Winner, value and points of the seats, each worked out by hand from the tournament rules 7.1 and
 * 7.2 and the house's. */
#include "games/doppelkopf/scoring/score.h"

#include <criterion/criterion.h>
#include <string.h>

enum { DDV, HOUSE, RE_ARE_TWO = 3, RE_IS_ONE = 1, NONE = DOKO_NO_WINNER };

/* Without special points of tricks. `re`, `tricks`: card points and tricks of re; `a`, `b`: the
 * highest levels of re and contra. Without a winner `value` is re's. */
struct result {
	int re, tricks, a, b, winner, value;
};

static void finish(struct doko_table *table, int preset, const struct result *row, unsigned re)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, 0);
	table->type = re == RE_IS_ONE ? DOKO_CLUBS_SOLO : DOKO_NORMAL;
	table->soloist = re == RE_IS_ONE ? 0 : DOKO_NO_SEAT;
	table->phase = DOKO_OVER;
	table->augen[0] = (uint8_t)row->re;
	table->augen[3] = (uint8_t)(240 - row->re);
	table->won[0] = (uint8_t)row->tricks;
	table->won[3] = (uint8_t)(12 - row->tricks);
	table->level[DOKO_RE] = (uint8_t)row->a;
	table->level[DOKO_KONTRA] = (uint8_t)row->b;
}

static void check(int preset, unsigned re, const struct result *row, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		struct doko_table table;
		struct doko_score score;

		finish(&table, preset, &row[i], re);
		doko_score(&table, re, &score);
		cr_expect_eq(score.winner, row[i].winner, "row %zu: %d", i, score.winner);
		cr_expect_eq(score.value, row[i].value, "row %zu: %d", i, score.value);
	}
}

#define CHECK(preset, re, rows) check(preset, re, rows, sizeof(rows) / sizeof *(rows))

Test(score, without_absagen_needs_121_or_120)
{
	static const struct result rows[] = {
		{121, 6, 0, 0, DOKO_RE, 1},
		{120, 6, 0, 0, DOKO_KONTRA, 2},     /* won, against the old */
		{120, 6, 0, 1, DOKO_RE, 1 + 2},     /* only contra was said */
		{119, 6, 0, 1, DOKO_KONTRA, 2 + 2}, /* won, contra, against the old */
		{120, 6, 1, 0, DOKO_KONTRA, 2 + 2},
		{120, 6, 1, 1, DOKO_KONTRA, 2 + 4},
		{150, 6, 0, 0, DOKO_RE, 1}, /* 90 is not below 90 */
		{151, 6, 0, 0, DOKO_RE, 2},
		{181, 6, 0, 0, DOKO_RE, 3},
		{211, 6, 0, 0, DOKO_RE, 4},
		{240, 11, 0, 0, DOKO_RE, 4}, /* a trick of nines is a trick */
		{240, 12, 0, 0, DOKO_RE, 5},
		{0, 0, 0, 0, DOKO_KONTRA, 6},
	};

	CHECK(DDV, RE_ARE_TWO, rows);
}

Test(score, of_an_absage_is_kept_or_lost)
{
	static const struct result rows[] = {
		{151, 6, 2, 0, DOKO_RE, 1 + 1 + 2 + 1},
		{150, 6, 2, 0, DOKO_KONTRA, 1 + 2 + 1 + 1},     /* 90 were reached, not 120 */
		{100, 6, 2, 0, DOKO_KONTRA, 1 + 2 + 1 + 1 + 1}, /* and 120 against no 90 */
		{110, 6, 3, 0, DOKO_KONTRA, 1 + 2 + 2 + 2 + 1}, /* 120 and 90 against no 60 */
		{240, 11, 5, 0, DOKO_KONTRA, 1 + 2 + 4 + 1},
		{240, 12, 5, 0, DOKO_RE, 1 + 4 + 2 + 4},
		{100, 6, 0, 2, DOKO_RE, 1 + 2 + 1},
		{29, 1, 0, 5, DOKO_RE, 1 + 2 + 4}, /* contra is far ahead, and lost */
		{30, 1, 0, 5, DOKO_RE, 1 + 2 + 4 + 1},
		{60, 6, 2, 2, DOKO_KONTRA, 1 + 1 + 4 + 2 + 1 + 1}, /* contra kept it, re did not */
		{151, 6, 2, 2, DOKO_RE, 1 + 1 + 4 + 2 + 1},
	};

	CHECK(DDV, RE_ARE_TWO, rows);
}

Test(score, of_a_game_without_a_winner_has_neither_base_nor_words)
{
	static const struct result rows[] = {
		{120, 6, 2, 2, NONE, 0},        /* both reached 120 */
		{140, 6, 2, 3, NONE, 2},        /* re 120 and 90 against no 60 */
		{100, 6, 2, 3, NONE, 1 - 1},    /* re 90 against no 60, contra 120 */
		{220, 11, 5, 5, NONE, 3 + 4},   /* contra below 90, 60, 30 */
		{30, 1, 5, 5, NONE, 1 - 2 - 4}, /* re 30; contra: below 90, 60; all four */
		{105, 6, 3, 2, NONE, -(1 + 1)}, /* contra 120 and 90 */
	};

	CHECK(DDV, RE_ARE_TWO, rows);
}

Test(score, of_a_solo_is_threefold)
{
	static const struct {
		struct result result;
		int soloist, other;
	} rows[] = {
		{{240, 12, 5, 0, DOKO_RE, 11}, 33, -11},
		{{215, 10, 4, 1, DOKO_RE, 11}, 33, -11}, /* 1 + 3 below + 4 words + 3 absagen */
		{{100, 6, 0, 0, DOKO_KONTRA, 1}, -3, 1}, /* not against the old */
		{{130, 6, 2, 2, NONE, 1}, 3, -1},
		{{110, 6, 2, 2, NONE, -1}, -3, 1},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;
		struct doko_score score;

		check(DDV, RE_IS_ONE, &rows[i].result, 1);
		finish(&table, DDV, &rows[i].result, RE_IS_ONE);
		doko_score(&table, RE_IS_ONE, &score);
		cr_expect_eq(score.seat[0], rows[i].soloist, "row %zu", i);
		cr_expect_eq(score.seat[2], rows[i].other, "row %zu", i);
	}
}

Test(score, doubles_in_the_house_and_counts_the_highest_absage_alone)
{
	static const struct result rows[] = {
		{130, 6, 1, 0, DOKO_RE, 1 * 2},
		{119, 6, 1, 1, DOKO_KONTRA, 1 * 4 + 1}, /* against the old is not doubled */
		{110, 6, 3, 0, DOKO_KONTRA, (1 + 2 + 1) * 2 + 1},
		{140, 6, 2, 3, NONE, 1}, /* re 90 against no 60 */
	};

	CHECK(HOUSE, RE_ARE_TWO, rows);
}

/* Of special points only that one goes into what re and contra double. */
Test(score, may_double_against_the_old)
{
	struct result row = {119, 6, 1, 1, DOKO_KONTRA, 0};
	struct doko_table table;
	struct doko_score score;

	finish(&table, HOUSE, &row, RE_ARE_TWO);
	table.rules.of[RE_DOUBLES_OLD] = 1;
	table.tricks = 1; /* a fox caught by contra */
	memcpy(table.card,
		(uint8_t[]){DOKO_FOX, DOKO_KIND(DOKO_DIAMONDS, DOKO_KING), DOKO_DULLE,
			DOKO_KIND(DOKO_DIAMONDS, DOKO_NINE)},
		4);
	table.leader[1] = 2;
	doko_score(&table, RE_ARE_TWO, &score);
	cr_expect_eq(score.value, (1 + 1) * 4 + 1);
}

Test(score, of_bock_games_is_multiplied_whole)
{
	struct result row = {119, 6, 1, 0, DOKO_KONTRA, 0};
	struct doko_table table;
	struct doko_score score;

	finish(&table, DDV, &row, RE_ARE_TWO);
	table.bock = 4;
	doko_score(&table, RE_ARE_TWO, &score);
	cr_expect_eq(score.value, 4 * (1 + 2 + 1));
	cr_expect_eq(score.seat[0], -16);
	cr_expect_eq(score.seat[3], 16);
}

Test(score, may_count_only_what_is_won_or_lost)
{
	static const int counted[][2] = {
		[COUNT_PLUS_MINUS] = {2, -2}, [COUNT_PLUS] = {2, 0}, [COUNT_MINUS] = {0, -2}};
	struct result row = {151, 6, 0, 0, DOKO_RE, 0};

	for (int counting = COUNT_PLUS_MINUS; counting <= COUNT_MINUS; counting++) {
		struct doko_table table;
		struct doko_score score;

		finish(&table, DDV, &row, RE_ARE_TWO);
		table.rules.of[COUNTING] = (uint8_t)counting;
		doko_score(&table, RE_ARE_TWO, &score);
		cr_expect_eq(score.seat[1], counted[counting][0]);
		cr_expect_eq(score.seat[2], counted[counting][1]);
	}
}
