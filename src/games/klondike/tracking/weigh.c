/* Scores of hypotheses. */
#include "games/klondike/tracking/weigh.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/alternatives.h"

#include <math.h>

/* ---- Moves of players ----------------------------------------------------------------------- */

static const float any_later = 0.1F;
static const float foundation_later = 0.4F;

/* The move at index `i`; NULL if there are fewer moves. */
static const struct mk_played_move *step_at(const struct explanation *explanation, int i)
{
	return i < explanation->step_count ? &explanation->steps[i] : NULL;
}

/* Probability of the move at index `i`, which is not the first since the suggestion. */
static float later_share(const struct explanation *explanation, int i)
{
	const struct mk_played_move *step = step_at(explanation, i);
	int kind = step ? step->move.kind : 0;

	return kind == DRAW            ? weigh_draw_later
	       : kind == TO_FOUNDATION ? foundation_later
				       : any_later;
}

/* Share of two moves among several moves at once, if no snapshot is missing. */
static const float several_are_two = 0.75F;

static bool is_earlier_draw(const struct explanation *explanation, int i)
{
	const struct mk_played_move *step = step_at(explanation, i);

	return step && explain_is_earlier_draw(step->move);
}

static bool is_earlier_shuffle(const struct explanation *explanation, int i)
{
	const struct mk_played_move *step = step_at(explanation, i);

	return step && step->move.kind == SHUFFLE && step->move.more[0] == EARLIER;
}

/*
 * Lower bounds on the probability that a shown draw was two draws: the first if no estimate below 1
 * of the skipping probability exists, the second if one does.
 */
static const float hidden_at_least = 0.02F;
static const float hidden_if_suspected = 0.0002F;

static float hidden_share(const struct scene *scene)
{
	if (scene->most_suspected < 1) {
		return fmaxf(scene->most_suspected * weigh_hidden_draws, hidden_if_suspected);
	}
	return fmaxf(scene->several * several_are_two, hidden_at_least);
}

/*
 * Upper bound on the probability that all cards that seem to be left in the stock were drawn
 * unseen, given the number of gaps.
 */
static float all_hidden_share(const struct explanation *explanation, const struct scene *scene)
{
	const struct klondike_view *before = explanation->before;
	float expected = hidden_share(scene) * (float)__builtin_popcount(before->gaps);
	float share = 1;

	for (int i = 1; i <= klondike_left(before); i++) {
		share *= expected / (float)i;
	}
	return fminf(share, 1);
}

static float first_share(const struct explanation *explanation, int i, const struct scene *scene)
{
	if (scene->follows) {
		return later_share(explanation, i);
	}
	if (is_earlier_shuffle(explanation, i)) {
		return scene->followed; /* the redeal was suggested when the stock was empty */
	}
	if (explanation->unadvised) {
		return 1 / (float)(explanation->legal ? explanation->legal : 1);
	}
	return weigh_first_share(explanation->suggested, explanation->legal, scene);
}

/*
 * Probability factor of an earlier redeal, which requires that all cards of the stock were drawn
 * unseen; 1 if there is none.
 */
static float unseen_share(const struct explanation *explanation, const struct scene *scene)
{
	for (int i = 0; step_at(explanation, i); i++) {
		if (is_earlier_shuffle(explanation, i)) {
			return all_hidden_share(explanation, scene);
		}
	}
	return 1;
}

/* Probability of more moves than snapshots taken, the missing ones included. */
static const float one_more_than_pictures = 0.003F;

/* Lower bound on the probability that a missing snapshot was a repeat of an unchanged table. */
static const float retaken_in_gap = 0.001F;

/*
 * Binomial probability that `moved` of `pictures` snapshots show a move, if each repeats an
 * unchanged table with probability `again`.
 */
static float binomial_share(int moved, int pictures, float again)
{
	float share = 1;

	if (moved < 0 || moved > pictures) {
		return 0;
	}
	for (int i = 0; i < pictures; i++) {
		share *= i < moved ? 1 - again : again;
	}
	for (int i = 1; i <= moved; i++) {
		share *= (float)(pictures - moved + i) / (float)i;
	}
	return share;
}

/* Probability of `length` moves in the snapshot that arrived and the `missed` ones before it. */
static float gap_share(int length, const struct scene *scene)
{
	bool known = scene->missing_moved > 0;
	float again = fmaxf(known ? 1 - scene->missing_moved : scene->unchanged, retaken_in_gap);
	float moved = known ? scene->next_moved : 1 - scene->unchanged;

	if (length > scene->missed + 1) {
		return one_more_than_pictures;
	}
	return moved * binomial_share(length - 1, scene->missed, again) +
	       (1 - moved) * binomial_share(length, scene->missed, again);
}

/*
 * Probability of the number of moves. If no snapshot is missing, the rates of unchanged tables and
 * of several moves at once are those learned for this camera.
 */
static float moves_made_share(int length, const struct scene *scene)
{
	float moved = 1 - scene->unchanged;

	if (scene->missed > 0) {
		return gap_share(length, scene);
	}
	switch (length) {
	case 0:
		return scene->unchanged;
	case 1:
		return moved * (1 - scene->several);
	case 2:
		return moved * scene->several * several_are_two;
	default:
		return moved * scene->several * (1 - several_are_two);
	}
}

static float length_score(
	const struct explanation *explanation, int length, const struct scene *scene)
{
	float score = 0;
	int made = 0; /* moves since the last snapshot */

	for (int i = 0; i < length; i++) {
		if (is_earlier_draw(explanation, i)) {
			score += logf(hidden_share(scene));
		} else {
			score += logf(made++ ? later_share(explanation, i)
					     : first_share(explanation, i, scene));
		}
	}
	return score + logf(moves_made_share(made, scene));
}

/*
 * Hypotheses with an earlier redeal below this probability are dropped, even if no other hypothesis
 * exists.
 */
static const float min_unseen_share = 1e-5F;

void weigh_drop_unseen(struct explanations *all, const struct scene *scene)
{
	int kept = 0;

	for (int i = 0; i < all->count; i++) {
		if (unseen_share(&all->found[i], scene) >= min_unseen_share) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
}

bool weigh_is_gap(const struct explanation *explanation, const struct scene *scene)
{
	return scene->may_skip && scene->missed == 0 && step_at(explanation, 1) != NULL;
}

/* Score of the moves; of the possible numbers of moves the likeliest counts. */
static float moves_score(const struct explanation *explanation, const struct scene *scene)
{
	float score = length_score(explanation, explanation->step_count, scene);

	for (int length = 0; length <= MAX_MOVES; length++) {
		if (explanation->lengths & 1U << length) {
			score = fmaxf(score, length_score(explanation, length, scene));
		}
	}
	return score + logf(unseen_share(explanation, scene) + klondike_slip);
}

/* ---- Cards that came up --------------------------------------------------------------------- */

/* Probability of a revealed card that cannot have come up; no hypothesis should contain one. */
static const float impossible_at_all = 1e-6F;

/* Log-probability of the revealed cards. An unlikely card needs better readings. */
static float revealed_score(const struct explanation *explanation)
{
	struct klondike_view table;
	float score = 0;

	klondike_copy_table(&table, explanation->before);
	for (int i = 0; i < explanation->step_count; i++) {
		const struct mk_played_move *step = &explanation->steps[i];
		int position = klondike_turns_up(&table, step->move, NULL);

		if (position != MK_NO_SEAT && step->revealed != MK_NO_CARD) {
			score += logf(klondike_chance_to_turn_up(
					      &table, step->move, position, step->revealed) +
				      impossible_at_all);
		}
		klondike_play(&table, step->move, step->revealed);
	}
	return score;
}

/* ---- Readings ------------------------------------------------------------------------------- */

/* Log-likelihood of the reading of the stock, which may be wrong too. */
static float stock_score(const struct klondike_view *view, const struct scene *scene)
{
	bool backs = klondike_left(view) > 0;

	if (scene->stock_seen == NOT_SHOWN || backs == (scene->stock_seen == SEEN_BACK)) {
		return 0;
	}
	return -fabsf(scene->likelihood.stock_backs);
}

/*
 * Log-likelihood of an unknown front card: one of those that no snapshot has shown yet, but none of
 * the plausible readings of the slot.
 */
static float unknown_front_score(
	const struct klondike_view *view, const struct scene *scene, int position)
{
	mk_cards possible = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	if (position == DRAW_PILE) {
		possible |= view->pile_loose;
	}
	if (possible == 0) {
		return scene->slip;
	}
	return likelihood_of_one_of(
		       &scene->likelihood, position, possible & ~scene->may[position]) -
	       logf((float)__builtin_popcountll(possible));
}

static float readings_score(const struct klondike_view *view, const struct scene *scene)
{
	float score = stock_score(view, scene);

	for (unsigned slots = scene->likelihood.read; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		int value = klondike_front_value(view, position);

		if (value == MK_NO_CARD && position == DRAW_PILE) {
			score += fmaxf(likelihood_of(&scene->likelihood, position, MK_NO_CARD),
				likelihood_of(&scene->likelihood, position, SLOT_BACK));
		} else if (scene->seen[position] != SEEN_BACK || position == DRAW_PILE) {
			score += value < 0 ? unknown_front_score(view, scene, position)
					   : likelihood_of(&scene->likelihood, position, value);
		}
	}
	return score;
}

/* Penalty for slots whose front card is right but not the listed cards beneath it. */
static float lists_score(const struct explanation *explanation, const struct scene *scene)
{
	float score = 0;

	for (unsigned slots = explanation->differs; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		bool list = position == DRAW_PILE
				    ? scene->newest->waste_count != 0
				    : position < COLUMNS && scene->newest->run[position];

		score += list && scene_front_fits(scene, &explanation->view, position) ? scene->slip
										       : 0;
	}
	return score;
}

/*
 * Probability that another front card is read with the same doubt as the one before it: the camera
 * takes it for that card, but names both. A doubt about a card that has not moved lasts as long as
 * the light does.
 */
static const float same_doubt = 0.02F;

/* Penalty for moves that change the front card of a slot whose doubtful reading has not changed. */
static float repeated_score(const struct explanation *explanation, const struct scene *scene)
{
	float score = 0;

	for (unsigned slots = scene->repeated; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		bool changed = klondike_front_value(explanation->before, position) !=
			       klondike_front_value(&explanation->view, position);

		score += changed ? logf(same_doubt) : 0;
	}
	return score;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* The logarithm of the sum of two numbers given by their logarithms `a` and `b`. */
static float log_sum(float a, float b)
{
	float most = fmaxf(a, b);

	return most + log1pf(expf(fminf(a, b) - most));
}

/* Sorts by decreasing score; the order of equal scores is kept. */
static void sort_by_score(struct explanations *all)
{
	struct explanation moved;

	for (int i = 1; i < all->count; i++) {
		int place = i;

		if (all->found[i].score <= all->found[i - 1].score) {
			continue;
		}
		klondike_copy_explanation(&moved, &all->found[i]);
		for (; place > 0 && all->found[place - 1].score < moved.score; place--) {
			klondike_copy_explanation(&all->found[place], &all->found[place - 1]);
		}
		klondike_copy_explanation(&all->found[place], &moved);
	}
}

/*
 * Merges hypotheses with the same table: their likelihoods are added, and the likeliest one is
 * kept.
 */
static void merge_same_tables(struct explanations *all)
{
	int kept = 0;

	for (int i = 0; i < all->count; i++) {
		int same = 0;

		while (same < kept &&
			!klondike_same_table(&all->found[same].view, &all->found[i].view)) {
			same++;
		}
		if (same == kept) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		} else {
			all->found[same].score =
				log_sum(all->found[same].score, all->found[i].score);
		}
	}
	all->count = kept;
}

static float score_of(const struct explanation *explanation, const struct scene *scene)
{
	return explanation->prior + moves_score(explanation, scene) + revealed_score(explanation) +
	       readings_score(&explanation->view, scene) + lists_score(explanation, scene) +
	       repeated_score(explanation, scene);
}

/* Log-odds below which a hypothesis is never kept (smaller than all thresholds of judge.c). */
static const float out_of_the_question = -10;

/* As merge_same_tables(), but adds the likelihood to the prior, so that it survives rescoring. */
static void merge_into_prior(struct explanations *all)
{
	int kept = 0;

	for (int i = 0; i < all->count; i++) {
		struct explanation *found = &all->found[i];
		int same = 0;

		while (same < kept && !klondike_same_table(&all->found[same].view, &found->view)) {
			same++;
		}
		if (same == kept) {
			klondike_copy_explanation(&all->found[kept++], found);
		} else {
			float together = log_sum(all->found[same].score, found->score);

			all->found[same].prior += together - all->found[same].score;
			all->found[same].score = together;
		}
	}
	all->count = kept;
}

float weigh_make_room(struct explanations *all, int capacity, const struct scene *scene)
{
	float together = 0, left_out = 0;
	int most = MAX_EXPLANATIONS - capacity;

	for (int i = 0; i < all->count; i++) {
		all->found[i].score = score_of(&all->found[i], scene);
	}
	sort_by_score(all);
	merge_into_prior(all);
	sort_by_score(all);
	for (int i = 0; i < all->count; i++) {
		float share = expf(all->found[i].score - all->found[0].score);

		together += share;
		left_out += i < most ? 0 : share;
	}
	while (all->count > most ||
		all->found[all->count - 1].score - all->found[0].score < out_of_the_question) {
		all->count--;
	}
	return left_out / together;
}

/* A single hypothesis is not compared with anything. */
void weigh_explanations(struct explanations *all, const struct scene *scene)
{
	if (all->count == 1) {
		all->found[0].score = 0;
		return;
	}
	for (int i = 0; i < all->count; i++) {
		all->found[i].score = score_of(&all->found[i], scene);
	}
	sort_by_score(all);
	merge_same_tables(all);
	sort_by_score(all);
}

/* ---- Cards that came up --------------------------------------------------------------------- */

bool weigh_turned_up(const struct explanation *explanation)
{
	return revealed_score(explanation) < 0;
}

/*
 * True if the readings settle which of the possible cards came up (probability of at least
 * weigh_believed).
 */
static bool is_settled(const struct scene *scene, int position, mk_card card, mk_cards possible)
{
	return likelihood_share(&scene->likelihood, position, card, possible) >= weigh_believed;
}

/* The slot whose front card is `card`; MK_NO_SEAT if there is none. */
static int slot_of(const struct klondike_view *view, mk_card card)
{
	for (int position = 0; position < POSITIONS; position++) {
		if (klondike_front_value(view, position) == card) {
			return position;
		}
	}
	return MK_NO_SEAT;
}

static unsigned unsettled_step(const struct explanation *chosen, const struct klondike_view *before,
	const struct mk_played_move *step, const struct scene *scene)
{
	int position = klondike_turns_up(before, step->move, NULL);
	int slot =
		step->revealed == MK_NO_CARD ? MK_NO_SEAT : slot_of(&chosen->view, step->revealed);
	mk_cards possible;

	/* The camera does not see the slot, so another snapshot would show no more. */
	if (position == MK_NO_SEAT || slot == MK_NO_SEAT || scene->seen[slot] == NOT_SHOWN) {
		return 0;
	}
	possible = klondike_may_turn_up(before, step->move, position);
	return is_settled(scene, slot, step->revealed, possible) ? 0 : 1U << slot;
}

unsigned weigh_unsettled(const struct explanation *chosen, const struct scene *scene)
{
	struct klondike_view table;
	unsigned slots = 0;

	klondike_copy_table(&table, chosen->before);
	for (int i = 0; i < chosen->step_count; i++) {
		slots |= unsettled_step(chosen, &table, &chosen->steps[i], scene);
		klondike_play(&table, chosen->steps[i].move, chosen->steps[i].revealed);
	}
	return slots;
}
