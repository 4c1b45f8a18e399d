/* Parsing of complete deals, and of tables with their hidden cards. */
#ifndef KLONDIKE_SOLVER_DEAL_H
#define KLONDIKE_SOLVER_DEAL_H

#include <makker/game.h>

/*
 * 52 cards of two characters without anything between: first the columns from the left, each from
 * the table up (column 1 has one card, column 7 seven, the last of each face up), then the draw
 * pile in the order of turning.
 */
enum mk_status klondike_read_deal(const char *text, size_t length, const struct mk_rules *rules,
	struct mk_world *world, struct mk_error *error);

/*
 * The cards of a table by place: the unseen cards of a column are named, the deepest first, by
 * "under" beside its "cards" in the table's JSON (NULL: none is named). One card of all may be
 * missing. MK_IMPOSSIBLE names the first place whose card is unknown.
 */
enum mk_status klondike_complete(const struct mk_view *view, const struct json_t *table,
	struct mk_world *world, struct mk_error *error);

#endif
