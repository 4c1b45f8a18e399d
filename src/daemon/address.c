/* Listening addresses. */
#include "daemon/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

static const char unix_scheme[] = "unix:";

enum { BACKLOG = 1024 };

static enum mk_status bad(struct mk_error *error, const char *text)
{
	return mk_fail(error, MK_MALFORMED, "invalid_address", "",
		"listen: '%.80s' is no ADDR:PORT (IPv6: [ADDR]:PORT) and no unix:/PATH of at most "
		"107 letters",
		text);
}

static bool read_port(const char *text, in_port_t *port)
{
	size_t length = strlen(text);
	unsigned long number = strtoul(text, NULL, 10);

	if (length == 0 || length > 5 || strspn(text, "0123456789") != length || number > 65535) {
		return false;
	}
	*port = htons((uint16_t)number);
	return true;
}

static bool read_v4(const char *host, const char *port, struct address *address)
{
	struct sockaddr_in *at = (struct sockaddr_in *)&address->at;

	at->sin_family = AF_INET;
	address->length = sizeof *at;
	return inet_pton(AF_INET, host, &at->sin_addr) == 1 && read_port(port, &at->sin_port);
}

static bool read_v6(const char *host, const char *port, struct address *address)
{
	struct sockaddr_in6 *at = (struct sockaddr_in6 *)&address->at;

	at->sin6_family = AF_INET6;
	address->length = sizeof *at;
	return inet_pton(AF_INET6, host, &at->sin6_addr) == 1 && read_port(port, &at->sin6_port);
}

static bool is_unix(const struct address *address)
{
	return address->at.ss_family == AF_UNIX;
}

static const char *path_of(const struct address *address)
{
	return ((const struct sockaddr_un *)&address->at)->sun_path;
}

/* An absolute path, because a daemon's working directory is arbitrary. */
static bool read_path(const char *path, struct address *address)
{
	struct sockaddr_un *at = (struct sockaddr_un *)&address->at;
	size_t length = strlen(path);

	if (path[0] != '/' || length >= sizeof at->sun_path) {
		return false;
	}
	at->sun_family = AF_UNIX;
	memcpy(at->sun_path, path, length + 1);
	address->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
	return true;
}

enum mk_status address_read(const char *text, struct address *address, struct mk_error *error)
{
	const char *colon = strrchr(text, ':');
	bool bracketed = text[0] == '[' && colon > text && colon[-1] == ']';
	struct address read = {.length = 0};
	char host[INET6_ADDRSTRLEN] = "";
	size_t length;

	if (strncmp(text, unix_scheme, sizeof unix_scheme - 1) == 0) {
		if (!read_path(text + sizeof unix_scheme - 1, &read)) {
			return bad(error, text);
		}
		*address = read;
		return MK_OK;
	}
	if (!colon) {
		return bad(error, text);
	}
	length = (size_t)(colon - text) - (bracketed ? 2 : 0);
	if (length >= sizeof host) {
		return bad(error, text);
	}
	memcpy(host, text + bracketed, length);
	if (!(bracketed ? read_v6(host, colon + 1, &read) : read_v4(host, colon + 1, &read))) {
		return bad(error, text);
	}
	*address = read;
	return MK_OK;
}

enum mk_status address_from_fd(int descriptor, struct address *address, struct mk_error *error)
{
	*address = (struct address){.length = sizeof address->at};
	if (sd_is_socket(descriptor, AF_UNSPEC, SOCK_STREAM, 1) <= 0 ||
		getsockname(descriptor, (struct sockaddr *)&address->at, &address->length) != 0 ||
		(address->at.ss_family != AF_INET && address->at.ss_family != AF_INET6 &&
			!is_unix(address))) {
		return mk_fail(error, MK_IMPOSSIBLE, "cannot_listen", "",
			"what was handed over to listen at is no listening stream socket");
	}
	return MK_OK;
}

bool address_is_local(const struct address *address)
{
	const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->at;
	const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->at;

	if (is_unix(address)) {
		return true;
	}
	if (address->at.ss_family == AF_INET) {
		return ntohl(v4->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
	}
	return IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

bool address_is_loopback(const struct address *address)
{
	return !is_unix(address) && address_is_local(address);
}

bool address_is_any(const struct address *address)
{
	const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->at;
	const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->at;

	if (is_unix(address)) {
		return false;
	}
	if (address->at.ss_family == AF_INET) {
		return v4->sin_addr.s_addr == htonl(INADDR_ANY);
	}
	return IN6_IS_ADDR_UNSPECIFIED(&v6->sin6_addr);
}

/* Links are not followed: their target must not be removed. */
static bool is_own_socket(const struct address *address)
{
	struct stat file;

	return lstat(path_of(address), &file) == 0 && S_ISSOCK(file.st_mode) &&
	       file.st_uid == geteuid();
}

/* True for a socket file without a listener, which a killed daemon leaves behind. */
static bool is_left_behind(const struct address *address)
{
	int descriptor;
	bool refused;

	if (!is_own_socket(address)) {
		return false;
	}
	descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (descriptor < 0) {
		return false;
	}
	refused =
		connect(descriptor, (const struct sockaddr *)&address->at, address->length) != 0 &&
		errno == ECONNREFUSED;
	close(descriptor);
	return refused;
}

void address_unlink(const struct address *address)
{
	if (is_unix(address) && is_own_socket(address)) {
		unlink(path_of(address));
	}
}

static int bind_and_listen(int descriptor, const struct address *address, mode_t mode)
{
	int yes = 1;

	if (is_unix(address) && is_left_behind(address)) {
		address_unlink(address);
	}
	setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (bind(descriptor, (const struct sockaddr *)&address->at, address->length) != 0) {
		return -1;
	}
	/* The kernel accepts connections only after listen(). */
	if (is_unix(address) && chmod(path_of(address), mode) != 0) {
		return -1;
	}
	return listen(descriptor, BACKLOG);
}

/* The reason why the address cannot be bound, for the errno `code`. */
static const char *bind_error_text(const struct address *address, int code)
{
	struct stat file;

	if (code != EADDRINUSE || !is_unix(address) || lstat(path_of(address), &file) != 0) {
		return strerror(code);
	}
	if (!S_ISSOCK(file.st_mode)) {
		return "there is a file that is not a socket";
	}
	return file.st_uid == geteuid() ? strerror(code) : "there is a socket of another user";
}

int address_listen(struct address *address, mode_t mode, struct mk_error *error)
{
	char url[ADDRESS_TEXT_SIZE];
	int descriptor =
		socket(address->at.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (descriptor < 0 || bind_and_listen(descriptor, address, mode) != 0) {
		const char *why = bind_error_text(address, errno);

		address_write(address, url);
		mk_fail(error, MK_IO, "cannot_listen", "", "%s: %s", url, why);
		if (descriptor >= 0) {
			close(descriptor);
		}
		return -1;
	}
	getsockname(descriptor, (struct sockaddr *)&address->at, &address->length);
	return descriptor;
}

void address_write(const struct address *address, char url[ADDRESS_TEXT_SIZE])
{
	const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->at;
	const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->at;
	char host[INET6_ADDRSTRLEN] = "";

	if (is_unix(address)) {
		snprintf(url, ADDRESS_TEXT_SIZE, "%s%s", unix_scheme, path_of(address));
	} else if (address->at.ss_family == AF_INET) {
		inet_ntop(AF_INET, &v4->sin_addr, host, sizeof host);
		snprintf(url, ADDRESS_TEXT_SIZE, "http://%s:%u", host, ntohs(v4->sin_port));
	} else {
		inet_ntop(AF_INET6, &v6->sin6_addr, host, sizeof host);
		snprintf(url, ADDRESS_TEXT_SIZE, "http://[%s]:%u", host, ntohs(v6->sin6_port));
	}
}
