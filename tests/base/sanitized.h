/* Less of the same where sanitizers watch: they take ten times as long for it. */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

/* How many of so many games are played: all, or a fifth of them under AddressSanitizer. */
static inline int games_to_play(int all)
{
#ifdef __SANITIZE_ADDRESS__
	return all / 5;
#else
	return all;
#endif
}

#endif
