/* Findings of snapshots, impossible snapshots, and repeated ones. */
#include "games/ten_twenty_thirty/learn.h"

#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/world.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static struct mk_finding finding;
static struct mk_error error;

static struct tens_view begun(int preset)
{
	struct tens_view view;

	tens_init_view((struct mk_view *)&view, &tens_presets[preset].rules);
	return view;
}

static enum mk_status show(struct tens_view *view, const char *line)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");
	struct mk_piles seen;
	enum mk_status status = mk_snapshot_read_line(
		game, line, strlen(line), (struct mk_snapshot *)&seen, &error);

	return status == MK_OK ? tens_apply_snapshot((struct mk_view *)view,
					 (const struct mk_snapshot *)&seen, NULL, &finding, &error)
			       : status;
}

Test(ten_twenty_thirty, cards_shown_one_by_one_fill_the_columns_from_the_left)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H"), MK_OK);
	cr_assert_eq(finding.explanation, MK_FIRST);
	cr_assert_eq(show(&view, "7H"), MK_OK);
	cr_assert_eq(finding.explanation, MK_UNCHANGED);
	cr_assert_eq(show(&view, "kd"), MK_OK);
	cr_assert_eq(view.core.next, 2);
	cr_assert_eq(view.core.left, 50);
	cr_assert_eq(show(&view, "7H"), MK_CONFLICT);
	cr_assert_eq(finding.conflicts[0].reason, CONFLICT_ELSEWHERE);
}

Test(ten_twenty_thirty, a_game_in_progress_is_taken_over_with_the_column_that_comes_next)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H KD,4H 5H,-,9C 9D,8C 8D,7C,6C"), MK_OK);
	cr_assert_eq(view.core.next, 5);
	cr_assert(core_is_gone(&view.core, 2));
	view = begun(0);
	cr_assert_eq(show(&view, "7H KD,4H,5H 5C,9C,8C,7C,6C"), MK_IMPOSSIBLE);
}

Test(ten_twenty_thirty, a_triplet_that_went_is_found_and_its_cards_are_known_to_come_last)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H 2D AC,4H 5H,3C 3D,9C 9D,8C 8D,7C 7D,6C 6D"), MK_OK);
	cr_assert_eq(show(&view, "-,4H 5H,3C 3D,9C 9D,8C 8D,7C 7D,6C 6D"), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.moves[0].move.kind, REMOVE);
	cr_assert(core_is_gone(&view.core, 0));
	cr_assert_eq(view.core.next, 1);
	cr_assert_eq(core_upcoming(&view.core, view.core.left - 3), MK_CARD(7, MK_HEARTS));
	cr_assert_eq(core_upcoming(&view.core, view.core.left - 1), MK_CARD(1, MK_CLUBS));
}

Test(ten_twenty_thirty, pictures_that_cannot_be_are_refused_and_change_nothing)
{
	struct tens_view view = begun(0), before;

	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C,6C"), MK_OK);
	before = view;
	cr_assert_eq(show(&view, "7H 3D,4H,3C,9C,8C,7C,6C"), MK_CONFLICT);
	cr_assert_str_eq(error.where, "/columns/0/1");
	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C,6C KC"), MK_CONFLICT);
	cr_assert_eq(show(&view, "7H 2D,4H,3C,9C,8C,7C"), MK_MALFORMED);
	cr_assert_eq(show(&view, "7H 7H,4H,3C,9C,8C,7C,6C"), MK_IMPOSSIBLE);
	cr_assert_eq(show(&view, ""), MK_MALFORMED);
	cr_assert_eq(show(&view, "7H 2D"), MK_MALFORMED);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* ---- The dealt card alone ------------------------------------------------------------------- */

static enum mk_status show_after(
	struct tens_view *view, const char *line, const struct mk_move *suggested)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");
	struct mk_piles seen;

	cr_assert_eq(mk_snapshot_read_line(
			     game, line, strlen(line), (struct mk_snapshot *)&seen, &error),
		MK_OK);
	return tens_apply_snapshot((struct mk_view *)view, (const struct mk_snapshot *)&seen,
		suggested, &finding, &error);
}

/* A table whose column 0 has just got its last card. */
static struct tens_view dealt_to(enum removal removal, const char *first, const char *card)
{
	struct mk_rules rules = tens_presets[0].rules;
	struct tens_view view;
	char line[128];

	rules.value[OPTION_REMOVAL] = (int32_t)removal;
	tens_init_view((struct mk_view *)&view, &rules);
	snprintf(line, sizeof line, "%s,4H 5H,3C 3D,9C 9D,8C 8D,7C 7D,6C 6D", first);
	cr_assert_eq(show(&view, line), MK_OK, "%s: %s", error.where, error.detail);
	cr_assert_eq(view.core.next, 0);
	if (card) {
		cr_assert_eq(show(&view, card), MK_OK);
	}
	return view;
}

Test(ten_twenty_thirty, a_card_that_is_seen_while_a_triplet_must_go_says_that_it_went)
{
	/* 7 + 2 + 1 = 10: the only triplet. */
	struct tens_view view = dealt_to(FORCED, "7H 2D", "AC");

	cr_assert_eq(show(&view, "KS"), MK_OK);
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert_eq(finding.move_count, 2);
	cr_assert_eq(finding.moves[0].move.kind, REMOVE);
	cr_assert_eq(finding.moves[1].move.kind, DEAL);
	cr_assert(core_is_gone(&view.core, 0));
}

/* 5 + 4 + A = 10, with either four. */
Test(ten_twenty_thirty, a_card_alone_does_not_determine_which_of_two_triplets_was_removed)
{
	struct mk_rules rules = tens_presets[0].rules;
	struct tens_view view, before;

	rules.value[OPTION_REMOVAL] = MANDATORY;
	tens_init_view((struct mk_view *)&view, &rules);
	cr_assert_eq(show(&view, "5H 4H 4D,KH KD 2C,QH QD 2D,JH JD 2H,TH TD 2S,KC KS 3C,QC QS 3D"),
		MK_OK, "%s", error.detail);
	cr_assert_eq(show(&view, "AC"), MK_OK);
	before = view;
	cr_assert_eq(show(&view, "9S"), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable[0], 0);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

Test(ten_twenty_thirty, the_triplet_that_was_suggested_went_where_another_card_is_seen)
{
	struct tens_view view = dealt_to(OPTIONAL, "7H 2D", "AC");
	struct mk_move suggested = remove_move(0, T2B1);

	cr_assert_eq(show_after(&view, "KS", &suggested), MK_OK);
	cr_assert_eq(finding.explanation, MK_SEVERAL_MOVES);
	cr_assert(core_is_gone(&view.core, 0));
}

Test(ten_twenty_thirty, an_optional_triplet_stayed_if_its_removal_was_not_suggested)
{
	struct tens_view view = dealt_to(OPTIONAL, "7H 2D", "AC");
	struct mk_move deal = deal_move(&view.core);

	cr_assert_eq(show_after(&view, "KS", &deal), MK_OK);
	cr_assert_eq(finding.explanation, MK_SUGGESTED_MOVE);
	cr_assert_eq(view.core.count[0], 3);
}

/* The rules give the deck: clubs from the ace on, and so on. */
static struct tens_view begun_with_deck(void)
{
	struct mk_rules rules = tens_presets[0].rules;
	struct tens_view view;

	rules.value[OPTION_DECK] = MK_DECK;
	for (int i = 0; i < MK_DECK; i++) {
		rules.list_values[COMBOS + i] = MK_FIRST_CARD + i;
	}
	tens_init_view((struct mk_view *)&view, &rules);
	cr_assert_eq(view.unknown, 0);
	return view;
}

Test(ten_twenty_thirty, a_card_that_contradicts_a_given_deck_is_rejected_with_the_expected_one)
{
	struct tens_view view = begun_with_deck(), before = view;

	cr_assert_eq(show(&view, mk_card_code(MK_FIRST_CARD + 1)), MK_CONFLICT);
	cr_assert_str_eq(error.where, "/dealt");
	cr_assert_eq(finding.conflicts[0].reason, CONFLICT_WRONG_ORDER);
	cr_assert_eq(finding.conflicts[0].expected[0], MK_FIRST_CARD);
	cr_assert_arr_eq(&view, &before, sizeof before);
	cr_assert_eq(show(&view, mk_card_code(MK_FIRST_CARD)), MK_OK);
}

/* ---- Whole columns -------------------------------------------------------------------------- */

static enum mk_status show_json(struct tens_view *view, const char *text)
{
	const struct mk_game *game = mk_game_find("ten-twenty-thirty");
	struct mk_piles seen;
	json_t *json = json_loads(text, 0, NULL);
	enum mk_status status = mk_snapshot_read(game, json, (struct mk_snapshot *)&seen, &error);

	json_decref(json);
	return status == MK_OK ? tens_apply_snapshot((struct mk_view *)view,
					 (const struct mk_snapshot *)&seen, NULL, &finding, &error)
			       : status;
}

#define REST "[\"4H\"],[\"3C\"],[\"9C\"],[\"8C\"],[\"7C\"],[\"6C\"]]"

Test(ten_twenty_thirty, a_deck_of_another_height_than_the_columns_leave_is_refused)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show_json(&view, "{\"columns\":[[\"7H\"]," REST ",\"deck_left\":44}"),
		MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "/deck_left");
	cr_assert_eq(show_json(&view, "{\"columns\":[[\"7H\"]," REST ",\"deck_left\":45}"), MK_OK);
	cr_assert_eq(
		show_json(&view, "{\"columns\":[[\"7H\"]," REST ",\"deck_left\":40}"), MK_CONFLICT);
	cr_assert_str_eq(error.where, "/deck_left");
	cr_assert_eq(finding.conflicts[0].reason, CONFLICT_DECK);
	cr_assert_eq(finding.conflicts[0].seen_count, 40);
	cr_assert_eq(finding.conflicts[0].likely_count, 45);
}

Test(ten_twenty_thirty, a_first_picture_with_an_unreadable_card_wants_another_look)
{
	struct tens_view view = begun(0);

	cr_assert_eq(show(&view, "7H UU,4H,3C,9C UU,8C,7C,6C"), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable_count, 2);
	cr_assert_eq(finding.unreadable[1], 3);
	cr_assert_eq(view.core.opened, 0);
}

/* Column 0 has the first card and the eighth, the others one each. */
static struct mk_piles nine_dealt(void)
{
	struct mk_piles seen = {.pile[DECK_POSITION].count = MK_PILE_UNSEEN};

	for (int i = 0; i < 9; i++) {
		struct mk_pile *pile = &seen.pile[i % COLUMNS];

		pile->card[pile->count++] = (mk_card)(MK_FIRST_CARD + i);
	}
	return seen;
}

static enum mk_status see(struct tens_view *view, const struct mk_piles *seen)
{
	return tens_apply_snapshot(
		(struct mk_view *)view, (const struct mk_snapshot *)seen, NULL, &finding, &error);
}

Test(ten_twenty_thirty, the_first_snapshot_is_dealt_from_a_given_deck)
{
	struct tens_view view = begun_with_deck(), begun_so = view;
	struct mk_piles seen = nine_dealt();

	cr_assert_eq(see(&view, &seen), MK_OK);
	cr_assert_eq(finding.explanation, MK_FIRST);
	cr_assert_eq(view.core.left, 43);
	cr_assert_eq(tens_next_card(&view), MK_FIRST_CARD + 9);
	cr_assert_eq(tens_apply_finding((struct mk_view *)&begun_so, &finding, &error), MK_OK);
	cr_assert_arr_eq(&begun_so, &view, sizeof view);
}

Test(ten_twenty_thirty, a_first_snapshot_that_contradicts_a_given_deck_is_rejected)
{
	struct tens_view view = begun_with_deck(), before = view;
	struct mk_piles seen = nine_dealt();

	seen.pile[1].card[0] = MK_FIRST_CARD + 20;
	cr_assert_eq(see(&view, &seen), MK_IMPOSSIBLE);
	cr_assert_str_eq(error.where, "/columns");
	seen = nine_dealt();
	seen.pile[2].card[1] = seen.pile[1].card[1];
	seen.pile[2].count++;
	seen.pile[1].count--;
	cr_assert_eq(see(&view, &seen), MK_IMPOSSIBLE);
	cr_assert_arr_eq(&view, &before, sizeof view);
}

/* ---- The journal ---------------------------------------------------------------------------- */

Test(ten_twenty_thirty, findings_from_a_hostile_journal_are_refused)
{
	struct tens_view view = dealt_to(OPTIONAL, "7H 2D", "AC"), before = view;
	const struct mk_finding hostile[] = {
		{.explanation = MK_FIRST},
		{.explanation = MK_LOOK_AGAIN},
		{.explanation = MK_CONTRADICTION},
		{.explanation = MK_OTHER_MOVE, .move_count = MK_MAX_FINDING_MOVES + 1},
		{.explanation = MK_FIRST, .revealed_count = MK_DECK + 1},
		{.explanation = MK_OTHER_MOVE,
			.move_count = 1,
			.moves = {{remove_move(1, B3), MK_NO_CARD}}},
		{.explanation = MK_OTHER_MOVE,
			.move_count = 1,
			.moves = {{deal_move(&view.core), MK_NO_CARD}}},
		{.explanation = MK_OTHER_MOVE,
			.move_count = 1,
			.moves = {{deal_move(&view.core), MK_CARD(7, MK_HEARTS)}}},
	};

	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		cr_assert_eq(tens_apply_finding((struct mk_view *)&view, &hostile[i], &error),
			MK_IMPOSSIBLE, "%zu", i);
		cr_assert_arr_eq(&view, &before, sizeof view, "%zu", i);
	}
}

Test(ten_twenty_thirty, a_first_finding_with_cards_that_cannot_lie_so_is_refused)
{
	const mk_card seven = MK_CARD(7, MK_HEARTS), king = MK_CARD(13, MK_SPADES);
	const struct mk_place hostile[][2] = {
		{{9, seven, 1}, {1, king, 1}},
		{{0, MK_NO_CARD, 1}, {1, king, 1}},
		{{0, seven, 1}, {1, seven, 1}},
		{{0, seven, 2}, {1, king, 1}},
		{{0, seven, 1}, {0, king, 3}},
	};

	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		struct tens_view view = begun(0), before = view;
		struct mk_finding first = {.explanation = MK_FIRST, .revealed_count = 2};

		memcpy(first.revealed, hostile[i], sizeof hostile[i]);
		cr_assert_eq(tens_apply_finding((struct mk_view *)&view, &first, &error),
			MK_IMPOSSIBLE, "%zu", i);
		cr_assert_arr_eq(&view, &before, sizeof view, "%zu", i);
	}
}

Test(ten_twenty_thirty, a_reported_move_must_be_legal_and_reveal_an_unseen_card)
{
	const mk_card seven = MK_CARD(7, MK_HEARTS), king = MK_CARD(13, MK_SPADES);
	struct tens_view view = dealt_to(OPTIONAL, "7H 2D", "AC"), before = view;
	const struct {
		struct mk_move move;
		mk_card revealed;
		const char *where;
	} bad[] = {
		{remove_move(1, B3), MK_NO_CARD, ""},
		{deal_move(&view.core), seven, "/revealed"},
		{deal_move(&view.core), MK_NO_CARD, "/revealed"},
		{remove_move(0, T2B1), king, "/revealed"},
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_assert_eq(tens_apply_reported_move((struct mk_view *)&view, bad[i].move,
				     bad[i].revealed, &finding, &error),
			MK_IMPOSSIBLE, "%zu", i);
		cr_assert_str_eq(error.where, bad[i].where, "%zu", i);
		cr_assert_arr_eq(&view, &before, sizeof view);
	}
	cr_assert_eq(tens_apply_reported_move((struct mk_view *)&view, deal_move(&view.core), king,
			     &finding, &error),
		MK_OK);
}

/* The end of a forced game; `stuck`: the value of that option. */
static struct tens_world play_forced_game(uint64_t seed, int32_t stuck)
{
	struct mk_rules rules = tens_presets[1].rules;
	struct tens_world world;
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 0);
	rules.value[OPTION_STUCK] = stuck;
	tens_deal((struct mk_world *)&world, &rules, &rng);
	while (tens_seat_to_move((struct mk_world *)&world) != MK_NO_SEAT) {
		tens_moves(&world.known, moves);
		tens_apply((struct mk_world *)&world, moves[0]);
	}
	return world;
}

/* A forced game that never ends is over at the card at which its state comes again. */
Test(ten_twenty_thirty, a_table_that_comes_again_is_drawn_or_lost_as_the_rules_say)
{
	int stuck = 0;

	for (uint64_t seed = 0; seed < 2000 && stuck < 3; seed++) {
		struct tens_world drawn = play_forced_game(seed, 0);
		struct tens_world lost;

		if (tens_outcome((struct mk_view *)&drawn.known) != MK_DRAWN) {
			continue;
		}
		stuck++;
		lost = play_forced_game(seed, 1);
		cr_assert_eq(tens_outcome((struct mk_view *)&lost.known), MK_LOST);
		cr_assert_eq(lost.known.dealt, drawn.known.dealt);
	}
	cr_assert_eq(stuck, 3);
}

Test(ten_twenty_thirty, by_the_rules_of_its_author_a_stuck_game_is_lost)
{
	cr_assert_eq(tens_presets[0].rules.value[OPTION_STUCK], 1);
	cr_assert_eq(tens_presets[1].rules.value[OPTION_STUCK], 0);
}
