/* Versions as entity tags: If-Match, If-None-Match, ETag. */
#ifndef API_PIPELINE_CONDITION_H
#define API_PIPELINE_CONDITION_H

#include "session/session.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ETAG_ROOM = 40 };

/* Writes `version` as a strong entity tag, quotes included: "7". */
void condition_etag(char etag[ETAG_ROOM], uint64_t version);

/*
 * The tag of what is shown of a session: "7" as long as that is what the version began with,
 * "7.2" after two pictures that changed only what is told about them, "7.2-draft" while better
 * advice is on its way.
 */
void etag_of_session(char etag[ETAG_ROOM], const struct session *session);

/*
 * Is `version`, whatever is shown of it, among the tags of an If-Match, or is that "*"? Weak tags
 * don't count (RFC 9110, 13.1.1).
 */
bool condition_names(const char *list, uint64_t version);

/* Is it "*", which any version fits? */
bool condition_is_any(const char *list);

/* Is `etag` among the tags of an If-None-Match, weak or not? A draft never is. What is no list of
 * tags names none: the header is ignored then. */
bool condition_knows(const char *list, const char *etag);

/* MK_MALFORMED when `list` is neither "*" alone nor a list of at least one entity tag. */
enum mk_status condition_check(const char *list, struct mk_error *error);

#endif
