/*
 * The original program's one-line form of a snapshot: `KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C` is the
 * draw pile, the four foundations and the seven columns. A thirteenth slot may follow: whether
 * face-down cards lie in the draw pile.
 */
#include "games/common/line.h"
#include "games/klondike/text/notation.h"
#include "games/klondike/tracking/slots.h"

static const float klondike_believed = 0.5F;

static enum klondike_seen reading_seen(const struct klondike_reading *reading)
{
	if (reading->seen == SEEN_CARD &&
		(reading->candidates == 0 || reading->candidate[0].p < klondike_believed)) {
		return UNREADABLE;
	}
	return (enum klondike_seen)reading->seen;
}

/* The card if reading_seen() is SEEN_CARD; otherwise MK_NO_CARD. */
static mk_card reading_card(const struct klondike_reading *reading)
{
	return reading_seen(reading) == SEEN_CARD ? reading->candidate[0].card : MK_NO_CARD;
}

static const struct mk_phrase other_slots = MK_PHRASE(
	"The line needs 12 or 13 slots, not {0}: waste, 4 foundations, 7 columns and optionally the stock.",
	"Linjen skal have 12 eller 13 pladser, ikke {0}: trækbunke, 4 grundbunker, 7 kolonner, måske bagsider.",
	"Die Zeile braucht 12 oder 13 Plätze, nicht {0}: Ziehstapel, 4 Ablagestapel, 7 Spalten, vielleicht verdeckte Karten.",
	"Η γραμμή θέλει 12 ή 13 θέσεις, όχι {0}: στοίβα, 4 βάσεις, 7 στήλες, ίσως κλειστά φύλλα.");
static const struct mk_phrase other_stock = MK_PHRASE(
	"The thirteenth slot is the stock: BACK (face-down cards), XX (empty) or UU (unknown).",
	"Den trettende plads siger, om der ligger kort med bagsiden opad i trækbunken: BACK, XX eller UU.",
	"Der dreizehnte Platz sagt, ob im Ziehstapel verdeckte Karten liegen: BACK, XX oder UU.",
	"Η δέκατη τρίτη θέση λέει αν υπάρχουν κλειστά φύλλα στη στοίβα: BACK, XX ή UU.");

static enum mk_status read_stock(struct slots *slots, struct line_part slot)
{
	return slots_read_stock(slots, slot.text, slot.length)
		       ? MK_OK
		       : mk_fail_localized(slots->error, MK_MALFORMED, "invalid_value", "/stock",
				 &other_stock, NULL, 0);
}

static enum mk_status read_kind(
	struct slots *slots, const struct mk_pile_kind *kind, struct line_part *rest)
{
	enum mk_status status = MK_OK;

	for (int i = 0; i < kind->count && status == MK_OK; i++) {
		struct line_part slot = line_take_slot(rest);

		status = slots_read_word(
			slots, (struct spot){kind->first + i, -1}, slot.text, slot.length);
	}
	return status;
}

enum mk_status klondike_read_line(
	const char *line, size_t length, struct mk_snapshot *seen, struct mk_error *error)
{
	struct line_part rest = {line, length};
	struct slots slots = {.error = error};
	int count = line_count_slots(rest);

	if (count != POSITIONS && count != POSITIONS + 1) {
		return mk_fail_localized(error, MK_MALFORMED, "invalid_slot_count", "",
			&other_slots,
			&(struct mk_phrase_arg){.kind = MK_ARG_NUMBER, .number = count}, 1);
	}
	for (const struct mk_pile_kind *kind = klondike_piles; kind->name; kind++) {
		enum mk_status status = read_kind(&slots, kind, &rest);

		if (status != MK_OK) {
			return status;
		}
	}
	if (count > POSITIONS && read_stock(&slots, line_take_slot(&rest)) != MK_OK) {
		return MK_MALFORMED;
	}
	memcpy(seen, &slots.seen, sizeof slots.seen);
	return MK_OK;
}

static const char *slot_code(const struct klondike_reading *reading, int position)
{
	static const char *const empty_foundations[MK_SUITS] = {"XC", "XD", "XH", "XS"};
	bool foundation = position >= FIRST_FOUNDATION && position < DRAW_PILE;

	switch (reading_seen(reading)) {
	case SEEN_CARD:
		return mk_card_code(reading_card(reading));
	case SEEN_EMPTY:
		return foundation ? empty_foundations[position - FIRST_FOUNDATION] : "XX";
	case SEEN_BACK:
		return "BACK";
	case NOT_SHOWN:
	case UNREADABLE:
		return "UU";
	}
	return "UU";
}

/* Two or four letters. */
static char *put_code(char *at, const char *code)
{
	do {
		*at++ = *code++;
	} while (*code);
	return at;
}

void klondike_write_line(struct mk_text *out, const struct mk_snapshot *seen)
{
	const struct klondike_reading stock = {.seen = snapshot_of(seen)->stock_seen};
	char line[(POSITIONS + 1) * sizeof "BACK,"];
	char *at = line;

	for (const struct mk_pile_kind *kind = klondike_piles; kind->name; kind++) {
		for (int i = kind->first; i < kind->first + kind->count; i++) {
			at = put_code(at, slot_code(&snapshot_of(seen)->slot[i], i));
			*at++ = ',';
		}
	}
	if (stock.seen != NOT_SHOWN) {
		at = put_code(at, slot_code(&stock, DRAW_PILE));
		*at++ = ',';
	}
	mk_text_add(out, line, (size_t)(at - line) - 1);
}
