/* HTTP requests to a daemon, through libcurl. */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include <argp.h>
#include <makker/status.h>
#include <stddef.h>

struct client;
struct json_t;

/* --url and --token, which sets MAKKER_TOKEN in the environment; input: const char * (the URL). */
extern const struct argp client_argp;

/* `url` NULL: MAKKER_URL, else http://127.0.0.1:8377; "unix:/PATH": a unix socket. */
struct client *client_create(const char *url, struct mk_error *error);
void client_destroy(struct client *client);

struct client_request {
	const char *method;
	const char *path; /* "/v1/sessions", with its query */
	const char *content_type;
	const char *body; /* NULL: none */
	size_t length;
	const char *key; /* Idempotency-Key; NULL: none */
	int wait_s;      /* the long-poll time of the request */
	int timeout_s;   /* 0: 30 s and `wait_s` */
};

/* The response, borrowed from the client until its next request. */
struct client_answer {
	int status;          /* of HTTP; 0: no response */
	int retry_after_s;   /* 0: none given */
	const char *body;    /* ends with a NUL */
	struct json_t *json; /* an object after success; NULL if the body is not JSON */
};

/*
 * MK_OK after a successful response. Otherwise `error` has the detail of the problem document:
 * MK_IO without a response and MK_BUSY for a temporary failure (both may be retried); MK_NOT_FOUND,
 * MK_CONFLICT and MK_IMPOSSIBLE are permanent.
 */
enum mk_status client_send(struct client *client, const struct client_request *request,
	struct client_answer *answer, struct mk_error *error);

/* The string member `name` of an object; "" if missing. */
const char *client_text(const struct json_t *json, const char *name);

#endif
