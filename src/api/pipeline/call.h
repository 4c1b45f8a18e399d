/*
 * One request on its way to an answer.
 *
 * A call ends with exactly one of the answers below, which also frees it. It may take its time:
 * then the client can go away meanwhile, and whoever comes back to a call asks call_is_connected()
 * first.
 */
#ifndef API_PIPELINE_CALL_H
#define API_PIPELINE_CALL_H

#include "api/pipeline/authorization.h"
#include "api/pipeline/condition.h"
#include "api/pipeline/media.h"
#include "api/service.h"
#include "api/views/problem.h"
#include "api/views/session_json.h"
#include "session/sessions.h"

struct json_t;

enum { CALL_HEADERS = 16, LOCATION_ROOM = 64 };

/* What a client wishes for this answer only. */
struct request_params {
	uint32_t fields;
	int64_t max_moves;
	bool speaks;
	enum mk_language language; /* where it `speaks` */
	int64_t budget_ms;         /* to think */
	bool waits;                /* for the end of it */
	bool explains;             /* why a snapshot was understood as it was */
	bool too_late;             /* there was no time for it */
	const char *strategy_name; /* NULL: the session's own advice */
	const struct mk_strategy *strategy;
};

struct why;

struct call {
	struct api *api;
	struct http_request *request; /* NULL: the client has gone */
	int64_t since_ns;             /* when it began, by clock_ticks_ns() */
	const struct route *route;
	int offer;                /* the place of the answer's form in route->offers */
	char id[SESSION_ID_ROOM]; /* of the path; "" when that can be no session's */
	bool closes;              /* the connection, after the answer */
	const char *cross_origin; /* the other page that asks, and may; or NULL */
	struct request_params request_params;
	enum mk_language language; /* for what is refused: the wished one, else the session's,
				    before it is known the client's */
	struct change_precondition condition;
	void (*carry_out)(struct call *call, const struct session *session);
	enum media_body body;
	struct json_t *json; /* the body, where it is JSON */
	void *keeps;         /* the handler's own, freed with the call */
	struct why *why; /* of a snapshot that is to be explained, freed with the call; or NULL */
	struct http_header headers[CALL_HEADERS];
	size_t header_count;
	char etag[ETAG_ROOM]; /* "": that of the version */
	char location[LOCATION_ROOM];
	char lock[LOCK_ROOM];        /* of its token, while that is looked at */
	struct claims claims;        /* what it has in use until it ends */
	struct repeat *repeat;       /* where its answer is to be kept, or NULL */
	const struct tokens *tokens; /* new ones to be told, in the request's arena; or NULL */
};

/* NULL without memory. */
struct call *call_create(struct api *api, struct http_request *request);

/* From now on call->request becomes NULL when the client goes away; call_create() begins with that.
 */
void call_watch(struct call *call);

/* False when the client has gone; the call is then freed. */
bool call_is_connected(struct call *call);

/* Does the client want the form `type`? */
bool call_wants(const struct call *call, const char *type);

/* Adds a header to the answer; both strings must live until then. */
void call_header(struct call *call, const char *name, const char *value);
void call_etag(struct call *call, uint64_t version);

/* Text in the request's arena, for the body of the answer. */
void call_text(struct call *call, struct mk_text *text, size_t room);

/* ---- answers -------------------------------------------------------------------------------- */

void call_reply(struct call *call, int status, const char *type, const struct mk_text *body);
void call_bytes(struct call *call, int status, const char *type, const char *bytes, size_t length);
/* The same in gzip, where the client takes that and it is neither short nor very long: for what is
 * not asked for all the time. */
void call_large(struct call *call, int status, const char *type, const struct mk_text *body);
void call_empty(struct call *call, int status);
void call_fail(struct call *call, const struct mk_error *error);
void call_problem(struct call *call, const struct problem *problem);

/* The session as the wishes say, as JSON or its message alone. */
void call_session(struct call *call, int status, const struct session *session);

/* A sessions_answer with a call as its context: the session, or the failure. */
void call_complete(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error);

/* Frees a call whose request has become something else (a stream, a websocket). */
void call_free(struct call *call);

/* The headers that every answer has, for those who answer otherwise. */
void call_common_headers(struct call *call);

/* ---- wishes --------------------------------------------------------------------------------- */

/* Reads them from the query. */
enum mk_status wishes_read(struct call *call, struct mk_error *error);

/* Finds the strategy that is wished in the session's game. */
enum mk_status wishes_fit(struct call *call, const struct session *session, struct mk_error *error);

/* Is another strategy wished than the session's? */
bool wishes_other(const struct call *call, const struct session *session);

/* How long to think before the answer. */
struct search_deadline wishes_patience(const struct call *call);

/* May the call have a strategy think? False: its token has as many calls that wait for that as it
 * may, and the instant judgement has to do. */
bool wishes_may_think(struct call *call);

/*
 * Has the strategy that is wished think, where it is another than the session's and searches: then
 * `answer` is called with the call as its context. False: it is not to be waited for.
 */
bool wishes_advise(struct call *call, const struct session *session, sessions_answer *answer);

/* The session as the wishes say. */
struct representation request_params_representation(
	struct call *call, const struct session *session);

#endif
