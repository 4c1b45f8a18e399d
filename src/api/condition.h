/* Versions as entity tags: If-Match, If-None-Match, ETag. */
#ifndef API_CONDITION_H
#define API_CONDITION_H

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ETAG_ROOM = 24 };

/* Writes `version` as a strong entity tag, quotes included. */
void condition_etag(char etag[ETAG_ROOM], uint64_t version);

/*
 * Is `version` among the tags of a list, or is the list "*"? Weak tags count only where `weak` says
 * so: If-Match wants strong comparison, If-None-Match weak (RFC 9110, 13.1).
 */
bool condition_names(const char *list, uint64_t version, bool weak);

/* MK_MALFORMED when `list` is no list of entity tags ("7" without its quotes, for instance). */
enum mk_status condition_check(const char *list, struct mk_error *error);

#endif
