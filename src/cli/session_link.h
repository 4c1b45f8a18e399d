/* Which of a daemon's tables snapshots go to: an old one, or a new one. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/client.h"
#include "cli/game_args.h"
#include "cli/source.h"

#include <stdbool.h>

enum { SESSION_ID_LIMIT = 64 };

struct json_t;

struct target {
	const char *url;
	const char *session;
	bool create;
	struct choice choice; /* of a new table */
};

/* --url, --session, --new and what a new table is like; its input is a struct target. */
extern const struct argp target_argp;

/* A daemon and one of its tables. */
struct table_link {
	struct client *client;
	char id[SESSION_ID_LIMIT + 1];
};

/* Connects, and starts the new table where one was asked for (its id is told on stderr). */
enum mk_status table_link_open(
	struct table_link *link, const struct target *target, struct mk_error *error);
void table_link_close(struct table_link *link);

/* The table as it is; `query` ("?fields=game") may be "". */
enum mk_status table_link_get(struct table_link *link, const char *query, int wait_s,
	struct client_answer *answer, struct mk_error *error);

/* How a snapshot is posted. */
struct posting {
	bool done;       /* something was done since the last snapshot */
	bool explain;    /* why is it understood as it is? */
	const char *key; /* Idempotency-Key, or NULL */
};

/* Posts a snapshot; the answer is the table after it. */
enum mk_status table_link_post(struct table_link *link, const struct source *snapshot,
	const struct posting *posting, struct client_answer *answer, struct mk_error *error);

/* Posts a correction. */
enum mk_status table_link_correct(struct table_link *link, const struct json_t *correction,
	struct client_answer *answer, struct mk_error *error);

#endif
