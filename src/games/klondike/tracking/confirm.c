/* Confirmation of cards: the probability that a card was misread, updated with each snapshot. */
#include "games/klondike/tracking/confirm.h"

#include "games/klondike/table/table.h"
#include "games/klondike/tracking/alternatives.h"
#include "games/klondike/tracking/conclude.h"
#include "games/klondike/tracking/scene.h"
#include "games/klondike/tracking/undone.h"

#include <assert.h>
#include <math.h>

/* Log-odds at which a card is confirmed: it is wrong in at most 1 of 50,000 cases. */
static const float beyond_doubt = -10.8F;

/* The largest share of all misreadings of a card that go to one other card. */
static const float likeliest_misreading = 0.42F;

/*
 * The card that a snapshot shows at a slot (MK_NO_CARD: none), and the probability that it is
 * wrong.
 */
struct claim {
	mk_card card;
	float wrong;
};

static float most(float a, float b)
{
	return a > b ? a : b;
}

/* Trust in a plain code of the newest snapshot. */
static float trust_of(const struct klondike_tracker *memory)
{
	return memory->typed ? klondike_typed : memory->confidence;
}

static mk_card shown_card(const struct klondike_reading *reading)
{
	return reading->seen == SEEN_CARD && reading->candidates ? reading->candidate[0].card
								 : MK_NO_CARD;
}

static struct claim claim_of(
	const struct klondike_tracker *memory, const struct klondike_reading *reading)
{
	float trust = trust_of(memory);
	struct claim claim = {shown_card(reading), 1};

	if (claim.card != MK_NO_CARD) {
		float p = reading->candidate[0].p;

		claim.wrong = 1 - (p < trust ? p : trust) + klondike_slip;
	}
	return claim;
}

/*
 * Probability that the snapshot shows this card although another one lies there; a misreading may
 * repeat.
 */
static float misread_share(const struct klondike_tracker *memory, int position, struct claim claim)
{
	float once = claim.wrong * likeliest_misreading;

	if (memory->last[position] != claim.card) {
		return once;
	}
	return most(once, memory->typed ? claim.wrong : memory->repeats);
}

/* The log-odds of doubt after the snapshot showed the known front card. */
static float doubt_after(const struct klondike_tracker *memory, int position, struct claim claim)
{
	float doubt = memory->doubt[claim.card];

	if (doubt == 0) {
		return logf(claim.wrong);
	}
	if (memory->last[position] == claim.card && claim.wrong > klondike_doubtful) {
		return doubt;
	}
	return doubt + logf(misread_share(memory, position, claim));
}

/*
 * True for a plain code that a person typed: it confirms the card regardless of earlier snapshots.
 */
static bool is_typed(const struct klondike_tracker *memory, struct claim claim)
{
	return memory->typed && claim.wrong <= 1 - klondike_typed + klondike_slip;
}

/* Updates the doubt of the unconfirmed front card `card` with the card that the snapshot shows. */
static void compare_front(struct klondike_tracker *memory, struct klondike_view *view, int position,
	mk_card card, struct claim claim)
{
	if ((claim.card != card || memory->draw.doubted) && card == memory->draw.card) {
		undone_compare(memory, view, claim.card, claim.wrong);
	}
	if (claim.card != card) {
		memory->doubt[card] -= logf(misread_share(memory, position, claim));
		return;
	}
	memory->doubt[card] = doubt_after(memory, position, claim);
	if (memory->doubt[card] <= beyond_doubt || is_typed(memory, claim)) {
		view->unconfirmed &= ~MK_CARD_BIT(card);
	}
}

/*
 * Compares one slot. `front` is the known front card; MK_NO_CARD if there is none or for a
 * foundation.
 */
static inline void compare_slot(struct klondike_tracker *memory, struct klondike_view *view,
	int position, mk_card front, const struct klondike_reading *reading)
{
	mk_card shown = shown_card(reading);

	if (shown == MK_NO_CARD) {
		return;
	}
	if (front != MK_NO_CARD && view->unconfirmed & MK_CARD_BIT(front)) {
		compare_front(memory, view, position, front, claim_of(memory, reading));
	}
	memory->last[position] = shown;
	if (front != shown && front != MK_NO_CARD) {
		memory->misread |= 1U << position;
	} else if (memory->misread) {
		memory->misread &= ~(1U << position);
	}
}

/*
 * Updates the doubt of a covered card that the snapshot lists. Earlier lists are not kept, so each
 * list after the first counts like a repeated reading.
 */
static void compare_listed(
	struct klondike_tracker *memory, struct klondike_view *view, mk_card listed, mk_card card)
{
	float wrong = 1 - trust_of(memory) + klondike_slip;
	float again = memory->typed ? wrong : most(wrong * likeliest_misreading, memory->repeats);

	if (listed == MK_NO_CARD || listed != card ||
		(view->unconfirmed & MK_CARD_BIT(card)) == 0) {
		return;
	}
	memory->doubt[card] =
		memory->doubt[card] == 0 ? logf(wrong) : memory->doubt[card] + logf(again);
	if (memory->doubt[card] <= beyond_doubt || memory->typed) {
		view->unconfirmed &= ~MK_CARD_BIT(card);
	}
}

static void compare_lists(struct klondike_tracker *memory, struct klondike_view *view,
	const struct klondike_snapshot *seen)
{
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i + 1 < seen->run[column] && seen->run[column] == view->up[column];
			i++) {
			compare_listed(memory, view, seen->up[column][i], view->column[column][i]);
		}
	}
	for (int i = 0; i + 1 < seen->waste_count && seen->waste_count == view->turned; i++) {
		compare_listed(memory, view, seen->waste[i], view->pile[i]);
	}
}

void confirm_keep(struct klondike_view *view, mk_cards unconfirmed)
{
	mk_cards placed = view->face_up;

	unconfirmed &= MK_WHOLE_DECK;
	for (int i = 0; i < view->pile_count && unconfirmed & ~placed; i++) {
		placed |= MK_CARD_BIT(view->pile[i]);
	}
	view->unconfirmed = unconfirmed & placed;
}

bool confirm_is_done(const struct klondike_tracker *memory, mk_card card)
{
	return memory->doubt[card] <= beyond_doubt &&
	       memory->doubt[card] < logf(1 - trust_of(memory) + klondike_slip) - 1;
}

void confirm_by_pictures(struct klondike_tracker *memory, struct klondike_view *view)
{
	for (; memory->judged < memory->count; memory->judged++) {
		const struct klondike_snapshot *seen = &memory->seen[memory->judged];

		for (int column = 0; column < COLUMNS; column++) {
			compare_slot(memory, view, column, klondike_front(view, column),
				&seen->slot[column]);
		}
		for (int position = FIRST_FOUNDATION; position < DRAW_PILE; position++) {
			compare_slot(memory, view, position, MK_NO_CARD, &seen->slot[position]);
		}
		compare_slot(memory, view, DRAW_PILE, klondike_front(view, DRAW_PILE),
			&seen->slot[DRAW_PILE]);
		if (view->unconfirmed && klondike_has_lists(seen)) {
			compare_lists(memory, view, seen);
		}
	}
}

mk_cards confirm_well_read(const struct klondike_tracker *memory, const struct klondike_view *view)
{
	struct klondike_tracker compared = *memory;
	struct klondike_view table;
	mk_cards right = 0;

	klondike_copy_table(&table, view);
	confirm_by_pictures(&compared, &table);
	for (int position = 0; position < POSITIONS; position++) {
		bool has_front = position < COLUMNS || position == DRAW_PILE;
		mk_card front = has_front ? klondike_front(view, position) : MK_NO_CARD;

		right |= front != MK_NO_CARD && compared.doubt[front] < 0 ? MK_CARD_BIT(front) : 0;
	}
	return right & view->unconfirmed;
}

void confirm_later(struct klondike_tracker *memory, struct klondike_view *view,
	const struct mk_finding *finding, mk_cards read)
{
	for (int i = 0; i < finding->revealed_count; i++) {
		const struct mk_place *place = &finding->revealed[i];

		view->unconfirmed |= place->index == 0 ? MK_CARD_BIT(place->card) & read : 0;
		memory->doubt[place->card] = 0;
	}
	if (finding->revised.was == MK_NO_CARD) {
		return;
	}
	/*
	 * Evidence for the old card is evidence against the new one; there is none for a covered
	 * card.
	 */
	memory->doubt[finding->revised.card] =
		finding_revises_front(finding) ? -memory->doubt[finding->revised.was] : 0;
}

void confirm_reset(struct klondike_tracker *memory, struct klondike_view *view)
{
	memset(memory->doubt, 0, sizeof memory->doubt);
	view->unconfirmed = MK_WHOLE_DECK;
	confirm_keep(view, view->unconfirmed);
}

mk_cards klondike_unconfirmed(const struct mk_view *view)
{
	return view_of(view)->unconfirmed;
}

void klondike_confirm(struct mk_view *view)
{
	struct klondike_view *known = (struct klondike_view *)view;

	known->unconfirmed = 0;
	known->counted = 0;
	known->gaps = 0;
}

/* Writes the finding that nothing was done and all alternatives are kept. */
static void conclude_as_it_is(const struct klondike_view *view, struct mk_finding *finding)
{
	*finding = (struct mk_finding){.explanation = MK_UNCHANGED, .weighed = true};
	for (int i = 0; i < view->alternatives; i++) {
		if (!view->alternative[i].dropped) {
			finding->alternatives[finding->alternative_count++] =
				(struct mk_alternative){.from = (uint8_t)(i + 1),
					.odds = view->alternative[i].odds};
		}
	}
}

void klondike_confirm_card(struct mk_view *view, mk_card card, struct mk_finding *finding)
{
	struct klondike_view *known = (struct klondike_view *)view;
	bool applied;

	conclude_as_it_is(known, finding);
	finding->unconfirmed = known->unconfirmed & ~MK_CARD_BIT(card);
	applied = klondike_apply_finding(known, finding);
	assert(applied);
	(void)applied;
}

/* ---- Revisions ------------------------------------------------------------------------------ */

/*
 * True if every card of the draw pile has been seen, so that cards only change places in it. With
 * draws of three this cannot be said: the misread card itself may be the only reason for which no
 * card seems to be unseen.
 */
static bool is_pile_seen(const struct klondike_view *view)
{
	return klondike_unseen_in_pile(view) == 0 && view->rules.draw == 1;
}

/* The cards that the front card may be instead. */
static mk_cards instead_of_front(const struct klondike_view *view, int position)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	if (position != DRAW_PILE || view->pile_loose == 0) {
		return unseen;
	}
	return is_pile_seen(view) ? view->pile_loose : unseen | view->pile_loose;
}

int klondike_place_in(const struct klondike_view *view, int position, mk_card card)
{
	const mk_card *cards = position == DRAW_PILE ? view->pile : view->column[position];
	int count = position == DRAW_PILE ? view->pile_count : view->up[position];
	int place = 0;

	while (place < count && cards[place] != card) {
		place++;
	}
	if (place < count) {
		return place;
	}
	return position == DRAW_PILE && view->pile_loose & MK_CARD_BIT(card) ? LOOSE : NOWHERE;
}

/* The cards that `card`, in any place, may be instead. */
static mk_cards instead_of(const struct klondike_view *view, int position, mk_card card)
{
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(view);

	if (klondike_front(view, position) == card) {
		return instead_of_front(view, position);
	}
	switch (klondike_place_in(view, position, card)) {
	case NOWHERE:
		return 0;
	case LOOSE:
		return unseen;
	default:
		return position == DRAW_PILE ? unseen | view->pile_loose : unseen;
	}
}

/*
 * Revises a card of the draw pile. If every card of the pile has been seen, the two cards change
 * roles and the old one becomes loose; otherwise the new one may have been loose or unseen.
 */
static void revise_pile(struct klondike_view *view, struct mk_revision revision)
{
	mk_cards is = MK_CARD_BIT(revision.card), was = MK_CARD_BIT(revision.was);
	int place = klondike_place_in(view, DRAW_PILE, revision.was);

	if (place == LOOSE) {
		view->pile_loose ^= is | was;
		return;
	}
	if (view->pile_loose & is) {
		view->pile_loose ^= is_pile_seen(view) ? is | was : is;
	}
	view->pile[place] = revision.card;
}

bool klondike_revise(struct klondike_view *view, struct mk_revision revision)
{
	struct klondike_view revised;
	int position = revision.position;
	mk_cards bit = mk_is_card(revision.card) ? MK_CARD_BIT(revision.card) : 0;

	bool undrawn;

	if ((position >= COLUMNS && position != DRAW_PILE) || !mk_is_card(revision.was)) {
		return false;
	}
	undrawn = klondike_is_undrawn(view, revision);
	if (!undrawn && (instead_of(view, position, revision.was) & bit) == 0) {
		return false;
	}
	klondike_copy_table(&revised, view);
	if (undrawn) {
		klondike_undraw(&revised);
	} else if (position == DRAW_PILE) {
		revise_pile(&revised, revision);
	} else {
		revised.column[position][klondike_place_in(view, position, revision.was)] =
			revision.card;
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

/*
 * Upper bound on the log-odds of the view's card in a revision: other snapshots may be evidence
 * against it too.
 */
static const float undecided = -0.7F;

/* Log-odds of the revision against the card of the view. */
static float odds_of(const struct scene *scene, struct mk_revision revision)
{
	float doubt = scene->doubt ? scene->doubt[revision.was] : 0;

	if (doubt == 0) {
		doubt = scene->wrong; /* no snapshot was compared yet */
	}
	return fminf(doubt, undecided) + likelihood_misread(revision.was, revision.card);
}

/* The unconfirmed front card if the snapshot rules it out at its slot; otherwise MK_NO_CARD. */
static mk_card doubted_front(
	const struct klondike_view *view, const struct scene *scene, int position)
{
	bool has_front = position < COLUMNS || position == DRAW_PILE;
	mk_card front = has_front ? klondike_front(view, position) : MK_NO_CARD;
	mk_cards bit = MK_CARD_BIT(front);

	return view->unconfirmed & bit & ~scene->may[position] ? front : MK_NO_CARD;
}

int klondike_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS])
{
	/* No draw is undone between unclear snapshots that are explained one after another. */
	int count = view->unconfirmed && !scene->follows &&
		    klondike_undrawn(view, scene, &revisions[0]);

	for (int position = 0; position < POSITIONS && view->unconfirmed; position++) {
		mk_card front = doubted_front(view, scene, position);
		mk_cards rest =
			front != MK_NO_CARD ? scene->cards & instead_of_front(view, position) : 0;

		for (; rest && count < MAX_REVISIONS; rest &= rest - 1) {
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

/* ---- Covered cards ---- */

/* Cards that are covered by another one, or whose place in the draw pile is not known. */
static mk_cards covered_cards(const struct klondike_view *view)
{
	mk_cards fronts = 0, cards = view->face_up | view->pile_loose;

	for (int i = 0; i < view->pile_count; i++) {
		cards |= MK_CARD_BIT(view->pile[i]);
	}
	for (int position = 0; position < POSITIONS; position++) {
		if (position < COLUMNS || position == DRAW_PILE) {
			fronts |= MK_CARD_BIT(klondike_front(view, position));
		}
	}
	return cards & ~fronts & MK_WHOLE_DECK;
}

/*
 * Unconfirmed cards, and loose ones that are not beyond doubt: a card that was mixed into the draw
 * pile is no longer marked as unconfirmed.
 */
static mk_cards doubtful_cards(const struct klondike_view *view, const struct scene *scene)
{
	mk_cards cards = view->unconfirmed, loose = view->pile_loose;

	for (; loose && scene->doubt; loose &= loose - 1) {
		mk_card card = (mk_card)__builtin_ctzll(loose);

		if (scene->doubt[card] > beyond_doubt) {
			cards |= MK_CARD_BIT(card);
		}
	}
	return cards;
}

static int pile_of(const struct klondike_view *view, mk_card card)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (klondike_place_in(view, column, card) >= 0) {
			return column;
		}
	}
	return DRAW_PILE;
}

/*
 * Revises the card to the likeliest one that may have been misread as it; false if there is none.
 */
static bool revise_likeliest(const struct klondike_view *view, struct revision *revision)
{
	mk_cards rest = instead_of(view, revision->card.position, revision->card.was);
	float best = 0;

	for (; rest; rest &= rest - 1) {
		struct mk_revision other = revision->card;
		struct klondike_view revised;
		float share;

		other.card = (mk_card)__builtin_ctzll(rest);
		share = likelihood_misread(other.was, other.card);
		(void)klondike_explanation(view, 0, &revised);
		if ((best == 0 || share > best) && klondike_revise(&revised, other)) {
			best = share;
			revision->card = other;
			klondike_copy_table(&revision->view, &revised);
		}
	}
	return best != 0;
}

int klondike_covered_revisions(const struct klondike_view *view, const struct scene *scene,
	struct revision revisions[MAX_REVISIONS])
{
	mk_cards rest = scene->cards & covered_cards(view) & doubtful_cards(view, scene);
	int count = 0;

	for (; rest && count < MAX_REVISIONS; rest &= rest - 1) {
		struct revision *revision = &revisions[count];
		mk_card was = (mk_card)__builtin_ctzll(rest);

		revision->card = (struct mk_revision){(uint8_t)pile_of(view, was), was, MK_NO_CARD};
		if (revise_likeliest(view, revision)) {
			revision->odds = odds_of(scene, revision->card);
			count++;
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
