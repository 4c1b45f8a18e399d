/* The time of a request by phases, for its log line and its Server-Timing header. */
#ifndef SESSION_PHASES_H
#define SESSION_PHASES_H

#include "base/clock.h"

#include <stdint.h>

enum phase {
	PHASE_QUEUE,  /* waiting until the request, then its change, starts */
	PHASE_LOAD,   /* loading the newest version of the session, or a page of the store */
	PHASE_LEARN,  /* interpretation of the snapshot or the move */
	PHASE_STORE,  /* until the change is durable */
	PHASE_SEARCH, /* search for the next move */
	PHASE_WRITE,  /* the response */
	PHASES
};

/* Zeroed at first, but for at_ns. */
struct phases {
	int64_t at_ns; /* the end of the last phase, by clock_ticks_ns() */
	int64_t spent_ns[PHASES];
	int64_t worked_ns; /* of that, the loop's work on events from the journal */
};

/* Ends a phase that lasted since the end of the last one. NULL: nothing is measured. */
static inline void phases_end(struct phases *phases, enum phase phase)
{
	int64_t now;

	if (phases) {
		now = clock_ticks_ns();
		phases->spent_ns[phase] += now - phases->at_ns;
		phases->at_ns = now;
	}
}

/* Work on events of the journal, from phases_begin_work() on. NULL: nothing is measured. */
static inline int64_t phases_begin_work(const struct phases *phases)
{
	return phases ? clock_ticks_ns() : 0;
}

static inline void phases_end_work(struct phases *phases, int64_t since_ns)
{
	if (phases) {
		phases->worked_ns += clock_ticks_ns() - since_ns;
	}
}

#endif
