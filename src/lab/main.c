/* The program makker-lab, for developers of strategies and of the tracker; it is not installed. */
#include "lab/lab.h"

#include <makker/version.h>

#include <argp.h>
#include <stdio.h>

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "makker-lab %s\n", mk_version());
}

void (*argp_program_version_hook)(FILE *, struct argp_state *) = print_version;

struct positionals {
	char **argv;
	int min, max;
};

static error_t parse_positionals(int key, char *value, struct argp_state *state)
{
	struct positionals *positionals = state->input;

	(void)value;
	switch (key) {
	case ARGP_KEY_ARGS:
		positionals->argv = state->argv + state->next;
		if (state->argc - state->next < positionals->min ||
			state->argc - state->next > positionals->max) {
			argp_usage(state);
		}
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

char **lab_positionals(
	int argc, char **argv, const char *args_doc, const char *doc, int min, int max)
{
	const struct argp argp = {.parser = parse_positionals, .args_doc = args_doc, .doc = doc};
	struct positionals positionals = {.min = min, .max = max};

	command_parse(&argp, argc, argv, &positionals);
	return positionals.argv;
}

int main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"tournament", "compare two strategies on the same deals", tournament_command,
			NULL},
		{"benchmark", "print the deals of the benchmark of Klondike, play or judge them",
			benchmark_command, NULL},
		{"bound", "bound what any player without sight can win of Klondike", bound_command,
			NULL},
		{"bound-tens", "bound what any player can win of 10-20-30 with an unknown deck",
			bound_tens_command, NULL},
		{"camera-test", "test the tracker with simulated players and cameras",
			camera_test_command, NULL},
		{"verify-records", "replay recorded games and print differences",
			verify_records_command, NULL},
		{"train", "train the playout policy of Klondike", train_command, NULL},
		{"train-doppelkopf", "train the quick player of Doppelkopf's playouts",
			train_doppelkopf_command, NULL},
		{"pack-policy", "convert trained networks into policy.weights", pack_policy_command,
			NULL},
		{"unpack-policy", "take a network out of policy.weights", unpack_policy_command,
			NULL},
		{"compare-policies", "play the same deals by two networks",
			compare_policies_command, NULL},
		{"headroom", "measure the gain of search over the playout policy", headroom_command,
			NULL},
		{"review-drift", "measure where reviews of Doppelkopf are too hopeful",
			review_drift_command, NULL},
		{"review-test", "measure what reviews of games find, and their calibration",
			review_test_command, NULL},
		{0},
	};
	static const struct renamed renamed_commands[] = {
		{"play", "makker simulate"},
		{"replay", "makker-lab verify-records"},
		{"table", "makker-lab camera-test"},
		{0},
	};
	static const struct renamed renamed_options[] = {
		{"--jobs", "--threads"},
		{"--open", "--perfect-information"},
		{"--against", "--opponent"},
		{"--versus", "--compare"},
		{"--hand", "--occlusion"},
		{"--spread", "--fanned"},
		{"--patience", "--ask-after"},
		{0},
	};

	return program_run(
		&(struct program){
			.name = "makker-lab",
			.doc = "Tests and training for the strategies and the tracker of Makker.\v ",
			.commands = commands,
			.renamed_commands = renamed_commands,
			.renamed_options = renamed_options,
		},
		argc, argv);
}
