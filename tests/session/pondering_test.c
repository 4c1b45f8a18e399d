/* Tables that are searched while the player moves: a camera above a real game of Klondike. */
#include "base/clock.h"
#include "base/limits.h"
#include "session/fake_pool.h"
#include "session/memory_store.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <makker/game.h>
#include <makker/pondering.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/*
 * A search of BUDGET_MS is waited for. PONDERING_MS of processor time are enough for two rounds of
 * the tables after a draw (at most 52, 1 and 4 ms each).
 */
enum {
	BUDGET_MS = 4,
	LONGER_MS = 300,
	HUGE_BUDGET_MS = 1600,
	THOROUGH_MS = 120,
	PONDERING_MS = 400,
	SHORT_MS = 20,
	LONG_PONDERING_MS = 2000
};

static struct memory_store store;
static struct sessions *sessions;
static struct limits limits;
static struct fake_pool searchers, ponderers;
static const struct mk_game *game;
static struct mk_world *world;

static struct {
	unsigned answers;
	struct session session;
	bool has_advice, pondered, has_suggestion;
	uint64_t nodes;
	struct mk_move suggestion;
} last;

static void start(uint32_t pondering_ms)
{
	struct sessions_options options = {.journal = store.journal,
		.limits = &limits,
		.workers = &searchers.workers,
		.ponderers = &ponderers.workers,
		.pondering_ms = pondering_ms,
		.search_threads = 1,
		.kept = 4,
		.waiting_limit = 4,
		.now_ms = still_clock_ms,
		.random = count_up};

	sessions = sessions_create(&options);
}

static void open_sessions(void)
{
	game = mk_game_find("klondike");
	world = malloc(game->world_size);
	limits_init(&limits);
	fake_pool_init(&searchers, FAKE_POOL_SIZE);
	fake_pool_init(&ponderers, FAKE_POOL_SIZE);
	memory_store_open(&store);
	start(PONDERING_MS);
}

static void end_jobs(struct fake_pool *fake_pool)
{
	fake_pool_end_withdrawn(fake_pool);
	while (fake_pool->count > 0) {
		fake_pool_run(fake_pool, 0);
	}
}

static void close_sessions(void)
{
	sessions_shutdown(sessions);
	end_jobs(&searchers);
	end_jobs(&ponderers);
	sessions_destroy(sessions);
	memory_store_close(&store);
	free(world);
}

TestSuite(pondering, .init = open_sessions, .fini = close_sessions);

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	const struct mk_advice *advice = session ? session->advice : NULL;

	(void)context;
	cr_assert_eq(status, MK_OK, "%s", error ? error->detail : "");
	last.answers++;
	if (!session) {
		return;
	}
	last.session = *session;
	last.has_advice = advice != NULL;
	last.pondered = advice && advice->pondered;
	last.nodes = advice ? advice->nodes : 0;
	last.has_suggestion = advice && advice->suggestion >= 0;
	if (last.has_suggestion) {
		last.suggestion = advice->moves[advice->suggestion].move;
	}
}

/* A picture of the table; the answer may wait for a search, of which `late_ms` have passed. */
static void see_late(uint32_t budget_ms, uint32_t late_ms)
{
	struct change_precondition condition = {.any_version = true,
		.deadline = {.budget_ms = budget_ms,
			.since_ns = clock_ticks_ns() - late_ms * 1000000LL,
			.waits = true}};
	struct mk_snapshot *snapshot = malloc(game->snapshot_size);
	struct session_frame frame = {0};

	mk_game_observe(game, world, 0, snapshot);
	sessions_post_snapshot(
		sessions, last.session.id, game, snapshot, &frame, &condition, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	free(snapshot);
}

static void see(uint32_t budget_ms)
{
	see_late(budget_ms, 0);
}

/* The same, with the search that the answer waits for, if there is one. */
static void see_searched(uint32_t budget_ms)
{
	see(budget_ms);
	end_jobs(&searchers);
}

static void ponder(void)
{
	cr_assert_eq(ponderers.count, 1);
	end_jobs(&ponderers);
}

static void follow(void)
{
	game->apply(world, last.suggestion);
}

/* A session with the first picture of a deal, whose first decision is searched. */
static void open_table(const char *preset, uint64_t seed)
{
	const struct mk_preset *rules = mk_preset_find(game, preset);
	struct session_spec spec = {.game = game,
		.preset = rules,
		.rules = rules->rules,
		.strategy = mk_strategy_find(game, "search"),
		.language = MK_GREEK};
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 0);
	game->deal(world, &rules->rules, &rng);
	sessions_add(sessions, &spec, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	see_searched(BUDGET_MS);
	cr_assert(last.has_suggestion);
	cr_assert_not(last.pondered);
}

static void remove_session(void)
{
	struct change_precondition always = {.any_version = true};

	sessions_remove(sessions, last.session.id, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	fake_pool_end_withdrawn(&ponderers);
}

static struct sessions_figures figures(void)
{
	return sessions_figures(sessions);
}

Test(pondering, an_expected_table_is_answered_at_once)
{
	open_table("klondike-1", 3);
	ponder();
	follow();
	last.answers = 0;
	see(BUDGET_MS);
	cr_assert_eq(last.answers, 1, "it waits for no search");
	cr_assert_eq(searchers.count, 0);
	cr_assert(last.pondered);
	cr_assert_gt(last.nodes, 0);
	cr_assert_eq(figures().ponderings_met, 1);
	cr_assert_eq(ponderers.count, 1, "and the tables after it are next");
}

Test(pondering, a_longer_search_than_the_pondered_one_takes_place)
{
	open_table("klondike-1", 3);
	ponder();
	follow();
	last.answers = 0;
	see(LONGER_MS);
	cr_assert_eq(last.answers, 0);
	cr_assert_eq(searchers.count, 1);
	end_jobs(&searchers);
	cr_assert_eq(last.answers, 1);
	cr_assert_not(last.pondered);
}

Test(pondering, a_table_that_is_met_before_its_search_is_searched_now)
{
	open_table("klondike-1", 3);
	follow();
	see(BUDGET_MS);
	cr_assert_eq(searchers.count, 1);
	cr_assert_eq(ponderers.count, 0, "it was withdrawn");
	cr_assert_eq(ponderers.withdrawn_count, 1);
	end_jobs(&searchers);
	cr_assert_not(last.pondered);
	cr_assert_eq(ponderers.count, 1);
}

Test(pondering, another_table_ends_it)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count;

	open_table("klondike-1", 3);
	ponder();
	count = game->world_moves(world, moves);
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &last.suggestion, sizeof moves[i]) != 0) {
			game->apply(world, moves[i]);
			break;
		}
	}
	see_searched(BUDGET_MS);
	cr_assert_not(last.pondered);
	cr_assert_eq(figures().ponderings_missed, 1);
	cr_assert_eq(figures().ponderings_met, 0);
}

Test(pondering, a_job_that_runs_when_its_table_is_gone_ends_without_a_search)
{
	struct job *running;
	int64_t began_ns;

	open_table("klondike-1", 3);
	running = fake_pool_take(&ponderers, 0);
	follow();
	see_searched(BUDGET_MS);
	began_ns = clock_thread_ns();
	running->run(running, NULL);
	cr_assert_lt(clock_thread_ns() - began_ns, PONDERING_MS * 1000000LL / 4);
	running->done(running);
}

Test(pondering, another_strategy_ends_it)
{
	struct session_change change = {.strategy_name = "heuristic"};
	struct change_precondition always = {.any_version = true};

	open_table("klondike-1", 3);
	ponder();
	sessions_update(sessions, last.session.id, &change, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	follow();
	see(BUDGET_MS);
	cr_assert_not(last.pondered);
	cr_assert_eq(figures().ponderings_met, 0);
	cr_assert_eq(ponderers.count, 0, "it does not search");
}

Test(pondering, a_deleted_session_drops_it)
{
	open_table("klondike-1", 3);
	remove_session();
	cr_assert_eq(ponderers.count, 0);
	cr_assert_eq(atomic_load(&limits.used[LIMIT_PONDERED_SESSIONS]), 0);
}

Test(pondering, beyond_the_limit_the_one_of_the_longest_ago_is_dropped)
{
	struct session first;
	struct mk_world *first_world = malloc(game->world_size);
	struct mk_move suggestion;

	atomic_store(&limits.value[LIMIT_PONDERED_SESSIONS], 2);
	open_table("klondike-1", 3);
	first = last.session;
	suggestion = last.suggestion;
	memcpy(first_world, world, game->world_size);
	ponder();
	for (uint64_t seed = 4; seed < 6; seed++) {
		open_table("klondike-1", seed);
		ponder();
		cr_assert_leq(atomic_load(&limits.used[LIMIT_PONDERED_SESSIONS]), 2);
	}
	cr_assert_eq(atomic_load(&limits.refused[LIMIT_PONDERED_SESSIONS]), 1);
	follow();
	see(BUDGET_MS);
	cr_assert(last.pondered, "the newest is there");
	last.session = first;
	memcpy(world, first_world, game->world_size);
	game->apply(world, suggestion);
	see_searched(BUDGET_MS);
	cr_assert_not(last.pondered, "the oldest is not");
	free(first_world);
}

Test(pondering, a_full_queue_leaves_the_table_to_the_usual_search)
{
	fake_pool_init(&ponderers, 0);
	open_table("klondike-1", 3);
	cr_assert_eq(atomic_load(&limits.used[LIMIT_PONDERED_SESSIONS]), 0);
	follow();
	see_searched(BUDGET_MS);
	cr_assert_not(last.pondered);
	cr_assert_eq(figures().ponderings, 0);
}

Test(pondering, a_long_budget_takes_no_more_processor_time_than_is_allowed)
{
	struct job *job;
	int64_t began_ns;

	sessions_destroy(sessions);
	start(SHORT_MS);
	open_table("klondike-1", 3);
	fake_pool_end_withdrawn(&ponderers);
	end_jobs(&ponderers);
	follow();
	see_searched(HUGE_BUDGET_MS);
	cr_assert_eq(ponderers.count, 1);
	job = fake_pool_take(&ponderers, 0);
	began_ns = clock_thread_ns();
	job->run(job, NULL);
	cr_assert_lt(clock_thread_ns() - began_ns, 2 * SHORT_MS * 1000000LL);
	job->done(job);
}

Test(pondering, is_off_without_time_for_it)
{
	sessions_destroy(sessions);
	start(0);
	open_table("klondike-1", 3);
	cr_assert_eq(ponderers.count, 0);
	cr_assert_eq(figures().ponderings, 0);
}

/* Not a single table is a surprise, whatever comes up, in any variant. */
Test(pondering, a_player_who_follows_the_advice_meets_expected_tables_alone, .timeout = 240)
{
	sessions_destroy(sessions);
	start(SHORT_MS);
	for (size_t i = 0; i < game->preset_count; i++) {
		uint64_t decisions = figures().ponderings;

		open_table(game->presets[i].name, i);
		for (int moves = 0;
			moves < 60 && last.session.outcome == MK_PLAYING && last.has_suggestion;
			moves++) {
			end_jobs(&ponderers);
			follow();
			see_searched(BUDGET_MS);
		}
		cr_assert_eq(figures().ponderings_missed, 0, "%s", game->presets[i].name);
		cr_assert_gt(figures().ponderings, decisions + 10, "%s", game->presets[i].name);
	}
}

/* An abandoned table does not hinder others. */
Test(pondering, sessions_have_their_turns)
{
	struct job *first;

	sessions_destroy(sessions);
	start(LONG_PONDERING_MS);
	open_table("klondike-1", 3);
	first = ponderers.held[0];
	open_table("klondike-1", 4);
	cr_assert_eq(ponderers.count, 2);
	fake_pool_run(&ponderers, 0);
	cr_assert_eq(ponderers.count, 2, "there is more to search");
	cr_assert_eq(ponderers.held[1], first, "at the end of the queue");
	for (int slice = 0; slice < 5; slice++) {
		fake_pool_run(&ponderers, 0);
	}
	cr_assert_eq(ponderers.count, 2, "neither is finished");
	follow();
	see_searched(BUDGET_MS);
	cr_assert(last.pondered);
}

static void think_longer(uint32_t budget_ms)
{
	const struct search_deadline deadline = {
		.budget_ms = budget_ms, .since_ns = clock_ticks_ns(), .waits = true};

	sessions_advise(sessions, last.session.id, NULL, &deadline, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	end_jobs(&searchers);
}

/* A longer search may suggest another move: the tables after the first one are met no more. */
Test(pondering, goes_on_from_the_suggestion_of_the_last_search, .timeout = 240)
{
	bool changed = false;

	sessions_destroy(sessions);
	start(LONG_PONDERING_MS);
	for (uint64_t seed = 1; seed <= 100 && !changed; seed++) {
		struct mk_move first;

		open_table("klondike-1", seed);
		first = last.suggestion;
		think_longer(THOROUGH_MS);
		fake_pool_end_withdrawn(&ponderers);
		changed = memcmp(&first, &last.suggestion, sizeof first) != 0;
		if (changed) {
			ponder();
			follow();
			see(BUDGET_MS);
			cr_assert(last.pondered, "seed %d", (int)seed);
			cr_assert_eq(figures().ponderings_missed, 0);
		}
		remove_session();
	}
	cr_assert(changed);
}

Test(pondering, a_shorter_search_changes_nothing)
{
	uint64_t begun;

	open_table("klondike-1", 3);
	ponder();
	begun = figures().ponderings;
	think_longer(BUDGET_MS / 2);
	cr_assert_eq(figures().ponderings, begun);
	cr_assert_eq(ponderers.count, 0);
}

/* A millisecond is left of the search that follows. */
Test(pondering, more_than_a_shortened_search_finds_is_kept)
{
	uint64_t pondered_nodes;

	open_table("klondike-1", 3);
	ponder();
	follow();
	see_late(LONGER_MS, LONGER_MS - 2);
	cr_assert_eq(searchers.count, 1);
	think_longer(0);
	pondered_nodes = last.nodes;
	cr_assert(last.pondered);
	end_jobs(&searchers);
	cr_assert(last.pondered);
	cr_assert_eq(last.nodes, pondered_nodes);
}

Test(pondering, a_table_that_is_met_before_the_list_is_there_is_early)
{
	open_table("klondike-1", 3);
	follow();
	see_searched(BUDGET_MS);
	cr_assert_eq(figures().ponderings_missed, 0);
	cr_assert_eq(figures().ponderings_early, 1);
}

/* ---- rounds --------------------------------------------------------------------------------- */

Test(pondering, each_round_gives_every_table_four_times_as_much)
{
	cr_assert_eq(mk_pondering_budget(400, 0), 100);
	cr_assert_eq(mk_pondering_budget(400, 1), 400);
	cr_assert_eq(mk_pondering_budget(400, 3), 6400);
	cr_assert_eq(mk_pondering_budget(1, 0), 1, "never nothing");
	cr_assert_eq(mk_pondering_budget(7, 0), 1);
	cr_assert_eq(mk_pondering_budget(7, 1), 7, "the second round is the usual search");
	cr_assert_eq(mk_pondering_budget(7, 2), 28);
}

Test(pondering, the_effort_of_a_table_follows_from_the_spent_time)
{
	cr_assert_eq(mk_pondering_reached(400, 99, 0, 10), 0);
	cr_assert_eq(mk_pondering_reached(400, 100, 0, 10), 100);
	cr_assert_eq(mk_pondering_reached(400, 999, 9, 10), 0);
	cr_assert_eq(mk_pondering_reached(400, 1000, 9, 10), 100);
	cr_assert_eq(mk_pondering_reached(400, 1000 + 799, 1, 10), 100);
	cr_assert_eq(mk_pondering_reached(400, 1000 + 800, 1, 10), 400);
	cr_assert_eq(mk_pondering_reached(400, UINT64_MAX / 2, 9, 10), 6400, "that is all");
}
