/* Real moves for a solver's steps. */
#include "games/klondike/solver/solver_line.h"

#include "games/klondike/table/world.h"

/* Plays and writes a move; false past the end of the line. */
static bool play(struct solver_line *line, struct mk_move move)
{
	struct solver_moves *moves = line->moves;

	if (moves->length == SOLVER_LINE) {
		return false;
	}
	moves->moves[moves->length++] = move;
	klondike_apply((struct mk_world *)&line->world, move);
	return true;
}

static bool play_step(struct solver_line *line, struct klondike_macro step)
{
	struct mk_move move;
	bool completes = false;

	while (!completes) {
		if (!klondike_macro_next_move(&line->world.known, step, &move, &completes) ||
			!play(line, move)) {
			return false;
		}
	}
	return true;
}

/* With every card face up all can go up, one after another: the next that can, else a turn. */
static struct klondike_macro clearing_step(const struct klondike_view *view)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		mk_card next = MK_CARD(view->foundation[suit] + 1, suit);

		for (int column = 0; column < COLUMNS; column++) {
			if (klondike_front(view, column) == next) {
				return (struct klondike_macro){
					STEP_UP, (uint8_t)ladder_of_card(next)};
			}
		}
		if (klondike_front(view, DRAW_PILE) == next) {
			return (struct klondike_macro){
				STEP_STOCK_UP, (uint8_t)ladder_of_card(next)};
		}
	}
	return (struct klondike_macro){STEP_TURN, 0};
}

void solver_line_begin(
	struct solver_line *line, const struct klondike_world *world, struct solver_moves *moves)
{
	line->world = *world;
	line->moves = moves;
	line->is_broken = false;
	moves->length = 0;
}

void solver_line_add(struct solver_line *line, struct klondike_macro step)
{
	line->is_broken = line->is_broken || !play_step(line, step);
}

void solver_line_finish(struct solver_line *line)
{
	const struct klondike_view *view = &line->world.known;

	while (!line->is_broken && klondike_outcome(view) == MK_PLAYING) {
		solver_line_add(line, clearing_step(view));
	}
	if (line->is_broken || klondike_outcome(view) != MK_WON) {
		line->moves->length = 0;
	}
}
