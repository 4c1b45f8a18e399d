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
	struct mk_view *buffer, *before, *after;
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
	return mk_game_view_of_seat(play->game, play->world, 0, play->buffer);
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

/* A game without a list of them has one kind, the other mistakes. */
static size_t kinds_of(const struct mk_game *game)
{
	return game->mistakes ? game->mistakes->count : 1;
}

static void assert_adds_up(const struct play *play)
{
	struct mk_review_kind_sum by_kind[MK_MAX_MISTAKE_KINDS] = {0};
	const size_t kinds = kinds_of(play->game);
	struct mk_review_sums sums;
	int64_t of_kinds = 0;

	mk_review_sum(play->steps, play->count, &sums);
	cr_assert_eq(sums.luck + sums.choice, sums.end - sums.start, "%s", play->game->name);
	for (size_t i = 0; i < play->count; i++) {
		cr_assert_lt(play->kinds[i], kinds, "%s", play->game->name);
		mk_review_kind_add(&by_kind[play->kinds[i]], &play->steps[i]);
	}
	for (size_t i = 0; i < kinds; i++) {
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

static struct play *new_play(const struct mk_game *game)
{
	struct play *play = storage(sizeof *play);

	cr_assert(mk_review_is_possible(game));
	*play = (struct play){.game = game,
		.world = storage(game->world_size),
		.buffer = storage(game->view_size),
		.before = storage(game->view_size),
		.after = storage(game->view_size),
		.reviewer = mk_reviewer_create(game)};
	return play;
}

static void free_play(struct play *play)
{
	mk_reviewer_destroy(play->reviewer);
	free(play->world);
	free(play->buffer);
	free(play->before);
	free(play->after);
	free(play);
}

EVERY_GAME(every_review, luck_and_choice_and_the_kinds_of_mistakes_are_the_whole_change)
{
	const struct mk_game *game = tested_game(*number);
	struct play *play = new_play(game);
	uint64_t with_kind = 0;

	for (unsigned long i = 0; i < games_to_review(); i++) {
		with_kind += review_game(play, i);
	}
	cr_assert(with_kind > 0 || kinds_of(game) == 1, "no move of %s was a mistake", game->name);
	free_play(play);
}

/* ---- What reviews find ---------------------------------------------------------------------- */

/*
 * Of three games each: all values, marks and kinds. Stores keep reviews, so where reviews are to
 * find something else MK_REVIEW_FORMAT is raised and these rows are written anew with it, and so is
 * the row of docs/new-game.md; a digest that changes for another reason is a fault.
 */
enum { GOLDEN_FORMAT = 8 };

static const struct golden {
	const char *game;
	uint64_t digest;
} golden[] = {
	{"klondike", 0x09535ec6f1e118c7},
	{"take-away", 0xaa7a72e0bf4e9e12},
	{"doppelkopf", 0xfbf49de6aada483d},
	{"ten-twenty-thirty", 0xbb8af7628ed8fea9},
	{"freecell", 0x1c3de602dc394a63},
};

/* FNV-1a. */
static uint64_t add_number(uint64_t sum, uint64_t number)
{
	for (int byte = 0; byte < 8; byte++) {
		sum = (sum ^ (number >> 8 * byte & 0xff)) * 0x100000001b3u;
	}
	return sum;
}

static uint64_t add_step(uint64_t sum, const struct mk_review_step *step, unsigned kind)
{
	const int64_t values[] = {step->is_known, step->is_compared, step->before, step->made,
		step->after, step->error, step->mark, kind};

	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
		sum = add_number(sum, (uint64_t)values[i]);
	}
	return sum;
}

static uint64_t digest_of_games(const struct mk_game *game)
{
	struct play *play = new_play(game);
	uint64_t sum = 0xcbf29ce484222325u;

	for (uint64_t number = 0; number < 3; number++) {
		review_game(play, number);
		for (size_t i = 0; i < play->count; i++) {
			sum = add_step(sum, &play->steps[i], play->kinds[i]);
		}
	}
	free_play(play);
	return sum;
}

EVERY_GAME(every_review, finds_what_the_reviews_of_its_format_found)
{
	const struct mk_game *game = tested_game(*number);
	const struct golden *row = NULL;
	uint64_t digest = digest_of_games(game);

	for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
		row = strcmp(golden[i].game, game->name) == 0 ? &golden[i] : row;
	}
	cr_assert_not_null(row, "no row for the reviews of %s", game->name);
	cr_assert((int)GOLDEN_FORMAT == (int)MK_REVIEW_FORMAT && row->digest == digest,
		"reviews of %s: 0x%016llx, format %d: raise MK_REVIEW_FORMAT if what they find is to change",
		game->name, (unsigned long long)digest, MK_REVIEW_FORMAT);
}
