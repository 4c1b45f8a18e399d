/*
 * Allocation that aborts instead of failing, and allocation of many megabytes. Freed with free().
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

/*
 * Like malloc() and realloc(), but never NULL: an allocation failure ends the process by abort().
 * Acknowledged changes are already durable.
 */
void *xrealloc(void *old, size_t size);
void *xmalloc(size_t size);

/*
 * Like malloc() (NULL without memory), for blocks that are written once from start to end. From 4
 * MiB on it requests huge pages: 20 MB of small pages cost 5,000 page faults, more time than
 * writing the data.
 */
void *large_alloc(size_t bytes);

#endif
