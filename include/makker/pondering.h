/*
 * Pondering: searching the expected next tables while the player still moves.
 *
 * If the player follows the advice, the next tables are known until a hidden card comes up; then
 * there is one table for each card that may come up. Each of these can be searched in advance, so
 * that the search of the table that is reached costs the player no time.
 */
#ifndef MAKKER_PONDERING_H
#define MAKKER_PONDERING_H

#include <makker/search.h>

/* Maximum number of tables that mk_expected_tables() reports: one for each card. */
enum { MK_MAX_EXPECTED_TABLES = MK_DECK };

/*
 * Plays the suggestion of `advice` and the rest of the plan in `memo` (left by the same search) up
 * to the next decision, and reports the possible tables there, with all cards confirmed; tables at
 * which the game is over are not reported. (Until then the search follows its plan.) Reports none
 * without a suggestion, while a certain win is being followed, in games of several seats, and for
 * tables larger than MK_MAX_VIEW_SIZE. The order is deterministic; a table is valid during the call
 * of `found`.
 */
void mk_expected_tables(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_advice *advice,
	const struct mk_search_memo *memo, void (*found)(void *owner, const struct mk_view *table),
	void *owner);

/*
 * Copies `view` to `table` in the form of the expected tables: with all cards confirmed. Equal
 * tables then have equal game->view_size bytes.
 */
void mk_confirmed_table(
	const struct mk_game *game, const struct mk_view *view, struct mk_view *table);

/*
 * Tables are searched in rounds, each table once per round, with a budget that grows: a table that
 * is reached early has had a short search, one that is reached late a long one. Returns the budget
 * of one table's search in `round` (from 0), in the unit of `usual`, the budget of a search that a
 * player waits for: a quarter of it in round 0, then four times as much in each round.
 */
enum { MK_PONDERING_ROUNDS = 4 };
uint64_t mk_pondering_budget(uint64_t usual, unsigned round);

/*
 * The budget of the last completed search of table `index` of `count` when `spent` was spent in
 * total; 0: none.
 */
uint64_t mk_pondering_reached(uint64_t usual, uint64_t spent, uint64_t index, uint64_t count);

#endif
