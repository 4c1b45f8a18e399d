/* Queues of bytes: one block of memory, doubled as needed, freed when empty. */
#include "http/queue.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1024, KEEP_SIZE = 4096 };

static bool make_room(struct queue *queue, size_t more)
{
	size_t used = queue_length(queue);
	size_t capacity = queue->capacity ? queue->capacity : FIRST_SIZE;
	char *bytes;

	if (queue->start > 0) {
		memmove(queue->bytes, queue->bytes + queue->start, used);
		queue->start = 0;
		queue->end = used;
	}
	while (capacity < used + more) {
		capacity *= 2;
	}
	if (capacity == queue->capacity) {
		return true;
	}
	bytes = realloc(queue->bytes, capacity);
	if (!bytes) {
		return false;
	}
	queue->bytes = bytes;
	queue->capacity = capacity;
	return true;
}

bool queue_add(struct queue *queue, const void *bytes, size_t length)
{
	if (length > queue->capacity - queue->end && !make_room(queue, length)) {
		return false;
	}
	if (length > 0) {
		memcpy(queue->bytes + queue->end, bytes, length);
		queue->end += length;
	}
	return true;
}

void queue_drop(struct queue *queue, size_t length)
{
	queue->start += length;
	if (queue->start < queue->end) {
		return;
	}
	queue->start = queue->end = 0;
	if (queue->capacity > KEEP_SIZE) {
		queue_finish(queue);
	}
}

void queue_finish(struct queue *queue)
{
	free(queue->bytes);
	*queue = (struct queue){0};
}
