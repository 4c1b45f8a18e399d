/* What is seen of 10-20-30: the card that was just dealt, or all columns. */
#ifndef TENS_SIGHTING_H
#define TENS_SIGHTING_H

#include "games/ten_twenty_thirty/table.h"

/* In place of a card: not readable; one that was known already (in the middle of a long column). */
enum { SLOT_UNREADABLE = 1, SLOT_KNOWN = 2 };

enum { LEFT_NOT_SEEN = -1 };

struct tens_sighting {
	uint8_t dealt; /* the card alone; MK_NO_CARD: the columns were seen */
	int8_t left;   /* cards in the deck, or LEFT_NOT_SEEN */
	uint8_t count[COLUMNS];
	uint8_t column[COLUMNS][MK_DECK]; /* cards or slots, the top one first */
};

#endif
