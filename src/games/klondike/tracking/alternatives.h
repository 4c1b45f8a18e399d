/*
 * Alternatives: tables that the snapshots do not distinguish from the likeliest one. Functions to
 * add, apply and choose them.
 */
#ifndef KLONDIKE_TRACKING_ALTERNATIVES_H
#define KLONDIKE_TRACKING_ALTERNATIVES_H

#include "games/klondike/table/kept.h"

/* True if the view keeps more than one table. */
bool klondike_is_unsure(const struct klondike_view *view);

/*
 * Adds `other` to the alternatives of `view`; NULL adds a dropped one. Returns false if `other` is
 * NULL or if there are MAX_ALTERNATIVES already.
 */
bool klondike_add_alternative(
	struct klondike_view *view, const struct klondike_view *other, int odds);

/*
 * Applies an accepted finding, with its alternatives, to a started view. Returns false, with the
 * view unchanged, if a move is illegal or its card cannot have come up. An alternative to which
 * that applies is dropped.
 */
bool klondike_apply_finding(struct klondike_view *view, const struct mk_finding *finding);

/*
 * Plays the moves of a finding with its gaps. Returns false if a move is illegal or its card cannot
 * have come up; the table must then be discarded.
 */
bool klondike_play_steps(struct klondike_view *view, const struct mk_played_move *steps, int count,
	enum klondike_gaps gaps, enum klondike_hidden hidden);

/*
 * Adds the alternatives of the finding, which start from `before`, to the view after the finding.
 */
void klondike_add_alternatives(struct klondike_view *view, const struct klondike_view *before,
	const struct mk_finding *finding);

/*
 * The answers to the open question, numbered like the kept tables; klondike_last_answer() is the
 * highest number. If the question is about gaps of the waste, answer 0 means that the waste is as
 * assumed, and each other answer that one more card lies in one of the gaps, the uppermost gap
 * first.
 */
int klondike_last_answer(const struct klondike_view *view);
bool klondike_answer(const struct klondike_view *view, int number, struct klondike_view *out);

/*
 * True if the open question is about cards that went to their foundations, see `open` in table.h.
 */
bool klondike_asks_about_gone(const struct klondike_view *view);

/* The gap of that answer: the place of the waste card beneath which the unseen card lies. */
int klondike_gap_of_answer(const struct klondike_view *view, int number);

/* Members of struct mk_game, see there. */
bool klondike_is_open(const struct mk_view *view);
int klondike_explanations(const struct mk_view *view);
/*
 * True if it is time to ask which kept table is true (question.h), or what lies unseen in the waste
 * or on the foundations. A finding whose alternatives do not fit into the view says so itself
 * (`crowded`).
 */
bool klondike_asks_which(const struct mk_view *view);
enum mk_status klondike_choose(
	struct mk_view *view, int number, struct mk_finding *finding, struct mk_error *error);

#endif
