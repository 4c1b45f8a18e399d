/* What a camera makes of a table. */
#include "lab/camera.h"

#include <string.h>

/* A hand over the table leaves a slot free only so often. */
static const double free_of_hand = 0.25;

static bool happens(struct camera *camera, double rate)
{
	return rate > 0 && mk_rng_unit(&camera->rng) < rate;
}

void camera_init(struct camera *camera, const struct mk_game *game,
	const struct camera_habits *habits, uint64_t seed)
{
	*camera = (struct camera){.game = game, .habits = *habits};
	mk_rng_init(&camera->rng, seed, 1);
}

/*
 * Which cards are confused, as measured with pictures of real decks: mostly the suit, since its
 * sign is small, and then mostly the one of the same colour; else the rank with one of a similar
 * shape.
 */
static const double suit_share = 0.92;
static const double colour_share = 0.8;
static const uint8_t similar_ranks[MK_RANKS][2] = {
	{4, 11}, /* the ace */
	{7, 3},
	{8, 2},
	{1, 6},
	{6, 8},
	{9, 8},
	{2, 1},
	{3, 6},
	{6, 10},
	{9, 12},
	{12, 13},
	{13, 11},
	{12, 11},
};

/* Suits are clubs, diamonds, hearts, spades: the other one of a colour mirrors it. */
static int confuse_suit(struct camera *camera, int suit)
{
	int other_colour = suit ^ 1;

	if (happens(camera, colour_share)) {
		return MK_SUITS - 1 - suit;
	}
	return mk_rng_below(&camera->rng, 2) ? other_colour : MK_SUITS - 1 - other_colour;
}

/* Another card; a back for an empty place and the other way round. */
static struct mk_slot misread(struct camera *camera, struct mk_slot real)
{
	int rank = mk_rank(real.card);
	int suit = mk_suit(real.card);

	if (real.kind != MK_SLOT_CARD) {
		return (struct mk_slot){
			.kind = real.kind == MK_SLOT_BACK ? MK_SLOT_EMPTY : MK_SLOT_BACK};
	}
	if (happens(camera, suit_share)) {
		suit = confuse_suit(camera, suit);
	} else {
		rank = similar_ranks[rank - 1][mk_rng_below(&camera->rng, 2)];
	}
	real.card = MK_CARD(rank, suit);
	return real;
}

static bool is_same(struct mk_slot one, struct mk_slot other)
{
	return one.kind == other.kind && one.card == other.card;
}

/* The same misreading once more? */
static bool repeats(struct camera *camera, int slot, struct mk_slot real)
{
	return camera->wrong[slot].active && is_same(camera->wrong[slot].real, real) &&
	       happens(camera, camera->habits.repeat);
}

/* Is the slot in a burst of pictures in which it cannot be read? */
static bool is_blind(struct camera *camera, int slot)
{
	if (camera->blind[slot] == 0 && happens(camera, camera->habits.bursts)) {
		camera->blind[slot] = BURST_PICTURES;
	}
	return camera->blind[slot] > 0 && camera->blind[slot]-- > 0;
}

/* What the camera says of a slot that really is as it is. */
static struct mk_slot read_slot(struct camera *camera, int slot, struct mk_slot real)
{
	struct mk_slot shown = real;

	if (is_blind(camera, slot) || happens(camera, camera->habits.unreadable)) {
		return (struct mk_slot){.kind = MK_SLOT_UNREADABLE};
	}
	if (repeats(camera, slot, real)) {
		return camera->wrong[slot].shown;
	}
	camera->wrong[slot].active =
		happens(camera, camera->habits.misread * (1 - camera->habits.repeat));
	if (camera->wrong[slot].active) {
		shown = misread(camera, real);
		camera->wrong[slot].real = real;
		camera->wrong[slot].shown = shown;
	}
	return shown;
}

void camera_look(struct camera *camera, const struct mk_world *world, struct mk_snapshot *seen)
{
	const struct mk_camera_sim *rehearsal = camera->game->camera_sim;
	bool hand = happens(camera, camera->habits.hand);

	camera->game->observe(world, 0, seen);
	if (camera->habits.spread) {
		rehearsal->add_fanned_cards(world, seen);
	}
	for (int slot = 0; slot < rehearsal->slots; slot++) {
		struct mk_slot real = rehearsal->get(seen, slot);

		if (camera->habits.plain && (rehearsal->seen >> slot & 1) == 0) {
			real.kind = MK_SLOT_ABSENT;
		} else if (hand && !happens(camera, free_of_hand)) {
			real.kind = MK_SLOT_UNREADABLE;
		}
		if (real.kind > MK_SLOT_UNREADABLE) {
			real = read_slot(camera, slot, real);
		}
		rehearsal->set(seen, slot, real);
	}
}
