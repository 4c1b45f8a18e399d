/* Bounded text that grows in the caller's arena; all output is written into it. */
#ifndef MAKKER_TEXT_H
#define MAKKER_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct mk_arena;

/*
 * `bytes` holds `length` bytes and is always ended by a NUL that is not counted. Text beyond
 * `limit`, or beyond the available memory, is dropped and sets `truncated`, so that writers need
 * not check every call: they check `truncated` once, at the end.
 */
struct mk_text {
	char *bytes;
	size_t length;
	size_t capacity;
	size_t limit;
	struct mk_arena *arena; /* NULL: `bytes` is the caller's fixed buffer */
	bool truncated;
};

/* Text that grows in `arena` up to `limit` bytes, the closing NUL included. */
void mk_text_init(struct mk_text *text, struct mk_arena *arena, size_t capacity, size_t limit);

/* Text in `capacity` bytes of the caller (at least 1). */
void mk_text_fixed(struct mk_text *text, char *bytes, size_t capacity);

/* Reserves `more` bytes beyond `length`; false, with `truncated` set, when that is not possible. */
bool mk_text_reserve(struct mk_text *text, size_t more);

static inline void mk_text_add(struct mk_text *text, const char *bytes, size_t length)
{
	if (text->length + length < text->capacity || mk_text_reserve(text, length)) {
		memcpy(text->bytes + text->length, bytes, length);
		text->length += length;
		text->bytes[text->length] = '\0';
	}
}

static inline void mk_text_put(struct mk_text *text, const char *string)
{
	mk_text_add(text, string, strlen(string));
}

static inline void mk_text_char(struct mk_text *text, char letter)
{
	mk_text_add(text, &letter, 1);
}

/* Appends an integer in decimal; much faster than formatted output. */
void mk_text_int(struct mk_text *text, long long number);

void mk_text_format(struct mk_text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
