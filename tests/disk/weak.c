/*
 * A disk that now and then takes nothing, for any program: a library for LD_PRELOAD that lets some
 * of the calls fail by which SQLite writes.
 *
 * WEAK_DISK=SEED,WRITES,SYNCS: of so many calls one fails by chance (0: none). A write that fails
 * may have written a part of what it should, as a disk that runs full does.
 */
#include "next.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	bool ready;
	unsigned long seed, writes, syncs;
} weak = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void get_ready(void)
{
	const char *settings = getenv("WEAK_DISK");

	if (!weak.ready && settings) {
		sscanf(settings, "%lu,%lu,%lu", &weak.seed, &weak.writes, &weak.syncs);
	}
	weak.ready = true;
}

/* splitmix64 */
static uint64_t chance(void)
{
	uint64_t mixed = weak.seed += 0x9e3779b97f4a7c15;

	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
	return mixed ^ (mixed >> 31);
}

/* One of `of` calls fails; `more` is an additional chance. */
static bool fails(const unsigned long *of, uint64_t *more)
{
	bool failed;

	pthread_mutex_lock(&weak.lock);
	get_ready();
	failed = *of > 0 && chance() % *of == 0;
	*more = failed ? chance() : 0;
	pthread_mutex_unlock(&weak.lock);
	return failed;
}

static ssize_t write_weakly(write_at *real, int file, const void *bytes, size_t length, off_t place)
{
	uint64_t more;

	if (!fails(&weak.writes, &more)) {
		return real(file, bytes, length, place);
	}
	if (length > 1 && more % 3 == 0) {
		(void)!real(file, bytes, length / 2, place);
	}
	errno = more % 2 ? ENOSPC : EIO;
	return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t place)
{
	return write_weakly((write_at *)next_of("pwrite"), file, bytes, length, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t place)
{
	return write_weakly((write_at *)next_of("pwrite64"), file, bytes, length, place);
}

typedef int one_file(int file);

static int sync_weakly(one_file *real, int file)
{
	uint64_t more;

	if (fails(&weak.syncs, &more)) {
		errno = EIO;
		return -1;
	}
	return real(file);
}

int fdatasync(int file)
{
	return sync_weakly((one_file *)next_of("fdatasync"), file);
}

int fsync(int file)
{
	return sync_weakly((one_file *)next_of("fsync"), file);
}
