/* Amounts of long tests: fewer where each step is watched or counted, which takes ten times as
 * long, and for `make quick`. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#include <stdlib.h>

/* Under AddressSanitizer, and where lines and branches are counted (make coverage). */
#if defined __SANITIZE_ADDRESS__ || defined MAKKER_COUNTED
#define IS_WATCHED 1
#else
#define IS_WATCHED 0
#endif

/* The number of games to play: all, or a fifth of them. */
static inline int games_to_play(int all)
{
	return IS_WATCHED || getenv("MAKKER_QUICK") ? all / 5 : all;
}

#endif
