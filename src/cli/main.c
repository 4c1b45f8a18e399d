/* The program makker: its commands. */
#include "cli/cli.h"

#include <makker/version.h>

#include <argp.h>
#include <stdio.h>

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "makker %s\n", mk_version());
}

void (*argp_program_version_hook)(FILE *, struct argp_state *) = print_version;

int main(int argc, char **argv)
{
	static const struct command commands[] = {
		{"play", "play a game in the terminal", play_command, &play_argp},
		{"simulate", "run self-play games and report the win rate", simulate_command,
			&simulate_argp},
		{"advise", "rank the moves of a table, offline", advise_command, &advise_argp},
		{"post", "post one snapshot to a daemon and print the next move", post_command,
			&post_argp},
		{"watch", "post a snapshot file at each change", watch_command, &watch_argp},
		{"answer", "answer the question of a daemon's session", answer_command,
			&answer_argp},
		{"show", "draw a daemon's session, or list its sessions", show_command, &show_argp},
		{"review", "value the decisions of a daemon's session", review_command,
			&review_argp},
		{"solve", "solve deals exactly, with all cards known", solve_command, &solve_argp},
		{"games", "list games, presets, options and strategies", games_command,
			&games_argp},
		{"rules", "print the rules of a game", rules_command, &rules_argp},
		{"health", "check whether a daemon is ready", health_command, &health_argp},
		{"export", "write the sessions of a store as lines of JSON", export_command,
			&export_argp},
		{"check", "list the sessions of a store that cannot be read", check_command,
			&check_argp},
		{"import", "import exported sessions into a store", import_command, &import_argp},
		{"completion", "print a script that completes commands in a shell",
			completion_command, &completion_argp},
		{0},
	};
	static const struct renamed renamed_commands[] = {
		{"replay", "makker-lab verify-records"},
		{"table", "makker-lab camera-test"},
		{"camera-test", "makker-lab camera-test"},
		{0},
	};
	static const struct renamed renamed_options[] = {
		{"--jobs", "--threads"},
		{"--open", "--perfect-information"},
		{"--against", "--opponent"},
		{"--versus", "makker-lab tournament --compare"},
		{"--compare", "makker-lab tournament --compare"},
		{"--calibration", "makker-lab tournament --calibration"},
		{0},
	};

	return program_run(
		&(struct program){
			.name = "makker",
			.doc = "Makker, the partner at a card table.\v ",
			.commands = commands,
			.renamed_commands = renamed_commands,
			.renamed_options = renamed_options,
		},
		argc, argv);
}
