/* Compares plans with the favourite in common worlds. */
#include "engine/search.h"

#include "base/clock.h"

#include <math.h>

enum { BATCH_PLAYOUTS = 64, LOOK_EVERY_NS = 100000000, FRACTION_BITS = 16, ROUNDS = 8 };
/* Which plans are made longer, after which rounds, and how many playouts each of these must have
 * had: with fewer, the additional plans cost more than they find. */
enum { LENGTHENED = 3, FIRST_LENGTHENING = 1, LAST_LENGTHENING = 3, LENGTHENING_PLAYOUTS = 500 };

/*
 * In standard errors: how far behind the favourite a plan is dropped, and how far ahead of it one
 * is preferred. The smaller the error, the less likely a plan looks better by chance: before any
 * world is played, plans are behind the favourite by `doubt` times their variance, so the square of
 * the error times `doubt` is the required lead. Values found by self-play; see
 * docs/klondike-search.md.
 */
static const double leave = 1.5, prefer = 1.5, doubt = 40;
static const double z95 = 1.959963984540054; /* the normal distribution's 97.5 % point */

/* ---- One world ------------------------------------------------------------------------------ */

static int64_t whole_number(const struct mk_search_game *game, double result)
{
	double share = (result - game->lowest) / (game->highest - game->lowest);

	return llround(ldexp(share, FRACTION_BITS));
}

/* Totals of one thread. */
struct sums {
	int64_t sum[MK_MAX_MOVES], ahead[MK_MAX_MOVES], square[MK_MAX_MOVES];
};

static void play_out_plans(const struct search *search, const struct mk_world *world,
	const struct mk_rng *rng, double results[MK_MAX_MOVES])
{
	const struct mk_search_game *game = search->game->search;
	const struct mk_plan *plans[MK_MAX_MOVES];
	const size_t count = search->alive;

	for (size_t i = 0; i < count; i++) {
		plans[i] = &search->arms[i].plan;
	}
	if (game->playouts) {
		game->playouts(world, plans, count, rng, results);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct mk_rng same = *rng;

		results[i] = game->playout(world, plans[i], &same);
	}
}

/*
 * Plays all remaining plans with the same random numbers. False if no consistent world was found.
 */
static bool try_world(
	struct search *search, uint64_t number, struct mk_world *world, struct sums *sums)
{
	const struct mk_search_game *game = search->game->search;
	double results[MK_MAX_MOVES];
	int64_t favourite = 0;
	struct mk_rng rng;

	mk_rng_init(&rng, search->seed, number);
	if (!mk_game_sample_world(search->game, search->view, &rng, world)) {
		return false;
	}
	play_out_plans(search, world, &rng, results);
	for (size_t i = 0; i < search->alive; i++) {
		int64_t whole = whole_number(game, results[i]);

		favourite = i == 0 ? whole : favourite;
		sums->sum[i] += whole;
		sums->ahead[i] += whole - favourite;
		sums->square[i] += (whole - favourite) * (whole - favourite);
	}
	return true;
}

static void add_up(struct search *search, const struct sums *sums, uint64_t worlds)
{
	for (size_t i = 0; i < search->alive; i++) {
		atomic_fetch_add(&search->arms[i].sum, sums->sum[i]);
		atomic_fetch_add(&search->arms[i].ahead, sums->ahead[i]);
		atomic_fetch_add(&search->arms[i].square, sums->square[i]);
		atomic_fetch_add(&search->arms[i].visits, worlds);
	}
	atomic_fetch_add(&search->tried, worlds);
}

/* ---- One thread ---------------------------------------------------------------------------- */

static bool is_over(const struct search *search)
{
	if (atomic_load_explicit(&search->stopped, memory_order_relaxed)) {
		return true;
	}
	if (search->cancel && atomic_load_explicit(search->cancel, memory_order_relaxed)) {
		return true;
	}
	return search->until_ns && mk_budget_clock_ns(search->budget) >= search->until_ns;
}

/* Plays one batch of worlds from `first` on. */
static void try_batch(struct search *search, uint64_t first, struct mk_world *world)
{
	struct sums sums = {0};
	uint64_t number = first;

	for (; number < first + search->batch && number < search->end; number++) {
		/*
		 * The first world is played even after the deadline, because an answer is needed.
		 */
		if (number > 0 && is_over(search)) {
			break;
		}
		if (!try_world(search, number, world, &sums)) {
			atomic_store(&search->stopped, true);
			break;
		}
	}
	add_up(search, &sums, number - first);
}

static void look(struct search *search)
{
	int64_t now = clock_ticks_ns();

	if (search->look && now - search->looked_ns >= LOOK_EVERY_NS) {
		search->looked_ns = now;
		search->look(search->owner, search);
	}
}

static void work(void *task)
{
	struct search *search = task;
	unsigned seat = atomic_fetch_add(&search->seats, 1);
	uint64_t first;

	while ((first = atomic_fetch_add(&search->next, search->batch)) < search->end) {
		try_batch(search, first, search_world(search, seat));
		if (is_over(search)) {
			return;
		}
		if (seat == 0) {
			look(search);
		}
	}
}

/* ---- Rounds --------------------------------------------------------------------------------- */

double search_mean(const struct search *search, size_t arm)
{
	const struct mk_search_game *game = search->game->search;
	uint64_t visits = atomic_load(&search->arms[arm].visits);
	double sum = (double)atomic_load(&search->arms[arm].sum);

	if (visits == 0) {
		return -INFINITY;
	}
	return game->lowest +
	       (game->highest - game->lowest) * ldexp(sum / (double)visits, -FRACTION_BITS);
}

/*
 * How far a plan is ahead of the favourite, in shares of the game's range, with its standard error.
 * The additional world in the variance represents the unseen ones.
 */
static double ahead_of_favourite(const struct search *search, size_t arm, double *error)
{
	double visits = (double)atomic_load(&search->arms[arm].visits);
	double ahead = (double)atomic_load(&search->arms[arm].ahead);
	double square = (double)atomic_load(&search->arms[arm].square);
	double mean, variance;

	*error = INFINITY;
	if (visits <= 0) {
		return 0;
	}
	mean = ldexp(ahead / visits, -FRACTION_BITS);
	variance = ldexp(square / visits, -2 * FRACTION_BITS) - mean * mean + 1 / visits;
	*error = sqrt(fmax(variance, 0) / visits);
	return mean;
}

size_t search_leader(const struct search *search)
{
	size_t leader = 0;
	double most = 0;

	for (size_t i = 1; i < search->alive; i++) {
		double error, ahead = ahead_of_favourite(search, i, &error);

		if (ahead > most && ahead > error * fmin(prefer, doubt * error)) {
			most = ahead;
			leader = i;
		}
	}
	return leader;
}

static void move_arm(struct search_arm *to, const struct search_arm *from)
{
	to->plan = from->plan;
	atomic_store(&to->sum, atomic_load(&from->sum));
	atomic_store(&to->ahead, atomic_load(&from->ahead));
	atomic_store(&to->square, atomic_load(&from->square));
	atomic_store(&to->visits, atomic_load(&from->visits));
}

static void bring_to(struct search *search, size_t from, size_t to)
{
	struct search_arm moving;

	move_arm(&moving, &search->arms[from]);
	for (size_t i = from; i > to; i--) {
		move_arm(&search->arms[i], &search->arms[i - 1]);
	}
	move_arm(&search->arms[to], &moving);
}

/* Lower bound of the best plan's lead; the favourite's is 0. */
static double least_lead(const struct search *search)
{
	double error, ahead = ahead_of_favourite(search, search_leader(search), &error);

	return fmax(0, ahead - leave * error);
}

/*
 * Moves plans that are clearly behind the favourite, or behind one that is clearly better, to the
 * end. The favourite stays, since all others are compared with it.
 */
static void leave_out(struct search *search)
{
	double least = least_lead(search);
	size_t stay = 1;

	for (size_t i = 1; i < search->alive; i++) {
		double error, ahead = ahead_of_favourite(search, i, &error);

		if (ahead + leave * error >= least) {
			bring_to(search, i, stay++);
		}
	}
	search->alive = stay;
}

/* The leader, then by value; equal ones stay in the game's order, so that nothing flickers. */
static void sort(struct search *search)
{
	bring_to(search, search_leader(search), 0);
	for (size_t i = 2; i < search->count; i++) {
		double mean = search_mean(search, i);
		size_t to = i;

		while (to > 1 && search_mean(search, to - 1) < mean) {
			to--;
		}
		bring_to(search, i, to);
	}
}

uint64_t search_playouts(const struct search *search)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < search->count; i++) {
		sum += atomic_load(&search->arms[i].visits);
	}
	return sum;
}

/* The maximum number of worlds of a round, given its number of plans. */
static uint64_t worlds_of_round(const struct search *search, unsigned round)
{
	const struct mk_budget *budget = search->budget;
	uint64_t rounds = ROUNDS - round;
	uint64_t worlds = UINT64_MAX / 2;

	if (budget->worlds) {
		worlds = (budget->worlds - atomic_load(&search->tried)) / rounds;
	}
	if (budget->nodes) {
		uint64_t played = search_playouts(search);
		uint64_t left = budget->nodes > played ? budget->nodes - played : 0;
		uint64_t most = left / rounds / search->alive;

		worlds = most < worlds ? most : worlds;
	}
	return worlds;
}

static int64_t end_of_round(const struct search *search, unsigned round)
{
	int64_t budget_ns = (int64_t)search->budget->ms * 1000000;

	return budget_ns ? search->budget_begin_ns + budget_ns * (round + 1) / ROUNDS : 0;
}

static unsigned batch_for(size_t alive)
{
	return alive < BATCH_PLAYOUTS ? (unsigned)(BATCH_PLAYOUTS / alive) : 1;
}

/* The first world that no thread has started, at most the end of the round. */
static uint64_t first_untried(const struct search *search)
{
	uint64_t next = atomic_load(&search->next);

	return next < search->end ? next : search->end;
}

static void run_round(struct search *search, unsigned round)
{
	uint64_t first = first_untried(search);

	search->batch = batch_for(search->alive);
	search->until_ns = end_of_round(search, round);
	search->end = first + worlds_of_round(search, round);
	atomic_store(&search->next, first);
	atomic_store(&search->seats, 0);
	if (search->executor) {
		search->executor->run_parallel(search->executor, work, search);
	} else {
		work(search);
	}
}

/* ---- Longer plans --------------------------------------------------------------------------- */

static void reset_arm(struct search_arm *arm, const struct mk_plan *plan)
{
	arm->plan = *plan;
	atomic_store(&arm->sum, 0);
	atomic_store(&arm->ahead, 0);
	atomic_store(&arm->square, 0);
	atomic_store(&arm->visits, 0);
}

/* Adds a plan to the remaining ones. */
static void add_arm(struct search *search, const struct mk_plan *plan)
{
	if (search->alive < search->count) {
		move_arm(&search->arms[search->count], &search->arms[search->alive]);
	}
	reset_arm(&search->arms[search->alive++], plan);
	search->count++;
}

/* The best remaining plans, including the favourite; returns their number. */
static size_t best_plans(const struct search *search, struct mk_plan best[LENGTHENED])
{
	double lead[LENGTHENED];
	size_t count = 0;

	for (size_t i = 0; i < search->alive; i++) {
		double error, ahead = ahead_of_favourite(search, i, &error);
		size_t to = count < LENGTHENED ? count++ : LENGTHENED;

		for (; to > 0 && lead[to - 1] < ahead; to--) {
			if (to < LENGTHENED) {
				lead[to] = lead[to - 1];
				best[to] = best[to - 1];
			}
		}
		if (to < LENGTHENED) {
			lead[to] = ahead;
			best[to] = search->arms[i].plan;
		}
	}
	return count;
}

static void lengthen(struct search *search, const struct mk_plan *plan)
{
	struct mk_plan plans[MK_MAX_MOVES], longer[MK_MAX_MOVES];
	size_t more;

	for (size_t i = 0; i < search->count; i++) {
		plans[i] = search->arms[i].plan;
	}
	more = search->game->search->longer_plans(
		search->view, plan, plans, search->count, longer, MK_MAX_MOVES - search->count);
	for (size_t i = 0; i < more; i++) {
		add_arm(search, &longer[i]);
	}
}

static bool may_lengthen(const struct search *search, unsigned round)
{
	return search->game->search->longer_plans && search->count > 1 &&
	       (round == FIRST_LENGTHENING || round == LAST_LENGTHENING) &&
	       search_playouts(search) >= LENGTHENING_PLAYOUTS * (uint64_t)(round + 1);
}

/* Adds longer plans that continue the best ones so far. */
static void lengthen_best(struct search *search)
{
	struct mk_plan best[LENGTHENED];
	size_t count = best_plans(search, best);

	for (size_t i = 0; i < count; i++) {
		lengthen(search, &best[i]);
	}
}

static bool is_cancelled(const struct search *search)
{
	return atomic_load(&search->stopped) || (search->cancel && atomic_load(search->cancel));
}

/*
 * True if a single plan is left. A plan that was the only one from the start is still played out
 * for its value.
 */
static bool is_decided(const struct search *search)
{
	return search->alive == 1 && search->count > 1;
}

void search_run(struct search *search)
{
	search->looked_ns = clock_ticks_ns();
	for (unsigned round = 0; round < ROUNDS && !is_decided(search); round++) {
		run_round(search, round);
		if (is_cancelled(search)) {
			break;
		}
		leave_out(search);
		if (may_lengthen(search, round)) {
			lengthen_best(search);
		}
	}
	sort(search);
}

/* ---- Beginning and end ---------------------------------------------------------------------- */

void search_begin(struct search *search)
{
	struct mk_plan plans[MK_MAX_MOVES];

	search->seed = search->budget->seed ^ search->game->search->digest(search->view);
	search->count = search->game->search->plans(search->view, plans);
	search->alive = search->count;
	for (size_t i = 0; i < search->count; i++) {
		reset_arm(&search->arms[i], &plans[i]);
	}
	search->end = 0;
	atomic_store(&search->next, 0);
	atomic_store(&search->tried, 0);
	atomic_store(&search->stopped, false);
}

void search_judge(const struct search *search, size_t arm, double *value, double *low, double *high)
{
	const struct mk_search_game *game = search->game->search;
	double n = (double)atomic_load(&search->arms[arm].visits);
	double range = game->highest - game->lowest;
	double share, centre, half;

	*value = *low = *high = NAN;
	if (n == 0) {
		return;
	}
	*value = search_mean(search, arm);
	share = (*value - game->lowest) / range;
	centre = (share + z95 * z95 / (2 * n)) / (1 + z95 * z95 / n);
	half = z95 / (1 + z95 * z95 / n) *
	       sqrt(fmax(0, share * (1 - share) / n) + z95 * z95 / (4 * n * n));
	*low = game->lowest + range * fmax(0, centre - half);
	*high = game->lowest + range * fmin(1, centre + half);
}
