/*
 * Learns the weights of the playouts' policy (src/games/klondike/policy.weights) by playing.
 *
 * REINFORCE (Williams 1992): steps are drawn from the softmax of their judgements, and after each
 * game the weights move along the gradient of the log-probability of every step taken, times how
 * much better the game ended than a learned baseline expected. RMS-scaled steps, falling learning
 * rate.
 *
 * train WEIGHTS PRESET[+kept] THOUSANDS_OF_GAMES RATE SEED
 * reads the file (zeros where there is none), trains the one table of the preset and writes it
 * back. The result depends on its arguments and the file only.
 */
#include "games/klondike/policy.h"
#include "games/klondike/rules.h"
#include "games/klondike/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 64, MOST_DECISIONS = 1000, REPORT = 512, CHECK_GAMES = 20000 };

typedef float weights[POLICY_PHASES][POLICY_KINDS][POLICY_FEATURES];

struct decision {
	struct policy_scene scene;
	size_t count, chosen;
	struct klondike_step steps[REDUCED_STEPS];
	float chance[REDUCED_STEPS];
	size_t feature_count[REDUCED_STEPS];
	uint16_t features[REDUCED_STEPS][MOST_FEATURES];
	float expected;
};

static struct policy tables[POLICY_TABLES];
static weights weight, gradient, square;
static float baseline[POLICY_PHASES][POLICY_FEATURES];
static struct decision decisions[MOST_DECISIONS];

static struct mk_rules rules_of(const char *name)
{
	char preset[32];
	struct mk_rules rules = klondike_presets[0].rules;

	snprintf(preset, sizeof preset, "%.*s", (int)strcspn(name, "+"), name);
	for (int i = 0; i < PRESETS; i++) {
		if (strcmp(klondike_presets[i].name, preset) == 0) {
			rules = klondike_presets[i].rules;
		}
	}
	if (strstr(name, "+kept")) {
		rules.value[OPTION_SHUFFLE_ORDER] = 1;
	}
	return rules;
}

static void deal(struct reduced *table, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct klondike_world world;

	klondike_deal((struct mk_world *)&world, rules, rng);
	reduced_read(table, &world);
}

static float judge(struct decision *decision, const struct reduced *table, size_t i)
{
	const float *row = weight[decision->scene.phase][decision->steps[i].kind];
	float sum = 0;

	decision->feature_count[i] =
		policy_features(&decision->scene, table, decision->steps[i], decision->features[i]);
	for (size_t k = 0; k < decision->feature_count[i]; k++) {
		sum += row[decision->features[i][k]];
	}
	return sum;
}

/* Fills in the chances of all steps and draws one. */
static void decide(struct decision *decision, const struct reduced *table, struct mk_rng *rng)
{
	float highest = -1e30f, total = 0, drawn;

	policy_look(&decision->scene, table);
	for (size_t i = 0; i < decision->count; i++) {
		decision->chance[i] = judge(decision, table, i);
		highest = fmaxf(highest, decision->chance[i]);
	}
	for (size_t i = 0; i < decision->count; i++) {
		decision->chance[i] = expf(decision->chance[i] - highest);
		total += decision->chance[i];
	}
	drawn = (float)mk_rng_share(rng) * total;
	decision->chosen = decision->count - 1;
	for (size_t i = decision->count; i-- > 0;) {
		drawn -= decision->chance[i];
		decision->chance[i] /= total;
		if (drawn < 0) {
			decision->chosen = i;
			drawn = INFINITY;
		}
	}
	decision->expected = 0;
	for (int i = 0; i < SCENE_FEATURES; i++) {
		decision->expected +=
			baseline[decision->scene.phase][decision->scene.features[i] - SCENE_STUCK];
	}
}

static bool play(struct reduced *table, struct mk_rng *rng, size_t *decided)
{
	*decided = 0;
	while (!reduced_is_won(table) && *decided < MOST_DECISIONS) {
		struct decision *decision = &decisions[*decided];
		struct klondike_step step;

		decision->count = reduced_steps(table, decision->steps);
		if (decision->count == 0) {
			return false;
		}
		step = decision->steps[0];
		if (decision->count > 1) {
			decide(decision, table, rng);
			step = decision->steps[decision->chosen];
			++*decided;
		}
		reduced_take(table, step, rng);
	}
	return reduced_is_won(table);
}

static void learn_from(const struct decision *decision, float result)
{
	float advantage = result - decision->expected;

	for (int i = 0; i < SCENE_FEATURES; i++) {
		baseline[decision->scene.phase][decision->scene.features[i] - SCENE_STUCK] +=
			0.002f * advantage / SCENE_FEATURES;
	}
	for (size_t i = 0; i < decision->count; i++) {
		float *row = gradient[decision->scene.phase][decision->steps[i].kind];
		float push = advantage * ((i == decision->chosen) - decision->chance[i]);

		for (size_t k = 0; k < decision->feature_count[i]; k++) {
			row[decision->features[i][k]] += push;
		}
	}
}

static void follow_gradient(float rate)
{
	float *w = &weight[0][0][0], *g = &gradient[0][0][0], *s = &square[0][0][0];

	for (size_t i = 0; i < sizeof weight / sizeof *w; i++) {
		s[i] = 0.999f * s[i] + 0.001f * g[i] * g[i];
		w[i] += rate * g[i] / (sqrtf(s[i]) + 0.01f);
		w[i] = fminf(fmaxf(w[i], -120), 120);
	}
	memset(gradient, 0, sizeof gradient);
}

static void to_table(struct policy *table)
{
	const float *w = &weight[0][0][0];
	int16_t *t = &table->weight[0][0][0];

	for (size_t i = 0; i < sizeof weight / sizeof *w; i++) {
		t[i] = (int16_t)lrintf(w[i] * POLICY_UNIT);
	}
}

static void from_table(const struct policy *table)
{
	float *w = &weight[0][0][0];
	const int16_t *t = &table->weight[0][0][0];

	for (size_t i = 0; i < sizeof weight / sizeof *w; i++) {
		w[i] = (float)t[i] / POLICY_UNIT;
	}
}

/* What the policy wins by itself, on deals that training never sees. */
static double check(const struct policy *table, const struct mk_rules *rules, uint64_t seed)
{
	int won = 0;

	for (int i = 0; i < CHECK_GAMES; i++) {
		struct reduced game;
		struct mk_rng rng;

		mk_rng_init(&rng, ~seed, (uint64_t)i);
		deal(&game, rules, &rng);
		won += policy_play_out(table, &game, &rng);
	}
	return (double)won / CHECK_GAMES;
}

static void train(
	struct policy *table, const struct mk_rules *rules, long batches, float rate, uint64_t seed)
{
	uint64_t game = 0;

	from_table(table);
	for (long batch = 0; batch < batches; batch++) {
		for (int i = 0; i < BATCH; i++) {
			struct reduced start;
			struct mk_rng rng;
			size_t decided;
			float result;

			mk_rng_init(&rng, seed, game++);
			deal(&start, rules, &rng);
			result = play(&start, &rng, &decided);
			for (size_t k = 0; k < decided; k++) {
				learn_from(&decisions[k], result);
			}
		}
		follow_gradient(rate * (1 - 0.9f * (float)batch / (float)batches));
		if (batch % (REPORT * 8) == REPORT * 8 - 1) {
			to_table(table);
			printf("%6llu thousand games: %.4f\n", (unsigned long long)(game / 1000),
				check(table, rules, seed));
			fflush(stdout);
		}
	}
	to_table(table);
	printf("in the end %.4f\n", check(table, rules, seed));
}

int main(int count, char **words)
{
	struct klondike_rules unpacked;
	struct mk_rules rules;
	FILE *file;

	if (count != 6) {
		fprintf(stderr, "usage: train WEIGHTS PRESET[+kept] THOUSANDS RATE SEED\n");
		return 2;
	}
	file = fopen(words[1], "rb");
	if (file && fread(tables, sizeof tables, 1, file) != 1) {
		fprintf(stderr, "train: %s has another layout\n", words[1]);
		return 1;
	}
	if (file) {
		fclose(file);
	}
	rules = rules_of(words[2]);
	klondike_rules_unpack(&rules, &unpacked);
	train(&tables[policy_rules_of(&unpacked)], &rules, atol(words[3]) * 1000 / BATCH,
		strtof(words[4], NULL), strtoull(words[5], NULL, 10));
	file = fopen(words[1], "wb");
	if (!file || fwrite(tables, sizeof tables, 1, file) != 1 || fclose(file) != 0) {
		perror(words[1]);
		return 1;
	}
	return 0;
}
