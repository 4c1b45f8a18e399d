/* Ranks all legal moves by a strategy. */
#include "games/klondike/advice/rank.h"

#include "games/klondike/advice/classic.h"
#include "games/klondike/advice/heuristic.h"
#include "games/klondike/advice/reasons.h"

#include <math.h>
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

/* Who does not search expects nothing beyond the move itself. */
static struct mk_ranked_move ranked_move(
	const struct klondike_view *view, struct mk_move move, uint32_t reasons)
{
	return (struct mk_ranked_move){.move = move,
		.value = NAN,
		.low = NAN,
		.high = NAN,
		.reasons = reasons,
		.suppressed_by = (uint8_t)klondike_holds_back(view, move),
		.line_length = 1,
		.line = {move}};
}

static void rank(const struct klondike_view *view, pick_move *pick, order_moves *order,
	struct mk_advice *advice)
{
	struct mk_move moves[MK_MAX_MOVES];
	int worth[MK_MAX_MOVES];
	uint32_t reasons[MK_MAX_MOVES];
	size_t place[MK_MAX_MOVES];
	struct mk_move picked;
	size_t count = klondike_moves(view, moves);
	/* A game that is over has legal moves perhaps, but nothing to suggest. */
	bool has_move =
		klondike_outcome(view) == MK_PLAYING && pick((const struct mk_view *)view, &picked);

	order(view, moves, count, worth);
	for (size_t i = 0; has_move && i < count; i++) {
		if (is_same(&moves[i], &picked)) {
			worth[i] = INT32_MAX;
		}
	}
	sort_by_worth(worth, count, place);
	klondike_reasons_of(view, moves, count, reasons);
	for (size_t i = 0; i < count; i++) {
		advice->moves[i] = ranked_move(view, moves[place[i]], reasons[place[i]]);
	}
	advice->count = count;
	advice->suggestion = has_move ? 0 : -1;
	advice->final = true;
	advice->worlds = 0;
	advice->nodes = 0;
	advice->value = advice->low = advice->high = NAN;
}

static void rank_heuristic(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view_of(view), klondike_heuristic_pick, klondike_heuristic_order, advice);
	advice->strategy = klondike_strategies[HEURISTIC].name;
}

/* Before it has searched. */
static void rank_search(const struct mk_view *view, struct mk_advice *advice)
{
	rank_heuristic(view, advice);
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
		.choose_move = klondike_heuristic_pick},
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
