/* Addresses that mean the same everywhere. */
#include "api/handlers/reach.h"

#include "base/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_made_of(const char *text, const char *marks)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

	while (*text) {
		text += strspn(text, plain);
		if (*text && !strchr(marks, *text++)) {
			return false;
		}
	}
	return true;
}

static bool is_host(const char *host)
{
	return host && *host && is_made_of(host, ".-_:[]");
}

bool reach_is_url(const char *url)
{
	static const char *const schemes[] = {"http://", "https://"};

	for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
		const char *host = url + strlen(schemes[i]);
		size_t length;

		if (strncmp(url, schemes[i], strlen(schemes[i])) == 0) {
			length = strcspn(host, "/");
			return length > 0 && strlen(url) <= MAX_QR_LENGTH &&
			       is_made_of(host, ".-_:[]/") &&
			       (host[length] == '\0' || host[length + 1] == '\0');
		}
	}
	return false;
}

/* The length of the name in "localhost:8377" where it means the machine that hears it, else 0. */
static size_t loopback_length(const char *host)
{
	size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");

	if ((length == 9 && strncasecmp(host, "localhost", 9) == 0) ||
		(length == 5 && strncmp(host, "[::1]", 5) == 0) || strncmp(host, "127.", 4) == 0) {
		return length;
	}
	return 0;
}

enum mk_status reach_write(struct mk_text *out, const struct reach *reach, struct mk_error *error)
{
	size_t public_length = strlen(reach->public_url);
	size_t loopback;

	if (public_length > 0) {
		mk_text_add(out, reach->public_url,
			public_length - (reach->public_url[public_length - 1] == '/'));
		return MK_OK;
	}
	if (!is_host(reach->host)) {
		return mk_fail(error, MK_MALFORMED, "invalid_host", "",
			"cannot build a link from this Host header");
	}
	if (strlen(reach->host) > MAX_QR_LENGTH) {
		return mk_fail(error, MK_MALFORMED, limit_rows[LIMIT_QR_LENGTH].code, "",
			"the host that is asked for is longer than %d bytes", MAX_QR_LENGTH);
	}
	loopback = *reach->lan ? loopback_length(reach->host) : 0;
	mk_text_put(out, reach->secure ? "https://" : "http://");
	mk_text_put(out, loopback > 0 ? reach->lan : "");
	mk_text_put(out, reach->host + loopback);
	return MK_OK;
}

/* To connect a datagram socket sends nothing, but chooses the way and so the own address. */
void reach_lan(char address[REACH_LAN_ROOM])
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};
	socklen_t length = sizeof at;
	int way = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	address[0] = '\0';
	inet_pton(AF_INET, "192.0.2.1", &at.sin_addr); /* nobody's, for examples (RFC 5737) */
	if (way >= 0 && connect(way, (const struct sockaddr *)&at, sizeof at) == 0 &&
		getsockname(way, (struct sockaddr *)&at, &length) == 0) {
		inet_ntop(AF_INET, &at.sin_addr, address, REACH_LAN_ROOM);
	}
	if (way >= 0) {
		close(way);
	}
}
