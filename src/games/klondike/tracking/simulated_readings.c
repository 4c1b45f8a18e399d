/*
 * Camera simulation: single slots, the errors of a view, and a tracker that trusts every reading.
 */

#include "games/klondike/klondike.h"
#include "games/klondike/tracking/learn.h"
#include "games/klondike/tracking/slots.h"

#include <assert.h>

/* The positions, and one slot for whether face-down cards lie in the stock. */
enum { STOCK_SLOT = POSITIONS, SLOTS };

/* ---- Slots ---------------------------------------------------------------------------------- */

static enum mk_slot_kind kind_of(int seen)
{
	switch ((enum klondike_seen)seen) {
	case NOT_SHOWN:
		return MK_SLOT_ABSENT;
	case UNREADABLE:
		return MK_SLOT_UNREADABLE;
	case SEEN_EMPTY:
		return MK_SLOT_EMPTY;
	case SEEN_BACK:
		return MK_SLOT_BACK;
	case SEEN_CARD:
		return MK_SLOT_CARD;
	}
	return MK_SLOT_ABSENT;
}

static enum klondike_seen seen_of(enum mk_slot_kind kind)
{
	switch (kind) {
	case MK_SLOT_ABSENT:
		return NOT_SHOWN;
	case MK_SLOT_UNREADABLE:
		return UNREADABLE;
	case MK_SLOT_EMPTY:
		return SEEN_EMPTY;
	case MK_SLOT_BACK:
		return SEEN_BACK;
	case MK_SLOT_CARD:
		return SEEN_CARD;
	}
	return NOT_SHOWN;
}

static struct mk_slot get(const struct mk_snapshot *snapshot, int slot)
{
	const struct klondike_snapshot *seen = snapshot_of(snapshot);

	if (slot == STOCK_SLOT) {
		return (struct mk_slot){.kind = kind_of(seen->stock_seen)};
	}
	return (struct mk_slot){kind_of(seen->slot[slot].seen),
		seen->slot[slot].candidates ? seen->slot[slot].candidate[0].card : MK_NO_CARD};
}

static void set(struct mk_snapshot *snapshot, int slot, struct mk_slot reading)
{
	struct klondike_snapshot *seen = (struct klondike_snapshot *)snapshot;

	if (slot == STOCK_SLOT) {
		seen->stock_seen = (uint8_t)seen_of(reading.kind);
		return;
	}
	if (slot < COLUMNS && seen->run[slot]) {
		seen->up[slot][seen->run[slot] - 1] =
			reading.kind == MK_SLOT_CARD ? reading.card : MK_NO_CARD;
	}
	if (reading.kind == MK_SLOT_CARD) {
		slots_put_card(&seen->slot[slot], reading.card);
	} else {
		seen->slot[slot] =
			(struct klondike_reading){.seen = (uint8_t)seen_of(reading.kind)};
	}
}

static void spread(const struct mk_world *world, struct mk_snapshot *snapshot)
{
	const struct klondike_view *known = &world_of(world)->known;
	struct klondike_snapshot *seen = (struct klondike_snapshot *)snapshot;

	for (int column = 0; column < COLUMNS; column++) {
		seen->run[column] = known->up[column];
		memcpy(seen->up[column], known->column[column], COLUMN_UP);
	}
}

/* ---- Errors of a view ----------------------------------------------------------------------- */

/* Collects the errors found so far. */
struct truths {
	struct mk_ground_truth *found;
	size_t count, capacity;
};

static void add(struct truths *truths, const struct mk_ground_truth *truth)
{
	if (truths->count < truths->capacity) {
		truths->found[truths->count++] = *truth;
	}
}

static void card_is(struct truths *truths, int position, int index, mk_card card)
{
	add(truths, &(struct mk_ground_truth){.place = {(uint8_t)position, card, (uint8_t)index}});
}

static void count_is(struct truths *truths, int position, const char *name, int value)
{
	struct mk_ground_truth truth = {.count = {.position = (uint8_t)position, .value = value}};

	assert(strlen(name) < sizeof truth.count.name);
	memcpy(truth.count.name, name, strlen(name) + 1);
	add(truths, &truth);
}

/* Adds the deepest card that differs; the cards on it came with it. */
static void compare_cards(const struct klondike_view *real, const struct klondike_view *view,
	int column, struct truths *truths)
{
	for (int i = 0; i < COLUMN_UP; i++) {
		if (real->column[column][i] != view->column[column][i]) {
			card_is(truths, column, i + 1, real->column[column][i]);
			return;
		}
	}
}

static void compare_foundation(const struct klondike_view *real, const struct klondike_view *view,
	int suit, struct truths *truths)
{
	int rank = real->foundation[suit];

	if (rank != view->foundation[suit]) {
		card_is(truths, FIRST_FOUNDATION + suit, 0,
			rank ? MK_CARD(rank, suit) : MK_NO_CARD);
	}
}

static void compare_counts(
	const struct klondike_view *real, const struct klondike_view *view, struct truths *truths)
{
	for (int column = 0; column < COLUMNS; column++) {
		if (real->unseen[column] != view->unseen[column]) {
			count_is(truths, column, "unseen", real->unseen[column]);
		}
	}
	if (real->shuffles != view->shuffles) {
		count_is(truths, DRAW_PILE, "shuffles", real->shuffles);
	}
	if (real->turned != view->turned || real->pile_count != view->pile_count) {
		count_is(truths, DRAW_PILE, "left", klondike_left(real));
	}
}

static void compare_pile(
	const struct klondike_world *world, const struct klondike_view *view, struct truths *truths)
{
	mk_cards pile = 0;

	for (int i = 0; i < world->known.pile_count; i++) {
		pile |= MK_CARD_BIT(world->pile[i]);
		if (view->pile[i] != MK_NO_CARD && view->pile[i] != world->pile[i]) {
			card_is(truths, DRAW_PILE, i + 1, world->pile[i]);
		}
	}
	if (view->pile_loose & ~pile) {
		/* No player could see or name the card. */
		add(truths, &(struct mk_ground_truth){.hidden = true});
	}
}

static size_t wrong(const struct mk_world *opaque, const struct mk_view *known,
	struct mk_ground_truth *found, size_t count)
{
	const struct klondike_world *world = world_of(opaque);
	const struct klondike_view *view = view_of(known);
	struct truths truths = {found, 0, count};

	for (int column = 0; column < COLUMNS; column++) {
		compare_cards(&world->known, view, column, &truths);
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		compare_foundation(&world->known, view, suit, &truths);
	}
	compare_counts(&world->known, view, &truths);
	compare_pile(world, view, &truths);
	return truths.count;
}

/* Hides the stock from the players, unless the rules let all players know it. */
static void open_table(struct mk_view *view)
{
	struct klondike_view *known = (struct klondike_view *)view;

	for (int i = known->turned; i < PILE && !known->rules.stock_known; i++) {
		known->pile[i] = MK_NO_CARD;
	}
	known->pile_loose = 0;
}

/* ---- Trust ---------------------------------------------------------------------------------- */

/* The likeliest card of the slot, taken as certain. */
static mk_card shown(const struct klondike_snapshot *seen, int position)
{
	return seen->slot[position].seen == SEEN_CARD ? seen->slot[position].candidate[0].card
						      : MK_NO_CARD;
}

static void trust(
	struct mk_view *view, const struct mk_snapshot *snapshot, const struct mk_move *suggested)
{
	struct klondike_view *known = (struct klondike_view *)view;
	const struct klondike_snapshot *seen = snapshot_of(snapshot);
	mk_card front[COLUMNS];
	int position;

	if (!known->started) {
		for (int column = 0; column < COLUMNS; column++) {
			front[column] = shown(seen, column);
		}
		klondike_start(known, front, shown(seen, DRAW_PILE));
		return;
	}
	if (!suggested || !klondike_is_legal(known, *suggested)) {
		return;
	}
	position = klondike_turns_up(known, *suggested, NULL);
	klondike_play(
		known, *suggested, position == MK_NO_SEAT ? MK_NO_CARD : shown(seen, position));
}

const struct mk_camera_sim klondike_rehearsal = {
	.slots = SLOTS,
	.seen = 1U << DRAW_PILE | ((1U << COLUMNS) - 1),
	.get = get,
	.set = set,
	.add_fanned_cards = spread,
	.find_errors = wrong,
	.forget_hidden = open_table,
	.trusting_update = trust,
};
