/*
 * A toy game for tests: a pile of counters from which one, two or three are taken. A snapshot
 * shows how many are left. The last one taken wins; leaving exactly 13 loses.
 */
#ifndef TESTS_SESSION_TOY_H
#define TESTS_SESSION_TOY_H

#include <makker/game.h>

struct mk_view {
	int32_t seen; /* 0: not evaluated yet */
	int32_t start;
	int32_t left;
};

struct mk_snapshot {
	int32_t left; /* TOY_UNREADABLE: not clear enough */
};

enum { TOY_UNREADABLE = -1 };

/* So many bytes are added to each finding in the journal (more than 0: with their member). */
extern int toy_padding;

/* Presets "ten" (the default) and "fifteen"; strategies "one", "many" and "deep", which
 * searches. */
extern const struct mk_preset toy_presets[];
extern const struct mk_strategy toy_strategies[];
extern const struct mk_game toy_game;
extern const struct mk_game other_toy;
/* Has cards that can be corrected, and keeps no snapshots. */
extern const struct mk_game card_toy;

const struct mk_game *toy_find(const char *name);

#endif
