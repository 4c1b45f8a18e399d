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
