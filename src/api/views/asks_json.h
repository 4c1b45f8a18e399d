/* What the player is asked, as JSON: about a picture that is not clear, and about what no picture
 * shows. */
#ifndef API_VIEWS_ASKS_JSON_H
#define API_VIEWS_ASKS_JSON_H

#include "session/session.h"

/*
 * "asks" of "observed": the questions, the one that the message says first, each with the text for
 * the player and the answers, every one with the correction that it is. First the question which of
 * several explanations is true, where the session keeps several; then the places to look at, with
 * the cards that may lie there (none named: any). Empty where all is clear, and of games that keep
 * no pictures.
 */
void asks_json_write(struct mk_text *out, const struct session *session, enum mk_language language);

/* Does the session keep several explanations? */
bool asks_json_has_question(const struct session *session);

/*
 * The first of them as member `key`, or null; which card lies at a place is asked only after
 * several pictures that did not tell.
 */
void asks_json_write_first(struct mk_text *out, const char *key, const struct session *session,
	enum mk_language language);

#endif
