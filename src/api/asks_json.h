/* What the player is asked about a picture that is not clear, as JSON. */
#ifndef API_ASKS_JSON_H
#define API_ASKS_JSON_H

#include <makker/game.h>

/*
 * "asks": the places to look at, the one that the message names first, each with the cards that may
 * lie there (none named: any). An answer is a correction: the same place, and one card. Empty where
 * all is clear, and of games that keep no pictures: there is nothing to look at once more.
 */
void asks_json(struct mk_text *out, const struct mk_game *game, const struct mk_finding *finding);

#endif
