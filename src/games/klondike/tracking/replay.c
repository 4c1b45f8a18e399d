/* Applies moves reported by a client, and findings from the journal. */
#include "games/common/move_error.h"
#include "games/klondike/table/table.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/learn.h"

#include <assert.h>
#include <string.h>

/* ---- One move ------------------------------------------------------------------------------- */

/* Fails with the reason why the move cannot have turned up `revealed`. */
static enum mk_status wrong_card(const struct klondike_view *view, struct mk_move move,
	mk_card revealed, struct mk_error *error)
{
	mk_card known;
	bool nothing = klondike_turns_up(view, move, &known) == MK_NO_SEAT && known == MK_NO_CARD;

	if (nothing) {
		return move_error_unexpected_card(error);
	}
	if (known != MK_NO_CARD) {
		return move_error_wrong_order(error, revealed, known);
	}
	return move_error_card_elsewhere(error, revealed);
}

/*
 * Checks whether the move may have been made on this table. `step` gets the card that it turned up.
 */
static enum mk_status check_reported_move(const struct klondike_view *view, struct mk_move move,
	mk_card revealed, struct mk_played_move *step, struct mk_error *error)
{
	int position;

	if (!klondike_is_legal(view, move)) {
		return move_error_illegal(error, "");
	}
	position = klondike_turns_up(view, move, NULL);
	if (position != MK_NO_SEAT && revealed == MK_NO_CARD) {
		return move_error_missing_card(error);
	}
	if (!klondike_can_reveal(view, move, revealed)) {
		return wrong_card(view, move, revealed, error);
	}
	memset(step, 0, sizeof *step);
	step->move = move;
	step->revealed = position == MK_NO_SEAT ? klondike_sure_to_turn_up(view, move) : revealed;
	return MK_OK;
}

/*
 * Applies a reported move to all kept tables. The report is certain, so tables that it contradicts
 * are dropped.
 */
static enum mk_status apply_to_explanations(const struct klondike_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	enum mk_status first = MK_OK;
	struct klondike_view table;
	struct mk_error ignored;
	struct mk_played_move step;

	for (int number = 0; number <= view->alternatives; number++) {
		enum mk_status status = klondike_explanation(view, number, &table)
						? check_reported_move(&table, move, revealed, &step,
							  number ? &ignored : error)
						: MK_IMPOSSIBLE;

		first = number ? first : status;
		if (status != MK_OK) {
			continue;
		}
		if (finding->move_count == 0) {
			finding->from = (uint8_t)number;
			conclude_step(finding, &table, &step);
			continue;
		}
		finding->alternatives[finding->alternative_count++] =
			(struct mk_alternative){.from = (uint8_t)number,
				.move_count = 1,
				.odds = (int16_t)(klondike_odds(view, number) -
						  klondike_odds(view, finding->from)),
				.moves = {step}};
	}
	return finding->move_count ? MK_OK : first;
}

enum mk_status klondike_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct mk_finding result;
	enum mk_status status;

	memset(&result, 0, sizeof result); /* the journal stores its bytes */
	result.explanation = MK_OTHER_MOVE;
	status = apply_to_explanations(known, move, revealed, &result, error);
	if (status != MK_OK) {
		return status;
	}
	result.unconfirmed = known->unconfirmed & ~(MK_CARD_BIT(move.card) | MK_CARD_BIT(revealed));
	(void)klondike_apply_finding(known, &result);
	*finding = result;
	assert(!klondike_view_broken(known));
	return MK_OK;
}

/* ---- Findings ------------------------------------------------------------------------------- */

static enum mk_status no_replay(struct mk_error *error, const char *what)
{
	return mk_fail(error, MK_IMPOSSIBLE, "invalid_finding", "", "%s", what);
}

/* The first snapshot of a game, read from its finding. */
struct beginning {
	mk_card front[COLUMNS];
	mk_card waste;
	mk_card pile[PILE]; /* the listed cards */
	int listed;         /* number of listed cards */
};

static bool read_beginning(const struct mk_finding *finding, struct beginning *beginning)
{
	memset(beginning, 0, sizeof *beginning);
	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *place = &finding->revealed[i];

		if (place->position < COLUMNS && place->index == 0) {
			beginning->front[place->position] = place->card;
		} else if (place->position != DRAW_PILE || place->index > PILE) {
			return false;
		} else if (place->index == 0) {
			beginning->waste = place->card;
		} else {
			beginning->pile[place->index - 1] = place->card;
			beginning->listed++;
		}
	}
	return finding->move_count == 0;
}

/*
 * True if the listed cards are allowed: the whole stock if its order is known by the rules,
 * otherwise only cards of the waste beneath its front.
 */
static bool lists_allowed_cards(const struct klondike_view *view, const struct beginning *beginning)
{
	int draw = view->rules.draw;

	if (view->rules.stock_known) {
		return beginning->listed == PILE &&
		       (beginning->waste == MK_NO_CARD ||
			       beginning->waste == beginning->pile[draw - 1]);
	}
	for (int i = 0; i < PILE; i++) {
		if (i + 1 >= draw && beginning->pile[i] != MK_NO_CARD) {
			return false;
		}
	}
	return beginning->listed == 0 || beginning->waste != MK_NO_CARD;
}

static enum mk_status replay_first(
	struct klondike_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct beginning beginning;

	if (view->started || !read_beginning(finding, &beginning)) {
		return no_replay(error, "this is no beginning of a game");
	}
	if (!lists_allowed_cards(view, &beginning)) {
		return no_replay(error, "the draw pile is not told as the rules say");
	}
	klondike_start_with(view, beginning.front, beginning.waste, beginning.pile);
	confirm_keep(view, finding->unconfirmed);
	return MK_OK;
}

static bool is_revised(const struct mk_finding *finding, const struct mk_place *place)
{
	return finding->revised.was != MK_NO_CARD && place->card == finding->revised.card;
}

/* Enters the named card; false if another card is known at its place. */
static bool name_card(struct klondike_state *state, const struct mk_place *named)
{
	mk_card *card;

	if (named->position != DRAW_PILE || named->index == 0 || named->index > state->turned) {
		return false;
	}
	card = &state->pile[named->index - 1];
	if (*card == MK_NO_CARD) {
		*card = named->card;
		state->pile_loose &= ~MK_CARD_BIT(named->card);
	}
	return *card == named->card;
}

/* Replays cards of the waste that the player named while several tables were kept. */
static enum mk_status replay_named(
	struct klondike_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *named = &finding->revealed[i];
		bool fits;

		if (named->index == 0) {
			continue; /* the front card is known */
		}
		fits = name_card(&view->state, named);
		for (int other = 0; other < view->alternatives && fits; other++) {
			fits = view->alternative[other].dropped ||
			       name_card(&view->alternative[other].state, named);
		}
		if (!fits) {
			return no_replay(error, "another card is known to lie there");
		}
	}
	return MK_OK;
}

/* Replays listed cards of the waste beneath its front card. */
static enum mk_status replay_waste(
	struct klondike_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *place = &finding->revealed[i];

		if (place->index == 0 || is_revised(finding, place)) {
			continue; /* already brought by its move or by the revision */
		}
		if (place->position != DRAW_PILE || place->index > view->turned ||
			view->pile[place->index - 1] != MK_NO_CARD) {
			return no_replay(error, "there is no unknown card at this place");
		}
		view->pile[place->index - 1] = place->card;
		view->pile_loose &= ~MK_CARD_BIT(place->card);
	}
	return MK_OK;
}

static enum mk_status replay_moves(
	struct klondike_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	if (!klondike_apply_finding(view, finding)) {
		return no_replay(error, "a move is illegal, or its card cannot be");
	}
	return finding->explanation == MK_UNCHANGED && finding->revised.was == MK_NO_CARD
		       ? replay_named(view, finding, error)
		       : replay_waste(view, finding, error);
}

static bool are_cards(const struct mk_played_move *steps, int count)
{
	for (int i = 0; i < count; i++) {
		if (steps[i].revealed > MK_LAST_CARD) {
			return false;
		}
	}
	return true;
}

static bool are_sound_alternatives(const struct mk_finding *finding)
{
	if (finding->from > MAX_ALTERNATIVES || finding->alternative_count > MAX_ALTERNATIVES) {
		return false;
	}
	for (int i = 0; i < finding->alternative_count; i++) {
		const struct mk_alternative *other = &finding->alternatives[i];

		if (other->from > MAX_ALTERNATIVES ||
			other->move_count > MK_MAX_ALTERNATIVE_MOVES || other->odds > 0 ||
			!are_cards(other->moves, other->move_count)) {
			return false;
		}
	}
	return true;
}

/*
 * True if the counts do not exceed the arrays and the cards are valid. Everything else is checked
 * where it is used.
 */
static bool is_sound(const struct mk_finding *finding)
{
	if (finding->move_count > MK_MAX_FINDING_MOVES ||
		finding->revealed_count > MK_MAX_REVEALED) {
		return false;
	}
	if (!are_cards(finding->moves, finding->move_count) || !are_sound_alternatives(finding)) {
		return false;
	}
	for (int i = 0; i < finding->revealed_count; i++) {
		if (!mk_is_card(finding->revealed[i].card)) {
			return false;
		}
	}
	return true;
}

static enum mk_status repeat(
	struct klondike_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	switch (finding->explanation) {
	case MK_FIRST:
		return replay_first(view, finding, error);
	case MK_SUGGESTED_MOVE:
	case MK_OTHER_MOVE:
	case MK_SEVERAL_MOVES:
		return replay_moves(view, finding, error);
	case MK_UNCHANGED:
		return finding->weighed ? replay_moves(view, finding, error) : MK_OK;
	case MK_LOOK_AGAIN:
	case MK_CONTRADICTION:
		break;
	}
	return no_replay(error, "this finding was never accepted");
}

enum mk_status klondike_replay(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view replayed;
	const char *broken;
	enum mk_status status;

	if (!is_sound(finding)) {
		return no_replay(error, "its counts or cards are impossible");
	}
	klondike_copy_view(&replayed, view_of(view));
	status = repeat(&replayed, finding, error);
	if (status != MK_OK) {
		return status;
	}
	broken = finding->explanation == MK_UNCHANGED && !finding->weighed
			 ? klondike_view_broken(&replayed)
			 : klondike_view_torn(&replayed);
	if (broken) {
		return no_replay(error, broken);
	}
	klondike_replace_view((struct klondike_view *)view, &replayed);
	return MK_OK;
}
