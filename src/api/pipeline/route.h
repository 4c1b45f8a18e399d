/* The table of operations, and the search for the row of a method and a path. */
#ifndef API_PIPELINE_ROUTE_H
#define API_PIPELINE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

struct call;

/* The session {id} that is looked up before the handler runs. */
enum route_session {
	SESSION_NONE,
	SESSION_OPEN,
	/*
	 * If the session's journal cannot be read, the handler still runs for the administrator or
	 * without authentication; call->session is then NULL.
	 */
	SESSION_IF_READABLE,
};

/* The body that an operation reads before its handler runs. */
enum route_body {
	BODY_UNREAD,
	BODY_JSON,          /* an object */
	BODY_OPTIONAL_JSON, /* an object or nothing */
	BODY_SNAPSHOT,      /* an object or a line */
};

/*
 * One operation. `path` is a template ("/v1/sessions/{id}") and the label of the route in log and
 * metrics; "{path}" at its end matches any number of segments. `offers` are the media types of its
 * responses, the preferred one first, ended by NULL (NULL: no negotiation).
 */
struct route {
	const char *method;
	const char *path;
	const char *const *offers;
	void (*handle)(struct call *call);
	unsigned access; /* bits of enum access (authorization.h); a role's bit means that {id} is a
			    session */
	const char *const
		*parameters; /* of the query, ended by NULL; NULL: any, they are ignored */
	enum route_session session;
	enum route_body body;
	/*
	 * Reconstructs the response to a repeated request whose stored response is lost; NULL: the
	 * operation has no idempotency keys.
	 */
	void (*reconstruct)(struct call *call);
};

/*
 * The result of a search. `route` is NULL if none matches; `allow` then lists the methods of the
 * path, "" for an unknown path. `path` is the template of the path, also if no method matches. `id`
 * is the value of "{id}" or "{game}" (not always followed by a NUL), borrowed from the path.
 */
struct route_match {
	const struct route *route;
	const char *path;
	const char *id;
	size_t id_length;
	char allow[64];
};

/* HEAD finds the row of GET. */
void route_find(const struct route *rows, size_t count, const char *method, const char *path,
	struct route_match *match);

#endif
