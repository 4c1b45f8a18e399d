/* Errors as problem details (RFC 9457), and the one place that maps statuses to HTTP codes. */
#ifndef API_VIEWS_PROBLEM_H
#define API_VIEWS_PROBLEM_H

#include "session/session.h"

#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>

struct why;

/*
 * `where` is a JSON pointer into the body, a query parameter ("?limit") or a header; NULL: no
 * place. `session` is set if its finding has conflicts, which are written in `language`.
 */
struct problem {
	int http;
	const char *code;
	const char *detail;
	const char *where;
	const struct session *session;
	const struct why *why; /* of the refused snapshot; NULL: none */
	enum mk_language language;
};

int problem_http(enum mk_status status, const char *code);

/* The problem of an error. */
struct problem problem_of(const struct mk_error *error);

/* True if a later attempt may succeed. */
bool problem_is_retryable(const struct problem *problem);

/* Writes the problem object. */
void problem_write(struct mk_text *out, const struct problem *problem, const char *request_id);

/* Writes the detail as one line, for Accept: text/plain. */
void problem_write_line(struct mk_text *out, const struct problem *problem);

#endif
