/* Updates of the view by snapshots and reported moves. */
#ifndef TAKE_AWAY_LEARN_H
#define TAKE_AWAY_LEARN_H

#include "games/take_away/table.h"

/* Reasons why a snapshot is impossible; numbered as in take_away_conflict_reasons. */
enum take_away_conflict { CONFLICT_GREW, CONFLICT_SEVERAL, CONFLICT_TOO_MANY, CONFLICTS };

enum mk_status take_away_apply_snapshot(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status take_away_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status take_away_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

#endif
