/*
 * makker-lab train-doppelkopf OUT GAMES ROUNDS SEED: learns the weights of the playout policy of
 * Doppelkopf (src/games/doppelkopf/advice/policy_weights.c) from games that the policy plays.
 *
 * At some tables each legal card is played out in deals that are consistent with what the seat
 * knows. The policy learns to choose the card with the most points: gradient ascent on the expected
 * points of its choice plus ENTROPY times the entropy of the choice, so a worth is a number of
 * points divided by ENTROPY. No maximum is taken over noisy points before they are averaged, so few
 * deals per table suffice, and more tables are better than more deals. Each round plays with the
 * weights of the previous one (the first with rules of thumb) and learns from all tables so far:
 * the playouts of the first round are those against players who make mistakes.
 *
 * The same arguments give the same bytes.
 */
#include "base/alloc.h"
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/facts.h"
#include "games/doppelkopf/scoring/score.h"
#include "lab/lab.h"
#include "lab/repeatable_math.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS = DOKO_POLICY_ROWS * DOKO_FEATURES };
enum { DEALS = 24, JUDGED_PERCENT = 30, ERRING_PERCENT = 12, SLIPS = 51 };
enum { PASSES = 12, BATCH = 128, HELD_OUT = 10 };

static const double entropy = 0.15, first_rate = 0.01;

/* A table at which a seat had a choice, and the average result of each card. */
struct decision {
	int row[DOKO_ROWS_AT_ONCE];
	int count;
	size_t first; /* number of `choices` */
};
struct choice {
	float points;
	float feature[DOKO_FEATURES];
};

struct tables {
	struct decision *decision;
	struct choice *choice;
	size_t decisions, choices, decision_capacity, choice_capacity;
};

/* ---- Games ---------------------------------------------------------------------------------- */

static void add_decision(
	struct tables *tables, const struct doko_judged *judged, const double points[DOKO_KINDS])
{
	struct decision *decision;

	if (tables->decisions == tables->decision_capacity) {
		tables->decision_capacity = 2 * tables->decision_capacity + 1024;
		tables->decision = xrealloc(
			tables->decision, tables->decision_capacity * sizeof *tables->decision);
	}
	if (tables->choices + DOKO_KINDS > tables->choice_capacity) {
		tables->choice_capacity = 2 * tables->choice_capacity + 1024;
		tables->choice =
			xrealloc(tables->choice, tables->choice_capacity * sizeof *tables->choice);
	}
	decision = &tables->decision[tables->decisions++];
	*decision = (struct decision){.count = judged->count, .first = tables->choices};
	memcpy(decision->row, judged->row, sizeof decision->row);
	for (int i = 0; i < judged->count; i++) {
		struct choice *choice = &tables->choice[tables->choices++];

		choice->points = (float)points[i];
		memcpy(choice->feature, judged->feature[i], sizeof choice->feature);
	}
}

static double play_out(const struct doko_world *deal, struct mk_move move,
	const struct doko_company *company, struct mk_rng rng)
{
	struct doko_world end = *deal;
	struct doko_score score;

	doko_apply((struct mk_world *)&end, move);
	if (doko_can_solve_points(&deal->table)) {
		return doko_finish_points(&end, company->seat);
	}
	doko_playout_noisy(&end, DOKO_TRICKS, company, &rng);
	doko_score(&end.table, end.re, &score);
	return score.seat[company->seat];
}

/* Estimates the value of each card in deals that are consistent with the seat's view. */
static void judge_table(struct tables *tables, const struct doko_world *world,
	const struct doko_judged *judged, const struct doko_weights *weights, struct mk_rng *rng)
{
	struct doko_past past;
	static struct doko_sampler sampler;
	static struct doko_view buffer;
	int seat = world->table.turn;
	const struct mk_view *known =
		doko_view_of_seat((const struct mk_world *)world, seat, (struct mk_view *)&buffer);
	const struct doko_view *view = view_of(known);
	double points[DOKO_KINDS] = {0};
	struct doko_constraints facts;
	struct doko_luck luck;
	const struct doko_company company = {
		.seat = seat, .slips = SLIPS, .luck = &luck, .weights = weights};

	doko_past_init(&past, view);
	past.policy.weights = weights;
	doko_constraints(view, &facts);
	if (!doko_sampler_init(&sampler, &facts, seat)) {
		return;
	}
	for (int i = 0; i < DEALS; i++) {
		struct doko_world deal;

		doko_sample_weighted(&past, view, &sampler, rng, &deal);
		doko_luck_draw(&luck, rng);
		for (int k = 0; k < judged->count; k++) {
			struct mk_move move = doko_card_move(DOKO_PLAY, seat, judged->kind[k]);

			points[k] += play_out(&deal, move, &company, *rng) / DEALS;
		}
	}
	add_decision(tables, judged, points);
}

/* Chooses a card by the policy, or sometimes at random. */
static int choose(const struct doko_judged *judged, const float worth[], struct mk_rng *rng)
{
	int best = 0;

	if (mk_rng_below(rng, 100) < ERRING_PERCENT) {
		return judged->kind[mk_rng_below(rng, (uint32_t)judged->count)];
	}
	for (int i = 1; i < judged->count; i++) {
		best = worth[i] > worth[best] ? i : best;
	}
	return judged->kind[best];
}

static void play_card(struct tables *tables, struct doko_world *world,
	const struct doko_weights *weights, struct mk_rng *rng)
{
	int seat = world->table.turn;
	struct doko_policy policy;
	struct doko_judged judged;
	struct doko_actor actor = {.hand = world->hand[seat],
		.seat = (uint8_t)seat,
		.party = (uint8_t)doko_world_party(world, seat)};
	uint8_t kinds[DOKO_KINDS];
	float worth[DOKO_KINDS];

	doko_policy_init(&policy, &world->table, weights);
	doko_actor_look(&actor, &world->table);
	doko_policy_explain(&policy, &actor, &judged);
	doko_policy_judge(&policy, &actor, kinds, worth);
	if (judged.count > 1 && mk_rng_below(rng, 100) < JUDGED_PERCENT) {
		judge_table(tables, world, &judged, weights, rng);
	}
	doko_apply((struct mk_world *)world,
		doko_card_move(DOKO_PLAY, seat, choose(&judged, worth, rng)));
}

/* Three of five games use the rules of the first preset. */
static void play_game(
	struct tables *tables, const struct doko_weights *weights, uint64_t seed, uint64_t number)
{
	static const uint8_t presets[] = {0, 0, 0, 1, 2};
	const struct doko_company company = {
		.seat = DOKO_NO_SEAT, .bids_solos = true, .weights = weights};
	struct doko_world world = {.re = 0};
	struct mk_rng rng;

	mk_rng_init(&rng, seed, number);
	doko_deal((struct mk_world *)&world,
		&doko_presets[presets[number % (sizeof presets)]].rules, &rng);
	/*
	 * Announcements are automatic: those before the first card, and those that become due
	 * later.
	 */
	doko_playout_noisy(&world, 0, &company, &rng);
	while (world.table.phase == DOKO_PLAYING) {
		play_card(tables, &world, weights, &rng);
		doko_playout_noisy(&world, 0, &company, &rng);
	}
}

/* ---- Learning ------------------------------------------------------------------------------- */

struct learner {
	double weight[WEIGHTS], momentum[WEIGHTS], square[WEIGHTS], gradient[WEIGHTS];
	double bias, square_bias;
};

/*
 * Initial weights: the card points of the trick for the own side, minus the later value of the
 * card.
 */
static void begin_with_rules_of_thumb(struct learner *learner)
{
	memset(learner, 0, sizeof *learner);
	learner->bias = learner->square_bias = 1;
	for (int row = 0; row < DOKO_TRICK_ROWS; row++) {
		learner->weight[row * DOKO_FEATURES + FEATURE_OWN_AUGEN] = 2;
		learner->weight[row * DOKO_FEATURES + FEATURE_COST] = -2;
	}
}

static double worth_of(
	const struct learner *learner, const struct decision *decision, const struct choice *choice)
{
	double worth = 0;

	for (int i = 0; i < DOKO_ROWS_AT_ONCE; i++) {
		const double *weight = &learner->weight[(size_t)decision->row[i] * DOKO_FEATURES];

		for (int k = 0; k < DOKO_FEATURES; k++) {
			worth += weight[k] * (double)choice->feature[k];
		}
	}
	return worth;
}

/* The probability of each card. */
static void chances_of(const struct learner *learner, const struct decision *decision,
	const struct choice *choice, double chance[DOKO_KINDS])
{
	double most = -INFINITY, sum = 0;

	for (int i = 0; i < decision->count; i++) {
		chance[i] = worth_of(learner, decision, &choice[i]);
		most = fmax(most, chance[i]);
	}
	for (int i = 0; i < decision->count; i++) {
		chance[i] = repeatable_exp(chance[i] - most);
		sum += chance[i];
	}
	for (int i = 0; i < decision->count; i++) {
		chance[i] /= sum;
	}
}

static void learn_decision(
	struct learner *learner, const struct decision *decision, const struct choice *choice)
{
	double chance[DOKO_KINDS], value[DOKO_KINDS], mean = 0;

	chances_of(learner, decision, choice, chance);
	for (int i = 0; i < decision->count; i++) {
		value[i] = (double)choice[i].points - entropy * repeatable_log(chance[i] + 1e-12);
		mean += chance[i] * value[i];
	}
	for (int i = 0; i < decision->count; i++) {
		double step = chance[i] * (value[i] - mean);

		for (int row = 0; row < DOKO_ROWS_AT_ONCE; row++) {
			double *gradient =
				&learner->gradient[(size_t)decision->row[row] * DOKO_FEATURES];

			for (int k = 0; k < DOKO_FEATURES; k++) {
				gradient[k] += step * (double)choice[i].feature[k];
			}
		}
	}
}

/* Adam (Kingma and Ba 2015); weights without evidence decay to 0. */
static void follow_gradient(struct learner *learner, double rate)
{
	learner->bias *= 0.9;
	learner->square_bias *= 0.999;
	for (int i = 0; i < WEIGHTS; i++) {
		double gradient = learner->gradient[i] / BATCH - 1e-5 * learner->weight[i];

		learner->gradient[i] = 0;
		learner->momentum[i] = 0.9 * learner->momentum[i] + 0.1 * gradient;
		learner->square[i] = 0.999 * learner->square[i] + 0.001 * gradient * gradient;
		learner->weight[i] +=
			rate * learner->momentum[i] / (1 - learner->bias) /
			(sqrt(learner->square[i] / (1 - learner->square_bias)) + 1e-6);
	}
}

/*
 * Mean points of the chosen card, minus the mean of all cards, at tables that were not used in
 * training.
 */
static double gain_of(const struct learner *learner, const struct tables *tables)
{
	double gain = 0;
	size_t count = 0;

	for (size_t i = HELD_OUT - 1; i < tables->decisions; i += HELD_OUT, count++) {
		const struct decision *decision = &tables->decision[i];
		const struct choice *choice = &tables->choice[decision->first];
		double chance[DOKO_KINDS], mean = 0;
		int best = 0;

		chances_of(learner, decision, choice, chance);
		for (int k = 0; k < decision->count; k++) {
			mean += (double)choice[k].points / decision->count;
			best = chance[k] > chance[best] ? k : best;
		}
		gain += (double)choice[best].points - mean;
	}
	return count > 0 ? gain / (double)count : 0;
}

static void learn(struct learner *learner, const struct tables *tables, uint64_t seed)
{
	size_t steps = PASSES * tables->decisions, learned = 0;
	struct mk_rng rng;

	mk_rng_init(&rng, seed, UINT64_MAX);
	begin_with_rules_of_thumb(learner);
	printf("%zu tables: gain %.4f by rules of thumb", tables->decisions,
		gain_of(learner, tables));
	for (size_t step = 0; step < steps; step++) {
		size_t number = mk_rng_below(&rng, (uint32_t)tables->decisions);
		const struct decision *decision = &tables->decision[number];

		if (number % HELD_OUT == HELD_OUT - 1) {
			continue;
		}
		learn_decision(learner, decision, &tables->choice[decision->first]);
		if (++learned % BATCH == 0) {
			follow_gradient(
				learner, first_rate * (double)(steps - step) / (double)steps);
		}
	}
	printf(", %.4f learned\n", gain_of(learner, tables));
	fflush(stdout);
}

/* ---- The file ------------------------------------------------------------------------------- */

static void round_weights(const struct learner *learner, struct doko_weights *weights)
{
	/* limit of the sum of four weights */
	const double most = INT16_MAX / DOKO_ROWS_AT_ONCE;

	for (int i = 0; i < WEIGHTS; i++) {
		double rounded = floor(learner->weight[i] * DOKO_WEIGHT_UNIT + 0.5);

		weights->row[i / DOKO_FEATURES][i % DOKO_FEATURES] =
			(int16_t)fmin(most, fmax(-most, rounded));
	}
}

static bool save(const char *path, const struct doko_weights *weights)
{
	FILE *out = fopen(path, "w");
	bool written;

	if (!out) {
		return false;
	}
	fputs("/* The weights of the quick player; made by makker-lab train-doppelkopf. */\n"
	      "#include \"games/doppelkopf/advice/policy.h\"\n\n"
	      "/* clang-format off */\n"
	      "const struct doko_weights doko_weights = {{\n",
		out);
	for (int row = 0; row < DOKO_POLICY_ROWS; row++) {
		for (int i = 0; i < DOKO_FEATURES; i++) {
			fprintf(out, "%s%d", i ? ", " : "\t{", weights->row[row][i]);
		}
		fputs("},\n", out);
	}
	fputs("}};\n", out);
	written = !ferror(out);
	return fclose(out) == 0 && written;
}

static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && *number <= most;
}

enum cli_exit train_doppelkopf_command(int argc, char **argv)
{
	static struct learner learner;
	struct doko_weights weights;
	struct tables tables = {.decisions = 0};
	uint64_t games, rounds, seed;

	argv = lab_positionals(argc, argv, "OUT GAMES ROUNDS SEED",
		"Learn the weights of the quick player of Doppelkopf from ROUNDS times GAMES games, and write them to OUT. The same arguments give the same bytes.",
		4, 4);
	if (!read_number(argv[1], 10000000, &games) || !read_number(argv[2], 100, &rounds) ||
		!read_number(argv[3], INT64_MAX, &seed)) {
		return cli_fail(CLI_USAGE, "GAMES, ROUNDS and SEED are numbers");
	}
	begin_with_rules_of_thumb(&learner);
	round_weights(&learner, &weights);
	for (uint64_t round = 0; round < rounds; round++) {
		for (uint64_t i = 0; i < games; i++) {
			play_game(&tables, &weights, seed, round * games + i);
		}
		if (tables.decisions > 0) {
			learn(&learner, &tables, seed);
		}
		round_weights(&learner, &weights);
	}
	free(tables.decision);
	free(tables.choice);
	return save(argv[0], &weights) ? CLI_OK
				       : cli_fail(CLI_FAILED, "%s: %s", argv[0], strerror(errno));
}
