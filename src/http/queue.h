/*
 * Queues of bytes to send: added at the end, taken from the start. Plain data; zero-initialized it
 * is empty.
 */
#ifndef HTTP_QUEUE_H
#define HTTP_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct queue {
	char *bytes; /* [start, end) waits */
	size_t start;
	size_t end;
	size_t capacity;
};

static inline size_t queue_length(const struct queue *queue)
{
	return queue->end - queue->start;
}

/* False without memory; the queue is then unchanged. */
bool queue_add(struct queue *queue, const void *bytes, size_t length);

/* Removes `length` bytes, at most queue_length(). */
void queue_drop(struct queue *queue, size_t length);

void queue_finish(struct queue *queue);

#endif
