/* Cards in the words of the rules, suit first: "HT CQ D9". */
#ifndef TESTS_GAMES_DOPPELKOPF_WORDS_H
#define TESTS_GAMES_DOPPELKOPF_WORDS_H

#include "games/doppelkopf/table/cards.h"

#include <string.h>

/* The kind that `text` begins with. */
static inline int doko_word(const char *text)
{
	return (int)(strchr("CSHD", text[0]) - "CSHD") * DOKO_RANKS +
	       (int)(strchr("ATKQJ9", text[1]) - "ATKQJ9");
}

/* The cards of a hand. */
static inline doko_set doko_words(const char *text)
{
	doko_set hand = 0;

	for (; *text; text += text[2] ? 3 : 2) {
		hand = doko_add(hand, doko_word(text));
	}
	return hand;
}

#endif
