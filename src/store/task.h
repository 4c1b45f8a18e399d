/* A queued call of a store; the first member of reads and writes. */
#ifndef STORE_TASK_H
#define STORE_TASK_H

struct store_task {
	struct store_task *next;
};

#endif
