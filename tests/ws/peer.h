/* The other end of a websocket: raw frames over a blocking socket, right ones and wrong ones. */
#ifndef TESTS_WS_PEER_H
#define TESTS_WS_PEER_H

#include "http/rig.h"

#include <stdint.h>

#define WS_REQUEST \
	"GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n" \
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

enum { TEXT = 1, BINARY = 2, MORE = 0, CLOSE = 8, PING = 9, PONG = 10, FIN = 0x80 };

struct frame {
	unsigned opcode; /* with FIN; 0xffff: the connection ended */
	size_t length;
	char bytes[300 * 1024];
};

/* Masked with zeros when `masked`, which is as good as any mask. */
static inline size_t peer_frame(
	uint8_t *out, unsigned first, const void *bytes, size_t length, bool masked)
{
	static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
	size_t at = 0;

	out[at++] = (uint8_t)first;
	if (length < 126) {
		out[at++] = (uint8_t)(length | (masked ? 0x80 : 0));
	} else if (length < 65536) {
		out[at++] = (uint8_t)(126 | (masked ? 0x80 : 0));
		out[at++] = (uint8_t)(length >> 8);
		out[at++] = (uint8_t)length;
	} else {
		out[at++] = (uint8_t)(127 | (masked ? 0x80 : 0));
		for (int shift = 56; shift >= 0; shift -= 8) {
			out[at++] = (uint8_t)((uint64_t)length >> shift);
		}
	}
	if (masked) {
		memcpy(out + at, mask, 4);
		at += 4;
	}
	for (size_t i = 0; i < length; i++) {
		out[at++] = (uint8_t)(((const uint8_t *)bytes)[i] ^ (masked ? mask[i % 4] : 0));
	}
	return at;
}

static inline bool peer_send_frame(int socket_fd, unsigned first, const void *bytes, size_t length)
{
	uint8_t *out = malloc(length + 16);
	bool sent = client_send(socket_fd, out, peer_frame(out, first, bytes, length, true));

	free(out);
	return sent;
}

static inline bool peer_say(int socket_fd, const char *text)
{
	return peer_send_frame(socket_fd, FIN | TEXT, text, strlen(text));
}

static inline struct frame *peer_read(int socket_fd)
{
	struct frame *frame = calloc(1, sizeof *frame);
	uint8_t head[10];
	unsigned more;

	frame->opcode = 0xffff;
	if (client_read_bytes(socket_fd, (char *)head, 2) != 2) {
		return frame;
	}
	frame->length = head[1] & 0x7f;
	more = frame->length == 126 ? 2 : frame->length == 127 ? 8 : 0;
	frame->length = more ? 0 : frame->length;
	if (client_read_bytes(socket_fd, (char *)head + 2, more) != more) {
		return frame;
	}
	for (unsigned i = 0; i < more; i++) {
		frame->length = frame->length << 8 | head[2 + i];
	}
	if (frame->length < sizeof frame->bytes &&
		client_read_bytes(socket_fd, frame->bytes, frame->length) == frame->length) {
		frame->opcode = head[0];
	}
	return frame;
}

static inline bool peer_reads(int socket_fd, unsigned first, const char *bytes, size_t length)
{
	struct frame *frame = peer_read(socket_fd);
	bool same = frame->opcode == first && frame->length == length &&
		    memcmp(frame->bytes, bytes, length) == 0;

	free(frame);
	return same;
}

static inline bool peer_hears(int socket_fd, const char *text)
{
	return peer_reads(socket_fd, FIN | TEXT, text, strlen(text));
}

/* The code of the close frame that comes next; -1 when something else does. */
static inline int peer_close_code(int socket_fd)
{
	struct frame *frame = peer_read(socket_fd);
	int code = -1;

	if (frame->opcode == (FIN | CLOSE)) {
		code = frame->length < 2 ? 0
					 : (uint8_t)frame->bytes[0] << 8 | (uint8_t)frame->bytes[1];
	}
	free(frame);
	return code;
}

static inline int peer_open(const struct rig *rig)
{
	int socket_fd = client_connect(rig);
	struct answer *answer;
	int status;

	client_say(socket_fd, WS_REQUEST "\r\n");
	answer = client_read(socket_fd, false);
	status = answer->status;
	free(answer);
	if (status != 101) {
		close(socket_fd);
		return -1;
	}
	return socket_fd;
}

#endif
