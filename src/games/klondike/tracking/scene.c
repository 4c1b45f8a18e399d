/* Reads snapshots into a scene and compares it with tables. */
#include "games/klondike/tracking/scene.h"

#include "games/klondike/table/table.h"

#include <math.h>

static mk_cards list_cards(const mk_card *card, int count)
{
	mk_cards cards = 0;

	for (int i = 0; i < count; i++) {
		cards |= MK_CARD_BIT(card[i]);
	}
	return cards;
}

static mk_cards plausible_cards(const struct scene *scene)
{
	mk_cards cards = list_cards(scene->newest->waste, scene->newest->waste_count);
	bool lists = klondike_has_lists(scene->newest);

	for (int position = 0; position < POSITIONS; position++) {
		cards |= scene_cards(scene, position);
	}
	for (int column = 0; lists && column < COLUMNS; column++) {
		cards |= list_cards(scene->newest->up[column], scene->newest->run[column]);
	}
	return cards & MK_WHOLE_DECK;
}

/*
 * A camera that reads none of the four foundations does not see them (the lines of the original
 * program have UU for them). Another snapshot would show no more, so they count as not shown.
 */
static void leave_out_foundations(struct scene *scene)
{
	if ((scene->unreadable & FOUNDATION_SLOTS) != FOUNDATION_SLOTS) {
		return;
	}
	scene->unreadable &= ~(unsigned)FOUNDATION_SLOTS;
	memset(scene->seen + FIRST_FOUNDATION, NOT_SHOWN, MK_SUITS);
}

static void read_value(struct scene *scene, int position)
{
	mk_cards may = scene->may[position];
	bool only = (may & (may - 1)) == 0;
	int value = only ? __builtin_ctzll(may) : likelihood_best(&scene->likelihood, position);

	if (mk_is_card(value)) {
		scene->seen[position] = SEEN_CARD;
		scene->card[position] = (mk_card)value;
	} else if (value == SLOT_BACK) {
		scene->seen[position] = SEEN_BACK;
		scene->backs |= 1U << position & COLUMN_SLOTS;
	} else {
		scene->seen[position] = SEEN_EMPTY;
	}
}

static void read_slot(struct scene *scene, int position, float margin)
{
	scene->may[position] = margin > likelihood_clear
				       ? scene->likelihood.named[position]
				       : likelihood_plausible(&scene->likelihood, position);
	scene->card[position] = MK_NO_CARD;
	if (scene->may[position] != SLOT_ANYTHING) {
		scene->ambiguous |=
			scene->may[position] & (scene->may[position] - 1) ? 1U << position : 0;
		read_value(scene, position);
		scene->clear &= margin > likelihood_clear && scene->seen[position] != SEEN_BACK;
		scene->clearest = margin < scene->clearest ? margin : scene->clearest;
	} else if (scene->likelihood.shown & 1U << position) {
		scene->seen[position] = UNREADABLE;
		scene->unreadable |= 1U << position;
	} else {
		scene->seen[position] = NOT_SHOWN;
	}
}

/* Log-odds (1000 to 1) above which the reading of the stock is beyond doubt. */
static const float surely_seen = 7;

/* Contradicting snapshots leave the stock unknown. */
static enum klondike_seen read_stock(const struct likelihood *likelihood)
{
	if (likelihood->stock_backs > 1) {
		return SEEN_BACK;
	}
	return likelihood->stock_backs < -1 ? SEEN_EMPTY : NOT_SHOWN;
}

static bool shows_all_columns(const struct scene *scene)
{
	int column = 0;

	while (column < COLUMNS && scene->seen[column] > UNREADABLE) {
		column++;
	}
	return column == COLUMNS;
}

/* The first snapshot may repeat a misreading of the preceding one. */
static void repeat_misread(struct scene *scene, const struct pictures *pictures)
{
	for (unsigned slots = pictures->misread & scene->likelihood.read; slots;
		slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		if (scene->likelihood.last[position] == pictures->misread_as[position]) {
			likelihood_set(&scene->likelihood, position,
				pictures->misread_card[position], logf(pictures->repeats));
		}
	}
}

/*
 * The slots at which the snapshot has candidates, of which the likeliest is the known front card
 * that the snapshot before it showed.
 */
static unsigned repeated_slots(const struct pictures *pictures)
{
	unsigned repeated = 0;

	for (unsigned slots = pictures->known; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);
		const struct klondike_reading *reading = &pictures->seen[0]->slot[position];

		if (reading->seen == SEEN_CARD && reading->candidates > 1 &&
			reading->candidate[0].card == pictures->shown[position]) {
			repeated |= 1U << position;
		}
	}
	return repeated;
}

void scene_read(struct scene *scene, const struct pictures *pictures)
{
	float margins[POSITIONS];

	scene->newest = pictures->seen[pictures->count - 1];
	scene->unreadable = 0;
	scene->ambiguous = 0;
	scene->backs = 0;
	scene->slip = logf((1 - pictures->confidence) / MK_DECK + klondike_slip);
	scene->blanked = 0;
	scene->repeated = repeated_slots(pictures);
	scene->clear = true;
	scene->clearest = INFINITY;
	scene->hinted = false;
	scene->reported = 0;
	scene->missed = 0;
	scene->tables = NULL;
	scene->look_twice = false;
	scene->follows = false;
	scene->goes_on = false;
	scene->typed = false;
	scene->may_skip = false;
	scene->skips = false;
	scene->suspected = 0;
	scene->most_suspected = 1;
	scene->wrong = logf(1 - pictures->confidence + klondike_slip);
	scene->doubt = NULL;
	scene->draw = NULL;
	scene->followed = klondike_followed;
	scene->unchanged = klondike_unchanged;
	scene->several = klondike_several;
	scene->missing_moved = 0;
	scene->next_moved = 0;
	memset(scene->beneath, MK_NO_CARD, sizeof scene->beneath);
	likelihood_init(&scene->likelihood);
	for (int i = 0; i < pictures->count; i++) {
		likelihood_add(&scene->likelihood, pictures->seen[i], pictures->confidence,
			pictures->repeats);
		if (i == 0 && pictures->misread) {
			repeat_misread(scene, pictures);
		}
	}
	likelihood_margins(&scene->likelihood, margins);
	for (int position = 0; position < POSITIONS; position++) {
		read_slot(scene, position, margins[position]);
	}
	scene->stock_seen = (uint8_t)read_stock(&scene->likelihood);
	scene->stock_sure = fabsf(scene->likelihood.stock_backs) > surely_seen;
	leave_out_foundations(scene);
	scene->clear &= scene->unreadable == 0 && shows_all_columns(scene);
	scene->cards = plausible_cards(scene);
	scene->why = NULL;
}

/*
 * Log-likelihood of all other values at a hinted slot: the player sees the card, so no number of
 * snapshots outweighs the hint.
 */
static const float against_hint = -100;

static void set_hinted_front(struct scene *scene, int position, mk_card card)
{
	likelihood_forget(&scene->likelihood, position, against_hint);
	likelihood_set(&scene->likelihood, position, card, 0);
	scene->seen[position] = card == MK_NO_CARD ? SEEN_EMPTY : SEEN_CARD;
	scene->card[position] = card;
	scene->may[position] = MK_CARD_BIT(card);
	scene->unreadable &= ~(1U << position);
	scene->backs &= ~(1U << position);
	scene->blanked &= ~(1U << position);
	scene->likelihood.read |= 1U << position;
}

void evidence_add_hint(struct scene *scene, const struct mk_place *hint)
{
	scene->hinted = true;
	if (hint->index == 0) {
		set_hinted_front(scene, hint->position, hint->card);
	} else if (hint->position < COLUMNS && hint->index <= COLUMN_UP) {
		scene->beneath[hint->position][hint->index - 1] = hint->card;
	}
	scene->cards |= MK_CARD_BIT(hint->card) & MK_WHOLE_DECK;
}

void evidence_discard(struct scene *scene, unsigned slots)
{
	if (slots == 0) {
		return;
	}
	scene->blanked |= slots;
	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		scene->seen[position] = UNREADABLE;
		scene->card[position] = MK_NO_CARD;
		scene->may[position] = SLOT_ANYTHING;
		scene->unreadable |= 1U << position;
		scene->backs &= ~(1U << position);
		likelihood_forget(&scene->likelihood, position, 0);
	}
	scene->cards = plausible_cards(scene);
}

/* ---- One slot ------------------------------------------------------------------------------- */

static bool may_lie(const struct scene *scene, int position, mk_card card)
{
	return card != MK_NO_CARD && scene->may[position] & MK_CARD_BIT(card);
}

/*
 * A back fits every column: the player will turn the card up, and the snapshot after that is
 * evidence.
 */
static bool column_fits(const struct scene *scene, const struct klondike_view *view, int column)
{
	if (scene->may[column] & SLOT_BACK_BIT) {
		return true;
	}
	return klondike_is_empty(view, column)
		       ? scene->may[column] & SLOT_EMPTY_BIT
		       : may_lie(scene, column, klondike_front(view, column));
}

/*
 * A back fits every foundation: its cards are never turned face down, so the back is no evidence.
 */
static bool foundation_fits(const struct scene *scene, const struct klondike_view *view, int suit)
{
	int position = FIRST_FOUNDATION + suit;
	int rank = view->foundation[suit];

	if (scene->may[position] & SLOT_BACK_BIT) {
		return true;
	}
	return rank ? may_lie(scene, position, MK_CARD(rank, suit))
		    : scene->may[position] & SLOT_EMPTY_BIT;
}

static bool pile_fits(const struct scene *scene, const struct klondike_view *view)
{
	mk_cards may = scene->may[DRAW_PILE];

	if (view->turned == 0) {
		return may & SLOT_EMPTY_BIT || (may & SLOT_BACK_BIT && view->pile_count);
	}
	return may_lie(scene, DRAW_PILE, klondike_front(view, DRAW_PILE));
}

bool scene_front_fits(const struct scene *scene, const struct klondike_view *view, int position)
{
	if (scene->seen[position] <= UNREADABLE) {
		return true;
	}
	if (position < COLUMNS) {
		return column_fits(scene, view, position);
	}
	return position == DRAW_PILE ? pile_fits(scene, view)
				     : foundation_fits(scene, view, position - FIRST_FOUNDATION);
}

/* ---- Whole piles ---------------------------------------------------------------------------- */

static bool run_fits(
	const struct klondike_snapshot *newest, const struct klondike_view *view, int column)
{
	if (newest->run[column] != view->up[column]) {
		return false;
	}
	for (int i = 0; i < view->up[column]; i++) {
		if (newest->up[column][i] != MK_NO_CARD &&
			newest->up[column][i] != view->column[column][i]) {
			return false;
		}
	}
	return true;
}

/*
 * True if the listed waste fits. An unknown place of the waste may hold any card that can lie in
 * the pile.
 */
static bool waste_fits(const struct klondike_snapshot *newest, const struct klondike_view *view)
{
	mk_cards placed = klondike_seen_cards(view) & ~view->pile_loose;
	int unseen = klondike_unseen_in_pile(view);

	if (newest->waste_count != view->turned) {
		return false;
	}
	for (int i = 0; i < view->turned; i++) {
		mk_cards bit = MK_CARD_BIT(newest->waste[i]);

		if (newest->waste[i] == MK_NO_CARD || newest->waste[i] == view->pile[i]) {
			continue;
		}
		unseen -= (bit & view->pile_loose) == 0;
		if (view->pile[i] != MK_NO_CARD || bit & placed || unseen < 0) {
			return false;
		}
	}
	return true;
}

static bool stock_fits(const struct scene *scene, const struct klondike_view *view)
{
	int left = klondike_left(view);

	return scene->stock_seen == SEEN_EMPTY ? left == 0 : scene->stock_seen != SEEN_BACK || left;
}

/* True if the column has the cards that the player named at their places. */
static bool beneath_fits(const struct scene *scene, const struct klondike_view *view, int column)
{
	for (int i = 0; i < COLUMN_UP; i++) {
		mk_card hinted = scene->beneath[column][i];

		if (hinted != MK_NO_CARD &&
			(i >= view->up[column] || hinted != view->column[column][i])) {
			return false;
		}
	}
	return true;
}

static bool slot_fits(const struct scene *scene, const struct klondike_view *view, int position)
{
	if (scene->blanked & 1U << position) {
		return true;
	}
	if (!scene_front_fits(scene, view, position)) {
		return false;
	}
	if (position < COLUMNS && !beneath_fits(scene, view, position)) {
		return false;
	}
	if (position < COLUMNS && scene->newest->run[position]) {
		return run_fits(scene->newest, view, position);
	}
	if (position == DRAW_PILE) {
		return stock_fits(scene, view) &&
		       (scene->newest->waste_count == 0 || waste_fits(scene->newest, view));
	}
	return true;
}

unsigned scene_differences(
	const struct scene *scene, const struct klondike_view *view, unsigned slots)
{
	unsigned differences = 0;

	for (; slots; slots &= slots - 1) {
		int position = __builtin_ctz(slots);

		if (!slot_fits(scene, view, position)) {
			differences |= 1U << position;
		}
	}
	return differences;
}

unsigned klondike_unknown_fronts(const struct klondike_view *view)
{
	unsigned unknown = 0;

	for (int column = 0; column < COLUMNS; column++) {
		if (view->up[column] && klondike_front(view, column) == MK_NO_CARD) {
			unknown |= 1U << column;
		}
	}
	if (view->turned && klondike_front(view, DRAW_PILE) == MK_NO_CARD) {
		unknown |= 1U << DRAW_PILE;
	}
	return unknown;
}

int klondike_front_value(const struct klondike_view *view, int position)
{
	mk_card card;

	if (position >= FIRST_FOUNDATION && position < DRAW_PILE) {
		int suit = position - FIRST_FOUNDATION;

		return view->foundation[suit] ? MK_CARD(view->foundation[suit], suit) : MK_NO_CARD;
	}
	card = klondike_front(view, position);
	if (card != MK_NO_CARD) {
		return card;
	}
	return position == DRAW_PILE ? (view->turned ? -1 : MK_NO_CARD)
				     : (view->up[position] ? -1 : MK_NO_CARD);
}

mk_cards evidence_confirmed_cards(const struct scene *scene, const struct klondike_view *view)
{
	mk_cards cards = list_cards(scene->newest->waste, scene->newest->waste_count);

	for (int column = 0; column < COLUMNS; column++) {
		cards |= list_cards(scene->newest->up[column], scene->newest->run[column]) |
			 list_cards(scene->beneath[column], view->up[column]) |
			 (scene_cards(scene, column) & MK_CARD_BIT(klondike_front(view, column)));
	}
	return (cards | (scene_cards(scene, DRAW_PILE) &
				MK_CARD_BIT(klondike_front(view, DRAW_PILE)))) &
	       MK_WHOLE_DECK;
}
