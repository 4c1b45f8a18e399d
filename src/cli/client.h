/* Talks HTTP with a daemon, through libcurl. */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include <argp.h>
#include <makker/status.h>
#include <stddef.h>

struct client;
struct json_t;

/* The options --url and --token (which goes to MAKKER_TOKEN in the environment), to be a child of a
 * command's own; its input is a const char * (the URL). */
extern const struct argp client_argp;

/* `url` NULL: MAKKER_URL from the environment, else http://127.0.0.1:8377. "unix:/PATH" is a daemon
 * that listens at a file. */
struct client *client_create(const char *url, struct mk_error *error);
void client_destroy(struct client *client);

struct client_request {
	const char *method;
	const char *path; /* "/v1/sessions", with its query */
	const char *content_type;
	const char *body; /* NULL: none */
	size_t length;
	const char
		*key; /* Idempotency-Key: sent again, the request is carried out once; NULL: none */
	int wait_s;   /* how long the daemon was asked to wait before it answers */
	int limit_s;  /* how long the caller waits at most; 0: 30 s and `wait_s` */
};

/* Borrowed from the client until its next request. */
struct client_answer {
	int status;          /* of HTTP; 0 when there was no answer */
	int retry_after_s;   /* 0: not told */
	const char *body;    /* ended by a NUL */
	struct json_t *json; /* an object after success; NULL when the body is no JSON */
};

/*
 * MK_OK when the daemon answered with success. Otherwise `error` has the problem's own words:
 * MK_IO when nobody answered, MK_BUSY when it says "later" (both are worth another try),
 * MK_NOT_FOUND, MK_CONFLICT, MK_IMPOSSIBLE for what will not go better the next time.
 */
enum mk_status client_send(struct client *client, const struct client_request *request,
	struct client_answer *answer, struct mk_error *error);

/* The member `name` of an answer's object as text; "" when it is not there. */
const char *client_text(const struct json_t *json, const char *name);

#endif
