/* The conclusions of a seat about the hidden hands, as constraints on each of them. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_FACTS_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_FACTS_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_ANY_NUMBER = 255 };

/*
 * Of hidden seats: the hand has `size` cards, only kinds of `can` (both bits of a kind), the cards
 * of `must` among them, a queen of clubs if `queen` is set. One seat (`counted_seat`) has `fewest`
 * to `most` cards of `counted`.
 *
 * While the cards of a poverty lie on the table, seats that do not know them count them to the poor
 * hand, which is then as it was dealt.
 *
 * Not used: that a seat wanted to throw in, and a second poverty in the same round.
 */
struct doko_constraints {
	doko_set unseen; /* the cards in the hidden hands */
	uint8_t size[DOKO_SEATS];
	doko_set can[DOKO_SEATS];
	doko_set must[DOKO_SEATS];
	uint8_t queen; /* seats, a bit each */
	uint8_t counted_seat;
	uint8_t fewest, most;
	doko_set counted;
	bool dealt_poverty; /* the poor hand includes what lies on the table */
};

void doko_constraints(const struct doko_view *view, struct doko_constraints *facts);

#endif
