/*
 * Searches under a budget, on one thread or several.
 *
 * The library starts no thread. A caller that has threads lends them as an executor; the result of
 * a budget in worlds or nodes does not depend on their number.
 */
#ifndef MAKKER_SEARCH_H
#define MAKKER_SEARCH_H

#include <makker/game.h>
#include <stdalign.h>
#include <stdatomic.h>

struct mk_arena;
struct mk_search_context;

/*
 * The limits of a search; 0: no limit of that kind. The first limit reached ends the search.
 * Without any limit there is no search, and the result is the static evaluation.
 */
struct mk_budget {
	uint32_t ms; /* of real time, or with `is_of_processor` of the thread's processor time */
	uint64_t worlds; /* sampled for the best of the plans */
	uint64_t nodes;  /* playouts */
	uint64_t seed;   /* combined with the digest of the view */
	/*
	 * `ms` is processor time of one thread, so that background searches do not get weaker on a
	 * busy machine. Only without an executor.
	 */
	bool is_of_processor;
};

bool mk_budget_is_empty(const struct mk_budget *budget);

/* Nanoseconds of the clock that `ms` counts, from an arbitrary start. */
int64_t mk_budget_clock_ns(const struct mk_budget *budget);

/* Threads that a caller lends to a search. */
struct mk_executor {
	unsigned size; /* maximum number of concurrent threads, the caller's included */
	/*
	 * Calls work(task) on the caller's thread and possibly on others; returns when all calls
	 * have returned.
	 */
	void (*run_parallel)(struct mk_executor *executor, void (*work)(void *task), void *task);
};

enum { MK_MAX_VIEW_SIZE = 8448 };

/*
 * Search state kept between decisions: the plan or the proven win that is being followed, and the
 * expected next table. If that table is reached, no search is needed. Zero-initialized plain data.
 */
struct mk_search_memo {
	bool valid;
	enum mk_certainty certainty;
	uint32_t tag;
	uint64_t worlds, nodes, visits; /* of the search that chose the plan */
	double value, low, high;
	size_t winning_line_length; /* remaining moves of a proven win */
	struct mk_move winning_line[MK_MAX_WINNING_LINE];
	alignas(max_align_t) unsigned char expected[MK_MAX_VIEW_SIZE];
};

struct mk_search_request {
	const struct mk_strategy *strategy;
	const struct mk_view *view;
	struct mk_budget budget;
	struct mk_search_memo *memo; /* read and updated; NULL: none */
	const atomic_bool *cancel;   /* NULL: the search cannot be cancelled */
	/*
	 * Receives intermediate advice (not final) several times a second; the suggestion changes
	 * only if another move is clearly better. Called on a thread of the executor, one call at a
	 * time. May be NULL.
	 */
	void (*progress)(void *owner, const struct mk_advice *advice);
	void *owner;
};

/*
 * The memory of a search of one game. `executor` (NULL: only the caller's thread) must outlive it.
 * NULL when the arena is exhausted (64 KB and a world for each thread).
 */
struct mk_search_context *mk_search_context_init(
	struct mk_arena *arena, const struct mk_game *game, struct mk_executor *executor);
void mk_search_context_deinit(struct mk_search_context *thinker);

/*
 * True if a search of this table needs no playouts because the plan or the proven win in `memo`
 * continues.
 */
bool mk_search_follows_plan(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_search_memo *memo);

/*
 * Fills all of `advice`. Strategies without a search return their static evaluation. A cancelled
 * search returns the best advice so far, which is not final.
 */
void mk_search_run(struct mk_search_context *thinker, const struct mk_search_request *thought,
	struct mk_advice *advice);

#endif
