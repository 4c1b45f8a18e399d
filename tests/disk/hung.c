/*
 * A disk that does not respond for a while, for any program: a library for LD_PRELOAD. HUNG_DISK
 * names a file: while it exists no sync returns.
 */
#include "next.h"

#include <unistd.h>

typedef int sync_file(int file);

static void wait_for_disk(void)
{
	const char *path = getenv("HUNG_DISK");

	while (path && access(path, F_OK) == 0) {
		usleep(10000);
	}
}

int fsync(int file)
{
	wait_for_disk();
	return ((sync_file *)next_of("fsync"))(file);
}

int fdatasync(int file)
{
	wait_for_disk();
	return ((sync_file *)next_of("fdatasync"))(file);
}
