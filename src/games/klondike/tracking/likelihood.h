/*
 * Log-likelihoods of the values of a slot, from one snapshot or several of the same table.
 *
 * The values of a slot are the cards, MK_NO_CARD for an empty place and SLOT_BACK for a face-down
 * card; a set of them is an mk_cards. No reading is trusted more than `confidence` (at most 1). The
 * rest, and the probability that the candidates leave up to 1, is spread over all values.
 */
#ifndef KLONDIKE_TRACKING_LIKELIHOOD_H
#define KLONDIKE_TRACKING_LIKELIHOOD_H

#include "games/klondike/table/table.h"

enum { SLOT_BACK = 1, SLOT_VALUES = MK_LAST_CARD + 1 };

#define SLOT_EMPTY_BIT MK_CARD_BIT(MK_NO_CARD)
#define SLOT_BACK_BIT MK_CARD_BIT(SLOT_BACK)
#define SLOT_ANYTHING (~(mk_cards)0)

/* Default trust in a plain code: as in a typed one. */
static const float klondike_trust = 1;

/* Trust in a plain code that is known to be typed by a person: these are rarely wrong. */
static const float klondike_typed = 0.99999F;

/* Default probability that a misreading repeats. */
static const float klondike_repeats = 0.02F;

/*
 * A reading that is wrong with a higher probability than this is doubtful. A doubt has a cause that
 * lasts (the light, the print of the card), so that the same reading again is no new evidence.
 */
static const float klondike_doubtful = 0.1F;

/* Default probability that a snapshot shows an unchanged table. */
static const float klondike_unchanged = 0.5F;

/* Default probability that a snapshot after an unclear one shows the same table. */
static const float klondike_as_wanted = 0.8F;

/* Default probability that a change is several moves although no snapshot is missing. */
static const float klondike_several = 0.08F;

/* Default probability that a player follows the suggestion. */
static const float klondike_followed = 0.85F;

/* Lower bound on all probabilities, also for readings that are fully trusted. */
static const float klondike_slip = 1e-20F;

struct likelihood {
	mk_cards named[POSITIONS];        /* values named by a snapshot */
	float of[POSITIONS][SLOT_VALUES]; /* their log-likelihoods, else undefined */
	float others[POSITIONS]; /* log-likelihood of every other value that does not resemble a
				    card that was read */
	/* Number of independent snapshots that read the card; undefined if none named it. */
	uint8_t times[POSITIONS][SLOT_VALUES];
	unsigned read;           /* slots with at least one reading */
	unsigned once;           /* slots whose only reading is one plain code */
	float once_margin;       /* the margin of each of these, see likelihood_margins() */
	unsigned shown;          /* slots that the snapshots have, unreadable ones included */
	uint8_t stock_last;      /* the reading of the stock in the preceding snapshot */
	float stock_backs;       /* log-odds that face-down cards lie in the stock */
	uint8_t last[POSITIONS]; /* the value of a read slot in the preceding snapshot */
};

void likelihood_init(struct likelihood *likelihood);

/*
 * The log-likelihood of a value that no snapshot named; it is higher if the value is easily read as
 * a named card.
 */
float likelihood_of_unnamed(const struct likelihood *likelihood, int position, int value);

/* The log-likelihood of a value. */
static inline float likelihood_of(const struct likelihood *likelihood, int position, int value)
{
	return likelihood->named[position] & MK_CARD_BIT(value)
		       ? likelihood->of[position][value]
		       : likelihood_of_unnamed(likelihood, position, value);
}

/* Forgets all readings of the slot: every value has the log-likelihood `others`. */
void likelihood_forget(struct likelihood *likelihood, int position, float others);

/* Sets the log-likelihood of one value from another source than a snapshot. */
void likelihood_set(struct likelihood *likelihood, int position, int value, float of);

/*
 * Adds a snapshot of the same table. A reading that equals the preceding one may be a repeated
 * misreading (probability `repeats`) and counts less; repeated candidates of which none is likelier
 * than 0.9 (`klondike_doubtful`) do not count at all.
 */
void likelihood_add(struct likelihood *likelihood, const struct klondike_snapshot *seen,
	float confidence, float repeats);

/* The likeliest value of a slot that was read. */
int likelihood_best(const struct likelihood *likelihood, int position);

/* Minimum log-odds at which a value that was named alone is the only plausible one. */
static const float likelihood_clear = 4;

/*
 * For each slot the minimum log-odds of the named value against every other one; 0 if several
 * values or none are named.
 */
void likelihood_margins(const struct likelihood *likelihood, float margins[POSITIONS]);

/*
 * The plausible values of a slot; SLOT_ANYTHING if there is no reading, or if the implausible
 * values together are likelier.
 */
mk_cards likelihood_plausible(const struct likelihood *likelihood, int position);

/* True if the card `real` is easily read as `read`. */
bool likelihood_confuses(mk_card read, mk_card real);

/* Log-share of the misreadings of the card `real` that read `read`. */
float likelihood_misread(mk_card read, mk_card real);

/* The probability of `value` among `among`, with equal priors. */
float likelihood_share(
	const struct likelihood *likelihood, int position, int value, mk_cards among);

/* The logarithm of the sum of the likelihoods of the values in `among`. */
float likelihood_of_one_of(const struct likelihood *likelihood, int position, mk_cards among);

#endif
