/* Explanations that pictures cannot distinguish: both are kept, until later ones decide. */
#include "games/klondike/helpers.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct klondike_view view;
static struct klondike_tracker memory;
static struct mk_finding finding;

/* The snapshots are typed lines: no camera rates. */
static struct mk_snapshot_context occasion;

static enum mk_explanation watch(const char *line)
{
	struct klondike_snapshot seen = line[0] == '{' ? seen_json(line) : seen_line(line);

	klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, as_snapshot(&seen),
		&occasion, &finding, NULL);
	return finding.explanation;
}

static enum mk_explanation watch_after_something(const char *line)
{
	enum mk_explanation explanation;

	occasion.done = true;
	explanation = watch(line);
	occasion.done = false;
	return explanation;
}

static void begin(const struct klondike_view *known)
{
	view = *known;
	memset(&memory, 0, sizeof memory);
	occasion = (struct mk_snapshot_context){.confidence = 0.98F,
		.misread_repeat_rate = 0.3F,
		.unchanged = 0.25F,
		.typed = true};
}

/* The columns as they were dealt; so many cards on the foundation of clubs, others on the rest. */
static void begin_with(const char *preset, int clubs, const char *pile)
{
	static const char ranks[] = "XA234567890JQK";
	char json[600];
	struct klondike_view known;

	snprintf(json, sizeof json,
		"{'columns':[{'cards':['5S']},{'unseen':1,'cards':['5H']},{'unseen':2,'cards':['QC']},"
		"{'unseen':3,'cards':['7H']},{'unseen':4,'cards':['8D']},{'unseen':5,'cards':['9D']},"
		"{'unseen':6,'cards':['9C']}],'foundations':{'C':'%cC','D':'7D','H':'4H','S':'4S'},"
		"'draw_pile':{%s}}",
		ranks[clubs], pile);
	known = table(preset, json);
	begin(&known);
}

static int explanations(void)
{
	return klondike_explanations(as_view(&view));
}

/* The explanation in which the pile may still be shuffled so often; -1: there is none. */
static int with_shuffles(int shuffles)
{
	struct klondike_view one;

	for (int number = 0; number <= view.alternatives; number++) {
		if (klondike_explanation(&view, number, &one) && one.shuffles == shuffles) {
			return number;
		}
	}
	return -1;
}

/* How much likelier one explanation is than the other, as a logarithm. */
static double odds_between(int number, int other)
{
	return (double)(klondike_odds(&view, number) - klondike_odds(&view, other)) /
	       MK_ODDS_PER_NAT;
}

/* ---- The same card after a shuffle ------------------------------------------------------------
 */

static const char same[] = "KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";

static void begin_all_turned(int cards)
{
	static const char *const piles[] = {NULL, "'cards':['KS']", "'cards':['KD','KS']",
		"'cards':['KH','KD','KS']", "'cards':['QH','KH','KD','KS']"};

	begin_with(NULL, 9 - cards, piles[cards]);
}

/*
 * The logarithm of how much likelier it is that the pile was shuffled with one certain card in
 * front than that nothing was done. That it was shuffled is one of the moves that were not
 * suggested.
 */
static double odds_of_a_shuffle(int cards)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t others;

	begin_all_turned(cards);
	others = klondike_moves(&view, moves) - 1;
	watch_after_something(same);
	cr_assert_eq(explanations(), 2, "%d cards", cards);
	cr_assert(klondike_is_unsure(&view));
	return odds_between(with_shuffles(2), with_shuffles(3)) + log((double)others);
}

Test(klondike_ambiguity, the_same_card_of_n_is_n_times_less_likely_than_the_only_one)
{
	double only = odds_of_a_shuffle(1);

	cr_assert_gt(only, 0);
	for (int cards = 2; cards <= 4; cards++) {
		cr_assert_float_eq(
			only - odds_of_a_shuffle(cards), log(cards), 0.05, "%d cards", cards);
	}
}

Test(klondike_ambiguity, without_a_word_the_same_card_is_no_shuffle)
{
	begin_all_turned(3);
	cr_assert_eq(watch(same), MK_UNCHANGED);
	cr_assert_eq(view.shuffles, 3);
}

Test(klondike_ambiguity, the_backs_distinguish_a_redeal_from_no_move)
{
	char line[80];

	for (int shuffled = 0; shuffled < 2; shuffled++) {
		begin_all_turned(3);
		watch_after_something(same);
		snprintf(line, sizeof line, "%s,%s", same, shuffled ? "BACK" : "XX");
		watch(line);
		cr_assert_eq(explanations(), 1);
		cr_assert_eq(view.shuffles, shuffled ? 2 : 3);
		cr_assert_eq(klondike_left(&view), shuffled ? 2 : 0);
	}
}

/* With two cards the other one must come up, and then none can be turned any more. */
Test(klondike_ambiguity, later_cards_distinguish_a_redeal_from_no_move)
{
	begin_all_turned(2);
	watch_after_something(same);
	cr_assert_eq(explanations(), 2);
	cr_assert_eq(watch("KD,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	for (int number = 0; number <= view.alternatives; number++) {
		struct klondike_view one;

		if (klondike_explanation(&view, number, &one)) {
			cr_assert_eq(one.shuffles, 2);
			cr_assert_eq(klondike_front(&one, DRAW_PILE), card("KD"));
		}
	}
}

Test(klondike_ambiguity, nothing_is_open_where_the_only_card_may_be_shuffled_for_ever)
{
	begin_with("klondike-1", 8, "'cards':['KS']");
	watch_after_something(same);
	watch(same);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(explanations(), 1);
}

/* The only card of the pile may come up again and again: so many shuffles may be left. */
static void begin_with_shuffles(int fewest, int most)
{
	struct klondike_view other;

	begin_all_turned(1);
	view.rules.shuffles = (int16_t)most;
	view.shuffles = (int16_t)fewest;
	for (int shuffles = fewest + 1; shuffles <= most; shuffles++) {
		klondike_explanation(&view, 0, &other);
		other.shuffles = (int16_t)shuffles;
		klondike_add_alternative(&view, &other, 0);
	}
}

Test(klondike_ambiguity, as_many_explanations_as_there_are_places_are_kept)
{
	begin_with_shuffles(3, 2 + MAX_ALTERNATIVES);
	watch_after_something(same);
	cr_assert_eq(explanations(), 1 + MAX_ALTERNATIVES);
	cr_assert_geq(with_shuffles(2), 0);
	cr_assert_geq(with_shuffles(2 + MAX_ALTERNATIVES), 0);
}

Test(klondike_ambiguity, where_there_are_more_than_places_one_of_a_hundred_is_left_out)
{
	begin_with_shuffles(3, 3 + MAX_ALTERNATIVES);
	cr_assert_neq(watch_after_something(same), MK_LOOK_AGAIN);
	cr_assert_eq(explanations(), 1 + MAX_ALTERNATIVES);
	cr_assert_not(finding.crowded);
}

Test(klondike_ambiguity, where_there_are_more_than_places_none_is_dropped_until_the_player_decides)
{
	struct klondike_view before;

	begin_with_shuffles(3, 3 + MAX_ALTERNATIVES);
	before = view;
	occasion.unchanged = 0.05F; /* as likely as another shuffle */
	cr_assert_eq(watch_after_something(same), MK_LOOK_AGAIN);
	cr_assert(finding.crowded, "the player is asked");
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert(klondike_is_unsure(&view));
	cr_assert_eq(klondike_choose(as_view(&view), with_shuffles(5), &finding, NULL), MK_OK);
	watch_after_something(same);
	cr_assert_not(finding.crowded);
	cr_assert_geq(with_shuffles(4), 0);
	cr_assert_geq(with_shuffles(5), 0);
	cr_assert_eq(explanations(), 2);
}

/* ---- Draws that look like one -----------------------------------------------------------------
 */

static void begin_dealt(const char *preset)
{
	struct klondike_view known = begun(preset);

	begin(&known);
	cr_assert_eq(watch(same), MK_FIRST);
}

static const char drawn[] = "2D,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C";

/* How many cards are turned in each explanation that is kept, as bits. */
static unsigned turned(void)
{
	struct klondike_view one;
	unsigned counts = 0;

	for (int number = 0; number <= view.alternatives; number++) {
		if (klondike_explanation(&view, number, &one)) {
			counts |= 1U << one.turned;
		}
	}
	return counts;
}

Test(klondike_ambiguity, a_missing_picture_makes_one_draw_or_two)
{
	begin_dealt(NULL);
	occasion.missed = 1;
	watch(drawn);
	cr_assert_eq(turned(), 1U << 2 | 1U << 3);
	cr_assert(klondike_is_unsure(&view));
	cr_assert_lt(odds_between(1, 0), 0);
}

/* Two draws with an unseen card, or one: the next draw extends both. */
Test(klondike_ambiguity, draws_go_on_from_both_and_a_list_of_the_waste_decides)
{
	begin_dealt(NULL);
	occasion.missed = 1;
	watch(drawn);
	occasion.missed = 0;
	cr_assert_eq(watch("3C,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(turned(), 1U << 3 | 1U << 4);
	watch("{'draw_pile':['KS','UU','2D','3C'],'columns':['5S','5H','QC','7H','8D','9D','9C']}");
	cr_assert_eq(turned(), 1U << 4);
	cr_assert_eq(explanations(), 1);
}

/* ---- When to ask ------------------------------------------------------------------------------
 */

/* The likeliest table, and one with such odds on which a card more is on its foundation. */
static void begin_put_up(int suit, int odds)
{
	struct klondike_view other;

	begin_dealt(NULL);
	klondike_explanation(&view, 0, &other);
	other.foundation[suit] = 1;
	other.unseen[6]--;
	klondike_add_alternative(&view, &other, odds);
}

static bool asks(void)
{
	return klondike_asks_which(as_view(&view));
}

Test(klondike_ambiguity, is_not_asked_while_the_player_can_do_the_same)
{
	begin_put_up(MK_HEARTS, -1);
	cr_assert_not(asks(), "no two is in front");
	cr_assert_eq(explanations(), 2);
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
	cr_assert_eq(explanations(), 2, "the game continues from both");
	cr_assert_not(asks());
}

/* On the likeliest table its ace lies on the foundation, on the other it does not. */
static void begin_with_legal_two(int odds)
{
	struct klondike_view other;

	begin_put_up(MK_DIAMONDS, -1);
	klondike_explanation(&view, 1, &other);
	view.alternative[0].state = view.state;
	view.state = other.state;
	view.alternative[0].odds = (int16_t)odds;
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
}

Test(klondike_ambiguity, is_asked_when_a_legal_move_cannot_be_made_in_45_of_100_cases)
{
	begin_with_legal_two(-16);
	cr_assert(asks(), "46 of 100");
	view.alternative[0].odds = -25;
	cr_assert_not(asks(), "44 of 100");
}

Test(klondike_ambiguity, is_not_asked_when_another_table_allows_more)
{
	begin_put_up(MK_DIAMONDS, -100);
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
	cr_assert_eq(explanations(), 2);
	cr_assert_not(asks(), "each suggestion can be followed");
}

/* The evidence against it is that of many moves. */
Test(klondike_ambiguity, what_is_kept_is_dropped_when_it_is_less_likely_than_one_in_ten_thousand)
{
	begin_put_up(MK_HEARTS, -850);
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
	cr_assert_eq(explanations(), 2);
	begin_put_up(MK_HEARTS, -1000);
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
	cr_assert_eq(explanations(), 1);
}

Test(klondike_ambiguity, is_asked_where_cards_may_be_left_or_none)
{
	struct klondike_view other;

	begin_all_turned(3);
	klondike_explanation(&view, 0, &other);
	other.turned--;
	klondike_add_alternative(&view, &other, -1);
	cr_assert(asks(), "to shuffle or to draw");
}

/* Room is asked for when a picture needs it. */
Test(klondike_ambiguity, is_not_asked_while_there_is_room)
{
	begin_put_up(MK_HEARTS, -1);
	for (int kept = 2; kept <= MAX_ALTERNATIVES; kept++) {
		klondike_add_alternative(&view, &view, -1);
		cr_assert_not(asks(), "%d", kept);
	}
}

Test(klondike_ambiguity, is_asked_when_the_game_is_over)
{
	begin_put_up(MK_HEARTS, -1);
	memset(view.unseen, 0, sizeof view.unseen);
	memset(view.alternative[0].state.unseen, 0, sizeof view.unseen);
	cr_assert_eq(klondike_outcome(&view), MK_WON);
	cr_assert(asks());
}

/* ---- A camera that misreads -------------------------------------------------------------------
 */

/* Every fiftieth code is wrong; the ace of hearts is on its foundation in one of both tables. */
static void begin_misread(bool likeliest_has_it, int odds)
{
	static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};
	struct klondike_view other;

	begin_put_up(MK_HEARTS, odds);
	if (likeliest_has_it) {
		klondike_explanation(&view, 1, &other);
		view.alternative[0].state = view.state;
		view.state = other.state;
	}
	view.unconfirmed = 0;
	occasion = (struct mk_snapshot_context){.confidence = 0.98F,
		.misread_repeat_rate = 0.02F,
		.unchanged = 0.002F,
		.suggested = &draw};
}

/* How often the ace of hearts lies on its foundation in the explanations that are kept. */
static int with_ace(void)
{
	struct klondike_view one;
	int count = 0;

	for (int number = 0; number <= view.alternatives; number++) {
		count += klondike_explanation(&view, number, &one) && one.foundation[MK_HEARTS];
	}
	return count;
}

Test(klondike_ambiguity, a_draw_misread_as_the_card_before_it_is_not_overlooked)
{
	begin_misread(false, -100);
	cr_assert_eq(watch(same), MK_LOOK_AGAIN, "the next card may have been misread as this one");
	cr_assert_eq(watch(drawn), MK_SUGGESTED_MOVE);
	cr_assert_eq(view.turned, 2);
	cr_assert_eq(explanations(), 2);
}

Test(klondike_ambiguity, a_drawn_card_that_lies_on_its_foundation_may_be_misread)
{
	begin_misread(true, -684);
	watch("AH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	cr_assert_eq(with_ace(), 1, "one misreading ends no table");
	for (int picture = 0; picture < 3; picture++) {
		watch("AD,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");
	}
	cr_assert_eq(view.foundation[MK_HEARTS], 1);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), MK_CARD(MK_ACE, MK_DIAMONDS));
}

Test(klondike_ambiguity, one_picture_of_a_card_ends_no_table_that_it_does_not_fit)
{
	begin_misread(false, -50);
	cr_assert_eq(watch("AH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(finding.doubt_count, 0, "another snapshot is needed, no answer");
	cr_assert_eq(with_ace(), 1);
	cr_assert_eq(watch("AH,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_SUGGESTED_MOVE);
	cr_assert_eq(with_ace(), 0);
}

/* ---- Pictures that are missing ----------------------------------------------------------------
 */

/* An answer comes from no camera: what it is about was seen by one that numbers its pictures. */
Test(klondike_ambiguity, an_answer_is_about_the_camera_of_the_picture)
{
	struct mk_place two = {DRAW_PILE, MK_CARD(2, MK_DIAMONDS), 0};

	begin_dealt(NULL);
	occasion.typed = false;
	occasion.missed = 2;
	cr_assert_eq(watch("UU,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	occasion.missed = 0;
	occasion.may_skip = occasion.skips = true;
	occasion.hint = &two;
	cr_assert_eq(klondike_track_snapshot(as_view(&view), (struct mk_tracker *)&memory, NULL,
			     &occasion, &finding, NULL),
		MK_OK);
	cr_assert_eq(turned(), 1U << 2 | 1U << 3 | 1U << 4, "so many draws as pictures");
	cr_assert_eq(view.gaps, 0);
}

/* The six of hearts came up and was covered while no picture arrived. */
Test(klondike_ambiguity, a_card_that_only_missing_pictures_showed_is_kept)
{
	struct klondike_view one,
		known = table(NULL,
			"{'columns':[{'cards':['6C','5H','4S','3H']},"
			"{'cards':['KD','QC','JH','0C','9H','8S','7H']},{'unseen':1,'cards':['QS','JD']},"
			"{'cards':['7C','6D','5C','4H','3C']},{'unseen':4,'cards':['7S']},"
			"{'unseen':2,'cards':['KH']},{'unseen':2,'cards':['8D']}],"
			"'foundations':{'C':'XC','D':'5D','H':'2H','S':'3S'},"
			"'draw_pile':{'cards':['KC','0D','9C','0H'],'shuffles':0}}");
	bool found = false;

	begin(&known);
	occasion.typed = false;
	occasion.missed = 2;
	watch("0H,UU,UU,UU,UU,3H,7H,5S,3C,7D,JD,7S");
	for (int number = 0; number <= view.alternatives; number++) {
		found |= klondike_explanation(&view, number, &one) &&
			 one.column[2][0] == MK_CARD(6, MK_HEARTS) && one.up[2] == 2;
	}
	cr_assert(found);
}

/* Two of three tables have so many cards left: the player's word leaves these two. */
Test(klondike_ambiguity, a_count_leaves_all_explanations_that_have_it)
{
	struct mk_count left = {"left", 22, DRAW_PILE};
	struct klondike_view other;
	struct mk_error error;

	begin_put_up(MK_HEARTS, -1);
	for (int suit = MK_CLUBS; suit <= MK_DIAMONDS; suit++) {
		klondike_explanation(&view, 0, &other);
		other.foundation[suit] = 1;
		other.pile_count--;
		klondike_add_alternative(&view, &other, -100 * (suit + 1));
	}
	cr_assert_eq(klondike_set_count(as_view(&view), &left, &error), MK_OK);
	cr_assert_eq(explanations(), 2);
	cr_assert_eq(klondike_left(&view), 22);
	cr_assert_eq(view.foundation[MK_CLUBS] + view.foundation[MK_DIAMONDS], 1);
	cr_assert_eq(odds_between(1, 0), -1);
}

/* ---- A card that the player names ---------------------------------------------------------------
 */

static bool settles(int position, int index, mk_card card)
{
	struct mk_place stated = {(uint8_t)position, card, (uint8_t)index};
	struct klondike_view before, again;
	struct mk_error error;
	bool settled;

	klondike_copy_view(&before, &view);
	klondike_copy_view(&again, &view);
	settled = klondike_settle_by_card(as_view(&view), &stated, &finding);
	if (settled) {
		cr_assert_eq(klondike_replay(as_view(&again), &finding, &error), MK_OK,
			"as it is replayed");
		cr_assert_eq(memcmp(&again.state, &view.state, sizeof view.state), 0);
		cr_assert_eq(again.alternatives, view.alternatives);
	} else {
		cr_assert_eq(memcmp(&before.state, &view.state, sizeof view.state), 0);
		cr_assert_eq(before.alternatives, view.alternatives);
	}
	return settled;
}

/* The ace of hearts or that of diamonds was put up, or that of clubs. */
static void begin_one_of_three(void)
{
	struct klondike_view other;

	begin_put_up(MK_HEARTS, -50);
	for (int suit = MK_CLUBS; suit <= MK_DIAMONDS; suit++) {
		klondike_explanation(&view, 1, &other);
		other.foundation[MK_HEARTS] = 0;
		other.foundation[suit] = 1;
		klondike_add_alternative(&view, &other, -100 * (suit + 1));
	}
}

Test(klondike_ambiguity, a_card_leaves_the_explanations_in_which_it_lies_there)
{
	begin_one_of_three();
	cr_assert_eq(explanations(), 4);
	cr_assert(settles(FIRST_FOUNDATION + MK_HEARTS, 0, MK_CARD(MK_ACE, MK_HEARTS)));
	cr_assert_eq(explanations(), 1);
	cr_assert_eq(view.foundation[MK_HEARTS], 1);
}

Test(klondike_ambiguity, an_empty_foundation_leaves_the_others)
{
	begin_one_of_three();
	cr_assert(settles(FIRST_FOUNDATION + MK_HEARTS, 0, MK_NO_CARD));
	cr_assert_eq(explanations(), 3);
	cr_assert_eq(view.foundation[MK_HEARTS], 0);
	cr_assert_eq(klondike_odds(&view, 0), 0);
	cr_assert_lt(klondike_odds(&view, 1), 0);
}

Test(klondike_ambiguity, a_card_that_lies_there_in_all_or_in_none_settles_nothing)
{
	begin_one_of_three();
	cr_assert_not(settles(0, 0, klondike_front(&view, 0)), "in all of them");
	cr_assert_not(settles(FIRST_FOUNDATION + MK_SPADES, 0, MK_CARD(MK_ACE, MK_SPADES)),
		"in none of them");
	cr_assert_not(settles(0, 0, MK_NO_CARD), "the column is not empty");
}

Test(klondike_ambiguity, a_card_that_no_picture_showed_may_be_the_one_that_is_named)
{
	struct klondike_view other;

	begin_all_turned(3);
	klondike_explanation(&view, 0, &other);
	other.pile[1] = MK_NO_CARD;
	klondike_add_alternative(&view, &other, -1);
	cr_assert(settles(DRAW_PILE, 2, view.pile[1]));
	cr_assert_eq(explanations(), 2);
	cr_assert(klondike_explanation(&view, 1, &other));
	cr_assert_eq(other.pile[1], view.pile[1], "it has the name in both");
}

Test(klondike_ambiguity, an_unseen_card_is_none_that_lies_elsewhere)
{
	struct klondike_view other;
	mk_card front;

	begin_all_turned(3);
	klondike_explanation(&view, 0, &other);
	front = klondike_front(&view, 0);
	other.pile[1] = MK_NO_CARD;
	klondike_add_alternative(&view, &other, -1);
	cr_assert_not(settles(DRAW_PILE, 2, front));
	cr_assert_eq(explanations(), 2);
}

Test(klondike_ambiguity, an_unseen_card_is_named_where_it_may_lie_and_ends_what_has_another_there)
{
	struct klondike_view other;
	mk_card named;

	begin_all_turned(3);
	klondike_explanation(&view, 0, &other);
	named = view.pile[1];
	other.pile[1] = MK_NO_CARD;
	klondike_add_alternative(&view, &other, -1);
	view.pile[1] = MK_NO_CARD;
	view.pile[0] = named; /* the likeliest has it elsewhere */
	cr_assert(settles(DRAW_PILE, 2, named));
	cr_assert_eq(explanations(), 1);
	cr_assert_eq(view.pile[1], named);
	cr_assert_neq(view.pile[0], named);
}

/* ---- The piles of three -----------------------------------------------------------------------
 */

/* Turned over, three cards or less show the same one. */
static void begin_threes(const char *pile, int clubs)
{
	begin_with("klondike-3", clubs, pile);
	view.rules.shuffles = 3;
	view.shuffles = 3;
}

Test(klondike_ambiguity, the_last_three_cards_turned_over_show_the_same_one)
{
	begin_threes("'cards':['KH','KD','KS']", 6);
	watch_after_something(same);
	cr_assert_eq(explanations(), 2);
	cr_assert_geq(with_shuffles(2), 0);
	cr_assert_geq(with_shuffles(3), 0);
	cr_assert_gt(
		odds_between(with_shuffles(2), with_shuffles(3)), 0, "nothing is left to chance");
}

Test(klondike_ambiguity, four_cards_turned_over_by_threes_show_another_one)
{
	begin_threes("'cards':['QH','KH','KD','KS']", 5);
	cr_assert_eq(watch("KD,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, SHUFFLE);
	cr_assert_eq(explanations(), 1);
	cr_assert_eq(view.turned, 3);
}

Test(klondike_ambiguity, nothing_is_open_where_three_may_be_turned_over_for_ever)
{
	begin_with("klondike-3", 6, "'cards':['KH','KD','KS']");
	watch_after_something(same);
	watch(same);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(explanations(), 1);
}

/* ---- Cards that come back from foundations ----------------------------------------------------
 */

/* The four of hearts came back onto the five of spades, and went up again. */
Test(klondike_ambiguity, a_card_taken_back_and_put_up_again_leaves_the_table_as_it_was)
{
	begin_with("klondike-1", 8, "'cards':['KS']");
	cr_assert_eq(watch_after_something(same), MK_LOOK_AGAIN);
	cr_assert_eq(watch(same), MK_UNCHANGED);
	cr_assert_eq(explanations(), 1);
	cr_assert_eq(view.foundation[MK_HEARTS], 4);
	cr_assert_eq(klondike_front(&view, 0), card("5S"));
}

Test(klondike_ambiguity, a_card_taken_back_is_seen_and_so_is_its_going_up_again)
{
	begin_with("klondike-1", 8, "'cards':['KS']");
	cr_assert_eq(watch("KS,UU,UU,UU,UU,4H,5H,QC,7H,8D,9D,9C"), MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, FOUNDATION_TO_COLUMN);
	cr_assert_eq(view.foundation[MK_HEARTS], 3);
	cr_assert_eq(watch(same), MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, TO_FOUNDATION);
	cr_assert_eq(view.foundation[MK_HEARTS], 4);
	cr_assert_eq(explanations(), 1);
}

/* ---- An unreadable slot -----------------------------------------------------------------------
 */

Test(klondike_ambiguity, a_slot_that_would_have_changed_leaves_everything_open)
{
	struct klondike_view before;

	begin_dealt(NULL);
	before = view;
	cr_assert_eq(watch_after_something("UU,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"), MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable[0], DRAW_PILE);
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_eq(watch(drawn), MK_OTHER_MOVE);
	cr_assert_eq(view.turned, 2);
}
