/* Standard input, output and error. */
#include "base/stdio_guard.h"

#include <fcntl.h>
#include <unistd.h>

void stdio_reserve_fds(void)
{
	/*
	 * Each in the wrong direction, so that reading and writing fails. open() takes the lowest
	 * free number.
	 */
	static const int ways[] = {O_WRONLY, O_RDONLY, O_RDONLY};

	for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
		if (fcntl(file, F_GETFD) < 0 && open("/dev/null", ways[file]) != file) {
			return; /* a chroot without /dev */
		}
	}
}
