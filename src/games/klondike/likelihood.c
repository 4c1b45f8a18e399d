/* Readings to log-likelihoods. */
#include "games/klondike/likelihood.h"

#include <math.h>

/* All that a slot can hold, and how many values that are. */
static const mk_cards everything = MK_WHOLE_DECK | SLOT_EMPTY_BIT | SLOT_BACK_BIT;
enum { THINGS = MK_DECK + 2 };

/* A value is plausible when the best one is at most this much likelier: 20 times. */
static const float plausible_distance = 3;

/* ... and the only plausible one when it is likelier than each other by more than their number. */
static const float clear_distance = 4;

/* All values together that are so much less likely than a plausible one do not count. */
static const float negligible = -20;

/* ---- One reading ---------------------------------------------------------------------------- */

/* How far a picture is trusted. Its readings mostly have the same shares, which have one logarithm.
 */
struct trust {
	float confidence, repeats;
	struct last_log {
		float of, log;
	} rest, share;
};

static float log_of(struct last_log *last, float number)
{
	if (last->of != number) {
		*last = (struct last_log){number, logf(number)};
	}
	return last->log;
}

static float at_most(float share, float confidence)
{
	return share < confidence ? share : confidence;
}

/* What the named values leave is shared by all of them alike. */
static void add_named(
	float *of, const int *value, const float *share, int count, struct trust *trust)
{
	float rest = 1;
	float anything;

	for (int i = 0; i < count; i++) {
		rest -= share[i];
	}
	rest = (rest > 0 ? rest : 0) / THINGS;
	anything = log_of(&trust->rest, rest + klondike_slip);
	for (int i = 0; i < SLOT_VALUES; i++) {
		of[i] += anything;
	}
	for (int i = 0; i < count; i++) {
		of[value[i]] += log_of(&trust->share, share[i] + rest) - anything;
	}
}

/* The same value once more: it is so, or the misreading repeats. */
static void add_again(float *of, const int *value, const float *share, int count, float repeats)
{
	float wrong = logf(repeats);

	for (int i = 0; i < SLOT_VALUES; i++) {
		of[i] += wrong;
	}
	for (int i = 0; i < count; i++) {
		of[value[i]] += share[i] > repeats ? logf(share[i]) - wrong : 0;
	}
}

static int read_candidates(
	const struct klondike_reading *reading, int *value, float *share, float confidence)
{
	for (int i = 0; i < reading->candidates; i++) {
		value[i] = reading->candidate[i].card;
		share[i] = at_most(reading->candidate[i].p, confidence);
	}
	return reading->candidates;
}

/* The values that the reading names, with their shares; none where it says nothing. */
static int name_values(
	const struct klondike_reading *reading, int *value, float *share, float confidence)
{
	value[0] = MK_NO_CARD;
	share[0] = confidence;
	switch ((enum klondike_seen)reading->seen) {
	case SEEN_CARD:
		return read_candidates(reading, value, share, confidence);
	case SEEN_BACK:
		value[0] = SLOT_BACK;
		return 1;
	case SEEN_EMPTY:
		return 1;
	case NOT_TOLD:
	case UNREADABLE:
		break;
	}
	return 0;
}

/* ---- Pictures ------------------------------------------------------------------------------- */

void likelihood_init(struct likelihood *likelihood)
{
	memset(likelihood, 0, sizeof *likelihood);
}

static void add_stock(struct likelihood *likelihood, uint8_t seen, float confidence, float repeats)
{
	bool again = likelihood->stock_last == seen && repeats > 0;
	float odds = logf(confidence / ((again ? repeats : 1 - confidence) + klondike_slip));

	likelihood->stock_backs += seen == SEEN_BACK ? odds : seen == SEEN_EMPTY ? -odds : 0;
	likelihood->stock_last = seen;
}

static void add_slot(struct likelihood *likelihood, int position,
	const struct klondike_reading *reading, struct trust *trust)
{
	unsigned bit = 1U << position;
	int value[4];
	float share[4];
	int count = name_values(reading, value, share, trust->confidence);

	likelihood->shown |= reading->seen == NOT_TOLD ? 0 : bit;
	if (count == 0) {
		return;
	}
	if (likelihood->read & bit && likelihood->last[position] == value[0] &&
		trust->repeats > 0) {
		add_again(likelihood->of[position], value, share, count, trust->repeats);
	} else {
		add_named(likelihood->of[position], value, share, count, trust);
	}
	for (int i = 0; i < count; i++) {
		likelihood->named[position] |= MK_CARD_BIT(value[i]);
	}
	likelihood->read |= bit;
	likelihood->last[position] = (uint8_t)value[0];
}

void likelihood_add(struct likelihood *likelihood, const struct klondike_sighting *seen,
	float confidence, float repeats)
{
	struct trust trust = {confidence, repeats, {1, 0}, {1, 0}};

	for (int position = 0; position < POSITIONS; position++) {
		add_slot(likelihood, position, &seen->slot[position], &trust);
	}
	add_stock(likelihood, seen->stock_seen, confidence, repeats);
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* The values that no picture named; the first of them stands for all. */
static mk_cards unnamed(const struct likelihood *likelihood, int position)
{
	return everything & ~likelihood->named[position];
}

static mk_cards first_of(mk_cards values)
{
	return values & (0 - values);
}

int likelihood_best(const struct likelihood *likelihood, int position)
{
	const float *of = likelihood->of[position];
	mk_cards rest = likelihood->named[position] | first_of(unnamed(likelihood, position));
	int best = MK_NO_CARD;

	for (; rest; rest &= rest - 1) {
		int value = __builtin_ctzll(rest);

		best = of[value] > of[best] ? value : best;
	}
	return best;
}

float likelihood_share(const struct likelihood *likelihood, int position, int value, mk_cards among)
{
	const float *of = likelihood->of[position];
	mk_cards alike = among & ~likelihood->named[position];
	float sum = 0;

	if (alike) {
		sum = (float)__builtin_popcountll(alike) *
		      expf(of[__builtin_ctzll(alike)] - of[value]);
	}
	for (mk_cards rest = among & likelihood->named[position]; rest; rest &= rest - 1) {
		sum += expf(of[__builtin_ctzll(rest)] - of[value]);
	}
	return sum > 0 ? 1 / sum : 0;
}

/* Values on both sides of what is plausible, and how much speaks for each side. */
struct sides {
	float least;
	mk_cards plausible;
	float inside, outside;
};

/* `values` are alike, all as likely as `of`. */
static void add_side(struct sides *sides, mk_cards values, float of)
{
	float above = of - sides->least;
	float share = above < negligible ? 0 : (float)__builtin_popcountll(values) * expf(above);

	if (above >= 0) {
		sides->plausible |= values;
		sides->inside += share;
	} else {
		sides->outside += share;
	}
}

/* Only one value was named, and so clearly that all others together speak less for themselves. */
static bool is_clear(const float *of, mk_cards named, mk_cards others)
{
	return named && (named & (named - 1)) == 0 &&
	       of[__builtin_ctzll(named)] - of[__builtin_ctzll(others)] > clear_distance;
}

mk_cards likelihood_plausible(const struct likelihood *likelihood, int position)
{
	const float *of = likelihood->of[position];
	mk_cards others = unnamed(likelihood, position);
	struct sides sides = {.plausible = 0};

	if ((likelihood->read & 1U << position) == 0) {
		return SLOT_ANYTHING;
	}
	if (is_clear(of, likelihood->named[position], others)) {
		return likelihood->named[position];
	}
	sides.least = of[likelihood_best(likelihood, position)] - plausible_distance;
	for (mk_cards rest = likelihood->named[position]; rest; rest &= rest - 1) {
		add_side(&sides, first_of(rest), of[__builtin_ctzll(rest)]);
	}
	if (others) {
		add_side(&sides, others, of[__builtin_ctzll(others)]);
	}
	return sides.inside >= sides.outside ? sides.plausible : SLOT_ANYTHING;
}
