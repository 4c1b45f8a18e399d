/* Websockets over real sockets: what is said, what is refused, and how it ends. */
#include "ws/peer.h"
#include "ws/ws.h"

#include <criterion/criterion.h>

TestSuite(ws, .timeout = 30);

static atomic_int opened;
static atomic_int closed;
static struct ws *last;

/* Commands let a client choose what the server does; everything else is echoed. */
static void on_text(struct ws *ws, const char *bytes, size_t length, void *context)
{
	(void)context;
	if (length == 5 && memcmp(bytes, "!ping", 5) == 0) {
		ws_ping(ws);
	} else if (length == 6 && memcmp(bytes, "!close", 6) == 0) {
		ws_close(ws, WS_TRY_AGAIN, "later");
	} else {
		ws_send(ws, bytes, length);
	}
}

static void on_closed(struct ws *ws, void *context)
{
	(void)context;
	if (last == ws) {
		last = NULL;
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
	last = ws_accept(request, protocol, &events, context);
	atomic_fetch_add(&opened, 1);
}

static int end_peer(struct rig *rig, int peer)
{
	int code;

	peer_send_frame(peer, FIN | CLOSE, "\x03\xe8", 2);
	code = peer_close_code(peer);
	cr_expect(client_sees_end(peer));
	close(peer);
	rig_stop(rig);
	return code;
}

Test(ws, a_message_is_echoed_and_the_close_answered)
{
	struct rig *rig = rig_start(rig_options(), handle);
	int peer = peer_open(rig);

	cr_assert_neq(peer, -1);
	cr_assert(peer_say(peer, "hello"));
	cr_assert(peer_hears(peer, "hello"));
	cr_assert_eq(end_peer(rig, peer), WS_NORMAL);
	cr_assert_eq(closed, 1);
}
