/* Counting the sessions that have ended, where they are kept in memory. */
#ifndef STORE_MEMORY_TALLY_H
#define STORE_MEMORY_TALLY_H

#include "port/journal.h"

/* Adds a session, if it has ended, to `count` tallies, which grow; returns how many there are then.
 */
size_t memory_tally_add(
	struct journal_outcome_count **tallies, size_t count, const struct journal_session *row);

#endif
