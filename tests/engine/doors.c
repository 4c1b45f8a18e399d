#include "engine/doors.h"

#include <math.h>

atomic_uint doors_played;
unsigned doors_cancel_after;
atomic_bool doors_cancel;
bool doors_lengthen;

struct mk_move door_move(int door)
{
	return (struct mk_move){.kind = 1, .count = (uint32_t)door};
}

struct mk_move curtain_move(int door)
{
	return (struct mk_move){.kind = 2, .count = (uint32_t)door};
}

static bool is_curtained(const struct mk_view *view, int door)
{
	return door > 2 && !(view->pulled >> door & 1);
}

static struct mk_move first_move(const struct mk_view *view, int door)
{
	return is_curtained(view, door) ? curtain_move(door) : door_move(door);
}

/* A move for each door that is closed, and one that does nothing (kind 3). */
static size_t legal(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = 0;

	moves[count++] = (struct mk_move){.kind = 3};
	for (int door = 1; door <= DOORS; door++) {
		if (!(view->opened >> door & 1)) {
			moves[count++] = first_move(view, door);
		}
	}
	return count;
}

static enum mk_outcome outcome(const struct mk_view *view)
{
	return view->opened == (1 << (DOORS + 1)) - 2 ? MK_LOST : MK_PLAYING;
}

static bool guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *world)
{
	int one = 1 + (int)mk_rng_below(rng, DOORS);
	int two = 1 + (int)mk_rng_below(rng, DOORS);

	if (view->impossible) {
		return false;
	}
	world->view = *view;
	world->behind = view->known ? view->known : one < two ? one : two;
	return true;
}

static enum mk_status report(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error)
{
	(void)revealed;
	(void)finding;
	if (move.kind == 1 && !view->known) {
		return mk_fail(error, MK_IMPOSSIBLE, "hidden", "", "what is behind it?");
	}
	view->pulled |= move.kind == 2 ? 1 << move.count : 0;
	view->opened |= move.kind == 1 ? 1 << move.count : 0;
	return MK_OK;
}

static void apply(struct mk_world *world, struct mk_move move)
{
	world->view.pulled |= move.kind == 2 ? 1 << move.count : 0;
	world->view.opened |= move.kind == 1 ? 1 << move.count : 0;
}

/* ---- judgement ------------------------------------------------------------------------------ */

static void rank(const struct mk_view *view, struct mk_advice *advice)
{
	struct mk_move moves[MK_MAX_MOVES];

	advice->count = legal(view, moves);
	for (size_t i = 0; i < advice->count; i++) {
		advice->moves[i] = (struct mk_ranked_move){
			.move = moves[i], .value = NAN, .low = NAN, .high = NAN};
	}
	advice->suggestion = 0;
	advice->final = true;
	advice->worlds = advice->nodes = 0;
	advice->value = advice->low = advice->high = NAN;
}

static bool pick(const struct mk_view *view, struct mk_move *move)
{
	(void)view;
	*move = (struct mk_move){.kind = 3};
	return true;
}

static size_t plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES])
{
	size_t count = 0;

	for (int door = DOORS; door > 0; door--) {
		if (!(view->opened >> door & 1)) {
			plans[count++] = (struct mk_plan){
				.first = first_move(view, door), .tag = (uint32_t)door};
		}
	}
	return count;
}

static int first_door(uint32_t tag)
{
	return (int)(tag & 15);
}

static int second_door(uint32_t tag)
{
	return (int)(tag >> 4);
}

static size_t longer(const struct mk_view *view, const struct mk_plan *plan,
	const struct mk_plan *plans, size_t count, struct mk_plan *more, size_t capacity)
{
	size_t found = 0;

	(void)plans;
	(void)count;
	for (int door = 1; door <= DOORS && doors_lengthen && !second_door(plan->tag); door++) {
		if (door != first_door(plan->tag) && !(view->opened >> door & 1) &&
			found < capacity) {
			more[found] = *plan;
			more[found++].tag = plan->tag | (uint32_t)door << 4;
		}
	}
	return found;
}

static bool resume(const struct mk_view *view, uint32_t tag, struct mk_plan *plan)
{
	*plan = (struct mk_plan){.first = first_move(view, first_door(tag)), .tag = tag};
	return !(view->opened >> first_door(tag) & 1);
}

static size_t line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE])
{
	size_t length = 1;

	line[0] = plan->first;
	if (is_curtained(view, first_door(plan->tag))) {
		line[length++] = door_move(first_door(plan->tag));
	}
	if (second_door(plan->tag)) {
		line[length++] = first_move(view, second_door(plan->tag));
	}
	return length;
}

static bool without_plan(const struct mk_view *view, struct mk_move *move)
{
	return pick(view, move);
}

static double play_out(const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng)
{
	unsigned played = atomic_fetch_add(&doors_played, 1) + 1;

	(void)rng;
	if (doors_cancel_after && played >= doors_cancel_after) {
		atomic_store(&doors_cancel, true);
	}
	return world->behind == first_door(plan->tag) || world->behind == second_door(plan->tag);
}

static uint64_t digest(const struct mk_view *view)
{
	return (uint64_t)view->opened;
}

static enum mk_certainty prove(const struct mk_view *view)
{
	return (enum mk_certainty)view->sure;
}

static double calibrate(const struct mk_view *view, double value)
{
	(void)view;
	return value / 2 + 0.5;
}

static const struct mk_search_game search = {.plans = plans,
	.longer_plans = longer,
	.resume_plan = resume,
	.plan_moves = line,
	.fallback_move = without_plan,
	.playout = play_out,
	.digest = digest,
	.lowest = 0,
	.highest = 1,
	.prove = prove,
	.calibrate = calibrate};

static const struct mk_strategy strategies[] = {
	{.name = "peeping", .has_search = true, .evaluate = rank, .choose_move = pick},
	{.name = "idle", .evaluate = rank, .choose_move = pick},
};

const struct mk_game doors = {.name = "doors",
	.seats = 1,
	.view_size = sizeof(struct mk_view),
	.world_size = sizeof(struct mk_world),
	.strategies = strategies,
	.strategy_count = 2,
	.view_moves = legal,
	.outcome = outcome,
	.apply = apply,
	.sample_world = guess,
	.apply_reported_move = report,
	.search = &search};
