/* Whole deals as text, with their hidden cards. */
#ifndef KLONDIKE_DEAL_H
#define KLONDIKE_DEAL_H

#include <makker/game.h>

/*
 * 52 cards of two characters without anything between: first the columns from the left, each from
 * the table up (column 1 has one card, column 7 seven, the last of each face up), then the draw
 * pile in the order of turning.
 */
enum mk_status klondike_read_deal(const char *text, size_t length, const struct mk_rules *rules,
	struct mk_world *world, struct mk_error *error);

#endif
