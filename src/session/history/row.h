/* A session's row in the journal. */
#ifndef SESSION_HISTORY_ROW_H
#define SESSION_HISTORY_ROW_H

#include "port/journal.h"
#include "session/session.h"

struct sessions_options;

/*
 * Copies a string into a field, truncated to its size: much faster than snprintf(), for every
 * change.
 */
void row_put(char *field, size_t capacity, const char *string);

/*
 * Writes all members except the rules, the token hashes and the deal, which never change: these
 * become NULL.
 */
void row_write(struct journal_session *row, const struct session *session);

/* The session's rules as a JSON object, to be freed; NULL without memory. */
char *row_rules(const struct session *session);

/* The session of a row, without view, finding and advice. */
enum mk_status row_read(const struct journal_session *row, const struct sessions_options *options,
	struct session *session, struct mk_error *error);

#endif
