/* Less of the same where every step is watched or counted: that takes ten times as long. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

/* Under AddressSanitizer, and where lines and branches are counted (make coverage). */
#if defined __SANITIZE_ADDRESS__ || defined MAKKER_COUNTED
#define IS_WATCHED 1
#else
#define IS_WATCHED 0
#endif

/* How many of so many games are played: all, or a fifth of them. */
static inline int games_to_play(int all)
{
	return IS_WATCHED ? all / 5 : all;
}

#endif
