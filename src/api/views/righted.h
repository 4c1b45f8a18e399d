/* What the player answered or put right, in a sentence of the session's language, for the history.
 */
#ifndef API_VIEWS_RIGHTED_H
#define API_VIEWS_RIGHTED_H

#include "session/history/correction.h"
#include "session/session.h"

/* Of an answer, on the table before it: which question, and what was answered; or which card was
 * confirmed. Nothing where neither can be told. */
void righted_say_answer(struct mk_text *out, const struct session *session,
	const struct mk_view *before, const struct mk_finding *finding);

void righted_say_correction(
	struct mk_text *out, const struct session *session, const struct correction *correction);

#endif
