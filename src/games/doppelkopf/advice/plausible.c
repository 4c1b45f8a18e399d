/* Likelihood of the other seats' reservations, and of their plays under the policy. */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/bidding.h"

#include "games/doppelkopf/table/table.h"

#include <math.h>
#include <string.h>

/* Number of deals of which one is chosen: more are closer to the exact distribution, and slower. */
enum { POOL = 4 };

/*
 * Steps of the Markov chain for a hand, and maximum number of deals drawn to fit the seats without
 * a reservation.
 */
enum { EXCHANGES = 96, MAX_DRAWS = 4 };

/*
 * Model of a seat: a random legal card with probability `anyhow`; otherwise a card with a rating
 * higher by 1 is chosen e^firmly times as often. These values maximize the total likelihood of the
 * plays of tree and search.
 */
static const double anyhow = 0.2;
static const float firmly = 1.5F;

/* ---- The way to the present table ----------------------------------------------------------- */

/*
 * Resets the table to the state before the first card, without the effects of cards and
 * announcements.
 */
static void rewind_table(const struct doko_table *now, struct doko_table *table)
{
	*table = *now;
	table->played = table->tricks = 0;
	table->re = table->contra = table->clarified = table->said_count = 0;
	table->must_announce = DOKO_NO_SEAT;
	if (table->type == DOKO_MARRIAGE) {
		table->partner = DOKO_NO_SEAT;
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

void doko_past_forget(struct doko_past *past)
{
	past->count = 0;
	past->has_words = past->has_solo = false;
	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		past->said[seat] = DOKO_RESERVATIONS;
		past->shown[seat] = 0;
	}
}

static bool has_spoken(const struct doko_table *table, int seat)
{
	return table->phase == DOKO_PLAYING ||
	       (table->phase == DOKO_RESERVING && ((seat - table->first) & 3) < table->asked);
}

/*
 * False for a mandatory solo, which says little about the hand, and, once cards are played, for a
 * reservation that was never named.
 */
static bool tells_something(const struct doko_table *table, int seat)
{
	bool unnamed = table->reservation[seat] == DOKO_RESERVE_SOME;

	return has_spoken(table, seat) && seat != table->forced &&
	       !(unnamed && table->phase == DOKO_PLAYING);
}

static void note_reservations(struct doko_past *past, const struct doko_view *view)
{
	const struct doko_table *table = &view->table;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		int said = table->reservation[seat];

		if (seat != view->seat && tells_something(table, seat)) {
			past->said[seat] = (uint8_t)said;
			past->has_words = true;
			past->has_solo |= said >= DOKO_RESERVE_SOLO;
		}
	}
	for (int i = 0; i < table->played; i++) {
		int seat = (table->leader[i / 4] + i % 4) & 3;

		past->shown[seat] = doko_add(past->shown[seat], table->card[i]);
	}
}

void doko_past_init(struct doko_past *past, const struct doko_view *view)
{
	const struct doko_table *now = &view->table;
	struct doko_table table;
	struct doko_actor seen;

	doko_past_forget(past);
	past->seat = view->seat;
	past->count = now->phase == DOKO_PLAYING ? now->played : 0;
	note_reservations(past, view);
	if (past->count == 0) {
		return;
	}
	doko_policy_init(&past->policy, now, NULL);
	rewind_table(now, &table);
	doko_actor_look(&seen, &table);
	for (int i = 0; i < past->count; i++) {
		say_again(now, &table);
		past->before[i] = table;
		past->gone[i] = seen.gone;
		memcpy(past->void_[i], seen.void_, sizeof seen.void_);
		doko_actor_see(&seen, now->card[i]);
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

/* The probability that a seat with these choices chooses `kind`. */
static double chance_of(const uint8_t kinds[], const float worth[], int count, int kind)
{
	float best = worth[0], all = 0, own = 0;

	for (int i = 1; i < count; i++) {
		best = fmaxf(best, worth[i]);
	}
	for (int i = 0; i < count; i++) {
		float share = expf(firmly * (worth[i] - best));

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
	int count;

	memcpy(mover.void_, past->void_[number], sizeof mover.void_);
	count = doko_policy_judge(&past->policy, &mover, kinds, worth);
	return count > 1 ? chance_of(kinds, worth, count, world->table.card[number]) : 1;
}

/* Walks backwards through the plays, returning the cards to the hands. */
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

/* ---- What was said ----------------------------------------------------------------------------
 */

/* Reservations other than solos. */
static const unsigned plain_reservations = ((1u << DOKO_RESERVE_SOLO) - 1) & ~(1u << DOKO_HEALTHY);

/* The probability that a seat with this hand, as it was dealt, makes its reservation. */
static double chance_of_word(
	const struct doko_past *past, const struct doko_table *table, int seat, doko_set hand)
{
	int said = past->said[seat], likeliest;
	unsigned allowed;

	if (doko_is_solo_reservation(said)) {
		return doko_solo_chance(table, hand, doko_solo_type(said));
	}
	if (said != DOKO_HEALTHY && said != DOKO_RESERVE_SOME) {
		return 1;
	}
	allowed = doko_reservations(table, seat, hand);
	if (said == DOKO_HEALTHY) {
		return 1 - doko_any_solo_chance(table, hand, allowed, &likeliest);
	}
	return allowed & plain_reservations
		       ? 1
		       : doko_any_solo_chance(table, hand, allowed, &likeliest);
}

static int any_card_of(doko_set hand, struct mk_rng *rng)
{
	for (uint32_t skip = mk_rng_below(rng, (uint32_t)doko_count(hand)); skip > 0; skip--) {
		hand &= hand - 1;
	}
	return doko_first(hand);
}

static int another_hidden_seat(const struct doko_past *past, int seat, struct mk_rng *rng)
{
	int other = (int)mk_rng_below(rng, DOKO_SEATS - 2);

	for (int i = 0; i < DOKO_SEATS; i++) {
		if (i != seat && i != past->seat && other-- == 0) {
			return i;
		}
	}
	return seat;
}

/* True if the seat may have `get` instead of `lose`. */
static bool may_change(
	const struct doko_constraints *facts, int seat, doko_set hand, int lose, int get)
{
	bool counted = seat == facts->counted_seat &&
		       !(facts->counted & DOKO_ONE(lose)) != !(facts->counted & DOKO_ONE(get));

	return (facts->can[seat] & DOKO_ONE(get)) && !counted && doko_copies(hand, get) < 2 &&
	       doko_copies(hand, lose) > doko_copies(facts->must[seat], lose);
}

/*
 * Exchanges cards between the seat and the other hidden ones until its hand fits its reservation: a
 * Metropolis chain over the consistent deals. (Of random deals, one in thirty has such a hand.)
 */
static void fit_hand(const struct doko_past *past, const struct doko_constraints *facts, int seat,
	struct mk_rng *rng, struct doko_world *world)
{
	doko_set *hand = world->hand, shown = past->shown[seat];
	double now = chance_of_word(past, &world->table, seat, doko_join(hand[seat], shown));

	for (int i = 0; i < EXCHANGES; i++) {
		int other = another_hidden_seat(past, seat, rng), give, get;
		doko_set changed;
		double then;

		if (!hand[seat] || !hand[other]) {
			continue;
		}
		give = any_card_of(hand[seat], rng);
		get = any_card_of(hand[other], rng);
		if (give == get || !may_change(facts, seat, hand[seat], give, get) ||
			!may_change(facts, other, hand[other], get, give)) {
			continue;
		}
		changed = doko_add(doko_remove(hand[seat], give), get);
		then = chance_of_word(past, &world->table, seat, doko_join(changed, shown));
		if (mk_rng_unit(rng) * now < then) {
			hand[seat] = changed;
			hand[other] = doko_add(doko_remove(hand[other], get), give);
			now = then;
		}
	}
}

/* The probability that all seats without a reservation would have made none. */
static double chance_of_health(const struct doko_past *past, const struct doko_world *world)
{
	double chance = 1;

	for (int seat = 0; seat < DOKO_SEATS; seat++) {
		if (past->said[seat] == DOKO_HEALTHY) {
			chance *= chance_of_word(past, &world->table, seat,
				doko_join(world->hand[seat], past->shown[seat]));
		}
	}
	return chance;
}

/* Samples a consistent deal that fits the reservations. */
static void draw(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world)
{
	if (!past->has_words) {
		doko_guess_from(view, sampler, rng, world);
		return;
	}
	for (int i = 0; i < MAX_DRAWS; i++) {
		doko_guess_from(view, sampler, rng, world);
		for (int seat = 0; past->has_solo && seat < DOKO_SEATS; seat++) {
			if (past->said[seat] != DOKO_RESERVATIONS &&
				past->said[seat] >= DOKO_RESERVE_SOLO) {
				fit_hand(past, &sampler->facts, seat, rng, world);
			}
		}
		if (mk_rng_unit(rng) < chance_of_health(past, world)) {
			break;
		}
	}
	if (past->has_solo && view->table.phase == DOKO_RESERVING) {
		memcpy(world->table.reservation, view->table.reservation,
			sizeof world->table.reservation);
		world->table.to_shift = view->table.to_shift;
		doko_name_reservations(&world->table, world->hand);
	}
}

/* ---- The whole ------------------------------------------------------------------------------ */

/*
 * Weighted reservoir sampling: each new deal replaces the kept one with its share of the total
 * likelihood so far.
 */
void doko_sample_weighted(const struct doko_past *past, const struct doko_view *view,
	const struct doko_sampler *sampler, struct mk_rng *rng, struct doko_world *world)
{
	struct doko_world drawn;
	double all;

	draw(past, view, sampler, rng, world);
	if (past->count == 0) {
		return;
	}
	all = play_history_likelihood(past, world);
	for (int i = 1; i < POOL; i++) {
		double chance;

		draw(past, view, sampler, rng, &drawn);
		chance = play_history_likelihood(past, &drawn);
		all += chance;
		if (mk_rng_unit(rng) * all < chance) {
			*world = drawn;
		}
	}
}
