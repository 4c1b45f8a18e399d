/* Keeping explanations that no picture tells apart. */
#include "games/klondike/alternatives.h"

#include "games/klondike/confirm.h"
#include "games/klondike/explain.h"
#include "games/klondike/reveal.h"
#include "games/klondike/revise.h"

bool klondike_is_unsure(const struct klondike_view *view)
{
	return klondike_explanations((const struct mk_view *)view) > 1;
}

int klondike_odds(const struct klondike_view *view, int number)
{
	return number == 0 ? 0 : view->alternative[number - 1].odds;
}

static void lay_out(struct klondike_view *out, const struct klondike_alternative *pile)
{
	out->pile_loose = pile->pile_loose;
	memcpy(out->pile, pile->pile, sizeof out->pile);
	out->shuffles = pile->shuffles;
	out->idle = pile->idle;
	out->pile_count = pile->pile_count;
	out->turned = pile->turned;
	out->turned_from = pile->turned_from;
	memcpy(out->foundation, pile->foundation, sizeof out->foundation);
	out->just_moved = pile->just_moved;
	out->column_to_column = pile->column_to_column;
	out->returned = pile->returned;
}

bool klondike_explanation(const struct klondike_view *view, int number, struct klondike_view *out)
{
	if (number < 0 || number > view->alternatives ||
		(number > 0 && view->alternative[number - 1].dropped)) {
		return false;
	}
	*out = *view;
	out->alternatives = 0;
	memset(out->alternative, 0, sizeof out->alternative);
	if (number > 0) {
		lay_out(out, &view->alternative[number - 1]);
	}
	return true;
}

bool klondike_same_columns(const struct klondike_view *a, const struct klondike_view *b)
{
	for (int position = 0; position < COLUMNS; position++) {
		if (!klondike_same_pile(a, b, position)) {
			return false;
		}
	}
	return true;
}

bool klondike_add_alternative(
	struct klondike_view *view, const struct klondike_view *other, int odds)
{
	struct klondike_alternative *pile;

	if (view->alternatives == MAX_ALTERNATIVES) {
		return false;
	}
	pile = &view->alternative[view->alternatives++];
	memset(pile, 0, sizeof *pile);
	if (!other || !klondike_same_columns(view, other)) {
		pile->dropped = 1;
		return false;
	}
	pile->pile_loose = other->pile_loose;
	memcpy(pile->pile, other->pile, sizeof pile->pile);
	pile->shuffles = other->shuffles;
	pile->odds = (int16_t)odds;
	pile->idle = other->idle;
	pile->pile_count = other->pile_count;
	pile->turned = other->turned;
	pile->turned_from = other->turned_from;
	memcpy(pile->foundation, other->foundation, sizeof pile->foundation);
	pile->just_moved = other->just_moved;
	pile->column_to_column = other->column_to_column;
	pile->returned = other->returned;
	return true;
}

/* ---- Applying findings ---------------------------------------------------------------------- */

static bool play_steps(struct klondike_view *view, const struct mk_step *steps, int count)
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
			play_steps(&other, alternative->steps, alternative->step_count) &&
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
		!play_steps(&next, finding->steps, finding->step_count)) {
		return false;
	}
	klondike_add_alternatives(&next, view, finding);
	confirm_keep(&next, finding->unconfirmed);
	*view = next;
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

enum mk_status klondike_choose(
	struct mk_view *view, int number, struct mk_finding *finding, struct mk_error *error)
{
	struct klondike_view *known = (struct klondike_view *)view;
	struct mk_finding chosen = {.explanation = MK_UNCHANGED, .weighed = true};

	if (number < 0 || number > known->alternatives) {
		return mk_refuse(error, MK_IMPOSSIBLE, "no_such_answer", "/answer", &no_such_answer,
			NULL, 0);
	}
	chosen.from = (uint8_t)number;
	chosen.unconfirmed = known->unconfirmed;
	if (!klondike_apply_finding(known, &chosen)) {
		return mk_refuse(error, MK_IMPOSSIBLE, "no_such_answer", "/answer", &no_such_answer,
			NULL, 0);
	}
	*finding = chosen;
	return MK_OK;
}
