/* A session of a daemon, as several commands use it. */
#ifndef CLI_SESSION_LINK_H
#define CLI_SESSION_LINK_H

#include "cli/client.h"
#include "cli/game_args.h"
#include "cli/table_input.h"

#include <stdbool.h>

enum { MAX_SESSION_ID_LENGTH = 64 };

struct json_t;

/* The options that name a session or create one; borrowed from argv. */
struct session_target {
	const char *url;
	const char *session;
	bool create;
	struct game_args args; /* of the new session */
};

/* --url, --token, --session, --new and the game options; input: struct session_target. */
extern const struct argp session_target_argp;

/* A connection to a daemon and the id of a session. */
struct session_link {
	struct client *client;
	char id[MAX_SESSION_ID_LENGTH + 1];
};

/* Connects, and creates the session if --new is given; its id is then printed on stderr. */
enum mk_status session_link_open(
	struct session_link *link, const struct session_target *target, struct mk_error *error);
void session_link_close(struct session_link *link);

/* The session; `query` ("?fields=game") may be "". */
enum mk_status session_link_get(struct session_link *link, const char *query, int wait_s,
	struct client_answer *answer, struct mk_error *error);

/* Parameters of a posted snapshot. */
struct posting {
	bool done;       /* the player has done something since the last snapshot */
	bool explain;    /* request the explanation of the finding */
	const char *key; /* Idempotency-Key; NULL: none */
};

/* Posts a snapshot; the answer is the session after it. */
enum mk_status session_link_post(struct session_link *link, const struct source *snapshot,
	const struct posting *posting, struct client_answer *answer, struct mk_error *error);

/* Posts a correction. */
enum mk_status session_link_correct(struct session_link *link, const struct json_t *correction,
	struct client_answer *answer, struct mk_error *error);

/*
 * Prints the message of a session and, if it has a question, the numbered answers and the
 * suggestion, which may be followed without an answer. A hint for the answer goes to stderr.
 */
void question_print(const struct session_link *link, const struct json_t *session);

/* Prints on stderr how the daemon explained the snapshot, if the answer contains it. */
void question_explain(const struct client_answer *answer);

#endif
