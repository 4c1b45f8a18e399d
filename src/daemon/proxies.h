/* The proxies that are listed in the configuration. */
#ifndef DAEMON_PROXIES_H
#define DAEMON_PROXIES_H

#include "http/ip.h"

#include <makker/status.h>

enum { MOST_PROXIES = 32 };

struct proxies {
	struct ip_network networks[MOST_PROXIES];
	size_t count;
};

/* Addresses and networks, separated by blanks or commas; MK_MALFORMED for anything else. */
enum mk_status proxies_read(const char *text, struct proxies *proxies, struct mk_error *error);

#endif
