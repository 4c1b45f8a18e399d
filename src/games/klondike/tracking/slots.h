/* Parsing of the slots of a snapshot, in every input format. */
#ifndef KLONDIKE_TRACKING_SLOTS_H
#define KLONDIKE_TRACKING_SLOTS_H

#include "games/klondike/table/table.h"

/*
 * A snapshot being parsed. `found` has the plain codes so far, to detect a card that is read twice.
 */
struct slots {
	struct klondike_snapshot seen;
	mk_cards found;
	struct mk_error *error;
};

/* Location of a word: a position, and the index in its list (-1: the slot itself). */
struct spot {
	int position;
	int place;
};

/*
 * Fails with MK_MALFORMED, `code` and a sentence for players, at the JSON pointer of `spot`
 * followed by `tail`.
 */
enum mk_status slots_refuse(const struct slots *slots, struct spot spot, const char *tail,
	const char *code, const struct mk_phrase *why);
enum mk_status slots_refuse_wanted(
	const struct slots *slots, struct spot spot, const char *tail, enum mk_wanted thing);

/* Fails because `card` at `spot` is at another place too. */
enum mk_status slots_twice(
	const struct slots *slots, struct spot spot, const char *tail, mk_card card);

/*
 * Records a plain code. The first card that was read before is noted in the snapshot, see
 * slots_check_once().
 */
void slots_add_card(struct slots *slots, struct spot spot, mk_card card);

/*
 * For snapshots that no camera has misread: MK_IMPOSSIBLE "duplicate_card" if a card is read twice.
 */
enum mk_status slots_check_once(const struct klondike_snapshot *seen, struct mk_error *error);

/* Parses one word: a card, UU, XX (on foundations also XC, XD, XH, XS) or BACK. */
enum mk_status slots_read_word(
	struct slots *slots, struct spot spot, const char *word, size_t length);

/* Parses the word as a card; MK_MALFORMED "invalid_card" if it is none. */
enum mk_status slots_read_card(const struct slots *slots, struct spot spot, const char *tail,
	const char *word, size_t length, mk_card *card);

/* Parses whether face-down cards lie in the stock: BACK, XX or UU; false for another word. */
bool slots_read_stock(struct slots *slots, const char *word, size_t length);

static inline void slots_put_card(struct klondike_reading *reading, mk_card card)
{
	*reading = (struct klondike_reading){.seen = SEEN_CARD, .candidates = 1};
	reading->candidate[0].card = card;
	reading->candidate[0].p = 1;
}

/*
 * Duplicates: if one card is read at two places of a snapshot, at most one of the readings is
 * right. Each reading gets the probability that remains when they are weighed against each other.
 */

/*
 * Reduces the probabilities of duplicate candidates. Plain codes that are more likely wrong than
 * right, and duplicates in lists, become unreadable. `confidence` is the trust in a plain code.
 */
void klondike_doubt_twice(struct klondike_snapshot *seen, float confidence);

#endif
