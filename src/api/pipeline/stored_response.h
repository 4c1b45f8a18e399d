/*
 * A stored response for repeated requests: sent again, or encrypted for the store.
 *
 * Only a client that sends the same request can decrypt it: the key is derived from the token, the
 * Idempotency-Key and the path, and is not stored. The response to a creation contains tokens, of
 * which the store otherwise has only the hashes.
 */
#ifndef API_PIPELINE_STORED_RESPONSE_H
#define API_PIPELINE_STORED_RESPONSE_H

#include "api/pipeline/call.h"

enum { STORED_TYPE_SIZE = 48 };

struct stored_response {
	int status;
	char type[STORED_TYPE_SIZE]; /* "": no body */
	char etag[ETAG_SIZE];        /* "": none; so is location */
	char location[LOCATION_SIZE];
	const char *bytes; /* the body, borrowed */
	size_t length;
};

/* The response of the call; its body is borrowed. */
struct stored_response stored_response_of(const struct call *call);

/*
 * Ends the call with the stored response instead of its own. `response` need not outlive the call
 * of this function.
 */
void stored_response_send(struct call *call, const struct stored_response *response);

/* Returns its encrypted form in the request's arena, `length` bytes; NULL without memory. */
const void *stored_response_encrypt(
	struct call *call, const struct stored_response *response, size_t *length);

/* Decrypts a response of the same request into its arena. False if it is unreadable, or without
 * memory. */
bool stored_response_decrypt(const struct call *call, const void *encrypted, size_t length,
	struct stored_response *response);

#endif
