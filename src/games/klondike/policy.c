/* The playouts' policy: its judgement of steps, and games played by it. */
#include "games/klondike/policy.h"

#include <string.h>

enum { MOST_STEPS = 2000 };

/* Eight sums side by side: one register on every machine that this runs on. */
typedef int16_t lanes __attribute__((vector_size(16)));
enum { LANES = 8, BLOCKS = POLICY_HIDDEN / LANES };

/* The sums of a whole layer. */
struct layer {
	lanes block[BLOCKS];
};

/* Unrolled so that the sums stay in registers: this is where playouts spend their time. */
static inline void add_rows(
	const struct policy *policy, struct layer *layer, const uint16_t *facts, size_t count)
{
	struct layer sum = *layer;

	for (size_t i = 0; i < count; i++) {
		const lanes *row = (const lanes *)policy->row[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			sum.block[k] += row[k];
		}
	}
	*layer = sum;
}

static int32_t weigh(const struct policy *policy, const struct layer *layer)
{
	int16_t sum[POLICY_HIDDEN];
	int32_t judgement = 0;

	memcpy(sum, layer, sizeof(sum));
	for (int k = 0; k < POLICY_HIDDEN; k++) {
		int16_t active = sum[k] < 0 ? 0 : sum[k];

		active = active > POLICY_MOST_ACTIVITY ? POLICY_MOST_ACTIVITY : active;
		judgement += active * policy->out[k];
	}
	return judgement;
}

static int32_t judge(const struct policy *policy, const struct layer *common, const uint16_t *facts,
	size_t count)
{
	struct layer layer = *common;
	int32_t judgement;

	add_rows(policy, &layer, facts, count);
	judgement = weigh(policy, &layer);
	for (size_t i = 0; i < count; i++) {
		judgement += policy->direct[facts[i]];
	}
	return judgement;
}

struct klondike_step policy_choose(const struct policy *policy, const struct reduced *table,
	const struct klondike_step *steps, size_t count)
{
	struct policy_scene scene;
	struct layer common;
	int32_t best_judgement = INT32_MIN;
	size_t best = 0;

	if (count == 1) {
		return steps[0];
	}
	policy_look(&scene, table);
	memcpy(&common, policy->bias, sizeof(common));
	add_rows(policy, &common, scene.facts, scene.count);
	for (size_t i = 0; i < count; i++) {
		uint16_t facts[MOST_STEP_FACTS];
		size_t found = policy_facts(&scene, table, steps[i], facts);
		int32_t judgement = judge(policy, &common, facts, found);

		if (judgement > best_judgement) {
			best_judgement = judgement;
			best = i;
		}
	}
	return steps[best];
}

bool policy_play_out(const struct policy *policy, struct reduced *table, struct mk_rng *rng)
{
	struct klondike_step steps[REDUCED_STEPS];

	/* Every step is progress, so there is an end; the bound is for broken tables. */
	for (int i = 0; i < MOST_STEPS && !reduced_is_won(table); i++) {
		size_t count = reduced_steps(table, steps);

		if (count == 0) {
			return false;
		}
		reduced_take(table, policy_choose(policy, table, steps, count), rng);
	}
	return reduced_is_won(table);
}
