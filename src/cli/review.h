/* Shared by the two forms of makker review: one session, and the last games of a daemon. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "cli/session_link.h"

#include <jansson.h>

struct review_options {
	struct session_target target;
	uint64_t budget_ms, nodes;
	const char *language; /* NULL: the session's; of games: the one of the environment */
	const char *game;     /* NULL: one session is reviewed */
	const char *preset;   /* NULL: any */
	uint64_t games;       /* number of the last finished games */
};

enum { REVIEW_QUERY_SIZE = 160, REVIEW_PAUSE_S = 1 };

/* The query of a page of at most `limit` decisions from `after` on, with its path: "/review?...".
 */
void review_write_query(char query[REVIEW_QUERY_SIZE], const struct review_options *review,
	int limit, json_int_t after);

/* True if its values are points, false if they are winning chances. */
bool review_has_points(const json_t *review);

/* Print the table of decisions, a page at a time, and its totals, in the player's language. */
void review_print_head(enum mk_language language);
void review_print_decisions(const json_t *page, enum mk_language language);
void review_print_verdict(const char *verdict, enum mk_language language);
void review_print_summary(const json_t *review, enum mk_language language);

/* Reviews the last games and prints the costs of choices by kinds of mistakes. */
enum mk_status review_games_print(
	struct client *client, const struct review_options *review, struct mk_error *error);

#endif
