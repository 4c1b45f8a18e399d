/*
 * Names that clients give and people read: of sessions, of cameras. One set of rules for the API,
 * for import and export, and for what is read back from a store.
 *
 * A name is UTF-8 on one line, has a visible character, and neither begins nor ends with a space.
 * It is kept as it was written: names are shown, never looked up, so that two spellings of one
 * letter (composed or not) do no harm, and normalization (NFC) would cost a library or its tables.
 */
#ifndef BASE_NAME_H
#define BASE_NAME_H

#include <makker/status.h>
#include <stddef.h>

/*
 * Copies the name without the spaces around it to `name`, which has room for `size` bytes with the
 * closing NUL. MK_MALFORMED "invalid_name" at `where` otherwise; `name` is then as it was.
 */
enum mk_status name_read(char *name, size_t size, const char *text, size_t length,
	const char *where, struct mk_error *error);

/* The code of a name that has more than `size` - 1 bytes, by its address; it reads "invalid_name".
 */
extern const char name_too_long[];

/* Makes a name of `name`, which was written by something else: each byte or character that no name
 * may have becomes U+FFFD (as many as there is room for). "" where nothing visible is left. */
void name_repair(char *name, size_t size);

#endif
