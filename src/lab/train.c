/*
 * makker-lab train: trains the network of the playout policy
 * (src/games/klondike/search/policy.weights) by self-play. `make policies` has the arguments by
 * which the network of each rule set was made.
 *
 * Actor-critic: steps are drawn from the softmax of their values. After each batch of games the
 * network follows the gradient of the log-probability of every step, weighted by its advantage over
 * the estimate of the critic (generalized advantage estimation, Schulman and others 2016). The
 * critic is a network over the facts of the table and the hidden cards; it may see these, because
 * it only separates luck from skill. Adam (Kingma and Ba 2015) with a rate that falls to 0.
 *
 * The same arguments and files give the same bytes on every machine, with any number of threads:
 * a game depends only on its number, a batch is summed in CHUNKS parts of always the same games,
 * and what is computed is what is written (train_game.h).
 */
#include "base/threads.h"
#include "lab/lab.h"
#include "lab/train_game.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { CHUNKS = 4, REPORT_EVERY = 50000, MAX_BATCH = 1 << 16, MAX_TRAINING_GAMES = 1000000000 };
enum { KEY_CRITIC_GAMES = 256, KEY_CRITIC_RATE, KEY_LAMBDA, KEY_ENTROPY, KEY_BATCH };

struct trainer {
	const char *out, *from, *rules_name; /* `from` may be NULL */
	struct mk_rules rules;
	uint64_t games, critic_games, batch, seed;
	double rate, critic_rate, lambda, entropy;
	unsigned threads;
};

/* ---- Options -------------------------------------------------------------------------------- */

static const struct argp_option trainer_options[] = {
	{"from", 'f', "FILE", 0, "go on from this network (default: a new one)", 0},
	{"games", 'n', "N", 0, "games of training", 0},
	{"rate", 'r', "N", 0, "rate of learning at first, in millionths; it falls to 0", 0},
	{"lambda", KEY_LAMBDA, "FRACTION", 0,
		"1: judge steps by the result alone (default); less: by the critic's later estimates, too",
		0},
	{"entropy", KEY_ENTROPY, "N", 0,
		"bonus for undecided choices at first, in millionths; it falls to 0 (default: 0)",
		0},
	{"batch", KEY_BATCH, "N", 0, "games a batch, a multiple of 4 (default: 512)", 0},
	{"critic-games", KEY_CRITIC_GAMES, "N", 0,
		"before that, games in which a new critic learns alone (default: 0)", 0},
	{"critic-rate", KEY_CRITIC_RATE, "N", 0,
		"rate of that learning, in millionths; it falls to the other (default: 2000)", 0},
	{"seed", 'S', "SEED", 0, "seed (default: 1)", 0},
	{"threads", 'T', "N", 0, "threads, up to 4; the result does not depend on it (default: 1)",
		0},
	{0},
};

static double millionths_read(const char *value, struct argp_state *state)
{
	return (double)number_read(value, 0, 1000000, state) / 1000000;
}

static error_t take_positional(struct trainer *trainer, char *value, unsigned number)
{
	if (number > 1) {
		return ARGP_ERR_UNKNOWN;
	}
	*(number == 0 ? &trainer->out : &trainer->rules_name) = value;
	return 0;
}

static error_t parse_trainer_option(int key, char *value, struct argp_state *state)
{
	struct trainer *trainer = state->input;

	switch (key) {
	case 'f':
		trainer->from = value;
		return 0;
	case 'n':
		trainer->games = number_read(value, 0, MAX_TRAINING_GAMES, state);
		return 0;
	case 'r':
		trainer->rate = millionths_read(value, state);
		return 0;
	case KEY_LAMBDA:
		trainer->lambda = fraction_read(value, state);
		return 0;
	case KEY_ENTROPY:
		trainer->entropy = millionths_read(value, state);
		return 0;
	case KEY_BATCH:
		trainer->batch = number_read(value, CHUNKS, MAX_BATCH, state) / CHUNKS * CHUNKS;
		return 0;
	case KEY_CRITIC_GAMES:
		trainer->critic_games = number_read(value, 0, MAX_TRAINING_GAMES, state);
		return 0;
	case KEY_CRITIC_RATE:
		trainer->critic_rate = millionths_read(value, state);
		return 0;
	case 'S':
		trainer->seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case 'T':
		trainer->threads = (unsigned)number_read(value, 1, CHUNKS, state);
		return 0;
	case ARGP_KEY_ARG:
		return take_positional(trainer, value, state->arg_num);
	case ARGP_KEY_END:
		if (state->arg_num < 2) {
			argp_usage(state);
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp trainer_argp = {
	.options = trainer_options,
	.parser = parse_trainer_option,
	.args_doc = "OUT RULES",
	.doc = "Train a playout policy of Klondike by self-play, and write its network to OUT. The "
	       "same arguments give the same bytes.\v" RULE_SETS_HELP,
};

/* ---- A batch -------------------------------------------------------------------------------- */

/* A fixed part of a batch: always the same games, whichever thread plays them. */
struct chunk {
	struct network gradient;
	struct recorded_game game;
	uint64_t won, decisions;
	double surprise; /* sum of the squared error of the critic, in the middle of games */
};

static struct network network, momentum, square;
static struct chunk chunks[CHUNKS];

struct batch {
	const struct trainer *trainer;
	struct learning learning;
	uint64_t first; /* index of its first game */
	atomic_uint next;
};

static void train_chunk(struct batch *batch, unsigned number)
{
	struct chunk *chunk = &chunks[number];
	uint64_t size = batch->trainer->batch / CHUNKS;
	uint64_t first = batch->first + number * size;

	for (uint64_t i = first; i < first + size; i++) {
		bool won = record_game(
			&chunk->game, &network, &batch->trainer->rules, batch->trainer->seed, i);
		size_t decided = chunk->game.decided;

		learn_game(&chunk->game, won, &batch->learning, &chunk->gradient);
		chunk->won += won;
		chunk->decisions += decided;
		if (decided > 0) {
			float error = (won ? 1 : 0) - chunk->game.decisions[decided / 2].expected;

			chunk->surprise += (double)error * error;
		}
	}
}

static void train_chunks(void *task)
{
	struct batch *batch = task;
	unsigned number;

	while ((number = atomic_fetch_add(&batch->next, 1)) < CHUNKS) {
		train_chunk(batch, number);
	}
}

/* ---- Following the gradient ----------------------------------------------------------------- */

/* A part of the network, the policy or the critic, with the remaining bias of its first moments. */
struct part {
	size_t begin, end; /* as numbers of floats */
	double bias, square_bias;
};

static struct part policy_part(void)
{
	return (struct part){0, offsetof(struct network, critic_row) / sizeof(float), 1, 1};
}

static struct part critic_part(void)
{
	return (struct part){
		offsetof(struct network, critic_row) / sizeof(float), NETWORK_WEIGHTS, 1, 1};
}

static void follow_gradient(struct part *part, double rate)
{
	float *w = (float *)&network, *m = (float *)&momentum, *s = (float *)&square;
	float *g0 = (float *)&chunks[0].gradient, *g1 = (float *)&chunks[1].gradient;
	float *g2 = (float *)&chunks[2].gradient, *g3 = (float *)&chunks[3].gradient;
	float step, fresh_square;

	part->bias *= 0.9;
	part->square_bias *= 0.99;
	step = (float)(rate / (1 - part->bias));
	fresh_square = (float)(1 / (1 - part->square_bias));
#pragma GCC ivdep
	for (size_t i = part->begin; i < part->end; i++) {
		float g = (g0[i] + g1[i]) + (g2[i] + g3[i]);
		float to;

		g0[i] = g1[i] = g2[i] = g3[i] = 0;
		m[i] = 0.9f * m[i] + 0.1f * g;
		s[i] = 0.99f * s[i] + 0.01f * g * g;
		to = w[i] + step * m[i] / (sqrtf(s[i] * fresh_square) + 1e-2f);
		to = to < -7.9f ? -7.9f : to;
		w[i] = to > 7.9f ? 7.9f : to;
	}
}

/* ---- Training ------------------------------------------------------------------------------- */

static void scatter(float *weights, size_t count, float width, struct mk_rng *rng)
{
	for (size_t i = 0; i < count; i++) {
		weights[i] = width * ((float)mk_rng_unit(rng) - 0.5f);
	}
}

static void init_policy(struct network *net, struct mk_rng *rng)
{
	memset(net, 0, offsetof(struct network, critic_row));
	scatter(net->row[0], sizeof(net->row) / sizeof(float), 0.2f, rng);
	scatter(net->out, HIDDEN, 0.2f, rng);
	for (int k = 0; k < HIDDEN; k++) {
		net->bias[k] = 0.1f;
	}
}

static void init_critic(struct network *net, struct mk_rng *rng)
{
	memset(net->critic_row, 0, sizeof(*net) - offsetof(struct network, critic_row));
	scatter(net->critic_row[0], sizeof(net->critic_row) / sizeof(float), 0.2f, rng);
	scatter(net->truth_row[0], sizeof(net->truth_row) / sizeof(float), 0.02f, rng);
	scatter(net->critic_out, HIDDEN, 0.2f, rng);
	for (int k = 0; k < HIDDEN; k++) {
		net->critic_bias[k] = 0.1f;
	}
}

/* Prints the results since the last report. */
static void report_training(uint64_t games, uint64_t since)
{
	uint64_t won = 0, decisions = 0;
	double surprise = 0, count = (double)since;

	for (int i = 0; i < CHUNKS; i++) {
		won += chunks[i].won;
		decisions += chunks[i].decisions;
		surprise += chunks[i].surprise;
		chunks[i].won = chunks[i].decisions = 0;
		chunks[i].surprise = 0;
	}
	printf("%8llu games: won %.4f critic %.4f decisions %.1f\n", (unsigned long long)games,
		(double)won / count, surprise / count, (double)decisions / count);
	fflush(stdout);
}

/* A stretch of training: games `from` to `to`, of the critic only or of the policy too. */
struct stretch {
	uint64_t from, to;
	bool critic_only;
	double first_rate, last_rate;
};

static void train_stretch(const struct trainer *trainer, const struct stretch *stretch,
	struct part *policy, struct part *critic)
{
	struct mk_executor executor = threads_executor(trainer->threads);
	uint64_t reported = stretch->from;

	for (uint64_t game = stretch->from; game < stretch->to; game += trainer->batch) {
		double left = (double)(stretch->to - game) / (double)(stretch->to - stretch->from);
		double rate =
			stretch->last_rate + (stretch->first_rate - stretch->last_rate) * left;
		struct batch batch = {.trainer = trainer, .first = game};

		batch.learning = (struct learning){.lambda = (float)trainer->lambda,
			.entropy = (float)(trainer->entropy * left),
			.critic_only = stretch->critic_only};
		executor.run_parallel(&executor, train_chunks, &batch);
		if (!stretch->critic_only) {
			follow_gradient(policy, rate);
		}
		follow_gradient(critic, rate);
		if (game + trainer->batch - reported >= REPORT_EVERY ||
			game + trainer->batch >= stretch->to) {
			report_training(game + trainer->batch, game + trainer->batch - reported);
			reported = game + trainer->batch;
		}
	}
}

static void train_network(const struct trainer *trainer)
{
	struct part policy = policy_part(), critic = critic_part();

	train_stretch(trainer,
		&(struct stretch){
			0, trainer->critic_games, true, trainer->critic_rate, trainer->rate},
		&policy, &critic);
	train_stretch(trainer,
		&(struct stretch){trainer->critic_games, trainer->critic_games + trainer->games,
			false, trainer->rate, 0},
		&policy, &critic);
}

enum cli_exit train_command(int argc, char **argv)
{
	struct trainer trainer = {.batch = 512, .lambda = 1, .critic_rate = 0.002, .threads = 1};
	struct mk_rng rng;

	trainer.seed = 1;
	command_parse(&trainer_argp, argc, argv, &trainer);
	if (rule_set_find(trainer.rules_name, &trainer.rules) != CLI_OK) {
		return CLI_USAGE;
	}
	mk_rng_init(&rng, trainer.seed, UINT64_MAX);
	init_policy(&network, &rng);
	init_critic(&network, &rng);
	if (trainer.from && !network_load(trainer.from, &network)) {
		return cli_fail(CLI_FAILED, "%s: %s", trainer.from, strerror(errno));
	}
	if (trainer.from && trainer.critic_games > 0) {
		init_critic(&network, &rng);
	}
	train_network(&trainer);
	if (!network_save(trainer.out, &network)) {
		return cli_fail(CLI_FAILED, "%s: %s", trainer.out, strerror(errno));
	}
	return CLI_OK;
}
