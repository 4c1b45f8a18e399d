/* Interprets snapshots: finds the moves that explain what is seen. */
#include "games/ten_twenty_thirty/learn.h"

#include "games/common/interpret.h"
#include "games/common/move_error.h"
#include "games/ten_twenty_thirty/notation.h"
#include "games/ten_twenty_thirty/refusal.h"

#include <stdio.h>

enum { MAX_EXPLAINED = 4 };

static struct mk_finding found(enum mk_explanation explanation)
{
	return (struct mk_finding){.explanation = explanation};
}

static void conclude(
	struct mk_finding *finding, struct tens_view *view, struct mk_move move, uint8_t card)
{
	struct mk_played_move *step = &finding->moves[finding->move_count++];

	step->move = move;
	step->revealed = move.kind == DEAL ? card : MK_NO_CARD;
	if (move.kind == DEAL && finding->revealed_count < MK_MAX_REVEALED) {
		finding->revealed[finding->revealed_count++] = (struct mk_place){
			.position = move.to,
			.card = card,
			.index = (uint8_t)(view->core.count[move.to] + 1),
		};
	}
	tens_play(view, move, card);
}

static enum mk_status contradict(struct mk_finding *finding, struct mk_conflict conflict,
	const char *where, struct mk_error *error)
{
	*finding = found(MK_CONTRADICTION);
	finding->conflicts[finding->conflict_count++] = conflict;
	return move_error_contradiction(error, where);
}

/* True if this card can be the next of the deck. */
static bool may_come(const struct tens_view *view, uint8_t card)
{
	return view->unknown > 0 ? (tens_unseen(view) >> card & 1) != 0
				 : tens_next_card(view) == card;
}

/* ---- The dealt card alone ------------------------------------------------------------------- */

static bool is_last_dealt(const struct tens_view *view, uint8_t card)
{
	return view->log_length > 0 && view->log[view->log_length - 1] < COLUMNS &&
	       core_bottom(&view->core, view->last) == card;
}

static enum mk_status refuse_card(const struct tens_view *view, uint8_t card,
	struct mk_finding *finding, struct mk_error *error)
{
	struct mk_conflict conflict = {.position = view->core.next,
		.at = view->core.next,
		.seen = card,
		.reason = view->unknown || !view->core.left ? CONFLICT_ELSEWHERE
							    : CONFLICT_WRONG_ORDER};

	if (view->unknown == 0 && view->core.left > 0) {
		conflict.expected_count = 1;
		conflict.expected[0] = tens_next_card(view);
		conflict.other = conflict.expected[0];
	}
	return contradict(finding, conflict, "/dealt", error);
}

/*
 * Finds the triplet that was removed before the deal, which a snapshot of a single card cannot
 * show: the suggested one or, if triplets are mandatory, the first in the order of the rules. False
 * if there is none.
 */
static bool removed_before(
	const struct tens_view *view, const struct mk_move *suggested, struct mk_move *removed)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = tens_moves(view, moves);

	if (suggested && suggested->kind == REMOVE && tens_is_legal(view, *suggested)) {
		*removed = *suggested;
		return true;
	}
	*removed = moves[0];
	return count > 0 && moves[0].kind == REMOVE && view->removal != OPTIONAL;
}

/* True if one of several possible triplets was removed and the snapshot does not show which one. */
static bool is_ambiguous(const struct tens_view *view, const struct mk_move *suggested)
{
	struct mk_move moves[MK_MAX_MOVES];

	return !suggested && view->removal == MANDATORY && tens_moves(view, moves) > 1;
}

static enum mk_status ask_for_columns(const struct tens_view *view, struct mk_finding *finding)
{
	*finding = found(MK_LOOK_AGAIN);
	finding->unreadable[finding->unreadable_count++] = view->last;
	return MK_OK;
}

static enum mk_status learn_card(struct tens_view *view, uint8_t card,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view next = *view;
	struct mk_move removed;
	bool is_first = view->core.opened == 0;

	*finding = found(MK_UNCHANGED);
	if (is_last_dealt(view, card)) {
		return MK_OK;
	}
	while (removed_before(&next, suggested, &removed)) {
		if (is_ambiguous(&next, suggested) ||
			finding->move_count == MK_MAX_FINDING_MOVES - 1) {
			return ask_for_columns(view, finding);
		}
		conclude(finding, &next, removed, MK_NO_CARD);
		suggested = NULL;
		if (next.removal == OPTIONAL) {
			break;
		}
	}
	if (tens_outcome((const struct mk_view *)&next) == MK_WON || next.core.left == 0 ||
		!may_come(&next, card)) {
		return refuse_card(&next, card, finding, error);
	}
	finding->explanation = is_first                               ? MK_FIRST
			       : finding->move_count > 0              ? MK_SEVERAL_MOVES
			       : suggested && suggested->kind == DEAL ? MK_SUGGESTED_MOVE
								      : MK_OTHER_MOVE;
	conclude(finding, &next, deal_move(&next.core), card);
	*view = next;
	return MK_OK;
}

/* ---- The first sight of whole columns ------------------------------------------------------- */

static void reveal_piles(const struct mk_piles *seen, struct mk_finding *finding)
{
	*finding = found(MK_FIRST);
	for (int column = 0; column < COLUMNS; column++) {
		for (uint32_t i = 0; i < seen->pile[column].count; i++) {
			finding->revealed[finding->revealed_count++] =
				(struct mk_place){.position = (uint8_t)column,
					.card = seen->pile[column].card[i],
					.index = (uint8_t)(i + 1)};
		}
	}
}

/* If the rules give the deck, the columns must be dealt from it. */
static bool deal_along(struct tens_view *view, const struct mk_piles *seen)
{
	struct tens_view next = *view;
	int total = 0;

	for (int column = 0; column < COLUMNS; column++) {
		total += (int)seen->pile[column].count;
	}
	for (int i = 0; i < total; i++) {
		tens_play(&next, deal_move(&next.core), tens_next_card(&next));
	}
	for (int column = 0; column < COLUMNS; column++) {
		if (next.core.count[column] != seen->pile[column].count) {
			return false;
		}
		for (int i = 0; i < next.core.count[column]; i++) {
			if (core_card(&next.core, column, i) != seen->pile[column].card[i]) {
				return false;
			}
		}
	}
	*view = next;
	return true;
}

static bool fits_left(const struct mk_piles *seen, int left)
{
	uint32_t number = seen->pile[DECK_POSITION].count;

	return number == MK_PILE_UNSEEN || number == (uint32_t)left;
}

static enum mk_status learn_first(struct tens_view *view, const struct mk_piles *seen,
	struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view next = *view;
	bool known = view->unknown == 0;

	*finding = found(MK_LOOK_AGAIN);
	if (mk_piles_list_unreadable(tens_piles, seen, finding) > 0) {
		return MK_OK;
	}
	if (known ? !deal_along(&next, seen) : !tens_set_table(&next, seen, 0)) {
		return tens_refuse(error, REFUSED_COLUMNS, "/columns");
	}
	if (!fits_left(seen, next.core.left)) {
		return tens_refuse_count(error, REFUSED_DECK_LEFT, "/deck_left", next.core.left);
	}
	reveal_piles(seen, finding);
	*view = next;
	return MK_OK;
}

/* ---- Whole columns -------------------------------------------------------------------------- */

/* A card in the middle of a long column may be face down or unreadable. */
static bool fits_slot(uint8_t card, uint8_t slot)
{
	return !mk_is_card(slot) || slot == card;
}

static bool fits_column(const struct core *core, const struct mk_piles *seen, int column)
{
	if (core->count[column] != seen->pile[column].count) {
		return false;
	}
	for (int i = 0; i < core->count[column]; i++) {
		if (!fits_slot(core_card(core, column, i), seen->pile[column].card[i])) {
			return false;
		}
	}
	return true;
}

static bool fits(const struct tens_view *view, const struct mk_piles *seen)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (!fits_column(&view->core, seen, column)) {
			return false;
		}
	}
	return fits_left(seen, view->core.left);
}

/* The card that a deal must have brought for the snapshot to be right; MK_NO_CARD: unknown. */
static uint8_t card_to_come(const struct tens_view *view, const struct mk_piles *seen)
{
	int column = view->core.next;
	uint8_t slot;

	if (view->unknown == 0) {
		return tens_next_card(view);
	}
	if (seen->pile[column].count == 0) {
		return MK_NO_CARD;
	}
	slot = seen->pile[column].card[seen->pile[column].count - 1];
	return mk_is_card(slot) && may_come(view, slot) ? slot : MK_NO_CARD;
}

/* Finds exactly `depth` moves that lead to what is seen, and adds them to `finding`. */
static bool explain(
	struct tens_view *view, const struct mk_piles *seen, int depth, struct mk_finding *finding)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	if (depth == 0) {
		return fits(view, seen);
	}
	count = tens_moves(view, moves);
	for (size_t i = 0; i < count; i++) {
		struct tens_view next = *view;
		struct mk_finding before = *finding;
		uint8_t card = moves[i].kind == DEAL ? card_to_come(view, seen) : MK_NO_CARD;

		if (moves[i].kind == DEAL && card == MK_NO_CARD) {
			continue;
		}
		conclude(finding, &next, moves[i], card);
		if (explain(&next, seen, depth - 1, finding)) {
			*view = next;
			return true;
		}
		*finding = before;
	}
	return false;
}

/* Fails with the first place that differs from the view. */
static enum mk_status refuse_columns(const struct tens_view *view, const struct mk_piles *seen,
	struct mk_finding *finding, struct mk_error *error)
{
	const struct core *core = &view->core;
	struct mk_conflict conflict = {.reason = CONFLICT_DECK,
		.position = DECK_POSITION,
		.counted = true,
		.seen_count = seen->pile[DECK_POSITION].count,
		.likely_count = core->left};
	char where[40] = "/deck_left";

	for (int column = 0; column < COLUMNS && conflict.reason == CONFLICT_DECK; column++) {
		int cards = (int)seen->pile[column].count;
		int places = core->count[column] < cards ? core->count[column] : cards;

		for (int i = 0; i < places && conflict.reason == CONFLICT_DECK; i++) {
			uint8_t card = core_card(core, column, i);

			if (!fits_slot(card, seen->pile[column].card[i])) {
				conflict = (struct mk_conflict){.reason = CONFLICT_OTHER_CARD,
					.position = (uint8_t)column,
					.at = (uint8_t)column,
					.seen = seen->pile[column].card[i],
					.other = card,
					.expected_count = 1,
					.expected = {card}};
				snprintf(where, sizeof where, "/columns/%d/%d", column, i);
			}
		}
		if (conflict.reason == CONFLICT_DECK &&
			core->count[column] != seen->pile[column].count) {
			conflict = (struct mk_conflict){.reason = CONFLICT_COLUMN,
				.position = (uint8_t)column,
				.at = (uint8_t)column,
				.counted = true,
				.seen_count = seen->pile[column].count,
				.likely_count = core->count[column]};
			snprintf(where, sizeof where, "/columns/%d", column);
		}
	}
	return contradict(finding, conflict, where, error);
}

static enum mk_status learn_columns(struct tens_view *view, const struct mk_piles *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	for (int depth = 0; depth <= MAX_EXPLAINED; depth++) {
		struct tens_view next = *view;

		*finding = found(MK_UNCHANGED);
		if (explain(&next, seen, depth, finding)) {
			finding->explanation = explanation_of(finding, suggested);
			*view = next;
			return MK_OK;
		}
	}
	return refuse_columns(view, seen, finding, error);
}

enum mk_status tens_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view *known = (struct tens_view *)view;
	const struct mk_piles *seen = (const struct mk_piles *)snapshot;

	if (tens_dealt(snapshot) != MK_NO_CARD) {
		return learn_card(known, tens_dealt(snapshot), suggested, finding, error);
	}
	return known->core.opened == 0 ? learn_first(known, seen, finding, error)
				       : learn_columns(known, seen, suggested, finding, error);
}
