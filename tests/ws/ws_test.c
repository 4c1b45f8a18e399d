/* Websockets over real sockets: what is said, what is refused, and how it ends. */
#include "ws/peer.h"
#include "ws/ws.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

TestSuite(ws, .timeout = 60);

enum { MOST = 1000 };

static atomic_int opened;
static atomic_int closed;
static atomic_int slow;
static struct ws *sockets[MOST];

/* Commands let a client choose what the server does; everything else is echoed. */
static void on_text(struct ws *ws, const char *bytes, size_t length, void *context)
{
	(void)context;
	if (length == 5 && memcmp(bytes, "!ping", 5) == 0) {
		ws_ping(ws);
	} else if (length == 6 && memcmp(bytes, "!close", 6) == 0) {
		ws_close(ws, WS_TRY_AGAIN, "later");
		ws_send(ws, "too late", 8);
	} else {
		ws_send(ws, bytes, length);
	}
}

static void on_closed(struct ws *ws, void *context)
{
	(void)context;
	for (int i = 0; i < MOST; i++) {
		if (sockets[i] == ws) {
			sockets[i] = NULL;
		}
	}
	atomic_fetch_add(&closed, 1);
}

static void handle(struct http_request *request, void *context)
{
	static const struct ws_events events = {.text = on_text, .closed = on_closed};
	const char *refusal = ws_refusal(request);
	const char *protocol = http_request_header(request, "Sec-WebSocket-Protocol");

	if (refusal) {
		rig_refuse(request, 400, refusal, "", context);
		return;
	}
	sockets[opened] = ws_accept(request, protocol, &events, context);
	if (http_request_query(request, "greet")) {
		ws_send(sockets[opened], "welcome", 7);
	}
	atomic_fetch_add(&opened, 1);
}

/* ---- Saying and hearing --------------------------------------------------------------------- */

Test(ws, a_message_is_echoed_and_the_close_answered)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	cr_assert(peer_say(peer, "hello"));
	cr_assert(peer_hears(peer, "hello"));
	cr_assert_eq(rig_figures(rig).upgraded, 1);
	peer_send_frame(peer, FIN | CLOSE,
		"\x03\xe8"
		"bye",
		5);
	cr_assert(peer_reads(peer, FIN | CLOSE,
		"\x03\xe8"
		"bye",
		5));
	cr_assert(client_sees_end(peer));
	cr_assert(rig_becomes(&closed, 1));
	cr_assert_eq(rig_figures(rig).upgraded, 0);
	cr_assert_eq(rig->last_status, 101);
	cr_assert_eq(rig->finished, 1);
	close(peer);
	rig_stop(rig);
}

Test(ws, messages_of_every_length_come_back_whole)
{
	static const size_t lengths[] = {0, 1, 125, 126, 127, 4096, 65535, 65536};
	static char bytes[65536];
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	memset(bytes, 'm', sizeof bytes);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		cr_assert(peer_send_frame(peer, FIN | TEXT, bytes, lengths[i]));
		cr_assert(peer_reads(peer, FIN | TEXT, bytes, lengths[i]), "%zu", lengths[i]);
	}
	close(peer);
	cr_assert(rig_becomes(&closed, 1));
	rig_stop(rig);
}

Test(ws, fragments_are_one_message_and_a_ping_may_come_between_them)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	peer_send_frame(peer, TEXT, "sm\xc3", 3);
	peer_send_frame(peer, MORE, "", 0);
	peer_send_frame(peer, FIN | PING, "are you there", 13);
	peer_send_frame(peer, MORE, "\xb8rre", 4);
	peer_send_frame(peer, FIN | PONG, "unasked", 7);
	peer_send_frame(peer, FIN | MORE,
		"br\xc3\xb8"
		"d",
		5);
	cr_assert(peer_reads(peer, FIN | PONG, "are you there", 13));
	cr_assert(peer_hears(peer, "sm\xc3\xb8rrebr\xc3\xb8"
				   "d"));
	close(peer);
	rig_stop(rig);
}

Test(ws, a_frame_may_come_a_byte_at_a_time)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);
	uint8_t frame[64];
	size_t length = peer_frame(frame, FIN | TEXT, "slowly", 6, true);

	for (size_t i = 0; i < length; i++) {
		client_send(peer, frame + i, 1);
		rig_sleep_ms(3);
	}
	cr_assert(peer_hears(peer, "slowly"));
	close(peer);
	rig_stop(rig);
}

Test(ws, a_frame_that_comes_with_the_request_is_not_lost)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = client_connect(rig);
	char bytes[1024] = WS_REQUEST "\r\n";
	size_t length = strlen(bytes);
	struct answer *answer;

	length += peer_frame((uint8_t *)bytes + length, FIN | TEXT, "early", 5, true);
	length += peer_frame((uint8_t *)bytes + length, FIN | TEXT, "and more", 8, true);
	client_send(peer, bytes, length);
	answer = client_read(peer, false);
	cr_assert_eq(answer->status, 101);
	cr_assert(peer_hears(peer, "early"));
	cr_assert(peer_hears(peer, "and more"));
	free(answer);
	close(peer);
	rig_stop(rig);
}

Test(ws, the_server_may_speak_first_and_ping)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = client_connect(rig);
	struct answer *answer;

	client_say(peer, "GET /ws?greet HTTP/1.1\r\nHost: h\r\nUpgrade: WebSocket\r\n"
			 "Connection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
			 "Sec-WebSocket-Protocol: makker\r\n"
			 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
	answer = client_read(peer, false);
	cr_assert(strstr(answer->head, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
	cr_assert(strstr(answer->head, "Sec-WebSocket-Protocol: makker\r\n"));
	cr_assert(strstr(answer->head, "Upgrade: websocket\r\n"));
	cr_assert(peer_hears(peer, "welcome"));
	peer_say(peer, "!ping");
	cr_assert(peer_reads(peer, FIN | PING, "", 0));
	peer_send_frame(peer, FIN | PONG, "", 0);
	peer_say(peer, "still there");
	cr_assert(peer_hears(peer, "still there"));
	free(answer);
	close(peer);
	rig_stop(rig);
}

/* ---- What is refused ------------------------------------------------------------------------ */

struct handshake {
	char name[40];
	char request[256];
};

#define GET "GET /ws HTTP/1.1\r\nHost: h\r\n"
#define UPGRADE "Upgrade: websocket\r\nConnection: Upgrade\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

ParameterizedTestParameters(ws, a_wrong_handshake_is_refused)
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
		{"no base64",
			GET UPGRADE VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub2!jZQ==\r\n"},
	};

	return cr_make_param_array(struct handshake, rows, sizeof rows / sizeof *rows);
}

ParameterizedTest(struct handshake *row, ws, a_wrong_handshake_is_refused)
{
	struct rig *rig = rig_start(rig_options(), handle);
	char request[300];

	snprintf(request, sizeof request, "%s\r\n", row->request);
	cr_expect_eq(client_status(rig, request), 400, "%s", row->name);
	cr_expect_eq(opened, 0, "%s", row->name);
	rig_stop(rig);
}

Test(ws, more_than_the_limit_are_answered_503)
{
	struct http_options options = rig_options();
	struct rig *rig;
	int first, second;

	options.connection_limit = 2;
	rig = rig_start(options, handle);
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

ParameterizedTestParameters(ws, a_wrong_frame_ends_with_its_code)
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

ParameterizedTest(struct wrong *row, ws, a_wrong_frame_ends_with_its_code)
{
	struct rig *rig = rig_start(rig_options(), handle);
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

Test(ws, a_message_is_counted_over_all_its_fragments)
{
	static char bytes[1000];
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	memset(bytes, 'f', sizeof bytes);
	peer_send_frame(peer, TEXT, bytes, 536);
	for (int i = 0; i < 65; i++) {
		peer_send_frame(peer, MORE, bytes, 1000);
	}
	peer_send_frame(peer, FIN | PING, "", 0);
	cr_assert(peer_reads(peer, FIN | PONG, "", 0));
	peer_send_frame(peer, FIN | MORE, bytes, 1);
	cr_assert_eq(peer_close_code(peer), WS_TOO_BIG);
	cr_assert(client_sees_end(peer));
	close(peer);
	rig_stop(rig);
}

Test(ws, a_peer_that_sends_on_still_reads_why_it_is_closed)
{
	static char bytes[100000];
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	for (int i = 0; i < 10 && peer_send_frame(peer, FIN | TEXT, bytes, sizeof bytes); i++) {
	}
	cr_assert_eq(peer_close_code(peer), WS_TOO_BIG);
	cr_assert(client_sees_end(peer));
	close(peer);
	rig_stop(rig);
}

/* ---- How it ends ---------------------------------------------------------------------------- */

Test(ws, the_server_closes_and_waits_for_the_answer)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	peer_say(peer, "!close");
	cr_assert(peer_reads(peer, FIN | CLOSE, "\x03\xf5later", 7));
	rig_sleep_ms(100);
	cr_assert_eq(closed, 0);
	peer_send_frame(peer, FIN | CLOSE, "\x03\xf5", 2);
	cr_assert(client_sees_end(peer));
	cr_assert(rig_becomes(&closed, 1));
	close(peer);
	rig_stop(rig);
}

Test(ws, an_answer_that_does_not_come_is_waited_for_two_seconds)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);
	double start = rig_seconds();

	peer_say(peer, "!close");
	cr_assert_eq(peer_close_code(peer), WS_TRY_AGAIN);
	cr_assert(client_sees_end(peer));
	cr_assert_geq(rig_seconds() - start, 1.9);
	cr_assert_leq(rig_seconds() - start, 2.6);
	cr_assert(rig_becomes(&closed, 1));
	close(peer);
	rig_stop(rig);
}

Test(ws, a_peer_that_vanishes_is_noticed)
{
	struct linger at_once = {.l_onoff = 1};
	struct rig *rig = rig_start(rig_options(), handle);
	int polite = peer_open(rig);
	int rude = peer_open(rig);

	close(polite);
	setsockopt(rude, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	close(rude);
	cr_assert(rig_becomes(&closed, 2));
	rig_stop(rig);
}

static void job_close_all(struct rig *rig)
{
	(void)rig;
	for (int i = 0; i < opened; i++) {
		ws_close(sockets[i], WS_GOING_AWAY, NULL);
		ws_close(sockets[i], WS_NORMAL, "twice");
	}
}

Test(ws, a_stop_after_closing_all_is_orderly)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peers[20];

	for (int i = 0; i < 20; i++) {
		peers[i] = peer_open(rig);
	}
	rig_do(rig, job_close_all);
	rig_stop_start(rig);
	for (int i = 0; i < 20; i++) {
		cr_assert_eq(peer_close_code(peers[i]), WS_GOING_AWAY);
		peer_send_frame(peers[i], FIN | CLOSE, "\x03\xe9", 2);
		cr_assert(client_sees_end(peers[i]));
		close(peers[i]);
	}
	rig_stop_finish(rig);
	cr_assert_eq(closed, 20);
}

Test(ws, a_stop_cuts_off_what_nobody_closed)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	rig->grace_ms = 100;
	rig_stop_start(rig);
	cr_assert(client_sees_end(peer));
	rig_stop_finish(rig);
	cr_assert_eq(closed, 1);
	close(peer);
}

/* ---- Many and slow -------------------------------------------------------------------------- */

static void job_flood(struct rig *rig)
{
	static char block[10000];
	int sent = 0;

	(void)rig;
	memset(block, 'b', sizeof block);
	while (sent < 10000 && ws_send(sockets[0], block, sizeof block)) {
		sent++;
	}
	atomic_store(&slow, sent);
}

Test(ws, a_slow_reader_is_told_of_and_gets_all_that_was_taken)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);
	int sent;

	rig_do(rig, job_flood);
	sent = slow;
	cr_assert_gt(sent, 20);
	cr_assert_lt(sent, 10000);
	for (int i = 0; i < sent; i++) {
		struct frame *frame = peer_read(peer);

		cr_assert_eq(frame->opcode, FIN | TEXT);
		cr_assert_eq(frame->length, 10000);
		free(frame);
	}
	peer_say(peer, "and now you");
	cr_assert(peer_hears(peer, "and now you"));
	close(peer);
	rig_stop(rig);
}

/* It pings and never reads: what is answered must not pile up without bound. */
Test(ws, a_peer_that_only_asks_is_not_read_any_more)
{
	static char block[64 * 1024];
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);
	int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
	size_t whole = sizeof block / 131 * 131;
	size_t total = 0;
	double start = rig_seconds();

	for (size_t at = 0; at + 131 <= sizeof block; at += 131) {
		peer_frame((uint8_t *)block + at, FIN | PING, block, 125, true);
	}
	while (rig_seconds() - start < 1.0) {
		size_t at = total % whole;
		ssize_t sent = send(peer, block + at, whole - at, flags);

		total += sent > 0 ? (size_t)sent : 0;
		if (sent < 0) {
			rig_sleep_ms(5);
		}
	}
	cr_assert_lt(total, 64 * 1024 * 1024);
	cr_assert_eq(closed, 0);
	cr_assert_eq(rig_figures(rig).upgraded, 1);
	close(peer);
	cr_assert(rig_becomes(&closed, 1));
	rig_stop(rig);
}

static double broadcast_seconds;

static void job_broadcast(struct rig *rig)
{
	static char message[2048];
	double start = rig_seconds();

	(void)rig;
	memset(message, 'n', sizeof message);
	for (int i = 0; i < opened; i++) {
		cr_expect(ws_send(sockets[i], message, sizeof message));
	}
	broadcast_seconds = rig_seconds() - start;
}

Test(ws, two_kilobytes_reach_a_thousand_listeners_in_no_time)
{
	static int peers[MOST];
	struct rig *rig = rig_start(rig_options(), handle);

	for (int i = 0; i < MOST; i++) {
		peers[i] = peer_open(rig);
		cr_assert_neq(peers[i], -1);
	}
	cr_assert_eq(rig_figures(rig).upgraded, MOST);
	cr_assert_eq(rig_figures(rig).connections, 0);
	rig_do(rig, job_broadcast);
	fprintf(stderr, "2 KB to %d listeners: %.1f ms\n", MOST, broadcast_seconds * 1e3);
	cr_assert_lt(broadcast_seconds, 0.5);
	for (int i = 0; i < MOST; i++) {
		struct frame *frame = peer_read(peers[i]);

		cr_assert_eq(frame->length, 2048);
		free(frame);
		close(peers[i]);
	}
	cr_assert(rig_becomes(&closed, MOST));
	rig_stop(rig);
}
