/*
 * The HTTP interface of the service: complete requests in, one response or one stream out.
 *
 * Everything runs on the loop thread. A handler may respond at once, or keep the request and
 * respond later (it is suspended meanwhile; `request` stays valid until the response). This folder
 * knows no URLs.
 */
#ifndef HTTP_HTTP_H
#define HTTP_HTTP_H

#include "http/ip.h"

#include <makker/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct uv_loop_s;
struct mk_arena;
struct limits;
struct http_server;
struct http_request;
struct http_stream;

struct http_header {
	const char *name;
	const char *value;
};

/*
 * The client. `number` is the key for counting: the IPv4 address, or the first 64 bits of an IPv6
 * address, because one client has all of that network; 0 for a unix socket. `local`: a program on
 * this machine (127.x, ::1, unix sockets) without a proxy in between.
 */
struct http_peer {
	struct ip ip;
	uint64_t number;
	bool local;
	bool file; /* a unix socket: there is no address */
};

enum { PEER_SIZE = IP_SIZE };

/* "192.0.2.7", "unix". */
void http_peer_write(const struct http_peer *peer, char text[PEER_SIZE]);

/* Further fields of a request's line in the log. */
enum http_note {
	HTTP_NOTE_CODE,    /* of the problem that it was answered with */
	HTTP_NOTE_ROLE,    /* of its token */
	HTTP_NOTE_CREATED, /* the session that it created: its path does not name it */
	HTTP_NOTE_TIMING,  /* the times of its phases, in the format of its Server-Timing header */
	HTTP_NOTE_TRACE, /* trace-id of the `traceparent` of a trusted proxy (W3C Trace Context) */
	HTTP_NOTES
};

/* The outcome of a request, reported once, when the last byte is sent or the client has gone. */
struct http_access_record {
	const char *id;
	const char *method;
	const char *path;
	const char *label;             /* the argument of http_request_label(), or "" */
	const char *notes[HTTP_NOTES]; /* NULL: none */
	bool is_long;                  /* a stream, a websocket, or http_request_expect_wait() */
	struct http_peer peer;
	bool rejected; /* invalid request, refused before a handler was called */
	int status;    /* 0: the client went away before an answer */
	size_t body_bytes;
	size_t reply_bytes;
	int64_t elapsed_ns;
};

struct http_options {
	struct uv_loop_s *loop;
	int socket;            /* bound and listening; owned by the server from now on */
	struct limits *limits; /* see base/limits.h; NULL: their defaults */
	bool limits_local;     /* see http_server_count_local() */
	size_t body_limit;
	/*
	 * Maximum number of HTTP connections, and of upgraded ones. Beyond it the connection that
	 * has been without a complete request for the longest time is closed.
	 */
	unsigned connection_limit;
	/* Trusted proxies; borrowed. Unix sockets are always trusted. */
	const struct ip_network *proxies;
	size_t proxy_count;
	unsigned header_timeout_s; /* absolute, for the header and for the body */
	unsigned body_timeout_s;
	unsigned idle_timeout_s;
	void (*woken)(void *context); /* sockets are ready, not processed yet; may be NULL */
	void (*handle)(struct http_request *request, void *context);
	void (*finished)(const struct http_access_record *outcome, void *context); /* may be NULL */
	/*
	 * An invalid request is refused with `status` before a handler is called. `peer`: NULL if
	 * it came through a proxy and the client is not known. False: its address sends too many
	 * requests, and the connection is closed without a response. May be NULL.
	 */
	bool (*rejected)(const struct http_peer *peer, int status, void *context);
	/* Writes the response to requests that the server rejects (400, 413, ...). */
	void (*refuse)(struct http_request *request, int status, const char *code,
		const char *detail, void *context);
	void *context;
};

/* NULL with `error` when libmicrohttpd does not start. */
struct http_server *http_server_create(const struct http_options *options, struct mk_error *error);

/*
 * From now on each response closes its connection, so that proxies do not send a request on an idle
 * connection while the server stops. Connections are still accepted.
 */
void http_server_end_keep_alive(struct http_server *server);

/*
 * Orderly stop: no new connection, running requests are answered; `done` is called when the last
 * has gone or after `grace_ms`. Streams and websockets are the caller's to end before.
 */
void http_server_stop(
	struct http_server *server, unsigned grace_ms, void (*done)(void *context), void *context);
void http_server_destroy(struct http_server *server);

/*
 * Sets whether the limits per address count programs on this machine. Applies to connections and
 * request bodies from now on; counted ones stay counted.
 */
void http_server_count_local(struct http_server *server, bool counted);

/*
 * Cancels requests that have waited for `waited_ms`, as if their clients had disconnected, and has
 * `refuse` respond to each, until that returns false: then some may be left for another call, and
 * this one returns false. Streams and requests with http_request_on_half_closed() stay: they wait
 * for something else.
 */
bool http_server_refuse_waiting(struct http_server *server, unsigned waited_ms,
	bool (*refuse)(struct http_request *request, void *context), void *context);

/* Figures for /metrics. */
struct http_figures {
	unsigned connections;
	unsigned requests_running;
	unsigned streams;
	unsigned upgraded;
};
struct http_figures http_server_figures(const struct http_server *server);

/* ---- A request ------------------------------------------------------------------------------ */

enum { REQUEST_ID_SIZE = 65 };

/* 16 hex digits, or what a trusted proxy has sent as X-Request-Id: 1 to 64 of A-Z a-z 0-9 . _ - */
const char *http_request_id(const struct http_request *request);
const char *http_request_method(const struct http_request *request);
const char *http_request_version(const struct http_request *request); /* "HTTP/1.1" */
const char *http_request_path(const struct http_request *request); /* decoded, without the query */
/* clock_ticks_ns() when its last bytes were read; for a handler that is just being called. */
int64_t http_request_time_ns(const struct http_request *request);
/* NULL where there is none; header names without regard to case. */
const char *http_request_find_header(
	const struct http_request *request, const char *name, size_t length);
/* Inline, so that the length of a constant is computed at compile time. */
static inline const char *http_request_header(const struct http_request *request, const char *name)
{
	return http_request_find_header(request, name, strlen(name));
}
const char *http_request_query(const struct http_request *request, const char *name);
/* Calls `each` with the name of each parameter of the query, in their order, until it is false. */
void http_request_each_query(const struct http_request *request,
	bool (*each)(void *context, const char *name), void *context);
const char *http_request_body(const struct http_request *request, size_t *length);
/* The client, behind trusted proxies. */
struct http_peer http_request_peer(const struct http_request *request);
/* The host as the client named it, from a trusted proxy or Host; NULL: none. */
const char *http_request_host(const struct http_request *request);
/* True if the client connected to the trusted proxy over HTTPS. */
bool http_request_is_secure(const struct http_request *request);
/* Memory that lives until the request is finished. */
struct mk_arena *http_request_arena(struct http_request *request);
/* The limits of the server, for what is counted beyond the request; may be NULL. */
struct limits *http_request_limits(const struct http_request *request);
/* A name for log and metrics: the route ("/v1/sessions/{id}"), static text. */
void http_request_label(struct http_request *request, const char *label);
/* `text` is static or lies in the request's arena. */
void http_request_note(struct http_request *request, enum http_note note, const char *text);
/*
 * Marks a request whose client wants to wait, such as a long poll: its duration is no latency of
 * the server.
 */
void http_request_expect_wait(struct http_request *request);
/*
 * Calls `gone` when the client disconnects before its response, or when the grace period
 * of a stop is over; `request` must not be touched afterwards. Every owner of a suspended request
 * sets this, because a request without it cannot be cancelled. Clients are checked from about 0.2 s
 * on. One that has closed its sending half still gets its response.
 */
void http_request_on_disconnect(
	struct http_request *request, void (*gone)(void *context), void *context);
/*
 * Calls `half_closed` once when the client has closed its sending half, or the whole connection,
 * which looks the same: long polls respond then. NULL: none.
 */
void http_request_on_half_closed(
	struct http_request *request, void (*half_closed)(void *context), void *context);

/* ---- A reply -------------------------------------------------------------------------------- */

/*
 * Responds; `body` must live in the request's arena or be static (it is not copied). HEAD gets only
 * the header. `request` must not be used afterwards.
 */
struct http_response {
	int status;
	const char *content_type; /* NULL: no body */
	const char *body;
	size_t length;
	const struct http_header *headers; /* borrowed for the call */
	size_t header_count;
	bool close; /* close the connection after it */
};
void http_request_respond(struct http_request *request, const struct http_response *reply);

/* ---- A stream (SSE, NDJSON) ----------------------------------------------------------------- */

/*
 * Starts an endless response. `closed` is called once when the client has disconnected (or has
 * closed its sending half, which means the same for a stream) or after http_stream_end(), never
 * from within a function of this header; the stream must not be used after that. NULL without
 * memory (the connection is then closed, `closed` is not called).
 */
struct http_stream *http_request_stream(struct http_request *request, const char *content_type,
	const struct http_header *headers, size_t header_count,
	void (*closed)(struct http_stream *stream, void *context), void *context);

/*
 * Queues bytes (copied). False when more than `queue_bytes` (base/limits.h) are queued: the reader
 * is too slow.
 */
bool http_stream_send(struct http_stream *stream, const char *bytes, size_t length);

/* Sends the queued bytes, then ends. */
void http_stream_end(struct http_stream *stream);

/* Ends at once: queued bytes are dropped, and the connection is reset. */
void http_stream_abort(struct http_stream *stream);

/* ---- Backlogs of subscribers ---------------------------------------------------------------- */

/*
 * Bytes that may be queued for each subscriber without being counted, so that a new one always gets
 * its first message.
 */
enum { HTTP_BACKLOG_SHARE = 16384 };

/*
 * The bytes queued for one subscriber; those beyond the share count against
 * `address_subscriber_bytes` and `subscriber_bytes`. Zero counts nothing. It must be set to 0
 * before the server is destroyed.
 */
struct http_backlog {
	struct http_server *server;
	uint64_t address;
	bool is_of_address;
	size_t counted;
};

void http_backlog_begin(struct http_backlog *backlog, const struct http_request *request);
/* False, and counted as a refusal, if a limit is exceeded; the backlog is then unchanged. */
bool http_backlog_set(struct http_backlog *backlog, size_t bytes);

/* ---- An upgrade ----------------------------------------------------------------------------- */

struct http_upgraded; /* the connection, taken over */

/*
 * Responds 101 with `headers` and hands the socket over: `start` gets it with bytes that had
 * already arrived (to be copied). The socket is non-blocking; http_upgraded_finish() returns it,
 * and it must not be closed. `start` is called once, later: with `upgraded` NULL and socket -1 if
 * the client has gone before, or if `connection_limit` are upgraded already (503). `finished` is
 * called when 101 is sent.
 */
void http_request_upgrade(struct http_request *request, const struct http_header *headers,
	size_t header_count,
	void (*start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context),
	void *context);
struct uv_loop_s *http_upgraded_loop(struct http_upgraded *upgraded);
void http_upgraded_finish(struct http_upgraded *upgraded);

#endif
