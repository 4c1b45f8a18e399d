/* Starts threads for a task, and waits for them. */
#include "cli/thread_executor.h"

#include <pthread.h>

struct task {
	void (*work)(void *task);
	void *task;
};

static void *run(void *context)
{
	const struct task *task = context;

	task->work(task->task);
	return NULL;
}

/* Fewer threads than wanted do the same work. */
static void together(struct mk_executor *crew, void (*work)(void *task), void *task)
{
	struct task shared = {work, task};
	pthread_t threads[CREW_SIZE];
	unsigned started = 0;

	while (started + 1 < crew->size &&
		pthread_create(&threads[started], NULL, run, &shared) == 0) {
		started++;
	}
	work(task);
	while (started > 0) {
		pthread_join(threads[--started], NULL);
	}
}

struct mk_executor crew_of(unsigned size)
{
	return (struct mk_executor){.size = size, .run_parallel = together};
}
