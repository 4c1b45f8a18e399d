/* The game of an input: its first byte names one, whatever the order of the registry. */
#ifndef TESTS_FUZZ_GAME_H
#define TESTS_FUZZ_GAME_H

#include "fuzz/target.h"

#include <makker/game.h>

/* '0' is Klondike, as the files of the corpus have it; any other byte is one of them, too. */
static inline const struct mk_game *game_of_byte(uint8_t byte)
{
	static const char *const names[] = {
		"klondike", "take-away", "doppelkopf", "ten-twenty-thirty", "freecell"};
	const size_t count = sizeof names / sizeof *names;

	require(count == mk_game_count); /* a new game goes to the end of the list */
	return mk_game_find(names[(uint8_t)(byte - '0') % count]);
}

#endif
