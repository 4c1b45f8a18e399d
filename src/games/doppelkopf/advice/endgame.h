/*
 * The last tricks, every hand being known: worked out exactly for two sides.
 *
 * Zero-window alpha-beta: "does re get at least so many of the card points that are still out?"
 * Positions between tricks are remembered with what is proven of them; cards that do the same are
 * tried once.
 */
#ifndef GAMES_DOPPELKOPF_ADVICE_ENDGAME_H
#define GAMES_DOPPELKOPF_ADVICE_ENDGAME_H

#include "games/doppelkopf/knowledge/world.h"

enum { DOKO_ENDGAME_BITS = 15 };

/* What is proven of a position between tricks: re gets `least` to `most`. Empty: `age` is old. */
struct doko_proven {
	doko_set hand[DOKO_SEATS];
	uint32_t age;
	uint8_t leader, least, most;
};

/* About 1.4 MB. Set up once for a game; then any of its positions can be asked about. */
struct doko_endgame {
	uint8_t power[DOKO_KINDS];
	uint8_t colour_of[DOKO_KINDS];
	doko_set colour[DOKO_SUIT_CLASSES];
	/* Kinds of the same colour whose power lies between those of two kinds. */
	doko_set between[DOKO_KINDS][DOKO_KINDS];
	unsigned re;
	bool second_dulle, second_dulle_last;
	uint32_t age;
	uint64_t nodes;
	struct doko_proven proven[1 << DOKO_ENDGAME_BITS];
};

/* `re` are the seats of re, a bit each. Memory need not be zeroed before the first time. */
void doko_endgame_init(struct doko_endgame *endgame, const struct doko_table *table, unsigned re);

/* Does re get at least `wanted` Augen from the present trick on, both sides playing their best? */
bool doko_endgame_reaches(struct doko_endgame *endgame, const struct doko_world *world, int wanted);

/* How many it gets. */
int doko_endgame_value(struct doko_endgame *endgame, const struct doko_world *world);

#endif
