/* How many files this process may open, and so how many connections. */
#ifndef DAEMON_ROOM_H
#define DAEMON_ROOM_H

/* Takes all files that the system gives us. */
void fd_limit_raise(void);

/*
 * As many connections as are wanted, or as there are files for: the store, the loop, and those
 * connections that are only accepted to be refused need some, too. At least 1.
 */
unsigned fd_limit_connections(unsigned wanted);

#endif
