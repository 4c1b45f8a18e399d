/* Who is at the other end of a connection. */
#include "http/internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static struct http_peer peer_of_v4(uint32_t address)
{
	return (struct http_peer){
		.number = (uint64_t)0xffff << 32 | address, .local = address >> 24 == 127};
}

static struct http_peer peer_of_v6(const struct in6_addr *address)
{
	uint32_t words[4];
	uint64_t network;

	memcpy(words, address, sizeof words);
	if (IN6_IS_ADDR_V4MAPPED(address)) {
		return peer_of_v4(ntohl(words[3]));
	}
	network = (uint64_t)ntohl(words[0]) << 32 | ntohl(words[1]);
	return (struct http_peer){.number = network, .local = IN6_IS_ADDR_LOOPBACK(address)};
}

struct http_peer peer_of(const struct sockaddr *address)
{
	switch (address ? address->sa_family : AF_UNSPEC) {
	case AF_INET:
		return peer_of_v4(ntohl(
			((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
	case AF_INET6:
		return peer_of_v6(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
	default: /* a unix socket: its folder and mode decide who that is */
		return (struct http_peer){.local = true};
	}
}
