/* Ranks the moves: by theory, or by minimax like the original program. */
#include "games/take_away/rank.h"

#include "games/take_away/minimax.h"
#include "games/take_away/theory.h"
#include "games/take_away/world.h"

/* A move with its value: 1 if it wins, 0 if it loses. */
struct judged {
	struct mk_move move;
	bool wins;
	size_t replies; /* number of winning replies to a losing move */
};

/* ---- Judging -------------------------------------------------------------------------------- */

/*
 * Determines for each of the moves whether the mover wins after it. Returns the number of positions
 * searched.
 */
typedef uint64_t judge_function(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins);

static uint64_t judge_by_theory(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins)
{
	for (size_t i = 0; i < count; i++) {
		wins[i] = take_away_is_winning(view, moves[i]);
	}
	return 0;
}

/* Tables that are too large for minimax use the theory. */
static uint64_t judge_by_minimax(
	const struct take_away_view *view, const struct mk_move *moves, size_t count, bool *wins)
{
	return take_away_cards(view) > MINIMAX_CARDS ? judge_by_theory(view, moves, count, wins)
						     : take_away_minimax(view, moves, count, wins);
}

/* ---- Ranking -------------------------------------------------------------------------------- */

/*
 * True if `a` is better than `b`. Of losing moves, the one with fewer winning replies is better,
 * then the one that leaves more cards.
 */
static bool is_better(const struct judged *a, const struct judged *b)
{
	if (a->wins != b->wins || a->wins) {
		return a->wins && !b->wins;
	}
	if (a->replies != b->replies) {
		return a->replies < b->replies;
	}
	return a->move.count < b->move.count;
}

static void sort(struct judged *judged, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct judged moving = judged[i];
		size_t at = i;

		for (; at > 0 && is_better(&moving, &judged[at - 1]); at--) {
			judged[at] = judged[at - 1];
		}
		judged[at] = moving;
	}
}

/*
 * True if every group has a value of 0 or 1 after the move; misere play is then decided by parity.
 */
static bool leaves_ones(const struct take_away_view *view, struct mk_move move)
{
	struct take_away_view after = *view;

	take_away_take(&after, move);
	for (unsigned group = 0; group < after.count; group++) {
		if (take_away_worth(&after, group) > 1) {
			return false;
		}
	}
	return true;
}

static uint32_t reasons_of(
	const struct take_away_view *view, const struct judged *judged, bool is_first, size_t count)
{
	uint32_t reasons = count == 1 ? 1U << REASON_ONLY_MOVE : 0;

	if (judged->wins) {
		return reasons | 1U << (view->misere && leaves_ones(view, judged->move)
						 ? REASON_LEAVES_ODD_ONES
						 : REASON_LEAVES_ZERO);
	}
	return reasons | 1U << REASON_LOSES | (is_first ? 1U << REASON_HARDEST : 0);
}

static struct mk_ranked_move ranked(const struct judged *judged, uint32_t reasons)
{
	double value = judged->wins ? 1 : 0;

	return (struct mk_ranked_move){.move = judged->move,
		.value = value,
		.low = value,
		.high = value,
		.reasons = reasons,
		.line_length = 1,
		.line = {judged->move}};
}

static size_t judge(const struct take_away_view *view, judge_function *by,
	struct judged judged[MK_MAX_MOVES], uint64_t *nodes)
{
	struct mk_move moves[MK_MAX_MOVES];
	bool wins[MK_MAX_MOVES];
	size_t count = take_away_view_moves((const struct mk_view *)view, moves);

	*nodes = by(view, moves, count, wins);
	for (size_t i = 0; i < count; i++) {
		judged[i] = (struct judged){.move = moves[i], .wins = wins[i]};
		if (!wins[i]) {
			judged[i].replies = take_away_replies(view, moves[i]);
		}
	}
	sort(judged, count);
	return count;
}

static void rank(const struct mk_view *opaque, judge_function *by, struct mk_advice *advice)
{
	const struct take_away_view *view = view_of(opaque);
	struct judged judged[MK_MAX_MOVES];

	advice->count = judge(view, by, judged, &advice->nodes);
	for (size_t i = 0; i < advice->count; i++) {
		advice->moves[i] =
			ranked(&judged[i], reasons_of(view, &judged[i], i == 0, advice->count));
	}
	advice->suggestion = advice->count > 0 ? 0 : -1;
	advice->final = true;
	advice->worlds = 1;
	advice->value = advice->count > 0 && judged[0].wins ? 1 : 0;
	advice->low = advice->high = advice->value;
	advice->certainty = advice->count == 0  ? MK_UNPROVEN
			    : advice->value > 0 ? MK_PROVEN_WIN
						: MK_PROVEN_LOSS;
}

static void rank_theory(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, judge_by_theory, advice);
	advice->strategy = take_away_strategies[THEORY].name;
}

static void rank_minimax(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, judge_by_minimax, advice);
	advice->strategy = take_away_strategies[MINIMAX].name;
}

static bool pick(const struct mk_view *view, judge_function *by, struct mk_move *move)
{
	struct judged judged[MK_MAX_MOVES];
	uint64_t nodes;
	size_t count = judge(view_of(view), by, judged, &nodes);

	if (count > 0) {
		*move = judged[0].move;
	}
	return count > 0;
}

static bool pick_theory(const struct mk_view *view, struct mk_move *move)
{
	return pick(view, judge_by_theory, move);
}

static bool pick_minimax(const struct mk_view *view, struct mk_move *move)
{
	return pick(view, judge_by_minimax, move);
}

const struct mk_strategy take_away_strategies[STRATEGIES] = {
	[THEORY] = {.name = "theory",
		.description = MK_PHRASE("Exact: computes the winner without searching.",
			"Regner det ud og ved straks, hvem der vinder.",
			"Rechnet und weiß sofort, wer gewinnt.",
			"Λογαριάζει και ξέρει αμέσως ποιος κερδίζει."),
		.evaluate = rank_theory,
		.choose_move = pick_theory},
	[MINIMAX] = {.name = "minimax",
		.description = MK_PHRASE(
			"Searches every game to its end on tables of at most 20 cards; larger tables are computed.",
			"Ser alle spil igennem til enden, når der er højst 20 kort på bordet; ellers regner den.",
			"Sieht alle Spiele bis zum Ende durch, wenn höchstens 20 Karten daliegen; sonst rechnet sie.",
			"Εξετάζει όλα τα παιχνίδια ως το τέλος, όταν υπάρχουν το πολύ 20 φύλλα· αλλιώς λογαριάζει."),
		.evaluate = rank_minimax,
		.choose_move = pick_minimax},
};
