/* Draws that were not made. */
#include "games/klondike/tracking/undone.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/weigh.h"

#include <math.h>

/* ---- The table before it -------------------------------------------------------------------- */

/*
 * True if no snapshot has shown the cards that were drawn together with the front one and lie
 * beneath it.
 */
static bool are_unseen(const struct klondike_view *view, int cards)
{
	for (int i = 2; i <= cards; i++) {
		if (view->pile[view->turned - i] != MK_NO_CARD) {
			return false;
		}
	}
	return true;
}

mk_card klondike_front_before_draw(const struct klondike_view *view)
{
	int drawn = view->rules.draw;

	/*
	 * The last draw of a pass may have been fewer cards, and in a known order no card can be
	 * misread.
	 */
	if (view->turned <= drawn || (drawn > 1 && klondike_left(view) == 0) ||
		!are_unseen(view, drawn) ||
		(klondike_left(view) && view->pile[view->turned] != MK_NO_CARD)) {
		return MK_NO_CARD;
	}
	return view->pile[view->turned - 1 - drawn];
}

bool klondike_is_undrawn(const struct klondike_view *view, struct mk_revision revision)
{
	return revision.position == DRAW_PILE && revision.card != MK_NO_CARD &&
	       revision.was == klondike_front(view, DRAW_PILE) &&
	       revision.card == klondike_front_before_draw(view);
}

/*
 * Removes the misread card from the top of the waste. If all cards of the pile had been seen, it
 * had come up again after a redeal and lies at an unknown place of the pile. The reappearance of
 * the last card of the stock is no new information.
 */
static void put_back(struct klondike_view *view, mk_card card)
{
	bool again = view->rules.draw == 1 && klondike_left(view) > 0 &&
		     klondike_unseen_in_pile(view) == 0;

	view->pile[view->turned - 1] = MK_NO_CARD;
	view->pile_loose |= again ? MK_CARD_BIT(card) : 0;
}

void klondike_undraw(struct klondike_view *view)
{
	put_back(view, klondike_front(view, DRAW_PILE));
	view->turned = (uint8_t)(view->turned - view->rules.draw);
	view->gaps &= (1U << view->turned) - 1;
	view->counted = view->counted < view->turned ? view->counted : view->turned;
	view->idle = (uint16_t)(view->idle - (view->idle > 0));
	view->turned_from = view->idle ? view->turned_from : 0;
}

/* ---- Evidence ------------------------------------------------------------------------------- */

/* Log-likelihood that a snapshot shows `shown` if `card` lies there. */
static float reading_of(
	const struct klondike_tracker *memory, mk_card shown, float wrong, mk_card card)
{
	float once;

	if (shown == card) {
		return 0;
	}
	once = logf(wrong) + likelihood_misread(shown, card);
	return memory->last[DRAW_PILE] == shown && !memory->typed
		       ? fmaxf(once, logf(memory->repeats + klondike_slip))
		       : once;
}

/*
 * Log-odds that the draw was not made, by the snapshots. While each of them showed the drawn card,
 * they follow from its doubt, so a clear snapshot costs nothing.
 */
static float undone_by_pictures(const struct last_draw *drawn, const float *doubt, mk_card before)
{
	if (drawn->doubted) {
		return drawn->undone;
	}
	return doubt[drawn->card] == 0
		       ? 0
		       : doubt[drawn->card] + likelihood_misread(drawn->card, before);
}

static void begin_doubt(struct klondike_tracker *memory, mk_card before)
{
	memory->draw.undone = undone_by_pictures(&memory->draw, memory->doubt, before);
	memory->draw.doubted = true;
}

/*
 * The front card if the last move was a draw that showed it and it is unconfirmed; otherwise
 * MK_NO_CARD.
 */
static mk_card drawn_card(const struct klondike_view *view, const struct mk_finding *finding)
{
	const struct mk_played_move *last =
		finding->move_count ? &finding->moves[finding->move_count - 1] : NULL;
	mk_card front = klondike_front(view, DRAW_PILE);

	return last && last->move.kind == DRAW && last->move.more[0] == 0 &&
			       last->revealed == front && view->unconfirmed & MK_CARD_BIT(front)
		       ? front
		       : MK_NO_CARD;
}

/*
 * Prior probability that the draw was not made. If a snapshot showed several moves, that is the
 * case in which it showed one less.
 */
static float unmade_share(const struct mk_finding *finding, const struct scene *scene)
{
	return finding->move_count == 1 || scene->follows ? scene->unchanged : 1 - scene->several;
}

/* A revision says that another card was drawn: the odds now refer to that card. */
static void draw_another(
	struct klondike_tracker *memory, mk_card before, struct mk_revision revised)
{
	begin_doubt(memory, before);
	memory->draw.undone -=
		memory->doubt[revised.was] + likelihood_misread(revised.was, revised.card);
	memory->draw.card = revised.card;
}

void undone_note(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding, const struct scene *scene)
{
	mk_card drawn = drawn_card(view, finding);

	if (drawn != MK_NO_CARD) {
		memory->draw = (struct last_draw){.card = drawn,
			.suggested = finding->explanation == MK_SUGGESTED_MOVE,
			.later = finding->move_count > 1 || scene->follows,
			.unchanged = unmade_share(finding, scene)};
	} else if (klondike_front(view, DRAW_PILE) != memory->draw.card || finding->move_count) {
		memory->draw.card = MK_NO_CARD;
	}
}

void undone_revise(struct klondike_tracker *memory, const struct klondike_view *view,
	const struct mk_finding *finding)
{
	mk_card before;

	if (finding->revised.was != memory->draw.card) {
		return;
	}
	before = klondike_front_before_draw(view);
	if (before == MK_NO_CARD || klondike_is_undrawn(view, finding->revised)) {
		memory->draw.card = MK_NO_CARD;
	} else {
		draw_another(memory, before, finding->revised);
	}
}

void undone_compare(struct klondike_tracker *memory, const struct klondike_view *view, mk_card card,
	float wrong)
{
	mk_card before = klondike_front_before_draw(view);

	if (before == MK_NO_CARD) {
		memory->draw.card = MK_NO_CARD;
		return;
	}
	begin_doubt(memory, before);
	memory->draw.undone += reading_of(memory, card, wrong, before) -
			       reading_of(memory, card, wrong, memory->draw.card);
}

/* ---- The revision --------------------------------------------------------------------------- */

/*
 * The drawn card if the snapshot shows the previous front card and not the drawn one; otherwise
 * MK_NO_CARD.
 */
static mk_card doubted(const struct klondike_view *view, const struct scene *scene)
{
	mk_card front = klondike_front(view, DRAW_PILE);
	mk_cards may = scene->may[DRAW_PILE];

	return front != MK_NO_CARD && scene->draw && scene->draw->card == front &&
			       view->unconfirmed & MK_CARD_BIT(front) & ~may &&
			       may & MK_WHOLE_DECK & MK_CARD_BIT(klondike_front_before_draw(view))
		       ? front
		       : MK_NO_CARD;
}

/*
 * Upper bounds on the number of unseen cards, and of additional legal moves through the card
 * beneath.
 */
enum { MAX_UNSEEN = PILE + 21, MAX_MORE = 4 };

/* Lower bound on the probability of a card to come up: an unseen one in a pile of known cards. */
static const float least_chance = 1 / (float)(PILE * MAX_UNSEEN);

/* Probability of a draw with `legal` legal moves. */
static float made_share(const struct scene *scene, int legal)
{
	return scene->draw->later ? weigh_draw_later
				  : weigh_first_share(scene->draw->suggested, legal, scene);
}

/* Log-odds of no move against a draw with probability `drawn`. */
static float undone_odds(const struct scene *scene, mk_card before, float drawn)
{
	float unchanged = scene->draw->unchanged;

	return undone_by_pictures(scene->draw, scene->doubt, before) +
	       logf(unchanged / (1 - unchanged + klondike_slip) / drawn);
}

bool klondike_undrawn(
	const struct klondike_view *view, const struct scene *scene, struct revision *revision)
{
	static const struct mk_move draw = {.kind = DRAW, .from = DRAW_PILE, .to = DRAW_PILE};
	mk_card front = doubted(view, scene);
	mk_card before = front != MK_NO_CARD ? klondike_front_before_draw(view) : MK_NO_CARD;
	struct mk_move moves[MK_MAX_MOVES];
	float chance;
	int legal;

	if (before == MK_NO_CARD) {
		return false;
	}
	(void)klondike_explanation(view, 0, &revision->view);
	revision->card = (struct mk_revision){DRAW_PILE, front, before};
	if (!klondike_revise(&revision->view, revision->card)) {
		return false;
	}
	legal = (int)klondike_moves(&revision->view, moves);
	chance = klondike_chance_to_turn_up(&revision->view, draw, DRAW_PILE, front);
	revision->odds =
		undone_odds(scene, before, made_share(scene, legal) * fmaxf(chance, least_chance));
	return true;
}

float klondike_undrawn_share(const struct klondike_view *view, const struct scene *scene, int legal)
{
	if (doubted(view, scene) == MK_NO_CARD) {
		return 0;
	}
	return expf(undone_odds(scene, klondike_front_before_draw(view),
		made_share(scene, legal + MAX_MORE) *
			(view->pile_loose ? least_chance : 1 / (float)MAX_UNSEEN)));
}
