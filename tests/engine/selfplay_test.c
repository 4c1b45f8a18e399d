/* Self-play: repeatable, in any parts, and it can be stopped. The game is a small one of its own.
 */
#include "base/arena.h"

#include <criterion/criterion.h>
#include <makker/selfplay.h>
#include <math.h>

/*
 * Up to a target of 3: each move adds 1, or gives up a life of one. A world is its own view.
 * The number of lives is dealt: with 0 the game is lost at once.
 */
struct mk_world {
	int points;
	int lives;
};

static void deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	world->points = rules->value[0];
	world->lives = (int)mk_rng_below(rng, 3);
}

static int turn(const struct mk_world *world)
{
	return world->points < 3 && world->lives > 0 ? 0 : MK_NO_SEAT;
}

static void apply(struct mk_world *world, struct mk_move move)
{
	world->points += move.kind == 1;
	world->lives -= move.kind == 2;
}

static void payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	payoff[0] = world->points >= 3;
}

static const struct mk_view *known(const struct mk_world *world, int seat, struct mk_view *buffer)
{
	(void)seat;
	(void)buffer;
	return (const struct mk_view *)world;
}

static enum mk_outcome outcome(const struct mk_view *view)
{
	const struct mk_world *world = (const struct mk_world *)view;

	return world->points >= 3 ? MK_WON : world->lives > 0 ? MK_PLAYING : MK_LOST;
}

static const struct mk_game up_to_three = {.name = "up-to-three",
	.seats = 1,
	.view_size = sizeof(struct mk_world),
	.world_size = sizeof(struct mk_world),
	.deal = deal,
	.seat_to_move = turn,
	.apply = apply,
	.payoff = payoff,
	.outcome = outcome,
	.view_of_seat = known};

static bool add(const struct mk_view *view, struct mk_move *move)
{
	(void)view;
	*move = (struct mk_move){.kind = 1};
	return true;
}

static bool do_nothing(const struct mk_view *view, struct mk_move *move)
{
	(void)view;
	*move = (struct mk_move){.kind = 3};
	return true;
}

static bool give_up(const struct mk_view *view, struct mk_move *move)
{
	(void)view;
	(void)move;
	return false;
}

static const struct mk_strategy adding = {.name = "add", .choose_move = add};
static const struct mk_strategy idling = {.name = "idle", .choose_move = do_nothing};
static const struct mk_strategy giving_up = {.name = "give-up", .choose_move = give_up};

static struct mk_selfplay games_of(const struct mk_strategy *strategy, uint64_t games)
{
	return (struct mk_selfplay){.game = &up_to_three,
		.strategy = strategy,
		.seed = 5,
		.games = games,
		.most_moves = 50};
}

static struct mk_selfplay_totals played(const struct mk_selfplay *play)
{
	struct mk_arena *arena = mk_arena_create(1 << 16);
	struct mk_selfplay_totals tally;

	cr_assert_eq(mk_selfplay(play, arena, &tally), MK_OK);
	mk_arena_destroy(arena);
	return tally;
}

Test(selfplay, counts_games_wins_and_moves)
{
	struct mk_selfplay play = games_of(&adding, 300);
	struct mk_selfplay_totals tally = played(&play);

	cr_assert_eq(tally.games, 300);
	cr_assert(tally.won > 150 && tally.won < 250, "two of three deals can be won");
	cr_assert_eq(tally.moves, 3 * tally.won);
	cr_assert_eq(tally.longest, 3);
	cr_assert_eq(tally.no_move, 0);
}

Test(selfplay, gives_the_same_in_parts)
{
	struct mk_selfplay whole = games_of(&adding, 100);
	struct mk_selfplay first = games_of(&adding, 40);
	struct mk_selfplay second = games_of(&adding, 60);

	second.first = 40;
	cr_assert_eq(played(&whole).won, played(&first).won + played(&second).won);
}

Test(selfplay, notes_the_length_of_each_game)
{
	uint32_t lengths[20];
	struct mk_selfplay play = games_of(&adding, 20);
	struct mk_selfplay_totals tally;
	uint64_t moves = 0;

	play.lengths = lengths;
	tally = played(&play);
	for (int i = 0; i < 20; i++) {
		cr_assert(lengths[i] == 0 || lengths[i] == 3);
		moves += lengths[i];
	}
	cr_assert_eq(moves, tally.moves);
}

Test(selfplay, stops_a_game_that_does_not_end)
{
	struct mk_selfplay play = games_of(&idling, 30);
	struct mk_selfplay_totals tally = played(&play);

	cr_assert_gt(tally.move_limit, 10);
	cr_assert_eq(tally.won, 0);
	cr_assert_eq(tally.longest, 50);
}

Test(selfplay, counts_games_without_a_move)
{
	struct mk_selfplay play = games_of(&giving_up, 30);

	cr_assert_gt(played(&play).no_move, 10);
}

Test(selfplay, plays_by_the_rules_that_it_is_given)
{
	struct mk_selfplay play = games_of(&adding, 10);

	play.rules.value[0] = 3;
	cr_assert_eq(played(&play).won, 10);
}

/* ---- Progress and cancelling ---------------------------------------------------------------- */

struct watcher {
	int calls;
	uint64_t stop_at;
	atomic_bool cancel;
};

static void watch(void *owner, const struct mk_selfplay_totals *tally)
{
	struct watcher *watcher = owner;

	watcher->calls++;
	cr_assert_eq(tally->games, 10u * (unsigned)watcher->calls);
	atomic_store(&watcher->cancel, tally->games == watcher->stop_at);
}

Test(selfplay, reports_as_often_as_asked)
{
	struct watcher watcher = {.calls = 0};
	struct mk_selfplay play = games_of(&adding, 50);

	play.progress = watch;
	play.owner = &watcher;
	play.every = 10;
	(void)played(&play);
	cr_assert_eq(watcher.calls, 5);
}

Test(selfplay, ends_with_whole_games_when_cancelled)
{
	struct watcher watcher = {.stop_at = 20};
	struct mk_selfplay play = games_of(&adding, 50);

	play.progress = watch;
	play.owner = &watcher;
	play.every = 10;
	play.cancel = &watcher.cancel;
	cr_assert_eq(played(&play).games, 20);
}

Test(selfplay, says_so_when_there_is_no_room_for_a_table)
{
	struct mk_selfplay play = games_of(&adding, 50);
	struct mk_arena *arena = mk_arena_create(16);
	struct mk_selfplay_totals tally = {.games = 77};

	cr_assert_eq(mk_selfplay(&play, arena, &tally), MK_FULL);
	cr_assert_eq(tally.games, 77);
	mk_arena_destroy(arena);
}

/* ---- Advice --------------------------------------------------------------------------------- */

static void rank(const struct mk_view *view, struct mk_advice *advice)
{
	(void)view;
	advice->count = 0;
	advice->suggestion = -1;
}

Test(advise, names_the_strategy_and_takes_the_time)
{
	static const struct mk_strategy strategy = {.name = "none", .evaluate = rank};
	static struct mk_advice advice;

	advice.elapsed_ms = -1;
	mk_advise(&strategy, NULL, &advice);
	cr_assert_str_eq(advice.strategy, "none");
	cr_assert_geq(advice.elapsed_ms, 0);
	cr_assert_eq(advice.suggestion, -1);
}

/* ---- Several seats -------------------------------------------------------------------------- */

/* Each of three seats says a number, once; a match has several such rounds. */
struct round {
	int said[3];
	int count;
};

static void begin_round(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	(void)rules;
	(void)rng;
	memset(world, 0, sizeof(struct round));
}

static int speaks(const struct mk_world *world)
{
	const struct round *round = (const struct round *)world;

	return round->count < 3 ? round->count : MK_NO_SEAT;
}

static void say(struct mk_world *world, struct mk_move move)
{
	struct round *round = (struct round *)world;

	round->said[round->count++] = move.kind;
}

static void said(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	const struct round *round = (const struct round *)world;

	for (int seat = 0; seat < 3; seat++) {
		payoff[seat] = round->said[seat] - 2;
	}
}

static enum mk_outcome goes_on(const struct mk_view *view)
{
	(void)view;
	return MK_PLAYING;
}

static const struct mk_game talk = {.name = "talk",
	.seats = 3,
	.view_size = sizeof(struct round),
	.world_size = sizeof(struct round),
	.deal = begin_round,
	.seat_to_move = speaks,
	.apply = say,
	.payoff = said,
	.outcome = goes_on,
	.view_of_seat = known};

Test(selfplay, strategies_rotate_over_the_seats_and_points_decide_the_winner)
{
	for (uint64_t number = 0; number < 6; number++) {
		struct mk_selfplay play = {
			.game = &talk, .strategy = &adding, .opponent = &idling, .most_moves = 50};
		struct mk_result result;
		struct round round, buffer;

		mk_play_game(&play, number, (struct mk_world *)&round, (struct mk_view *)&buffer,
			&result);
		cr_assert_eq(round.said[number % 3], 1);
		cr_assert_eq(round.said[(number + 1) % 3], 3);
		cr_assert_eq(round.said[(number + 2) % 3], 3);
		cr_assert_eq(result.payoff[0], -1);
		cr_assert_eq(result.payoff[2], 1);
		cr_assert_eq(result.outcome, MK_LOST);
	}
}
