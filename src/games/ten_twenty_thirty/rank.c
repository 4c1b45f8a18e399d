/* Static evaluation: triplets in the order of the rules; with all cards known, a short search. */
#include "games/ten_twenty_thirty/rank.h"

#include "games/ten_twenty_thirty/choices.h"
#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/solver.h"
#include "games/ten_twenty_thirty/think.h"

/* For responses that must not wait: 0.05 ms. */
enum { QUICK_CHOICES = 50 };
static const struct solver_effort quick = {.width = 12, .states = 200};

/* ---- Looking ahead -------------------------------------------------------------------------- */

static enum mk_certainty look_ahead_forced(const struct tens_view *view)
{
	struct core core = view->core;

	/* The contest's verdict is about states after complete steps. */
	if (view->last < NO_COLUMN) {
		forced_settle(&core, view->last, view->order);
	}
	if (core_is_cleared(&core)) {
		return MK_PROVEN_WIN;
	}
	return forced_play(&core, view->order).verdict == FORCED_WIN ? MK_PROVEN_WIN
								     : MK_PROVEN_LOSS;
}

static enum solved solve_optional(const struct tens_view *view)
{
	struct solver *solver = solver_create();
	enum solved solved = solver ? solver_run(solver, view, &quick, NULL) : SOLVED_UNKNOWN;

	solver_destroy(solver);
	return solved;
}

static enum solved solve_mandatory(const struct tens_view *view)
{
	struct choices *choices = choices_create();
	enum solved solved = choices ? choices_run(choices, view, QUICK_CHOICES) : SOLVED_UNKNOWN;

	choices_destroy(choices);
	return solved;
}

static enum mk_certainty look_ahead_free(const struct tens_view *view)
{
	switch (view->removal == OPTIONAL ? solve_optional(view) : solve_mandatory(view)) {
	case SOLVED_WIN:
		return MK_PROVEN_WIN;
	case SOLVED_NONE:
		return MK_PROVEN_LOSS;
	case SOLVED_UNKNOWN:
		break;
	}
	return MK_UNPROVEN;
}

enum mk_certainty tens_prove(const struct tens_view *view)
{
	switch (tens_outcome((const struct mk_view *)view)) {
	case MK_WON:
		return MK_PROVEN_WIN;
	case MK_LOST:
	case MK_DRAWN:
		return MK_PROVEN_LOSS;
	case MK_WAITING:
	case MK_PLAYING:
	case MK_STOPPED:
		break;
	}
	if (view->unknown > 0) {
		return MK_UNPROVEN;
	}
	return view->removal == FORCED ? look_ahead_forced(view) : look_ahead_free(view);
}

/* ---- Ranking -------------------------------------------------------------------------------- */

/* The rank of a triplet in the order of the rules; deals come last. */
static int worth(const struct tens_view *view, struct mk_move move)
{
	int place = 0;

	if (move.kind == DEAL) {
		return COMBOS * (COLUMNS + 1);
	}
	while (view->order[place] != move.cut) {
		place++;
	}
	return place + COMBOS * ((move.from + COLUMNS - view->last % COLUMNS) % COLUMNS);
}

static void sort(const struct tens_view *view, struct mk_move *moves, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct mk_move moving = moves[i];
		size_t at = i;

		for (; at > 0 && worth(view, moves[at - 1]) > worth(view, moving); at--) {
			moves[at] = moves[at - 1];
		}
		moves[at] = moving;
	}
}

static uint32_t reasons_of(const struct tens_view *view, struct mk_move move, size_t count)
{
	uint32_t reasons = count == 1 ? 1U << REASON_ONLY_MOVE : 0;

	if (move.kind == DEAL) {
		return reasons | (count > 1 ? 1U << REASON_DECLINES : 0);
	}
	return reasons | 1U << (view->core.count[move.from] == 3 ? REASON_EMPTIES : REASON_REMOVES);
}

static size_t list(const struct tens_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	size_t count = tens_moves(view, moves);

	sort(view, moves, count);
	return view->repeated ? 0 : count;
}

static void rank(const struct mk_view *opaque, struct mk_advice *advice)
{
	const struct tens_view *view = view_of(opaque);
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = tens_moves(view, moves);

	sort(view, moves, count);
	mk_advice_list(advice, moves, count);
	for (size_t i = 0; i < count; i++) {
		advice->moves[i].reasons = reasons_of(view, moves[i], count);
	}
	if (view->repeated) {
		advice->suggestion = -1;
	}
}

static void rank_ordered(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, advice);
	advice->strategy = tens_strategies[ORDERED].name;
}

/* If there is no choice and all cards are known, the result is known too. */
static void rank_search(const struct mk_view *view, struct mk_advice *advice)
{
	rank(view, advice);
	advice->strategy = tens_strategies[SEARCH].name;
	if (view_of(view)->removal == FORCED && advice->suggestion >= 0) {
		think_certain(advice, tens_prove(view_of(view)));
	}
}

static bool pick(const struct mk_view *view, struct mk_move *move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = list(view_of(view), moves);

	if (count > 0) {
		*move = moves[0];
	}
	return count > 0;
}

const struct mk_strategy tens_strategies[STRATEGIES] = {
	[SEARCH] = {.name = "search",
		.description = MK_PHRASE(
			"Searches for a win: with the coming cards if they are known, otherwise with many possible orders.",
			"Leder efter en vej til at vinde: med de kommende kort, hvis de er kendt, ellers med mange mulige rækkefølger.",
			"Sucht einen Weg zum Gewinn: durch die kommenden Karten, wo sie bekannt sind, sonst durch viele mögliche Reihenfolgen.",
			"Ψάχνει δρόμο προς τη νίκη: μέσα από τα φύλλα που έρχονται όταν είναι γνωστά, αλλιώς μέσα από πολλές πιθανές σειρές."),
		.has_search = true,
		.evaluate = rank_search,
		.choose_move = pick,
		.search = tens_think},
	[ORDERED] = {.name = "ordered",
		.description = MK_PHRASE("Takes every triplet, in the order of the rules.",
			"Tager alle tre, hver gang det går, i reglernes rækkefølge.",
			"Nimmt alle drei, so oft es geht, in der Reihenfolge der Regeln.",
			"Παίρνει κάθε τριάδα, με τη σειρά των κανόνων."),
		.evaluate = rank_ordered,
		.choose_move = pick},
};
