/* A snapshot's JSON. */
#include "games/common/line.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/tracking/slots.h"

#include <jansson.h>
#include <stdio.h>

enum { MAX_CANDIDATES = 16, KEPT_CANDIDATES = 4 };

/* Clients print rounded probabilities, so their sum may be slightly over one. */
static const double rounding = 1e-3;

/* ---- What is wrong -------------------------------------------------------------------------- */

static const struct mk_phrase candidate_wanted = MK_PHRASE(
	"A candidate with card and p is expected here.", "Her skal stå et bud med card og p.",
	"Hier wird eine Vermutung mit card und p erwartet.",
	"Εδώ χρειάζεται μια εκδοχή με card και p.");
static const struct mk_phrase probability_wanted = MK_PHRASE(
	"A probability from 0 to 1 is expected here.", "Her skal stå en sandsynlighed fra 0 til 1.",
	"Hier wird eine Wahrscheinlichkeit von 0 bis 1 erwartet.",
	"Εδώ χρειάζεται μια πιθανότητα από 0 έως 1.");
static const struct mk_phrase too_probable = MK_PHRASE("The probabilities add up to more than 1.",
	"Sandsynlighederne giver tilsammen mere end 1.",
	"Die Wahrscheinlichkeiten ergeben zusammen mehr als 1.",
	"Οι πιθανότητες δίνουν άθροισμα πάνω από 1.");
static const struct mk_phrase too_many_candidates =
	MK_PHRASE("At most 16 candidates are read.", "Der læses højst 16 bud.",
		"Höchstens 16 Vermutungen werden gelesen.", "Διαβάζονται το πολύ 16 εκδοχές.");
static const struct mk_phrase too_many_cards = MK_PHRASE("Too many cards for this place.",
	"Så mange kort kan der ikke ligge.", "So viele Karten können dort nicht liegen.",
	"Δεν μπορούν να βρίσκονται εκεί τόσα φύλλα.");
static const struct mk_phrase one_on_foundation =
	MK_PHRASE("A foundation shows one card.", "En grundbunke viser ét kort.",
		"Ein Ablagestapel zeigt eine Karte.", "Μια βάση δείχνει ένα φύλλο.");
static const struct mk_phrase stock_wanted =
	MK_PHRASE("BACK, XX, UU or a list of 24 cards is expected here.",
		"Her skal stå BACK, XX, UU eller en liste med 24 kort.",
		"Hier wird BACK, XX, UU oder eine Liste mit 24 Karten erwartet.",
		"Εδώ χρειάζεται BACK, XX, UU ή μια λίστα με 24 φύλλα.");
static const struct mk_phrase stock_is = MK_PHRASE("The stock is a list of 24 different cards.",
	"Trækbunken er en liste med 24 forskellige kort.",
	"Der Ziehstapel ist eine Liste mit 24 verschiedenen Karten.",
	"Η στοίβα είναι μια λίστα με 24 διαφορετικά φύλλα.");
static const struct mk_phrase nothing_seen =
	MK_PHRASE("A snapshot has columns, or at least draw_pile.",
		"Et billede har columns, eller i det mindste draw_pile.",
		"Ein Bild hat columns oder wenigstens draw_pile.",
		"Μια εικόνα έχει columns, ή τουλάχιστον draw_pile.");

/* ---- A list of cards ------------------------------------------------------------------------ */

/* One member of a list of face-up cards: a card, or MK_NO_CARD for "UU". */
static enum mk_status read_member(
	struct slots *slots, struct spot spot, const json_t *json, mk_card *card)
{
	const char *word = json_string_value(json);
	enum mk_status status;

	if (!word) {
		return slots_refuse_wanted(slots, spot, "", MK_WANTED_CARD);
	}
	if (line_is_word(word, json_string_length(json), "UU")) {
		*card = MK_NO_CARD;
		return MK_OK;
	}
	status = slots_read_card(slots, spot, "", word, json_string_length(json), card);
	if (status == MK_OK) {
		slots_add_card(slots, spot, *card);
	}
	return status;
}

/* All face-up cards of a pile, the deepest first; the front card is the slot's reading too. */
static enum mk_status read_cards(
	struct slots *slots, int position, const json_t *json, mk_card *cards, size_t limit)
{
	struct klondike_reading *reading = &slots->seen.slot[position];
	size_t count = json_array_size(json);

	if (count > limit) {
		return slots_refuse(slots, (struct spot){position, -1}, "", "invalid_slot_count",
			&too_many_cards);
	}
	for (size_t i = 0; i < count; i++) {
		enum mk_status status = read_member(
			slots, (struct spot){position, (int)i}, json_array_get(json, i), &cards[i]);

		if (status != MK_OK) {
			return status;
		}
	}
	if (cards[count - 1] == MK_NO_CARD) {
		reading->seen = UNREADABLE;
	} else {
		slots_put_card(reading, cards[count - 1]);
	}
	return MK_OK;
}

static enum mk_status read_run(struct slots *slots, int position, const json_t *json)
{
	struct klondike_snapshot *seen = &slots->seen;

	if (position < COLUMNS) {
		seen->run[position] = (uint8_t)json_array_size(json);
		return read_cards(slots, position, json, seen->up[position], COLUMN_UP);
	}
	if (position == DRAW_PILE) {
		seen->waste_count = (uint8_t)json_array_size(json);
		return read_cards(slots, position, json, seen->waste, PILE);
	}
	return slots_refuse(
		slots, (struct spot){position, -1}, "", "invalid_type", &one_on_foundation);
}

/* ---- Candidates ----------------------------------------------------------------------------- */

/* Keeps the most probable candidates, in order. */
static void add_candidate(struct klondike_reading *reading, mk_card card, float p)
{
	int place = reading->candidates;

	while (place > 0 && reading->candidate[place - 1].p < p) {
		if (place < KEPT_CANDIDATES) {
			reading->candidate[place] = reading->candidate[place - 1];
		}
		place--;
	}
	if (place < KEPT_CANDIDATES) {
		reading->candidate[place].card = card;
		reading->candidate[place].p = p;
		reading->candidates =
			(uint8_t)(reading->candidates + (reading->candidates < KEPT_CANDIDATES));
	}
}

static enum mk_status read_candidate(
	struct slots *slots, struct spot spot, const json_t *json, mk_card *card, double *p)
{
	const json_t *word = json_object_get(json, "card");
	const json_t *share = json_object_get(json, "p");

	if (!json_is_object(json)) {
		return slots_refuse(slots, spot, "", "invalid_type", &candidate_wanted);
	}
	if (!json_is_string(word)) {
		return slots_refuse_wanted(slots, spot, "/card", MK_WANTED_CARD);
	}
	if (!json_is_number(share)) {
		return slots_refuse(slots, spot, "/p", "invalid_type", &probability_wanted);
	}
	*p = json_number_value(share);
	if (!(*p >= 0 && *p <= 1)) {
		return slots_refuse(slots, spot, "/p", "invalid_probability", &probability_wanted);
	}
	return slots_read_card(
		slots, spot, "/card", json_string_value(word), json_string_length(word), card);
}

static enum mk_status add_candidates(struct slots *slots, int position, const json_t *json)
{
	struct klondike_reading *reading = &slots->seen.slot[position];
	mk_cards named = 0;
	double sum = 0;

	for (size_t i = 0; i < json_array_size(json); i++) {
		struct spot spot = {position, (int)i};
		mk_card card = MK_NO_CARD;
		double p = 0;
		enum mk_status status =
			read_candidate(slots, spot, json_array_get(json, i), &card, &p);

		if (status != MK_OK) {
			return status;
		}
		if (named & MK_CARD_BIT(card)) {
			return slots_twice(slots, spot, "/card", card);
		}
		named |= MK_CARD_BIT(card);
		sum += p;
		add_candidate(reading, card, (float)p);
	}
	return sum <= 1 + rounding ? MK_OK
				   : slots_refuse(slots, (struct spot){position, -1}, "",
					     "invalid_probability", &too_probable);
}

static enum mk_status read_candidates(struct slots *slots, int position, const json_t *json)
{
	struct spot spot = {position, -1};

	if (json_array_size(json) > MAX_CANDIDATES) {
		return slots_refuse(slots, spot, "", "invalid_slot_count", &too_many_candidates);
	}
	slots->seen.slot[position].seen = SEEN_CARD;
	return add_candidates(slots, position, json);
}

/* ---- Slots ---------------------------------------------------------------------------------- */

static enum mk_status read_slot(struct slots *slots, int position, const json_t *json)
{
	struct spot spot = {position, -1};

	if (json_is_string(json)) {
		return slots_read_word(
			slots, spot, json_string_value(json), json_string_length(json));
	}
	if (!json_is_array(json)) {
		return slots_refuse_wanted(slots, spot, "", MK_WANTED_SLOT);
	}
	if (json_array_size(json) == 0) {
		slots->seen.slot[position].seen = SEEN_EMPTY;
		return MK_OK;
	}
	return json_is_object(json_array_get(json, 0)) ? read_candidates(slots, position, json)
						       : read_run(slots, position, json);
}

/* Reads the optional member `name`, a list of exactly `count` slots. */
static enum mk_status read_slots(
	struct slots *slots, const json_t *json, const char *name, int first, size_t count)
{
	const json_t *list = json_object_get(json, name);
	char where[32];

	snprintf(where, sizeof where, "/%s", name);
	if (!list) {
		return MK_OK;
	}
	if (!json_is_array(list)) {
		return mk_fail_expected_in(
			slots->error, "invalid_type", where, MK_WANTED_SLOTS, (long long)count, 0);
	}
	if (json_array_size(list) != count) {
		return mk_fail_expected_in(slots->error, "invalid_slot_count", where,
			MK_WANTED_SLOT_COUNT, (long long)count, (long long)json_array_size(list));
	}
	for (size_t i = 0; i < count; i++) {
		enum mk_status status = read_slot(slots, first + (int)i, json_array_get(list, i));

		if (status != MK_OK) {
			return status;
		}
	}
	return MK_OK;
}

/* ---- The stock ------------------------------------------------------------------------------ */

static enum mk_status bad_stock(
	const struct slots *slots, size_t place, enum mk_status status, const char *code)
{
	char where[32];

	snprintf(where, sizeof where, "/stock/%zu", place);
	return mk_fail_localized(slots->error, status, code, where, &stock_is, NULL, 0);
}

/* Reads whether face-down cards lie in the stock. */
static enum mk_status read_stock_word(struct slots *slots, const json_t *json)
{
	if (!slots_read_stock(slots, json_string_value(json), json_string_length(json))) {
		return mk_fail_localized(slots->error, MK_MALFORMED, "invalid_value", "/stock",
			&stock_wanted, NULL, 0);
	}
	return MK_OK;
}

/* Reads the stock, if the rules require it: 24 cards, the first one to be turned up first. */
static enum mk_status read_stock_cards(struct slots *slots, const json_t *list)
{
	mk_cards found = 0;

	if (!json_is_array(list) || json_array_size(list) != PILE) {
		return mk_fail_localized(slots->error, MK_MALFORMED,
			json_is_array(list) ? "invalid_slot_count" : "invalid_type", "/stock",
			&stock_is, NULL, 0);
	}
	for (size_t i = 0; i < PILE; i++) {
		const json_t *word = json_array_get(list, i);
		mk_card card = json_is_string(word) ? mk_card_read(json_string_value(word),
							      json_string_length(word))
						    : MK_NO_CARD;

		if (card == MK_NO_CARD) {
			return bad_stock(slots, i, MK_MALFORMED, "invalid_card");
		}
		if (found & MK_CARD_BIT(card)) {
			return bad_stock(slots, i, MK_IMPOSSIBLE, "duplicate_card");
		}
		found |= MK_CARD_BIT(card);
		slots->seen.stock[i] = card;
	}
	slots->seen.stock_count = PILE;
	return MK_OK;
}

static enum mk_status read_stock(struct slots *slots, const json_t *json)
{
	const json_t *stock = json_object_get(json, "stock");

	if (!stock) {
		return MK_OK;
	}
	return json_is_string(stock) ? read_stock_word(slots, stock)
				     : read_stock_cards(slots, stock);
}

/* ---- The snapshot --------------------------------------------------------------------------- */

static enum mk_status read_draw_pile(struct slots *slots, const json_t *json)
{
	const json_t *slot = json_object_get(json, "draw_pile");

	return slot ? read_slot(slots, DRAW_PILE, slot) : MK_OK;
}

enum mk_status klondike_read_snapshot(
	const struct json_t *json, struct mk_snapshot *seen, struct mk_error *error)
{
	struct slots slots = {.error = error};
	enum mk_status status;

	if (!json_is_object(json)) {
		return mk_fail_expected(error, "invalid_type", "", MK_WANTED_OBJECT);
	}
	if (!json_object_get(json, "columns") && !json_object_get(json, "draw_pile")) {
		return mk_fail_localized(
			error, MK_MALFORMED, "missing_field", "/columns", &nothing_seen, NULL, 0);
	}
	status = read_slots(&slots, json, "columns", 0, COLUMNS);
	if (status == MK_OK) {
		status = read_slots(&slots, json, "foundations", FIRST_FOUNDATION, MK_SUITS);
	}
	if (status == MK_OK) {
		status = read_draw_pile(&slots, json);
	}
	if (status == MK_OK) {
		status = read_stock(&slots, json);
	}
	if (status == MK_OK) {
		memcpy(seen, &slots.seen, sizeof slots.seen);
	}
	return status;
}
