/*
 * Why a snapshot was understood as it was, in lines of English, for people who look for faults: the
 * slots as read, the explanations weighed, what was concluded, the table, and all moves.
 */
#ifndef API_VIEWS_WHY_H
#define API_VIEWS_WHY_H

#include <makker/game.h>

enum { WHY_ROOM = 48 * 1024 };

struct why {
	struct mk_text text; /* lines; what finds no room is left out */
	char bytes[WHY_ROOM];
};

/* Begins with the slots as they were read. */
void why_begin(struct why *why, const struct mk_game *game, const struct mk_snapshot *seen);

/* What was concluded: the finding (may be NULL). */
void why_conclude(struct why *why, const struct mk_game *game, const struct mk_finding *finding);

/* The table after it, and its moves with what holds them back; `advice` may be NULL. */
void why_show(struct why *why, const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice);

/* The lines as an array of the open object. */
void why_write(struct mk_text *out, const char *key, const struct why *why);

#endif
