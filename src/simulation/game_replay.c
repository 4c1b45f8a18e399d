/*
 * Games of a simulation played again, move by move, and written as JSON.
 *
 * A decision has the budget of the simulation, which is practically unlimited. So replays run on a
 * separate pool, and simulations_poll() ends a replay MAX_SECONDS after the request, even in the
 * queue or during a decision.
 */

#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "port/worker_pool.h"
#include "simulation/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum { MAX_MOVES = 4000, MAX_SECONDS = 20, MAX_QUEUED_NS = 2000000000 };
/* A response has the steps, and less than HEAD_BYTES before them. */
enum { HEAD_BYTES = 8192, MAX_STEPS_BYTES = MAX_RESPONSE_BYTES - HEAD_BYTES };
enum { FIRST_SIZE = 1 << 16, ARENA_BYTES = 40 << 20 };

struct game_replay_job {
	struct job job; /* first */
	struct simulations *owner;
	struct game_replay_job *previous, *next;
	simulations_replayed *answer;
	void *context;
	char id[SESSION_ID_SIZE];
	struct simulation_spec spec;
	uint64_t number;
	enum mk_language language;
	atomic_bool cancel;

	/* The result. */
	struct mk_arena *arena;
	struct mk_view *view;
	struct mk_text steps;
	struct mk_result result;
	bool played;

	int64_t asked_ns;
	_Atomic int64_t began_ns; /* set by the thread; 0: waits for one */
	bool slow;        /* set by the loop: not finished after almost MAX_SECONDS on a thread */
	bool is_answered; /* completed before a thread was free */
};

/* ---- on the thread -------------------------------------------------------------------------- */

static void write_table(struct game_replay_job *replay, const struct mk_world *world)
{
	const struct mk_game *game = replay->spec.game;

	mk_json_open_object(&replay->steps, "table");
	mk_table_write(
		&replay->steps, game, mk_game_view_of_seat(game, world, 0, replay->view), NULL);
	mk_json_close_object(&replay->steps);
}

static void write_step(void *owner, const struct mk_world *world, struct mk_move move)
{
	struct game_replay_job *replay = owner;
	const struct mk_game *game = replay->spec.game;

	mk_json_open_object(&replay->steps, NULL);
	write_table(replay, world);
	mk_json_open_object(&replay->steps, "move");
	mk_move_write(&replay->steps, game, replay->language,
		mk_game_view_of_seat(game, world, mk_game_seat_to_move(game, world), replay->view),
		move);
	mk_json_close_object(&replay->steps);
	mk_json_close_object(&replay->steps);
	if (replay->steps.truncated) {
		atomic_store(&replay->cancel, true);
	}
}

static struct mk_selfplay play_of(struct game_replay_job *replay)
{
	const struct simulation_spec *spec = &replay->spec;

	return (struct mk_selfplay){.game = spec->game,
		.strategy = spec->strategy,
		.budget = spec->budget,
		.rules = spec->rules,
		.seed = spec->seed,
		.most_moves = MAX_MOVES,
		.on_move = write_step,
		.cancel = &replay->cancel,
		.owner = replay};
}

static void play_replay(
	struct game_replay_job *replay, struct mk_world *world, struct mk_view *view)
{
	struct mk_selfplay play = play_of(replay);

	if (replay->spec.strategy->has_search) {
		play.search = mk_search_context_init(replay->arena, replay->spec.game, NULL);
	}
	mk_json_open_array(&replay->steps, NULL);
	mk_play_game(&play, replay->number, world, view, &replay->result);
	mk_search_context_deinit(play.search);
	mk_json_open_object(&replay->steps, NULL);
	write_table(replay, world);
	mk_json_null(&replay->steps, "move");
	mk_json_close_object(&replay->steps);
	mk_json_close_array(&replay->steps);
	replay->played =
		!replay->steps.truncated && !replay->result.cancelled && !replay->result.move_limit;
}

static void run(struct job *job, struct mk_executor *executor)
{
	struct game_replay_job *replay = (struct game_replay_job *)job;
	const struct mk_game *game = replay->spec.game;
	struct mk_world *world;
	struct mk_view *view;

	(void)executor;
	if (atomic_load(&replay->cancel)) {
		return;
	}
	atomic_store(&replay->began_ns, replay->owner->options.ticks_ns());
	replay->arena = mk_arena_create(ARENA_BYTES);
	if (!replay->arena) {
		return;
	}
	world = mk_arena_alloc_zeroed(replay->arena, game->world_size);
	view = mk_arena_alloc_zeroed(replay->arena, game->view_size);
	replay->view = mk_arena_alloc_zeroed(replay->arena, game->view_size);
	mk_text_init(&replay->steps, replay->arena, FIRST_SIZE, MAX_STEPS_BYTES);
	if (world && view && replay->view) {
		play_replay(replay, world, view);
	}
}

/* ---- back on the loop ----------------------------------------------------------------------- */

/* A retry would fail again. */
static enum mk_status refuse_long(const struct game_replay_job *replay, struct mk_error *error)
{
	if (replay->result.move_limit) {
		return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "",
			"this game has more than %d moves", MAX_MOVES);
	}
	if (replay->slow) {
		return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "",
			"to play this game takes more than %d seconds", MAX_SECONDS);
	}
	return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "",
		"the moves of this game occupy more than %d bytes", MAX_STEPS_BYTES);
}

static enum mk_status refuse_unplayed(const struct game_replay_job *replay, struct mk_error *error)
{
	bool is_long = replay->steps.truncated || replay->slow || replay->result.move_limit;

	if (is_long && replay->arena && !mk_arena_has_failed(replay->arena)) {
		return refuse_long(replay, error);
	}
	return mk_fail(error, MK_BUSY, "busy", "",
		"the replay was cancelled, or memory is short; retry later");
}

static void answer(struct game_replay_job *replay)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(replay->owner, replay->id, &error);
	struct simulation_game game = {.simulation = simulation,
		.number = replay->number,
		.outcome = replay->result.outcome,
		.moves = replay->result.moves,
		.steps = replay->steps.bytes};

	if (!simulation) {
		replay->answer(replay->context, error.status, NULL, &error);
	} else if (!replay->played) {
		refuse_unplayed(replay, &error);
		replay->answer(replay->context, error.status, NULL, &error);
	} else {
		replay->answer(replay->context, MK_OK, &game, NULL);
	}
}

static void finish(struct game_replay_job *replay)
{
	DL_DELETE2(replay->owner->replays, replay, previous, next);
	replay->owner->replay_count--;
	mk_arena_destroy(replay->arena);
	free(replay);
}

static void done(struct job *job)
{
	struct game_replay_job *replay = (struct game_replay_job *)job;

	if (!replay->is_answered) {
		answer(replay);
	}
	finish(replay);
}

void game_replays_cancel(struct simulations *simulations, const char *id)
{
	struct game_replay_job *replay;

	DL_FOREACH2(simulations->replays, replay, next)
	{
		if (!id || strcmp(replay->id, id) == 0) {
			atomic_store(&replay->cancel, true);
		}
	}
}

void simulations_cancel_replay(struct simulations *simulations, const void *context)
{
	struct game_replay_job *replay;

	DL_FOREACH2(simulations->replays, replay, next)
	{
		if (replay->context == context && !replay->is_answered) {
			atomic_store(&replay->cancel, true);
		}
	}
}

/* A retry can succeed only if much of the time was spent in the queue. */
static void end_late(struct game_replay_job *replay)
{
	int64_t began_ns = atomic_load(&replay->began_ns);
	struct mk_error error;

	atomic_store(&replay->cancel, true);
	if (began_ns) {
		replay->slow = began_ns - replay->asked_ns <= MAX_QUEUED_NS;
		return;
	}
	replay->is_answered = true;
	mk_fail(&error, MK_BUSY, "busy", "", "no thread was free for the replay; retry later");
	replay->answer(replay->context, error.status, NULL, &error);
}

void game_replays_expire(struct simulations *simulations)
{
	int64_t latest_ns = simulations->options.ticks_ns() - MAX_SECONDS * INT64_C(1000000000);
	struct game_replay_job *replay = NULL, *next = NULL;

	DL_FOREACH_SAFE2(simulations->replays, replay, next, next)
	{
		if (replay->asked_ns <= latest_ns && !atomic_load(&replay->cancel)) {
			end_late(replay);
		}
	}
}

/* ---- starting ------------------------------------------------------------------------------- */

static enum mk_status submit(
	struct simulations *simulations, struct game_replay_job *replay, struct mk_error *error)
{
	struct worker_pool *own = simulations->options.replayers;
	struct worker_pool *workers = own ? own : simulations->options.workers;

	if (simulations->replay_count >= MAX_REPLAYS) {
		free(replay);
		return mk_fail(error, MK_FULL, "too_many_replays", "",
			"%d games are being replayed already", MAX_REPLAYS);
	}
	if (!replay || !workers->methods->submit(workers, &replay->job)) {
		free(replay);
		return mk_fail(error, MK_BUSY, "busy", "",
			"out of memory, or the queue is full; retry later");
	}
	simulations->replay_count++;
	DL_APPEND2(simulations->replays, replay, previous, next);
	return MK_OK;
}

static enum mk_status begin(struct simulations *simulations, const struct simulation *simulation,
	const struct game_replay_job *spec, struct mk_error *error)
{
	uint64_t first = simulation->spec.first, games = simulation->spec.games;
	struct game_replay_job *replay;

	if (spec->number < first || spec->number - first >= games) {
		return mk_fail(error, MK_IMPOSSIBLE, "unknown_game_number", "",
			"the games are numbered from %llu to %llu", (unsigned long long)first,
			(unsigned long long)(first + games - 1));
	}
	replay = calloc(1, sizeof *replay);
	if (replay) {
		*replay = *spec;
		replay->asked_ns = simulations->options.ticks_ns();
		replay->spec = simulation->spec;
		memcpy(replay->id, simulation->id, sizeof replay->id);
	}
	return submit(simulations, replay, error);
}

void simulations_replay_game(struct simulations *simulations, const char *id, uint64_t number,
	enum mk_language language, simulations_replayed *answer_to, void *context)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(simulations, id, &error);
	struct game_replay_job spec = {.job = {.run = run, .done = done},
		.owner = simulations,
		.answer = answer_to,
		.context = context,
		.number = number,
		.language = language};

	if (!simulation || begin(simulations, simulation, &spec, &error) != MK_OK) {
		answer_to(context, error.status, NULL, &error);
	}
}
