/* Other ways to explain a picture, for when it turns out that one was explained wrongly. */
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/twice.h"

/* Two moves at most, and one reading may be wrong beside those that nothing explains anyway. */
enum { MOST_RECONSIDERED = 2, MOST_WRONG = 2 };

/* `read` takes the picture as it is read, and lives as long as the scene. */
static void read_one(
	struct scene *scene, struct klondike_sighting *read, const struct mk_snapshot *sighting)
{
	const struct klondike_sighting *seen = read;

	*read = *snapshot_of(sighting);
	klondike_doubt_twice(read, klondike_trust);
	scene_read(scene, &(struct pictures){.seen = &seen,
				  .count = 1,
				  .confidence = klondike_trust,
				  .repeats = klondike_repeats});
}

static void conclude_explanation(struct mk_finding *finding, const struct klondike_view *before,
	const struct explanation *explanation)
{
	struct klondike_view table;

	klondike_copy_table(&table, before);
	memset(finding, 0, sizeof *finding);
	finding->explanation = explanation->step_count == 1 ? MK_OTHER_MOVE : MK_SEVERAL_MOVES;
	for (int i = 0; i < explanation->step_count; i++) {
		conclude_step(finding, &table, &explanation->steps[i]);
		klondike_play(&table, explanation->steps[i].move, explanation->steps[i].revealed);
	}
}

/* Cards that nobody saw and nobody told are no way to explain anything. */
static void keep_seen(struct explanations *all, mk_card told)
{
	int kept = 0;

	for (int i = 0; i < all->count; i++) {
		if ((all->found[i].unproven & ~MK_CARD_BIT(told)) == 0) {
			klondike_copy_explanation(&all->found[kept++], &all->found[i]);
		}
	}
	all->count = kept;
}

static size_t add_all(const struct explanations *all, const struct klondike_view *before,
	struct mk_finding *findings, size_t count, size_t room)
{
	for (int i = 0; i < all->count && count < room; i++) {
		if (!klondike_view_torn(&all->found[i].view)) {
			conclude_explanation(&findings[count++], before, &all->found[i]);
		}
	}
	return count;
}

size_t klondike_alternative_findings(const struct mk_view *known,
	const struct mk_snapshot *sighting, mk_card told, struct mk_finding *findings, size_t room)
{
	const struct klondike_view *view = view_of(known);
	struct klondike_sighting seen;
	struct explanations all;
	struct scene scene;
	int fewest = MOST_WRONG;
	size_t count = 0;

	read_one(&scene, &seen, sighting);
	for (int wrong = 0; wrong <= fewest + 1 && wrong <= MOST_WRONG && view->started; wrong++) {
		hypotheses_find(view, &scene, NULL,
			(struct reach){
				MOST_RECONSIDERED, MOST_RECONSIDERED, wrong, told != MK_NO_CARD},
			&all);
		fewest = all.count && fewest > wrong ? wrong : fewest;
		keep_seen(&all, told);
		count = add_all(&all, view, findings, count, room);
	}
	return count;
}

int klondike_misfits(const struct mk_view *known, const struct mk_snapshot *sighting)
{
	struct klondike_sighting seen;
	struct scene scene;

	if (!view_of(known)->started) {
		return 0;
	}
	read_one(&scene, &seen, sighting);
	return __builtin_popcount(scene_differences(&scene, view_of(known), ALL_SLOTS));
}
