/*
 * Pondering: searching for the tables that come next while the player still moves.
 *
 * A player who follows the advice meets known tables until a hidden card comes up, and then one
 * table for each card that may come up. Each of these can be searched beforehand; the search of the
 * one that is met has then cost the player no time.
 */
#ifndef MAKKER_PONDERING_H
#define MAKKER_PONDERING_H

#include <makker/search.h>

/* How many tables mk_expected_tables() reports at most: one for each card. */
enum { MK_MAX_EXPECTED_TABLES = MK_DECK };

/*
 * Plays the suggestion of `advice`, and the plan of `memo`, which the search has left with it, up
 * to the next decision, and reports the tables that may be met there: with all cards confirmed, the
 * game not over. (On the way the search keeps to its plan.) None where nothing is suggested, where
 * a certain win is being followed, in games of several seats, and where a table is larger than
 * MK_MAX_VIEW_SIZE. Always in the same order; a table is valid during the call of `found`.
 */
void mk_expected_tables(const struct mk_game *game, const struct mk_strategy *strategy,
	const struct mk_view *view, const struct mk_advice *advice,
	const struct mk_search_memo *memo, void (*found)(void *owner, const struct mk_view *table),
	void *owner);

/*
 * Copies `view` to `table` as the expected tables are reported: with all cards confirmed. Then
 * equal tables are equal in their game->view_size bytes.
 */
void mk_confirmed_table(
	const struct mk_game *game, const struct mk_view *view, struct mk_view *table);

/*
 * Tables are searched in rounds, each table once in a round, with more in every round: a table that
 * is met early has had a short search, one that is met late a long one. The budget of a table's
 * search in `round` (from 0), in the unit of `usual`, the budget of a search that a player waits
 * for: a quarter of it, then four times as much in each round.
 */
enum { MK_PONDERING_ROUNDS = 4 };
uint64_t mk_pondering_budget(uint64_t usual, unsigned round);

/*
 * The budget of the last search that table number `index` of `count` has had after `spent` in all;
 * 0: none.
 */
uint64_t mk_pondering_reached(uint64_t usual, uint64_t spent, uint64_t index, uint64_t count);

#endif
