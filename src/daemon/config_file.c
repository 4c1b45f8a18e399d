/*
 * The configuration file, read with libinih: one `name = value` per line.
 *
 * A comment begins with ';' or '#' at the beginning of a line or after a blank. Any other line, and
 * a duplicate option, is an error. Debian's build of libinih does not report line numbers, so they
 * are counted here.
 */
#include "base/arena.h"
#include "base/unknown.h"
#include "daemon/config.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 4096, MAX_LINES = 10000 };

struct reading {
	FILE *file;
	const char *path;
	int line;
	int *lines; /* line of each option; 0: not set */
	bool ended; /* reading stopped at invalid text */
	struct config_errors errors;
};

static void fail(struct reading *reading, const char *what)
{
	config_error_add(&reading->errors, MK_MALFORMED, "invalid_config", "%s:%d: %s",
		reading->path, reading->line, what);
}

static void fail_io(struct config_errors *errors, const char *path, const char *why)
{
	config_error_add(errors, MK_IO, "no_config", "%s: %s", path, why);
}

/* ---- a line --------------------------------------------------------------------------------- */

/* The fault of the line that ended with `letter`; NULL: none. */
static const char *fault_of(const struct reading *reading, int letter)
{
	if (letter == '\0') {
		return "there is a NUL in this line: is it text?";
	}
	if (letter != EOF && letter != '\n') {
		return "this line is too long";
	}
	return reading->line > MAX_LINES ? "this file is too long" : NULL;
}

/*
 * The fault of a line that is not passed to libinih, which would report only the first such line;
 * NULL: it is blank, a comment or has an option.
 */
static const char *form_fault_of(const char *line)
{
	size_t begin = strspn(line, " \t\r\n\v\f");
	bool blank_before = false;

	if (!line[begin] || strchr(";#", line[begin])) {
		return NULL;
	}
	if (line[begin] == '[') {
		return "there are no sections here";
	}
	for (const char *at = line + begin; *at && !(blank_before && strchr(";#", *at)); at++) {
		if (*at == '=' || *at == ':') {
			return NULL;
		}
		blank_before = strchr(" \t", *at) != NULL;
	}
	return "expected 'name = value'";
}

/* Reads up to the end of a line; the last letter: '\n', EOF, '\0' or that of a full buffer. */
static int get_line(char *line, int capacity, FILE *file)
{
	int length = 0;
	int letter = 0;

	while (length < capacity - 1 && (letter = getc_unlocked(file)) > 0) {
		line[length++] = (char)letter;
		if (letter == '\n') {
			break;
		}
	}
	line[length] = '\0';
	return letter;
}

static const char utf8_mark[] = "\xef\xbb\xbf";

/* fgets() for libinih; bytes that are not text end the file. */
static char *read_line(char *line, int capacity, void *context)
{
	struct reading *reading = context;
	const char *fault;
	int letter;

	if (reading->ended) {
		return NULL;
	}
	reading->line++;
	letter = get_line(line, capacity, reading->file);
	fault = fault_of(reading, letter);
	reading->ended = letter == EOF || fault;
	if (letter == EOF && ferror(reading->file) != 0) {
		fail_io(&reading->errors, reading->path, strerror(errno));
		return NULL;
	}
	if (!fault && strncmp(line, utf8_mark, strlen(utf8_mark)) != 0) {
		fault = form_fault_of(line);
	}
	if (fault) {
		fail(reading, fault);
		snprintf(line, (size_t)capacity, "\n");
	}
	return line[0] ? line : NULL;
}

/* ---- an option ------------------------------------------------------------------------------ */

static void fail_unknown(struct reading *reading, const char *name)
{
	struct unknown unknown;
	struct mk_error cause;

	unknown_init(&unknown, name, strlen(name));
	for (size_t i = 0; i < config_option_count; i++) {
		unknown_offer(&unknown, config_options[i].name);
	}
	unknown_fail(&unknown, MK_MALFORMED, "invalid_config", "", "option", &cause);
	fail(reading, cause.detail);
}

static void set_option(struct reading *reading, const char *name, const char *value)
{
	char text[FILENAME_MAX + 16];
	int place = config_find(name);

	if (place < 0) {
		fail_unknown(reading, name);
		return;
	}
	if (reading->lines[place] > 0) {
		snprintf(text, sizeof text, "%s stands in line %d already", name,
			reading->lines[place]);
		fail(reading, text);
		return;
	}
	reading->lines[place] = reading->line;
	snprintf(text, sizeof text, "%s:%d", reading->path, reading->line);
	config_take(&reading->errors, (size_t)place, value, text);
}

/* For libinih: 1 means that the line was understood. */
static int on_option(void *context, const char *section, const char *name, const char *value)
{
	(void)section;
	set_option(context, name, value);
	return 1;
}

/* Lines that are neither too long nor continued. */
static void configure_library(void)
{
	ini_use_stack = false;
	ini_max_line = LINE_SIZE;
	ini_initial_alloc = LINE_SIZE;
	ini_allow_multiline = false;
	ini_stop_on_first_error = false;
	ini_inline_comment_prefixes = ";#";
}

static void parse(struct reading *reading)
{
	int bad_line;

	configure_library();
	bad_line = ini_parse_stream(read_line, reading, on_option, reading);
	if (bad_line < 0) {
		config_error_add(
			&reading->errors, MK_FULL, "no_memory", "no memory for the configuration");
	} else if (bad_line > 0) {
		reading->line = bad_line;
		fail(reading, "expected 'name = value'");
	}
}

static bool is_of_us(const struct stat *found)
{
	return found->st_uid == 0 || found->st_uid == geteuid();
}

enum mk_status config_read_file(struct config *config, const char *path, struct mk_error *error)
{
	struct reading reading = {.path = path, .errors = {config, error, MK_OK}};
	struct stat found;
	const char *why;

	reading.lines =
		mk_arena_alloc_zeroed(config->arena, config_option_count * sizeof *reading.lines);
	if (!reading.lines) {
		return mk_fail(error, MK_FULL, "no_memory", "", "no memory for the configuration");
	}
	reading.file = config_open(path, &found, &why);
	if (!reading.file) {
		fail_io(&reading.errors, path, why);
		return MK_IO;
	}
	why = config_file_fault(&found);
	if (why) {
		fclose(reading.file);
		fail_io(&reading.errors, path, why);
		return MK_IO;
	}
	if (!is_of_us(&found)) {
		config_warn(config, "%.200s: it belongs to another user", path);
	}
	parse(&reading);
	fclose(reading.file);
	return reading.errors.status;
}

/* ---- opening of files ----------------------------------------------------------------------- */

/*
 * Opens files that the administrator names.
 *
 * Links are followed: /etc has many, and Kubernetes provides files as links. The target must be a
 * regular file, because opening a FIFO would block and a device may never end.
 */

enum { MAX_FILE_BYTES = 1024 * 1024 };

/* NULL: it can be read. */
static const char *file_fault_of(const struct stat *found)
{
	if (S_ISDIR(found->st_mode)) {
		return strerror(EISDIR);
	}
	if (!S_ISREG(found->st_mode)) {
		return "it is not a regular file";
	}
	return found->st_size > MAX_FILE_BYTES ? "it is larger than 1 MiB" : NULL;
}

FILE *config_open(const char *path, struct stat *found, const char **why)
{
	int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	FILE *file;

	*found = (struct stat){0};
	*why = descriptor < 0 || fstat(descriptor, found) != 0 ? strerror(errno)
							       : file_fault_of(found);
	if (*why) {
		goto failed;
	}
	file = fdopen(descriptor, "r");
	if (file) {
		return file;
	}
	*why = strerror(errno);
failed:
	if (descriptor >= 0) {
		close(descriptor);
	}
	return NULL;
}

/* True in directories where systemd and container engines put secrets and choose the modes. */
static bool is_handed_over(const char *path)
{
	static const char *const folders[] = {"/run/credentials/", "/run/secrets/"};

	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		if (strncmp(path, folders[i], strlen(folders[i])) == 0) {
			return true;
		}
	}
	return false;
}

const char *config_file_fault(const struct stat *found)
{
	return found->st_mode & S_IWOTH ? "every user may write to it (chmod o-w)" : NULL;
}

const char *config_secret_warning(const char *path, const struct stat *found)
{
	if (is_handed_over(path)) {
		return NULL;
	}
	if (!is_of_us(found)) {
		return "it belongs to another user";
	}
	return found->st_mode & S_IROTH ? "every user may read it (chmod o-r)" : NULL;
}
