/*
 * Knowledge of the table: from snapshots, reported moves and the journal.
 *
 * A snapshot shows every card, so the moves are needed only to say how the table came about. They
 * are looked for in order of their number. Cards that lie on a foundation in the snapshot go there
 * as soon as they can. Of those the last need not be listed in a finding (a finding holds a few
 * moves only): a full one has the ranks of the foundations after it in `counted`.
 */
#include "games/common/move_error.h"
#include "games/freecell/game.h"

#include <stdio.h>

/* The most moves between two snapshots, those to foundations aside, and tables that are tried. */
enum { MAX_UNSEEN_MOVES = 5, MAX_TRIED = 50000 };

/* ---- Comparing ------------------------------------------------------------------------------ */

/* How many cards of a column, from the deepest on, lie where the snapshot has them. */
static unsigned settled_cards(
	const struct freecell_view *view, const struct freecell_view *seen, unsigned column)
{
	unsigned settled = 0;

	while (settled < view->count[column] && settled < seen->count[column] &&
		(seen->column[column][settled] == view->column[column][settled] ||
			seen->column[column][settled] == FREECELL_UNREADABLE)) {
		settled++;
	}
	return settled;
}

/* Which cell holds the card, CELLS where none does. The order of cells means nothing. */
static unsigned find_cell(const struct freecell_view *view, mk_card card)
{
	unsigned cell = 0;

	while (cell < CELLS && view->cell[cell] != card) {
		cell++;
	}
	return cell;
}

/* At least so many moves must follow: each brings cards to one column or cell only. */
static unsigned moves_to_go(const struct freecell_view *view, const struct freecell_view *seen)
{
	unsigned moves = 0;

	for (unsigned column = 0; column < COLUMNS; column++) {
		moves += settled_cards(view, seen, column) < seen->count[column];
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		moves += mk_is_card(seen->cell[cell]) && find_cell(view, seen->cell[cell]) == CELLS;
	}
	return moves;
}

/* All cards of both tables that lie on no foundation are in columns and cells. */
static bool is_as_seen(const struct freecell_view *view, const struct freecell_view *seen)
{
	return moves_to_go(view, seen) == 0 &&
	       memcmp(view->count, seen->count, sizeof view->count) == 0 &&
	       memcmp(view->up, seen->up, sizeof view->up) == 0;
}

/* ---- Explaining ----------------------------------------------------------------------------- */

struct explainer {
	const struct freecell_view *seen;
	struct mk_finding *finding;
	struct freecell_view view; /* as found */
	unsigned tried;
};

/* False where the finding has no room for a move that must be listed. */
static bool list_move(struct mk_finding *finding, struct mk_move move)
{
	if (finding->move_count < MK_MAX_FINDING_MOVES) {
		finding->moves[finding->move_count++].move = move;
		return true;
	}
	return move.kind == TO_FOUNDATION;
}

/* Moves cards up until the foundations are `up`, as far as that is possible. */
static void raise_foundations(
	struct freecell_view *view, const uint8_t up[MK_SUITS], struct mk_finding *finding)
{
	struct mk_move move;

	while (freecell_next_up(view, up, &move)) {
		list_move(finding, move);
		freecell_play(view, move);
	}
}

static bool explain(
	struct explainer *explainer, const struct freecell_view *before, unsigned moves);

/* Cards that lie where they are seen stay there. */
static bool explain_by(struct explainer *explainer, const struct freecell_view *view,
	struct mk_move move, unsigned moves)
{
	struct freecell_view after = *view;
	uint8_t listed = explainer->finding->move_count;
	bool stays =
		move.from < FIRST_CELL &&
		settled_cards(view, explainer->seen, move.from) + move.cut > view->count[move.from];

	if (stays || !freecell_allows(view, move) || !list_move(explainer->finding, move)) {
		return false;
	}
	freecell_play(&after, move);
	if (explain(explainer, &after, moves - 1)) {
		return true;
	}
	explainer->finding->move_count = listed;
	return false;
}

/* A listed move stands for all like it: the player may use any empty column or cell. */
static bool explain_by_any(struct explainer *explainer, const struct freecell_view *view,
	struct mk_move move, unsigned moves)
{
	bool into_empty = move.kind == TO_COLUMN && view->count[move.to] == 0;
	unsigned cell = find_cell(explainer->seen, move.card);

	if (move.kind == TO_CELL && cell < view->cells && view->cell[cell] == MK_NO_CARD) {
		move.to = (uint8_t)(FIRST_CELL + cell);
	}
	for (; into_empty && move.to < COLUMNS; move.to++) {
		if (view->count[move.to] == 0 && explain_by(explainer, view, move, moves)) {
			return true;
		}
	}
	return !into_empty && explain_by(explainer, view, move, moves);
}

/* With exactly so many moves besides those to foundations. */
static bool explain(struct explainer *explainer, const struct freecell_view *before, unsigned moves)
{
	struct mk_move allowed[MK_MAX_MOVES];
	struct freecell_view view = *before;
	uint8_t listed = explainer->finding->move_count;
	size_t count;

	raise_foundations(&view, explainer->seen->up, explainer->finding);
	if (moves == 0 && is_as_seen(&view, explainer->seen)) {
		explainer->view = view;
		return true;
	}
	if (moves > 0 && moves_to_go(&view, explainer->seen) <= moves &&
		explainer->tried++ < MAX_TRIED) {
		count = freecell_moves((const struct mk_view *)&view, allowed);
		for (size_t i = 0; i < count; i++) {
			if (allowed[i].kind != TO_FOUNDATION &&
				explain_by_any(explainer, &view, allowed[i], moves)) {
				return true;
			}
		}
	}
	explainer->finding->move_count = listed;
	return false;
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

/* The rank of a foundation that could not be read follows from the cards that lie elsewhere. */
static struct freecell_view with_foundations(const struct freecell_view *seen)
{
	struct freecell_view whole = *seen;
	uint8_t left[MK_SUITS] = {MK_RANKS, MK_RANKS, MK_RANKS, MK_RANKS};

	for (unsigned at = 0; at < FIRST_FOUNDATION; at++) {
		const mk_card *cards =
			at < FIRST_CELL ? seen->column[at] : &seen->cell[at - FIRST_CELL];

		for (unsigned i = 0; i < (at < FIRST_CELL ? seen->count[at] : 1U); i++) {
			left[mk_suit(cards[i])] =
				(uint8_t)(left[mk_suit(cards[i])] - mk_is_card(cards[i]));
		}
	}
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		if (seen->up[suit] == FREECELL_UP_UNREADABLE) {
			whole.up[suit] = left[suit];
		}
	}
	return whole;
}

/* False, and the finding names the positions, where a card of the snapshot is not readable. */
static bool is_readable(const struct freecell_view *seen, struct mk_finding *finding)
{
	*finding = (struct mk_finding){.explanation = MK_LOOK_AGAIN};
	for (unsigned at = 0; at < FIRST_FOUNDATION; at++) {
		const mk_card *cards =
			at < FIRST_CELL ? seen->column[at] : &seen->cell[at - FIRST_CELL];

		if (memchr(cards, FREECELL_UNREADABLE, at < FIRST_CELL ? seen->count[at] : 1)) {
			finding->unreadable[finding->unreadable_count++] = (uint8_t)at;
		}
	}
	return finding->unreadable_count == 0;
}

static void count_foundations(struct mk_finding *finding, const struct freecell_view *view)
{
	finding->counted_count = MK_SUITS;
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		finding->counted[suit] = view->up[suit];
	}
}

static void reveal(struct mk_finding *finding, unsigned position, unsigned index, mk_card card)
{
	if (card != MK_NO_CARD) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){(uint8_t)position, card, (uint8_t)index};
	}
}

static enum mk_status apply_first(struct freecell_view *view, const struct freecell_view *seen,
	struct mk_finding *finding, struct mk_error *error)
{
	struct freecell_view next = *seen;

	next.cells = view->cells;
	next.in_suit = view->in_suit;
	next.known = 1;
	if (freecell_wrong_card(&next)) {
		return freecell_refuse_deck(error, freecell_wrong_card(&next));
	}
	*view = next;
	*finding = (struct mk_finding){.explanation = MK_FIRST};
	count_foundations(finding, view);
	for (unsigned column = 0; column < COLUMNS; column++) {
		for (unsigned i = 0; i < view->count[column]; i++) {
			reveal(finding, column, i + 1, view->column[column][i]);
		}
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		reveal(finding, FIRST_CELL + cell, 0, view->cell[cell]);
	}
	return MK_OK;
}

static void add_conflict(struct mk_finding *finding, unsigned position,
	enum freecell_conflict reason, mk_card seen, mk_card known)
{
	finding->conflicts[finding->conflict_count++] = (struct mk_conflict){
		.position = (uint8_t)position,
		.reason = (uint8_t)reason,
		.at = (uint8_t)position,
		.seen = seen,
		.other = known,
		.expected_count = 1,
		.expected = {known},
	};
}

/* Every column at the first card that differs from the known table, and cells and foundations. */
static enum mk_status contradict(const struct freecell_view *view, const struct freecell_view *seen,
	struct mk_finding *finding, struct mk_error *error)
{
	*finding = (struct mk_finding){.explanation = MK_CONTRADICTION};
	for (unsigned column = 0; column < COLUMNS; column++) {
		unsigned at = settled_cards(view, seen, column);

		if (at < view->count[column] || at < seen->count[column]) {
			add_conflict(finding, column, CONFLICT_COLUMN, seen->column[column][at],
				view->column[column][at]);
		}
	}
	for (unsigned cell = 0; cell < CELLS; cell++) {
		if (find_cell(view, seen->cell[cell]) == CELLS) {
			add_conflict(finding, FIRST_CELL + cell, CONFLICT_CELL, seen->cell[cell],
				view->cell[cell]);
		}
	}
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		if (seen->up[suit] != view->up[suit]) {
			add_conflict(finding, FIRST_FOUNDATION + suit, CONFLICT_FOUNDATION,
				freecell_foundation(seen, suit), freecell_foundation(view, suit));
		}
	}
	return freecell_refuse_snapshot(error, &finding->conflicts[0]);
}

static enum mk_status apply_later(struct freecell_view *view, const struct freecell_view *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct mk_finding found = {.explanation = MK_UNCHANGED};
	struct explainer explainer = {.seen = seen, .finding = &found};
	unsigned moves = 0;

	while (moves <= MAX_UNSEEN_MOVES && !explain(&explainer, view, moves)) {
		moves++;
	}
	if (moves > MAX_UNSEEN_MOVES) {
		return is_readable(seen, finding) ? contradict(view, seen, finding, error) : MK_OK;
	}
	if (found.move_count == 1) {
		bool as_suggested = suggested &&
				    memcmp(suggested, &found.moves[0].move, sizeof *suggested) == 0;

		found.explanation = as_suggested ? MK_SUGGESTED_MOVE : MK_OTHER_MOVE;
	} else if (found.move_count > 1) {
		found.explanation = MK_SEVERAL_MOVES;
	}
	*view = explainer.view;
	*finding = found;
	if (found.move_count == MK_MAX_FINDING_MOVES) {
		count_foundations(finding, view);
	}
	return MK_OK;
}

enum mk_status freecell_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct freecell_view *known = (struct freecell_view *)view;
	struct freecell_view seen = with_foundations((const struct freecell_view *)snapshot);

	if (known->known) {
		return apply_later(known, &seen, suggested, finding, error);
	}
	return is_readable(&seen, finding) ? apply_first(known, &seen, finding, error) : MK_OK;
}

enum mk_status freecell_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	struct freecell_view *known = (struct freecell_view *)view;

	if (revealed != MK_NO_CARD) {
		return move_error_unexpected_card(error);
	}
	if (!freecell_allows(known, move)) {
		return move_error_illegal(error, "");
	}
	*finding = (struct mk_finding){.explanation = MK_OTHER_MOVE};
	list_move(finding, move);
	freecell_play(known, move);
	return MK_OK;
}

/* ---- The journal ---------------------------------------------------------------------------- */

/* Cards of a column are listed from the deepest on. */
static bool place_revealed(struct freecell_view *view, const struct mk_place *place)
{
	mk_card *slot;

	if (!mk_is_card(place->card) || place->position >= FIRST_FOUNDATION) {
		return false;
	}
	if (place->position >= FIRST_CELL) {
		slot = &view->cell[place->position - FIRST_CELL];
	} else if (view->count[place->position] < COLUMN_SIZE) {
		slot = &view->column[place->position][view->count[place->position]++];
	} else {
		return false;
	}
	*slot = place->card;
	return true;
}

static bool repeat_first(struct freecell_view *view, const struct mk_finding *finding)
{
	bool fits = !view->known && finding->revealed_count <= MK_DECK;

	view->known = 1;
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		view->up[suit] = (uint8_t)finding->counted[suit];
	}
	for (unsigned i = 0; fits && i < finding->revealed_count; i++) {
		fits = place_revealed(view, &finding->revealed[i]);
	}
	return fits && freecell_wrong_card(view) == MK_NO_CARD;
}

static bool repeat_moves(struct freecell_view *view, const struct mk_finding *finding)
{
	struct mk_finding ignored = {.move_count = 0};
	uint8_t up[MK_SUITS];

	for (unsigned i = 0; i < finding->move_count && i < MK_MAX_FINDING_MOVES; i++) {
		if (!freecell_allows(view, finding->moves[i].move)) {
			return false;
		}
		freecell_play(view, finding->moves[i].move);
	}
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		up[suit] =
			finding->counted_count ? (uint8_t)finding->counted[suit] : view->up[suit];
	}
	raise_foundations(view, up, &ignored);
	return view->known && memcmp(view->up, up, sizeof up) == 0;
}

enum mk_status freecell_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct freecell_view next = *freecell_of(view);
	bool is_first = finding->explanation == MK_FIRST;
	bool is_whole =
		finding->counted_count == MK_SUITS || (!is_first && finding->counted_count == 0);

	for (unsigned suit = 0; is_whole && suit < MK_SUITS; suit++) {
		is_whole = finding->counted[suit] <= MK_RANKS;
	}
	if (finding->explanation == MK_UNCHANGED) {
		return MK_OK;
	}
	if (!is_whole || finding->explanation > MK_SEVERAL_MOVES ||
		!(is_first ? repeat_first(&next, finding) : repeat_moves(&next, finding))) {
		return mk_fail(error, MK_IMPOSSIBLE, "invalid_finding", "",
			"this cannot have happened at this table");
	}
	memcpy(view, &next, sizeof next);
	return MK_OK;
}
