/*
 * Names of sessions and cameras: one set of rules for the API, import, export and rows of a store.
 *
 * A name is UTF-8 on one line, has a visible character, and neither begins nor ends with a space.
 * It is stored as given: names are displayed, not looked up, so Unicode normalization is not
 * needed.
 */
#ifndef BASE_NAME_H
#define BASE_NAME_H

#include <makker/status.h>
#include <stddef.h>

/*
 * Copies the name without surrounding spaces to `name`, a buffer of `size` bytes. MK_MALFORMED
 * "invalid_name" at `where` otherwise; `name` is then unchanged.
 */
enum mk_status name_read(char *name, size_t size, const char *text, size_t length,
	const char *where, struct mk_error *error);

/* The code of a name that has more than `size` - 1 bytes, by its address; it reads "invalid_name".
 */
extern const char name_too_long[];

/*
 * Replaces each byte or character that a name must not have by U+FFFD, within the capacity. "" if
 * nothing visible is left.
 */
void name_repair(char *name, size_t size);

#endif
