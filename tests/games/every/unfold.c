/* Games that go by themselves, and games that are played open. */
#include "base/sanitized.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS = 200 };

/* Storage for the same deal twice. */
struct pair {
	const struct mk_game *game;
	struct mk_world *world, *other;
	struct mk_view *buffer;
};

static void deal_both(struct pair *pair, const struct mk_rules *rules, uint64_t number)
{
	struct mk_rng rng;

	mk_rng_init(&rng, 3, number);
	pair->game->deal(pair->world, rules, &rng);
	memcpy(pair->other, pair->world, pair->game->world_size);
}

/* Runs on deals of every preset of every game that supports it. */
static void on_deals(bool (*can)(const struct mk_game *game), void (*check)(struct pair *pair))
{
	FOR_EACH_GAME(g)
	{
		const struct mk_game *game = tested_game(g);
		struct pair pair = {game, storage(game->world_size), storage(game->world_size),
			storage(game->view_size)};

		for (size_t p = 0; can(game) && p < game->preset_count; p++) {
			for (uint64_t i = 0; i < (uint64_t)games_to_play(DEALS); i++) {
				deal_both(&pair, &game->presets[p].rules, i);
				check(&pair);
			}
		}
		free(pair.world);
		free(pair.other);
		free(pair.buffer);
	}
}

/* ---- Given decks ---------------------------------------------------------------------------- */

static bool takes_deck(const struct mk_game *game)
{
	return game->deal_deck != NULL;
}

/* The cards of the deck in another order each time; returns how many. */
static int shuffled_deck(
	const struct mk_game *game, const struct mk_rules *rules, uint64_t number, mk_card *deck)
{
	int copies = game->has_duplicate_cards ? 2 : 1, count = 0;
	struct mk_rng rng;

	mk_rng_init(&rng, 5, number);
	for (mk_cards left = game->deck_cards(rules); left; left &= left - 1) {
		for (int copy = 0; copy < copies; copy++) {
			int at = (int)mk_rng_below(&rng, (uint32_t)count + 1);

			deck[count++] = deck[at];
			deck[at] = (mk_card)__builtin_ctzll(left);
		}
	}
	return count;
}

/* The same deck gives the same world, every deck a sound one, two decks two worlds. */
Test(every_game, a_given_deck_is_dealt)
{
	FOR_EACH_GAME(g)
	{
		const struct mk_game *game = tested_game(g);
		struct mk_world *world = storage(game->world_size),
				*other = storage(game->world_size);

		for (size_t p = 0; takes_deck(game) && p < game->preset_count; p++) {
			const struct mk_rules *rules = &game->presets[p].rules;

			for (uint64_t i = 0; i < (uint64_t)games_to_play(DEALS); i++) {
				mk_card deck[MK_DECK] = {0};
				struct mk_rng rng, same;

				cr_assert_leq(shuffled_deck(game, rules, i, deck), MK_DECK);
				mk_rng_init(&rng, 3, i);
				same = rng;
				game->deal_deck(world, rules, deck, &rng);
				cr_assert_null(mk_game_check_invariants(game, world), "%s: %s",
					game->name, mk_game_check_invariants(game, world));
				game->deal_deck(other, rules, deck, &same);
				cr_assert_eq(memcmp(world, other, game->world_size), 0);
				shuffled_deck(game, rules, i + DEALS, deck);
				mk_rng_init(&rng, 3, i);
				game->deal_deck(other, rules, deck, &rng);
				cr_assert_neq(memcmp(world, other, game->world_size), 0);
			}
		}
		free(world);
		free(other);
	}
}

/* ---- By themselves -------------------------------------------------------------------------- */

static bool unfolds(const struct mk_game *game)
{
	return game->play_forced != NULL;
}

/* The only move, again and again; how many there were. */
static uint32_t play_on(const struct mk_game *game, struct mk_world *world)
{
	struct mk_move moves[MK_MAX_MOVES];
	uint32_t count = 0;

	for (; mk_game_seat_to_move(game, world) != MK_NO_SEAT; count++) {
		cr_assert_eq(mk_game_world_moves(game, world, moves), 1, "there was a choice");
		game->apply(world, moves[0]);
	}
	return count;
}

static void assert_ends_alike(struct pair *pair)
{
	const struct mk_game *game = pair->game;
	double payoff[MK_MAX_SEATS] = {0}, other[MK_MAX_SEATS] = {0};

	cr_assert_null(mk_game_check_invariants(game, pair->world));
	cr_assert_eq(mk_game_seat_to_move(game, pair->world), MK_NO_SEAT);
	cr_assert_eq(game->outcome(mk_game_view_of_seat(game, pair->world, 0, pair->buffer)),
		game->outcome(mk_game_view_of_seat(game, pair->other, 0, pair->buffer)));
	mk_game_payoff(game, pair->world, payoff);
	mk_game_payoff(game, pair->other, other);
	cr_assert_arr_eq(payoff, other, sizeof payoff);
	cr_assert_eq(game->length(pair->world), game->length(pair->other));
}

static void check_unfolding(struct pair *pair)
{
	uint32_t moves = pair->game->play_forced(pair->world);

	if (moves == 0) {
		cr_assert_arr_eq(pair->world, pair->other, pair->game->world_size);
		return;
	}
	cr_assert_eq(play_on(pair->game, pair->other), moves);
	assert_ends_alike(pair);
}

Test(every_game, without_choices_the_end_at_one_go_is_the_end_move_by_move)
{
	on_deals(unfolds, check_unfolding);
}

/* ---- Open ----------------------------------------------------------------------------------- */

static bool uncovers(const struct mk_game *game)
{
	return game->reveal_all != NULL;
}

static void check_open(struct pair *pair)
{
	const struct mk_game *game = pair->game;
	struct mk_rng rng;

	mk_rng_init(&rng, 4, 0);
	game->reveal_all(pair->world);
	cr_assert_null(mk_game_check_invariants(game, pair->world));
	cr_assert(mk_game_sample_world(
		game, mk_game_view_of_seat(game, pair->world, 0, pair->buffer), &rng, pair->other));
	cr_assert_arr_eq(pair->world, pair->other, game->world_size);
}

Test(every_game, who_sees_all_cards_can_only_guess_right)
{
	on_deals(uncovers, check_open);
}
