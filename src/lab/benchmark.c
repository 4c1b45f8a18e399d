/*
 * makker-lab benchmark: what docs/benchmark.md needs.
 *
 *   deals RULES         prints deals by number: the number, a tab, 52 cards as `makker solve' reads
 *                       them
 *   play RULES          plays them by a strategy and prints the games: the number, a tab, the moves
 *   judge RULES [FILE]  follows games in that form, of any program, and says how each one ended
 *
 * RULES is one of the six rule sets. Deal N of a seed is game N of `makker-lab tournament' with it.
 */
#include "base/arena.h"
#include "cli/game_args.h"
#include "games/klondike/klondike.h"
#include "games/klondike/table/world.h"
#include "lab/lab.h"
#include "lab/policy_network.h"

#include <errno.h>
#include <inttypes.h>
#include <makker/selfplay.h>
#include <makker/statistics.h>
#include <stdlib.h>
#include <string.h>

/* The deals for which docs/benchmark.md has results. */
enum { DEFAULT_SEED = 20261122, DEFAULT_GAMES = 1000, MAX_GAMES = 1000000, DEFAULT_NODES = 1000 };
enum { LINE_SIZE = 1 << 16, SHORT_SIZE = 64, ARENA_SIZE = 1 << 21 };

struct benchmark {
	const char *action, *rules_name, *file, *strategy_name;
	struct mk_budget budget;
	uint64_t seed, first, games;
	struct mk_rules rules;
};

/* ---- Options -------------------------------------------------------------------------------- */

enum { KEY_FIRST = 256 };

static const struct argp_option benchmark_options[] = {
	{"first", KEY_FIRST, "N", 0, "number of the first deal (default: 0)", 0},
	{"games", 'n', "N", 0, "number of deals (default: 1000)", 0},
	{"seed", 'S', "SEED", 0, "seed of the deals (default: 20261122)", 0},
	{"strategy", 's', "STRATEGY", 0, "play: the strategy (default: the first of Klondike)", 0},
	{0},
};

static const struct argp_child benchmark_children[] = {{&budget_argp, 0, NULL, 0}, {0}};

static error_t take_word(struct benchmark *benchmark, const char *word, unsigned number)
{
	switch (number) {
	case 0:
		benchmark->action = word;
		return 0;
	case 1:
		benchmark->rules_name = word;
		return 0;
	case 2:
		benchmark->file = word;
		return strcmp(benchmark->action, "judge") == 0 ? 0 : ARGP_ERR_UNKNOWN;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_benchmark_option(int key, char *value, struct argp_state *state)
{
	struct benchmark *benchmark = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		benchmark->budget.nodes = DEFAULT_NODES;
		state->child_inputs[0] = &benchmark->budget;
		return 0;
	case KEY_FIRST:
		benchmark->first = number_read(value, 0, INT64_MAX - MAX_GAMES, state);
		return 0;
	case 'n':
		benchmark->games = number_read(value, 1, MAX_GAMES, state);
		return 0;
	case 'S':
		benchmark->seed = number_read(value, 0, INT64_MAX, state);
		return 0;
	case 's':
		benchmark->strategy_name = value;
		return 0;
	case ARGP_KEY_ARG:
		return take_word(benchmark, value, state->arg_num);
	case ARGP_KEY_END:
		if (state->arg_num < 2) {
			argp_usage(state);
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp benchmark_argp = {
	.options = benchmark_options,
	.parser = parse_benchmark_option,
	.children = benchmark_children,
	.args_doc = "deals|play RULES\njudge RULES [FILE]",
	.doc = "Print the deals of the benchmark of Klondike, play them, or judge games of them.\v" RULE_SETS_HELP
	       " A game is a line: the number of its deal, a tab, and the moves with "
	       "commas between them, as `makker solve' writes them; FILE (or standard input) may have "
	       "empty lines and such that begin with #. A strategy with search gets 1000 nodes per "
	       "decision if no budget is given. The exit status of judge is 1 if a game is not legal "
	       "or a deal has none; both count as not won.",
};

/* ---- Deals ---------------------------------------------------------------------------------- */

static void deal_numbered(
	const struct benchmark *benchmark, uint64_t number, struct klondike_world *world)
{
	struct mk_rng rng;

	mk_rng_init(&rng, benchmark->seed, number);
	klondike_deal((struct mk_world *)world, &benchmark->rules, &rng);
}

static void print_deal(const struct klondike_world *world, uint64_t number)
{
	printf("%" PRIu64 "\t", number);
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < column; i++) {
			fputs(mk_card_code(world->under[column][i]), stdout);
		}
		fputs(mk_card_code(world->known.column[column][0]), stdout);
	}
	for (int i = 0; i < PILE; i++) {
		fputs(mk_card_code(world->pile[i]), stdout);
	}
	putchar('\n');
}

static enum cli_exit print_deals(const struct benchmark *benchmark)
{
	for (uint64_t i = 0; i < benchmark->games; i++) {
		struct klondike_world world;

		deal_numbered(benchmark, benchmark->first + i, &world);
		print_deal(&world, benchmark->first + i);
	}
	return CLI_OK;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static void write_made_move(void *owner, const struct mk_world *world, struct mk_move move)
{
	struct mk_text *line = owner;

	(void)world;
	if (line->length > 0) {
		mk_text_put(line, ", ");
	}
	mk_move_write_short(line, &klondike_game, move);
}

static enum cli_exit play_deal(const struct mk_selfplay *playing, uint64_t number)
{
	static char buffer[LINE_SIZE];
	struct mk_selfplay play = *playing;
	struct klondike_world world;
	struct klondike_view view;
	struct mk_result result;
	struct mk_text line;

	mk_text_fixed(&line, buffer, sizeof buffer);
	play.owner = &line;
	mk_play_game(&play, number, (struct mk_world *)&world, (struct mk_view *)&view, &result);
	if (line.truncated) {
		return cli_fail(CLI_FAILED, "deal %" PRIu64 ": too many moves", number);
	}
	printf("%" PRIu64 "\t%s\n", number, buffer);
	return CLI_OK;
}

static enum cli_exit play_deals(
	const struct benchmark *benchmark, const struct mk_selfplay *playing)
{
	enum cli_exit code = CLI_OK;

	for (uint64_t i = 0; i < benchmark->games && code == CLI_OK; i++) {
		code = play_deal(playing, benchmark->first + i);
	}
	return code;
}

static enum cli_exit play_benchmark(const struct benchmark *benchmark)
{
	struct mk_arena *arena = mk_arena_create(ARENA_SIZE);
	struct mk_selfplay play = {.game = &klondike_game,
		.search = arena ? mk_search_context_init(arena, &klondike_game, NULL) : NULL,
		.budget = benchmark->budget,
		.on_move = write_made_move,
		.rules = benchmark->rules,
		.seed = benchmark->seed,
		.most_moves = MK_SIMULATION_MOVES};
	struct mk_error error;
	enum cli_exit code;

	if (game_args_find_strategy(benchmark->strategy_name, "--strategy", play.game,
		    &play.strategy, &error) != MK_OK) {
		code = cli_fail_at(CLI_USAGE, NULL, &error);
	} else {
		code = play.search ? play_deals(benchmark, &play)
				   : cli_fail(CLI_FAILED, "out of memory");
	}
	mk_search_context_deinit(play.search);
	mk_arena_destroy(arena);
	return code;
}

/* ---- Judging -------------------------------------------------------------------------------- */

enum verdict { NO_GAME, GAME_WON, GAME_LOST, GAME_UNFINISHED, GAME_ILLEGAL, VERDICTS };

static const char *const verdict_names[VERDICTS] = {
	"missing", "won", "lost", "unfinished", "illegal"};

struct judgement {
	const struct benchmark *benchmark;
	FILE *in;
	size_t line_number;
	unsigned char *verdicts; /* enum verdict, by deal */
};

/* Finds the legal move with this notation; false if there is none. T is also a ten. */
static bool find_written_move(const struct klondike_world *world, const char *written,
	size_t length, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = klondike_world_moves((const struct mk_world *)world, moves);

	for (size_t i = 0; i < count; i++) {
		char buffer[SHORT_SIZE];
		struct mk_text text;

		mk_text_fixed(&text, buffer, sizeof buffer);
		mk_move_write_short(&text, &klondike_game, moves[i]);
		if (text.length == length &&
			(buffer[0] == written[0] || (buffer[0] == '0' && written[0] == 'T')) &&
			memcmp(buffer + 1, written + 1, length - 1) == 0) {
			*move = moves[i];
			return true;
		}
	}
	return false;
}

static enum verdict verdict_at_end(const struct klondike_world *world)
{
	switch (klondike_outcome(&world->known)) {
	case MK_WON:
		return GAME_WON;
	case MK_LOST:
		return GAME_LOST;
	case MK_WAITING:
	case MK_PLAYING:
	case MK_DRAWN:
	case MK_STOPPED:
		break;
	}
	return GAME_UNFINISHED;
}

static void print_illegal(uint64_t number, unsigned long made, const char *written, size_t length)
{
	char buffer[SHORT_SIZE];

	snprintf(buffer, sizeof buffer, "%.*s", length < SHORT_SIZE ? (int)length : SHORT_SIZE,
		written);
	printf("%" PRIu64 "\tillegal\tmove %lu: ", number, made);
	print_text_line(stdout, buffer);
}

/*
 * Follows the moves up to a win and prints the verdict. A proven loss does not end a game, since
 * the list of moves does.
 */
static enum verdict judge_game(struct klondike_world *world, uint64_t number, const char *moves)
{
	enum verdict verdict = verdict_at_end(world);
	unsigned long made = 0;

	moves += strspn(moves, ", ");
	while (*moves && verdict != GAME_WON) {
		size_t length = strcspn(moves, ",");
		struct mk_move move;

		while (length > 0 && moves[length - 1] == ' ') {
			length--;
		}
		made++;
		if (!find_written_move(world, moves, length, &move)) {
			print_illegal(number, made, moves, length);
			return GAME_ILLEGAL;
		}
		klondike_apply((struct mk_world *)world, move);
		verdict = verdict_at_end(world);
		moves += length;
		moves += strspn(moves, ", ");
	}
	printf("%" PRIu64 "\t%s\t%lu moves\n", number, verdict_names[verdict], made);
	return verdict;
}

static enum cli_exit fail_game(const struct judgement *judgement, const char *why)
{
	return cli_fail(CLI_FAILED, "%s:%zu: %s",
		judgement->benchmark->file ? judgement->benchmark->file : "-",
		judgement->line_number, why);
}

static enum cli_exit judge_line(struct judgement *judgement, char *line)
{
	const struct benchmark *benchmark = judgement->benchmark;
	struct klondike_world world;
	char *end;
	uint64_t number;

	line[strcspn(line, "\r\n")] = '\0';
	if (*line == '\0' || *line == '#') {
		return CLI_OK;
	}
	errno = 0;
	number = strtoull(line, &end, 10);
	if (*line < '0' || *line > '9' || errno || *end != '\t' || strchr(end + 1, '\t')) {
		return fail_game(judgement, "not the number of a deal, a tab, and moves");
	}
	if (number < benchmark->first || number - benchmark->first >= benchmark->games) {
		return fail_game(judgement, "not one of the deals, see --first and --games");
	}
	if (judgement->verdicts[number - benchmark->first] != NO_GAME) {
		return fail_game(judgement, "a second game of the same deal");
	}
	deal_numbered(benchmark, number, &world);
	judgement->verdicts[number - benchmark->first] =
		(unsigned char)judge_game(&world, number, end + 1);
	return CLI_OK;
}

static enum cli_exit judge_lines(struct judgement *judgement)
{
	enum cli_exit code = CLI_OK;
	char *line = NULL;
	size_t size = 0;

	while (code == CLI_OK && getline(&line, &size, judgement->in) >= 0) {
		judgement->line_number++;
		code = judge_line(judgement, line);
	}
	if (code == CLI_OK && ferror(judgement->in)) {
		code = fail_game(judgement, strerror(errno));
	}
	free(line);
	return code;
}

static enum cli_exit print_verdicts(const struct judgement *judgement)
{
	const struct benchmark *benchmark = judgement->benchmark;
	uint64_t count[VERDICTS] = {0};
	struct mk_proportion won;

	for (uint64_t i = 0; i < benchmark->games; i++) {
		count[judgement->verdicts[i]]++;
	}
	won = mk_proportion_of(count[GAME_WON], benchmark->games);
	printf("%s, seed %" PRIu64 ", deals %" PRIu64 " to %" PRIu64 ": won %" PRIu64 " of %" PRIu64
	       ", %.2f %% (95 %%: %.2f to %.2f)",
		benchmark->rules_name, benchmark->seed, benchmark->first,
		benchmark->first + benchmark->games - 1, count[GAME_WON], benchmark->games,
		100 * won.value, 100 * won.low, 100 * won.high);
	printf("; lost %" PRIu64 ", unfinished %" PRIu64 ", illegal %" PRIu64 ", missing %" PRIu64
	       "\n",
		count[GAME_LOST], count[GAME_UNFINISHED], count[GAME_ILLEGAL], count[NO_GAME]);
	return count[GAME_ILLEGAL] || count[NO_GAME] ? CLI_FAILED : CLI_OK;
}

static enum cli_exit judge_opened(struct judgement *judgement)
{
	enum cli_exit code;

	judgement->verdicts = calloc(judgement->benchmark->games, 1);
	if (!judgement->verdicts) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	code = judge_lines(judgement);
	if (code == CLI_OK) {
		code = print_verdicts(judgement);
	}
	free(judgement->verdicts);
	return code;
}

static enum cli_exit judge_games(const struct benchmark *benchmark)
{
	struct judgement judgement = {.benchmark = benchmark, .in = input_open(benchmark->file)};
	enum cli_exit code;

	if (!judgement.in) {
		return cli_fail(CLI_FAILED, "%s: %s", benchmark->file, strerror(errno));
	}
	code = judge_opened(&judgement);
	input_close(judgement.in);
	return code;
}

/* ---- The command ---------------------------------------------------------------------------- */

enum cli_exit benchmark_command(int argc, char **argv)
{
	static const struct {
		const char *name;
		enum cli_exit (*run)(const struct benchmark *benchmark);
	} actions[] = {{"deals", print_deals}, {"play", play_benchmark}, {"judge", judge_games}};
	struct benchmark benchmark = {.seed = DEFAULT_SEED, .games = DEFAULT_GAMES};

	command_parse(&benchmark_argp, argc, argv, &benchmark);
	if (rule_set_find(benchmark.rules_name, &benchmark.rules) != CLI_OK) {
		return CLI_USAGE;
	}
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		if (strcmp(actions[i].name, benchmark.action) == 0) {
			return actions[i].run(&benchmark);
		}
	}
	return cli_fail(CLI_USAGE, "'%.40s' is not deals, play or judge", benchmark.action);
}
