/* Reading the slots of a snapshot: words to readings, with the place of what is wrong. */
#include "games/klondike/tracking/slots.h"

#include "games/common/line.h"
#include "games/common/move_error.h"

enum { POINTER_ROOM = 64 };

/* The pointer of a spot, in `room`. */
static const char *point(struct spot spot, const char *tail, char room[POINTER_ROOM])
{
	struct mk_text out;

	mk_text_fixed(&out, room, POINTER_ROOM);
	mk_piles_write_place(&out, klondike_piles, spot.position);
	if (spot.place >= 0) {
		mk_text_char(&out, '/');
		mk_text_int(&out, spot.place);
		mk_text_put(&out, tail);
	}
	return room;
}

enum mk_status slots_refuse(const struct slots *slots, struct spot spot, const char *tail,
	const char *code, const struct mk_phrase *why)
{
	char where[POINTER_ROOM];

	return mk_fail_localized(
		slots->error, MK_MALFORMED, code, point(spot, tail, where), why, NULL, 0);
}

enum mk_status slots_refuse_wanted(
	const struct slots *slots, struct spot spot, const char *tail, enum mk_wanted thing)
{
	char where[POINTER_ROOM];

	return mk_fail_expected(slots->error, "invalid_type", point(spot, tail, where), thing);
}

enum mk_status slots_twice(
	const struct slots *slots, struct spot spot, const char *tail, mk_card card)
{
	char where[POINTER_ROOM];

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

enum mk_status slots_check_once(const struct klondike_sighting *seen, struct mk_error *error)
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
	char where[POINTER_ROOM];

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
