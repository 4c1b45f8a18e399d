/* Signals: held back, ignored, or read from a descriptor. */
#include "daemon/signals.h"

#include <stddef.h>
#include <sys/signalfd.h>
#include <sysexits.h>
#include <unistd.h>

/* The lowest number is read first: a flood of SIGHUP must not delay the others. */
enum { READ_TOGETHER = 16 };

static const int stops[] = {SIGTERM, SIGINT};

/*
 * A connection that breaks, a file that may not grow (ulimit -f: it is a full disk), and signals
 * that others send to make a program reopen its log: each would end the process.
 */
static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM};

static sigset_t stop_set(void)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		sigaddset(&set, stops[i]);
	}
	return set;
}

static void end_at_once(int number)
{
	(void)number;
	_exit(EX_OK);
}

void signals_prepare(void)
{
	sigset_t stop = stop_set();
	sigset_t hangup;

	sigemptyset(&hangup);
	sigaddset(&hangup, SIGHUP);
	sigprocmask(SIG_BLOCK, &hangup, NULL);
	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		signal(stops[i], end_at_once);
	}
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
		signal(ignored[i], SIG_IGN);
	}
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
}

void signals_restore(void)
{
	sigset_t held;

	for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
		signal(stops[i], SIG_DFL);
	}
	sigemptyset(&held);
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_UNBLOCK, &held, NULL);
}

/*
 * Blocked permanently, in this thread and those that it starts: no disposition of SIGHUP, SIGTERM
 * or SIGINT has an effect any more, at any moment of the stop. Handlers of uv_signal lack that
 * property: closing one restores SIG_DFL.
 */
int signals_open(void)
{
	sigset_t heeded = stop_set();

	sigaddset(&heeded, SIGHUP);
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
