/*
 * Scores of hypotheses and the choice among them, from the habits of players and from the fit of
 * the readings.
 *
 * A score is a log-likelihood up to a constant: only differences between scores of the same
 * snapshot are meaningful.
 */
#ifndef KLONDIKE_TRACKING_WEIGH_H
#define KLONDIKE_TRACKING_WEIGH_H

#include "games/klondike/tracking/explain.h"

/*
 * Threshold of the log-odds (55 to 1) of a clear hypothesis against all hypotheses together that
 * take a slot for misread. It applies if a card came up, because later snapshots have to confirm
 * that card and distinguish the hypotheses anyway; and if the player has continued, because no
 * other snapshot of the table will come.
 */
static const float weigh_clear = 4;

/* The same threshold (500 to 1) if the hypothesis would be beyond doubt at once. */
static const float weigh_clear_at_once = 6.2F;

/*
 * Threshold of the log-odds (150 to 1) against the hypotheses that no other snapshot distinguishes
 * from it.
 */
static const float weigh_alike = 5;

/*
 * Threshold (1000 to 1) above which another hypothesis is dropped; below it, the unreadable slots
 * that distinguish the two are asked for.
 */
static const float weigh_sure = 7;

/* A camera whose share of snapshots of an unchanged table is at least this may also misread one. */
static const float weigh_often_unchanged = 0.1F;

/*
 * Minimum log-odds of an alternative against the chosen hypothesis: 1 in 1,000, since a question
 * about it is asked only when it matters; 1 in 200 for a table that a person typed.
 */
static inline float weigh_kept(const struct scene *scene)
{
	return scene->typed ? -5.3F : -6.9F;
}

/*
 * The same threshold (1 in 2,000; 1 in 300 if typed) if the alternative is another move that
 * reveals the same card: only the player's habits speak against it, and these are estimated from
 * few moves.
 */
static inline float weigh_kept_habit(const struct scene *scene)
{
	return scene->typed ? -5.7F : -7.6F;
}

/*
 * The same threshold (1 in 3,000) for filling free places beside other alternatives: the next
 * snapshots may contradict one of those.
 */
static const float weigh_kept_in_doubt = -8;

/*
 * Minimum probability at which a card that came up is used. It stays unconfirmed (confirm.h) until
 * it is beyond doubt.
 */
static const float weigh_believed = 0.8F;

/*
 * Probability of the first move since the last snapshot: the suggested one, or one particular other
 * move. `legal` is the number of legal moves; those that are not suggested are equally likely. The
 * suggestion after the first move is not known.
 */
static inline float weigh_first_share(bool suggested, int legal, const struct scene *scene)
{
	return suggested ? scene->followed
			 : (1 - scene->followed) / (float)(legal > 2 ? legal - 1 : 1);
}

/* Probability that a later move is a draw. */
static const float weigh_draw_later = 0.35F;

/* Share of the shown draws that are two draws, for a camera that often skips snapshots. */
static const float weigh_hidden_draws = 0.1F;

/*
 * True if the hypothesis has several moves although no snapshot is known to be missing and the
 * camera may have skipped one.
 */
bool weigh_is_gap(const struct explanation *explanation, const struct scene *scene);

/* Scores and sorts the hypotheses, the best first, and merges those that lead to the same table. */
void weigh_explanations(struct explanations *all, const struct scene *scene);

/*
 * Scores and sorts the hypotheses and drops the least likely ones until there are at least
 * `capacity` free places, and all that are negligible beside the likeliest one. Returns the share
 * of the total likelihood that the former had.
 */
float weigh_make_room(struct explanations *all, int capacity, const struct scene *scene);

/* Drops hypotheses with an earlier redeal that needs too improbable a number of unseen draws. */
void weigh_drop_unseen(struct explanations *all, const struct scene *scene);

/* True if a card came up by chance, so that another snapshot has to confirm it. */
bool weigh_turned_up(const struct explanation *explanation);

/* Slots at which `chosen` turned up a card that the readings do not settle. */
unsigned weigh_unsettled(const struct explanation *chosen, const struct scene *scene);

/* Selection of a hypothesis, and of the slots that must be seen better before one is selected. */

/*
 * Selects one of the hypotheses (at least one) about what happened since `view`. Returns NULL if
 * the table must be looked at again; `finding` then has the slots. `all` keeps the selected
 * hypothesis and those that it does not clearly beat. `alike` gets the hypotheses that no snapshot
 * of this camera distinguishes from it, the likeliest first; those that are likely enough are
 * marked `kept`. None is selected if those that do not fit into a view are too likely to drop.
 */
const struct explanation *hypothesis_select(struct explanations *all, struct explanations *alike,
	const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding);

/*
 * For an unclear snapshot after which the player has continued: returns the likeliest hypothesis;
 * `alike` gets the others that are kept, including those that take a slot for misread. Returns NULL
 * if hypotheses that cannot be kept are too likely to drop, or if the probability that nothing was
 * done exceeds `most_idle`.
 */
const struct explanation *klondike_judge_passed(struct explanations *all,
	struct explanations *alike, const struct scene *scene, float most_idle);

/*
 * Fast path for the usual snapshot: one legal move explains it, and no other hypothesis is close.
 *
 * The likelihood of all other hypotheses is bounded instead of searched. If the bounds do not
 * decide, explain.c and judge.c do; if they decide, the result is the same.
 */

/*
 * True if exactly one legal move leads from `view` to the scene and hypothesis_select() would
 * select it without alternatives and without slots to be seen better. `found` gets the hypothesis.
 */
bool single_move_find(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct explanation *found);

#endif
