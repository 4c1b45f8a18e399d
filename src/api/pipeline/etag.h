/* Versions as entity tags: If-Match, If-None-Match, ETag. */
#ifndef API_PIPELINE_ETAG_H
#define API_PIPELINE_ETAG_H

#include "session/session.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ETAG_SIZE = 40 };

/* Writes `version` as a strong entity tag, quotes included: "7". */
void etag_write(char etag[ETAG_SIZE], uint64_t version);

/*
 * Writes the tag of a representation: "7" while the version is unchanged; "7.2" after two snapshots
 * that changed only its finding; "7.2-draft" while a search runs.
 */
void etag_of_session(char etag[ETAG_SIZE], const struct session *session);

/*
 * True if an If-Match names `version`, in any representation, or is "*". Weak tags do not count
 * (RFC 9110, 13.1.1).
 */
bool etag_names_version(const char *list, uint64_t version);

/* True if it is "*", which matches any version. */
bool etag_is_any(const char *list);

/* True if an If-None-Match names `etag`, weak or not; never for a draft. A malformed list names
 * none. */
bool etag_is_known(const char *list, const char *etag);

/* MK_MALFORMED if `list` is neither "*" alone nor a list of at least one entity tag. */
enum mk_status etag_check(const char *list, struct mk_error *error);

#endif
