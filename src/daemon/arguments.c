/* Reading of the command line with argp. */
#include "base/unknown.h"
#include "daemon/config.h"

#include <makker/version.h>

#include <argp.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "makkerd %s\n", mk_version());
}

void (*argp_program_version_hook)(FILE *, struct argp_state *) = print_version;

/* Keys of options: these, and FIRST_OPTION + the index in config_options. No letters. */
enum { KEY_CONFIG = 256, KEY_CHECK, KEY_LIMITS, KEY_QR, FIRST_OPTION };

static error_t on_key(int key, char *value, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	if (key >= FIRST_OPTION && key < FIRST_OPTION + (int)config_option_count) {
		arguments->given[key - FIRST_OPTION] = value ? value : "yes";
		return 0;
	}
	switch (key) {
	case KEY_CONFIG:
		arguments->config_file = value;
		return 0;
	case KEY_CHECK:
		arguments->check = true;
		return 0;
	case KEY_LIMITS:
		arguments->limits = true;
		return 0;
	case KEY_QR:
		arguments->qr = true;
		return 0;
	default: /* argp's own keys */
		return ARGP_ERR_UNKNOWN;
	}
}

/* Writes "session_cache_size" as "session-cache-size". */
static void write_name(char buffer[32], const char *name)
{
	size_t i = 0;

	for (; i < 31 && name[i]; i++) {
		buffer[i] = name[i] == '_' ? '-' : name[i];
	}
	buffer[i] = '\0';
}

/* ---- unknown options ------------------------------------------------------------------------ */

/* argp adds these. */
static const struct argp_option added[] = {{"help", 0, NULL, 0, NULL, 0},
	{"usage", 0, NULL, 0, NULL, 0}, {"version", 0, NULL, 0, NULL, 0}, {0}};

/* Finds an option by a prefix of its name, like getopt. */
static const struct argp_option *begins_with(
	const struct argp_option *rows, const char *name, size_t length)
{
	for (; rows->name; rows++) {
		if (strncmp(rows->name, name, length) == 0) {
			return rows;
		}
	}
	return NULL;
}

static void print_unknown(const struct argp_option *rows, const char *name, size_t length)
{
	struct unknown unknown;

	unknown_init(&unknown, name, length);
	for (; rows->name; rows++) {
		unknown_offer(&unknown, rows->name);
	}
	fprintf(stderr, "makkerd: unrecognized option '--%.*s'", (int)length, name);
	if (unknown.closest) {
		fprintf(stderr, ", did you mean '--%s'?", unknown.closest);
	}
	fputc('\n', stderr);
}

/* getopt would report only the first one, without a suggestion. */
static bool report_unknown(const struct argp_option *rows, int argc, char **argv)
{
	bool found = false;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *name = strncmp(argv[i], "--", 2) == 0 ? argv[i] + 2 : "";
		size_t length = strcspn(name, "=");
		const struct argp_option *row;

		if (length == 0) {
			continue;
		}
		row = begins_with(rows, name, length);
		if (!row && !begins_with(added, name, length)) {
			print_unknown(rows, name, length);
			found = true;
		} else if (row && row->arg && !(row->flags & OPTION_ARG_OPTIONAL) &&
			   !name[length]) {
			i++; /* its value */
		}
	}
	return found;
}

/* ---- reading -------------------------------------------------------------------------------- */

void arguments_read(struct arguments *arguments, int argc, char **argv)
{
	static char names[MAX_OPTIONS][32];
	struct argp_option rows[MAX_OPTIONS + 5] = {
		{"config", KEY_CONFIG, "FILE", 0, "read options from FILE", 0},
		{"check", KEY_CHECK, NULL, 0, "check the configuration and exit", 0},
		{"limits", KEY_LIMITS, NULL, 0, "print the table of limits and exit", 0},
		{"qr", KEY_QR, NULL, 0,
			"print a line of standard input as a QR code for a terminal and exit", 0},
	};
	struct argp argp = {.options = rows,
		.parser = on_key,
		.doc = "Makker's daemon: the partner at your card table, over HTTP.\v"
		       "Options are read from the configuration file, from MAKKER_... in the "
		       "environment and from the command line; later ones take precedence. "
		       "See makkerd(8)."};

	assert(config_option_count <= MAX_OPTIONS);
	for (size_t i = 0; i < config_option_count; i++) {
		bool is_bool = config_options[i].type == CONFIG_BOOL;

		write_name(names[i], config_options[i].name);
		rows[4 + i] = (struct argp_option){names[i], FIRST_OPTION + (int)i,
			is_bool ? "yes|no" : config_options[i].argument,
			is_bool ? OPTION_ARG_OPTIONAL : 0, config_options[i].help, 0};
	}
	*arguments = (struct arguments){.config_file = getenv("MAKKER_CONFIG")};
	if (report_unknown(rows, argc, argv)) {
		argp_help(&argp, stderr, ARGP_HELP_SEE, "makkerd");
		exit(EX_USAGE);
	}
	argp_parse(&argp, argc, argv, 0, NULL, arguments);
}

/* Keeps the first error of all stages for the caller. */
static void keep_first(struct mk_error *error, enum mk_status *status, const struct mk_error *cause)
{
	if (*status == MK_OK) {
		*error = *cause;
		*status = cause->status;
	}
}

static enum mk_status read_given(
	const struct arguments *arguments, struct config *config, struct mk_error *error)
{
	struct config_errors errors = {config, error, MK_OK};

	for (size_t i = 0; i < config_option_count; i++) {
		char name[32], place[64];

		if (arguments->given[i]) {
			write_name(name, config_options[i].name);
			snprintf(place, sizeof place, "on the command line, --%s", name);
			config_take(&errors, i, arguments->given[i], place);
		}
	}
	return errors.status;
}

enum mk_status arguments_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error)
{
	struct mk_error cause = {.status = MK_OK};
	enum mk_status status = config_init(config, error);

	if (status != MK_OK) {
		return status;
	}
	if (arguments->config_file &&
		config_read_file(config, arguments->config_file, &cause) != MK_OK) {
		keep_first(error, &status, &cause);
	}
	if (config_read_environment(config, &cause) != MK_OK) {
		keep_first(error, &status, &cause);
	}
	if (read_given(arguments, config, &cause) != MK_OK) {
		keep_first(error, &status, &cause);
	}
	if (config_read_tokens(config, &cause) != MK_OK) {
		keep_first(error, &status, &cause);
	}
	if (config_choose_store(config, &cause) != MK_OK) {
		keep_first(error, &status, &cause);
	}
	return status;
}
