/* makker import: adds exported sessions to a store. */
#include "base/arena.h"
#include "cli/cli.h"
#include "cli/offline_store.h"
#include "cli/session_line.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_BATCH_SESSIONS = 128,            /* sessions that are written at once */
	MAX_BATCH_LENGTH = 32 * 1024 * 1024, /* bytes of their lines */
	BATCH_MEMORY = 256 * 1024 * 1024,    /* for their parsed form */
};

struct import_args {
	const char *store;
	const char *path;
};

static const struct argp_child children[] = {{&offline_store_argp, 0, NULL, 0}, {0}};

static error_t parse_import_option(int key, char *word, struct argp_state *state)
{
	struct import_args *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &args->store;
		return 0;
	case ARGP_KEY_ARG:
		positional_take(&args->path, word, "file", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp import_argp = {
	.parser = parse_import_option,
	.children = children,
	.args_doc = "[FILE|-]",
	.doc = "Import sessions that `makker export' wrote into a store, which is created if missing. "
	       "Invalid lines and existing sessions are reported by line number and skipped; a session "
	       "that exists with only its first events is completed. No daemon may use the store "
	       "meanwhile.",
};

/* ---- a batch -------------------------------------------------------------------------------- */

struct import {
	struct offline_store *store;
	const char *name; /* of the file, for messages */
	FILE *file;
	char *line;
	unsigned long number; /* of the line, from 1 */
	struct mk_arena *arena;
	struct offline_store_entry entries[MAX_BATCH_SESSIONS];
	unsigned long numbers[MAX_BATCH_SESSIONS]; /* of their lines */
	size_t count, bytes;
	unsigned long added, rejected;
};

static void reject_line(struct import *import, unsigned long number, const struct mk_error *error)
{
	char where[300];

	snprintf(where, sizeof where, "%.200s:%lu", import->name, number);
	cli_fail_at(CLI_FAILED, where, error);
	import->rejected++;
}

/* The part of a session in the store that could not be stored as a whole. */
static const char *rest_of(const struct offline_store_entry *entry)
{
	if (entry->begun) {
		return "; its first events are in the store: import it again";
	}
	return entry->partial ? "; a part of it remains in the store: delete it" : "";
}

static void report_entry(
	struct import *import, const struct offline_store_entry *entry, unsigned long number)
{
	struct mk_error error;

	if (entry->status == MK_OK) {
		import->added++;
		return;
	}
	if (entry->status == MK_CONFLICT) {
		mk_fail(&error, MK_CONFLICT, "session_exists", "", "session %s already exists",
			entry->session.id);
	} else {
		mk_fail(&error, entry->status, "store_unavailable", "", "cannot store session %s%s",
			entry->session.id, rest_of(entry));
	}
	reject_line(import, number, &error);
}

static void write_batch(struct import *import)
{
	offline_store_add(import->store, import->entries, import->count);
	for (size_t i = 0; i < import->count; i++) {
		report_entry(import, &import->entries[i], import->numbers[i]);
	}
	import->count = 0;
	import->bytes = 0;
	mk_arena_reset(import->arena);
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Copies the index of the events into the arena. */
static enum mk_status copy_index(struct mk_arena *arena, struct offline_store_entry *entry,
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

/* Replays the events, so that a session that no daemon could open is rejected with its line. */
static enum mk_status check_events(
	struct mk_arena *arena, struct offline_store_entry *entry, struct mk_error *error)
{
	struct index index;
	enum mk_status status = session_replay(&entry->session, entry->events, &index, error);

	if (status == MK_OK) {
		status = copy_index(arena, entry, &index, error);
		index_finish(&index);
	}
	return status;
}

static enum mk_status parse_entry(struct import *import, size_t length,
	struct offline_store_entry *entry, struct mk_error *error)
{
	enum mk_status status = session_line_read(
		import->line, length, import->arena, &entry->session, &entry->events, error);

	return status == MK_OK ? check_events(import->arena, entry, error) : status;
}

static void import_line(struct import *import, size_t length)
{
	struct offline_store_entry *entry = &import->entries[import->count];
	struct mk_error error;

	*entry = (struct offline_store_entry){0};
	if (parse_entry(import, length, entry, &error) != MK_OK) {
		reject_line(import, import->number, &error);
		return;
	}
	import->numbers[import->count++] = import->number;
	import->bytes += length;
	if (import->count == MAX_BATCH_SESSIONS || import->bytes > MAX_BATCH_LENGTH) {
		write_batch(import);
	}
}

enum line_state { LINE_READ, LINE_TOO_LONG, NO_MORE_LINES };

/* Reads a line without its end; the rest of a line that is too long is skipped. */
static enum line_state read_import_line(struct import *import, size_t *length)
{
	int letter;

	*length = 0;
	while ((letter = getc(import->file)) != EOF && letter != '\n') {
		if (*length < MAX_SESSION_LINE_LENGTH) {
			import->line[*length] = (char)letter;
		}
		++*length;
	}
	if (letter == EOF && *length == 0) {
		return NO_MORE_LINES;
	}
	import->number++;
	if (*length >= MAX_SESSION_LINE_LENGTH) {
		return LINE_TOO_LONG;
	}
	*length -= *length > 0 && import->line[*length - 1] == '\r';
	import->line[*length] = '\0';
	return LINE_READ;
}

static void reject_long_line(struct import *import)
{
	struct mk_error error;

	mk_fail(&error, MK_FULL, "too_large", "", "the line is longer than %d bytes",
		MAX_SESSION_LINE_LENGTH);
	reject_line(import, import->number, &error);
}

static void import_lines(struct import *import)
{
	enum line_state state;
	size_t length;

	while ((state = read_import_line(import, &length)) != NO_MORE_LINES) {
		if (state == LINE_TOO_LONG) {
			reject_long_line(import);
		} else if (strspn(import->line, " \t") < length) {
			import_line(import, length);
		}
	}
	write_batch(import);
}

static enum cli_exit import_file(struct import *import)
{
	import->line = malloc(MAX_SESSION_LINE_LENGTH + 1);
	import->arena = mk_arena_create(BATCH_MEMORY);
	if (!import->line || !import->arena) {
		return cli_fail(CLI_FAILED, "out of memory");
	}
	import_lines(import);
	if (ferror(import->file)) {
		return cli_fail(CLI_FAILED, "%s: read error", import->name);
	}
	fprintf(stderr, "%lu added, %lu rejected\n", import->added, import->rejected);
	return import->rejected ? CLI_FAILED : CLI_OK;
}

enum cli_exit import_command(int argc, char **argv)
{
	static struct import import;
	struct import_args args = {0};
	struct mk_error error;
	enum cli_exit code;

	command_parse(&import_argp, argc, argv, &args);
	import = (struct import){.file = input_open(args.path)};
	import.name = import.file == stdin ? "standard input" : args.path;
	if (!import.file) {
		return cli_fail(CLI_FAILED, "%s: %s", args.path, strerror(errno));
	}
	import.store = offline_store_open(args.store, false, &error);
	code = import.store ? import_file(&import) : cli_fail_at(CLI_FAILED, NULL, &error);
	offline_store_close(import.store);
	mk_arena_destroy(import.arena);
	free(import.line);
	input_close(import.file);
	return code;
}
