/*
 * Handles SIGBUS: another program has truncated -shm, which SQLite has mapped into memory. SQLite
 * cannot continue. The next start rebuilds the index from the log, so the log is written again from
 * its copy, in case both files were truncated.
 */
#include "store/sqlite/wal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEADER_SIZE = 32, SALT = 16, SALT_SIZE = 8 };

/*
 * State for the signal handler, which may interrupt any code: a descriptor, and a log whose memory
 * never moves.
 */
static struct {
	_Atomic(const struct sqlite_wal *) log;
	int descriptor;
} rescued = {.descriptor = -1};

/* True if another program has restarted the log by SQLite's rules; the copy is then outdated. */
static bool is_of_other(const struct sqlite_wal *log)
{
	unsigned char header[HEADER_SIZE];

	return pread(rescued.descriptor, header, sizeof header, 0) == (ssize_t)sizeof header &&
	       header[0] == 0x37 && header[1] == 0x7f && header[2] == 0x06 &&
	       !mirror_has(&log->mirror, SALT, header + SALT, SALT_SIZE);
}

/* Uses only functions that signal-safety(7) allows. */
static void write_rescued_log(const struct sqlite_wal *log)
{
	int64_t at = 0;

	while (at < log->held) {
		size_t count = (size_t)(log->held - at);
		const unsigned char *bytes = mirror_read(&log->mirror, at, &count);

		if (!bytes || pwrite(rescued.descriptor, bytes, count, at) != (ssize_t)count) {
			return;
		}
		at += (int64_t)count;
	}
	fsync(rescued.descriptor);
}

/* Restores the default action, with which the same access ends the process. */
static void on_bus_error(int number)
{
	static const char words[] = "makkerd: a file of the store was cut by another program while"
				    " it was in use (SIGBUS)\n";
	const struct sqlite_wal *log = atomic_exchange(&rescued.log, NULL);

	if (!log) {
		for (;;) {
			pause(); /* another thread is writing it, and will end the process */
		}
	}
	if (!is_of_other(log)) {
		write_rescued_log(log);
	}
	(void)!write(STDERR_FILENO, words, sizeof words - 1);
	signal(number, SIG_DFL);
}

void sqlite_rescue_begin(const struct sqlite_wal *log, const char *path)
{
	struct sigaction action = {.sa_handler = on_bus_error};

	rescued.descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	if (rescued.descriptor >= 0) {
		sigemptyset(&action.sa_mask);
		sigaction(SIGBUS, &action, NULL);
		rescued.log = log;
	}
}

void sqlite_rescue_end(const struct sqlite_wal *log)
{
	if (rescued.log == log) {
		rescued.log = NULL;
		signal(SIGBUS, SIG_DFL);
		close(rescued.descriptor);
		rescued.descriptor = -1;
	}
}
