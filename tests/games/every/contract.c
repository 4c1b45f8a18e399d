/* Promises of makker/game.h for every game: chance, hidden cards, ends, illegal moves. */
#include "base/sanitized.h"
#include "games/every/game.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 20, GAMES = 20, MAX_MOVES = 5000, RUBBISH = 0xa5 };

static struct table table_of(const struct mk_game *game)
{
	return (struct table){.game = game,
		.preset = game->presets,
		.world = storage(game->world_size),
		.buffer = storage(game->view_size)};
}

static void free_table(struct table *table)
{
	free(table->world);
	free(table->buffer);
}

/* ---- Chance --------------------------------------------------------------------------------- */

static void deal_seed(const struct table *table, uint64_t seed, struct mk_world *world)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 7, seed);
	table->game->deal(world, &table->preset->rules, &rng);
}

EVERY_GAME(contract, a_deal_follows_from_its_seed_whatever_the_storage_held)
{
	struct table table = table_of(tested_game(*number));
	struct mk_world *first = storage(table.game->world_size);
	size_t size = table.game->world_size;
	int others = 0;

	deal_seed(&table, 0, first);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		deal_seed(&table, seed, table.world);
		others += memcmp(table.world, first, size) != 0;
	}
	cr_assert_gt(others, SEEDS / 2, "most seeds deal the same table");
	memset(table.world, RUBBISH, size);
	deal_seed(&table, 0, table.world);
	cr_assert_arr_eq(table.world, first, size);
	free(first);
	free_table(&table);
}

EVERY_GAME(contract, a_new_view_is_the_same_whatever_the_storage_held)
{
	const struct mk_game *game = tested_game(*number);
	struct mk_view *view = storage(game->view_size), *other = storage(game->view_size);

	memset(other, RUBBISH, game->view_size);
	game->init_view(view, &game->presets[0].rules);
	game->init_view(other, &game->presets[0].rules);
	cr_assert_arr_eq(view, other, game->view_size);
	free(view);
	free(other);
}

/* ---- Hidden cards --------------------------------------------------------------------------- */

/* At the beginning of a game hardly anything is known: samples of it differ. */
EVERY_GAME(contract, samples_of_a_new_game_with_hidden_cards_differ)
{
	struct table table = table_of(tested_game(*number));
	struct mk_world *first = storage(table.game->world_size);
	struct mk_world *next = storage(table.game->world_size);
	int others = 0;

	if (!mk_game_is_open(table.game)) {
		mk_rng_init(&table.rng, 8, 0);
		deal_seed(&table, 0, table.world);
		cr_assert(mk_game_sample_world(table.game, view_at(&table), &table.rng, first));
		for (int i = 0; i < SEEDS; i++) {
			cr_assert(mk_game_sample_world(
				table.game, view_at(&table), &table.rng, next));
			others += memcmp(next, first, table.game->world_size) != 0;
		}
		cr_assert_gt(others, SEEDS / 2, "samples do not differ");
	}
	free(first);
	free(next);
	free_table(&table);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

static bool is_listed(const struct mk_move *move, const struct mk_move *moves, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], move, sizeof *move) == 0) {
			return true;
		}
	}
	return false;
}

/* A move that is not listed may still be legal (another empty column): it is then carried out. */
static void check_reported(struct table *table, struct mk_move move, struct mk_view *view)
{
	struct mk_finding finding;

	memcpy(view, view_at(table), table->game->view_size);
	if (mk_game_apply_reported_move(table->game, view, move, MK_NO_CARD, &finding, NULL) !=
		MK_OK) {
		cr_assert_arr_eq(view, view_at(table), table->game->view_size);
		return;
	}
	cr_assert_neq(memcmp(view, view_at(table), table->game->view_size), 0,
		"a move is accepted that changes nothing");
}

static void check_illegal(struct table *table)
{
	struct mk_view *view = storage(table->game->view_size);
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = table->game->view_moves(view_at(table), moves);

	for (size_t i = 0; i < count; i++) {
		struct mk_move other = moves[i];

		other.to = other.from;
		other.kind = moves[0].kind;
		if (!is_listed(&other, moves, count)) {
			check_reported(table, other, view);
		}
		other = moves[i];
		other.from = UINT8_MAX;
		check_reported(table, other, view);
	}
	free(view);
}

EVERY_GAME(contract, a_reported_move_changes_the_table_or_is_refused)
{
	on_every_table_of(tested_game(*number), 3, check_illegal);
}

/* ---- The program deals ---------------------------------------------------------------------- */

/* With the card that comes up each legal move leads to the view of the dealt table. */
static void check_turned_up(struct table *table)
{
	const struct mk_game *game = table->game;
	struct mk_world *world = storage(game->world_size);
	struct mk_view *view = storage(game->view_size);
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(view_at(table), moves);
	struct mk_finding finding;

	for (size_t i = 0; i < count; i++) {
		mk_card card = mk_game_card_turned_up(game, table->world, moves[i]);

		memcpy(world, table->world, game->world_size);
		memcpy(view, view_at(table), game->view_size);
		cr_assert_eq(
			mk_game_apply_reported_move(game, view, moves[i], card, &finding, NULL),
			MK_OK, "a legal move with the card that comes up is refused");
		game->apply(world, moves[i]);
		cr_assert_arr_eq(view, mk_game_view_of_seat(game, world, 0, table->buffer),
			game->view_size, "the player does not know what is seen");
	}
	moves[0].kind = UINT8_MAX;
	cr_assert_eq(mk_game_card_turned_up(game, table->world, moves[0]), MK_NO_CARD);
	free(world);
	free(view);
}

EVERY_GAME(contract, moves_at_a_table_that_the_program_deals_tell_all_that_is_seen)
{
	/* At others the player is shown what happens, as by a camera. */
	if (mk_game_can_deal(tested_game(*number)) && !tested_game(*number)->complete_move) {
		on_every_table_of(tested_game(*number), 3, check_turned_up);
	}
}

/* ---- Ends ----------------------------------------------------------------------------------- */

static void check_outcome(struct table *table)
{
	cr_assert_eq(table->game->outcome(view_at(table)), MK_PLAYING,
		"the game is over although a seat is to move");
}

EVERY_GAME(contract, a_game_is_played_as_long_as_a_seat_is_to_move)
{
	on_every_table_of(tested_game(*number), games_to_play(10), check_outcome);
}

/* Plays a game by the first strategy. */
static void play_out(struct table *table, uint64_t seed)
{
	struct mk_move move;

	deal_seed(table, seed, table->world);
	for (int i = 0;
		i < MAX_MOVES && mk_game_seat_to_move(table->game, table->world) != MK_NO_SEAT &&
		table->game->strategies[0].choose_move(view_at(table), &move);
		i++) {
		table->game->apply(table->world, move);
	}
}

EVERY_GAME(contract, a_won_game_pays_and_a_lost_one_does_not)
{
	struct table table = table_of(tested_game(*number));

	for (uint64_t seed = 0; seed < (uint64_t)games_to_play(GAMES); seed++) {
		double payoff[MK_MAX_SEATS] = {0};
		enum mk_outcome outcome;

		play_out(&table, seed);
		outcome = table.game->outcome(
			mk_game_view_of_seat(table.game, table.world, 0, table.buffer));
		mk_game_payoff(table.game, table.world, payoff);
		cr_assert(outcome != MK_WON || payoff[0] > 0, "a win pays %f", payoff[0]);
		cr_assert(outcome != MK_LOST || payoff[0] <= 0, "a loss pays %f", payoff[0]);
	}
	free_table(&table);
}
