/*
 * The threads of a process: worker pools, store writers and self-play all start theirs here.
 *
 * Signals are blocked in these threads, except those that report a fault of the thread itself; the
 * main thread handles them.
 */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <makker/search.h>
#include <pthread.h>

enum { MAX_THREADS = 256 };

/* At a fixed address from threads_start() to threads_join(). All zero: no threads. */
struct thread_group {
	void (*run)(void *context);
	void *context;
	unsigned count;
	pthread_t thread[MAX_THREADS];
};

/*
 * Starts `count` threads (at most MAX_THREADS), each of which calls run(context) once. Returns how
 * many run: fewer, perhaps 0, if the system refuses more.
 */
unsigned threads_start(
	struct thread_group *group, unsigned count, void (*run)(void *context), void *context);

/* Waits until all have returned; `group` is empty afterwards. */
void threads_join(struct thread_group *group);

/*
 * An executor of `size` threads (1 to MAX_THREADS), the caller's included. It starts them for each
 * task and joins them at its end, so it suits a few long tasks.
 */
struct mk_executor threads_executor(unsigned size);

#endif
