/* Signals before the loop handles them. */
#include "daemon/signals.h"

#include <signal.h>
#include <stddef.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

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

/* Threads that are started while signals are held back never receive them. */
void signals_hold(void)
{
	sigset_t stop = stop_set();

	sigprocmask(SIG_BLOCK, &stop, NULL);
}

int signals_release(void)
{
	static const struct timespec at_once = {0};
	sigset_t held = stop_set();
	int stop = 0;
	int number;

	while ((number = sigtimedwait(&held, NULL, &at_once)) > 0) {
		stop = number;
	}
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_UNBLOCK, &held, NULL);
	return stop;
}
