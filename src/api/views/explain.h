/* A snapshot of the past, explained again. */
#ifndef API_VIEWS_EXPLAIN_H
#define API_VIEWS_EXPLAIN_H

#include "session/history/history.h"

#include <makker/text.h>

/*
 * Writes the lines of why.h about an event with a finding, behind a sentence of the session's
 * language where it is an answer; of a correction such a sentence alone. What was weighed is worked
 * out again from the picture alone and the table before it, as this version of the program weighs;
 * what was concluded is as the journal has it. Nothing is written without memory.
 */
void explain_write(struct mk_text *out, const char *key, const struct session *session,
	const struct history_entry *entry);

#endif
