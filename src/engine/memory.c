/*
 * Following a plan to its end.
 *
 * A plan may take several moves (a card of the draw pile is turned to). While they show nothing
 * new, thinking again could only find the same, or, with another number of worlds, change its mind
 * for nothing. So the player keeps to it.
 */
#include "engine/memory.h"

#include "engine/ranking.h"

static bool is_expected(
	const struct mk_game *game, const struct mk_view *view, const struct mk_memory *memory)
{
	return memory->holds && memcmp(memory->expected, view, game->view_size) == 0;
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
	return false;
}

static bool follow_win(struct mk_memory *memory, struct mk_advice *advice)
{
	if (!ranking_suggest(advice, memory->win[0])) {
		return false;
	}
	advice->win_length = memory->win_length;
	memcpy(advice->win, memory->win, memory->win_length * sizeof *memory->win);
	return true;
}

static bool follow_plan(const struct mk_game *game, const struct mk_view *view,
	const struct mk_memory *memory, struct mk_advice *advice)
{
	struct mk_plan plan;
	struct mk_ranked *ranked;

	if (!find_plan(game, view, memory->tag, &plan) || !ranking_suggest(advice, plan.first)) {
		return false;
	}
	ranked = ranking_suggestion(advice);
	ranked->value = memory->value;
	ranked->low = memory->low;
	ranked->high = memory->high;
	ranked->visits = memory->visits;
	ranked->line_length = (uint8_t)game->search->line(view, &plan, ranked->line);
	advice->worlds = memory->worlds;
	advice->nodes = memory->nodes;
	ranking_expect(advice);
	return true;
}

bool memory_follow(const struct mk_game *game, const struct mk_view *view, struct mk_memory *memory,
	struct mk_advice *advice)
{
	if (!is_expected(game, view, memory)) {
		return false;
	}
	advice->certain = memory->certain;
	return memory->win_length > 0 ? follow_win(memory, advice)
				      : follow_plan(game, view, memory, advice);
}

/* What the table will be after `move` if that shows nothing new. */
static bool expect(const struct mk_game *game, const struct mk_view *view, struct mk_move move,
	struct mk_memory *memory)
{
	struct mk_finding finding;
	struct mk_error error;

	if (!game->tell || game->view_size > sizeof memory->expected) {
		return false;
	}
	memcpy(memory->expected, view, game->view_size);
	return game->tell((struct mk_view *)memory->expected, move, MK_NO_CARD, &finding, &error) ==
	       MK_OK;
}

void memory_keep(const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice, const uint32_t *tag, struct mk_memory *memory)
{
	const struct mk_ranked *ranked;

	memory->holds = false;
	memory->win_length = 0;
	if (advice->suggestion < 0 || (!tag && advice->win_length < 2)) {
		return;
	}
	ranked = &advice->moves[advice->suggestion];
	if (!expect(game, view, ranked->move, memory)) {
		return;
	}
	memory->holds = true;
	memory->certain = advice->certain;
	memory->value = ranked->value;
	memory->low = ranked->low;
	memory->high = ranked->high;
	memory->visits = ranked->visits;
	memory->worlds = advice->worlds;
	memory->nodes = advice->nodes;
	if (advice->win_length > 1) {
		memory->win_length = advice->win_length - 1;
		memcpy(memory->win, advice->win + 1, memory->win_length * sizeof *memory->win);
	} else if (tag) {
		memory->tag = *tag;
	}
}
