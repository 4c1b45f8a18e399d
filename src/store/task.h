/* A queued call of a store; the first member of reads and writes. */
#ifndef STORE_TASK_H
#define STORE_TASK_H

#include <stdint.h>

struct store_task {
	struct store_task *next;
	int64_t since_ns; /* of the call, by clock_ticks_ns(); kept by a store with a server */
};

#endif
