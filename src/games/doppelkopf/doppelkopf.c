/* Doppelkopf as the rest of the program sees it: one row. */
#include "games/doppelkopf/doppelkopf.h"

#include "games/doppelkopf/advice/rank.h"
#include "games/doppelkopf/knowledge/guess.h"
#include "games/doppelkopf/knowledge/learn.h"
#include "games/doppelkopf/knowledge/world.h"
#include "games/doppelkopf/records/record.h"
#include "games/doppelkopf/table/rules.h"
#include "games/doppelkopf/text/notation.h"

static const struct mk_notation notation = {
	.reasons = doko_reasons,
	.held_back = doko_held_backs,
	.conflict_reasons = doko_clashes,
	.odds = doko_odds,
	.snapshot_members = doko_snapshot_members,
	.move_members = doko_move_members,
	.table_members = doko_table_members,
	.read_sighting = doko_read_sighting,
	.write_sighting = doko_write_sighting,
	.write_place = doko_write_place,
	.write_conflict = doko_write_clash,
	.read_move = doko_read_move,
	.write_move = doko_write_move,
	.write_short = doko_write_short,
	.write_table = doko_write_table,
	.read_table = doko_read_table,
	.write_finding = doko_write_finding,
	.read_finding = doko_read_finding,
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
	.presets = doko_presets,
	.preset_count = DOKO_PRESETS,
	.strategies = doko_strategies,
	.strategy_count = DOKO_STRATEGIES,
	.check_rules = doko_check_rules,
	.deal = doko_deal,
	.turn = doko_turn,
	.moves = doko_world_moves,
	.apply = doko_apply,
	.payoff = doko_payoff,
	.broken = doko_broken,
	.known = doko_known,
	.look = doko_look,
	.guess = doko_guess,
	.begin = doko_begin,
	.legal = doko_legal,
	.outcome = doko_outcome,
	.learn = doko_learn,
	.tell = doko_tell,
	.replay = doko_replay,
	.card_at = doko_card_at,
	.twins = true,
	.records = &doko_records,
	.notation = &notation,
};
