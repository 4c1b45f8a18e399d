/* Workers without threads: a job is held back until the test releases it. */
#ifndef TESTS_SESSION_HANDS_H
#define TESTS_SESSION_HANDS_H

#include "port/worker_pool.h"

enum { HANDS = 8 };

struct hands {
	struct worker_pool workers; /* first */
	struct job *held[HANDS];
	unsigned count;
	struct job *withdrawn[HANDS];
	unsigned withdrawn_count;
	unsigned most;         /* how many jobs they take, at most HANDS; 0: none */
	unsigned queue_factor; /* how many they say that there are for each of them */
};

void hands_init(struct hands *hands, unsigned most);

/* Takes what is held at `place` out of their hands; what came later moves up. */
struct job *hands_take(struct hands *hands, unsigned place);

/* Waits until the time by which it was to begin, and says that it has not. */
void hands_be_late(struct hands *hands, unsigned place);

/* Ends what was withdrawn. */
void hands_end_withdrawn(struct hands *hands);

/* Runs and ends it. */
void hands_run(struct hands *hands, unsigned place);

#endif
