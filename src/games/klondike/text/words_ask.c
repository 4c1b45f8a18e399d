/* Questions about places, as sentences. */
#include "games/klondike/text/words.h"

enum { MAX_NAMED = 3, NAMES_SIZE = 256 };

static const struct mk_phrase look_again = MK_PHRASE(
	"I can't read {0}. Take your hand away, and turn the front card over if it is face down.",
	"Jeg kan ikke læse {0}. Tag hånden væk, og vend det forreste kort, hvis det ligger med bagsiden op.",
	"Ich kann {0} nicht lesen. Nimm die Hand weg, und decke die vorderste Karte auf, falls sie verdeckt liegt.",
	"Δεν μπορώ να διαβάσω {0}. Πάρε το χέρι σου και γύρισε το μπροστινό φύλλο, αν είναι κλειστό.");
static const struct mk_phrase covered = MK_PHRASE(
	"I did not see which card was covered {0}: {1}? Spread the cards so that I can read them all.",
	"Jeg så ikke, hvilket kort der blev dækket {0}: {1}? Spred kortene, så jeg kan læse dem alle.",
	"Ich habe nicht gesehen, welche Karte {0} zugedeckt wurde: {1}? Zieh die Karten auseinander, damit ich alle lesen kann.",
	"Δεν είδα ποιο φύλλο καλύφθηκε {0}: {1}; Άπλωσε τα φύλλα ώστε να τα διαβάσω όλα.");
/*
 * The slot was read unclearly, or is hidden. {0} place; {1} the card in the accusative, {2} in the
 * nominative.
 */
static const struct mk_phrase not_sure =
	MK_PHRASE("I can't see the front card {0} clearly. Is it {1}?",
		"Jeg kan ikke se det forreste kort {0} tydeligt. Er det {1}?",
		"Ich kann die vorderste Karte {0} nicht deutlich sehen. Ist es {2}?",
		"Δεν βλέπω καθαρά το μπροστινό φύλλο {0}. Είναι {2};");
static const struct mk_phrase which_front =
	MK_PHRASE("Which card is in front {0}: {1}? I can't read it clearly.",
		"Hvilket kort ligger forrest {0}: {1}? Jeg kan ikke læse det tydeligt.",
		"Welche Karte liegt vorn {0}: {1}? Ich kann sie nicht deutlich lesen.",
		"Ποιο φύλλο είναι μπροστά {0}: {1}; Δεν το διαβάζω καθαρά.");
/* Perhaps nothing was done, although the player may have reported a move. */
static const struct mk_phrase no_change = MK_PHRASE(
	"I see no change so far. Show me the table once more, so that I can be sure.",
	"Jeg ser ingen forskel endnu. Vis mig bordet en gang til, så jeg kan være sikker.",
	"Ich sehe noch keine Änderung. Zeig mir den Tisch noch einmal, damit ich sicher bin.",
	"Δεν βλέπω αλλαγή ως τώρα. Δείξε μου το τραπέζι άλλη μια φορά, για να είμαι σίγουρος.");
/* More moves may have been made than the tracker searches: with a question, and without one. */
static const struct mk_phrase not_clear =
	MK_PHRASE("I can't tell what was done. Please answer the question.",
		"Jeg kan ikke se, hvad der er gjort. Svar på spørgsmålet.",
		"Ich kann nicht erkennen, was gemacht wurde. Bitte beantworte die Frage.",
		"Δεν μπορώ να καταλάβω τι έγινε. Απάντησε στην ερώτηση.");
static const struct mk_phrase too_much = MK_PHRASE(
	"More was done than I can work out. Please enter the whole table as it is now.",
	"Der er gjort mere, end jeg kan regne ud. Indtast hele bordet, som det er nu.",
	"Es wurde mehr gemacht, als ich nachvollziehen kann. Bitte gib den ganzen Tisch ein, wie er jetzt ist.",
	"Έγιναν περισσότερα από όσα μπορώ να συμπεράνω. Καταχώρισε όλο το τραπέζι όπως είναι τώρα.");
static const struct mk_phrase no_card = MK_PHRASE("no card", "intet kort", "keine", "κανένα");
static const struct mk_phrase or = MK_PHRASE(" or ", " eller ", " oder ", " ή ");
static const struct mk_phrase several_piles =
	MK_PHRASE("several piles", "flere af bunkerne", "mehrere Stapel", "αρκετές στοίβες");
static const struct mk_phrase and = MK_PHRASE(" and ", " og ", " und ", " και ");

/* "column 3, column 5 and the draw pile" */
static void name_piles(struct mk_text *out, enum mk_language language, unsigned piles)
{
	int count = __builtin_popcount(piles);

	if (count == 0 || count > MAX_NAMED) {
		mk_text_put(out, mk_phrase_in(&several_piles, language));
		return;
	}
	for (int left = count; left > 0; left--, piles &= piles - 1) {
		if (left < count) {
			mk_text_put(out, left == 1 ? mk_phrase_in(&and, language) : ", ");
		}
		mk_text_put(out, klondike_pile_words(language, __builtin_ctz(piles)));
	}
}

static void describe_piles(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	char buffer[NAMES_SIZE];
	struct mk_text names;
	unsigned piles = 0;

	for (int i = 0; i < finding->unreadable_count; i++) {
		piles |= 1U << finding->unreadable[i];
	}
	for (int i = 0; i < finding->doubt_count; i++) {
		piles |= 1U << finding->doubts[i].position;
	}
	mk_text_fixed(&names, buffer, sizeof buffer);
	name_piles(&names, language, piles);
	mk_phrase_write(out, language, &look_again,
		&(struct mk_phrase_arg){.kind = MK_ARG_TEXT, .text = names.bytes}, 1);
}

/* ---- One place ------------------------------------------------------------------------------ */

/* True if only one of a few cards at one place is open. */
static bool is_one_place(const struct mk_finding *finding)
{
	const struct mk_place *doubts = finding->doubts;

	if (finding->doubt_count == 0 || finding->doubt_count > MAX_NAMED) {
		return false;
	}
	for (int i = 1; i < finding->doubt_count; i++) {
		if (doubts[i].position != doubts[0].position ||
			doubts[i].index != doubts[0].index) {
			return false;
		}
	}
	for (int i = 0; i < finding->unreadable_count; i++) {
		if (finding->unreadable[i] != doubts[0].position) {
			return false;
		}
	}
	return doubts[0].card != MK_NO_CARD || finding->doubt_count > 1;
}

/* "eight of diamonds, eight of hearts or no card" */
static void name_cards(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	for (int i = 0; i < finding->doubt_count; i++) {
		mk_card card = finding->doubts[i].card;

		if (i > 0) {
			mk_text_put(out, i + 1 == finding->doubt_count
						 ? mk_phrase_in(& or, language)
						 : ", ");
		}
		mk_text_put(out, card == MK_NO_CARD ? mk_phrase_in(&no_card, language)
						    : mk_card_name(language, card));
	}
}

static const struct mk_phrase *phrase_of(const struct mk_finding *finding)
{
	if (finding->doubts[0].index) {
		return &covered;
	}
	return finding->doubt_count == 1 ? &not_sure : &which_front;
}

static void describe_place(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	const struct mk_place *place = &finding->doubts[0];
	bool one = phrase_of(finding) == &not_sure;
	char buffer[NAMES_SIZE];
	struct mk_text names;
	struct mk_phrase_arg words[] = {
		{.kind = MK_ARG_TEXT, .text = klondike_place_words(language, place->position)},
		{.kind = MK_ARG_TEXT, .text = buffer},
		{.kind = MK_ARG_CARD, .card = place->card},
	};

	mk_text_fixed(&names, buffer, sizeof buffer);
	name_cards(&names, language, finding);
	if (one) {
		words[1] = (struct mk_phrase_arg){.kind = MK_ARG_OBJECT, .card = place->card};
	}
	mk_phrase_write(out, language, phrase_of(finding), words, sizeof words / sizeof words[0]);
}

void klondike_describe_look_again(
	struct mk_text *out, enum mk_language language, const struct mk_finding *finding)
{
	if (finding->unreadable_count == 0 && finding->doubt_count == 0) {
		mk_phrase_write(out, language,
			finding->wants_table ? &too_much
			: finding->crowded   ? &not_clear
					     : &no_change,
			NULL, 0);
		return;
	}
	(is_one_place(finding) ? describe_place : describe_piles)(out, language, finding);
}
