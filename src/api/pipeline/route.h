/* Finds the row of a table that a method and a path belong to. */
#ifndef API_PIPELINE_ROUTE_H
#define API_PIPELINE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

struct call;

/*
 * One operation. `path` is a template ("/v1/sessions/{id}") and names the route in log and metrics;
 * a "{path}" at its end stands for any number of segments;
 * `offers` are the media types that it can answer with, the preferred first, ended by NULL (NULL:
 * it answers without a body, so that there is nothing to choose).
 */
struct route {
	const char *method;
	const char *path;
	const char *const *offers;
	void (*handle)(struct call *call);
	unsigned access; /* bits of enum access; where they are those of roles, {id} is a session */
	const char *const
		*parameters; /* of the query, ended by NULL; NULL: any, they are ignored */
};

/*
 * `route` is NULL when none fits; `allow` then lists the methods of the path, "" when there is no
 * such path. `path` is the template of the path, also when its methods don't fit. `id` is what
 * stands for "{id}", borrowed from the path.
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
