#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"

#include <criterion/criterion.h>
#include <string.h>

/* A late table after a real shuffle: two cards are known to lie somewhere in the pile. */
static const char late[] =
	"{'columns':[{'unseen':0,'cards':['KD','QC','JD']},{'unseen':0,'cards':[]},"
	"{'unseen':1,'cards':['0D','9C','8H']},{'unseen':2,'cards':['KH']},{'unseen':3,'cards':["
	"'4C']},{'unseen':5,'cards':['7S']},{'unseen':6,'cards':['9D']}],"
	"'foundations':{'C':'2C','D':'AD','H':'XH','S':'3S'},"
	"'draw_pile':{'cards':['5C',null,'KS'],'left':16,'removed':5,'shuffles':2,"
	"'known_order':[],'somewhere':['JS','QS']},"
	"'anti_loop':{'just_moved':'JD','column_to_column':1,'max_column_to_column':2,'idle':4,'turned_from':2}}";

static void write(const struct klondike_view *view, char *buffer, size_t size)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, size);
	mk_text_char(&text, '{');
	klondike_write_table(&text, (const struct mk_view *)view);
	mk_text_char(&text, '}');
	cr_assert_not(text.truncated);
}

static void assert_json(const char *written, const char *expected)
{
	json_t *left = json_loads(written, 0, NULL);
	json_t *right = parsed(expected);

	cr_assert(json_equal(left, right), "%s", written);
	json_decref(left);
	json_decref(right);
}

Test(klondike_table, is_written_as_it_was_read)
{
	struct klondike_view view = table(NULL, late);
	char buffer[2048];

	write(&view, buffer, sizeof buffer);
	assert_json(buffer, late);
}

Test(klondike_table, shows_the_known_order)
{
	struct klondike_view view = table("klondike-1",
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'draw_pile':{'cards':['KS','JS'],'known_order':[null,'2D',"
		"null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,"
		"null,null,null]}}");
	char buffer[2048];

	cr_assert_eq(view.pile[3], card("2D"));
	cr_assert_eq(view.shuffles, MK_UNLIMITED);
	write(&view, buffer, sizeof buffer);
	cr_assert_not_null(
		strstr(buffer, "\"shuffles\":\"unlimited\",\"known_order\":[null,\"2D\",null"));
}

Test(klondike_table, before_the_first_snapshot_round_trips_too)
{
	struct klondike_view view = begun(NULL);
	struct klondike_view read;
	char buffer[2048];
	json_t *json;

	write(&view, buffer, sizeof buffer);
	json = json_loads(buffer, 0, NULL);
	cr_assert_eq(
		klondike_read_table(json, &klondike_presets[0].rules, as_view(&read), NULL), MK_OK);
	cr_assert_arr_eq(&read, &view, sizeof view);
	json_decref(json);
}

/* A member of the late table, what stands there instead, and the answer. */
struct wrong {
	char from[40];
	char to[40];
	char code[20];
	char where[28];
	enum mk_status status;
};

static json_t *changed(const struct wrong *wrong)
{
	char buffer[2048];
	const char *at = strstr(late, wrong->from);

	cr_assert_not_null(at, "%s", wrong->from);
	snprintf(buffer, sizeof buffer, "%.*s%s%s", (int)(at - late), late, wrong->to,
		at + strlen(wrong->from));
	return parsed(buffer);
}

Test(klondike_table, names_what_is_wrong)
{
	static const struct wrong wrongs[] = {
		{"'columns':", "'colums':", "missing_field", "/columns", MK_MALFORMED},
		{"'columns':", "'columns':3,'x':", "invalid_type", "/columns", MK_MALFORMED},
		{"{'unseen':0,'cards':[]}", "7", "invalid_type", "/columns/1", MK_MALFORMED},
		{"'unseen':2", "'unseen':4", "invalid_value", "/columns/3/unseen", MK_MALFORMED},
		{"'unseen':2", "'unseen':-1", "invalid_value", "/columns/3/unseen", MK_MALFORMED},
		{"'unseen':2", "'unseen':1.5", "invalid_type", "/columns/3/unseen", MK_MALFORMED},
		{"'9C'", "'9X'", "invalid_card", "/columns/2/cards/1", MK_MALFORMED},
		{"'C':'2C'", "'C':'2D'", "invalid_card", "/foundations/C", MK_MALFORMED},
		{"'foundations':{", "'foundations':3,'x':{", "invalid_type", "/foundations",
			MK_MALFORMED},
		{"'draw_pile':", "'draw':", "missing_field", "/draw_pile", MK_MALFORMED},
		{"'draw_pile':{", "'draw_pile':3,'x':{", "invalid_type", "/draw_pile",
			MK_MALFORMED},
		{"'left':16", "'left':15", "wrong_count", "/draw_pile/left", MK_IMPOSSIBLE},
		{"'removed':5", "'removed':6", "wrong_count", "/draw_pile/removed", MK_IMPOSSIBLE},
		{"'shuffles':2", "'shuffles':4", "invalid_value", "/draw_pile/shuffles",
			MK_MALFORMED},
		{"'shuffles':2", "'shuffles':-1", "invalid_value", "/draw_pile/shuffles",
			MK_MALFORMED},
		{"'shuffles':2", "'shuffles':'unlimited'", "invalid_type", "/draw_pile/shuffles",
			MK_MALFORMED},
		{"'known_order':[]", "'known_order':[null]", "invalid_slot_count",
			"/draw_pile/known_order", MK_MALFORMED},
		{"'unseen':6", "'unseen':0", "wrong_count", "/columns", MK_IMPOSSIBLE},
		{"'KS'", "'KD'", "broken_table", "", MK_IMPOSSIBLE},
		{"'8H'", "'8S'", "broken_table", "", MK_IMPOSSIBLE},
		{"'just_moved':'JD'", "'just_moved':1", "invalid_type", "/anti_loop/just_moved",
			MK_MALFORMED},
	};

	for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
		struct klondike_view before = begun(NULL), view = before;
		struct mk_error error = {0};
		json_t *json = changed(&wrongs[i]);
		enum mk_status status = klondike_read_table(
			json, &klondike_presets[0].rules, as_view(&view), &error);

		cr_assert_eq(status, wrongs[i].status, "%s", wrongs[i].to);
		cr_assert_str_eq(error.code, wrongs[i].code, "%s", wrongs[i].to);
		cr_assert_str_eq(error.where, wrongs[i].where, "%s", wrongs[i].to);
		cr_assert_arr_eq(&view, &before, sizeof view);
		json_decref(json);
	}
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* A move that a client reports, and the short form of the move that is found (or the error's code).
 */
struct reported_move {
	char text[70];
	char answer[20];
	char where[12];
};

Test(klondike_move, is_found_among_the_legal_ones)
{
	static const struct reported_move examples[] = {
		{"{'type':5}", "draw", ""},
		{"{'kind':'draw','from':11,'to':11,'cut':0}", "draw", ""},
		{"{'type':3,'from':5,'to':2}", "7S 6>3", ""},
		{"{'type':3}", "ambiguous_move", ""},
		{"{'type':3,'cut':2}", "QC 1>4", ""},
		{"{'type':3,'kind':'column_to_column','cut':1,'card':'7S'}", "7S 6>3", ""},
		{"{'type':2,'from':3}", "KH 4>2", ""},
		{"{'type':2}", "ambiguous_move", ""},
		{"{'type':2,'from':11}", "KS P>2", ""},
		{"{'type':1}", "illegal_move", "/type"},
		{"{'kind':'shuffle'}", "illegal_move", "/kind"},
		{"{'from':6}", "illegal_move", "/from"},
		{"{'type':3,'from':5,'to':3}", "illegal_move", "/to"},
		{"{'type':3,'cut':3}", "illegal_move", "/cut"},
		{"{'type':3,'card':'2C'}", "illegal_move", "/card"},
		{"{'type':6}", "illegal_move", "/type"},
		{"[]", "invalid_type", ""},
		{"{}", "missing_field", "/kind"},
		{"{'revealed':'2C'}", "missing_field", "/kind"},
		{"{'card':'7S'}", "7S 6>3", ""},
		{"{'type':0}", "invalid_value", "/type"},
		{"{'type':8}", "invalid_value", "/type"},
		{"{'type':'3'}", "invalid_type", "/type"},
		{"{'kind':3}", "invalid_type", "/kind"},
		{"{'kind':'jump'}", "invalid_value", "/kind"},
		{"{'type':5,'kind':'shuffle'}", "invalid_value", "/kind"},
		{"{'type':3,'from':12}", "invalid_value", "/from"},
		{"{'type':3,'to':1.5}", "invalid_type", "/to"},
		{"{'type':3,'cut':14}", "invalid_value", "/cut"},
		{"{'type':3,'card':'9X'}", "invalid_card", "/card"},
		{"{'type':5,'revealed':'XX'}", "invalid_card", "/revealed"},
		{"{'type':5,'revealed':7}", "invalid_type", "/revealed"},
	};
	struct klondike_view view = table(NULL, late);

	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		struct mk_error error = {.code = ""};
		struct mk_move move;
		mk_card revealed;
		json_t *json = parsed(examples[i].text);
		enum mk_status status =
			klondike_read_move(json, as_view(&view), &move, &revealed, &error);
		char buffer[32];
		struct mk_text text;

		mk_text_fixed(&text, buffer, sizeof buffer);
		if (status == MK_OK) {
			klondike_write_short(&text, move);
		} else {
			mk_text_put(&text, error.code);
		}
		cr_assert_str_eq(buffer, examples[i].answer, "%s", examples[i].text);
		cr_assert_str_eq(error.where, examples[i].where, "%s", examples[i].text);
		json_decref(json);
	}
}

Test(klondike_move, comes_with_the_card_that_it_turned_up)
{
	struct klondike_view view = table(NULL, late);
	json_t *json = parsed("{'type':5,'revealed':'d10'}");
	struct mk_move move;
	mk_card revealed;

	klondike_read_move(json, as_view(&view), &move, &revealed, NULL);
	cr_assert_eq(revealed, card("0D"));
	json_decref(json);
}

static void assert_move(const struct klondike_view *view, struct mk_move move, const char *expected)
{
	char buffer[256];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_char(&text, '{');
	klondike_write_move(&text, (const struct mk_view *)view, move);
	mk_text_char(&text, '}');
	assert_json(buffer, expected);
}

Test(klondike_move, is_written_with_the_cards_that_go_along)
{
	struct klondike_view view = table(NULL, late);

	assert_move(&view,
		(struct mk_move){
			.kind = COLUMN_TO_COLUMN, .from = 2, .to = 0, .cut = 2, .card = card("9C")},
		"{'type':3,'kind':'column_to_column','from':2,'to':0,'cut':2,'card':'9C','cards':['9C',"
		"'8H']}");
	assert_move(&view,
		(struct mk_move){.kind = KING_TO_EMPTY,
			.from = DRAW_PILE,
			.to = 1,
			.cut = 1,
			.card = card("KS")},
		"{'type':2,'kind':'king_to_empty','from':11,'to':1,'cut':1,'card':'KS','cards':['KS']}");
	assert_move(&view, (struct mk_move){.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE},
		"{'type':5,'kind':'draw','from':11,'to':11,'cut':0,'card':null,'cards':[]}");
}

Test(klondike_move, shows_the_card_that_a_draw_will_bring_where_it_is_known)
{
	struct klondike_view view = table(NULL, late);

	view.pile[3] = card("2D");
	assert_move(&view, (struct mk_move){.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE},
		"{'type':5,'kind':'draw','from':11,'to':11,'cut':0,'card':'2D','cards':['2D']}");
}
