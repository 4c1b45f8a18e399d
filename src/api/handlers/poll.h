/* Getting a session, at once or when something has changed (long poll). */
#ifndef API_HANDLERS_POLL_H
#define API_HANDLERS_POLL_H

#include "api/pipeline/call.h"

struct poll_params {
	bool has_after; /* else: the version that is the present one when the call arrives */
	int64_t after;
	int64_t seconds; /* 0: at once */
};

void poll_begin(struct call *call, const struct poll_params *wish);

#endif
