/*
 * makker-lab bound RULES: an upper bound on the share of Klondike deals that a player can win
 * without seeing the hidden cards.
 *
 * Information relaxation with penalties (Brown, Smith and Sun, "Information relaxations and duality
 * in stochastic dynamic programs", Operations Research 58, 2010). A seer (a player with perfect
 * information) wins more than any fair player (one without). Let V(s) be the probability that a
 * seer wins, given what is known in s, and Q(s, a) the same after the macro-move a. For a fair
 * player the mean of V(next s) - Q(s, a) is 0: with this as a penalty for each macro-move, a fair
 * player wins as much as before, while the seer pays for the information. So the mean over deals of
 * the maximum of [1 if won, minus the penalties] over all paths through the deal is at least the
 * share that any fair player wins.
 *
 * As V is the seer's own probability, the sum along a path telescopes: it is V at the start minus
 * the sum of V(s) - Q(s, a), the probability that the macro-move loses a game that could be won,
 * which is never negative. Giving up costs V(s). So the bound is the seer's share minus the mean
 * cost of the cheapest path through each deal (bound_search.c).
 *
 * Conditions under which the bound holds:
 * - V(s) and all Q(s, a) are estimated in the same worlds, sampled from what is known in s alone.
 *   Their noise does not change the mean of a fair player, and it only makes the cheapest path
 *   cheaper.
 * - The cost of the first part of a path is at most that of the whole, so a search may stop at any
 *   time. (Dropping the penalties from there on and counting the result instead would be invalid:
 *   where a search stops depends on the hidden cards, so the mean of the penalties would not be 0.)
 * - Positions that the solver leaves undecided count as won for the seer's share, and cost nothing.
 * - The macro-moves are those of bound_position.h. If redeals shuffle the stock, the seer plays the
 *   easier game with single cards and unlimited redeals: stricter rules give no more wins.
 */
#include "games/klondike/table/world.h"
#include "lab/bound_check.h"
#include "lab/lab.h"
#include "lab/mean.h"
#include "lab/policy_network.h"

#include <inttypes.h>
#include <math.h>

enum { SOLVER_BYTES = 1 << 29, MAX_DEALS = 10000000, MAX_LIMIT = 100000000 };
static const uint64_t default_seed = 5000000000, seer_seed = 5100000000;

enum bound_mode { MODE_BOUND, MODE_FAIR, MODE_SEEING, MODE_ENDGAMES };

struct bound {
	const char *rules_name;
	struct mk_rules rules;
	enum bound_mode mode;
	int hidden; /* endgames: maximum number of hidden cards */
	uint64_t first, deals, seed, seer_deals, seer_limit;
	struct bound_options options;
	bool json, verbose;
	struct klondike_solver *solver;
};

/* Results of many deals. */
struct measured {
	struct mean seer, loss, complete, verdicts; /* results of the bound */
	struct mean paid, won;                      /* results of a player */
	struct mean best, seen, bound, above;       /* results of endgames */
};

/* ---- Options -------------------------------------------------------------------------------- */

enum {
	KEY_FIRST = 256,
	KEY_WORLDS,
	KEY_NODES,
	KEY_LIMIT,
	KEY_SEER,
	KEY_SEER_LIMIT,
	KEY_FAIR,
	KEY_SEEING,
	KEY_ENDGAMES
};

static const struct argp_option bound_options[] = {
	{"first", KEY_FIRST, "N", 0, "number of the first deal (default: 0)", 0},
	{"games", 'n', "N", 0, "number of deals (default: 100)", 0},
	{"seed", 'S', "SEED", 0, "seed of the deals (default: 5000000000)", 0},
	{"worlds", KEY_WORLDS, "N", 0, "worlds that are drawn at each table (default: 100)", 0},
	{"nodes", KEY_NODES, "N", 0, "verdicts of the solver for each deal (default: 8000)", 0},
	{"limit", KEY_LIMIT, "N", 0, "positions of the solver for each verdict (default: 50000)",
		0},
	{"seer", KEY_SEER, "N", 0,
		"number of other deals by which the seer's share is measured (default: 1000)", 0},
	{"seer-limit", KEY_SEER_LIMIT, "N", 0,
		"positions of the solver for each of these (default: 20000000)", 0},
	{"fair", KEY_FAIR, NULL, 0, "check: what the playout policy pays, in the mean 0", 0},
	{"seeing", KEY_SEEING, NULL, 0, "check: what it pays when it leaves out steps that lose",
		0},
	{"endgames", KEY_ENDGAMES, "N", 0,
		"check: the bound and the best play of endgames with at most 2 or 3 hidden cards",
		0},
	{"verbose", 'v', NULL, 0, "print a line for each deal", 0},
	{"json", 'j', NULL, 0, "print JSON", 0},
	{0},
};

static void parse_size(struct bound *bound, int key, const char *value, struct argp_state *state)
{
	uint64_t number = number_read(value, 1, MAX_LIMIT, state);

	switch (key) {
	case KEY_WORLDS:
		if (number > BOUND_WORLDS) {
			argp_error(state, "--worlds: at most %d", BOUND_WORLDS);
		}
		bound->options.worlds = (unsigned)number;
		break;
	case KEY_NODES:
		bound->options.verdicts = number;
		break;
	case KEY_LIMIT:
		bound->options.node_limit = number;
		break;
	case KEY_SEER:
		bound->seer_deals = number;
		break;
	case KEY_SEER_LIMIT:
		bound->seer_limit = number;
		break;
	default:
		bound->deals = number;
		break;
	}
}

static error_t parse_bound_option(int key, char *value, struct argp_state *state)
{
	struct bound *bound = state->input;

	switch (key) {
	case KEY_FIRST:
		bound->first = number_read(value, 0, INT64_MAX - MAX_DEALS, state);
		return 0;
	case 'S':
		bound->seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case 'n':
	case KEY_WORLDS:
	case KEY_NODES:
	case KEY_LIMIT:
	case KEY_SEER:
	case KEY_SEER_LIMIT:
		parse_size(bound, key, value, state);
		return 0;
	case KEY_FAIR:
		bound->mode = MODE_FAIR;
		return 0;
	case KEY_SEEING:
		bound->mode = MODE_SEEING;
		return 0;
	case KEY_ENDGAMES:
		bound->mode = MODE_ENDGAMES;
		bound->hidden = (int)number_read(value, 2, BOUND_ENDGAME_CARDS, state);
		return 0;
	case 'v':
		bound->verbose = true;
		return 0;
	case 'j':
		bound->json = true;
		return 0;
	case ARGP_KEY_ARG:
		bound->rules_name = value;
		return state->arg_num == 0 ? 0 : ARGP_ERR_UNKNOWN;
	case ARGP_KEY_END:
		if (state->arg_num < 1) {
			argp_usage(state);
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp bound_argp = {
	.options = bound_options,
	.parser = parse_bound_option,
	.args_doc = "RULES",
	.doc = "Bound the share of deals of Klondike that any player can win who does not see the "
	       "hidden cards.\v" RULE_SETS_HELP,
};

/* ---- Measuring ------------------------------------------------------------------------------ */

static void deal_numbered(
	const struct bound *bound, uint64_t seed, uint64_t number, struct klondike_world *world)
{
	struct mk_rng rng;

	mk_rng_init(&rng, seed, number);
	klondike_deal((struct mk_world *)world, &bound->rules, &rng);
}

/* True if the seer wins, or the solver cannot decide it. */
static bool may_be_won(const struct bound *bound, const struct klondike_world *world)
{
	struct solver_deal deal;
	struct bound_position position;

	bound_position_begin(&deal, &position, world);
	return klondike_solve_position(bound->solver, &deal, &position.node, bound->seer_limit) !=
	       MK_UNWINNABLE;
}

static void measure_seer(const struct bound *bound, struct measured *measured)
{
	for (uint64_t i = 0; i < bound->seer_deals; i++) {
		struct klondike_world world;

		deal_numbered(bound, seer_seed, i, &world);
		mean_add(&measured->seer, may_be_won(bound, &world));
	}
}

/* Searches one deal; false without memory. */
static bool measure_loss(const struct bound *bound, uint64_t number,
	const struct klondike_world *world, struct measured *measured)
{
	struct solver_deal deal;
	struct bound_position first;
	struct bound_result result;

	bound_position_begin(&deal, &first, world);
	bound_search(bound->solver, &deal, &first, &bound->options, &result);
	mean_add(&measured->loss, result.loss);
	mean_add(&measured->complete, result.is_complete);
	mean_add(&measured->verdicts, (double)result.verdicts);
	if (bound->verbose) {
		printf("%" PRIu64 "\t%.4f\t%.4f\t%zu\t%" PRIu64 "\t%s\n", number, result.share,
			result.loss, result.positions, result.verdicts,
			result.is_complete ? "whole" : "part");
		fflush(stdout);
	}
	return !result.is_failed;
}

static bool measure_player(const struct bound *bound, uint64_t number,
	const struct klondike_world *world, struct measured *measured)
{
	struct bound_played played;

	bound_play(bound->solver, world, bound->mode == MODE_SEEING, &bound->options, &played);
	mean_add(&measured->paid, played.paid);
	mean_add(&measured->won, played.won);
	if (bound->verbose) {
		printf("%" PRIu64 "\t%.4f\t%d\t%d\n", number, played.paid, played.steps,
			played.won);
	}
	return true;
}

/*
 * Endgames that the seer surely wins or loses carry no information and are left out; the player
 * knows which these are.
 */
static bool measure_endgame(const struct bound *bound, uint64_t number,
	const struct klondike_world *world, struct measured *measured)
{
	struct solver_deal deal;
	struct bound_position position;
	struct bound_optimum optimum;
	struct bound_result result;
	struct mk_rng rng;

	mk_rng_init(&rng, ~bound->seed, number);
	if (!bound_endgame(world, bound->hidden, &rng, &deal, &position) ||
		!bound_solve_endgame(bound->solver, &deal, &position, &optimum) ||
		optimum.seen == 0 || optimum.seen == 1) {
		return true;
	}
	bound_search(bound->solver, &deal, &position, &bound->options, &result);
	mean_add(&measured->best, optimum.best);
	mean_add(&measured->seen, optimum.seen);
	mean_add(&measured->bound, optimum.seen - result.loss);
	mean_add(&measured->above, optimum.seen - result.loss - optimum.best);
	if (bound->verbose) {
		printf("%" PRIu64 "\t%.4f\t%.4f\t%.4f\n", number, optimum.best,
			optimum.seen - result.loss, optimum.seen);
	}
	return !result.is_failed;
}

static bool measure_deals(const struct bound *bound, struct measured *measured)
{
	static bool (*const measure[])(const struct bound *, uint64_t,
		const struct klondike_world *, struct measured *) = {
		[MODE_BOUND] = measure_loss,
		[MODE_FAIR] = measure_player,
		[MODE_SEEING] = measure_player,
		[MODE_ENDGAMES] = measure_endgame,
	};
	bool is_done = true;

	for (uint64_t i = 0; i < bound->deals && is_done; i++) {
		struct klondike_world world;

		deal_numbered(bound, bound->seed, bound->first + i, &world);
		is_done = measure[bound->mode](bound, bound->first + i, &world, measured);
	}
	return is_done;
}

/* ---- The report ----------------------------------------------------------------------------- */

struct figure {
	const char *name;
	double value, margin;
};

static struct figure figure_of(const char *name, const struct mean *mean)
{
	return (struct figure){name, mean_of(mean), mean_margin(mean)};
}

static size_t list_bound(const struct measured *measured, struct figure *figures)
{
	figures[0] = figure_of("seer", &measured->seer);
	figures[1] = figure_of("loss", &measured->loss);
	figures[2] = (struct figure){"bound", figures[0].value - figures[1].value,
		hypot(figures[0].margin, figures[1].margin)};
	figures[3] = figure_of("complete", &measured->complete);
	return 4;
}

static size_t list_player(const struct measured *measured, struct figure *figures)
{
	figures[0] = figure_of("paid", &measured->paid);
	figures[1] = figure_of("won", &measured->won);
	return 2;
}

static size_t list_endgames(const struct measured *measured, struct figure *figures)
{
	figures[0] = figure_of("best", &measured->best);
	figures[1] = figure_of("bound", &measured->bound);
	figures[2] = figure_of("seer", &measured->seen);
	figures[3] = figure_of("bound_above_best", &measured->above);
	return 4;
}

static void print_report(const struct bound *bound, const struct measured *measured)
{
	struct figure figures[4];
	size_t count = bound->mode == MODE_BOUND      ? list_bound(measured, figures)
		       : bound->mode == MODE_ENDGAMES ? list_endgames(measured, figures)
						      : list_player(measured, figures);
	double deals = bound->mode == MODE_ENDGAMES ? measured->best.count : (double)bound->deals;

	printf(bound->json ? "{\"deals\":%.0f" : "%.0f deals\n", deals);
	for (size_t i = 0; i < count; i++) {
		printf(bound->json ? ",\"%s\":{\"value\":%.6f,\"margin\":%.6f}"
				   : "%-16s %6.2f +- %.2f %%\n",
			figures[i].name, figures[i].value * (bound->json ? 1 : 100),
			figures[i].margin * (bound->json ? 1 : 100));
	}
	printf(bound->json ? "}\n" : "%.0f verdicts a deal\n", mean_of(&measured->verdicts));
}

/* ---- The command ---------------------------------------------------------------------------- */

enum cli_exit bound_command(int argc, char **argv)
{
	struct bound bound = {.deals = 100,
		.seed = default_seed,
		.seer_deals = 1000,
		.seer_limit = 20000000,
		.options = {.worlds = 100, .node_limit = 50000, .verdicts = 8000}};
	struct measured measured = {0};
	bool is_done;

	command_parse(&bound_argp, argc, argv, &bound);
	if (rule_set_find(bound.rules_name, &bound.rules) != CLI_OK) {
		return CLI_USAGE;
	}
	bound.options.seed = bound.seed;
	bound.solver = klondike_solver_create(SOLVER_BYTES);
	if (!bound.solver) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	if (bound.mode == MODE_BOUND) {
		measure_seer(&bound, &measured);
	}
	is_done = measure_deals(&bound, &measured);
	klondike_solver_destroy(bound.solver);
	if (!is_done) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	print_report(&bound, &measured);
	return CLI_OK;
}
