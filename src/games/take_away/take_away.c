/* The row of take-away in the table of games. */
#include "games/take_away/take_away.h"

#include "games/take_away/learn.h"
#include "games/take_away/notation.h"
#include "games/take_away/rank.h"
#include "games/take_away/rules.h"
#include "games/take_away/words.h"
#include "games/take_away/world.h"

static const struct mk_notation notation = {
	.reasons = take_away_reasons,
	.suppressions = take_away_suppressions,
	.conflict_reasons = take_away_conflict_reasons,
	.snapshot_members = take_away_snapshot_members,
	.move_members = take_away_move_members,
	.table_members = take_away_table_members,
	.read_snapshot = take_away_read_snapshot,
	.write_snapshot = take_away_write_snapshot,
	.read_line = take_away_read_line,
	.write_line = take_away_write_line,
	.read_move = take_away_read_move,
	.write_move = take_away_write_move,
	.write_short = take_away_write_short,
	.write_table = take_away_write_table,
	.read_table = take_away_read_table,
	.write_finding = take_away_write_finding,
	.read_finding = take_away_read_finding,
	.describe_card = take_away_describe_card,
	.describe_move = take_away_describe_move,
	.describe_reason = take_away_describe_reason,
	.describe_why = take_away_describe_why,
	.describe_outlook = take_away_describe_outlook,
	.describe_conflict = take_away_describe_conflict,
	.describe_message = take_away_describe_message,
	.draw = take_away_draw,
};

const struct mk_game take_away_game = {
	.name = "take-away",
	.title = MK_PHRASE("Take-away", "Nim", "Nim", "Πάρε φύλλα"),
	.seats = SEATS,
	.view_size = sizeof(struct take_away_view),
	.world_size = sizeof(struct take_away_view),
	.snapshot_size = sizeof(struct take_away_snapshot),
	.options = take_away_options,
	.option_count = OPTIONS,
	.rulebook = &take_away_rulebook,
	.presets = take_away_presets,
	.preset_count = PRESETS,
	.strategies = take_away_strategies,
	.strategy_count = STRATEGIES,
	.check_rules = take_away_check_rules,
	.check_opponents = take_away_check_opponents,
	.deal = take_away_deal,
	.seat_to_move = take_away_seat_to_move,
	.apply = take_away_apply,
	.payoff = take_away_payoff,
	.mistakes = &take_away_mistakes,
	.check_invariants = take_away_check_invariants,
	.piles = take_away_piles,
	.pile = take_away_pile,
	.observe = take_away_observe,
	.init_view = take_away_init_view,
	.view_moves = take_away_view_moves,
	.outcome = take_away_outcome,
	.apply_snapshot = take_away_apply_snapshot,
	.apply_reported_move = take_away_apply_reported_move,
	.apply_finding = take_away_apply_finding,
	.notation = &notation,
};
