/* The row of 10-20-30 in the table of games. */
#include "games/ten_twenty_thirty/ten_twenty_thirty.h"

#include "games/ten_twenty_thirty/deck.h"
#include "games/ten_twenty_thirty/learn.h"
#include "games/ten_twenty_thirty/notation.h"
#include "games/ten_twenty_thirty/rank.h"
#include "games/ten_twenty_thirty/rules.h"
#include "games/ten_twenty_thirty/words.h"
#include "games/ten_twenty_thirty/world.h"

static size_t legal(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	return tens_moves(view_of(view), moves);
}

static const struct mk_notation notation = {
	.reasons = tens_reasons,
	.suppressions = tens_suppressions,
	.conflict_reasons = tens_conflict_reasons,
	.snapshot_members = tens_snapshot_members,
	.move_members = tens_move_members,
	.table_members = tens_table_members,
	.read_snapshot = tens_read_snapshot,
	.write_snapshot = tens_write_snapshot,
	.read_line = tens_read_line,
	.write_line = tens_write_line,
	.read_move = tens_read_move,
	.write_move = tens_write_move,
	.write_short = tens_write_short,
	.write_table = tens_write_table,
	.read_table = tens_read_table,
	.write_forecast = tens_write_forecast,
	.write_finding = tens_write_finding,
	.read_finding = tens_read_finding,
	.describe_card = tens_describe_card,
	.describe_move = tens_describe_move,
	.describe_reason = tens_describe_reason,
	.describe_outlook = tens_describe_outlook,
	.describe_conflict = tens_describe_conflict,
	.describe_message = tens_describe_message,
	.draw = tens_draw,
};

const struct mk_game ten_twenty_thirty_game = {
	.name = "ten-twenty-thirty",
	.title = MK_PHRASE("10-20-30", "10-20-30", "10-20-30", "10-20-30"),
	.seats = 1,
	.view_size = sizeof(struct tens_view),
	.world_size = sizeof(struct tens_world),
	.snapshot_size = sizeof(struct mk_piles),
	.options = tens_options,
	.option_count = OPTIONS,
	.rulebook = &tens_rulebook,
	.presets = tens_presets,
	.preset_count = PRESETS,
	.strategies = tens_strategies,
	.strategy_count = STRATEGIES,
	.check_rules = tens_check_rules,
	.deal = tens_deal,
	.deck_cards = tens_deck_cards,
	.deal_deck = tens_deal_deck,
	.seat_to_move = tens_seat_to_move,
	.world_moves = tens_world_moves,
	.apply = tens_apply,
	.card_turned_up = tens_card_turned_up,
	.payoff = tens_payoff,
	.mistakes = &tens_mistakes,
	.length = tens_length,
	.play_forced = tens_play_forced,
	.reveal_all = tens_reveal_all,
	.check_invariants = tens_check_invariants,
	.piles = tens_piles,
	.pile = tens_pile,
	.view_of_seat = tens_view_of_seat,
	.sample_world = tens_sample_world,
	.init_view = tens_init_view,
	.view_moves = legal,
	.outcome = tens_outcome,
	.apply_snapshot = tens_apply_snapshot,
	.apply_reported_move = tens_apply_reported_move,
	.apply_finding = tens_apply_finding,
	.card_at = tens_card_at,
	.forced_result = tens_forced_result,
	.notation = &notation,
};
