/* Applies snapshots, reported moves, and findings from the journal. */
#include "games/take_away/learn.h"

#include "games/common/interpret.h"
#include "games/common/move_error.h"
#include "games/take_away/refusal.h"
#include "games/take_away/rules.h"

#include <stdio.h>

static struct mk_finding found(enum mk_explanation explanation)
{
	return (struct mk_finding){.explanation = explanation};
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

static bool is_readable(const struct take_away_snapshot *seen, struct mk_finding *finding)
{
	*finding = found(MK_LOOK_AGAIN);
	for (unsigned group = 0; group < seen->count; group++) {
		if (seen->seen[group] == UNREADABLE && finding->unreadable_count < MK_MAX_PLACES) {
			finding->unreadable[finding->unreadable_count++] = (uint8_t)group;
		}
	}
	return finding->unreadable_count == 0;
}

static enum mk_status learn_first(struct take_away_view *view,
	const struct take_away_snapshot *seen, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status status = take_away_set_up(view, seen->seen, seen->count, "/groups", error);

	if (status == MK_OK) {
		*finding = found(MK_FIRST);
		finding->counted_count = (uint8_t)seen->count;
		memcpy(finding->counted, seen->seen, seen->count * sizeof *seen->seen);
	}
	return status;
}

static void conflict(struct mk_finding *finding, unsigned group, enum take_away_conflict reason,
	uint32_t seen, uint32_t likely)
{
	if (finding->conflict_count < MK_MAX_PLACES) {
		finding->conflicts[finding->conflict_count++] = (struct mk_conflict){
			.position = (uint8_t)group,
			.reason = (uint8_t)reason,
			.at = (uint8_t)group,
			.counted = true,
			.seen_count = seen,
			.likely_count = likely,
		};
	}
}

/*
 * Checks the changes since the view, group by group, for impossible ones. Returns how many groups
 * shrank.
 */
static unsigned compare(const struct take_away_view *view, const struct take_away_snapshot *seen,
	struct mk_finding *finding, struct mk_move *taken)
{
	unsigned shrunk = 0;

	for (unsigned group = 0; group < view->count; group++) {
		uint32_t before = view->left[group], now = seen->seen[group];

		if (now > before) {
			conflict(finding, group, CONFLICT_GREW, now, before);
		} else if (now < before) {
			shrunk++;
			*taken = take(group, before - now);
		}
	}
	return shrunk;
}

static void conflict_shrunk(const struct take_away_view *view,
	const struct take_away_snapshot *seen, struct mk_finding *finding)
{
	for (unsigned group = 0; group < view->count; group++) {
		if (seen->seen[group] < view->left[group]) {
			conflict(finding, group, CONFLICT_SEVERAL, seen->seen[group],
				view->left[group]);
		}
	}
}

static enum mk_status contradiction(const struct mk_finding *finding, struct mk_error *error)
{
	char where[32];

	snprintf(where, sizeof where, "/groups/%u", finding->conflicts[0].position);
	return move_error_contradiction(error, where);
}

static enum mk_status learn_move(struct take_away_view *view, const struct take_away_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct mk_move taken = {.kind = 0};
	unsigned shrunk;

	*finding = found(MK_CONTRADICTION);
	shrunk = compare(view, seen, finding, &taken);
	if (shrunk > 1) {
		conflict_shrunk(view, seen, finding);
	} else if (shrunk == 1 && taken.count > view->limit[taken.from]) {
		conflict(finding, taken.from, CONFLICT_TOO_MANY, seen->seen[taken.from],
			view->left[taken.from] - view->limit[taken.from]);
	}
	if (finding->conflict_count > 0) {
		return contradiction(finding, error);
	}
	if (shrunk == 0) {
		*finding = found(MK_UNCHANGED);
		return MK_OK;
	}
	*finding = found(MK_OTHER_MOVE);
	finding->moves[finding->move_count++].move = taken;
	finding->explanation = explanation_of(finding, suggested);
	take_away_take(view, taken);
	return MK_OK;
}

enum mk_status take_away_apply_snapshot(struct mk_view *view, const struct mk_snapshot *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct take_away_view *known = (struct take_away_view *)view;
	const struct take_away_snapshot *snapshot = (const struct take_away_snapshot *)seen;

	if (known->count > 0 && snapshot->count != known->count) {
		return take_away_refuse(error, REFUSED_OTHER_COUNT, "/groups",
			(unsigned)known->count, (unsigned)snapshot->count);
	}
	if (!is_readable(snapshot, finding)) {
		return MK_OK;
	}
	return known->count == 0 ? learn_first(known, snapshot, finding, error)
				 : learn_move(known, snapshot, suggested, finding, error);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

enum mk_status take_away_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	struct take_away_view *known = (struct take_away_view *)view;

	if (revealed != MK_NO_CARD) {
		return move_error_unexpected_card(error);
	}
	if (!take_away_is_legal(known, move)) {
		return move_error_illegal(error, "/count");
	}
	*finding = found(MK_OTHER_MOVE);
	finding->moves[finding->move_count++].move = move;
	take_away_take(known, move);
	return MK_OK;
}

/* ---- The journal ---------------------------------------------------------------------------- */

static enum mk_status replay_first(
	struct take_away_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	if (view->count > 0 || finding->counted_count == 0 || finding->counted_count > GROUPS) {
		return finding_error(error, "this is no beginning of a game");
	}
	for (unsigned i = 0; i < finding->counted_count; i++) {
		if (finding->counted[i] > GROUP_CARDS) {
			return finding_error(error, "a group is too large");
		}
	}
	return take_away_set_up(view, finding->counted, finding->counted_count, "/groups", error);
}

static enum mk_status replay_moves(
	struct take_away_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct take_away_view next = *view;

	for (unsigned i = 0; i < finding->move_count; i++) {
		if (!take_away_is_legal(&next, finding->moves[i].move)) {
			return finding_error(error, "a move is illegal");
		}
		take_away_take(&next, finding->moves[i].move);
	}
	*view = next;
	return MK_OK;
}

enum mk_status take_away_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct take_away_view *known = (struct take_away_view *)view;
	enum finding_part part;
	enum mk_status status = finding_part_of(finding, &part, error);

	if (status != MK_OK || part == FINDING_UNCHANGED) {
		return status;
	}
	return part == FINDING_FIRST ? replay_first(known, finding, error)
				     : replay_moves(known, finding, error);
}
