/* Small tables for tests, written as one would say them. */
#ifndef TESTS_KLONDIKE_POSITION_H
#define TESTS_KLONDIKE_POSITION_H

#include "games/klondike/helpers.h"

/*
 * The columns from the left, parted by '|'; "2?" are two unseen cards, then come the face-up ones,
 * the deepest first; those at the right that are left out are empty. After ';' "up" names the
 * foundations' top cards, "pile" the draw pile in the order of turning ('?' not known, '/' behind
 * the waste's front), and "loose" cards known to lie in it:
 *
 *     position("klondike-1", "3? KS QH | 5S | - | 7D; up 2C AD; pile 4D 9C / ? ?; loose JS")
 *
 * Such a table need not have 52 cards.
 */
struct klondike_view position(const char *preset, const char *text);

/* The legal move that its short form names: "8D 5>7", "KS p>1", "3C 2>f", "4H f>3", "draw",
 * "shuffle". */
struct mk_move move_of(const struct klondike_view *view, const char *text);

bool has_move(const struct klondike_view *view, const char *text);

/* Plays the move; `revealed` NULL where it turns up no card that is not known. */
void play(struct klondike_view *view, const char *text, const char *revealed);

/* Options of a preset with one of them changed. */
struct mk_rules rules_with(const char *preset, const char *option, int value);

/* A view's rules from such options. */
void set_rules(struct klondike_view *view, const struct mk_rules *rules);

#endif
