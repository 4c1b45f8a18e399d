/* Klondike as the rest of the program sees it: one row. */
#include "games/klondike/klondike.h"

#include "games/klondike/rank.h"
#include "games/klondike/search/planning.h"
#include "games/klondike/solver/solver.h"
#include "games/klondike/table/rules.h"
#include "games/klondike/table/world.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/text/words.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/confirm.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/watch.h"

#include <assert.h>
#include <makker/search.h>

static_assert(sizeof(struct klondike_view) <= MK_MAX_VIEW_SIZE, "plans are remembered");

static void begin(struct mk_view *view, const struct mk_rules *rules)
{
	struct klondike_rules unpacked;

	klondike_rules_unpack(rules, &unpacked);
	klondike_begin((struct klondike_view *)view, &unpacked);
}

static size_t legal(const struct mk_view *view, struct mk_move moves[MK_MAX_MOVES])
{
	return klondike_moves(view_of(view), moves);
}

static enum mk_outcome outcome(const struct mk_view *view)
{
	return klondike_outcome(view_of(view));
}

static const struct mk_notation notation = {
	.reasons = klondike_reasons,
	.suppressions = klondike_suppressions,
	.conflict_reasons = klondike_conflict_reasons,
	.snapshot_members = klondike_snapshot_members,
	.move_members = klondike_move_members,
	.table_members = klondike_table_members,
	.count_members = klondike_count_members,
	.read_snapshot = klondike_read_snapshot,
	.write_snapshot = klondike_write_snapshot,
	.read_line = klondike_read_line,
	.write_line = klondike_write_line,
	.read_move = klondike_read_move,
	.write_move = klondike_write_move,
	.write_short = klondike_write_short,
	.write_table = klondike_write_table,
	.read_table = klondike_read_table,
	.write_finding = klondike_write_finding,
	.read_finding = klondike_read_finding,
	.describe_card = klondike_describe_card,
	.describe_move = klondike_describe_move,
	.describe_reason = klondike_describe_reason,
	.describe_outlook = klondike_describe_outlook,
	.describe_conflict = klondike_describe_conflict,
	.describe_repair = klondike_describe_repair,
	.question = klondike_question,
	.describe_question = klondike_describe_question,
	.describe_answer = klondike_describe_answer,
	.write_answer = klondike_write_answer,
	.describe_message = klondike_describe_message,
	.draw = klondike_draw,
};

const struct mk_game klondike_game = {
	.name = "klondike",
	.title = MK_PHRASE("Klondike", "Syvkabale", "Klondike", "Κλοντάικ"),
	.seats = 1,
	.view_size = sizeof(struct klondike_view),
	.world_size = sizeof(struct klondike_world),
	.snapshot_size = sizeof(struct klondike_snapshot),
	.view_format = 6,
	.options = klondike_options,
	.option_count = OPTIONS,
	.rulebook = &klondike_rulebook,
	.presets = klondike_presets,
	.preset_count = PRESETS,
	.strategies = klondike_strategies,
	.strategy_count = STRATEGIES,
	.check_rules = klondike_check_rules,
	.deal = klondike_deal,
	.deck_cards = klondike_deck_cards,
	.deal_deck = klondike_deal_deck,
	.seat_to_move = klondike_seat_to_move,
	.world_moves = klondike_world_moves,
	.apply = klondike_apply,
	.card_turned_up = klondike_card_turned_up,
	.payoff = klondike_payoff,
	.mistakes = &klondike_mistakes,
	.check_invariants = klondike_check_invariants,
	.piles = klondike_piles,
	.pile = klondike_pile,
	.view_of_seat = klondike_view_of_seat,
	.observe = klondike_observe,
	.sample_world = klondike_guess,
	.init_view = begin,
	.view_moves = legal,
	.outcome = outcome,
	.apply_snapshot = klondike_apply_snapshot,
	.tracker_size = sizeof(struct klondike_tracker),
	.track_snapshot = klondike_track_snapshot,
	.track_move = klondike_track_move,
	.explanations = klondike_explanations,
	.asks_which = klondike_asks_which,
	.choose = klondike_choose,
	.is_open = klondike_is_open,
	.settle_by_count = klondike_settle_by_count,
	.settle_by_card = klondike_settle_by_card,
	.explain_by_count = klondike_explain_by_count,
	.unconfirmed = klondike_unconfirmed,
	.confirm = klondike_confirm,
	.confirm_card = klondike_confirm_card,
	.apply_reported_move = klondike_apply_reported_move,
	.apply_finding = klondike_replay,
	.card_at = klondike_card_at,
	.set_count = klondike_set_count,
	.alternative_findings = klondike_alternative_findings,
	.count_conflicts = klondike_count_conflicts,
	.solver = &klondike_exact,
	.search = &klondike_search,
	.notation = &notation,
};
