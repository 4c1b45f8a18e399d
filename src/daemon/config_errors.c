/* The lists of a configuration's errors and warnings. */
#include "daemon/config_errors.h"

#include "base/arena.h"
#include "daemon/config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A place (a path may be long) and the text of an error. */
enum { FINDING_SIZE = 512 };

size_t finding_list_length(const struct finding_list *list)
{
	return list->count < MAX_FINDINGS ? list->count : MAX_FINDINGS;
}

/* Without memory the line is only counted. */
static void list_finding(struct config *config, struct finding_list *list, const char *line)
{
	const char *copy = list->count < MAX_FINDINGS
				   ? mk_arena_copy(config->arena, line, strlen(line))
				   : NULL;

	if (copy) {
		list->lines[list->count] = copy;
		list->count++;
	} else if (list->count >= MAX_FINDINGS) {
		list->count++;
	}
}

void config_error_add(struct config_errors *errors, enum mk_status status, const char *code,
	const char *text, ...)
{
	char line[FINDING_SIZE];
	va_list words;

	va_start(words, text);
	vsnprintf(line, sizeof line, text, words);
	va_end(words);
	list_finding(errors->config, &errors->config->errors, line);
	if (errors->status == MK_OK) {
		errors->status = mk_fail(errors->error, status, code, "", "%s", line);
	}
}

void config_warn(struct config *config, const char *text, ...)
{
	char line[FINDING_SIZE];
	va_list words;

	va_start(words, text);
	vsnprintf(line, sizeof line, text, words);
	va_end(words);
	list_finding(config, &config->warnings, line);
}

void config_take(struct config_errors *errors, size_t option, const char *value, const char *place)
{
	struct mk_error cause;
	enum mk_status status = config_set(errors->config, &config_options[option], value, &cause);

	errors->config->refused[option] = status != MK_OK;
	if (status != MK_OK) {
		config_error_add(errors, status, cause.code, "%s: %s", place, cause.detail);
	}
}
