/* Games with one deliberate fault, which the tests of this folder must notice. */
#ifndef TESTS_EVERY_FAULTS_H
#define TESTS_EVERY_FAULTS_H

#include <makker/game.h>

/* A copy of a game with one slot replaced. */
struct fault {
	const char *name;
	const char *game; /* the game that is copied */
	void (*make)(struct mk_game *game, struct mk_notation *notation);
};

extern const struct fault faults[];
extern const size_t fault_count;

/* The game with the fault that FAULT in the environment names; the game itself where that fault is
 * another game's, or none is named. */
const struct mk_game *with_fault(const struct mk_game *game);

#endif
