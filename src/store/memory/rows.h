/* The rows of a journal in memory: sessions by id and in the order of a list, simulations, outcome
 * counts. */
#ifndef STORE_MEMORY_ROWS_H
#define STORE_MEMORY_ROWS_H

#include "base/counts.h"
#include "base/hash.h"
#include "port/journal.h"

#include <uthash.h>

struct kept {
	struct journal_session row;   /* its rules and token hashes are copies */
	uint64_t owner;               /* the owner that it counts for; 0: none */
	struct journal_event *events; /* so are their bodies and states */
	size_t count, capacity;
	struct kept *previous, *next; /* the newest first */
	UT_hash_handle hh;
};

/* Zero-initialized. */
struct memory_sessions {
	struct kept *by_id;
	struct kept *newest;
	struct counts owned; /* by owner */
};

uint64_t memory_count(const struct memory_sessions *sessions);

/* NULL where there is none. */
struct kept *memory_find(const struct memory_sessions *sessions, const char *id);

/* Adds a session with a new id. False if its owner already has `max_owned`; 0 is no limit. */
bool memory_keep(struct memory_sessions *sessions, const struct journal_session *session,
	uint64_t max_owned);

/* Changes the row as journal.h specifies for append. */
void memory_add_event(struct kept *kept, const struct journal_session *session,
	const struct journal_event *event);

/* Sets `top` and `state` of an event that exists. */
void memory_index_event(struct kept *kept, const struct journal_event *event);

void memory_forget(struct memory_sessions *sessions, struct kept *kept);

/* ---- simulations ---------------------------------------------------------------------------- */

/* All zero at first. */
struct memory_simulations {
	struct kept_simulation *oldest;
};

/* See journal_methods.save_simulation. */
enum mk_status memory_simulations_save(
	struct memory_simulations *simulations, const struct journal_simulation *simulation);

/* False if the id is unknown. */
bool memory_simulations_remove(struct memory_simulations *simulations, const char *id);

/*
 * All rows, oldest first, or that of `id` ("": all); the caller frees the array, its texts are
 * borrowed.
 */
size_t memory_simulations_list(const struct memory_simulations *simulations, const char *id,
	struct journal_simulation **rows);

void memory_simulations_clear(struct memory_simulations *simulations);

/* ---- counts --------------------------------------------------------------------------------- */

/* Adds a session, if it has ended, to `count` tallies, which may grow; returns their number. */
size_t memory_tally_add(
	struct journal_outcome_count **tallies, size_t count, const struct journal_session *row);

#endif
