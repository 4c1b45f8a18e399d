/*
 * Text from elsewhere (a server, a file, the command line) on a terminal: printed, never obeyed.
 * Control characters, bidirectional ones too, and bytes that are not UTF-8 are escaped
 * (base/unicode.h).
 */
#ifndef CLI_PRINT_H
#define CLI_PRINT_H

#include <stdio.h>

/* Without a line end; those in `text` are escaped, too. */
void print_text(FILE *out, const char *text);

/* The same and a line end. */
void print_text_line(FILE *out, const char *text);

/* The same in a column of a table: blanks follow up to `width` bytes, then `gap`. */
void print_cell(FILE *out, const char *text, int width, const char *gap);

/*
 * The body of an answer as it is, for other programs, and a line end. To a terminal its lines are
 * printed like all text.
 */
void print_body(FILE *out, const char *body);

#endif
