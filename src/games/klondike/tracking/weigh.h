/*
 * Weighing explanations and choosing among them: habits of players, and how well the readings fit.
 *
 * A score is a logarithm; only differences between scores of the same snapshot mean anything.
 */
#ifndef KLONDIKE_TRACKING_WEIGH_H
#define KLONDIKE_TRACKING_WEIGH_H

#include "games/klondike/tracking/explain.h"

/*
 * An explanation is clear when it is so much likelier than all those together that take a slot for
 * misread: 55 times. That is enough where a card came up, because more pictures have to confirm it
 * and distinguish the explanations as well; and where the player has continued, so that no other
 * picture comes.
 */
static const float weigh_clear = 4;

/* ... 500 times where the explanation would be beyond doubt at once. */
static const float weigh_clear_at_once = 6.2F;

/* ... and so much (150 times) likelier than those that no other picture distinguishes from it. */
static const float weigh_alike = 5;

/* ... and so much (1000 times) where an unreadable slot would distinguish them. */
static const float weigh_sure = 7;

/* A camera that shows a table on which nothing was done so often may misread it, too. */
static const float weigh_often_unchanged = 0.1F;

/*
 * Alternatives that are less likely than this beside the chosen one are dropped: 1 in 1,000, since
 * a question about them comes only when it matters; of what a person typed 1 in 200.
 */
static inline float weigh_kept(const struct scene *scene)
{
	return scene->typed ? -5.3F : -6.9F;
}

/*
 * ... or than this (1 in 2,000, 1 in 300 of what was typed) where another move of the player would
 * have brought up the same card: nothing but habits speaks against it, and these are known from few
 * moves.
 */
static inline float weigh_kept_habit(const struct scene *scene)
{
	return scene->typed ? -5.7F : -7.6F;
}

/*
 * ... or than this (1 in 3000), while there is room, where others are kept anyway: one of them may
 * be what the next pictures contradict.
 */
static const float weigh_kept_in_doubt = -8;

/*
 * A card that came up is used from this probability on; it stays unconfirmed (confirm.h) until it
 * is beyond doubt.
 */
static const float weigh_believed = 0.8F;

/*
 * How likely the first move since the last picture is the suggested one, or one of the others:
 * `legal` moves are there, and of those that are not suggested none is favoured. The suggestion
 * after the first move is not known.
 */
static inline float weigh_first_share(bool suggested, int legal, const struct scene *scene)
{
	return suggested ? scene->followed
			 : (1 - scene->followed) / (float)(legal > 2 ? legal - 1 : 1);
}

/* ... and how likely a later move is a draw. */
static const float weigh_draw_later = 0.35F;

/* Of the draws that a camera shows which skips pictures often, so many are two. */
static const float weigh_hidden_draws = 0.1F;

/* Several moves at once, and no picture is known to be missing: the camera may have skipped one. */
bool weigh_is_gap(const struct explanation *explanation, const struct scene *scene);

/*
 * Gives each explanation its score and sorts them, the best first; several that lead to the same
 * table become one.
 */
void weigh_explanations(struct explanations *all, const struct scene *scene);

/*
 * Leaves out explanations that are out of the question beside the likeliest one, and the least
 * likely ones, until there is room for so many more. Returns how likely the latter were.
 */
float weigh_make_room(struct explanations *all, int capacity, const struct scene *scene);

/* Drops explanations with a shuffle before which more cards were drawn unseen than can be. */
void weigh_drop_unseen(struct explanations *all, const struct scene *scene);

/* Did a card come up that another picture has to confirm? */
bool weigh_turned_up(const struct explanation *explanation);

/*
 * The slots where `chosen` turned up a card that the readings do not settle: it may be another one.
 */
unsigned weigh_unsettled(const struct explanation *chosen, const struct scene *scene);

/* Choosing an explanation, and the slots that must be seen better before one is chosen. */

/*
 * Chooses among explanations (at least one) of what happened since `view`. NULL: the table must be
 * looked at again, and `finding` says where. `all` keeps the chosen one and those that it does not
 * clearly beat; `alike` gets the others that no picture of this camera can tell from it, the
 * likeliest first. Of those some are kept beside it, but none that is too unlikely. Where they are
 * more than a view has places for, and those without a place are not unlikely, none is chosen.
 */
const struct explanation *hypothesis_select(struct explanations *all, struct explanations *alike,
	const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/*
 * Of a picture after which the player went on although it was not clear: the likeliest explanation,
 * with all others in `alike`, those too that take a slot for misread. NULL where some that are not
 * much less likely cannot be kept, and where it is likelier than `most_idle` that nothing was done.
 */
const struct explanation *klondike_judge_passed(struct explanations *all,
	struct explanations *alike, const struct scene *scene, float most_idle);

/*
 * The usual picture: one legal move explains it, and nothing else comes near.
 *
 * The likelihood of all other explanations is bounded, not searched and weighed. Where the bounds
 * do not decide, explain.c and judge.c do; where they do, both would conclude the same.
 */

/*
 * True if exactly one legal move leads from `view` to the scene and hypothesis_select() would
 * choose it, with no alternative beside it and no slot to be seen better. `found` gets it.
 */
bool single_move_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanation *found);

#endif
