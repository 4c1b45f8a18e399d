/*
 * A session as one line of JSON, the format of `makker export' and `makker import'. The line
 * contains all data of the journal, rules and events byte for byte as stored.
 */
#ifndef CLI_SESSION_LINE_H
#define CLI_SESSION_LINE_H

#include "port/journal.h"

#include <makker/status.h>
#include <makker/text.h>

struct mk_arena;

/* The form of the line, its first member: "makker_session":1. */
enum { SESSION_LINE_FORM = 1 };

/* In bytes, with the line end: about 100,000 changes. */
enum { MAX_SESSION_LINE_LENGTH = 64 * 1024 * 1024 };

/* Writes the line with its end. MK_IO if stored data is not JSON; nothing is written then. */
enum mk_status session_line_write(struct mk_text *out, const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error);

/*
 * Reads a line without its end into `arena`; `*events` has session.version events. MK_MALFORMED
 * with a JSON pointer for an invalid line, MK_FULL for one that is too large.
 */
enum mk_status session_line_read(const char *line, size_t length, struct mk_arena *arena,
	struct journal_session *session, const struct journal_event **events,
	struct mk_error *error);

#endif
