/*
 * Iterations over all sessions in memory in several turns of the loop, so that no turn is long: a
 * filtered list may find its last row after a million others.
 */
#ifndef STORE_MEMORY_WALK_H
#define STORE_MEMORY_WALK_H

#include "store/memory/rows.h"

enum { MEMORY_WALK_STEPS = 2000 }; /* sessions in one turn */

struct memory_walk {
	const struct memory_sessions *sessions;
	struct kept *at; /* the next one; NULL: the end */
	bool from_oldest;
	/* Visits one session; false ends the iteration. */
	bool (*look)(struct memory_walk *walk, struct kept *kept);
	struct kept **found; /* sessions added by memory_walk_find() */
	size_t count, capacity;
	struct memory_walk *previous, *next; /* in the list of running iterations */
};

/* Visits the next MEMORY_WALK_STEPS sessions. True: it has ended. */
bool memory_walk_on(struct memory_walk *walk);

/* Adds a session that matches. */
void memory_walk_find(struct memory_walk *walk, struct kept *kept);

/* The rows of the added sessions, freed by the caller; NULL: none. */
struct journal_session *memory_walk_rows(const struct memory_walk *walk);

/* Called before a session is removed, for each running iteration. */
void memory_walk_forget(struct memory_walk *walk, const struct kept *kept);

#endif
