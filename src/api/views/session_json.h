/* The session object, its advice and its summary, as JSON. */
#ifndef API_VIEWS_SESSION_JSON_H
#define API_VIEWS_SESSION_JSON_H

#include "api/views/explanation.h"
#include "session/session.h"

#include <makker/text.h>
#include <stddef.h>
#include <stdint.h>

/* A bearer token of a new session. */
struct token_of_role {
	const char *role, *token;
};

/*
 * The representation of a session in one response; values that differ from the session hold only
 * for that response.
 */
struct representation {
	const struct session *session;
	enum mk_language language;
	const struct mk_advice *advice; /* NULL: none yet */
	size_t max_moves;
	const struct token_of_role *tokens; /* of a new session; see token_count */
	size_t token_count;
	const struct why *why; /* of the snapshot; NULL: none */
	uint32_t fields;       /* one bit for each, see session_json_field() */
	/* Position of the suggestion's text among the moves; length 0: not written. */
	size_t chosen_at, chosen_length;
};

#define SESSION_ALL_FIELDS (~(uint32_t)0)

/* The bit of the field of that name; -1: unknown. */
int session_json_field(const char *name, size_t length);

/* The session with all fields, in its own language. */
struct representation representation_of(const struct session *session);

/* Writes the session object with the chosen fields. */
void session_json_write(
	struct mk_text *out, const char *key, struct representation *representation);

/* Writes the moves, the suggestion, the message and the advice into the open object. */
void session_json_advice(struct mk_text *out, struct representation *representation);

/* Writes the sentence for the player: as a member of the open object, and as plain text. */
void session_json_message(
	struct mk_text *out, const char *key, struct representation *representation);
void session_write_message(struct mk_text *out, struct representation *representation);

/* Writes a row of the journal as an element of a list. */
void session_json_summary(struct mk_text *out, const struct journal_session *row);

/* Writes a time as a member of the open object. */
void session_json_time(struct mk_text *out, const char *key, int64_t wall_ms);

#endif
