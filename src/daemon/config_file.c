/*
 * The configuration file, read with libinih.
 *
 * Debian's build of it does not tell line numbers, so the lines are counted where they are read.
 */
#include "daemon/config.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

struct reading {
	struct config *config;
	FILE *file;
	const char *path;
	int line;
	struct mk_error *error;
};

static int fail(const struct reading *reading, const char *what)
{
	mk_fail(reading->error, MK_MALFORMED, "bad_config", "", "%s:%d: %s", reading->path,
		reading->line, what);
	return 0;
}

/* As fgets(), counting. */
static char *read_line(char *line, int room, void *context)
{
	struct reading *reading = context;

	if (!fgets(line, room, reading->file)) {
		return NULL;
	}
	reading->line++;
	return line;
}

/* As libinih wants it: 0 stops. */
static int on_option(void *context, const char *section, const char *name, const char *value)
{
	struct reading *reading = context;
	struct mk_error cause;
	char what[192];
	int place = config_find(name);

	if (reading->error->status != MK_OK) {
		return 0;
	}
	if (*section) {
		snprintf(what, sizeof what, "there are no sections here: [%.80s]", section);
		return fail(reading, what);
	}
	if (place < 0) {
		snprintf(what, sizeof what, "'%.80s' is no option", name);
		return fail(reading, what);
	}
	if (config_set(reading->config, &config_options[place], value, &cause) != MK_OK) {
		return fail(reading, cause.what);
	}
	return 1;
}

enum mk_status config_read_file(struct config *config, const char *path, struct mk_error *error)
{
	struct mk_error fault = {.status = MK_OK};
	struct reading reading = {
		.config = config, .file = fopen(path, "re"), .path = path, .error = &fault};
	int bad_line;

	if (!reading.file) {
		return mk_fail(error, MK_IO, "no_config", "", "%s: %s", path, strerror(errno));
	}
	/* A line that begins with a blank is an option like any other. */
	ini_allow_multiline = false;
	bad_line = ini_parse_stream(read_line, &reading, on_option, &reading);
	fclose(reading.file);
	if (fault.status == MK_OK && bad_line != 0) {
		reading.line = bad_line;
		fail(&reading, "'name = value' is wanted");
	}
	if (fault.status != MK_OK) {
		*error = fault;
	}
	return fault.status;
}
