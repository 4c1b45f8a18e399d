/* Solves worlds one after another, prints a line for each, and counts. */
#ifndef CLI_SOLVING_H
#define CLI_SOLVING_H

#include "cli/game_args.h"

#include <makker/solve.h>

enum { SOLVING_GROUP = 40, SOLVING_GROUPS = 16 };

/* How one went. */
struct solving_sample {
	float us;
	float nodes;
	unsigned group;
};

struct solving {
	const struct mk_game *game;
	struct mk_solver *solver;
	uint64_t node_limit;
	bool is_brief; /* no lines of wins */
	unsigned long verdicts[MK_UNDECIDED + 1];
	unsigned long agreed, differed;
	uint64_t nodes;
	double seconds;
	char groups[SOLVING_GROUPS][SOLVING_GROUP];
	unsigned group_count;
	struct solving_sample *samples;
	size_t count, room;
};

/*
 * Solves and prints: `number`, the verdict, the positions, the milliseconds, whether it differs
 * from `expected` (NULL, or what is no verdict: nothing to compare with), and the moves of a win.
 * The medians are told by `group` (NULL: not among them).
 */
void solving_one(struct solving *solving, const struct mk_world *world, unsigned long number,
	const char *expected, const char *group);

/* The summary, to standard error. */
void solving_sum_up(struct solving *solving);

#endif
