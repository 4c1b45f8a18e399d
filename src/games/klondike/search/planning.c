/* Plans of the search: which macro-moves, and which sequences of them, are worth a playout. */
#include "games/klondike/search/planning.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/table/kept.h"
#include "games/klondike/table/progress.h"
#include "games/klondike/table/sets.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/world.h"

#include <assert.h>
#include <math.h>

enum { MAX_PLANS = 64, MAX_ENDS = 2 * MK_MAX_MOVES, PLACE_BITS = 6 };

static_assert(PLAN_STEPS * PLAN_STEP_BITS <= 32, "a tag has room for each step");
static_assert(
	(int)STEP_KINDS <= 1 << (PLAN_STEP_BITS - PLACE_BITS), "a step has room for its kind");
static_assert((int)MK_DECK <= 1 << PLACE_BITS, "a step has room for its place");

uint32_t klondike_plan_tag(struct klondike_macro step)
{
	return (uint32_t)step.kind << PLACE_BITS | step.place;
}

struct klondike_macro klondike_plan_step(uint32_t tag, int number)
{
	uint32_t step = tag >> PLAN_STEP_BITS * number & ((1u << PLAN_STEP_BITS) - 1);

	return (struct klondike_macro){
		(uint8_t)(step >> PLACE_BITS), (uint8_t)(step & ((1u << PLACE_BITS) - 1))};
}

static uint32_t with_step(uint32_t tag, int number, struct klondike_macro step)
{
	return tag | klondike_plan_tag(step) << PLAN_STEP_BITS * number;
}

static int steps_in(uint32_t tag)
{
	int count = 0;

	while (count < PLAN_STEPS && klondike_plan_step(tag, count).kind != STEP_NONE) {
		count++;
	}
	return count;
}

/* ---- The table ------------------------------------------------------------------------------ */

/*
 * Fills a world if none can be sampled, because cards are missing (part of a table): one card
 * stands for every hidden one.
 */
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
 * Reads the view as any world that fits. Macro-moves and policy do not look at hidden cards, except
 * at the set of seen cards that return after a redeal that mixes.
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

/* Index of the macro-move that the policy prefers; `count` is at least 1. */
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

/* A table reached by plans with known cards: the members that may differ between plans. */
struct end {
	ladder_set shown, first, wanted;
	uint32_t rest;
	int turned, shuffles;
};

/* The plans so far, `most` at most, and the tables that they reach without revealing a card. */
struct listing {
	const struct policy *policy;
	struct mk_plan *plans;
	size_t count, most;
	size_t end_count;
	struct end ends[MAX_ENDS];
};

/* True if the macro-move makes progress; `first` gets its first move. */
static bool brings_forward(
	const struct klondike_view *view, struct klondike_macro step, struct mk_move *first)
{
	bool completes;

	return klondike_macro_next_move(view, step, first, &completes) &&
	       klondike_is_progress(view, step, *first, completes) &&
	       !klondike_puts_up_in_vain(view, *first);
}

/* Drops plans whose first move is unlikely to be legal on the kept tables, unless all are. */
static size_t keep_likely(const struct klondike_view *view, struct mk_plan *plans,
	struct klondike_macro *steps, size_t count)
{
	size_t kept = 0;
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		any |= klondike_is_likely(view, &plans[i].first);
	}
	for (size_t i = 0; i < count; i++) {
		if (!any || klondike_is_likely(view, &plans[i].first)) {
			plans[kept] = plans[i];
			steps[kept++] = steps[i];
		}
	}
	return kept;
}

/* Lists the macro-moves that make progress, the one preferred by the policy first. */
static void list_steps(
	struct listing *listing, const struct klondike_view *view, const struct reduced *table)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps), kept = 0, favourite;
	struct mk_plan first;

	for (size_t i = 0; i < count; i++) {
		struct mk_plan *plan = &listing->plans[kept];

		plan->tag = klondike_plan_tag(steps[i]);
		if (brings_forward(view, steps[i], &plan->first)) {
			steps[kept++] = steps[i];
		}
	}
	kept = view->alternatives ? keep_likely(view, listing->plans, steps, kept) : kept;
	if (kept > 0) {
		favourite = favourite_of(table, listing->policy, steps, kept);
		first = listing->plans[favourite];
		memmove(listing->plans + 1, listing->plans, favourite * sizeof *listing->plans);
		listing->plans[0] = first;
	}
	listing->count = kept;
}

/*
 * Playouts can fetch only cards that are known to come; for another card, they turn as for an
 * unknown one.
 */
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

/* Lists the shortest way to progress, as the only plan. */
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
	plan->tag = klondike_plan_tag(step);
	listing->count = can_play_out(table, step) &&
			 klondike_macro_next_move(view, step, &plan->first, &completes);
}

/* ---- Several steps -------------------------------------------------------------------------- */

static bool shows_nothing(const struct reduced *before, const struct reduced *after)
{
	return after->seen == before->seen && !(after->known & ~before->known);
}

static struct end end_at(const struct reduced *table)
{
	return (struct end){table->shown, table->first, table->wanted, table->rest, table->turned,
		table->shuffles};
}

static bool is_same(const struct end *a, const struct end *b)
{
	return a->shown == b->shown && a->first == b->first && a->wanted == b->wanted &&
	       a->rest == b->rest && a->turned == b->turned && a->shuffles == b->shuffles;
}

/* True if no other plan leads to this table; adds it to the list then. */
static bool is_elsewhere(struct listing *listing, const struct reduced *table)
{
	struct end end = end_at(table);

	for (size_t i = 0; i < listing->end_count; i++) {
		if (is_same(&listing->ends[i], &end)) {
			return false;
		}
	}
	if (listing->end_count == MAX_ENDS) {
		return false;
	}
	listing->ends[listing->end_count++] = end;
	return true;
}

/* True if no other plan leads to the table after this macro-move. */
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
	return is_elsewhere(listing, &end);
}

/*
 * Adds `plan` with each possible next macro-move except the policy's, which the playouts of `plan`
 * choose anyway. `by_policy` gets that one; returns false if there is none.
 */
static bool list_next(struct listing *listing, const struct mk_plan *plan,
	const struct reduced *after, struct klondike_macro *by_policy)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(after, steps), favourite;
	int number = steps_in(plan->tag);

	if (count == 0) {
		return false;
	}
	favourite = favourite_of(after, listing->policy, steps, count);
	*by_policy = steps[favourite];
	memmove(steps + 1, steps, favourite * sizeof *steps);
	steps[0] = *by_policy;
	for (size_t i = 0; i < count && count > 1 && listing->count < listing->most; i++) {
		if (leads_elsewhere(listing, after, steps[i]) && i > 0) {
			listing->plans[listing->count] = *plan;
			listing->plans[listing->count++].tag =
				with_step(plan->tag, number, steps[i]);
		}
	}
	return true;
}

/*
 * Carries out the macro-move; true if it reveals nothing and the game is not over. STEP_TURN always
 * aims at an unknown card.
 */
static bool take_known(struct reduced *table, struct klondike_macro step)
{
	struct reduced before = *table;
	struct mk_rng rng;

	mk_rng_init(&rng, 0, 0);
	reduced_take(table, step, &rng);
	return step.kind != STEP_TURN && shows_nothing(&before, table) && !reduced_is_won(table);
}

static void list_pairs(struct listing *listing, const struct reduced *table)
{
	size_t single = listing->count;
	struct klondike_macro by_policy;

	for (size_t i = 0; i < single; i++) {
		struct reduced after = *table;

		if (take_known(&after, klondike_plan_step(listing->plans[i].tag, 0))) {
			list_next(listing, &listing->plans[i], &after, &by_policy);
		}
	}
}

/* Lists the plans of one macro-move, the policy's first. */
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
	listing.most = MAX_PLANS;
	listing.end_count = 0;
	list_plans(&listing, view_of(view), &table);
	/*
	 * Pairs are listed only with draws of three: with single cards they showed no gain (docs).
	 * Neither result is statistically significant.
	 */
	if (table.three && listing.count > 1) {
		list_pairs(&listing, &table);
	}
	return listing.count;
}

/* Records the tables that the plans reach, as far as they are known. */
static void note_ends(struct listing *listing, const struct reduced *table,
	const struct mk_plan *plans, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int steps = steps_in(plans[i].tag);
		struct reduced end = *table;
		struct mk_rng rng;

		if (klondike_plan_step(plans[i].tag, steps - 1).kind != STEP_TURN) {
			mk_rng_init(&rng, 0, 0);
			klondike_plan_take(&end, &plans[i], &rng);
			is_elsewhere(listing, &end);
		}
	}
}

size_t klondike_longer_plans(const struct mk_view *view, const struct mk_plan *plan,
	const struct mk_plan *plans, size_t count, struct mk_plan *longer, size_t capacity)
{
	struct mk_plan from = *plan;
	struct klondike_macro next;
	struct listing listing;
	struct reduced table, after;
	int steps = steps_in(plan->tag);
	bool goes_on = true;

	read_view(&table, view_of(view));
	if (!table.three) {
		return 0;
	}
	listing.policy = policy_for(&view_of(view)->rules);
	listing.plans = longer;
	listing.count = 0;
	listing.most = capacity;
	listing.end_count = 0;
	note_ends(&listing, &table, plans, count);
	after = table;
	for (int i = 0; i < steps && goes_on; i++) {
		goes_on = take_known(&after, klondike_plan_step(plan->tag, i));
	}
	/* The policy's own macro-move is taken next; others may follow after it. */
	for (; steps < PLAN_STEPS && goes_on && list_next(&listing, &from, &after, &next);
		steps++) {
		from.tag = with_step(from.tag, steps, next);
		goes_on = take_known(&after, next);
	}
	return listing.count;
}

static bool is_offered(const struct reduced *table, struct klondike_macro step)
{
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);

	for (size_t i = 0; i < count; i++) {
		if (steps[i].kind == step.kind && steps[i].place == step.place) {
			return true;
		}
	}
	return false;
}

/* True if the macro-moves after the first one can be carried out after it. */
static bool can_follow(const struct reduced *table, uint32_t tag)
{
	struct reduced after = *table;

	for (int i = 1; i < steps_in(tag); i++) {
		if (!take_known(&after, klondike_plan_step(tag, i - 1)) ||
			!is_offered(&after, klondike_plan_step(tag, i))) {
			return false;
		}
	}
	return true;
}

bool klondike_resume_plan(const struct mk_view *view, uint32_t tag, struct mk_plan *plan)
{
	struct mk_plan plans[MAX_PLANS];
	struct listing listing;
	struct reduced table;

	listing.plans = plans;
	listing.count = 0;
	list_plans(&listing, view_of(view), &table);
	for (size_t i = 0; i < listing.count; i++) {
		if (plans[i].tag == klondike_plan_tag(klondike_plan_step(tag, 0))) {
			*plan = (struct mk_plan){.first = plans[i].first, .tag = tag};
			return can_follow(&table, tag);
		}
	}
	return false;
}

/*
 * Finds the first move of the macro-move that list_steps() would list first, without rating all of
 * them: the policy's first choice nearly always makes progress. With `likely`, only a move that is
 * legal on nearly every kept table.
 */
static bool pick_step(const struct klondike_view *view, const struct reduced *table, bool likely,
	struct mk_move *move)
{
	const struct policy *policy = policy_for(&view->rules);
	struct klondike_macro steps[REDUCED_STEPS];
	size_t count = reduced_steps(table, steps);

	while (count > 0) {
		size_t favourite = favourite_of(table, policy, steps, count);

		if (brings_forward(view, steps[favourite], move) &&
			(!likely || klondike_is_likely(view, move))) {
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
	if (!klondike_must_progress(view_of(view)) &&
		(pick_step(view_of(view), &table, true, move) ||
			(view_of(view)->alternatives > 0 &&
				pick_step(view_of(view), &table, false, move)))) {
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
	for (int i = 0; i < steps_in(plan->tag); i++) {
		reduced_take(table, klondike_plan_step(plan->tag, i), rng);
	}
}

size_t klondike_plan_line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE])
{
	struct klondike_view table;
	size_t length = 0;

	klondike_copy_table(&table, view_of(view));
	for (int i = 0; i < steps_in(plan->tag); i++) {
		length =
			klondike_macro_line(&table, klondike_plan_step(plan->tag, i), line, length);
	}
	return length;
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
 * True if the game is won without further information: every card is accessible at any time, those
 * of the pile one by one and as often as needed. Runs have the lower card in front, so the lowest
 * card that is not on its foundation can always go there.
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

/* FNV-1a hash of everything that does not change when runs move between twins. */
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
 * Playouts estimate the winning probability of the policy. A player that searches at every table
 * wins more often, above all with draws of three. `more` is added to the log-odds, and if these are
 * negative also `of_bad` times their absolute value. Fitted to the results of 1,775 games or more
 * per row at two seconds a game (docs/benchmark.md).
 */
static const struct calibration {
	double more, of_bad;
} calibrations[POLICY_NETWORKS] = {
	[POLICY_MIXED] = {0.2, -0.11},
	[POLICY_KEPT] = {0.23, 0.11},
	[POLICY_UNLIMITED] = {0.2, 0.1},
	[POLICY_THREES] = {0.57, -0.02},
	[POLICY_ONES_KNOWN] = {0.2, 0.14},
	[POLICY_THREES_KNOWN] = {0.54, -0.02},
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
	.longer_plans = klondike_longer_plans,
	.resume_plan = klondike_resume_plan,
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
