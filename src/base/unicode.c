/* Reading of UTF-8, and tables of code points (Unicode 15: White_Space, Cc, Bidi_Control, ...). */
#include "base/unicode.h"

/* The length of a sequence that begins with `first`; 0: invalid. */
static size_t sequence_length(unsigned char first)
{
	return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* The smallest code point of each length: overlong sequences are not UTF-8. */
static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

size_t unicode_read(const char *text, size_t left, uint32_t *point)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t length = left > 0 ? sequence_length(at[0]) : 0;
	uint32_t read;

	if (length == 0 || length > left || at[0] > 0xf4) {
		return 0;
	}
	read = length == 1 ? at[0] : at[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((at[i] & 0xc0) != 0x80) {
			return 0;
		}
		read = read << 6 | (at[i] & 0x3fu);
	}
	if (read < least[length] || read > 0x10ffff || (read >= 0xd800 && read <= 0xdfff)) {
		return 0;
	}
	*point = read;
	return length;
}

size_t unicode_count(const char *text, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++) {
		count += ((unsigned char)text[i] & 0xc0) != 0x80;
	}
	return count;
}

struct range {
	uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t point)
{
	for (size_t i = 0; i < count; i++) {
		if (point >= ranges[i].first && point <= ranges[i].last) {
			return true;
		}
	}
	return false;
}

bool unicode_is_control(uint32_t point)
{
	static const struct range ranges[] = {
		{0x00, 0x1f},       /* C0 */
		{0x7f, 0x9f},       /* DEL, C1 */
		{0x061c, 0x061c},   /* Arabic letter mark */
		{0x200e, 0x200f},   /* left-to-right and right-to-left marks */
		{0x2028, 0x202e},   /* separators, embeddings, overrides */
		{0x2066, 0x206f},   /* isolates, deprecated format characters */
		{0xfdd0, 0xfdef},   /* noncharacters, as are the last two of each plane */
		{0xfff9, 0xfffb},   /* interlinear annotations */
		{0xe0000, 0xe00ff}, /* tags: invisible copies of ASCII */
	};

	return (point & 0xfffe) == 0xfffe || is_in(ranges, sizeof ranges / sizeof *ranges, point);
}

bool unicode_is_private(uint32_t point)
{
	static const struct range ranges[] = {
		{0xe000, 0xf8ff}, {0xf0000, 0xffffd}, {0x100000, 0x10fffd}};

	return is_in(ranges, sizeof ranges / sizeof *ranges, point);
}

bool unicode_is_combining(uint32_t point)
{
	static const struct range ranges[] = {
		{0x0300, 0x036f}, /* diacritical marks */
		{0x0483, 0x0489}, /* Cyrillic */
		{0x0591, 0x05bd}, /* Hebrew accents and points */
		{0x064b, 0x065f}, /* Arabic vowels */
		{0x1ab0, 0x1ace}, /* diacritical marks, extended */
		{0x1dc0, 0x1dff}, /* diacritical marks, supplement */
		{0x20d0, 0x20f0}, /* marks for symbols, keycaps */
		{0x3099, 0x309a}, /* Japanese sound marks */
		{0xfe20, 0xfe2f}, /* half marks */
	};

	return is_in(ranges, sizeof ranges / sizeof *ranges, point);
}

bool unicode_is_space(uint32_t point)
{
	static const struct range ranges[] = {
		{0x09, 0x0d},     /* tab to carriage return */
		{0x20, 0x20},     /* space */
		{0x85, 0x85},     /* next line */
		{0xa0, 0xa0},     /* no-break space */
		{0x1680, 0x1680}, /* Ogham space mark */
		{0x2000, 0x200b}, /* spaces, zero width space */
		{0x2028, 0x2029}, /* line and paragraph separator */
		{0x202f, 0x202f}, /* narrow no-break space */
		{0x205f, 0x2060}, /* mathematical space, word joiner */
		{0x3000, 0x3000}, /* ideographic space */
		{0xfeff, 0xfeff}, /* zero width no-break space */
	};

	return is_in(ranges, sizeof ranges / sizeof *ranges, point);
}

bool unicode_is_blank(uint32_t point)
{
	static const struct range ranges[] = {
		{0xad, 0xad},       /* soft hyphen */
		{0x034f, 0x034f},   /* combining grapheme joiner */
		{0x061c, 0x061c},   /* Arabic letter mark */
		{0x115f, 0x1160},   /* Hangul fillers */
		{0x17b4, 0x17b5},   /* Khmer inherent vowels */
		{0x180b, 0x180f},   /* Mongolian selectors and vowel separator */
		{0x200c, 0x200f},   /* zero width joiners, marks */
		{0x202a, 0x202e},   /* bidirectional controls */
		{0x2061, 0x206f},   /* invisible operators, isolates */
		{0x2800, 0x2800},   /* blank braille pattern */
		{0x3164, 0x3164},   /* Hangul filler */
		{0xfe00, 0xfe0f},   /* variation selectors */
		{0xffa0, 0xffa0},   /* halfwidth Hangul filler */
		{0x13430, 0x1343f}, /* Egyptian format controls */
		{0x1bca0, 0x1bca3}, /* shorthand format controls */
		{0x1d173, 0x1d17a}, /* musical format controls */
		{0xe0100, 0xe01ef}, /* variation selectors */
	};

	return unicode_is_space(point) || is_in(ranges, sizeof ranges / sizeof *ranges, point);
}

/* Appends the character at `text`; its length in bytes. */
static size_t put_one(struct mk_text *out, const char *text, size_t left)
{
	uint32_t point;
	size_t length = unicode_read(text, left, &point);

	if (length == 0) {
		mk_text_format(out, "\\x{%02x}", (unsigned)(unsigned char)*text);
		return 1;
	}
	if (unicode_is_control(point)) {
		mk_text_format(out, "\\u{%x}", (unsigned)point);
	} else {
		mk_text_add(out, text, length);
	}
	return length;
}

void unicode_put_printable(struct mk_text *out, const char *text, size_t length)
{
	for (size_t at = 0; at < length && !out->truncated;) {
		at += put_one(out, text + at, length - at);
	}
}

void unicode_put_quoted(struct mk_text *out, const char *text, size_t length, size_t most)
{
	size_t from = out->length;
	size_t at = 0;

	mk_text_char(out, '"');
	while (at < length && out->length - from <= most) {
		at += put_one(out, text + at, length - at);
	}
	mk_text_put(out, at < length ? "...\"" : "\"");
}
