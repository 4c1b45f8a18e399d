/* All legal moves ranked, and their reasons. */
#include "base/arena.h"
#include "base/sanitized.h"
#include "games/klondike/helpers.h"
#include "games/klondike/position.h"
#include "games/klondike/rank.h"
#include "games/klondike/table/codes.h"

#include <criterion/criterion.h>
#include <makker/selfplay.h>
#include <math.h>

enum { GAMES = 3000, MAX_GAME_MOVES = 5000 };

static struct mk_advice advice;

static void rank(const char *strategy, struct klondike_view *view)
{
	mk_advise(mk_strategy_find(mk_game_find("klondike"), strategy), as_view(view), &advice);
}

static const struct mk_ranked_move *ranked(const struct klondike_view *view, const char *text)
{
	struct mk_move move = move_of(view, text);

	for (size_t i = 0; i < advice.count; i++) {
		if (memcmp(&advice.moves[i].move, &move, sizeof move) == 0) {
			return &advice.moves[i];
		}
	}
	cr_assert_fail("%s is not ranked", text);
	return NULL;
}

/* ---- Ranking -------------------------------------------------------------------------------- */

Test(klondike_rank, search_is_the_default)
{
	cr_assert_str_eq(klondike_strategies[0].name, "search");
	cr_assert(klondike_strategies[0].has_search);
	cr_assert_str_eq(klondike_strategies[1].name, "heuristic");
	cr_assert_str_eq(klondike_strategies[2].name, "classic");
}

Test(klondike_rank, the_suggestion_comes_first)
{
	struct klondike_view view = position(NULL, "8S | 1? 7D | 2? QC | 5? 7H; pile 9C / ? ?");

	rank("heuristic", &view);
	cr_assert_eq(advice.suggestion, 0);
	cr_assert_eq(ranked(&view, "7H 4>1"), &advice.moves[0]);
	cr_assert_eq(ranked(&view, "7D 2>1"), &advice.moves[1]);
	cr_assert_eq(advice.count, 3);
}

Test(klondike_rank, moves_that_change_nothing_come_behind_the_draw)
{
	struct klondike_view view =
		position("klondike-1", "8S 7D | 8C | 5? 0H | KS | -; up 3C; pile 9C / ? ?");

	rank("heuristic", &view);
	cr_assert_eq(ranked(&view, "draw"), &advice.moves[0]);
	cr_assert_lt(ranked(&view, "7D 1>2"), ranked(&view, "KS 4>5"));
}

Test(klondike_rank, a_pointless_king_is_never_suggested)
{
	struct klondike_view view = position(NULL, "KS | - | 5? 7H; pile 9C /");

	view.shuffles = 0;
	rank("heuristic", &view);
	cr_assert_gt(advice.count, 0);
	cr_assert_eq(advice.suggestion, -1);
	cr_assert_eq(ranked(&view, "KS 1>2")->suppressed_by, HELD_POINTLESS_KING);
}

Test(klondike_rank, classic_puts_what_is_held_back_behind_the_rest)
{
	struct klondike_view view = position(NULL, "7D | 8S | 8C | 1? QC; pile 2D / ?");

	play(&view, "7D 1>2", NULL);
	rank("classic", &view);
	cr_assert_eq(ranked(&view, "draw"), &advice.moves[0]);
	cr_assert_eq(ranked(&view, "7D 2>3")->suppressed_by, HELD_JUST_MOVED);
}

Test(klondike_rank, instant_strategies_estimate_nothing)
{
	struct klondike_view view = position(NULL, "8S | 1? 7D; pile 9C / ? ?");

	rank("heuristic", &view);
	cr_assert(isnan(advice.value));
	cr_assert(isnan(advice.moves[0].value));
	cr_assert(advice.final);
}

/* Games of a preset that a strategy wins at once, of the same deals. */
static uint64_t won_at_once(const char *preset, const struct mk_strategy *strategy)
{
	struct mk_arena *arena = mk_arena_create(64 * 1024);
	struct mk_selfplay play = {.game = mk_game_find("klondike"),
		.strategy = strategy,
		.rules = *rules_of(preset),
		.seed = 9000000000,
		.games = (uint64_t)games_to_play(GAMES),
		.most_moves = MAX_GAME_MOVES};
	struct mk_selfplay_totals totals;

	cr_assert_eq(mk_selfplay(&play, arena, &totals), MK_OK);
	cr_assert_eq(totals.no_move + totals.move_limit, 0);
	mk_arena_destroy(arena);
	return totals.won;
}

Test(klondike_rank, search_wins_more_than_the_heuristic_before_it_has_searched)
{
	static const char *const presets[] = {"syvkabale", "klondike-1", "klondike-3"};

	for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
		uint64_t policy = won_at_once(presets[i], &klondike_strategies[0]);
		uint64_t heuristic = won_at_once(presets[i], &klondike_strategies[1]);

		/* Of 50,000 games 4 to 5 more of a hundred (docs/klondike-search.md). */
		cr_assert_gt(100 * policy, 100 * heuristic + 2 * (uint64_t)games_to_play(GAMES),
			"%s", presets[i]);
	}
}

Test(klondike_rank, there_is_nothing_to_rank_before_the_first_sight)
{
	struct klondike_view view = begun(NULL);

	rank("heuristic", &view);
	cr_assert_eq(advice.count, 0);
	cr_assert_eq(advice.suggestion, -1);
}

/* ---- Reasons -------------------------------------------------------------------------------- */

static bool has_reason(
	const struct klondike_view *view, const char *text, enum klondike_reason reason)
{
	struct mk_move moves[] = {move_of(view, text), move_of(view, text)};
	uint32_t reasons[2];

	klondike_reasons_of(view, moves, 2, reasons);
	return reasons[0] >> reason & 1;
}

Test(klondike_reasons, turning_up_a_card)
{
	struct klondike_view view = position(NULL, "8S | 1? 7D | 7H | 8C 7D");

	cr_assert(has_reason(&view, "7D 2>1", REASON_TURNS_UP_CARD));
	cr_assert_not(has_reason(&view, "7H 3>1", REASON_TURNS_UP_CARD));
}

Test(klondike_reasons, raising_a_foundation)
{
	struct klondike_view view = position(NULL, "3S | 4H; up 2S");

	cr_assert(has_reason(&view, "3S 1>f", REASON_TO_FOUNDATION));
	cr_assert_not(has_reason(&view, "3S 1>2", REASON_TO_FOUNDATION));
}

Test(klondike_reasons, freeing_a_column)
{
	struct klondike_view view = position(NULL, "8S | 1? 7D | 7H | KS");

	cr_assert(has_reason(&view, "7H 3>1", REASON_FREES_COLUMN));
	cr_assert_not(has_reason(&view, "7D 2>1", REASON_FREES_COLUMN));
	cr_assert_not(has_reason(&view, "KS 4>5", REASON_FREES_COLUMN));
}

Test(klondike_reasons, a_king_to_an_empty_column)
{
	struct klondike_view view = position(NULL, "1? KD; pile KS /");

	cr_assert(has_reason(&view, "KD 1>2", REASON_KING_TO_EMPTY));
	cr_assert(has_reason(&view, "KS p>2", REASON_KING_TO_EMPTY));
}

Test(klondike_reasons, setting_another_card_free)
{
	struct klondike_view view = position(NULL, "9S 8D | 3? 8H; up 7D");

	cr_assert(has_reason(&view, "8D 1>f", REASON_UNBLOCKS), "8H can go to 9S now");
	view = position(NULL, "4D 3S | 4H; up 3D");
	cr_assert(has_reason(&view, "3S 1>2", REASON_UNBLOCKS), "4D can go up now");
	cr_assert_not(has_reason(&view, "3S 1>2", REASON_NO_PROGRESS));
}

Test(klondike_reasons, keeping_what_could_be_laid)
{
	struct klondike_view view = position(NULL, "2D | 8S | 8C | 2? QH; up AD; pile 7D /");

	cr_assert_not(has_reason(&view, "2D 1>f", REASON_KEEPS_OPTION), "aces could lie on it");
	cr_assert(has_reason(&view, "7D p>2", REASON_KEEPS_OPTION), "red sevens still fit on 8C");
}

Test(klondike_reasons, a_draw_keeps_a_card_that_comes_round_again)
{
	struct klondike_view view = position(NULL, "8S | 2? QH; pile 7D / ?");

	cr_assert(has_reason(&view, "draw", REASON_DRAWS));
	cr_assert(has_reason(&view, "draw", REASON_KEEPS_OPTION));
	view.shuffles = 0;
	cr_assert_not(has_reason(&view, "draw", REASON_KEEPS_OPTION));
}

Test(klondike_reasons, moving_to_and_fro_is_no_progress)
{
	struct klondike_view view = position("klondike-1", "8S 7D | 8C | 2? QH; up 6C");

	cr_assert(has_reason(&view, "7D 1>2", REASON_NO_PROGRESS));
	cr_assert(has_reason(&view, "6C f>1", REASON_NO_PROGRESS));
}

Test(klondike_reasons, turning_a_pile_that_brings_nothing_is_no_progress)
{
	struct klondike_view view = position("klondike-1", "8S | 2? QH; pile 9D / 9C 2S");

	cr_assert(has_reason(&view, "draw", REASON_NO_PROGRESS));
}

Test(klondike_reasons, the_only_move)
{
	struct klondike_view view = position(NULL, "8S | 2? QH; pile 9D / ?");

	struct mk_move move = move_of(&view, "draw");
	uint32_t reasons;

	klondike_reasons_of(&view, &move, 1, &reasons);
	cr_assert(reasons >> REASON_ONLY_MOVE & 1);
	cr_assert_not(has_reason(&view, "draw", REASON_ONLY_MOVE));
}
