/*
 * Walks along all sessions in memory that take several turns of the loop, so that none of these is
 * long: a filtered list may find its last row behind a million others.
 */
#ifndef STORE_MEMORY_WALK_H
#define STORE_MEMORY_WALK_H

#include "store/memory/rows.h"

enum { MEMORY_WALK_STEPS = 2000 }; /* sessions in one turn */

struct memory_walk {
	const struct memory_sessions *sessions;
	struct kept *at; /* the next one; NULL: the end */
	bool from_oldest;
	/* Looks at one session; false: the walk is over. */
	bool (*look)(struct memory_walk *walk, struct kept *kept);
	struct kept **found; /* what memory_walk_find() has noted */
	size_t count, capacity;
	struct memory_walk *previous, *next; /* among those that are not over */
};

/* Goes on for MEMORY_WALK_STEPS sessions. True: it is over. */
bool memory_walk_on(struct memory_walk *walk);

/* Adds a session that matches. */
void memory_walk_find(struct memory_walk *walk, struct kept *kept);

/* The rows of what was noted, to be freed; NULL: there are none. */
struct journal_session *memory_walk_rows(const struct memory_walk *walk);

/* To be called before a session is removed, for each walk that is not over. */
void memory_walk_forget(struct memory_walk *walk, const struct kept *kept);

#endif
