/* The HTTP API: URLs, and their effects on sessions and simulations. */
#ifndef API_API_H
#define API_API_H

#include "http/http.h"

#include <makker/phrase.h>
#include <stdbool.h>

struct uv_loop_s;
struct sessions;
struct simulations;
struct journal;
struct limits;
struct site;
struct api;

/* A change of a session's tokens, for the log. */
struct token_change {
	const char *request_id, *session;
	const char *by;                /* "admin" or "owner" */
	const char *renewed, *revoked; /* of these roles: "camera owner" */
};

struct api_options {
	struct uv_loop_s *loop;
	struct sessions *sessions;
	struct simulations *simulations;
	/* Random bytes: seeds for requests without one. */
	void (*random)(void *bytes, size_t length);
	struct journal *journal;
	struct limits *limits;   /* see base/limits.h; NULL: their defaults */
	const struct site *site; /* the files of the page */
	const char *public_url;  /* base URL for other devices; "": the Host of the request */
	bool in_network;         /* other machines reach the daemon, at any address of this one */
	const struct token_hash_list *admin_tokens; /* see token.h; NULL: no authentication */
	/* Tokens that may read /metrics; NULL or empty: no token is needed. */
	const struct token_hash_list *metrics_tokens;
	const char *const *origins; /* additional allowed origins, ended by NULL; "*": all */
	/*
	 * Allowed names besides localhost and addresses, ended by NULL; and whether they are
	 * checked.
	 */
	const char *const *hosts;
	bool checks_host;
	unsigned rate_limit_per_address; /* requests per second of one address; 0: unlimited */
	unsigned rate_limit_per_session; /* requests per second for one session */
	bool rate_limit_local;           /* local programs are counted, too */
	enum mk_language language; /* default, if a client accepts none of the supported ones */
	const char
		*strategy;  /* default strategy; NULL (or not one of the game): the game's first */
	unsigned budget_ms; /* default search time per decision */
	unsigned ping_interval_s; /* keep-alive interval of idle streams */
	unsigned listener_limit;  /* streams, websockets and long polls together */
	/* Called for every response of 500 and above; may be NULL. */
	void (*report)(const char *request_id, const char *code, const char *detail, void *context);
	/*
	 * True if explanations of snapshots are logged; and the function that logs one, as lines of
	 * text. Both may be NULL.
	 */
	bool (*explains)(void *context);
	void (*explain)(
		const char *request_id, const char *session, const char *lines, void *context);
	/* Called for every change of a session's tokens, once it is stored; may be NULL. */
	void (*tokens_changed)(const struct token_change *change, void *context);
	void *context;
};

/* NULL without memory. It rejects requests until api_open(). */
struct api *api_create(const struct api_options *options);

/*
 * Applies the options that may change at run time: language, strategy, budget_ms, ping_interval_s,
 * listener_limit and the rates. False without memory for the rates, which are then unchanged.
 */
bool api_reconfigure(struct api *api, const struct api_options *options);

/* Sets the HTTP server of the API. */
void api_attach(struct api *api, struct http_server *server);

/*
 * Called every second. While the store is not available, requests that have waited for
 * LIMIT_STORE_TIMEOUT are answered 503; the operations that they started continue. False: the
 * turn's budget is used up; call again in the next turn.
 */
bool api_check_store(struct api *api);

/* Callbacks for struct http_options; the context is the API. */
void api_on_wakeup(void *context);
void api_handle(struct http_request *request, void *context);
void api_finished(const struct http_access_record *record, void *context);
bool api_rejected(const struct http_peer *peer, int status, void *context);
void api_refuse(struct http_request *request, int status, const char *code, const char *detail,
	void *context);

/* Ready to serve. */
void api_open(struct api *api);

/* The reason why `/readyz` does not respond 200; NULL: it does. */
const char *api_readiness_problem(const struct api *api);

enum { API_WATCH_S = 30 };

/*
 * True if a load balancer seems to depend on `/readyz`: the route was answered with 200 three times
 * within the last API_WATCH_S seconds.
 */
bool api_is_watched(const struct api *api);

/*
 * From now on `/readyz` responds that the daemon is stopping; all requests are still served until
 * api_drain().
 */
void api_leave(struct api *api);

/* Ends service: closes streams and websockets, answers long polls. */
void api_drain(struct api *api);

/* Called after the server was destroyed; the loop must run once more to close its handles. */
void api_destroy(struct api *api);

/* For the log: the session id in the path of a resource; "" if it has none. */
void api_session_of(const char *path, char id[33]);

#endif
