/* Ranked moves as a player reads them, and as the API writes them. */
#ifndef CLI_RANKING_H
#define CLI_RANKING_H

#include "cli/game_args.h"

/* A table, the judgement of it, and how to speak of them. All borrowed. */
struct ranking {
	const struct chosen *chosen;
	const struct mk_view *view;
	const struct mk_advice *advice;
};

/* Each move with its reasons below it, then the message. */
void ranking_write_text(struct mk_text *out, const struct ranking *ranking);

/* One JSON object, its fields as in a session of the API. */
void ranking_write_json(struct mk_text *out, const struct ranking *ranking);

#endif
