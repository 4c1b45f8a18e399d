/* Allocation that cannot fail, and of many megabytes. Given back with free(). */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

/*
 * Like malloc() and realloc(), but never NULL: without memory they end the process by abort().
 * Acknowledged changes are durable by then.
 */
void *xrealloc(void *old, size_t size);
void *xmalloc(size_t size);

/*
 * As malloc(), NULL without memory; for what is written once from its start to its end. From 4 MiB
 * on it asks the system for huge pages: 20 MB of small ones cost 5,000 page faults, more time than
 * what is written into them.
 */
void *large_alloc(size_t bytes);

#endif
