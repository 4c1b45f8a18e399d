/*
 * Who asks when a proxy stands between, and how he found it: X-Forwarded-For, -Host and -Proto.
 *
 * Anybody can write these headers, so they count only where a proxy of ours hands them on.
 */
#include "http/internal.h"

#include <string.h>
#include <strings.h>

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

/* The last element of a list, without the blanks around it; *end goes before it (NULL: none). */
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
 * Each proxy has written behind the others whom it saw. The last one is vouched for by who is
 * connected with us, the one before by that one, if it is a proxy of ours as well: the first that
 * is none is the client. What stands further left anybody may have made up.
 */
static void go_back(const struct http_server *server, const char *list, struct http_peer *peer)
{
	const char *end = list + strlen(list);
	const char *element;
	struct ip ip;

	/* Whatever a proxy hands on, it is not for its own machine that it asks. */
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
}
