/* What goes wrong at a simulated table besides misreadings. */
#include "lab/mishap.h"

#include <string.h>

enum { MAX_SLOTS = 32, SWAP_TRIES = 16 };

void mishaps_init(struct mishaps *mishaps, const struct mk_game *game,
	const struct mishap_habits *habits, uint64_t seed)
{
	*mishaps = (struct mishaps){.game = game, .habits = *habits};
	mk_rng_init(&mishaps->rng, seed, 2);
}

bool mishaps_happens(struct mishaps *mishaps, double rate)
{
	return rate > 0 && mk_rng_unit(&mishaps->rng) < rate;
}

/* ---- Mistakes ------------------------------------------------------------------------------- */

static bool is_card(const struct mishaps *mishaps, const struct mk_snapshot *seen, int slot)
{
	return mishaps->game->camera_sim->get(seen, slot).kind == MK_SLOT_CARD;
}

/* Two different slots with a front card. */
static bool choose_two(struct mishaps *mishaps, const struct mk_snapshot *seen, int *slots)
{
	const struct mk_camera_sim *rehearsal = mishaps->game->camera_sim;

	for (int i = 0; i < SWAP_TRIES; i++) {
		slots[0] = (int)mk_rng_below(&mishaps->rng, (uint32_t)rehearsal->slots);
		slots[1] = (int)mk_rng_below(&mishaps->rng, (uint32_t)rehearsal->slots);
		if (slots[0] != slots[1] && (rehearsal->seen >> slots[0] & 1) &&
			(rehearsal->seen >> slots[1] & 1) && is_card(mishaps, seen, slots[0]) &&
			is_card(mishaps, seen, slots[1])) {
			return true;
		}
	}
	return false;
}

/* Was the card in front turned up by the move? Then it lay nowhere in its pile before. */
static bool is_turned_up(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_view *before, const struct mk_snapshot *after)
{
	struct mk_slot front = mishaps->game->camera_sim->get(after, move.from);

	if (move.from == move.to || front.kind != MK_SLOT_CARD) {
		return false;
	}
	for (int index = 1; index <= MK_DECK; index++) {
		if (mishaps->game->card_at(before, move.from, index) == front.card) {
			return false;
		}
	}
	return true;
}

void mishaps_after_move(struct mishaps *mishaps, struct mk_move move, const struct mk_view *before,
	const struct mk_snapshot *after)
{
	mishaps->swap_pictures = mishaps->down_pictures = 0;
	if (mishaps_happens(mishaps, mishaps->habits.swap) &&
		choose_two(mishaps, after, mishaps->swapped)) {
		mishaps->swap_pictures = MISTAKE_PICTURES;
	}
	if (mishaps_happens(mishaps, mishaps->habits.forget) &&
		is_turned_up(mishaps, move, before, after)) {
		mishaps->face_down = move.from;
		mishaps->down_pictures = MISTAKE_PICTURES;
	}
}

static void exchange(const struct mishaps *mishaps, struct mk_snapshot *seen)
{
	const struct mk_camera_sim *rehearsal = mishaps->game->camera_sim;
	struct mk_slot one = rehearsal->get(seen, mishaps->swapped[0]);
	struct mk_slot other = rehearsal->get(seen, mishaps->swapped[1]);

	rehearsal->set(seen, mishaps->swapped[0], other);
	rehearsal->set(seen, mishaps->swapped[1], one);
}

void mishaps_distort(struct mishaps *mishaps, struct mk_snapshot *seen)
{
	if (mishaps->swap_pictures > 0) {
		mishaps->swap_pictures--;
		exchange(mishaps, seen);
	}
	if (mishaps->down_pictures > 0) {
		mishaps->down_pictures--;
		mishaps->game->camera_sim->set(
			seen, mishaps->face_down, (struct mk_slot){.kind = MK_SLOT_BACK});
	}
}

/* ---- Pictures ------------------------------------------------------------------------------- */

void mishaps_halve(const struct mishaps *mishaps, struct mk_move move,
	const struct mk_snapshot *before, struct mk_snapshot *after)
{
	const struct mk_camera_sim *rehearsal = mishaps->game->camera_sim;

	if (move.to < rehearsal->slots && move.to != move.from) {
		rehearsal->set(after, move.to, rehearsal->get(before, move.to));
	}
}
