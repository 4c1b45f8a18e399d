/* Addresses to listen at. */
#ifndef DAEMON_ADDRESS_H
#define DAEMON_ADDRESS_H

#include <makker/status.h>
#include <stdbool.h>
#include <sys/socket.h>

struct address {
	struct sockaddr_storage at;
	socklen_t length;
};

/* "127.0.0.1:8377", "[::1]:8377": numbers only, no names; "unix:/run/makker.sock": a file. */
enum mk_status address_read(const char *text, struct address *address, struct mk_error *error);

/*
 * The address of a socket that somebody else has bound and made listen (systemd's activation);
 * MK_IMPOSSIBLE where it is no such socket.
 */
enum mk_status address_from_fd(int descriptor, struct address *address, struct mk_error *error);

/* Can only this machine reach it? A file is reached by whom its folder and mode allow. */
bool address_is_local(const struct address *address);

/* Is it a port that only this machine reaches? Browsers know no files. */
bool address_is_loopback(const struct address *address);

/* Is it that of every interface of this machine? */
bool address_is_any(const struct address *address);

/*
 * A bound, listening, non-blocking socket, or -1 with `error`. `address` becomes what it is bound
 * to: port 0 has become the chosen one. A socket's file that nobody listens at any more is taken
 * over.
 */
int address_listen(struct address *address, struct mk_error *error);

/* Removes what address_listen() has left in the file system, if anything. */
void address_unlink(const struct address *address);

enum { ADDRESS_ROOM = 128 };

/* "http://127.0.0.1:8377", "unix:/run/makker.sock". */
void address_write(const struct address *address, char url[ADDRESS_ROOM]);

#endif
