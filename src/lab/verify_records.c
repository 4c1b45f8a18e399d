/* makker replay: plays recorded games again and prints what differs from the record. */
#include "cli/cli.h"
#include "cli/game_args.h"
#include "cli/print.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_game[] = "doppelkopf";

struct replay {
	const char *game;
	char **files;
	int file_count;
	/* While a file is compared. */
	const char *file;
	const size_t *lines; /* of each record */
};

static const struct argp_option options[] = {
	{"game", 'g', "GAME", 0, "the game (doppelkopf)", 0},
	{0},
};

static error_t parse(int key, char *word, struct argp_state *state)
{
	struct replay *replay = state->input;

	switch (key) {
	case 'g':
		replay->game = word;
		return 0;
	case ARGP_KEY_ARGS:
		replay->files = state->argv + state->next;
		replay->file_count = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which file?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "FILE...",
	.doc = "Play recorded games again, one JSON object a line, and print every difference: what is "
	       "legal, who wins, what may be announced, what counts. The exit status is 1 when there "
	       "is any.",
};

/* ---- Reading -------------------------------------------------------------------------------- */

/* The records of a file, and the line that each stands in. */
struct records {
	json_t *all;
	size_t *lines;
	size_t room;
};

static void records_finish(struct records *records)
{
	json_decref(records->all);
	free(records->lines);
}

static bool is_blank(const char *line)
{
	return line[strspn(line, " \t\r\n")] == '\0';
}

static bool add_record(struct records *records, json_t *record, size_t line)
{
	size_t count = json_array_size(records->all);

	if (count >= records->room) {
		size_t room = records->room ? 2 * records->room : 256;
		size_t *lines = realloc(records->lines, room * sizeof *lines);

		if (!lines) {
			json_decref(record);
			return false;
		}
		records->lines = lines;
		records->room = room;
	}
	records->lines[count] = line;
	return json_array_append_new(records->all, record) == 0;
}

static enum cli_exit read_line(
	struct records *records, const char *file, const char *line, size_t length, size_t number)
{
	json_error_t error;
	json_t *record;

	if (is_blank(line)) {
		return CLI_OK;
	}
	record = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
	if (!record) {
		return cli_fail(CLI_FAILED, "%s:%zu: %s", file, number, error.text);
	}
	return add_record(records, record, number)
		       ? CLI_OK
		       : cli_fail(CLI_FAILED, "%s: out of memory", file);
}

static enum cli_exit read_records(struct records *records, const char *file)
{
	FILE *in = strcmp(file, "-") == 0 ? stdin : fopen(file, "r");
	enum cli_exit status = CLI_OK;
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t length;

	if (!in) {
		return cli_fail(CLI_FAILED, "%s: %s", file, strerror(errno));
	}
	while (status == CLI_OK && (length = getline(&line, &room, in)) >= 0) {
		status = read_line(records, file, line, (size_t)length, ++number);
	}
	if (status == CLI_OK && ferror(in)) {
		status = cli_fail(CLI_FAILED, "%s: %s", file, strerror(errno));
	}
	free(line);
	if (in != stdin) {
		fclose(in);
	}
	return status;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static void print_difference(void *owner, size_t record, const char *what)
{
	const struct replay *replay = owner;

	print_text(stdout, replay->file);
	printf(":%zu: ", replay->lines[record]);
	print_text_line(stdout, what);
}

static enum cli_exit compare(
	struct replay *replay, const struct mk_game *game, struct mk_record_counts *sum)
{
	struct records records = {.all = json_array()};
	enum cli_exit status = read_records(&records, replay->file);

	if (status == CLI_OK) {
		replay->lines = records.lines;
		game->records->check(records.all, sum, print_difference, replay);
	}
	records_finish(&records);
	return status;
}

static void print_sum(const struct mk_record_counts *sum)
{
	printf("%" PRIu64 " games, %" PRIu64 " moves, %" PRIu64 " choices, %" PRIu64
	       " scores, %" PRIu64 " cases: %" PRIu64 " differences\n",
		sum->games, sum->moves, sum->choices, sum->scores, sum->cases, sum->differences);
}

enum cli_exit replay_command(int argc, char **argv)
{
	struct replay replay = {.game = default_game};
	struct mk_record_counts sum = {0};
	const struct mk_game *game;
	enum cli_exit status = CLI_OK;

	argp_parse(&argp, argc, argv, 0, NULL, &replay);
	game = mk_game_find(replay.game);
	if (!game || !game->records) {
		return cli_fail(CLI_USAGE, "--game: '%.40s' has no recorded games", replay.game);
	}
	for (int i = 0; i < replay.file_count && status == CLI_OK; i++) {
		replay.file = replay.files[i];
		status = compare(&replay, game, &sum);
	}
	if (status == CLI_OK) {
		print_sum(&sum);
	}
	return sum.differences ? CLI_FAILED : status;
}
