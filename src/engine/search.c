/* Sequential halving over common worlds. */
#include "engine/search.h"

#include "base/clock.h"

#include <math.h>

enum { BATCH_PLAYOUTS = 64, LOOK_EVERY_NS = 100000000, FRACTION_BITS = 20 };

static const double z95 = 1.959963984540054; /* the normal distribution's 97.5 % point */

/* ---- One world ------------------------------------------------------------------------------ */

static int64_t whole_number(const struct mk_search_game *game, double result)
{
	double share = (result - game->lowest) / (game->highest - game->lowest);

	return llround(ldexp(share, FRACTION_BITS));
}

/* All plans that are still in have the same chance. False when no world fits. */
static bool try_world(
	struct search *search, uint64_t number, struct mk_world *world, int64_t sums[MK_MAX_MOVES])
{
	const struct mk_search_game *game = search->game->search;
	struct mk_rng rng;

	mk_rng_init(&rng, search->seed, number);
	if (!search->game->guess(search->view, &rng, world)) {
		return false;
	}
	for (size_t i = 0; i < search->alive; i++) {
		struct mk_rng same = rng;

		sums[i] += whole_number(game, game->play_out(world, &search->arms[i].plan, &same));
	}
	return true;
}

static void add_up(struct search *search, const int64_t *sums, uint64_t worlds)
{
	for (size_t i = 0; i < search->alive; i++) {
		atomic_fetch_add(&search->arms[i].sum, sums[i]);
		atomic_fetch_add(&search->arms[i].visits, worlds);
	}
	atomic_fetch_add(&search->tried, worlds);
}

/* ---- One of the crew ------------------------------------------------------------------------ */

static bool is_over(const struct search *search)
{
	if (atomic_load_explicit(&search->stopped, memory_order_relaxed)) {
		return true;
	}
	if (search->cancel && atomic_load_explicit(search->cancel, memory_order_relaxed)) {
		return true;
	}
	return search->until_ns && clock_ticks_ns() >= search->until_ns;
}

/* The worlds from `first` on, as many as are taken at a time. */
static void try_batch(struct search *search, uint64_t first, struct mk_world *world)
{
	int64_t sums[MK_MAX_MOVES] = {0};
	uint64_t number = first;

	for (; number < first + search->batch && number < search->end; number++) {
		/* The very first world is tried whatever the clock says: some answer is wanted. */
		if (number > 0 && is_over(search)) {
			break;
		}
		if (!try_world(search, number, world, sums)) {
			atomic_store(&search->stopped, true);
			break;
		}
	}
	add_up(search, sums, number - first);
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

static void move_arm(struct search_arm *to, const struct search_arm *from)
{
	to->plan = from->plan;
	atomic_store(&to->sum, atomic_load(&from->sum));
	atomic_store(&to->visits, atomic_load(&from->visits));
}

/* By value; equal ones stay in the game's order, so that nothing flickers. */
static void sort(struct search *search, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		double mean = search_mean(search, i);
		struct search_arm moving;
		size_t to = i;

		move_arm(&moving, &search->arms[i]);
		for (; to > 0 && search_mean(search, to - 1) < mean; to--) {
			move_arm(&search->arms[to], &search->arms[to - 1]);
		}
		move_arm(&search->arms[to], &moving);
	}
}

static unsigned rounds_for(size_t plans)
{
	unsigned rounds = 1;

	while (((size_t)1 << rounds) < plans) {
		rounds++;
	}
	return rounds;
}

/* How many worlds a round may try for as many plans as are in it. */
static uint64_t worlds_of_round(const struct search *search, unsigned rounds)
{
	const struct mk_budget *budget = search->budget;
	uint64_t worlds = UINT64_MAX / 2;

	if (budget->worlds) {
		worlds = budget->worlds / rounds;
	}
	if (budget->nodes && budget->nodes / rounds / search->alive < worlds) {
		worlds = budget->nodes / rounds / search->alive;
	}
	return worlds ? worlds : 1;
}

static int64_t end_of_round(const struct search *search, unsigned round, unsigned rounds)
{
	int64_t budget_ns = (int64_t)search->budget->ms * 1000000;

	return budget_ns ? search->begin_ns + budget_ns * (round + 1) / rounds : 0;
}

static unsigned batch_for(size_t alive)
{
	return alive < BATCH_PLAYOUTS ? (unsigned)(BATCH_PLAYOUTS / alive) : 1;
}

/* The first world that nobody has begun; what was taken beyond a round's end was not. */
static uint64_t first_untried(const struct search *search)
{
	uint64_t next = atomic_load(&search->next);

	return next < search->end ? next : search->end;
}

static void run_round(struct search *search, unsigned round, unsigned rounds)
{
	uint64_t first = first_untried(search);

	search->batch = batch_for(search->alive);
	search->until_ns = end_of_round(search, round, rounds);
	search->end = first + worlds_of_round(search, rounds);
	atomic_store(&search->next, first);
	atomic_store(&search->seats, 0);
	if (search->crew) {
		search->crew->together(search->crew, work, search);
	} else {
		work(search);
	}
}

static bool is_cancelled(const struct search *search)
{
	return atomic_load(&search->stopped) || (search->cancel && atomic_load(search->cancel));
}

void search_run(struct search *search)
{
	unsigned rounds = rounds_for(search->count);

	search->alive = search->count;
	search->looked_ns = clock_ticks_ns();
	for (unsigned round = 0; round < rounds && !is_cancelled(search); round++) {
		run_round(search, round, rounds);
		sort(search, search->alive);
		search->alive = (search->alive + 1) / 2;
	}
}

/* ---- Beginning and end ---------------------------------------------------------------------- */

void search_begin(struct search *search)
{
	struct mk_plan plans[MK_MAX_MOVES];

	search->seed = search->budget->seed ^ search->game->search->digest(search->view);
	search->count = search->game->search->plans(search->view, plans);
	for (size_t i = 0; i < search->count; i++) {
		search->arms[i].plan = plans[i];
		atomic_store(&search->arms[i].sum, 0);
		atomic_store(&search->arms[i].visits, 0);
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
