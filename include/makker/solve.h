/* Exact solving: is a table on which every card is known won, and by which moves? */
#ifndef MAKKER_SOLVE_H
#define MAKKER_SOLVE_H

#include <makker/advice.h>
#include <makker/members.h>
#include <makker/status.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;
struct mk_rules;
struct mk_view;
struct mk_world;
struct mk_solver;

enum mk_verdict { MK_UNWINNABLE, MK_WINNABLE, MK_UNDECIDED };

/* "unwinnable", "winnable", "undecided". */
const char *mk_verdict_name(enum mk_verdict verdict);

struct mk_solution {
	enum mk_verdict verdict;
	uint64_t nodes; /* positions that were looked at */
};

/* A game's exact solver. */
struct mk_solver_api {
	/* Of tables that name hidden cards, too, for complete(). NULL: those of the notation. */
	const struct mk_member *table_members;
	/*
	 * Reads a whole deal, as the game's collections of deals have it, with its hidden cards.
	 * MK_MALFORMED with its place in the text when it is none.
	 */
	enum mk_status (*read_deal)(const char *text, size_t length, const struct mk_rules *rules,
		struct mk_world *world, struct mk_error *error);
	/*
	 * The world of a view on which every card is known. Those that lie face down are named in
	 * `table`, the JSON that the view was read from (NULL: there are none such, or there was
	 * none). MK_IMPOSSIBLE names the first place whose card is not known.
	 */
	enum mk_status (*complete)(const struct mk_view *view, const struct json_t *table,
		struct mk_world *world, struct mk_error *error);
	/* At most about `most_bytes` of memory; NULL when there is none. One thread at a time. */
	struct mk_solver *(*create)(size_t most_bytes);
	void (*destroy)(struct mk_solver *solver);
	/* Looks at no more than `node_limit` positions; past it the answer is MK_UNDECIDED. */
	void (*solve)(struct mk_solver *solver, const struct mk_world *world, uint64_t node_limit,
		struct mk_solution *solution);
	/*
	 * How many moves the win that was last found takes, and the moves: the solver's, until it
	 * is asked again. 0 when the verdict was another.
	 */
	size_t (*line)(struct mk_solver *solver, const struct mk_move **moves);
};

#endif
