/*
 * The reasons for a finding, in lines of English for debugging: the slots as read, the hypotheses
 * weighed, the finding, the table, and all moves.
 */
#ifndef API_VIEWS_EXPLANATION_H
#define API_VIEWS_EXPLANATION_H

#include "session/history/correction.h"
#include "session/history/history.h"
#include "session/session.h"

#include <makker/game.h>

enum { WHY_SIZE = 48 * 1024 };

struct why {
	struct mk_text text; /* lines; those that do not fit are omitted */
	char bytes[WHY_SIZE];
};

/* Begins with the slots as read. */
void why_begin(struct why *why, const struct mk_game *game, const struct mk_snapshot *seen);

/* Appends the finding; NULL: none. */
void why_conclude(struct why *why, const struct mk_game *game, const struct mk_finding *finding);

/* Appends the table after it, and its moves with the rules that suppress them; `advice` may be
 * NULL. */
void why_show(struct why *why, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice);

/* Writes the lines as an array of the open object. */
void why_write(struct mk_text *out, const char *key, const struct why *why);

/*
 * Writes the lines of an event of the history, after a sentence in the session's language for an
 * answer; for a correction, and when the game was given up or resumed, only the sentence. The
 * weights are computed again, from the snapshot and the table before it, by this version of the
 * program; the finding is the one of the journal. Writes nothing without memory.
 */
void explain_write(struct mk_text *out, const char *key, const struct session *session,
	const struct history_entry *entry);

#endif
