/* makker advise: the ranked moves of a table, without a daemon. */
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/number.h"
#include "cli/positional.h"
#include "cli/ranking.h"
#include "cli/table_input.h"
#include "cli/thread_executor.h"

#include "base/arena.h"

#include <makker/selfplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT_MS = 300, THINKER_LIMIT = 4 * 1024 * 1024 };
enum { ARENA_LIMIT = 2 * 1024 * 1024, ANSWER_LIMIT = 1024 * 1024, FIRST_ROOM = 16 * 1024 };

struct advise {
	struct choice choice;
	struct mk_budget budget;
	unsigned jobs;
	const char *table;
	bool json;
};

static const struct argp_option options[] = {
	{"jobs", 'J', "JOBS", 0, "how many threads think (1)", 0},
	{"json", 'j', NULL, 0, "print one JSON object, its fields as in a session of the API", 0},
	{0},
};

static const struct argp_child children[] = {
	{&choice_argp, 0, NULL, 0}, {&budget_argp, 0, NULL, 0}, {0}};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct advise *advise = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &advise->choice;
		state->child_inputs[1] = &advise->budget;
		return 0;
	case 'J':
		advise->jobs = (unsigned)number_read(word, 1, CREW_SIZE, state);
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

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[TABLE|FILE|-]",
	.doc = "Rank the moves of a table, offline.\v"
	       "TABLE is a first snapshot (a game's one-line form or its JSON), the `table' of a "
	       "daemon's session, or a whole session; without it, standard input is read. The move "
	       "that is suggested is marked with *; what the classic rules hold back is marked "
	       "with its reason in brackets. A strategy that searches thinks for 300 ms where no limit is "
	       "named.",
	.children = children,
};

static enum cli_exit print(const struct ranking *ranking, bool json)
{
	struct mk_arena *arena = mk_arena_create(ARENA_LIMIT);
	struct mk_text out;

	if (!arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	mk_text_init(&out, arena, FIRST_ROOM, ANSWER_LIMIT);
	if (json) {
		ranking_write_json(&out, ranking);
	} else {
		ranking->chosen->game->notation->draw(
			&out, ranking->view, cli_wants_colour(STDOUT_FILENO));
		mk_text_char(&out, '\n');
		ranking_write_text(&out, ranking);
	}
	fputs(out.bytes, stdout);
	mk_arena_destroy(arena);
	return CLI_OK;
}

static bool think(const struct advise *advise, const struct chosen *chosen,
	const struct mk_view *view, struct mk_advice *advice)
{
	struct mk_executor crew = crew_of(advise->jobs);
	struct mk_arena *arena = mk_arena_create(THINKER_LIMIT);
	struct mk_search_context *thinker =
		arena ? mk_search_context_init(arena, chosen->game, &crew) : NULL;
	struct mk_search_request thought = {
		.strategy = chosen->strategy, .view = view, .budget = advise->budget};

	if (thinker) {
		mk_search_run(thinker, &thought, advice);
	}
	mk_search_context_deinit(thinker);
	mk_arena_destroy(arena);
	return thinker != NULL;
}

enum cli_exit advise_command(int argc, char **argv)
{
	struct advise advise = {.jobs = 1};
	struct source source;
	struct chosen chosen;
	struct mk_advice advice = {.suggestion = -1};
	struct mk_error error;
	struct mk_view *view;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &advise);
	if (mk_budget_is_empty(&advise.budget)) {
		advise.budget.ms = DEFAULT_MS;
	}
	if (choice_check_game(&advise.choice, &error) != MK_OK ||
		source_read(advise.table, &source, &error) != MK_OK) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	view = table_read(&source, &advise.choice, &chosen, &error);
	if (!view) {
		return cli_fail_at(cli_exit_for(&error), NULL, &error);
	}
	code = think(&advise, &chosen, view, &advice)
		       ? print(&(struct ranking){&chosen, view, &advice}, advise.json)
		       : cli_fail(CLI_FAILED, "out of memory");
	free(view);
	return code;
}
