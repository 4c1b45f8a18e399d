/* Handshakes and frames that are wrong, and how they are answered. */
#include "ws/echo.h"

#include "base/limits.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

TestSuite(ws_refuse, .timeout = 300);

struct handshake {
	char name[40];
	char request[256];
};

#define GET "GET /ws HTTP/1.1\r\nHost: h\r\n"
#define UPGRADE "Upgrade: websocket\r\nConnection: Upgrade\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

ParameterizedTestParameters(ws_refuse, a_wrong_handshake_is_refused)
{
	static struct handshake rows[] = {
		{"not GET", "POST /ws HTTP/1.1\r\nHost: h\r\n" UPGRADE VERSION KEY},
		{"not HTTP/1.1", "GET /ws HTTP/1.0\r\nHost: h\r\n" UPGRADE VERSION KEY},
		{"no Upgrade", GET "Connection: Upgrade\r\n" VERSION KEY},
		{"another Upgrade", GET "Upgrade: h2c\r\nConnection: Upgrade\r\n" VERSION KEY},
		{"no Connection", GET "Upgrade: websocket\r\n" VERSION KEY},
		{"another Connection",
			GET "Upgrade: websocket\r\nConnection: keep-alive\r\n" VERSION KEY},
		{"no version", GET UPGRADE KEY},
		{"an old version", GET UPGRADE "Sec-WebSocket-Version: 8\r\n" KEY},
		{"no key", GET UPGRADE VERSION},
		{"a short key", GET UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\n"},
		{"a long key",
			GET UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZXh4\r\n"},
		{"two keys", GET UPGRADE VERSION KEY KEY},
		{"two versions", GET UPGRADE VERSION VERSION KEY},
		{"two origins", GET UPGRADE VERSION KEY "Origin: http://a\r\nOrigin: http://b\r\n"},
		{"no base64",
			GET UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub2!jZQ==\r\n"},
	};

	return cr_make_param_array(struct handshake, rows, sizeof rows / sizeof *rows);
}

ParameterizedTest(struct handshake *row, ws_refuse, a_wrong_handshake_is_refused)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	char request[300];

	snprintf(request, sizeof request, "%s\r\n", row->request);
	cr_expect_eq(client_status(rig, request), 400, "%s", row->name);
	cr_expect_eq(opened, 0, "%s", row->name);
	rig_stop(rig);
}

Test(ws_refuse, lists_in_several_lines_and_blanks_behind_a_value_are_no_fault)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);

	cr_expect_eq(
		client_status(rig, GET "Upgrade: h2c\r\nUpgrade: websocket\r\n"
				       "Connection: keep-alive\r\nConnection: Upgrade\r\n" VERSION
				       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ== \t\r\n\r\n"),
		101);
	rig_stop(rig);
}

Test(ws_refuse, more_than_the_limit_are_answered_503)
{
	struct http_options options = rig_options();
	struct rig *rig;
	int first, second;

	options.connection_limit = 2;
	rig = rig_start(options, handle_ws);
	first = peer_open(rig);
	second = peer_open(rig);
	cr_assert_neq(second, -1);
	cr_assert_eq(client_status(rig, WS_REQUEST "\r\n"), 503);
	cr_assert(rig_becomes(&closed, 1));
	peer_say(first, "still");
	cr_assert(peer_hears(first, "still"));
	close(first);
	close(second);
	rig_stop(rig);
}

struct wrong {
	char name[40];
	int code;
	size_t length;
	uint8_t bytes[64];
};

#define WRONG(name, code, bytes) \
	{ \
		name, code, sizeof(bytes) - 1, bytes \
	}
#define MASK "\0\0\0\0"

ParameterizedTestParameters(ws_refuse, a_wrong_frame_ends_with_its_code)
{
	static struct wrong rows[] = {
		WRONG("not masked", 1002, "\x81\x02hi"),
		WRONG("a reserved bit", 1002, "\xc1\x82" MASK "hi"),
		WRONG("a reserved opcode", 1002, "\x83\x82" MASK "hi"),
		WRONG("a reserved control opcode", 1002, "\x8b\x80" MASK),
		WRONG("a continuation of nothing", 1002, "\x80\x82" MASK "hi"),
		WRONG("a message within a message", 1002, "\x01\x81" MASK "a\x81\x81" MASK "b"),
		WRONG("a ping in fragments", 1002, "\x09\x80" MASK),
		WRONG("a long ping", 1002, "\x89\xfe\x00\x7e" MASK),
		WRONG("a length that fits in less", 1002, "\x81\xfe\x00\x05" MASK "hello"),
		WRONG("an endless length", 1002, "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" MASK),
		WRONG("a close with one byte", 1002, "\x88\x81" MASK "\x03"),
		WRONG("a close with code 1005", 1002, "\x88\x82" MASK "\x03\xed"),
		WRONG("a close with code 999", 1002, "\x88\x82" MASK "\x03\xe7"),
		WRONG("a close with code 5000", 1002, "\x88\x82" MASK "\x13\x88"),
		WRONG("a close that is no UTF-8", 1007, "\x88\x83" MASK "\x03\xe8\xff"),
		WRONG("no UTF-8", 1007, "\x81\x83" MASK "a\xff\xfe"),
		WRONG("an overlong form", 1007, "\x81\x82" MASK "\xc0\x80"),
		WRONG("a surrogate", 1007, "\x81\x83" MASK "\xed\xa0\x80"),
		WRONG("half a letter at the end", 1007, "\x81\x82" MASK "a\xc3"),
		WRONG("bad UTF-8 over fragments", 1007, "\x01\x81" MASK "\xc3\x80\x81" MASK "a"),
		WRONG("binary", 1003, "\x82\x82" MASK "hi"),
		WRONG("a large frame", 1009, "\x81\xff\0\0\0\0\0\x01\0\x01" MASK "x"),
		WRONG("a huge frame", 1009, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" MASK "x"),
	};

	return cr_make_param_array(struct wrong, rows, sizeof rows / sizeof *rows);
}

ParameterizedTest(struct wrong *row, ws_refuse, a_wrong_frame_ends_with_its_code)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);
	int code;

	peer_say(peer, "before");
	cr_assert(peer_hears(peer, "before"));
	client_send(peer, row->bytes, row->length);
	peer_say(peer, "behind");
	code = peer_close_code(peer);
	cr_expect_eq(code, row->code, "%s: %d", row->name, code);
	cr_expect(client_sees_end(peer), "%s", row->name);
	close(peer);
	cr_expect(rig_becomes(&closed, 1));
	rig_stop(rig);
}

/* A server that counts refusals in `limits`. */
static struct rig *start_limited(struct limits *limits)
{
	struct http_options options = rig_options();

	limits_init(limits);
	options.limits = limits;
	return rig_start(options, handle_ws);
}

Test(ws_refuse, a_message_is_counted_over_all_its_fragments)
{
	static char bytes[1000];
	struct limits limits;
	struct rig *rig = start_limited(&limits);
	int peer = peer_open(rig);

	memset(bytes, 'f', sizeof bytes);
	peer_send_frame(peer, TEXT, bytes, 536);
	for (int i = 0; i < 65; i++) {
		peer_send_frame(peer, MORE, bytes, 1000);
	}
	peer_send_frame(peer, FIN | PING, "", 0);
	cr_assert(peer_reads(peer, FIN | PONG, "", 0));
	cr_assert_eq(limits.refused[LIMIT_MESSAGE_BYTES], 0);
	peer_send_frame(peer, FIN | MORE, bytes, 1);
	cr_assert_eq(peer_close_code(peer), WS_TOO_BIG);
	cr_assert(client_sees_end(peer));
	cr_assert_eq(limits.refused[LIMIT_MESSAGE_BYTES], 1);
	close(peer);
	rig_stop(rig);
}

Test(ws_refuse, a_peer_that_sends_faster_than_the_limit_is_closed)
{
	static char bytes[125];
	enum { BURST = 4 * MAX_WEBSOCKET_RATE, FRAME = sizeof bytes + 6 };
	struct limits limits;
	struct rig *rig = start_limited(&limits);
	int peer = peer_open(rig);

	for (int i = 0; i < BURST / FRAME - 1; i++) {
		peer_send_frame(peer, FIN | PONG, bytes, sizeof bytes);
	}
	peer_send_frame(peer, FIN | PING, "", 0);
	cr_assert(peer_reads(peer, FIN | PONG, "", 0));
	cr_assert_eq(limits.refused[LIMIT_WEBSOCKET_RATE], 0);
	for (int i = 0; i < 2 * BURST / FRAME; i++) {
		peer_send_frame(peer, FIN | PONG, bytes, sizeof bytes);
	}
	cr_assert_eq(peer_close_code(peer), WS_POLICY);
	cr_assert(client_sees_end(peer));
	cr_assert_eq(limits.refused[LIMIT_WEBSOCKET_RATE], 1);
	close(peer);
	rig_stop(rig);
}

Test(ws_refuse, a_peer_that_sends_on_still_reads_why_it_is_closed)
{
	static char bytes[100000];
	struct rig *rig = rig_start(rig_options(), handle_ws);
	int peer = peer_open(rig);

	for (int i = 0; i < 10 && peer_send_frame(peer, FIN | TEXT, bytes, sizeof bytes); i++) {
	}
	cr_assert_eq(peer_close_code(peer), WS_TOO_BIG);
	cr_assert(client_sees_end(peer));
	close(peer);
	rig_stop(rig);
}
