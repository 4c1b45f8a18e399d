/* Applies events from reports, snapshots and the journal to a view. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_MAX_REPORTED = 6 };

/*
 * One snapshot: the last event of the deal, or several that belong together (the cards of a
 * poverty). `number` is the number of the last of them, 1 for the deal; 0: not given.
 *
 * An announcement may omit its team (`cut` 0) if it is known. A deal may omit its dealer (`from`
 * DOKO_NO_SEAT), which follows from the match so far.
 */
struct doko_snapshot {
	uint16_t number;
	uint8_t count;
	struct mk_move move[DOKO_MAX_REPORTED];
};

static inline const struct doko_snapshot *snapshot_of(const struct mk_snapshot *seen)
{
	return (const struct doko_snapshot *)seen;
}

/*
 * Position of a conflict: the seat that should have played the card. A conflict of another event
 * has no position on the table but refers to the reported value: DOKO_CONFLICT_MOVE plus the kind
 * of move.
 */
enum { DOKO_CONFLICT_MOVE = 16 };

/* The reasons of conflicts (struct mk_conflict), in the order of this list. */
extern const char *const doko_conflict_reasons[];

/*
 * `at` of a conflict about a card of a poverty: one of these plus the index of the card among those
 * given away or returned; 0 for other events.
 */
enum { DOKO_SHIFTED_AT = 1, DOKO_RETURNED_AT = 16 };

/* The functions of struct mk_game of these names. */
enum mk_status doko_apply_snapshot(struct mk_view *opaque, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error);
enum mk_status doko_apply_reported_move(struct mk_view *opaque, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error);
enum mk_status doko_apply_finding(
	struct mk_view *opaque, const struct mk_finding *finding, struct mk_error *error);
mk_card doko_card_at(const struct mk_view *opaque, int position, int index);

/* Events at the table as one seat sees them: their checks and effects. */

/*
 * The hand of a deal and the cards that the own seat takes are packed into the move (doko_pack()).
 */

/* MK_IMPOSSIBLE or MK_OVER, with the reason, if the event cannot happen now. */
enum mk_status doko_event_check(
	const struct doko_view *view, struct mk_move move, struct mk_error *error);

/* Applies a checked event. After the last card, the game is entered on the score table. */
void doko_event_apply(struct doko_view *view, struct mk_move move);

/* The team of a seat as far as it is known, the own hand included; else DOKO_TEAM_UNKNOWN. */
int doko_event_party(const struct doko_view *view, int seat);

/* Fills in omitted values: the dealer, and the team of an announcement. */
struct mk_move doko_event_complete(const struct doko_view *view, struct mk_move move);

/* True if the seat to move, whose hand is hidden, can hold and play this kind. */
bool doko_can_play(const struct doko_view *view, int kind);

#endif
