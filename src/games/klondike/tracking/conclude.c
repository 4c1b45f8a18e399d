/* Filling a finding with what was accepted. */
#include "games/klondike/tracking/conclude.h"

#include "games/klondike/text/notation.h"
#include "games/klondike/text/words.h"

void conclude_unreadable(struct mk_finding *finding, unsigned slots)
{
	for (; slots && finding->unreadable_count < MK_MAX_PLACES; slots &= slots - 1) {
		finding->unreadable[finding->unreadable_count++] = (uint8_t)__builtin_ctz(slots);
	}
}

void conclude_revealed(struct mk_finding *finding, int position, mk_card card, int index)
{
	if (finding->revealed_count < MK_MAX_REVEALED) {
		finding->revealed[finding->revealed_count++] =
			(struct mk_place){(uint8_t)position, card, (uint8_t)index};
	}
}

void conclude_step(struct mk_finding *finding, const struct klondike_view *before,
	const struct mk_played_move *step)
{
	int position = klondike_turns_up(before, step->move, NULL);

	finding->moves[finding->move_count++] = *step;
	if (position != MK_NO_SEAT && step->revealed != MK_NO_CARD) {
		conclude_revealed(finding, position, step->revealed, 0);
	}
}

struct mk_conflict *conclude_clash(
	struct mk_finding *finding, int position, enum klondike_clash reason, mk_card card)
{
	struct mk_conflict *clash = &finding->conflicts[finding->conflict_count++];

	*clash = (struct mk_conflict){.position = (uint8_t)position,
		.reason = (uint8_t)reason,
		.at = (uint8_t)position,
		.seen = card};
	return clash;
}

enum mk_status conclude_conflict(const struct mk_finding *finding, struct mk_error *error)
{
	char where[32];
	char what[160];
	struct mk_text text;

	mk_text_fixed(&text, where, sizeof where);
	mk_piles_write_place(&text, klondike_piles, finding->conflicts[0].position);
	mk_text_fixed(&text, what, sizeof what);
	klondike_say_clash(&text, MK_ENGLISH, &finding->conflicts[0]);
	return mk_fail(error, MK_CONFLICT, "snapshot_contradiction", where, "%s", what);
}
