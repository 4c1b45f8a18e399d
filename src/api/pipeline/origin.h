/* Which web pages may ask: `Origin` against our own host and a list. */
#ifndef API_PIPELINE_ORIGIN_H
#define API_PIPELINE_ORIGIN_H

#include <stdbool.h>

/* "https://cards.example:8443" is the same as a Host of "cards.example:8443", whatever the scheme.
 */
bool origin_is_own(const char *origin, const char *host);

/* Is it in the list (ended by NULL), or has the list "*"? */
bool origin_is_listed(const char *origin, const char *const *list);

#endif
