/* Cards that came up and went to a foundation, and shuffles, that no picture showed. */
#include "games/klondike/helpers.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

static struct klondike_view view;
static struct klondike_tracker memory;
static struct mk_finding finding;
static struct mk_snapshot_context occasion;

/* A restart replays what was concluded: the finding as the journal returns it leads to this view.
 */
static void assert_replays(const struct klondike_view *before)
{
	struct klondike_view replayed = *before;
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

#define FIRST "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"

static void begin(float suspected)
{
	occasion = (struct mk_snapshot_context){.confidence = 0.99F,
		.misread_repeat_rate = 0.02F,
		.unchanged = 0.3F,
		.several = 0.08F,
		.may_skip = true,
		.suspected = suspected,
		.most_suspected = suspected};
	memset(&memory, 0, sizeof memory);
	view = begun(NULL);
	show(FIRST);
}

/* The eight of diamonds goes onto the nine of clubs, and a jack comes up. */
static void turn_up_a_jack(float suspected)
{
	begin(suspected);
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
}

static bool is_open(void)
{
	return klondike_is_open(as_view(&view));
}

static const mk_cards aces =
	MK_CARD_BIT(MK_CARD(MK_ACE, MK_CLUBS)) | MK_CARD_BIT(MK_CARD(MK_ACE, MK_DIAMONDS)) |
	MK_CARD_BIT(MK_CARD(MK_ACE, MK_HEARTS)) | MK_CARD_BIT(MK_CARD(MK_ACE, MK_SPADES));

/* ---- Open ----------------------------------------------------------------------------------- */

Test(klondike_open, an_ace_may_have_come_up_in_a_column_before_the_card_that_lies_there)
{
	turn_up_a_jack(0.1F);
	cr_assert(is_open());
	cr_assert(view.open & 1U << 4);
	cr_assert_eq(view.gone, aces);
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "nothing is asked");
	cr_assert_eq(view.unseen[4], 3, "the likeliest table is shown");
}

Test(klondike_open, an_ace_may_have_been_drawn_and_put_up_before_any_picture)
{
	turn_up_a_jack(0.1F);
	cr_assert(view.open & 1U << DRAW_PILE);
}

Test(klondike_open, a_camera_that_has_shown_its_moves_one_by_one_leaves_nothing_open)
{
	turn_up_a_jack(0.001F);
	cr_assert_not(is_open());
}

Test(klondike_open, the_suspicion_of_a_camera_ends_with_what_it_left_open)
{
	turn_up_a_jack(0.1F);
	occasion.suspected = occasion.most_suspected = 0.0005F;
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,0H,9D,8D");
	cr_assert_not(is_open());
}

Test(klondike_open, of_a_camera_that_skipped_pictures_it_stays_so)
{
	turn_up_a_jack(0.1F);
	occasion.suspected = 0;
	occasion.most_suspected = 1;
	occasion.skips = true;
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,0H,9D,8D");
	cr_assert(is_open());
}

Test(klondike_open, a_typed_line_and_a_move_that_is_reported_leave_nothing_open)
{
	begin(0.1F);
	occasion.typed = true;
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_not(is_open());
	begin(0.1F);
	occasion.done = true;
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_not(is_open());
}

Test(klondike_open, a_camera_that_sees_the_foundations_and_the_stock_leaves_nothing_open)
{
	begin(0.1F);
	occasion.may_skip = false;
	show("KS,XC,XD,XH,XS,5S,5H,QC,7H,JS,9D,8D,BACK");
	cr_assert_not(view.open);
}

/* ---- Closed --------------------------------------------------------------------------------- */

Test(klondike_open, a_card_that_is_seen_elsewhere_was_none_of_them)
{
	turn_up_a_jack(0.1F);
	occasion.suspected = 0; /* from here on nothing else is opened */
	show("AC,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_eq(view.gone, aces & ~MK_CARD_BIT(card("AC")));
	show("AD,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	show("AH,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert(view.open);
	show("AS,UU,UU,UU,UU,5S,5H,QC,7H,JS,9D,8D");
	cr_assert_eq(view.open, 0, "each of them lies in the waste");
}

Test(klondike_open, a_column_without_unseen_cards_has_lost_none)
{
	struct klondike_view before;

	begin(0.1F);
	before = view;
	view.open = 1U << 4;
	view.gone = aces;
	view.unseen[4] = 0;
	klondike_note_seen(&view, &before,
		(struct mk_move){
			.kind = COLUMN_TO_COLUMN, .card = card("8D"), .from = 4, .to = 6, .cut = 1},
		GAPS_AS_THEY_ARE, HIDDEN_AS_IT_IS);
	cr_assert_eq(view.open, 0);
	cr_assert_eq(view.gone, 0);
}

/* ---- Nothing seems to have happened --------------------------------------------------------- */

Test(klondike_open, an_unrequested_snapshot_may_hide_an_ace_once)
{
	begin(0.1F);
	occasion.skips = true;
	cr_assert_not(is_open());
	for (int i = 0; i < 12 && !finding.weighed; i++) {
		cr_assert_not(is_open());
		watch(FIRST);
	}
	cr_assert(is_open());
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(view.open, 1U << DRAW_PILE | OPEN_SURE);
	cr_assert_eq(view.turned, 1);
	for (int i = 0; i < 3; i++) {
		watch(FIRST);
		cr_assert_not(finding.weighed, "it is known");
	}
}

Test(klondike_open, without_skipped_pictures_of_a_camera_a_long_pause_hides_no_move)
{
	begin(0.1F);
	for (int i = 0; i < 40; i++) {
		watch(FIRST);
		cr_assert_not(is_open());
	}
}

Test(klondike_open, where_pictures_of_an_unchanged_table_are_usual_they_hide_nothing)
{
	begin(0.1F);
	occasion.skips = true;
	occasion.unchanged = 0.7F;
	watch(FIRST);
	cr_assert_not(is_open());
}

/* ---- Shuffles ------------------------------------------------------------------------------- */

/* Of a pile of four cards the last one is drawn. */
static void draw_the_last(float suspected)
{
	begin(suspected);
	view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'foundations':{'C':'5C','D':'7D','H':'4H','S':'4S'},"
		"'draw_pile':{'cards':['KD']}}");
	memset(&memory, 0, sizeof memory);
	show("QH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	show("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	show("KC,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_left(&view), 0);
}

Test(klondike_open, the_pile_may_have_been_shuffled_when_no_card_is_left)
{
	draw_the_last(0.1F);
	cr_assert(view.open & OPEN_SHUFFLE);
	cr_assert(is_open());
	draw_the_last(0.0005F);
	cr_assert_not(is_open());
}

Test(klondike_open, the_stock_count_shows_a_redeal)
{
	struct mk_count count = {.name = "left", .value = 3, .position = DRAW_PILE};
	struct klondike_view before;
	int shuffles;

	draw_the_last(0.1F);
	before = view;
	shuffles = view.shuffles;
	cr_assert(klondike_settle_by_count(as_view(&view), &count, &finding));
	assert_replays(&before);
	cr_assert_eq(view.shuffles, shuffles - 1);
	cr_assert_eq(klondike_left(&view), 3);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("KC"));
	cr_assert_not(view.open & OPEN_SHUFFLE);
}

Test(klondike_open, a_shuffle_that_is_seen_leaves_no_other_open)
{
	draw_the_last(0.1F);
	show("QH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_left(&view), 3);
	cr_assert_not(view.open & OPEN_SHUFFLE);
}

/* ---- The question --------------------------------------------------------------------------- */

/* No move is left. The fourth column has shown a card after which one may have gone. */
static void lose(void)
{
	begin(0.1F);
	view = table(NULL,
		"{'columns':[{'cards':['9C']},{'unseen':1,'cards':['9S']},{'unseen':2,'cards':['JC']},"
		"{'unseen':3,'cards':['JS']},{'unseen':4,'cards':['KC']},{'unseen':5,'cards':['KS']},"
		"{'unseen':6,'cards':['7C']}],'foundations':{'C':'5C','D':'7D','H':'4H','S':'4S'},"
		"'draw_pile':{'cards':['0C','8C','8S','7S']}}");
	view.shuffles = 0;
	view.open = 1U << 3 | OPEN_SURE;
	view.gone = MK_CARD_BIT(card("6C")) | MK_CARD_BIT(card("8D")) | MK_CARD_BIT(card("5H")) |
		    MK_CARD_BIT(card("5S"));
	cr_assert_eq(klondike_left(&view), 0);
	cr_assert_eq(klondike_outcome(&view), MK_LOST);
}

Test(klondike_open, when_the_game_is_over_a_question_asks_which_card_went)
{
	struct klondike_view before;

	lose();
	cr_assert_eq(klondike_explanations(as_view(&view)), 5);
	before = view;
	cr_assert_eq(klondike_choose(as_view(&view), 2, &finding, NULL), MK_OK);
	cr_assert_eq(view.alternatives, 0, "the answer is the only explanation");
	assert_replays(&before);
	cr_assert_not(is_open());
	cr_assert_eq(view.unseen[3], 2);
	cr_assert_eq(__builtin_popcountll(klondike_foundation_cards(&view)), 21);
	cr_assert_null(klondike_view_broken(&view));
}

Test(klondike_open, of_a_camera_that_was_only_suspected_nothing_is_asked)
{
	lose();
	view.open = 1U << 3;
	cr_assert_eq(klondike_explanations(as_view(&view)), 1);
	cr_assert_not(is_open());
}

Test(klondike_open, what_cannot_have_happened_is_not_left_open_when_the_game_is_over)
{
	lose();
	view.gone = MK_CARD_BIT(card("8H"));
	cr_assert_eq(klondike_explanations(as_view(&view)), 1, "the five of hearts is not up yet");
	cr_assert_not(is_open());
}

Test(klondike_open, the_first_answer_is_that_none_did)
{
	struct klondike_view before;

	lose();
	before = view;
	cr_assert_eq(klondike_choose(as_view(&view), 0, &finding, NULL), MK_OK);
	assert_replays(&before);
	cr_assert_not(is_open());
	cr_assert_eq(view.unseen[3], 3);
	cr_assert_eq(klondike_explanations(as_view(&view)), 1);
}

Test(klondike_open, each_answer_has_words_of_its_own_in_every_language)
{
	lose();
	for (int language = 0; language < MK_LANGUAGES; language++) {
		char said[5][400];

		for (int number = 0; number < 5; number++) {
			struct mk_text text;

			mk_text_fixed(&text, said[number], sizeof said[number]);
			cr_assert(klondike_describe_answer(
				&text, (enum mk_language)language, as_view(&view), number));
			for (int other = 0; other < number; other++) {
				cr_assert_str_neq(said[number], said[other]);
			}
		}
	}
}

Test(klondike_open, nothing_is_asked_while_the_game_continues)
{
	lose();
	view.shuffles = 1;
	cr_assert_eq(klondike_outcome(&view), MK_PLAYING);
	cr_assert(is_open());
	cr_assert_eq(klondike_explanations(as_view(&view)), 1);
}
