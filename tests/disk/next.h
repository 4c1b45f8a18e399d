/* The call of this name that a library for LD_PRELOAD stands before. */
#ifndef TESTS_DISK_NEXT_H
#define TESTS_DISK_NEXT_H

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>

static inline void *next_of(const char *name)
{
	void *next = dlsym(RTLD_NEXT, name);

	if (!next) {
		abort();
	}
	return next;
}

typedef ssize_t write_at(int file, const void *bytes, size_t length, off_t place);

#endif
