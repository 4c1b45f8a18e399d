/*
 * The configuration file: `name = value`, a line an option.
 *
 * What follows a ';' or '#' at the beginning of a line, or after a blank, is a comment. Nothing is
 * guessed: a line that is none of this, and an option that stands there twice, are errors.
 */
#include "base/arena.h"
#include "daemon/config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE_ROOM = 4096, MOST_LINES = 10000 };

static const char blanks[] = " \t\r\v\f";

struct reading {
	struct config *config;
	FILE *file;
	const char *path;
	int line;
	int *lines; /* where each option stands; 0: nowhere yet */
	struct mk_error *error;
};

static enum mk_status fail(const struct reading *reading, const char *what)
{
	return mk_fail(reading->error, MK_MALFORMED, "bad_config", "", "%s:%d: %s", reading->path,
		reading->line, what);
}

static enum mk_status fail_io(const char *path, struct mk_error *error)
{
	return mk_fail(error, MK_IO, "no_config", "", "%s: %s", path, strerror(errno));
}

/* ---- a line --------------------------------------------------------------------------------- */

/* Without its end. *last when there is none after it. */
static enum mk_status read_line(struct reading *reading, char line[LINE_ROOM], bool *last)
{
	size_t length = 0;
	int letter;

	reading->line++;
	while ((letter = getc_unlocked(reading->file)) != EOF && letter != '\n') {
		if (letter == '\0' || length == LINE_ROOM - 1) {
			return fail(reading, letter ? "this line is too long"
						    : "there is a NUL in this line: is it text?");
		}
		line[length++] = (char)letter;
	}
	line[length] = '\0';
	*last = letter == EOF;
	if (*last && ferror(reading->file) != 0) {
		return fail_io(reading->path, reading->error);
	}
	return reading->line > MOST_LINES ? fail(reading, "this file is too long") : MK_OK;
}

static void drop_comment(char *line)
{
	for (char *at = line; *at; at++) {
		if ((*at == ';' || *at == '#') && (at == line || strchr(blanks, at[-1]))) {
			*at = '\0';
			return;
		}
	}
}

/* Without the blanks around it. */
static char *trim(char *text)
{
	size_t length;

	text += strspn(text, blanks);
	length = strlen(text);
	while (length > 0 && strchr(blanks, text[length - 1])) {
		length--;
	}
	text[length] = '\0';
	return text;
}

/* ---- an option ------------------------------------------------------------------------------ */

static enum mk_status set_option(struct reading *reading, const char *name, const char *value)
{
	struct mk_error cause;
	char what[192];
	int place = config_find(name);

	if (place < 0) {
		snprintf(what, sizeof what, "'%.80s' is no option", name);
		return fail(reading, what);
	}
	if (reading->lines[place] > 0) {
		snprintf(what, sizeof what, "%s stands in line %d already", name,
			reading->lines[place]);
		return fail(reading, what);
	}
	reading->lines[place] = reading->line;
	return config_set(reading->config, &config_options[place], value, &cause) == MK_OK
		       ? MK_OK
		       : fail(reading, cause.what);
}

static enum mk_status read_option(struct reading *reading, char *line)
{
	static const char mark[] = "\xef\xbb\xbf"; /* that Windows puts before UTF-8 */
	char *equals;

	if (reading->line == 1 && strncmp(line, mark, sizeof mark - 1) == 0) {
		line += sizeof mark - 1;
	}
	drop_comment(line);
	line = trim(line);
	equals = strchr(line, '=');
	if (line[0] == '\0') {
		return MK_OK;
	}
	if (line[0] == '[') {
		return fail(reading, "there are no sections here");
	}
	if (!equals) {
		return fail(reading, "'name = value' is wanted");
	}
	*equals = '\0';
	return set_option(reading, trim(line), trim(equals + 1));
}

enum mk_status config_read_file(struct config *config, const char *path, struct mk_error *error)
{
	int *lines = mk_arena_zero(config->arena, config_option_count * sizeof *lines);
	struct reading reading = {.config = config, .path = path, .lines = lines, .error = error};
	enum mk_status status = MK_OK;
	char line[LINE_ROOM] = "";
	bool last = false;

	if (!lines) {
		return mk_fail(error, MK_FULL, "no_memory", "", "no memory for the configuration");
	}
	reading.file = fopen(path, "re");
	if (!reading.file) {
		return fail_io(path, error);
	}
	while (status == MK_OK && !last) {
		status = read_line(&reading, line, &last);
		status = status == MK_OK ? read_option(&reading, line) : status;
	}
	fclose(reading.file);
	return status;
}
