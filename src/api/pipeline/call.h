/*
 * One request on its way to its response.
 *
 * A call passes the stages of the pipeline (pipeline.c); a stage or the handler ends it with one of
 * the responses below, which also frees it. The client can disconnect while a call waits: a
 * callback first checks call_is_connected().
 */
#ifndef API_PIPELINE_CALL_H
#define API_PIPELINE_CALL_H

#include "api/pipeline/etag.h"
#include "api/pipeline/negotiation.h"
#include "api/pipeline/query.h"
#include "api/pipeline/token.h"
#include "api/service.h"
#include "api/views/problem.h"
#include "session/phases.h"
#include "session/sessions.h"

struct json_t;
struct idempotency_entry;

enum { CALL_HEADERS = 16, LOCATION_SIZE = 64 };

/* The effect of a stage. */
enum stage_result {
	STAGE_PASSED,    /* the next stage follows */
	STAGE_WAITING,   /* call_advance() continues the call later */
	STAGE_RESPONDED, /* the call has its response; it may be freed already */
};

struct call {
	struct api *api;
	struct http_request *request; /* NULL: the client has disconnected */
	int64_t since_ns;             /* when it began, by clock_ticks_ns() */
	int64_t resumed_ns;           /* when a callback last found it connected */
	struct phases phases;
	unsigned stage;            /* index of the next stage */
	const struct route *route; /* NULL: no match */
	const char *allow; /* the methods of the path, if no route matches; NULL: no such path */
	int offer;         /* index of the response's form in route->offers */
	char id[SESSION_ID_SIZE];      /* session id in the path; "" if it is none */
	const char *cross_origin;      /* the page of another, allowed origin; NULL: none */
	const struct session *session; /* of the path, open until the call ends; NULL: none */
	bool has_language;             /* `language` is that of the body */
	enum mk_language language;
	struct request_params params;
	struct change_precondition condition;
	void (*apply)(struct call *call, const struct session *session);
	sessions_callback *on_read; /* while call_read_session() is under way */
	enum media_body body;
	struct json_t *json;     /* the body, if it is JSON */
	void *handler_data;      /* freed with the call */
	struct why *why;         /* explanation of a snapshot, freed with the call; NULL: none */
	bool counts_for_session; /* it counts for the rate of its session */
	uint64_t version_before; /* version of the session at that time */
	char token_hash[TOKEN_HASH_SIZE];      /* "": no token */
	struct claims claims;                  /* held until the call ends */
	struct idempotency_entry *idempotency; /* NULL: without a key */
	const struct session_tokens
		*tokens; /* made by this call, in the request's arena; NULL: none */
	struct call_response {
		int status;
		const char *type; /* NULL: no body */
		const char *bytes;
		size_t length;
	} response;
	struct http_header headers[CALL_HEADERS];
	size_t header_count;
	char etag[ETAG_SIZE]; /* "": the tag of the version */
	char location[LOCATION_SIZE];
	bool close_after; /* closes the connection after the response */
};

/* ---- pipeline.c ----------------------------------------------------------------------------- */

/* Creates the call of a new request; without memory NULL, after responding to the request. */
struct call *call_create(struct api *api, struct http_request *request);

/* Runs the stages from call->stage on, until one of them waits or responds. */
void call_advance(struct call *call);

/* Ends the call with call->response, as soon as the stages that inspect responses have passed it.
 */
void call_finish(struct call *call);

/* Sets call->request to NULL when the client disconnects; called at the beginning of a call. */
void call_watch(struct call *call);

/* False if the client has disconnected; the call is then freed. */
bool call_is_connected(struct call *call);

/*
 * Frees a call without a response: its request has become a stream or a websocket, or its client
 * has disconnected.
 */
void call_free(struct call *call);

/*
 * Calls `answer` with the newest version of the session of the path, which is open. Responds 401 if
 * that version has revoked the call's token.
 */
void call_read_session(struct call *call, sessions_callback *answer);

/* ---- call.c --------------------------------------------------------------------------------- */

/* True if the negotiated form is `type`. */
bool call_wants(const struct call *call, const char *type);

/*
 * The language of the response: of the query, the body, the session or the client, in this order.
 */
enum mk_language call_language(const struct call *call);

/* Adds a header to the response; both strings must live until then. */
void call_header(struct call *call, const char *name, const char *value);
void call_etag(struct call *call, uint64_t version);
/* The headers of every response, for responses that do not end with call_finish(). */
void call_common_headers(struct call *call);

/* Text in the request's arena, for the body of the response. */
void call_text(struct call *call, struct mk_text *text, size_t size);

/* Responses. */
void call_respond(struct call *call, int status, const char *type, const struct mk_text *body);
void call_respond_bytes(
	struct call *call, int status, const char *type, const char *bytes, size_t length);
/*
 * Compressed with gzip if the client accepts it and the body is neither short nor very long; for
 * rare responses.
 */
void call_respond_large(
	struct call *call, int status, const char *type, const struct mk_text *body);
void call_respond_empty(struct call *call, int status);

/*
 * Responds 200 with a body that is the same for every client: `kept` has it after the first call,
 * in gzip as well, and `body` is called only then. Compressing it each time would cost more than
 * all other work for the request.
 */
void call_respond_kept(struct call *call, const char *type, struct kept_body *kept,
	void (*body)(struct call *call, struct mk_text *out));
void kept_body_free(struct kept_body *kept);
void call_fail(struct call *call, const struct mk_error *error);
void call_fail_busy(struct call *call); /* out of memory */
void call_refuse(struct call *call, int status, const char *code, const char *detail);
/* The same for an invalid header, which `errors` names. */
void call_refuse_header(
	struct call *call, int status, const char *code, const char *header, const char *detail);
void call_problem(struct call *call, const struct problem *problem);

#endif
