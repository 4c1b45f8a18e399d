/* Who may ask at all, before anybody looks what for: not too often, by our name, from our pages. */
#ifndef API_PIPELINE_GUARD_H
#define API_PIPELINE_GUARD_H

#include "api/pipeline/rate_limiter.h"

#include <stdbool.h>

struct api_options;
struct http_peer;
struct call;

struct guard {
	struct rate_limiter by_address;
	struct rate_limiter by_session;
	struct rate_limiter by_rejection; /* of an address */
	struct rate_limiter by_creation;  /* of sessions, by token */
	unsigned char secret[16];         /* of the hashes that are counted by */
};

/* False without memory; to be finished all the same. */
bool guard_init(struct guard *guard, const struct api_options *options);
/* Other rates: who is counted begins anew where a rate is another. False without memory. */
bool guard_reconfigure(struct guard *guard, const struct api_options *options);
void guard_finish(struct guard *guard);

/*
 * Counts what was refused for its form, as a request of its address (NULL: not known). False: too
 * many come from it.
 */
bool guard_counts(struct guard *guard, const struct api_options *options,
	const struct http_peer *peer, int64_t now_ns);
/* False: the call has been answered. Its route and session are known. */
bool admission_check(struct call *call);
/* The same, for who has shown that he may ask for the session: is it asked for too often? */
bool guard_admits_session(struct call *call);

/* The same for a session that is to be created. */
bool guard_admits_creation(struct call *call);
/* The same for a request that the HTTP server rejects: does its address send too many? */
bool guard_admits_rejection(struct call *call);

#endif
