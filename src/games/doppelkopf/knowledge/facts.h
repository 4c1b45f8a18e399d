/* Constraints on each hidden hand, derived from the knowledge of one seat. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_FACTS_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_FACTS_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_ANY_NUMBER = 255 };

/*
 * Constraints on the hidden hands, by seat. A hand has `size` cards: only kinds in `can` (both bits
 * of a kind are set, or none), all cards in `must`, and a queen of clubs if the seat is in `queen`.
 * One seat (`counted_seat`) has `fewest` to `most` cards of `counted`.
 *
 * While the cards of a poverty lie on the table, a seat that does not know them counts them as part
 * of the poor hand, which is then the hand as dealt.
 *
 * Not used: that a seat wanted to throw in its cards, and a second poverty in the same round.
 */
struct doko_constraints {
	doko_set unseen; /* the cards in the hidden hands */
	uint8_t size[DOKO_SEATS];
	doko_set can[DOKO_SEATS];
	doko_set must[DOKO_SEATS];
	uint8_t queen; /* seats, as a bit mask */
	uint8_t counted_seat;
	uint8_t fewest, most;
	doko_set counted;
	bool dealt_poverty; /* the poor hand includes the cards on the table */
};

void doko_constraints(const struct doko_view *view, struct doko_constraints *facts);

#endif
