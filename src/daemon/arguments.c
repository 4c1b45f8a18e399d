/* Reading of the command line with argp. */
#include "daemon/config.h"

#include <makker/version.h>

#include <argp.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

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
	default: /* argp's own keys, of which there are more every year */
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
	argp_parse(&argp, argc, argv, 0, NULL, arguments);
}

enum mk_status arguments_configure(
	const struct arguments *arguments, struct config *config, struct mk_error *error)
{
	enum mk_status status = config_init(config, error);

	if (status == MK_OK && arguments->config_file) {
		status = config_read_file(config, arguments->config_file, error);
	}
	if (status == MK_OK) {
		status = config_read_environment(config, error);
	}
	for (size_t i = 0; i < config_option_count && status == MK_OK; i++) {
		if (arguments->given[i]) {
			status = config_set(config, &config_options[i], arguments->given[i], error);
		}
	}
	if (status == MK_OK) {
		status = config_read_tokens(config, error);
	}
	return status == MK_OK ? config_choose_store(config, error) : status;
}
