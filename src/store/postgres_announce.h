/* Telling other daemons what a transaction writes. */
#ifndef STORE_POSTGRES_ANNOUNCE_H
#define STORE_POSTGRES_ANNOUNCE_H

#include "store/postgres_connection.h"

struct store_write;

/*
 * Sends a word for each write, as part of the transaction: a letter, the id, the version
 * ("e<id>:<version>"). One that will turn out not to have taken place is announced, too: who hears
 * of it looks and finds nothing new. Answers how many statements that were.
 */
unsigned postgres_announce(
	struct postgres_connection *connection, struct store_write *const writes[], unsigned count);

#endif
