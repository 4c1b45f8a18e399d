/* Simulated reading errors and mishaps. */
#include "lab/camera_test.h"

#include <string.h>

/* The fraction of slots that a hand over the table leaves visible. */
static const double unoccluded_share = 0.25;

static bool camera_happens(struct camera *camera, double rate)
{
	return rate > 0 && mk_rng_unit(&camera->rng) < rate;
}

void camera_init(struct camera *camera, const struct mk_game *game,
	const struct camera_model *model, uint64_t seed)
{
	*camera = (struct camera){.game = game, .model = *model};
	mk_rng_init(&camera->rng, seed, 1);
}

/*
 * Confusions as measured with pictures of real decks: mostly the suit, because its sign is small,
 * and mostly the suit of the same colour; otherwise a rank of similar shape.
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

/* The suits are clubs, diamonds, hearts, spades: s and 3 - s have the same colour. */
static int confuse_suit(struct camera *camera, int suit)
{
	int other_colour = suit ^ 1;

	if (camera_happens(camera, colour_share)) {
		return MK_SUITS - 1 - suit;
	}
	return mk_rng_below(&camera->rng, 2) ? other_colour : MK_SUITS - 1 - other_colour;
}

/* Another card; a back for an empty slot and vice versa. */
static struct mk_slot misread(struct camera *camera, struct mk_slot real)
{
	int rank = mk_rank(real.card);
	int suit = mk_suit(real.card);

	if (real.kind != MK_SLOT_CARD) {
		return (struct mk_slot){
			.kind = real.kind == MK_SLOT_BACK ? MK_SLOT_EMPTY : MK_SLOT_BACK};
	}
	if (camera_happens(camera, suit_share)) {
		suit = confuse_suit(camera, suit);
	} else {
		rank = similar_ranks[rank - 1][mk_rng_below(&camera->rng, 2)];
	}
	real.card = MK_CARD(rank, suit);
	return real;
}

static bool is_same_slot(struct mk_slot one, struct mk_slot other)
{
	return one.kind == other.kind && one.card == other.card;
}

/* Draws whether the last misreading recurs. */
static bool misreading_recurs(struct camera *camera, int slot, struct mk_slot real)
{
	return camera->wrong[slot].active && is_same_slot(camera->wrong[slot].real, real) &&
	       camera_happens(camera, camera->model.repeat);
}

/* True while a burst makes the slot unreadable; may start one. */
static bool is_blind(struct camera *camera, int slot)
{
	if (camera->blind[slot] == 0 && camera_happens(camera, camera->model.bursts)) {
		camera->blind[slot] = BURST_PICTURES;
	}
	return camera->blind[slot] > 0 && camera->blind[slot]-- > 0;
}

/* The reading of a slot. */
static struct mk_slot read_slot(struct camera *camera, int slot, struct mk_slot real)
{
	struct mk_slot shown = real;

	if (is_blind(camera, slot) || camera_happens(camera, camera->model.unreadable)) {
		return (struct mk_slot){.kind = MK_SLOT_UNREADABLE};
	}
	if (misreading_recurs(camera, slot, real)) {
		return camera->wrong[slot].shown;
	}
	camera->wrong[slot].active =
		camera_happens(camera, camera->model.misread * (1 - camera->model.repeat));
	if (camera->wrong[slot].active) {
		shown = misread(camera, real);
		camera->wrong[slot].real = real;
		camera->wrong[slot].shown = shown;
	}
	return shown;
}

void camera_observe(struct camera *camera, const struct mk_world *world, struct mk_snapshot *seen)
{
	const struct mk_camera_sim *sim = lab_camera_of(camera->game);
	bool occluded = camera_happens(camera, camera->model.occlusion);

	mk_game_observe(camera->game, world, 0, seen);
	if (camera->model.fanned) {
		sim->add_fanned_cards(world, seen);
	}
	for (int slot = 0; slot < sim->slots; slot++) {
		struct mk_slot real = sim->get(seen, slot);

		if (camera->model.fronts_only && (sim->seen >> slot & 1) == 0) {
			real.kind = MK_SLOT_ABSENT;
		} else if (occluded && !camera_happens(camera, unoccluded_share)) {
			real.kind = MK_SLOT_UNREADABLE;
		}
		if (real.kind > MK_SLOT_UNREADABLE) {
			real = read_slot(camera, slot, real);
		}
		sim->set(seen, slot, real);
	}
}

/* ---- Mishaps -------------------------------------------------------------------------------- */

enum { SWAP_TRIES = 16 };

void mishaps_init(struct mishaps *mishaps, const struct mk_game *game,
	const struct mishap_rates *rates, uint64_t seed)
{
	*mishaps = (struct mishaps){.game = game, .rates = *rates};
	mk_rng_init(&mishaps->rng, seed, 2);
}

bool mishaps_happens(struct mishaps *mishaps, double rate)
{
	return rate > 0 && mk_rng_unit(&mishaps->rng) < rate;
}

static bool has_front_card(const struct mishaps *mishaps, const struct mk_snapshot *seen, int slot)
{
	return lab_camera_of(mishaps->game)->get(seen, slot).kind == MK_SLOT_CARD;
}

/* Chooses two different slots with front cards. */
static bool choose_two_cards(struct mishaps *mishaps, const struct mk_snapshot *seen, int *slots)
{
	const struct mk_camera_sim *sim = lab_camera_of(mishaps->game);

	for (int i = 0; i < SWAP_TRIES; i++) {
		slots[0] = (int)mk_rng_below(&mishaps->rng, (uint32_t)sim->slots);
		slots[1] = (int)mk_rng_below(&mishaps->rng, (uint32_t)sim->slots);
		if (slots[0] != slots[1] && (sim->seen >> slots[0] & 1) &&
			(sim->seen >> slots[1] & 1) && has_front_card(mishaps, seen, slots[0]) &&
			has_front_card(mishaps, seen, slots[1])) {
			return true;
		}
	}
	return false;
}

/* True if the move turned the front card up: it was not known in its pile before. */
static bool is_turned_up(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_view *before, const struct mk_snapshot *after)
{
	struct mk_slot front = lab_camera_of(mishaps->game)->get(after, move.from);

	if (move.from == move.to || front.kind != MK_SLOT_CARD) {
		return false;
	}
	for (int index = 1; index <= MK_DECK; index++) {
		if (mk_game_card_at(mishaps->game, before, move.from, index) == front.card) {
			return false;
		}
	}
	return true;
}

void mishaps_after_move(struct mishaps *mishaps, struct mk_move move, const struct mk_view *before,
	const struct mk_snapshot *after)
{
	mishaps->swap_pictures = mishaps->down_pictures = 0;
	if (mishaps_happens(mishaps, mishaps->rates.swap) &&
		choose_two_cards(mishaps, after, mishaps->swapped)) {
		mishaps->swap_pictures = MISTAKE_PICTURES;
	}
	if (mishaps_happens(mishaps, mishaps->rates.forget) &&
		is_turned_up(mishaps, move, before, after)) {
		mishaps->face_down = move.from;
		mishaps->down_pictures = MISTAKE_PICTURES;
	}
}

static void swap_slots(const struct mishaps *mishaps, struct mk_snapshot *seen)
{
	const struct mk_camera_sim *sim = lab_camera_of(mishaps->game);
	struct mk_slot one = sim->get(seen, mishaps->swapped[0]);
	struct mk_slot other = sim->get(seen, mishaps->swapped[1]);

	sim->set(seen, mishaps->swapped[0], other);
	sim->set(seen, mishaps->swapped[1], one);
}

void mishaps_distort(struct mishaps *mishaps, struct mk_snapshot *seen)
{
	if (mishaps->swap_pictures > 0) {
		mishaps->swap_pictures--;
		swap_slots(mishaps, seen);
	}
	if (mishaps->down_pictures > 0) {
		mishaps->down_pictures--;
		lab_camera_of(mishaps->game)
			->set(seen, mishaps->face_down, (struct mk_slot){.kind = MK_SLOT_BACK});
	}
}

void mishaps_halve(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_snapshot *before, struct mk_snapshot *after)
{
	const struct mk_camera_sim *sim = lab_camera_of(mishaps->game);

	if (move.to < sim->slots && move.to != move.from) {
		sim->set(after, move.to, sim->get(before, move.to));
	}
}
