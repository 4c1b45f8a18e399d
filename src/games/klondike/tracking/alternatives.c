/* Alternatives of a view: kept, applied and chosen. */
#include "games/klondike/tracking/alternatives.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/confirm.h"

bool klondike_is_unsure(const struct klondike_view *view)
{
	return klondike_explanations((const struct mk_view *)view) > 1;
}

int klondike_odds(const struct klondike_view *view, int number)
{
	return number == 0 ? 0 : view->alternative[number - 1].odds;
}

bool klondike_explanation(const struct klondike_view *view, int number, struct klondike_view *out)
{
	if (number < 0 || number > view->alternatives ||
		(number > 0 && view->alternative[number - 1].dropped)) {
		return false;
	}
	klondike_copy_table(out, view);
	if (number > 0) {
		out->state = view->alternative[number - 1].state;
	}
	return true;
}

bool klondike_add_alternative(
	struct klondike_view *view, const struct klondike_view *other, int odds)
{
	struct klondike_alternative *added;

	if (view->alternatives == MAX_ALTERNATIVES) {
		return false;
	}
	added = &view->alternative[view->alternatives++];
	memset(added, 0, sizeof *added);
	if (!other) {
		added->dropped = true;
		return false;
	}
	added->state = other->state;
	added->odds = (int16_t)odds;
	return true;
}

/* ---- Applying findings ---------------------------------------------------------------------- */

static bool play_steps(struct klondike_view *view, const struct mk_played_move *steps, int count)
{
	for (int i = 0; i < count; i++) {
		if (!klondike_is_legal(view, steps[i].move) ||
			!klondike_can_reveal(view, steps[i].move, steps[i].revealed)) {
			return false;
		}
		klondike_play(view, steps[i].move, steps[i].revealed);
	}
	return true;
}

static void add_alternative(struct klondike_view *next, const struct klondike_view *before,
	const struct mk_alternative *alternative)
{
	struct klondike_view other;
	bool possible = klondike_explanation(before, alternative->from, &other) &&
			(alternative->revised.was == MK_NO_CARD ||
				klondike_revise(&other, alternative->revised)) &&
			play_steps(&other, alternative->moves, alternative->move_count) &&
			!klondike_view_torn(&other);

	(void)klondike_add_alternative(next, possible ? &other : NULL, alternative->odds);
}

void klondike_add_alternatives(struct klondike_view *view, const struct klondike_view *before,
	const struct mk_finding *finding)
{
	for (int i = 0; i < finding->alternative_count; i++) {
		add_alternative(view, before, &finding->alternatives[i]);
	}
}

bool klondike_apply_finding(struct klondike_view *view, const struct mk_finding *finding)
{
	struct klondike_view next;

	if (!klondike_explanation(view, finding->from, &next) ||
		(finding->revised.was != MK_NO_CARD && !klondike_revise(&next, finding->revised)) ||
		!play_steps(&next, finding->moves, finding->move_count)) {
		return false;
	}
	klondike_add_alternatives(&next, view, finding);
	confirm_keep(&next, finding->unconfirmed);
	klondike_replace_view(view, &next);
	return true;
}

/* ---- The game's slots ----------------------------------------------------------------------- */

int klondike_explanations(const struct mk_view *view)
{
	const struct klondike_view *known = view_of(view);
	int count = 1;

	for (int i = 0; i < known->alternatives; i++) {
		count += !known->alternative[i].dropped;
	}
	return count;
}

static const struct mk_phrase no_such_answer = MK_PHRASE(
	"There is no such answer to this question.", "Det svar findes ikke på spørgsmålet.",
	"Diese Antwort gibt es auf die Frage nicht.",
	"Δεν υπάρχει τέτοια απάντηση σε αυτή την ερώτηση.");

/* The cards that lie somewhere else in another explanation than in `chosen`. */
static mk_cards told_by_choice(const struct klondike_view *view, const struct klondike_view *chosen)
{
	struct klondike_view other;
	mk_cards told = 0;

	for (int number = 0; number <= view->alternatives; number++) {
		if (!klondike_explanation(view, number, &other)) {
			continue;
		}
		told |= klondike_foundation_cards(chosen) & ~klondike_foundation_cards(&other);
		for (int column = 0; column < COLUMNS; column++) {
			told |= klondike_column_cards(chosen, column) &
				~klondike_column_cards(&other, column);
		}
	}
	return told;
}

enum mk_status klondike_choose(
	struct mk_view *view, int number, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct mk_finding chosen = {.explanation = MK_UNCHANGED, .weighed = true};
	struct klondike_view table;

	if (!klondike_explanation(known, number, &table)) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_answer", "/answer",
			&no_such_answer, NULL, 0);
	}
	chosen.from = (uint8_t)number;
	chosen.unconfirmed = known->unconfirmed & ~told_by_choice(known, &table);
	if (!klondike_apply_finding(known, &chosen)) {
		return mk_fail_localized(error, MK_IMPOSSIBLE, "no_such_answer", "/answer",
			&no_such_answer, NULL, 0);
	}
	*finding = chosen;
	return MK_OK;
}
