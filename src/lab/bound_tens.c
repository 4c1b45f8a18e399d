/*
 * makker-lab bound-tens: an upper bound on the share of deals of 10-20-30 with mandatory triplets
 * that a player can win without knowing the order of the deck.
 *
 * Information relaxation with penalties, as in bound.c. The policy "the first triplet in the order
 * of the rules until the deck is known, then exact play" wins a share V(s) from what is known in s,
 * and Q(s, a) if it begins with the move a. Moves between two choices are forced. The penalty at
 * each choice is V(next s) - Q(s, a), so the sum along a path telescopes: it is V at the start plus
 * the sum of Q(s, a) - V(s) over the choices of the path. The mean over deals of the best sum is at
 * least what any fair player adds to V.
 *
 * Q(s, a) and V(s) are estimated in the same worlds, sampled from what is known in s alone. Their
 * noise does not change the mean of a fair player, and it raises the best sum of several paths. So
 * more worlds lower the bound.
 */
#include "games/ten_twenty_thirty/choices.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/think.h"
#include "games/ten_twenty_thirty/world.h"
#include "lab/lab.h"
#include "lab/mean.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_DEALS = 10000000, MAX_WORLDS = 100000 };
enum { CHOICES = 100000 };        /* budget of choices_run() for one verdict */
enum { SOLVER_STATES = 2000000 }; /* budget of the solver if choices_run() does not decide */
static const uint64_t default_seed = 5000000000, base_seed = 5100000000;

struct bound {
	uint64_t first, deals, base_deals, seed;
	unsigned worlds;
	bool json, verbose;
	struct choices *choices;
	struct solver *solver;
	struct mk_rng rng; /* for sampling worlds */
	unsigned tables;   /* tables with a choice in the present deal */
};

/* Results of many deals. */
struct measured {
	struct mean base, seer;    /* share won by the policy and by a seer, in other deals */
	struct mean best, player;  /* gain over the policy of the best path, and of a fair player */
	struct mean won, followed; /* share won of the same deals: fair player, policy */
	struct mean tables;
};

/* ---- Options -------------------------------------------------------------------------------- */

enum { KEY_FIRST = 256, KEY_WORLDS, KEY_BASE };

static const struct argp_option options[] = {
	{"first", KEY_FIRST, "N", 0, "number of the first deal (default: 0)", 0},
	{"games", 'n', "N", 0, "number of deals (default: 1000)", 0},
	{"seed", 'S', "SEED", 0, "seed of the deals (default: 5000000000)", 0},
	{"worlds", KEY_WORLDS, "N", 0, "worlds that are drawn at each table (default: 1000)", 0},
	{"base", KEY_BASE, "N", 0,
		"number of other deals by which the shares of the policy and of a seer are "
		"measured (default: 20000)",
		0},
	{"verbose", 'v', NULL, 0, "print a line for each deal", 0},
	{"json", 'j', NULL, 0, "print JSON", 0},
	{0},
};

static error_t parse_option(int key, char *value, struct argp_state *state)
{
	struct bound *bound = state->input;

	switch (key) {
	case KEY_FIRST:
		bound->first = number_read(value, 0, INT64_MAX - MAX_DEALS, state);
		return 0;
	case 'n':
		bound->deals = number_read(value, 1, MAX_DEALS, state);
		return 0;
	case 'S':
		bound->seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case KEY_WORLDS:
		bound->worlds = (unsigned)number_read(value, 1, MAX_WORLDS, state);
		return 0;
	case KEY_BASE:
		bound->base_deals = number_read(value, 1, MAX_DEALS, state);
		return 0;
	case 'v':
		bound->verbose = true;
		return 0;
	case 'j':
		bound->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp bound_argp = {
	.options = options,
	.parser = parse_option,
	.doc = "Bound the share of deals of 10-20-30 (removal=mandatory, late_removal=false) that "
	       "any player can win who does not know the order of the deck.",
};

/* ---- Verdicts ------------------------------------------------------------------------------- */

static void deal_numbered(uint64_t seed, uint64_t number, struct tens_world *world)
{
	struct mk_rules rules = tens_presets[0].rules;
	struct mk_rng rng;

	rules.value[OPTION_REMOVAL] = MANDATORY;
	rules.value[OPTION_LATE] = 0;
	mk_rng_init(&rng, seed, number);
	tens_deal((struct mk_world *)world, &rules, &rng);
}

static bool is_playing(const struct tens_view *view)
{
	return tens_outcome((const struct mk_view *)view) == MK_PLAYING;
}

/* True if a table with all cards known is won. An undecided one counts as won. */
static bool is_won(struct bound *bound, const struct tens_view *view)
{
	static const struct solver_effort effort = {.states = SOLVER_STATES};
	enum solved solved = choices_run(bound->choices, view, CHOICES);

	if (solved == SOLVED_UNKNOWN) {
		solved = solver_run(bound->solver, view, &effort, NULL);
	}
	return solved != SOLVED_NONE;
}

/* True if the policy wins after `move`, with the unknown cards in the order of `cards`. */
static bool policy_wins(struct bound *bound, const struct tens_view *view, const uint8_t *cards,
	struct mk_move move)
{
	struct tens_view after;

	think_play_blindly(view, cards, move, &after);
	return is_won(bound, &after);
}

/* True if a player who sees all cards from the start wins. */
static bool seer_wins(struct bound *bound, const struct tens_world *world)
{
	struct tens_world open = *world;

	tens_reveal_all((struct mk_world *)&open);
	return is_won(bound, &open.known);
}

/* ---- Ways through a deal -------------------------------------------------------------------- */

/*
 * Plays the forced moves. Returns the number of moves of the next choice; 0 if there is none before
 * the deck is known or the game is over.
 */
static size_t next_choice(struct tens_world *world, struct mk_move moves[MK_MAX_MOVES])
{
	while (world->known.unknown > 0 && is_playing(&world->known)) {
		size_t count = tens_world_moves((struct mk_world *)world, moves);

		if (count != 1) {
			return count;
		}
		tens_apply((struct mk_world *)world, moves[0]);
	}
	return 0;
}

/* Measures the gain of each move over the policy, whose move is the first one. */
static void measure_gains(struct bound *bound, const struct tens_view *view,
	const struct mk_move *moves, size_t count, double gains[MK_MAX_MOVES])
{
	int wins[MK_MAX_MOVES] = {0};
	uint8_t cards[MK_DECK];

	for (unsigned i = 0; i < bound->worlds; i++) {
		tens_shuffle_unseen(view, &bound->rng, cards);
		for (size_t move = 0; move < count; move++) {
			wins[move] += policy_wins(bound, view, cards, moves[move]);
		}
	}
	for (size_t move = 0; move < count; move++) {
		gains[move] = (double)(wins[move] - wins[0]) / bound->worlds;
	}
}

/* The best sum of gains over all paths from here, chosen with knowledge of the deck. */
static double best_way(struct bound *bound, const struct tens_world *from)
{
	struct tens_world world = *from;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = next_choice(&world, moves);
	double gains[MK_MAX_MOVES], best = -INFINITY;

	if (count == 0) {
		return 0;
	}
	bound->tables++;
	measure_gains(bound, &world.known, moves, count, gains);
	for (size_t i = 0; i < count; i++) {
		struct tens_world after = world;

		tens_apply((struct mk_world *)&after, moves[i]);
		best = fmax(best, gains[i] + best_way(bound, &after));
	}
	return best;
}

/*
 * Plays until the deck is known, and returns whether the game is then won. A fair player chooses
 * the best move in one sample of worlds, and another sample measures its gain over the policy.
 * Without `gained` the policy plays.
 */
static bool play(struct bound *bound, const struct tens_world *from, double *gained)
{
	struct tens_world world = *from;
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	while ((count = next_choice(&world, moves)) > 0) {
		double gains[MK_MAX_MOVES];
		size_t chosen = 0;

		if (gained) {
			measure_gains(bound, &world.known, moves, count, gains);
			for (size_t i = 1; i < count; i++) {
				chosen = gains[i] > gains[chosen] ? i : chosen;
			}
			measure_gains(bound, &world.known, moves, count, gains);
			*gained += gains[chosen];
		}
		tens_apply((struct mk_world *)&world, moves[chosen]);
	}
	return is_playing(&world.known) ? is_won(bound, &world.known)
					: core_is_cleared(&world.known.core);
}

/* ---- The command ---------------------------------------------------------------------------- */

static void measure(struct bound *bound, struct measured *measured)
{
	struct tens_world world;

	for (uint64_t i = 0; i < bound->base_deals; i++) {
		deal_numbered(base_seed, i, &world);
		mean_add(&measured->base, play(bound, &world, NULL));
		mean_add(&measured->seer, seer_wins(bound, &world));
	}
	for (uint64_t i = 0; i < bound->deals; i++) {
		uint64_t number = bound->first + i;
		double best, gained = 0;

		deal_numbered(bound->seed, number, &world);
		mk_rng_init(&bound->rng, ~bound->seed, number);
		bound->tables = 0;
		best = best_way(bound, &world);
		mean_add(&measured->best, best);
		mean_add(&measured->tables, bound->tables);
		mean_add(&measured->followed, play(bound, &world, NULL));
		mean_add(&measured->won, play(bound, &world, &gained));
		mean_add(&measured->player, gained);
		if (bound->verbose) {
			printf("%" PRIu64 "\t%.4f\t%.4f\t%u\n", number, best, gained,
				bound->tables);
		}
	}
}

struct figure {
	const char *name, *help;
	double value, margin;
};

static struct figure sum_of(
	const char *name, const char *help, const struct mean *mean, const struct mean *other)
{
	return (struct figure){name, help, mean_of(mean) + mean_of(other),
		hypot(mean_margin(mean), mean_margin(other))};
}

static void print_report(const struct bound *bound, const struct measured *measured)
{
	static const struct mean nothing;
	const struct figure figures[] = {
		sum_of("policy", "in the order of the rules until the deck is known",
			&measured->base, &nothing),
		sum_of("player", "a fair player with so many worlds", &measured->base,
			&measured->player),
		sum_of("bound", "any fair player at most", &measured->base, &measured->best),
		sum_of("seer", "with the deck known from the start", &measured->seer, &nothing),
		sum_of("player_gain", "the player above the policy", &measured->player, &nothing),
		sum_of("bound_gain", "the bound above the policy", &measured->best, &nothing),
		sum_of("player_won", "the player, of the deals that were played", &measured->won,
			&nothing),
		sum_of("policy_won", "the policy, of these", &measured->followed, &nothing),
	};

	printf(bound->json ? "{\"deals\":%.0f,\"tables\":%.3f"
			   : "%.0f deals, %.2f tables with a choice each\n",
		measured->best.count, mean_of(&measured->tables));
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
		if (bound->json) {
			printf(",\"%s\":{\"value\":%.6f,\"margin\":%.6f}", figures[i].name,
				figures[i].value, figures[i].margin);
		} else {
			printf("%6.2f +- %.2f %%  %s\n", 100 * figures[i].value,
				100 * figures[i].margin, figures[i].help);
		}
	}
	fputs(bound->json ? "}\n" : "", stdout);
}

enum cli_exit bound_tens_command(int argc, char **argv)
{
	struct bound bound = {
		.deals = 1000, .base_deals = 20000, .seed = default_seed, .worlds = 1000};
	struct measured measured = {0};
	bool is_ready;

	command_parse(&bound_argp, argc, argv, &bound);
	bound.choices = choices_create();
	bound.solver = solver_create();
	is_ready = bound.choices && bound.solver;
	if (is_ready) {
		measure(&bound, &measured);
		print_report(&bound, &measured);
	}
	choices_destroy(bound.choices);
	solver_destroy(bound.solver);
	return is_ready ? CLI_OK : cli_fail(CLI_FAILED, "out of memory");
}
