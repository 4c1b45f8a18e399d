#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"

#include <criterion/criterion.h>
#include <string.h>

static struct mk_finding two_moves(void)
{
	struct mk_finding finding = {
		.explanation = MK_SEVERAL_MOVES, .move_count = 2, .revealed_count = 3};

	finding.moves[0] = (struct mk_played_move){
		{.kind = COLUMN_TO_COLUMN, .from = 4, .to = 6, .cut = 1, .card = card("8D")},
		card("5C")};
	finding.moves[1] = (struct mk_played_move){{.kind = TO_FOUNDATION,
							   .from = DRAW_PILE,
							   .to = 8,
							   .cut = 1,
							   .card = card("AD"),
							   .more = {NOT_TURNED}},
		MK_NO_CARD};
	finding.revealed[0] = (struct mk_place){4, card("5C"), 0};
	finding.revealed[1] = (struct mk_place){DRAW_PILE, card("QS"), 0};
	finding.revealed[2] = (struct mk_place){DRAW_PILE, card("2H"), 3};
	finding.unreadable_count = 2;
	finding.unreadable[0] = 3;
	finding.unreadable[1] = DRAW_PILE;
	finding.revised = (struct mk_revision){4, card("8H"), card("8D")};
	finding.unconfirmed = MK_CARD_BIT(card("8D")) | MK_CARD_BIT(card("KS"));
	return finding;
}

Test(klondike_finding, is_read_as_it_was_written)
{
	struct mk_finding written = two_moves();
	struct mk_finding read;
	char buffer[1024];
	struct mk_text text;
	json_t *json;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_write_finding(&text, NULL, &written);
	json = json_loads(buffer, 0, NULL);
	cr_assert_eq(klondike_read_finding(json, &read, NULL), MK_OK, "%s", buffer);
	cr_assert_arr_eq(&read, &written, sizeof read);
	json_decref(json);
}

struct hostile {
	char text[150];
	char where[16];
};

Test(klondike_finding, refuses_what_was_never_written)
{
	static const struct hostile hostiles[] = {
		{"{}", "/explanation"},
		{"[]", "/explanation"},
		{"{'explanation':'contradiction','moves':[],'revealed':[]}", "/explanation"},
		{"{'explanation':'look_again','moves':[],'revealed':[]}", "/explanation"},
		{"{'explanation':'first','revealed':[]}", "/moves"},
		{"{'explanation':'first','moves':[],'revealed':3}", "/revealed"},
		{"{'explanation':'first','moves':[],'revealed':[],'unconfirmed':'8D'}",
			"/unconfirmed"},
		{"{'explanation':'first','moves':[],'revealed':[],'unconfirmed':['XX']}",
			"/unconfirmed"},
		{"{'explanation':'first','moves':[],'revealed':[],'revised':[]}", "/revised"},
		{"{'explanation':'first','moves':[],'revealed':[],'revised':{'position':4}}",
			"/revised"},
		{"{'explanation':'first','moves':[{}],'revealed':[]}", "/moves/0"},
		{"{'explanation':'first','moves':[0,1,2,3,4,5,6,7,8],'revealed':[]}", "/moves"},
		{"{'explanation':'first','moves':[{'type':0,'from':1,'to':2,'cut':1}],'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[{'type':8,'from':1,'to':2,'cut':1}],'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[{'type':1,'from':12,'to':2,'cut':1}],'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[{'type':1,'from':-1,'to':2,'cut':1}],'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[{'type':1,'from':1,'to':2,'cut':99}],'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[{'type':1,'from':1,'to':2,'cut':1,'card':'ZZ'}],"
		 "'revealed':[]}",
			"/moves/0"},
		{"{'explanation':'first','moves':[],'revealed':[{'position':3}]}", "/revealed/0"},
		{"{'explanation':'first','moves':[],'revealed':[],'unreadable':[12]}",
			"/unreadable"},
		{"{'explanation':'first','moves':[],'revealed':[],'unreadable':3}", "/unreadable"},
		{"{'explanation':'first','moves':[],'revealed':[{'position':44,'card':'2C'}]}",
			"/revealed/0"},
		{"{'explanation':'first','moves':[],'revealed':[{'position':11,'index':25,"
		 "'card':'2C'}]}",
			"/revealed/0"},
	};

	for (size_t i = 0; i < sizeof hostiles / sizeof hostiles[0]; i++) {
		struct mk_finding before = two_moves(), finding = before;
		struct mk_error error = {0};
		json_t *json = parsed(hostiles[i].text);

		cr_assert_eq(klondike_read_finding(json, &finding, &error), MK_MALFORMED, "%s",
			hostiles[i].text);
		cr_assert_str_eq(error.where, hostiles[i].where, "%s", hostiles[i].text);
		cr_assert_arr_eq(&finding, &before, sizeof finding);
		json_decref(json);
	}
}
