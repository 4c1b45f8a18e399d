/* Plays games of any kind from the deal to the end, as its strategies would. */
#include "base/arena.h"

#include <makker/pondering.h>
#include <makker/selfplay.h>
#include <string.h>

static void deal(const struct mk_selfplay *play, uint64_t number, struct mk_world *world)
{
	struct mk_rng rng;

	if (play->deal) {
		play->deal(play->owner, number, world);
	} else {
		mk_rng_init(&rng, play->seed, number);
		play->game->deal(world, &play->rules, &rng);
	}
	if (play->perfect_information && play->game->reveal_all) {
		play->game->reveal_all(world);
	}
}

/* The seat whose results are reported. */
static int own_seat(const struct mk_selfplay *play, uint64_t number)
{
	return play->opponent ? (int)(number % (uint64_t)play->game->seats) : 0;
}

/* ---- pondering ------------------------------------------------------------------------------ */

/* The previous decision, and the index of the present table among the expected ones. */
struct pondered {
	const struct mk_game *game;
	bool valid;
	alignas(max_align_t) unsigned char view[MK_MAX_VIEW_SIZE];
	struct mk_advice advice;
	struct mk_search_memo memo;

	alignas(max_align_t) unsigned char met[MK_MAX_VIEW_SIZE]; /* the present table */
	uint64_t index, count;
	bool found;
};

static void compare(void *owner, const struct mk_view *table)
{
	struct pondered *pondered = owner;

	if (!pondered->found && memcmp(pondered->met, table, pondered->game->view_size) == 0) {
		pondered->found = true;
		pondered->index = pondered->count;
	}
	pondered->count++;
}

/* The number of nodes that pondering has spent on the present table. */
static uint64_t pondered_nodes(
	const struct mk_selfplay *play, struct pondered *pondered, const struct mk_view *view)
{
	if (!play->pondering_nodes || !pondered->valid) {
		return 0;
	}
	mk_confirmed_table(play->game, view, (struct mk_view *)pondered->met);
	pondered->index = pondered->count = 0;
	pondered->found = false;
	mk_expected_tables(play->game, play->strategy, (const struct mk_view *)pondered->view,
		&pondered->advice, &pondered->memo, compare, pondered);
	return pondered->found ? mk_pondering_reached(play->budget.nodes, play->pondering_nodes,
					 pondered->index, pondered->count)
			       : 0;
}

static void remember(const struct mk_selfplay *play, struct pondered *pondered,
	const struct mk_view *view, const struct mk_advice *advice,
	const struct mk_search_memo *memo)
{
	if (play->pondering_nodes && play->game->view_size <= sizeof pondered->view) {
		memcpy(pondered->view, view, play->game->view_size);
		pondered->advice = *advice;
		pondered->memo = *memo;
		pondered->valid = true;
	}
}

/* ---- games ---------------------------------------------------------------------------------- */

/* The state of a searching strategy during one game. */
struct kept {
	struct mk_search_memo memo;
	struct pondered pondered;
};

/*
 * The decisions of a strategy that searches; it keeps its plans along one game. Only those of the
 * `own` seat are reported, because the values of other seats are not its results.
 */
static bool decide_move(const struct mk_selfplay *play, const struct mk_strategy *strategy,
	bool own, const struct mk_view *view, struct kept *kept, struct mk_move *move,
	uint64_t *nodes)
{
	uint64_t pondered;
	struct mk_advice advice;
	struct mk_search_request thought = {.strategy = strategy,
		.view = view,
		.budget = play->budget,
		.memo = &kept->memo,
		.cancel = play->cancel};

	if (!play->search || !strategy->has_search) {
		return strategy->choose_move(view, move);
	}
	pondered = pondered_nodes(play, &kept->pondered, view);
	if (pondered > thought.budget.nodes) {
		thought.budget.nodes = pondered;
	}
	mk_search_run(play->search, &thought, &advice);
	remember(play, &kept->pondered, view, &advice, &kept->memo);
	*nodes += advice.nodes;
	if (play->on_decision && own) {
		play->on_decision(play->owner, &advice);
	}
	if (advice.suggestion >= 0) {
		*move = advice.moves[advice.suggestion].move;
	}
	return advice.suggestion >= 0;
}

static bool is_cancelled(const struct mk_selfplay *play)
{
	return play->cancel && atomic_load_explicit(play->cancel, memory_order_relaxed);
}

/* In a deal of a match that continues, the points decide. */
static enum mk_outcome outcome_by_points(double points)
{
	return points > 0 ? MK_WON : points < 0 ? MK_LOST : MK_DRAWN;
}

static void finish(const struct mk_game *game, const struct mk_world *world, int seat,
	struct mk_view *buffer, struct mk_result *result)
{
	double payoff[MK_MAX_SEATS] = {0};

	mk_game_payoff(game, world, payoff);
	for (int i = 0; i < game->seats; i++) {
		result->payoff[i] = payoff[(seat + i) % game->seats];
	}
	result->outcome = game->outcome(mk_game_view_of_seat(game, world, seat, buffer));
	if (result->outcome == MK_PLAYING && mk_game_seat_to_move(game, world) == MK_NO_SEAT) {
		result->outcome = outcome_by_points(result->payoff[0]);
	}
	result->length = game->length ? game->length(world) : result->moves;
}

void mk_play_game(const struct mk_selfplay *play, uint64_t number, struct mk_world *world,
	struct mk_view *buffer, struct mk_result *result)
{
	const struct mk_game *game = play->game;
	struct kept kept;
	struct mk_move move;
	int own = own_seat(play, number), seat;

	memset(result, 0, sizeof(*result));
	kept.memo.valid = false;
	kept.pondered.game = game;
	kept.pondered.valid = false;
	deal(play, number, world);
	result->moves = game->play_forced && !play->on_move ? game->play_forced(world) : 0;
	while ((seat = mk_game_seat_to_move(game, world)) != MK_NO_SEAT) {
		const struct mk_strategy *strategy =
			play->opponent && seat != own ? play->opponent : play->strategy;

		if (result->moves == play->most_moves) {
			result->move_limit = true;
			break;
		}
		if (!decide_move(play, strategy, seat == own,
			    mk_game_view_of_seat(game, world, seat, buffer), &kept, &move,
			    &result->nodes)) {
			result->no_move = true;
			break;
		}
		/* A cancelled decision has not used its budget. */
		if (is_cancelled(play)) {
			result->cancelled = true;
			return;
		}
		if (play->on_move) {
			play->on_move(play->owner, world, move);
		}
		game->apply(world, move);
		result->moves++;
	}
	finish(game, world, own, buffer, result);
}

static void count(struct mk_selfplay_totals *tally, const struct mk_result *result)
{
	tally->games++;
	tally->won += result->payoff[0] > 0;
	tally->no_move += result->no_move;
	tally->move_limit += result->move_limit;
	tally->moves += result->moves;
	if (result->moves > tally->longest) {
		tally->longest = result->moves;
	}
}

static void report(const struct mk_selfplay *play, const struct mk_selfplay_totals *tally)
{
	if (play->progress && play->every && tally->games % play->every == 0) {
		play->progress(play->owner, tally);
	}
}

enum mk_status mk_selfplay(
	const struct mk_selfplay *play, struct mk_arena *arena, struct mk_selfplay_totals *tally)
{
	struct mk_world *world = mk_arena_alloc_zeroed(arena, play->game->world_size);
	struct mk_view *buffer = mk_arena_alloc_zeroed(arena, play->game->view_size);
	struct mk_selfplay_totals played = {.games = 0};

	if (play->perfect_information && !play->game->reveal_all) {
		return MK_IMPOSSIBLE;
	}
	if (!world || !buffer) {
		return MK_FULL;
	}
	while (played.games < play->games && !is_cancelled(play)) {
		struct mk_result result;

		mk_play_game(play, play->first + played.games, world, buffer, &result);
		if (result.cancelled) {
			break;
		}
		if (play->lengths) {
			play->lengths[played.games] = result.moves;
		}
		count(&played, &result);
		report(play, &played);
	}
	*tally = played;
	return MK_OK;
}
