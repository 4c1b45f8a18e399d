/*
 * Allocations that fail: malloc, calloc and strdup of all our code in a program that is linked with
 * `--wrap` for them (see the Makefile). Each thread has its own count.
 */
#ifndef TESTS_SESSION_STARVATION_H
#define TESTS_SESSION_STARVATION_H

#include <stdbool.h>

enum { NOT_STARVED = -1 };

/* From now on so many allocations of this thread succeed, then one fails. NOT_STARVED: all do. */
void starve_after(int allocations);

/* How many are left of that; NOT_STARVED when one has failed, or none is to. */
int starve_left(void);

/* Counts an allocation of another kind: is it the one that fails? */
bool starve_next(void);

#endif
