/* The text of a snapshot or table, from wherever the command line says. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>

/* As much as the daemon takes. */
enum { SOURCE_LIMIT = 64 * 1024 };

struct source {
	size_t length;
	bool typed;                   /* by a person, on the command line or at a terminal */
	char bytes[SOURCE_LIMIT + 1]; /* ended by a NUL */
};

/*
 * `word` is a file's name, "-" or NULL for standard input, or the text itself: what is no file and
 * has a comma or begins like JSON.
 */
enum mk_status source_read(const char *word, struct source *source, struct mk_error *error);

enum mk_status source_read_file(const char *path, struct source *source, struct mk_error *error);

/* Nothing, or only white space. */
bool source_is_blank(const struct source *source);

/* JSON begins with a bracket; the one-line forms of games never do. */
bool source_is_json(const struct source *source);

#endif
