/* Explains how a snapshot was interpreted. */
#include "games/klondike/text/why.h"

#include "games/klondike/text/notation.h"

#include <math.h>

static void write_slots(struct mk_text *out, const char *what, unsigned slots)
{
	if (!slots) {
		return;
	}
	mk_text_put(out, what);
	for (; slots; slots &= slots - 1) {
		mk_text_char(out, ' ');
		mk_text_int(out, __builtin_ctz(slots));
	}
}

static void write_step(struct mk_text *out, const struct mk_played_move *step)
{
	klondike_write_short(out, step->move);
	if (step->revealed != MK_NO_CARD) {
		mk_text_put(out, ", ");
		mk_text_put(out, mk_card_code(step->revealed));
		mk_text_put(out, " came up");
	}
}

static void write_steps(struct mk_text *out, const struct explanation *explanation)
{
	if (explanation->step_count == 0) {
		mk_text_put(out, "nothing was done");
	}
	for (int i = 0; i < explanation->step_count; i++) {
		mk_text_put(out, i ? "; " : "");
		write_step(out, &explanation->steps[i]);
	}
}

static void write_explanation(
	struct mk_text *out, const struct explanation *explanation, float best, const char *mark)
{
	mk_text_format(
		out, "explanation, odds %.4g%s: ", (double)expf(explanation->score - best), mark);
	write_steps(out, explanation);
	if (explanation->from) {
		mk_text_format(out, "; from kept explanation %d", explanation->from);
	}
	write_slots(out, "; misread positions", explanation->differs);
	write_slots(out, "; unknown cards at positions", explanation->unknown);
	mk_text_char(out, '\n');
}

static void write_limit(struct mk_text *out, const struct klondike_view *view)
{
	int most = view->rules.max_column_to_column;

	if (most >= 0 && view->column_to_column >= most) {
		mk_text_put(out, "max column-to-column reached\n");
	}
}

void klondike_write_why(const struct scene *scene, const struct explanations *all,
	const struct explanations *alike, const struct explanation *chosen)
{
	struct mk_text *out = scene->why;
	float best = all->count ? all->found[0].score : 0;

	if (!out) {
		return;
	}
	mk_text_format(out,
		"expected: nothing was done %.3g %%, the suggestion is followed %.3g %%",
		100 * (double)scene->unchanged, 100 * (double)scene->followed);
	if (scene->missed > 0) {
		mk_text_format(out, "; pictures missing before this one: %d", scene->missed);
	}
	if (scene->missed > 0 && scene->missing_moved > 0) {
		mk_text_format(out,
			", chance that each hid a move %.3g %%, that this one shows another %.3g %%",
			100 * (double)scene->missing_moved, 100 * (double)scene->next_moved);
	}
	mk_text_char(out, '\n');
	if (all->count == 0) {
		mk_text_put(out, "no explanation within so few moves\n");
	}
	for (int i = 0; i < all->count; i++) {
		write_explanation(
			out, &all->found[i], best, chosen == &all->found[i] ? ", chosen" : "");
	}
	for (int i = 0; alike && i < alike->count; i++) {
		write_explanation(out, &alike->found[i], best, ", no picture tells it apart");
	}
	if (all->count && !chosen) {
		mk_text_put(out, "no explanation is accepted: another snapshot is needed\n");
	}
	if (chosen) {
		write_limit(out, &chosen->view);
	}
}
