/* Draws that no picture showed: kept as gaps of the waste until snapshots or the player name the
 * cards. */
#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static struct klondike_view view;
static struct klondike_tracker memory;
static struct mk_finding finding;
static struct mk_snapshot_context occasion;

/* The finding as the journal returns it. */
static struct mk_finding journalled(void)
{
	struct mk_finding read;
	struct mk_text text;
	char buffer[4096];
	json_t *json;

	mk_text_fixed(&text, buffer, sizeof buffer);
	klondike_write_finding(&text, NULL, &finding);
	json = json_loads(buffer, 0, NULL);
	cr_assert_not_null(json, "%s", buffer);
	cr_assert_eq(klondike_read_finding(json, &read, NULL), MK_OK);
	json_decref(json);
	return read;
}

/* A restart replays what was concluded: that leads to the same view, byte by byte. */
static void assert_replays(const struct klondike_view *before)
{
	struct klondike_view replayed = *before;
	struct mk_finding read = journalled();

	cr_assert_eq(klondike_replay(as_view(&replayed), &read, NULL), MK_OK);
	cr_assert_arr_eq(&replayed, &view, sizeof view);
}

static enum mk_explanation watch(const char *line)
{
	struct klondike_snapshot seen = seen_line(line);
	struct klondike_view before = view;

	klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, as_snapshot(&seen),
		&occasion, &finding, NULL);
	if (finding.move_count || finding.weighed) {
		assert_replays(&before);
	}
	return finding.explanation;
}

/* Shows the table until a change of it is accepted and no card is unconfirmed. */
static void show(const char *line)
{
	bool news = false;

	for (int i = 0; i < 30 && !(news && view.unconfirmed == 0); i++) {
		enum mk_explanation explanation = watch(line);

		news |= explanation == MK_FIRST || finding.move_count > 0;
		occasion.unchanged = news ? 0.9F : 0.3F;
	}
	occasion.unchanged = 0.3F;
	cr_assert(news && view.unconfirmed == 0, "%s", line);
}

static void begin(bool skips)
{
	occasion = (struct mk_snapshot_context){.confidence = 0.99F,
		.misread_repeat_rate = 0.02F,
		.unchanged = 0.3F,
		.several = 0.15F,
		.may_skip = true,
		.skips = skips};
	memset(&memory, 0, sizeof memory);
	view = begun(NULL);
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
}

static bool is_open(void)
{
	return view.gaps != 0;
}

Test(klondike_gaps, a_draw_of_a_camera_that_skips_pictures_may_have_been_two)
{
	begin(true);
	cr_assert_not(is_open());
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert(is_open());
	cr_assert(klondike_has_gap(&view, 1));
	cr_assert_not(klondike_has_gap(&view, 0));
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "nothing is asked");
}

Test(klondike_gaps, a_camera_that_was_not_seen_to_skip_pictures_leaves_nothing_open)
{
	begin(false);
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
}

Test(klondike_gaps, several_moves_at_once_leave_all_draws_open_that_were_not_counted)
{
	begin(false);
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	show("3C,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_eq(finding.move_count, 0);
	cr_assert_eq(view.turned, 3);
	cr_assert(klondike_has_gap(&view, 1));
	cr_assert(klondike_has_gap(&view, 2));
	cr_assert_not(klondike_has_gap(&view, 0), "the first picture showed all there was");
}

Test(klondike_gaps, numbered_frames_and_typed_lines_leave_nothing_open)
{
	begin(false);
	occasion.may_skip = false;
	show("3C,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_not(is_open());
	begin(true);
	occasion.typed = true;
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
}

/* ---- Suspicion ------------------------------------------------------------------------------ */

/* A camera that was not seen to skip pictures, and how likely it does. */
static void begin_suspected(float suspected)
{
	begin(false);
	occasion.suspected = suspected;
	occasion.most_suspected = suspected;
}

static void draw_suspected(void)
{
	begin_suspected(0.1F);
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert(klondike_has_gap(&view, 1));
}

Test(klondike_gaps, a_draw_of_a_camera_that_has_shown_nothing_yet_may_have_been_two)
{
	begin_suspected(0.1F);
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_not(is_open(), "no card was drawn");
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert(is_open());
	cr_assert(klondike_has_gap(&view, 1));
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "nothing is asked");
}

Test(klondike_gaps, a_camera_that_has_shown_its_moves_one_by_one_leaves_no_draw_open)
{
	begin_suspected(0.002F);
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
}

Test(klondike_gaps, many_draws_are_suspected_where_one_is_not)
{
	static const char *const drawn[] = {"2D", "2C", "2H", "JC", "JH", "QH", "3C"};
	char line[64];
	int before = 0;

	begin_suspected(0.002F);
	while (before < 7 && !is_open()) {
		snprintf(line, sizeof line, "%s,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", drawn[before++]);
		show(line);
	}
	cr_assert_eq(before, 7);
	occasion.suspected = occasion.most_suspected = 0.012F;
	show("5C,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	occasion.suspected = occasion.most_suspected = 0.006F;
	show("6C,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert(klondike_has_gap(&view, 9), "together with the one before it");
}

Test(klondike_gaps, what_was_only_suspected_is_settled_when_the_camera_has_shown_more)
{
	draw_suspected();
	occasion.suspected = occasion.most_suspected = 0.012F;
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,0S,9D,8D");
	cr_assert(is_open(), "not enough yet");
	occasion.suspected = occasion.most_suspected = 0.004F;
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,9D,JC,8D");
	cr_assert_not(is_open());
	cr_assert_eq(view.counted, 2);
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.pile[0], card("KS"));
}

Test(klondike_gaps, of_another_camera_that_was_seen_to_skip_or_is_suspected_stay_open)
{
	draw_suspected();
	occasion.suspected = 0.001F;
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,0S,9D,8D");
	cr_assert(is_open());
	occasion.most_suspected = 1;
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,9D,JC,8D");
	cr_assert(is_open());
}

Test(klondike_gaps, that_were_suspected_stay_open_when_several_moves_come_at_once)
{
	draw_suspected();
	show("2C,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert(finding.move_count == 0 && view.turned == 3);
	cr_assert(klondike_has_gap(&view, 1));
	cr_assert(klondike_has_gap(&view, 2));
}

Test(klondike_gaps, that_were_suspected_close_by_the_count)
{
	struct klondike_view before;
	struct mk_count count = {.name = "left", .value = 22, .position = DRAW_PILE};

	draw_suspected();
	before = view;
	cr_assert(klondike_settle_by_count(as_view(&view), &count, &finding));
	assert_replays(&before);
	cr_assert_not(is_open());
}

Test(klondike_gaps, numbered_frames_typed_lines_and_reported_draws_are_not_suspected)
{
	begin_suspected(0);
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
	begin_suspected(0.1F);
	occasion.typed = true;
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
	begin_suspected(0.1F);
	occasion.done = true;
	show("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_not(is_open());
}

/* ---- Snapshots name the cards --------------------------------------------------------------- */

static void draw_four_of_hearts(void)
{
	begin(true);
	show("4H,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(view.turned, 2);
}

Test(klondike_gaps, the_card_beneath_shows_that_no_draw_was_skipped)
{
	draw_four_of_hearts();
	watch("KS,UU,UU,UU,UU,4H,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(finding.move_count, 1);
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(klondike_left(&view), 22);
	cr_assert_not(is_open());
}

Test(klondike_gaps, an_unseen_card_beneath_shows_that_a_draw_was_skipped)
{
	draw_four_of_hearts();
	show("JC,UU,UU,UU,UU,4H,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.pile[0], card("KS"));
	cr_assert_eq(view.pile[1], card("JC"));
	cr_assert_eq(klondike_left(&view), 21);
	cr_assert(klondike_has_gap(&view, 1), "more may lie beneath it");
}

/* Whether the card that comes up lay beneath the only one of the waste or comes from the stock. */
Test(klondike_gaps, beneath_the_only_card_of_the_waste_stay_open_when_it_is_played)
{
	begin(false);
	occasion.may_skip = false;
	view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QD']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'draw_pile':{'cards':['4H'],'left':23}}");
	view.counted = 0; /* as after a shuffle */
	klondike_doubt_waste(&view);
	memset(&memory, 0, sizeof memory);
	show("JC,UU,UU,UU,UU,4H,5H,QD,7H,8D,9D,9C");
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(klondike_left(&view), 22);
	cr_assert(klondike_has_gap(&view, 0), "the jack may lie on others");
	show("XX,UU,UU,UU,UU,4H,5H,JC,7H,8D,9D,9C");
	cr_assert_not(is_open(), "no card lay beneath it");
}

/* A pile of four cards, the king of diamonds up; seven of the thirteen diamonds lie up. */
static void begin_with_four(void)
{
	begin(true);
	view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'foundations':{'C':'5C','D':'7D','H':'4H','S':'4S'},"
		"'draw_pile':{'cards':['KD']}}");
	memset(&memory, 0, sizeof memory);
}

Test(klondike_gaps, a_card_that_comes_up_again_shows_that_the_rest_was_drawn_and_shuffled)
{
	int shuffles;

	begin_with_four();
	shuffles = view.shuffles;
	show("QH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_left(&view), 1);
	show("KD,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(view.shuffles, shuffles - 1);
	cr_assert_eq(klondike_left(&view), 3);
	cr_assert_eq(view.turned, 1);
}

Test(klondike_gaps, nothing_is_open_when_no_card_is_left_to_draw)
{
	begin_with_four();
	show("QH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert(is_open());
	show("KC,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_left(&view), 0);
	cr_assert_not(is_open());
}

/* Which of the cards lie unseen is not known, nor where. */
Test(klondike_gaps, have_the_unseen_cards_in_any_place_when_no_card_is_left)
{
	begin(true);
	view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'foundations':{'C':'5C','D':'7D','H':'4H','S':'4S'},"
		"'draw_pile':{'cards':['KD','QH'],'left':2}}");
	memset(&memory, 0, sizeof memory);
	view.gaps = 2; /* beneath the queen */
	klondike_play(&view, (struct mk_move){.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE},
		MK_NO_CARD);
	cr_assert(is_open());
	klondike_play(&view, (struct mk_move){.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE},
		card("KS"));
	cr_assert_eq(klondike_left(&view), 0);
	cr_assert_not(is_open());
	cr_assert_eq(view.pile[0], card("KD"));
	cr_assert_eq(view.pile[1], MK_NO_CARD, "the queen or the unseen card");
	cr_assert_eq(view.pile[2], MK_NO_CARD);
	cr_assert_eq(view.pile[3], card("KS"));
	cr_assert(view.pile_loose & MK_CARD_BIT(card("QH")));
	cr_assert_null(klondike_view_broken(&view));
}

/* One picture is missing before that of a draw: was another card drawn before it? */
static int turned_after_a_missing_picture(float missing_moved)
{
	begin(false);
	occasion.may_skip = false;
	occasion.missed = 1;
	occasion.missing_moved = missing_moved;
	occasion.next_moved = missing_moved;
	watch("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_gt(finding.move_count, 0);
	return view.turned;
}

Test(klondike_gaps, hide_a_draw_where_the_camera_loses_only_pictures_of_moves)
{
	cr_assert_eq(turned_after_a_missing_picture(0.95F), 3);
	cr_assert_eq(turned_after_a_missing_picture(0.05F), 2);
}

/* ---- The player names the cards ------------------------------------------------------------- */

static bool settle(int left)
{
	struct klondike_view before = view;
	struct mk_count count = {.name = "left", .value = left, .position = DRAW_PILE};
	bool settled = klondike_settle_by_count(as_view(&view), &count, &finding);

	if (settled) {
		assert_replays(&before);
	} else {
		cr_assert_arr_eq(&view, &before, sizeof view);
	}
	return settled;
}

Test(klondike_gaps, the_count_that_is_believed_closes_them)
{
	draw_four_of_hearts();
	cr_assert(settle(22));
	cr_assert_not(is_open());
	cr_assert_eq(view.pile[0], card("KS"));
	cr_assert_eq(view.turned, 2);
}

Test(klondike_gaps, a_lower_count_gives_the_number_of_unseen_cards_but_not_their_places)
{
	draw_four_of_hearts();
	show("2C,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert(settle(20));
	cr_assert_not(is_open());
	cr_assert_eq(klondike_left(&view), 20);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2C"));
	cr_assert_eq(view.pile[0], card("KS"), "no gap lies beneath it");
	cr_assert_eq(view.pile[1], MK_NO_CARD);
	cr_assert(view.pile_loose & MK_CARD_BIT(card("4H")));
	cr_assert_null(klondike_view_broken(&view));
}

Test(klondike_gaps, a_higher_count_is_no_answer)
{
	draw_four_of_hearts();
	cr_assert_not(settle(23));
	cr_assert(is_open());
}

/* The last pass: seven cards of the waste may lie on others. */
static void draw_seven_in_the_last_pass(void)
{
	static const char *const drawn[] = {"2D", "2C", "2H", "JC", "JH", "QH", "3C"};
	char line[64];

	begin(true);
	view.shuffles = 0;
	for (int i = 0; i < 7; i++) {
		cr_assert_eq(klondike_explanations(as_view(&view)), 1, "%d drawn", i);
		snprintf(line, sizeof line, "%s,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", drawn[i]);
		show(line);
	}
}

Test(klondike_gaps, a_question_finds_the_place_of_a_card_that_no_redeal_will_show)
{
	struct klondike_view before;

	draw_seven_in_the_last_pass();
	cr_assert_eq(klondike_explanations(as_view(&view)), 8);
	before = view;
	cr_assert_eq(klondike_choose(as_view(&view), 2, &finding, NULL), MK_OK);
	cr_assert_eq(view.alternatives, 0, "the answer is the only explanation");
	assert_replays(&before);
	cr_assert_not(is_open());
	cr_assert_eq(view.turned, 9);
	cr_assert_eq(view.pile[8], card("3C"));
	cr_assert_eq(view.pile[7], card("QH"));
	cr_assert_eq(view.pile[6], MK_NO_CARD);
	cr_assert_eq(view.pile[5], card("JH"));
}

/* Black cards alone lie open, in the last pass: nothing can be done but to draw the last cards. */
static void begin_at_the_end(const char *waste)
{
	char json[500];

	snprintf(json, sizeof json,
		"{'columns':[{'cards':['2S']},{'unseen':1,'cards':['4S']},{'unseen':2,'cards':['6S']},"
		"{'unseen':2,'cards':['8S']},{'unseen':2,'cards':['0S']},{'unseen':3,'cards':['QS']},"
		"{'unseen':3,'cards':['4C']}],'foundations':{'C':'XC','D':'KD','H':'KH','S':'XS'},"
		"'draw_pile':{'cards':[%s],'shuffles':0}}",
		waste);
	view = table(NULL, json);
	view.gaps = 0x7;
}

Test(klondike_gaps, what_lies_in_the_waste_is_asked_where_the_game_may_be_over)
{
	begin_at_the_end("'6C','8C','0C','QC','JC'");
	cr_assert_eq(klondike_left(&view), 1);
	cr_assert_gt(klondike_explanations(as_view(&view)), 1, "the last card may lie in a gap");
	cr_assert(klondike_asks_which(as_view(&view)));
	view.shuffles = 1;
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "a shuffle will show it");
	view.shuffles = 0;
	view.gaps = 0x1;
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "it hardly lies in this one");
	begin_at_the_end("'6C','8C','0C'");
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "three hardly lie in the gaps");
}

Test(klondike_gaps, which_explanation_is_true_is_asked_where_the_game_may_be_over)
{
	struct klondike_view other;

	begin_at_the_end("'6C','8C','0C','QC','JC'");
	klondike_explanation(&view, 0, &other);
	other.gaps = 0;
	klondike_add_alternative(&view, &other, -100);
	cr_assert(klondike_asks_which(as_view(&view)));
	view.gaps = 0;
	cr_assert_not(klondike_asks_which(as_view(&view)));
}

Test(klondike_gaps, the_likeliest_answer_is_that_no_card_lies_unseen)
{
	draw_seven_in_the_last_pass();
	cr_assert_eq(klondike_choose(as_view(&view), 0, &finding, NULL), MK_OK);
	cr_assert_not(is_open());
	cr_assert_eq(view.turned, 8);
}

Test(klondike_gaps, each_answer_has_words_of_its_own_in_every_language)
{
	draw_seven_in_the_last_pass();
	for (int language = 0; language < MK_LANGUAGES; language++) {
		char said[8][200];

		for (int number = 0; number < 8; number++) {
			struct mk_text text;

			mk_text_fixed(&text, said[number], sizeof said[number]);
			cr_assert(klondike_describe_answer(
				&text, (enum mk_language)language, as_view(&view), number));
			for (int other = 0; other < number; other++) {
				cr_assert_str_neq(said[number], said[other]);
			}
		}
		cr_assert_not(klondike_describe_answer(
			&(struct mk_text){0}, (enum mk_language)language, as_view(&view), 8));
	}
}

/* ---- Nothing seems to have happened --------------------------------------------------------- */

Test(klondike_gaps, a_picture_without_a_change_does_not_say_that_something_was_done)
{
	char said[256];
	struct mk_text text;

	begin(false);
	occasion.unchanged = 0.0002F;
	occasion.misread_repeat_rate = 0.5F;
	memory.rested = false;
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	mk_text_fixed(&text, said, sizeof said);
	klondike_describe_message(&text, MK_ENGLISH, as_view(&view), &finding, NULL);
	cr_assert_str_eq(said,
		"I see no change so far. Show me the table once more, so that I can be sure.");
}

/* The table is seen again, without reason: an ace may have come up and gone to its foundation. */
static int explanations_of_another_look(float unchanged, float suspected)
{
	static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};

	begin(false);
	occasion.suspected = suspected;
	occasion.most_suspected = suspected;
	occasion.suggested = &draw;
	occasion.followed = 0.9F;
	occasion.unchanged = unchanged;
	for (int i = 0; i < 12 && finding.alternative_count == 0; i++) {
		watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	}
	cr_assert_eq(view.turned, 1, "the likeliest is that nothing was done");
	return klondike_explanations(as_view(&view));
}

Test(klondike_gaps, a_picture_of_an_unchanged_table_may_hide_an_ace_that_was_put_up)
{
	struct klondike_view other;

	cr_assert_eq(explanations_of_another_look(0.01F, 0.1F), 5, "or one of four aces");
	cr_assert(klondike_explanation(&view, 1, &other));
	cr_assert_eq(__builtin_popcountll(klondike_foundation_cards(&other)), 1);
	cr_assert_eq(klondike_left(&other), klondike_left(&view) - 1);
}

Test(klondike_gaps, a_picture_of_an_unchanged_table_hides_nothing_where_it_is_usual)
{
	cr_assert_eq(explanations_of_another_look(0.3F, 0.1F), 1);
}

Test(klondike_gaps, a_camera_that_has_shown_move_after_move_hides_no_ace)
{
	cr_assert_eq(explanations_of_another_look(0.01F, 0.01F), 1);
}
