/*
 * The search of any game with hidden cards.
 *
 * Flat Monte Carlo against a favourite, the first plan, which is that of the playouts' policy. All
 * plans are played out in the same sampled worlds; plans that are clearly behind the favourite are
 * dropped, the others get more worlds. Another plan is chosen only if its lead is unlikely to be
 * chance: one and a half standard errors after few worlds, less after many. Playouts see only what
 * a player would see, so values are not those of a clairvoyant.
 *
 * Worlds are numbered, each has its own random sequence, and sums are integers: the result does not
 * depend on the threads.
 */
#ifndef ENGINE_SEARCH_H
#define ENGINE_SEARCH_H

#include <makker/search.h>

/* A plan and its results. */
struct search_arm {
	struct mk_plan plan;
	/* Sums over its worlds, in 2^16ths of the game's range (and their squares). */
	atomic_int_least64_t sum;    /* of results */
	atomic_int_least64_t ahead;  /* of what it got more than the favourite did */
	atomic_int_least64_t square; /* of the squares of that */
	atomic_uint_least64_t visits;
};

struct search {
	const struct mk_game *game;
	const struct mk_view *view;
	const struct mk_budget *budget;
	const atomic_bool *cancel;
	struct mk_executor *executor; /* NULL: a single thread */
	unsigned char *worlds;        /* a buffer for one world per thread */
	size_t world_size;            /* aligned for anything */
	int64_t begin_ns;             /* of clock_ticks_ns() */
	int64_t budget_begin_ns;      /* of mk_budget_clock_ns() */
	/* Called repeatedly by one thread during the search; NULL: none. */
	void (*look)(void *owner, const struct search *search);
	void *owner;

	size_t count;
	struct search_arm arms[MK_MAX_MOVES]; /* the best first, once the search is over */

	/* The current round. */
	uint64_t seed;
	size_t alive;
	unsigned batch;   /* worlds that one thread takes at a time */
	uint64_t end;     /* of the round: the number of its first world too many */
	int64_t until_ns; /* 0: until all its worlds are tried */
	atomic_uint_least64_t next;
	atomic_uint_least64_t tried;
	atomic_uint seats;
	atomic_bool stopped; /* no world fits */
	int64_t looked_ns;
};

static inline struct mk_world *search_world(const struct search *search, unsigned seat)
{
	return (struct mk_world *)(void *)(search->worlds + seat * search->world_size);
}

/* Finds the plans. The members up to `owner` are set by the caller. */
void search_begin(struct search *search);

/* Plays them out within the budget. */
void search_run(struct search *search);

/* The number of results of all plans so far. */
uint64_t search_playouts(const struct search *search);

/* The best plan so far: the favourite, unless another is clearly ahead. */
size_t search_leader(const struct search *search);

/* The mean of a plan's results, -INFINITY before the first. */
double search_mean(const struct search *search, size_t arm);

/* Value with its 95 % interval (Wilson's, which holds near the ends of the range too); NAN before
 * the first result. */
void search_judge(
	const struct search *search, size_t arm, double *value, double *low, double *high);

/* ---- proofs --------------------------------------------------------------------------------- */

/* The exact solver, created on first use. */
struct proof {
	const struct mk_game *game;
	struct mk_solver *solver;
};

void proof_finish(struct proof *proof);

/*
 * Searches for a proof and, if all cards are known, runs the exact solver, within the budget. A win
 * that the solver found is written into `advice` with its moves; otherwise the suggestion stays.
 * `world` is a buffer for one world.
 */
enum mk_certainty prover_run(struct proof *proof, const struct mk_view *view,
	const struct mk_budget *budget, struct mk_world *world, struct mk_advice *advice);

/* The certainty of the table is the certainty of the suggestion. */
void advice_set_certainty(
	const struct mk_game *game, enum mk_certainty certain, struct mk_advice *advice);

/* ---- ranking of moves ----------------------------------------------------------------------- */

/* From searched plans to ranked moves. */

/*
 * Brings the moves that begin a plan to the front of `advice` (which has all legal moves, ranked by
 * the static evaluation), in the order of the plans, with value, visits and line of the best plan
 * of each. `order` has the places of the arms, the best first. The first becomes the suggestion.
 */
void ranking_merge(
	const struct search *search, const size_t order[MK_MAX_MOVES], struct mk_advice *advice);

/* Brings `move` to the front and suggests it; false when it is not legal. */
bool ranking_suggest(struct mk_advice *advice, struct mk_move move);

/* The suggested move, which there must be. */
struct mk_ranked_move *ranking_suggestion(struct mk_advice *advice);

/* The value of the table is the value of the suggestion. */
void advice_set_value(struct mk_advice *advice);

/* ---- state kept between decisions ----------------------------------------------------------- */

/* Search state kept between decisions. */

/*
 * True if the table is the expected one, and the plan, or the certain win, goes on there: `advice`,
 * the static evaluation of this table, suggests its next move then, and the memo has what is left.
 */
bool search_memo_follow(const struct mk_game *game, const struct mk_view *view,
	struct mk_search_memo *intent, struct mk_advice *advice);

/*
 * Remembers the advice: its certain win, or else the plan of `tag` (NULL: there is none), if what
 * the suggestion leads to is known before it is seen.
 */
void search_memo_save(const struct mk_game *game, const struct mk_view *view,
	const struct mk_advice *advice, const uint32_t *tag, struct mk_search_memo *intent);

#endif
