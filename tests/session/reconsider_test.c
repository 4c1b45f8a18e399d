/* Explaining events revised: whatever the game's findings and the journal's events are like. */
#include "session/changes/reconsider.h"

#include "session/past.h"

#include <criterion/criterion.h>
#include <string.h>

#define FIRST "KS,XC,XD,XH,XS,5S,5H,QC,7H,8D,9D,9C"
#define FOLLOWED "KS,XC,XD,XH,XS,5S,5H,QC,7H,4C,9D,8D"

static struct past past;

static void begin(void)
{
	past_begin(&past);
	cr_assert_eq(past_see(&past, FIRST), MK_OK);
	cr_assert_eq(past_see(&past, FOLLOWED), MK_OK);
}

static void end(void)
{
	past_end(&past);
}

TestSuite(reconsider, .init = begin, .fini = end);

static const struct session_correction other_card = {
	.place = {.position = 4, .index = 1, .card = MK_CARD(4, MK_SPADES)}};
static const struct session_correction no_card = {
	.empty = true, .place = {.position = 6, .index = 2, .card = MK_NO_CARD}};

Test(reconsider, finds_the_event_whose_card_was_another_one)
{
	struct correction found;

	memset(&found, 0, sizeof found);
	cr_assert(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(found.revised_count, 1);
	cr_assert_eq(found.revised[0].event, 2);
	cr_assert_eq(found.revised[0].revealed[0].card, MK_CARD(4, MK_SPADES));
	cr_assert_eq(past.path.taken, 2);
}

/* ---- Answers of a game ---------------------------------------------------------------------- */

/* As long and as wrong as can be. */
static size_t nonsense(const struct mk_view *view, const struct mk_snapshot *seen, mk_card reported,
	struct mk_finding *findings, size_t capacity)
{
	(void)view;
	(void)seen;
	(void)reported;
	memset(findings, 0xff, capacity * sizeof *findings);
	return capacity;
}

/* Sound in its counts, but with cards, places and moves that no table has. */
static size_t impossible(const struct mk_view *view, const struct mk_snapshot *seen,
	mk_card reported, struct mk_finding *findings, size_t capacity)
{
	nonsense(view, seen, reported, findings, capacity);
	for (size_t i = 0; i < capacity; i++) {
		findings[i].explanation = MK_SEVERAL_MOVES;
		findings[i].move_count = (uint8_t)(1 + i % MK_MAX_FINDING_MOVES);
		findings[i].revealed_count = (uint8_t)(i % (MK_MAX_REVEALED + 1));
	}
	return capacity;
}

Test(reconsider, accepts_no_impossible_finding)
{
	struct correction found;

	past.game.alternative_findings = nonsense;
	memset(&found, 0, sizeof found);
	cr_assert_not(reconsider(&past.session, &past.path, &no_card, &found));
	past.game.alternative_findings = impossible;
	cr_assert_not(reconsider(&past.session, &past.path, &no_card, &found));
	cr_assert_eq(found.revised_count, 0);
}

static size_t nonsense_and_one_that_is_right(const struct mk_view *view,
	const struct mk_snapshot *seen, mk_card reported, struct mk_finding *findings,
	size_t capacity)
{
	impossible(view, seen, reported, findings, capacity);
	mk_game_find("klondike")
		->alternative_findings(view, seen, reported, &findings[capacity - 1], 1);
	return capacity;
}

Test(reconsider, finds_the_only_possible_explanation_among_many)
{
	struct correction found;
	/* Three cards are left face down there after the move that was concluded. */
	struct session_correction request = {.counts = true, .count = {.position = 4, .value = 3}};

	strcpy(request.count.name, "unseen");
	past.game.alternative_findings = nonsense_and_one_that_is_right;
	memset(&found, 0, sizeof found);
	cr_assert(reconsider(&past.session, &past.path, &request, &found));
	cr_assert_eq(found.revised[0].event, 2);
	cr_assert_eq(found.revised[0].step_count, 1);
}

/* ---- Statements of a player ----------------------------------------------------------------- */

Test(reconsider, survives_places_and_counts_that_no_table_has)
{
	struct session_correction request[] = {
		{.place = {.position = 255, .index = 255, .card = MK_CARD(4, MK_SPADES)}},
		{.place = {.position = 4, .index = 255, .card = MK_CARD(4, MK_SPADES)}},
		{.counts = true, .count = {.position = 255, .value = -1, .name = "cards"}},
		{.by_event = true, .event = 99, .place = {.position = 4, .index = 1}},
	};
	struct correction found;

	for (size_t i = 0; i < sizeof request / sizeof request[0]; i++) {
		memset(&found, 0, sizeof found);
		cr_assert_not(reconsider(&past.session, &past.path, &request[i], &found), "%zu", i);
	}
}

#define SEEN(card) card ",UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C"

/* The ace of clubs can only have been drawn and put up: then another card was not drawn. */
static const struct session_correction ace_put_up = {
	.place = {.position = 7, .card = MK_CARD(MK_ACE, MK_CLUBS)}};

static bool finds_the_ace(const char *line)
{
	struct correction found;

	past_end(&past);
	past_begin(&past);
	cr_assert_eq(past_see(&past, SEEN("KS")), MK_OK);
	cr_assert_eq(past_see(&past, line), MK_OK);
	memset(&found, 0, sizeof found);
	return reconsider(&past.session, &past.path, &ace_put_up, &found);
}

Test(reconsider, takes_a_card_for_misread_that_is_like_the_one_that_lies_there)
{
	cr_assert(finds_the_ace(SEEN("QS")));
}

Test(reconsider, takes_no_card_for_misread_that_is_easily_distinguished_from_the_real_one)
{
	cr_assert_not(finds_the_ace(SEEN("8C")));
}

Test(reconsider, contradicts_no_snapshot_that_a_person_typed)
{
	struct correction found;

	cr_assert(finds_the_ace(SEEN("QS")));
	past.path.steps[1].typed = true;
	memset(&found, 0, sizeof found);
	cr_assert_not(reconsider(&past.session, &past.path, &ace_put_up, &found));
}

Test(reconsider, contradicts_no_earlier_correction)
{
	const struct correction queen = {.event = 2,
		.was = MK_CARD(MK_QUEEN, MK_SPADES),
		.card = MK_CARD(MK_QUEEN, MK_HEARTS)};
	struct correction found;

	cr_assert(finds_the_ace(SEEN("QS")));
	cr_assert(path_correct(&past.path, 3, &queen));
	memset(&found, 0, sizeof found);
	cr_assert_not(reconsider(&past.session, &past.path, &ace_put_up, &found));
}

/* ---- How far back --------------------------------------------------------------------------- */

static void claim_unchanged(int count)
{
	const struct mk_finding unchanged = {.explanation = MK_UNCHANGED};

	for (int i = 0; i < count; i++) {
		past_claim(&past, &unchanged, "");
	}
}

/* docs/tracking.md */
enum { REVISED_EVENTS = 1024, LONG_SESSION = 20000 };

Test(reconsider, revises_the_latest_events_only)
{
	struct correction found;

	claim_unchanged(REVISED_EVENTS - 1);
	memset(&found, 0, sizeof found);
	cr_assert(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(found.revised[0].event, 2);
	claim_unchanged(1);
	memset(&found, 0, sizeof found);
	cr_assert_not(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(found.revised_count, 0);
}

Test(reconsider, finds_the_latest_event_of_a_session_however_long)
{
	struct correction found;

	past_end(&past);
	past_begin(&past);
	cr_assert_eq(past_see(&past, FIRST), MK_OK);
	claim_unchanged(LONG_SESSION);
	cr_assert_eq(past_see(&past, FOLLOWED), MK_OK);
	memset(&found, 0, sizeof found);
	cr_assert(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(found.revised_count, 1);
}

/* ---- Rows of a journal ---------------------------------------------------------------------- */

Test(reconsider, gives_up_where_an_event_cannot_have_happened)
{
	struct mk_finding finding;
	struct correction found;

	memset(&finding, 0xff, sizeof finding);
	finding.explanation = MK_OTHER_MOVE;
	finding.move_count = MK_MAX_FINDING_MOVES;
	finding.revealed_count = MK_MAX_REVEALED;
	past_claim(&past, &finding, FOLLOWED);
	memset(&found, 0, sizeof found);
	cr_assert_not(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(reconsider_misfits(&past.session, &past.path, &other_card), 0);
}

Test(reconsider, goes_without_a_picture_that_cannot_be_read)
{
	struct mk_finding unchanged = {.explanation = MK_UNCHANGED};
	struct correction found;

	past_claim(&past, &unchanged, "8D 8D 8D \xff\xfe");
	memset(&found, 0, sizeof found);
	cr_assert(reconsider(&past.session, &past.path, &other_card, &found));
	cr_assert_eq(found.revised[0].event, 2);
}
