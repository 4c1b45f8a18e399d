/* How many files this process may open, and so how many connections. */
#ifndef DAEMON_ROOM_H
#define DAEMON_ROOM_H

/* Raises the limit of open files to its maximum. */
void fd_limit_raise(void);

/*
 * The configured number of connections, or less if there are too few files: the store, the loop and
 * connections that are rejected need some, too. At least 1.
 */
unsigned fd_limit_connections(unsigned wanted);

#endif
