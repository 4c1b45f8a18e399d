/* Internet addresses as text and as bytes. */
#include "http/ip.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char v4_prefix[12] = {[10] = 0xff, [11] = 0xff};
static const struct ip v6_loopback = {.bytes = {[15] = 1}};

static bool is_v4(const struct ip *ip)
{
	return memcmp(ip->bytes, v4_prefix, sizeof v4_prefix) == 0;
}

/* ---- from text ------------------------------------------------------------------------------ */

static bool read_plain(const char *text, struct ip *ip)
{
	struct ip read;

	memcpy(read.bytes, v4_prefix, sizeof v4_prefix);
	if (inet_pton(AF_INET, text, read.bytes + sizeof v4_prefix) != 1 &&
		inet_pton(AF_INET6, text, read.bytes) != 1) {
		return false;
	}
	*ip = read;
	return true;
}

static bool is_port(const char *text)
{
	size_t length = strlen(text);

	return length > 0 && length <= 5 && strspn(text, "0123456789") == length;
}

/* "[...]" and "[...]:port". */
static bool read_bracketed(char *text, struct ip *ip)
{
	char *end = strchr(text, ']');

	if (!end || (end[1] && (end[1] != ':' || !is_port(end + 2)))) {
		return false;
	}
	*end = '\0';
	return strchr(text, ':') && read_plain(text + 1, ip);
}

/* A single colon separates an IPv4 address from a port; an IPv6 address has more. */
static void cut_port(char *text)
{
	char *colon = strchr(text, ':');

	if (colon && !strchr(colon + 1, ':') && is_port(colon + 1)) {
		*colon = '\0';
	}
}

bool ip_read(const char *text, size_t length, struct ip *ip)
{
	char copy[IP_SIZE + sizeof "[]:65535"];

	if (length >= sizeof copy || memchr(text, '\0', length)) {
		return false;
	}
	memcpy(copy, text, length);
	copy[length] = '\0';
	if (copy[0] == '[') {
		return read_bracketed(copy, ip);
	}
	cut_port(copy);
	return read_plain(copy, ip);
}

bool ip_network_read(const char *text, struct ip_network *network)
{
	const char *slash = strchr(text, '/');
	size_t length = slash ? (size_t)(slash - text) : strlen(text);
	char copy[IP_SIZE];
	unsigned long bits;
	struct ip first;

	if (length >= sizeof copy) {
		return false;
	}
	memcpy(copy, text, length);
	copy[length] = '\0';
	if (!read_plain(copy, &first) ||
		(slash && (strlen(slash + 1) > 3 || !is_port(slash + 1)))) {
		return false;
	}
	bits = slash ? strtoul(slash + 1, NULL, 10) : 128;
	/* Of "10.0.0.0/8" the bits are those of the IPv4 address. */
	bits += slash && strchr(copy, '.') && !strchr(copy, ':') ? 96 : 0;
	if (bits > 128) {
		return false;
	}
	*network = (struct ip_network){first, (unsigned)bits};
	return true;
}

/* ---- what they are -------------------------------------------------------------------------- */

bool ip_network_has(const struct ip_network *network, const struct ip *ip)
{
	unsigned whole = network->bits / 8;
	unsigned rest = network->bits % 8;

	return memcmp(network->first.bytes, ip->bytes, whole) == 0 &&
	       (rest == 0 || (network->first.bytes[whole] ^ ip->bytes[whole]) >> (8 - rest) == 0);
}

bool ip_is_loopback(const struct ip *ip)
{
	return (is_v4(ip) && ip->bytes[12] == 127) ||
	       memcmp(ip->bytes, v6_loopback.bytes, sizeof ip->bytes) == 0;
}

uint64_t ip_client(const struct ip *ip)
{
	const unsigned char *from = is_v4(ip) ? ip->bytes + 8 : ip->bytes;
	uint64_t number = 0;

	for (int i = 0; i < 8; i++) {
		number = number << 8 | from[i];
	}
	return number;
}

void ip_write(const struct ip *ip, char text[IP_SIZE])
{
	int family = is_v4(ip) ? AF_INET : AF_INET6;
	const void *from = is_v4(ip) ? ip->bytes + sizeof v4_prefix : ip->bytes;

	if (!inet_ntop(family, from, text, IP_SIZE)) {
		text[0] = '\0';
	}
}
