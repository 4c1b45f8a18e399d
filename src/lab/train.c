/*
 * makker-lab train FILE PRESET[+kept][+known] THOUSANDS RATE SEED: trains the network of the
 * playout policy (src/games/klondike/search/policy.weights) by self-play over THOUSANDS of games,
 * from the network in FILE (single precision; a new one if the file is missing), which is then
 * rewritten. The result depends only on the arguments and the file.
 *
 * Actor-critic: steps are drawn from the softmax of their values. After each batch of games the
 * network follows the gradient of the log-probability of every step, weighted by its advantage over
 * the estimate of the critic (generalized advantage estimation, Schulman and others 2016). The
 * critic is a network over the facts of the table and the hidden cards; it may see these, because
 * it only separates luck from skill. Adam (Kingma and Ba 2015) with a falling learning rate.
 */
#include "games/klondike/table/rules.h"
#include "games/klondike/table/world.h"
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRUTHS = 21 + PILE };
enum { BATCH = 512, MAX_DECISIONS = 400, REPORT = 400, CHECK_GAMES = 20000 };
static const float lambda = 0.95f, most_activity = 31.9f;
static float entropy_bonus = 0.002f;

enum { WEIGHTS = sizeof(struct network) / sizeof(float) };

struct decision {
	uint16_t table_facts[MOST_TABLE_FACTS];
	uint16_t truths[MAX_TRUTHS];
	uint16_t table_count, truth_count, count, chosen;
	uint16_t fact_count[REDUCED_STEPS];
	uint16_t facts[REDUCED_STEPS][MOST_STEP_FACTS];
	float active[REDUCED_STEPS][HIDDEN];
	float chance[REDUCED_STEPS];
	float critic_active[HIDDEN];
	float expected, target, advantage;
};

static struct network net, gradient, mean, square;
static struct decision decisions[MAX_DECISIONS];

static void deal_reduced(struct reduced *table, const struct mk_rules *rules, struct mk_rng *rng)
{
	struct klondike_world world;

	klondike_deal((struct mk_world *)&world, rules, rng);
	reduced_read(table, &world);
}

/* ---- Forward -------------------------------------------------------------------------------- */

/* A register of 512 bits, or two or four smaller ones. */
typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));
enum { BLOCKS = HIDDEN / 16 };

static void add_training_rows(
	float sum[HIDDEN], const float rows[][HIDDEN], const uint16_t *facts, size_t count)
{
	lanes whole[BLOCKS];

	memcpy(whole, sum, sizeof(whole));
	for (size_t i = 0; i < count; i++) {
		const lanes *row = (const lanes *)rows[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			whole[k] += row[k];
		}
	}
	memcpy(sum, whole, sizeof(whole));
}

static float activate(float sum[HIDDEN], const float out[HIDDEN])
{
	float value = 0;

	for (int k = 0; k < HIDDEN; k++) {
		sum[k] = fminf(fmaxf(sum[k], 0), most_activity);
		value += sum[k] * out[k];
	}
	return value;
}

static void read_truths(struct decision *decision, const struct reduced *table)
{
	uint16_t *next = decision->truths;
	int order = 0;

	for (int column = 0; column < COLUMNS; column++) {
		int left = table->left[column];

		for (int under = 0; under + 1 < left; under++) {
			*next++ = (uint16_t)(TRUTH_COLUMN + 36 * table->original[column][under] +
					     6 * (left - 2 - under) + under);
		}
	}
	for (uint32_t rest = table->rest; rest; rest &= rest - 1) {
		int place = __builtin_ctz(rest);

		if (place >= table->turned) {
			*next++ = (uint16_t)(TRUTH_STOCK + 24 * table->stock[place] + order++);
		}
	}
	decision->truth_count = (uint16_t)(next - decision->truths);
}

static void estimate_outcome(struct decision *decision)
{
	float *active = decision->critic_active;
	float value = net.critic_base;

	memcpy(active, net.critic_bias, sizeof net.critic_bias);
	add_training_rows(active, net.critic_row, decision->table_facts, decision->table_count);
	add_training_rows(active, net.truth_row, decision->truths, decision->truth_count);
	value += activate(active, net.critic_out);
	for (int i = 0; i < decision->truth_count; i++) {
		value += net.truth_direct[decision->truths[i]];
	}
	for (int i = 0; i < decision->table_count; i++) {
		value += net.critic_direct[decision->table_facts[i]];
	}
	decision->expected = 1 / (1 + expf(-value));
}

static void evaluate_step_facts(struct decision *decision, const struct policy_scene *scene,
	const struct reduced *table, const struct klondike_macro *steps, float *judgement)
{
	float common[HIDDEN];

	memcpy(common, net.bias, sizeof common);
	add_training_rows(common, net.row, decision->table_facts, decision->table_count);
	for (size_t i = 0; i < decision->count; i++) {
		size_t count = policy_facts(scene, table, steps[i], decision->facts[i]);

		decision->fact_count[i] = (uint16_t)count;
		memcpy(decision->active[i], common, sizeof common);
		add_training_rows(decision->active[i], net.row, decision->facts[i], count);
		judgement[i] = activate(decision->active[i], net.out);
		for (size_t k = 0; k < count; k++) {
			judgement[i] += net.direct[decision->facts[i][k]];
		}
	}
}

static void make_decision(struct decision *decision, const struct reduced *table,
	const struct klondike_macro *steps, struct mk_rng *rng)
{
	struct policy_scene scene;
	float judgement[REDUCED_STEPS];
	float highest = -1e30f, total = 0, drawn;

	policy_look(&scene, table);
	decision->table_count = (uint16_t)policy_table_facts(&scene, decision->table_facts);
	evaluate_step_facts(decision, &scene, table, steps, judgement);
	decision->chosen = 0;
	for (size_t i = 0; i < decision->count; i++) {
		if (judgement[i] > highest) {
			highest = judgement[i];
			decision->chosen = (uint16_t)i;
		}
	}
	if (!rng) {
		return;
	}
	for (size_t i = 0; i < decision->count; i++) {
		decision->chance[i] = expf(judgement[i] - highest);
		total += decision->chance[i];
	}
	drawn = (float)mk_rng_unit(rng) * total;
	decision->chosen = (uint16_t)(decision->count - 1);
	for (size_t i = decision->count; i-- > 0;) {
		drawn -= decision->chance[i];
		decision->chance[i] /= total;
		if (drawn < 0) {
			decision->chosen = (uint16_t)i;
			drawn = INFINITY;
		}
	}
	read_truths(decision, table);
	estimate_outcome(decision);
}

/* Plays the game to its end: with `rng` steps are drawn and recorded, else the best are played. */
static bool play_training_game(
	struct reduced *table, struct mk_rng *rng, struct mk_rng *chance, size_t *decided)
{
	*decided = 0;
	while (!reduced_is_won(table) && *decided < MAX_DECISIONS) {
		struct decision *decision = &decisions[*decided];
		struct klondike_macro steps[REDUCED_STEPS];
		size_t chosen = 0;

		decision->count = (uint16_t)reduced_steps(table, steps);
		if (decision->count == 0) {
			return false;
		}
		if (decision->count > 1) {
			make_decision(decision, table, steps, rng);
			chosen = decision->chosen;
			++*decided;
		}
		reduced_take(table, steps[chosen], chance);
	}
	return reduced_is_won(table);
}

/* ---- Backward ------------------------------------------------------------------------------- */

static void estimate_advantages(size_t decided, float result)
{
	float later = 0, next = result;

	for (size_t i = decided; i-- > 0;) {
		struct decision *decision = &decisions[i];

		later = next - decision->expected + lambda * later;
		decision->advantage = later;
		decision->target = decision->expected + later;
		next = decision->expected;
	}
}

static void push_rows(
	float rows[][HIDDEN], const uint16_t *facts, size_t count, const float push[HIDDEN])
{
	lanes whole[BLOCKS];

	memcpy(whole, push, sizeof(whole));
	for (size_t i = 0; i < count; i++) {
		lanes *row = (lanes *)rows[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			row[k] += whole[k];
		}
	}
}

/* The gradient of one sum; `push` receives those of its inputs. */
static void push_active(const float active[HIDDEN], const float out[HIDDEN], float *out_gradient,
	float by, float push[HIDDEN])
{
	for (int k = 0; k < HIDDEN; k++) {
		out_gradient[k] += by * active[k];
		push[k] = active[k] > 0 && active[k] < most_activity ? by * out[k] : 0;
	}
}

static void learn_policy(const struct decision *decision)
{
	float common[HIDDEN] = {0}, push[HIDDEN];
	float entropy = 0;

	for (size_t i = 0; i < decision->count; i++) {
		entropy -= decision->chance[i] * logf(decision->chance[i] + 1e-12f);
	}
	for (size_t i = 0; i < decision->count; i++) {
		float chance = decision->chance[i];
		float by = decision->advantage * ((i == decision->chosen) - chance) -
			   entropy_bonus * chance * (logf(chance + 1e-12f) + entropy);

		push_active(decision->active[i], net.out, gradient.out, by, push);
		push_rows(gradient.row, decision->facts[i], decision->fact_count[i], push);
		for (int k = 0; k < HIDDEN; k++) {
			common[k] += push[k];
		}
		for (size_t k = 0; k < decision->fact_count[i]; k++) {
			gradient.direct[decision->facts[i][k]] += by;
		}
	}
	push_rows(gradient.row, decision->table_facts, decision->table_count, common);
	for (int k = 0; k < HIDDEN; k++) {
		gradient.bias[k] += common[k];
	}
}

static void learn_critic(const struct decision *decision)
{
	float by = decision->target - decision->expected;
	float push[HIDDEN];

	push_active(decision->critic_active, net.critic_out, gradient.critic_out, by, push);
	push_rows(gradient.critic_row, decision->table_facts, decision->table_count, push);
	push_rows(gradient.truth_row, decision->truths, decision->truth_count, push);
	for (int i = 0; i < decision->truth_count; i++) {
		gradient.truth_direct[decision->truths[i]] += by;
	}
	for (int k = 0; k < HIDDEN; k++) {
		gradient.critic_bias[k] += push[k];
	}
	for (int i = 0; i < decision->table_count; i++) {
		gradient.critic_direct[decision->table_facts[i]] += by;
	}
	gradient.critic_base += by;
}

static void follow_gradient(float rate, long time)
{
	float *w = (float *)&net, *g = (float *)&gradient, *m = (float *)&mean,
	      *s = (float *)&square;
	float fresh = 1 / (1 - powf(0.9f, (float)time)),
	      fresh_square = 1 / (1 - powf(0.99f, (float)time));

	for (size_t i = 0; i < WEIGHTS; i++) {
		m[i] = 0.9f * m[i] + 0.1f * g[i];
		s[i] = 0.99f * s[i] + 0.01f * g[i] * g[i];
		w[i] += rate * m[i] * fresh / (sqrtf(s[i] * fresh_square) + 1e-2f);
		w[i] = fminf(fmaxf(w[i], -7.9f), 7.9f);
		g[i] = 0;
	}
}

/* ---- Training ------------------------------------------------------------------------------- */

static void init_network(uint64_t seed)
{
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 99);
	for (int i = 0; i < POLICY_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			net.row[i][k] = 0.2f * ((float)mk_rng_unit(&rng) - 0.5f);
		}
	}
	for (int i = 0; i < TABLE_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			net.critic_row[i][k] = 0.2f * ((float)mk_rng_unit(&rng) - 0.5f);
		}
	}
	for (int i = 0; i < TRUTH_ROWS; i++) {
		for (int k = 0; k < HIDDEN; k++) {
			net.truth_row[i][k] = 0.02f * ((float)mk_rng_unit(&rng) - 0.5f);
		}
	}
	for (int k = 0; k < HIDDEN; k++) {
		net.out[k] = 0.2f * ((float)mk_rng_unit(&rng) - 0.5f);
		net.critic_out[k] = 0.2f * ((float)mk_rng_unit(&rng) - 0.5f);
		net.bias[k] = net.critic_bias[k] = 0.1f;
	}
}

/* The win rate of the policy alone, on deals that are not used in training. */
static double measure_win_rate(const struct mk_rules *rules)
{
	int won = 0;

	for (int i = 0; i < CHECK_GAMES; i++) {
		struct reduced game;
		struct mk_rng rng;
		size_t decided;

		mk_rng_init(&rng, 0xfeedfeed, (uint64_t)i);
		deal_reduced(&game, rules, &rng);
		won += play_training_game(&game, NULL, &rng, &decided);
	}
	return (double)won / CHECK_GAMES;
}

static void save_network(const char *path)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(&net, sizeof net, 1, file) != 1 || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void train_network(
	const char *path, const struct mk_rules *rules, long batches, float rate, uint64_t seed)
{
	uint64_t game = 0;
	double won = 0, wrong = 0, decisions_made = 0;
	long counted = 0;

	for (long batch = 0; batch < batches; batch++) {
		float share = (float)batch / (float)batches;

		entropy_bonus = 0.002f * (1 - share);
		for (int i = 0; i < BATCH; i++) {
			struct reduced start;
			struct mk_rng rng;
			size_t decided;
			bool result;

			mk_rng_init(&rng, seed, game++);
			deal_reduced(&start, rules, &rng);
			result = play_training_game(&start, &rng, &rng, &decided);
			estimate_advantages(decided, result);
			for (size_t k = 0; k < decided; k++) {
				learn_policy(&decisions[k]);
				learn_critic(&decisions[k]);
			}
			won += result;
			counted++;
			decisions_made += (double)decided;
			wrong += decided ? pow(result - decisions[decided / 2].expected, 2) : 0;
		}
		follow_gradient(rate * (1 - 0.95f * share), batch + 1);
		if (batch % REPORT == REPORT - 1) {
			printf("%7llu thousand: drawn %.4f critic %.4f decisions %.1f",
				(unsigned long long)(game / 1000), won / (double)counted,
				wrong / (double)counted, decisions_made / (double)counted);
			if (batch % (REPORT * 4L) == REPORT * 4L - 1) {
				printf(" best %.4f", measure_win_rate(rules));
				save_network(path);
			}
			printf("\n");
			fflush(stdout);
			won = wrong = decisions_made = 0;
			counted = 0;
		}
	}
	save_network(path);
	printf("final %.4f\n", measure_win_rate(rules));
}

enum cli_exit train_command(int argc, char **argv)
{
	struct mk_rules rules;
	uint64_t seed;
	FILE *file;

	argv = lab_positionals(argc, argv, "FILE PRESET[+kept][+known] THOUSANDS RATE SEED",
		"Train the network of FILE by self-play, and write it back.", 5, 5);
	seed = strtoull(argv[4], NULL, 10);
	init_network(seed);
	file = fopen(argv[0], "rb");
	if (file && fread(&net, 1, sizeof net, file) < offsetof(struct network, truth_row)) {
		return cli_fail(CLI_FAILED, "%s has another layout", argv[0]);
	}
	if (file) {
		fclose(file);
	}
	rules = rules_named(argv[1]);
	train_network(argv[0], &rules, strtol(argv[2], NULL, 10) * 1000 / BATCH,
		strtof(argv[3], NULL), seed);
	return CLI_OK;
}
