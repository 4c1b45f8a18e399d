/* makker solve: deals with every card known, one a line of a file: won or not, and how. */
#include "cli/choice.h"
#include "cli/cli.h"

#include <errno.h>
#include <jansson.h>
#include <makker/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_ROOM = 1024, COLUMNS_OF_ROW = 5 };

/* What was asked for. */
struct wish {
	struct choice choice;
	const char *file;
	uint64_t nodes;
	uint64_t megabytes;
	bool prints_lines;
};

enum { KEY_NODES = 256, KEY_MEMORY, KEY_LINE };

static const struct argp_option options[] = {
	{"nodes", KEY_NODES, "N", 0, "positions to look at in one deal (100000000)", 0},
	{"memory", KEY_MEMORY, "MB", 0, "most memory for them (4096)", 0},
	{"line", KEY_LINE, NULL, 0, "print the moves of each win", 0},
	{0},
};

static error_t read_number(const char *word, uint64_t *number, struct argp_state *state)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, 10);
	if (errno || *end || *word < '0' || *word > '9' || *number == 0) {
		argp_error(state, "'%s' is no whole number from 1 on", word);
	}
	return 0;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct wish *wish = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &wish->choice;
		return 0;
	case KEY_NODES:
		return read_number(word, &wish->nodes, state);
	case KEY_MEMORY:
		return read_number(word, &wish->megabytes, state);
	case KEY_LINE:
		wish->prints_lines = true;
		return 0;
	case ARGP_KEY_ARG:
		if (wish->file) {
			argp_usage(state);
		}
		wish->file = word;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&choice_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[FILE]",
	.children = children,
	.doc = "Solve deals exactly, all cards being known. FILE (or standard input) has a deal a line: "
	       "52 cards, the columns first, each from the table up, then the draw pile. After a tab "
	       "may stand how many cards are drawn at once, the redeals (a number or unlimited), a "
	       "verdict to compare with, and who gave it with its rules in brackets (worryback or "
	       "noworryback, full or up); otherwise --preset and --rules hold. Prints for each deal "
	       "its number, the verdict, the positions looked at and the milliseconds. Exits with 1 "
	       "when a verdict differs.",
};

/* One run over a file. */
struct run {
	const struct wish *wish;
	struct chosen chosen;
	struct mk_solver *solver;
	struct mk_world *world;
	unsigned long number, winnable, unwinnable, undecided, agreed, differed;
	uint64_t nodes;
	double seconds;
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- A row ---------------------------------------------------------------------------------- */

static size_t split(char *line, char *words[COLUMNS_OF_ROW])
{
	size_t count = 0;

	line[strcspn(line, "\r\n")] = '\0';
	for (char *word = strsep(&line, "\t"); word && count < COLUMNS_OF_ROW;
		word = strsep(&line, "\t")) {
		words[count++] = word;
	}
	return count;
}

/* The rules that a row says, as the options they are; the rest is the preset's. */
static enum mk_status read_rules(const struct run *run, char *const *words, size_t count,
	struct mk_rules *rules, struct mk_error *error)
{
	char text[160];
	int length;

	*rules = run->chosen.rules;
	if (count < 3) {
		return MK_OK;
	}
	length = snprintf(text, sizeof text,
		"draw=%.8s,shuffles=%.12s,shuffle_order=kept,first_card_up=false", words[1],
		words[2]);
	if (count > 4 && strchr(words[4], '(')) {
		snprintf(text + length, sizeof text - (size_t)length,
			",foundation_return=%s,goal=%s",
			strstr(words[4], "noworryback") ? "false" : "true",
			strstr(words[4], ",up") ? "turned_up" : "cleared");
	}
	return choice_apply_rules(text, run->chosen.game, rules, error);
}

static void print_moves(const struct run *run)
{
	const struct mk_move *line;
	size_t length = run->chosen.game->exact->line(run->solver, &line);
	char room[64];
	struct mk_text text;

	for (size_t i = 0; i < length; i++) {
		mk_text_fixed(&text, room, sizeof room);
		run->chosen.game->notation->write_short(&text, line[i]);
		printf("%s%s", i ? ", " : "\t", room);
	}
}

/* `expected` is "winnable" or "unwinnable"; anything else is no verdict to compare with. */
static void compare(struct run *run, const struct mk_solution *solution, const char *expected)
{
	bool decided = strcmp(expected, "winnable") == 0 || strcmp(expected, "unwinnable") == 0;

	if (!decided || solution->verdict == MK_UNDECIDED) {
		return;
	}
	if (strcmp(expected, mk_verdict_name(solution->verdict)) == 0) {
		run->agreed++;
	} else {
		run->differed++;
		printf("\tdiffers: %s", expected);
	}
}

static void count_verdict(struct run *run, enum mk_verdict verdict)
{
	switch (verdict) {
	case MK_WINNABLE:
		run->winnable++;
		return;
	case MK_UNWINNABLE:
		run->unwinnable++;
		return;
	case MK_UNDECIDED:
		run->undecided++;
		return;
	}
}

static enum mk_status solve_row(struct run *run, char *line, struct mk_error *error)
{
	const struct mk_exact *exact = run->chosen.game->exact;
	char *words[COLUMNS_OF_ROW];
	size_t count = split(line, words);
	struct mk_solution solution;
	struct mk_rules rules;
	double started;
	enum mk_status status = read_rules(run, words, count, &rules, error);

	if (status == MK_OK) {
		status = exact->read_deal(words[0], strlen(words[0]), &rules, run->world, error);
	}
	if (status != MK_OK) {
		return status;
	}
	started = cpu_seconds();
	exact->solve(run->solver, run->world, run->wish->nodes, &solution);
	started = cpu_seconds() - started;
	run->seconds += started;
	run->nodes += solution.nodes;
	count_verdict(run, solution.verdict);
	printf("%lu\t%s\t%llu\t%.3f", run->number, mk_verdict_name(solution.verdict),
		(unsigned long long)solution.nodes, started * 1000);
	if (count > 3) {
		compare(run, &solution, words[3]);
	}
	if (run->wish->prints_lines) {
		print_moves(run);
	}
	putchar('\n');
	return MK_OK;
}

/* ---- A file --------------------------------------------------------------------------------- */

static enum cli_exit solve_rows(struct run *run, FILE *file)
{
	char line[LINE_ROOM];
	struct mk_error error;

	while (fgets(line, sizeof line, file)) {
		run->number++;
		if (line[0] == '\n' || line[0] == '#') {
			continue;
		}
		if (solve_row(run, line, &error) != MK_OK) {
			fprintf(stderr, "line %lu: ", run->number);
			return cli_fail_at(CLI_FAILED, NULL, &error);
		}
	}
	fprintf(stderr,
		"%lu winnable, %lu unwinnable, %lu undecided; %lu agree, %lu differ; "
		"%llu positions in %.3f s, %.2f million a second\n",
		run->winnable, run->unwinnable, run->undecided, run->agreed, run->differed,
		(unsigned long long)run->nodes, run->seconds,
		run->seconds > 0 ? (double)run->nodes / run->seconds / 1e6 : 0.0);
	return run->differed ? CLI_FAILED : CLI_FINE;
}

static enum cli_exit solve_file(struct run *run)
{
	const char *name = run->wish->file;
	bool is_input = !name || strcmp(name, "-") == 0;
	FILE *file = is_input ? stdin : fopen(name, "r");
	enum cli_exit code;

	if (!file) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	code = solve_rows(run, file);
	if (!is_input) {
		fclose(file);
	}
	return code;
}

enum cli_exit solve_command(int argc, char **argv)
{
	struct wish wish = {.nodes = 100000000, .megabytes = 4096};
	struct run run = {.wish = &wish};
	struct mk_error error;
	enum cli_exit code = CLI_FAILED;

	argp_parse(&argp, argc, argv, 0, NULL, &wish);
	if (choice_resolve(&wish.choice, &run.chosen, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	if (!run.chosen.game->exact) {
		return cli_fail(CLI_USAGE, "%s has no exact solver", run.chosen.game->name);
	}
	run.world = calloc(1, run.chosen.game->world_size);
	run.solver = run.chosen.game->exact->create((size_t)wish.megabytes << 20);
	if (run.world && run.solver) {
		code = solve_file(&run);
	} else {
		cli_fail(CLI_FAILED, "no memory");
	}
	run.chosen.game->exact->destroy(run.solver);
	free(run.world);
	return code;
}
