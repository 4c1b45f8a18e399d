/* The question that a session asks, with numbered answers, as lines of text. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "cli/session_link.h"

struct json_t;

/*
 * Prints the message of a session, and where it asks: the numbered answers, and the suggestion that
 * may be followed without an answer. How to answer goes to stderr.
 */
void question_print(const struct table_link *link, const struct json_t *session);

/* Prints to stderr why a snapshot was understood as it was, where the answer says so. */
void question_explain(const struct client_answer *answer);

#endif
