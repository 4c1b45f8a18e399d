/* Snapshots of a game with hidden cards whose moves the library finds: a stock, and a waste. */
#include "games/common/interpret.h"

#include "games/common/move_error.h"

#include <criterion/criterion.h>
#include <string.h>

#define TITLE MK_PHRASE("pile", "bunke", "Stapel", "στοίβα")

enum { WASTE, STOCK, TURN_UP = 1 };

struct turning {
	mk_card waste;
	uint8_t left, known;
};

static const struct mk_pile_kind turning_kinds[] = {
	{.name = "waste",
		.title = TITLE,
		.first = WASTE,
		.count = 1,
		.single = true,
		.content = MK_PILE_FRONT,
		.max = MK_DECK},
	{.name = "stock",
		.title = TITLE,
		.first = STOCK,
		.count = 1,
		.single = true,
		.content = MK_PILE_NUMBER,
		.max = MK_DECK},
	{0},
};

static void turning_pile(const struct mk_view *view, int position, struct mk_pile *pile)
{
	const struct turning *table = (const struct turning *)view;

	pile->count = position == STOCK ? table->left : table->waste != MK_NO_CARD;
	pile->card[0] = position == STOCK ? MK_NO_CARD : table->waste;
}

static enum mk_status set_turning(
	struct mk_view *view, const struct mk_piles *piles, struct mk_error *error)
{
	(void)error;
	*(struct turning *)view = (struct turning){.waste = piles->pile[WASTE].card[0],
		.left = (uint8_t)piles->pile[STOCK].count,
		.known = 1};
	return MK_OK;
}

static enum mk_outcome turning_outcome(const struct mk_view *view)
{
	return ((const struct turning *)view)->known ? MK_PLAYING : MK_WAITING;
}

static size_t turning_moves(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	moves[0] = (struct mk_move){.kind = TURN_UP, .from = STOCK, .to = WASTE};
	return ((const struct turning *)view)->left > 0;
}

static enum mk_status turn_up(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error)
{
	struct turning *table = (struct turning *)view;

	(void)move;
	(void)finding;
	if (revealed == MK_NO_CARD) {
		return move_error_missing_card(error);
	}
	table->waste = revealed;
	table->left--;
	return MK_OK;
}

static const struct mk_view *turning_view(
	const struct mk_world *world, int seat, struct mk_view *buffer)
{
	(void)seat;
	(void)buffer;
	return (const struct mk_view *)world;
}

static const struct mk_notation turning_notation = {0};
static const struct mk_game turning_game = {.name = "turning",
	.view_size = sizeof(struct turning),
	.snapshot_size = sizeof(struct mk_piles),
	.piles = turning_kinds,
	.pile = turning_pile,
	.set_table = set_turning,
	.outcome = turning_outcome,
	.view_moves = turning_moves,
	.view_of_seat = turning_view,
	.apply_reported_move = turn_up,
	.notation = &turning_notation};

static enum mk_status see_turning(
	struct turning *table, mk_card waste, uint32_t left, struct mk_finding *finding)
{
	struct mk_piles seen = {
		.pile[WASTE] = {.count = 1, .card = {waste}}, .pile[STOCK] = {.count = left}};

	return interpret_piles(&turning_game, (struct mk_view *)table, &seen, NULL, finding, NULL);
}

static const mk_card five = MK_CARD(5, MK_HEARTS), king = MK_CARD(MK_KING, MK_DIAMONDS);

Test(interpret, a_card_that_a_move_turns_up_is_the_front_card_of_its_target)
{
	struct turning table = {.known = 0}, repeated;
	struct mk_finding finding;

	cr_assert_eq(see_turning(&table, five, 3, &finding), MK_OK);
	repeated = table;
	cr_assert_eq(see_turning(&table, king, 2, &finding), MK_OK);
	cr_assert_eq(finding.explanation, MK_OTHER_MOVE);
	cr_assert_eq(finding.move_count, 1);
	cr_assert_eq(finding.moves[0].revealed, king);
	cr_assert_eq(
		repeat_finding(&turning_game, (struct mk_view *)&repeated, &finding, NULL), MK_OK);
	cr_assert_arr_eq(&repeated, &table, sizeof table);
}

Test(interpret, a_turned_card_that_cannot_be_read_wants_another_snapshot)
{
	struct turning table = {.known = 0}, before;
	struct mk_finding finding;

	see_turning(&table, five, 3, &finding);
	before = table;
	cr_assert_eq(see_turning(&table, MK_CARD_UNREADABLE, 2, &finding), MK_OK);
	cr_assert_eq(finding.explanation, MK_LOOK_AGAIN);
	cr_assert_eq(finding.unreadable[0], WASTE);
	cr_assert_eq(see_turning(&table, five, 7, &finding), MK_CONFLICT);
	cr_assert_eq(finding.explanation, MK_CONTRADICTION);
	cr_assert_arr_eq(&table, &before, sizeof table);
}
