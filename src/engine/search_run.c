/* One search, from the table to the advice. */
#include "base/arena.h"
#include "base/clock.h"
#include "engine/search.h"

#include <assert.h>
#include <makker/search.h>
#include <makker/selfplay.h>
#include <math.h>

/* The budget for the value of a single plan, where there is nothing to choose. */
enum { ONLY_PLAN_WORLDS = 200, ONLY_PLAN_MS = 10 };

struct mk_search_context {
	const struct mk_game *game;
	struct proof proof;
	struct search search;
	struct mk_advice draft; /* intermediate advice */
	/* Of the running search. */
	const struct mk_search_request *thought;
	const struct mk_advice *instant;
	uint32_t leader; /* the plan that was suggested last */
	bool leads;
};

bool mk_budget_is_empty(const struct mk_budget *budget)
{
	return !budget->ms && !budget->worlds && !budget->nodes;
}

int64_t mk_budget_clock_ns(const struct mk_budget *budget)
{
	return budget->is_of_processor ? clock_thread_ns() : clock_ticks_ns();
}

/* ---- Life ----------------------------------------------------------------------------------- */

struct mk_search_context *mk_search_context_init(
	struct mk_arena *arena, const struct mk_game *game, struct mk_executor *executor)
{
	struct mk_search_context *thinker = mk_arena_alloc_zeroed(arena, sizeof *thinker);
	size_t align = alignof(max_align_t);
	size_t size = (game->world_size + align - 1) / align * align;
	unsigned char *worlds =
		mk_arena_alloc_zeroed(arena, size * (executor ? executor->size : 1));

	if (!thinker || !worlds) {
		return NULL;
	}
	thinker->game = game;
	thinker->proof.game = game;
	thinker->search.game = game;
	thinker->search.executor = executor;
	thinker->search.worlds = worlds;
	thinker->search.world_size = size;
	return thinker;
}

void mk_search_context_deinit(struct mk_search_context *thinker)
{
	if (thinker) {
		proof_finish(&thinker->proof);
	}
}

/* ---- On the way ----------------------------------------------------------------------------- */

static double uncertainty(const struct search *search, size_t arm)
{
	double value, low, high;

	search_judge(search, arm, &value, &low, &high);
	return isnan(value) ? INFINITY : (high - low) / 4; /* about one standard error */
}

/* Orders the leader first, then the remaining plans by value, then the dropped ones. */
static void order_arms(const struct search *search, size_t order[MK_MAX_MOVES])
{
	size_t leader = search_leader(search);

	order[0] = leader;
	for (size_t i = 0, count = 1; i < search->count; i++) {
		double mean = search_mean(search, i);
		size_t to = count;

		if (i == leader) {
			continue;
		}
		for (; to > 1 && i < search->alive && search_mean(search, order[to - 1]) < mean;
			to--) {
			order[to] = order[to - 1];
		}
		order[to] = i;
		count++;
	}
}

/* Keeps the suggested plan in front while no other is significantly better. */
static void keep_leader(const struct mk_search_context *thinker, size_t order[MK_MAX_MOVES])
{
	const struct search *search = &thinker->search;
	size_t place = 0;
	double lead;

	while (place < search->alive && search->arms[order[place]].plan.tag != thinker->leader) {
		place++;
	}
	if (!thinker->leads || place == 0 || place >= search->alive) {
		return;
	}
	lead = search_mean(search, order[0]) - search_mean(search, order[place]);
	if (lead < 2 * uncertainty(search, order[0])) {
		size_t leader = order[place];

		memmove(order + 1, order, place * sizeof *order);
		order[0] = leader;
	}
}

static void report(void *owner, const struct search *search)
{
	struct mk_search_context *thinker = owner;
	struct mk_advice *draft = &thinker->draft;
	size_t order[MK_MAX_MOVES] = {0};

	*draft = *thinker->instant;
	order_arms(search, order);
	keep_leader(thinker, order);
	thinker->leader = search->arms[order[0]].plan.tag;
	thinker->leads = true;
	ranking_merge(search, order, draft);
	draft->final = false;
	draft->elapsed_ms = (double)(clock_ticks_ns() - search->begin_ns) / 1e6;
	thinker->thought->progress(thinker->thought->owner, draft);
}

/* ---- The search ----------------------------------------------------------------------------- */

static bool is_cancelled(const struct mk_search_request *thought)
{
	return thought->cancel && atomic_load(thought->cancel);
}

/* An only plan needs no choice, only a value for people, within their budget. */
static struct mk_budget budget_for(const struct mk_search_request *thought, size_t plans)
{
	struct mk_budget budget = thought->budget;

	if (plans == 1) {
		budget.ms = budget.ms && budget.ms < ONLY_PLAN_MS ? budget.ms : ONLY_PLAN_MS;
		budget.worlds = ONLY_PLAN_WORLDS;
	}
	return budget;
}

static bool needs_search(const struct search *search, const struct mk_search_request *thought)
{
	return search->count > 1 || (search->count == 1 && thought->budget.ms > 0);
}

static void search_plans(
	struct mk_search_context *thinker, enum mk_certainty certain, struct mk_advice *advice)
{
	const struct mk_search_request *thought = thinker->thought;
	struct search *search = &thinker->search;
	struct mk_budget budget = thought->budget;
	size_t order[MK_MAX_MOVES];

	search->view = thought->view;
	search->budget = &budget;
	search->cancel = thought->cancel;
	search->look = thought->progress ? report : NULL;
	search->owner = thinker;
	search_begin(search);
	budget = budget_for(thought, search->count);
	if (certain == MK_UNPROVEN && needs_search(search, thought)) {
		search_run(search);
	}
	for (size_t i = 0; i < search->count; i++) {
		order[i] = i;
	}
	ranking_merge(search, order, advice);
}

/* Without a plan: suggests the game's fallback_move(). */
static void suggest_without_plan(struct mk_search_context *thinker, struct mk_advice *advice)
{
	struct mk_move move;

	advice->suggestion = -1;
	if (thinker->game->search->fallback_move(thinker->thought->view, &move)) {
		ranking_suggest(advice, move);
	}
	advice_set_value(advice);
}

static void run_search(struct mk_search_context *thinker, struct mk_advice *advice)
{
	const struct mk_search_request *thought = thinker->thought;
	struct search *search = &thinker->search;
	enum mk_certainty certain = prover_run(
		&thinker->proof, thought->view, &thought->budget, search_world(search, 0), advice);

	if (thinker->game->search && advice->winning_line_length == 0) {
		search_plans(thinker, certain, advice);
		if (search->count == 0) {
			suggest_without_plan(thinker, advice);
		}
	}
	advice_set_certainty(thinker->game, certain, advice);
	if (thought->memo) {
		bool has_plan = thinker->game->search && advice->winning_line_length == 0 &&
				search->count > 0;

		search_memo_save(thinker->game, thought->view, advice,
			has_plan ? &search->arms[0].plan.tag : NULL, thought->memo);
	}
}

/* The strategy's own search; a proven win is followed to its end. */
static void think_alone(const struct mk_search_context *thinker, struct mk_advice *advice)
{
	const struct mk_search_request *thought = thinker->thought;

	thought->strategy->search(thought->view, &thought->budget, thought->cancel, advice);
	if (thought->memo) {
		search_memo_save(thinker->game, thought->view, advice, NULL, thought->memo);
	}
}

/* True for a game with plans or a solver. */
static bool can_search(const struct mk_game *game, const struct mk_strategy *strategy)
{
	return strategy->has_search && (strategy->search || game->search || game->solver);
}

void mk_search_run(struct mk_search_context *thinker, const struct mk_search_request *thought,
	struct mk_advice *advice)
{
	int64_t begin_ns = clock_ticks_ns();
	int64_t budget_begin_ns = mk_budget_clock_ns(&thought->budget);

	assert(!thought->budget.is_of_processor || !thinker->search.executor);
	mk_advise(thought->strategy, thought->view, advice);
	if (!can_search(thinker->game, thought->strategy) || mk_budget_is_empty(&thought->budget) ||
		thinker->game->outcome(thought->view) != MK_PLAYING) {
		return;
	}
	thinker->thought = thought;
	thinker->instant = advice;
	thinker->leads = false;
	thinker->search.begin_ns = begin_ns;
	thinker->search.budget_begin_ns = budget_begin_ns;
	if (!thought->memo ||
		!search_memo_follow(thinker->game, thought->view, thought->memo, advice)) {
		if (thought->strategy->search) {
			think_alone(thinker, advice);
		} else {
			run_search(thinker, advice);
		}
	}
	advice->final = !is_cancelled(thought);
	advice->elapsed_ms = (double)(mk_budget_clock_ns(&thought->budget) - budget_begin_ns) / 1e6;
}

/* ---- advice --------------------------------------------------------------------------------- */

void mk_advise(
	const struct mk_strategy *strategy, const struct mk_view *view, struct mk_advice *advice)
{
	int64_t begin = clock_ticks_ns();

	advice->certainty = MK_UNPROVEN;
	advice->pondered = false;
	advice->shortened.requested_ms = 0;
	advice->shortened.granted_ms = 0;
	advice->winning_line_length = 0;
	strategy->evaluate(view, advice);
	advice->strategy = strategy->name;
	advice->elapsed_ms = (double)(clock_ticks_ns() - begin) / 1e6;
}
