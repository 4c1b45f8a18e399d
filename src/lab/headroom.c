/*
 * What the search's choice of steps gains over the playouts' policy, by how many playouts it may
 * spend.
 *
 * Plays games by the search with the last budget, and at each table lets it choose with all of
 * them. Where one chooses another step than the policy, worlds that the search has not seen judge
 * by how much that is better: what was only luck in the choice counts as nothing. Summed over the
 * decisions of a game that is what the choice brings over the policy (the performance difference
 * lemma, Kakade and Langford 2002), and far more exact than counting the games won: all budgets are
 * asked at the same tables, and the luck of the deals drops out.
 *
 * headroom PRESET[+kept][+known] GAMES WORLDS SEED PLAYOUTS...
 * The result depends on the arguments only, apart from the times.
 */
#include "engine/search.h"
#include "lab/rules_named.h"

#include <makker/game.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { BUDGETS = 8, WORLD_ROOM = 1 << 16 };

struct judged {
	uint64_t playouts;
	size_t chosen;
	double gain;         /* of this game, in shares of a win */
	double sum, squares; /* of the games' gains */
	double changed;      /* decisions against the policy */
	double seconds;
};

struct lab {
	const struct mk_game *game;
	const struct mk_view *view;
	struct mk_world *truth;
	alignas(max_align_t) unsigned char guess[WORLD_ROOM];
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count;
	unsigned worlds;
	uint64_t seed;
	struct judged judged[BUDGETS];
	int budgets;
	double decisions;
};

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static size_t place_of(const struct lab *lab, const struct mk_plan *plan)
{
	size_t place = 0;

	while (lab->plans[place].tag != plan->tag) {
		place++;
	}
	return place;
}

/* The search's choice with one budget. */
static void choose(struct lab *lab, struct judged *judged)
{
	static struct search search;
	struct mk_budget budget = {.nodes = judged->playouts, .seed = lab->seed};
	double begin = seconds();

	search = (struct search){.game = lab->game,
		.view = lab->view,
		.budget = &budget,
		.worlds = lab->guess,
		.world_size = WORLD_ROOM};
	search_begin(&search);
	search_run(&search);
	judged->seconds += seconds() - begin;
	judged->chosen = place_of(lab, &search.arms[0].plan);
	judged->changed += judged->chosen > 0;
}

/* What each of the plans that were chosen gets more than the policy's own, in worlds of its own. */
static void judge(struct lab *lab, double ahead[MK_MAX_MOVES])
{
	struct mk_world *guess = (struct mk_world *)(void *)lab->guess;
	bool asked[MK_MAX_MOVES] = {false};

	for (int i = 0; i < lab->budgets; i++) {
		asked[lab->judged[i].chosen] = true;
	}
	for (unsigned number = 0; number < lab->worlds; number++) {
		struct mk_rng rng, same;
		double favourite;

		mk_rng_init(&rng, ~lab->seed ^ lab->game->search->digest(lab->view), number);
		if (!lab->game->sample_world(lab->view, &rng, guess)) {
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

static void decide(struct lab *lab)
{
	double ahead[MK_MAX_MOVES] = {0};
	size_t changed = 0;

	for (int i = 0; i < lab->budgets; i++) {
		choose(lab, &lab->judged[i]);
		changed += lab->judged[i].chosen;
	}
	lab->decisions++;
	if (changed == 0) {
		return;
	}
	judge(lab, ahead);
	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].gain += ahead[lab->judged[i].chosen] / lab->worlds;
	}
}

/* Makes the plan's moves as far as they are known before something new shows. */
static void carry_out(struct lab *lab, const struct mk_plan *plan)
{
	struct mk_move line[MK_MAX_LINE];
	size_t length = lab->game->search->plan_moves(lab->view, plan, line);

	for (size_t i = 0; i < length; i++) {
		lab->game->apply(lab->truth, line[i]);
	}
}

/* False when nothing is left to do. */
static bool step(struct lab *lab)
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
		decide(lab);
	}
	carry_out(lab, &lab->plans[lab->count > 1 ? lab->judged[lab->budgets - 1].chosen : 0]);
	return true;
}

/* Until the end, or until it is proven. */
static void play(struct lab *lab, const struct mk_rules *rules, uint64_t number)
{
	struct mk_view *room = malloc(lab->game->view_size);
	struct mk_rng rng;

	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].gain = 0;
	}
	mk_rng_init(&rng, lab->seed, number);
	lab->game->deal(lab->truth, rules, &rng);
	do {
		lab->view = lab->game->view_of_seat(lab->truth, 0, room);
	} while (lab->game->seat_to_move(lab->truth) != MK_NO_SEAT &&
		 lab->game->search->prove(lab->view) == MK_UNPROVEN && step(lab));
	for (int i = 0; i < lab->budgets; i++) {
		lab->judged[i].sum += lab->judged[i].gain;
		lab->judged[i].squares += lab->judged[i].gain * lab->judged[i].gain;
	}
	free(room);
}

static void report(const struct lab *lab, double games)
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

int main(int count, char **words)
{
	static struct lab lab;
	struct mk_rules rules;

	if (count < 6 || count > 5 + BUDGETS) {
		fputs("usage: headroom PRESET[+kept][+known] GAMES WORLDS SEED PLAYOUTS...\n",
			stderr);
		return 2;
	}
	rules = rules_named(words[1]);
	lab.game = mk_game_find("klondike");
	lab.truth = calloc(1, lab.game->world_size);
	lab.worlds = (unsigned)atoi(words[3]);
	lab.seed = strtoull(words[4], NULL, 10);
	for (lab.budgets = 0; lab.budgets + 5 < count; lab.budgets++) {
		lab.judged[lab.budgets].playouts = strtoull(words[5 + lab.budgets], NULL, 10);
	}
	for (int i = 1; i <= atoi(words[2]); i++) {
		play(&lab, &rules, (uint64_t)i);
		if (i % 10 == 0 || i == atoi(words[2])) {
			report(&lab, i);
		}
	}
	free(lab.truth);
	return 0;
}
