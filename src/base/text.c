/* Bounded text: growing, whole numbers, formats. */
#include "base/arena.h"
#include "base/digits.h"

#include <makker/text.h>
#include <stdio.h>

void mk_text_init(struct mk_text *text, struct mk_arena *arena, size_t capacity, size_t limit)
{
	*text = (struct mk_text){
		.bytes = mk_arena_alloc(arena, capacity), .limit = limit, .arena = arena};
	if (!text->bytes) {
		static char nothing[1];

		*text = (struct mk_text){.bytes = nothing, .truncated = true};
		return;
	}
	text->capacity = capacity;
	text->bytes[0] = '\0';
}

void mk_text_fixed(struct mk_text *text, char *bytes, size_t capacity)
{
	*text = (struct mk_text){.bytes = bytes, .capacity = capacity, .limit = capacity};
	bytes[0] = '\0';
}

bool mk_text_reserve(struct mk_text *text, size_t more)
{
	size_t wanted = text->capacity * 2;
	char *larger;

	if (text->length + more < text->capacity) {
		return true;
	}
	if (!text->arena || more >= text->limit - text->length) {
		text->truncated = true;
		return false;
	}
	if (wanted <= text->length + more) {
		wanted = text->length + more + 1;
	}
	if (wanted > text->limit) {
		wanted = text->limit;
	}
	larger = mk_arena_grow(text->arena, text->bytes, text->capacity, wanted);
	if (!larger) {
		text->truncated = true;
		return false;
	}
	text->bytes = larger;
	text->capacity = wanted;
	return true;
}

/* Not inline: its stack frame would slow down numbers of one digit. */
static __attribute__((noinline)) void add_digits(struct mk_text *text, long long number)
{
	char digits[24];
	char *first = digits + sizeof digits;
	unsigned long long rest =
		number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;

	first = digits_put_before(first, rest);
	if (number < 0) {
		*--first = '-';
	}
	mk_text_add(text, first, (size_t)(digits + sizeof digits - first));
}

void mk_text_int(struct mk_text *text, long long number)
{
	if (number >= 0 && number < 10) {
		mk_text_char(text, (char)('0' + number));
	} else {
		add_digits(text, number);
	}
}

void mk_text_format(struct mk_text *text, const char *format, ...)
{
	va_list values;
	int length;

	va_start(values, format);
	length = vsnprintf(NULL, 0, format, values);
	va_end(values);
	if (length < 0 || !mk_text_reserve(text, (size_t)length)) {
		text->truncated = true;
		return;
	}
	va_start(values, format);
	vsnprintf(text->bytes + text->length, (size_t)length + 1, format, values);
	va_end(values);
	text->length += (size_t)length;
}
