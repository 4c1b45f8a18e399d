#include "games/klondike/referee.h"

#include <stdio.h>
#include <string.h>

struct pile {
	int count;
	const char *cards[32]; /* names, the top last */
};

struct game {
	struct pile down[7], up[7], foundation[4], stock, waste;
	int draw, redeals; /* -1: without end */
	bool returns, clears;
};

static int rank_of(const char *card)
{
	return (int)(strchr("A234567890JQK", card[0]) - "A234567890JQK") + 1;
}

static int suit_of(const char *card)
{
	return (int)(strchr("CDHS", card[1]) - "CDHS");
}

static bool is_red(const char *card)
{
	return strchr("DH", card[1]) != NULL;
}

static void put(struct pile *pile, const char *card)
{
	pile->cards[pile->count++] = card;
}

static const char *take(struct pile *pile)
{
	return pile->cards[--pile->count];
}

static const char *top(const struct pile *pile)
{
	return pile->count ? pile->cards[pile->count - 1] : NULL;
}

/* ---- The table ------------------------------------------------------------------------------ */

static void lay_column(struct game *game, const struct klondike_world *world, int column)
{
	for (int i = 0; i < world->known.unseen[column]; i++) {
		put(&game->down[column], mk_card_code(world->under[column][i]));
	}
	for (int i = 0; i < world->known.up[column]; i++) {
		put(&game->up[column], mk_card_code(world->known.column[column][i]));
	}
}

static void lay_out(struct game *game, const struct klondike_world *world)
{
	const struct klondike_view *known = &world->known;

	memset(game, 0, sizeof *game);
	game->draw = known->rules.draw;
	game->redeals = known->shuffles;
	game->returns = known->rules.foundation_return;
	game->clears = known->rules.cleared;
	for (int column = 0; column < 7; column++) {
		lay_column(game, world, column);
	}
	for (int suit = 0; suit < 4; suit++) {
		for (int rank = 1; rank <= known->foundation[suit]; rank++) {
			put(&game->foundation[suit], mk_card_code(MK_CARD(rank, suit)));
		}
	}
	for (int i = 0; i < known->turned; i++) {
		put(&game->waste, mk_card_code(world->pile[i]));
	}
	for (int i = known->pile_count; i-- > known->turned;) {
		put(&game->stock, mk_card_code(world->pile[i]));
	}
}

static bool is_won(const struct game *game)
{
	int goal = game->clears ? 52 : 0;

	for (int suit = 0; suit < 4 && game->clears; suit++) {
		goal -= game->foundation[suit].count;
	}
	for (int column = 0; column < 7 && !game->clears; column++) {
		goal += game->down[column].count;
	}
	return goal == 0;
}

/* ---- What moves do -------------------------------------------------------------------------- */

static void turn_up_to(struct game *game, int cards)
{
	while (cards-- > 0 && game->stock.count > 0) {
		put(&game->waste, take(&game->stock));
	}
}

/* A stock that is used up is turned over, in the same order, and begun again at once. */
static const char *turn(struct game *game, bool over)
{
	if (over != (game->stock.count == 0)) {
		return over ? "there are cards to draw" : "there is no card to draw";
	}
	if (over) {
		if (game->redeals == 0 || game->waste.count == 0) {
			return "no redeal is left";
		}
		game->redeals -= game->redeals > 0;
		while (game->waste.count > 0) {
			put(&game->stock, take(&game->waste));
		}
	}
	turn_up_to(game, game->draw);
	return NULL;
}

/* Where something left, what lies under it is turned up. */
static void uncover(struct game *game, int from)
{
	if (from < 7 && game->up[from].count == 0 && game->down[from].count > 0) {
		put(&game->up[from], take(&game->down[from]));
	}
	if (from == 11 && game->waste.count == 0) {
		turn_up_to(game, game->draw);
	}
}

static struct pile *place(struct game *game, int position)
{
	if (position < 7) {
		return &game->up[position];
	}
	return position == 11 ? &game->waste : &game->foundation[position - 7];
}

static bool fits_column(const struct game *game, int column, const char *card)
{
	const char *under = top(&game->up[column]);

	if (!under) {
		return rank_of(card) == 13 && game->down[column].count == 0;
	}
	return rank_of(card) == rank_of(under) - 1 && is_red(card) != is_red(under);
}

static const char *to_foundation(struct game *game, int from, int to)
{
	const char *card = top(place(game, from));

	if (!card || (from >= 7 && from != 11)) {
		return "nothing there could go to a foundation";
	}
	if (to != 7 + suit_of(card) || rank_of(card) != game->foundation[to - 7].count + 1) {
		return "the foundation does not take it";
	}
	put(&game->foundation[to - 7], take(place(game, from)));
	return NULL;
}

static const char *to_column(struct game *game, int from, int to, int cut)
{
	struct pile *source = place(game, from);
	int first = from < 7 ? cut - 1 : source->count - 1;

	if (from >= 7 && from != 11 && !game->returns) {
		return "nothing comes back from foundations";
	}
	if (first < 0 || first >= source->count || to >= 7 || to == from) {
		return "there is no such card";
	}
	if (!fits_column(game, to, source->cards[first])) {
		return "the column does not take it";
	}
	for (int i = first; i < source->count; i++) {
		put(&game->up[to], source->cards[i]);
	}
	source->count = first;
	return NULL;
}

static const char *carry_out(struct game *game, struct mk_move move)
{
	const char *wrong;

	if (move.kind == DRAW || move.kind == SHUFFLE) {
		return turn(game, move.kind == SHUFFLE);
	}
	wrong = move.kind == TO_FOUNDATION ? to_foundation(game, move.from, move.to)
					   : to_column(game, move.from, move.to, move.cut);
	if (!wrong) {
		uncover(game, move.from);
	}
	return wrong;
}

const char *referee(const struct klondike_world *world, const struct mk_move *moves, size_t length)
{
	static char verdict[96];
	struct game game;

	lay_out(&game, world);
	for (size_t i = 0; i < length; i++) {
		const char *wrong = carry_out(&game, moves[i]);

		if (wrong) {
			snprintf(verdict, sizeof verdict, "move %zu: %s", i + 1, wrong);
			return verdict;
		}
	}
	return is_won(&game) ? NULL : "the last move does not win";
}
