/* The likelihood of the others' plays under the policy. */
#include "games/doppelkopf/advice/policy.h"

#include "games/doppelkopf/table/table.h"

#include <math.h>

/* Deals to choose from: more of them, and the choice is closer to the right one and slower. */
enum { POOL = 8 };

/* Any legal card now and then; what differs by `nearly` Augen is chosen e times as often. */
static const double anyhow = 0.3;
static const float nearly = 5;

/* ---- The way to the present table ----------------------------------------------------------- */

/* The table before the first card: what comes of cards and announcements is not there yet. */
static void rewind_table(const struct doko_table *now, struct doko_table *table)
{
	*table = *now;
	table->played = table->tricks = 0;
	table->re = table->contra = table->clarified = table->said_count = 0;
	table->must_announce = DOKO_NOBODY;
	if (table->type == DOKO_MARRIAGE) {
		table->partner = DOKO_NOBODY;
	}
	for (int party = DOKO_KONTRA; party <= DOKO_RE; party++) {
		table->level[party] = table->late[party] = 0;
	}
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		table->augen[seat] = table->won[seat] = 0;
	}
	doko_table_lead(table);
}

static void say_again(const struct doko_table *now, struct doko_table *table)
{
	while (table->said_count < now->said_count &&
		now->said[table->said_count].played == table->played) {
		const struct doko_said *said = &now->said[table->said_count];

		doko_table_announce(table, said->seat, said->party, said->level);
	}
}

void doko_past_init(struct doko_past *past, const struct doko_view *view)
{
	const struct doko_table *now = &view->table;
	struct doko_table table;
	doko_set gone = 0;

	past->seat = view->seat;
	past->count = now->phase == DOKO_PLAYING ? now->played : 0;
	if (past->count == 0) {
		return;
	}
	doko_policy_init(&past->policy, now);
	rewind_table(now, &table);
	for (int i = 0; i < past->count; i++) {
		say_again(now, &table);
		past->before[i] = table;
		past->gone[i] = gone;
		gone = doko_add(gone, now->card[i]);
		doko_table_play(&table, now->card[i]);
	}
}

/* ---- Chances -------------------------------------------------------------------------------- */

static int party_then(const struct doko_table *table, const struct doko_world *world, int seat)
{
	if (table->type == DOKO_MARRIAGE && !table->clarified && seat != table->soloist) {
		return DOKO_TEAM_UNKNOWN;
	}
	return world->re >> seat & 1;
}

/* That a seat which could choose among these chose `kind`. */
static double chance_of(const uint8_t kinds[], const float worth[], int count, int kind)
{
	float best = worth[0], all = 0, own = 0;

	for (int i = 1; i < count; i++) {
		best = fmaxf(best, worth[i]);
	}
	for (int i = 0; i < count; i++) {
		float share = expf((worth[i] - best) / nearly);

		all += share;
		own += kinds[i] == kind ? share : 0;
	}
	return anyhow / count + (1 - anyhow) * (double)(own / all);
}

static double chance_of_play(const struct doko_past *past, const struct doko_world *world,
	int number, int seat, doko_set hand)
{
	const struct doko_table *table = &past->before[number];
	struct doko_actor mover = {.table = table,
		.hand = hand,
		.gone = past->gone[number],
		.seat = (uint8_t)seat,
		.party = (uint8_t)party_then(table, world, seat)};
	uint8_t kinds[DOKO_KINDS];
	float worth[DOKO_KINDS];
	int count = doko_policy_judge(&past->policy, &mover, kinds, worth);

	return count > 1 ? chance_of(kinds, worth, count, world->table.card[number]) : 1;
}

/* Backwards, the cards come back into the hands. */
double play_history_likelihood(const struct doko_past *past, const struct doko_world *world)
{
	doko_set hand[DOKO_SEATS];
	double chance = 1;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		hand[seat] = world->hand[seat];
	}
	for (int i = past->count - 1; i >= 0; i--) {
		int seat = past->before[i].turn;

		hand[seat] = doko_add(hand[seat], world->table.card[i]);
		if (seat != past->seat) {
			chance *= chance_of_play(past, world, i, seat, hand[seat]);
		}
	}
	return chance;
}

/* Of those drawn so far each stays with its share of the chances: one pass, one deal kept. */
void doko_sample_weighted(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world)
{
	struct doko_world drawn;
	double all;

	doko_guess_from(view, sampler, rng, world);
	if (past->count == 0) {
		return;
	}
	all = play_history_likelihood(past, world);
	for (int i = 1; i < POOL; i++) {
		double chance;

		doko_guess_from(view, sampler, rng, &drawn);
		chance = play_history_likelihood(past, &drawn);
		all += chance;
		if (mk_rng_unit(rng) * all < chance) {
			*world = drawn;
		}
	}
}
