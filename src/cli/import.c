/* makker import: lines that `makker export' wrote become sessions of a store. */
#include "base/arena.h"
#include "cli/cli.h"
#include "cli/offline_store.h"
#include "cli/positional.h"
#include "cli/session_line.h"
#include "session/history/index.h"
#include "session/history/row.h"
#include "session/sessions.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_TOGETHER = 128,             /* sessions that are written at once */
	MOST_BYTES = 32 * 1024 * 1024,   /* and lines of so many bytes */
	BATCH_MEMORY = 256 * 1024 * 1024 /* what they may become */
};

struct wish {
	const char *store;
	const char *path;
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
	case ARGP_KEY_ARG:
		positional_take(&wish->path, word, "file", state);
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
	.args_doc = "[FILE|-]",
	.doc = "Add the sessions that `makker export' wrote to a store, which is created when missing. "
	       "A line that is none, or whose session is there already, is told with its number and "
	       "changes nothing; a session that is there with only its first events gets the others. "
	       "No daemon may use the store meanwhile.",
};

/* ---- a batch -------------------------------------------------------------------------------- */

struct import {
	struct ledger *ledger;
	const char *name; /* of the file, for people */
	FILE *file;
	char *line;
	size_t room;
	unsigned long number; /* of the line, from 1 */
	struct mk_arena *arena;
	struct ledger_entry entries[MOST_TOGETHER];
	unsigned long numbers[MOST_TOGETHER]; /* of their lines */
	size_t count, bytes;
	unsigned long added, refused;
};

static void refuse(struct import *import, unsigned long number, const struct mk_error *error)
{
	char where[300];

	snprintf(where, sizeof where, "%.200s:%lu", import->name, number);
	cli_fail_at(CLI_FAILED, where, error);
	import->refused++;
}

static void tell(struct import *import, const struct ledger_entry *entry, unsigned long number)
{
	struct mk_error error;

	if (entry->status == MK_OK) {
		import->added++;
		return;
	}
	if (entry->status == MK_CONFLICT) {
		mk_fail(&error, MK_CONFLICT, "session_exists", "", "session %s is there already",
			entry->session.id);
	} else {
		mk_fail(&error, entry->status, "store_unavailable", "",
			"session %s cannot be stored%s", entry->session.id,
			entry->remains ? ", and a part of it is left: delete it" : "");
	}
	refuse(import, number, &error);
}

static void write_batch(struct import *import)
{
	ledger_add(import->ledger, import->entries, import->count);
	for (size_t i = 0; i < import->count; i++) {
		tell(import, &import->entries[i], import->numbers[i]);
	}
	import->count = 0;
	import->bytes = 0;
	mk_arena_reset(import->arena);
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* The events with their index, in the arena. */
static enum mk_status take_index(struct mk_arena *arena, struct ledger_entry *entry,
	const struct index *index, struct mk_error *error)
{
	struct journal_event *events = (struct journal_event *)(void *)mk_arena_copy(
		arena, (const char *)entry->events, index->count * sizeof *events);

	if (!events) {
		return mk_fail(error, MK_FULL, "too_large", "", "the line is too large");
	}
	for (size_t i = 0; i < index->count; i++) {
		const char *state = index->entries[i].state;

		events[i].top = index->entries[i].top;
		events[i].state = state ? mk_arena_copy(arena, state, strlen(state)) : NULL;
		if (state && !events[i].state) {
			return mk_fail(error, MK_FULL, "too_large", "", "the line is too large");
		}
	}
	entry->events = events;
	return MK_OK;
}

/* Replays the events: a session that no daemon could open is refused here, where a person sees it.
 */
static enum mk_status check_events(
	struct mk_arena *arena, struct ledger_entry *entry, struct mk_error *error)
{
	const struct sessions_options plain = {0};
	struct session session;
	struct index index;
	enum mk_status status = row_read(&entry->session, &plain, &session, error);

	if (status != MK_OK) {
		return status;
	}
	status =
		index_build(&index, &session, entry->events, (size_t)entry->session.version, error);
	if (status == MK_OK) {
		status = take_index(arena, entry, &index, error);
		index_finish(&index);
	}
	return status;
}

static enum mk_status read_entry(
	struct import *import, size_t length, struct ledger_entry *entry, struct mk_error *error)
{
	enum mk_status status = session_line_read(
		import->line, length, import->arena, &entry->session, &entry->events, error);

	return status == MK_OK ? check_events(import->arena, entry, error) : status;
}

static void take_line(struct import *import, size_t length)
{
	struct ledger_entry *entry = &import->entries[import->count];
	struct mk_error error;

	*entry = (struct ledger_entry){0};
	if (read_entry(import, length, entry, &error) != MK_OK) {
		refuse(import, import->number, &error);
		return;
	}
	import->numbers[import->count++] = import->number;
	import->bytes += length;
	if (import->count == MOST_TOGETHER || import->bytes > MOST_BYTES) {
		write_batch(import);
	}
}

enum reading { LINE_READ, LINE_TOO_LONG, LINES_OVER };

/* A line without its end; of one that is too long the rest is skipped. */
static enum reading read_line(struct import *import, size_t *length)
{
	int letter;

	*length = 0;
	while ((letter = getc(import->file)) != EOF && letter != '\n') {
		if (*length < SESSION_LINE_LONGEST) {
			import->line[*length] = (char)letter;
		}
		++*length;
	}
	if (letter == EOF && *length == 0) {
		return LINES_OVER;
	}
	import->number++;
	if (*length >= SESSION_LINE_LONGEST) {
		return LINE_TOO_LONG;
	}
	*length -= *length > 0 && import->line[*length - 1] == '\r';
	import->line[*length] = '\0';
	return LINE_READ;
}

static void refuse_long_line(struct import *import)
{
	struct mk_error error;

	mk_fail(&error, MK_FULL, "too_large", "", "the line is longer than %d bytes",
		SESSION_LINE_LONGEST);
	refuse(import, import->number, &error);
}

static void read_lines(struct import *import)
{
	enum reading reading;
	size_t length;

	while ((reading = read_line(import, &length)) != LINES_OVER) {
		if (reading == LINE_TOO_LONG) {
			refuse_long_line(import);
		} else if (strspn(import->line, " \t") < length) {
			take_line(import, length);
		}
	}
	write_batch(import);
}

static enum cli_exit run(struct import *import)
{
	import->line = malloc(SESSION_LINE_LONGEST + 1);
	import->arena = mk_arena_create(BATCH_MEMORY);
	if (!import->line || !import->arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	read_lines(import);
	if (ferror(import->file)) {
		return cli_fail(CLI_FAILED, "%s: it cannot be read to its end", import->name);
	}
	fprintf(stderr, "%lu added, %lu refused\n", import->added, import->refused);
	return import->refused ? CLI_FAILED : CLI_OK;
}

static FILE *open_file(const char *path)
{
	return !path || strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
}

enum cli_exit import_command(int argc, char **argv)
{
	static struct import import;
	struct wish wish = {0};
	struct mk_error error;
	enum cli_exit code;

	argp_parse(&argp, argc, argv, 0, NULL, &wish);
	import = (struct import){.file = open_file(wish.path)};
	import.name = import.file == stdin ? "standard input" : wish.path;
	if (!import.file) {
		return cli_fail(CLI_FAILED, "%s: %s", wish.path, strerror(errno));
	}
	import.ledger = ledger_open(wish.store, false, &error);
	code = import.ledger ? run(&import) : cli_fail_at(CLI_FAILED, NULL, &error);
	ledger_close(import.ledger);
	mk_arena_destroy(import.arena);
	free(import.line);
	if (import.file != stdin) {
		fclose(import.file);
	}
	return code;
}
