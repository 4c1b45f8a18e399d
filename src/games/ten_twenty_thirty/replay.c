/* Applies reported moves, and findings from the journal. */
#include "games/ten_twenty_thirty/learn.h"

#include "games/common/interpret.h"
#include "games/common/move_error.h"

/* Checks that the move can turn up `card`; MK_NO_CARD stands for a known card. */
static enum mk_status check_card(
	const struct tens_view *view, struct mk_move move, mk_card *card, struct mk_error *error)
{
	if (move.kind == REMOVE) {
		return *card == MK_NO_CARD ? MK_OK : move_error_unexpected_card(error);
	}
	if (view->unknown == 0) {
		mk_card known = tens_next_card(view);

		if (*card != MK_NO_CARD && *card != known) {
			return move_error_wrong_order(error, *card, known);
		}
		*card = known;
		return MK_OK;
	}
	if (*card == MK_NO_CARD) {
		return move_error_missing_card(error);
	}
	if (!mk_is_card(*card) || !(tens_unseen(view) >> *card & 1)) {
		return move_error_card_elsewhere(error, *card);
	}
	return MK_OK;
}

enum mk_status tens_apply_reported_move(struct mk_view *view, struct mk_move move, mk_card revealed,
	struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view *known = (struct tens_view *)view;
	bool first = known->core.opened == 0;
	enum mk_status status;

	if (!tens_is_legal(known, move)) {
		return move_error_illegal(error, "");
	}
	status = check_card(known, move, &revealed, error);
	if (status != MK_OK) {
		return status;
	}
	*finding = (struct mk_finding){.explanation = first ? MK_FIRST : MK_OTHER_MOVE};
	finding->moves[finding->move_count++] = (struct mk_played_move){move, revealed};
	if (move.kind == DEAL) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){.position = move.to,
				.card = revealed,
				.index = (uint8_t)(known->core.count[move.to] + 1)};
	}
	tens_play(known, move, revealed);
	return MK_OK;
}

/* ---- The journal ---------------------------------------------------------------------------- */

static enum mk_status replay_columns(
	struct tens_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view next = *view;
	struct mk_piles piles = {0};
	mk_cards cards = 0;

	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *place = &finding->revealed[i];
		struct mk_pile *pile = &piles.pile[place->position % COLUMNS];

		if (place->position >= COLUMNS || !mk_is_card(place->card) ||
			cards >> place->card & 1 || place->index != pile->count + 1) {
			return finding_error(error, "a card cannot lie there");
		}
		cards |= MK_CARD_BIT(place->card);
		pile->card[pile->count++] = place->card;
	}
	if (view->unknown == 0) {
		for (int i = 0; i < finding->revealed_count && next.core.left > 0; i++) {
			tens_play(&next, deal_move(&next.core), tens_next_card(&next));
		}
	} else if (!tens_set_table(&next, &piles, 0)) {
		return finding_error(error, "the columns cannot lie like this");
	}
	*view = next;
	return MK_OK;
}

static enum mk_status replay_steps(
	struct tens_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view next = *view;

	for (int i = 0; i < finding->move_count; i++) {
		struct mk_played_move step = finding->moves[i];

		if (!tens_is_legal(&next, step.move) ||
			check_card(&next, step.move, &step.revealed, NULL) != MK_OK) {
			return finding_error(error, "a move is illegal, or its card cannot be");
		}
		tens_play(&next, step.move, step.revealed);
	}
	*view = next;
	return MK_OK;
}

enum mk_status tens_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct tens_view *known = (struct tens_view *)view;
	enum finding_part part;
	enum mk_status status = finding_part_of(finding, &part, error);

	if (status != MK_OK || part == FINDING_UNCHANGED) {
		return status;
	}
	if (part == FINDING_FIRST && known->core.opened != 0) {
		return finding_error(error, "this is no beginning of a game");
	}
	return part == FINDING_MOVES || finding->move_count > 0
		       ? replay_steps(known, finding, error)
		       : replay_columns(known, finding, error);
}

/* ---- Corrections ---------------------------------------------------------------------------- */

mk_card tens_card_at(const struct mk_view *opaque, int position, int index)
{
	const struct core *core = &view_of(opaque)->core;
	int count = position >= 0 && position < COLUMNS ? core->count[position] : core->left;

	if (position < 0 || position > DECK_POSITION || index < 0 || index > count || count == 0) {
		return MK_NO_CARD;
	}
	if (position == DECK_POSITION) {
		return index > 0 ? core_upcoming(core, index - 1) : MK_NO_CARD;
	}
	return core_card(core, position, (index > 0 ? index : count) - 1);
}
