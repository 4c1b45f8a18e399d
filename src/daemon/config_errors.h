/*
 * Errors of a configuration and warnings about it: all of them, a line each.
 *
 * Reading continues after an error, so that the administrator sees all of them at once.
 */
#ifndef DAEMON_CONFIG_ERRORS_H
#define DAEMON_CONFIG_ERRORS_H

#include <makker/status.h>
#include <stddef.h>

struct config;

/* Further ones are only counted. */
enum { MAX_FINDINGS = 100 };

struct finding_list {
	const char *lines[MAX_FINDINGS]; /* in the arena of the configuration */
	size_t count;                    /* may be more than MAX_FINDINGS */
};

/* How many of a list's lines there are. */
size_t finding_list_length(const struct finding_list *list);

/* The errors of one reading. */
struct config_errors {
	struct config *config;  /* whose list each is added to */
	struct mk_error *error; /* receives the first */
	enum mk_status status;  /* of the first; MK_OK: none */
};

/* Adds an error. The text begins with its place: FILE:LINE, a variable or an option. */
void config_error_add(struct config_errors *errors, enum mk_status status, const char *code,
	const char *text, ...) __attribute__((format(printf, 4, 5)));

/* Adds a warning to the configuration's list. */
void config_warn(struct config *config, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Sets the option at this index of config_options. An error begins with `place`, and the option
 * counts as refused until a later source sets it.
 */
void config_take(struct config_errors *errors, size_t option, const char *value, const char *place);

#endif
