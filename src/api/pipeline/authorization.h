/* Who may do what: the token that a call shows against what its route wants. */
#ifndef API_PIPELINE_ACCESS_H
#define API_PIPELINE_ACCESS_H

#include "api/pipeline/token.h"

#include <stdbool.h>
#include <stddef.h>

struct call;

/* The roles that may use a route, a bit each. The administrator may use all but where it is said
 * that he may not; 0: no other may. */
enum access {
	ACCESS_ADMIN = 0,
	ACCESS_CAMERA = 1 << ROLE_CAMERA,
	ACCESS_COMPANION = 1 << ROLE_COMPANION,
	ACCESS_OWNER = 1 << ROLE_OWNER,
	ACCESS_ANYONE = 1 << ROLES,
	ACCESS_NOT_ADMIN = 1 << (ROLES + 1),
};

/* Are tokens wanted at all (auth = token)? */
bool authorization_required(const struct call *call);

/*
 * Has the call's route handle it where it may be used: at once, or when the session of the path is
 * known. Else answers 401 (no token, or none that is known) or 403 (one for something else).
 */
void authorize(struct call *call);

/* The token that the call shows, borrowed from its request; NULL: none. */
const char *access_token(const struct call *call, size_t *length);

#endif
