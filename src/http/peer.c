/* Who is at the other end of a connection. */
#include "http/internal.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

struct http_peer peer_of_ip(const struct ip *ip)
{
	return (struct http_peer){.ip = *ip, .number = ip_client(ip), .local = ip_is_loopback(ip)};
}

static struct http_peer peer_of_v4(const struct sockaddr_in *at)
{
	struct ip ip = {.bytes = {[10] = 0xff, [11] = 0xff}};

	memcpy(ip.bytes + 12, &at->sin_addr, 4);
	return peer_of_ip(&ip);
}

static struct http_peer peer_of_v6(const struct sockaddr_in6 *at)
{
	struct ip ip;

	memcpy(ip.bytes, &at->sin6_addr, sizeof ip.bytes);
	return peer_of_ip(&ip);
}

struct http_peer peer_of(const struct sockaddr *address)
{
	switch (address ? address->sa_family : AF_UNSPEC) {
	case AF_INET:
		return peer_of_v4((const struct sockaddr_in *)(const void *)address);
	case AF_INET6:
		return peer_of_v6((const struct sockaddr_in6 *)(const void *)address);
	default: /* a unix socket: its folder and mode decide who that is */
		return (struct http_peer){.local = true, .file = true};
	}
}

void http_peer_write(const struct http_peer *peer, char text[PEER_ROOM])
{
	if (peer->file) {
		snprintf(text, PEER_ROOM, "unix");
	} else {
		ip_write(&peer->ip, text);
	}
}
