/* Limits on files. */
#include "daemon/fd_limit.h"

#include <sys/resource.h>

/* Of the store, the log, the loop; and http's connections beyond the limit. */
enum { OTHER_FILES = 128 };

void fd_limit_raise(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

unsigned fd_limit_connections(unsigned wanted)
{
	struct rlimit files;
	rlim_t most;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY) {
		return wanted;
	}
	most = files.rlim_cur > OTHER_FILES ? files.rlim_cur - OTHER_FILES : 1;
	return most < wanted ? (unsigned)most : wanted;
}
