/* Contradictions as sentences: what is seen, and why it is impossible. */
#include "games/klondike/text/words.h"

const char *const klondike_conflict_reasons[CONFLICTS + 1] = {
	[CONFLICT_LIES_UNDER] = "lies_under",
	[CONFLICT_LIES_ELSEWHERE] = "lies_elsewhere",
	[CONFLICT_ON_FOUNDATION] = "already_on_foundation",
	[CONFLICT_SEEN_TWICE] = "seen_twice",
	[CONFLICT_WRONG_ORDER] = "wrong_order",
	[CONFLICT_NOT_EMPTY] = "not_empty",
	[CONFLICT_EMPTY] = "no_card_possible",
	[CONFLICT_NOT_REACHABLE] = "not_reachable",
	[CONFLICT_NOT_AT_START] = "not_at_start",
	[CONFLICT_OTHER_CARDS] = "other_cards",
};

/*
 * {0} the card seen, {1} its place; {2} the other card and {3} its place, {4} the number of its
 * column; {5} the card expected there. {6}, {7} and {8} are the other, the expected and the seen
 * card in the nominative, for phrases that do not take the accusative.
 */
static const struct mk_phrase phrases[CONFLICTS] = {
	[CONFLICT_LIES_UNDER] = MK_PHRASE("I see {0} {1}, but it is under {2} in column {4}.",
		"Jeg ser {0} {1}, men det kort ligger under {2} i kolonne {4}.",
		"Ich sehe {8} {1}, aber diese Karte liegt unter {6} in Spalte {4}.",
		"Βλέπω {0} {1}, αλλά αυτό το φύλλο είναι κάτω από {2} στη στήλη {4}."),
	[CONFLICT_LIES_ELSEWHERE] = MK_PHRASE("I see {0} {1}, but it is {3}.",
		"Jeg ser {0} {1}, men det kort ligger {3}.",
		"Ich sehe {8} {1}, aber diese Karte liegt {3}.",
		"Βλέπω {0} {1}, αλλά αυτό το φύλλο είναι {3}."),
	[CONFLICT_ON_FOUNDATION] = MK_PHRASE("I see {0} {1}, but it is already on its foundation.",
		"Jeg ser {0} {1}, men det kort ligger allerede i grundbunken.",
		"Ich sehe {8} {1}, aber diese Karte liegt schon auf dem Ablagestapel.",
		"Βλέπω {0} {1}, αλλά αυτό το φύλλο είναι ήδη στη βάση του."),
	[CONFLICT_SEEN_TWICE] =
		MK_PHRASE("I see {0} twice: {1} and {3}.", "Jeg ser {0} to gange: {1} og {3}.",
			"Ich sehe {8} zweimal: {1} und {3}.", "Βλέπω {0} δύο φορές: {1} και {3}."),
	[CONFLICT_WRONG_ORDER] = MK_PHRASE("I see {0} {1}, but the next card there is {2}.",
		"Jeg ser {0} {1}, men det næste kort der er {2}.",
		"Ich sehe {8} {1}, aber die nächste Karte dort ist {6}.",
		"Βλέπω {0} {1}, αλλά το επόμενο φύλλο εκεί είναι {6}."),
	[CONFLICT_NOT_EMPTY] = MK_PHRASE("I see no card {1}, but there must be one.",
		"Jeg ser intet kort {1}, men der må ligge et.",
		"Ich sehe keine Karte {1}, aber dort muss eine liegen.",
		"Δεν βλέπω φύλλο {1}, αλλά πρέπει να υπάρχει ένα."),
	[CONFLICT_EMPTY] = MK_PHRASE("I see {0} {1}, but no card can be there.",
		"Jeg ser {0} {1}, men der kan ikke ligge noget kort.",
		"Ich sehe {8} {1}, aber dort kann keine Karte liegen.",
		"Βλέπω {0} {1}, αλλά εκεί δεν μπορεί να υπάρχει φύλλο."),
	[CONFLICT_NOT_REACHABLE] = MK_PHRASE("I see {0} {1}, but no move brings it there.",
		"Jeg ser {0} {1}, men intet træk bringer det derhen.",
		"Ich sehe {8} {1}, aber kein Zug bringt diese Karte dorthin.",
		"Βλέπω {0} {1}, αλλά καμία κίνηση δεν το φέρνει εκεί."),
	[CONFLICT_NOT_AT_START] = MK_PHRASE(
		"I see {0} {1}, but I can follow a game only from its beginning.",
		"Jeg ser {0} {1}, men jeg kan kun følge et spil fra begyndelsen.",
		"Ich sehe {8} {1}, aber ich kann ein Spiel nur von Anfang an verfolgen.",
		"Βλέπω {0} {1}, αλλά μπορώ να παρακολουθήσω ένα παιχνίδι μόνο από την αρχή."),
	[CONFLICT_OTHER_CARDS] =
		MK_PHRASE("The cards that I see {1} are not the ones that are there.",
			"Jeg ser andre kort {1} end dem, der ligger der.",
			"Ich sehe {1} andere Karten als die, die dort liegen.",
			"Βλέπω {1} άλλα φύλλα από αυτά που είναι εκεί."),
};

static const struct mk_phrase another_expected = MK_PHRASE("I see {0} {1}, where {5} should be.",
	"Jeg ser {0} {1}, hvor {5} skulle ligge.", "Ich sehe {8} {1}, wo {7} liegen müsste.",
	"Βλέπω {0} {1}, όπου θα έπρεπε να είναι {7}.");
static const struct mk_phrase card_missing = MK_PHRASE("I see no card {1}, where {5} should be.",
	"Jeg ser intet kort {1}, hvor {5} skulle ligge.",
	"Ich sehe keine Karte {1}, wo {7} liegen müsste.",
	"Δεν βλέπω φύλλο {1}, όπου θα έπρεπε να είναι {7}.");

static const struct mk_phrase in_stock_or_waste =
	MK_PHRASE("in the stock or the waste", "i trækbunken", "im Ziehstapel", "στη στοίβα");

static const char *known_place(enum mk_language language, int position)
{
	return position == DRAW_PILE ? mk_phrase_in(&in_stock_or_waste, language)
				     : klondike_place_words(language, position);
}

/* If exactly one card is expected, the sentence names it. */
static const struct mk_phrase *phrase_of(const struct mk_conflict *conflict)
{
	bool one = conflict->expected_count == 1 && conflict->expected[0] != MK_NO_CARD;

	if (one && conflict->reason == CONFLICT_NOT_EMPTY) {
		return &card_missing;
	}
	if (one && conflict->reason == CONFLICT_NOT_REACHABLE) {
		return &another_expected;
	}
	return &phrases[conflict->reason];
}

void klondike_describe_conflict(
	struct mk_text *out, enum mk_language language, const struct mk_conflict *conflict)
{
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_OBJECT, .card = conflict->seen},
		{.kind = MK_ARG_TEXT, .text = klondike_place_words(language, conflict->position)},
		{.kind = MK_ARG_OBJECT, .card = conflict->other},
		{.kind = MK_ARG_TEXT, .text = known_place(language, conflict->at)},
		{.kind = MK_ARG_NUMBER, .number = conflict->at + 1},
		{.kind = MK_ARG_OBJECT, .card = conflict->expected[0]},
		{.kind = MK_ARG_CARD, .card = conflict->other},
		{.kind = MK_ARG_CARD, .card = conflict->expected[0]},
		{.kind = MK_ARG_CARD, .card = conflict->seen},
	};

	mk_phrase_write(out, language, phrase_of(conflict), words, sizeof words / sizeof words[0]);
}
