/* Looking for the one misreading that explains a contradiction, and what that may cost. */
#include "session/changes/repair.h"

#include "session/past.h"

#include <criterion/criterion.h>

#define FIRST "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"
#define FOLLOWED "KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D"
/* The four of clubs was really the four of spades: it went onto the five of hearts. */
#define REALLY "KS,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D"
/* The same, after a draw. */
#define DRAWN "2D,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D"
#define DRAWN_REALLY "2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D"

static struct past past;

static void contradict(void)
{
	past_begin(&past);
	cr_assert_eq(past_see(&past, FIRST), MK_OK);
	cr_assert_eq(past_see(&past, FOLLOWED), MK_OK);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(past_see(&past, REALLY), MK_CONFLICT);
	}
}

static void forget(void)
{
	past_end(&past);
}

TestSuite(repair, .init = contradict, .fini = forget);

static bool find(size_t budget, struct mk_repair *repair, size_t *spent)
{
	return repair_find(&(struct repair_case){&past.session, &past.path, past.memory,
				   &past.finding, &past.occasion, budget},
		repair, spent);
}

Test(repair, names_the_event_the_place_and_both_cards)
{
	struct mk_repair repair;
	size_t spent;

	cr_assert(find(REPAIR_BUDGET, &repair, &spent));
	cr_assert_eq(repair.event, 2);
	cr_assert_eq(repair.position, 4);
	cr_assert_eq(repair.was, MK_CARD(4, MK_CLUBS));
	cr_assert_eq(repair.card, MK_CARD(4, MK_SPADES));
	cr_assert_eq(repair.moves_ago, 1);
	cr_assert(repair.unique);
	cr_assert_leq(spent, REPAIR_BUDGET);
}

Test(repair, costs_the_same_every_time_and_leaves_the_path_as_it_was)
{
	struct mk_repair repair;
	size_t first, again;

	cr_assert(find(REPAIR_BUDGET, &repair, &first));
	cr_assert(find(REPAIR_BUDGET, &repair, &again));
	cr_assert_eq(first, again);
	cr_assert_gt(first, 0);
	cr_assert_eq(past.path.taken, 2);
	cr_assert_eq(past.path.count, 2);
}

Test(repair, is_not_searched_without_a_budget)
{
	struct mk_repair repair;
	size_t spent;

	cr_assert_not(find(0, &repair, &spent));
	cr_assert_eq(spent, 0);
	cr_assert_not(repair.unique);
}

Test(repair, never_costs_more_than_its_budget)
{
	size_t whole, spent;
	struct mk_repair repair;

	cr_assert(find(REPAIR_BUDGET, &repair, &whole));
	for (size_t budget = 0; budget <= whole; budget++) {
		find(budget, &repair, &spent);
		cr_assert_leq(spent, budget);
	}
}

Test(repair, that_is_found_before_the_budget_ends_is_not_called_the_only_one)
{
	struct mk_repair repair;
	size_t whole;

	cr_assert(find(REPAIR_BUDGET, &repair, &whole));
	cr_assert(find(whole - 1, &repair, NULL));
	cr_assert_eq(repair.card, MK_CARD(4, MK_SPADES));
	cr_assert_not(repair.unique);
}

Test(repair, is_none_if_the_past_is_impossible)
{
	struct mk_finding nonsense = {.explanation = MK_SEVERAL_MOVES,
		.move_count = MK_MAX_FINDING_MOVES,
		.revealed_count = MK_MAX_REVEALED};
	struct mk_repair repair;

	memset(nonsense.moves, 0xff, sizeof nonsense.moves);
	memset(nonsense.revealed, 0xff, sizeof nonsense.revealed);
	past_claim(&past, &nonsense, "no picture");
	cr_assert_not(find(REPAIR_BUDGET, &repair, NULL));
}

/* Anew, with a camera of which every fiftieth code is wrong. */
static void begin_untrusted(void)
{
	past_end(&past);
	past_begin(&past);
	past.occasion.confidence = 0.98F;
	past.occasion.unchanged = 0.9F;
}

/* The same picture, until no card of it may be misread. */
static void see_until_confirmed(const char *line)
{
	cr_assert_eq(past_see(&past, line), MK_OK);
	for (int i = 0; i < 20 && session_has_unconfirmed(&past.session); i++) {
		cr_assert_eq(past_see(&past, line), MK_OK);
	}
	cr_assert_not(session_has_unconfirmed(&past.session));
}

/* The four of clubs was read again and again: the other pictures are misread, or moves missing. */
static void contradict_what_is_confirmed(void)
{
	begin_untrusted();
	see_until_confirmed(FIRST);
	see_until_confirmed(FOLLOWED);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(past_see(&past, REALLY), MK_CONFLICT);
	}
}

/* ... and a card was drawn since. */
static void contradict_what_was_confirmed(void)
{
	begin_untrusted();
	see_until_confirmed(FIRST);
	see_until_confirmed(FOLLOWED);
	past.occasion.unchanged = 0.01F;
	see_until_confirmed(DRAWN);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(past_see(&past, DRAWN_REALLY), MK_CONFLICT);
	}
}

Test(repair, is_none_of_a_card_that_was_read_again_and_again, .init = contradict_what_is_confirmed)
{
	struct mk_repair repair;

	cr_assert_not(find(REPAIR_BUDGET, &repair, NULL));
}

/*
 * The four of clubs was turned up and read well, but it is not confirmed yet; then it and the card
 * that was moved away are misread as those that lay there before.
 */
static void contradict_what_was_read_well(void)
{
	begin_untrusted();
	see_until_confirmed(FIRST);
	past.occasion.misread_repeat_rate = 0.5F;
	past.occasion.unchanged = 0.2F;
	for (int i = 0; i < 6; i++) {
		cr_assert_eq(past_see(&past, FOLLOWED), MK_OK);
	}
	cr_assert(session_has_unconfirmed(&past.session));
	for (int i = 0; i < 3; i++) {
		(void)past_see(&past, FIRST);
	}
	cr_assert_eq(past.finding.explanation, MK_CONTRADICTION);
}

Test(repair, is_none_of_a_card_that_was_read_well_before, .init = contradict_what_was_read_well)
{
	struct mk_repair repair;

	cr_assert_not(find(REPAIR_BUDGET, &repair, NULL));
}

/* It came up once more, and was not read often enough since. */
static mk_cards all_unconfirmed(const struct mk_view *view)
{
	(void)view;
	return MK_WHOLE_DECK;
}

Test(repair, is_none_of_a_card_that_was_certain_before_it_came_up_again,
	.init = contradict_what_was_confirmed)
{
	struct mk_repair repair;

	past.game.unconfirmed = all_unconfirmed;
	cr_assert_not(find(REPAIR_BUDGET, &repair, NULL));
}

Test(repair, is_one_of_such_a_card_where_a_person_types_what_lies_there,
	.init = contradict_what_is_confirmed)
{
	struct mk_repair repair;

	past.occasion.typed = true;
	cr_assert(find(REPAIR_BUDGET, &repair, NULL));
	cr_assert_eq(repair.was, MK_CARD(4, MK_CLUBS));
	cr_assert_eq(repair.card, MK_CARD(4, MK_SPADES));
}
