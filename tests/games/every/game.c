/* Properties of every game: worlds, sampled worlds, snapshots, advice. */
#include "games/every/game.h"
#include "base/sanitized.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* ---- Worlds --------------------------------------------------------------------------------- */

static void check_world(struct table *table)
{
	struct mk_move moves[MK_MAX_MOVES];
	const char *broken = mk_game_check_invariants(table->game, table->world);

	cr_assert_null(broken, "%s", broken);
	cr_assert_gt(
		mk_game_world_moves(table->game, table->world, moves), 0, "the mover has no move");
	cr_assert_lt(mk_game_seat_to_move(table->game, table->world), table->game->seats);
}

EVERY_GAME(every_game, the_mover_has_a_move_and_no_world_is_broken)
{
	on_every_table_of(tested_game(*number), games_to_play(40), check_world);
}

static void check_view_moves(struct table *table)
{
	struct mk_move of_world[MK_MAX_MOVES];
	struct mk_move of_view[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(table->game, table->world, of_world);

	cr_assert_eq(table->game->view_moves(view_at(table), of_view), count);
	cr_assert_arr_eq(of_world, of_view, count * sizeof *of_view);
}

EVERY_GAME(every_game, the_mover_knows_his_legal_moves)
{
	on_every_table_of(tested_game(*number), games_to_play(40), check_view_moves);
}

/* ---- Guesses -------------------------------------------------------------------------------- */

static void assert_looks_same(struct table *table, const struct mk_world *guess)
{
	int seat = mk_game_seat_to_move(table->game, table->world);
	struct mk_snapshot *seen = storage(table->game->snapshot_size);
	struct mk_snapshot *guessed = storage(table->game->snapshot_size);

	mk_game_observe(table->game, table->world, seat, seen);
	mk_game_observe(table->game, guess, seat, guessed);
	cr_assert_arr_eq(seen, guessed, table->game->snapshot_size);
	free(seen);
	free(guessed);
}

static void check_guess(struct table *table)
{
	struct mk_world *guess = storage(table->game->world_size);
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_move guessed[MK_MAX_MOVES];
	size_t count = mk_game_world_moves(table->game, table->world, moves);

	cr_assert(mk_game_sample_world(table->game, view_at(table), &table->rng, guess));
	cr_assert_null(mk_game_check_invariants(table->game, guess));
	cr_assert_eq(mk_game_seat_to_move(table->game, guess),
		mk_game_seat_to_move(table->game, table->world));
	cr_assert_eq(mk_game_world_moves(table->game, guess, guessed), count);
	cr_assert_arr_eq(moves, guessed, count * sizeof *moves);
	assert_looks_same(table, guess);
	free(guess);
}

EVERY_GAME(every_game, a_guess_looks_the_same_has_the_same_moves_and_is_not_broken)
{
	on_every_table_of(tested_game(*number), games_to_play(40), check_guess);
}

/* ---- Learning ------------------------------------------------------------------------------- */

/* The learned view of the only player has the moves of the table. */
static void assert_keeps_up(struct table *table, const struct mk_view *view)
{
	struct mk_move moves[MK_MAX_MOVES], known[MK_MAX_MOVES];
	size_t count;

	if (table->game->seats > 1) {
		return;
	}
	count = table->game->view_moves(view_at(table), moves);
	cr_assert_eq(table->game->view_moves(view, known), count);
	cr_assert_arr_eq(known, moves, count * sizeof *moves);
}

/* Learns all that the first seat sees along one game; the view must keep up with the table. */
static void learn_along(struct table *table, struct mk_view *view)
{
	struct mk_snapshot *seen = storage(table->game->snapshot_size);
	struct mk_view *again = storage(table->game->view_size);
	struct mk_finding finding;
	struct mk_move move;

	table->game->init_view(view, &table->preset->rules);
	table->game->deal(table->world, &table->preset->rules, &table->rng);
	for (;;) {
		mk_game_observe(table->game, table->world, 0, seen);
		cr_assert_eq(mk_game_apply_snapshot(table->game, view, seen, NULL, &finding, NULL),
			MK_OK);
		assert_keeps_up(table, view);
		memcpy(again, view, table->game->view_size);
		cr_assert_eq(mk_game_apply_snapshot(table->game, again, seen, NULL, &finding, NULL),
			MK_OK);
		cr_assert_eq(finding.explanation, MK_UNCHANGED);
		/* The same sight may also be that of a table on which something was done. */
		if (!finding.weighed) {
			cr_assert_arr_eq(again, view, table->game->view_size);
		}
		if (mk_game_seat_to_move(table->game, table->world) == MK_NO_SEAT ||
			!table->game->strategies[0].choose_move(view_at(table), &move)) {
			break;
		}
		table->game->apply(table->world, move);
	}
	free(again);
	free(seen);
}

Test(every_game, learning_the_same_sight_twice_changes_nothing)
{
	FOR_EACH_GAME(g)
	{
		struct table table = {.game = tested_game(g),
			.preset = tested_game(g)->presets,
			.world = storage(tested_game(g)->world_size),
			.buffer = storage(tested_game(g)->view_size)};
		struct mk_view *view = storage(tested_game(g)->view_size);

		for (int i = 0; i < games_to_play(10); i++) {
			mk_rng_init(&table.rng, 2, (uint64_t)i);
			learn_along(&table, view);
		}
		free(view);
		free(table.buffer);
		free(table.world);
	}
}

/* ---- Advice --------------------------------------------------------------------------------- */

static size_t times_ranked(const struct mk_advice *advice, const struct mk_move *move)
{
	size_t times = 0;

	for (size_t i = 0; i < advice->count; i++) {
		times += memcmp(&advice->moves[i].move, move, sizeof *move) == 0;
	}
	return times;
}

static void check_ranking(struct table *table, const struct mk_strategy *strategy)
{
	static struct mk_advice advice;
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_move picked;
	size_t count = mk_game_world_moves(table->game, table->world, moves);
	bool has_move = strategy->choose_move(view_at(table), &picked);

	strategy->evaluate(view_at(table), &advice);
	cr_assert_eq(advice.count, count);
	for (size_t i = 0; i < count; i++) {
		cr_assert_eq(times_ranked(&advice, &moves[i]), 1);
	}
	cr_assert_eq(advice.suggestion >= 0, has_move);
	if (has_move) {
		cr_assert_arr_eq(&advice.moves[advice.suggestion].move, &picked, sizeof picked);
	}
}

static void check_rankings(struct table *table)
{
	for (size_t i = 0; i < table->game->strategy_count; i++) {
		check_ranking(table, &table->game->strategies[i]);
	}
}

EVERY_GAME(every_game, advice_lists_each_legal_move_once_and_suggests_what_is_picked)
{
	on_every_table_of(tested_game(*number), games_to_play(15), check_rankings);
}

static void check_repeated(struct table *table)
{
	static struct mk_advice first, second;

	for (size_t i = 0; i < table->game->strategy_count; i++) {
		memset(&first, 0, sizeof first);
		memset(&second, 0, sizeof second);
		table->game->strategies[i].evaluate(view_at(table), &first);
		table->game->strategies[i].evaluate(view_at(table), &second);
		cr_assert_arr_eq(&first, &second, sizeof first);
	}
}

EVERY_GAME(every_game, the_same_table_gets_the_same_advice)
{
	on_every_table_of(tested_game(*number), games_to_play(5), check_repeated);
}
