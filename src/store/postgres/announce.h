/* Telling other daemons what a transaction has written. */
#ifndef STORE_POSTGRES_ANNOUNCE_H
#define STORE_POSTGRES_ANNOUNCE_H

#include "store/postgres/connection.h"

struct store_write;

/* Does anybody need to know? */
bool postgres_is_news(struct store_write *const writes[], unsigned count);

/*
 * Sends a word for each write, behind the commit: a letter, the id, the version
 * ("e<id>:<version>"); last "n<part>:<number>", see postgres_parts.h. One that turns out not to
 * have taken place is announced, too: who hears of it looks and finds nothing new. Answers how many
 * statements that were.
 */
unsigned postgres_announce(struct postgres_connection *connection,
	struct store_write *const writes[], unsigned count, const char *part, uint64_t number);

#endif
