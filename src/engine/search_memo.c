/*
 * Following a plan to its end.
 *
 * A plan may take several moves (a card of the draw pile is turned to). While they show nothing
 * new, thinking again could only find the same, or, with another number of worlds, change its mind
 * for nothing. So the player keeps to it.
 */
#include "engine/search.h"

/* Whether its cards are confirmed makes no difference to a plan. */
static bool is_expected(
	const struct mk_game *game, const struct mk_view *view, const struct mk_search_memo *intent)
{
	alignas(max_align_t) unsigned char room[sizeof intent->expected];

	if (!intent->valid || !game->unconfirmed || game->unconfirmed(view) == 0) {
		return intent->valid && memcmp(intent->expected, view, game->view_size) == 0;
	}
	memcpy(room, view, game->view_size);
	game->confirm((struct mk_view *)room);
	return memcmp(intent->expected, room, game->view_size) == 0;
}

/* The plan as it begins now, if it is not completed yet. */
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

static bool follow_win(struct mk_search_memo *intent, struct mk_advice *advice)
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

bool search_memo_resume(const struct mk_game *game, const struct mk_view *view,
	struct mk_search_memo *intent, struct mk_advice *advice)
{
	if (!is_expected(game, view, intent)) {
		return false;
	}
	advice->certainty = intent->certainty;
	return intent->winning_line_length > 0 ? follow_win(intent, advice)
					       : follow_plan(game, view, intent, advice);
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
	if (game->confirm) {
		game->confirm((struct mk_view *)intent->expected);
	}
	return mk_game_apply_reported_move(game, (struct mk_view *)intent->expected, move,
		       MK_NO_CARD, &finding, &error) == MK_OK;
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
