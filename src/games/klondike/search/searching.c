/* Playouts, the digest of Klondike's tables, and what values mean. */
#include "games/klondike/search/searching.h"

#include "games/klondike/advice/heuristic.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/search/policy.h"
#include "games/klondike/search/prospect.h"
#include "games/klondike/table/step.h"
#include "games/klondike/table/world.h"

#include <math.h>

static double play_out(const struct mk_world *world, const struct mk_plan *plan, struct mk_rng *rng)
{
	const struct klondike_world *truth = world_of(world);
	struct reduced table;

	reduced_read(&table, truth);
	klondike_plan_take(&table, plan, rng);
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
 * things look bad. By the ends of 1,000 games a row (docs/klondike-search.md) the logarithm of the
 * odds is better by `more`, and where it is negative by that share of it, too.
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
	.digest = digest,
	.calibrate = calibrate,
	.lowest = 0,
	.highest = 1,
	.prove = klondike_prove,
	.is_fully_known = klondike_is_fully_known,
};
