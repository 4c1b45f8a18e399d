/* The row of FreeCell in the table of games. */
#include "games/freecell/freecell.h"

#include "games/freecell/game.h"

const struct mk_game freecell_game = {
	.name = "freecell",
	.title = MK_PHRASE("FreeCell", "FreeCell", "FreeCell", "FreeCell"),
	.seats = 1,
	.view_size = sizeof(struct freecell_view),
	.world_size = sizeof(struct freecell_view),
	.snapshot_size = sizeof(struct mk_piles),
	.options = freecell_options,
	.option_count = OPTIONS,
	.rulebook = &freecell_rulebook,
	.presets = freecell_presets,
	.preset_count = PRESETS,
	.strategies = freecell_strategies,
	.strategy_count = STRATEGIES,
	.notation = &freecell_notation,
	.deal = freecell_deal,
	.deck_cards = freecell_deck_cards,
	.deal_deck = freecell_deal_deck,
	.apply = freecell_apply,
	.init_view = freecell_init_view,
	.view_moves = freecell_moves,
	.outcome = freecell_outcome,
	.piles = freecell_piles,
	.pile = freecell_pile,
	.set_table = freecell_set_table,
	.seat_to_move = freecell_seat_to_move,
	.payoff = freecell_payoff,
	.mistakes = &freecell_mistakes,
	.check_invariants = freecell_check_invariants,
	.apply_snapshot = freecell_apply_snapshot,
	.apply_reported_move = freecell_apply_reported_move,
	.apply_finding = freecell_apply_finding,
	.solver = &freecell_solver,
};
