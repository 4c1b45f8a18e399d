/* The members of a game with their defaults: worlds, views and corrections. */
#include "base/alloc.h"
#include "games/common/interpret.h"
#include "games/common/move_error.h"

#include <math.h>
#include <stdlib.h>

/* The view of a world of a game without hidden cards. */
static const struct mk_view *open_view(const struct mk_world *world)
{
	return (const struct mk_view *)world;
}

int mk_game_seat_to_move(const struct mk_game *game, const struct mk_world *world)
{
	if (game->seat_to_move) {
		return game->seat_to_move(world);
	}
	return game->outcome(open_view(world)) == MK_PLAYING ? 0 : MK_NO_SEAT;
}

size_t mk_game_world_moves(const struct mk_game *game, const struct mk_world *world,
	struct mk_move moves[MK_MAX_MOVES])
{
	return game->world_moves ? game->world_moves(world, moves)
				 : game->view_moves(open_view(world), moves);
}

void mk_game_payoff(
	const struct mk_game *game, const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	if (game->payoff) {
		game->payoff(world, payoff);
	} else {
		payoff[0] = game->outcome(open_view(world)) == MK_WON;
	}
}

const char *mk_game_check_invariants(const struct mk_game *game, const struct mk_world *world)
{
	return game->check_invariants ? game->check_invariants(world) : NULL;
}

const struct mk_view *mk_game_view_of_seat(
	const struct mk_game *game, const struct mk_world *world, int seat, struct mk_view *buffer)
{
	return game->view_of_seat ? game->view_of_seat(world, seat, buffer) : open_view(world);
}

void mk_game_observe(const struct mk_game *game, const struct mk_world *world, int seat,
	struct mk_snapshot *seen)
{
	struct mk_view *buffer;

	if (game->observe) {
		game->observe(world, seat, seen);
		return;
	}
	buffer = xmalloc(game->view_size);
	mk_piles_of_view(
		game, mk_game_view_of_seat(game, world, seat, buffer), (struct mk_piles *)seen);
	free(buffer);
}

bool mk_game_can_deal(const struct mk_game *game)
{
	return mk_game_is_open(game) ||
	       (game->seats == 1 ? game->card_turned_up != NULL : game->complete_move != NULL);
}

mk_card mk_game_card_turned_up(
	const struct mk_game *game, const struct mk_world *world, struct mk_move move)
{
	return game->card_turned_up ? game->card_turned_up(world, move) : MK_NO_CARD;
}

bool mk_game_sample_world(const struct mk_game *game, const struct mk_view *view,
	struct mk_rng *rng, struct mk_world *world)
{
	if (game->sample_world) {
		return game->sample_world(view, rng, world);
	}
	memcpy(world, view, game->world_size);
	return true;
}

enum mk_status mk_game_apply_snapshot(const struct mk_game *game, struct mk_view *view,
	const struct mk_snapshot *seen, const struct mk_move *suggested, struct mk_finding *finding,
	struct mk_error *error)
{
	return game->apply_snapshot ? game->apply_snapshot(view, seen, suggested, finding, error)
				    : interpret_piles(game, view, (const struct mk_piles *)seen,
					      suggested, finding, error);
}

static bool is_listed(const struct mk_game *game, const struct mk_view *view, struct mk_move move)
{
	struct mk_move moves[MK_MAX_MOVES];
	size_t count = game->view_moves(view, moves);

	for (size_t i = 0; i < count; i++) {
		if (memcmp(&moves[i], &move, sizeof move) == 0) {
			return true;
		}
	}
	return false;
}

enum mk_status mk_game_apply_reported_move(const struct mk_game *game, struct mk_view *view,
	struct mk_move move, mk_card revealed, struct mk_finding *finding, struct mk_error *error)
{
	if (game->apply_reported_move) {
		return game->apply_reported_move(view, move, revealed, finding, error);
	}
	if (revealed != MK_NO_CARD) {
		return move_error_unexpected_card(error);
	}
	if (!is_listed(game, view, move)) {
		return move_error_illegal(error, "");
	}
	*finding = (struct mk_finding){.explanation = MK_OTHER_MOVE, .move_count = 1};
	finding->moves[0].move = move;
	game->apply((struct mk_world *)view, move);
	return MK_OK;
}

enum mk_status mk_game_apply_finding(const struct mk_game *game, struct mk_view *view,
	const struct mk_finding *finding, struct mk_error *error)
{
	return game->apply_finding ? game->apply_finding(view, finding, error)
				   : repeat_finding(game, view, finding, error);
}

bool mk_game_has_card_at(const struct mk_game *game)
{
	for (const struct mk_pile_kind *kind = game->piles; kind && kind->name; kind++) {
		if (kind->content != MK_PILE_NUMBER) {
			return true;
		}
	}
	return game->card_at != NULL;
}

static mk_card card_of_pile(const struct mk_pile *pile, int index)
{
	if (index == 0) {
		return mk_pile_front(pile);
	}
	return index > 0 && index <= MK_MAX_PILE_CARDS && (uint32_t)index <= pile->count
		       ? pile->card[index - 1]
		       : MK_NO_CARD;
}

mk_card mk_game_card_at(
	const struct mk_game *game, const struct mk_view *view, int position, int index)
{
	struct mk_pile pile = {.count = 0};

	if (game->card_at) {
		return game->card_at(view, position, index);
	}
	if (!game->piles || !mk_pile_kind_at(game->piles, position)) {
		return MK_NO_CARD;
	}
	game->pile(view, position, &pile);
	return card_of_pile(&pile, index);
}

const char *const *mk_game_conflict_codes(const struct mk_game *game)
{
	return game->notation->conflict_reasons ? game->notation->conflict_reasons
	       : game->piles                    ? mk_pile_conflict_codes
						: NULL;
}

/* ---- Advice --------------------------------------------------------------------------------- */

void mk_advice_list(struct mk_advice *advice, const struct mk_move *moves, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		advice->moves[i] = (struct mk_ranked_move){.move = moves[i],
			.value = NAN,
			.low = NAN,
			.high = NAN,
			.line_length = 1,
			.line = {moves[i]}};
	}
	advice->count = count;
	advice->suggestion = count > 0 ? 0 : -1;
	advice->final = true;
	advice->worlds = advice->nodes = 0;
	advice->value = advice->low = advice->high = NAN;
}
