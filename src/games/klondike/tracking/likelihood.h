/*
 * Readings of a slot as log-likelihoods: how well each value explains one picture, or several of
 * the same table.
 *
 * The values of a slot are the cards, MK_NO_CARD for an empty place and SLOT_BACK for a face-down
 * card; a set of them is an mk_cards. No reading is trusted further than `confidence` (at most 1):
 * the rest, and the probability that candidates leave up to 1, may be anything.
 */
#ifndef KLONDIKE_TRACKING_LIKELIHOOD_H
#define KLONDIKE_TRACKING_LIKELIHOOD_H

#include "games/klondike/table/table.h"

enum { SLOT_BACK = 1, SLOT_VALUES = MK_LAST_CARD + 1 };

#define SLOT_EMPTY_BIT MK_CARD_BIT(MK_NO_CARD)
#define SLOT_BACK_BIT MK_CARD_BIT(SLOT_BACK)
#define SLOT_ANYTHING (~(mk_cards)0)

/* The trust in a plain code without a configured one: as in a typed one. */
static const float klondike_trust = 1;

/* ... and where it is said that a person typed it: they are rarely wrong. */
static const float klondike_typed = 0.99999F;

/* ... and how often a misreading comes again. */
static const float klondike_repeats = 0.02F;

/* ... and how often a picture shows a table on which nothing was done. */
static const float klondike_unchanged = 0.5F;

/* ... and a picture after one that was not clear the same table. */
static const float klondike_as_wanted = 0.8F;

/* ... and a picture of a change one of several moves, although none is missing. */
static const float klondike_several = 0.08F;

/* ... and how often players follow the suggestion. */
static const float klondike_followed = 0.85F;

/* Nothing is so unlikely that it could not be: also for readings that are trusted fully. */
static const float klondike_slip = 1e-20F;

struct likelihood {
	mk_cards named[POSITIONS];        /* values that a picture named */
	float of[POSITIONS][SLOT_VALUES]; /* theirs; undefined where none named the value */
	float others[POSITIONS]; /* of each other value that is not like a card that was read */
	/* How many independent pictures read the card; undefined where none named it. */
	uint8_t times[POSITIONS][SLOT_VALUES];
	unsigned read;           /* slots of which at least one picture says something */
	unsigned once;           /* slots of which one plain code is all that was said */
	float once_margin;       /* the margin of each of them */
	unsigned shown;          /* slots that the picture has, unreadable ones too */
	uint8_t stock_last;      /* the stock in the picture before this one */
	float stock_backs;       /* log-odds that face-down cards lie in the draw pile */
	uint8_t last[POSITIONS]; /* the value of a read slot in the picture before this one */
};

void likelihood_init(struct likelihood *likelihood);

/* ... of one that no picture named: more where it is easily read as a card that was named. */
float likelihood_of_unnamed(const struct likelihood *likelihood, int position, int value);

/* The log-likelihood of a value. */
static inline float likelihood_of(const struct likelihood *likelihood, int position, int value)
{
	return likelihood->named[position] & MK_CARD_BIT(value)
		       ? likelihood->of[position][value]
		       : likelihood_of_unnamed(likelihood, position, value);
}

/* As if nothing had ever been read there: all values are as likely as `others`. */
void likelihood_forget(struct likelihood *likelihood, int position, float others);

/* One value of a slot, from elsewhere than a picture. */
void likelihood_set(struct likelihood *likelihood, int position, int value, float of);

/*
 * Adds one picture of the same table. A reading that equals the one before may repeat a misreading
 * and counts less: `repeats` is how often misreadings do.
 */
void likelihood_add(struct likelihood *likelihood, const struct klondike_snapshot *seen,
	float confidence, float repeats);

/* The likeliest value of a slot that was read. */
int likelihood_best(const struct likelihood *likelihood, int position);

/* A value that is named alone and is so much likelier than each other is the only plausible one. */
static const float likelihood_clear = 4;

/*
 * For each slot the logarithm of how much likelier the named value is than each other one, at
 * least; 0 where several are named, or none.
 */
void likelihood_margins(const struct likelihood *likelihood, float margins[POSITIONS]);

/*
 * The values that the readings leave plausible; SLOT_ANYTHING where they say nothing, or so little
 * that more speaks for all the others together.
 */
mk_cards likelihood_plausible(const struct likelihood *likelihood, int position);

/* True if the card `real` is easily read as `read`. */
bool likelihood_confuses(mk_card read, mk_card real);

/* The logarithm of the share of all misreadings of the card `real` that read `read`. */
float likelihood_misread(mk_card read, mk_card real);

/* The probability of `value` among `among`, all equally likely before the readings. */
float likelihood_share(
	const struct likelihood *likelihood, int position, int value, mk_cards among);

/* The logarithm of the sum of the likelihoods of all values in `among`. */
float likelihood_of_one_of(const struct likelihood *likelihood, int position, mk_cards among);

#endif
