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

enum { LINE_ROOM = 64 * 1024 };

struct wish {
	const char *store;
	char **ids; /* ended by NULL; none: all */
};

static const struct argp_option options[] = {
	{"store", 's', "URL", 0, "the store, as makkerd names it: sqlite:PATH", 0},
	{0},
};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct wish *wish = state->input;

	switch (key) {
	case 's':
		wish->store = word;
		return 0;
	case ARGP_KEY_ARGS:
		wish->ids = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (!wish->store) {
			argp_error(state, "missing --store");
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[SESSION...]",
	.doc = "Write sessions of a store (all, or those that are named) to standard output, a line of "
	       "JSON each, the newest first. No daemon may use the store meanwhile.",
};

/* ---- one session ---------------------------------------------------------------------------- */

struct exported {
	const char *id;
	struct mk_arena *arena;
	enum cli_exit code;
};

static void write_session(void *context, enum mk_status status,
	const struct journal_session *session, const struct journal_event *events, size_t count)
{
	struct exported *exported = context;
	struct mk_text line;
	struct mk_error error;

	exported->code = CLI_FAILED;
	if (status == MK_NOT_FOUND) {
		cli_fail(CLI_FAILED, "%s: there is no such session", exported->id);
		return;
	}
	if (status != MK_OK) {
		cli_fail(CLI_FAILED, "%s: it cannot be read", exported->id);
		return;
	}
	mk_text_init(&line, exported->arena, LINE_ROOM, SESSION_LINE_LONGEST);
	if (session_line_write(&line, session, events, count, &error) != MK_OK) {
		cli_fail_at(CLI_FAILED, exported->id, &error);
		return;
	}
	exported->code =
		fwrite(line.bytes, 1, line.length, stdout) == line.length ? CLI_OK : CLI_FAILED;
}

static enum cli_exit export_session(struct ledger *ledger, const char *id)
{
	struct exported exported = {
		.id = id, .arena = mk_arena_create(4 * (size_t)SESSION_LINE_LONGEST)};

	if (!exported.arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	ledger_load(ledger, id, write_session, &exported);
	mk_arena_destroy(exported.arena);
	return exported.code;
}

/* ---- all of them: one that cannot be read does not keep the others ----------------------------
 */

static enum cli_exit export_all(struct ledger *ledger)
{
	enum cli_exit code = CLI_OK;
	struct mk_error error = {.status = MK_OK};
	size_t count;
	char(*ids)[SESSION_ID_ROOM] = ledger_ids(ledger, &count, &error);

	if (error.status != MK_OK) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	for (size_t i = 0; i < count && !ferror(stdout); i++) {
		code |= export_session(ledger, ids[i]);
	}
	free(ids);
	return code;
}

static enum cli_exit export_named(struct ledger *ledger, char **ids)
{
	enum cli_exit code = CLI_OK;

	for (; *ids; ids++) {
		code |= export_session(ledger, *ids);
	}
	return code;
}

enum cli_exit export_command(int argc, char **argv)
{
	struct wish wish = {0};
	struct ledger *ledger;
	struct mk_error error;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &wish);
	ledger = ledger_open(wish.store, true, &error);
	if (!ledger) {
		return cli_fail_at(CLI_FAILED, NULL, &error);
	}
	code = wish.ids ? export_named(ledger, wish.ids) : export_all(ledger);
	ledger_close(ledger);
	return code;
}
