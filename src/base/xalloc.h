/* Allocation that ends the process on failure. Acknowledged changes are durable by then. */
#ifndef BASE_NEED_H
#define BASE_NEED_H

#include <stddef.h>

/* Like malloc and realloc, but never NULL: without memory they abort. Given back with free. */
void *xrealloc(void *old, size_t size);
void *xmalloc(size_t size);

#endif
