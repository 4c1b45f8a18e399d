/* Training: recording a game, and the gradient (backpropagation). */
#include "lab/train_game.h"

#include "games/klondike/table/world.h"
#include "lab/repeatable_math.h"

/*
 * Macro-moves with a smaller probability are skipped: their gradient would be below the rounding
 * error.
 */
static const float least_chance = 1.0f / 1024;
static const float most_activity = 31.9f;

/* ---- Sums side by side ---------------------------------------------------------------------- */

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t masks __attribute__((vector_size(32), aligned(4), may_alias));
enum { LANES = 8, BLOCKS = HIDDEN / LANES };

/* Wider registers change only the speed: no sum combines elements of a register. */
#if defined(__x86_64__) && __GNUC__ >= 12 && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOR_EACH_MACHINE __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define FOR_EACH_MACHINE
#endif
#define INLINED static inline __attribute__((always_inline))

/* Adds the rows to the sums, or subtracts them. */
INLINED void sum_rows(float sum[HIDDEN], const float rows[][HIDDEN], const uint16_t *facts,
	size_t count, bool adds)
{
	lanes whole[BLOCKS];

	memcpy(whole, sum, sizeof(whole));
	for (size_t i = 0; i < count; i++) {
		const lanes *row = (const lanes *)rows[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			whole[k] = adds ? whole[k] + row[k] : whole[k] - row[k];
		}
	}
	memcpy(sum, whole, sizeof(whole));
}

/* Adds `push` to each of the rows, or subtracts it. */
INLINED void push_rows(float rows[][HIDDEN], const uint16_t *facts, size_t count,
	const float push[HIDDEN], bool adds)
{
	lanes whole[BLOCKS];

	memcpy(whole, push, sizeof(whole));
	for (size_t i = 0; i < count; i++) {
		lanes *row = (lanes *)rows[facts[i]];

#pragma GCC unroll 8
		for (int k = 0; k < BLOCKS; k++) {
			row[k] = adds ? row[k] + whole[k] : row[k] - whole[k];
		}
	}
}

INLINED void add_to(float sum[HIDDEN], const float more[HIDDEN])
{
	for (int k = 0; k < BLOCKS; k++) {
		((lanes *)sum)[k] += ((const lanes *)more)[k];
	}
}

/*
 * `whole` where the mask is set, else 0. A macro, because wide registers cannot be arguments on
 * every machine.
 */
#define WHERE(mask, whole) ((lanes)((masks)(whole) & (mask)))

/* Applies the activation function to the sums and returns the weighted sum. */
INLINED float activate(float sum[HIDDEN], const float out[HIDDEN])
{
	lanes *active = (lanes *)sum, total = {0};
	const lanes most = most_activity - (lanes){0};

	for (int k = 0; k < BLOCKS; k++) {
		lanes value = WHERE(active[k] > 0, active[k]);

		value = WHERE(value < most, value) + WHERE(value >= most, most);
		active[k] = value;
		total += value * ((const lanes *)out)[k];
	}
	return ((total[0] + total[4]) + (total[2] + total[6])) +
	       ((total[1] + total[5]) + (total[3] + total[7]));
}

/* Gradient of one weighted sum; `push` receives that of its inputs. */
INLINED void push_active(const float active[HIDDEN], const float out[HIDDEN],
	float out_gradient[HIDDEN], float by, float push[HIDDEN])
{
	const lanes most = most_activity - (lanes){0};

	for (int k = 0; k < BLOCKS; k++) {
		lanes value = ((const lanes *)active)[k];

		((lanes *)out_gradient)[k] += by * value;
		((lanes *)push)[k] =
			WHERE((value > 0) & (value < most), by * ((const lanes *)out)[k]);
	}
}

/* ---- Which rows change ---------------------------------------------------------------------- */

INLINED size_t list_rows(uint64_t rows, size_t word, uint16_t *list, size_t count)
{
	for (; rows; rows &= rows - 1) {
		list[count++] = (uint16_t)(64 * word + (size_t)__builtin_ctzll(rows));
	}
	return count;
}

/* Replaces the set `before` by the set of the `facts`. */
INLINED void change_rows(
	struct row_change *by, uint64_t *before, size_t words, const uint16_t *facts, size_t count)
{
	uint64_t now[TRUTH_WORDS];

	by->more_count = by->less_count = 0;
	for (size_t i = 0; i < words; i++) {
		now[i] = 0;
	}
	for (size_t i = 0; i < count; i++) {
		now[facts[i] / 64] |= (uint64_t)1 << facts[i] % 64;
	}
	for (size_t i = 0; i < words; i++) {
		if (before[i] == now[i]) {
			continue;
		}
		by->less_count = list_rows(before[i] & ~now[i], i, by->less, by->less_count);
		by->more_count = list_rows(now[i] & ~before[i], i, by->more, by->more_count);
		before[i] = now[i];
	}
}

INLINED void change_sum(
	float sum[HIDDEN], const float rows[][HIDDEN], const struct row_change *change)
{
	sum_rows(sum, rows, change->less, change->less_count, false);
	sum_rows(sum, rows, change->more, change->more_count, true);
}

INLINED float change_direct(float sum, const float *direct, const struct row_change *change)
{
	for (size_t i = 0; i < change->less_count; i++) {
		sum -= direct[change->less[i]];
	}
	for (size_t i = 0; i < change->more_count; i++) {
		sum += direct[change->more[i]];
	}
	return sum;
}

/* ---- Forward -------------------------------------------------------------------------------- */

/* Lists the hidden cards as rows. */
static size_t list_truths(const struct reduced *table, uint16_t truths[MAX_TRUTHS])
{
	size_t count = 0;
	int order = 0;

	for (int column = 0; column < COLUMNS; column++) {
		int left = table->left[column];

		for (int under = 0; under + 1 < left; under++) {
			truths[count++] =
				(uint16_t)(TRUTH_COLUMN + 36 * table->original[column][under] +
					   6 * (left - 2 - under) + under);
		}
	}
	for (uint32_t rest = table->rest; rest; rest &= rest - 1) {
		int place = __builtin_ctz(rest);

		if (place >= table->turned) {
			truths[count++] =
				(uint16_t)(TRUTH_STOCK + 24 * table->stock[place] + order++);
		}
	}
	return count;
}

INLINED void estimate_outcome(
	struct recorded_game *game, struct decision *decision, const struct reduced *table)
{
	const struct network *net = game->network;
	uint16_t truths[MAX_TRUTHS];
	size_t count = list_truths(table, truths);

	change_rows(&decision->truth, game->truth_rows, TRUTH_WORDS, truths, count);
	change_sum(game->critic_sum, net->critic_row, &decision->table);
	change_sum(game->critic_sum, net->truth_row, &decision->truth);
	game->critic_direct =
		change_direct(game->critic_direct, net->critic_direct, &decision->table);
	game->critic_direct =
		change_direct(game->critic_direct, net->truth_direct, &decision->truth);
	memcpy(decision->critic_active, game->critic_sum, sizeof(decision->critic_active));
	decision->expected = (float)(1 / (1 + repeatable_exp(-(game->critic_direct +
							       activate(decision->critic_active,
								       net->critic_out)))));
}

INLINED float judge_step(struct recorded_game *game, struct offered *offered,
	const struct policy_scene *scene, const struct reduced *table, struct klondike_macro step)
{
	const struct network *net = game->network;
	size_t count = policy_facts(scene, table, step, offered->facts);
	float judgement;

	offered->fact_count = (uint16_t)count;
	memcpy(offered->active, game->table_sum, sizeof(offered->active));
	sum_rows(offered->active, net->row, offered->facts, count, true);
	judgement = activate(offered->active, net->out);
	for (size_t i = 0; i < count; i++) {
		judgement += net->direct[offered->facts[i]];
	}
	return judgement;
}

/* Converts ratings to probabilities and draws a macro-move. */
static size_t draw_step(
	struct offered *offered, size_t count, const float *judgement, struct mk_rng *rng)
{
	float highest = judgement[0], total = 0, drawn;
	size_t chosen = count;

	for (size_t i = 1; i < count; i++) {
		highest = judgement[i] > highest ? judgement[i] : highest;
	}
	for (size_t i = 0; i < count; i++) {
		offered[i].chance = (float)repeatable_exp(judgement[i] - highest);
		total += offered[i].chance;
	}
	drawn = (float)mk_rng_unit(rng) * total;
	for (size_t i = 0; i < count; i++) {
		drawn -= offered[i].chance;
		offered[i].chance /= total;
		chosen = chosen == count && drawn < 0 ? i : chosen;
	}
	return chosen == count ? count - 1 : chosen;
}

FOR_EACH_MACHINE static size_t decide(struct recorded_game *game, const struct reduced *table,
	const struct klondike_macro *steps, size_t count, struct mk_rng *rng)
{
	struct decision *decision = &game->decisions[game->decided++];
	struct offered *offered = &game->offered[game->offers];
	struct policy_scene scene;
	uint16_t facts[MAX_TABLE_FACTS];
	float judgement[REDUCED_STEPS];
	size_t fact_count;

	policy_look(&scene, table);
	fact_count = policy_table_facts(&scene, facts);
	change_rows(&decision->table, game->table_rows, TABLE_WORDS, facts, fact_count);
	change_sum(game->table_sum, game->network->row, &decision->table);
	for (size_t i = 0; i < count; i++) {
		judgement[i] = judge_step(game, &offered[i], &scene, table, steps[i]);
	}
	decision->first_offer = game->offers;
	decision->count = count;
	decision->chosen = draw_step(offered, count, judgement, rng);
	game->offers += count;
	estimate_outcome(game, decision, table);
	return decision->chosen;
}

static void begin_recording(struct recorded_game *game, const struct network *network)
{
	game->network = network;
	game->decided = game->offers = 0;
	memset(game->table_rows, 0, sizeof(game->table_rows));
	memset(game->truth_rows, 0, sizeof(game->truth_rows));
	memcpy(game->table_sum, network->bias, sizeof(game->table_sum));
	memcpy(game->critic_sum, network->critic_bias, sizeof(game->critic_sum));
	game->critic_direct = network->critic_base;
}

static bool has_room(const struct recorded_game *game)
{
	return game->decided < MAX_DECISIONS && game->offers + REDUCED_STEPS <= MAX_OFFERS;
}

bool record_game(struct recorded_game *game, const struct network *network,
	const struct mk_rules *rules, uint64_t seed, uint64_t number)
{
	struct klondike_world world;
	struct reduced table;
	struct mk_rng rng;

	mk_rng_init(&rng, seed, number);
	klondike_deal((struct mk_world *)&world, rules, &rng);
	reduced_read(&table, &world);
	begin_recording(game, network);
	while (!reduced_is_won(&table) && has_room(game)) {
		struct klondike_macro steps[REDUCED_STEPS];
		size_t count = reduced_steps(&table, steps);

		if (count == 0) {
			return false;
		}
		reduced_take(&table,
			steps[count == 1 ? 0 : decide(game, &table, steps, count, &rng)], &rng);
	}
	return reduced_is_won(&table);
}

/* ---- Backward ------------------------------------------------------------------------------- */

/*
 * A row of the table is active for several consecutive decisions and receives the sum of their
 * gradients: the difference of the running total at its end and at its start.
 */
struct pushed {
	float policy[HIDDEN], critic[HIDDEN];
	float critic_direct;
};

INLINED void settle(
	float rows[][HIDDEN], const float pushed[HIDDEN], const struct row_change *change)
{
	push_rows(rows, change->less, change->less_count, pushed, true);
	push_rows(rows, change->more, change->more_count, pushed, false);
}

static void settle_direct(float *direct, float pushed, const struct row_change *change)
{
	for (size_t i = 0; i < change->less_count; i++) {
		direct[change->less[i]] += pushed;
	}
	for (size_t i = 0; i < change->more_count; i++) {
		direct[change->more[i]] -= pushed;
	}
}

INLINED void settle_critic(struct network *gradient, const struct pushed *pushed,
	const struct row_change *table, const struct row_change *truth)
{
	settle(gradient->critic_row, pushed->critic, table);
	settle(gradient->truth_row, pushed->critic, truth);
	settle_direct(gradient->critic_direct, pushed->critic_direct, table);
	settle_direct(gradient->truth_direct, pushed->critic_direct, truth);
}

INLINED void learn_policy(const struct recorded_game *game, const struct decision *decision,
	float advantage, float entropy_bonus, struct network *gradient, struct pushed *pushed)
{
	const struct offered *offered = &game->offered[decision->first_offer];
	double entropy = 0;

	for (size_t i = 0; entropy_bonus > 0 && i < decision->count; i++) {
		entropy -= offered[i].chance * repeatable_log(offered[i].chance + 1e-12);
	}
	for (size_t i = 0; i < decision->count; i++) {
		float chance = offered[i].chance;
		float far = i == decision->chosen ? 1 - chance : chance;
		float by = i == decision->chosen ? advantage * far : -advantage * far;
		float push[HIDDEN];

		if (far < least_chance) {
			continue;
		}
		if (entropy_bonus > 0) {
			by -= entropy_bonus * chance *
			      (float)(repeatable_log(chance + 1e-12) + entropy);
		}
		push_active(offered[i].active, game->network->out, gradient->out, by, push);
		push_rows(gradient->row, offered[i].facts, offered[i].fact_count, push, true);
		for (size_t k = 0; k < offered[i].fact_count; k++) {
			gradient->direct[offered[i].facts[k]] += by;
		}
		add_to(pushed->policy, push);
	}
}

INLINED void learn_critic(const struct recorded_game *game, const struct decision *decision,
	float error, struct network *gradient, struct pushed *pushed)
{
	float push[HIDDEN];

	push_active(decision->critic_active, game->network->critic_out, gradient->critic_out, error,
		push);
	add_to(pushed->critic, push);
	pushed->critic_direct += error;
}

/* Settles the rows that stay active to the end. */
INLINED void settle_rest(
	const struct recorded_game *game, struct network *gradient, const struct pushed *pushed)
{
	struct row_change table = {.more_count = 0}, truth = {.more_count = 0};

	for (size_t i = 0; i < TABLE_WORDS; i++) {
		table.less_count = list_rows(game->table_rows[i], i, table.less, table.less_count);
	}
	for (size_t i = 0; i < TRUTH_WORDS; i++) {
		truth.less_count = list_rows(game->truth_rows[i], i, truth.less, truth.less_count);
	}
	settle(gradient->row, pushed->policy, &table);
	settle_critic(gradient, pushed, &table, &truth);
	add_to(gradient->bias, pushed->policy);
	add_to(gradient->critic_bias, pushed->critic);
	gradient->critic_base += pushed->critic_direct;
}

/*
 * Computes how far the result, or the later estimates on the way to it, exceed each decision's
 * estimate.
 */
static void estimate_advantages(
	const struct recorded_game *game, bool won, float lambda, float advantage[MAX_DECISIONS])
{
	float later = 0, next = won ? 1 : 0;

	for (size_t i = game->decided; i-- > 0;) {
		float expected = game->decisions[i].expected;

		later = next - expected + lambda * later;
		advantage[i] = later;
		next = expected;
	}
}

FOR_EACH_MACHINE void learn_game(const struct recorded_game *game, bool won,
	const struct learning *learning, struct network *gradient)
{
	struct pushed pushed = {.critic_direct = 0};
	float advantage[MAX_DECISIONS];

	estimate_advantages(game, won, learning->lambda, advantage);
	for (size_t i = 0; i < game->decided; i++) {
		const struct decision *decision = &game->decisions[i];

		if (i > 0) {
			settle(gradient->row, pushed.policy, &decision->table);
			settle_critic(gradient, &pushed, &decision->table, &decision->truth);
		}
		if (!learning->critic_only) {
			learn_policy(
				game, decision, advantage[i], learning->entropy, gradient, &pushed);
		}
		learn_critic(game, decision, advantage[i], gradient, &pushed);
	}
	settle_rest(game, gradient, &pushed);
}
