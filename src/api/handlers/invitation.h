/* The address at which other devices of the player reach this daemon, and its QR code. */
#ifndef API_HANDLERS_INVITATION_H
#define API_HANDLERS_INVITATION_H

#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>

enum { LAN_ADDRESS_SIZE = 16 };

/* The sources of the address. */
struct public_address {
	const char *public_url;  /* of the configuration; "": none */
	const char *host;        /* under which the client has reached the daemon; NULL: unknown */
	const char *lan_address; /* this machine's address in its network, if other machines may
				    connect; "": none */
	bool secure;             /* the client uses HTTPS to a proxy */
};

/*
 * Writes "http://192.168.1.7:8377", without a slash at the end: the configured address, else the
 * host of the request, unless that means the local machine everywhere. MK_MALFORMED if the host is
 * malformed or longer than MAX_QR_LENGTH.
 */
enum mk_status public_address_write(
	struct mk_text *out, const struct public_address *address, struct mk_error *error);

/*
 * True for "http://HOST:PORT" or "https://...", of at most MAX_QR_LENGTH bytes. The page needs the
 * root of its host.
 */
bool public_address_is_url(const char *url);

/* Writes this machine's address on the route to other networks; "": there is none. */
void public_address_of_lan(char address[LAN_ADDRESS_SIZE]);

/*
 * Writes an SVG picture of the QR code, with the text as its title. False if the text is too long
 * for a code (over 2331 bytes), or without memory.
 */
bool qr_write(struct mk_text *out, const char *text);

/*
 * The same for a terminal, two rows of the code a line: black on white by escape sequences, since a
 * terminal may be dark.
 */
bool qr_write_terminal(struct mk_text *out, const char *text);

#endif
