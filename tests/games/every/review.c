/* Reviews of whole games of every game: luck and choice, and the kinds of mistakes, are one
 * account. */
#include "base/sanitized.h"
#include "games/every/game.h"

#include <criterion/criterion.h>
#include <makker/review.h>
#include <stdlib.h>
#include <string.h>

/* Doppelkopf values a decision from two deals on, in which each card of the hand is played. */
enum { GAMES = 20, MAX_STEPS = 400, NODES = 30 };

struct play {
	const struct mk_game *game;
	struct mk_world *world;
	struct mk_view *room, *before, *after;
	struct mk_reviewer *reviewer;
	struct mk_rng rng;
	struct mk_review_account account;
	struct mk_review_step steps[MAX_STEPS];
	unsigned kinds[MAX_STEPS];
	size_t count;
	bool came_up;
};

static const struct mk_view *look(struct play *play)
{
	return mk_game_view_of_seat(play->game, play->world, 0, play->room);
}

static void value_decision(struct play *play, const struct mk_played_move *made)
{
	size_t place = play->count++;
	bool has_after = mk_game_table_after(play->game, play->before, made, play->after);
	const struct mk_review_table table = {.view = play->before,
		.made = &made->move,
		.after = has_after ? play->after : NULL,
		.has_value = play->account.is_known && !play->came_up,
		.budget = {.nodes = NODES}};
	struct mk_valuation valuation;

	mk_reviewer_value(play->reviewer, &table, &valuation);
	play->kinds[place] = mk_review_kind(play->game, play->before, &made->move, &valuation);
	mk_review_add(&play->account, &valuation, play->came_up, &play->steps[place],
		place > 0 ? &play->steps[place - 1] : NULL);
	play->came_up = !has_after;
}

/* A move by chance. False: the game is over. */
static bool play_on(struct play *play)
{
	struct mk_move moves[MK_MAX_MOVES];
	struct mk_played_move made = {.revealed = MK_NO_CARD};
	int seat = mk_game_seat_to_move(play->game, play->world);
	size_t legal = mk_game_world_moves(play->game, play->world, moves);

	if (seat == MK_NO_SEAT || legal == 0) {
		return false;
	}
	made.move = moves[mk_rng_below(&play->rng, (uint32_t)legal)];
	made.revealed = mk_game_card_turned_up(play->game, play->world, made.move);
	if (seat == 0 && legal > 1) {
		memcpy(play->before, look(play), play->game->view_size);
		value_decision(play, &made);
	} else {
		play->came_up = true;
	}
	play->game->apply(play->world, made.move);
	return true;
}

static void close_account(struct play *play)
{
	const struct mk_review_table table = {.view = look(play), .budget = {.nodes = NODES}};
	struct mk_valuation valuation;

	mk_reviewer_value(play->reviewer, &table, &valuation);
	mk_review_close(&play->account, &valuation, play->came_up,
		play->count > 0 ? &play->steps[play->count - 1] : NULL);
}

static void assert_adds_up(const struct play *play)
{
	struct mk_review_kind_sum by_kind[MK_MAX_MISTAKE_KINDS] = {0};
	struct mk_review_sums sums;
	int64_t of_kinds = 0;

	mk_review_sum(play->steps, play->count, &sums);
	cr_assert_eq(sums.luck + sums.choice, sums.end - sums.start, "%s", play->game->name);
	for (size_t i = 0; i < play->count; i++) {
		cr_assert_lt(play->kinds[i], play->game->mistakes->count, "%s", play->game->name);
		mk_review_kind_add(&by_kind[play->kinds[i]], &play->steps[i]);
	}
	for (size_t i = 0; i < play->game->mistakes->count; i++) {
		of_kinds += by_kind[i].choice;
	}
	cr_assert_eq(of_kinds, sums.choice, "%s", play->game->name);
}

static unsigned long games_to_review(void)
{
	const char *wanted = getenv("MAKKER_REVIEWS");

	return wanted ? strtoul(wanted, NULL, 10) : (unsigned long)games_to_play(GAMES);
}

/* Returns how many decisions had a kind. */
static uint64_t review_game(struct play *play, uint64_t number)
{
	const struct mk_rules *rules =
		&play->game->presets[number % play->game->preset_count].rules;
	uint64_t with_kind = 0;

	mk_rng_init(&play->rng, 11, number);
	play->game->deal(play->world, rules, &play->rng);
	play->account = (struct mk_review_account){.has_points = play->game->has_points};
	play->count = 0;
	play->came_up = false;
	for (int step = 0; step < MAX_STEPS && play_on(play); step++) {
	}
	close_account(play);
	assert_adds_up(play);
	for (size_t i = 0; i < play->count; i++) {
		with_kind +=
			mk_review_has_kind(&play->steps[i]) && play->kinds[i] != MK_OTHER_MISTAKE;
	}
	return with_kind;
}

EVERY_GAME(every_review, luck_and_choice_and_the_kinds_of_mistakes_are_the_whole_change)
{
	const struct mk_game *game = tested_game(*number);
	struct play *play = storage(sizeof *play);
	uint64_t with_kind = 0;

	cr_assert(mk_review_is_possible(game));
	*play = (struct play){.game = game,
		.world = storage(game->world_size),
		.room = storage(game->view_size),
		.before = storage(game->view_size),
		.after = storage(game->view_size),
		.reviewer = mk_reviewer_create(game)};
	for (unsigned long i = 0; i < games_to_review(); i++) {
		with_kind += review_game(play, i);
	}
	cr_assert_gt(with_kind, 0, "no move of %s was a mistake", game->name);
	mk_reviewer_destroy(play->reviewer);
	free(play->world);
	free(play->room);
	free(play->before);
	free(play->after);
	free(play);
}
