/* makker solve: deals, one a line of a file, or a table, every card known: won or not, and how. */
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/number.h"
#include "cli/positional.h"
#include "cli/solving.h"
#include "cli/table_input.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_ROOM = 1024, COLUMNS_OF_ROW = 5, MOST_MEGABYTES = 1 << 20 };

/* What was asked for. */
struct wish {
	struct choice choice;
	const char *word; /* a file's name, or the table itself */
	uint64_t nodes;
	uint64_t megabytes;
	bool is_table;
	bool is_brief;
};

enum { KEY_NODES = 256, KEY_MEMORY, KEY_TABLE, KEY_BRIEF };

static const struct argp_option options[] = {
	{"nodes", KEY_NODES, "N", 0, "positions to look at in one deal (100000000)", 0},
	{"memory", KEY_MEMORY, "MB", 0, "most memory for them (4096)", 0},
	{"table", KEY_TABLE, "TABLE|FILE|-", OPTION_ARG_OPTIONAL,
		"solve one table, as `makker advise' reads it", 0},
	{"brief", KEY_BRIEF, NULL, 0, "do not print the moves of wins", 0},
	{0},
};

static error_t take_word(struct wish *wish, const char *word, struct argp_state *state)
{
	positional_take(&wish->word, word, "file or table", state);
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
		wish->nodes = number_read(word, 1, UINT64_MAX, state);
		return 0;
	case KEY_MEMORY:
		wish->megabytes = number_read(word, 1, MOST_MEGABYTES, state);
		return 0;
	case KEY_TABLE:
		wish->is_table = true;
		return word ? take_word(wish, word, state) : 0;
	case KEY_BRIEF:
		wish->is_brief = true;
		return 0;
	case ARGP_KEY_ARG:
		return take_word(wish, word, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {{&choice_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[FILE]\n--table [TABLE|FILE|-]",
	.children = children,
	.doc = "Solve deals, or one table, exactly: every card being known, is it won, and how?\v"
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

/* One run over a file. */
struct run {
	const struct wish *wish;
	struct chosen chosen;
	struct solving solving;
	struct mk_world *world;
	unsigned long number;
};

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
	return choice_apply_rules(
		&(struct choice){.rules = {text}}, run->chosen.game, rules, error);
}

/* Medians are told apart by these. */
static void name_group(const struct run *run, char *const *words, size_t count, char *group)
{
	if (count < 3) {
		snprintf(group, SOLVING_GROUP, "%s", run->chosen.preset->name);
	} else {
		snprintf(group, SOLVING_GROUP, "draw %.4s, redeals %.12s", words[1], words[2]);
	}
}

static enum mk_status solve_row(struct run *run, char *line, struct mk_error *error)
{
	const struct mk_game *game = run->chosen.game;
	char *words[COLUMNS_OF_ROW];
	size_t count = split(line, words);
	char group[SOLVING_GROUP];
	struct mk_rules rules;
	enum mk_status status = read_rules(run, words, count, &rules, error);

	if (status == MK_OK) {
		status = game->solver->read_deal(
			words[0], strlen(words[0]), &rules, run->world, error);
	}
	if (status == MK_OK) {
		name_group(run, words, count, group);
		solving_one(
			&run->solving, run->world, run->number, count > 3 ? words[3] : NULL, group);
	}
	return status;
}

/* ---- A file --------------------------------------------------------------------------------- */

static enum cli_exit solve_rows(struct run *run, FILE *file, const char *name)
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
	if (ferror(file)) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	solving_sum_up(&run->solving);
	return run->solving.differed ? CLI_FAILED : CLI_OK;
}

static enum cli_exit solve_file(struct run *run)
{
	const char *name = run->wish->word;
	bool is_input = !name || strcmp(name, "-") == 0;
	FILE *file = is_input ? stdin : fopen(name, "r");
	enum cli_exit code;

	if (!file) {
		return cli_fail(CLI_FAILED, "%s: %s", name, strerror(errno));
	}
	code = solve_rows(run, file, is_input ? "standard input" : name);
	if (!is_input) {
		fclose(file);
	}
	return code;
}

/* On failure `code` is what to exit with. */
static bool open_run(struct run *run, const struct chosen *chosen, enum cli_exit *code)
{
	const struct mk_game *game = chosen->game;

	if (!game->solver) {
		*code = cli_fail(CLI_USAGE, "%s has no exact solver", game->name);
		return false;
	}
	run->chosen = *chosen;
	run->world = calloc(1, game->world_size);
	run->solving = (struct solving){
		.game = game,
		.solver = game->solver->create((size_t)run->wish->megabytes << 20),
		.node_limit = run->wish->nodes,
		.is_brief = run->wish->is_brief,
	};
	if (!run->world || !run->solving.solver) {
		*code = cli_fail(CLI_FAILED, "out of memory");
		return false;
	}
	return true;
}

static void close_run(struct run *run)
{
	if (run->solving.solver) {
		run->chosen.game->solver->destroy(run->solving.solver);
	}
	free(run->solving.samples);
	free(run->world);
}

static enum cli_exit solve_deals(struct run *run)
{
	struct chosen chosen;
	struct mk_error error;
	enum cli_exit code;

	if (choice_resolve(&run->wish->choice, &chosen, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	return open_run(run, &chosen, &code) ? solve_file(run) : code;
}

/* ---- A table -------------------------------------------------------------------------------- */

/* The table in a session's JSON, or that itself; NULL for the one-line forms. */
static json_t *json_of(const struct source *source)
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
	struct run *run, const struct mk_view *view, const struct source *source)
{
	const struct mk_solver_api *exact = run->chosen.game->solver;
	json_t *table = json_of(source);
	struct mk_error error;
	enum mk_status status = exact->complete(view, table, run->world, &error);

	json_decref(table);
	if (status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	solving_one(&run->solving, run->world, 1, NULL, NULL);
	return CLI_OK;
}

static enum cli_exit solve_table(struct run *run)
{
	struct source source;
	struct chosen chosen;
	struct mk_error error;
	struct mk_view *view;
	enum cli_exit code;

	if (choice_check_game(&run->wish->choice, &error) != MK_OK ||
		source_read(run->wish->word, &source, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	view = table_read(&source, &run->wish->choice, &chosen, &error);
	if (!view) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	if (open_run(run, &chosen, &code)) {
		code = solve_view(run, view, &source);
	}
	free(view);
	return code;
}

enum cli_exit solve_command(int argc, char **argv)
{
	struct wish wish = {.nodes = 100000000, .megabytes = 4096};
	struct run run = {.wish = &wish};
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &wish);
	code = wish.is_table ? solve_table(&run) : solve_deals(&run);
	close_run(&run);
	return code;
}
