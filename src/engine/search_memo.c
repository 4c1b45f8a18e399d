/*
 * Following a plan to its end.
 *
 * A plan may take several moves (turning to a card of the stock). While they reveal nothing new,
 * another search could only find the same plan, or, with another number of worlds, switch for no
 * reason. So the search follows its plan.
 */
#include "engine/search.h"

#include <makker/pondering.h>
#include <makker/selfplay.h>

static bool is_expected(
	const struct mk_game *game, const struct mk_view *view, const struct mk_search_memo *memo)
{
	alignas(max_align_t) unsigned char table[sizeof memo->expected];

	if (!memo->valid) {
		return false;
	}
	mk_confirmed_table(game, view, (struct mk_view *)table);
	return memcmp(memo->expected, table, game->view_size) == 0;
}

/* The rest of the plan, if it is not completed yet. */
static bool find_plan(
	const struct mk_game *game, const struct mk_view *view, uint32_t tag, struct mk_plan *plan)
{
	struct mk_plan plans[MK_MAX_MOVES];
	size_t count = game->search->plans(view, plans);

	for (size_t i = 0; i < count; i++) {
		if (plans[i].tag == tag) {
			*plan = plans[i];
			return true;
		}
	}
	return game->search->resume_plan && game->search->resume_plan(view, tag, plan);
}

static bool follow_win(const struct mk_search_memo *intent, struct mk_advice *advice)
{
	if (!ranking_suggest(advice, intent->winning_line[0])) {
		return false;
	}
	advice->winning_line_length = intent->winning_line_length;
	memcpy(advice->winning_line, intent->winning_line,
		intent->winning_line_length * sizeof *intent->winning_line);
	return true;
}

static bool follow_plan(const struct mk_game *game, const struct mk_view *view,
	const struct mk_search_memo *intent, struct mk_advice *advice)
{
	struct mk_plan plan;
	struct mk_ranked_move *ranked;

	if (!find_plan(game, view, intent->tag, &plan) || !ranking_suggest(advice, plan.first)) {
		return false;
	}
	ranked = ranking_suggestion(advice);
	ranked->value = intent->value;
	ranked->low = intent->low;
	ranked->high = intent->high;
	ranked->visits = intent->visits;
	ranked->line_length = (uint8_t)game->search->plan_moves(view, &plan, ranked->line);
	advice->worlds = intent->worlds;
	advice->nodes = intent->nodes;
	advice_set_value(advice);
	return true;
}

static bool resume(const struct mk_game *game, const struct mk_view *view,
	const struct mk_search_memo *intent, struct mk_advice *advice)
{
	if (!is_expected(game, view, intent)) {
		return false;
	}
	advice->certainty = intent->certainty;
	return intent->winning_line_length > 0 ? follow_win(intent, advice)
					       : follow_plan(game, view, intent, advice);
}

static void confirm(const struct mk_game *game, struct mk_view *view)
{
	if (game->confirm) {
		game->confirm(view);
	}
}

/* The expected table after `move` if that turns up nothing new. */
static bool expect(const struct mk_game *game, const struct mk_view *view, struct mk_move move,
	struct mk_search_memo *intent)
{
	struct mk_finding finding;
	struct mk_error error;

	if (game->view_size > sizeof intent->expected) {
		return false;
	}
	memcpy(intent->expected, view, game->view_size);
	confirm(game, (struct mk_view *)intent->expected);
	if (mk_game_apply_reported_move(game, (struct mk_view *)intent->expected, move, MK_NO_CARD,
		    &finding, &error) != MK_OK) {
		return false;
	}
	confirm(game, (struct mk_view *)intent->expected);
	return true;
}

void search_memo_save(const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice, const uint32_t *tag, struct mk_search_memo *intent)
{
	const struct mk_ranked_move *ranked;

	intent->valid = false;
	intent->winning_line_length = 0;
	if (advice->suggestion < 0 || (!tag && advice->winning_line_length < 2)) {
		return;
	}
	ranked = &advice->moves[advice->suggestion];
	if (!expect(game, view, ranked->move, intent)) {
		return;
	}
	intent->valid = true;
	intent->certainty = advice->certainty;
	intent->value = ranked->value;
	intent->low = ranked->low;
	intent->high = ranked->high;
	intent->visits = ranked->visits;
	intent->worlds = advice->worlds;
	intent->nodes = advice->nodes;
	if (advice->winning_line_length > 1) {
		intent->winning_line_length = advice->winning_line_length - 1;
		memcpy(intent->winning_line, advice->winning_line + 1,
			intent->winning_line_length * sizeof *intent->winning_line);
	} else if (tag) {
		intent->tag = *tag;
	}
}

bool search_memo_follow(const struct mk_game *game, const struct mk_view *view,
	struct mk_search_memo *intent, struct mk_advice *advice)
{
	uint32_t tag;

	if (!resume(game, view, intent, advice)) {
		return false;
	}
	tag = intent->tag;
	advice_set_certainty(game, advice->certainty, advice);
	search_memo_save(game, view, advice, advice->winning_line_length > 0 ? NULL : &tag, intent);
	return true;
}

bool mk_search_follows_plan(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_search_memo *memo)
{
	struct mk_search_memo plan;
	struct mk_advice advice;

	if (!is_expected(game, view, memo)) {
		return false;
	}
	plan = *memo;
	mk_advise(strategy, view, &advice);
	return search_memo_follow(game, view, &plan, &advice);
}
