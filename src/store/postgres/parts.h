/*
 * The sequences of all writers, by which a write that was never announced is found.
 *
 * Each writing connection is a part with a name of its own. It numbers its transactions, keeps the
 * number of the last one in the database (by that same transaction) and announces it behind the
 * commit. So a number that stands there, and is not heard of while its part says nothing else
 * either, will never be: whoever wrote it ended in between.
 */
#ifndef STORE_POSTGRES_PARTS_H
#define STORE_POSTGRES_PARTS_H

#include "port/journal.h"

struct postgres_part;

/* Zeroed at first. */
struct postgres_parts {
	struct postgres_part *first;
};

void postgres_parts_finish(struct postgres_parts *parts);

/*
 * A part announces that it has come so far. False: a number between was left out, since that could
 * not be announced (or not be written: both look alike).
 */
bool postgres_parts_hear(struct postgres_parts *parts, const char *name, uint64_t number);

/*
 * The database says how far a part has come. False: it stood there when the database was looked at
 * last, and the part has not been heard of since; reported once.
 */
bool postgres_parts_see(struct postgres_parts *parts, const char *name, uint64_t number);

/* All that are there have been seen: the others are forgotten when they are absent again. */
void postgres_parts_sweep(struct postgres_parts *parts);

#endif
