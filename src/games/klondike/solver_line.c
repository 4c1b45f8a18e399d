/* Real moves for a solver's steps. */
#include "games/klondike/solver_line.h"

#include "games/klondike/world.h"

/* The table as the line is played on it. */
struct table {
	struct klondike_world world;
	struct solver_moves *line;
};

/* Plays and writes a move; false past the end of the line. */
static bool play(struct table *table, struct mk_move move)
{
	struct solver_moves *line = table->line;

	if (line->length == SOLVER_LINE) {
		return false;
	}
	line->moves[line->length++] = move;
	klondike_apply((struct mk_world *)&table->world, move);
	return true;
}

static bool play_step(struct table *table, struct klondike_step step)
{
	struct mk_move move;
	bool completes = false;

	while (!completes) {
		if (!klondike_step_move(&table->world.known, step, &move, &completes) ||
			!play(table, move)) {
			return false;
		}
	}
	return true;
}

/* With every card face up all can go up, one after another: the next that can, else a turn. */
static struct klondike_step clearing_step(const struct klondike_view *view)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		mk_card next = MK_CARD(view->foundation[suit] + 1, suit);

		for (int column = 0; column < COLUMNS; column++) {
			if (klondike_front(view, column) == next) {
				return (struct klondike_step){
					STEP_UP, (uint8_t)ladder_of_card(next)};
			}
		}
		if (klondike_front(view, DRAW_PILE) == next) {
			return (struct klondike_step){STEP_STOCK_UP, (uint8_t)ladder_of_card(next)};
		}
	}
	return (struct klondike_step){STEP_TURN, 0};
}

void solver_write_line(const struct klondike_world *world, const struct klondike_step *path,
	size_t count, struct solver_moves *line)
{
	struct table table = {.world = *world, .line = line};

	line->length = 0;
	for (size_t i = 1; i <= count; i++) {
		if (!play_step(&table, path[i])) {
			return;
		}
	}
	while (klondike_outcome(&table.world.known) == MK_PLAYING &&
		play_step(&table, clearing_step(&table.world.known))) {
	}
}
