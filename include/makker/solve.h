/* Exact solving: whether a table on which every card is known can be won, and by which moves. */
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
	uint64_t nodes; /* positions visited */
};

/* A game's exact solver. */
struct mk_solver_api {
	/*
	 * Members of tables that also name hidden cards, for complete(). NULL: those of the
	 * notation.
	 */
	const struct mk_member *table_members;
	/*
	 * Reads a complete deal, hidden cards included, in the format of the game's collections.
	 * MK_MALFORMED with the place in the text otherwise.
	 */
	enum mk_status (*read_deal)(const char *text, size_t length, const struct mk_rules *rules,
		struct mk_world *world, struct mk_error *error);
	/*
	 * The world of a view of which every card is known. `table`, the JSON that the view was
	 * read from, names the face-down cards (NULL: there are none, or no JSON). MK_IMPOSSIBLE
	 * names the first place whose card is not known.
	 */
	enum mk_status (*complete)(const struct mk_view *view, const struct json_t *table,
		struct mk_world *world, struct mk_error *error);
	/*
	 * Uses at most about `most_bytes` of memory; NULL without memory. For one thread at a time.
	 */
	struct mk_solver *(*create)(size_t most_bytes);
	void (*destroy)(struct mk_solver *solver);
	/* Visits at most `node_limit` positions; beyond that the verdict is MK_UNDECIDED. */
	void (*solve)(struct mk_solver *solver, const struct mk_world *world, uint64_t node_limit,
		struct mk_solution *solution);
	/*
	 * Returns the length of the win that solve() found last, and its moves, which the solver
	 * owns and which are valid until the next call of solve(). 0 after another verdict.
	 */
	size_t (*line)(struct mk_solver *solver, const struct mk_move **moves);
};

#endif
