/* Games to watch are played like thoughts, since somebody waits, and written down as they go. */
#include "simulation/game_replay.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/limits.h"
#include "port/worker_pool.h"
#include "simulation/scheduler.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum { MOST_MOVES = 4000, MOST_SECONDS = 20 };
/* An answer has the steps, and less than HEAD_BYTES before them. */
enum { HEAD_BYTES = 8192, MOST_BYTES = MAX_RESPONSE_BYTES - HEAD_BYTES };
enum { FIRST_ROOM = 1 << 16, ARENA_BYTES = 40 << 20 };

struct replay_work {
	struct job job; /* first */
	struct simulations *of;
	struct replay_work *previous, *next;
	simulations_replayed *answer;
	void *context;
	char id[SESSION_ID_ROOM];
	struct simulation_spec wish;
	uint64_t number;
	enum mk_language language;
	atomic_bool cancel;

	/* What came of it. */
	struct mk_arena *arena;
	struct mk_view *room;
	struct mk_text steps;
	struct mk_result result;
	int64_t began_ns;
	bool slow; /* not over after MOST_SECONDS */
	bool played;
};

/* ---- on the thread -------------------------------------------------------------------------- */

static void write_table(struct replay_work *replay, const struct mk_world *world)
{
	const struct mk_game *game = replay->wish.game;

	mk_json_open_object(&replay->steps, "table");
	mk_table_write(&replay->steps, game, game->view_of_seat(world, 0, replay->room), NULL);
	mk_json_close_object(&replay->steps);
}

static void write_step(void *owner, const struct mk_world *world, struct mk_move move)
{
	struct replay_work *replay = owner;
	const struct mk_game *game = replay->wish.game;

	mk_json_open_object(&replay->steps, NULL);
	write_table(replay, world);
	mk_json_open_object(&replay->steps, "move");
	mk_move_write(&replay->steps, game, replay->language,
		game->view_of_seat(world, game->seat_to_move(world), replay->room), move);
	mk_json_close_object(&replay->steps);
	mk_json_close_object(&replay->steps);
	replay->slow = clock_ticks_ns() - replay->began_ns > MOST_SECONDS * INT64_C(1000000000);
	if (replay->steps.truncated || replay->slow) {
		atomic_store(&replay->cancel, true);
	}
}

static struct mk_selfplay play_of(struct replay_work *replay)
{
	const struct simulation_spec *wish = &replay->wish;

	return (struct mk_selfplay){.game = wish->game,
		.strategy = wish->strategy,
		.budget = wish->budget,
		.rules = wish->rules,
		.seed = wish->seed,
		.most_moves = MOST_MOVES,
		.on_move = write_step,
		.cancel = &replay->cancel,
		.owner = replay};
}

static void play(struct replay_work *replay, struct mk_world *world, struct mk_view *room)
{
	struct mk_selfplay play = play_of(replay);

	if (replay->wish.strategy->has_search) {
		play.search = mk_search_context_init(replay->arena, replay->wish.game, NULL);
	}
	mk_json_open_array(&replay->steps, NULL);
	mk_play_game(&play, replay->number, world, room, &replay->result);
	mk_search_context_deinit(play.search);
	mk_json_open_object(&replay->steps, NULL);
	write_table(replay, world);
	mk_json_null(&replay->steps, "move");
	mk_json_close_object(&replay->steps);
	mk_json_close_array(&replay->steps);
	replay->played =
		!replay->steps.truncated && !replay->result.cancelled && !replay->result.move_limit;
}

static void run(struct job *job, struct mk_executor *crew)
{
	struct replay_work *replay = (struct replay_work *)job;
	const struct mk_game *game = replay->wish.game;
	struct mk_world *world;
	struct mk_view *room;

	(void)crew;
	replay->arena = mk_arena_create(ARENA_BYTES);
	if (!replay->arena) {
		return;
	}
	world = mk_arena_alloc_zeroed(replay->arena, game->world_size);
	room = mk_arena_alloc_zeroed(replay->arena, game->view_size);
	replay->room = mk_arena_alloc_zeroed(replay->arena, game->view_size);
	mk_text_init(&replay->steps, replay->arena, FIRST_ROOM, MOST_BYTES);
	replay->began_ns = clock_ticks_ns();
	if (world && room && replay->room) {
		play(replay, world, room);
	}
}

/* ---- back on the loop ----------------------------------------------------------------------- */

/* The same game fails again: it is as long the next time. */
static enum mk_status refuse_long(const struct replay_work *replay, struct mk_error *error)
{
	if (replay->result.move_limit) {
		return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "?number",
			"this game has more than %d moves", MOST_MOVES);
	}
	if (replay->slow) {
		return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "?number",
			"to play this game takes more than %d seconds", MOST_SECONDS);
	}
	return mk_fail(error, MK_IMPOSSIBLE, "game_too_long", "?number",
		"the moves of this game occupy more than %d bytes", MOST_BYTES);
}

static enum mk_status refuse_unplayed(const struct replay_work *replay, struct mk_error *error)
{
	bool is_long = replay->steps.truncated || replay->slow || replay->result.move_limit;

	if (is_long && !mk_arena_has_failed(replay->arena)) {
		return refuse_long(replay, error);
	}
	return mk_fail(
		error, MK_BUSY, "busy", "", "the daemon is stopping, or out of memory just now");
}

static void answer(struct replay_work *replay)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(replay->of, replay->id, &error);
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

static void finish(struct replay_work *replay)
{
	DL_DELETE2(replay->of->replays, replay, previous, next);
	replay->of->replay_count--;
	mk_arena_destroy(replay->arena);
	free(replay);
}

static void done(struct job *job)
{
	struct replay_work *replay = (struct replay_work *)job;

	answer(replay);
	finish(replay);
}

void replays_stop(struct simulations *simulations)
{
	struct replay_work *replay;

	DL_FOREACH2(simulations->replays, replay, next)
	{
		atomic_store(&replay->cancel, true);
	}
}

/* ---- wishes --------------------------------------------------------------------------------- */

static enum mk_status submit(
	struct simulations *simulations, struct replay_work *replay, struct mk_error *error)
{
	struct worker_pool *hurried = simulations->options.hurried;
	struct worker_pool *workers = hurried ? hurried : scheduler_workers(simulations);

	if (simulations->replay_count >= MAX_REPLAYS) {
		free(replay);
		return mk_fail(error, MK_FULL, "too_many_replays", "",
			"%d games are being played for somebody already", MAX_REPLAYS);
	}
	if (!replay || !workers->methods->submit(workers, &replay->job)) {
		free(replay);
		return mk_fail(error, MK_BUSY, "busy", "", "there is no room for it just now");
	}
	simulations->replay_count++;
	DL_APPEND2(simulations->replays, replay, previous, next);
	return MK_OK;
}

static enum mk_status begin(struct simulations *simulations, const struct simulation *simulation,
	const struct replay_work *wish, struct mk_error *error)
{
	struct replay_work *replay;

	if (wish->number >= simulation->wish.games) {
		return mk_fail(error, MK_IMPOSSIBLE, "unknown_game_number", "?number",
			"the games are numbered from 0 to %llu",
			(unsigned long long)simulation->wish.games - 1);
	}
	replay = calloc(1, sizeof *replay);
	if (replay) {
		*replay = *wish;
		replay->wish = simulation->wish;
		memcpy(replay->id, simulation->id, sizeof replay->id);
	}
	return submit(simulations, replay, error);
}

void simulations_replay_game(struct simulations *simulations, const char *id, uint64_t number,
	enum mk_language language, simulations_replayed *answer_to, void *context)
{
	struct mk_error error;
	const struct simulation *simulation = simulations_find(simulations, id, &error);
	struct replay_work wish = {.job = {.run = run, .done = done},
		.of = simulations,
		.answer = answer_to,
		.context = context,
		.number = number,
		.language = language};

	if (!simulation || begin(simulations, simulation, &wish, &error) != MK_OK) {
		answer_to(context, error.status, NULL, &error);
	}
}
