/*
 * By which names we may be asked.
 *
 * A page of evil.example can make its own name mean 127.0.0.1 after it was loaded; to the browser
 * it then asks its own server, and no Origin betrays it. But its Host header does: nobody but its
 * owner has such a name for us.
 */
#ifndef API_PIPELINE_HOST_H
#define API_PIPELINE_HOST_H

#include <stdbool.h>

/*
 * Is it "localhost", a name below it, or an address in numbers, with any port or none? Those cannot
 * be made to mean another machine. Or is it one of `list` (ended by NULL, without ports; "*": all)?
 */
bool host_is_known(const char *host, const char *const *list);

#endif
