/* Signals: held back, ignored, or read from a descriptor. */
#include "daemon/process.h"

#include "base/clock.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sysexits.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

/* The lowest number is read first: a flood of SIGHUP must not delay the others. */
enum { READ_TOGETHER = 16 };

static const int stops[] = {SIGTERM, SIGINT};

/*
 * A connection that breaks, a file that may not grow (ulimit -f: it is a full disk), and signals
 * that others send to make a program reopen its log: each would end the process.
 */
static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM};

static sigset_t set_of(const int *signals, size_t count)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < count; i++) {
		sigaddset(&set, signals[i]);
	}
	return set;
}

static sigset_t stop_set(void)
{
	return set_of(stops, sizeof stops / sizeof *stops);
}

static sigset_t ignored_set(void)
{
	return set_of(ignored, sizeof ignored / sizeof *ignored);
}

static sigset_t heeded_set(void)
{
	sigset_t set = stop_set();

	sigaddset(&set, SIGHUP);
	return set;
}

static void end_at_once(int number)
{
	(void)number;
	_exit(EX_OK);
}

/* Dispositions cannot be set yet: the sanitizers' signal() needs its initialized library. */
void signals_hold(void)
{
	sigset_t heeded = heeded_set();
	sigset_t later = ignored_set();

	sigprocmask(SIG_BLOCK, &heeded, NULL);
	sigprocmask(SIG_BLOCK, &later, NULL);
}

void signals_prepare(void)
{
	sigset_t held = ignored_set();

	signals_hold();
	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		signal(stops[i], end_at_once);
	}
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
		signal(ignored[i], SIG_IGN);
	}
	sigprocmask(SIG_UNBLOCK, &held, NULL);
}

void signals_accept_stops(void)
{
	sigset_t stop = stop_set();

	sigprocmask(SIG_UNBLOCK, &stop, NULL);
}

void signals_restore(void)
{
	sigset_t held = heeded_set();

	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		signal(stops[i], SIG_DFL);
	}
	sigprocmask(SIG_UNBLOCK, &held, NULL);
}

/*
 * Blocked permanently, in this thread and those that it starts: no disposition of SIGHUP, SIGTERM
 * or SIGINT has an effect any more, at any moment of the stop. Handlers of uv_signal lack that
 * property: closing one restores SIG_DFL.
 */
int signals_open(void)
{
	sigset_t heeded = heeded_set();

	sigprocmask(SIG_BLOCK, &heeded, NULL);
	return signalfd(-1, &heeded, SFD_NONBLOCK | SFD_CLOEXEC);
}

void signals_read(int descriptor, sigset_t *arrived)
{
	struct signalfd_siginfo next[READ_TOGETHER];
	ssize_t bytes = read(descriptor, next, sizeof next);

	sigemptyset(arrived);
	for (ssize_t i = 0; (i + 1) * (ssize_t)sizeof *next <= bytes; i++) {
		sigaddset(arrived, (int)next[i].ssi_signo);
	}
}

/* ---- the limit of open files ---------------------------------------------------------------- */

/* For the store, the log and the loop, and for HTTP connections beyond the limit. */
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

/* ---- the limit of mappings ------------------------------------------------------------------ */

/*
 * A connection has two blocks of mapped memory, libmicrohttpd's and its request's. Neighbours are
 * one mapping to the kernel, until those between them are given back; where that would need one
 * mapping more than there may be, munmap() fails and the memory is lost.
 */
enum { CONNECTION_MAPPINGS = 2, OTHER_MAPPINGS = 8192, USUAL_MAPPINGS = 65530 };

unsigned mapping_limit(void)
{
	FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
	unsigned long most = 0;
	char line[32];

	if (file) {
		most = fgets(line, sizeof line, file) ? strtoul(line, NULL, 10) : 0;
		fclose(file);
	}
	/* Also assumed in the sandbox of a unit, which hides the file. */
	return most > 0 && most <= UINT_MAX ? (unsigned)most : USUAL_MAPPINGS;
}

unsigned mapping_limit_connections(unsigned wanted, unsigned mappings)
{
	unsigned most = mappings > OTHER_MAPPINGS + CONNECTION_MAPPINGS
				? (mappings - OTHER_MAPPINGS) / CONNECTION_MAPPINGS
				: 1;

	return most < wanted ? most : wanted;
}

/* ---- systemd -------------------------------------------------------------------------------- */

static void feed_watchdog(uv_timer_t *timer)
{
	(void)timer;
	sd_notify(0, "WATCHDOG=1");
}

void notify_ready(uv_timer_t *timer)
{
	uint64_t microseconds = 0;

	sd_notify(0, "READY=1");
	if (sd_watchdog_enabled(0, &microseconds) > 0) {
		uv_timer_start(timer, feed_watchdog, 0, microseconds / 2000);
	}
}

void notify_reloading(void)
{
	sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)clock_ticks_ns() / 1000);
}

void notify_reloaded(void)
{
	sd_notify(0, "READY=1");
}

void notify_stopping(void)
{
	sd_notify(0, "STOPPING=1");
}

int notify_socket(void)
{
	return sd_listen_fds(0) > 0 ? SD_LISTEN_FDS_START : -1;
}
