/* Predictions of a row of games: chances to win, of the seat whose result counts. */
#include "base/arena.h"

#include <criterion/criterion.h>
#include <makker/statistics.h>
#include <math.h>

enum { GAMES = 20, SEATS = 2, NODES = 1, POINTS = 7 };

/* Two seats, one move each: the first one wins. A world is its own view. */
struct mk_world {
	int moves;
};

static void deal(struct mk_world *world, const struct mk_rules *rules, struct mk_rng *rng)
{
	(void)rules;
	(void)rng;
	world->moves = 0;
}

static int turn(const struct mk_world *world)
{
	return world->moves < SEATS ? world->moves : MK_NO_SEAT;
}

static void apply(struct mk_world *world, struct mk_move move)
{
	(void)move;
	world->moves++;
}

static void payoff(const struct mk_world *world, double payoff[MK_MAX_SEATS])
{
	(void)world;
	payoff[0] = POINTS;
	payoff[1] = -POINTS;
}

static const struct mk_view *known(const struct mk_world *world, int seat, struct mk_view *buffer)
{
	(void)seat;
	(void)buffer;
	return (const struct mk_view *)world;
}

static enum mk_outcome outcome(const struct mk_view *view)
{
	(void)view;
	return MK_PLAYING;
}

/* The first seat expects points, and to win 9 of 10 times; the other one 1 of 10. */
static void rank(const struct mk_view *view, struct mk_advice *advice)
{
	bool first = ((const struct mk_world *)view)->moves == 0;

	*advice = (struct mk_advice){.count = 1, .value = first ? POINTS : -POINTS};
	advice->moves[0].odds[0] = NAN;
	advice->moves[0].odds[1] = first ? 0.9F : 0.1F;
}

static void think(const struct mk_view *view, const struct mk_budget *budget,
	const atomic_bool *cancel, struct mk_advice *advice)
{
	(void)budget;
	(void)cancel;
	rank(view, advice);
}

static const struct mk_strategy strategy = {
	.name = "sure", .has_search = true, .evaluate = rank, .search = think};

/* The calibration of GAMES games, where the odds have these names. */
static struct mk_calibration played(const char *const *odds)
{
	static struct mk_statistics all;
	const struct mk_notation notation = {.odds = odds};
	const struct mk_game game = {.seats = SEATS,
		.view_size = sizeof(struct mk_world),
		.world_size = sizeof(struct mk_world),
		.deal = deal,
		.seat_to_move = turn,
		.apply = apply,
		.payoff = payoff,
		.outcome = outcome,
		.view_of_seat = known,
		.notation = &notation};
	struct mk_arena *arena = mk_arena_create(1 << 20);
	const struct mk_simulation simulation = {
		.play = {.game = &game,
			.strategy = &strategy,
			.search = mk_search_context_init(arena, &game, NULL),
			.budget = {.nodes = NODES},
			.games = GAMES,
			.most_moves = SEATS}};

	all = (struct mk_statistics){.first = 0};
	cr_assert_eq(mk_simulate(&simulation, arena, &all, NULL, NULL), MK_OK);
	cr_assert_eq(all.won, GAMES);
	mk_arena_destroy(arena);
	return all.calibration;
}

Test(simulate, points_are_no_chances_where_odds_are_given)
{
	static const char *const odds[] = {"below_90", "win", NULL};
	struct mk_calibration calibration = played(odds);

	cr_expect_eq(mk_calibration_count(&calibration), GAMES, "one seat's decisions");
	cr_expect_eq(calibration.group[9].count + calibration.group[8].count, GAMES);
	cr_expect_float_eq(mk_calibration_brier(&calibration), 0.01, 1e-4);
}

Test(simulate, without_a_chance_to_win_nothing_is_predicted)
{
	static const char *const odds[] = {"below_90", NULL};
	struct mk_calibration calibration = played(odds);

	cr_expect_eq(mk_calibration_count(&calibration), 0);
}

Test(simulate, values_are_chances_where_no_odds_are_given)
{
	struct mk_calibration calibration = played(NULL);

	cr_expect_eq(mk_calibration_count(&calibration), GAMES);
}
