/* makker solve: solves deals of a file, or one table, with all cards known. */
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/table_input.h"

#include <errno.h>
#include <jansson.h>
#include <makker/solve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 1024, COLUMNS_OF_ROW = 5, MAX_MEGABYTES = 1 << 20 };

struct solve_args {
	struct game_args args;
	const char *word; /* the name of a file, or the table itself */
	uint64_t nodes;
	uint64_t megabytes;
	bool is_table;
	bool is_brief;
};

enum { KEY_NODES = 256, KEY_MEMORY, KEY_TABLE, KEY_BRIEF };

static const struct argp_option options[] = {
	{"nodes", KEY_NODES, "N", 0, "maximum positions per deal (default: 100000000)", 0},
	{"memory", KEY_MEMORY, "MB", 0, "maximum memory in MB (default: 4096)", 0},
	{"table", KEY_TABLE, "TABLE|FILE|-", OPTION_ARG_OPTIONAL,
		"solve one table in a format of `makker advise'", 0},
	{"brief", KEY_BRIEF, NULL, 0, "do not print winning lines", 0},
	{0},
};

static error_t take_input(struct solve_args *call, const char *word, struct argp_state *state)
{
	positional_take(&call->word, word, "file or table", state);
	return 0;
}

static error_t parse_solve_option(int key, char *word, struct argp_state *state)
{
	struct solve_args *call = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &call->args;
		return 0;
	case KEY_NODES:
		call->nodes = number_read(word, 1, UINT64_MAX, state);
		return 0;
	case KEY_MEMORY:
		call->megabytes = number_read(word, 1, MAX_MEGABYTES, state);
		return 0;
	case KEY_TABLE:
		call->is_table = true;
		return word ? take_input(call, word, state) : 0;
	case KEY_BRIEF:
		call->is_brief = true;
		return 0;
	case ARGP_KEY_ARG:
		return take_input(call, word, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&game_args_argp, 0, NULL, 0}, {0}};
const struct argp solve_argp = {
	.options = options,
	.parser = parse_solve_option,
	.args_doc = "[FILE]\n--table [TABLE|FILE|-]",
	.children = children,
	.doc = "Solve deals, or one table, exactly, with all cards known.\v"
	       "FILE (or standard input) has a deal a line: "
	       "52 cards, the columns first, each from the table up, then the draw pile. After a tab "
	       "may stand how many cards are drawn at once, the redeals (a number or unlimited), a "
	       "verdict to compare with, and who gave it with its rules in brackets (worryback or "
	       "noworryback, full or up); otherwise --preset and --rules hold. TABLE is what `makker "
	       "advise' reads; beside a column's \"cards\" stand its unseen ones, deepest first, as "
	       "\"under\", and \"known_order\" is the draw pile. Prints the number, the verdict, the "
	       "positions looked at, the milliseconds and the moves of a win, and at the end of a file "
	       "a summary. Exits with 1 when a verdict differs.",
};

/* ---- Solving -------------------------------------------------------------------------------- */

enum { SOLVE_GROUP_SIZE = 40, MAX_SOLVE_GROUPS = 16, INITIAL_SAMPLES = 256 };

/* Effort of one deal, for the medians. */
struct solve_sample {
	float us;
	float nodes;
	unsigned group;
};

/* Solved deals and their totals. */
struct solve_batch {
	const struct mk_game *game;
	struct mk_solver *solver;
	uint64_t node_limit;
	bool is_brief; /* without winning lines */
	unsigned long verdicts[MK_UNDECIDED + 1];
	unsigned long agreed, differed;
	uint64_t nodes;
	double seconds;
	char groups[MAX_SOLVE_GROUPS][SOLVE_GROUP_SIZE];
	unsigned group_count;
	struct solve_sample *samples;
	size_t count, capacity;
};

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The index of a group; MAX_SOLVE_GROUPS if there are too many. */
static unsigned group_index(struct solve_batch *batch, const char *group)
{
	unsigned index = 0;

	while (index < batch->group_count && strcmp(batch->groups[index], group) != 0) {
		index++;
	}
	if (index == batch->group_count && index < MAX_SOLVE_GROUPS) {
		snprintf(batch->groups[index], SOLVE_GROUP_SIZE, "%s", group);
		batch->group_count++;
	}
	return index;
}

/* Without memory the sample is missing from the medians. */
static void add_sample(struct solve_batch *batch, struct solve_sample sample)
{
	if (batch->count == batch->capacity) {
		size_t capacity = batch->capacity ? batch->capacity * 2 : INITIAL_SAMPLES;
		struct solve_sample *samples = realloc(batch->samples, capacity * sizeof *samples);

		if (!samples) {
			return;
		}
		batch->samples = samples;
		batch->capacity = capacity;
	}
	batch->samples[batch->count++] = sample;
}

static void compare_verdict(
	struct solve_batch *batch, enum mk_verdict verdict, const char *expected)
{
	bool decided = expected && (strcmp(expected, mk_verdict_name(MK_WINNABLE)) == 0 ||
					   strcmp(expected, mk_verdict_name(MK_UNWINNABLE)) == 0);

	if (!decided || verdict == MK_UNDECIDED) {
		return;
	}
	if (strcmp(expected, mk_verdict_name(verdict)) == 0) {
		batch->agreed++;
	} else {
		batch->differed++;
		fputs("\tdiffers: ", stdout);
		print_text(stdout, expected);
	}
}

static void print_winning_line(const struct solve_batch *batch)
{
	const struct mk_move *line;
	size_t length = batch->game->solver->line(batch->solver, &line);
	char buffer[64];
	struct mk_text text;

	for (size_t i = 0; i < length; i++) {
		mk_text_fixed(&text, buffer, sizeof buffer);
		mk_move_write_short(&text, batch->game, line[i]);
		printf("%s%s", i ? ", " : "\t", buffer);
	}
}

/*
 * Solves a world and prints its number, the verdict, the positions, the milliseconds, a verdict
 * that differs from `expected` (NULL or no verdict: not compared) and the winning line. `group`
 * selects the median it counts for (NULL: none).
 */
static void solve_one(struct solve_batch *batch, const struct mk_world *world, unsigned long number,
	const char *expected, const char *group)
{
	struct mk_solution solution;
	double seconds = cpu_seconds();

	batch->game->solver->solve(batch->solver, world, batch->node_limit, &solution);
	seconds = cpu_seconds() - seconds;
	batch->seconds += seconds;
	batch->nodes += solution.nodes;
	batch->verdicts[solution.verdict]++;
	if (group) {
		add_sample(batch, (struct solve_sample){(float)(seconds * 1e6),
					  (float)solution.nodes, group_index(batch, group)});
	}
	printf("%lu\t%s\t%llu\t%.4f", number, mk_verdict_name(solution.verdict),
		(unsigned long long)solution.nodes, seconds * 1000);
	compare_verdict(batch, solution.verdict, expected);
	if (!batch->is_brief) {
		print_winning_line(batch);
	}
	putchar('\n');
}

/* ---- The summary ---------------------------------------------------------------------------- */

static int compare_time(const void *one, const void *other)
{
	const struct solve_sample *a = one, *b = other;

	return (a->us > b->us) - (a->us < b->us);
}

static int compare_nodes(const void *one, const void *other)
{
	const struct solve_sample *a = one, *b = other;

	return (a->nodes > b->nodes) - (a->nodes < b->nodes);
}

/* The median sample of a group in the present order. */
static const struct solve_sample *median_sample(const struct solve_batch *batch, unsigned group)
{
	const struct solve_sample *middle = NULL;
	size_t members = 0, passed = 0;

	for (size_t i = 0; i < batch->count; i++) {
		members += batch->samples[i].group == group;
	}
	for (size_t i = 0; i < batch->count && passed <= members / 2; i++) {
		if (batch->samples[i].group == group) {
			middle = &batch->samples[i];
			passed++;
		}
	}
	return middle;
}

static void print_medians(struct solve_batch *batch, unsigned group)
{
	const struct solve_sample *middle;
	float us;

	qsort(batch->samples, batch->count, sizeof *batch->samples, compare_time);
	middle = median_sample(batch, group);
	if (!middle) {
		return;
	}
	us = middle->us;
	qsort(batch->samples, batch->count, sizeof *batch->samples, compare_nodes);
	middle = median_sample(batch, group);
	fprintf(stderr, "%s: the median deal took %.1f us, the median positions are %.0f\n",
		batch->groups[group], (double)us, (double)middle->nodes);
}

static void print_summary(struct solve_batch *batch)
{
	fprintf(stderr,
		"%lu winnable, %lu unwinnable, %lu undecided; %lu agree, %lu differ; "
		"%llu positions in %.3f s, %.2f million a second\n",
		batch->verdicts[MK_WINNABLE], batch->verdicts[MK_UNWINNABLE],
		batch->verdicts[MK_UNDECIDED], batch->agreed, batch->differed,
		(unsigned long long)batch->nodes, batch->seconds,
		batch->seconds > 0 ? (double)batch->nodes / batch->seconds / 1e6 : 0.0);
	for (unsigned group = 0; group < batch->group_count && batch->count > 0; group++) {
		print_medians(batch, group);
	}
}

/* A run of the command. */
struct solve_run {
	const struct solve_args *call;
	struct game_selection selection;
	struct solve_batch batch;
	struct mk_world *world;
	unsigned long number;
};

/* ---- A row ---------------------------------------------------------------------------------- */

static size_t split_row(char *line, char *words[COLUMNS_OF_ROW])
{
	size_t count = 0;

	line[strcspn(line, "\r\n")] = '\0';
	for (char *word = strsep(&line, "\t"); word && count < COLUMNS_OF_ROW;
		word = strsep(&line, "\t")) {
		words[count++] = word;
	}
	return count;
}

/* The rules of a row, on top of the preset and --rules. */
static enum mk_status read_row_rules(const struct solve_run *run, char *const *words, size_t count,
	struct mk_rules *rules, struct mk_error *error)
{
	char text[160];
	int length;

	*rules = run->selection.rules;
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
	return game_args_apply_rules(
		&(struct game_args){.rules = {text}}, run->selection.game, rules, error);
}

/* The group whose median a row counts for. */
static void name_group(const struct solve_run *run, char *const *words, size_t count, char *group)
{
	if (count < 3) {
		snprintf(group, SOLVE_GROUP_SIZE, "%s", run->selection.preset->name);
	} else {
		snprintf(group, SOLVE_GROUP_SIZE, "draw %.4s, redeals %.12s", words[1], words[2]);
	}
}

static enum mk_status solve_row(struct solve_run *run, char *line, struct mk_error *error)
{
	const struct mk_game *game = run->selection.game;
	char *words[COLUMNS_OF_ROW];
	size_t count = split_row(line, words);
	char group[SOLVE_GROUP_SIZE];
	struct mk_rules rules;
	enum mk_status status = read_row_rules(run, words, count, &rules, error);

	if (status == MK_OK) {
		status = game->solver->read_deal(
			words[0], strlen(words[0]), &rules, run->world, error);
	}
	if (status == MK_OK) {
		name_group(run, words, count, group);
		solve_one(&run->batch, run->world, run->number, count > 3 ? words[3] : NULL, group);
	}
	return status;
}

/* ---- A file --------------------------------------------------------------------------------- */

static enum cli_exit solve_rows(struct solve_run *run, FILE *file, const char *name)
{
	char line[LINE_SIZE];
	struct mk_error error;

	while (fgets(line, sizeof line, file)) {
		run->number++;
		if (line[0] == '\n' || line[0] == '#') {
			continue;
		}
		if (solve_row(run, line, &error) != MK_OK) {
			char place[32];

			snprintf(place, sizeof place, "line %lu", run->number);
			return cli_fail_at(CLI_FAILED, place, &error);
		}
	}
	if (ferror(file)) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	print_summary(&run->batch);
	return run->batch.differed ? CLI_FAILED : CLI_OK;
}

static enum cli_exit solve_file(struct solve_run *run)
{
	const char *name = run->call->word;
	bool is_input = !name || strcmp(name, "-") == 0;
	FILE *file = input_open(name);
	enum cli_exit code;

	if (!file) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	code = solve_rows(run, file, is_input ? "standard input" : name);
	input_close(file);
	return code;
}

/* On failure `code` is the exit status. */
static bool open_run(
	struct solve_run *run, const struct game_selection *selection, enum cli_exit *code)
{
	const struct mk_game *game = selection->game;

	if (!game->solver) {
		*code = cli_fail(CLI_USAGE, "%s has no exact solver", game->name);
		return false;
	}
	run->selection = *selection;
	run->world = calloc(1, game->world_size);
	run->batch = (struct solve_batch){
		.game = game,
		.solver = game->solver->create((size_t)run->call->megabytes << 20),
		.node_limit = run->call->nodes,
		.is_brief = run->call->is_brief,
	};
	if (!run->world || !run->batch.solver) {
		*code = cli_fail(CLI_FAILED, "out of memory");
		return false;
	}
	return true;
}

static void close_run(struct solve_run *run)
{
	if (run->batch.solver) {
		run->selection.game->solver->destroy(run->batch.solver);
	}
	free(run->batch.samples);
	free(run->world);
}

static enum cli_exit solve_deals(struct solve_run *run)
{
	struct game_selection selection;
	struct mk_error error;
	enum cli_exit code;

	if (game_args_resolve(&run->call->args, &selection, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	return open_run(run, &selection, &code) ? solve_file(run) : code;
}

/* ---- A table -------------------------------------------------------------------------------- */

/* The table of a session, or JSON that is a table; NULL for one-line forms. */
static json_t *table_json(const struct source *source)
{
	json_t *json =
		source_is_json(source) ? json_loadb(source->bytes, source->length, 0, NULL) : NULL;
	json_t *table = json_incref(json_object_get(json, "table"));

	if (!table) {
		return json;
	}
	json_decref(json);
	return table;
}

static enum cli_exit solve_view(
	struct solve_run *run, const struct mk_view *view, const struct source *source)
{
	const struct mk_solver_api *exact = run->selection.game->solver;
	json_t *table = table_json(source);
	struct mk_error error;
	enum mk_status status = exact->complete(view, table, run->world, &error);

	json_decref(table);
	if (status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	solve_one(&run->batch, run->world, 1, NULL, NULL);
	return CLI_OK;
}

static enum cli_exit solve_table(struct solve_run *run)
{
	struct source source;
	struct game_selection selection;
	struct mk_error error;
	struct mk_view *view;
	enum cli_exit code;

	if (game_args_check_game(&run->call->args, &error) != MK_OK ||
		source_read(run->call->word, &source, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	view = table_read(&source, &run->call->args, &selection, &error);
	if (!view) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	if (open_run(run, &selection, &code)) {
		code = solve_view(run, view, &source);
	}
	free(view);
	return code;
}

enum cli_exit solve_command(int argc, char **argv)
{
	struct solve_args call = {.nodes = 100000000, .megabytes = 4096};
	struct solve_run run = {.call = &call};
	enum cli_exit code;

	command_parse(&solve_argp, argc, argv, &call);
	code = call.is_table ? solve_table(&run) : solve_deals(&run);
	close_run(&run);
	return code;
}
