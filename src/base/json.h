/* Writes JSON into bounded text: commas, escapes and numbers are right by construction. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Writes JSON; jansson only reads it, because a tree costs five times as much. Commas are written
 * automatically: each writer looks at the last byte. A key is plain ASCII without quotes; NULL
 * inside an array and for the outermost value.
 */
void mk_json_open_object(struct mk_text *out, const char *key);
void mk_json_close_object(struct mk_text *out);
void mk_json_open_array(struct mk_text *out, const char *key);
void mk_json_close_array(struct mk_text *out);

/* A string, escaped; bytes that are not UTF-8 become U+FFFD. `value` NULL writes null. */
void mk_json_string(struct mk_text *out, const char *key, const char *value);
void mk_json_string_n(struct mk_text *out, const char *key, const char *value, size_t length);

/* A string whose content the caller writes between the two calls with mk_json_escaped(). */
void mk_json_open_string(struct mk_text *out, const char *key);
void mk_json_escaped(struct mk_text *out, const char *value, size_t length);
void mk_json_close_string(struct mk_text *out);

void mk_json_int(struct mk_text *out, const char *key, long long value);
void mk_json_bool(struct mk_text *out, const char *key, bool value);
void mk_json_null(struct mk_text *out, const char *key);

/* A real with at most `digits` decimals; not-a-number and infinity become null. */
void mk_json_real(struct mk_text *out, const char *key, double value, int digits);

/* A string without characters that need escapes, such as a code. */
void mk_json_literal(struct mk_text *out, const char *key, const char *word);

/* A value that is JSON already. */
void mk_json_raw(struct mk_text *out, const char *key, const char *json, size_t length);

/* True if the list or object has a value already. */
static inline bool mk_json_comma_is_due(const struct mk_text *out)
{
	char last = out->length ? out->bytes[out->length - 1] : '[';

	return last != '{' && last != '[' && last != ':' && last != '\n' && last != ' ';
}

#endif
