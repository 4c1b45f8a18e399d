/* Deals what is hidden, as it may be. */
#include "games/klondike/table/world.h"

/* The places whose cards are not known: those of the pile first, since loose cards lie only there.
 */
struct places {
	mk_card *card[PILE + COLUMNS * COLUMN_UNDER];
	int in_pile;
	int count;
};

static void find_places(
	struct klondike_world *world, const struct klondike_view *known, struct places *places)
{
	int count = 0;

	for (int i = 0; i < known->pile_count; i++) {
		if (known->pile[i] == MK_NO_CARD) {
			places->card[count++] = &world->pile[i];
		}
	}
	places->in_pile = count;
	for (int column = 0; column < COLUMNS; column++) {
		for (int i = 0; i < known->unseen[column]; i++) {
			places->card[count++] = &world->under[column][i];
		}
	}
	places->count = count;
}

/*
 * Puts each of `cards` at a random one of the places from `first` up to `end`, all ways equally
 * likely, and moves the used places to the front. Returns the first place that is still free.
 */
static int place(struct places *places, int first, int end, mk_cards cards, struct mk_rng *rng)
{
	for (; cards; cards &= cards - 1, first++) {
		int other = first + (int)mk_rng_below(rng, (uint32_t)(end - first));
		mk_card *used = places->card[other];

		places->card[other] = places->card[first];
		places->card[first] = used;
		*used = (mk_card)__builtin_ctzll(cards);
	}
	return first;
}

/*
 * All consistent deals are equally likely: deals are so to begin with, mixing keeps them so, and
 * what the player did depended on seen cards only, so that seeing more just strikes deals out. A
 * consistent deal is a one-to-one choice of an unknown place of the pile for every loose card, then
 * of any other place for every unseen one; place() makes both choices with equal chances, and their
 * number does not depend on the first choice. So each pair of choices, that is each deal, has the
 * same chance.
 */
bool klondike_guess(const struct mk_view *view, struct mk_rng *rng, struct mk_world *room)
{
	const struct klondike_view *known = view_of(view);
	struct klondike_world *world = (struct klondike_world *)room;
	mk_cards unseen = MK_WHOLE_DECK & ~klondike_seen_cards(known);
	int loose = __builtin_popcountll(known->pile_loose);
	struct places places;
	int used;

	find_places(world, known, &places);
	if (!known->started || loose > places.in_pile ||
		places.count != loose + __builtin_popcountll(unseen)) {
		return false;
	}
	memset(world, 0, sizeof *world);
	klondike_copy_table(&world->known, known);
	memcpy(world->pile, known->pile, PILE);
	used = place(&places, 0, places.in_pile, known->pile_loose, rng);
	(void)place(&places, used, places.count, unseen, rng);
	mk_rng_init(&world->mixing, mk_rng_next(rng), 0);
	return true;
}
