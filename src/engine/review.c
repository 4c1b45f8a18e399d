/*
 * Valuation of a decision.
 *
 * In a game with plans: the best plan is chosen in some worlds, then it and the made move are
 * played out in the same other worlds (common random numbers, which reduce the variance of the
 * difference). Otherwise by the strategy's own search, twice, with different seeds; by the exact
 * solver; or by an exact static evaluation.
 */
#include "base/clock.h"
#include "engine/search.h"

#include <makker/review.h>
#include <makker/selfplay.h>
#include <math.h>
#include <stdlib.h>

/*
 * CHOICE_SHARE, REPLY_SHARE, VALUE_SHARE: parts of the budget, in per cent, for the choice of the
 * best plan, of that of the table after the made move, and for the value of a table whose best move
 * was made. SEARCH_CHOICE_SHARE: for the choice by a strategy's own search. The remainder, up
 * to SAVED_BUDGETS budgets, goes to comparisons of moves that are not settled. WORLDS_A_LOOK:
 * worlds between two looks at the clock. MIN_WORLDS: played whatever the budget is, because a
 * value is needed.
 */
enum {
	CHOICE_SHARE = 35,
	SEARCH_CHOICE_SHARE = 40,
	REPLY_SHARE = 15,
	VALUE_SHARE = 30,
	SAVED_BUDGETS = 6,
	WORLDS_A_LOOK = 8,
	MIN_WORLDS = 16
};

/*
 * The made move is preferred from this many standard errors on. With a lower bar (1.96, that of a
 * 95 % interval) one in forty comparisons of equal moves would lose its positive error and none its
 * negative one: measured, choice was 0.015 a game too low.
 */
static const double beyond_doubt = 4;

/*
 * Whether a loss is to be marked (mk_review_smallest_loss()) is undecided within this many standard
 * errors of the smallest one.
 */
static const double settled = 2.5;

/* The processor time of a playout before any was measured. */
static const double first_playout_ns = 30000;

/* Seeds of the worlds in which moves are valued, which differ from those of the choice. */
static const uint64_t valuing_seed = 0x9e3779b97f4a7c15u, closer_seed = 0xbf58476d1ce4e5b9u;

struct mk_reviewer {
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	struct proof proof;
	struct search search;
	struct mk_advice advice, scratch;
	struct mk_world *world, *played; /* sampled; after the made move */
	struct mk_view *seen;            /* a buffer for a view of `played` */

	struct mk_reviewer_progress progress;

	/* Of the present table. */
	const struct mk_review_table *table;
	struct mk_valuation *valuation;
	int64_t begin_ns; /* of the thread's processor time */
	uint64_t playouts;
};

/* ---- life ----------------------------------------------------------------------------------- */

static bool judges_exactly(const struct mk_game *game)
{
	return mk_game_is_open(game) && !game->has_points && !game->search && !game->solver;
}

static bool has_chances(const struct mk_game *game)
{
	return game->seats == 1 && !game->has_points &&
	       (game->search || game->solver || game->strategies[0].search);
}

static bool has_points(const struct mk_game *game)
{
	return game->points_won && game->is_own_move && game->strategies[0].search;
}

bool mk_review_is_possible(const struct mk_game *game)
{
	return has_chances(game) || judges_exactly(game) || has_points(game);
}

struct mk_reviewer *mk_reviewer_create(const struct mk_game *game)
{
	struct mk_reviewer *reviewer = calloc(1, sizeof *reviewer);

	if (!reviewer) {
		return NULL;
	}
	reviewer->game = game;
	reviewer->strategy = &game->strategies[0];
	reviewer->progress.playout_ns = first_playout_ns;
	reviewer->world = calloc(1, game->world_size);
	reviewer->played = calloc(1, game->world_size);
	reviewer->seen = calloc(1, game->view_size);
	reviewer->proof.game = reviewer->search.game = game;
	reviewer->search.worlds = (unsigned char *)reviewer->world;
	reviewer->search.world_size = game->world_size;
	if (!reviewer->world || !reviewer->played || !reviewer->seen) {
		mk_reviewer_destroy(reviewer);
		return NULL;
	}
	return reviewer;
}

void mk_reviewer_destroy(struct mk_reviewer *reviewer)
{
	if (reviewer) {
		proof_finish(&reviewer->proof);
		free(reviewer->world);
		free(reviewer->played);
		free(reviewer->seen);
		free(reviewer);
	}
}

void mk_reviewer_get_progress(
	const struct mk_reviewer *reviewer, struct mk_reviewer_progress *progress)
{
	*progress = reviewer->progress;
}

void mk_reviewer_set_progress(
	struct mk_reviewer *reviewer, const struct mk_reviewer_progress *progress)
{
	reviewer->progress = *progress;
	if (progress->playout_ns <= 0) {
		reviewer->progress.playout_ns = first_playout_ns;
	}
}

/* ---- results -------------------------------------------------------------------------------- */

double mk_review_result(const struct mk_game *game, const struct mk_view *view)
{
	double points = 0;

	if (game->points_won) {
		game->points_won(view, &points);
		return points;
	}
	return game->outcome(view) == MK_WON ? 1 : 0;
}

static bool is_over(const struct mk_reviewer *reviewer, const struct mk_view *view)
{
	double points;

	return reviewer->game->points_won ? reviewer->game->points_won(view, &points)
					  : reviewer->game->outcome(view) != MK_PLAYING;
}

static bool is_same(const struct mk_move *a, const struct mk_move *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static void prove_value(struct mk_valuation *valuation, double value)
{
	valuation->is_known = valuation->is_proven = true;
	valuation->value = value;
}

static void compare(struct mk_valuation *valuation, double made, double error)
{
	valuation->is_compared = true;
	valuation->made = made;
	valuation->error = error;
}

static void prove_made(struct mk_valuation *valuation, double made)
{
	compare(valuation, made, 0);
	valuation->is_made_proven = true;
}

static void note_better(struct mk_valuation *valuation, const struct mk_move *line, size_t length)
{
	valuation->has_better = length > 0;
	if (length > 0) {
		valuation->better = line[0];
		valuation->line_length = (uint8_t)length;
		memcpy(valuation->line, line, length * sizeof *line);
	}
}

static void note_suggestion(struct mk_valuation *valuation, const struct mk_advice *advice)
{
	if (advice->suggestion >= 0) {
		const struct mk_ranked_move *ranked = &advice->moves[advice->suggestion];

		note_better(valuation, ranked->line, ranked->line_length);
		if (ranked->line_length == 0) {
			note_better(valuation, &ranked->move, 1);
		}
	}
}

/* Sets is_best; the best move's value is that of the table. */
static void recognize_best(const struct mk_review_table *table, struct mk_valuation *valuation)
{
	if (table->made && valuation->has_better && is_same(table->made, &valuation->better)) {
		valuation->is_best = true;
		compare(valuation, valuation->value, 0);
	}
}

/* ---- budgets -------------------------------------------------------------------------------- */

enum { NS_A_MS = 1000000 };

static uint64_t share_of(uint64_t whole, unsigned percent)
{
	uint64_t share = whole * percent / 100;

	return whole > 0 && share == 0 ? 1 : share;
}

/*
 * The share as a number of playouts: of a budget in time, those that fit into it. A thread of idle
 * priority may have to wait in between, which is no reason to stop early.
 */
static struct mk_budget playouts_for(const struct mk_reviewer *reviewer, unsigned percent)
{
	const struct mk_budget *budget = &reviewer->table->budget;
	uint64_t nodes = share_of(budget->nodes, percent);

	if (budget->ms > 0) {
		double share_ns = (double)budget->ms * NS_A_MS * percent / 100;
		uint64_t fitting = 1 + (uint64_t)(share_ns / reviewer->progress.playout_ns);

		nodes = nodes == 0 || fitting < nodes ? fitting : nodes;
	}
	return (struct mk_budget){.nodes = nodes, .seed = budget->seed};
}

static void count_playouts(struct mk_reviewer *reviewer, uint64_t playouts, int64_t since_ns)
{
	double ns = (double)(clock_thread_ns() - since_ns);

	reviewer->playouts += playouts;
	reviewer->valuation->nodes += playouts;
	if (playouts >= MIN_WORLDS) {
		reviewer->progress.playout_ns +=
			(ns / (double)playouts - reviewer->progress.playout_ns) / 4;
	}
}

static bool is_cancelled(const struct mk_reviewer *reviewer)
{
	return reviewer->table->cancel && atomic_load(reviewer->table->cancel);
}

/* Between `least` and `most`, which are multiples of the budget. */
static int64_t add_rest(int64_t saved, int64_t rest, int64_t least, int64_t most)
{
	int64_t sum = saved + rest;

	return sum < least ? least : sum < most ? sum : most;
}

/*
 * Budgets that may be used before they are left over. Searches of a strategy find a game's end
 * quickly, and it is its beginning that is open.
 */
static int64_t credit(const struct mk_reviewer *reviewer, int64_t budget)
{
	return reviewer->strategy->search ? SAVED_BUDGETS * budget : 0;
}

static void save_rest(struct mk_reviewer *reviewer)
{
	const struct mk_budget *budget = &reviewer->table->budget;
	int64_t ns = (int64_t)budget->ms * NS_A_MS, playouts = (int64_t)budget->nodes;

	reviewer->progress.saved_ns =
		add_rest(reviewer->progress.saved_ns, ns - (clock_thread_ns() - reviewer->begin_ns),
			-credit(reviewer, ns), SAVED_BUDGETS * ns);
	reviewer->progress.saved_playouts =
		add_rest(reviewer->progress.saved_playouts, playouts - (int64_t)reviewer->playouts,
			-credit(reviewer, playouts), SAVED_BUDGETS * playouts);
}

/* ---- proofs --------------------------------------------------------------------------------- */

/* The proven result of `view`, with a win's moves in `advice`. */
static enum mk_certainty prove(
	struct mk_reviewer *reviewer, const struct mk_view *view, struct mk_advice *advice)
{
	enum mk_certainty certain;

	mk_advise(reviewer->strategy, view, advice);
	advice->nodes = 0;
	certain = prover_run(
		&reviewer->proof, view, &reviewer->table->budget, reviewer->world, advice);
	reviewer->valuation->nodes += advice->nodes;
	return certain;
}

static double value_of(enum mk_certainty certain)
{
	return certain == MK_PROVEN_WIN ? 1 : 0;
}

/* The proven result of the table after the move, where that table is known. */
static enum mk_certainty prove_after(struct mk_reviewer *reviewer)
{
	const struct mk_view *after = reviewer->table->after;

	if (!after) {
		return MK_UNPROVEN;
	}
	if (is_over(reviewer, after)) {
		return mk_review_result(reviewer->game, after) > 0 ? MK_PROVEN_WIN : MK_PROVEN_LOSS;
	}
	return prove(reviewer, after, &reviewer->scratch);
}

/* True if the proofs say all: the rest of the budget is not needed. */
static bool value_by_proofs(struct mk_reviewer *reviewer)
{
	const struct mk_review_table *table = reviewer->table;
	struct mk_valuation *valuation = reviewer->valuation;
	enum mk_certainty certain = prove(reviewer, table->view, &reviewer->advice);
	enum mk_certainty made;

	if (certain == MK_PROVEN_LOSS) {
		prove_value(valuation, 0);
		prove_made(valuation, 0);
		return true;
	}
	if (certain == MK_PROVEN_WIN) {
		prove_value(valuation, 1);
		if (reviewer->advice.winning_line_length > 0) {
			note_suggestion(valuation, &reviewer->advice);
			recognize_best(table, valuation);
		}
	}
	if (!table->made || valuation->is_best) {
		return certain != MK_UNPROVEN;
	}
	made = prove_after(reviewer);
	if (made == MK_PROVEN_WIN) {
		/* A proven win is as good as the best move. */
		prove_value(valuation, 1);
		note_better(valuation, table->made, 1);
		recognize_best(table, valuation);
	} else if (made == MK_PROVEN_LOSS) {
		prove_made(valuation, 0);
	}
	return valuation->is_proven && valuation->is_compared;
}

/* ---- by plans ------------------------------------------------------------------------------- */

/* How the made move is played out. */
enum made_by {
	MADE_NOT,      /* not at all */
	MADE_BY_PLAN,  /* by the best plan that begins with it */
	MADE_BY_REPLY, /* it reveals nothing: by the best plan of the table after it */
	MADE_BY_POLICY /* by the policy's choice at the resulting table */
};

/* Playouts of the best plan and of the made move in the same worlds. */
struct contest {
	struct mk_plan best, made; /* `made`: of MADE_BY_PLAN and MADE_BY_REPLY */
	enum made_by by;
	double worlds;
	double best_sum, made_sum, ahead, squares;
};

/* The best plan of a table, first among the arms. False: there is none. */
static bool choose_plan(struct mk_reviewer *reviewer, const struct mk_view *view, unsigned percent)
{
	struct search *search = &reviewer->search;
	struct mk_budget budget = playouts_for(reviewer, percent);
	int64_t since_ns = clock_thread_ns();

	search->view = view;
	search->budget = &budget;
	search->cancel = reviewer->table->cancel;
	search_begin(search);
	if (search->count > 1) {
		search_run(search);
	}
	count_playouts(reviewer, search_playouts(search), since_ns);
	search->budget = NULL;
	return search->count > 0;
}

/* Plays out a table that results from the made move and the revealed cards. */
static double play_after(struct mk_reviewer *reviewer, struct mk_rng *rng)
{
	const struct mk_game *game = reviewer->game;
	const struct mk_view *view =
		mk_game_view_of_seat(game, reviewer->played, 0, reviewer->seen);
	struct mk_plan plans[MK_MAX_MOVES];

	if (is_over(reviewer, view)) {
		return mk_review_result(game, view);
	}
	return game->search->plans(view, plans) > 0
		       ? game->search->playout(reviewer->played, &plans[0], rng)
		       : game->search->lowest;
}

static double play_made(
	struct mk_reviewer *reviewer, const struct contest *contest, struct mk_rng *rng)
{
	const struct mk_game *game = reviewer->game;

	if (contest->by == MADE_BY_PLAN) {
		return game->search->playout(reviewer->world, &contest->made, rng);
	}
	memcpy(reviewer->played, reviewer->world, game->world_size);
	game->apply(reviewer->played, *reviewer->table->made);
	return contest->by == MADE_BY_REPLY
		       ? game->search->playout(reviewer->played, &contest->made, rng)
		       : play_after(reviewer, rng);
}

/* False if no consistent world was found. */
static bool play_world(struct mk_reviewer *reviewer, struct contest *contest, uint64_t number)
{
	const struct mk_search_game *game = reviewer->game->search;
	uint64_t seed = reviewer->search.seed ^ valuing_seed;
	double best, made;
	struct mk_rng rng, same;

	mk_rng_init(&rng, seed, number);
	if (!mk_game_sample_world(reviewer->game, reviewer->table->view, &rng, reviewer->world)) {
		return false;
	}
	same = rng;
	best = game->playout(reviewer->world, &contest->best, &same);
	same = rng;
	made = contest->by != MADE_NOT ? play_made(reviewer, contest, &same) : best;
	contest->worlds++;
	contest->best_sum += best;
	contest->made_sum += made;
	contest->ahead += made - best;
	contest->squares += (made - best) * (made - best);
	return true;
}

static double calibrated(const struct mk_reviewer *reviewer, double value)
{
	const struct mk_search_game *game = reviewer->game->search;

	value = fmin(game->highest, fmax(game->lowest, value));
	return game->calibrate ? game->calibrate(reviewer->table->view, value) : value;
}

/* As in ahead_of_favourite() of search.c: an additional world represents the unseen ones. */
static double error_of_contest(const struct contest *contest)
{
	double mean = contest->ahead / contest->worlds;
	double variance = contest->squares / contest->worlds - mean * mean + 1 / contest->worlds;

	return sqrt(fmax(variance, 0) / contest->worlds);
}

/* The loss of the made move so far, and its standard error, on the scale of the marks. */
static double loss_of_contest(
	const struct mk_reviewer *reviewer, const struct contest *contest, double *error)
{
	double best = contest->best_sum / contest->worlds;
	double apart = error_of_contest(contest);

	/* The calibration stretches the error as it does the difference around it. */
	*error = fabs(calibrated(reviewer, best + apart) - calibrated(reviewer, best - apart)) / 2;
	return calibrated(reviewer, best) -
	       calibrated(reviewer, contest->made_sum / contest->worlds);
}

/*
 * More worlds would hardly change whether the made move is marked as a loss. A gain is not settled
 * any sooner than a loss: by chance moves are ahead as often as behind, and only where both are
 * played on alike is their mean 0.
 */
static bool is_settled_by(const struct mk_reviewer *reviewer, double loss, double error)
{
	double smallest =
		(double)mk_review_smallest_loss(reviewer->game->has_points) / MK_REVIEW_UNIT;

	return fabs(fabs(loss) - smallest) > settled * error;
}

static bool is_settled(const struct mk_reviewer *reviewer, const struct contest *contest)
{
	double error, loss = loss_of_contest(reviewer, contest, &error);

	return is_settled_by(reviewer, loss, error);
}

/*
 * A comparison takes what earlier decisions have left, as long as it is open whether there is a
 * loss to be marked.
 */
static bool is_spent(const struct mk_reviewer *reviewer, const struct contest *contest)
{
	const struct mk_budget *budget = &reviewer->table->budget;
	bool compares = contest->by != MADE_NOT;
	bool saves = !compares || is_settled(reviewer, contest);
	unsigned percent = compares ? 100 : CHOICE_SHARE + VALUE_SHARE;
	int64_t most_ns = (int64_t)share_of((uint64_t)budget->ms * NS_A_MS, percent);
	int64_t most_playouts = (int64_t)share_of(budget->nodes, percent);
	int64_t playouts =
		(int64_t)reviewer->playouts + (int64_t)contest->worlds * (compares ? 2 : 1);

	if (budget->ms > 0 && clock_thread_ns() - reviewer->begin_ns >=
				      most_ns + (saves ? 0 : reviewer->progress.saved_ns)) {
		return true;
	}
	return (budget->nodes > 0 &&
		       playouts >=
			       most_playouts + (saves ? 0 : reviewer->progress.saved_playouts)) ||
	       is_cancelled(reviewer);
}

static void play_contest(struct mk_reviewer *reviewer, struct contest *contest)
{
	int64_t since_ns = clock_thread_ns();
	uint64_t number = 0;

	while ((number < MIN_WORLDS || number % WORLDS_A_LOOK != 0 ||
		       !is_spent(reviewer, contest)) &&
		play_world(reviewer, contest, number)) {
		number++;
	}
	count_playouts(reviewer, number * (contest->by == MADE_NOT ? 1 : 2), since_ns);
}

/* Prefers the made move if it is significantly better than the one chosen in few worlds. */
static void prefer_made(struct mk_reviewer *reviewer)
{
	struct mk_valuation *valuation = reviewer->valuation;

	if (valuation->made - valuation->value > beyond_doubt * valuation->error) {
		valuation->value = valuation->made;
		note_better(valuation, reviewer->table->made, 1);
		recognize_best(reviewer->table, valuation);
	}
}

static void note_contest(struct mk_reviewer *reviewer, const struct contest *contest)
{
	struct mk_valuation *valuation = reviewer->valuation;
	double error;

	if (contest->worlds == 0) {
		return;
	}
	loss_of_contest(reviewer, contest, &error);
	if (!valuation->is_proven) {
		valuation->is_known = true;
		valuation->value = calibrated(reviewer, contest->best_sum / contest->worlds);
	}
	if (valuation->is_best) {
		compare(valuation, valuation->value, 0);
	} else if (contest->by != MADE_NOT && !valuation->is_compared) {
		compare(valuation, calibrated(reviewer, contest->made_sum / contest->worlds),
			error);
		prefer_made(reviewer);
	}
}

/* The best plan that begins with the made move. False: none does. */
static bool find_plan(const struct mk_reviewer *reviewer, struct mk_plan *plan)
{
	const struct search *search = &reviewer->search;

	for (size_t i = 0; i < search->count; i++) {
		if (is_same(&search->arms[i].plan.first, reviewer->table->made)) {
			*plan = search->arms[i].plan;
			return true;
		}
	}
	return false;
}

/* Without a plan on the known table after it, the made move cannot be valued. */
static enum made_by choose_way(struct mk_reviewer *reviewer, struct contest *contest)
{
	const struct mk_review_table *table = reviewer->table;
	uint64_t seed = reviewer->search.seed;

	if (!table->after) {
		return find_plan(reviewer, &contest->made) ? MADE_BY_PLAN : MADE_BY_POLICY;
	}
	if (!choose_plan(reviewer, table->after, REPLY_SHARE)) {
		return MADE_NOT;
	}
	contest->made = reviewer->search.arms[0].plan;
	reviewer->search.seed = seed;
	return MADE_BY_REPLY;
}

static void value_by_plans(struct mk_reviewer *reviewer)
{
	const struct mk_review_table *table = reviewer->table;
	struct mk_valuation *valuation = reviewer->valuation;
	struct contest contest = {.by = MADE_NOT};

	if (!choose_plan(reviewer, table->view, CHOICE_SHARE)) {
		return;
	}
	contest.best = reviewer->search.arms[0].plan;
	if (!valuation->has_better) {
		struct mk_move line[MK_MAX_LINE];
		size_t length =
			reviewer->game->search->plan_moves(table->view, &contest.best, line);

		note_better(valuation, line, length);
		recognize_best(table, valuation);
	}
	if (table->made && !valuation->is_best && !valuation->is_compared) {
		contest.by = choose_way(reviewer, &contest);
	}
	if (contest.by != MADE_NOT || (!valuation->is_proven && !table->has_value)) {
		play_contest(reviewer, &contest);
		note_contest(reviewer, &contest);
	}
}

/* ---- by the strategy's own search ------------------------------------------------------------ */

static const struct mk_ranked_move *find(const struct mk_advice *advice, const struct mk_move *move)
{
	for (size_t i = 0; i < advice->count; i++) {
		if (is_same(&advice->moves[i].move, move)) {
			return &advice->moves[i];
		}
	}
	return NULL;
}

static void think_within(struct mk_reviewer *reviewer, const struct mk_view *view,
	struct mk_budget budget, uint64_t seed, struct mk_advice *advice)
{
	budget.seed = reviewer->table->budget.seed ^ seed;
	budget.is_of_processor = true;
	mk_advise(reviewer->strategy, view, advice);
	advice->worlds = advice->nodes = 0;
	reviewer->strategy->search(view, &budget, reviewer->table->cancel, advice);
	reviewer->playouts += budget.nodes;
	reviewer->valuation->nodes += advice->nodes;
}

static void think(struct mk_reviewer *reviewer, const struct mk_view *view, unsigned percent,
	uint64_t seed, struct mk_advice *advice)
{
	const struct mk_budget *whole = &reviewer->table->budget;
	struct mk_budget budget = {.ms = (uint32_t)share_of(whole->ms, percent),
		.nodes = share_of(whole->nodes, percent)};

	think_within(reviewer, view, budget, seed, advice);
}

/* A single world gives a value, but no error. */
static bool is_estimated(const struct mk_ranked_move *ranked)
{
	return isfinite(ranked->value) && isfinite(ranked->high - ranked->low);
}

/* Half of a 95 % interval is about two standard errors. */
static double error_of_ranked(const struct mk_ranked_move *ranked)
{
	return (ranked->high - ranked->low) / 4;
}

/* The worlds are the same for all moves: the error of the difference is no larger than this. */
static double error_between(const struct mk_ranked_move *one, const struct mk_ranked_move *other)
{
	if (one->paired_error > 0 && other->paired_error > 0) {
		return hypot(one->paired_error, other->paired_error);
	}
	return hypot(error_of_ranked(one), error_of_ranked(other));
}

/* The estimates of the best and of the made move, from one search. */
struct estimate {
	bool is_known, is_compared;
	double worlds, value, made, error;
};

static void estimate_by(const struct mk_reviewer *reviewer, const struct mk_advice *advice,
	struct estimate *estimate)
{
	const struct mk_review_table *table = reviewer->table;
	const struct mk_ranked_move *best = find(advice, &reviewer->valuation->better);
	const struct mk_ranked_move *made = table->made ? find(advice, table->made) : NULL;

	*estimate = (struct estimate){.worlds = (double)advice->worlds};
	if (!best || !is_estimated(best)) {
		return;
	}
	estimate->is_known = true;
	estimate->value = best->value;
	if (made && made != best && is_estimated(made)) {
		estimate->is_compared = true;
		estimate->made = made->value;
		estimate->error = error_between(best, made);
	}
}

/* Searches with different seeds, each by the worlds it has seen. */
static void join_estimates(struct estimate *estimate, const struct estimate *other)
{
	double all = estimate->worlds + other->worlds;
	double part = all > 0 ? other->worlds / all : 0;

	estimate->value += part * (other->value - estimate->value);
	estimate->made += part * (other->made - estimate->made);
	estimate->error = hypot((1 - part) * estimate->error, part * other->error);
	estimate->worlds = all;
}

static int64_t with_credit(const struct mk_reviewer *reviewer, int64_t saved, int64_t budget)
{
	return add_rest(saved, credit(reviewer, budget), 0, 2L * SAVED_BUDGETS * budget);
}

/* The unused budget of earlier decisions, and the expected one of later decisions. */
static struct mk_budget saved_budget(const struct mk_reviewer *reviewer)
{
	const struct mk_budget *whole = &reviewer->table->budget;
	const struct mk_reviewer_progress *progress = &reviewer->progress;
	int64_t ns = with_credit(reviewer, progress->saved_ns, (int64_t)whole->ms * NS_A_MS);

	return (struct mk_budget){.ms = (uint32_t)(ns / NS_A_MS),
		.nodes = (uint64_t)with_credit(
			reviewer, progress->saved_playouts, (int64_t)whole->nodes)};
}

/* Searches an undecided comparison once more, with the unused budget of other decisions. */
static void look_closer(struct mk_reviewer *reviewer, struct estimate *estimate)
{
	const struct mk_budget *whole = &reviewer->table->budget;
	struct mk_budget budget = saved_budget(reviewer);
	struct estimate more;

	if (!estimate->is_compared ||
		is_settled_by(reviewer, estimate->value - estimate->made, estimate->error) ||
		(whole->ms > 0 && budget.ms == 0) || (whole->nodes > 0 && budget.nodes == 0) ||
		is_cancelled(reviewer)) {
		return;
	}
	think_within(reviewer, reviewer->table->view, budget, closer_seed, &reviewer->scratch);
	estimate_by(reviewer, &reviewer->scratch, &more);
	if (more.is_compared) {
		join_estimates(estimate, &more);
	}
}

static void value_by_estimates(struct mk_reviewer *reviewer)
{
	struct mk_valuation *valuation = reviewer->valuation;
	struct estimate estimate;

	think(reviewer, reviewer->table->view, 100 - SEARCH_CHOICE_SHARE, valuing_seed,
		&reviewer->scratch);
	estimate_by(reviewer, &reviewer->scratch, &estimate);
	if (!estimate.is_known) {
		return;
	}
	look_closer(reviewer, &estimate);
	valuation->is_known = true;
	valuation->value = estimate.value;
	if (valuation->is_best) {
		compare(valuation, valuation->value, 0);
	} else if (estimate.is_compared) {
		compare(valuation, estimate.made, estimate.error);
		prefer_made(reviewer);
	}
}

static void value_after_by_search(struct mk_reviewer *reviewer)
{
	const struct mk_view *after = reviewer->table->after;
	const struct mk_advice *advice = &reviewer->scratch;

	if (!after) {
		return;
	}
	if (is_over(reviewer, after)) {
		prove_made(reviewer->valuation, mk_review_result(reviewer->game, after));
		return;
	}
	think(reviewer, after, 100 - SEARCH_CHOICE_SHARE, 0, &reviewer->scratch);
	if (advice->certainty != MK_UNPROVEN) {
		prove_made(reviewer->valuation, value_of(advice->certainty));
	}
}

static void value_by_search(struct mk_reviewer *reviewer)
{
	const struct mk_review_table *table = reviewer->table;
	struct mk_valuation *valuation = reviewer->valuation;
	const struct mk_advice *advice = &reviewer->advice;

	think(reviewer, table->view, SEARCH_CHOICE_SHARE, 0, &reviewer->advice);
	note_suggestion(valuation, advice);
	if (advice->certainty == MK_UNPROVEN && advice->count > 1) {
		recognize_best(table, valuation);
		if (!valuation->is_best || !table->has_value) {
			value_by_estimates(reviewer);
		}
		return;
	}
	if (advice->certainty != MK_UNPROVEN) {
		prove_value(valuation, value_of(advice->certainty));
	}
	recognize_best(table, valuation);
	if (advice->certainty == MK_PROVEN_LOSS) {
		prove_made(valuation, 0);
	} else if (table->made && !valuation->is_best) {
		value_after_by_search(reviewer);
	}
}

/*
 * ---- announcements ----------------------------------------------------------------------------
 */

static bool keeps_turn(const struct mk_game *game, const struct mk_review_table *table)
{
	return game->out_of_turn && table->made &&
	       game->out_of_turn->keeps_turn(table->view, table->made);
}

static bool compare_said(struct mk_reviewer *reviewer, const struct mk_move *other,
	unsigned percent, uint64_t seed, struct mk_comparison *comparison)
{
	const struct mk_review_table *table = reviewer->table;
	const struct mk_budget budget = {.ms = (uint32_t)share_of(table->budget.ms, percent),
		.nodes = share_of(table->budget.nodes, percent),
		.seed = table->budget.seed ^ seed,
		.is_of_processor = true};
	bool found = reviewer->game->out_of_turn->compare(
		table->view, table->made, other, &budget, table->cancel, comparison);

	reviewer->playouts += budget.nodes;
	reviewer->valuation->nodes += found ? comparison->nodes : 0;
	return found && isfinite(comparison->error);
}

/*
 * As with moves, the choice and the valuation use different deals. A beneficial announcement can
 * often also be made later: omitting it is not a mistake, and the value of the table stays.
 */
static void value_said(struct mk_reviewer *reviewer)
{
	struct mk_valuation *valuation = reviewer->valuation;
	struct mk_comparison choice, values;

	if (!compare_said(reviewer, NULL, SEARCH_CHOICE_SHARE, 0, &choice) ||
		!compare_said(reviewer, &choice.other, 100 - SEARCH_CHOICE_SHARE, valuing_seed,
			&values)) {
		return;
	}
	valuation->is_known = true;
	if (choice.with > choice.without) {
		valuation->value = values.with;
		note_better(valuation, reviewer->table->made, 1);
		recognize_best(reviewer->table, valuation);
	} else {
		valuation->value = values.without;
		compare(valuation, values.with, values.error);
		note_better(valuation, &choice.other, choice.other.kind != 0);
	}
}

/* ---- by exact static evaluation -------------------------------------------------------------- */

/* The value for the first seat. False: the static evaluation is not exact. */
static bool judge(struct mk_reviewer *reviewer, const struct mk_view *view,
	struct mk_advice *advice, double *value)
{
	int seat = mk_game_seat_to_move(reviewer->game, (const struct mk_world *)view);

	if (is_over(reviewer, view)) {
		*value = mk_review_result(reviewer->game, view);
		return true;
	}
	mk_advise(reviewer->strategy, view, advice);
	if (advice->certainty == MK_UNPROVEN) {
		return false;
	}
	*value = seat == 0 ? value_of(advice->certainty) : 1 - value_of(advice->certainty);
	return true;
}

static void value_by_judgement(struct mk_reviewer *reviewer)
{
	const struct mk_review_table *table = reviewer->table;
	struct mk_valuation *valuation = reviewer->valuation;
	double value;

	if (!judge(reviewer, table->view, &reviewer->advice, &value)) {
		return;
	}
	prove_value(valuation, value);
	note_suggestion(valuation, &reviewer->advice);
	recognize_best(table, valuation);
	if (table->made && !valuation->is_best && table->after &&
		judge(reviewer, table->after, &reviewer->scratch, &value)) {
		prove_made(valuation, value);
	}
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* An only move needs no comparison. */
static void recognize_only_move(struct mk_reviewer *reviewer)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = reviewer->game->view_moves(reviewer->table->view, moves);

	if (count == 1 && reviewer->table->made && is_same(&moves[0], reviewer->table->made)) {
		note_better(reviewer->valuation, moves, 1);
		reviewer->valuation->is_best = true;
	}
}

/* A search values the present deal, and often too highly; earlier ones count, too. */
static void add_earlier_deals(const struct mk_game *game, const struct mk_review_table *table,
	struct mk_valuation *valuation)
{
	double excess = game->review_excess ? game->review_excess(table->view) : 0;
	double points = 0;

	if (game->points_won) {
		game->points_won(table->view, &points);
	}
	valuation->value += points - (valuation->is_proven ? 0 : excess);
	valuation->made += points - (valuation->is_made_proven ? 0 : excess);
}

void mk_reviewer_value(struct mk_reviewer *reviewer, const struct mk_review_table *table,
	struct mk_valuation *valuation)
{
	const struct mk_game *game = reviewer->game;

	*valuation = (struct mk_valuation){.is_known = false};
	reviewer->table = table;
	reviewer->valuation = valuation;
	reviewer->begin_ns = clock_thread_ns();
	reviewer->playouts = 0;
	if (is_over(reviewer, table->view)) {
		prove_value(valuation, mk_review_result(game, table->view));
		return;
	}
	recognize_only_move(reviewer);
	if (valuation->is_best && table->has_value && !judges_exactly(game)) {
		save_rest(reviewer);
		return;
	}
	if (keeps_turn(game, table)) {
		value_said(reviewer);
		add_earlier_deals(game, table, valuation);
	} else if (reviewer->strategy->search) {
		value_by_search(reviewer);
		add_earlier_deals(game, table, valuation);
	} else if (judges_exactly(game)) {
		value_by_judgement(reviewer);
	} else if (!value_by_proofs(reviewer) && game->search) {
		value_by_plans(reviewer);
	}
	save_rest(reviewer);
}
