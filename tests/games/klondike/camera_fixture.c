#include "games/klondike/camera_fixture.h"

#include "games/klondike/table/world.h"
#include "games/klondike/tracking/explain.h"
#include "games/klondike/tracking/learn.h"

#include <criterion/criterion.h>

enum { MAX_LOOKS = 30, GOES_NOWHERE = 60, MAX_MOVES_MADE = 400 };

void simulated_deal(
	struct simulated *simulated, const char *preset, int number, const struct habit *habit)
{
	memset(simulated, 0, sizeof *simulated);
	simulated->habit = *habit;
	simulated->view = begun(preset);
	mk_rng_init(&simulated->rng, (uint64_t)number, 0);
	klondike_deal((struct mk_world *)&simulated->world, rules_of(preset), &simulated->rng);
}

static bool goes_forward(const struct klondike_view *view, struct mk_move move)
{
	switch ((enum klondike_kind)move.kind) {
	case TO_FOUNDATION:
	case DRAW_TO_COLUMN:
		return true;
	case KING_TO_EMPTY:
	case COLUMN_TO_COLUMN:
		return move.from == DRAW_PILE || (move.cut == 1 && view->unseen[move.from]);
	case DRAW:
	case SHUFFLE:
	case FOUNDATION_TO_COLUMN:
		break;
	}
	return false;
}

bool simulated_suggestion(const struct simulated *simulated, struct mk_move *move)
{
	const struct klondike_view *known = &simulated->world.known;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(known, moves);

	if (count == 0) {
		return false;
	}
	*move = moves[count - 1];
	for (size_t i = count; i-- > 0;) {
		if (goes_forward(known, moves[i])) {
			*move = moves[i];
		}
	}
	return true;
}

bool simulated_choose(struct simulated *simulated, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_moves(&simulated->world.known, moves);

	if (count == 0 || simulated->world.known.idle > GOES_NOWHERE ||
		simulated->moves > MAX_MOVES_MADE) {
		return false;
	}
	if (mk_rng_unit(&simulated->rng) < simulated->habit.deviation) {
		*move = moves[mk_rng_below(&simulated->rng, (uint32_t)count)];
		return true;
	}
	return simulated_suggestion(simulated, move);
}

void simulated_play(struct simulated *simulated, struct mk_move move)
{
	klondike_apply((struct mk_world *)&simulated->world, move);
	simulated->moves++;
}

struct klondike_snapshot simulated_look(struct simulated *simulated)
{
	struct klondike_snapshot seen;

	klondike_observe((const struct mk_world *)&simulated->world, 0, as_snapshot(&seen));
	for (int position = 0; position < POSITIONS; position++) {
		if (mk_rng_unit(&simulated->rng) < simulated->habit.unreadable) {
			seen.slot[position].seen = UNREADABLE;
		}
	}
	return seen;
}

/* One look; false when another one may say more. */
static bool look_once(
	struct simulated *simulated, const struct mk_move *suggested, enum mk_status *status)
{
	struct klondike_snapshot seen = simulated_look(simulated);
	struct klondike_view before = simulated->view;
	struct mk_finding *finding = &simulated->finding;
	bool accepted;

	*status = klondike_apply_snapshot(
		as_view(&simulated->view), as_snapshot(&seen), suggested, finding, NULL);
	accepted = *status == MK_OK && finding->explanation != MK_UNCHANGED &&
		   finding->explanation != MK_LOOK_AGAIN;
	if (accepted) {
		cr_assert_null(klondike_view_broken(&simulated->view));
	} else {
		cr_assert_arr_eq(&simulated->view, &before, sizeof before);
	}
	simulated->asked += *status == MK_OK && finding->explanation == MK_LOOK_AGAIN;
	return accepted || *status != MK_OK ||
	       (finding->explanation == MK_UNCHANGED && finding->unreadable_count == 0);
}

enum mk_status simulated_show(struct simulated *simulated, const struct mk_move *suggested)
{
	enum mk_status status = MK_OK;

	for (int i = 0; i < MAX_LOOKS && !look_once(simulated, suggested, &status); i++) {
	}
	return status;
}

bool simulated_shows(const struct simulated *simulated, struct mk_move move)
{
	struct klondike_world after = simulated->world;

	klondike_apply((struct mk_world *)&after, move);
	return move.kind != SHUFFLE || klondike_left(&after.known) != 0 ||
	       klondike_front(&after.known, DRAW_PILE) !=
		       klondike_front(&simulated->world.known, DRAW_PILE);
}

bool simulated_agrees(const struct simulated *simulated)
{
	const struct klondike_view *view = &simulated->view;
	struct klondike_view truth = simulated->world.known;

	for (int i = 0; i < PILE; i++) {
		if (view->pile[i] == MK_NO_CARD) {
			truth.pile[i] = MK_NO_CARD;
		}
	}
	truth.pile_loose = view->pile_loose;
	return klondike_same_table(&truth, view);
}
