/* Which steps, and which pairs of them, are worth a playout. */
#include "games/klondike/search/planning.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/progress.h"
#include "games/klondike/table/sets.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/world.h"

#include <assert.h>
#include <math.h>

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

/*
 * The view, over any world that fits: neither macro-moves nor policy look at hidden cards, but for
 * the set of those that are seen and come again after a shuffle that mixes.
 */
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

/* The place of the policy's own choice among steps, of which there is at least one. */
static size_t favourite_of(const struct reduced *table, const struct policy *policy,
	const struct klondike_macro *steps, size_t count)
{
	struct klondike_macro favourite = policy_choose(policy, table, steps, count);
	size_t place = 0;

	while (steps[place].kind != favourite.kind || steps[place].place != favourite.place) {
		place++;
	}
	return place;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* The plans so far, and the tables that they lead to if that turns up nothing new. */
struct listing {
	const struct policy *policy;
	struct mk_plan *plans;
	size_t count;
	size_t end_count;
	struct reduced ends[MOST_PLANS];
};

/* True if the step brings the game forward: `first` is the move that begins it. */
static bool brings_forward(
	const struct klondike_view *view, struct klondike_macro step, struct mk_move *first)
{
	bool completes;

	return klondike_macro_next_move(view, step, first, &completes) &&
	       klondike_is_progress(view, step, *first, completes) &&
	       !klondike_puts_up_in_vain(view, *first);
}

/* The steps that bring the game forward; the policy's choice among them goes to the front. */
static void list_steps(
	struct listing *listing, const struct klondike_view *view, const struct reduced *table)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps), kept = 0, favourite;
	struct mk_plan first;

	for (size_t i = 0; i < count; i++) {
		struct mk_plan *plan = &listing->plans[kept];

		plan->tag = tag_of(steps[i]);
		if (brings_forward(view, steps[i], &plan->first)) {
			steps[kept++] = steps[i];
		}
	}
	if (kept > 0) {
		favourite = favourite_of(table, listing->policy, steps, kept);
		first = listing->plans[favourite];
		memmove(listing->plans + 1, listing->plans, favourite * sizeof *listing->plans);
		listing->plans[0] = first;
	}
	listing->count = kept;
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
	size_t count = reduced_steps(after, steps), favourite;
	struct klondike_macro chosen;

	if (count < 2) {
		return;
	}
	favourite = favourite_of(after, listing->policy, steps, count);
	chosen = steps[favourite];
	memmove(steps + 1, steps, favourite * sizeof *steps);
	steps[0] = chosen;
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

/* Plans of one step, the policy's own first. */
static void list_plans(
	struct listing *listing, const struct klondike_view *view, struct reduced *table)
{
	read_view(table, view);
	listing->policy = policy_for(&view->rules);
	if (!klondike_must_progress(view)) {
		list_steps(listing, view, table);
	}
	if (listing->count == 0) {
		list_progress(listing, view, table);
	}
}

size_t klondike_plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES])
{
	struct listing listing;
	struct reduced table;

	listing.plans = plans;
	listing.count = 0;
	listing.end_count = 0;
	list_plans(&listing, view_of(view), &table);
	/* Single cards showed no gain by it; neither figure is beyond chance (docs). */
	if (table.three && listing.count > 1) {
		list_pairs(&listing, &table);
	}
	return listing.count;
}

/* The first move of what list_steps() puts first; nearly always the first choice brings forward. */
static bool pick_step(
	const struct klondike_view *view, const struct reduced *table, struct mk_move *move)
{
	const struct policy *policy = policy_for(&view->rules);
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);

	while (count > 0) {
		size_t favourite = favourite_of(table, policy, steps, count);

		if (brings_forward(view, steps[favourite], move)) {
			return true;
		}
		count--;
		memmove(steps + favourite, steps + favourite + 1,
			(count - favourite) * sizeof *steps);
	}
	return false;
}

bool klondike_policy_pick(const struct mk_view *view, struct mk_move *move)
{
	struct mk_plan plan;
	struct listing listing;
	struct reduced table;

	read_view(&table, view_of(view));
	if (!klondike_must_progress(view_of(view)) && pick_step(view_of(view), &table, move)) {
		return true;
	}
	listing.plans = &plan;
	listing.count = 0;
	list_progress(&listing, view_of(view), &table);
	if (listing.count == 0) {
		return klondike_heuristic_pick(view, move);
	}
	*move = plan.first;
	return true;
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

/* ---- Certainties, and the moves of a plan --------------------------------------------------- */

static int face_down(const struct klondike_view *view)
{
	int count = 0;

	for (int column = 0; column < COLUMNS; column++) {
		count += view->unseen[column];
	}
	return count;
}

/*
 * Every card can be had whenever it is wanted: those of the pile one by one, as often as is
 * needed. Runs have the lower card in front, so the lowest card that is not on its foundation is
 * always free to go there.
 */
static bool is_won_anyhow(const struct klondike_view *view)
{
	bool freely = view->rules.draw == 1 && view->shuffles == MK_UNLIMITED;

	return face_down(view) == 0 && (view->pile_count == 0 || freely);
}

enum mk_certainty klondike_prove(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);

	if (is_won_anyhow(known)) {
		return MK_PROVEN_WIN;
	}
	return klondike_is_hopeless(known) ? MK_PROVEN_LOSS : MK_UNPROVEN;
}

bool klondike_is_fully_known(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	int hidden = face_down(known);

	for (int i = 0; i < known->pile_count; i++) {
		hidden += known->pile[i] == MK_NO_CARD;
	}
	return hidden <= 1;
}

size_t klondike_macro_line(struct klondike_view *table, struct klondike_macro step,
	struct mk_move line[MK_MAX_LINE], size_t length)
{
	bool completes = false;

	while (!completes && length < MK_MAX_LINE &&
		klondike_macro_next_move(table, step, &line[length], &completes)) {
		klondike_play(table, line[length], MK_NO_CARD);
		length++;
	}
	return length;
}

/* ---- Playouts, the digest of Klondike's tables, and what values mean ------------------------ */

static double play_out(const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng)
{
	const struct klondike_world *truth = world_of(world);
	struct reduced table;

	reduced_read(&table, truth);
	klondike_plan_take(&table, plan, rng);
	return policy_play_out(policy_for(&truth->known.rules), &table, rng, NULL) ? 1 : 0;
}

static void play_out_all(const struct mk_world *world, const struct mk_plan *const *plans,
	size_t count, const struct mk_rng *rng, double *results)
{
	const struct klondike_world *truth = world_of(world);
	const struct policy *policy = policy_for(&truth->known.rules);
	struct reduced start;
	struct merging merging;

	static_assert((int)MK_MAX_MOVES <= (int)MERGING_PLAYOUTS, "each plan has a playout");
	reduced_read(&start, truth);
	merging_begin(&merging);
	for (size_t i = 0; i < count; i++) {
		struct reduced table = start;
		struct mk_rng same = *rng;
		bool won;

		klondike_plan_take(&table, plans[i], &same);
		won = policy_play_out(policy, &table, &same, &merging);
		merging_end_playout(&merging, won);
		results[i] = won ? 1 : 0;
	}
}

/* FNV-1a over what does not change when runs move between twins. */
static uint64_t digest(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	uint64_t hash = 14695981039346656037u;
	mk_cards shown = 0;

	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < known->up[column]; i++) {
			shown |= MK_CARD_BIT(known->column[column][i]);
		}
		hash = (hash ^ known->unseen[column]) * 1099511628211u;
	}
	hash = (hash ^ shown) * 1099511628211u;
	hash = (hash ^ klondike_seen_cards(known)) * 1099511628211u;
	hash = (hash ^ known->turned) * 1099511628211u;
	hash = (hash ^ (uint64_t)(uint16_t)known->shuffles) * 1099511628211u;
	for (int i = 0; i < known->pile_count; i++) {
		hash = (hash ^ known->pile[i]) * 1099511628211u;
	}
	return hash ^ (hash >> 29);
}

/*
 * Playouts estimate what the policy would win; a player that searches at every table wins more,
 * most of all where the chances are poor. By the ends of 1,000 games a row
 * (docs/klondike-search.md) the logarithm of the odds is better by `more`, and if it is negative by
 * that share of it, too.
 */
static const struct calibration {
	double more, of_bad;
} calibrations[POLICY_NETWORKS] = {
	[POLICY_MIXED] = {0, 0},
	[POLICY_KEPT] = {0.22, 0},
	[POLICY_UNLIMITED] = {0.14, 0},
	[POLICY_THREES] = {0.4, 0.1},
	[POLICY_ONES_KNOWN] = {0.17, 0.15},
	[POLICY_THREES_KNOWN] = {0.35, 0.05},
};

static double calibrate(const struct mk_view *view, double value)
{
	const struct calibration *by = &calibrations[policy_rules_of(&view_of(view)->rules)];
	double odds;

	if (value <= 0 || value >= 1) {
		return value;
	}
	odds = log(value / (1 - value));
	odds += by->more + by->of_bad * fmax(0, -odds);
	return 1 / (1 + exp(-odds));
}

const struct mk_search_game klondike_search = {
	.plans = klondike_plans,
	.plan_moves = klondike_plan_line,
	.fallback_move = klondike_heuristic_pick,
	.playout = play_out,
	.playouts = play_out_all,
	.digest = digest,
	.calibrate = calibrate,
	.lowest = 0,
	.highest = 1,
	.prove = klondike_prove,
	.is_fully_known = klondike_is_fully_known,
};
