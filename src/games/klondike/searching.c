/* Plans, playouts and the digest of Klondike's tables. */
#include "games/klondike/searching.h"

#include "games/klondike/heuristic.h"
#include "games/klondike/journey.h"
#include "games/klondike/policy.h"
#include "games/klondike/prospect.h"
#include "games/klondike/step.h"
#include "games/klondike/world.h"

#include <math.h>

static uint32_t tag_of(struct klondike_step step)
{
	return (uint32_t)step.kind << 8 | step.place;
}

static struct klondike_step step_of(uint32_t tag)
{
	return (struct klondike_step){(uint8_t)(tag >> 8), (uint8_t)tag};
}

/* Not all cards are there, as in a corner of a table: the same one stands for each hidden one. */
static void fill_in(struct klondike_world *world, const struct klondike_view *view)
{
	*world = (struct klondike_world){.known = *view};
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
	struct klondike_step *steps, size_t count)
{
	struct klondike_step favourite = policy_choose(policy, table, steps, count);
	size_t place = 0;

	while (steps[place].kind != favourite.kind || steps[place].place != favourite.place) {
		place++;
	}
	memmove(steps + 1, steps, place * sizeof *steps);
	steps[0] = favourite;
}

static size_t plans(const struct mk_view *view, struct mk_plan plans[MK_MAX_MOVES])
{
	const struct klondike_view *known = view_of(view);
	struct klondike_step steps[REDUCED_STEPS];
	struct reduced table;
	size_t count, kept = 0;
	bool completes;

	read_view(&table, known);
	count = reduced_steps(&table, steps);
	if (count > 1) {
		prefer(&table, policy_for(&known->rules), steps, count);
	}
	for (size_t i = 0; i < count; i++) {
		struct mk_plan *plan = &plans[kept];

		plan->tag = tag_of(steps[i]);
		kept += klondike_step_move(known, steps[i], &plan->first, &completes) &&
			klondike_leads_on(known, steps[i], plan->first, completes);
	}
	return kept;
}

static size_t line(
	const struct mk_view *view, const struct mk_plan *plan, struct mk_move line[MK_MAX_LINE])
{
	return klondike_step_line(view_of(view), step_of(plan->tag), line);
}

/* A card that comes back from its foundation would go up again as the next plan. */
static bool without_plan(const struct mk_view *view, struct mk_move *move)
{
	return klondike_heuristic_pick(view, move) && move->kind != FOUNDATION_TO_COLUMN;
}

static double play_out(const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng)
{
	const struct klondike_world *truth = world_of(world);
	struct reduced table;

	reduced_read(&table, truth);
	reduced_take(&table, step_of(plan->tag), rng);
	return policy_play_out(policy_for(&truth->known.rules), &table, rng) ? 1 : 0;
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
 * Playouts tell what the policy would win; who searches at every table wins more, most of all where
 * things look bad. By the games' ends (`makker play --calibration --nodes 400`, 1,000 games a
 * row, 220 of the first two) the logarithm of the odds is better by `more`, and where it is
 * negative by that share of it, too.
 */
static const struct calibration {
	double more, of_bad;
} calibrations[POLICY_NETWORKS] = {
	[POLICY_MIXED] = {0, 0},
	[POLICY_KEPT] = {0.15, 0.2},
	[POLICY_UNLIMITED] = {0.08, 0},
	[POLICY_THREES] = {0.4, 0.1},
	[POLICY_ONES_KNOWN] = {0.05, 0},
	[POLICY_THREES_KNOWN] = {0.4, 0.1},
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
	.plans = plans,
	.line = line,
	.without_plan = without_plan,
	.play_out = play_out,
	.digest = digest,
	.calibrate = calibrate,
	.lowest = 0,
	.highest = 1,
	.prove = klondike_prove,
	.is_open = klondike_is_open,
};
