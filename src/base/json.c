/* The JSON writer. */
#include "base/json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Puts the comma that is due, then the key. None is due after an opening, and at the start of the
 * text, of a line or after a blank ("data: "): the writer itself never writes those.
 */
static void begin_value(struct mk_text *out, const char *key)
{
	char last = out->length ? out->bytes[out->length - 1] : '[';

	if (last != '{' && last != '[' && last != ':' && last != '\n' && last != ' ') {
		mk_text_char(out, ',');
	}
	if (key) {
		mk_text_char(out, '"');
		mk_text_put(out, key);
		mk_text_add(out, "\":", 2);
	}
}

void mk_json_open_object(struct mk_text *out, const char *key)
{
	begin_value(out, key);
	mk_text_char(out, '{');
}

void mk_json_close_object(struct mk_text *out)
{
	mk_text_char(out, '}');
}

void mk_json_open_array(struct mk_text *out, const char *key)
{
	begin_value(out, key);
	mk_text_char(out, '[');
}

void mk_json_close_array(struct mk_text *out)
{
	mk_text_char(out, ']');
}

/* How many bytes the UTF-8 sequence at `at` has, 0 when it is not one (RFC 3629). */
static size_t sequence_length(const unsigned char *at, size_t left)
{
	size_t length = at[0] < 0xc2   ? 0
			: at[0] < 0xe0 ? 2
			: at[0] < 0xf0 ? 3
			: at[0] < 0xf5 ? 4
				       : 0;

	if (length == 0 || length > left) {
		return 0;
	}
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80) {
			return 0;
		}
	}
	if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
		(at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) {
		return 0;
	}
	return length;
}

static void escape_control(struct mk_text *out, unsigned char letter)
{
	static const char hex[] = "0123456789abcdef";
	char escape[6] = {'\\', 'u', '0', '0', hex[letter >> 4], hex[letter & 15]};

	switch (letter) {
	case '\n':
		mk_text_add(out, "\\n", 2);
		return;
	case '\r':
		mk_text_add(out, "\\r", 2);
		return;
	case '\t':
		mk_text_add(out, "\\t", 2);
		return;
	default:
		mk_text_add(out, escape, sizeof escape);
	}
}

/* Writes the one letter at `at` that cannot stand as it is; returns how many bytes it has. */
static size_t escape_one(struct mk_text *out, const unsigned char *at, size_t left)
{
	size_t length;

	if (*at == '"' || *at == '\\') {
		mk_text_char(out, '\\');
		mk_text_char(out, (char)*at);
		return 1;
	}
	if (*at < 0x20 || *at == 0x7f) {
		escape_control(out, *at);
		return 1;
	}
	length = sequence_length(at, left);
	if (length == 0) {
		mk_text_add(out, "\xef\xbf\xbd", 3);
		return 1;
	}
	mk_text_add(out, (const char *)at, length);
	return length;
}

static bool is_plain(unsigned char letter)
{
	return letter >= 0x20 && letter < 0x7f && letter != '"' && letter != '\\';
}

void mk_json_escaped(struct mk_text *out, const char *value, size_t length)
{
	const unsigned char *at = (const unsigned char *)value;
	const unsigned char *end = at + length;

	while (at < end) {
		const unsigned char *plain = at;

		while (at < end && is_plain(*at)) {
			at++;
		}
		mk_text_add(out, (const char *)plain, (size_t)(at - plain));
		if (at < end) {
			at += escape_one(out, at, (size_t)(end - at));
		}
	}
}

void mk_json_open_string(struct mk_text *out, const char *key)
{
	begin_value(out, key);
	mk_text_char(out, '"');
}

void mk_json_close_string(struct mk_text *out)
{
	mk_text_char(out, '"');
}

void mk_json_string_n(struct mk_text *out, const char *key, const char *value, size_t length)
{
	mk_json_open_string(out, key);
	mk_json_escaped(out, value, length);
	mk_json_close_string(out);
}

void mk_json_string(struct mk_text *out, const char *key, const char *value)
{
	if (!value) {
		mk_json_null(out, key);
		return;
	}
	mk_json_string_n(out, key, value, strlen(value));
}

void mk_json_int(struct mk_text *out, const char *key, long long value)
{
	begin_value(out, key);
	mk_text_int(out, value);
}

void mk_json_bool(struct mk_text *out, const char *key, bool value)
{
	begin_value(out, key);
	mk_text_put(out, value ? "true" : "false");
}

void mk_json_null(struct mk_text *out, const char *key)
{
	begin_value(out, key);
	mk_text_add(out, "null", 4);
}

void mk_json_real(struct mk_text *out, const char *key, double value, int digits)
{
	char number[64];
	int length;

	if (!isfinite(value) || fabs(value) > 1e15) {
		mk_json_null(out, key);
		return;
	}
	begin_value(out, key);
	length = snprintf(number, sizeof number, "%.*f", digits, value);
	while (digits > 0 && length > 1 && number[length - 1] == '0') {
		length--;
	}
	if (digits > 0 && number[length - 1] == '.') {
		length--;
	}
	mk_text_add(out, number, (size_t)length);
}

void mk_json_raw(struct mk_text *out, const char *key, const char *json, size_t length)
{
	begin_value(out, key);
	mk_text_add(out, json, length);
}
