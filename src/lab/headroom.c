/*
 * makker-lab headroom PRESET[+kept][+known] GAMES WORLDS SEED PLAYOUTS...: the gain of the search
 * over the playout policy, by the number of playouts per decision.
 *
 * Plays games by the search with the last budget and evaluates all budgets at each table. Where a
 * budget chooses another step than the policy, worlds that the search has not sampled measure the
 * difference, so a lucky choice gains nothing. The sum over the decisions of a game is the gain
 * over the policy (performance difference lemma, Kakade and Langford 2002). It is far more precise
 * than a count of won games, because all budgets see the same tables and the luck of the deals
 * cancels. The result depends only on the arguments, except for the times.
 */
#include "engine/search.h"
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <makker/game.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { BUDGETS = 8, WORLD_SIZE = 1 << 16 };

struct judged {
	uint64_t playouts;
	size_t chosen;
	double gain;         /* gain in this game, in wins */
	double sum, squares; /* of the gains of all games */
	double changed;      /* decisions that differ from the policy */
	double seconds;
};

struct lab {
	const struct mk_game *game;
	const struct mk_view *view;
	struct mk_world *truth;
	alignas(max_align_t) unsigned char guess[WORLD_SIZE];
	struct mk_plan plans[MK_MAX_MOVES + BUDGETS]; /* including the plans that budgets added */
	size_t count;
	unsigned worlds;
	uint64_t seed;
	struct judged judged[BUDGETS];
	int budgets;
	double decisions;
};

static double process_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The index of a plan; a longer plan that the search added becomes one of the table's plans. */
static size_t plan_index(struct lab *lab, const struct mk_plan *plan)
{
	size_t index = 0;

	while (index < lab->count && lab->plans[index].tag != plan->tag) {
		index++;
	}
	if (index == lab->count) {
		lab->plans[lab->count++] = *plan;
	}
	return index;
}

/* Chooses the plan with one budget. */
static void choose_plan(struct lab *lab, struct judged *judged)
{
	static struct search search;
	struct mk_budget budget = {.nodes = judged->playouts, .seed = lab->seed};
	double begin = process_seconds();

	search = (struct search){.game = lab->game,
		.view = lab->view,
		.budget = &budget,
		.worlds = lab->guess,
		.world_size = WORLD_SIZE};
	search_begin(&search);
	search_run(&search);
	judged->seconds += process_seconds() - begin;
	judged->chosen = plan_index(lab, &search.arms[0].plan);
	judged->changed += judged->chosen > 0;
}

/* Measures the lead of each chosen plan over the plan of the policy, in fresh worlds. */
static void measure_lead(struct lab *lab, double ahead[MK_MAX_MOVES + BUDGETS])
{
	struct mk_world *guess = (struct mk_world *)(void *)lab->guess;
	bool asked[MK_MAX_MOVES + BUDGETS] = {false};

	for (int i = 0; i < lab->budgets; i++) {
		asked[lab->judged[i].chosen] = true;
	}
	for (unsigned number = 0; number < lab->worlds; number++) {
		struct mk_rng rng, same;
		double favourite;

		mk_rng_init(&rng, ~lab->seed ^ lab->game->search->digest(lab->view), number);
		if (!mk_game_sample_world(lab->game, lab->view, &rng, guess)) {
			return;
		}
		same = rng;
		favourite = lab->game->search->playout(guess, &lab->plans[0], &same);
		for (size_t i = 1; i < lab->count; i++) {
			same = rng;
			if (asked[i]) {
				ahead[i] +=
					lab->game->search->playout(guess, &lab->plans[i], &same) -
					favourite;
			}
		}
	}
}

static void evaluate_budgets(struct lab *lab)
{
	double ahead[MK_MAX_MOVES + BUDGETS] = {0};
	size_t changed = 0;

	for (int i = 0; i < lab->budgets; i++) {
		choose_plan(lab, &lab->judged[i]);
		changed += lab->judged[i].chosen;
	}
	lab->decisions++;
	if (changed == 0) {
		return;
	}
	measure_lead(lab, ahead);
	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].gain += ahead[lab->judged[i].chosen] / lab->worlds;
	}
}

/* Plays the moves of the plan up to the next hidden card. */
static void play_plan(struct lab *lab, const struct mk_plan *plan)
{
	struct mk_move line[MK_MAX_LINE];
	size_t length = lab->game->search->plan_moves(lab->view, plan, line);

	for (size_t i = 0; i < length; i++) {
		lab->game->apply(lab->truth, line[i]);
	}
}

/* Plays one decision; false if no move is left. */
static bool play_decision(struct lab *lab)
{
	struct mk_move move;

	lab->count = lab->game->search->plans(lab->view, lab->plans);
	if (lab->count == 0) {
		if (!lab->game->search->fallback_move(lab->view, &move)) {
			return false;
		}
		lab->game->apply(lab->truth, move);
		return true;
	}
	if (lab->count > 1) {
		evaluate_budgets(lab);
	}
	play_plan(lab, &lab->plans[lab->count > 1 ? lab->judged[lab->budgets - 1].chosen : 0]);
	return true;
}

/* Plays to the end of the game or to a proven result. */
static void play_measured_game(struct lab *lab, const struct mk_rules *rules, uint64_t number)
{
	struct mk_view *buffer = malloc(lab->game->view_size);
	struct mk_rng rng;

	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].gain = 0;
	}
	mk_rng_init(&rng, lab->seed, number);
	lab->game->deal(lab->truth, rules, &rng);
	do {
		lab->view = mk_game_view_of_seat(lab->game, lab->truth, 0, buffer);
	} while (mk_game_seat_to_move(lab->game, lab->truth) != MK_NO_SEAT &&
		 lab->game->search->prove(lab->view) == MK_UNPROVEN && play_decision(lab));
	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].sum += lab->judged[i].gain;
		lab->judged[i].squares += lab->judged[i].gain * lab->judged[i].gain;
	}
	free(buffer);
}

static void print_report(const struct lab *lab, double games)
{
	printf("%.0f games, %.1f decisions each\nplayouts   points more than the policy   "
	       "decisions changed   CPU s a game\n",
		games, lab->decisions / games);
	for (int i = 0; i < lab->budgets; i++) {
		const struct judged *judged = &lab->judged[i];
		double mean = judged->sum / games;
		double variance = judged->squares / games - mean * mean;

		printf("%8llu   %5.1f +- %-4.1f                  %5.1f               %6.2f\n",
			(unsigned long long)judged->playouts, 100 * mean,
			196 * sqrt(fmax(variance, 0) / games), judged->changed / games,
			judged->seconds / games);
	}
	fflush(stdout);
}

enum cli_exit headroom_command(int argc, char **argv)
{
	static struct lab lab;
	struct mk_rules rules;
	unsigned long games;

	argv = lab_positionals(argc, argv, "RULES GAMES WORLDS SEED PLAYOUTS...",
		"Measure the gain of the search over the playout policy.", 5, 4 + BUDGETS);
	if (rule_set_find(argv[0], &rules) != CLI_OK) {
		return CLI_USAGE;
	}
	lab.game = mk_game_find("klondike");
	lab.truth = calloc(1, lab.game->world_size);
	games = strtoul(argv[1], NULL, 10);
	lab.worlds = (unsigned)strtoul(argv[2], NULL, 10);
	lab.seed = strtoull(argv[3], NULL, 10);
	for (lab.budgets = 0; argv[4 + lab.budgets]; lab.budgets++) {
		lab.judged[lab.budgets].playouts = strtoull(argv[4 + lab.budgets], NULL, 10);
	}
	for (unsigned long i = 1; i <= games; i++) {
		play_measured_game(&lab, &rules, i);
		if (i % 10 == 0 || i == games) {
			print_report(&lab, (int)i);
		}
	}
	free(lab.truth);
	return CLI_OK;
}
