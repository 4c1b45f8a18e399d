/* A snapshot on one line: slots apart by commas, words of a slot apart by white space. */
#ifndef GAMES_COMMON_LINE_H
#define GAMES_COMMON_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a line, not terminated. */
struct line_part {
	const char *text;
	size_t length;
};

/* Number of slots: one more than there are commas. */
int line_count_slots(struct line_part line);

/* Takes the slot up to the next comma off the front of `line`, without white space around it. */
struct line_part line_take_slot(struct line_part *line);

/* Takes the next word off the front of `slot`; false where there is none. */
bool line_take_word(struct line_part *slot, struct line_part *word);

/* True if the word is `other`, upper case or lower case. */
bool line_is_word(const char *word, size_t length, const char *other);

#endif
