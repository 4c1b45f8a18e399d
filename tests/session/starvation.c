/* Allocations that fail. */
#include "session/starvation.h"

#include <stddef.h>

static _Thread_local int left = NOT_STARVED;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
char *__wrap_strdup(const char *text);

void starve_after(int allocations)
{
	left = allocations;
}

int starve_left(void)
{
	return left;
}

bool starve_next(void)
{
	return left >= 0 && left-- == 0;
}

void *__wrap_malloc(size_t size)
{
	return starve_next() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return starve_next() ? NULL : __real_calloc(count, size);
}

char *__wrap_strdup(const char *text)
{
	return starve_next() ? NULL : __real_strdup(text);
}
