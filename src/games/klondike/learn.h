/* Bringing what is known up to date: the slots of struct mk_game that tie views to what happened.
 */
#ifndef KLONDIKE_LEARN_H
#define KLONDIKE_LEARN_H

#include "games/klondike/table.h"

enum mk_status klondike_learn(struct mk_view *view, const struct mk_sighting *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);

/* replay.c */
enum mk_status klondike_tell(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error);
enum mk_status klondike_replay(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

#endif
