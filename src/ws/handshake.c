/* The opening handshake: the requirements on a request for a websocket (RFC 6455, 4.2). */
#include "ws/internal.h"

#include "http/http.h"

#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <string.h>
#include <strings.h>

/* True if `token` is one of the comma-separated tokens of a header. */
static bool has_token(const char *list, const char *token)
{
	size_t length = strlen(token);

	while (list && *list) {
		size_t word;

		list += strspn(list, " \t,");
		word = strcspn(list, " \t,");
		if (word == length && strncasecmp(list, token, length) == 0) {
			return true;
		}
		list += word;
	}
	return false;
}

bool ws_is_wanted(const struct http_request *request)
{
	return has_token(http_request_header(request, "Upgrade"), "websocket");
}

bool ws_offers(const struct http_request *request, const char *protocol)
{
	return protocol &&
	       has_token(http_request_header(request, "Sec-WebSocket-Protocol"), protocol);
}

static bool is_key(const char *key)
{
	struct base64_decode_ctx decoder;
	uint8_t bytes[BASE64_DECODE_LENGTH(WS_KEY_BYTES)];
	size_t length = sizeof bytes;

	if (!key || strlen(key) != WS_KEY_BYTES) {
		return false;
	}
	base64_decode_init(&decoder);
	return base64_decode_update(&decoder, &length, bytes, WS_KEY_BYTES, key) == 1 &&
	       base64_decode_final(&decoder) == 1 && length == 16;
}

const char *ws_handshake_error(const struct http_request *request)
{
	const char *version = http_request_header(request, "Sec-WebSocket-Version");

	if (strcmp(http_request_method(request), "GET") != 0) {
		return "A websocket is opened by GET.";
	}
	if (strcmp(http_request_version(request), "HTTP/1.0") == 0) {
		return "A websocket needs HTTP/1.1.";
	}
	if (!ws_is_wanted(request) ||
		!has_token(http_request_header(request, "Connection"), "upgrade")) {
		return "A websocket needs 'Upgrade: websocket' and 'Connection: Upgrade'.";
	}
	if (!version || strcmp(version, "13") != 0) {
		return "Sec-WebSocket-Version must be 13.";
	}
	if (!is_key(http_request_header(request, "Sec-WebSocket-Key"))) {
		return "Sec-WebSocket-Key must be 16 bytes in base64.";
	}
	return NULL;
}

void ws_accept_key(const char *key, char accept[WS_ACCEPT_BYTES + 1])
{
	static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	uint8_t digest[SHA1_DIGEST_SIZE];
	struct sha1_ctx sha1;

	sha1_init(&sha1);
	sha1_update(&sha1, strlen(key), (const uint8_t *)key);
	sha1_update(&sha1, sizeof guid - 1, (const uint8_t *)guid);
	sha1_digest(&sha1, sizeof digest, digest);
	base64_encode_raw(accept, sizeof digest, digest);
	accept[WS_ACCEPT_BYTES] = '\0';
}
