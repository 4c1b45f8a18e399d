/* Asking a strategy, and self-play. */
#ifndef MAKKER_SELFPLAY_H
#define MAKKER_SELFPLAY_H

#include <makker/search.h>
#include <stdatomic.h>

/* Fills all of `advice`, the strategy's name and the time that it took included. */
void mk_advise(
	const struct mk_strategy *strategy, const struct mk_view *view, struct mk_advice *advice);

/* A share of a number of trials with its 95 % interval (Wilson 1927), which holds near 0 and 1 too.
 */
struct mk_proportion {
	double value, low, high;
};

/* Of no trials: anything from 0 to 1. */
struct mk_proportion mk_proportion_of(uint64_t hits, uint64_t trials);

/* How one game went, for the seat of the strategy that was asked about. */
struct mk_result {
	double payoff[MK_MAX_SEATS]; /* of that seat, then clockwise */
	enum mk_outcome outcome;
	uint32_t moves;
	uint32_t length; /* in the game's own measure */
	uint64_t nodes;  /* of all thoughts */
	bool no_move;    /* the strategy had no move although the game was not over */
	bool move_limit; /* stopped at the most moves */
	bool cancelled;  /* cancelled before its end: it counts nowhere */
};

/* The results of many games. Won: a positive payoff for the strategy's seat. */
struct mk_selfplay_totals {
	uint64_t games, won, no_move, move_limit, moves;
	uint32_t longest;
};

/*
 * Games that a strategy plays against the rules, truth and adviser apart: it gets what the table
 * shows, never the table. Game i depends on `seed` and i alone, so that parts may be played
 * anywhere, in any order, and give the same.
 */
struct mk_selfplay {
	const struct mk_game *game;
	const struct mk_strategy *strategy;
	/*
	 * The strategy of the other seats; `strategy` then has seat i mod seats in game i. NULL: it
	 * plays all seats, and the results are those of seat 0.
	 */
	const struct mk_strategy *opponent;
	struct mk_search_context
		*search;         /* for one that searches; NULL: by its instant judgement */
	struct mk_budget budget; /* of each decision */
	/*
	 * Playouts that the search has while the player carries out a move, for the tables that
	 * come next (makker/pondering.h); a decision then has what the table that was met has had,
	 * at least `budget`. 0: it does not ponder. With a budget in nodes alone.
	 */
	uint64_t pondering_nodes;
	/*
	 * Called with every decision of that seat's `strategy`, if it searches, and its expected
	 * value. May be NULL.
	 */
	void (*on_decision)(void *owner, const struct mk_advice *advice);
	/* Called before every move; then the games run move by move. May be NULL. */
	void (*on_move)(void *owner, const struct mk_world *world, struct mk_move move);
	/* Deals game `number`; NULL: at random. */
	void (*deal)(void *owner, uint64_t number, struct mk_world *world);
	bool perfect_information; /* every hidden card is shown after the deal; the game has
				     `uncover` */
	struct mk_rules rules;
	uint64_t seed;
	uint64_t first, games; /* games first to first + games - 1 */
	uint32_t most_moves;   /* of one game */
	atomic_bool *cancel;   /* may be NULL; a game that is being played is then cut off */
	/* Called after every `every` games; `tally` is what there is by then. May be NULL. */
	void (*progress)(void *owner, const struct mk_selfplay_totals *tally);
	void *owner;
	uint64_t every;
	uint32_t *lengths; /* gets the moves of each game, in order; may be NULL */
};

/*
 * `tally` counts the games that were played to their end, fewer than wanted only when cancelled.
 * MK_FULL when `arena` has no room for a table, MK_IMPOSSIBLE when it is to be played `open` and
 * the game cannot be; nothing is then played.
 */
enum mk_status mk_selfplay(
	const struct mk_selfplay *play, struct mk_arena *arena, struct mk_selfplay_totals *tally);

/*
 * One game. `world` and `buffer` are storage of the game's world_size and view_size; the world is
 * afterwards as the game ended.
 */
void mk_play_game(const struct mk_selfplay *play, uint64_t number, struct mk_world *world,
	struct mk_view *buffer, struct mk_result *result);

#endif
