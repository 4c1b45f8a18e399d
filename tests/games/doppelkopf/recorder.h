/* Deals played by chance and written down as the sources of recorded games write theirs. */
#ifndef TESTS_GAMES_DOPPELKOPF_RECORDER_H
#define TESTS_GAMES_DOPPELKOPF_RECORDER_H

#include <jansson.h>
#include <stdint.h>

/* One line of a file of deals; `rules` are "ddv", "house" or "nonines". The caller's. */
json_t *recorded_deal(const char *rules, uint64_t seed);

/* The first deal of the house rules, from `seed` on, that became such a game ("poverty", "thrown").
 */
json_t *recorded_deal_of(const char *type, uint64_t seed);

/* A deal by the rules "ddv" step by step, one object each, with all that was allowed. */
json_t *recorded_steps(uint64_t seed);

#endif
