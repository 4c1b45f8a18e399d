/* Code points of UTF-8, and their classes for text on one line. */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include <makker/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the code point at `text`; its length in bytes, 0 where it is not UTF-8 (RFC 3629). */
size_t unicode_read(const char *text, size_t left, uint32_t *point);

/* The number of code points in `length` bytes of UTF-8, for columns of a terminal. */
size_t unicode_count(const char *text, size_t length);

/*
 * True if `point` is invisible or changes how other text is shown: C0 and C1 controls, DEL, line
 * and paragraph separators, bidirectional controls, noncharacters, tags, interlinear annotations.
 */
bool unicode_is_control(uint32_t point);

/* True for private-use code points, which each font shows differently. */
bool unicode_is_private(uint32_t point);

/*
 * True if it combines with the preceding character: combining diacritical marks and their
 * supplements, combining marks for symbols, combining half marks.
 */
bool unicode_is_combining(uint32_t point);

/* True for White_Space of Unicode, zero width space, word joiner and byte order mark. */
bool unicode_is_space(uint32_t point);

/*
 * True if it is invisible on its own: spaces, joiners, selectors, fillers, the blank braille
 * pattern.
 */
bool unicode_is_blank(uint32_t point);

/*
 * Appends untrusted text safely for a terminal: control characters as `\u{1b}`, bytes that are not
 * UTF-8 as `\x{ff}`. Everything else is copied.
 */
void unicode_put_printable(struct mk_text *out, const char *text, size_t length);

/* The same in double quotes, truncated after `most` bytes, never within a character. */
void unicode_put_quoted(struct mk_text *out, const char *text, size_t length, size_t most);

#endif
