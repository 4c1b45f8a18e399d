/*
 * The search of 10-20-30.
 *
 * With all cards known, it searches for a win with increasing beam widths. If no state was dropped
 * and no win was found, the game is lost, and a move that leads to a repetition is preferred to a
 * loss. With unknown cards, it samples many orders of these, and each move is followed by a narrow
 * search in the same orders.
 */
#include "games/ten_twenty_thirty/think.h"

#include "games/ten_twenty_thirty/choices.h"
#include "games/ten_twenty_thirty/forced.h"
#include "games/ten_twenty_thirty/rank.h"
#include "games/ten_twenty_thirty/solver.h"
#include "games/ten_twenty_thirty/world.h"

#include <makker/search.h>
#include <makker/selfplay.h>
#include <math.h>

enum { MAX_STATES = 2000000, MAX_CHOICES = 100000, SAMPLE_CHOICES = 2000 };
enum { NODES_A_WORLD = 50, MIN_WORLDS = 4, MAX_WORLDS = 2000 };

/*
 * With all cards known: the effort if triplets are mandatory, and the increasing beams if they are
 * optional.
 */
static const struct solver_effort exact = {.states = MAX_STATES};
static const struct solver_effort beams[] = {{.width = 100, .states = MAX_STATES},
	{.width = 1000, .states = MAX_STATES}, {.width = 5000, .states = MAX_STATES}};
enum { BEAMS = sizeof beams / sizeof *beams };

/*
 * Search efforts for sampled orders. A score of `enough` counts as a win (see solver.h): of
 * 1500 tables at the end of the first pass, 5 of 76 lost ones count as won and 2 of 1424 won ones
 * as lost, in an eighth of the time of a complete search.
 */
static const struct solver_effort sample_exact = {.states = 40000};
static const struct solver_effort sample_beam = {.width = 30, .states = 40000, .enough = 36};

struct thinking {
	const struct tens_view *view;
	const struct mk_budget *budget;
	const atomic_bool *cancel;
	struct mk_advice *advice;
	struct solver *solver;
	struct choices *choices;
	int64_t began_ns;
};

static bool is_late(const struct thinking *thinking)
{
	int64_t passed_ms = (mk_budget_clock_ns(thinking->budget) - thinking->began_ns) / 1000000;

	return (thinking->budget->ms > 0 && passed_ms >= thinking->budget->ms) ||
	       (thinking->cancel && atomic_load(thinking->cancel));
}

/* ---- Writing it down ------------------------------------------------------------------------ */

static void suggest(struct mk_advice *advice, size_t place)
{
	struct mk_ranked_move chosen = advice->moves[place];

	memmove(&advice->moves[1], &advice->moves[0], place * sizeof chosen);
	advice->moves[0] = chosen;
	advice->suggestion = 0;
}

void think_certain(struct mk_advice *advice, enum mk_certainty certain)
{
	double value = certain == MK_PROVEN_WIN ? 1 : 0;
	struct mk_ranked_move *ranked = &advice->moves[0];

	if (certain == MK_UNPROVEN || advice->count == 0) {
		return;
	}
	advice->certainty = certain;
	advice->value = advice->low = advice->high = value;
	ranked->value = ranked->low = ranked->high = value;
	if (certain == MK_PROVEN_WIN) {
		ranked->reasons |= 1U << REASON_WINS;
	}
}

static size_t find(const struct mk_advice *advice, struct mk_move move)
{
	size_t place = 0;

	while (place < advice->count &&
		memcmp(&advice->moves[place].move, &move, sizeof move) != 0) {
		place++;
	}
	return place;
}

static void write_win(struct thinking *thinking)
{
	struct mk_advice *advice = thinking->advice;
	size_t length = solver_line(thinking->solver, advice->winning_line, MK_MAX_WINNING_LINE);
	size_t place = length > 0 ? find(advice, advice->winning_line[0]) : advice->count;
	struct mk_ranked_move *ranked = advice->moves;

	if (place == advice->count) {
		return;
	}
	suggest(advice, place);
	advice->winning_line_length = length < MK_MAX_WINNING_LINE ? length : MK_MAX_WINNING_LINE;
	ranked->line_length =
		(uint8_t)(advice->winning_line_length < MK_MAX_LINE ? advice->winning_line_length
								    : MK_MAX_LINE);
	memcpy(ranked->line, advice->winning_line, ranked->line_length * sizeof *ranked->line);
	think_certain(advice, MK_PROVEN_WIN);
}

/* ---- With every card known ------------------------------------------------------------------ */

static enum solved solve(struct thinking *thinking)
{
	const struct tens_view *view = thinking->view;
	enum solved solved = SOLVED_UNKNOWN;

	if (view->removal != OPTIONAL) {
		solved = choices_run(thinking->choices, view, MAX_CHOICES);
		thinking->advice->nodes += choices_count(thinking->choices);
		if (solved == SOLVED_NONE) {
			return solved;
		}
		solved = solver_run(thinking->solver, view, &exact, thinking->cancel);
		thinking->advice->nodes += solver_states(thinking->solver);
	}
	for (int i = 0; i < BEAMS && solved == SOLVED_UNKNOWN; i++) {
		if (i > 0 && is_late(thinking)) {
			break;
		}
		solved = solver_run(thinking->solver, view, &beams[i], thinking->cancel);
		thinking->advice->nodes += solver_states(thinking->solver);
	}
	return solved;
}

/* True if playing on in the order of the rules leads to a repetition. */
static bool leads_round(const struct tens_view *view, struct mk_move move)
{
	struct tens_view after = *view;

	tens_play(&after, move, tens_next_card(view));
	return after.repeated ||
	       (!core_is_cleared(&after.core) &&
		       forced_play(&after.core, view->order).verdict == FORCED_DRAW);
}

static void prefer_draw(struct thinking *thinking)
{
	struct mk_advice *advice = thinking->advice;

	if (thinking->view->stuck_loses) {
		return;
	}
	for (size_t i = 0; i < advice->count; i++) {
		if (leads_round(thinking->view, advice->moves[i].move)) {
			advice->moves[i].reasons |= 1U << REASON_DRAWS;
			suggest(advice, i);
			return;
		}
	}
}

static void think_known(struct thinking *thinking)
{
	switch (solve(thinking)) {
	case SOLVED_WIN:
		write_win(thinking);
		return;
	case SOLVED_NONE:
		prefer_draw(thinking);
		think_certain(thinking->advice, MK_PROVEN_LOSS);
		return;
	case SOLVED_UNKNOWN:
		prefer_draw(thinking);
		return;
	}
}

/* ---- With cards unknown --------------------------------------------------------------------- */

/* The table after `move`, with the unknown cards in the order of `cards`. */
static struct tens_view imagine(
	const struct tens_view *view, const uint8_t *cards, struct mk_move move)
{
	struct tens_view after = *view;

	for (int i = 0; i < view->unknown; i++) {
		after.core.deck[(after.core.front + i) & RING_MASK] = cards[i];
	}
	after.unknown = 0;
	after.log_length = 0;
	tens_play(&after, move, core_upcoming(&after.core, 0));
	return after;
}

/* Returns the column that was dealt to last. */
static int play_blindly(struct tens_view *view, int unknown)
{
	struct core *core = &view->core;
	int column = view->last;

	for (; unknown > 0 && core->left > 0; unknown--) {
		if (column < NO_COLUMN) {
			forced_settle(core, column, view->order);
		}
		column = core->next;
		core_deal(core, core_upcoming(core, 0));
	}
	return column;
}

void think_play_blindly(const struct tens_view *view, const uint8_t *cards, struct mk_move move,
	struct tens_view *after)
{
	*after = imagine(view, cards, move);
	after->last = (uint8_t)play_blindly(after, view->unknown - (move.kind == DEAL));
}

static enum solved solve_sample(struct thinking *thinking, const struct tens_view *view)
{
	bool is_free = view->removal == OPTIONAL;
	enum solved solved = SOLVED_UNKNOWN;

	if (!is_free) {
		solved = choices_run(thinking->choices, view, SAMPLE_CHOICES);
		thinking->advice->nodes += choices_count(thinking->choices);
	}
	if (solved == SOLVED_UNKNOWN) {
		solved = solver_run(thinking->solver, view, is_free ? &sample_beam : &sample_exact,
			thinking->cancel);
		thinking->advice->nodes += solver_states(thinking->solver);
	}
	return solved;
}

static bool wins_in(struct thinking *thinking, const uint8_t *cards, struct mk_move move)
{
	struct tens_view after;

	think_play_blindly(thinking->view, cards, move, &after);
	return solve_sample(thinking, &after) == SOLVED_WIN;
}

/* If triplets are mandatory, a world takes as little time as a playout. */
static uint64_t worlds_of_nodes(const struct thinking *thinking)
{
	return thinking->view->removal == OPTIONAL
		       ? thinking->budget->nodes / NODES_A_WORLD
		       : thinking->budget->nodes / thinking->advice->count;
}

static uint64_t most_worlds(const struct thinking *thinking)
{
	uint64_t worlds = thinking->budget->worlds;

	if (!worlds && thinking->budget->nodes) {
		worlds = worlds_of_nodes(thinking);
	}
	if (!worlds && thinking->budget->ms) {
		return MAX_WORLDS;
	}
	return worlds < MIN_WORLDS ? MIN_WORLDS : worlds;
}

static void sample(struct thinking *thinking, uint64_t wins[MK_MAX_MOVES])
{
	struct mk_advice *advice = thinking->advice;
	uint64_t worlds = most_worlds(thinking);
	uint8_t cards[MK_DECK];
	struct mk_rng rng;

	mk_rng_init(&rng, thinking->budget->seed, core_hash(&thinking->view->core));
	while (advice->worlds < worlds && !(advice->worlds >= MIN_WORLDS && is_late(thinking))) {
		tens_shuffle_unseen(thinking->view, &rng, cards);
		for (size_t i = 0; i < advice->count; i++) {
			wins[i] += wins_in(thinking, cards, advice->moves[i].move);
		}
		advice->worlds++;
	}
}

/*
 * Winning probability of the player, given the share of the samples that are won. The samples
 * remove triplets in the order of the rules until the last unknown card is dealt, while the player
 * chooses. With optional triplets, 3,000 games (`makker-lab tournament -g ten-twenty-thirty -s
 * search --nodes 1000 -n 3000 -S 90000 --calibration`) had 89 % wins at a share of 74 %, and 93 %
 * at 83 %.
 */
static double expected(const struct tens_view *view, double share)
{
	const double more = 0.9; /* added to the log-odds */

	if (view->removal != OPTIONAL || share <= 0 || share >= 1) {
		return share;
	}
	return 1 / (1 + (1 - share) / share * exp(-more));
}

static void judge(
	const struct tens_view *view, struct mk_ranked_move *ranked, uint64_t wins, uint64_t worlds)
{
	struct mk_proportion share = mk_proportion_of(wins, worlds);

	ranked->value = expected(view, share.value);
	ranked->low = expected(view, share.low);
	ranked->high = expected(view, share.high);
	ranked->visits = worlds;
}

/* Sorts by decreasing value; equal moves stay in the order of the rules. */
static void order_by_value(struct mk_advice *advice)
{
	for (size_t i = 1; i < advice->count; i++) {
		struct mk_ranked_move moving = advice->moves[i];
		size_t at = i;

		for (; at > 0 && advice->moves[at - 1].value < moving.value; at--) {
			advice->moves[at] = advice->moves[at - 1];
		}
		advice->moves[at] = moving;
	}
}

static void think_unknown(struct thinking *thinking)
{
	struct mk_advice *advice = thinking->advice;
	uint64_t wins[MK_MAX_MOVES] = {0};

	if (advice->count < 2) {
		return;
	}
	sample(thinking, wins);
	for (size_t i = 0; i < advice->count; i++) {
		judge(thinking->view, &advice->moves[i], wins[i], advice->worlds);
	}
	order_by_value(advice);
	advice->value = advice->moves[0].value;
	advice->low = advice->moves[0].low;
	advice->high = advice->moves[0].high;
}

void tens_think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	struct thinking thinking = {.view = view_of(view),
		.budget = budget,
		.cancel = cancel,
		.advice = advice,
		.began_ns = mk_budget_clock_ns(budget)};

	if (thinking.view->removal == FORCED || advice->count == 0) {
		return;
	}
	thinking.solver = solver_create();
	thinking.choices = choices_create();
	if (!thinking.solver || !thinking.choices) {
		goto out;
	}
	if (thinking.view->unknown == 0) {
		think_known(&thinking);
	} else {
		think_unknown(&thinking);
	}
out:
	choices_destroy(thinking.choices);
	solver_destroy(thinking.solver);
}
