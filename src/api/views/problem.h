/* Errors as problem details (RFC 9457), and the one place that maps statuses to HTTP codes. */
#ifndef API_VIEWS_PROBLEM_H
#define API_VIEWS_PROBLEM_H

#include "session/session.h"

#include <makker/status.h>
#include <makker/text.h>
#include <stdbool.h>

/*
 * `where` is a JSON pointer into the body or a query parameter ("?limit"), NULL where no place can
 * be named. `session` is there where its `observed` has conflicts to tell, in `language`.
 */
struct problem {
	int http;
	const char *code;
	const char *detail;
	const char *where;
	const struct session *session;
	const struct why *why; /* of the refused snapshot; or NULL */
	enum mk_language language;
};

int problem_http(enum mk_status status, const char *code);

/* What a failed call says, `error` being filled in. */
struct problem problem_of(const struct mk_error *error);

/* Shall the client try again after a while? */
bool problem_is_retryable(const struct problem *problem);

/* The problem object. */
void problem_write(struct mk_text *out, const struct problem *problem, const char *request_id);

/* The detail as one line with its end, for Accept: text/plain. */
void problem_write_line(struct mk_text *out, const struct problem *problem);

#endif
