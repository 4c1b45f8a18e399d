/*
 * A session as one line of JSON: what `makker export' writes and `makker import' reads. Whatever
 * the journal keeps is in it; rules and events stand there byte for byte as they are kept.
 */
#ifndef CLI_SESSION_LINE_H
#define CLI_SESSION_LINE_H

#include "port/journal.h"

#include <makker/status.h>
#include <makker/text.h>

struct mk_arena;

/* The form of the line, its first member: "makker_session":1. */
enum { SESSION_LINE_FORM = 1 };

/* In bytes, with its end: some 100,000 changes. A longer one is neither written nor read. */
enum { SESSION_LINE_LONGEST = 64 * 1024 * 1024 };

/* One line with its end. MK_IO where what is kept is not JSON: then nothing is written. */
enum mk_status session_line_write(struct mk_text *out, const struct journal_session *session,
	const struct journal_event *events, size_t count, struct mk_error *error);

/*
 * Reads one, whose end is cut off already. Everything is in `arena`, session.version events are at
 * `*events`. MK_MALFORMED with a JSON pointer where it is no such line; MK_FULL where it is too
 * large.
 */
enum mk_status session_line_read(const char *line, size_t length, struct mk_arena *arena,
	struct journal_session *session, const struct journal_event **events,
	struct mk_error *error);

#endif
