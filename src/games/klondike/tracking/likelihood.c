/* Converts readings to log-likelihoods. */
#include "games/klondike/tracking/likelihood.h"

#include <math.h>

/* All values of a slot, and their number. */
static const mk_cards everything = MK_WHOLE_DECK | SLOT_EMPTY_BIT | SLOT_BACK_BIT;
enum { THINGS = MK_DECK + 2 };

/* Maximum log-odds (20 to 1) of the best value against a plausible one. */
static const float plausible_distance = 3;

/* Log-odds against the plausibility limit below which values are ignored in sums. */
static const float negligible = -20;

/* ---- Confusions ----------------------------------------------------------------------------- */

/*
 * Model of misreadings: mostly the same rank with another suit, the suit of the same colour first,
 * or the same suit with a similar rank; rarely anything else. The shares of all misreadings, for
 * one card of each kind, are assumptions and not measured on a real camera. One part in forty is
 * left for cards that are not similar, and for cards that are read where none lies.
 */
enum confusion { ANYTHING_ELSE, SAME_COLOUR, OTHER_COLOUR, SIMILAR_RANK, CONFUSIONS };
static const float confusion_share[CONFUSIONS] = {
	[ANYTHING_ELSE] = 0.0005F,
	[SAME_COLOUR] = 0.42F,
	[OTHER_COLOUR] = 0.15F,
	[SIMILAR_RANK] = 0.04F,
};

/* Logarithms of the shares relative to ANYTHING_ELSE. */
static const float confusion_more[CONFUSIONS] = {0, 6.733F, 5.704F, 4.382F};

/* Bit masks of the ranks that look similar in the corner of a card. */
static const uint16_t similar_ranks[MK_KING + 1] = {
	[MK_ACE] = 1U << 4,
	[3] = 1U << 8,
	[4] = 1U << MK_ACE,
	[5] = 1U << 6,
	[6] = 1U << 9 | 1U << 5 | 1U << 8,
	[8] = 1U << 3 | 1U << 6 | 1U << 9,
	[9] = 1U << 6 | 1U << 8,
	[MK_JACK] = 1U << MK_KING | 1U << MK_QUEEN,
	[MK_QUEEN] = 1U << MK_KING | 1U << MK_JACK,
	[MK_KING] = 1U << MK_QUEEN | 1U << MK_JACK,
};

static enum confusion confusion_of(int read, int real)
{
	if (!mk_is_card((mk_card)read) || !mk_is_card((mk_card)real)) {
		return ANYTHING_ELSE;
	}
	if (mk_rank((mk_card)read) == mk_rank((mk_card)real)) {
		return mk_is_red((mk_card)read) == mk_is_red((mk_card)real) ? SAME_COLOUR
									    : OTHER_COLOUR;
	}
	return mk_suit((mk_card)read) == mk_suit((mk_card)real) &&
			       similar_ranks[mk_rank((mk_card)read)] & 1U << mk_rank((mk_card)real)
		       ? SIMILAR_RANK
		       : ANYTHING_ELSE;
}

bool likelihood_confuses(mk_card read, mk_card real)
{
	return confusion_of(read, real) != ANYTHING_ELSE;
}

float likelihood_misread(mk_card read, mk_card real)
{
	return logf(confusion_share[confusion_of(read, real)]);
}

/* The cards that are easily read as `read`. */
static mk_cards confused_with(mk_card read)
{
	unsigned ranks = similar_ranks[mk_rank(read)];
	mk_cards cards = 0;

	for (int suit = 0; suit < MK_SUITS; suit++) {
		cards |= MK_CARD_BIT(MK_CARD((int)mk_rank(read), suit));
	}
	for (; ranks; ranks &= ranks - 1) {
		int rank = __builtin_ctz(ranks);

		cards |= MK_CARD_BIT(MK_CARD(rank, (int)mk_suit(read)));
	}
	return cards & ~MK_CARD_BIT(read);
}

/* The cards that are easily read as one of the cards read at the slot, without those cards. */
static mk_cards confusable(const struct likelihood *likelihood, int position)
{
	mk_cards cards = 0;

	for (mk_cards rest = likelihood->named[position] & MK_WHOLE_DECK; rest; rest &= rest - 1) {
		cards |= confused_with((mk_card)__builtin_ctzll(rest));
	}
	return cards & ~likelihood->named[position];
}

float likelihood_of_unnamed(const struct likelihood *likelihood, int position, int value)
{
	float of = likelihood->others[position];

	for (mk_cards rest = likelihood->named[position] & MK_WHOLE_DECK; rest; rest &= rest - 1) {
		int read = __builtin_ctzll(rest);

		of += (float)likelihood->times[position][read] *
		      confusion_more[confusion_of(read, value)];
	}
	return of;
}

/* ---- One reading ---------------------------------------------------------------------------- */

/*
 * Trust in a snapshot, with cached logarithms: most of its readings have the same shares. `code_*`
 * are for plain codes that are the first reading of their slot, the others for the rest.
 */
struct trust {
	float confidence, repeats;
	float code_right, code_anything;
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

/* Adds the likelihood of the values that the reading does not name to all values. */
static void add_to_all(struct likelihood *likelihood, int position, float anything)
{
	likelihood->others[position] += anything;
	for (mk_cards rest = likelihood->named[position]; rest; rest &= rest - 1) {
		likelihood->of[position][__builtin_ctzll(rest)] += anything;
	}
}

static void add_to_one(struct likelihood *likelihood, int position, int value, float more)
{
	likelihood_set(
		likelihood, position, value, likelihood_of(likelihood, position, value) + more);
}

/* The values that a snapshot names at a slot, with the probability of each. */
struct naming {
	int value[4];
	float share[4];
	int count;
	bool coded; /* a single card without candidates */
};

/*
 * Adds a plain code. Every other value is weighted with its share of misreadings (confusion_share).
 * A card that was not named before starts from its likelihood under the earlier readings, as one
 * that was misread.
 */
static void add_code(struct likelihood *likelihood, int position, const struct naming *naming,
	struct trust *trust)
{
	int read = naming->value[0];
	float wrong = 1 - naming->share[0];
	float anything =
		log_of(&trust->rest, wrong * confusion_share[ANYTHING_ELSE] + klondike_slip);
	mk_cards before = likelihood->named[position];
	float right =
		likelihood_of(likelihood, position, read) + log_of(&trust->share, naming->share[0]);

	add_to_all(likelihood, position, anything);
	for (mk_cards rest = before & ~MK_CARD_BIT(read); rest; rest &= rest - 1) {
		int value = __builtin_ctzll(rest);

		likelihood->of[position][value] += confusion_more[confusion_of(read, value)];
	}
	likelihood_set(likelihood, position, read, right);
	likelihood->times[position][read]++;
}

/* Adds a plain code as the first reading of the slot. */
static void add_first_code(
	struct likelihood *likelihood, int position, mk_card read, const struct trust *trust)
{
	likelihood->named[position] = MK_CARD_BIT(read);
	likelihood->of[position][read] = trust->code_right;
	likelihood->times[position][read] = 1;
	likelihood->others[position] = trust->code_anything;
	likelihood->read |= 1U << position;
	likelihood->once |= 1U << position;
	likelihood->last[position] = read;
}

static bool is_code(const struct klondike_reading *reading)
{
	return reading->seen == SEEN_CARD && reading->candidates == 1 &&
	       reading->candidate[0].p >= 1;
}

/* Adds candidates; the rest of the probability is spread equally over all values. */
static void add_named(struct likelihood *likelihood, int position, const struct naming *naming,
	struct trust *trust)
{
	float rest = 1;
	float anything;

	for (int i = 0; i < naming->count; i++) {
		rest -= naming->share[i];
	}
	rest = (rest > 0 ? rest : 0) / THINGS;
	anything = log_of(&trust->rest, rest + klondike_slip);
	add_to_all(likelihood, position, anything);
	for (int i = 0; i < naming->count; i++) {
		add_to_one(likelihood, position, naming->value[i],
			log_of(&trust->share, naming->share[i] + rest) - anything);
	}
}

/* Adds a repetition of the preceding reading: either it is right, or a misreading repeats. */
static void add_again(
	struct likelihood *likelihood, int position, const struct naming *naming, float repeats)
{
	float wrong = logf(repeats);

	add_to_all(likelihood, position, wrong);
	for (int i = 0; i < naming->count; i++) {
		add_to_one(likelihood, position, naming->value[i],
			naming->share[i] > repeats ? logf(naming->share[i]) - wrong : 0);
	}
}

static void name_candidates(
	const struct klondike_reading *reading, struct naming *naming, float confidence)
{
	for (int i = 0; i < reading->candidates; i++) {
		naming->value[i] = reading->candidate[i].card;
		naming->share[i] = at_most(reading->candidate[i].p, confidence);
	}
	naming->count = reading->candidates;
	naming->coded = is_code(reading);
}

/* Lists the values that the reading names; none if it says nothing. */
static void name_values(
	const struct klondike_reading *reading, struct naming *naming, float confidence)
{
	naming->count = 0;
	naming->coded = false;
	switch ((enum klondike_seen)reading->seen) {
	case SEEN_CARD:
		name_candidates(reading, naming, confidence);
		return;
	case SEEN_BACK:
	case SEEN_EMPTY:
		naming->value[0] = reading->seen == SEEN_BACK ? SLOT_BACK : MK_NO_CARD;
		naming->share[0] = confidence;
		naming->count = 1;
		return;
	case NOT_SHOWN:
	case UNREADABLE:
		return;
	}
}

/* ---- Pictures ------------------------------------------------------------------------------- */

void likelihood_init(struct likelihood *likelihood)
{
	memset(likelihood->named, 0, sizeof likelihood->named);
	memset(likelihood->others, 0, sizeof likelihood->others);
	likelihood->read = 0;
	likelihood->once = 0;
	likelihood->once_margin = 0;
	likelihood->shown = 0;
	likelihood->stock_last = 0;
	likelihood->stock_backs = 0;
}

void likelihood_forget(struct likelihood *likelihood, int position, float others)
{
	likelihood->read &= ~(1U << position);
	likelihood->once &= ~(1U << position);
	likelihood->named[position] = 0;
	likelihood->others[position] = others;
}

void likelihood_set(struct likelihood *likelihood, int position, int value, float of)
{
	likelihood->once &= ~(1U << position);
	if ((likelihood->named[position] & MK_CARD_BIT(value)) == 0) {
		likelihood->times[position][value] = 0;
	}
	likelihood->named[position] |= MK_CARD_BIT(value);
	likelihood->of[position][value] = of;
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
	struct naming naming;

	if (is_code(reading) && (likelihood->read & bit) == 0) {
		add_first_code(likelihood, position, reading->candidate[0].card, trust);
		return;
	}
	name_values(reading, &naming, trust->confidence);
	if (naming.count == 0) {
		return;
	}
	likelihood->once &= ~bit;
	if (likelihood->read & bit && likelihood->last[position] == naming.value[0] &&
		trust->repeats > 0) {
		if (naming.count > 1 && 1 - naming.share[0] > klondike_doubtful) {
			return;
		}
		add_again(likelihood, position, &naming, trust->repeats);
	} else if (naming.coded) {
		add_code(likelihood, position, &naming, trust);
	} else {
		add_named(likelihood, position, &naming, trust);
	}
	likelihood->read |= bit;
	likelihood->last[position] = (uint8_t)naming.value[0];
}

void likelihood_add(struct likelihood *likelihood, const struct klondike_snapshot *seen,
	float confidence, float repeats)
{
	unsigned shown = 0;
	float share = at_most(1, confidence);
	struct trust trust = {.confidence = confidence,
		.repeats = repeats,
		.code_right = logf(share),
		.code_anything = logf((1 - share) * confusion_share[ANYTHING_ELSE] + klondike_slip),
		.rest = {1, 0},
		.share = {1, 0}};

	for (int position = 0; position < POSITIONS; position++) {
		add_slot(likelihood, position, &seen->slot[position], &trust);
		shown |= seen->slot[position].seen == NOT_SHOWN ? 0 : 1U << position;
	}
	likelihood->shown |= shown;
	likelihood->once_margin =
		trust.code_right - (trust.code_anything + confusion_more[SAME_COLOUR]);
	add_stock(likelihood, seen->stock_seen, confidence, repeats);
}

/* ---- Questions ------------------------------------------------------------------------------ */

/* The values that no snapshot named; likelihood_best() takes the first of them for all. */
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
	mk_cards rest = likelihood->named[position] | first_of(unnamed(likelihood, position));
	int best = MK_NO_CARD;

	for (; rest; rest &= rest - 1) {
		int value = __builtin_ctzll(rest);

		best = likelihood_of(likelihood, position, value) >
				       likelihood_of(likelihood, position, best)
			       ? value
			       : best;
	}
	return best;
}

/*
 * The sum of the likelihoods of the values in `among`, divided by the likelihood with the logarithm
 * `of`.
 */
static float sum_of(const struct likelihood *likelihood, int position, mk_cards among, float of)
{
	mk_cards easily = among & confusable(likelihood, position);
	mk_cards alike = among & ~likelihood->named[position] & ~easily;
	float sum = 0;

	if (alike) {
		sum = (float)__builtin_popcountll(alike) * expf(likelihood->others[position] - of);
	}
	for (mk_cards rest = among & (likelihood->named[position] | easily); rest;
		rest &= rest - 1) {
		sum += expf(likelihood_of(likelihood, position, __builtin_ctzll(rest)) - of);
	}
	return sum;
}

float likelihood_share(const struct likelihood *likelihood, int position, int value, mk_cards among)
{
	float of = likelihood_of(likelihood, position, value);
	float sum = sum_of(likelihood, position, among, of);

	return sum > 0 ? 1 / sum : 0;
}

float likelihood_of_one_of(const struct likelihood *likelihood, int position, mk_cards among)
{
	float of = likelihood_of(likelihood, position, likelihood_best(likelihood, position));

	return of + logf(sum_of(likelihood, position, among, of) + klondike_slip);
}

/* Values on both sides of the plausibility limit, and the sum of the likelihoods on each side. */
struct sides {
	float least;
	mk_cards plausible;
	float inside, outside;
};

/* Adds `values`, each with the log-likelihood `of`. */
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

/* Log-likelihood of the unnamed value that is most easily read as the only named one. */
static float likelihood_of_likest(const struct likelihood *likelihood, int position)
{
	int named = __builtin_ctzll(likelihood->named[position]);

	return likelihood->others[position] +
	       (mk_is_card((mk_card)named) ? (float)likelihood->times[position][named] *
						     confusion_more[SAME_COLOUR]
					   : 0);
}

static float margin_of(const struct likelihood *likelihood, int position)
{
	mk_cards named = likelihood->named[position];

	if (named == 0 || named & (named - 1)) {
		return 0;
	}
	return likelihood->of[position][__builtin_ctzll(named)] -
	       likelihood_of_likest(likelihood, position);
}

void likelihood_margins(const struct likelihood *likelihood, float margins[POSITIONS])
{
	for (int position = 0; position < POSITIONS; position++) {
		margins[position] = likelihood->once & 1U << position
					    ? likelihood->once_margin
					    : margin_of(likelihood, position);
	}
}

mk_cards likelihood_plausible(const struct likelihood *likelihood, int position)
{
	mk_cards easily;
	mk_cards others;
	struct sides sides = {.plausible = 0};

	if ((likelihood->read & 1U << position) == 0) {
		return SLOT_ANYTHING;
	}
	sides.least = likelihood_of(likelihood, position, likelihood_best(likelihood, position)) -
		      plausible_distance;
	easily = confusable(likelihood, position);
	others = unnamed(likelihood, position) & ~easily;
	for (mk_cards rest = likelihood->named[position] | easily; rest; rest &= rest - 1) {
		add_side(&sides, first_of(rest),
			likelihood_of(likelihood, position, __builtin_ctzll(rest)));
	}
	if (others) {
		add_side(&sides, others, likelihood->others[position]);
	}
	return sides.inside >= sides.outside ? sides.plausible : SLOT_ANYTHING;
}
