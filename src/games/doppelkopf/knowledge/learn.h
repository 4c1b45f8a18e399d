/* Events from reports, snapshots and the journal. */
#ifndef GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H
#define GAMES_DOPPELKOPF_KNOWLEDGE_LEARN_H

#include "games/doppelkopf/knowledge/view.h"

enum { DOKO_MAX_REPORTED = 6 };

/*
 * The content of one snapshot: the last event of the deal, or a few that belong together (the cards
 * of a poverty). `number` is that of the last one, 1 for the deal; 0: not given.
 *
 * An announcement may omit its team (`cut` 0) if that is known, and a deal its dealer (`from`
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
 * The place of a conflict: the seat that should have played the card, or, without a card, that far
 * behind its kind of move: then it is the reported value, and not a place of the table.
 */
enum { DOKO_CONFLICT_MOVE = 16 };

/* The reasons of conflicts (struct mk_conflict), in the order of this list. */
extern const char *const doko_conflict_reasons[];

/*
 * `at` of a conflict that is about the first of the cards given away or given back, and so on from
 * there; 0: about another event.
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

/* One thing that happens at the table, as one seat sees it: may it be, and what changes. */

/* A deal's hand and what the seat itself takes are packed into the move (doko_pack()). */

/* MK_IMPOSSIBLE or MK_OVER with the reason when this cannot happen now. */
enum mk_status doko_event_check(
	const struct doko_view *view, struct mk_move move, struct mk_error *error);

/* Carries out what was checked; with the last card the game goes on the score table. */
void doko_event_apply(struct doko_view *view, struct mk_move move);

/* The party of a seat, from what is known, the own hand included; DOKO_TEAM_UNKNOWN: not. */
int doko_event_party(const struct doko_view *view, int seat);

/* Fills in omitted values: the dealer, and the team of a speaker. */
struct mk_move doko_event_complete(const struct doko_view *view, struct mk_move move);

/* Could the seat to move, whose hand is hidden, play this kind? */
bool doko_can_play(const struct doko_view *view, int kind);

#endif
