/* The JSON writer. */
#include "base/json.h"

#include "base/json_fragment.h"
#include "base/unicode.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

const bool mk_json_opens[256] = {
	['{'] = true, ['['] = true, [':'] = true, ['\n'] = true, [' '] = true};

/*
 * Writes a comma if one is due, then the key, and reserves `more` bytes. No comma follows an
 * opening bracket, the start of the text or of a line, or a blank ("data: "), which the writer
 * itself never writes. Returns the place of the value; NULL, and nothing is written, without
 * capacity.
 */
static char *begin_value(struct mk_text *out, struct mk_json_key key, size_t more)
{
	char *at;

	more += key.length + sizeof ",\"\":";
	if (out->length + more >= out->capacity && !mk_text_reserve(out, more)) {
		return NULL;
	}
	at = out->bytes + out->length;
	if (mk_json_comma_is_due(out)) {
		*at++ = ',';
	}
	if (key.name) {
		*at++ = '"';
		at = mempcpy(at, key.name, key.length);
		*at++ = '"';
		*at++ = ':';
	}
	return at;
}

/* Ends the text at `at`. */
static void end_value(struct mk_text *out, char *at)
{
	*at = '\0';
	out->length = (size_t)(at - out->bytes);
}

void mk_json_put_value(
	struct mk_text *out, struct mk_json_key key, const char *value, size_t length)
{
	char *at = begin_value(out, key, length);

	if (at) {
		memcpy(at, value, length);
		end_value(out, at + length);
	}
}

void mk_json_put_letter(struct mk_text *out, struct mk_json_key key, char letter)
{
	char *at = begin_value(out, key, 1);

	if (at) {
		*at = letter;
		end_value(out, at + 1);
	}
}

void mk_json_put_literal(
	struct mk_text *out, struct mk_json_key key, const char *word, size_t length)
{
	char *at = begin_value(out, key, length + 2);

	if (at) {
		*at++ = '"';
		at = mempcpy(at, word, length);
		*at++ = '"';
		end_value(out, at);
	}
}

void mk_json_close_object(struct mk_text *out)
{
	mk_text_char(out, '}');
}

void mk_json_close_array(struct mk_text *out)
{
	mk_text_char(out, ']');
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

/* Writes the character at `at` escaped; returns its length in bytes. */
static size_t escape_one(struct mk_text *out, const unsigned char *at, size_t left)
{
	size_t length;
	uint32_t point;

	if (*at == '"' || *at == '\\') {
		mk_text_char(out, '\\');
		mk_text_char(out, (char)*at);
		return 1;
	}
	if (*at < 0x20 || *at == 0x7f) {
		escape_control(out, *at);
		return 1;
	}
	length = unicode_read((const char *)at, left, &point);
	if (length == 0) {
		mk_text_add(out, "\xef\xbf\xbd", 3);
		return 1;
	}
	mk_text_add(out, (const char *)at, length);
	return length;
}

/*
 * A word of eight bytes at once: the high bit of each byte that is a control character, DEL, a
 * quote, a backslash or not ASCII. (A borrow or carry can set bits above a byte that counts
 * anyway.)
 */
static uint64_t special_bytes(const char *at)
{
	const uint64_t ones = 0x0101010101010101;
	const uint64_t high = 0x8080808080808080;
	uint64_t word, quotes, slashes;

	memcpy(&word, at, sizeof word);
	quotes = word ^ ones * '"';
	slashes = word ^ ones * '\\';
	return (word | (word + ones) | (word - ones * 0x20) | (quotes - ones) | (slashes - ones)) &
	       high;
}

/* The number of leading bytes that need no escapes; the last words may overlap. */
static size_t plain_length(const char *value, size_t length)
{
	static const bool special[256] = {
		[0 ... 0x1f] = true, ['"'] = true, ['\\'] = true, [0x7f ... 0xff] = true};
	size_t i = 0;

	while (length - i >= 8 && special_bytes(value + i) == 0) {
		i += 8;
	}
	if (i > 0 && length - i < 8 && special_bytes(value + length - 8) == 0) {
		return length;
	}
	while (i < length && !special[(unsigned char)value[i]]) {
		i++;
	}
	return i;
}

void mk_json_escaped(struct mk_text *out, const char *value, size_t length)
{
	while (length > 0) {
		size_t plain = plain_length(value, length);

		mk_text_add(out, value, plain);
		value += plain;
		length -= plain;
		if (length > 0) {
			size_t taken = escape_one(out, (const unsigned char *)value, length);

			value += taken;
			length -= taken;
		}
	}
}

void mk_json_close_string(struct mk_text *out)
{
	mk_text_char(out, '"');
}

void mk_json_string_n(struct mk_text *out, const char *key, const char *value, size_t length)
{
	if (plain_length(value, length) < length) {
		mk_json_open_string(out, key);
		mk_json_escaped(out, value, length);
		mk_json_close_string(out);
		return;
	}
	mk_json_put_literal(out, mk_json_key(key), value, length);
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
	char *at;

	if (value >= 0 && value < 10) {
		mk_json_put_letter(out, mk_json_key(key), (char)('0' + value));
		return;
	}
	at = begin_value(out, mk_json_key(key), 0);
	if (at) {
		end_value(out, at);
		mk_text_int(out, value);
	}
}

void mk_json_bool(struct mk_text *out, const char *key, bool value)
{
	mk_json_put_value(out, mk_json_key(key), value ? "true" : "false", value ? 4 : 5);
}

static size_t write_real(char number[64], double value, int digits)
{
	size_t length = (size_t)snprintf(number, 64, "%.*f", digits, value);

	while (digits > 0 && number[length - 1] == '0') {
		length--;
	}
	return length - (digits > 0 && number[length - 1] == '.');
}

void mk_json_real(struct mk_text *out, const char *key, double value, int digits)
{
	char number[64];
	size_t length;

	if (!isfinite(value) || fabs(value) > 1e15) {
		mk_json_null(out, key);
		return;
	}
	if (digits <= 4 && fabs(value) < 1e9) {
		length = (size_t)(mk_put_real(number, value, digits) - number) - 1;
	} else {
		length = write_real(number, value, digits);
	}
	mk_json_put_value(out, mk_json_key(key), number, length);
}
