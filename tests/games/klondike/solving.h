/* Helpers of the tests of the exact solver. */
#ifndef TESTS_KLONDIKE_SOLVING_H
#define TESTS_KLONDIKE_SOLVING_H

#include "base/sanitized.h"
#include "games/klondike/helpers.h"
#include "games/klondike/solver/solver.h"

/* The sanitizers slow everything down: there the tests take a part of their deals. */
#if IS_WATCHED
enum { SHARE = 10 };
#else
enum { SHARE = 1 };
#endif

/* Made and given up by each test. */
extern struct klondike_solver *solver;
void solving_begin(void);
void solving_end(void);

/* The `number`-th deal, its cards the same by all rules. */
struct klondike_world dealt(const struct mk_rules *rules, uint64_t number);

/* Solves; a win has a line that the referee accepts. */
enum mk_verdict verdict_on(const struct klondike_world *world, uint64_t node_limit);

#endif
