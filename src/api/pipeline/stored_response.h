/*
 * An answer as it is kept for who asks again: given once more, or sealed for the store.
 *
 * Sealed it can be read by nobody but who sends the same request: the key is derived from its
 * token, its Idempotency-Key and its path, and is kept nowhere. The answer to a creation has tokens
 * of which the store otherwise knows only the locks.
 */
#ifndef API_PIPELINE_REPEAT_ANSWER_H
#define API_PIPELINE_REPEAT_ANSWER_H

#include "api/pipeline/call.h"

enum { REPEAT_TYPE_ROOM = 48 };

struct repeat_answer {
	int status;
	char type[REPEAT_TYPE_ROOM]; /* "": no body */
	char etag[ETAG_ROOM];        /* "": none; so is location */
	char location[LOCATION_ROOM];
	const char *bytes; /* the body, borrowed */
	size_t length;
};

/* The answer that the call is about to give; `type` and `bytes` may be NULL. */
struct repeat_answer repeat_answer_of(
	const struct call *call, int status, const char *type, const char *bytes, size_t length);

/* Answers the call with it, whatever the call was about to say. It may go before it is sent. */
void repeat_answer_give(struct call *call, const struct repeat_answer *answer);

/* Its sealed form in the request's arena, `sealed_length` bytes; NULL without memory. */
const void *repeat_answer_seal(
	struct call *call, const struct repeat_answer *answer, size_t *sealed_length);

/* Opens what was sealed for this request, in its arena. False: it cannot be read, or no memory. */
bool repeat_answer_open(const struct call *call, const void *sealed, size_t sealed_length,
	struct repeat_answer *answer);

#endif
