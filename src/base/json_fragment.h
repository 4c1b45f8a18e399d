/*
 * Writes JSON without bounds checks, for the parts of every response.
 *
 * The caller reserves the maximum number of bytes first. Each function then copies to `at` and
 * returns its new end, like mempcpy(). base/json.h checks capacity, comma and escapes of each
 * value, which takes longer than writing a short one.
 *
 * A comma follows each value; mk_put_close() overwrites the last one.
 */
#ifndef BASE_JSON_FRAGMENT_H
#define BASE_JSON_FRAGMENT_H

#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { MK_NUMBER_PIECE = 21 }; /* the longest number and its comma */

/*
 * Writes a comma if one is due and returns the place to write at; NULL, and `out` is truncated, if
 * `most` bytes do not fit.
 */
char *mk_json_fragments_begin(struct mk_text *out, size_t most);

/* Ends the text at `at`, without the last comma. */
void mk_json_fragments_end(struct mk_text *out, char *at);

static inline char *mk_put_bytes(char *at, const char *bytes, size_t length)
{
	memcpy(at, bytes, length);
	return at + length;
}

/* A string literal; its length is computed at compile time. */
#define mk_put(at, piece) mk_put_bytes(at, "" piece, sizeof(piece) - 1)

/* The name of a member. */
#define mk_put_key(at, key) mk_put(at, "\"" key "\":")

/* The bracket overwrites the last comma. */
#define mk_put_close(at, piece) mk_put(mk_comma_back(at), piece)
static inline char *mk_comma_back(char *at)
{
	return at - (at[-1] == ',');
}

/* A number and its comma; mk_put_large() is for numbers of two digits or more. */
char *mk_put_large(char *at, unsigned long long number);
static inline char *mk_put_number(char *at, unsigned long long number)
{
	if (number >= 10) {
		return mk_put_large(at, number);
	}
	*at++ = (char)('0' + number);
	*at++ = ',';
	return at;
}

static inline char *mk_put_bool(char *at, bool value)
{
	return value ? mk_put(at, "true,") : mk_put(at, "false,");
}

/* A real with at most `digits` (0 to 4) decimals and its comma; null where it is not a number, or
 * 1e9 or larger. */
enum { MK_REAL_PIECE = 20 };
char *mk_put_real(char *at, double value, int digits);

/* A string that needs no escapes, and its comma. */
static inline char *mk_put_literal(char *at, const char *word, size_t length)
{
	*at++ = '"';
	at = mk_put_bytes(at, word, length);
	return mk_put(at, "\",");
}

#endif
