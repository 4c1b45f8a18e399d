/* Moves reported by a client, and findings from the journal. */
#include "games/klondike/helpers.h"
#include "games/klondike/tracking/learn.h"

#include <criterion/criterion.h>
#include <string.h>

static struct mk_finding finding;
static struct mk_error error;

static struct klondike_view started(void)
{
	struct klondike_view view = begun(NULL);
	struct klondike_snapshot seen = seen_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");

	klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), NULL, &finding, NULL);
	return view;
}

static struct mk_move eight_to_nine(void)
{
	return (struct mk_move){
		.kind = COLUMN_TO_COLUMN, .from = 4, .to = 6, .cut = 1, .card = card("8D")};
}

static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};

/* ---- Telling -------------------------------------------------------------------------------- */

Test(klondike_apply_reported_move, brings_the_move_and_its_card)
{
	struct klondike_view view = started();

	cr_assert_eq(klondike_apply_reported_move(
			     as_view(&view), eight_to_nine(), card("5C"), &finding, NULL),
		MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].revealed, card("5C"));
	cr_assert_eq(finding.revealed[0].position, 4);
	cr_assert_eq(klondike_front(&view, 4), card("5C"));
	cr_assert_eq(klondike_front(&view, 6), card("8D"));
	cr_assert_eq(view.unseen[4], 3);
}

Test(klondike_apply_reported_move, needs_no_card_that_is_known)
{
	struct klondike_view view = started();

	view.pile[1] = card("2D");
	cr_assert_eq(klondike_apply_reported_move(as_view(&view), draw, MK_NO_CARD, &finding, NULL),
		MK_OK);
	cr_assert_eq(finding.moves[0].revealed, card("2D"));
	cr_assert_eq(finding.revealed_count, 0);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
}

static void assert_refused(struct mk_move move, mk_card revealed, const char *code)
{
	struct klondike_view view = started();
	struct klondike_view before = view;

	cr_assert_eq(klondike_apply_reported_move(as_view(&view), move, revealed, &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, code);
	cr_assert_str_eq(error.where, strcmp(code, "illegal_move") ? "/revealed" : "");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(klondike_apply_reported_move, rejects_impossible_moves)
{
	struct mk_move illegal = eight_to_nine();

	illegal.to = 5;
	assert_refused(illegal, card("5C"), "illegal_move");
	assert_refused(eight_to_nine(), MK_NO_CARD, "revealed_card_missing");
	assert_refused(eight_to_nine(), card("KS"), "card_elsewhere");
	assert_refused(draw, card("QC"), "card_elsewhere");
	assert_refused(draw, 200, "card_elsewhere");
}

Test(klondike_apply_reported_move, refuses_another_card_than_the_known_one)
{
	struct klondike_view view = started();

	view.pile[1] = card("2D");
	cr_assert_eq(
		klondike_apply_reported_move(as_view(&view), draw, card("3D"), &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "wrong_order");
	cr_assert_str_eq(
		error.detail, "The next card is the two of diamonds, not the three of diamonds.");
}

Test(klondike_apply_reported_move, refuses_a_card_where_none_is_turned_up)
{
	struct klondike_view view = started();
	struct mk_move to = {
		.kind = COLUMN_TO_COLUMN, .from = 0, .to = 3, .cut = 1, .card = card("5S")};

	view.column[3][0] = card("6H");
	cr_assert_eq(klondike_apply_reported_move(as_view(&view), to, card("2D"), &finding, &error),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "no_card_revealed");
}

/* ---- Replaying ------------------------------------------------------------------------------ */

/* Changes one thing of a good finding of two moves; the view must refuse it untouched. */
static void assert_hostile(void (*spoil)(struct mk_finding *))
{
	struct klondike_view view = started();
	struct klondike_view before = view;
	struct mk_finding hostile = {.explanation = MK_SEVERAL_MOVES, .move_count = 2};

	hostile.moves[0] = (struct mk_played_move){eight_to_nine(), card("5C")};
	hostile.moves[1] = (struct mk_played_move){draw, card("2D")};
	cr_assert_eq(klondike_replay(as_view(&view), &hostile, NULL), MK_OK);
	view = before;
	spoil(&hostile);
	cr_assert_eq(klondike_replay(as_view(&view), &hostile, &error), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.code, "invalid_finding");
	cr_assert_arr_eq(&view, &before, sizeof view);
}

static void say_it_was_refused(struct mk_finding *hostile)
{
	hostile->explanation = MK_CONTRADICTION;
}

static void say_it_was_the_first(struct mk_finding *hostile)
{
	hostile->explanation = MK_FIRST;
}

static void count_too_many_steps(struct mk_finding *hostile)
{
	hostile->move_count = 200;
}

static void count_too_many_cards(struct mk_finding *hostile)
{
	hostile->revealed_count = 200;
}

static void turn_up_a_card_twice(struct mk_finding *hostile)
{
	hostile->moves[1].revealed = card("5C");
}

static void turn_up_no_card(struct mk_finding *hostile)
{
	hostile->moves[0].revealed = MK_NO_CARD;
}

static void turn_up_something_strange(struct mk_finding *hostile)
{
	hostile->moves[0].revealed = 250;
}

static void move_illegally(struct mk_finding *hostile)
{
	hostile->moves[0].move.to = 200;
}

static void leave_a_draw_unturned(struct mk_finding *hostile)
{
	hostile->moves[1].move.more[0] = NOT_TURNED;
}

static void hide_something_in_a_move(struct mk_finding *hostile)
{
	hostile->moves[1].move.more[2] = 1;
}

static void tell_a_card_beneath_nothing(struct mk_finding *hostile)
{
	hostile->revealed[hostile->revealed_count++] = (struct mk_place){DRAW_PILE, card("2H"), 20};
}

static void tell_a_card_that_is_known(struct mk_finding *hostile)
{
	hostile->revealed[hostile->revealed_count++] = (struct mk_place){DRAW_PILE, card("2H"), 1};
}

/* The misread card may be unknown now, but it must not stay in front. */
Test(klondike_replay, lets_the_front_be_unknown_on_the_way_only)
{
	struct klondike_view view = started();
	struct mk_finding unknown = {.explanation = MK_OTHER_MOVE, .move_count = 1};
	const struct mk_finding present = {.explanation = MK_UNCHANGED};

	unknown.moves[0] = (struct mk_played_move){draw, MK_NO_CARD};
	cr_assert_eq(klondike_replay(as_view(&view), &unknown, NULL), MK_OK);
	cr_assert_eq(klondike_replay(as_view(&view), &present, NULL), MK_IMPOSSIBLE);
	unknown.moves[0].revealed = card("2D");
	cr_assert_eq(klondike_replay(as_view(&view), &unknown, NULL), MK_OK);
	cr_assert_eq(klondike_replay(as_view(&view), &present, NULL), MK_OK);
}

Test(klondike_replay, refuses_hostile_findings)
{
	assert_hostile(say_it_was_refused);
	assert_hostile(say_it_was_the_first);
	assert_hostile(count_too_many_steps);
	assert_hostile(count_too_many_cards);
	assert_hostile(turn_up_a_card_twice);
	assert_hostile(turn_up_no_card);
	assert_hostile(turn_up_something_strange);
	assert_hostile(move_illegally);
	assert_hostile(leave_a_draw_unturned);
	assert_hostile(hide_something_in_a_move);
	assert_hostile(tell_a_card_beneath_nothing);
	assert_hostile(tell_a_card_that_is_known);
}

Test(klondike_replay, refuses_a_beginning_with_a_card_missing)
{
	struct klondike_view view = started();
	struct klondike_view fresh = begun(NULL);
	struct mk_finding first = finding;

	cr_assert_eq(klondike_replay(as_view(&fresh), &first, NULL), MK_OK);
	cr_assert_arr_eq(&fresh, &view, sizeof view);
	fresh = begun(NULL);
	first.revealed[3].card = first.revealed[2].card;
	cr_assert_eq(klondike_replay(as_view(&fresh), &first, NULL), MK_IMPOSSIBLE);
	first.revealed[3].position = 12;
	cr_assert_eq(klondike_replay(as_view(&fresh), &first, NULL), MK_IMPOSSIBLE);
	cr_assert_not(fresh.started);
}

Test(klondike_replay, keeps_a_stock_that_was_listed)
{
	struct klondike_view view = begun("klondike-3");
	struct klondike_view fresh;
	struct klondike_snapshot seen = seen_json(
		"{'draw_pile':'3C','columns':['5S','5H','QC','7H','8D','9D','9C'],'stock':['AC','2C',"
		"'3C','4C','5C','6C','7C','8C','0C','JC','KC','AD','2D','3D','4D','5D','6D','7D','0D',"
		"'JD','QD','KD','AS','2S']}");

	view.rules.stock_known = true;
	fresh = view;
	cr_assert_eq(
		klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), NULL, &finding, NULL),
		MK_OK);
	cr_assert_eq(finding.revealed_count, 32);
	cr_assert_eq(klondike_replay(as_view(&fresh), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&fresh, &view, sizeof view);
}

Test(klondike_replay, keeps_the_waste_that_was_listed_with_the_first_snapshot)
{
	struct klondike_view fresh = begun("klondike-3");
	struct klondike_view view = fresh;
	struct klondike_snapshot seen =
		seen_json("{'draw_pile':['AC','UU','3C'],'columns':['5S','5H','QC','7H','8D','9D',"
			  "'9C']}");

	cr_assert_eq(
		klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), NULL, &finding, NULL),
		MK_OK);
	cr_assert_eq(view.pile[0], card("AC"));
	cr_assert_eq(view.turned, 3);
	cr_assert_eq(klondike_replay(as_view(&fresh), &finding, NULL), MK_OK);
	cr_assert_arr_eq(&fresh, &view, sizeof view);
}

/* ---- A draw that was not made --------------------------------------------------------------- */

/* The front card was misread: it is the one that lies beneath it still. */
static struct mk_finding not_drawn(const char *was, const char *front)
{
	struct mk_finding revised = {.explanation = MK_UNCHANGED,
		.weighed = true,
		.revealed_count = 1,
		.revised = {DRAW_PILE, card(was), card(front)}};

	revised.revealed[0] = (struct mk_place){DRAW_PILE, card(front), 0};
	return revised;
}

/* Draws `misread` over `front`, and takes that back: all is as before. */
static void assert_taken_back(struct klondike_view view, const char *front, const char *misread)
{
	struct klondike_view before = view;
	struct mk_finding drawn = {.explanation = MK_OTHER_MOVE, .move_count = 1};
	struct mk_finding revised = not_drawn(misread, front);

	drawn.moves[0] = (struct mk_played_move){draw, card(misread)};
	cr_assert_eq(klondike_replay(as_view(&view), &drawn, NULL), MK_OK);
	cr_assert_eq(view.turned, before.turned + view.rules.draw);
	cr_assert_eq(klondike_replay(as_view(&view), &revised, &error), MK_OK);
	view.unconfirmed = before.unconfirmed;
	cr_assert_arr_eq(&view, &before, sizeof view);
	cr_assert_null(klondike_view_broken(&view));
}

Test(klondike_replay, takes_back_a_draw_that_was_not_made)
{
	struct klondike_view view = started();
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(&view);

	assert_taken_back(view, "KS", "KC");
	/* Later in the game, when the player had begun to turn the pile. */
	klondike_play(&view, draw, card("2D"));
	klondike_play(&view, draw, card("2H"));
	assert_taken_back(view, "2H", "2S");
	/* Of a pile of which each card was seen the misread one is still known to lie there. */
	view = started();
	for (int i = 0; i < PILE - 1; i++, unseen &= unseen - 1) {
		view.pile_loose |= unseen & -unseen;
	}
	cr_assert_neq(view.pile_loose & MK_CARD_BIT(card("2D")), 0);
	assert_taken_back(view, "KS", "2D");
	/* The last card of the stock, before the first shuffle. */
	view = started();
	unseen = MK_WHOLE_DECK & ~klondike_seen_cards(&view);
	for (; klondike_left(&view) > 1; unseen &= unseen - 1) {
		klondike_play(&view, draw, (mk_card)__builtin_ctzll(unseen));
	}
	assert_taken_back(view, mk_card_code(klondike_front(&view, DRAW_PILE)), "KC");
}

Test(klondike_replay, takes_back_a_draw_of_three)
{
	struct klondike_view view = begun("klondike-3");
	struct klondike_snapshot seen = seen_line("KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C");

	cr_assert_eq(
		klondike_apply_snapshot(as_view(&view), as_snapshot(&seen), NULL, &finding, NULL),
		MK_OK);
	assert_taken_back(view, "KS", "KC");
}

Test(klondike_replay, takes_back_no_draw_but_the_last)
{
	struct klondike_view view = started();
	struct mk_finding revised = not_drawn("2H", "KS");

	klondike_play(&view, draw, card("2D"));
	klondike_play(&view, draw, card("2H"));
	cr_assert_eq(klondike_replay(as_view(&view), &revised, &error), MK_IMPOSSIBLE);
	revised = not_drawn("2D", "KS");
	cr_assert_eq(klondike_replay(as_view(&view), &revised, &error), MK_IMPOSSIBLE);
	revised = not_drawn("2H", "2D");
	cr_assert_eq(klondike_replay(as_view(&view), &revised, &error), MK_OK);
	cr_assert_eq(klondike_front(&view, DRAW_PILE), card("2D"));
}
