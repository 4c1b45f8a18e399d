/* Signals before the loop handles them: from the first instruction of main() on, none is lost. */
#ifndef DAEMON_SIGNALS_H
#define DAEMON_SIGNALS_H

/*
 * The first call of main(). SIGHUP is held back until signals_release(). SIGTERM and SIGINT end the
 * process at once with status 0: the configuration may take as long as it likes to be read, and
 * nothing exists yet that would have to be taken apart. Signals without a meaning here are ignored.
 * What the process inherited (blocked or ignored signals) does not count.
 */
void signals_prepare(void);

/*
 * SIGHUP, SIGTERM and SIGINT end the process as they end any other: for a check of the
 * configuration, whose status 0 says that it is valid.
 */
void signals_restore(void);

/* SIGTERM and SIGINT are held back as well: files and sockets are about to be made. */
void signals_hold(void);

/*
 * Delivers to the caller's handlers what was held back, once each. Returns the SIGTERM or SIGINT
 * that was pending, or 0: it is not delivered, since several would be taken for an impatient
 * operator's.
 */
int signals_release(void);

#endif
