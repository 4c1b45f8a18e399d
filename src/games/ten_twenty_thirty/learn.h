/* Updates of the view by snapshots and reported moves. */
#ifndef TENS_LEARN_H
#define TENS_LEARN_H

#include "games/ten_twenty_thirty/table.h"

/* Reasons why a snapshot is impossible; numbered as in tens_conflict_reasons. */
enum tens_conflict {
	CONFLICT_OTHER_CARD,  /* another card lies there */
	CONFLICT_COLUMN,      /* no moves explain the number of cards in the column */
	CONFLICT_DECK,        /* the deck has a different number of cards */
	CONFLICT_ELSEWHERE,   /* the card that was dealt lies elsewhere */
	CONFLICT_WRONG_ORDER, /* another card comes next */
	CONFLICTS
};

enum mk_status tens_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status tens_apply_reported_move(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error);
enum mk_status tens_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error);

/* In a column, 1 is the top card and 0 the bottom one; in the deck, 1 comes next. */
mk_card tens_card_at(const struct mk_view *opaque, int position, int index);

#endif
