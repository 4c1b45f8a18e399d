/* Amounts of long tests: fewer if each step is watched or counted, which takes ten times as long,
 * and for `make quick`; more with MAKKER_LONG=1, for nights. */
#ifndef TESTS_BASE_SANITIZED_H
#define TESTS_BASE_SANITIZED_H

#include <stdlib.h>

/* Under AddressSanitizer, and where lines and branches are counted (make coverage). */
#if defined __SANITIZE_ADDRESS__ || defined MAKKER_COUNTED
#define IS_WATCHED 1
#else
#define IS_WATCHED 0
#endif

/* The number of games to play: all, a fifth or five times as many. */
static inline int games_to_play(int all)
{
	if (getenv("MAKKER_LONG")) {
		return 5 * all;
	}
	return IS_WATCHED || getenv("MAKKER_QUICK") ? all / 5 : all;
}

#endif
