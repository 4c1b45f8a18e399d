/* Which steps, and which pairs of them, are worth a playout. */
#include "games/klondike/search/planning.h"

#include "games/klondike/search/journey.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/search/prospect.h"
#include "games/klondike/table/progress.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/world.h"

enum { MOST_PLANS = 64, STEP_BITS = 16 };

static uint32_t tag_of(struct klondike_macro step)
{
	return (uint32_t)step.kind << 8 | step.place;
}

static struct klondike_macro step_of(uint32_t tag)
{
	return (struct klondike_macro){(uint8_t)(tag >> 8), (uint8_t)tag};
}

static struct klondike_macro first_step(uint32_t tag)
{
	return step_of(tag & ((1u << STEP_BITS) - 1));
}

/* Of kind STEP_NONE where the plan is a single step. */
static struct klondike_macro second_step(uint32_t tag)
{
	return step_of(tag >> STEP_BITS);
}

/* ---- The table ------------------------------------------------------------------------------ */

/* Not all cards are there, as in a corner of a table: the same one stands for each hidden one. */
static void fill_in(struct klondike_world *world, const struct klondike_view *view)
{
	*world = (struct klondike_world){0};
	klondike_copy_table(&world->known, view);
	for (int column = 0; column < COLUMNS; column++) {
		memset(world->under[column], MK_FIRST_CARD, view->unseen[column]);
	}
	for (int i = 0; i < view->pile_count; i++) {
		world->pile[i] = view->pile[i] ? view->pile[i] : MK_FIRST_CARD;
	}
}

/* What is known, over any truth that fits: neither steps nor policy ask for what is hidden. */
static void read_view(struct reduced *table, const struct klondike_view *view)
{
	struct klondike_world world;
	struct mk_rng rng;

	mk_rng_init(&rng, 0, 0);
	if (!klondike_guess((const struct mk_view *)view, &rng, (struct mk_world *)&world)) {
		fill_in(&world, view);
	}
	reduced_read(table, &world);
}

/* The policy's own choice goes to the front. */
static void prefer(const struct reduced *table, const struct policy *policy,
	struct klondike_macro *steps, size_t count)
{
	struct klondike_macro favourite;
	size_t place = 0;

	if (count == 0) {
		return;
	}
	favourite = policy_choose(policy, table, steps, count);
	while (steps[place].kind != favourite.kind || steps[place].place != favourite.place) {
		place++;
	}
	memmove(steps + 1, steps, place * sizeof *steps);
	steps[0] = favourite;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* What is listed so far, and the tables that the plans lead to where that shows nothing new. */
struct listing {
	const struct policy *policy;
	struct mk_plan *plans;
	size_t count;
	size_t end_count;
	struct reduced ends[MOST_PLANS];
};

static void list_steps(
	struct listing *listing, const struct klondike_view *view, const struct reduced *table)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);
	bool completes;

	prefer(table, listing->policy, steps, count);
	for (size_t i = 0; i < count; i++) {
		struct mk_plan *plan = &listing->plans[listing->count];

		plan->tag = tag_of(steps[i]);
		listing->count +=
			klondike_macro_next_move(view, steps[i], &plan->first, &completes) &&
			klondike_is_progress(view, steps[i], plan->first, completes) &&
			!klondike_puts_up_in_vain(view, plan->first);
	}
}

/* Playouts turn to a card that is known to come; to others they turn as to unknown ones. */
static struct klondike_macro as_offered(const struct reduced *table, struct klondike_macro step)
{
	bool fetches = step.kind == STEP_STOCK_UP || step.kind == STEP_STOCK_DOWN;

	if (fetches && !(reduced_reach(table) & LADDER_BIT(step.place))) {
		return (struct klondike_macro){STEP_TURN, 0};
	}
	return step;
}

static bool can_play_out(const struct reduced *table, struct klondike_macro step)
{
	return step.kind != STEP_TURN || reduced_can_turn(table);
}

/* The shortest way forward, where nothing else is left to set out to. */
static void list_progress(
	struct listing *listing, const struct klondike_view *view, const struct reduced *table)
{
	struct mk_plan *plan = &listing->plans[0];
	struct klondike_progress progress;
	struct klondike_macro step;
	bool completes;

	klondike_find_progress(view, &progress);
	if (!progress.is_possible) {
		return;
	}
	step = as_offered(table, progress.step);
	plan->tag = tag_of(step);
	listing->count = can_play_out(table, step) &&
			 klondike_macro_next_move(view, step, &plan->first, &completes);
}

/* ---- Pairs of steps ------------------------------------------------------------------------- */

static bool shows_nothing(const struct reduced *before, const struct reduced *after)
{
	return after->seen == before->seen && !(after->known & ~before->known);
}

static bool is_same(const struct reduced *a, const struct reduced *b)
{
	return a->shown == b->shown && a->first == b->first && a->wanted == b->wanted &&
	       a->rest == b->rest && a->turned == b->turned && a->shuffles == b->shuffles;
}

/* Does the step lead to a table that no other pair leads to? */
static bool leads_elsewhere(
	struct listing *listing, const struct reduced *table, struct klondike_macro step)
{
	struct reduced end = *table;
	struct mk_rng rng;

	if (step.kind == STEP_TURN) {
		return true;
	}
	mk_rng_init(&rng, 0, 0);
	reduced_take(&end, step, &rng);
	for (size_t i = 0; i < listing->end_count; i++) {
		if (is_same(&listing->ends[i], &end)) {
			return false;
		}
	}
	if (listing->end_count == MOST_PLANS) {
		return false;
	}
	listing->ends[listing->end_count++] = end;
	return true;
}

/* All seconds but the policy's, which the playouts of the first step alone choose anyway. */
static void list_seconds(
	struct listing *listing, const struct mk_plan *first, const struct reduced *after)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(after, steps);

	if (count < 2) {
		return;
	}
	prefer(after, listing->policy, steps, count);
	for (size_t i = 0; i < count && listing->count < MOST_PLANS; i++) {
		if (leads_elsewhere(listing, after, steps[i]) && i > 0) {
			listing->plans[listing->count] = *first;
			listing->plans[listing->count++].tag |= tag_of(steps[i]) << STEP_BITS;
		}
	}
}

/* Turning is for a card's sake that is not known. */
static bool plans_on(
	const struct reduced *table, const struct mk_plan *first, const struct reduced *after)
{
	return first_step(first->tag).kind != STEP_TURN && shows_nothing(table, after) &&
	       !reduced_is_won(after);
}

static void list_pairs(struct listing *listing, const struct reduced *table)
{
	size_t single = listing->count;
	struct mk_rng rng;

	for (size_t i = 0; i < single; i++) {
		struct reduced after = *table;

		mk_rng_init(&rng, 0, 0);
		klondike_plan_take(&after, &listing->plans[i], &rng);
		if (plans_on(table, &listing->plans[i], &after)) {
			list_seconds(listing, &listing->plans[i], &after);
		}
	}
}

size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES])
{
	struct listing listing = {.plans = plans};
	struct reduced table;

	read_view(&table, view_of(view));
	listing.policy = policy_for(&view_of(view)->rules);
	if (!klondike_must_progress(view_of(view))) {
		list_steps(&listing, view_of(view), &table);
	}
	if (listing.count == 0) {
		list_progress(&listing, view_of(view), &table);
	}
	/* Single cards showed no gain by it; neither figure is beyond chance (docs). */
	if (table.three && listing.count > 1) {
		list_pairs(&listing, &table);
	}
	return listing.count;
}

/* ---- Carrying out --------------------------------------------------------------------------- */

void klondike_plan_take(struct reduced *table, const struct mk_plan *plan, struct mk_rng *rng)
{
	reduced_take(table, first_step(plan->tag), rng);
	if (second_step(plan->tag).kind != STEP_NONE) {
		reduced_take(table, second_step(plan->tag), rng);
	}
}

size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE])
{
	struct klondike_view table;
	size_t length;

	klondike_copy_table(&table, view_of(view));
	length = klondike_macro_line(&table, first_step(plan->tag), line, 0);
	return second_step(plan->tag).kind == STEP_NONE
		       ? length
		       : klondike_macro_line(&table, second_step(plan->tag), line, length);
}
