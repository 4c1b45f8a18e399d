/* makker-lab verify-records: replays recorded games and prints the differences. */
#include "cli/game_args.h"
#include "lab/lab.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_records_game[] = "doppelkopf";

struct verify_args {
	const char *game;
	char **files;
	int file_count;
	/* The current file: */
	const char *file;
	const size_t *lines; /* line number of each record */
};

static const struct argp_option options[] = {
	{"game", 'g', "GAME", 0, "game (default: doppelkopf)", 0},
	{0},
};

static error_t parse_verify_option(int key, char *word, struct argp_state *state)
{
	struct verify_args *args = state->input;

	switch (key) {
	case 'g':
		args->game = word;
		return 0;
	case ARGP_KEY_ARGS:
		args->files = state->argv + state->next;
		args->file_count = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "missing FILE");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_verify_option,
	.args_doc = "FILE...",
	.doc = "Replay recorded games, one JSON object a line, and print every difference: legal cards, "
	       "winners of tricks, announcements, scores. The exit status is 1 if there is any.",
};

/* ---- Reading -------------------------------------------------------------------------------- */

/* The records of a file and their line numbers. */
struct records {
	json_t *all;
	size_t *lines;
	size_t capacity;
};

static void records_deinit(struct records *records)
{
	json_decref(records->all);
	free(records->lines);
}

static bool is_blank_line(const char *line)
{
	return line[strspn(line, " \t\r\n")] == '\0';
}

static bool add_record(struct records *records, json_t *record, size_t line)
{
	size_t count = json_array_size(records->all);

	if (count >= records->capacity) {
		size_t capacity = records->capacity ? 2 * records->capacity : 256;
		size_t *lines = realloc(records->lines, capacity * sizeof *lines);

		if (!lines) {
			json_decref(record);
			return false;
		}
		records->lines = lines;
		records->capacity = capacity;
	}
	records->lines[count] = line;
	return json_array_append_new(records->all, record) == 0;
}

static enum cli_exit read_record(
	struct records *records, const char *file, const char *line, size_t length, size_t number)
{
	json_error_t error;
	json_t *record;

	if (is_blank_line(line)) {
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
	FILE *in = input_open(file);
	enum cli_exit status = CLI_OK;
	char *line = NULL;
	size_t size = 0, number = 0;
	ssize_t length;

	if (!in) {
		return cli_fail(CLI_FAILED, "%s: %s", file, strerror(errno));
	}
	while (status == CLI_OK && (length = getline(&line, &size, in)) >= 0) {
		status = read_record(records, file, line, (size_t)length, ++number);
	}
	if (status == CLI_OK && ferror(in)) {
		status = cli_fail(CLI_FAILED, "%s: %s", file, strerror(errno));
	}
	free(line);
	input_close(in);
	return status;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static void print_difference(void *owner, size_t record, const char *what)
{
	const struct verify_args *args = owner;

	print_text(stdout, args->file);
	printf(":%zu: ", args->lines[record]);
	print_text_line(stdout, what);
}

static enum cli_exit verify_file(
	struct verify_args *args, const struct mk_game *game, struct mk_record_counts *sum)
{
	struct records records = {.all = json_array()};
	enum cli_exit status = read_records(&records, args->file);

	if (status == CLI_OK) {
		args->lines = records.lines;
		lab_records_of(game)->check(records.all, sum, print_difference, args);
	}
	records_deinit(&records);
	return status;
}

static void print_record_counts(const struct mk_record_counts *sum)
{
	printf("%" PRIu64 " games, %" PRIu64 " moves, %" PRIu64 " choices, %" PRIu64
	       " scores, %" PRIu64 " cases: %" PRIu64 " differences\n",
		sum->games, sum->moves, sum->choices, sum->scores, sum->cases, sum->differences);
}

enum cli_exit verify_records_command(int argc, char **argv)
{
	struct verify_args args = {.game = default_records_game};
	struct mk_record_counts sum = {0};
	const struct mk_game *game;
	enum cli_exit status = CLI_OK;

	command_parse(&argp, argc, argv, &args);
	game = mk_game_find(args.game);
	if (!game || !lab_records_of(game)) {
		return cli_fail(CLI_USAGE, "--game: '%.40s' has no recorded games", args.game);
	}
	for (int i = 0; i < args.file_count && status == CLI_OK; i++) {
		args.file = args.files[i];
		status = verify_file(&args, game, &sum);
	}
	if (status == CLI_OK) {
		print_record_counts(&sum);
	}
	return sum.differences ? CLI_FAILED : status;
}
