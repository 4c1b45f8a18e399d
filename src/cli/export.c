/* makker export: the sessions of a store as lines of JSON. */
#include "base/arena.h"
#include "cli/cli.h"
#include "cli/offline_store.h"
#include "cli/session_line.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 64 * 1024 };

struct export_args {
	const char *store;
	char **ids; /* ends with NULL; NULL: all sessions */
};

static const struct argp_child children[] = {{&offline_store_argp, 0, NULL, 0}, {0}};

static error_t parse_export_option(int key, char *word, struct argp_state *state)
{
	struct export_args *args = state->input;

	(void)word;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->store;
		return 0;
	case ARGP_KEY_ARGS:
		args->ids = state->argv + state->next;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp export_argp = {
	.parser = parse_export_option,
	.children = children,
	.args_doc = "[SESSION...]",
	.doc = "Write sessions of a store, by default all, to standard output, each as a line of JSON, "
	       "the newest first. A daemon may use a PostgreSQL store meanwhile.",
};

/* ---- one session ---------------------------------------------------------------------------- */

struct exported {
	const char *id;
	bool listed; /* by the store, not named by the user */
	struct mk_arena *arena;
	enum cli_exit code;
};

static void on_session_loaded(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count)
{
	struct exported *exported = context;
	struct mk_text line;
	struct mk_error error;

	exported->code = CLI_FAILED;
	if (status == MK_NOT_FOUND && exported->listed) {
		exported->code = CLI_OK; /* a daemon has deleted it since */
		return;
	}
	if (status == MK_NOT_FOUND) {
		cli_fail(CLI_FAILED, "%s: session not found", exported->id);
		return;
	}
	if (status != MK_OK) {
		cli_fail(CLI_FAILED, "%s: cannot read the session", exported->id);
		return;
	}
	mk_text_init(&line, exported->arena, LINE_SIZE, MAX_SESSION_LINE_LENGTH);
	if (session_line_write(&line, session, events, count, &error) != MK_OK) {
		cli_fail_at(CLI_FAILED, exported->id, &error);
		return;
	}
	exported->code =
		fwrite(line.bytes, 1, line.length, stdout) == line.length ? CLI_OK : CLI_FAILED;
}

static enum cli_exit export_session(struct offline_store *store, const char *id, bool listed)
{
	struct exported exported = {.id = id,
		.listed = listed,
		.arena = mk_arena_create(4 * (size_t)MAX_SESSION_LINE_LENGTH)};

	if (!exported.arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	offline_store_load(store, id, on_session_loaded, &exported);
	mk_arena_destroy(exported.arena);
	return exported.code;
}

/* ---- several sessions: the others are exported even if one cannot be read ------------------- */

static enum cli_exit export_all(struct offline_store *store)
{
	enum cli_exit code = CLI_OK;
	struct mk_error error = {.status = MK_OK};
	size_t count;
	char(*ids)[SESSION_ID_SIZE] = offline_store_ids(store, &count, &error);

	if (error.status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	for (size_t i = 0; i < count && !ferror(stdout); i++) {
		code |= export_session(store, ids[i], true);
	}
	free(ids);
	return code;
}

static enum cli_exit export_named(struct offline_store *store, char **ids)
{
	enum cli_exit code = CLI_OK;

	for (; *ids; ids++) {
		code |= export_session(store, *ids, false);
	}
	return code;
}

enum cli_exit export_command(int argc, char **argv)
{
	struct export_args args = {0};
	struct offline_store *store;
	struct mk_error error;
	enum cli_exit code;

	command_parse(&export_argp, argc, argv, &args);
	store = offline_store_open(args.store, true, &error);
	if (!store) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	code = args.ids ? export_named(store, args.ids) : export_all(store);
	offline_store_close(store);
	return code;
}
