/* The address at which other devices reach this daemon, and its QR code. */
#include "api/handlers/invitation.h"

#include "base/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- the address ---------------------------------------------------------------------------- */

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

static bool is_host_text(const char *host)
{
	return host && *host && is_made_of(host, ".-_:[]");
}

bool public_address_is_url(const char *url)
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

/* The length of the name in "localhost:8377" if it means the local machine everywhere, else 0. */
static size_t loopback_length(const char *host)
{
	size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");

	if ((length == 9 && strncasecmp(host, "localhost", 9) == 0) ||
		(length == 5 && strncmp(host, "[::1]", 5) == 0) || strncmp(host, "127.", 4) == 0) {
		return length;
	}
	return 0;
}

enum mk_status public_address_write(
	struct mk_text *out, const struct public_address *address, struct mk_error *error)
{
	size_t public_length = strlen(address->public_url);
	size_t loopback;

	if (public_length > 0) {
		mk_text_add(out, address->public_url,
			public_length - (address->public_url[public_length - 1] == '/'));
		return MK_OK;
	}
	if (!is_host_text(address->host)) {
		return mk_fail(error, MK_MALFORMED, "invalid_host", "",
			"cannot build a link from this Host header");
	}
	if (strlen(address->host) > MAX_QR_LENGTH) {
		return mk_fail(error, MK_MALFORMED, limit_rows[LIMIT_QR_LENGTH].code, "",
			"the requested host is longer than %d bytes", MAX_QR_LENGTH);
	}
	loopback = *address->lan_address ? loopback_length(address->host) : 0;
	mk_text_put(out, address->secure ? "https://" : "http://");
	mk_text_put(out, loopback > 0 ? address->lan_address : "");
	mk_text_put(out, address->host + loopback);
	return MK_OK;
}

/* Connecting a datagram socket sends nothing, but selects the route and with it the local address.
 */
void public_address_of_lan(char address[LAN_ADDRESS_SIZE])
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};
	socklen_t length = sizeof at;
	int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	address[0] = '\0';
	inet_pton(AF_INET, "192.0.2.1", &at.sin_addr); /* reserved for examples (RFC 5737) */
	if (probe >= 0 && connect(probe, (const struct sockaddr *)&at, sizeof at) == 0 &&
		getsockname(probe, (struct sockaddr *)&at, &length) == 0) {
		inet_ntop(AF_INET, &at.sin_addr, address, LAN_ADDRESS_SIZE);
	}
	if (probe >= 0) {
		close(probe);
	}
}

/* ---- the QR code ---------------------------------------------------------------------------- */

/* Black on white in every theme, for cameras. */
enum { QR_MARGIN = 4 /* modules (ISO/IEC 18004) */ };

static bool is_dark(const QRcode *code, int x, int y)
{
	return x < code->width && code->data[y * code->width + x] & 1;
}

/* The dark modules of a row; adjacent ones are one rectangle. */
static void write_modules(struct mk_text *out, const QRcode *code, int y)
{
	for (int x = 0; x < code->width; x++) {
		int from = x;

		while (is_dark(code, x, y)) {
			x++;
		}
		if (x > from) {
			mk_text_format(out, "M%d %dh%dv1h-%dz", from + QR_MARGIN, y + QR_MARGIN,
				x - from, x - from);
		}
	}
}

static void write_escaped(struct mk_text *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<' || *text == '>' || *text == '&') {
			mk_text_format(out, "&#%d;", *text);
		} else {
			mk_text_char(out, *text);
		}
	}
}

static void write_picture(struct mk_text *out, const QRcode *code, const char *text)
{
	int size = code->width + 2 * QR_MARGIN;

	mk_text_format(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
		"shape-rendering=\"crispEdges\"><title>",
		size, size);
	write_escaped(out, text);
	mk_text_format(out,
		"</title><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path fill=\"#000\" d=\"", size,
		size);
	for (int y = 0; y < code->width; y++) {
		write_modules(out, code, y);
	}
	mk_text_put(out, "\"/></svg>\n");
}

bool qr_write(struct mk_text *out, const char *text)
{
	QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);

	if (!code) {
		return false;
	}
	write_picture(out, code, text);
	QRcode_free(code);
	return true;
}

/* ---- the QR code in a terminal -------------------------------------------------------------- */

/* False in the margin, which is light as well. */
static bool is_dark_in_frame(const QRcode *code, int x, int y)
{
	return x >= 0 && y >= 0 && y < code->width && is_dark(code, x, y);
}

static void write_line(struct mk_text *out, const QRcode *code, int y)
{
	static const char *const halves[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}};

	mk_text_put(out, "\033[30;107m");
	for (int x = -QR_MARGIN; x < code->width + QR_MARGIN; x++) {
		mk_text_put(out,
			halves[is_dark_in_frame(code, x, y)][is_dark_in_frame(code, x, y + 1)]);
	}
	mk_text_put(out, "\033[0m\n");
}

bool qr_write_terminal(struct mk_text *out, const char *text)
{
	QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);

	if (!code) {
		return false;
	}
	for (int y = -QR_MARGIN; y < code->width + QR_MARGIN; y += 2) {
		write_line(out, code, y);
	}
	QRcode_free(code);
	return true;
}
