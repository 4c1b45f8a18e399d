/* Verdicts on decks from files. */
#ifndef TENS_DECK_H
#define TENS_DECK_H

#include <makker/game.h>

/*
 * Writes the verdict of the forced game and the number of dealt cards, separated by a tab:
 * "Win\t471".
 */
enum mk_status tens_forced_result(const char *line, const struct mk_rules *rules,
	struct mk_text *out, struct mk_error *error);

#endif
