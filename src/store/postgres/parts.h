/*
 * The sequences of all writers, which reveal writes whose notification was lost.
 *
 * Each writing connection is a part with a name of its own. It numbers its transactions, stores the
 * number of the last one in that transaction, and announces it after the commit. If a stored number
 * is not announced although its part is silent, its writer ended in between.
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
 * A part has announced this number. False: a number before it is missing, because its announcement
 * or its transaction was lost.
 */
bool postgres_parts_announce(struct postgres_parts *parts, const char *name, uint64_t number);

/*
 * The database has this number of a part. False: it had it at the last check, too, and no
 * announcement has come since; returned once.
 */
bool postgres_parts_see(struct postgres_parts *parts, const char *name, uint64_t number);

/* Ends a check: parts that are absent twice in a row are dropped. */
void postgres_parts_sweep(struct postgres_parts *parts);

#endif
