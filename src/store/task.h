/* What waits to be done by a store: embedded first in what it is. */
#ifndef STORE_TASK_H
#define STORE_TASK_H

struct store_task {
	struct store_task *next;
};

#endif
