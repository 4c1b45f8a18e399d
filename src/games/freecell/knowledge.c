/*
 * Updates of the view by snapshots and findings.
 *
 * A snapshot shows every card, so moves are needed only to explain how the table was reached. They
 * are searched by increasing number. If cards are unreadable and as many moves lead to different
 * tables, another snapshot is requested. Cards that are on a foundation in the snapshot go there as
 * soon as possible. The last of these moves need not be listed in a finding, which holds few moves:
 * a full finding has the ranks of the foundations after it in `counted`.
 */
#include "games/common/interpret.h"
#include "games/common/move_error.h"
#include "games/freecell/freecell.h"
#include "games/freecell/game.h"

/*
 * Maximum number of moves between two snapshots, without those to foundations, and node budget of
 * the search.
 */
enum { MAX_UNSEEN_MOVES = 5, MAX_TRIED = 50000 };

/* ---- Piles ---------------------------------------------------------------------------------- */

void freecell_pile(const struct mk_view *view, int position, struct mk_pile *pile)
{
	const struct freecell_view *table = freecell_of(view);

	if (position < FIRST_CELL) {
		pile->count = table->count[position];
		memcpy(pile->card, table->column[position], COLUMN_SIZE);
		return;
	}
	pile->card[0] = position < FIRST_FOUNDATION
				? table->cell[position - FIRST_CELL]
				: freecell_foundation(table, (unsigned)position - FIRST_FOUNDATION);
	pile->count = pile->card[0] != MK_NO_CARD;
}

/*
 * Reads the table that a snapshot shows; cards may be MK_CARD_UNREADABLE. The rank of an unreadable
 * foundation follows from the cards elsewhere. False if a foundation shows a card of another suit.
 */
static bool read_table(const struct mk_piles *piles, struct freecell_view *seen)
{
	int left[MK_SUITS] = {MK_RANKS, MK_RANKS, MK_RANKS, MK_RANKS};

	memset(seen, 0, sizeof *seen);
	for (unsigned at = 0; at < FIRST_FOUNDATION; at++) {
		const struct mk_pile *pile = &piles->pile[at];

		if (at < FIRST_CELL) {
			seen->count[at] = (uint8_t)pile->count;
			memcpy(seen->column[at], pile->card, COLUMN_SIZE);
		} else {
			seen->cell[at - FIRST_CELL] = pile->card[0];
		}
		for (uint32_t i = 0; i < pile->count; i++) {
			left[mk_suit(pile->card[i])] -= mk_is_card(pile->card[i]);
		}
	}
	for (unsigned suit = 0; suit < MK_SUITS; suit++) {
		const struct mk_pile *pile = &piles->pile[FIRST_FOUNDATION + suit];
		mk_card front = pile->card[0];

		if (pile->count > 0 && mk_is_card(front) && mk_suit(front) != suit) {
			return false;
		}
		seen->up[suit] = (uint8_t)(pile->count == 0    ? 0
					   : mk_is_card(front) ? mk_rank(front)
							       : left[suit]);
	}
	return true;
}

static const struct mk_phrase wrong_deck = MK_PHRASE(
	"Every card of the deck must be there once; this one is missing or there twice: {0}.",
	"Hvert kort i spillet skal være der én gang; dette mangler eller er der to gange: {0}.",
	"Jede Karte muss einmal da sein; diese fehlt oder ist zweimal da: {0}.",
	"Κάθε φύλλο πρέπει να υπάρχει μία φορά· αυτό λείπει ή υπάρχει δύο φορές: {0}.");
static const struct mk_phrase wrong_foundation =
	MK_PHRASE("The foundations lie in this order: clubs, diamonds, hearts, spades.",
		"Grundbunkerne ligger i denne rækkefølge: klør, ruder, hjerter, spar.",
		"Die Ablagestapel liegen in dieser Reihenfolge: Kreuz, Karo, Herz, Pik.",
		"Οι βάσεις είναι με αυτή τη σειρά: σπαθιά, καρό, κούπες, μπαστούνια.");

static const struct mk_phrase too_many_cells =
	MK_PHRASE("More free cells hold a card than the rules allow: {0}.",
		"Der ligger kort i flere frie celler, end reglerne tillader: {0}.",
		"In mehr freien Zellen liegt eine Karte, als die Regeln erlauben: {0}.",
		"Περισσότερα ελεύθερα κελιά έχουν φύλλο απ’ όσα επιτρέπουν οι κανόνες: {0}.");

/*
 * Moves cards from cells that the rules do not have to the other cells; false if these do not
 * suffice.
 */
static bool gather_cells(struct freecell_view *seen)
{
	unsigned cell = 0;

	for (unsigned from = seen->cells; from < CELLS; from++) {
		while (cell < seen->cells && seen->cell[cell] != MK_NO_CARD) {
			cell++;
		}
		if (seen->cell[from] != MK_NO_CARD && cell == seen->cells) {
			return false;
		}
		if (seen->cell[from] != MK_NO_CARD) {
			seen->cell[cell] = seen->cell[from];
			seen->cell[from] = MK_NO_CARD;
		}
	}
	return true;
}

static enum mk_status refuse_foundations(struct mk_error *error)
{
	return mk_fail_localized(error, MK_IMPOSSIBLE, "wrong_foundation", "/foundations",
		&wrong_foundation, NULL, 0);
}

enum mk_status freecell_set_table(
	struct mk_view *view, const struct mk_piles *piles, struct mk_error *error)
{
	struct freecell_view seen;

	if (!read_table(piles, &seen)) {
		return refuse_foundations(error);
	}
	seen.cells = freecell_of(view)->cells;
	seen.in_suit = freecell_of(view)->in_suit;
	seen.known = 1;
	if (!gather_cells(&seen)) {
		struct mk_phrase_arg cells = {.kind = MK_ARG_NUMBER, .number = seen.cells};

		return mk_fail_localized(error, MK_IMPOSSIBLE, "too_many_cells", "/cells",
			&too_many_cells, &cells, 1);
	}
	if (freecell_wrong_card(&seen)) {
		struct mk_phrase_arg card = {
			.kind = MK_ARG_CARD, .card = freecell_wrong_card(&seen)};

		return mk_fail_localized(
			error, MK_IMPOSSIBLE, "wrong_deck", "", &wrong_deck, &card, 1);
	}
	memcpy(view, &seen, sizeof seen);
	return MK_OK;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* Number of cards of a column, from the deepest one, that agree with the snapshot. */
static unsigned settled_cards(
	const struct freecell_view *view, const struct freecell_view *seen, unsigned column)
{
	unsigned settled = 0;

	while (settled < view->count[column] && settled < seen->count[column] &&
		(seen->column[column][settled] == view->column[column][settled] ||
			seen->column[column][settled] == MK_CARD_UNREADABLE)) {
		settled++;
	}
	return settled;
}

/* The cell that holds the card; CELLS if none does. The order of cells has no meaning. */
static unsigned find_cell(const struct freecell_view *view, mk_card card)
{
	unsigned cell = 0;

	while (cell < CELLS && view->cell[cell] != card) {
		cell++;
	}
	return cell;
}

/* Lower bound on the number of moves left: each move brings cards to one column or cell only. */
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

/*
 * True if the snapshot's cells can hold all cards in cells of the view; an unreadable cell may hold
 * a card or none.
 */
static bool cells_may_hold_all(const struct freecell_view *view, const struct freecell_view *seen)
{
	unsigned held = 0, seen_occupied = 0;

	for (unsigned cell = 0; cell < CELLS; cell++) {
		held += view->cell[cell] != MK_NO_CARD;
		seen_occupied += seen->cell[cell] != MK_NO_CARD;
	}
	return held <= seen_occupied;
}

/* True if the view agrees with the snapshot. */
static bool is_as_seen(const struct freecell_view *view, const struct freecell_view *seen)
{
	return moves_to_go(view, seen) == 0 && cells_may_hold_all(view, seen) &&
	       memcmp(view->count, seen->count, sizeof view->count) == 0 &&
	       memcmp(view->up, seen->up, sizeof view->up) == 0;
}

/* ---- Explaining ----------------------------------------------------------------------------- */

struct explainer {
	const struct freecell_view *seen;
	struct mk_finding *finding;
	bool has_unreadable; /* other moves may lead to another table that agrees, too */
	unsigned tried;
	bool found, ambiguous;
	struct freecell_view view;       /* of the moves found first: the resulting view */
	struct mk_finding found_finding; /* and the finding that lists them */
};

/* True if the cards lie in the same places. The order of cells has no meaning. */
static bool is_same_table(const struct freecell_view *view, const struct freecell_view *other)
{
	unsigned held = 0;

	for (unsigned cell = 0; cell < CELLS; cell++) {
		held += find_cell(other, view->cell[cell]) < CELLS;
	}
	return held == CELLS && memcmp(view->count, other->count, sizeof view->count) == 0 &&
	       memcmp(view->up, other->up, sizeof view->up) == 0 &&
	       memcmp(view->column, other->column, sizeof view->column) == 0;
}

/* Keeps moves that lead to what was seen. True if the search ends with them. */
static bool keep_explanation(struct explainer *explainer, const struct freecell_view *view)
{
	if (explainer->found) {
		explainer->ambiguous = !is_same_table(view, &explainer->view);
		return explainer->ambiguous;
	}
	explainer->found = true;
	explainer->view = *view;
	explainer->found_finding = *explainer->finding;
	return !explainer->has_unreadable;
}

/* Lists a move; false if the finding is full and the move must be listed. */
static bool list_move(struct mk_finding *finding, struct mk_move move)
{
	if (finding->move_count < MK_MAX_FINDING_MOVES) {
		finding->moves[finding->move_count++].move = move;
		return true;
	}
	return move.kind == TO_FOUNDATION;
}

/* Plays cards up until the foundations are `up`, as far as that is possible. */
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

/* Tries a move. Pruning: cards that agree with the snapshot do not move. */
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

/*
 * Tries all moves that a listed one stands for: the player may use any empty column, and the cell
 * shown in the snapshot.
 */
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

/*
 * Finds exactly `moves` moves, without those to foundations. If cards are unreadable, goes on until
 * others are found that lead to another table.
 */
static bool explain(struct explainer *explainer, const struct freecell_view *before, unsigned moves)
{
	struct mk_move allowed[MK_MAX_MOVES];
	struct freecell_view view = *before;
	uint8_t listed = explainer->finding->move_count;
	size_t count;

	raise_foundations(&view, explainer->seen->up, explainer->finding);
	if (moves == 0 && is_as_seen(&view, explainer->seen) &&
		keep_explanation(explainer, &view)) {
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

/* ---- Snapshots and findings ----------------------------------------------------------------- */

static enum mk_status explain_snapshot(struct freecell_view *view, const struct mk_piles *piles,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct mk_finding found = {.explanation = MK_UNCHANGED};
	struct mk_finding unclear = {.explanation = MK_LOOK_AGAIN};
	struct freecell_view seen;
	struct explainer explainer = {.seen = &seen,
		.finding = &found,
		.has_unreadable = mk_piles_list_unreadable(freecell_piles, piles, &unclear) > 0};

	if (!read_table(piles, &seen)) {
		return refuse_foundations(error);
	}
	for (unsigned moves = 0; moves <= MAX_UNSEEN_MOVES && !explainer.found; moves++) {
		explain(&explainer, view, moves);
	}
	if (explainer.has_unreadable &&
		(!explainer.found || explainer.ambiguous || explainer.tried > MAX_TRIED)) {
		*finding = unclear;
		return MK_OK;
	}
	if (!explainer.found) {
		return contradict_piles(
			&freecell_game, (const struct mk_view *)view, piles, finding, error);
	}
	found = explainer.found_finding;
	found.explanation = explanation_of(&found, suggested);
	*view = explainer.view;
	*finding = found;
	for (unsigned suit = 0; suit < MK_SUITS && found.move_count == MK_MAX_FINDING_MOVES;
		suit++) {
		finding->counted[finding->counted_count++] = view->up[suit];
	}
	return MK_OK;
}

enum mk_status freecell_apply_snapshot(struct mk_view *view, const struct mk_snapshot *snapshot,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	const struct mk_piles *piles = (const struct mk_piles *)snapshot;

	return freecell_of(view)->known
		       ? explain_snapshot(
				 (struct freecell_view *)view, piles, suggested, finding, error)
		       : interpret_piles(&freecell_game, view, piles, suggested, finding, error);
}

/* Replays the moves of a finding, and for a full one also the cards that went up after them. */
enum mk_status freecell_apply_finding(
	struct mk_view *view, const struct mk_finding *finding, struct mk_error *error)
{
	struct freecell_view next = *freecell_of(view);
	struct mk_finding ignored = {.move_count = 0};
	enum mk_status status =
		repeat_finding(&freecell_game, (struct mk_view *)&next, finding, error);
	uint8_t up[MK_SUITS];

	if (status == MK_OK && finding->explanation != MK_FIRST &&
		finding->counted_count == MK_SUITS) {
		for (unsigned suit = 0; suit < MK_SUITS; suit++) {
			up[suit] = (uint8_t)finding->counted[suit];
		}
		raise_foundations(&next, up, &ignored);
		status = memcmp(next.up, up, sizeof up) == 0
				 ? MK_OK
				 : finding_error(error, "the foundations are others");
	}
	if (status == MK_OK) {
		memcpy(view, &next, sizeof next);
	}
	return status;
}

/* The target may be any empty cell or column, not only the listed one. */
enum mk_status freecell_apply_reported_move(struct mk_view *view, struct mk_move move,
	mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	if (revealed != MK_NO_CARD) {
		return move_error_unexpected_card(error);
	}
	if (!freecell_allows(freecell_of(view), move)) {
		return move_error_illegal(error, "");
	}
	*finding = (struct mk_finding){.explanation = MK_OTHER_MOVE};
	list_move(finding, move);
	freecell_play((struct freecell_view *)view, move);
	return MK_OK;
}
