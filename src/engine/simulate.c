/* Plays consecutive games and adds them to the statistics. */
#include <makker/statistics.h>

#include "base/arena.h"

#include <makker/notation.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* The state of one simulation. */
struct simulating {
	const struct mk_simulation *simulation;
	struct mk_calibration of_game; /* predictions of the game that is played */
	struct mk_world *world;
	struct mk_view *buffer;
};

/*
 * The win probability of the advice, NAN if it has none. Values of a game that names odds are
 * points, not probabilities.
 */
static double chance_to_win(const struct mk_game *game, const struct mk_advice *advice)
{
	const char *const *odds = game->notation ? game->notation->odds : NULL;

	if (!odds) {
		return advice->value;
	}
	for (int i = 0; odds[i] && advice->suggestion >= 0; i++) {
		if (strcmp(odds[i], "win") == 0) {
			return advice->moves[advice->suggestion].odds[i];
		}
	}
	return NAN;
}

static void note_prediction(void *owner, const struct mk_advice *advice)
{
	struct simulating *simulating = owner;

	mk_calibration_predict(
		&simulating->of_game, chance_to_win(simulating->simulation->play.game, advice));
}

static void deal(void *owner, uint64_t number, struct mk_world *world)
{
	const struct simulating *simulating = owner;
	const struct mk_selfplay *play = &simulating->simulation->play;

	play->deal(play->owner, number, world);
}

static uint64_t thread_cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* One played game with its counted results. */
struct played {
	struct mk_result result;
	struct mk_calibration predicted;
	uint64_t thinking_ns;
};

/* False: it was cancelled. */
static bool play_by(struct simulating *simulating, const struct mk_strategy *strategy,
	uint64_t number, struct played *played)
{
	struct mk_selfplay play = simulating->simulation->play;
	uint64_t began = thread_cpu_ns();

	play.strategy = strategy;
	play.on_decision = note_prediction;
	play.owner = simulating;
	play.deal = play.deal ? deal : NULL;
	memset(&simulating->of_game, 0, sizeof simulating->of_game);
	mk_play_game(&play, number, simulating->world, simulating->buffer, &played->result);
	played->predicted = simulating->of_game;
	played->thinking_ns = thread_cpu_ns() - began;
	return !played->result.cancelled;
}

static void count(struct mk_statistics *statistics, const struct played *played)
{
	mk_calibration_close(
		&statistics->calibration, &played->predicted, played->result.outcome == MK_WON);
	mk_statistics_add(statistics, &played->result);
	mk_statistics_add_time(statistics, played->thinking_ns);
}

static bool is_cancelled(const struct mk_selfplay *play)
{
	return play->cancel && atomic_load_explicit(play->cancel, memory_order_relaxed);
}

/* Plays one deal by one or both strategies. False: cancelled, with nothing counted. */
static bool simulate(struct simulating *simulating, uint64_t number,
	struct mk_statistics *statistics, struct mk_statistics *others,
	struct mk_paired_results *pairs)
{
	const struct mk_simulation *simulation = simulating->simulation;
	struct played first, second;

	if (!play_by(simulating, simulation->play.strategy, number, &first) ||
		(simulation->other && !play_by(simulating, simulation->other, number, &second))) {
		return false;
	}
	count(statistics, &first);
	if (simulation->other) {
		count(others, &second);
		mk_paired_results_add(pairs, &first.result, &second.result);
	}
	return true;
}

enum mk_status mk_simulate(const struct mk_simulation *simulation, struct mk_arena *arena,
	struct mk_statistics *statistics, struct mk_statistics *others,
	struct mk_paired_results *pairs)
{
	const struct mk_selfplay *play = &simulation->play;
	struct simulating simulating = {
		.simulation = simulation,
		.world = mk_arena_alloc_zeroed(arena, play->game->world_size),
		.buffer = mk_arena_alloc_zeroed(arena, play->game->view_size),
	};

	if (play->perfect_information && !play->game->reveal_all) {
		return MK_IMPOSSIBLE;
	}
	if (!simulating.world || !simulating.buffer) {
		return MK_FULL;
	}
	for (uint64_t i = 0; i < play->games && !is_cancelled(play); i++) {
		if (!simulate(&simulating, play->first + i, statistics, others, pairs)) {
			break;
		}
	}
	return MK_OK;
}
