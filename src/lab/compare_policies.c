/*
 * makker-lab compare-policies ONE OTHER PRESET[+kept][+known]: plays the same deals by two policies
 * without search, and prints the shares of games won and their difference. New networks are
 * accepted by this comparison: without --seed the deals are always the same ones, and they are not
 * used in training.
 *
 * ONE and OTHER are networks (train.c) or packed files (pack_policy.c). Networks are packed first,
 * so the compared policies are those that the program would use.
 */
#include "base/threads.h"
#include "games/klondike/table/world.h"
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <errno.h>
#include <math.h>

/* Training and tournaments use other seeds. */
static const uint64_t check_seed = 4000000000;
enum { CHECK_GAMES = 100000, DEALS_AT_ONCE = 500 };

struct comparison {
	const char *path[2], *rules_name;
	struct mk_rules rules;
	uint64_t games, seed;
	unsigned threads;
	struct policy policy[2];
	atomic_uint_least64_t next, won[2], only[2];
};

/* ---- Options -------------------------------------------------------------------------------- */

static const struct argp_option comparison_options[] = {
	{"games", 'n', "N", 0, "number of deals (default: 100000)", 0},
	{"seed", 'S', "N", 0,
		"seed of the deals (default: 4000000000, those by which networks are accepted)", 0},
	{"threads", 'T', "N", 0, "threads; the results do not depend on it (default: 1)", 0},
	{0},
};

static error_t take_argument(struct comparison *comparison, char *value, unsigned number)
{
	if (number < 2) {
		comparison->path[number] = value;
	} else if (number == 2) {
		comparison->rules_name = value;
	} else {
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static error_t parse_comparison_option(int key, char *value, struct argp_state *state)
{
	struct comparison *comparison = state->input;

	switch (key) {
	case 'n':
		comparison->games = number_read(value, 1, UINT32_MAX, state);
		return 0;
	case 'S':
		comparison->seed = number_read(value, 0, UINT64_MAX, state);
		return 0;
	case 'T':
		comparison->threads = (unsigned)number_read(value, 1, MAX_THREADS, state);
		return 0;
	case ARGP_KEY_ARG:
		return take_argument(comparison, value, state->arg_num);
	case ARGP_KEY_END:
		if (state->arg_num < 3) {
			argp_usage(state);
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp comparison_argp = {
	.options = comparison_options,
	.parser = parse_comparison_option,
	.args_doc = "ONE OTHER RULES",
	.doc = "Play the same deals by two policies of Klondike, without search, and compare them.\v" RULE_SETS_HELP,
};

/* ---- Playing -------------------------------------------------------------------------------- */

static bool is_won_by(
	const struct policy *policy, const struct comparison *comparison, uint64_t number)
{
	struct klondike_world world;
	struct reduced table;
	struct mk_rng rng;

	mk_rng_init(&rng, comparison->seed, number);
	klondike_deal((struct mk_world *)&world, &comparison->rules, &rng);
	reduced_read(&table, &world);
	return policy_play_out(policy, &table, &rng, NULL);
}

static void compare_deals(void *task)
{
	struct comparison *comparison = task;
	uint64_t first;

	while ((first = atomic_fetch_add(&comparison->next, DEALS_AT_ONCE)) < comparison->games) {
		for (uint64_t i = first; i < first + DEALS_AT_ONCE && i < comparison->games; i++) {
			bool won[2];

			for (int one = 0; one < 2; one++) {
				won[one] = is_won_by(&comparison->policy[one], comparison, i);
				atomic_fetch_add(&comparison->won[one], won[one]);
			}
			atomic_fetch_add(&comparison->only[0], won[0] && !won[1]);
			atomic_fetch_add(&comparison->only[1], won[1] && !won[0]);
		}
	}
}

static void print_policy_comparison(const struct comparison *comparison)
{
	double games = (double)comparison->games;
	double one = (double)comparison->only[0], other = (double)comparison->only[1];
	double difference = (one - other) / games;
	double variance = (one + other) / games - difference * difference;

	printf("%llu deals, won %.2f and %.2f %%: difference %+.2f +- %.2f points; only one won "
	       "%.0f and %.0f\n",
		(unsigned long long)comparison->games, 100 * (double)comparison->won[0] / games,
		100 * (double)comparison->won[1] / games, 100 * difference,
		196 * sqrt(variance / games), one, other);
}

enum cli_exit compare_policies_command(int argc, char **argv)
{
	static struct comparison comparison;
	struct mk_executor executor;

	comparison.games = CHECK_GAMES;
	comparison.seed = check_seed;
	comparison.threads = 1;
	command_parse(&comparison_argp, argc, argv, &comparison);
	if (rule_set_find(comparison.rules_name, &comparison.rules) != CLI_OK) {
		return CLI_USAGE;
	}
	for (int i = 0; i < 2; i++) {
		if (!policy_load(comparison.path[i], rule_set_policy(&comparison.rules),
			    &comparison.policy[i])) {
			return cli_fail(CLI_FAILED, "%s: %s", comparison.path[i], strerror(errno));
		}
	}
	executor = threads_executor(comparison.threads);
	executor.run_parallel(&executor, compare_deals, &comparison);
	print_policy_comparison(&comparison);
	return CLI_OK;
}
