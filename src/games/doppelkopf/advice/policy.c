/*
 * Each card is worth what its trick will bring to the own side, less what the card is worth later.
 *
 * The numbers are rough; they were chosen by letting variants play each other.
 */
#include "games/doppelkopf/advice/policy.h"
#include "games/doppelkopf/knowledge/view.h"

#include <assert.h>
#include <string.h>

/* ---- What does not change ------------------------------------------------------------------- */

/* Reasons to keep a good trump for later: the highest keep about half of a trick's points. */
static float cost_of(const struct doko_table *table, const struct doko_order *order, int kind)
{
	int power = doko_power(table, order, kind);

	if (order->colour_of[kind] != DOKO_TRUMP) {
		return kind % DOKO_RANKS == DOKO_ACE ? 3 : 0;
	}
	if (power >= 64) {
		return 9;
	}
	if (power >= 32) {
		return 1.5F + 0.25F * (float)(power - 32);
	}
	return kind == DOKO_FOX ? 2 : 0.5F;
}

void doko_policy_init(struct doko_policy *policy, const struct doko_table *table)
{
	const struct doko_order *order = doko_table_order(table);
	int power[DOKO_KINDS];

	policy->order = order;
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		power[kind] = doko_power(table, order, kind);
		policy->cost[kind] = cost_of(table, order, kind);
	}
	for (int kind = 0; kind < DOKO_KINDS; kind++) {
		int colour = order->colour_of[kind];

		policy->higher[kind] = colour == DOKO_TRUMP ? 0 : order->colour[DOKO_TRUMP];
		for (int other = 0; other < DOKO_KINDS; other++) {
			if (order->colour_of[other] == colour && power[other] > power[kind]) {
				policy->higher[kind] |= DOKO_BOTH(other);
			}
		}
	}
}

/* ---- One decision --------------------------------------------------------------------------- */

struct trick {
	int count, led, best; /* `best` is the kind that wins so far */
	int best_seat;
	int augen;
	int behind; /* seats that play later */
	int foes;   /* of them, those that are not known to be partners */
	doko_set unseen;
};

/* How likely a seat is on the own side, from -1 (surely not) to 1. */
static float side(const struct doko_actor *mover, int seat)
{
	unsigned own = mover->party == DOKO_RE ? mover->table->re : mover->table->contra;
	unsigned other = mover->party == DOKO_RE ? mover->table->contra : mover->table->re;

	if (seat == mover->seat) {
		return 1;
	}
	if (mover->party == DOKO_TEAM_UNKNOWN) {
		return 0;
	}
	if (own >> seat & 1) {
		return 1;
	}
	return other >> seat & 1 ? -1 : -0.33F;
}

static void look_at_trick(const struct doko_actor *mover, struct trick *trick)
{
	const struct doko_table *table = mover->table;
	int first = table->played & ~3;

	trick->count = table->played & 3;
	trick->augen = 0;
	trick->behind = 3 - trick->count;
	trick->foes = 0;
	for (int i = 0; i < trick->count; i++) {
		trick->augen += doko_card_points[table->card[first + i]];
	}
	for (int i = 1; i <= trick->behind; i++) {
		trick->foes += side(mover, (mover->seat + i) & 3) < 1;
	}
	trick->unseen = doko_without(
		doko_deck(table->rules.of[NINES]), doko_join(mover->hand, mover->gone));
	if (trick->count) {
		bool last = table->tricks == doko_hand_size(table) - 1;
		int place = doko_best_card(table, table->card + first, trick->count, last);

		trick->led = doko_table_order(table)->colour_of[table->card[first]];
		trick->best = table->card[first + place];
		trick->best_seat = (table->leader[table->tricks] + place) & 3;
	}
}

/* How likely a card keeps the trick, with so many unseen cards above it. */
static float holds(const struct doko_policy *policy, const struct trick *trick, int kind)
{
	const struct doko_order *order = policy->order;
	int colour = order->colour_of[kind];
	int higher = doko_count(trick->unseen & policy->higher[kind] & order->colour[colour]);
	float foes = (float)trick->foes;

	if (trick->foes == 0) {
		return 1;
	}
	if (colour == DOKO_TRUMP) {
		return 1 / (1 + 0.12F * (float)higher * foes);
	}
	if (!(trick->unseen & order->colour[DOKO_TRUMP])) {
		return 1 / (1 + 0.3F * (float)higher * foes);
	}
	/* Side suits: the fewer cards are left, the sooner another seat trumps. */
	static const float follow[] = {0.05F, 0.1F, 0.15F, 0.25F, 0.42F, 0.6F, 0.72F, 0.8F, 0.85F};
	int left = doko_count(trick->unseen & order->colour[colour]);
	float alone = follow[left > 8 ? 8 : left];

	if (trick->behind < 3) {
		alone = 1 - (1 - alone) * foes / 3;
	}
	return alone / (1 + 0.3F * (float)higher * foes);
}

static bool takes(const struct doko_policy *policy, const struct trick *trick, int kind)
{
	const struct doko_order *order = policy->order;
	int colour = order->colour_of[kind], best = order->colour_of[trick->best];

	if (trick->count == 0) {
		return true;
	}
	if (colour != DOKO_TRUMP && colour != trick->led) {
		return false;
	}
	return (policy->higher[trick->best] & DOKO_ONE(kind)) != 0 &&
	       (colour == DOKO_TRUMP || colour == best);
}

/* The value of a special point, in card points. */
enum { POINT = 9 };

static float worth_of(const struct doko_policy *policy, const struct doko_actor *mover,
	const struct trick *trick, int kind)
{
	float augen = (float)(trick->augen + doko_card_points[kind]) + 4.0F * (float)trick->behind;
	bool fox = kind == DOKO_FOX && mover->table->type <= DOKO_POVERTY;
	float keep = policy->cost[kind], chance, sign;

	if (takes(policy, trick, kind)) {
		chance = holds(policy, trick, kind);
		sign = 1;
	} else {
		chance = holds(policy, trick, trick->best);
		sign = side(mover, trick->best_seat);
	}
	augen += fox ? POINT : 0;
	return sign * (2 * chance - 1) * augen - keep;
}

int doko_policy_judge(const struct doko_policy *policy, const struct doko_actor *mover,
	uint8_t kinds[DOKO_KINDS], float worth[DOKO_KINDS])
{
	doko_set legal = doko_legal_cards(mover->table, mover->hand) & DOKO_ONE_EACH;
	struct trick trick = {.count = 0};
	int count = 0;

	look_at_trick(mover, &trick);
	for (; legal; legal &= legal - 1, count++) {
		kinds[count] = (uint8_t)doko_first(legal);
		worth[count] = worth_of(policy, mover, &trick, kinds[count]);
	}
	return count;
}

int doko_policy_card(
	const struct doko_policy *policy, const struct doko_actor *mover, struct mk_rng *rng)
{
	doko_set legal = doko_legal_cards(mover->table, mover->hand) & DOKO_ONE_EACH;
	uint8_t kinds[DOKO_KINDS];
	float worth[DOKO_KINDS];
	uint64_t chance = rng ? mk_rng_next(rng) : 0;
	int count, best = 0;

	if (!(legal & (legal - 1))) {
		return doko_first(legal);
	}
	count = doko_policy_judge(policy, mover, kinds, worth);
	assert(count > 1);
	for (int i = 0; i < count; i++) {
		worth[i] += 0.4F * (float)(chance >> 4 * (i & 15) & 15);
		best = worth[i] > worth[best] ? i : best;
	}
	return kinds[best];
}
