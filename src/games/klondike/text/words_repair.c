/* Asks the player whether a card was misread as another one. */
#include "games/klondike/text/words.h"

enum { TIME_SIZE = 96 };

static const struct mk_phrase just_now =
	MK_PHRASE("just now", "lige før", "gerade eben", "μόλις τώρα");
static const struct mk_phrase one_move_ago =
	MK_PHRASE("one move ago", "for et træk siden", "vor einem Zug", "πριν από μία κίνηση");
static const struct mk_phrase moves_ago =
	MK_PHRASE("{0} moves ago", "for {0} træk siden", "vor {0} Zügen", "πριν από {0} κινήσεις");

/* Numbers that are written as words: beside a column's number they cannot be mistaken for it. */
enum { FIRST_NUMBER = 2, LAST_NUMBER = 12 };
static const struct mk_phrase numbers[] = {
	MK_PHRASE("two", "to", "zwei", "δύο"),
	MK_PHRASE("three", "tre", "drei", "τρεις"),
	MK_PHRASE("four", "fire", "vier", "τέσσερις"),
	MK_PHRASE("five", "fem", "fünf", "πέντε"),
	MK_PHRASE("six", "seks", "sechs", "έξι"),
	MK_PHRASE("seven", "syv", "sieben", "επτά"),
	MK_PHRASE("eight", "otte", "acht", "οκτώ"),
	MK_PHRASE("nine", "ni", "neun", "εννέα"),
	MK_PHRASE("ten", "ti", "zehn", "δέκα"),
	MK_PHRASE("eleven", "elleve", "elf", "έντεκα"),
	MK_PHRASE("twelve", "tolv", "zwölf", "δώδεκα"),
};

/*
 * {0} the true card, {1} the card that was read, {2} place, {3} time; {4} is {1} in the nominative.
 */
static const struct mk_phrase read_as = MK_PHRASE("I read {0} as {1} {2} {3}. Right?",
	"Jeg læste {0} som {1} {2} {3}. Er det rigtigt?",
	"Ich habe {0} {2} {3} als {4} gelesen. Stimmt das?", "Διάβασα {0} ως {1} {2} {3}. Σωστά;");
static const struct mk_phrase another_card =
	MK_PHRASE("The card that I read as {1} {2} {3} must be another one. Right?",
		"Det, jeg læste som {1} {2} {3}, må være et andet kort. Er det rigtigt?",
		"Was ich {2} {3} als {4} gelesen habe, muss eine andere Karte sein. Stimmt das?",
		"Αυτό που διάβασα ως {1} {2} {3} πρέπει να είναι άλλο φύλλο. Σωστά;");

static void describe_when(struct mk_text *out, enum mk_language language, unsigned moves)
{
	struct mk_phrase_arg number = {.kind = MK_ARG_NUMBER, .number = (int)moves};

	if (moves >= FIRST_NUMBER && moves <= LAST_NUMBER) {
		number = (struct mk_phrase_arg){.kind = MK_ARG_TEXT,
			.text = mk_phrase_in(&numbers[moves - FIRST_NUMBER], language)};
	}
	if (moves < FIRST_NUMBER) {
		mk_phrase_write(out, language, moves ? &one_move_ago : &just_now, NULL, 0);
	} else {
		mk_phrase_write(out, language, &moves_ago, &number, 1);
	}
}

void klondike_describe_repair(
	struct mk_text *out, enum mk_language language, const struct mk_repair *repair)
{
	const struct mk_phrase *phrase = repair->card == MK_NO_CARD ? &another_card : &read_as;
	char buffer[TIME_SIZE];
	struct mk_text when;

	mk_text_fixed(&when, buffer, sizeof buffer);
	describe_when(&when, language, repair->moves_ago);
	mk_phrase_write(out, language, phrase,
		(struct mk_phrase_arg[]){
			{.kind = MK_ARG_OBJECT, .card = repair->card},
			{.kind = MK_ARG_OBJECT, .card = repair->was},
			{.kind = MK_ARG_TEXT,
				.text = klondike_place_words(language, repair->position)},
			{.kind = MK_ARG_TEXT, .text = buffer},
			{.kind = MK_ARG_CARD, .card = repair->was},
		},
		5);
}
