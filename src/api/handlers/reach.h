/* The address at which another device of the player's reaches this daemon. */
#ifndef API_HANDLERS_REACH_H
#define API_HANDLERS_REACH_H

#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>

enum { REACH_LAN_ROOM = 16 };

/* What is known about it when somebody asks. */
struct reach {
	const char *public_url; /* what the configuration says, "": nothing */
	const char *host;       /* by which the client has found us, or NULL */
	const char *lan;        /* this machine in its network, where others may connect; or "" */
	bool secure;            /* a proxy in front speaks HTTPS */
};

/*
 * Writes "http://192.168.1.7:8377", without a slash at the end. The configuration knows best; else
 * who asks has found us, so that others find us there, too, unless it is by a name that means
 * "this machine" everywhere. MK_MALFORMED where the host can be none, or is longer
 * than MAX_QR_LENGTH.
 */
enum mk_status reach_write(struct mk_text *out, const struct reach *reach, struct mk_error *error);

/*
 * Is it "http://HOST:PORT" or "https://...", of at most MAX_QR_LENGTH bytes? The page has the root
 * of its host for itself.
 */
bool reach_is_url(const char *url);

/* This machine's address on the way to the rest of the world, "" when there is none. */
void reach_lan(char address[REACH_LAN_ROOM]);

#endif
