/* Doppelkopf as the rest of the program sees it: one row. */
#include "games/doppelkopf/doppelkopf.h"

#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/sampler.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/table/rules.h"
#include "games/doppelkopf/text/notation.h"
#include "games/doppelkopf/text/rulebook.h"

static const struct mk_notation notation = {
	.reasons = doko_reasons,
	.suppressions = doko_held_backs,
	.conflict_reasons = doko_clashes,
	.odds = doko_odds,
	.snapshot_members = doko_snapshot_members,
	.move_members = doko_move_members,
	.table_members = doko_table_members,
	.read_snapshot = doko_read_sighting,
	.write_snapshot = doko_write_sighting,
	.write_place = doko_write_place,
	.write_conflict = doko_write_clash,
	.read_move = doko_read_move,
	.write_move = doko_write_move,
	.write_short = doko_write_short,
	.write_table = doko_write_table,
	.read_table = doko_read_table,
	.describe_card = doko_say_card,
	.describe_move = doko_say_move,
	.describe_reason = doko_say_reason,
	.describe_why = doko_say_why,
	.describe_outlook = doko_say_outlook,
	.describe_conflict = doko_say_clash,
	.describe_message = doko_say_message,
	.draw = doko_draw,
};

const struct mk_game doppelkopf_game = {
	.name = "doppelkopf",
	.title = MK_PHRASE("Doppelkopf", "Doppelkopf", "Doppelkopf", "Ντόπελκοπφ"),
	.seats = DOKO_SEATS,
	.view_size = sizeof(struct doko_view),
	.world_size = sizeof(struct doko_world),
	.view_format = 1,
	.snapshot_size = sizeof(struct doko_sighting),
	.options = doko_options,
	.option_count = DOKO_OPTIONS,
	.rulebook = &doko_rulebook,
	.presets = doko_presets,
	.preset_count = DOKO_PRESETS,
	.strategies = doko_strategies,
	.strategy_count = DOKO_STRATEGIES,
	.check_rules = doko_check_rules,
	.deal = doko_deal,
	.deck_cards = doko_deck_cards,
	.deal_deck = doko_deal_deck,
	.seat_to_move = doko_turn,
	.world_moves = doko_world_moves,
	.apply = doko_apply,
	.payoff = doko_payoff,
	.has_points = true,
	.is_own_move = doko_is_own_move,
	.points_won = doko_points_won,
	.out_of_turn = &doko_out_of_turn,
	.mistakes = &doko_mistakes,
	.check_invariants = doko_broken,
	.piles = doko_piles,
	.pile = doko_pile,
	.view_of_seat = doko_known,
	.observe = doko_look,
	.sample_world = doko_guess,
	.complete_move = doko_complete_move,
	.next_deal = doko_next_deal,
	.init_view = doko_begin,
	.view_moves = doko_legal,
	.outcome = doko_outcome,
	.apply_snapshot = doko_learn,
	.apply_reported_move = doko_tell,
	.apply_finding = doko_replay,
	.card_at = doko_card_at,
	.has_duplicate_cards = true,
	.notation = &notation,
};
