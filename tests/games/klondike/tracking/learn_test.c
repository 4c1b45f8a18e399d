/* Findings of single snapshots: by example. */
#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/learn.h"

#include <criterion/criterion.h>
#include <string.h>

static const char seed_line[] = "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";

static struct mk_finding finding;
static struct mk_error error;

static enum mk_status learn(struct klondike_view *view, struct klondike_snapshot seen)
{
	return klondike_apply_snapshot(as_view(view), as_snapshot(&seen), NULL, &finding, &error);
}

static struct klondike_view after_first(void)
{
	struct klondike_view view = begun(NULL);

	cr_assert_eq(learn(&view, seen_line(seed_line)), MK_OK);
	return view;
}

/* The finding in short: "other_move: 8D 5>7 (5C)", "look_again: 3 11", "contradiction: 5
 * lies_under". */
static const char *concluded(void)
{
	static char buffer[256];
	struct mk_text text;

	mk_text_fixed(&text, buffer, sizeof buffer);
	mk_text_put(&text, mk_explanation_name(finding.explanation));
	for (int i = 0; i < finding.move_count; i++) {
		mk_text_put(&text, i ? ", " : ": ");
		klondike_write_short(&text, finding.moves[i].move);
		if (finding.moves[i].revealed != MK_NO_CARD) {
			mk_text_format(&text, " (%s)", mk_card_code(finding.moves[i].revealed));
		}
	}
	for (int i = 0; i < finding.conflict_count; i++) {
		mk_text_format(&text, "%s%d %s", i ? ", " : ": ", finding.conflicts[i].position,
			klondike_conflict_reasons[finding.conflicts[i].reason]);
	}
	for (int i = 0; i < finding.unreadable_count && finding.explanation == MK_LOOK_AGAIN; i++) {
		mk_text_format(&text, "%s%d", i ? " " : ": ", finding.unreadable[i]);
	}
	return buffer;
}

/* ---- The first snapshot --------------------------------------------------------------------- */

Test(klondike_apply_initial, is_the_seeds_line)
{
	struct klondike_view view = after_first();

	cr_assert_str_eq(concluded(), "first");
	cr_assert_eq(finding.revealed_count, 8);
	cr_assert_eq(klondike_left(&view), 23);
	cr_assert_eq(view.shuffles, 3);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("KS"));
	for (int column = 0; column < COLUMNS; column++) {
		cr_assert_eq(view.unseen[column], column);
		cr_assert_eq(view.up[column], 1);
	}
}

struct example {
	char preset[12];
	char seen[260];
	char concluded[60];
};

static void assert_examples(
	const struct klondike_view *start, const struct example *examples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct example *example = &examples[i];
		struct klondike_view view =
			start ? *start : begun(example->preset[0] ? example->preset : NULL);
		struct klondike_view before = view;
		bool is_line = example->seen[0] != '{';
		enum mk_status status =
			learn(&view, is_line ? seen_line(example->seen) : seen_json(example->seen));

		cr_assert_str_eq(
			concluded(), example->concluded, "%s: %s", example->seen, concluded());
		cr_assert_eq(status, finding.explanation == MK_CONTRADICTION ? MK_CONFLICT : MK_OK);
		if (finding.explanation >= MK_LOOK_AGAIN ||
			(finding.explanation == MK_UNCHANGED && !finding.weighed)) {
			cr_assert_arr_eq(&view, &before, sizeof view, "%s", example->seen);
		} else {
			cr_assert_null(klondike_view_broken(&view), "%s", example->seen);
		}
	}
}

Test(klondike_apply_initial, is_believed_only_as_far_as_it_is_clear)
{
	static const struct example examples[] = {
		{"", "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"", "BACK,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"", "XX,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"", "UU,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "look_again: 11"},
		{"", "KS,XC,XD,XH,XS,5S,5H,UU,7H,BACK,9D,9C", "look_again: 2 4"},
		{"", "KS,XC,2D,XH,XS,5S,5H,QC,7H,8D,9D,9C", "contradiction: 8 not_at_start"},
		{"", "KS,XC,XD,XH,XS,5S,XX,QC,7H,8D,9D,9C", "contradiction: 1 not_empty"},
		{"klondike-1", "BACK,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"klondike-1", "UU,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"klondike-1", "{'columns':['5S','5H','QC','7H','8D','9D','9C']}", "first"},
		{"klondike-1", "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", "first"},
		{"", "{'columns':['5S','5H','QC','7H','8D','9D','9C']}", "look_again: 11"},
		{"", "{'draw_pile':'KS'}", "look_again: 0 1 2 3 4 5 6"},
		{"", "{'draw_pile':'KS','columns':['5S','5H','QC','7H','8D','9D',['0D','9C']]}",
			"contradiction: 6 not_at_start"},
		{"", "{'draw_pile':['2D','KS'],'columns':['5S','5H','QC','7H','8D','9D','9C']}",
			"contradiction: 11 not_at_start"},
		{"",
			"{'draw_pile':[{'card':'5H','p':0.9}],'columns':['5S','5H','QC','7H','8D','9D',"
			"'9C']}",
			"contradiction: 11 seen_twice"},
		{"",
			"{'draw_pile':[{'card':'5H','p':0.4}],'columns':['5S','5H','QC','7H','8D','9D',"
			"'9C']}",
			"look_again: 11"},
	};

	assert_examples(NULL, examples, sizeof examples / sizeof examples[0]);
}

Test(klondike_apply_initial, needs_the_stock_where_the_rules_give_it)
{
	static const char with_stock[] =
		"{'draw_pile':'BACK','columns':['5S','5H','QC','7H','8D','9D','9C'],'stock':['AC',"
		"'2C','3C','4C','5C','6C','7C','8C','0C','JC','KC','AD','2D','3D','4D','5D','6D','7D',"
		"'0D','JD','QD','KD','AS','2S']}";
	struct klondike_view view = begun("klondike-1");

	cr_assert_eq(learn(&view, seen_json(with_stock)), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "stock_not_known");
	view.rules.stock_known = true;
	cr_assert_eq(
		learn(&view, seen_line("BACK,XX,XX,XX,XX,5S,5H,QC,7H,8D,9D,9C")), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "missing_stock");
	cr_assert_str_eq(error.where, "/stock");
	cr_assert_not(view.started);

	cr_assert_eq(learn(&view, seen_json(with_stock)), MK_OK);
	cr_assert_eq(view.pile[0], card("AC"));
	cr_assert_eq(view.pile[23], card("2S"));
	cr_assert_eq(learn(&view, seen_line("AS,XX,XX,XX,XX,5S,5H,QC,7H,8D,9D,9C")), MK_CONFLICT);
	cr_assert_str_eq(concluded(), "contradiction: 11 wrong_order");
}

/* ---- What happened -------------------------------------------------------------------------- */

Test(klondike_apply_snapshot, explains_by_the_fewest_moves)
{
	struct klondike_view start = after_first();
	static const struct example examples[] = {
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "unchanged"},
		{"", "UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU", "look_again: 4 6 11"},
		{"", "2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "other_move: draw (2D)"},
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,8D", "other_move: 8D 5>7 (5C)"},
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,UU", "other_move: 8D 5>7 (5C)"},
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,UU,9D,8D", "look_again: 4"},
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,BACK,9D,8D", "look_again: 4"},
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,BACK,9D,9C", "look_again: 4"},
		/* Two moves: the five of clubs came up, the draw pile went on. */
		{"", "2D,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,8D",
			"several_moves: 8D 5>7 (5C), draw (2D)"},
		/* The black seven came up in column 5 and went on before the camera saw it. */
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,JH,9D,7C",
			"several_moves: 8D 5>7 (7C), 7C 5>7 (JH)"},
		/* It was turned up in the draw pile. */
		{"", "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,8C,9C", "several_moves: draw (8C), 8C P>6"},
		/* An ace came up and went to its foundation. */
		{"", "KS,UU,UU,AH,UU,5S,5H,QC,7H,JH,9D,8D",
			"several_moves: 8D 5>7 (AH), AH 5>F (JH)"},
	};

	assert_examples(&start, examples, sizeof examples / sizeof examples[0]);
}

Test(klondike_apply_snapshot, says_where_a_snapshot_cannot_be)
{
	struct klondike_view start = after_first();
	static const struct example examples[] = {
		{"", "8D,UU,UU,UU,UU,5S,5H,QC,7H,UU,9D,9C", "contradiction: 11 lies_elsewhere"},
		{"", "KS,UU,UU,UU,UU,2C,5H,QC,7H,8D,9D,9C", "contradiction: 0 not_reachable"},
		{"", "KS,UU,UU,UU,UU,5S,5H,XX,7H,8D,9D,9C", "contradiction: 2 not_empty"},
		{"", "XX,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "contradiction: 11 not_empty"},
		{"", "BACK,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "contradiction: 11 not_empty"},
		{"", "KS,UU,2D,UU,UU,5S,5H,QC,7H,8D,9D,9C", "contradiction: 8 not_reachable"},
		{"", "2H,UU,UU,UU,UU,3C,5H,QC,7H,8D,9D,9C", "contradiction: 0 not_reachable"},
		{"", "{'draw_pile':'KS','columns':['5S','5H','QC','7H',['9H','8D'],'9D','9C']}",
			"contradiction: 4 other_cards"},
	};

	assert_examples(&start, examples, sizeof examples / sizeof examples[0]);
}

Test(klondike_apply_snapshot, names_the_card_that_lies_under_another)
{
	struct klondike_view view = after_first();
	const struct mk_conflict *conflict = &finding.conflicts[0];
	char sentence[128];
	struct mk_text text;

	learn(&view, seen_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,8D"));
	cr_assert_eq(learn(&view, seen_line("KS,UU,UU,UU,UU,5S,5H,9C,7H,5C,9D,8D")), MK_CONFLICT);
	cr_assert_str_eq(concluded(), "contradiction: 2 lies_under");
	cr_assert_eq(conflict->at, 6);
	cr_assert_eq(conflict->other, card("8D"));
	cr_assert_eq(conflict->expected_count, 1);
	cr_assert_eq(conflict->expected[0], card("QC"));
	cr_assert_str_eq(error.code, "snapshot_contradiction");
	cr_assert_str_eq(error.where, "/columns/2");
	mk_text_fixed(&text, sentence, sizeof sentence);
	mk_describe_conflict(&text, mk_game_find("klondike"), MK_ENGLISH, conflict);
	cr_assert_str_eq(sentence, "I see the nine of clubs in column 3, but it is under the eight "
				   "of diamonds in column 7.");
}

/* ---- The suggestion ------------------------------------------------------------------------- */

static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};

Test(klondike_apply_snapshot, knows_the_suggested_move)
{
	struct klondike_view view = after_first();
	struct klondike_snapshot seen = seen_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");

	klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), &draw, &finding, NULL);
	cr_assert_str_eq(concluded(), "suggested_move: draw (2D)");
}

/* It may as well have been a draw: the camera that does not see foundations is not asked again. */
Test(klondike_apply_snapshot, believes_the_suggestion_of_a_foundation_that_no_camera_sees)
{
	const struct mk_move up = {.kind = TO_FOUNDATION,
		.from = DRAW_PILE,
		.to = DRAW_PILE - 1,
		.cut = 1,
		.card = card("AS")};
	struct klondike_view view = begun(NULL);
	struct klondike_snapshot seen;

	cr_assert_eq(learn(&view, seen_line("AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C")), MK_OK);
	seen = seen_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), &up, &finding, NULL);
	cr_assert_str_eq(concluded(), "suggested_move: AS P>F (2D)");
}

Test(klondike_apply_snapshot, looks_again_when_the_suggested_move_would_be_hidden)
{
	struct klondike_view view = after_first();
	struct klondike_snapshot seen = seen_line("UU,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");

	klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), &draw, &finding, NULL);
	cr_assert_str_eq(concluded(), "look_again: 11");
}

/* ---- The draw pile -------------------------------------------------------------------------- */

/* The last card of the draw pile is up; the ace of spades went to its foundation. */
static const char worn[] =
	"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
	"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
	"{'unseen':6,'cards':['9C']}],'foundations':{'S':'AS'},'draw_pile':{'shuffles':1,'cards':"
	"['KS',null,'2C','3C','4C','6C','7C','8C','0C','JC','KC','AD','2D','3D','4D','6D','7D','0D',"
	"'JD','QD','AH','KD','2S']}}";

Test(klondike_apply_snapshot, sees_that_the_pile_was_shuffled)
{
	struct klondike_view start = table(NULL, worn);
	static const struct example examples[] = {
		{"", "AD,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "other_move: shuffle (AD)"},
		{"", "BACK,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "other_move: shuffle"},
		{"", "XX,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "other_move: shuffle"},
		{"", "KD,UU,UU,UU,2S,5S,5H,QC,7H,8D,9D,9C", "other_move: 2S P>F"},
		/* No snapshot has shown this card: it is the unknown one of the pile. */
		{"", "QH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", "other_move: shuffle (QH)"},
	};

	assert_examples(&start, examples, sizeof examples / sizeof examples[0]);
}

Test(klondike_apply_snapshot, sees_by_the_backs_that_mixing_brought_the_same_card_up)
{
	struct klondike_view start = table(NULL, worn);
	static const struct example examples[] = {
		{"", "{'draw_pile':'2S','stock':'XX'}", "unchanged"},
		{"", "{'draw_pile':'2S','stock':'UU'}", "unchanged"},
		{"", "{'draw_pile':'2S'}", "unchanged"},
		{"", "{'draw_pile':'2S','stock':'BACK'}", "other_move: shuffle (2S)"},
		{"", "2S,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,BACK", "other_move: shuffle (2S)"},
		{"", "2S,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,XX", "unchanged"},
		{"", "2S,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,UU", "unchanged"},
		{"", "{'draw_pile':'UU','stock':'BACK'}", "look_again: 11"},
	};

	assert_examples(&start, examples, sizeof examples / sizeof examples[0]);
}

Test(klondike_apply_snapshot, believes_nothing_new_of_a_pile_that_it_knows_whole)
{
	struct klondike_view view = table(NULL, worn);

	view.pile[1] = card("QH");
	cr_assert_eq(learn(&view, seen_line("KH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C")), MK_CONFLICT);
}

Test(klondike_apply_snapshot, waits_for_the_next_card_to_be_turned_up)
{
	struct klondike_view view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'draw_pile':{'cards':['AC']}}");

	learn(&view, seen_line("BACK,AC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"));
	cr_assert_str_eq(concluded(), "other_move: AC P>F");
	cr_assert_eq(finding.moves[0].move.more[0], NOT_TURNED);
	cr_assert_eq(view.turned, 0);
	cr_assert_eq(klondike_left(&view), 23);
	learn(&view, seen_line("BACK,AC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"));
	cr_assert_str_eq(concluded(), "unchanged");
	learn(&view, seen_line("2C,AC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"));
	cr_assert_str_eq(concluded(), "other_move: draw (2C)");
}

Test(klondike_apply_snapshot, learns_cards_that_are_listed_beneath_the_front)
{
	struct klondike_view view = after_first();

	learn(&view,
		seen_json("{'draw_pile':['KS','4H','2D'],'columns':['5S','5H','QC','7H','8D','9D',"
			  "'9C']}"));
	cr_assert_str_eq(concluded(), "several_moves: draw, draw (2D)");
	cr_assert_eq(view.pile[1], card("4H"));
	cr_assert_eq(view.turned, 3);
	cr_assert_eq(finding.revealed[1].index, 2);
}

/* ---- Cards that were covered before a picture showed them ------------------------------------ */

Test(klondike_apply_snapshot, asks_which_card_was_covered)
{
	struct klondike_view view = table(NULL,
		"{'columns':[{'cards':['8C']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9S']},"
		"{'unseen':6,'cards':['KD']}],'draw_pile':{'cards':['KS']}}");
	struct klondike_view before = view;

	/* Column 5 turned up a red nine, and the eight of clubs was laid on it. */
	cr_assert_eq(learn(&view, seen_line("KS,UU,UU,UU,UU,XX,5H,QC,7H,8C,8D,KD")), MK_OK);
	cr_assert_str_eq(concluded(), "look_again: 4");
	cr_assert_eq(finding.doubt_count, 2);
	cr_assert_eq(finding.doubts[0].card, card("9D"));
	cr_assert_eq(finding.doubts[1].card, card("9H"));
	cr_assert_eq(finding.doubts[0].index, 1);
	cr_assert_arr_eq(&view, &before, sizeof view);

	learn(&view,
		seen_json("{'draw_pile':'KS','columns':['XX','5H','QC','7H',['9H','8C'],'8D','KD'"
			  "]}"));
	cr_assert_str_eq(concluded(), "several_moves: 8D 5>6 (9H), 8C 1>5");
}
