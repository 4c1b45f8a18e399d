/* What was concluded from a snapshot, as JSON. */
#ifndef API_VIEWS_FINDING_JSON_H
#define API_VIEWS_FINDING_JSON_H

#include "session/session.h"

#include <makker/text.h>

/* `observed`: {} before the first snapshot. */
void finding_json_observed(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language);

/* The moves of a finding with their words, and what they turned up. `before`: the table before
 * them. */
void finding_json_moves(struct mk_text *out, const struct mk_game *game, enum mk_language language,
	const struct mk_view *before, const struct mk_finding *finding);

/* All newly seen cards. */
void finding_json_revealed(struct mk_text *out, const struct mk_finding *finding);

/* "conflicts" of the session's last snapshot. */
void finding_json_conflicts(
	struct mk_text *out, const struct session *session, enum mk_language language);

/* The same as elements of a problem's errors, each with the pointer of its slot. */
void finding_json_errors(
	struct mk_text *out, const struct session *session, enum mk_language language);

#endif
