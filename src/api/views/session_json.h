/* The session object, its advice and its summary, as JSON. */
#ifndef API_VIEWS_SESSION_JSON_H
#define API_VIEWS_SESSION_JSON_H

#include "api/views/why.h"
#include "session/session.h"

#include <makker/text.h>
#include <stddef.h>
#include <stdint.h>

struct tokens;

/*
 * How a session is to be shown to one client: what differs from the session itself holds for one
 * answer only.
 */
struct representation {
	const struct session *session;
	enum mk_language language;
	const struct mk_advice *advice; /* NULL while waiting */
	size_t max_moves;
	const struct tokens *tokens; /* of a new session, told this once; or NULL */
	const struct why *why;       /* of the snapshot that is answered; or NULL */
	uint32_t fields;             /* a bit for each, see session_json_field() */
	/* Where the suggestion was written among the moves; length 0: it was not. */
	size_t chosen_at, chosen_length;
};

#define SESSION_ALL_FIELDS (~(uint32_t)0)

/* The bit of the field of that name, -1 when there is none. */
int session_json_field(const char *name, size_t length);

/* As the session itself would be shown, whole. */
struct representation representation_of(const struct session *session);

/* The session object, the chosen fields of it. */
void session_json_write(
	struct mk_text *out, const char *key, struct representation *representation);

/* The moves, the suggestion, the message and the advice's figures, into the open object. */
void session_json_advice(struct mk_text *out, struct representation *representation);

/* The sentence for the player: as a member of the open object, and as plain text. */
void session_json_message(
	struct mk_text *out, const char *key, struct representation *representation);
void session_write_message(struct mk_text *out, struct representation *representation);

/* A row of the journal as an element of a list. */
void session_json_summary(struct mk_text *out, const struct journal_session *row);

/* A moment as a member of the open object. */
void session_json_time(struct mk_text *out, const char *key, int64_t wall_ms);

#endif
