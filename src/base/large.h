/* Memory of many megabytes that is written once from its start to its end. */
#ifndef BASE_LARGE_H
#define BASE_LARGE_H

#include <stddef.h>

/*
 * As malloc(), and for free() and realloc(). From 4 MiB on it asks the system for huge pages:
 * 20 MB of small ones cost 5,000 page faults, more time than what is written into them.
 */
void *large_alloc(size_t bytes);

#endif
