/* Ranks all legal moves by a strategy. */
#include "games/klondike/rank.h"
#include "games/klondike/advice/classic.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/table/board.h"
#include "games/klondike/table/kept.h"

#include <stdlib.h>

/* A strategy's two halves: the move it picks, and how good the others are. */
typedef bool pick_move(const struct mk_view *view, struct mk_move *move);
typedef void order_moves(
	const struct klondike_view *view, const struct mk_move *moves, size_t count, int *worth);

static bool is_same(const struct mk_move *a, const struct mk_move *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* The places of the moves, the best first; equal ones stay as they are. Few moves: insertion sort.
 */
static void sort_by_worth(const int *worth, size_t count, size_t *place)
{
	for (size_t i = 0; i < count; i++) {
		size_t at = i;

		for (; at > 0 && worth[place[at - 1]] < worth[i]; at--) {
			place[at] = place[at - 1];
		}
		place[at] = i;
	}
}

/*
 * A move that cannot be made often enough, since other tables are as likely as the shown one, is
 * not suggested where another one can.
 */
static void pick_likely(const struct klondike_view *view, const struct mk_move *moves, size_t count,
	const int *worth, struct mk_move *picked)
{
	size_t best = count;

	if (klondike_is_likely(view, picked)) {
		return;
	}
	for (size_t i = 0; i < count; i++) {
		if (klondike_is_likely(view, &moves[i]) &&
			(best == count || worth[i] > worth[best])) {
			best = i;
		}
	}
	*picked = best < count ? moves[best] : *picked;
}

static void rank(const struct klondike_view *view, pick_move *pick, order_moves *order,
	struct mk_advice *advice)
{
	struct mk_move moves[MK_MAX_MOVES], sorted[MK_MAX_MOVES];
	int worth[MK_MAX_MOVES];
	uint32_t reasons[MK_MAX_MOVES];
	size_t place[MK_MAX_MOVES];
	struct mk_move picked;
	size_t count = klondike_moves(view, moves);
	/* A game that is over has legal moves perhaps, but nothing to suggest. */
	bool has_move =
		klondike_outcome(view) == MK_PLAYING && pick((const struct mk_view *)view, &picked);

	order(view, moves, count, worth);
	if (has_move) {
		pick_likely(view, moves, count, worth, &picked);
	}
	for (size_t i = 0; has_move && i < count; i++) {
		if (is_same(&moves[i], &picked)) {
			worth[i] = INT32_MAX;
		}
	}
	sort_by_worth(worth, count, place);
	klondike_reasons_of(view, moves, count, reasons);
	for (size_t i = 0; i < count; i++) {
		sorted[i] = moves[place[i]];
	}
	mk_advice_list(advice, sorted, count);
	for (size_t i = 0; i < count; i++) {
		advice->moves[i].reasons = reasons[place[i]];
		advice->moves[i].suppressed_by = (uint8_t)klondike_holds_back(view, sorted[i]);
	}
	advice->suggestion = has_move ? 0 : -1;
}

static void rank_heuristic(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view_of(view), klondike_heuristic_pick, klondike_heuristic_order, advice);
	advice->strategy = klondike_strategies[HEURISTIC].name;
}

/* Before it has searched: the policy of its playouts, which wins more than the heuristic does. */
static void rank_search(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view_of(view), klondike_policy_pick, klondike_heuristic_order, advice);
	advice->strategy = klondike_strategies[SEARCH].name;
}

static void rank_classic(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view_of(view), klondike_classic_pick, klondike_classic_order, advice);
	advice->strategy = klondike_strategies[CLASSIC].name;
}

const struct mk_strategy klondike_strategies[STRATEGIES] = {
	[SEARCH] = {.name = "search",
		.description = MK_PHRASE(
			"Plays every plan to the end many times with random hidden cards and suggests the one that wins most often.",
			"Spiller hver plan til ende mange gange, med de skjulte kort som de kan ligge, og foreslår det, der oftest går op.",
			"Spielt jeden Plan viele Male zu Ende, die verdeckten Karten so, wie sie liegen können, und schlägt vor, was am häufigsten aufgeht.",
			"Παίζει κάθε σχέδιο πολλές φορές ως το τέλος, με τα κλειστά φύλλα όπως μπορεί να είναι, και προτείνει ό,τι κερδίζει πιο συχνά."),
		.has_search = true,
		.evaluate = rank_search,
		.choose_move = klondike_policy_pick},
	[HEURISTIC] = {.name = "heuristic",
		.description = MK_PHRASE("Evaluates the table without searching.",
			"Ét blik på bordet, svar med det samme.",
			"Ein Blick auf den Tisch, sofort beantwortet.",
			"Μια ματιά στο τραπέζι, άμεση απάντηση."),
		.evaluate = rank_heuristic,
		.choose_move = klondike_heuristic_pick},
	[CLASSIC] = {.name = "classic",
		.description =
			MK_PHRASE("The fixed move order of the original program, as a baseline.",
				"Det første programs faste rækkefølge, til sammenligning.",
				"Die feste Reihenfolge des ersten Programms, zum Vergleich.",
				"Η σταθερή σειρά του πρώτου προγράμματος, για σύγκριση."),
		.evaluate = rank_classic,
		.choose_move = klondike_classic_pick},
};

/*
 * The reasons of a move. Each is a fact about the table before and after the move; none depends on
 * the strategy that ranked it.
 */

/* The possible moves of a table, as far as reasons mention them. */
struct chances {
	uint8_t columns; /* those that could turn up a card, a bit each */
	mk_cards land;   /* cards that could be laid on columns */
	mk_cards up;     /* cards that could go up from columns */
};

static struct chances chances_of(const struct board *board)
{
	struct chances chances = {.land = board_land(board), .up = board->next & board->fronts};

	for (int column = 0; column < COLUMNS; column++) {
		mk_card base = board->column[column][0];
		bool can = cards_have(chances.land, base) ||
			   (board->count[column] == 1 && cards_have(chances.up, base));

		if (board->count[column] && board->unseen[column] && can) {
			chances.columns |= (uint8_t)(1 << column);
		}
	}
	return chances;
}

static bool turns_up_card(const struct board *board, struct mk_move move)
{
	return move.from < COLUMNS && move.cut == 1 && board->unseen[move.from];
}

static bool frees_column(const struct board *board, struct mk_move move)
{
	return move.from < COLUMNS && move.cut == 1 && !board->unseen[move.from] &&
	       move.kind != KING_TO_EMPTY;
}

static bool puts_king(struct mk_move move)
{
	return mk_rank(move.card) == MK_KING && move.to < COLUMNS;
}

/* The draw pile will show again what it shows now. */
static bool comes_round_again(const struct klondike_view *view)
{
	return view->shuffles != 0;
}

static uint32_t turning_reasons(const struct klondike_view *view, const struct board *board)
{
	struct klondike_reachable_stock coming = klondike_reachable_stock(view);
	mk_cards useful = board_land(board) | board->next;
	uint32_t reasons = 1u << REASON_DRAWS;

	if (board->waste != MK_NO_CARD && cards_have(useful, board->waste) &&
		comes_round_again(view)) {
		reasons |= 1u << REASON_KEEPS_OPTION;
	}
	if (!coming.unseen && !(coming.cards & useful)) {
		reasons |= 1u << REASON_NO_PROGRESS;
	}
	return reasons;
}

static uint32_t card_reasons(
	const struct board *board, const struct chances *now, struct mk_move move)
{
	struct board after = *board;
	struct chances then;
	bool forward = turns_up_card(board, move) || frees_column(board, move) ||
		       move.from == DRAW_PILE || move.kind == TO_FOUNDATION;
	bool unblocks;

	board_play(&after, move);
	then = chances_of(&after);
	unblocks = (then.columns & ~now->columns) || (then.up & ~now->up & ~MK_CARD_BIT(move.card));
	return (uint32_t)turns_up_card(board, move) << REASON_TURNS_UP_CARD |
	       (uint32_t)(move.kind == TO_FOUNDATION) << REASON_TO_FOUNDATION |
	       (uint32_t)frees_column(board, move) << REASON_FREES_COLUMN |
	       (uint32_t)puts_king(move) << REASON_KING_TO_EMPTY |
	       (uint32_t)unblocks << REASON_UNBLOCKS |
	       (uint32_t) !(now->land & ~then.land & ~MK_CARD_BIT(move.card))
		       << REASON_KEEPS_OPTION |
	       (uint32_t)(!forward && !unblocks) << REASON_NO_PROGRESS;
}

void klondike_reasons_of(const struct klondike_view *view, const struct mk_move *moves,
	size_t count, uint32_t *reasons)
{
	struct board board;
	struct chances now;

	board_read(&board, view);
	now = chances_of(&board);
	for (size_t i = 0; i < count; i++) {
		bool turns = moves[i].kind == DRAW || moves[i].kind == SHUFFLE;

		reasons[i] = turns ? turning_reasons(view, &board)
				   : card_reasons(&board, &now, moves[i]);
	}
	if (count == 1) {
		reasons[0] |= 1u << REASON_ONLY_MOVE;
	}
}
