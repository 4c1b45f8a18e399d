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

/* "127.0.0.1:8377", "[::1]:8377": numbers only, no names. */
enum mk_status address_read(const char *text, struct address *address, struct mk_error *error);

/* Can only this machine reach it? */
bool address_is_local(const struct address *address);

/* Is it that of every interface of this machine? */
bool address_is_any(const struct address *address);

/*
 * A bound, listening, non-blocking socket, or -1 with `error`. `address` becomes what it is bound
 * to: port 0 has become the chosen one.
 */
int address_listen(struct address *address, struct mk_error *error);

enum { ADDRESS_ROOM = 80 };

/* "http://127.0.0.1:8377". */
void address_write(const struct address *address, char url[ADDRESS_ROOM]);

#endif
