/* Cards that a picture shows at two places. */
#include "games/klondike/tracking/twice.h"

#include "games/klondike/tracking/likelihood.h"

#include <math.h>

/* A reading counts from here on: two that are more likely right than wrong cannot both be. */
static const float even = 0.5F;

/* ---- Readings ------------------------------------------------------------------------------- */

/* The slot shows a card that is likelier right than wrong. */
static bool is_likely(const struct klondike_reading *reading)
{
	return reading->seen == SEEN_CARD && reading->candidates && reading->candidate[0].p > even;
}

/* How likely the front card of a slot is right; 0 where it is no card, or likelier wrong. */
static float trust_in(const struct klondike_reading *reading, float confidence)
{
	return is_likely(reading)
		       ? fminf(reading->candidate[0].p, fminf(confidence, klondike_typed))
		       : 0;
}

static float odds_of(float p)
{
	return p / (1 - p);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

/* The cards of a pile that are listed, and how many lie beneath the front one. */
struct list {
	mk_card *card;
	int beneath;
};

static struct list list_at(struct klondike_sighting *seen, int position)
{
	if (position < COLUMNS && seen->run[position]) {
		return (struct list){seen->up[position], seen->run[position] - 1};
	}
	if (position == DRAW_PILE && seen->waste_count) {
		return (struct list){seen->waste, seen->waste_count - 1};
	}
	return (struct list){NULL, 0};
}

/* ---- Cards that are read twice -------------------------------------------------------------- */

struct readings {
	mk_cards once, twice;
};

static void note(struct readings *readings, mk_card card)
{
	mk_cards bit = MK_CARD_BIT(card) & MK_WHOLE_DECK;

	readings->twice |= readings->once & bit;
	readings->once |= bit;
}

static mk_cards read_twice(struct klondike_sighting *seen)
{
	struct readings readings = {0, 0};

	for (int position = 0; position < POSITIONS; position++) {
		struct list list = list_at(seen, position);

		for (int i = 0; i < list.beneath; i++) {
			note(&readings, list.card[i]);
		}
		if (is_likely(&seen->slot[position])) {
			note(&readings, seen->slot[position].candidate[0].card);
		}
	}
	return readings.twice;
}

/* ---- Doubt ---------------------------------------------------------------------------------- */

/* The odds of all readings of the card, together. */
static float odds_of_all(struct klondike_sighting *seen, mk_card card, float confidence)
{
	float sum = 0;

	for (int position = 0; position < POSITIONS; position++) {
		const struct klondike_reading *reading = &seen->slot[position];
		struct list list = list_at(seen, position);

		for (int i = 0; i < list.beneath; i++) {
			sum += list.card[i] == card ? odds_of(fminf(confidence, klondike_typed))
						    : 0;
		}
		sum += reading->candidate[0].card == card ? odds_of(trust_in(reading, confidence))
							  : 0;
	}
	return sum;
}

/* The likeliest candidate may not be it any more. */
static void sort(struct klondike_reading *reading)
{
	for (int i = 1; i < reading->candidates; i++) {
		for (int k = i; k > 0 && reading->candidate[k].p > reading->candidate[k - 1].p;
			k--) {
			struct klondike_reading swapped = *reading;

			reading->candidate[k] = swapped.candidate[k - 1];
			reading->candidate[k - 1] = swapped.candidate[k];
		}
	}
}

/*
 * The card has `share` of the chances, its other candidates what they had of the rest. A plain code
 * that is likelier wrong tells nothing: kept, it would make the same code in the next picture look
 * like a misreading that comes again.
 */
static void doubt_front(struct klondike_reading *reading, float trusted, float share)
{
	float more = (1 - share) / (1 - trusted);

	if (share <= even && reading->candidates == 1) {
		*reading = (struct klondike_reading){.seen = UNREADABLE};
		return;
	}
	/* What is named nowhere may be any card, this one too. */
	reading->candidate[0].p = fmaxf(share - (1 - share) / MK_DECK, 0);
	for (int i = 1; i < reading->candidates; i++) {
		reading->candidate[i].p *= more;
	}
	sort(reading);
}

static void doubt_card(struct klondike_sighting *seen, mk_card card, float confidence)
{
	float sum = odds_of_all(seen, card, confidence);

	for (int position = 0; position < POSITIONS; position++) {
		struct klondike_reading *reading = &seen->slot[position];
		float trusted = trust_in(reading, confidence);
		struct list list = list_at(seen, position);

		for (int i = 0; i < list.beneath; i++) {
			list.card[i] = list.card[i] == card ? MK_NO_CARD : list.card[i];
		}
		if (trusted > 0 && reading->candidate[0].card == card) {
			doubt_front(reading, trusted, odds_of(trusted) / (1 + sum));
			if (list.card) {
				list.card[list.beneath] = MK_NO_CARD;
			}
		}
	}
}

void klondike_doubt_twice(struct klondike_sighting *seen, float confidence)
{
	for (mk_cards rest = read_twice(seen); rest; rest &= rest - 1) {
		doubt_card(seen, (mk_card)__builtin_ctzll(rest), confidence);
	}
}
