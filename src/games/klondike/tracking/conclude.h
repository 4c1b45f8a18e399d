/* Writing down what was concluded: filling struct mk_finding. */
#ifndef KLONDIKE_TRACKING_CONCLUDE_H
#define KLONDIKE_TRACKING_CONCLUDE_H

#include "games/klondike/table/codes.h"
#include "games/klondike/tracking/explain.h"

/* Adds the positions of `slots` to those that could not be read. */
void conclude_unreadable(struct mk_finding *finding, unsigned slots);

/* Adds a card that was newly seen; `index` as in struct mk_place. */
void conclude_revealed(struct mk_finding *finding, int position, mk_card card, int index);

/* Adds a move and the card that it turned up in `before`. */
void conclude_step(struct mk_finding *finding, const struct klondike_view *before,
	const struct mk_played_move *step);

/* Adds a clash at `position`, where `card` is read, without any expectation. */
struct mk_conflict *conclude_clash(
	struct mk_finding *finding, int position, enum klondike_clash reason, mk_card card);

/* Fills `finding` with the clashes of the best explanation that leaves something unexplained. */
void finding_set_contradiction(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/* Says of a contradiction in `error` what its first clash says. */
enum mk_status conclude_conflict(const struct mk_finding *finding, struct mk_error *error);

#endif
