/*
 * A disk that is full while a file is there, for any program: a library for LD_PRELOAD under which
 * no file grows by the calls by which PostgreSQL writes. Bytes that fit into a file as it is can be
 * written.
 *
 * FULL_DISK=PATH: that file.
 */
#include "next.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static bool is_full(void)
{
	const char *path = getenv("FULL_DISK");

	return path && access(path, F_OK) == 0;
}

static bool would_grow(int file, off_t end)
{
	struct stat state;

	return fstat(file, &state) == 0 && S_ISREG(state.st_mode) && end > state.st_size;
}

static bool fails(int file, size_t length, off_t place)
{
	if (!is_full() || !would_grow(file, place + (off_t)length)) {
		return false;
	}
	errno = ENOSPC;
	return true;
}

static size_t sum(const struct iovec *pieces, int count)
{
	size_t length = 0;

	for (int i = 0; i < count; i++) {
		length += pieces[i].iov_len;
	}
	return length;
}

typedef ssize_t write_all(int file, const struct iovec *pieces, int count, off_t place);

ssize_t pwrite(int file, const void *bytes, size_t length, off_t place)
{
	return fails(file, length, place)
		       ? -1
		       : ((write_at *)next_of("pwrite"))(file, bytes, length, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t place)
{
	return fails(file, length, place)
		       ? -1
		       : ((write_at *)next_of("pwrite64"))(file, bytes, length, place);
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t place)
{
	return fails(file, sum(pieces, count), place)
		       ? -1
		       : ((write_all *)next_of("pwritev"))(file, pieces, count, place);
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off_t place)
{
	return fails(file, sum(pieces, count), place)
		       ? -1
		       : ((write_all *)next_of("pwritev64"))(file, pieces, count, place);
}
