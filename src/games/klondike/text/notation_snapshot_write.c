/* Writes a snapshot as JSON, the inverse of notation_snapshot.c. */
#include "base/json.h"
#include "games/klondike/text/notation.h"

static void write_candidates(
	struct mk_text *out, const char *key, const struct klondike_reading *reading)
{
	mk_json_open_array(out, key);
	for (int i = 0; i < reading->candidates; i++) {
		mk_json_open_object(out, NULL);
		mk_json_string(out, "card", mk_card_code(reading->candidate[i].card));
		mk_json_real(out, "p", (double)reading->candidate[i].p, 4);
		mk_json_close_object(out);
	}
	mk_json_close_array(out);
}

static void write_cards(struct mk_text *out, const char *key, const mk_card *card, int count)
{
	mk_json_open_array(out, key);
	for (int i = 0; i < count; i++) {
		mk_json_string(out, NULL, card[i] == MK_NO_CARD ? "UU" : mk_card_code(card[i]));
	}
	mk_json_close_array(out);
}

/*
 * A card's code is written once. Two slots that are certain of the same card were read from
 * candidates (a repeated code is rejected), so the second one is written as candidates again.
 */
static bool is_plain(const struct klondike_reading *reading, mk_cards *written)
{
	mk_cards bit = reading->candidates ? MK_CARD_BIT(reading->candidate[0].card) : 0;
	bool plain = reading->candidates == 1 && reading->candidate[0].p == 1 && !(*written & bit);

	*written |= plain ? bit : 0;
	return plain;
}

static void write_slot(struct mk_text *out, const char *key, const struct klondike_reading *reading,
	mk_cards *written)
{
	switch ((enum klondike_seen)reading->seen) {
	case SEEN_CARD:
		if (is_plain(reading, written)) {
			mk_json_string(out, key, mk_card_code(reading->candidate[0].card));
		} else {
			write_candidates(out, key, reading);
		}
		return;
	case SEEN_EMPTY:
		mk_json_string(out, key, "XX");
		return;
	case SEEN_BACK:
		mk_json_string(out, key, "BACK");
		return;
	case NOT_SHOWN:
	case UNREADABLE:
		mk_json_string(out, key, "UU");
		return;
	}
}

static mk_cards cards_of(const mk_card *card, int count)
{
	mk_cards cards = 0;

	for (int i = 0; i < count; i++) {
		cards |= card[i] == MK_NO_CARD ? 0 : MK_CARD_BIT(card[i]);
	}
	return cards;
}

/* The cards of all lists, at any place. */
static mk_cards listed(const struct klondike_snapshot *seen)
{
	mk_cards cards =
		cards_of(seen->waste, seen->waste_count) | cards_of(seen->stock, seen->stock_count);

	for (int column = 0; column < COLUMNS; column++) {
		cards |= cards_of(seen->up[column], seen->run[column]);
	}
	return cards;
}

static void write_columns(
	struct mk_text *out, const struct klondike_snapshot *seen, mk_cards *written)
{
	mk_json_open_array(out, "columns");
	for (int column = 0; column < COLUMNS; column++) {
		if (seen->run[column]) {
			write_cards(out, NULL, seen->up[column], seen->run[column]);
		} else {
			write_slot(out, NULL, &seen->slot[column], written);
		}
	}
	mk_json_close_array(out);
}

static void write_foundations(
	struct mk_text *out, const struct klondike_snapshot *seen, mk_cards *written)
{
	mk_json_open_array(out, "foundations");
	for (int suit = 0; suit < MK_SUITS; suit++) {
		write_slot(out, NULL, &seen->slot[FIRST_FOUNDATION + suit], written);
	}
	mk_json_close_array(out);
}

static void write_stock(struct mk_text *out, const struct klondike_snapshot *seen)
{
	if (seen->stock_count) {
		write_cards(out, "stock", seen->stock, seen->stock_count);
	} else if (seen->stock_seen == SEEN_BACK || seen->stock_seen == SEEN_EMPTY) {
		mk_json_string(out, "stock", seen->stock_seen == SEEN_BACK ? "BACK" : "XX");
	}
}

void klondike_write_snapshot(
	struct mk_text *out, const char *key, const struct mk_snapshot *snapshot)
{
	const struct klondike_snapshot *seen = snapshot_of(snapshot);
	mk_cards written = listed(seen);

	mk_json_open_object(out, key);
	if (seen->waste_count) {
		write_cards(out, "draw_pile", seen->waste, seen->waste_count);
	} else {
		write_slot(out, "draw_pile", &seen->slot[DRAW_PILE], &written);
	}
	write_foundations(out, seen, &written);
	write_columns(out, seen, &written);
	write_stock(out, seen);
	mk_json_close_object(out);
}
