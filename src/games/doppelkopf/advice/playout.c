/*
 * Playouts with the policy. A played card updates only the hand, the table, and the teams of a
 * marriage.
 */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/bidding.h"

#include <assert.h>
#include <string.h>

int doko_world_party(const struct doko_world *world, int seat)
{
	const struct doko_table *table = &world->table;

	if (table->type == DOKO_MARRIAGE && !table->clarified && seat != table->soloist) {
		return DOKO_TEAM_UNKNOWN;
	}
	return world->re >> seat & 1;
}

/*
 * Bound on successive bids: reservations, cards of a poverty both ways, announcements. There are
 * far fewer.
 */
enum { MAX_WORDS = 64 };

static bool bid_solo(const struct doko_company *company, const struct doko_world *world,
	struct mk_rng *rng, struct mk_move *move)
{
	const struct doko_table *table = &world->table;
	int seat = table->turn, said;
	double chance;

	if (!company->bids_solos || seat == company->seat || table->phase != DOKO_RESERVING ||
		table->forced == seat || doko_has_to_name(table, seat)) {
		return false;
	}
	chance = doko_any_solo_chance(
		table, world->hand[seat], doko_reservations(table, seat, world->hand[seat]), &said);
	*move = doko_reservation(seat, said, 0);
	return mk_rng_unit(rng) < chance;
}

/* Makes all bids that are due before the next card, including those before the play begins. */
static void speak(struct doko_world *world, const struct doko_company *company, struct mk_rng *rng)
{
	struct mk_move move;

	for (int words = 0; words < MAX_WORDS && world->table.turn != DOKO_NO_SEAT &&
			    (bid_solo(company, world, rng, &move) ||
				    doko_bid(&world->table, world->hand[world->table.turn],
					    world->re >> world->table.turn & 1, &move));
		words++) {
		doko_apply((struct mk_world *)world, move);
	}
}

static void play(struct doko_world *world, int kind)
{
	int seat = world->table.turn;

	world->hand[seat] = doko_remove(world->hand[seat], kind);
	doko_table_play(&world->table, kind);
	if (world->table.type == DOKO_MARRIAGE) {
		world->re = world->table.re;
	}
}

static bool goes_on(const struct doko_world *world, int tricks)
{
	return world->table.phase == DOKO_PLAYING && world->table.tricks < tricks;
}

/* True if a bid may be due: swines, or a mandatory announcement after the first trick. */
static bool may_speak(const struct doko_table *table)
{
	return table->rules.of[SWINES] || table->must_announce != DOKO_NO_SEAT;
}

static int any_card(doko_set legal, struct mk_rng *rng)
{
	uint32_t skip = mk_rng_below(rng, (uint32_t)doko_count(legal));

	while (skip--) {
		legal &= legal - 1;
	}
	return doko_first(legal);
}

void doko_luck_draw(struct doko_luck *luck, struct mk_rng *rng)
{
	uint64_t chance[sizeof *luck / sizeof(uint64_t)] = {0};

	_Static_assert(sizeof chance == sizeof *luck, "luck is whole words");
	for (size_t i = 0; i < sizeof chance / sizeof *chance; i++) {
		chance[i] = mk_rng_next(rng);
	}
	memcpy(luck, chance, sizeof *luck);
}

static int slipped_card(const struct doko_luck *luck, int seat, doko_set legal)
{
	int slipped = doko_first(legal);

	for (legal &= legal - 1; legal; legal &= legal - 1) {
		if (luck->slipped[seat][doko_first(legal)] > luck->slipped[seat][slipped]) {
			slipped = doko_first(legal);
		}
	}
	return slipped;
}

/* Amount that a preference of 255 adds to the worth of a card. */
static const float whim = 0.64F;

static int card_of(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct doko_company *company, const struct doko_luck *luck)
{
	doko_set legal = doko_legal_cards(mover->table, mover->hand) & DOKO_ONE_EACH;
	int seat = mover->seat, count, best = 0;
	uint8_t kinds[DOKO_KINDS];
	float worth[DOKO_KINDS];

	if (!(legal & (legal - 1))) {
		return doko_first(legal);
	}
	if (seat != company->seat && luck->slip[seat][mover->table->tricks] < company->slips) {
		return slipped_card(luck, seat, legal);
	}
	count = doko_policy_judge(policy, mover, kinds, worth);
	assert(count > 1);
	for (int i = 0; i < count; i++) {
		worth[i] += whim * (1.0F / 255) * (float)luck->fancy[seat][kinds[i]];
		best = worth[i] > worth[best] ? i : best;
	}
	return kinds[best];
}

static const struct doko_company sound = {.seat = DOKO_NO_SEAT};

void doko_playout(struct doko_world *world, int tricks, struct mk_rng *rng)
{
	doko_playout_noisy(world, tricks, &sound, rng);
}

void doko_playout_noisy(struct doko_world *world, int tricks, const struct doko_company *company,
	struct mk_rng *rng)
{
	const struct doko_luck *luck = company->luck;
	struct doko_luck drawn;
	struct doko_policy policy;
	struct doko_actor mover;

	speak(world, company, rng);
	if (!goes_on(world, tricks)) {
		return;
	}
	if (!luck) {
		doko_luck_draw(&drawn, rng);
		luck = &drawn;
	}
	doko_policy_init(&policy, &world->table, company->weights);
	doko_actor_look(&mover, &world->table);
	while (goes_on(world, tricks)) {
		int kind;

		if (may_speak(&world->table)) {
			speak(world, company, rng);
		}
		mover.seat = world->table.turn;
		mover.hand = world->hand[mover.seat];
		mover.party = (uint8_t)doko_world_party(world, mover.seat);
		kind = card_of(&policy, &mover, company, luck);
		doko_actor_see(&mover, kind);
		play(world, kind);
	}
}

void doko_playout_random(struct doko_world *world, int tricks, struct mk_rng *rng)
{
	speak(world, &sound, rng);
	while (goes_on(world, tricks)) {
		doko_set hand = world->hand[world->table.turn];

		if (may_speak(&world->table)) {
			speak(world, &sound, rng);
		}
		play(world, any_card(doko_legal_cards(&world->table, hand) & DOKO_ONE_EACH, rng));
	}
}
