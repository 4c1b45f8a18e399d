/* Which levels may be announced with how many cards: the deadlines, the ladder of a party, replies.
 */
#include "games/doppelkopf/table/table.h"

#include <criterion/criterion.h>

enum { DDV, HOUSE, NO_NINES, SPEAKER = 0, OTHERS = DOKO_RE, OWN = DOKO_KONTRA };

/* Levels from `first` to black, a bit each; none from NOTHING on. */
static unsigned from(int first)
{
	return (1u << (DOKO_BLACK + 1)) - (1u << first);
}

enum { NOTHING = DOKO_BLACK + 1, REPLY_ONLY = 0 };

/* The speaker is contra and has `cards`; `own`, `theirs`: the highest levels said. */
static void set(struct doko_table *table, int preset, int cards, int own, int theirs)
{
	struct doko_rules rules;

	doko_rules_unpack(&doko_presets[preset].rules, &rules);
	doko_table_begin(table, &rules, SPEAKER);
	doko_table_lead(table);
	table->tricks = (uint8_t)(doko_hand_size(table) - cards);
	table->played = (uint8_t)(4 * table->tricks);
	table->leader[table->tricks] = SPEAKER;
	table->level[OWN] = (uint8_t)own;
	table->level[OTHERS] = (uint8_t)theirs;
}

Test(announcements, have_the_deadlines_of_the_rules)
{
	static const struct {
		int preset, cards, own, theirs;
		int first; /* the lowest level that may be said, with all above it */
	} rows[] = {
		{DDV, 12, 0, 0, DOKO_ANNOUNCED}, /* all levels at once */
		{DDV, 11, 0, 0, DOKO_ANNOUNCED},
		{DDV, 10, 0, 0, NOTHING},
		{DDV, 10, 1, 0, DOKO_NO_90}, /* either partner raises */
		{DDV, 9, 1, 0, NOTHING},
		{DDV, 9, 2, 0, DOKO_NO_60},
		{DDV, 8, 2, 0, NOTHING},
		{DDV, 8, 3, 0, DOKO_NO_30},
		{DDV, 7, 3, 0, NOTHING},
		{DDV, 7, 4, 0, DOKO_BLACK},
		{DDV, 6, 4, 0, NOTHING},
		{DDV, 12, 5, 0, NOTHING},        /* nothing is said twice */
		{DDV, 11, 0, 5, DOKO_ANNOUNCED}, /* in time that is no reply */
		{DDV, 10, 0, 1, REPLY_ONLY},     /* one card less than theirs needs */
		{DDV, 9, 0, 1, NOTHING},
		{DDV, 9, 0, 2, REPLY_ONLY},
		{DDV, 8, 0, 2, NOTHING},
		{DDV, 8, 0, 3, REPLY_ONLY},
		{DDV, 7, 0, 4, REPLY_ONLY},
		{DDV, 6, 0, 5, REPLY_ONLY},
		{DDV, 5, 0, 5, NOTHING},
		{HOUSE, 9, 1, 0, DOKO_NO_90},
		{HOUSE, 8, 1, 0, NOTHING},
		{HOUSE, 6, 2, 0, DOKO_NO_60},
		{HOUSE, 3, 4, 0, DOKO_BLACK},
		{HOUSE, 2, 4, 0, NOTHING},
		{NO_NINES, 9, 0, 0, DOKO_ANNOUNCED},
		{NO_NINES, 8, 0, 0, NOTHING},
		{NO_NINES, 8, 0, 1, REPLY_ONLY},
		{NO_NINES, 5, 4, 0, DOKO_BLACK},
		{NO_NINES, 4, 4, 0, NOTHING},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;
		unsigned wanted =
			rows[i].first == REPLY_ONLY ? 1u << DOKO_ANNOUNCED : from(rows[i].first);

		set(&table, rows[i].preset, rows[i].cards, rows[i].own, rows[i].theirs);
		cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN), wanted, "row %zu", i);
		cr_expect_eq(doko_is_reply(&table, SPEAKER, OWN), rows[i].first == REPLY_ONLY,
			"row %zu", i);
	}
}

/* The announcement that has to be made now, and the one that can wait until the level below it. */
Test(announcements, have_their_last_chance_level_by_level)
{
	static const struct {
		int cards, own, theirs, level;
		bool last;
	} rows[] = {
		{12, 0, 0, DOKO_ANNOUNCED, false},
		{11, 0, 0, DOKO_ANNOUNCED, true},
		{11, 0, 0, DOKO_NO_90, false},
		{11, 0, 0, DOKO_BLACK, false},
		{11, 1, 0, DOKO_NO_90, false},
		{10, 1, 0, DOKO_NO_90, true},
		{10, 1, 0, DOKO_NO_60, false},
		{10, 0, 1, DOKO_ANNOUNCED, true}, /* a reply */
		{7, 4, 0, DOKO_BLACK, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, DDV, rows[i].cards, rows[i].own, rows[i].theirs);
		cr_expect_eq(doko_is_last_chance(&table, SPEAKER, OWN, rows[i].level), rows[i].last,
			"row %zu", i);
	}
}

Test(announcements, end_with_a_late_reply)
{
	struct doko_table table;

	set(&table, DDV, 10, 0, DOKO_ANNOUNCED);
	doko_table_announce(&table, SPEAKER, OWN, DOKO_ANNOUNCED);
	cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN), 0);
	cr_expect_neq(doko_allowed_levels(&table, 1, OTHERS), 0, "theirs can be raised");
	set(&table, DDV, 11, 0, DOKO_ANNOUNCED); /* this one was in time */
	doko_table_announce(&table, SPEAKER, OWN, DOKO_ANNOUNCED);
	cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN), from(DOKO_NO_90));
}

Test(announcements, have_no_replies_where_the_rules_have_none)
{
	struct doko_table table;

	set(&table, DDV, 10, 0, DOKO_ANNOUNCED);
	table.rules.of[REPLY] = 0;
	cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN), 0);
}

/* A card counts as played once it lies; where the rules say so, once its trick is full. */
Test(announcements, count_cards_or_tricks)
{
	for (int full = 0; full <= 1; full++) {
		struct doko_table table;

		set(&table, DDV, 11, 0, 0);
		table.rules.of[TILL_FULL_TRICK] = (uint8_t)full;
		doko_table_play(&table, DOKO_DULLE);
		cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN) != 0, full);
		cr_expect_neq(doko_allowed_levels(&table, 1, OWN), 0);
	}
}

Test(announcements, are_not_made_before_the_first_lead)
{
	struct doko_table table;

	set(&table, DDV, 12, 0, 0);
	table.phase = DOKO_RESERVING;
	cr_expect_eq(doko_allowed_levels(&table, SPEAKER, OWN), 0);
}

Test(announcements, are_due_after_a_first_trick_of_thirty)
{
	static const struct {
		int own, only_re, type, obliged;
	} rows[] = {
		{0, 1, DOKO_NORMAL, DOKO_ANNOUNCED},
		{1, 1, DOKO_NORMAL, DOKO_SILENT},
		{1, 0, DOKO_NORMAL, DOKO_NO_90},
		{0, 1, DOKO_CLUBS_SOLO, DOKO_SILENT},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doko_table table;

		set(&table, HOUSE, 12, rows[i].own, 0);
		table.rules.of[THIRTY_ONLY_RE] = (uint8_t)rows[i].only_re;
		table.type = (uint8_t)rows[i].type;
		for (int place = 0; place < 4; place++) { /* 40, the first wins */
			doko_table_play(&table, DOKO_KIND(DOKO_SPADES, DOKO_TEN));
		}
		cr_expect_eq(doko_obliged(&table, SPEAKER, OWN), rows[i].obliged, "row %zu", i);
	}
}
