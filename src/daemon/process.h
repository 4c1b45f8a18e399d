/*
 * The process and the system: signals, open files, systemd.
 *
 * Signals are handled from before main() to its end: none is lost, and none kills. Earlier, while
 * the dynamic linker loads the program, SIGHUP has its default effect: no program can prevent it.
 */
#ifndef DAEMON_PROCESS_H
#define DAEMON_PROCESS_H

#include <signal.h>
#include <uv.h>

/*
 * Delays SIGHUP, SIGTERM and SIGINT, and the signals that signals_prepare() has ignored. Runs
 * before the libraries of the program are initialized.
 */
void signals_hold(void);

/*
 * The first call of main(). Delays SIGHUP until signals_read(), and SIGTERM and SIGINT until the
 * arguments say what the program is to do. Inherited dispositions and masks are reset; signals
 * without a meaning here are ignored.
 */
void signals_prepare(void);

/*
 * SIGTERM and SIGINT end the daemon at once with status 0, because nothing exists yet that would
 * have to be stopped.
 */
void signals_accept_stops(void);

/*
 * Restores the default effect of SIGHUP, SIGTERM and SIGINT, for runs that print something and
 * exit. The status 0 of a check means that the configuration is valid.
 */
void signals_restore(void);

/*
 * Delays SIGTERM and SIGINT, too, before files and sockets are created. Returns a descriptor from
 * which signals_read() reads the pending signals; the caller closes it. Negative: there is none,
 * and errno is set.
 */
int signals_open(void);

/* Reads which of SIGHUP, SIGTERM and SIGINT have arrived since the last call. */
void signals_read(int descriptor, sigset_t *arrived);

/* ---- the limit of open files ---------------------------------------------------------------- */

/* Raises the limit of open files to its maximum. */
void fd_limit_raise(void);

/*
 * The configured number of connections, or less if there are too few files: the store, the loop and
 * connections that are rejected need some, too. At least 1.
 */
unsigned fd_limit_connections(unsigned wanted);

/* ---- the limit of mappings ------------------------------------------------------------------ */

/* The kernel's limit of memory mappings per process (vm.max_map_count). */
unsigned mapping_limit(void);

/*
 * The wanted number of connections, or fewer if the memory of closed connections could not be
 * unmapped within `mappings`. At least 1.
 */
unsigned mapping_limit_connections(unsigned wanted, unsigned mappings);

/* ---- systemd -------------------------------------------------------------------------------- */

/* Reports readiness; from now on `timer` feeds the watchdog, if there is one. */
void notify_ready(uv_timer_t *timer);

void notify_stopping(void);

/* The first socket that systemd has bound; -1: none. */
int notify_socket(void);

/* Report the start and the end of a reload of the configuration. */
void notify_reloading(void);
void notify_reloaded(void);

#endif
