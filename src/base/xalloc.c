#include "base/xalloc.h"

#include <stdlib.h>

void *xrealloc(void *old, size_t size)
{
	void *room = realloc(old, size ? size : 1);

	if (!room) {
		abort();
	}
	return room;
}

void *xmalloc(size_t size)
{
	return xrealloc(NULL, size);
}
