/* makker advise: the ranked moves of a table, without a daemon. */
#include "base/arena.h"
#include "base/json.h"
#include "base/threads.h"
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/table_input.h"
#include "session/session.h"

#include <makker/selfplay.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT_MS = 300, MESSAGE_SIZE = 1024, VALUE_DIGITS = 4 };
enum { SEARCH_ARENA_SIZE = 4 * 1024 * 1024, ARENA_SIZE = 2 * 1024 * 1024 };
enum { INITIAL_SIZE = 16 * 1024, MAX_OUTPUT_SIZE = 1024 * 1024 };

/* ---- Options -------------------------------------------------------------------------------- */

struct advise {
	struct game_args args;
	struct mk_budget budget;
	unsigned threads;
	const char *table;
	bool json;
};

static const struct argp_option options[] = {
	{"threads", 'T', "N", 0, "search threads (default: 1)", 0},
	{"json", 'j', NULL, 0, "print one JSON object with the members of a session", 0},
	{0},
};

static const struct argp_child children[] = {
	{&game_args_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

static error_t parse_advise_option(int key, char *word, struct argp_state *state)
{
	struct advise *advise = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &advise->args;
		state->child_inputs[1] = &advise->budget;
		return 0;
	case 'T':
		advise->threads = (unsigned)number_read(word, 1, MAX_THREADS, state);
		return 0;
	case 'j':
		advise->json = true;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&advise->table, word, "table", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp advise_argp = {
	.options = options,
	.parser = parse_advise_option,
	.args_doc = "[TABLE|FILE|-]",
	.doc = "Rank the moves of a table, offline.\v"
	       "TABLE is a first snapshot (a game's one-line form or its JSON), the `table' of a "
	       "daemon's session, or a whole session; by default it is read from standard input. The "
	       "suggested move is marked with *; a move that the classic rules suppress has the reason "
	       "in brackets. A strategy with search gets 300 ms if no budget is given.",
	.children = children,
};

/* ---- Ranked moves --------------------------------------------------------------------------- */

/* A table and its advice, all borrowed. */
struct ranking {
	const struct game_selection *selection;
	const struct mk_view *view;
	const struct mk_advice *advice;
};

static const struct mk_move *suggested_move(const struct ranking *ranking)
{
	const struct mk_advice *advice = ranking->advice;

	return advice->suggestion < 0 ? NULL : &advice->moves[advice->suggestion].move;
}

static void write_advice_message(struct mk_text *out, const struct ranking *ranking)
{
	const struct mk_game *game = ranking->selection->game;

	mk_describe_message(out, game, ranking->selection->language, ranking->view, NULL,
		suggested_move(ranking));
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void write_ranked_move(struct mk_text *out, const struct ranking *ranking, size_t index)
{
	const struct mk_notation *notation = ranking->selection->game->notation;
	const struct mk_ranked_move *ranked = &ranking->advice->moves[index];
	char why[WHY_SIZE];
	struct mk_text text;

	mk_text_format(out, "%c%3d. ", ranking->advice->suggestion == (int)index ? '*' : ' ',
		(int)index + 1);
	value_write(out, ranking->selection->language, ranking->selection->game, ranked->value);
	if (isnan(ranked->value) && !isnan(ranking->advice->value)) {
		mk_text_format(out, "%*s", VALUE_WIDTH, "");
	}
	notation->describe_move(out, ranking->selection->language, ranking->view, ranked->move);
	if (ranked->suppressed_by && notation->suppressions) {
		mk_text_format(out, "  [%s]", notation->suppressions[ranked->suppressed_by]);
	}
	mk_text_char(out, '\n');
	mk_text_fixed(&text, why, sizeof why);
	why_write(&text, ranking->selection->language, ranking->selection->game, ranking->view,
		ranked);
	if (text.length > 0) {
		mk_text_format(out, "      %s\n", why);
	}
}

/* The forecast of a strategy that makes one, and the moves of a proven win. */
static void write_forecast_lines(struct mk_text *out, const struct ranking *ranking)
{
	const struct mk_notation *notation = ranking->selection->game->notation;
	const struct mk_advice *advice = ranking->advice;

	if (isnan(advice->value) || !notation->describe_outlook) {
		return;
	}
	notation->describe_outlook(out, ranking->selection->language, advice);
	for (size_t i = 0; i < advice->winning_line_length; i++) {
		mk_text_put(out, i == 0 ? "\n" : ", ");
		mk_move_write_short(out, ranking->selection->game, advice->winning_line[i]);
	}
	mk_text_char(out, '\n');
}

/* Each move with its reasons below it, then the message. */
static void ranking_write_text(struct mk_text *out, const struct ranking *ranking)
{
	for (size_t i = 0; i < ranking->advice->count; i++) {
		write_ranked_move(out, ranking, i);
	}
	if (ranking->advice->count > 0) {
		mk_text_char(out, '\n');
	}
	write_forecast_lines(out, ranking);
	write_advice_message(out, ranking);
	mk_text_char(out, '\n');
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_ranked_member(
	struct mk_text *out, const char *key, const struct ranking *ranking, size_t index)
{
	const struct game_selection *selection = ranking->selection;

	mk_json_open_object(out, key);
	mk_json_int(out, "rank", (long long)index + 1);
	mk_ranked_write(out, selection->game, selection->language, ranking->view,
		&ranking->advice->moves[index]);
	mk_json_close_object(out);
}

static void write_suggestion_member(struct mk_text *out, const struct ranking *ranking)
{
	int index = ranking->advice->suggestion;

	if (index < 0) {
		mk_json_null(out, "suggestion");
	} else {
		write_ranked_member(out, "suggestion", ranking, (size_t)index);
	}
}

static void write_table_members(struct mk_text *out, const struct ranking *ranking)
{
	const struct game_selection *selection = ranking->selection;

	game_selection_write(out, selection);
	mk_json_string(out, "language", mk_language_code(selection->language));
	mk_json_string(out, "strategy", selection->strategy->name);
	mk_json_string(out, "status", session_status_name(selection->game->outcome(ranking->view)));
	mk_json_open_object(out, "table");
	mk_table_write(out, selection->game, ranking->view, ranking->advice);
	mk_json_close_object(out);
}

static void write_search_line(struct mk_text *out, const struct mk_advice *advice)
{
	mk_json_open_object(out, "advice");
	mk_json_string(out, "strategy", advice->strategy);
	mk_json_bool(out, "final", advice->final);
	mk_json_int(out, "worlds", (long long)advice->worlds);
	mk_json_int(out, "nodes", (long long)advice->nodes);
	mk_json_real(out, "elapsed_ms", advice->elapsed_ms, 3);
	mk_json_real(out, "value", advice->value, VALUE_DIGITS);
	mk_json_real(out, "low", advice->low, VALUE_DIGITS);
	mk_json_real(out, "high", advice->high, VALUE_DIGITS);
	mk_json_bool(out, "won_for_certain", advice->certainty == MK_PROVEN_WIN);
	mk_json_bool(out, "lost_for_certain", advice->certainty == MK_PROVEN_LOSS);
	mk_json_close_object(out);
}

/* One object with the members of a session in the API. */
static void ranking_write_json(struct mk_text *out, const struct ranking *ranking)
{
	char buffer[MESSAGE_SIZE];
	struct mk_text message;

	mk_json_open_object(out, NULL);
	write_table_members(out, ranking);
	mk_json_open_array(out, "moves");
	for (size_t i = 0; i < ranking->advice->count; i++) {
		write_ranked_member(out, NULL, ranking, i);
	}
	mk_json_close_array(out);
	write_suggestion_member(out, ranking);
	mk_text_fixed(&message, buffer, sizeof buffer);
	write_advice_message(&message, ranking);
	mk_json_string(out, "message", buffer);
	write_search_line(out, ranking->advice);
	mk_json_close_object(out);
	mk_text_char(out, '\n');
}

/* ---- The command ---------------------------------------------------------------------------- */

static enum cli_exit print_ranking(const struct ranking *ranking, bool json)
{
	struct mk_arena *arena = mk_arena_create(ARENA_SIZE);
	struct mk_text out;

	if (!arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	mk_text_init(&out, arena, INITIAL_SIZE, MAX_OUTPUT_SIZE);
	if (json) {
		ranking_write_json(&out, ranking);
	} else {
		mk_table_draw(&out, ranking->selection->game, ranking->selection->language,
			ranking->view, cli_card_style(STDOUT_FILENO));
		mk_text_char(&out, '\n');
		ranking_write_text(&out, ranking);
	}
	fputs(out.bytes, stdout);
	mk_arena_destroy(arena);
	return CLI_OK;
}

static bool search_moves(const struct advise *advise, const struct game_selection *selection,
	const struct mk_view *view, struct mk_advice *advice)
{
	struct mk_executor executor = threads_executor(advise->threads);
	struct mk_arena *arena = mk_arena_create(SEARCH_ARENA_SIZE);
	struct mk_search_context *thinker =
		arena ? mk_search_context_init(arena, selection->game, &executor) : NULL;
	struct mk_search_request thought = {
		.strategy = selection->strategy, .view = view, .budget = advise->budget};

	if (thinker) {
		mk_search_run(thinker, &thought, advice);
	}
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
	return thinker != NULL;
}

enum cli_exit advise_command(int argc, char **argv)
{
	struct advise advise = {.budget.ms = DEFAULT_MS, .threads = 1};
	struct source source;
	struct game_selection selection;
	struct mk_advice advice = {.suggestion = -1};
	struct mk_error error;
	struct mk_view *view;
	enum cli_exit code;

	command_parse(&advise_argp, argc, argv, &advise);
	if (game_args_check_game(&advise.args, &error) != MK_OK ||
		source_read(advise.table, &source, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	view = table_read(&source, &advise.args, &selection, &error);
	if (!view) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = search_moves(&advise, &selection, view, &advice)
		       ? print_ranking(&(struct ranking){&selection, view, &advice}, advise.json)
		       : cli_fail(CLI_FAILED, "out of memory");
	free(view);
	return code;
}
