/* The server of these tests. */
#include "ws/echo.h"

atomic_int opened;
atomic_int closed;
struct ws *sockets[MOST];

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

void handle_ws(struct http_request *request, void *context)
{
	static const struct ws_events events = {.text = on_text, .closed = on_closed};
	const char *refusal = ws_handshake_error(request);
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
