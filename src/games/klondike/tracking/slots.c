/* Parses the slots of a snapshot from words, and reports the place of each error. */
#include "games/klondike/tracking/slots.h"

#include "games/common/line.h"
#include "games/common/move_error.h"
#include "games/klondike/tracking/likelihood.h"

#include <math.h>

enum { POINTER_SIZE = 64 };

/* Writes the JSON pointer of a spot to `buffer`. */
static const char *point(struct spot spot, const char *tail, char buffer[POINTER_SIZE])
{
	struct mk_text out;

	mk_text_fixed(&out, buffer, POINTER_SIZE);
	mk_piles_write_place(&out, klondike_piles, spot.position);
	if (spot.place >= 0) {
		mk_text_char(&out, '/');
		mk_text_int(&out, spot.place);
		mk_text_put(&out, tail);
	}
	return buffer;
}

enum mk_status slots_refuse(const struct slots *slots, struct spot spot, const char *tail,
	const char *code, const struct mk_phrase *why)
{
	char where[POINTER_SIZE];

	return mk_fail_localized(
		slots->error, MK_MALFORMED, code, point(spot, tail, where), why, NULL, 0);
}

enum mk_status slots_refuse_wanted(
	const struct slots *slots, struct spot spot, const char *tail, enum mk_wanted thing)
{
	char where[POINTER_SIZE];

	return mk_fail_expected(slots->error, "invalid_type", point(spot, tail, where), thing);
}

enum mk_status slots_twice(
	const struct slots *slots, struct spot spot, const char *tail, mk_card card)
{
	char where[POINTER_SIZE];

	return move_error_duplicate_card(slots->error, point(spot, tail, where), card);
}

void slots_add_card(struct slots *slots, struct spot spot, mk_card card)
{
	if (slots->found & MK_CARD_BIT(card) && slots->seen.twice.card == MK_NO_CARD) {
		slots->seen.twice =
			(struct mk_place){(uint8_t)spot.position, card, (uint8_t)(spot.place + 1)};
	}
	slots->found |= MK_CARD_BIT(card);
}

enum mk_status slots_check_once(const struct klondike_snapshot *seen, struct mk_error *error)
{
	const struct mk_place *twice = &seen->twice;
	struct slots slots = {.error = error};

	return twice->card == MK_NO_CARD
		       ? MK_OK
		       : slots_twice(&slots, (struct spot){twice->position, twice->index - 1}, "",
				 twice->card);
}

static enum mk_status bad_card(const struct slots *slots, struct spot spot, const char *tail,
	const char *word, size_t length)
{
	char where[POINTER_SIZE];

	return mk_fail_bad_card(slots->error, point(spot, tail, where), word, length);
}

enum mk_status slots_read_card(const struct slots *slots, struct spot spot, const char *tail,
	const char *word, size_t length, mk_card *card)
{
	mk_card read = mk_card_read(word, length);

	if (read == MK_NO_CARD) {
		return bad_card(slots, spot, tail, word, length);
	}
	*card = read;
	return MK_OK;
}

static bool is_empty_foundation(struct spot spot, const char *word, size_t length)
{
	static const char *const names[MK_SUITS] = {"XC", "XD", "XH", "XS"};

	if (spot.position < FIRST_FOUNDATION || spot.position == DRAW_PILE) {
		return false;
	}
	for (int suit = 0; suit < MK_SUITS; suit++) {
		if (line_is_word(word, length, names[suit])) {
			return true;
		}
	}
	return false;
}

static enum klondike_seen seen_without_card(struct spot spot, const char *word, size_t length)
{
	if (line_is_word(word, length, "UU")) {
		return UNREADABLE;
	}
	if (line_is_word(word, length, "XX") || is_empty_foundation(spot, word, length)) {
		return SEEN_EMPTY;
	}
	return line_is_word(word, length, "BACK") ? SEEN_BACK : SEEN_CARD;
}

enum mk_status slots_read_word(
	struct slots *slots, struct spot spot, const char *word, size_t length)
{
	struct klondike_reading *reading = &slots->seen.slot[spot.position];
	mk_card card = mk_card_read(word, length);
	enum klondike_seen seen;

	if (card != MK_NO_CARD) {
		slots_put_card(reading, card);
		slots_add_card(slots, spot, card);
		return MK_OK;
	}
	seen = seen_without_card(spot, word, length);
	if (seen == SEEN_CARD) {
		return bad_card(slots, spot, "", word, length);
	}
	reading->seen = (uint8_t)seen;
	return MK_OK;
}

bool slots_read_stock(struct slots *slots, const char *word, size_t length)
{
	if (line_is_word(word, length, "BACK")) {
		slots->seen.stock_seen = SEEN_BACK;
	} else if (line_is_word(word, length, "XX")) {
		slots->seen.stock_seen = SEEN_EMPTY;
	} else if (line_is_word(word, length, "UU")) {
		slots->seen.stock_seen = UNREADABLE;
	} else {
		return false;
	}
	return true;
}

/* ---- Cards at two places of a snapshot ------------------------------------------------------ */

/*
 * Minimum probability of a reading that takes part: of two readings of one card above it, one must
 * be wrong.
 */
static const float even = 0.5F;

/* ---- Readings ------------------------------------------------------------------------------- */

/* True if the slot shows a card that is more likely right than wrong. */
static bool is_likely(const struct klondike_reading *reading)
{
	return reading->seen == SEEN_CARD && reading->candidates && reading->candidate[0].p > even;
}

/* Probability that the front card of a slot is right; 0 if it is no card or more likely wrong. */
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

/* The listed cards of a pile, and the number of those beneath the front one. */
struct list {
	mk_card *card;
	int beneath;
};

static struct list list_at(struct klondike_snapshot *seen, int position)
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
	mk_cards bit = MK_CARD_BIT(card);

	readings->twice |= readings->once & bit;
	readings->once |= bit;
}

static mk_cards read_twice(struct klondike_snapshot *seen)
{
	struct readings readings = {0, 0};
	bool lists = klondike_has_lists(seen);

	for (int position = 0; position < POSITIONS; position++) {
		if (is_likely(&seen->slot[position])) {
			note(&readings, seen->slot[position].candidate[0].card);
		}
	}
	for (int column = 0; lists && column < COLUMNS; column++) {
		for (int i = 0; i + 1 < seen->run[column]; i++) {
			note(&readings, seen->up[column][i]);
		}
	}
	for (int i = 0; i + 1 < seen->waste_count; i++) {
		note(&readings, seen->waste[i]);
	}
	return readings.twice & MK_WHOLE_DECK;
}

/* ---- Doubt ---------------------------------------------------------------------------------- */

/* The sum of the odds of all readings of the card. */
static float odds_of_all(struct klondike_snapshot *seen, mk_card card, float confidence)
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

/* Restores the order by probability; the first candidate may have lost its place. */
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
 * Gives the first candidate the probability `share` and scales the others to the rest. A plain code
 * that is more likely wrong becomes unreadable: if it were kept, the same code in the next snapshot
 * would count as a repeated misreading.
 */
static void doubt_front(struct klondike_reading *reading, float trusted, float share)
{
	float more = (1 - share) / (1 - trusted);

	if (share <= even && reading->candidates == 1) {
		*reading = (struct klondike_reading){.seen = UNREADABLE};
		return;
	}
	/* The part for unnamed cards includes this card. */
	reading->candidate[0].p = fmaxf(share - (1 - share) / MK_DECK, 0);
	for (int i = 1; i < reading->candidates; i++) {
		reading->candidate[i].p *= more;
	}
	sort(reading);
}

static void doubt_card(struct klondike_snapshot *seen, mk_card card, float confidence)
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

void klondike_doubt_twice(struct klondike_snapshot *seen, float confidence)
{
	for (mk_cards rest = read_twice(seen); rest; rest &= rest - 1) {
		doubt_card(seen, (mk_card)__builtin_ctzll(rest), confidence);
	}
}
