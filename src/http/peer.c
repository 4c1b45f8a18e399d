/* The client of a connection or a request: the address of the peer, or the one that a proxy
 * forwards. */

#include "http/internal.h"

#include "base/arena.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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
	default: /* a unix socket: access depends on its directory and mode */
		return (struct http_peer){.local = true, .file = true};
	}
}

void http_peer_write(const struct http_peer *peer, char text[PEER_SIZE])
{
	if (peer->file) {
		snprintf(text, PEER_SIZE, "unix");
	} else {
		ip_write(&peer->ip, text);
	}
}

/* ---- Behind a proxy ------------------------------------------------------------------------- */

/* Any client can send X-Forwarded-For, -Host and -Proto, so they count only if a trusted proxy sent
 * the request. */

bool peer_is_proxy(const struct http_server *server, const struct http_peer *peer)
{
	const struct http_options *options = &server->options;

	if (peer->file) {
		return true;
	}
	for (size_t i = 0; i < options->proxy_count; i++) {
		if (ip_network_has(&options->proxies[i], &peer->ip)) {
			return true;
		}
	}
	return false;
}

bool forwarded_is_expected(const struct http_connection *connection)
{
	return peer_is_proxy(connection->server, &connection->peer);
}

/* The last element of a list, without the blanks around it; *end moves before it (NULL: none). */
static size_t last_element(const char *list, const char **end, const char **element)
{
	const char *comma = memrchr(list, ',', (size_t)(*end - list));
	const char *from = comma ? comma + 1 : list;
	size_t length = (size_t)(*end - from);

	while (length > 0 && (*from == ' ' || *from == '\t')) {
		from++;
		length--;
	}
	while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == '\t')) {
		length--;
	}
	*element = from;
	*end = comma;
	return length;
}

/*
 * Each proxy appends the address of its peer. The connected peer vouches for the last address, and
 * an address that is a trusted proxy vouches for the one before it. The last address that is no
 * trusted proxy is the client; addresses before it may be forged.
 */
static void go_back(const struct http_server *server, const char *list, struct http_peer *peer)
{
	const char *end = list + strlen(list);
	const char *element;
	struct ip ip;

	/* A proxy forwards requests of other machines, whatever address it reports. */
	peer->local = false;
	while (end && peer_is_proxy(server, peer)) {
		size_t length = last_element(list, &end, &element);

		if (!ip_read(element, length, &ip)) {
			return;
		}
		*peer = peer_of_ip(&ip);
		peer->local = false;
	}
}

static const char *last_of(const char *list)
{
	const char *comma = strrchr(list, ',');
	const char *last = comma ? comma + 1 : list;

	return last + strspn(last, " \t");
}

static void take_request_id(struct http_request *request)
{
	static const char allowed[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
	const char *id = http_request_header(request, "X-Request-Id");
	size_t length = id ? strlen(id) : 0;

	if (length > 0 && length < sizeof request->id && strspn(id, allowed) == length) {
		memcpy(request->id, id, length + 1);
	}
}

/* "00-" trace-id "-" parent-id "-" flags; later versions may append more fields. */
static void take_trace(struct http_request *request)
{
	enum {
		TRACE_LENGTH = 32,
		PARENT_LENGTH = 16,
		LEAST = 3 + TRACE_LENGTH + 1 + PARENT_LENGTH
	};
	static const char digits[] = "0123456789abcdef";
	const char *parent = http_request_header(request, "traceparent");
	char *trace;

	if (!parent || strlen(parent) < LEAST || strspn(parent, digits) != 2 || parent[2] != '-' ||
		strspn(parent + 3, digits) != TRACE_LENGTH ||
		strspn(parent + 3, "0") == TRACE_LENGTH || parent[3 + TRACE_LENGTH] != '-') {
		return;
	}
	trace = mk_arena_alloc(request->arena, TRACE_LENGTH + 1);
	if (trace) {
		memcpy(trace, parent + 3, TRACE_LENGTH);
		trace[TRACE_LENGTH] = '\0';
		request->notes[HTTP_NOTE_TRACE] = trace;
	}
}

void forwarded_read(struct http_request *request)
{
	const struct http_server *server = request->connection->server;
	const char *list, *host, *proto;

	if (!peer_is_proxy(server, &request->peer)) {
		return;
	}
	list = http_request_header(request, "X-Forwarded-For");
	host = http_request_header(request, "X-Forwarded-Host");
	proto = http_request_header(request, "X-Forwarded-Proto");
	request->forwarded_host = host ? last_of(host) : NULL;
	request->secure = proto && strcasecmp(last_of(proto), "https") == 0;
	if (list) {
		go_back(server, list, &request->peer);
	}
	take_request_id(request);
	take_trace(request);
}
