/* Sent and received messages. */
#include "ws/echo.h"

#include <criterion/criterion.h>

TestSuite(ws_message, .timeout = 300);

Test(ws_message, a_message_is_echoed_and_the_close_answered)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
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

Test(ws_message, messages_of_every_length_come_back_whole)
{
	static const size_t lengths[] = {0, 1, 125, 126, 127, 4096, 65535, 65536};
	static char bytes[65536];
	struct rig *rig = rig_start(rig_options(), handle_ws);
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

Test(ws_message, fragments_are_one_message_and_a_ping_may_come_between_them)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
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

Test(ws_message, a_frame_may_come_a_byte_at_a_time)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
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

Test(ws_message, a_frame_that_comes_with_the_request_is_not_lost)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
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

Test(ws_message, the_server_may_speak_first_and_ping)
{
	struct rig *rig = rig_start(rig_options(), handle_ws);
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
