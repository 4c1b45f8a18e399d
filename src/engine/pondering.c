/*
 * The expected next tables of a player who follows the advice, and the budgets of their searches.
 */
#include "engine/search.h"

#include <makker/pondering.h>
#include <makker/selfplay.h>
#include <string.h>

/*
 * Maximum length of a plan: turning through the whole stock, and the moves with the card reached.
 */
enum { MAX_PLAN_MOVES = 64 };

/* An aligned buffer for a table. */
struct table_buffer {
	alignas(max_align_t) unsigned char bytes[MK_MAX_VIEW_SIZE];
};

static struct mk_view *table_of(struct table_buffer *buffer)
{
	return (struct mk_view *)buffer->bytes;
}

void mk_confirmed_table(
	const struct mk_game *game, const struct mk_view *view, struct mk_view *table)
{
	memcpy(table, view, game->view_size);
	if (game->confirm) {
		game->confirm(table);
	}
}

/* Plays `move` with `revealed` (MK_NO_CARD: none) on a copy of `from` in `to`. */
static bool play(const struct mk_game *game, const struct table_buffer *from, struct mk_move move,
	mk_card revealed, struct table_buffer *to)
{
	struct mk_finding finding;
	struct mk_error error;

	memcpy(to->bytes, from->bytes, game->view_size);
	if (mk_game_apply_reported_move(game, table_of(to), move, revealed, &finding, &error) !=
		MK_OK) {
		return false;
	}
	if (game->confirm) {
		game->confirm(table_of(to));
	}
	return true;
}

/* Reports one table for each card that the move may turn up. */
static void reveal_each(const struct mk_game *game, const struct table_buffer *table,
	struct mk_move move, void (*found)(void *owner, const struct mk_view *table), void *owner)
{
	struct table_buffer next;

	for (int i = 0; i < MK_DECK; i++) {
		if (play(game, table, move, (mk_card)(MK_FIRST_CARD + i), &next) &&
			game->outcome(table_of(&next)) == MK_PLAYING) {
			found(owner, table_of(&next));
		}
	}
}

static bool can_expect(const struct mk_game *game, const struct mk_advice *advice)
{
	return advice->suggestion >= 0 && advice->winning_line_length == 0 && game->seats == 1 &&
	       game->view_size <= MK_MAX_VIEW_SIZE;
}

void mk_expected_tables(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_advice *advice,
	const struct mk_search_memo *memo, void (*found)(void *owner, const struct mk_view *table),
	void *owner)
{
	struct table_buffer table, next;
	struct mk_search_memo plan = *memo;
	struct mk_advice followed;

	if (!can_expect(game, advice)) {
		return;
	}
	followed = *advice;
	memcpy(table.bytes, view, game->view_size);
	for (int i = 0; i < MAX_PLAN_MOVES && can_expect(game, &followed); i++) {
		struct mk_move move = followed.moves[followed.suggestion].move;

		if (!play(game, &table, move, MK_NO_CARD, &next)) {
			reveal_each(game, &table, move, found, owner);
			return;
		}
		if (game->outcome(table_of(&next)) != MK_PLAYING) {
			return;
		}
		mk_advise(strategy, table_of(&next), &followed);
		if (!search_memo_follow(game, table_of(&next), &plan, &followed)) {
			found(owner, table_of(&next));
			return;
		}
		table = next;
	}
}

uint64_t mk_pondering_budget(uint64_t usual, unsigned round)
{
	if (round > 0) {
		return usual << 2 * (round - 1);
	}
	return usual >= 4 ? usual / 4 : 1;
}

uint64_t mk_pondering_reached(uint64_t usual, uint64_t spent, uint64_t index, uint64_t count)
{
	uint64_t reached = 0;

	for (unsigned round = 0; round < MK_PONDERING_ROUNDS; round++) {
		uint64_t budget = mk_pondering_budget(usual, round);

		if (spent < budget * (index + 1)) {
			break;
		}
		reached = budget;
		spent -= spent < budget * count ? spent : budget * count;
	}
	return reached;
}
