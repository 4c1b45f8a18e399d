/* Reading the slots of a snapshot, whatever form they come in. */
#ifndef KLONDIKE_TRACKING_SLOTS_H
#define KLONDIKE_TRACKING_SLOTS_H

#include "games/klondike/table/table.h"

/* A snapshot while it is read; `found` are the plain codes read so far, to notice one read twice.
 */
struct slots {
	struct klondike_snapshot seen;
	mk_cards found;
	struct mk_error *error;
};

/* Where a word stands: a position, and the place in its list (-1: it is the slot itself). */
struct spot {
	int position;
	int place;
};

/* Malformed: `code` with a sentence for players, at the JSON pointer of `spot`, followed by `tail`.
 */
enum mk_status slots_refuse(const struct slots *slots, struct spot spot, const char *tail,
	const char *code, const struct mk_phrase *why);
enum mk_status slots_refuse_wanted(
	const struct slots *slots, struct spot spot, const char *tail, enum mk_wanted thing);

/* Fails because `card`, which is at `spot`, is at another place as well. */
enum mk_status slots_twice(
	const struct slots *slots, struct spot spot, const char *tail, mk_card card);

/* A plain code: the first that was read before is noted in the snapshot, see slots_check_once(). */
void slots_add_card(struct slots *slots, struct spot spot, mk_card card);

/* Of a snapshot that no camera misread: MK_IMPOSSIBLE "duplicate_card" where a card is read twice.
 */
enum mk_status slots_check_once(const struct klondike_snapshot *seen, struct mk_error *error);

/* One word: a card, UU, XX (on foundations XC, XD, XH, XS too) or BACK. */
enum mk_status slots_read_word(
	struct slots *slots, struct spot spot, const char *word, size_t length);

/* The card that a word names; MK_MALFORMED "invalid_card" when it names none. */
enum mk_status slots_read_card(const struct slots *slots, struct spot spot, const char *tail,
	const char *word, size_t length, mk_card *card);

/* Whether face-down cards lie in the draw pile: BACK, XX or UU; false when it is another word. */
bool slots_read_stock(struct slots *slots, const char *word, size_t length);

static inline void slots_put_card(struct klondike_reading *reading, mk_card card)
{
	*reading = (struct klondike_reading){.seen = SEEN_CARD, .candidates = 1};
	reading->candidate[0].card = card;
	reading->candidate[0].p = 1;
}

/*
 * One card read at two places of a picture: at most one of both readings is right. They are weighed
 * against each other, and each is left as likely as that makes it.
 */

/*
 * Candidates get the probabilities that are left; plain codes that are likelier wrong, and cards in
 * lists, become unreadable. `confidence` is how far a plain code is trusted.
 */
void klondike_doubt_twice(struct klondike_snapshot *seen, float confidence);

#endif
