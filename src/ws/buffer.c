/* Bytes that wait: added at the end, taken from the start. */
#include "ws/internal.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024, KEEP_ROOM = 4096 };

static bool make_room(struct ws_buffer *buffer, size_t more)
{
	size_t used = ws_buffer_length(buffer);
	size_t room = buffer->room ? buffer->room : FIRST_ROOM;
	char *bytes;

	if (buffer->start > 0) {
		memmove(buffer->bytes, buffer->bytes + buffer->start, used);
		buffer->start = 0;
		buffer->end = used;
	}
	while (room < used + more) {
		room *= 2;
	}
	if (room == buffer->room) {
		return true;
	}
	bytes = realloc(buffer->bytes, room);
	if (!bytes) {
		return false;
	}
	buffer->bytes = bytes;
	buffer->room = room;
	return true;
}

bool ws_buffer_add(struct ws_buffer *buffer, const void *bytes, size_t length)
{
	if (length > buffer->room - buffer->end && !make_room(buffer, length)) {
		return false;
	}
	if (length > 0) {
		memcpy(buffer->bytes + buffer->end, bytes, length);
		buffer->end += length;
	}
	return true;
}

void ws_buffer_clear(struct ws_buffer *buffer)
{
	buffer->start = buffer->end = 0;
	if (buffer->room > KEEP_ROOM) {
		free(buffer->bytes);
		buffer->bytes = NULL;
		buffer->room = 0;
	}
}
