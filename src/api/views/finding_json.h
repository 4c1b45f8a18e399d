/* Findings and their open questions as JSON. */
#ifndef API_VIEWS_FINDING_JSON_H
#define API_VIEWS_FINDING_JSON_H

#include "session/session.h"

#include <makker/text.h>

/*
 * Writes `observed`: {} before the first snapshot. Its `asks` are the questions, each with a text
 * for the player and with answers, each of which has its correction: first which of several
 * hypotheses is true, then uncertain places, with the possible cards (none: any). Empty without
 * uncertainty, and for games without a tracker.
 */
void finding_json_observed(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language);

/* Writes the moves of a finding with their texts and the cards that they turned up. `before`: the
 * table before them. */
void finding_json_moves(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *before, const struct mk_finding *finding);

/* Writes all new cards. */
void finding_json_revealed(struct mk_text *out, const struct mk_finding *finding);

/* Writes "conflicts" of the session's last snapshot. */
void finding_json_conflicts(
	struct mk_text *out, const struct session *session, enum mk_language language);

/* Writes the same as elements of a problem's errors, each with the pointer of its slot. */
void finding_json_errors(
	struct mk_text *out, const struct session *session, enum mk_language language);

/* True if the session keeps several hypotheses. */
bool question_json_is_open(const struct session *session);

/*
 * Writes the first question as member `key`, or null; a question about a card only after several
 * snapshots that left it open.
 */
void question_json_write_first(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language);

#endif
