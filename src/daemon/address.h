/* Addresses to listen at. */
#ifndef DAEMON_ADDRESS_H
#define DAEMON_ADDRESS_H

#include <makker/status.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/types.h>

struct address {
	struct sockaddr_storage at;
	socklen_t length;
};

/* "127.0.0.1:8377", "[::1]:8377": numbers only, no names; "unix:/run/makker.sock": a file. */
enum mk_status address_read(const char *text, struct address *address, struct mk_error *error);

/*
 * The address of a listening socket that another process has bound (systemd's socket activation);
 * MK_IMPOSSIBLE if it is none.
 */
enum mk_status address_from_fd(int descriptor, struct address *address, struct mk_error *error);

/*
 * True if only this machine can reach it, or for a unix socket, whose directory and mode restrict
 * access.
 */
bool address_is_local(const struct address *address);

/* True for a port that only this machine reaches. Browsers cannot use socket files. */
bool address_is_loopback(const struct address *address);

/* True for the address of all interfaces. */
bool address_is_any(const struct address *address);

/*
 * A bound, listening, non-blocking socket, or -1 with `error`. `address` becomes the bound one,
 * with the chosen port instead of 0. A socket file without a listener is replaced; it gets the
 * permissions `mode`, whatever the umask is.
 */
int address_listen(struct address *address, mode_t mode, struct mk_error *error);

/* Removes the socket file of address_listen(), if any. */
void address_unlink(const struct address *address);

enum { ADDRESS_TEXT_SIZE = 128 };

/* "http://127.0.0.1:8377", "unix:/run/makker.sock". */
void address_write(const struct address *address, char url[ADDRESS_TEXT_SIZE]);

#endif
