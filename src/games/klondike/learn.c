/* One snapshot: what it says, whether that is believed, and what is known then. */
#include "games/klondike/learn.h"

#include "games/klondike/conclude.h"
#include "games/klondike/first.h"
#include "games/klondike/judge.h"

#include <assert.h>

/* ---- Believing ------------------------------------------------------------------------------ */

static enum mk_explanation explanation_of(
	const struct explanation *chosen, const struct mk_move *suggested)
{
	if (chosen->step_count == 0) {
		return MK_UNCHANGED;
	}
	if (chosen->step_count > 1) {
		return MK_SEVERAL_MOVES;
	}
	return suggested && chosen->suggested ? MK_SUGGESTED_MOVE : MK_OTHER_MOVE;
}

/* Cards of the waste that lie there unknown, and are told. */
static void learn_waste(struct klondike_view *view, const struct klondike_sighting *told,
	struct mk_finding *finding)
{
	for (int i = 0; i < told->waste_count; i++) {
		mk_card card = told->waste[i];

		if (card != MK_NO_CARD && view->pile[i] == MK_NO_CARD) {
			view->pile[i] = card;
			view->pile_loose &= ~MK_CARD_BIT(card);
			conclude_revealed(finding, DRAW_PILE, card, i + 1);
		}
	}
}

static void believe(struct klondike_view *view, const struct explanation *chosen,
	const struct scene *scene, struct mk_finding *finding)
{
	conclude_unreadable(finding, scene->unreadable);
	for (int i = 0; i < chosen->step_count; i++) {
		conclude_step(finding, view, &chosen->steps[i]);
		klondike_play(view, chosen->steps[i].move, chosen->steps[i].revealed);
	}
	if (chosen->step_count) {
		learn_waste(view, scene->told, finding);
	}
	assert(!klondike_view_broken(view));
}

/* ---- Learning ------------------------------------------------------------------------------- */

/*
 * Several moves at once are rare, a slot that is read wrong is not; and where most slots are
 * hidden, a single one may make a move of nothing. Where a misreading explains the picture with
 * fewer moves, both are weighed. Where the misreading wins, nothing is explained.
 */
static void add_misread(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested)
{
	const struct explanation *found = &all->found[0];
	int shorter = found->step_count > 1 ? 1 : 0;
	struct explanations near;

	if (found->step_count == 0 || scene->missed > 0 ||
		(!shorter && !(scene_touched(found->steps[0].move) & scene->unreadable))) {
		return;
	}
	klondike_explain(view, scene, suggested, (struct reach){shorter, shorter, 1, false}, &near);
	for (int i = 0; i < near.count && all->count < MOST_EXPLANATIONS; i++) {
		all->found[all->count++] = near.found[i];
	}
}

static bool is_among(const struct explanations *all, const struct explanation *one)
{
	for (int i = 0; i < all->count; i++) {
		if (klondike_same_table(&all->found[i].view, &one->view)) {
			return true;
		}
	}
	return false;
}

/* Whether backs lie in the draw pile was perhaps misread: with fewer moves all else may fit. */
static void add_stock_misread(struct explanations *all, const struct klondike_view *view,
	const struct scene *scene, const struct mk_move *suggested, struct reach reach)
{
	struct scene without;
	struct explanations others;

	if (scene->stock_seen == NOT_TOLD || scene->stock_sure ||
		(all->count && all->found[0].step_count == 0)) {
		return;
	}
	without = *scene;
	without.stock_seen = NOT_TOLD;
	klondike_explain(view, &without, suggested, reach, &others);
	for (int i = 0; i < others.count && all->count < MOST_EXPLANATIONS; i++) {
		if (!is_among(all, &others.found[i])) {
			all->found[all->count++] = others.found[i];
		}
	}
}

static bool follow_game(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding)
{
	struct reach reach = {MOST_MOVES, scene->missed > 0 ? scene->missed + 1 : 0, 0, false};
	struct explanations all;
	const struct explanation *chosen;

	klondike_explain(view, scene, suggested, reach, &all);
	add_stock_misread(&all, view, scene, suggested, reach);
	if (all.count == 0) {
		return false;
	}
	add_misread(&all, view, scene, suggested);
	chosen = klondike_judge(&all, view, scene, suggested, finding);
	if (all.found[0].differs) {
		memset(finding, 0, sizeof *finding);
		return false;
	}
	if (chosen) {
		finding->explanation = explanation_of(chosen, suggested);
		believe(view, chosen, scene, finding);
	}
	return true;
}

enum mk_status learn_scene(struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	memset(finding, 0, sizeof *finding);
	if (!view->started) {
		return klondike_first(view, scene, finding, error);
	}
	if (follow_game(view, scene, suggested, finding)) {
		return MK_OK;
	}
	finding->explanation = MK_CONTRADICTION;
	return MK_CONFLICT;
}

enum mk_status learn_refuse(const struct klondike_view *view, const struct scene *scene,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	if (finding->clash_count == 0) {
		conclude_contradiction(view, scene, suggested, finding);
	}
	return conclude_conflict(finding, error);
}

enum mk_status klondike_learn(struct mk_view *view, const struct mk_sighting *seen,
	const struct mk_move *suggested, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	const struct klondike_sighting *told = sighting_of(seen);
	struct scene scene;
	enum mk_status status;

	scene_read(&scene, &(struct pictures){&told, 1, klondike_trust, klondike_repeats});
	status = learn_scene(known, &scene, suggested, finding, error);
	return status == MK_CONFLICT ? learn_refuse(known, &scene, suggested, finding, error)
				     : status;
}
