/* A table of piles: its JSON, its line and its place pointers. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <makker/game.h>
#include <string.h>

#define TITLE MK_PHRASE("pile", "bunke", "Stapel", "στοίβα")

static const struct mk_pile_kind kinds[] = {
	{.name = "cells",
		.title = TITLE,
		.first = 0,
		.count = 2,
		.content = MK_PILE_FRONT,
		.max = 1},
	{.name = "columns",
		.title = TITLE,
		.first = 2,
		.count = 2,
		.content = MK_PILE_CARDS,
		.max = 4},
	{.name = "left",
		.title = TITLE,
		.first = 4,
		.count = 1,
		.single = true,
		.content = MK_PILE_NUMBER,
		.max = 9,
		.optional = true},
	{0},
};
static const struct mk_game toy = {.name = "toy", .piles = kinds};

static enum mk_status read_json(const char *text, struct mk_piles *piles, struct mk_error *error)
{
	json_t *json = json_loads(text, 0, NULL);
	enum mk_status status = mk_piles_read(&toy, json, piles, error);

	json_decref(json);
	return status;
}

Test(piles, json_and_line_are_written_as_they_were_read)
{
	static const char json[] =
		"{\"cells\":[\"5H\",\"XX\"],\"columns\":[[\"KS\",\"UU\"],[]],\"left\":7}";
	char bytes[256] = "{";
	struct mk_piles piles, again;
	struct mk_text text;

	cr_assert_eq(read_json(json, &piles, NULL), MK_OK);
	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_text_char(&text, '{');
	mk_piles_write(&text, kinds, &piles);
	mk_text_char(&text, '}');
	cr_assert_str_eq(bytes, json);
	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_piles_write_line(&text, kinds, &piles);
	cr_assert_str_eq(bytes, "5H,XX,KS UU,-");
	cr_assert_eq(mk_piles_read_line(&toy, bytes, strlen(bytes), &again, NULL), MK_OK);
	piles.pile[4].count = MK_PILE_UNSEEN;
	cr_assert_eq(mk_piles_compare(kinds, &piles, &again, NULL, 0), 0);
}

static void assert_refused(const char *json, const char *code, const char *where)
{
	struct mk_piles piles;
	struct mk_error error;

	cr_assert_neq(read_json(json, &piles, &error), MK_OK, "%s", json);
	cr_assert_str_eq(error.code, code, "%s: %s", json, error.code);
	cr_assert_str_eq(error.where, where, "%s: %s", json, error.where);
}

Test(piles, a_fault_is_named_with_its_place)
{
	assert_refused("{\"columns\":[[],[]]}", "missing_field", "/cells");
	assert_refused("{\"cells\":[\"5H\"]}", "invalid_slot_count", "/cells");
	assert_refused("{\"cells\":[\"5H\",\"9X\"]}", "invalid_card", "/cells/1");
	assert_refused("{\"cells\":[\"5H\",\"XX\"],\"columns\":[[\"5H\"],[]]}", "duplicate_card",
		"/columns/0/0");
	assert_refused("{\"cells\":[\"5H\",\"XX\"],\"columns\":[[],[]],\"left\":10}",
		"invalid_value", "/left");
}

Test(piles, the_pile_that_differs_is_named)
{
	struct mk_piles seen, known;
	struct mk_conflict conflict;

	cr_assert_eq(read_json("{\"cells\":[\"XX\",\"XX\"],\"columns\":[[\"KS\"],[\"2C\"]]}", &seen,
			     NULL),
		MK_OK);
	known = seen;
	known.pile[3].card[0] = MK_CARD(MK_ACE, MK_CLUBS);
	cr_assert_eq(mk_piles_compare(kinds, &seen, &known, &conflict, 1), 1);
	cr_assert_eq(conflict.position, 3);
	cr_assert_eq(conflict.reason, MK_PILE_OTHER_CARD);
	cr_assert_eq(conflict.other, MK_CARD(MK_ACE, MK_CLUBS));
}

/* Columns, and one front and one number of their kind. */
static const struct mk_pile_kind golf[] = {
	{.name = "waste",
		.title = MK_PHRASE("Waste", "Bunke", "Ablage", "Στοίβα"),
		.first = 2,
		.count = 1,
		.single = true,
		.content = MK_PILE_FRONT,
		.max = 52},
	{.name = "columns",
		.title = MK_PHRASE("Column", "Kolonne", "Spalte", "Στήλη"),
		.titles = MK_PHRASE("Columns", "Kolonner", "Spalten", "Στήλες"),
		.first = 0,
		.count = 2,
		.content = MK_PILE_CARDS,
		.max = 5},
	{.name = "stock",
		.title = MK_PHRASE("Stock", "Talon", "Talon", "Τράπουλα"),
		.first = 3,
		.count = 1,
		.single = true,
		.content = MK_PILE_NUMBER,
		.max = 16},
	{0},
};

static void assert_title(enum mk_language language, int position, const char *expected)
{
	char bytes[64] = "";
	struct mk_text text;

	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_pile_write_title(&text, language, golf, position);
	cr_assert_str_eq(bytes, expected);
}

Test(piles, the_only_pile_of_its_kind_has_no_number)
{
	assert_title(MK_ENGLISH, 0, "Column 1");
	assert_title(MK_GERMAN, 1, "Spalte 2");
	assert_title(MK_ENGLISH, 2, "Waste");
	assert_title(MK_DANISH, 3, "Talon");
	assert_title(MK_GREEK, 2, "Στοίβα");
	assert_title(MK_ENGLISH, 4, "");
}

static void assert_conflict(
	enum mk_language language, const struct mk_conflict *conflict, const char *expected)
{
	char bytes[256] = "";
	struct mk_text text;

	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_piles_describe_conflict(&text, language, golf, conflict);
	cr_assert_str_eq(bytes, expected, "%s", bytes);
}

Test(piles, a_conflict_names_the_only_pile_of_its_kind_by_its_title_alone)
{
	const struct mk_conflict card = {.position = 2,
		.reason = MK_PILE_OTHER_CARD,
		.seen = MK_CARD(8, MK_DIAMONDS),
		.other = MK_CARD(9, MK_CLUBS)};
	const struct mk_conflict number = {.position = 3,
		.reason = MK_PILE_OTHER_NUMBER,
		.counted = true,
		.seen_count = 7,
		.likely_count = 8};
	const struct mk_conflict column = {.position = 1,
		.at = 1,
		.reason = MK_PILE_OTHER_CARD,
		.seen = MK_CARD(8, MK_DIAMONDS),
		.other = MK_CARD(9, MK_CLUBS)};

	assert_conflict(MK_ENGLISH, &card,
		"Waste: I see the eight of diamonds, but it must be the nine of clubs.");
	assert_conflict(MK_DANISH, &card, "Bunke: jeg ser ruder otte, men det skal være klør ni.");
	assert_conflict(
		MK_GERMAN, &number, "Talon: So viele Karten sind zu sehen: 7. Es müssen 8 sein.");
	assert_conflict(MK_GREEK, &number, "Τράπουλα: τόσα φύλλα φαίνονται: 7. Πρέπει να είναι 8.");
	assert_conflict(MK_ENGLISH, &column,
		"Column 2: I see the eight of diamonds, but it must be the nine of clubs.");
}

Test(piles, a_front_that_is_the_only_one_of_its_kind_is_drawn_behind_its_title)
{
	struct mk_piles piles = {0};
	char bytes[256] = "";
	struct mk_text text;

	piles.pile[0] = (struct mk_pile){.count = 1, .card = {MK_CARD(MK_KING, MK_SPADES)}};
	piles.pile[2] = (struct mk_pile){.count = 1, .card = {MK_CARD(8, MK_DIAMONDS)}};
	piles.pile[3].count = 16;
	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_piles_draw(&text, MK_ENGLISH, golf, &piles, (struct mk_card_style){.codes = true});
	cr_assert_str_eq(bytes, "Waste 8D\n    1    2\n   KS    -\nStock 16\n", "%s", bytes);
	piles.pile[2].count = 0;
	mk_text_fixed(&text, bytes, sizeof bytes);
	mk_piles_draw(&text, MK_GERMAN, golf, &piles, (struct mk_card_style){.codes = true});
	cr_assert_not_null(strstr(bytes, "Ablage -\n"), "%s", bytes);
}
