/* Tables with another card. */
#include "games/klondike/tracking/revise.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/alternatives.h"

#include <math.h>

/* Does the draw pile hold no card that nobody has seen? Then cards only change places there. */
static bool is_pile_seen(const struct klondike_view *view)
{
	return klondike_unseen_in_pile(view) == 0;
}

/*
 * The cards that may lie in front there instead. In a pile of which some cards were seen and some
 * were not, nobody knows any more which of them the front card was.
 */
static mk_cards instead_of_front(const struct klondike_view *view, int position)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	if (position != DRAW_PILE || view->pile_loose == 0) {
		return unseen;
	}
	return is_pile_seen(view) ? view->pile_loose : 0;
}

bool klondike_revise(struct klondike_view *view, struct mk_revision revision)
{
	struct klondike_view revised;
	int position = revision.position;
	mk_cards bit = mk_is_card(revision.card) ? MK_CARD_BIT(revision.card) : 0;

	if ((position >= COLUMNS && position != DRAW_PILE) || !mk_is_card(revision.card) ||
		klondike_front(view, position) != revision.was || revision.was == MK_NO_CARD ||
		(instead_of_front(view, position) & bit) == 0) {
		return false;
	}
	klondike_copy_table(&revised, view);
	if (position == DRAW_PILE) {
		revised.pile[view->turned - 1] = revision.card;
		if (view->pile_loose & bit) {
			revised.pile_loose ^= bit | MK_CARD_BIT(revision.was);
		}
	} else {
		revised.column[position][view->up[position] - 1] = revision.card;
		klondike_recount(&revised);
	}
	revised.unconfirmed &= ~MK_CARD_BIT(revision.was);
	revised.unconfirmed |= bit;
	if (klondike_view_torn(&revised)) {
		return false;
	}
	view->state = revised.state;
	view->unconfirmed = revised.unconfirmed;
	return true;
}

/* What other pictures showed may speak against the card; it is believed all the same. */
static const float undecided = -0.7F;

/* As how many nats less likely than the card that is believed. */
static float odds_of(const struct scene *scene, struct mk_revision revision)
{
	float doubt = scene->doubt ? scene->doubt[revision.was] : 0;

	if (doubt == 0) {
		doubt = scene->wrong; /* no picture was compared yet */
	}
	return fminf(doubt, undecided) + likelihood_misread(revision.was, revision.card);
}

/* An unconfirmed card that the picture does not show where it was read; else MK_NO_CARD. */
static mk_card doubted_front(
	const struct klondike_view *view, const struct scene *scene, int position)
{
	bool has_front = position < COLUMNS || position == DRAW_PILE;
	mk_card front = has_front ? klondike_front(view, position) : MK_NO_CARD;
	mk_cards bit = MK_CARD_BIT(front);

	return view->unconfirmed & bit & ~scene->may[position] ? front : MK_NO_CARD;
}

int klondike_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MOST_REVISIONS])
{
	int count = 0;

	for (int position = 0; position < POSITIONS && view->unconfirmed; position++) {
		mk_card front = doubted_front(view, scene, position);
		mk_cards rest =
			front != MK_NO_CARD ? scene->cards & instead_of_front(view, position) : 0;

		for (; rest && count < MOST_REVISIONS; rest &= rest - 1) {
			struct revision *revision = &revisions[count];

			revision->card = (struct mk_revision){
				(uint8_t)position, front, (mk_card)__builtin_ctzll(rest)};
			revision->odds = odds_of(scene, revision->card);
			(void)klondike_explanation(view, 0, &revision->view);
			count += klondike_revise(&revision->view, revision->card);
		}
	}
	return count;
}

bool klondike_revised_shares(const struct klondike_view *view, const struct scene *scene,
	unsigned slots, struct revised_shares *shares)
{
	bool any = false;

	*shares = (struct revised_shares){0, 0};
	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		mk_card front = doubted_front(view, scene, position);
		mk_cards rest =
			front != MK_NO_CARD ? scene->cards & instead_of_front(view, position) : 0;

		for (; rest; rest &= rest - 1) {
			mk_card card = (mk_card)__builtin_ctzll(rest);
			bool alike = mk_rank(card) == mk_rank(front) &&
				     mk_is_red(card) == mk_is_red(front);
			float share = expf(odds_of(
				scene, (struct mk_revision){(uint8_t)position, front, card}));

			*(alike ? &shares->alike : &shares->unlike) += share;
			any = true;
		}
	}
	return any;
}
