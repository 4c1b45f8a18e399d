/* Internet addresses, and networks of them. */
#ifndef HTTP_IP_H
#define HTTP_IP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * In network byte order; an IPv4 address is stored as ::ffff:a.b.c.d, so that there is only one
 * kind.
 */
struct ip {
	unsigned char bytes[16];
};

/* All addresses whose first `bits` (of 128) are those of `first`. */
struct ip_network {
	struct ip first;
	unsigned bits;
};

/*
 * "192.0.2.7", "2001:db8::1", and the forms of proxies: "192.0.2.7:4711", "[2001:db8::1]",
 * "[2001:db8::1]:4711". The port is ignored. False for anything else, including names.
 */
bool ip_read(const char *text, size_t length, struct ip *ip);

/* "10.0.0.0/8", "fd00::/8"; a single address is a network of one. */
bool ip_network_read(const char *text, struct ip_network *network);

bool ip_network_has(const struct ip_network *network, const struct ip *ip);

/* 127.x.x.x or ::1. */
bool ip_is_loopback(const struct ip *ip);

/*
 * The key for counting clients: the IPv4 address, or the first 64 bits of an IPv6 address, since
 * one client has that whole network.
 */
uint64_t ip_client(const struct ip *ip);

enum { IP_SIZE = 46 };

void ip_write(const struct ip *ip, char text[IP_SIZE]);

#endif
