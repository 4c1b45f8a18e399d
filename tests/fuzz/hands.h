/* Workers without threads: what they are given is held back until the fuzz target ends it. */
#ifndef TESTS_FUZZ_HANDS_H
#define TESTS_FUZZ_HANDS_H

#include "session/work.h"

enum { HANDS = 4 };

struct hands {
	struct workers workers; /* first */
	struct work *held[HANDS];
	unsigned count;
	unsigned most; /* how much they take, at most HANDS; 0: nobody ever has time */
};

void hands_init(struct hands *hands, unsigned most);

/*
 * Ends what is held at `place`. Searches beside the sessions are run; thoughts, which would take
 * their time, end without having been thought.
 */
void hands_end(struct hands *hands, unsigned place);

#endif
