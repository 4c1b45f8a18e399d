/* Lists of Accept headers, parameters of Content-Type, and gzip. */
#include "api/pipeline/negotiation.h"

#include "base/arena.h"

#define ZLIB_CONST
#include <limits.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

/* One "type/subtype;q=0.5" of an Accept header. Quality in thousandths. */
struct range {
	const char *type;
	size_t length;
	int quality;
};

static bool is_http_blank(char letter)
{
	return letter == ' ' || letter == '\t';
}

/* A quality value: "1", "0.5", "0.123"; anything else counts as 1. */
static int read_quality(const char *text)
{
	int quality = text[0] == '0' ? 0 : 1000;
	int unit = 100;

	if (text[0] == '0' && text[1] == '.') {
		for (text += 2; unit > 0 && *text >= '0' && *text <= '9'; text++, unit /= 10) {
			quality += (*text - '0') * unit;
		}
	}
	return quality;
}

/* Searches for the parameter q after the type, up to `end`. */
static int find_quality(const char *at, const char *end)
{
	while (at < end && (at = memchr(at, ';', (size_t)(end - at))) != NULL) {
		at++;
		while (at < end && is_http_blank(*at)) {
			at++;
		}
		if (end - at > 2 && (at[0] == 'q' || at[0] == 'Q') && at[1] == '=') {
			return read_quality(at + 2);
		}
	}
	return 1000;
}

/* Takes the next range from the header; false at its end. */
static bool take_range(const char **header, struct range *range)
{
	const char *at = *header + strspn(*header, " \t,");
	const char *end = at + strcspn(at, ",");

	if (!*at) {
		return false;
	}
	range->type = at;
	range->length = strcspn(at, " \t;,");
	range->quality = find_quality(at, end);
	*header = end;
	return true;
}

/*
 * The specificity of a range that matches an offer: 3 exact, 2 "type/ *", 1 "* / *"; 0: no match.
 */
static int closeness(const struct range *range, const char *offer)
{
	size_t major = strcspn(offer, "/") + 1;

	if (range->length == strlen(offer) && strncasecmp(range->type, offer, range->length) == 0) {
		return 3;
	}
	if (range->length == major + 1 && range->type[major] == '*' &&
		strncasecmp(range->type, offer, major) == 0) {
		return 2;
	}
	return range->length == 3 && memcmp(range->type, "*/*", 3) == 0;
}

/* The most specific matching range decides the quality of an offer. */
static int quality_of(const char *accept, const char *offer)
{
	struct range range;
	int closest = 0;
	int quality = 0;

	while (take_range(&accept, &range)) {
		int close = closeness(&range, offer);

		if (close > closest) {
			closest = close;
			quality = range.quality;
		}
	}
	return quality;
}

int media_choose(const char *accept, const char *const *offers)
{
	int best = -1;
	int best_quality = 0;

	if (!accept || !*accept || strcmp(accept, "*/*") == 0) {
		return 0;
	}
	for (int i = 0; offers[i]; i++) {
		int quality = quality_of(accept, offers[i]);

		if (quality > best_quality) {
			best = i;
			best_quality = quality;
		}
	}
	return best;
}

bool media_language(const char *accept_language, enum mk_language *language)
{
	struct range range;
	enum mk_language found;
	int best_quality = 0;

	while (accept_language && take_range(&accept_language, &range)) {
		if (range.quality > best_quality && mk_language_find(range.type, &found)) {
			*language = found;
			best_quality = range.quality;
		}
	}
	return best_quality > 0;
}

static bool is_coding(const struct range *range, const char *coding)
{
	return range->length == strlen(coding) &&
	       strncasecmp(range->type, coding, range->length) == 0;
}

bool media_takes_gzip(const char *accept_encoding)
{
	struct range range;
	bool takes = false;

	while (accept_encoding && take_range(&accept_encoding, &range)) {
		if (is_coding(&range, "gzip")) {
			return range.quality > 0;
		}
		takes = takes || (is_coding(&range, "*") && range.quality > 0);
	}
	return takes;
}

bool media_is_uncoded(const char *content_encoding)
{
	struct range range;

	while (content_encoding && take_range(&content_encoding, &range)) {
		if (!is_coding(&range, "identity")) {
			return false;
		}
	}
	return true;
}

/* ---- parameters of Content-Type (RFC 9110, 5.6.6) ------------------------------------------- */

/* A parameter: its name, and its value without quotes. */
struct parameter {
	const char *name, *value;
	size_t name_length, value_length;
};

static size_t token_length(const char *text)
{
	return strspn(text, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* The end of the value that begins at `at`, a token or a quoted string; NULL: none. */
static const char *take_value(const char *at, struct parameter *parameter)
{
	const char *end;

	if (*at != '"') {
		parameter->value = at;
		parameter->value_length = token_length(at);
		return parameter->value_length > 0 ? at + parameter->value_length : NULL;
	}
	/* No relevant value contains a quoted pair. */
	end = strpbrk(at + 1, "\"\\");
	if (!end || *end != '"') {
		return NULL;
	}
	parameter->value = at + 1;
	parameter->value_length = (size_t)(end - at) - 1;
	return end + 1;
}

/* The end of "name=value"; NULL: none. */
static const char *take_parameter(const char *at, struct parameter *parameter)
{
	parameter->name = at;
	parameter->name_length = token_length(at);
	at += parameter->name_length;
	return parameter->name_length > 0 && *at == '=' ? take_value(at + 1, parameter) : NULL;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

static bool is_charset(const struct parameter *parameter)
{
	return is_word(parameter->name, parameter->name_length, "charset");
}

static bool is_utf8(const struct parameter *parameter)
{
	return is_word(parameter->value, parameter->value_length, "utf-8") ||
	       is_word(parameter->value, parameter->value_length, "utf8") ||
	       is_word(parameter->value, parameter->value_length, "us-ascii");
}

bool media_is_utf8(const char *content_type)
{
	const char *at = content_type ? content_type + strcspn(content_type, "; \t") : "";
	int charsets = 0;

	for (;;) {
		struct parameter parameter;

		at += strspn(at, " \t");
		if (*at != ';') {
			return !*at;
		}
		at += 1 + strspn(at + 1, " \t");
		if (*at == ';' || !*at) {
			continue;
		}
		at = take_parameter(at, &parameter);
		if (!at || (is_charset(&parameter) && (!is_utf8(&parameter) || charsets++ > 0))) {
			return false;
		}
	}
}

static bool is_type(const char *content_type, const char *type)
{
	size_t length = strlen(type);

	return (content_type[0] | 0x20) == type[0] &&
	       strncasecmp(content_type, type, length) == 0 &&
	       strchr(" \t;", content_type[length]) != NULL;
}

static enum media_body guess(const char *body, size_t length)
{
	while (length > 0 && (is_http_blank(*body) || *body == '\r' || *body == '\n')) {
		body++;
		length--;
	}
	return length > 0 && (*body == '{' || *body == '[') ? MEDIA_BODY_JSON : MEDIA_BODY_LINE;
}

enum media_body media_of_body(const char *content_type, const char *body, size_t length)
{
	static const struct {
		const char *type;
		enum media_body body;
	} rows[] = {
		{MEDIA_JSON, MEDIA_BODY_JSON},
		{"application/merge-patch+json", MEDIA_BODY_JSON},
		{MEDIA_TEXT, MEDIA_BODY_LINE},
		{"text/csv", MEDIA_BODY_LINE},
	};

	if (!content_type || !*content_type ||
		is_type(content_type, "application/x-www-form-urlencoded")) {
		return guess(body, length);
	}
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		if (is_type(content_type, rows[i].type)) {
			return rows[i].body;
		}
	}
	return MEDIA_BODY_OTHER;
}

/* ---- gzip ----------------------------------------------------------------------------------- */

/* Level 6 takes 0.4 ms for 24 KB; level 9 takes twice as long and saves one percent. */
enum { GZIP_LEVEL = 6, MAX_WINDOW = 15, WITH_GZIP_HEADER = 16, GZIP_MEMORY = 8 };

struct gzip_bytes gzip_pack(struct mk_arena *arena, const char *bytes, size_t length)
{
	z_stream stream = {0};
	char *packed = length > 0 && length <= UINT_MAX ? mk_arena_alloc(arena, length) : NULL;
	bool shorter;

	if (!packed || deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, MAX_WINDOW + WITH_GZIP_HEADER,
			       GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
		return (struct gzip_bytes){0};
	}
	stream.next_in = (const Bytef *)bytes;
	stream.avail_in = (uInt)length;
	stream.next_out = (Bytef *)packed;
	stream.avail_out = (uInt)length;
	shorter = deflate(&stream, Z_FINISH) == Z_STREAM_END;
	deflateEnd(&stream);
	return shorter ? (struct gzip_bytes){packed, stream.total_out} : (struct gzip_bytes){0};
}
