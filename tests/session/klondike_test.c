/* Whole games of Klondike through sessions: what is replayed is what was known. */
#include "session/memory_store.h"
#include "session/sessions.h"

#include <criterion/criterion.h>
#include <makker/game.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

static struct memory_store store;
static struct sessions *sessions;
static const struct mk_game *game;

/* The session in the last answer, and its advice's move. */
static struct {
	enum mk_status status;
	struct session session;
	void *view;
	bool has_move;
	struct mk_move move;
} last;

static void start(void)
{
	struct sessions_options options = {.journal = store.journal,
		.kept = 4,
		.waiting_limit = 4,
		.now_ms = still_clock_ms,
		.random = count_up};

	sessions = sessions_create(&options);
}

static void open_sessions(void)
{
	game = mk_game_find("klondike");
	last.view = calloc(1, game->view_size);
	memory_store_open(&store);
	start();
}

static void close_sessions(void)
{
	sessions_destroy(sessions);
	memory_store_close(&store);
	free(last.view);
}

TestSuite(klondike_sessions, .init = open_sessions, .fini = close_sessions);

static void note(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	(void)context;
	last.status = status;
	cr_assert_eq(status, MK_OK, "%s", error ? error->detail : "");
	last.session = *session;
	memcpy(last.view, session->view, game->view_size);
	last.has_move = session->advice && session->advice->suggestion >= 0;
	if (last.has_move) {
		last.move = session->advice->moves[session->advice->suggestion].move;
	}
}

static const struct change_precondition always = {.any_version = true};

static void see(const struct mk_world *world, struct mk_snapshot *snapshot)
{
	struct session_frame frame = {0};

	mk_game_observe(game, world, 0, snapshot);
	sessions_post_snapshot(
		sessions, last.session.id, game, snapshot, &frame, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
}

/* Plays one dealt table by the advice until there is none. */
static void play(const struct mk_preset *preset, uint64_t seed)
{
	struct session_spec spec = {.game = game,
		.preset = preset,
		.rules = preset->rules,
		.strategy = &game->strategies[0],
		.language = MK_DANISH};
	struct mk_world *world = malloc(game->world_size);
	struct mk_snapshot *snapshot = malloc(game->snapshot_size);
	struct mk_rng rng;

	mk_rng_init(&rng, seed, 0);
	game->deal(world, &preset->rules, &rng);
	sessions_add(sessions, &spec, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	see(world, snapshot);
	while (last.session.outcome == MK_PLAYING && last.has_move) {
		game->apply(world, last.move);
		see(world, snapshot);
	}
	free(snapshot);
	free(world);
}

static void look_again_after_restart(void)
{
	struct session before = last.session;
	void *view = malloc(game->view_size);

	memcpy(view, last.view, game->view_size);
	sessions_destroy(sessions);
	start();
	sessions_get(sessions, before.id, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(last.session.version, before.version);
	cr_assert_eq(last.session.outcome, before.outcome);
	cr_assert_eq(memcmp(last.view, view, game->view_size), 0);
	free(view);
}

Test(klondike_sessions, a_restart_finds_the_same_table_to_the_byte)
{
	for (size_t i = 0; i < game->preset_count; i++) {
		for (uint64_t seed = 0; seed < 5; seed++) {
			play(&game->presets[i], seed);
			cr_assert_gt(last.session.version, 10);
			look_again_after_restart();
		}
	}
}

Test(klondike_sessions, undoing_everything_and_that_again_is_nothing)
{
	void *view = malloc(game->view_size);
	int steps;

	play(&game->presets[0], 1);
	steps = (int)last.session.version;
	memcpy(view, last.view, game->view_size);
	sessions_undo(sessions, last.session.id, steps, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(last.session.outcome, MK_WAITING);
	sessions_undo(sessions, last.session.id, -steps, &always, note, NULL);
	uv_run(&store.loop, UV_RUN_DEFAULT);
	cr_assert_eq(memcmp(last.view, view, game->view_size), 0);
	free(view);
}
