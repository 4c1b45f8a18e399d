/*
 * Alternatives: tables that the pictures do not distinguish from the likeliest one. How they are
 * added, and how one is chosen.
 */
#ifndef KLONDIKE_TRACKING_ALTERNATIVES_H
#define KLONDIKE_TRACKING_ALTERNATIVES_H

#include "games/klondike/table/kept.h"

/* Is more than one explanation kept? */
bool klondike_is_unsure(const struct klondike_view *view);

/*
 * Adds `other` to the alternatives of `view`; NULL adds a dropped one. False then, and where there
 * are MAX_ALTERNATIVES already.
 */
bool klondike_add_alternative(
	struct klondike_view *view, const struct klondike_view *other, int odds);

/*
 * Applies an accepted finding, with its alternatives, to a started view. False, with the view as it
 * was, where a move is illegal or its card cannot have come up; an alternative of which this is
 * true is dropped.
 */
bool klondike_apply_finding(struct klondike_view *view, const struct mk_finding *finding);

/*
 * Plays the moves of a finding with its gaps. False, with a table that is to be discarded, where
 * one is illegal or its card cannot have come up.
 */
bool klondike_play_steps(struct klondike_view *view, const struct mk_played_move *steps, int count,
	enum klondike_gaps gaps, enum klondike_hidden hidden);

/* Adds the alternatives of the finding, which start from `before`, to the view that it led to. */
void klondike_add_alternatives(struct klondike_view *view, const struct klondike_view *before,
	const struct mk_finding *finding);

/*
 * The answers to the question that is open, numbered as the explanations. Where the waste has gaps
 * when the game is over: 0 is that it is as it is believed, the others that one more card lies in
 * it, in one of the gaps, the uppermost first.
 */
int klondike_last_answer(const struct klondike_view *view);
bool klondike_answer(const struct klondike_view *view, int number, struct klondike_view *out);

/* Is the question that is open about cards that went to their foundations, see `open` in table.h?
 */
bool klondike_asks_about_gone(const struct klondike_view *view);

/* The place of the waste beneath whose card that is. */
int klondike_gap_of_answer(const struct klondike_view *view, int number);

/* Slots of struct mk_game, see there. */
bool klondike_is_open(const struct mk_view *view);
int klondike_explanations(const struct mk_view *view);
/*
 * Is it time to ask which explanation is true (question.h), or what lies unseen in the waste or on
 * the foundations? Where a picture finds no room for what it leaves open its finding says so
 * (`crowded`).
 */
bool klondike_asks_which(const struct mk_view *view);
enum mk_status klondike_choose(
	struct mk_view *view, int number, struct mk_finding *finding, struct mk_error *error);

#endif
