/* Threads, started and joined in groups. */
#include "base/threads.h"

#include <signal.h>

static void *thread_main(void *argument)
{
	const struct thread_group *group = argument;

	group->run(group->context);
	return NULL;
}

/* A blocked SIGSEGV would end the process without the report of a sanitizer or crash handler. */
static void block_signals(sigset_t *before)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF};
	sigset_t blocked;

	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		sigdelset(&blocked, faults[i]);
	}
	pthread_sigmask(SIG_BLOCK, &blocked, before);
}

/*
 * A thread needs at most about 2.5 MB of stack (the hypotheses of a Klondike snapshot); without a
 * stack limit of the process the default is 2 MB.
 */
enum { STACK_SIZE = 8 << 20 };

unsigned threads_start(
	struct thread_group *group, unsigned count, void (*run)(void *context), void *context)
{
	pthread_attr_t attributes;
	sigset_t before;

	group->run = run;
	group->context = context;
	group->count = 0;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	block_signals(&before);
	while (group->count < count && group->count < MAX_THREADS &&
		pthread_create(&group->thread[group->count], &attributes, thread_main, group) ==
			0) {
		group->count++;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	return group->count;
}

void threads_join(struct thread_group *group)
{
	while (group->count > 0) {
		pthread_join(group->thread[--group->count], NULL);
	}
}

static void run_together(struct mk_executor *executor, void (*work)(void *task), void *task)
{
	struct thread_group group;

	threads_start(&group, executor->size - 1, work, task);
	work(task);
	threads_join(&group);
}

struct mk_executor threads_executor(unsigned size)
{
	return (struct mk_executor){.size = size, .run_parallel = run_together};
}
