/* What a camera makes of a table. */
#include "cli/camera.h"

#include <string.h>

/* A hand over the table leaves a slot free only so often. */
static const double free_of_hand = 0.25;

static bool happens(struct camera *camera, double rate)
{
	return rate > 0 && mk_rng_share(&camera->rng) < rate;
}

void camera_init(struct camera *camera, const struct mk_game *game,
	const struct camera_habits *habits, uint64_t seed)
{
	*camera = (struct camera){.game = game, .habits = *habits};
	mk_rng_init(&camera->rng, seed, 1);
}

/* Another card, each alike; a back for an empty place and the other way round. */
static struct mk_slot misread(struct camera *camera, struct mk_slot real)
{
	uint32_t other;

	if (real.kind != MK_FACE) {
		return (struct mk_slot){.kind = real.kind == MK_BACK ? MK_EMPTY : MK_BACK};
	}
	other = mk_rng_below(&camera->rng, MK_DECK - 1);
	real.card = (mk_card)(MK_FIRST_CARD +
			      ((uint32_t)(real.card - MK_FIRST_CARD) + 1 + other) % MK_DECK);
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

/* What the camera says of a slot that really is as it is. */
static struct mk_slot read_slot(struct camera *camera, int slot, struct mk_slot real)
{
	struct mk_slot shown = real;

	if (happens(camera, camera->habits.unreadable)) {
		return (struct mk_slot){.kind = MK_UNREADABLE};
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

void camera_look(struct camera *camera, const struct mk_world *world, struct mk_sighting *seen)
{
	const struct mk_rehearsal *rehearsal = camera->game->rehearsal;
	bool hand = happens(camera, camera->habits.hand);

	camera->game->look(world, 0, seen);
	if (camera->habits.spread) {
		rehearsal->spread(world, seen);
	}
	for (int slot = 0; slot < rehearsal->slots; slot++) {
		struct mk_slot real = rehearsal->get(seen, slot);

		if (camera->habits.plain && (rehearsal->seen >> slot & 1) == 0) {
			real.kind = MK_NOT_TOLD;
		} else if (hand && !happens(camera, free_of_hand)) {
			real.kind = MK_UNREADABLE;
		}
		if (real.kind > MK_UNREADABLE) {
			real = read_slot(camera, slot, real);
		}
		rehearsal->set(seen, slot, real);
	}
}
