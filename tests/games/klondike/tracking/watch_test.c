/* Findings of several pictures of a table. */
#include "games/klondike/helpers.h"
#include "games/klondike/position.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct klondike_view view;
static struct klondike_tracker memory;
static struct mk_finding finding;

/* A camera of which every fiftieth code is wrong; misreadings rarely come again. */
static struct mk_snapshot_context occasion = {
	.confidence = 0.98F, .misread_repeat_rate = 0.02F, .unchanged = 0.002F};

static enum mk_explanation watch(const char *line)
{
	struct klondike_snapshot seen = line[0] == '{' ? seen_json(line) : seen_line(line);

	klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, as_snapshot(&seen),
		&occasion, &finding, NULL);
	return finding.explanation;
}

/* Shows the table until no card of it is unconfirmed; how many pictures that takes. */
static int confirm(const char *line)
{
	float unchanged = occasion.unchanged;
	int pictures = 0;

	occasion.unchanged = 0.9F;
	while (view.unconfirmed) {
		cr_assert_eq(watch(line), MK_UNCHANGED);
		cr_assert_leq(++pictures, 20);
	}
	occasion.unchanged = unchanged;
	return pictures;
}

static void begin(void)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_FIRST);
	confirm("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
}

Test(klondike_track_snapshot, believes_a_new_card_and_confirms_it_by_more_pictures)
{
	begin();
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(finding.revealed[0].card, card("2D"));
	cr_assert_eq(finding.unconfirmed, MK_CARD_BIT(card("2D")));
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("2D")));
	cr_assert_geq(confirm("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), 1);
	cr_assert_eq(view.turned, 2);
}

Test(klondike_track_snapshot, sees_by_the_next_picture_that_a_new_card_was_misread)
{
	begin();
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	occasion.unchanged = 0.99F;
	for (int i = 0; i < 3; i++) {
		watch("2H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
		cr_assert_neq(finding.explanation, MK_OTHER_MOVE);
	}
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2H"));
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.unconfirmed & MK_CARD_BIT(card("2D")), 0);
}

/*
 * Drawn by threes, most cards of the pile were never seen when it is shuffled, and the table does
 * not record whether the card that was read in front was seen before.
 */
Test(klondike_track_snapshot, sees_that_a_card_was_misread_of_a_pile_with_seen_and_unseen_cards)
{
	static const char *const fronts[] = {"2H", "KH"}; /* never seen; and seen before */
	struct mk_rules rules = rules_with("syvkabale", "draw", 3);
	char line[80];

	for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
		view = position("syvkabale",
			"5S | 1? 5H | 2? QC | 3? 7H | 4? 8D | 5? 9D | 6? 9C; pile ? ? KS ? ? KH "
			"? ? JC ? ? 4S ? ? 3C ? ? 6D ? ? 2S ? ? 0H /");
		set_rules(&view, &rules);
		memset(&memory, 0, sizeof memory);
		occasion.unchanged = 0.002F;
		watch(i ? "KD,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"
			: "2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
		cr_assert_eq(finding.moves[0].move.kind, SHUFFLE);
		occasion.unchanged = 0.99F;
		snprintf(line, sizeof line, "%s,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", fronts[i]);
		for (int picture = 0; picture < 3; picture++) {
			watch(line);
		}
		cr_assert_eq(klondike_front(&view, DRAW_PILE), card(fronts[i]));
		cr_assert_eq(view.turned, 3);
		cr_assert_eq(klondike_unseen_in_pile(&view), i ? 16 : 15);
	}
}

/* The misread card seemed to be the last one that was not seen: it may lie anywhere. */
Test(klondike_track_snapshot, a_card_that_was_misread_of_three_is_not_known_to_lie_in_the_pile)
{
	struct mk_rules rules = rules_with("syvkabale", "draw", 3);

	/* The king of clubs and the nine of hearts were not seen; one of them lies in the pile. */
	view = position("syvkabale",
		"KS | 1? 5H | QC | 7H | 8D | 9D | 9C; up 5C AD 4H JS; pile ? KH KD QS QH QD 5D JH JD "
		"JC 0H 0D 0C 7D 8H 8C 3D 7C 4D 6H 6D 6C 2D /");
	set_rules(&view, &rules);
	memset(&memory, 0, sizeof memory);
	occasion.unchanged = 0.002F;
	watch("KC,5C,AD,4H,JS,KS,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(finding.moves[0].move.kind, SHUFFLE);
	cr_assert_eq(klondike_unseen_in_pile(&view), 0);
	occasion.unchanged = 0.99F;
	for (int i = 0; i < 3; i++) {
		watch("KH,5C,AD,4H,JS,KS,5H,QC,7H,8D,9D,9C");
	}
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("KH"));
	cr_assert_eq(view.pile_loose & MK_CARD_BIT(card("KC")), 0);
	cr_assert_eq(klondike_unseen_in_pile(&view), 1);
}

Test(klondike_track_snapshot, sees_by_the_next_move_that_a_card_was_misread)
{
	begin();
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D");
	/* It was the four of spades, which went onto the five of hearts. */
	for (int i = 0; i < 4; i++) {
		watch("KS,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D");
	}
	cr_assert_eq(view.column[1][1], card("4S"));
	cr_assert_eq(klondike_front(&view, 4), card("JD"));
	cr_assert_eq(view.unseen[4], 2);
}

Test(klondike_track_snapshot, replays_revised_events)
{
	struct klondike_view replayed;

	begin();
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	replayed = view;
	occasion.unchanged = 0.99F;
	for (int i = 0; i < 3 && finding.revised.was == MK_NO_CARD; i++) {
		watch("2H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	}
	cr_assert_eq(finding.revised.was, card("2D"));
	cr_assert_eq(finding.revised.card, card("2H"));
	cr_assert_eq(klondike_replay(as_view(&replayed), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&replayed, &view, sizeof view);
}

/* The front card of the waste is read as another one, which is taken for a draw. */
static struct klondike_view misread_a_draw(const char *front, const char *misread)
{
	struct klondike_view before = view;
	char line[64];

	occasion.unchanged = 0.0002F;
	snprintf(line, sizeof line, "%s,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", misread);
	cr_assert_eq(watch(line), MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, DRAW);
	occasion.unchanged = 0.99F;
	snprintf(line, sizeof line, "%s,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", front);
	for (int i = 0; i < 6 && finding.revised.was == MK_NO_CARD; i++) {
		watch(line);
	}
	cr_assert_eq(finding.revised.was, card(misread));
	cr_assert_eq(finding.revised.card, card(front));
	cr_assert_eq(finding.move_count, 0);
	for (int i = 0; view.unconfirmed; i++) {
		cr_assert_lt(i, 20);
		watch(line);
	}
	occasion.unchanged = 0.002F;
	return before;
}

Test(klondike_track_snapshot, takes_back_a_draw_that_was_concluded_from_a_misread_card)
{
	struct klondike_view before;

	begin();
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	confirm("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	before = misread_a_draw("2D", "2H");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* The column says that something was done; that the front card was misread as well, nothing. */
Test(klondike_track_snapshot, takes_back_a_draw_that_was_concluded_beside_another_move)
{
	static const char eight_played[] = "KS,XC,XD,XH,XS,5S,5H,QC,7H,5C,9D,8D";

	begin();
	occasion.several = 0.5F;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,5C,9D,8D"), MK_SEVERAL_MOVES);
	cr_assert_eq(finding.moves[1].move.kind, DRAW);
	occasion.unchanged = 0.99F;
	for (int i = 0; i < 8 && finding.revised.was == MK_NO_CARD; i++) {
		watch(eight_played);
	}
	cr_assert_eq(finding.revised.was, card("2D"));
	cr_assert_eq(finding.revised.card, card("KS"));
	confirm(eight_played);
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(klondike_front(&view, 4), card("5C"));
	cr_assert_eq(view.idle, 0);
}

/* The number of snapshots of an unchanged table before one is accepted. */
static int pictures_until_unchanged(void)
{
	int pictures = 1;

	while (watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C") != MK_UNCHANGED) {
		cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
		cr_assert_lt(pictures, 16);
		pictures++;
	}
	return pictures;
}

Test(klondike_track_snapshot,
	believes_no_table_of_which_nothing_seems_changed_where_that_is_rarely_shown)
{
	begin();
	occasion.unchanged = 0.002F;
	/* The next card may have been misread as the one before it, again and again. */
	occasion.misread_repeat_rate = 0.5F;
	cr_assert_geq(pictures_until_unchanged(), 6);
	/* It has rested since: the same table is believed at once. */
	cr_assert_eq(pictures_until_unchanged(), 1);
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
}

Test(klondike_track_snapshot, believes_an_unchanged_table_the_sooner_the_more_often_it_is_shown)
{
	static const float shares[] = {0.002F, 0.02F, 0.1F, 0.8F};
	int most = 16;

	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		int pictures;

		begin();
		occasion.unchanged = shares[i];
		occasion.misread_repeat_rate = 0.3F;
		pictures = pictures_until_unchanged();
		cr_assert_lt(pictures, most);
		most = pictures;
	}
	cr_assert_eq(most, 1);
}

Test(klondike_track_snapshot, confirms_no_card_by_an_uncertain_reading)
{
	static const char unsure[] =
		"{'draw_pile':[{'card':'2D','p':0.85}],'columns':['5S','5H','QC','7H','8D','9D','9C']}";

	begin();
	occasion.misread_repeat_rate = 0.3F;
	for (int i = 0; i < 4; i++) {
		watch(unsure);
	}
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
	occasion.unchanged = 0.9F;
	for (int i = 0; i < 30; i++) {
		watch(unsure);
	}
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("2D")));
}

Test(klondike_track_snapshot, needs_no_second_picture_from_a_camera_that_is_trusted)
{
	begin();
	occasion.confidence = 1;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(view.unconfirmed, 0);
}

static int pictures_to_confirm(float repeats)
{
	begin();
	occasion.misread_repeat_rate = repeats;
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	return confirm("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
}

Test(klondike_track_snapshot, needs_more_pictures_where_misreadings_repeat)
{
	int rarely = pictures_to_confirm(0.02F);

	cr_assert_geq(pictures_to_confirm(0.5F), 2 * rarely);
}

Test(klondike_track_snapshot, lets_the_majority_of_pictures_decide)
{
	begin();
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion.unchanged = 0.99F;
	watch("2H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	watch("UU,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
	cr_assert_eq(view.turned, 2);
}

Test(klondike_track_snapshot, does_not_believe_a_doubtful_reading_because_it_is_repeated)
{
	static const char doubtful[] =
		"{'draw_pile':[{'card':'2D','p':0.6},{'card':'2H','p':0.4}],'columns':['5S','5H','QC',"
		"'7H','8D','9D','9C']}";

	begin();
	occasion.misread_repeat_rate = 0.1F;
	for (int i = 0; i < 12; i++) {
		cr_assert_eq(watch(doubtful), MK_LOOK_AGAIN);
	}
	cr_assert_eq(finding.doubt_count, 2);
	cr_assert_eq(finding.doubts[0].card, card("2D"));
	cr_assert_eq(finding.doubts[1].card, card("2H"));
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("KS"));
}

Test(klondike_track_snapshot, weighs_candidates_that_change_from_picture_to_picture)
{
	begin();
	occasion.misread_repeat_rate = 0.1F;
	for (int i = 0; i < 3; i++) {
		watch("{'draw_pile':[{'card':'2D','p':0.5},{'card':'2H','p':0.3}],'columns':['5S','5H',"
		      "'QC','7H','8D','9D','9C']}");
		watch("{'draw_pile':[{'card':'2H','p':0.8},{'card':'2D','p':0.1}],'columns':['5S','5H',"
		      "'QC','7H','8D','9D','9C']}");
	}
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2H"));
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("2H")));
}

/* The camera does not see the foundations, and the ace of hearts may lie beneath that of diamonds.
 */
Test(klondike_track_snapshot, takes_no_move_for_made_because_the_doubt_about_a_known_card_lasts)
{
	static const char doubtful[] =
		"{'draw_pile':'KS','columns':['5S','5H','QC','7H','8D',[{'card':'AD','p':0.59},"
		"{'card':'AH','p':0.41}],'9C']}";
	struct mk_move moves[MK_MAX_MOVES];

	view = table(NULL,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['AD']},"
		"{'unseen':6,'cards':['9C']}],'draw_pile':{'cards':['KS']}}");
	memset(&memory, 0, sizeof memory);
	(void)klondike_moves(&view, moves);
	cr_assert_eq(moves[0].kind, TO_FOUNDATION);
	occasion.suggested = &moves[0];
	occasion.unchanged = 0.5F;
	watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,AD,9C");
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,AD,9C"), MK_UNCHANGED);
	for (int i = 0; i < 4; i++) {
		cr_assert_eq(watch(doubtful), MK_UNCHANGED);
	}
	cr_assert_eq(klondike_front(&view, 5), card("AD"));
	occasion.suggested = NULL;
}

Test(klondike_track_snapshot, is_not_held_up_by_a_hand_over_the_table)
{
	struct klondike_view before;

	begin();
	before = view;
	watch("UU,UU,UU,XH,XS,5S,UU,UU,UU,UU,UU,UU");
	watch("UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,9C");
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,5C,9D,8D"), MK_OTHER_MOVE);
}

Test(klondike_track_snapshot, mixes_no_pictures_of_different_tables)
{
	begin();
	occasion.confidence = 1;
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8H,9D,9C"), MK_CONTRADICTION);
	/* The eight was misread; what came up beneath it cannot be read. */
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,UU,9D,8D"), MK_LOOK_AGAIN);
}

Test(klondike_track_snapshot, lets_go_of_a_misreading_where_the_card_is_known_well)
{
	begin();
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	confirm("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	/* Two scenes have shown the nine; the king lies in the waste and cannot come up there. */
	cr_assert_eq(watch("3D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,KS"), MK_OTHER_MOVE);
	cr_assert_eq(finding.move_count, 1);
	cr_assert_eq(klondike_front(&view, 6), card("9C"));
}

Test(klondike_track_snapshot, counts_the_draws_that_it_missed)
{
	begin();
	occasion.missed = 1;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_SEVERAL_MOVES);
	cr_assert_eq(finding.move_count, 2);
	cr_assert_eq(view.turned, 3);
	cr_assert_eq(view.pile[1], MK_NO_CARD);
}

Test(klondike_track_snapshot, looks_at_all_ways_to_a_table_after_three_missing_pictures)
{
	begin();
	occasion.missed = 3;
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,QH,9D,8D");
	cr_assert_not(finding.crowded);
	cr_assert_not(finding.wants_table);
}

Test(klondike_track_snapshot, makes_no_moves_of_a_gap_that_a_clear_picture_followed)
{
	begin();
	occasion.unchanged = 0.9F;
	occasion.missed = 1;
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,UU,7H,8D,9D,9C"), MK_UNCHANGED);
	occasion.unchanged = 0.002F;
	occasion.missed = 0;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(view.turned, 2);
}

Test(klondike_track_snapshot, takes_no_picture_from_before_a_gap_for_one_of_the_table_after_it)
{
	begin();
	occasion.unchanged = 0.9F;
	watch("KS,XC,XD,XH,XS,5S,5H,UU,7H,8D,9D,9C");
	occasion.unchanged = 0.002F;
	occasion.missed = 1;
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(memory.count, 0);
	cr_assert_eq(view.turned, 3);
}

Test(klondike_track_snapshot, asks_for_no_more_than_is_open_after_all_pictures)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	watch("UU,XC,XD,XH,XS,5S,5H,UU,7H,UU,9D,9C");
	cr_assert_eq(finding.unreadable_count, 3);
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,UU,9D,9C");
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 1);
	cr_assert_eq(finding.unreadable[0], 4);
}

Test(klondike_track_snapshot, accepts_a_statement_of_the_player_against_all_snapshots)
{
	struct mk_place hint = {.position = 4, .card = card("8D")};

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	for (int i = 0; i < 3; i++) {
		watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,UU,9D,9C");
	}
	occasion.hint = &hint;
	klondike_track_snapshot(
		as_view(&view), (struct mk_tracker *)&memory, NULL, &occasion, &finding, NULL);
	cr_assert_eq(finding.explanation, MK_FIRST);
	cr_assert_eq(klondike_front(&view, 4), card("8D"));
}

Test(klondike_track_snapshot, makes_no_move_of_one_misread_slot_beside_a_hand)
{
	begin();
	occasion.unchanged = 0.9F;
	/* Only one column shows, and wrongly: the eight of diamonds could have gone there. */
	cr_assert_neq(watch("UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,UU,8D"), MK_OTHER_MOVE);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
}

/* ---- Backs that are misread ------------------------------------------------------------------ */

Test(klondike_track_snapshot, believes_no_back_where_a_card_is_known_to_lie_face_up)
{
	struct klondike_view before;

	begin();
	occasion.unchanged = 0.9F;
	before = view;
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,BACK,8D,9D,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable[0], 3);
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
}

Test(klondike_track_snapshot, asks_which_card_lies_there_where_a_back_is_seen_after_a_move)
{
	begin();
	/* The eight went onto the nine; the next card has not been turned up, or was not seen. */
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,BACK,9D,8D");
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,BACK,9D,8D"), MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 1);
	cr_assert_eq(finding.unreadable[0], 4);
	cr_assert_eq(view.up[6], 1);
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,JC,9D,8D");
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,JC,9D,8D"), MK_OTHER_MOVE);
	cr_assert_eq(klondike_front(&view, 4), card("JC"));
}

Test(klondike_track_snapshot, takes_no_move_back_for_a_back_that_was_misread_in_a_card)
{
	begin();
	occasion.unchanged = 0.9F;
	/* An empty place where face-down cards lie: nothing explains it, and it is let go of. */
	cr_assert_neq(watch("KS,XC,XD,XH,XS,5S,XX,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
	cr_assert_eq(view.unseen[1], 1);
	cr_assert_eq(klondike_front(&view, 1), card("5H"));
}

Test(klondike_track_snapshot, does_not_mix_the_pile_for_backs_that_were_misread_once)
{
	begin();
	watch("{'draw_pile':'KS','stock':'XX','columns':['5S','5H','QC','7H','8D','9D','9C']}");
	watch("{'draw_pile':'KS','stock':'BACK','columns':['5S','5H','QC','7H','8D','9D','9C']}");
	cr_assert_eq(klondike_left(&view), 23);
	cr_assert_eq(view.shuffles, 3);
}

/* ---- Cards that were covered before they were read --------------------------------------------
 */

/* Column 5 turns up a red nine, and the eight of clubs is laid on it before a picture is taken. */
static void begin_covered(void)
{
	view = table(NULL,
		"{'columns':[{'cards':['8C']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9S']},"
		"{'unseen':6,'cards':['KD']}],'draw_pile':{'cards':['KS']}}");
	memset(&memory, 0, sizeof memory);
}

Test(klondike_track_snapshot, proves_no_covered_card_by_pictures_of_its_front)
{
	begin_covered();
	for (int i = 0; i < 8; i++) {
		watch("KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD");
	}
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.doubt_count, 2);
	cr_assert_eq(finding.doubts[0].card, card("9D"));
	cr_assert_eq(finding.doubts[1].card, card("9H"));
	cr_assert_eq(view.up[0], 1);
}

Test(klondike_track_snapshot, accepts_a_covered_card_from_the_player)
{
	struct mk_place hint = {.position = 4, .index = 1, .card = card("9H")};

	begin_covered();
	watch("KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD");
	occasion.hint = &hint;
	klondike_track_snapshot(
		as_view(&view), (struct mk_tracker *)&memory, NULL, &occasion, &finding, NULL);
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert_eq(view.column[4][0], card("9H"));
	cr_assert_eq(view.column[4][1], card("8C"));
}

Test(klondike_track_snapshot, rejects_an_invalid_place)
{
	struct mk_place hint = {.position = POSITIONS, .card = card("9H")};
	struct mk_error error;

	begin();
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,UU,9D,9C");
	occasion.hint = &hint;
	cr_assert_eq(klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, NULL,
			     &occasion, &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "/position");
}

/* ---- How many moves a gap hides ----------------------------------------------------------------
 */

static int draws_in_a_gap(int missed)
{
	begin();
	occasion.missed = missed;
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion.missed = 0;
	return view.turned - 1;
}

Test(klondike_track_snapshot, concludes_as_many_draws_as_pictures_are_missing)
{
	cr_assert_eq(draws_in_a_gap(0), 1);
	cr_assert_eq(draws_in_a_gap(1), 2);
	cr_assert_eq(draws_in_a_gap(2), 3);
	cr_assert_eq(draws_in_a_gap(3), 4);
}

Test(klondike_track_snapshot, believes_nothing_where_a_gap_may_hide_more_moves_than_are_looked_for)
{
	cr_assert_eq(draws_in_a_gap(4), 0);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
}

/*
 * Column 5 turns up a card that goes to its foundation, which the camera does not see: each of four
 * cards may have been that one.
 */
Test(klondike_track_snapshot, keeps_all_cards_that_may_have_been_put_up_in_a_gap)
{
	mk_cards put_up = 0;
	struct klondike_view one;

	begin_covered();
	occasion.missed = 1;
	watch("KS,UU,UU,UU,UU,8C,5H,QC,7H,3C,8D,KD");
	occasion.missed = 0;
	for (int number = 0; number <= view.alternatives; number++) {
		if (klondike_explanation(&view, number, &one)) {
			put_up |= klondike_foundation_cards(&one);
		}
	}
	cr_assert_eq(put_up, MK_CARD_BIT(card("AC")) | MK_CARD_BIT(card("AD")) |
				     MK_CARD_BIT(card("AH")) | MK_CARD_BIT(card("AS")));
}

Test(klondike_track_snapshot, confirms_the_card_of_an_answer)
{
	mk_cards put_up;

	begin_covered();
	occasion.missed = 1;
	watch("KS,UU,UU,UU,UU,8C,5H,QC,7H,3C,8D,KD");
	occasion.missed = 0;
	cr_assert_eq(klondike_choose(as_view(&view), 2, &finding, NULL), MK_OK);
	cr_assert(!klondike_is_unsure(&view));
	cr_assert_eq(view.unseen[4], 2);
	put_up = klondike_foundation_cards(&view);
	cr_assert_eq(__builtin_popcountll(put_up), 1);
	cr_assert_eq(view.unconfirmed & put_up, 0);
}

Test(klondike_track_snapshot, concludes_one_move_where_no_other_leaves_a_trace)
{
	begin();
	occasion.missed = 1;
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,JC,9D,8D"), MK_OTHER_MOVE);
	cr_assert_eq(finding.move_count, 1);
}

Test(klondike_track_snapshot, concludes_all_moves_of_a_gap_that_the_picture_shows)
{
	begin();
	occasion.missed = 1;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,JC,9D,8D"), MK_SEVERAL_MOVES);
	cr_assert_eq(finding.move_count, 2);
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(klondike_front(&view, 4), card("JC"));
}

static const char *answer_in(enum mk_language language, int number, char *buffer, size_t size)
{
	struct mk_text text;

	mk_text_fixed(&text, buffer, size);
	cr_assert(klondike_describe_answer(&text, language, as_view(&view), number));
	return buffer;
}

/* Two pictures are missing: a card may have come up and been put up, of one suit or another. */
Test(klondike_track_snapshot, two_answers_of_a_question_never_read_the_same)
{
	static const char first[] = "KS,XC,XD,XH,XS,AH,AS,QC,7H,8D,9D,9C";
	char one[200], other[200];

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch(first), MK_FIRST);
	confirm(first);
	occasion.missed = 2;
	cr_assert_eq(watch("5C,UU,UU,UU,UU,AH,AS,QC,7H,8D,9D,9C"), MK_SEVERAL_MOVES);
	cr_assert_geq(view.alternatives, 2);
	for (int language = 0; language < MK_LANGUAGES; language++) {
		for (int i = 0; i <= view.alternatives; i++) {
			answer_in((enum mk_language)language, i, one, sizeof one);
			for (int k = 0; k < i; k++) {
				cr_assert_str_neq(one, answer_in((enum mk_language)language, k,
							       other, sizeof other));
			}
		}
	}
	occasion.missed = 0;
}

/* Turns up the whole draw pile; gives its last card. Everything is typed. */
static mk_card draw_all(void)
{
	mk_cards rest = MK_WHOLE_DECK & ~klondike_seen_cards(&view);
	char line[64];
	mk_card last = MK_NO_CARD;

	for (; klondike_left(&view) > 0; rest &= rest - 1) {
		last = (mk_card)__builtin_ctzll(rest);
		snprintf(line, sizeof line, "%s,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C",
			mk_card_code(last));
		cr_assert_eq(watch(line), MK_OTHER_MOVE);
	}
	return last;
}

/* The stock shows the redeal; that it brought the same card is no second explanation. */
Test(klondike_track_snapshot, a_shuffle_that_the_stock_shows_is_beyond_doubt)
{
	struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};
	char picture[200];

	begin();
	occasion.typed = true;
	mk_card last = draw_all();
	occasion.typed = false;
	occasion.suggested = &shuffle;
	snprintf(picture, sizeof picture,
		"{\"draw_pile\":\"%s\",\"stock\":\"BACK\",\"foundations\":[\"XC\",\"XD\",\"XH\",\"XS\"],"
		"\"columns\":[\"5S\",\"5H\",\"QC\",\"7H\",\"8D\",\"9D\",\"9C\"]}",
		mk_card_code(last));
	cr_assert_eq(watch(picture), MK_SUGGESTED_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, SHUFFLE);
	cr_assert_eq(view.alternatives, 0);
	occasion.suggested = NULL;
}

/* The camera does not see the foundations: all that shows the move is one slot. */
Test(klondike_track_snapshot, one_misread_slot_puts_up_no_card)
{
	static const char first[] = "AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch(first), MK_FIRST);
	confirm(first);
	occasion.unchanged = 0.5F;
	cr_assert_eq(watch("AC,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(watch(first), MK_UNCHANGED);
	occasion.unchanged = 0.002F;
}

/* ---- What the player says of a card that is believed -------------------------------------------
 */

static void confirm_card_at(int position)
{
	mk_game_find("klondike")
		->confirm_card(as_view(&view), klondike_front(&view, position), &finding);
}

Test(klondike_track_snapshot, confirms_a_card_that_the_player_says_is_the_one)
{
	struct klondike_view replayed, before;

	begin();
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	before = replayed = view;
	confirm_card_at(DRAW_PILE);
	cr_assert_eq(view.unconfirmed, 0);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(klondike_replay(as_view(&replayed), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&replayed, &view, sizeof view);
	before.unconfirmed = 0;
	cr_assert_arr_eq(&before, &view, sizeof view);
}

Test(klondike_track_snapshot, confirms_one_card_and_leaves_the_others_and_all_explanations)
{
	struct klondike_view replayed;

	begin();
	occasion.missed = 3;
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion.missed = 0;
	cr_assert(klondike_is_unsure(&view));
	view.unconfirmed |= MK_CARD_BIT(card("9C"));
	replayed = view;
	confirm_card_at(DRAW_PILE);
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("9C")));
	cr_assert_eq(
		klondike_explanations(as_view(&view)), klondike_explanations(as_view(&replayed)));
	cr_assert_eq(klondike_odds(&view, 1), klondike_odds(&replayed, 1));
	cr_assert_eq(klondike_replay(as_view(&replayed), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&replayed, &view, sizeof view);
}

/* A king came up and was covered while no picture arrived: no reading of it was wrong. */
Test(klondike_track_snapshot, doubts_no_card_that_no_picture_has_shown)
{
	view = table(NULL,
		"{'columns':[{'cards':['KH']},{'cards':['3S']},{'unseen':1,'cards':['9H','8S']},"
		"{'unseen':1,'cards':['6D','5C']},{'unseen':3,'cards':['9S','8D','7C']},"
		"{'unseen':4,'cards':['JH']},{'unseen':6,'cards':['QD','JS']}],"
		"'foundations':{'C':'AC','D':'3D','H':'5H','S':'AS'},"
		"'draw_pile':{'cards':['4S','6H'],'left':13,'removed':9,'shuffles':2}}");
	memset(&memory, 0, sizeof memory);
	occasion.missed = 1;
	cr_assert_eq(watch("6H,UU,UU,UU,UU,KH,3S,8S,JS,5C,JH,2C"), MK_SEVERAL_MOVES);
	occasion.missed = 0;
	cr_assert_eq(mk_rank(view.column[3][0]), 13);
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("2C")));
}

/* A card that was covered before it was read lies in no slot any more. */
Test(klondike_track_snapshot, confirms_cards_beneath_the_front_by_lists_of_them)
{
	static const char spread[] = "{'draw_pile':'KS','columns':['XX','5H','QC','7H',['9H','8C'],"
				     "'8D','KD']}";

	begin_covered();
	watch("KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD");
	cr_assert_eq(watch(spread), MK_SEVERAL_MOVES);
	cr_assert(view.unconfirmed & MK_CARD_BIT(card("9H")));
	occasion.unchanged = 0.9F;
	for (int i = 0; i < 8; i++) {
		watch(spread);
	}
	occasion.unchanged = 0.002F;
	cr_assert_eq(view.unconfirmed, 0);
}

Test(klondike_track_snapshot, believes_at_once_a_list_that_is_typed)
{
	begin_covered();
	occasion.typed = true;
	watch("KS,XC,XD,XH,XS,XX,5H,QC,7H,8C,8D,KD");
	cr_assert_eq(
		watch("{'draw_pile':'KS','columns':['XX','5H','QC','7H',['9H','8C'],'8D','KD']}"),
		MK_SEVERAL_MOVES);
	cr_assert_eq(view.unconfirmed, 0);
	occasion.typed = false;
}

/* ---- Something was done, and nothing shows it --------------------------------------------------
 */

Test(klondike_track_snapshot, accepts_a_second_snapshot_without_done)
{
	static const char same[] = "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C";

	begin();
	occasion.done = true;
	cr_assert_eq(watch(same), MK_LOOK_AGAIN);
	cr_assert_eq(watch(same), MK_LOOK_AGAIN);
	occasion.done = false;
	cr_assert_eq(watch(same), MK_UNCHANGED);
	cr_assert_not(memory.done);
}

/* The turned-up card is needed once more, and each snapshot is sent with `done`. */
Test(klondike_track_snapshot, takes_a_picture_that_was_asked_for_as_no_new_move)
{
	static const char same[] = "2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C";
	int pictures = 0;

	begin();
	occasion.done = true;
	occasion.unchanged = 0.5F;
	cr_assert_eq(watch(same), MK_OTHER_MOVE);
	cr_assert_neq(view.unconfirmed, 0);
	while (view.unconfirmed) {
		watch(same);
		cr_assert_leq(++pictures, 20);
		cr_assert_not(memory.done);
	}
	cr_assert_eq(view.turned, 2);
	/* Now nothing is left that was asked for: with `done` something must have been done. */
	cr_assert_eq(watch(same), MK_LOOK_AGAIN);
	cr_assert(memory.done);
	occasion.done = false;
	occasion.unchanged = 0.002F;
}

/* So many pictures until the two of hearts is drawn after the two of diamonds, of which `again`
 * more were sent. */
static int pictures_of_a_draw(int again)
{
	struct mk_snapshot_context usual = occasion;
	int pictures = 0;

	begin();
	occasion.confidence = 0.98F;
	occasion.misread_repeat_rate = 0.5F;
	occasion.unchanged = 0.5F;
	occasion.done = true;
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	occasion.done = false;
	for (int i = 0; i < again; i++) {
		cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
		cr_assert_neq(view.unconfirmed, 0);
	}
	while (view.turned == 2 && pictures < 12) {
		occasion.done = pictures++ == 0;
		(void)watch("2H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	}
	occasion = usual;
	return pictures;
}

/*
 * A card that is easily read as the one before. A camera that says `done` of some pictures, and not
 * of those that were asked for, says something by it while others are wanted.
 */
Test(klondike_track_snapshot, learns_that_a_camera_reports_done_from_requested_snapshots)
{
	cr_assert_leq(pictures_of_a_draw(1), 3);
	cr_assert_leq(
		pictures_of_a_draw(0), 3); /* the first of these shows it, and then the others do */
}

/* ... and by its silence that nothing was: an unchanged table is believed at once, though many
 * moves are shown without a second picture. */
Test(klondike_track_snapshot, trusts_missing_done_of_a_camera_that_reports_it)
{
	static const char drawn[] = "2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C";
	struct mk_snapshot_context usual = occasion;
	enum mk_explanation found[2];

	for (int done = 0; done < 2; done++) {
		begin();
		occasion.confidence = 0.98F;
		occasion.misread_repeat_rate = 0.5F;
		occasion.unchanged = 0.02F;
		occasion.done = done;
		cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
		occasion.done = false;
		occasion.unchanged = 0.5F;
		(void)watch(drawn);
		occasion.unchanged = 0.02F;
		found[done] = watch(drawn);
		occasion = usual;
	}
	cr_assert_eq(found[0], MK_LOOK_AGAIN);
	cr_assert_eq(found[1], MK_UNCHANGED);
}

/*
 * ... and so it does after a picture that was not understood: the player drew once more, although
 * the card before was not read with certainty.
 */
Test(klondike_track_snapshot, hears_that_the_player_has_gone_on_though_a_picture_was_not_understood)
{
	static const char unclear[] =
		"{\"draw_pile\":[{\"card\":\"9S\",\"p\":0.7},{\"card\":\"QS\",\"p\":0.2}],\"stock\":\"BACK\","
		"\"foundations\":[\"XX\",\"XX\",\"XX\",\"XX\"],"
		"\"columns\":[\"5S\",\"5H\",\"QC\",\"7H\",\"8D\",\"9D\",\"9C\"]}";
	struct mk_snapshot_context usual = occasion;

	begin();
	occasion.confidence = 0.98F;
	occasion.misread_repeat_rate = 0.5F;
	occasion.unchanged = 0.5F;
	occasion.as_wanted = 0.95F;
	occasion.done = true;
	(void)watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion.done = false;
	(void)watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion.done = true;
	cr_assert_eq(watch(unclear), MK_LOOK_AGAIN);
	occasion.done = false;
	cr_assert_eq(watch(unclear), MK_LOOK_AGAIN);
	occasion.done = true;
	(void)watch("KH,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	occasion = usual;
	cr_assert_eq(view.turned, 4);
	cr_assert_eq(view.pile[2], card("9S"));
}

/* After any of the draws: were alternatives of the finding kept, and was the player asked? */
struct open_draws {
	bool kept, asked;
};

static struct open_draws watch_draws(const char *first, const char *const drawn[], bool done)
{
	struct open_draws open = {false, false};
	char line[80];

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	occasion.unchanged = 0.5F;
	snprintf(line, sizeof line, "%s,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", first);
	cr_assert_eq(watch(line), MK_FIRST);
	occasion.done = done;
	for (int i = 0; drawn[i]; i++) {
		int turned = view.turned;

		snprintf(line, sizeof line, "%s,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C", drawn[i]);
		cr_assert_eq(watch(line), MK_OTHER_MOVE, "%s after %s", drawn[i], first);
		cr_assert_eq(view.turned, turned + 1);
		open.kept |= view.alternatives > 0;
		open.asked |= klondike_asks_which((const struct mk_view *)&view);
		occasion.unchanged = 1 / (float)(i + 3);
	}
	occasion.done = false;
	return open;
}

/* One picture after each move of a player who follows no suggestion. */
Test(klondike_track_snapshot, understands_draws_that_were_not_suggested_at_once)
{
	occasion.confidence = 0.98F;
	occasion.misread_repeat_rate = 0.25F;
	for (int done = 0; done < 2; done++) {
		cr_assert_not(watch_draws(
			"BACK", (const char *[]){"2C", "KS", "4D", "6S", "0C", NULL}, done != 0)
				      .asked);
		cr_assert_not(
			watch_draws("KS", (const char *[]){"2C", "4D", "6H", "0C", NULL}, done != 0)
				.asked);
	}
	occasion.unchanged = 0.002F;
}

/* Explanations below 1 in 200 are kept, but not of what a person typed. */
Test(klondike_track_snapshot, keeps_less_likely_explanations_of_a_camera)
{
	static const char *const drawn[] = {"2C", "KS", "4D", "6S", "0C", NULL};

	occasion.confidence = 0.98F;
	occasion.misread_repeat_rate = 0.25F;
	cr_assert(watch_draws("BACK", drawn, false).kept);
	occasion.typed = true;
	cr_assert_not(watch_draws("BACK", drawn, false).kept);
	occasion.typed = false;
	occasion.unchanged = 0.002F;
}

/*
 * A drawn card that is misread as one of the waste: not all cards that are left were drawn unseen,
 * though each draw of a camera that may skip pictures may hide another one.
 */
Test(klondike_track_snapshot, a_draw_misread_as_a_card_of_the_waste_is_no_shuffle)
{
	static const char *const drawn[] = {"QC", "4C", "2S", "6H", "KD", "6S", "3D", "JD", "5C",
		"4H", "JS", "JC", "KC", "4S", "QD", "3S"};
	static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};
	char line[80];

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	occasion = (struct mk_snapshot_context){.confidence = 0.98F,
		.misread_repeat_rate = 0.25F,
		.unchanged = 0.5F,
		.several = 0.05F,
		.may_skip = true,
		.skips = true,
		.suggested = &draw};
	cr_assert_eq(watch("BACK,UU,UU,UU,UU,5S,5H,QH,7H,8D,9D,9C"), MK_FIRST);
	for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
		snprintf(line, sizeof line, "%s,UU,UU,UU,UU,5S,5H,QH,7H,8D,9D,9C", drawn[i]);
		for (int picture = 0; picture < 6; picture++) {
			occasion.unchanged = picture ? 0.9F : 0.002F;
			(void)watch(line);
		}
		cr_assert_eq(view.turned, i + 1);
	}
	cr_assert_neq(view.gaps, 0);
	occasion.unchanged = 0.002F;
	/* The two of clubs. */
	(void)watch("2S,UU,UU,UU,UU,5S,5H,QH,7H,8D,9D,9C");
	cr_assert_eq(view.shuffles, 3);
	cr_assert_eq(view.turned, sizeof drawn / sizeof drawn[0]);
}

/* Cards that lie elsewhere in each picture do lie there, however long nothing was done before. */
Test(klondike_track_snapshot, two_slots_that_conflict_again_and_again_are_not_misread)
{
	static const char *const shown[] = {"KS,UU,UU,UU,UU,5H,5S,QC,7H,8D,9D,9C",
		"KS,UU,UU,UU,UU,XX,5S,QC,7H,8D,9D,9C", "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,2D,0C"};

	for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		begin();
		occasion.confidence = 0.98F;
		occasion.misread_repeat_rate = 0.25F;
		occasion.unchanged = 0.9F;
		for (int idle = 0; idle < 20; idle++) {
			(void)watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
		}
		for (int picture = 0; picture < 8; picture++) {
			enum mk_explanation found = watch(shown[i]);

			cr_assert(
				picture < 4 || found == MK_CONTRADICTION || found == MK_LOOK_AGAIN,
				"%s, picture %d", shown[i], picture);
		}
	}
}

Test(klondike_track_snapshot, accepts_a_statement_about_a_snapshot_without_a_move)
{
	struct mk_place hint = {.position = DRAW_PILE, .card = card("KS")};

	begin();
	occasion.done = true;
	cr_assert_eq(watch("UU,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	occasion.done = false;
	occasion.hint = &hint;
	klondike_track_snapshot(
		as_view(&view), (struct mk_tracker *)&memory, NULL, &occasion, &finding, NULL);
	occasion.hint = NULL;
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(view.turned, 1);
}

/* Two pictures of a drawn card that is hard to read, and the player says which it is. */
Test(klondike_track_snapshot,
	believes_the_card_that_the_player_names_of_the_second_of_two_unclear_pictures)
{
	static const char *const unclear[] = {
		"{\"draw_pile\":[{\"card\":\"8D\",\"p\":0.38},{\"card\":\"KD\",\"p\":0.27},{\"card\":\"0D\",\"p\":0.22},"
		"{\"card\":\"JD\",\"p\":0.09}],\"stock\":\"BACK\",\"foundations\":[\"XX\",\"XX\",\"XX\",\"XX\"],"
		"\"columns\":[\"5S\",\"5H\",\"QC\",\"7H\",\"8D\",\"9D\",\"9C\"]}",
		"{\"draw_pile\":[{\"card\":\"8D\",\"p\":0.4},{\"card\":\"KD\",\"p\":0.2},{\"card\":\"JD\",\"p\":0.2},"
		"{\"card\":\"0D\",\"p\":0.19}],\"stock\":\"BACK\",\"foundations\":[\"XX\",\"XX\",\"XX\",\"XX\"],"
		"\"columns\":[\"5S\",\"5H\",\"QC\",\"7H\",\"8D\",\"9D\",\"9C\"]}"};
	struct mk_place hint = {.position = DRAW_PILE, .card = card("0D")};
	struct mk_snapshot_context usual = occasion;

	begin();
	occasion.confidence = 0.98F;
	occasion.misread_repeat_rate = 0.5F;
	occasion.unchanged = 0.5F;
	occasion.as_wanted = 0.95F;
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(watch(unclear[i]), MK_LOOK_AGAIN);
	}
	occasion.hint = &hint;
	klondike_track_snapshot(
		as_view(&view), (struct mk_tracker *)&memory, NULL, &occasion, &finding, NULL);
	occasion = usual;
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.pile[1], card("0D"));
}

/*
 * The three of spades goes from column 5 to its foundation, which the camera does not see, or to
 * column 7, whose front card is misread.
 */
Test(klondike_track_snapshot, a_card_that_was_covered_while_it_was_misread_was_not_put_up)
{
	view = table(NULL,
		"{'columns':[{'cards':['8H']},{'unseen':1,'cards':['0C']},{'unseen':2,'cards':['KS']},"
		"{'unseen':3,'cards':['3H']},{'unseen':3,'cards':['4H','3S']},{'unseen':5,'cards':['3D']},"
		"{'unseen':6,'cards':['4D']}],'foundations':{'S':'2S'},'draw_pile':{'cards':['6S'],'removed':2}}");
	memset(&memory, 0, sizeof memory);
	for (int i = 0; i < 6; i++) {
		watch("6S,UU,UU,UU,UU,8H,0C,KS,3H,3S,3D,4D");
	}
	watch("6S,UU,UU,UU,UU,8H,0C,KS,3H,4H,3D,8S");
	cr_assert_neq(finding.explanation, MK_OTHER_MOVE);
}

/* A player who sends one picture a move: the five of diamonds, then that of hearts, comes up. */
static void draw_two_that_look_alike(void)
{
	static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C"), MK_FIRST);
	confirm("KS,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C");
	cr_assert_eq(watch("5D,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	occasion.suggested = &draw;
	occasion.unchanged = 0.06F;
	occasion.as_wanted = 0.34F; /* he has gone on before */
	cr_assert_eq(watch("5H,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
}

Test(klondike_track_snapshot, tracks_moves_after_an_unclear_snapshot)
{
	draw_two_that_look_alike();
	cr_assert_eq(watch("KD,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C"), MK_SEVERAL_MOVES);
	cr_assert_eq(finding.move_count, 2);
	cr_assert_eq(finding.moves[0].revealed, card("5H"));
	cr_assert_eq(finding.moves[1].revealed, card("KD"));
	cr_assert_eq(finding.tally.went_on, 1);
	cr_assert_eq(view.turned, 4);
	/* That one of the fives was misread is not forgotten. */
	cr_assert(klondike_is_unsure(&view));
	cr_assert_gt(klondike_odds(&view, 1), -6 * MK_ODDS_PER_NAT);
	cr_assert_null(klondike_view_broken(&view));
}

Test(klondike_track_snapshot, what_was_learnt_from_unclear_pictures_is_repeated_by_the_finding)
{
	struct klondike_view again;
	struct mk_error error;

	draw_two_that_look_alike();
	again = view;
	cr_assert_eq(watch("KD,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C"), MK_SEVERAL_MOVES);
	cr_assert_eq(klondike_replay(as_view(&again), &finding, &error), MK_OK);
	cr_assert_arr_eq(&again, &view, sizeof view);
}

Test(klondike_track_snapshot, the_same_picture_again_is_no_move)
{
	draw_two_that_look_alike();
	occasion.as_wanted = 0.01F;
	for (int i = 0; i < 4; i++) {
		watch("5H,XC,XD,XH,XS,5S,0H,QC,7H,8D,9D,9C");
		cr_assert_eq(finding.tally.went_on, 0);
		cr_assert_leq(view.turned, 3);
	}
}

/* ---- A card at two places ------------------------------------------------------------------- */

Test(klondike_track_snapshot, looks_again_at_a_first_picture_with_a_card_at_two_places)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,5H,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 2);
	cr_assert_eq(finding.unreadable[0], 1);
	cr_assert_eq(finding.unreadable[1], 5);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_FIRST);
	cr_assert_eq(klondike_front(&view, 5), card("9D"));
}

Test(klondike_track_snapshot, believes_the_surer_one_of_two_readings_of_a_card)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch("{'draw_pile':[{'card':'5H','p':0.6},{'card':'5D','p':0.39}],"
			   "'columns':['5S','5H','QC','7H','8D','9D','9C']}"),
		MK_FIRST);
	cr_assert_eq(klondike_front(&view, 1), card("5H"));
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("5D"));
}

Test(klondike_track_snapshot, weighs_a_card_that_is_read_at_two_places)
{
	begin();
	/* The nine of diamonds was read as that of hearts, which has come up elsewhere. */
	cr_assert_neq(watch("9H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9H,9C"), MK_CONTRADICTION);
	cr_assert_eq(klondike_front(&view, 5), card("9D"));
	cr_assert_eq(watch("9H,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("9H"));
	cr_assert_eq(klondike_front(&view, 5), card("9D"));
}

Test(klondike_track_snapshot, an_unchanged_table_with_a_card_at_two_places_contradicts_nothing)
{
	begin();
	occasion.unchanged = 0.9F;
	for (int i = 0; i < 3; i++) {
		enum mk_explanation explanation = watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,8D,9C");

		cr_assert(explanation == MK_UNCHANGED || explanation == MK_LOOK_AGAIN);
	}
	cr_assert_eq(klondike_front(&view, 5), card("9D"));
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
}

Test(klondike_track_snapshot, keeps_done_of_a_picture_with_a_card_at_two_places)
{
	begin();
	occasion.done = true;
	cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,8D,9C"), MK_LOOK_AGAIN);
	cr_assert(memory.done);
	occasion.done = false;
}

Test(klondike_track_snapshot,
	follows_a_move_although_a_card_beneath_a_run_is_read_in_front_of_another)
{
	begin();
	/* The eight of diamonds went onto the nine of clubs; the nine of diamonds is read as that.
	 */
	cr_assert_neq(watch("{'draw_pile':'KS','columns':['5S','5H','QC','7H','2C','9C',"
			    "['9C','8D']]}"),
		MK_CONTRADICTION);
	watch("{'draw_pile':'KS','columns':['5S','5H','QC','7H','2C','9D',['9C','8D']]}");
	cr_assert_eq(view.up[6], 2);
	cr_assert_eq(klondike_front(&view, 4), card("2C"));
}

/* ---- Misreadings that look like moves ---------------------------------------------------------
 */

/* A camera that sees fronts alone, misreads often, and repeats half of its misreadings. */
static void begin_with_ace_on_king(void)
{
	begin();
	watch("AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	confirm("AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("AS"));
	occasion.confidence = 0.9F;
	occasion.misread_repeat_rate = 0.5F;
}

Test(klondike_track_snapshot, a_draw_that_is_misread_as_the_card_beneath_is_no_move_at_once)
{
	int pictures = 1;

	begin_with_ace_on_king();
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	while (watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C") != MK_OTHER_MOVE) {
		cr_assert_leq(++pictures, 4);
	}
	cr_assert_eq(view.foundation[MK_SPADES], MK_ACE);
}

Test(klondike_track_snapshot, one_picture_of_the_table_as_it_was_says_little_against_another)
{
	begin_with_ace_on_king();
	memory.rested = true;
	cr_assert_eq(watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(watch("AS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
}

Test(klondike_track_snapshot, a_misreading_that_is_known_may_repeat_beside_the_next_move)
{
	begin();
	occasion.misread_repeat_rate = 0.5F;
	occasion.unchanged = 0.999F;
	while (watch("KC,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C") != MK_UNCHANGED) {
		cr_assert_leq(memory.count, 4);
	}
	occasion.unchanged = 0.5F;
	for (int i = 0; i < 2; i++) {
		watch("KC,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,8D");
	}
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,5C,9D,8D");
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(klondike_front(&view, 6), card("8D"));
}

static void begin_with(const char *line)
{
	occasion.unchanged = 0.5F;
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch(line), MK_FIRST);
}

Test(klondike_track_snapshot, an_ace_that_was_misread_at_first_is_perhaps_not_put_up)
{
	begin_with("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,AC");
	for (int i = 0; i < 12; i++) {
		watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,4C");
	}
	cr_assert(klondike_is_unsure(&view));
}

/*
 * Two cards were misread in the first picture, one of them as an ace. The pictures after it show
 * the other card for certain, and the question about the ace remains.
 */
Test(klondike_track_snapshot, two_cards_that_were_misread_at_first_put_up_no_ace_in_silence)
{
	struct klondike_view replayed;

	begin_with("KS,UU,UU,UU,UU,5S,5H,QC,7D,8D,9D,AC");
	replayed = view;
	for (int i = 0; i < 12; i++) {
		watch("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,AS");
		if (finding.weighed || finding.move_count) {
			cr_assert_eq(klondike_replay(as_view(&replayed), &finding, NULL), MK_OK);
		}
	}
	cr_assert_eq(klondike_front(&view, 3), card("7H"));
	cr_assert(klondike_is_unsure(&view));
	replayed.unconfirmed = view.unconfirmed;
	cr_assert_arr_eq(&replayed, &view, sizeof view);
}

/* ---- What a person typed -------------------------------------------------------------------- */

static enum mk_explanation type(const char *line)
{
	enum mk_explanation explanation;

	occasion.typed = true;
	explanation = watch(line);
	occasion.typed = false;
	return explanation;
}

Test(klondike_track_snapshot,
	nothing_of_a_typed_picture_stays_unconfirmed_after_pictures_that_were_refused)
{
	begin();
	cr_assert_eq(watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	for (int i = 0; i < 3; i++) {
		watch("2H,XC,XD,XH,XS,JS,5H,2S,KD,8D,9D,3C");
	}
	cr_assert_eq(view.turned, 2);
	cr_assert_neq(view.unconfirmed, 0);
	cr_assert_eq(type("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_UNCHANGED);
	cr_assert_eq(view.unconfirmed, 0);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
}

Test(klondike_track_snapshot, a_typed_picture_is_believed_against_those_of_a_camera)
{
	begin();
	for (int i = 0; i < 4; i++) {
		watch("2H,XC,XD,XH,XS,JS,5H,2S,KD,8D,9D,3C");
	}
	cr_assert_eq(view.turned, 1);
	cr_assert_eq(type("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.unconfirmed, 0);
}

Test(klondike_track_snapshot, a_first_picture_that_is_typed_is_believed_against_those_of_a_camera)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,UU,9D,9H"), MK_LOOK_AGAIN);
	}
	cr_assert_eq(type("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_FIRST);
	cr_assert_eq(klondike_front(&view, 6), card("9C"));
	cr_assert_eq(view.unconfirmed, 0);
}

/* A camera that mostly shows what it has shown before, and one card of the rank of the front one.
 */
static void show_alike(void)
{
	begin();
	occasion.unchanged = 0.84F;
	occasion.misread_repeat_rate = 0.5F;
	occasion.followed = 0.96F;
	for (int i = 0; i < 5; i++) {
		cr_assert_eq(watch("KC,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	}
}

static enum mk_explanation name_card(int position, const char *code)
{
	const struct mk_place place = {.position = (uint8_t)position, .card = card(code)};

	occasion.hint = &place;
	klondike_track_snapshot(
		as_view(&view), (struct mk_tracker *)&memory, NULL, &occasion, &finding, NULL);
	occasion.hint = NULL;
	return finding.explanation;
}

/* Is there an explanation with so many cards of the waste? */
static bool may_have_turned(int cards)
{
	struct klondike_view other;

	for (int number = 0; number <= view.alternatives; number++) {
		if (klondike_explanation(&view, number, &other) && other.turned == cards) {
			return true;
		}
	}
	return false;
}

Test(klondike_track_snapshot, what_the_player_says_of_a_table_is_not_said_of_the_next_one)
{
	show_alike();
	cr_assert_eq(name_card(4, "8D"), MK_LOOK_AGAIN);
	/* The eight was moved since. */
	watch("KC,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D");
	name_card(DRAW_PILE, "KC");
	cr_assert_eq(klondike_front(&view, 6), card("8D"));
	cr_assert_eq(klondike_front(&view, 4), card("4C"));
	cr_assert(may_have_turned(2));
}

Test(klondike_track_snapshot, an_answer_about_the_newest_table_keeps_the_earlier_evidence)
{
	show_alike();
	name_card(4, "8D");
	watch("QD,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	if (finding.explanation == MK_LOOK_AGAIN) {
		name_card(DRAW_PILE, "QD");
	}
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("QD"));
	cr_assert(may_have_turned(3), "the king lies between both");
}

Test(klondike_track_snapshot, a_line_refused_for_a_card_at_two_places_shows_its_other_cards)
{
	struct klondike_snapshot seen = seen_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,5S,9D,9C");
	struct klondike_view before;
	struct mk_error error;

	begin();
	before = view;
	occasion.typed = true;
	cr_assert_eq(klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory,
			     as_snapshot(&seen), &occasion, &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "duplicate_card");
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_eq(watch("3D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_SEVERAL_MOVES);
	cr_assert_eq(view.turned, 3);
	cr_assert_eq(view.pile[1], card("2D"));
	cr_assert_eq(view.alternatives, 0);
}

Test(klondike_track_snapshot, a_line_refused_for_a_card_at_two_places_is_typed_again)
{
	struct klondike_snapshot seen = seen_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,5S,9D,9C");

	begin();
	occasion.typed = true;
	klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, as_snapshot(&seen),
		&occasion, &finding, &(struct mk_error){.status = MK_OK});
	cr_assert_eq(watch("2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(view.unconfirmed, 0);
}

/* ---- Several moves, or two misreadings -------------------------------------------------------
 */

/* A clear table; the next pictures are of a camera that has not shown several moves at once. */
static void begin_at(const char *json)
{
	view = table("syvkabale", json);
	memset(&memory, 0, sizeof memory);
	occasion = (struct mk_snapshot_context){.confidence = 0.98F,
		.misread_repeat_rate = 0.02F,
		.unchanged = 0.5F,
		.several = 0.01F};
}

/* Three moves of kings exchange the two columns; so do two nines that are read for each other. */
Test(klondike_track_snapshot, two_nines_read_for_each_other_are_not_three_moves_of_kings)
{
	struct klondike_view before;

	begin_at("{'columns':[{'cards':[]},{'cards':['KH','QC','JH','0S','9H']},"
		 "{'cards':['KC','QD','JC','0D','9S','8H']},{'cards':['KD','QS','JD','0C','9D']},"
		 "{'cards':[]},{'cards':['KS','QH']},{'unseen':1,'cards':['0H']}],"
		 "'foundations':{'C':'8C','D':'7D','H':'6H','S':'8S'},"
		 "'draw_pile':{'cards':['JS'],'removed':21}}");
	before = view;
	cr_assert_neq(watch("JS,UU,UU,UU,UU,XX,9D,8H,9H,XX,QH,0H"), MK_SEVERAL_MOVES);
	cr_assert_arr_eq(&view, &before, sizeof view);
	for (int i = 0; i < 3; i++) {
		watch("JS,UU,UU,UU,UU,XX,9H,8H,9D,XX,QH,0H");
	}
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(view.column[1][0], card("KH"));
}

/* ... and a king and the stock, of which each was misread beside the suggested move. */
Test(klondike_track_snapshot, a_king_and_the_stock_that_are_misread_are_not_three_moves)
{
	struct mk_move suggested;
	struct klondike_view before;

	begin_at("{'columns':[{'cards':['8H','7C','6H','5C']},"
		 "{'cards':['KD','QS','JH','0C','9D','8S','7D','6C','5H','4C']},{'cards':[]},"
		 "{'cards':['KC','QH','JS','0H']},{'cards':['7H']},"
		 "{'unseen':3,'cards':['QC','JD','0S']},"
		 "{'unseen':4,'cards':['0D','9S','8D','7S']}],"
		 "'foundations':{'C':'2C','D':'4D','H':'4H','S':'5S'},"
		 "'draw_pile':{'cards':['5D','KS'],'removed':20}}");
	suggested = move_of(&view, "KS p>3");
	before = view;
	occasion.suggested = &suggested;
	cr_assert_neq(watch("5D,2C,4D,4H,UU,5C,4C,KC,0H,7H,0S,7S,XX"), MK_SEVERAL_MOVES);
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_eq(watch("5D,2C,4D,4H,5S,5C,4C,KS,0H,7H,0S,7S,BACK"), MK_SUGGESTED_MOVE);
	cr_assert_eq(view.column[2][0], card("KS"));
	cr_assert_eq(view.column[3][0], card("KC"));
	occasion.suggested = NULL;
}

/*
 * Three columns are hidden, and the nine of diamonds is read as the nine of hearts. As many moves
 * as are kept explain that, with whatever cards came up; the misreading is one more.
 */
Test(klondike_track_snapshot, many_explanations_leave_no_misreading_out_of_the_question)
{
	struct klondike_view before;

	begin_at("{'columns':[{'cards':['3C','2D']},{'unseen':1,'cards':['6S']},"
		 "{'unseen':2,'cards':['AC']},{'unseen':2,'cards':['3D']},"
		 "{'unseen':4,'cards':['0H']},{'unseen':5,'cards':['9D']},"
		 "{'unseen':6,'cards':['7C']}],"
		 "'foundations':{'C':'XC','D':'XD','H':'XH','S':'XS'},"
		 "'draw_pile':{'cards':['KC']}}");
	occasion.unchanged = 0.99F;
	occasion.may_skip = true;
	before = view;
	cr_assert_geq(watch("KC,UU,UU,UU,UU,2D,6S,UU,UU,0H,9H,7C"), MK_LOOK_AGAIN);
	cr_assert_arr_eq(&view, &before, sizeof view);
	watch("KC,UU,UU,UU,UU,2D,6S,AC,3D,0H,9D,7C");
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	occasion.may_skip = false;
}

/*
 * The suggestion is to move the only card of the waste to its foundation; the player draws a card
 * instead. Both moves lead to a picture with equal front cards. The tracker has seen the player
 * follow 65 of 66 suggestions and gives the draw a probability of 1 in 205.
 */
Test(klondike_track_snapshot, a_draw_in_place_of_the_suggestion_is_kept_although_the_player_follows)
{
	struct mk_move suggested;
	unsigned turned = 0;

	begin_at("{'columns':[{'cards':['KD','QS','JD','0S','9D','8S','7H','6C','5D','4C']},"
		 "{'unseen':1,'cards':['5H']},{'cards':['3H']},{'cards':['JH']},"
		 "{'unseen':2,'cards':['7S','6D','5S','4D']},{'unseen':3,'cards':['9S']},"
		 "{'unseen':5,'cards':['9C','8D','7C','6H']}],"
		 "'foundations':{'C':'2C','D':'2D','H':'AH','S':'2S'},"
		 "'draw_pile':{'cards':['3D'],'removed':12,'shuffles':1}}");
	suggested = move_of(&view, "3D p>f");
	occasion.suggested = &suggested;
	occasion.followed = (65 + 8.5F) / (66 + 10);
	occasion.unchanged = 0.0005F;
	cr_assert_eq(watch("7D,UU,UU,UU,UU,4C,5H,3H,JH,4D,9S,6H"), MK_SUGGESTED_MOVE);
	for (int number = 0; number <= view.alternatives; number++) {
		struct klondike_view one;

		if (klondike_explanation(&view, number, &one)) {
			turned |= 1U << one.turned;
		}
	}
	cr_assert_eq(turned, 1U << 1 | 1U << 2);
	occasion.suggested = NULL;
	occasion.followed = 0;
}

/* ---- A picture after a gap that stays unclear -------------------------------------------------
 */

/*
 * The waste was shuffled and two more cards were drawn, or were put up: many cards may have
 * been. Cards become unconfirmed before that is clear, as by a correction of a covered one. More
 * pictures of the same table are expected then; that says nothing of the moves before the first.
 */
Test(klondike_track_snapshot, what_is_expected_of_later_pictures_says_nothing_of_a_gap_before_them)
{
	static const char line[] = "KH,UU,UU,UU,UU,QD,6H,JS,8S,2H,9D,6C";
	int kept;
	struct mk_move shuffle = {.kind = SHUFFLE, .from = DRAW_PILE, .to = DRAW_PILE};

	begin_at(
		"{'columns':[{'cards':['QD']},{'cards':['8D','7C','6H']},"
		"{'unseen':2,'cards':['QH','JS']},{'unseen':3,'cards':['0C','9H','8S']},"
		"{'unseen':4,'cards':['2H']},{'unseen':4,'cards':['9D']},"
		"{'unseen':5,'cards':['6C']}],"
		"'foundations':{'C':'2C','D':'AD','H':'XH','S':'XS'},"
		"'draw_pile':{'cards':['6S','5D','8H','KH','7D','9C',null,'5H','2D','KS','3D','5S',"
		"'4D','4S','4H','QS','7S','QC','9S'],'removed':5,'shuffles':3}}");
	occasion.suggested = &shuffle;
	occasion.unchanged = 0.0002F;
	occasion.missed = 2;
	cr_assert_eq(watch(line), MK_SEVERAL_MOVES);
	kept = klondike_explanations(as_view(&view));
	cr_assert_gt(kept, 8);
	occasion.missed = 0;
	occasion.unchanged = 0.9998F;
	cr_assert_eq(watch(line), MK_UNCHANGED);
	cr_assert_eq(klondike_explanations(as_view(&view)), kept);
	cr_assert_eq(view.shuffles, 2);
	cr_assert_eq(view.turned, 3);
	occasion.suggested = NULL;
}

/* ---- A count of the table that a refused line shows --------------------------------------------
 */

static enum mk_status count_left(int left)
{
	const struct mk_count count = {.name = "left", .position = DRAW_PILE, .value = left};
	struct klondike_view before = view;
	enum mk_status status;

	memset(&finding, 0, sizeof finding);
	status = klondike_explain_by_count(
		as_view(&view), (struct mk_tracker *)&memory, &count, &finding);
	if (status != MK_OK) {
		cr_assert_arr_eq(&view, &before, sizeof view);
		return status;
	}
	cr_assert_eq(klondike_replay(as_view(&before), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&view, &before, sizeof view);
	return status;
}

static void refuse_line(const char *line)
{
	struct klondike_snapshot seen = seen_line(line);
	struct mk_error error;

	begin();
	occasion.typed = true;
	cr_assert_eq(klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory,
			     as_snapshot(&seen), &occasion, &finding, &error),
		MK_CONFLICT);
}

Test(klondike_explain_by_count, is_the_count_of_the_table_that_the_refused_line_shows)
{
	refuse_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,8C,9D,9C"); /* 8C for 8D */
	cr_assert_eq(count_left(22), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, DRAW);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
	cr_assert_eq(klondike_front(&view, 4), card("8D"));
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(klondike_left(&view), 22);
}

Test(klondike_explain_by_count, is_rejected_if_it_does_not_explain_the_moves)
{
	refuse_line("2D,UU,UU,UU,UU,5S,5H,QC,7H,8C,9D,9C");
	cr_assert_eq(count_left(17), MK_CONFLICT);
}

Test(klondike_explain_by_count, says_nothing_of_a_line_at_which_the_pile_is_as_before)
{
	refuse_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,8C,9D,9C");
	cr_assert_eq(count_left(17), MK_IMPOSSIBLE);
	cr_assert_eq(count_left(23), MK_IMPOSSIBLE);
}

Test(klondike_track_snapshot, a_reading_of_the_card_beneath_is_a_move_rather_than_misread)
{
	const struct mk_move suggested = {
		.kind = COLUMN_TO_COLUMN, .from = 0, .to = 6, .cut = 1, .card = card("8D")};

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	cr_assert_eq(watch("KS,XC,XD,XH,XS,8D,5H,QC,7H,5S,9D,9C"), MK_FIRST);
	confirm("KS,XC,XD,XH,XS,8D,5H,QC,7H,5S,9D,9C");
	cr_assert_eq(watch("8H,XC,XD,XH,XS,8D,5H,QC,7H,5S,9D,9C"), MK_OTHER_MOVE);
	confirm("8H,XC,XD,XH,XS,8D,5H,QC,7H,5S,9D,9C");
	occasion.suggested = &suggested;
	occasion.followed = 0.95F;
	/* The eight of hearts went onto the nine; it is read as that of diamonds, which is hidden.
	 */
	watch("KS,XC,XD,XH,XS,UU,5H,QC,7H,5S,9D,8D");
	cr_assert_geq(finding.explanation, MK_LOOK_AGAIN);
	for (int i = 0; i < 3; i++) {
		watch("KS,XC,XD,XH,XS,8D,5H,QC,7H,5S,9D,8H");
	}
	cr_assert_eq(klondike_front(&view, 0), card("8D"));
	cr_assert_eq(klondike_front(&view, 6), card("8H"));
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("KS"));
}

/* ---- A player who answers no question and plays on --------------------------------------------
 */

static const struct mk_move next_card = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};

/* The player follows each suggestion and has gone on before. */
static void draw_on(void)
{
	begin();
	occasion.suggested = &next_card;
	occasion.unchanged = 0.33F;
	occasion.as_wanted = 0.33F;
}

static void watch_front(const char *code)
{
	char line[64];

	snprintf(line, sizeof line, "%s,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C", code);
	watch(line);
}

Test(klondike_track_snapshot, draws_after_an_open_question_are_followed_without_an_answer)
{
	static const char *const drawn[] = {"4C", "KC", "6H", "8C", "7C", "2H"};

	draw_on();
	watch_front("3S");
	watch_front("3H");
	watch_front("KH");
	watch_front("KD");
	watch_front("JD");
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
		watch_front(drawn[i]);
		cr_assert_lt(finding.explanation, MK_LOOK_AGAIN, "%s", drawn[i]);
		cr_assert_eq(klondike_front(&view, DRAW_PILE), card(drawn[i]));
		cr_assert_eq(finding.tally.misread, 0);
		cr_assert_null(klondike_view_broken(&view));
	}
	/* All of them were drawn, most likely; that one king was read as the other is kept. */
	cr_assert_eq(view.turned, 12);
	cr_assert(klondike_is_unsure(&view));
}

Test(klondike_track_snapshot, what_is_kept_of_unclear_pictures_is_repeated_by_the_finding)
{
	struct klondike_view again;
	struct mk_error error;

	draw_on();
	watch_front("3S");
	watch_front("3H");
	watch_front("KH");
	watch_front("KD");
	again = view;
	for (int i = 0; finding.explanation >= MK_LOOK_AGAIN; i++) {
		static const char *const drawn[] = {"JD", "4C", "KC"};

		cr_assert_lt(i, 3);
		watch_front(drawn[i]);
	}
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert_gt(finding.alternative_count, 0);
	cr_assert_eq(klondike_replay(as_view(&again), &finding, &error), MK_OK);
	cr_assert_arr_eq(&again, &view, sizeof view);
}

Test(klondike_track_snapshot, a_card_that_was_covered_before_it_could_be_read_is_left_open)
{
	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	occasion.unchanged = 0.5F;
	occasion.as_wanted = 0.8F;
	cr_assert_eq(watch("8D,UU,UU,UU,UU,2C,0S,4H,4S,3D,QD,JC"), MK_FIRST);
	cr_assert_eq(watch("8D,UU,UU,UU,UU,2C,0S,4H,4S,3D,JC,UU"), MK_LOOK_AGAIN);
	/* A black five came up, and the four of hearts covers it; no card was misread. */
	cr_assert_eq(watch("8D,UU,UU,UU,UU,2C,0S,AD,4S,3D,JC,4H"), MK_SEVERAL_MOVES);
	cr_assert_eq(finding.revised.was, MK_NO_CARD);
	cr_assert_eq(klondike_front(&view, 2), card("AD"));
	cr_assert_eq(klondike_front(&view, 6), card("4H"));
	cr_assert_eq(view.up[6], 2);
	cr_assert_gt(finding.alternative_count, 0);
	cr_assert_eq(finding.alternatives[0].odds, 0);
}

/* That all cards which seem to be left were drawn unseen is no explanation, even the only one. */
Test(klondike_track_snapshot, no_shuffle_after_so_many_unseen_draws_explains_a_misread_card)
{
	begin();
	watch_front("2D");
	confirm("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	klondike_doubt_waste(&view);
	memset(&memory, 0, sizeof memory); /* as after a restart */
	occasion.may_skip = true;
	occasion.unchanged = 0.33F;
	occasion.as_wanted = 0.33F;
	watch("2D,XC,XD,XH,XS,5S,5H,QC,7H,8D,9H,9C");
	cr_assert_eq(finding.explanation, MK_CONTRADICTION);
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9H,9C");
	cr_assert_eq(finding.move_count, 0);
	cr_assert_eq(view.shuffles, view.rules.shuffles);
}

Test(klondike_track_snapshot, an_unreadable_draw_is_counted_when_the_game_continues)
{
	draw_on();
	watch_front("UU");
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	watch_front("2D");
	cr_assert_lt(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
	/* One card was drawn, or two of which no picture showed the first. */
	cr_assert(klondike_is_unsure(&view));
	cr_assert_eq(finding.move_count + finding.alternatives[0].move_count, 3);
	/* A conclusion without a picture is a guess: each card has to be seen again. */
	cr_assert_eq(view.unconfirmed & MK_CARD_BIT(card("KS")), MK_CARD_BIT(card("KS")));
	cr_assert_eq(finding.unconfirmed, view.unconfirmed);
	cr_assert_null(klondike_view_broken(&view));
}

Test(klondike_track_snapshot, cards_stay_unconfirmed_where_pictures_were_not_clear)
{
	draw_on();
	watch_front("3S");
	cr_assert_eq(view.unconfirmed, MK_CARD_BIT(card("3S")));
	watch_front("2H");
	watch_front("2D");
	for (int i = 0; finding.explanation >= MK_LOOK_AGAIN; i++) {
		static const char *const drawn[] = {"JD", "4C", "KC"};

		cr_assert_lt(i, 3);
		watch_front(drawn[i]);
	}
	cr_assert_neq(view.unconfirmed & MK_CARD_BIT(card("3S")), 0);
	cr_assert_eq(finding.unconfirmed, view.unconfirmed);
}

/* The two of diamonds, read as that of hearts, then the three of spades, then the two of hearts. */
static void draw_the_same_card_again(void)
{
	draw_on();
	watch_front("2H");
	watch_front("3S");
	cr_assert_eq(view.turned, 3);
	watch_front("2H");
}

Test(klondike_track_snapshot, a_covered_card_that_comes_up_again_was_misread)
{
	struct klondike_view again;
	struct mk_error error;

	draw_the_same_card_again();
	again = view;
	watch_front("KD");
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert_eq(finding.revised.was, card("2H"));
	cr_assert_eq(finding.revised.card, card("2D"));
	cr_assert_eq(view.pile[1], card("2D"));
	cr_assert_eq(view.pile[3], card("2H"));
	cr_assert_eq(view.turned, 5);
	/* Which card was read for it is a guess. */
	cr_assert_neq(view.unconfirmed & MK_CARD_BIT(card("2D")), 0);
	cr_assert_null(klondike_view_broken(&view));
	cr_assert_eq(klondike_replay(as_view(&again), &finding, &error), MK_OK);
	cr_assert_arr_eq(&again, &view, sizeof view);
}

/* ---- What the player reports --------------------------------------------------------------- */

/* So many pictures more until a card of the other columns is unconfirmed no more. */
static int until_others_are_confirmed(const char *line)
{
	mk_cards others = MK_CARD_BIT(card("5S")) | MK_CARD_BIT(card("QC")) |
			  MK_CARD_BIT(card("7H")) | MK_CARD_BIT(card("9D"));
	int pictures = 0;

	occasion.unchanged = 0.9F;
	while (view.unconfirmed & others) {
		cr_assert_eq(watch(line), MK_UNCHANGED);
		cr_assert_leq(++pictures, 20);
	}
	occasion.unchanged = 0.002F;
	return pictures;
}

static const char eight_played[] = "KS,XC,XD,XH,XS,5S,5H,QC,7H,5C,9D,8D";

/* Four pictures, then the eight of diamonds is said to go onto the nine of clubs. */
static void tell_after_pictures(void)
{
	struct mk_move move = {
		.kind = COLUMN_TO_COLUMN, .from = 4, .to = 6, .cut = 1, .card = card("8D")};

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	occasion.misread_repeat_rate = 0.3F;
	occasion.unchanged = 0.9F;
	for (int i = 0; i < 4; i++) {
		watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	}
	cr_assert_eq(
		mk_game_find("klondike")
			->apply_reported_move(as_view(&view), move, card("5C"), &finding, NULL),
		MK_OK);
	mk_game_find("klondike")->track_move((struct mk_tracker *)&memory, &finding);
}

Test(klondike_track_move, keeps_the_readings_of_cards_that_the_move_does_not_affect)
{
	int all;

	view = begun(NULL);
	memset(&memory, 0, sizeof memory);
	occasion.misread_repeat_rate = 0.3F;
	watch("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	all = 1 + until_others_are_confirmed("KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_gt(all, 5);
	tell_after_pictures();
	cr_assert_eq(view.unconfirmed & (MK_CARD_BIT(card("8D")) | MK_CARD_BIT(card("5C"))), 0);
	cr_assert_eq(4 + until_others_are_confirmed(eight_played), all);
}

Test(klondike_track_move, keeps_no_picture_of_the_table_before_the_move)
{
	tell_after_pictures();
	cr_assert_eq(memory.count, 0);
	cr_assert_eq(memory.last[4], MK_NO_CARD);
	cr_assert_eq(memory.last[6], MK_NO_CARD);
	cr_assert_eq(memory.last[5], card("9D"));
	cr_assert_eq(watch(eight_played), MK_UNCHANGED);
}
