/* Advice of a strategy for a view, and self-play. */
#ifndef MAKKER_SELFPLAY_H
#define MAKKER_SELFPLAY_H

#include <makker/search.h>
#include <stdatomic.h>

/* Fills all of `advice`, including the strategy's name and the elapsed time. */
void mk_advise(
	const struct mk_strategy *strategy, const struct mk_view *view, struct mk_advice *advice);

/* A proportion of trials with its 95 % interval (Wilson 1927), which is valid near 0 and 1, too. */
struct mk_proportion {
	double value, low, high;
};

/* Without trials the interval is 0 to 1. */
struct mk_proportion mk_proportion_of(uint64_t hits, uint64_t trials);

/* The result of one game, for the seat of the evaluated strategy. */
struct mk_result {
	double payoff[MK_MAX_SEATS]; /* of that seat, then clockwise */
	enum mk_outcome outcome;
	uint32_t moves;
	uint32_t length; /* in the game's own measure */
	uint64_t nodes;  /* of all searches */
	bool no_move;    /* the strategy had no move although the game was not over */
	bool move_limit; /* stopped at `most_moves` */
	bool cancelled;  /* cancelled before its end: not counted */
};

/* The results of many games. Won: a positive payoff for the strategy's seat. */
struct mk_selfplay_totals {
	uint64_t games, won, no_move, move_limit, moves;
	uint32_t longest;
};

/*
 * Simulated games of a strategy. The strategy receives views only, never the world. Game i depends
 * only on `seed` and i, so that parts of a run may be played anywhere, in any order, with the same
 * results.
 */
struct mk_selfplay {
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	/*
	 * The strategy of the other seats; `strategy` then has seat i mod seats in game i. NULL: it
	 * plays all seats, and the results are those of seat 0.
	 */
	const struct mk_strategy *opponent;
	struct mk_search_context *search; /* for strategies that search; NULL: static evaluation */
	struct mk_budget budget;          /* of each decision */
	/*
	 * Node budget of pondering (makker/pondering.h) while the player carries out a move. The
	 * budget of a decision is then that which pondering spent on the table that was reached, at
	 * least `budget`. 0: no pondering. Requires a budget in nodes only.
	 */
	uint64_t pondering_nodes;
	/*
	 * Called with the advice of every decision of `strategy` at its own seat, if it searches.
	 * May be NULL.
	 */
	void (*on_decision)(void *owner, const struct mk_advice *advice);
	/* Called before every move; disables play_forced(). May be NULL. */
	void (*on_move)(void *owner, const struct mk_world *world, struct mk_move move);
	/* Deals game `number`; NULL: at random. */
	void (*deal)(void *owner, uint64_t number, struct mk_world *world);
	bool perfect_information; /* every hidden card is shown after the deal; requires
				     `reveal_all` of the game */
	struct mk_rules rules;
	uint64_t seed;
	uint64_t first, games; /* games first to first + games - 1 */
	uint32_t most_moves;   /* of one game */
	atomic_bool *cancel;   /* may be NULL; cancels the game being played, too */
	/* Called after every `every` games with the totals so far. May be NULL. */
	void (*progress)(void *owner, const struct mk_selfplay_totals *tally);
	void *owner;
	uint64_t every;
	uint32_t *lengths; /* receives the number of moves of each game, in order; may be NULL */
};

/*
 * `tally` counts the games that were played to their end, fewer than `games` only when cancelled.
 * MK_FULL when `arena` is exhausted, MK_IMPOSSIBLE when `perfect_information` is set and the game
 * does not support it; no game is then played.
 */
enum mk_status mk_selfplay(
	const struct mk_selfplay *play, struct mk_arena *arena, struct mk_selfplay_totals *tally);

/*
 * One game. `world` and `buffer` are storage of the game's world_size and view_size; `world` then
 * holds the final state.
 */
void mk_play_game(const struct mk_selfplay *play, uint64_t number, struct mk_world *world,
	struct mk_view *buffer, struct mk_result *result);

#endif
