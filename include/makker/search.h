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
 * The limits of a search; 0: none of that kind. The first one reached ends it. Without any limit
 * there is no search, and the result is the static evaluation.
 */
struct mk_budget {
	uint32_t ms; /* of the clock, or with `is_of_processor` of the thread's processor time */
	uint64_t worlds; /* sampled for the best of the plans */
	uint64_t nodes;  /* playouts */
	uint64_t seed;   /* mixed with what is known of the table */
	/*
	 * For a background search, which is then as good on a busy machine. Without an executor:
	 * it is the processor time of one thread.
	 */
	bool is_of_processor;
};

bool mk_budget_is_empty(const struct mk_budget *budget);

/* Nanoseconds of the clock that `ms` counts, from an arbitrary start. */
int64_t mk_budget_clock_ns(const struct mk_budget *budget);

/* Threads that help. */
struct mk_executor {
	unsigned size; /* the most that work at the same time, the caller's own among them */
	/* Calls work(task) on the caller's thread and perhaps on others; returns when all calls
	 * have. */
	void (*run_parallel)(struct mk_executor *executor, void (*work)(void *task), void *task);
};

enum { MK_MAX_VIEW_SIZE = 8448 };

/*
 * Search state kept between decisions: the plan or the proven win that is being followed, and the
 * expected next table. If that is met, no search is needed. All zero at first; plain data.
 */
struct mk_search_memo {
	bool valid;
	enum mk_certainty certainty;
	uint32_t tag;
	uint64_t worlds, nodes, visits; /* of the thought that chose the plan */
	double value, low, high;
	size_t winning_line_length; /* what is left of a certain win */
	struct mk_move winning_line[MK_MAX_WINNING_LINE];
	alignas(max_align_t) unsigned char expected[MK_MAX_VIEW_SIZE];
};

struct mk_search_request {
	const struct mk_strategy *strategy;
	const struct mk_view *view;
	struct mk_budget budget;
	struct mk_search_memo *memo; /* read and renewed; NULL: none */
	const atomic_bool *cancel;   /* NULL: cannot be */
	/*
	 * Better and better advice on the way, not final, several times a second; its suggestion
	 * changes only to what is clearly better. On a thread of the executor, one call at a time.
	 * NULL: not wanted.
	 */
	void (*progress)(void *owner, const struct mk_advice *advice);
	void *owner;
};

/*
 * The memory for thinking about one game. `executor` (NULL: the caller's thread alone) must live as
 * long. NULL when the arena has no room (64 KB and a world for each of its threads).
 */
struct mk_search_context *mk_search_context_init(
	struct mk_arena *arena, const struct mk_game *game, struct mk_executor *executor);
void mk_search_context_deinit(struct mk_search_context *thinker);

/* True if a search of this table needs no playout: the plan of `memo`, or its certain win, goes on.
 */
bool mk_search_follows_plan(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_search_memo *memo);

/*
 * Fills all of `advice`. Instant strategies answer at once. Where the thought was cancelled the
 * advice is what was known by then, and not final.
 */
void mk_search_run(struct mk_search_context *thinker, const struct mk_search_request *thought,
	struct mk_advice *advice);

#endif
