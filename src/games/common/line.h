/* A snapshot on one line: slots separated by commas, words of a slot separated by white space. */
#ifndef GAMES_COMMON_LINE_H
#define GAMES_COMMON_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a line, not terminated. */
struct line_part {
	const char *text;
	size_t length;
};

/* Number of slots: the number of commas plus one. */
int line_count_slots(struct line_part line);

/*
 * Removes the slot up to the next comma from the front of `line` and returns it without surrounding
 * white space.
 */
struct line_part line_take_slot(struct line_part *line);

/* Removes the next word from the front of `slot`; false if there is none. */
bool line_take_word(struct line_part *slot, struct line_part *word);

/* True if the word is `other`, in upper or lower case. */
bool line_is_word(const char *word, size_t length, const char *other);

#endif
