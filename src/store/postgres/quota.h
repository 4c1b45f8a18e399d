/*
 * When the oldest keys of an owner or a session are to be dropped.
 *
 * Several daemons write to the journal, so none has the counts. Each counts what it writes for an
 * owner itself, and after every 64th part of the limit (and the first time it sees the owner) has
 * the server drop what is beyond. So the limit is exceeded by at most a 64th per daemon.
 */
#ifndef STORE_POSTGRES_QUOTA_H
#define STORE_POSTGRES_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUOTA_PLACES = 2048 };

/* A digest of who is counted in each place; another one in the same place begins anew. */
struct postgres_quota {
	struct {
		uint64_t who;
		uint64_t keys, bytes;
	} places[QUOTA_PLACES];
};

/* Notes a key and its bytes of `who`. True: it is time to drop what is beyond these limits. */
bool postgres_quota_note(struct postgres_quota *quota, const void *who, size_t length,
	uint64_t bytes, uint64_t max_keys, uint64_t max_bytes);

#endif
