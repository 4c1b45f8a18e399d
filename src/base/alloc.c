/* Allocation. */
#include "base/alloc.h"

#include <stdlib.h>
#include <sys/mman.h>

void *xrealloc(void *old, size_t size)
{
	void *buffer = realloc(old, size ? size : 1);

	if (!buffer) {
		abort();
	}
	return buffer;
}

void *xmalloc(size_t size)
{
	return xrealloc(NULL, size);
}

enum { HUGE_PAGE = 2 << 20, LARGE = 4 << 20 };

void *large_alloc(size_t bytes)
{
	void *memory;

	if (bytes < LARGE || bytes > (size_t)-1 - HUGE_PAGE) {
		return malloc(bytes);
	}
	bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	memory = aligned_alloc(HUGE_PAGE, bytes);
#ifdef MADV_HUGEPAGE
	if (memory) {
		(void)madvise(memory, bytes, MADV_HUGEPAGE);
	}
#endif
	return memory;
}
