#include "base/need.h"

#include <jansson.h>
#include <stdlib.h>

void *need_room(void *old, size_t size)
{
	void *room = realloc(old, size ? size : 1);

	if (!room) {
		abort();
	}
	return room;
}

void *need_memory(size_t size)
{
	return need_room(NULL, size);
}

void need_json(void)
{
	json_set_alloc_funcs(need_memory, free);
}
