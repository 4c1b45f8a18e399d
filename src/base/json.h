/* Writes JSON into bounded text; commas, escapes and numbers are correct by construction. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/*
 * Writes JSON; jansson only reads it, because a tree costs five times as much. Commas are written
 * automatically: each writer looks at the last byte. A key is plain ASCII without quotes; NULL
 * inside an array and for the outermost value.
 */
static inline void mk_json_open_object(struct mk_text *out, const char *key);
void mk_json_close_object(struct mk_text *out);
static inline void mk_json_open_array(struct mk_text *out, const char *key);
void mk_json_close_array(struct mk_text *out);

/* A string, escaped; bytes that are not UTF-8 become U+FFFD. `value` NULL writes null. */
void mk_json_string(struct mk_text *out, const char *key, const char *value);
void mk_json_string_n(struct mk_text *out, const char *key, const char *value, size_t length);

/* A string whose content the caller writes between the two calls with mk_json_escaped(). */
static inline void mk_json_open_string(struct mk_text *out, const char *key);
void mk_json_escaped(struct mk_text *out, const char *value, size_t length);
void mk_json_close_string(struct mk_text *out);

void mk_json_int(struct mk_text *out, const char *key, long long value);
void mk_json_bool(struct mk_text *out, const char *key, bool value);
static inline void mk_json_null(struct mk_text *out, const char *key);

/* A real with at most `digits` decimals; not-a-number and infinity become null. */
void mk_json_real(struct mk_text *out, const char *key, double value, int digits);

/* A string without characters that need escapes, such as a code. */
static inline void mk_json_literal(struct mk_text *out, const char *key, const char *word);

/* A value that is already JSON. */
static inline void mk_json_raw(
	struct mk_text *out, const char *key, const char *json, size_t length);

/* Bytes that no comma follows. */
extern const bool mk_json_opens[256];

/* True if the list or object has a value already. */
static inline bool mk_json_comma_is_due(const struct mk_text *out)
{
	return out->length && !mk_json_opens[(unsigned char)out->bytes[out->length - 1]];
}

/* ---- inline, so that the length of a constant key is computed at compile time ---------------- */

/* A key and its length, 0 without a key. */
struct mk_json_key {
	const char *name;
	size_t length;
};

static inline struct mk_json_key mk_json_key(const char *name)
{
	return (struct mk_json_key){name, name ? strlen(name) : 0};
}

/* A value of one character, a value that is already JSON, and a value in quotes. */
void mk_json_put_letter(struct mk_text *out, struct mk_json_key key, char letter);
void mk_json_put_value(
	struct mk_text *out, struct mk_json_key key, const char *value, size_t length);
void mk_json_put_literal(
	struct mk_text *out, struct mk_json_key key, const char *word, size_t length);

static inline void mk_json_open_object(struct mk_text *out, const char *key)
{
	mk_json_put_letter(out, mk_json_key(key), '{');
}

static inline void mk_json_open_array(struct mk_text *out, const char *key)
{
	mk_json_put_letter(out, mk_json_key(key), '[');
}

static inline void mk_json_open_string(struct mk_text *out, const char *key)
{
	mk_json_put_letter(out, mk_json_key(key), '"');
}

static inline void mk_json_null(struct mk_text *out, const char *key)
{
	mk_json_put_value(out, mk_json_key(key), "null", 4);
}

static inline void mk_json_literal(struct mk_text *out, const char *key, const char *word)
{
	mk_json_put_literal(out, mk_json_key(key), word, strlen(word));
}

static inline void mk_json_raw(
	struct mk_text *out, const char *key, const char *json, size_t length)
{
	mk_json_put_value(out, mk_json_key(key), json, length);
}

#endif
