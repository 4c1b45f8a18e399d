/* Selects a hypothesis, and decides which slots must be seen better if the choice is not clear. */

#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/weigh.h"

#include <math.h>

/* Maximum number of readings reported for an unsettled card. */
enum { MAX_READINGS = 3 };

/* ---- Choosing ------------------------------------------------------------------------------- */

/*
 * True if the snapshot itself proves the hypothesis: it takes no card for misread, neither in this
 * snapshot nor in an earlier one.
 */
static bool is_proven(const struct explanation *explanation)
{
	return !explanation->unproven && !explanation->differs &&
	       explanation->revised.was == MK_NO_CARD;
}

/*
 * If one hypothesis is proven, drops all hypotheses with cards that no snapshot has shown. Drops
 * none if snapshots did not arrive: a missing one would have shown such a card.
 */
static void keep_proven(struct explanations *all, const struct scene *scene)
{
	bool proven = false;
	int kept = 0;

	if (scene->missed > 0 && !scene->follows) {
		return;
	}
	for (int i = 0; i < all->count; i++) {
		proven |= is_proven(&all->found[i]);
	}
	for (int i = 0; i < all->count && proven; i++) {
		if (!all->found[i].unproven) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = proven ? kept : all->count;
}

/* ---- Where explanations differ -------------------------------------------------------------- */

static unsigned differing(const struct explanations *all)
{
	unsigned slots = 0;

	for (int position = 0; position < POSITIONS; position++) {
		for (int i = 1; i < all->count; i++) {
			if (!klondike_same_pile(
				    &all->found[0].view, &all->found[i].view, position)) {
				slots |= 1U << position;
			}
		}
	}
	return slots;
}

/*
 * True if both hypotheses explain all slots; another snapshot of this table then distinguishes them
 * no better.
 */
static bool look_the_same(const struct explanation *a, const struct explanation *b)
{
	return !a->differs && !b->differs;
}

/*
 * Log-odds of the best hypothesis against the total of the others: if `same`, of those that explain
 * all slots as it does, otherwise of the rest.
 */
static float lead(const struct explanations *all, bool same)
{
	const struct explanation *best = &all->found[0];
	float others = 0;

	for (int i = 1; i < all->count; i++) {
		if (same == look_the_same(best, &all->found[i])) {
			others += expf(all->found[i].score - best->score);
		}
	}
	return others > 0 ? -logf(others) : INFINITY;
}

/* Drops the hypotheses that are less likely than the best one by weigh_sure or more. */
static void drop_unlikely(struct explanations *all)
{
	while (all->found[0].score - all->found[all->count - 1].score >= weigh_sure) {
		all->count--;
	}
}

/*
 * Returns the best hypothesis if it is clearly likelier than the others, otherwise NULL. Drops the
 * hypotheses that are ruled out (weigh_sure).
 */
static const struct explanation *choose(struct explanations *all, const struct scene *scene)
{
	float wanted = scene->follows || weigh_turned_up(&all->found[0]) ? weigh_clear
									 : weigh_clear_at_once;
	bool clear = lead(all, false) >= wanted && lead(all, true) >= weigh_alike;

	drop_unlikely(all);
	return clear && !all->crowded ? &all->found[0] : NULL;
}

/* ---- Explanations that look the same -------------------------------------------------------- */

/* True if the camera shows the slot. */
static bool is_shown(const struct scene *scene, int position)
{
	return scene->seen[position] != NOT_SHOWN;
}

/*
 * True if a snapshot would show a difference in the stock or in the listed cards, apart from the
 * front card.
 */
static bool pile_shows(
	const struct scene *scene, const struct klondike_view *a, const struct klondike_view *b)
{
	const struct klondike_snapshot *seen = scene->newest;

	return (seen->stock_seen != NOT_SHOWN && !klondike_left(a) != !klondike_left(b)) ||
	       seen->waste_count || seen->stock_count;
}

/* True if no snapshot distinguishes the foundations: each is equal or not visible to the camera. */
static bool foundations_look_alike(
	const struct scene *scene, const struct klondike_view *a, const struct klondike_view *b)
{
	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (a->foundation[suit] != b->foundation[suit] &&
			is_shown(scene, FIRST_FOUNDATION + suit)) {
			return false;
		}
	}
	return true;
}

/* True if another snapshot would show the column in the same way. */
static bool column_looks_alike(const struct scene *scene, const struct klondike_view *a,
	const struct klondike_view *b, int column)
{
	if (klondike_same_pile(a, b, column)) {
		return true;
	}
	return is_shown(scene, column) && !scene->newest->run[column] &&
	       klondike_front_value(a, column) == klondike_front_value(b, column);
}

static bool same_columns(const struct klondike_view *a, const struct klondike_view *b)
{
	int column = 0;

	while (column < COLUMNS && klondike_same_pile(a, b, column)) {
		column++;
	}
	return column == COLUMNS;
}

static bool columns_look_alike(
	const struct scene *scene, const struct klondike_view *a, const struct klondike_view *b)
{
	int column = 0;

	while (column < COLUMNS && column_looks_alike(scene, a, b, column)) {
		column++;
	}
	return column == COLUMNS;
}

/*
 * True if hypotheses may differ in covered cards of columns and still be alternatives. A card that
 * came up and was covered between two snapshots makes an alternative only if snapshots are or may
 * be missing, or if the two hypotheses start from different tables or revisions. Otherwise a
 * misreading is the likelier cause, and the player is asked for the card.
 */
static bool may_differ_in_columns(
	const struct scene *scene, const struct explanation *a, const struct explanation *b)
{
	return scene->missed > 0 || scene->skips || weigh_is_gap(a, scene) || a->from != b->from ||
	       a->revised.was != b->revised.was;
}

/* True if another snapshot of the same table would show no difference. */
static bool is_alike(
	const struct scene *scene, const struct explanation *one, const struct explanation *other)
{
	const struct klondike_view *a = &one->view;
	const struct klondike_view *b = &other->view;

	return (may_differ_in_columns(scene, one, other) ? columns_look_alike(scene, a, b)
							 : same_columns(a, b)) &&
	       foundations_look_alike(scene, a, b) && is_shown(scene, DRAW_PILE) &&
	       klondike_front_value(a, DRAW_PILE) == klondike_front_value(b, DRAW_PILE) &&
	       klondike_front_value(a, DRAW_PILE) >= 0 && !pile_shows(scene, a, b);
}

/* Moves the hypotheses that look like the best one from `all` to `alike`. */
static void set_aside(
	struct explanations *all, struct explanations *alike, const struct scene *scene)
{
	int kept = 1;

	alike->count = 0;
	for (int i = 1; i < all->count; i++) {
		if (is_alike(scene, &all->found[0], &all->found[i])) {
			klondike_copy_explanation(&alike->found[alike->count++], &all->found[i]);
		} else {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
}

/*
 * Reduces the scores of the rest, so that they are compared with the best hypothesis and those in
 * `alike` together.
 */
static void add_alike(struct explanations *all, const struct explanations *alike)
{
	float best = all->found[0].score;
	float together = 1;

	for (int i = 0; i < alike->count; i++) {
		together += expf(alike->found[i].score - best);
	}
	for (int i = 1; i < all->count; i++) {
		all->found[i].score -= logf(together);
	}
}

static bool is_one_move(const struct explanation *explanation)
{
	return explanation->lengths == 1U << 1 && explanation->from == 0 &&
	       explanation->revised.was == MK_NO_CARD && !explanation->differs;
}

/*
 * True if only the player's habits distinguish the two: each is one move, and both reveal the same
 * card.
 */
static bool is_other_habit(const struct explanation *chosen, const struct explanation *other,
	const struct scene *scene)
{
	return scene->missed == 0 && is_one_move(chosen) && is_one_move(other) &&
	       chosen->steps[0].revealed == other->steps[0].revealed;
}

/*
 * Threshold (1 in 10,000) for an alternative that starts from another table than the chosen
 * hypothesis. It is lower than weigh_kept() since the odds between the two tables have accumulated
 * over many moves, and the habits behind each of them are estimates.
 */
static const float min_odds_other_start = -9.2F;

/* True if `other` is likely enough, compared with `chosen`, to be kept as an alternative. */
static bool is_likely_beside(const struct explanation *chosen, const struct explanation *other,
	const struct scene *scene)
{
	float kept =
		is_other_habit(chosen, other, scene) ? weigh_kept_habit(scene) : weigh_kept(scene);

	if (other->from != chosen->from) {
		kept = fminf(kept, min_odds_other_start);
	}
	return other->score - chosen->score >= kept;
}

/* Upper bound on the total probability of the alternatives that do not fit into a view. */
static const float max_dropped_alternatives = 0.01F;

/*
 * Keeps the MAX_ALTERNATIVES likeliest of the marked ones. Returns false if the others are too
 * likely to drop.
 */
static bool keep_likeliest(const struct explanation *chosen, struct explanations *alike)
{
	float together = 1, left_out = 0;
	int kept = 0;

	/* `alike` is sorted by likelihood. */
	for (int i = 0; i < alike->count; i++) {
		struct explanation *other = &alike->found[i];
		float share = expf(other->score - chosen->score);

		if (!other->kept) {
			continue;
		}
		together += share;
		if (kept == MAX_ALTERNATIVES) {
			other->kept = false;
			left_out += share;
		} else {
			kept++;
		}
	}
	return left_out <= max_dropped_alternatives * together;
}

/*
 * Marks the alternatives to keep; if there are any, unlikelier ones (weigh_kept_in_doubt) fill the
 * remaining places. Returns false if those that do not fit into a view are too likely to drop.
 */
static bool keep_beside(
	const struct explanation *chosen, struct explanations *alike, const struct scene *scene)
{
	int kept = 0;

	for (int i = 0; i < alike->count; i++) {
		struct explanation *other = &alike->found[i];

		other->kept = is_likely_beside(chosen, other, scene) && !other->differs;
		kept += other->kept;
	}
	for (int i = 0; i < alike->count && kept > 0 && kept < MAX_ALTERNATIVES; i++) {
		struct explanation *other = &alike->found[i];

		if (!other->kept && !other->differs &&
			other->score - chosen->score >= weigh_kept_in_doubt) {
			other->kept = true;
			kept++;
		}
	}
	return keep_likeliest(chosen, alike);
}

/* ---- Doubts --------------------------------------------------------------------------------- */

static void doubt(struct mk_finding *finding, int position, mk_card card, int index)
{
	struct mk_place place = {(uint8_t)position, card, (uint8_t)index};

	for (int i = 0; i < finding->doubt_count; i++) {
		if (memcmp(&finding->doubts[i], &place, sizeof place) == 0) {
			return;
		}
	}
	if (finding->doubt_count < MK_MAX_PLACES) {
		finding->doubts[finding->doubt_count++] = place;
	}
}

static bool same_front(const struct explanations *all, int column)
{
	for (int i = 1; i < all->count; i++) {
		if (klondike_front(&all->found[i].view, column) !=
			klondike_front(&all->found[0].view, column)) {
			return false;
		}
	}
	return true;
}

/* The deepest place of a column at which the hypotheses differ; -1 if there is none. */
static int deepest_difference(const struct explanations *all, int column)
{
	for (int place = 0; place < COLUMN_UP; place++) {
		for (int i = 1; i < all->count; i++) {
			if (all->found[i].view.column[column][place] !=
				all->found[0].view.column[column][place]) {
				return place;
			}
		}
	}
	return -1;
}

/*
 * Adds the front card of the pile as a doubt, MK_NO_CARD if the pile is empty. Skips an unknown
 * card.
 */
static void doubt_front(struct mk_finding *finding, const struct klondike_view *view, int position)
{
	int value = klondike_front_value(view, position);

	if (value >= 0) {
		doubt(finding, position, (mk_card)value, 0);
	}
}

/*
 * Adds each hypothesis' card at a pile as a doubt: the front card, or, if all columns have the same
 * front card, the card at the deepest place where they differ (it was covered before a snapshot
 * showed it).
 */
static void doubt_pile(struct mk_finding *finding, const struct explanations *all, int position)
{
	int place = position < COLUMNS && same_front(all, position)
			    ? deepest_difference(all, position)
			    : -1;

	for (int i = 0; i < all->count; i++) {
		const struct klondike_view *view = &all->found[i].view;

		if (place < 0) {
			doubt_front(finding, view, position);
		} else if (view->column[position][place] != MK_NO_CARD) {
			doubt(finding, position, view->column[position][place], place + 1);
		}
	}
}

/*
 * Adds the covered cards that are only deduced because no other card fits. Such a card is not
 * proven: another slot may have been misread.
 */
static unsigned doubt_unproven(struct mk_finding *finding, const struct explanation *chosen)
{
	unsigned slots = 0;

	for (int column = 0; column < COLUMNS && chosen->unproven; column++) {
		for (int i = 0; i < chosen->view.up[column]; i++) {
			mk_card card = chosen->view.column[column][i];

			if (chosen->unproven & MK_CARD_BIT(card)) {
				doubt(finding, column, card, i + 1);
				slots |= 1U << column;
			}
		}
	}
	return slots;
}

/* ---- Slots that must be seen better --------------------------------------------------------- */

/*
 * Slots of the suggested move if it would change only slots that are hidden or not visible to the
 * camera, so that it may have been made although the table seems unchanged; otherwise 0.
 */
static unsigned hidden_suggestion(const struct scene *scene, const struct mk_move *suggested)
{
	unsigned touched = suggested ? scene_touched(*suggested) : 0;

	for (unsigned rest = touched; rest; rest &= rest - 1) {
		enum klondike_seen seen = (enum klondike_seen)scene->seen[__builtin_ctz(rest)];

		if (seen != NOT_SHOWN && seen != UNREADABLE) {
			return 0;
		}
	}
	return touched & scene->unreadable;
}

/* Adds the front cards of those slots, both of the present table and after the suggestion. */
static unsigned ask_whether(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	unsigned slots = hidden_suggestion(scene, suggested);
	struct klondike_view after;

	/* The suggestion may belong to another table than `view`. */
	if (slots == 0 || !klondike_is_legal(view, *suggested)) {
		return 0;
	}
	klondike_copy_table(&after, view);
	klondike_play(&after, *suggested, MK_NO_CARD);
	for (unsigned rest = slots; rest; rest &= rest - 1) {
		doubt_front(finding, view, __builtin_ctz(rest));
		doubt_front(finding, &after, __builtin_ctz(rest));
	}
	return slots;
}

/*
 * Adds the cards at the slots that distinguish the hypotheses; only the unreadable ones among them
 * if there are any, or if one hypothesis is chosen.
 */
static unsigned ask_which(const struct explanations *all, const struct explanation *chosen,
	const struct scene *scene, struct mk_finding *finding)
{
	unsigned slots = differing(all);

	if (chosen || slots & scene->unreadable) {
		slots &= scene->unreadable;
	}
	for (unsigned rest = slots; rest; rest &= rest - 1) {
		doubt_pile(finding, all, __builtin_ctz(rest));
	}
	return slots;
}

/* Adds the likeliest cards that snapshots have shown at a slot, the likeliest first. */
static void doubt_readings(struct mk_finding *finding, const struct scene *scene, int position)
{
	const float *of = scene->likelihood.of[position];
	mk_cards rest = scene->likelihood.named[position] & MK_WHOLE_DECK;

	for (int i = 0; i < MAX_READINGS && rest; i++) {
		mk_card best = (mk_card)__builtin_ctzll(rest);

		for (mk_cards others = rest; others; others &= others - 1) {
			mk_card card = (mk_card)__builtin_ctzll(others);

			best = of[card] > of[best] ? card : best;
		}
		doubt(finding, position, best, 0);
		rest &= ~MK_CARD_BIT(best);
	}
}

/* Adds the readings of cards that came up and are not settled. */
static unsigned ask_again(
	const struct explanation *chosen, const struct scene *scene, struct mk_finding *finding)
{
	unsigned slots = weigh_unsettled(chosen, scene);

	for (unsigned rest = slots; rest; rest &= rest - 1) {
		doubt_readings(finding, scene, __builtin_ctz(rest));
	}
	return slots;
}

static unsigned ask(const struct explanations *all, const struct explanations *alike,
	const struct explanation *chosen, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested, struct mk_finding *finding)
{
	unsigned slots = scene->backs;

	slots |= ask_which(all, chosen, scene, finding);
	if (!chosen) {
		return slots;
	}
	slots |= chosen->unknown;
	/*
	 * If alternatives are kept after a gap, the question is which of them is true, not whether
	 * the card is.
	 */
	slots |= alike->count && (scene->missed > 0 || scene->skips || weigh_is_gap(chosen, scene))
			 ? 0
			 : doubt_unproven(finding, chosen);
	slots |= ask_again(chosen, scene, finding);
	return chosen->step_count ? slots : slots | ask_whether(view, scene, suggested, finding);
}

/* ---- Two cards that were misread ------------------------------------------------------------ */

/*
 * The hypothesis that a second card was misread too, if it is too likely to be dropped; otherwise
 * NULL.
 */
static const struct explanation *revised_twice(
	const struct explanations *all, const struct scene *scene)
{
	for (int i = 0; i < all->count; i++) {
		if (all->found[i].twice &&
			all->found[i].score - all->found[0].score >= weigh_kept(scene)) {
			return &all->found[i];
		}
	}
	return NULL;
}

/* Log-odds of all hypotheses with this revision against all others. */
static float lead_of_revision(const struct explanations *all, struct mk_revision revised)
{
	float with = 0, without = 0;

	for (int i = 0; i < all->count; i++) {
		float share = expf(all->found[i].score - all->found[0].score);

		*(memcmp(&all->found[i].revised, &revised, sizeof revised) == 0 ? &with
										: &without) +=
			share;
	}
	return logf(with / without);
}

/*
 * Two cards were perhaps misread. If one of them was misread under nearly all hypotheses, only that
 * one is revised, and the next snapshot decides about the other one. Returns NULL if it is not
 * clear which one: then a better snapshot of both slots or an answer of the player is needed.
 */
static const struct explanation *select_revision(struct explanations *all,
	const struct explanation *twice, const struct klondike_view *view,
	const struct scene *scene, struct mk_finding *finding)
{
	struct explanation *chosen = &all->found[0];
	unsigned slots = scene_differences(scene, view, ALL_SLOTS);
	bool clear = lead_of_revision(all, twice->revised) >= weigh_clear;

	drop_unlikely(all);
	for (unsigned rest = clear ? slots & ~(1U << twice->revised.position) : slots; rest;
		rest &= rest - 1) {
		doubt_pile(finding, all, __builtin_ctz(rest));
	}
	if (!clear) {
		finding->explanation = MK_LOOK_AGAIN;
		conclude_unreadable(finding, slots);
		return NULL;
	}
	klondike_copy_explanation(chosen, twice);
	klondike_copy_table(&chosen->view, chosen->before);
	all->count = 1;
	return chosen;
}

/* ---- Explanations that one picture would end ------------------------------------------------ */

/* True if the chosen hypothesis or a kept alternative starts from kept table `from`. */
static bool goes_on_from(
	const struct explanation *chosen, const struct explanations *alike, int from)
{
	bool found = chosen->from == from;

	for (int i = 0; i < alike->count && !found; i++) {
		found = alike->found[i].kept && alike->found[i].from == from;
	}
	return found;
}

/*
 * True if a kept table that is still likely would be lost: it can only be continued by a hypothesis
 * with a misread slot in this snapshot, which is never kept. Later snapshots, which may show that
 * slot differently, could not restore it, so the next snapshot decides.
 */
static bool ends_another(
	const struct explanations *all, const struct explanations *alike, const struct scene *scene)
{
	const struct explanation *chosen = &all->found[0];

	for (int i = 1; i < all->count; i++) {
		const struct explanation *other = &all->found[i];

		if (other->differs && other->score - chosen->score >= weigh_kept(scene) &&
			!goes_on_from(chosen, alike, other->from)) {
			return true;
		}
	}
	return false;
}

/* ---- Selecting ------------------------------------------------------------------------------ */

const struct explanation *hypothesis_select(struct explanations *all, struct explanations *alike,
	const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	const struct explanation *chosen, *twice;
	unsigned slots;
	bool ends;

	keep_proven(all, scene);
	weigh_explanations(all, scene);
	twice = revised_twice(all, scene);
	if (twice) {
		alike->count = 0;
		return select_revision(all, twice, view, scene, finding);
	}
	set_aside(all, alike, scene);
	add_alike(all, alike);
	/*
	 * Dropping an alternative that is too likely would rule it out without evidence: count it
	 * as crowded, so that none is chosen.
	 */
	all->crowded |= !keep_beside(&all->found[0], alike, scene);
	ends = ends_another(all, alike, scene);
	chosen = choose(all, scene);
	slots = ask(all, alike, chosen, view, scene, suggested, finding);
	if (slots == 0 && chosen && !ends && (chosen->step_count || !scene->look_twice)) {
		return chosen;
	}
	finding->explanation = MK_LOOK_AGAIN;
	finding->crowded = all->crowded && slots == 0 && view->alternatives > 0;
	finding->wants_table = all->crowded && slots == 0 && view->alternatives == 0;
	conclude_unreadable(finding, slots);
	return NULL;
}

/* ---- Pictures that the player did not wait for ------------------------------------------------
 */

/*
 * Upper bound on the total likelihood, relative to the likeliest hypothesis, of those that cannot
 * be kept.
 */
static const float max_unkept_share = 0.05F;

/*
 * True if the table of the hypothesis can be the start of further moves: it has no unread card, and
 * no card without proof unless a missing snapshot may have shown it.
 */
static bool is_table(const struct explanation *explanation, const struct scene *scene)
{
	return !explanation->unknown && !explanation->twice &&
	       (!explanation->unproven || scene->missed > 0);
}

/* Probability that nothing was done since the previous snapshot. */
static float idle_share(const struct explanations *all)
{
	float idle = 0, together = 0;

	for (int i = 0; i < all->count; i++) {
		float share = expf(all->found[i].score - all->found[0].score);

		together += share;
		idle += all->found[i].lengths & 1U ? share : 0;
	}
	return idle / together;
}

const struct explanation *klondike_judge_passed(struct explanations *all,
	struct explanations *alike, const struct scene *scene, float most_idle)
{
	const struct explanation *best = &all->found[0];
	float dropped = 0;

	weigh_explanations(all, scene);
	if (idle_share(all) > most_idle) {
		return NULL;
	}
	alike->count = 0;
	for (int i = 1; i < all->count; i++) {
		const struct explanation *other = &all->found[i];

		if (is_table(other, scene) && is_likely_beside(best, other, scene) &&
			alike->count < MAX_ALTERNATIVES) {
			klondike_copy_explanation(&alike->found[alike->count], other);
			alike->found[alike->count++].kept = true;
		} else {
			dropped += expf(other->score - best->score);
		}
	}
	if (!is_table(best, scene) || all->crowded || dropped > max_unkept_share) {
		return NULL;
	}
	all->count = 1;
	return best;
}
