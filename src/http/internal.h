/* Internal declarations of this folder: server, connection, request, stream. */
#ifndef HTTP_INTERNAL_H
#define HTTP_INTERNAL_H

#include "base/counts.h"
#include "base/limits.h"
#include "http/http.h"
#include "http/mhd/framing.h"
#include "http/mhd/reader.h"

#include <microhttpd.h>
#include <uv.h>

enum {
	SPARE_CONNECTIONS =
		64, /* beyond the limit, until the connections to be closed are closed */
};

/* How far a request has come. Changed by request_enter() alone. */
enum request_stage {
	REQUEST_OPENING,   /* the request line was read */
	REQUEST_RECEIVING, /* the header was read and accepted */
	REQUEST_HELD,      /* complete, but the turn is over: the connection is suspended */
	REQUEST_HANDLING,  /* the handler is running */
	REQUEST_WAITING,   /* the handler kept it: the connection is suspended */
	REQUEST_RESPONDED, /* a reply is queued */
	REQUEST_ABANDONED, /* no response will follow: the connection is to be closed */
};

/* The request target, read before libmicrohttpd decodes it in place. */
struct target {
	enum target_form { TARGET_BAD, TARGET_PATH, TARGET_STAR } form;
	size_t skipped;        /* bytes before the path: scheme and authority of an absolute form */
	const char *authority; /* of an absolute form, else NULL */
	bool is_secure;        /* its scheme is https */
};

static inline uint64_t name_length_bit(size_t length)
{
	return (uint64_t)1 << (length & 63);
}

/* A header line, in the connection's buffer. */
struct http_line {
	const char *name;
	size_t name_length;
	const char *value;
	size_t value_length; /* including trailing blanks */
};

struct http_request {
	struct http_connection *connection;
	struct mk_arena *arena;
	enum request_stage stage;
	char id[REQUEST_ID_SIZE];
	bool too_large;     /* the body; discarded, then refused */
	bool released;      /* was held, is handled now */
	bool rejected;      /* invalid, refused before a handler was called */
	bool bypasses;      /* the response bypasses libmicrohttpd, see mhd/reader.h */
	int refused_by;     /* the exceeded limit, an enum limit_id */
	size_t counted;     /* bytes of the body that are counted */
	bool is_of_address; /* they also count for its address */
	bool upgrading;
	struct target target;
	bool has_query;
	struct argument *arguments; /* of the query; request.c */
	struct http_peer peer;      /* the client, behind trusted proxies */
	const char *forwarded_host; /* the host as a trusted proxy reports it, or NULL */
	bool secure;                /* the client used HTTPS, as a trusted proxy reports */
	struct http_line *lines;    /* one for each name */
	unsigned line_count;
	uint64_t name_lengths; /* a bit for each length of a name, modulo 64 */
	size_t announced;      /* the Content-Length */
	const char *method;
	const char *version;
	const char *path;
	const char *label;
	const char *notes[HTTP_NOTES];
	bool is_long;
	char *body;
	size_t length;
	size_t capacity;
	size_t swallowed;
	int status;
	size_t reply_bytes;
	int64_t started_ns;
	bool waits;             /* in the list of hangup.c */
	bool watched;           /* in the epoll set of hangup.c */
	uint64_t waiting_since; /* ms of the loop's clock */
	void (*gone)(void *context);
	void *gone_context;
	void (*half_closed)(void *context);
	void *half_closed_context;
	struct http_stream *stream;
	void (*upgrade_start)(struct http_upgraded *upgraded, int socket, const char *early,
		size_t early_length, void *context);
	void *upgrade_context;
	struct http_request *next,
		*prev; /* in the list of spare or held ones, or in that of hangup.c */
};

struct http_connection {
	struct http_server *server;
	struct MHD_Connection *mhd;
	int socket;
	uint64_t deadline; /* ms of the loop's clock, 0: none */
	bool is_spared;    /* its deadline passed before its bytes were read */
	bool cut_short;    /* bytes of a refused request may still come */
	bool broken;
	bool has_read;         /* by way of mhd/reader.h */
	bool is_looked_at;     /* nothing was read since connections_look() */
	bool is_half_closed;   /* the client has closed its sending half, but may wait for its
				  response */
	bool ends_after_reply; /* the bytes after the request are not HTTP */
	bool is_refusal_due;   /* a malformed message is to be refused after the current response */
	bool is_refused_here;  /* mhd/reader.h has sent the response */
	unsigned placed;       /* bytes of the request that replaces a malformed one */
	uint64_t visited;      /* the last run that read or wrote here */
	struct framing framing;
	bool counted; /* for its address */
	struct http_peer peer;
	struct http_request *request;
	struct http_connection *next, *prev;
};

struct http_upgraded {
	struct http_server *server;
	int socket;
	struct http_upgraded *next, *prev;
};

struct http_server {
	struct http_options options;
	struct MHD_Daemon *daemon;
	bool dirty;     /* libmicrohttpd has work without a socket event */
	unsigned begun; /* requests that arrived in the last round */
	/* The turn of the loop, see mhd/reader.c. */
	int64_t turn_end_ns;  /* 0: it has not begun */
	int64_t now_ns;       /* time of the last visit of a connection or end of a request */
	bool is_now_fresh;    /* a request has just ended, and no work was done since */
	uint64_t run;         /* the number of the run of libmicrohttpd */
	uint64_t round;       /* number of the first run of the round */
	bool is_round_cut;    /* the turn ended before every ready connection was visited */
	bool ends_keep_alive; /* each response closes its connection */
	bool stopping;
	bool forced;    /* the grace period is over */
	bool destroyed; /* frees itself when the last connection has gone */
	unsigned handles;
	uv_poll_t poll;
	uv_prepare_t prepare;
	uv_idle_t again;
	uv_timer_t tick;
	uint64_t grace_ms;
	uv_timer_t grace;
	uv_poll_t watch;
	int watch_epoll;
	uint64_t next_id;
	struct http_figures figures;
	struct http_connection
		*connections; /* the order in which connections are closed, see connection.c */
	struct http_connection *served;     /* among them: the first that was ever answered */
	struct http_connection **by_socket; /* mhd/reader.c */
	size_t by_socket_size;
	unsigned breaking;            /* of them: shut down, but not yet closed by libmicrohttpd */
	struct counts connections_of; /* by address, and the bytes of bodies */
	struct counts body_bytes_of;
	struct counts backlog_of; /* bytes queued for subscribers, by address */
	struct http_request *waiting;
	struct http_request *held; /* in order of arrival */
	struct http_request *spare;
	unsigned spare_count;
	unsigned unused_spare; /* the fewest of them since requests_return_spare() */
	struct http_upgraded *upgraded;
	struct http_linger *lingering;
	unsigned lingering_count;
	void (*stopped)(void *context);
	void *stopped_context;
};

/* ---- server.c: the loop, start and stop */

bool loop_start(struct http_server *server);
/* Closes the handles of loop_start(); `server` is freed when the loop has closed them all. */
void loop_close(struct http_server *server);
/* Starts checking deadlines, while there are connections. */
void loop_tick(struct http_server *server);
/* Runs libmicrohttpd until it has no more work (or for some rounds). */
void loop_run(struct http_server *server);

/* ---- connection.c: connections and their deadlines ------------------------------------------ */

void connection_started(struct http_server *server, struct MHD_Connection *mhd, void **context);
void connection_ended(struct http_server *server, struct http_connection *connection);
/* A complete request has arrived: the connection is now among the last to be closed. */
void connection_touch(struct http_connection *connection);
/* Absolute: the connection is closed after `seconds`. 0: no deadline. */
void connection_set_deadline(struct http_connection *connection, unsigned seconds);
/* Shuts the connection down; libmicrohttpd notices and cleans up. */
void connection_abort(struct http_connection *connection);
/* True if its client has sent bytes that were not read yet. */
bool connection_has_unread(const struct http_connection *connection);
void connections_expire(struct http_server *server);
/*
 * Ends quiet connections beyond `connection_limit`, in the order of the list, and looks at 64 at
 * most. For each turn of the loop: a turn that reads connections can make them quiet.
 */
void connections_reduce(struct http_server *server);
/*
 * Ends those whose client sends no more and that have no whole request. libmicrohttpd reads once
 * for each event of its edge-triggered epoll set, so it misses an end that came with the last
 * bytes. Also sends the refusals that are due (mhd/reader.h).
 */
void connections_look(struct http_server *server);

/* ---- connection.c: limits of one address
 */

/* True if the limits of an address apply to the peer: not to proxies, nor to local programs. */
bool limits_apply_to(const struct http_server *server, const struct http_peer *peer);

/* False: its address has the maximum number of connections. */
bool limits_admit_connection(struct http_connection *connection);
void limits_forget_connection(struct http_connection *connection);

/* Records that the body occupies `capacity` bytes; false, with `refused_by`, beyond a limit. */
bool limits_admit_body(struct http_request *request, size_t capacity);
void limits_forget_body(struct http_request *request);
/* The refusal of a body that was not admitted. */
struct http_error limits_fault(const struct http_request *request);

/* ---- peer.c: the client */

struct http_peer peer_of(const struct sockaddr *address);
struct http_peer peer_of_ip(const struct ip *ip);
/* True if the peer is trusted to name the client. */
bool peer_is_proxy(const struct http_server *server, const struct http_peer *peer);

/* ---- peer.c: the client behind a proxy */

/* Finds the client behind the connection's peer, and its host and scheme. */
void forwarded_read(struct http_request *request);
/* True if its peer forwards the requests of others. */
bool forwarded_is_expected(const struct http_connection *connection);

/* ---- request.c: from the request line to the last byte of the answer ------------------------ */

struct http_request *request_begin(struct http_connection *connection, const char *target);
/* One call of libmicrohttpd's access handler. */
enum MHD_Result request_advance(struct http_request *request, const char *target,
	const char *method, const char *version, const char *bytes, size_t *length);
void request_enter(struct http_request *request, enum request_stage stage);
/* Resumes some of the held requests, in order of arrival. */
void requests_release(struct http_server *server);
/* Cancels a suspended request and notifies its owner; false if no disconnect callback is set. */
bool request_cancel(struct http_request *request);
/* Refuses an invalid request: counted, and without a response if its address sends too many. */
void request_reject(struct http_request *request, const struct http_error *fault);
/* Responds with an error of the server itself. */
void request_refuse(struct http_request *request, int status, const char *code, const char *detail);
/* Ends the request: calls `finished` and recycles it. */
void request_end(struct http_request *request);
void requests_free_spare(struct http_server *server);
/*
 * Frees spare requests that were not needed since the last call; true if none is left. Called on
 * each tick.
 */
bool requests_return_spare(struct http_server *server);

/* ---- response.c: responses ------------------------------------------------------------------ */

/* Adds the headers and hands `response` (may be NULL) over; false when the request is then lost. */
bool reply_queue(struct http_request *request, struct MHD_Response *response, int status,
	const struct http_header *headers, size_t header_count);

/* ---- header.c: the target ------------------------------------------------------------------- */

/* Reads the raw `target`. The stored parts are copied into `arena`. */
struct target target_read(struct mk_arena *arena, const char *target);

/* ---- header.c: checks of well-framed requests ------------------------------------------------ */

struct http_error check_header(struct http_request *request);

/* Stores the header lines in the request, one for each name, in the memory of `lines`. */
struct http_error lines_keep(struct http_request *request, struct http_line *lines, unsigned count);

/* ---- response.c: streams -------------------------------------------------------------------- */

/* Called by request_end(). */
void stream_closed(struct http_stream *stream);

/* ---- response.c: upgrades ------------------------------------------------------------------- */

/* Called by request_end() for a request whose connection was lost. */
void upgrade_failed(struct http_request *request);
void upgraded_break_all(struct http_server *server);

/* ---- hangup.c: clients that disconnect while nothing is read from them ---------------------- */

void watch_on_hangup(uv_poll_t *handle, int status, int events);
void watch_add(struct http_request *request);
/* Its client has disconnected, or is assumed to have. */
void watch_give_up(struct http_request *request);
void watch_remove(struct http_request *request);
/* Called on each tick: watches requests that have waited for some time. */
void watch_tick(struct http_server *server);

/* ---- hangup.c: refused clients that still send ---------------------------------------------- */

/* Takes a duplicate of `socket`. */
void linger_start(struct http_server *server, int socket);
void linger_expire(struct http_server *server);
void linger_end_all(struct http_server *server);

/* ---- server.c ------------------------------------------------------------------------------- */

/* Checks whether a stop is complete. */
void server_check_stopped(struct http_server *server);

#endif
