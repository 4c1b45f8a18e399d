/* Slots and words of a line. */
#include "games/common/line.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char letter)
{
	return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

int line_count_slots(struct line_part line)
{
	int count = 1;

	for (size_t i = 0; i < line.length; i++) {
		count += line.text[i] == ',';
	}
	return count;
}

static void skip(struct line_part *part, size_t length)
{
	part->text += length;
	part->length -= length;
}

/* Most slots have two or three characters. */
struct line_part line_take_slot(struct line_part *line)
{
	const char *at = line->text;
	const char *const end = at + line->length;
	const char *from, *to;

	while (at < end && is_blank(*at)) {
		at++;
	}
	for (from = to = at; at < end && *at != ','; at++) {
		to = is_blank(*at) ? to : at + 1;
	}
	at += at < end;
	*line = (struct line_part){at, (size_t)(end - at)};
	return (struct line_part){from, (size_t)(to - from)};
}

bool line_take_word(struct line_part *slot, struct line_part *word)
{
	while (slot->length && is_blank(*slot->text)) {
		skip(slot, 1);
	}
	*word = (struct line_part){slot->text, 0};
	while (word->length < slot->length && !is_blank(slot->text[word->length])) {
		word->length++;
	}
	skip(slot, word->length);
	return word->length > 0;
}

bool line_is_word(const char *word, size_t length, const char *other)
{
	/* characters that differ in more than the case bit */
	if (length > 0 && ((word[0] ^ other[0]) & ~0x20) != 0) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		if (!other[i] ||
			tolower((unsigned char)word[i]) != tolower((unsigned char)other[i])) {
			return false;
		}
	}
	return other[length] == '\0';
}
